// The contacts of a dynamic run as sources of events. Rigid contacts strike, are held, slide, stick
// and lift off; impulse contacts strike again and again (Otten 2003 section 8, methods i to iii).
// What happens is found in contact_run.cpp, impacts in contact_impacts.cpp.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "base/index.h"
#include "run/events/common_impact.h"
#include "run/events/contact_modes.h"
#include "run/events/event_source.h"

namespace mbs {

struct UnitSystem;

// Functions of positions that are made of smooth pieces: the circles that paths lie round, and the
// outlines of bodies that touch lines. Within a step one piece counts, so that the function is
// smooth; these sources of events find which piece, and where it ends. Two functions for each, of
// an element with a gap.
class PieceSource : public EventSource {
 public:
  PieceSource(const Model& model, ContactSet& set) : model_(model), set_(set) {}
  int count() const override { return 2 * static_cast<int>(pieces_.size()); }
  const std::string& label(int k) const override { return pieces_[k / 2].label; }
  SourceLocation where(int k) const override { return pieces_[k / 2].where; }

 protected:
  struct Piece {
    std::string label;
    SourceLocation where;
    int gap = 0;  // deformation
    int batch = 0;
    // Of an outline: the contact (index) or the penalty contact (its law) that has the same gap;
    // none where the gap is held or carries laws.
    int ruler = -1, law = -1;
    bool has_ruler() const { return ruler >= 0 || law >= 0; }
  };
  Piece& add(int element, int batch);
  const ElementBatch& batch_of(const Piece& piece) const { return model_.batches[piece.batch]; }

  const Model& model_;
  ContactSet& set_;
  std::vector<Piece> pieces_;  // as Model::circles or Model::outlines
};

class PathCircles : public PieceSource {
 public:
  PathCircles(const Model& model, ContactSet& set);
  void evaluate(const EventLook& at, Vector g) override;
  // A path begins to touch its circle (falling), or leaves it.
  Change occur(int k, Crossing direction, DynamicSite& at) override;
  // Sets which paths lie round their circles at the start.
  void begin(DynamicSite& at) const;

 private:
  bool turns_round(int k, const DynamicSite& at) const;
  bool is_on(std::size_t k, const DynamicSite& at) const;
};

// While an outline is touched, one piece of it counts, so that the gap is a smooth function within
// a step. In the air the nearest piece is found anew at each position.
class Outlines : public PieceSource {
 public:
  Outlines(const Model& model, ContactSet& set, ContactModes& modes);
  bool counts(int /*k*/) const override { return false; }
  void evaluate(const EventLook& at, Vector g) override;
  void add_noise(DynamicSite& at, std::vector<EventNoise>& noise) override;
  // The present piece ends: the next one counts.
  Change occur(int k, Crossing direction, DynamicSite& at) override;

  // Chooses the pieces of what touches.
  void follow(DynamicSite& at) const;
  // Where a point comes to a corner, two sides are equally near. The side counts from which the
  // point parts, or which it approaches more slowly. So a point that slides past the corner of
  // another body does not strike it.
  void choose_sides(DynamicSite& at) const;

 private:
  ContactModes& modes_;
};

// The result of an impact.
struct Struck {
  SolveStatus status;     // not ok: no velocities have been found, and nothing has changed
  bool nothing = false;   // no velocity had to change
  ImpactOutcome outcome;  // its first normals are those of the stops
  Change contacts;        // of contacts and joints; switched: the dynamics are new
};

// Penalty contacts open and close: the integrator starts afresh there, so that no step runs over
// the kink of a contact force.
class PenaltyContacts : public EventSource {
 public:
  explicit PenaltyContacts(ContactSet& set) : set_(set) {}
  int count() const override { return 2 * count_of(set_.penalties); }
  const std::string& label(int k) const override { return set_.penalties[k / 2].row->label; }
  SourceLocation where(int k) const override { return set_.penalties[k / 2].row->where; }
  void evaluate(const EventLook& at, Vector g) override;
  Change occur(int k, Crossing direction, DynamicSite& at) override;

 private:
  ContactSet& set_;
};

// Rigid and impulse contacts, and joints with friction: two functions for each.
class ContactRun : public EventSource {
 public:
  ContactRun(const Plan& plan, const Model& model)
      : set_(plan, model),
        modes_(set_),
        penalties_(set_),
        circles_(model, set_),
        outlines_(model, set_, modes_) {}

  // Finds the contacts that touch at the start: penalty contacts with a gap below zero or about to
  // be, others with a gap of zero.
  Change start(DynamicSite& at);

  // All sources of contacts, in the order of their functions.
  std::array<EventSource*, 4> sources() { return {this, &penalties_, &circles_, &outlines_}; }
  bool any() const {
    return count() + penalties_.count() + circles_.count() + outlines_.count() > 0;
  }
  const ContactSet& set() const { return set_; }
  ContactSet& set() { return set_; }

  int count() const override { return 2 * count_of(set_.contacts); }
  const std::string& label(int k) const override { return set_.contacts[k / 2].row->label; }
  SourceLocation where(int k) const override { return set_.contacts[k / 2].row->where; }
  Crossing direction(int /*k*/) const override { return Crossing::falling; }
  bool counts(int k) const override {
    return set_.contacts[k / 2].row->model != ContactModel::impulses;
  }
  void evaluate(const EventLook& at, Vector g) override;
  void add_noise(DynamicSite& at, std::vector<EventNoise>& noise) override;
  // Nothing happens where the contact has struck in this round.
  Change occur(int k, Crossing direction, DynamicSite& at) override;

  // After a change: open contacts measure their gap from its present value if that is a little
  // below zero.
  void choose_floors(const State& state);
  // Begins a new round of events at one instant.
  void begin_round();
  // What follows from a change of contacts: constant friction beside a joint or contact begins or
  // ends, and outlines follow.
  void settle(Change& change, DynamicSite& at);
  // Stops of events strike, and with them the contacts that take part.
  Struck strike(const ImpactProblem& stops, DynamicSite& at);
  // Velocities follow prescribed motions and new fixed values by an impact.
  Struck follow(DynamicSite& at);
  // Finds the modes of closed contacts again, after something else has changed classes or
  // velocities.
  Change resolve(DynamicSite& at);
  // An open contact whose gap is far below zero; the problem is empty where there is none.
  Change find_sunk(const State& state, const Dynamics& dynamics) const;
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
  void evaluate(Contact& contact, const EventLook& at, double* out);
  Struck land(const Blow& blow, const ContactSet::Modes& before_it, DynamicSite& at);
  Change pass_gap(int k, DynamicSite& at);
  Change pass_closed(int k, bool normal, DynamicSite& at);
  std::string describe_compromise(const std::string& label, double t, const ImpactOutcome& outcome);

  ContactSet set_;
  ContactModes modes_;
  PenaltyContacts penalties_;
  PathCircles circles_;
  Outlines outlines_;
  // Impacts whose friction has been left out, and that had several solutions.
  long long frictionless_count_ = 0, several_count_ = 0;
};

}  // namespace mbs
