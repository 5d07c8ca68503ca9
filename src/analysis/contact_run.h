// The contacts of a dynamic run. Penalty contacts open and close: the integrator starts afresh
// there, so that no step runs over the kink of a contact force. Rigid contacts strike, are held,
// slide, stick and lift off; impulse contacts strike again and again (Otten 2003 section 8, methods
// i to iii).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "integrate/events.h"
#include "solve/impact.h"

namespace mbs {

// How a rigid contact is at present. Carried: closed, and others hold its slip for it. Spare:
// closed, and others hold its gap for it.
enum class ContactMode { open, slide, stick, carried, spare };

// What a change of contacts works on; the state has been accelerated.
struct ContactSite {
  Phase& phase;
  std::unique_ptr<Dynamics>& dynamics;
  State& state;
};

struct ContactChange {
  std::string problem;     // empty: all is well
  SourceLocation where;    // of the contact that has a problem
  std::string label;       // of it
  std::string hint;        // how to mend it; empty: as usual
  bool switched = false;   // velocities or classes have changed and dynamics are new
  bool in_series = false;  // a bounce of a series that has its own end
  std::string text;        // for the report, lines
};

class ContactRun {
 public:
  ContactRun(const Tables& tables, const Model& model, const Options& options, bool may_choose);

  // Which contacts touch at the start: those whose gap is negative (penalty), or zero and about to
  // be.
  ContactChange start(ContactSite at);

  // Functions of the event locator: count() of them, behind those of the deck's events.
  int count() const { return 2 * static_cast<int>(contacts_.size()); }
  const ContactRow& row(int function) const {
    return *contacts_[static_cast<std::size_t>(function / 2)].row;
  }
  void add_directions(std::vector<Crossing>& directions) const;
  void evaluate(const State& state, const Dynamics& dynamics, const Phase& phase, Vector g);
  // What counts as zero of each of them after a change; negative: no matter. Open contacts are
  // looked for from where they are now.
  void add_noise(ContactSite at, std::vector<double>& noise);
  // One of these functions has passed zero.
  ContactChange meet(int function, Crossing direction, ContactSite at);
  // Contacts that are closed, after something else has changed classes or velocities.
  ContactChange settle(ContactSite at);
  // An open contact that has sunk in unseen; all is well where the problem is empty.
  ContactChange find_sunk(const State& state, Dynamics& dynamics) const;
  // Where something else holds too much together with the closed contacts: they hold nothing until
  // settle(). False where none is closed.
  bool let_go(Phase& phase) const;
  // A line for each contact that has been struck.
  std::string describe_impulses() const;

 private:
  struct Held {
    ContactMode mode;
    double sign;  // of the slip while it slides
    bool operator==(const Held&) const = default;
  };
  struct Contact {
    const ContactRow* row;
    int normal;    // deformation: the gap; the slip follows it
    int law = -1;  // penalty: index into ForceLaws::contacts
    ContactMode mode = ContactMode::open;
    double sign = 0;            // of the slip while it slides
    bool fresh = false;         // friction has let go of it, and it has not moved yet
    std::vector<int> carriers;  // deformations that hold its slip while it is carried
    double floor = 0;           // below zero by rounding where an open contact has left it
    double slack = 0;           // one that closes without force lifts off when it pulls as much
    int bounces = 0;
    double last_approach = 0;
    long long strikes = 0;
    double normal_impulse = 0, friction_impulse = 0;

    std::size_t e1() const { return static_cast<std::size_t>(normal); }
    std::size_t e2() const { return e1() + 1; }
    bool is_penalty() const { return law >= 0; }
    bool is_rigid() const { return row->model == ContactModel::rigid; }
    bool has_friction() const { return row->mu_s > 0; }
    bool closed() const { return mode != ContactMode::open; }
    void let_slip(double friction) {
      mode = ContactMode::slide;
      sign = friction < 0 ? -1 : 1;
      fresh = true;
    }
  };

  bool rebuild(ContactSite at);
  void set_classes(Phase& phase, const State& state);
  bool accelerate(ContactSite at);
  double tolerance(const Contact& contact, Dynamics& dynamics) const;
  double tolerance(const Contact& contact, ContactSite at) const {
    return tolerance(contact, *at.dynamics);
  }
  ContactChange fail(const Contact& contact, double t, std::string problem) const;
  ContactChange driven_in(const Contact& contact, double t) const;
  bool is_held_shut(const Contact& contact, ContactSite at) const;
  // A spare contact that what holds it moves away (way 1) or in (-1); null: none.
  Contact* find_moved(const State& state, double way);
  // Changes modes until forces and accelerations agree with them. `lifted`: must not stay closed.
  ContactChange resolve(ContactSite at, const std::vector<Held>& before, int lifted = -1,
                        int slipped = -1);
  bool fit(ContactSite at);
  bool improve(ContactSite at, int slipped);
  static double force_of_rounding(const Dynamics& dynamics);
  bool carry_one(ContactSite at);
  void take_back(const State& state);
  void begin_to_hold(Contact& contact, const State& state) const;
  static double rounding_of_accelerations(const State& state);
  bool turn_one(const State& state, std::vector<char>& turned);
  int find_sinking(ContactSite at, int lifted) const;
  double friction_room(const Contact& contact, const Dynamics& dynamics) const;
  ContactChange strike_at(int k, ContactSite at);
  // Of one impact: what strikes, and what is closed already.
  struct Striker {
    int contact;
    double restitution;
    bool resting;                 // closed already
    bool held = false;            // others hold its slip: it takes no friction
    bool slides = false;          // friction mu_k times the normal impulse; else the slip stops
    double way = 0, tangent = 0;  // direction and size of that impulse, towards growth of the slip
  };
  std::vector<Striker> find_strikers(int k, ContactSite at);
  void find_held(std::vector<Striker>& strikers, ContactSite at);
  bool strike_together(std::vector<Striker>& strikers, ContactSite at, ImpactOutcome& outcome);
  bool strike_once(const std::vector<Striker>& strikers, bool friction, const State& before,
                   ContactSite at, ImpactOutcome& outcome);
  bool find_friction(std::vector<Striker>& strikers, const State& before, ContactSite at,
                     ImpactOutcome& outcome);
  bool let_slide(std::vector<Striker>& strikers, const Impulses& impulses);
  bool is_gentle(const std::vector<Striker>& strikers, const State& before) const;
  void close_slow(const State& before, const std::vector<double>& after, ContactSite at);
  bool lift(Contact& contact, const State& before, double gap_rate, ContactSite at);
  double rebound(Contact& contact, const State& state);
  std::string describe_strike(const Contact& contact, bool resting, const State& before,
                              double gap_rate, double slip_rate, double N, double T) const;
  std::string describe_modes(const std::vector<Held>& before, double t) const;
  std::vector<Held> modes() const;

  const Tables& tables_;
  const Model& model_;
  const Options& options_;
  bool may_choose_;
  std::vector<Contact> contacts_;
  bool frictionless_ = false;  // friction of the present impact is left out
  long long frictionless_count_ = 0;
  double largest_gap_ = 0;    // so far, of all contacts
  double largest_speed_ = 0;  // of gap or slip
};

// v += M^-1 J^T P in the free motion of the constraints, J^T the line of one deformation; P pushes
// towards its growth. False where a motion carries no mass.
bool push(const Model& model, Dynamics& dynamics, State& state, int deformation, double P);

}  // namespace mbs
