// Positions in which the degrees of freedom stand still under the forces: R = DF^T (g - M a) = 0
// with qd = qdd = 0. Where nothing is driven that is statics; a driven motion goes on with its
// velocity and acceleration, which gives stationary motions.
//
// Newton's method in the degrees of freedom, damped by the natural monotonicity test (Deuflhard
// 2004, Newton Methods for Nonlinear Problems, section 3.3). Where the tangent is not positive
// definite it goes downhill in steps of bounded size instead, along its eigenvectors with the
// magnitudes of the eigenvalues, so that a stable position is found from a tilted start. Loads and
// prestress grow in load steps, springs act from the beginning; a step that fails is halved.
//
// A large mechanism that the bordered tangent can represent is solved on that tangent instead, in
// all coordinates and the stresses of its springs (solve/statics/large_equilibrium.h). The cost
// grows in proportion to the mechanism, and few iterations are needed however stiff springs are.
// Where no stable equilibrium is found in this way, the method above is used.
//
// The states named EQUILIBRIUM are unknowns beside the degrees of freedom, and their rates are
// equations:
//   K dq + Z dz = R,   -A dq - D dz = rate   (solve/statics/linearise.h)
// by the same damped method; other states keep their values. There are no downhill steps then,
// because the matrix has no energy.
#pragma once

#include <functional>
#include <string>

#include "assembly/range.h"
#include "linalg/lu.h"
#include "solve/place/arc_watch.h"
#include "solve/statics/linearise.h"
#include "solve/statics/path_point.h"

namespace mbs {

class LargeEquilibrium;

struct EquilibriumSettings {
  int iterations = 50;  // in each load step
  int load_steps = 1;
  double tolerance = 1e-10;  // of R over the size of its terms
  // Along the path of equilibria through limit points (load_path.h); on_point is called at each
  // point, placed and balanced, and ends the path with false.
  bool follows_path = false;
  bool seeks_limit = false;       // of the load, where the equilibrium is found by a descent
  double second = 1;              // in units of t, which is the load factor times a second
  const State* before = nullptr;  // the equilibrium of an earlier time, from which it is followed
  bool may_part = false;  // the time between may be parted, where a large mechanism needs more work
  std::function<bool(const PathPoint& point, const State& state)> on_point;
};

enum class EquilibriumKind {
  ok,
  not_converged,
  not_closed,    // the constraints cannot be fulfilled
  no_stiffness,  // a motion that no force resists: coordinate
  non_finite,
  out_of_range,  // an element would have to be deformed beyond its range: range
  path_ended,    // the path of equilibria does not come to the whole load: path_why, path_how
  turns_back,    // the path of equilibria turns before the whole load: first_limit
  far_away,      // so far from the start that the loads are lost in rounding: coordinate
  turns_round,   // on the way a path would turn round its circle by more than half a turn: arc
};

struct EquilibriumStatus {
  EquilibriumKind kind = EquilibriumKind::ok;
  int freedom = -1;        // the one with the largest imbalance, in the order of the partition
  int coordinate = -1;     // largest of the motion without stiffness, or the one that is far away
  double load_factor = 0;  // of the last load step, which may have failed
  double residual = 0;     // imbalance R of that freedom
  double relative = 0;     // the same over the size of its terms
  int iterations = 0;      // in all load steps
  int load_steps = 0;      // taken
  int state = -1;          // the state of the deck whose rate is worst, where that is worse than R
  // The tangent stiffness is positive definite; where forces that follow the motion make it
  // unsymmetric (`follows`), no small motion without damping grows.
  bool stable = true;
  bool follows = false;
  bool went_downhill = false;  // a tangent on the way was not positive definite
  int lowest = 0;              // `stable` says so of this number of lowest motions; 0: of all
  // Whether `stable` is known; it is not where states of the deck take part, nor of forces that
  // follow the motion of what has no mass.
  bool judged = true;
  double reached = 0;                        // load factor of the last equilibrium
  std::string path_why = {}, path_how = {};  // why the path ends, and what mends it
  int path_limits = 0, path_bifurcations = 0;
  bool began_in_rest = false;  // the path began in a stable equilibrium without loads
  double first_limit = 0;      // load factor at which the path turns first; 0: it does not
  double bifurcation = 0;      // load factor at which the path stops being stable; 0: not known
  Placed placed;               // the handle of the last state
  RangeWatch::Use range;       // the element that has used most of its range there
  JumpedArc arc;
  bool ok() const { return kind == EquilibriumKind::ok; }
};

class Equilibrium {
 public:
  Equilibrium(const Model& model, const Phase& phase, Dynamics& dynamics,
              const EquilibriumSettings& settings);

