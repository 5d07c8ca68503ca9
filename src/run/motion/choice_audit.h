// Degrees of freedom that the user has named determine the motion only as long as the Jacobian of
// the calculable coordinates is regular. Methods with error control cannot step past a position
// where it is singular, but a fixed step may: a pendulum whose degree of freedom is the height of
// its bob would bounce at the lowest point. This audit makes suspicious steps again with degrees of
// freedom that are chosen by pivoting. It compares the velocities, and the signs of the determinant
// of that Jacobian, where both runs end. Deformations with springs as unknowns are proven to
// determine the position (solve/forces/freedom_coordinates.h). If the deck names no coordinate
// beside them, the audit only notes the state: a step that skips a vibration is no other motion.
#pragma once

#include <memory>

#include "run/motion/dynamic_system.h"

namespace mbs {

class ChoiceAudit {
 public:
  ChoiceAudit(const Model& model, const Phase& phase, const Options& options);
  ~ChoiceAudit();

  // The run begins, or goes on after an event, at a state that `dynamics` has placed.
  void begin(const State& state, Dynamics& dynamics);
  // True if the degrees of freedom have ceased to determine the motion between the last accepted
  // state and `accepted`.
  bool turned_bad(const Placed& at, const State& accepted, Dynamics& dynamics);
  // In place of turned_bad() where the unknowns are proven to determine the motion: only notes the
  // state.
  void pass(const State& accepted, Dynamics& dynamics);
  // Whether the motion goes on to time t with other degrees of freedom.
  bool others_reach(double t);
  // How many steps have been made again.
  long long repeated() const { return repeated_; }

 private:
  struct SecondRun;
  bool move_on(State& state, double t);
  void note(const State& state, double determinacy);
  bool is_elsewhere(const State& accepted, const State& other, double determinacy) const;

  const Model& model_;
  const Phase& phase_;
  const Options& options_;
  State last_;                     // the last accepted state
  double determinacy_ = 0;         // of the partition there
  double determinacy_change_ = 0;  // of the last step
  double best_ = 0;                // the largest determinacy so far
  long long repeated_ = 0;
  std::unique_ptr<SecondRun> second_;  // null until it is needed
};

}  // namespace mbs
