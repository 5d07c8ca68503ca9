// Prescribed motion at a time: the coordinates that move as prescribed, and the target values e,
// ed, edd of constrained deformations. Free deformations keep the values they are given.
#pragma once

#include <optional>
#include <vector>

#include "laws/motion.h"
#include "model/phase.h"
#include "model/state.h"
#include "solve/place/partition.h"

namespace mbs {

// A prescribed motion without a finite position, velocity or acceleration at time t.
struct MotionFault {
  int motion = -1;
  double t = 0;
  std::optional<MissingValue> left;  // why, where that is known
};

class PrescribedMotion {
 public:
  PrescribedMotion(const Model& model, const Phase& phase, const Partition& partition);

  // Whether there are coordinates that move as prescribed.
  bool moves_coordinates() const { return !coordinates_.empty() || !turns_.empty(); }
  // Sets the prescribed coordinates at state.t (x, v, a) and the targets e, ed, edd. False where a
  // motion is not finite.
  bool prescribe(State& state);
  // The earliest time so far at which prescribe() was false.
  const std::optional<MotionFault>& fault() const { return fault_; }

  // Values and rates that free deformations keep, in the partition's order; their accelerations are
  // zero.
  void keep_freedoms(ConstVector values, ConstVector rates);
  // Like keep_freedoms(), from the values and rates of all deformations (ne).
  void keep_freedoms_of(ConstVector e, ConstVector ed);
  // Moves the kept values on by their rates times s.
  void shift_freedoms(double s);
  // The values that the deck gives to deformations at the start, for the next assembly.
  void set_initial_deformations();
  // Sets the targets e to e - part * change, of vectors (ne).
  void aim_before(const std::vector<double>& e, const std::vector<double>& change, double part);
  // Deformations that are prescribed or have values at the start.
  std::vector<int> moved_deformations() const;

  // Targets of the constrained deformations (ne).
  const std::vector<double>& e() const { return e_; }
  const std::vector<double>& ed() const { return ed_; }
  const std::vector<double>& edd() const { return edd_; }

 private:
  bool evaluate(int motion, double t, double out[3]);
  void lead_from(double drawn, double motion[3]) const;
  bool prescribe_turn(int orientation, State& state);
  void keep(int r, double value, double rate) { e_[r] = value, ed_[r] = rate, edd_[r] = 0; }

  const Model& model_;
  const Phase& phase_;
  std::vector<int> coordinates_, deformations_;  // with a prescribed motion
  std::vector<int> turns_;                       // orientations with a prescribed motion
  std::vector<int> e_freedoms_;
  std::vector<int> hints_;  // spline intervals, one per motion
  MotionSlots slots_;
  std::optional<MotionFault> fault_;
  std::vector<double> e_, ed_, edd_;
};

}  // namespace mbs