  // Solves from a state that Dynamics::start() has assembled. Afterwards stresses and reactions are
  // those of the last state.
  EquilibriumStatus solve(State& state);

 private:
  enum class Tangent { definite, indefinite, singular };
  // Where corrections lead: downhill where the tangent is symmetric, as Newton's are where it is
  // not; downhill there as well, while its symmetric part is not definite; as Newton's are
  // everywhere.
  enum class Way { usual, of_energy, of_newton };
  // From this number of degrees of freedom on dense matrices, which judge motions, take longer than
  // the equilibrium.
  static constexpr int kManyForJudgement = 60;
  // Least size of a state [its unit]: in STATIC its corrections may be rounding of forces.
  static constexpr double kLeastState = 1e-6;

  bool is_known_large() const;
  bool solve_large(State& state);
  bool follow_drives(State& state);
  bool go_with_drives(LargeEquilibrium& newton, State& state, std::vector<double>& S);
  bool solve_driven(LargeEquilibrium& newton, State& state, std::vector<double>& S);
  bool is_stable_in_motion(LargeEquilibrium& newton, const State& state);
  bool solve_downhill(State& state, bool pushed = false);
  void fall_from_best(State& state);
  bool judge_following(LargeEquilibrium& newton, const State& state);
  void judge_in_motion(State& state);
  void follow_path(State& state, bool has_time);
  std::vector<double> stresses_without_loads(LargeEquilibrium& newton, State& state);
  bool has_dead_loads() const;
  void seek_limit(const State& began, State& state);
  bool solve_along_path(State& state);
  double measure_large(const State& state);
  std::vector<double> noise_of(ConstVector rounding, ConstVector stiff);
  bool place_at_rest(State& state, bool choose);
  void balance(const Placed& at, State& state);
  bool is_far(const State& state);
  bool has_elastic_tendons() const;
  void grow_loads(State& state);
  bool load_step(State& state);
  Tangent factor(const State& state);
  void judge(Tangent tangent);
  bool take_unsymmetric(const State& state);
  void downhill();
  void name_soft_motion();
  void spread_correction();
  bool advance(State& state, Tangent tangent);
  bool move(const State& from, double fraction, State& to);
  double measure_residual(const State& state);
  double correction_of(const State& state, std::vector<double>& residual);
  Tangent factor_with_states(const State& state);
  bool is_finite(const State& state) const;

  const Model& model_;
  const Phase& phase_;
  Dynamics& dynamics_;
  EquilibriumSettings settings_;
  Linearisation linear_;
  Lu tangent_;
  RangeWatch ranges_;
  bool range_ended_ = false;  // a correction was cut short, or refused, by the range of an element
  State start_, trial_, best_;
  double extent_ = 0;  // of the mechanism at the start
  EquilibriumStatus status_;
  bool was_rough_ = false;  // a correction was shortened, or a tangent of a large one not stable
  double fresh_pivot_ = 0;
  bool stands_while_driven_ = false;  // along a path: what is driven has a place and no velocity
  bool needs_dense_ = false;          // solve_driven() cannot tell, on a shorter way neither
  Way way_ = Way::usual;
  bool balances_muscles_ = false;  // fibres and tendons are in balance at each position
  bool goes_downhill_ = false;     // solve_large() serves a descent, whatever the size
  bool is_large_ = false;          // imbalances are measured by measure_large()
  // With an unsymmetric tangent: a small motion about the state grows; nothing has mass.
  bool grows_ = false, has_no_mass_ = false;
  int n_ = 0;
  std::vector<std::size_t> free_states_;  // named EQUILIBRIUM
  // Of each: its largest value in this load step; the same, or its largest correction; scale of
  // its equation. A correction that is shortened says nothing of the size of a state.
  std::vector<double> state_seen_, state_size_, state_row_;
  double largest_force_ = 0, largest_moment_ = 0;  // on any coordinate
  std::vector<double> motion_, R_, terms_, noise_, work_, correction_, simplified_, symmetric_,
      vectors_, values_;
};

}  // namespace mbs
