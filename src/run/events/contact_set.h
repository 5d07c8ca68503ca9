// The contacts of a run with their present modes, and the classes that the modes give to gaps and
// slips.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "plan/contacts.h"
#include "run/events/bounce_series.h"
#include "run/frame/change.h"
#include "run/motion/dynamic_site.h"

namespace mbs {

// The mode of a rigid contact. All but `open` are closed. carried: constraints or other contacts
// hold its slip. If one of these contacts sticks and holds the motion of both, it is the leader,
// and both share the friction (model/phase.h). spare: constraints or other contacts hold its gap. A
// joint with friction is a contact that is always closed.
enum class ContactMode { open, slide, stick, carried, spare };

// Two bodies that may touch: what rigid, impulse and penalty contacts have in common.
struct ContactGap {
  const ContactRow* row = nullptr;
  int normal = 0;         // deformation: the gap; of a joint the first one whose stress is its load
  int slip = 0;           // deformation
  double floor = 0;       // the gap [m], slightly below 0, at which an open contact closes
  bool is_length = true;  // false: a FORMULA, whose unit is that of its expression
};

// Its force is a law (index into ForceLaws::contacts).
struct PenaltyContact : ContactGap {
  int law = -1;
};

// What a joint with friction has and a contact has not.
struct RubbingJoint {
  bool turns = false;  // its slip is an angle
  double arm = 1;      // [m/rad] arm * slip rate compares with other speeds; 1 for a length
  // Stresses that press are those of its laws: an event or the deck has let the joint go.
  bool by_law[kMostPressing] = {};
  // Constant friction beside a joint: the deformations of that joint. The friction acts while one
  // of them is held; if none is held at the start, it acts always. Beside a contact (index) or a
  // penalty contact (its law): the friction acts while that contact touches.
  int first = 0, count = 0, contact = -1, law = -1;
  bool is_beside() const { return count > 0 || contact >= 0 || law >= 0; }
};

// What a contact has that opens and closes.
struct Flight {
  double slack = 0;  // the pull [N] at which it lifts off; 0 where it has a force
  BounceSeries bounces;
  int false_starts = 0;  // how often rounding has made the gap 0 in the present flight
  // Its force has just fallen to zero: it lifts off without a velocity and without an acceleration,
  // and for some time the error of the integration is larger than its gap.
  bool leaves_gently = false;
  bool struck = false;  // it has taken part in an impact of the present round of events
  long long strikes = 0;
  double normal_impulse = 0, friction_impulse = 0;
};

// A rigid or impulse contact, or a joint with friction.
struct Contact : ContactGap {
  ContactMode mode = ContactMode::open;
  double sign = 0;            // of the slip rate while it slides
  bool fresh = false;         // it has begun to slide and has no slip rate yet
  std::vector<int> carriers;  // deformations that hold its slip while it is carried, and
  std::vector<double> parts;  // their factors: the rows times these add up to 0
  int leader = -1;            // index of the contact that sticks for both while it is carried
  // The first time at which a look has seen a slip rate, since its mode was found.
  double moves_from = HUGE_VAL;
  bool idle = false;                // it is closed and pushes nothing
  bool rolls = false;               // others hold its gap, but its slip sticks
  FrictionBounds at_rest, sliding;  // a contact has mu_s and mu_k
  FrictionLoad load;
  Flight flight;
  RubbingJoint joint;

  std::size_t e1() const { return static_cast<std::size_t>(normal); }
  std::size_t e2() const { return static_cast<std::size_t>(slip); }
  bool is_joint() const { return row->model == ContactModel::joint; }
  double slip_rate(const State& state) const { return joint.arm * state.ed[e2()]; }
  // False for a cam: it has a gap only, which is also its `slip`, and nothing rubs.
  bool slips() const { return slip != normal || is_joint(); }
  bool is_rigid() const { return row->model == ContactModel::rigid; }
  bool has_friction() const { return row->mu_s > 0; }
  bool closed() const { return mode != ContactMode::open; }
  // Whether it sticks, by itself or with its leader.
  bool stands() const {
    return mode == ContactMode::stick || (mode == ContactMode::carried && leader >= 0);
  }
  void let_slip(double friction) {
    mode = ContactMode::slide;
    sign = friction < 0 ? -1 : 1;
    fresh = true;
    moves_from = HUGE_VAL;
  }
};

struct ContactSet {
  // The mode and the sign of the slip of a contact. A contact that stands with its leader counts as
  // sticking: a user does not see which of them leads.
  struct ModeAndSign {
    ContactMode mode;
    double sign;
    bool operator==(const ModeAndSign&) const = default;
  };
  using Modes = std::vector<ModeAndSign>;

