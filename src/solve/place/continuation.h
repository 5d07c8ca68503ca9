// Follows the motion of a mechanism from one time to the next, always on the same assembly branch.
//
// Every new position is predicted, from earlier states or to second order, x + v h + a h^2/2. It is
// then corrected by Newton's method and compared with the prediction of second order; where
// position or velocity differ by more than the option `branch` allows, the step is halved. So the
// mechanism does not change to another assembly branch, and stops where no motion goes on (a toggle
// position). The sign of the determinant of the Jacobian is no test: it changes on the right branch
// when a parallelogram passes its flat position.
//
// At a flat position the Jacobian itself is singular although the motion is smooth. The position is
// stepped over; a report time that falls there is interpolated from well conditioned neighbours.
#pragma once

#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "base/interrupt.h"
#include "model/state.h"
#include "solve/place/angle_locks.h"
#include "solve/place/arc_watch.h"
#include "solve/place/kinematics.h"
#include "solve/place/neighbours.h"

namespace mbs {

// Earlier states of a motion, which predict a later position: by the polynomial through positions,
// velocities and accelerations at three times.
class PastStates {
 public:
  explicit PastStates(const State& any);

  // Stores a state with known velocities and accelerations in place of the oldest one.
  void note(const State& state);
  // Like note(), for a state whose x, v and a are no longer needed: they are swapped with older
  // ones.
  void take(State& state);
  // Forgets all states: from now on the motion is another one.
  void forget() { count_ = 0; }

  // Predicts x of some coordinates at time t from `from` and the two states stored last. False
  // where there are fewer, or where their distances in time would enlarge their errors much. Errors
  // grow a hundredfold in any case, so the prediction must be corrected.
  bool foretell(const State& from, double t, const std::vector<int>& coordinates,
                std::vector<double>& x) const;

 private:
  struct Point {
    double t = 0;
    std::vector<double> x, v, a;
  };
  std::array<Point, 2> points_;  // the oldest first
  int count_ = 0;
};

struct ContinuationCount {
  long long positions = 0;  // accepted, substeps included
  long long halvings = 0;
  long long interpolated = 0;
  long long iterations = 0;  // Newton, of accepted positions
  int most_iterations = 0;   // at one position
};

struct StopReason {
  SolveStatus status;
  double time = 0;      // of the shortest step that failed
  int coordinate = -1;  // the one that is determined worst there
  double pivot = 0;
  bool interrupted = false;  // the time limit was reached or a signal came
  bool left_branch = false;  // converged, but away from the prediction however short the step
};

class Continuation {
 public:
  // `start` is assembled, with rates; the Jacobian is factored there.
  Continuation(const Model& model, Kinematics& kinematics, const Options& options,
               const State& start, const Interrupt* interrupt = nullptr);

  // Brings `out` to time t. False where the motion cannot be followed: stop() says why, good() is
  // the last state that is sure.
  bool advance(double t, State& out);

  // From now on the residuals of the kinematics are not computed.
  void leave_out_residuals() { residuals_ = false; }
  // Goes on from a state of the same motion.
  void restart(const State& state) {
    past_.note(good_);
    good_ = state;
  }

  const StopReason& stop() const { return stop_; }
  const State& good() const { return good_; }
  const ContinuationCount& count() const { return count_; }

 private:
  static constexpr int kSide = Neighbours::kSide;

  enum class Landing { good, weak, singular, failed };
  // Positions at which a walk may end. good: well conditioned ones; neighbour: also those good
  // enough for interpolation; weak: also weak ones.
  enum class Footing { good, neighbour, weak };
  Landing try_step(const State& from, double t);
  void predict(const State& from, double t);
  bool agrees(const State& from);
  bool walk(State& base, double t, Footing end, Landing& last);
  double longest_step(const State& state);
  bool good_enough(Footing end) const;
  bool interpolate(double t, State& out);
  double blend(double t, double spacing);
  void blend_orientations(const Neighbours::Places& weights);
  Landing place_neighbours(double t, double spacing);
  void accept();

  const Model& model_;
  Kinematics& kinematics_;
  const Options& options_;
  const Interrupt* interrupt_;  // may be null
  std::vector<char> is_angle_;
  State good_, trial_;
  std::vector<double> predicted_;     // to second order
  std::vector<double> shift_;         // nx: between two positions, along the velocities
  std::vector<int> numbers_;          // unknown coordinates that are no orientations
  std::vector<int> turns_;            // unknown coordinates that are orientations
  std::optional<Evaluation> rounds_;  // where ways that close are counted
  AngleLocks locks_;
  std::optional<Evaluation> locks_at_;  // of the beginning of a step
  ArcWatch arcs_;
  std::vector<double> round_rates_, round_periods_;  // one per Model::counted_rounds
  PastStates past_;
  // Workspace of interpolation, made at the first interpolation, which few motions need.
  struct Blending {
    explicit Blending(const State& any)
        : around(Neighbours::kAll, any), base(any), blended(any), best(any), beyond(any) {}
    std::vector<State> around;
    State base, blended, best, beyond;
  };
  std::optional<Blending> blending_;
  double best_pivot_;  // largest so far; a position is weak below a fraction of it
  int iterations_ = 0;
  double off_ = HUGE_VAL;  // of the position from the prediction of second order, in sizes
  bool residuals_ = true;
  StopReason stop_;
  ContinuationCount count_;
};

}  // namespace mbs
