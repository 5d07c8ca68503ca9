// The contacts of a dynamic run. Penalty contacts open and close: the integrator starts afresh
// there, so that no step runs over the kink of a contact force. Rigid contacts strike, are held,
// slide, stick and lift off; impulse contacts strike again and again (Otten 2003 section 8, methods
// i to iii). What happens is found in contact_run.cpp, impacts in contact_impacts.cpp.
#pragma once

#include <string>
#include <vector>

#include "base/index.h"
#include "integrate/events.h"
#include "run/contacts/common_impact.h"
#include "run/contacts/contact_modes.h"
#include "run/contacts/contact_pieces.h"
#include "text/units.h"

namespace mbs {

// The result of an impact.
struct Struck {
  SolveStatus status;      // not ok: no velocities have been found, and nothing has changed
  bool nothing = false;    // no velocity had to change
  ImpactOutcome outcome;   // its first normals are those of the stops
  ContactChange contacts;  // of contacts and joints; switched: the dynamics are new
};

class ContactRun {
 public:
  ContactRun(const Plan& plan, const Model& model)
      : set_(plan, model), pieces_(model, set_), modes_(set_) {}

  // Finds the contacts that touch at the start: penalty contacts with a gap below zero or about to
  // be, others with a gap of zero.
  ContactChange start(DynamicSite& at);

  bool any() const { return count() > 0; }
  const ContactSet& set() const { return set_; }
  ContactSet& set() { return set_; }
  // count(): number of functions of the event locator, behind the functions of the deck's events:
  // two of each contact, penalty contact and piece, in this order.
  int count() const { return 2 * static_cast<int>(set_.gap_count() + pieces_.all().size()); }
  const std::string& label(int function) const;
  SourceLocation where(int function) const;
  void add_directions(std::vector<Crossing>& directions) const;
  void evaluate(const State& state, const Dynamics& dynamics, const Phase& phase, Vector g);
  // After a change: open contacts measure their gap from its present value if that is a little
  // below zero.
  void choose_floors(const State& state);
  // size: below it a function is zero after a change; negative: no such size is needed. of_force:
  // the function is a force. Where loads begin at zero, the forces of all closed contacts are zero
  // together, and the first force to pass its noise goes first.
  struct Noise {
    double size = -1;
    bool of_force = false;
  };
  // Adds the noise of each function. The dynamics are those of the state.
  void add_noise(DynamicSite& at, std::vector<Noise>& noise);
  // Whether a zero of the function is an event of the run. The end of a smooth piece, or an impulse
  // that holds a contact, is none.
  bool counts(int function) const;
  // Begins a new round of events at one instant.
  void begin_round();
  // Stops of events strike, and with them the contacts that take part.
  Struck strike(const ImpactProblem& stops, DynamicSite& at);
  // Velocities follow prescribed motions and new fixed values by an impact.
  Struck follow(DynamicSite& at);
  // Acts on a function that has passed zero. Nothing happens where its contact has struck in this
  // round.
  ContactChange pass_zero(int function, Crossing direction, DynamicSite& at);
  // Finds the modes of closed contacts again, after something else has changed classes or
  // velocities.
  ContactChange resolve(DynamicSite& at);
  // An open contact whose gap is far below zero; the problem is empty where there is none.
  ContactChange find_sunk(const State& state, const Dynamics& dynamics) const;
  // The force by which a closed contact pulls, or by which the friction of a sticking one exceeds
  // its bound [N]; the label of the worst, null where all is right.
  struct WrongForce {
    double size = 0;
    const std::string* label = nullptr;
  };
  WrongForce find_wrong_force(const Dynamics& dynamics) const;
  // Closed contacts hold nothing from now on until resolve(): for a phase in which they and the
  // rest hold too much. False where none is closed.
  bool let_go(Phase& phase) const;
  // A line for each contact that has been struck.
  std::string describe_impulses(const UnitSystem& units) const;
  std::vector<ContactSum> struck() const;

 private:
  // The piece of a function behind those of the gaps; null: it is the function of a gap.
  const ContactPiece* piece_of(int function) const;
  void evaluate(Contact& contact, const State& state, const Dynamics& dynamics, const Phase& phase,
                double* out);
  void settle(ContactChange& change, DynamicSite& at);
  Struck land(const Blow& blow, const ContactSet::Modes& before_it, DynamicSite& at);
  ContactChange pass_one(int function, Crossing direction, DynamicSite& at);
  ContactChange pass_gap(int k, DynamicSite& at);
  ContactChange pass_closed(int k, bool normal, DynamicSite& at);
  ContactChange pass_outline(const ContactPiece& piece, DynamicSite& at);
  std::string describe_compromise(const std::string& label, double t, const ImpactOutcome& outcome);

  ContactSet set_;
  ContactPieces pieces_;
  ContactModes modes_;
  // Impacts whose friction has been left out, and that had several solutions.
  long long frictionless_count_ = 0, several_count_ = 0;
};

}  // namespace mbs
