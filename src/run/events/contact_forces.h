// One problem of forces and accelerations (solve/impact/touch_problem.h) for all contacts that
// touch and all joints with friction at one state. The dynamics let go of all of them.
#pragma once

#include <optional>
#include <vector>

#include "run/events/contact_set.h"
#include "run/motion/shown_efforts.h"
#include "solve/impact/impulse.h"
#include "solve/impact/line_response.h"
#include "solve/impact/touch_problem.h"

namespace mbs {

// What is assumed of a contact or joint at rest whose forces are at a limit, where rounding would
// decide. parts: it has no normal force. slides: it slides in the direction of its sign. is_loose:
// it has the friction of sliding in either direction.
enum class Assumed : char { nothing, parts, slides, is_loose };

class ContactForces {
 public:
  ContactForces(ContactSet& set, DynamicSite& at) : set_(set), at_(at) {}

  // Finds W, b and the stresses that press joints, at the state of the site. The dynamics of the
  // site are then without contacts and friction. False where a motion that is then free has no
  // mass.
  bool find();
  // find() for closed contacts only: open contacts that touch stay as they are.
  bool find_closed() {
    only_closed_ = true;
    return find();
  }
  // ways: the direction of the slip of each contact, -1, 0 or 1. Writes the modes of the contacts;
  // false where there is no solution.
  bool solve(const std::vector<int>& ways, const std::vector<Assumed>& assumed);
  // Of several solutions, solve() takes the one whose modes are nearest to `modes`.
  void prefer(const ContactSet::Modes& modes) { preferred_ = &modes; }
  // Number of solutions of the last problem with different accelerations; 0: it had none.
  std::size_t solutions() const { return solutions_; }
  const TouchSolution& solution() const { return solution_; }
  // Whether the normal forces of the last solution have no single value.
  bool shares_forces() const;
  // Where a wheel turns with the ground although other contacts hold its gap: finds
  // ContactSet::shares, by which the closed contacts share their normal forces.
  void share_among_wheels();
  // Least squares of the normal forces of all closed contacts, after find_closed() on another site
  // at the state `now`. added: what they add to the stresses and reactions of the dynamics
  // `present`. open: of each contact, whether its force has no single value. False where none is
  // open.
  bool share_evenly(const State& now, const Dynamics& present, Impulses& added,
                    std::vector<char>& open);
  // The first contact (index) whose assumption the solution contradicts; -1: none.
  int contradicted(const std::vector<Assumed>& assumed) const;
  // A contact that a prescribed motion drives in: no force can move its gap. Null: none.
  const Contact* driven_in() const { return driven_in_; }
  // Whether friction acts on the slip of the contact in the last solution.
  bool rubs(const Contact& contact) const;
  // Whether a contact is closed, or touches and does not move apart: it may push.
  bool touches(const Contact& contact) const;

 private:
  // A contact or joint in the problem; -1: none.
  struct Part {
    bool candidate = false;      // rigid and touching, or a joint
    int normal = -1, slip = -1;  // lines
    int load = -1;               // the first of its stresses in P0
    int push = -1, rub = -1;     // indices into the problem's normals and rubs
  };
  int add_line(int deformation);
  void choose_lines();
  void fill_matrix(FreeMotion& motion);
  std::vector<ImpactLine> impact_lines() const;
  bool is_held(int contact, const std::vector<Assumed>& assumed) const;
  bool moves(int line) const;
  double acceleration(int line) const;
  void take_modes();
  // Which way a contact or joint slides in the problem; 0: it is at rest.
  int way_of(std::size_t contact) const;
  void find_rubs(const std::vector<int>& ways, const std::vector<Assumed>& assumed);
  void choose_nearest();
  int distance(const TouchSolution& solution) const;
  bool has_idle_wheel() const;
  bool find_shares();
  void stand_by_shares();
  int way_at(const Contact& c, const State& state) const;

  ContactSet& set_;
  DynamicSite& at_;
  std::vector<int> lines_;  // deformations
  std::vector<Part> of_;    // of each contact
  bool only_closed_ = false;
  std::optional<FreeMotion> motion_;  // with all that touches let go
  TouchProblem problem_;
  TouchSolution solution_;
  const Contact* driven_in_ = nullptr;
  const ContactSet::Modes* preferred_ = nullptr;
  std::size_t solutions_ = 0;
  double still_ = 0, weightless_ = 0;  // accelerations and forces below are rounding
};

// The forces of redundant contacts that a report shows: the least squares of their normal forces.
class EvenForces : public ShownEfforts {
 public:
  // The contacts of the site in their present modes.
  EvenForces(DynamicSite& site, ContactSet& set) : site_(site), set_(set) {}
  bool put(const State& state) override;
  void take_back() override { site_.dynamics->exchange_efforts(S_, r_); }
  const std::vector<char>& open() const override { return open_; }

 private:
  DynamicSite& site_;
  ContactSet& set_;
  std::optional<DynamicSite> free_;  // the same state with all that is closed let go
  std::vector<double> S_, r_;        // the efforts that are not in the dynamics now
  std::vector<char> open_;
};

}  // namespace mbs
