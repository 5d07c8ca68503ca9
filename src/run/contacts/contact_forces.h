// All that touches and rubs at one state as one problem of forces and accelerations
// (solve/impact/touch_problem.h): contacts that touch, and joints with friction, let go together.
#pragma once

#include <optional>
#include <vector>

#include "run/contacts/contact_set.h"
#include "solve/impact/impulse.h"
#include "solve/impact/line_response.h"
#include "solve/impact/touch_problem.h"

namespace mbs {

// What is taken for granted of a contact or joint at rest, where its forces are at a limit and
// rounding would decide: that it has no normal force, that it slides the way of its sign, or that
// it has the friction of sliding whichever way it goes.
enum class Assumed : char { nothing, parts, slides, is_loose };

class ContactForces {
 public:
  ContactForces(ContactSet& set, DynamicSite& at) : set_(set), at_(at) {}

  // Finds W, b and what presses joints, at the state of the site, whose dynamics become those of
  // all being free. False where a motion that is then free has no mass.
  bool find();
  // The same of what is closed only: contacts that touch besides are left as they are.
  bool find_closed() {
    only_closed_ = true;
    return find();
  }
  // Ways of slips: of each contact -1, 0 or 1. Writes the modes of the contacts; false where there
  // is no solution.
  bool solve(const std::vector<int>& ways, const std::vector<Assumed>& assumed);
  // Of several solutions the one whose modes are nearest to these is taken.
  void prefer(const std::vector<ContactSet::ModeAndSign>& modes) { preferred_ = &modes; }
  // Whether the last problem had a solution, and how many with different accelerations.
  std::size_t solutions() const { return solutions_; }
  const TouchSolution& solution() const { return solution_; }
  // Whether the normal forces of the last solution have no single value.
  bool shares_forces() const;
  // Where a wheel turns with the ground although others hold its gap: the shares of all that is
  // closed, by which they stand.
  void share_among_wheels();
  // Least squares of the normal forces of all that is closed, after find_closed() at the same state
  // in another place: what they add to the stresses and reactions of the present dynamics. `open`:
  // of each contact, whether its force has no single value. False where none is open.
  bool share_evenly(const State& now, const Dynamics& present, Impulses& added,
                    std::vector<char>& open);
  // The first contact (index) whose assumption the solution contradicts; -1: none.
  int contradicted(const std::vector<Assumed>& assumed) const;
  // A contact whose gap nothing can move, and which would be driven in; null: none.
  const Contact* driven_in() const { return driven_in_; }
  // Whether friction acts on its slip in the last solution.
  bool rubs(const Contact& contact) const;
  // A contact that touches and does not move apart: it may push.
  bool touches(const Contact& contact) const;

 private:
  struct Lines {
    int normal = -1, slip = -1;
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
  std::vector<int> lines_;       // deformations
  std::vector<Lines> of_;        // of each contact
  std::vector<char> candidate_;  // of each contact: rigid and touching, or a joint
  std::vector<int> load_first_;  // of each contact: the first of its stresses in P0; -1: none
  bool only_closed_ = false;
  std::optional<FreeMotion> motion_;  // with all that touches let go
  TouchProblem problem_;
  TouchSolution solution_;
  std::vector<int> normal_of_;  // of each contact: index into the problem's normals; -1: none
  std::vector<int> rub_of_;     // index into its rubs; -1: none
  const Contact* driven_in_ = nullptr;
  const std::vector<ContactSet::ModeAndSign>* preferred_ = nullptr;
  std::size_t solutions_ = 0;
  double still_ = 0, weightless_ = 0;  // accelerations and forces below are rounding
};

}  // namespace mbs