  ContactSet(const Plan& plan, const Model& model);
  ContactSet(const ContactSet&) = delete;
  ContactSet& operator=(const ContactSet&) = delete;

  std::vector<Contact> contacts;  // contacts first, then joints
  std::vector<PenaltyContact> penalties;
  // The gaps of both, in this order.
  std::size_t gap_count() const { return contacts.size() + penalties.size(); }
  const ContactGap& gap(std::size_t k) const {
    if (k < contacts.size()) return contacts[k];
    return penalties[k - contacts.size()];
  }
  double largest_gap = 0;  // of all contacts so far [m]
  // Where the gaps of some contacts hold the gaps of others: the least squares of their normal
  // forces, as factors of the forces of the contacts that hold (contacts x contacts); empty: not
  // needed.
  std::vector<double> shares;
  // The speed of comparison at the state evaluated last [m/s]: the largest rate of a gap or slip,
  // or sqrt(a l) if that is more; a: the largest acceleration there, l: the length of the mechanism
  // or twice the largest gap.
  double speed = 0;

  void note_speed(const State& state, const Dynamics& dynamics);
  bool any_closed() const;
  Modes modes() const;
  // The modes that differ from `before`, and the lines of the report about them.
  std::vector<ModeChange> changes(const Modes& before) const;
  static std::string describe(const std::vector<ModeChange>& changes, double t);

  // The error that a gap may have [m].
  double tolerance(int gap, const Dynamics& dynamics) const;
  // The stress k that presses the rubbing surfaces together: the stress of the constraint, or, in a
  // joint that has been let go, the stress of its laws.
  static double pressing(const Contact& contact, int k, const Dynamics& dynamics);
  // Reserve of a contact that sticks: mu_s N - |T| [N]. Negative: it slides, and with it the
  // contacts that share its friction.
  double friction_room(const Contact& contact, const Dynamics& dynamics) const;
  // The normal force that limits the friction of a wheel at rest: its share where other contacts
  // hold its gap, too.
  double standing_load(const Contact& contact, const Dynamics& dynamics) const;

  // Constant friction ends when an event lets its joint go, or when its contact opens, and comes
  // back with them. True where a friction has ended or come back.
  bool follow_joints(const Phase& phase);
  // Finds RubbingJoint::by_law in this phase.
  void find_laws_that_press(const Phase& phase);
  // Makes the dynamics of the present modes at the positions of the state. False where the modes
  // hold too much.
  bool rebuild(DynamicSite& at);
  // Makes the gap and slip of a contact, or the slip of a joint, calculable.
  static void release(const Contact& contact, Phase& phase);
  // Makes the dynamics in which no contact and no friction holds anything; the modes stay. False
  // where the rest holds too much.
  bool let_go(DynamicSite& at);

  // A change that reports an error of this contact.
  Change fail(const Contact& contact, double t, std::string problem) const;
  // Friction of the contact, or of the joint, jams.
  Change fail_jammed(const Contact& contact, double t) const;
  // What slides at the state of the site and is about to jam: its friction grows far more than its
  // coefficient, or does not exist with a larger one. The problem is empty where nothing does.
  // Changes efforts and accelerations.
  Change find_jam(DynamicSite& at) const;
  Change driven_in(const Contact& contact, double t) const;

 private:
  void find_leaders();
  std::vector<int> sticking(const std::vector<int>& carriers) const;
  void set_classes(Phase& phase, const State& state) const;
  void set_sliding(Phase& phase) const;
};

}  // namespace mbs
