#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/index.h"
#include "model/owner.h"
#include "solve/forces/dynamics.h"
#include "solve/place/connected_parts.h"

namespace mbs {

namespace {

// Spacing of the neighbours, as motion in mechanism sizes (see solve/place/continuation.cpp).
constexpr double kCandidates[] = {0.075, 0.15};
// Largest residual of an interpolated position.
constexpr double kInterpolatedPosition = 1e-10;
// Largest residuals of interpolated velocities and accelerations, as parts of those of the
// mechanism, and largest turn [rad] of a free orientation from its value.
constexpr double kInterpolatedRates = 1e-7;
// Where the path through the neighbours bends too much, they are sought so many times nearer.
constexpr double kCloser[] = {1, 1.5};
// Interpolated forces are right if what they leave over on each free coordinate is below this part
// of the largest force.
constexpr double kLeftOver = 1e-7;

// Whether f - h - De^T S = M a on the free coordinates, f with the driving forces that are kept.
bool is_balanced(const Model& model, const Phase& phase, const EquationsOfMotion& equations,
                 const Evaluation& here, const Inertia& inertia, const Loads& loads, ConstVector a,
                 ConstVector S) {
  const std::size_t n = loads.f.size();
  std::vector<double> pull(n, 0.0), left(n, 0.0);
  subtract_transposed_times(model, here, S, pull);
  inertia.add_mass_times(a, left);
  double largest = 0, most = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (!equations.is_free(i)) continue;
    const double kept = phase.x_kept.empty() ? 0 : phase.x_kept[i];
    for (const double term : {pull[i], left[i], loads.f[i], loads.h[i], kept})
      largest = std::max(largest, std::fabs(term));
    most = std::max(most, std::fabs(loads.f[i] - loads.h[i] + kept + pull[i] - left[i]));
  }
  return most <= kLeftOver * largest;
}

// How fast the directions of the constraints turn [rad/s]: for a rod the rate at which it turns, in
// any unit of length.
double turning_rate(const Model& model, const Kinematics& kinematics,
                    const std::vector<char>& is_angle, ConstVector v) {
  const Evaluation& here = kinematics.evaluation();
  std::vector<double> steepest(model.ne, 0.0), fastest(model.ne, 0.0);
  for (std::size_t k = 0; k < model.entry_row.size(); ++k) {
    const std::size_t r = at(model.entry_row[k]), i = at(model.entry_column[k]);
    if (is_angle[i]) continue;
    steepest[r] = std::max(steepest[r], std::fabs(here.De[k]));
    fastest[r] = std::max(fastest[r], std::fabs(v[i]));
  }
  const JacobianBlock& block = kinematics.jacobian().block();
  const int constraints = block.row_count() - count_of(kinematics.partition().e_freedoms);
  double rate = 0;
  for (int k = 0; k < constraints; ++k) {
    const std::size_t r = at(block.rows()[at(k)]);
    const double size = steepest[r] * fastest[r];
    if (size > 0) rate = std::max(rate, std::fabs(here.D2e_vv[r]) / size);
  }
  return rate;
}

// Sets the rates of all coordinates to zero that no constraints connect with one of them. False
// where none has a rate.
bool hold_others(const Model& model, const Kinematics& kinematics, int one,
                 std::vector<double>& v) {
  if (one < 0) return false;
  const Partition& partition = kinematics.partition();
  std::vector<int> free = partition.columns;
  free.insert(free.end(), partition.x_freedoms.begin(), partition.x_freedoms.end());
  DisjointSets connected = connected_parts(model, partition.rows, free);
  bool held = false;
  for (int i = 0; i < count_of(v); ++i)
    if (connected.root(i) != connected.root(one) && v[at(i)] != 0) v[at(i)] = 0, held = true;
  return held;
}

}  // namespace

bool SingularPassage::find(const State& state, double speed, const Solved& like,
                           const StateAt& state_at) {
  if (speed <= 0) return false;
  if (around_.empty()) around_.assign(Neighbours::kAll, like);
  return std::any_of(std::begin(kCandidates), std::end(kCandidates), [&](double candidate) {
    return solve_neighbours(state, candidate / speed, state_at);
  });
}

// Solves the neighbours from the position outwards, each predicted from the two before it.
bool SingularPassage::solve_neighbours(const State& state, double spacing,
                                       const StateAt& state_at) {
  constexpr int kSide = Neighbours::kSide;
  for (int direction : {1, -1}) {
    State previous = state, before = state;
    for (int k = 1; k <= kSide; ++k) {
      const double s = direction * k * spacing;
      Solved& to = around_[direction > 0 ? kSide + k - 1 : kSide - k];
      State& next = to.state;
      next = state;
      next.t = state.t + s;
      if (k == 1)
        move_from(model_, state.x, state.v, s, next.x);
      else
        extrapolate(model_, before.x, previous.x, next.x);
      if (!state_at(s, to)) return false;
      before = previous;
      previous = next;
    }
  }
  return true;
}

double SingularPassage::gravity_power() const {
  double sum = 0;
  for (std::size_t k = 0; k < around_.size(); ++k)
    sum += between_.weights()[k] * around_[k].gravity_power;
  return sum;
}

// The way of the mechanism through a weak position. Neighbours at t + s have the degrees of freedom
// at q + s qd and rates qd: a smooth path through the state. It is not the trajectory, but equal to
// it at s = 0 in position and velocity, and hence in acceleration and forces. So it is where some
// freedoms stay at q.
class Dynamics::Interpolation {
 public:
  // state: that of the position, with the degrees of freedom that the neighbours are to have.
  Interpolation(Dynamics& of, const State& state)
      : of_(of),
        kinematics_(of.kinematics()),
        is_angle_(turning_flags(of.model_)),
        state_(state),
        moving_(state),
        closed_(state),
        like_{state, of.S_, of.r_, of.loads_.f, of.loads_.h, of.loads_.S, 0.0},
        off_(of.model_.nx) {}

  // Interpolates the motion. weakest: a coordinate of the part that is singular, or -1.
  bool find(int weakest);
  // Interpolates the results of accelerate(). False where they are not right.
  bool find_efforts();
  const Placed& placed() const { return placed_; }
  const State& state() const { return closed_; }

 private:
  using Values = const std::vector<double>&;

  bool solve_at(double s, Solved& out);
  bool blend(double speed);
  bool near(double speed);
  bool near_by_length();
  bool near_by_turns();

  Dynamics& of_;
  Kinematics& kinematics_;
  const std::vector<char> is_angle_;
  const State& state_;
  State moving_;  // at the rates with which positions move along the path
  State closed_;  // interpolated
  const Solved like_;
  Placed placed_;  // of closed_
  std::vector<double> straight_, off_;
};

bool Dynamics::Interpolation::solve_at(double s, Solved& out) {
  const Model& model = of_.model_;
  State& next = out.state;
  next.v = state_.v;
  straight_ = next.x;
  move_from(model, state_.x, moving_.v, s, straight_);
  for (const int i : kinematics_.partition().x_freedoms)
    if (model.is_orientation(i))
      model.orientations[at(model.orientation_of[at(i)])].copy(straight_, next.x);
    else
      next.x[i] = straight_[i];
  kinematics_.keep_freedoms(state_);
  kinematics_.motion().shift_freedoms(s);
  const Positioned positioned = kinematics_.position(next);
  if (!positioned.ok() || !of_.placement_.is_sound()) return false;
  const Placed at_rates = kinematics_.velocities(positioned, next);
  if (!of_.solve(at_rates, next).ok()) return false;
  of_.finish(at_rates, next);
  out.S = of_.S_;
  out.r = of_.r_;
  out.f = of_.loads_.f;
  out.h = of_.loads_.h;
  out.law = of_.loads_.S;
  out.gravity_power = of_.loads_.gravity_power;
  return true;
}

// Whether the motion interpolated between neighbours at this speed fulfils the constraints.
bool Dynamics::Interpolation::blend(double speed) {
  const SingularPassage& passage = of_.passage_;
  closed_ = state_;
  const auto solve = [this](double s, Solved& out) { return solve_at(s, out); };
  if (!of_.passage_.find(moving_, speed, like_, solve)) return false;
  passage.blend([](const Solved& s) -> Values { return s.state.x; }, closed_.x);
  normalise_orientations(of_.model_, closed_.x);
  passage.blend([](const Solved& s) -> Values { return s.state.v; }, closed_.v);
  passage.blend([](const Solved& s) -> Values { return s.state.a; }, closed_.a);
  kinematics_.keep_freedoms(state_);
  if (!(kinematics_.residual_at(closed_) <= kInterpolatedPosition)) return false;
  placed_ = kinematics_.measure(closed_);
  coordinate_difference(of_.model_, state_.x, closed_.x, off_);
  double moved = 0;  // orientations alone, but for rounding
  for (const std::size_t i : kinematics_.partition().x_freedoms)
    moved = std::max(moved, std::fabs(off_[i]) / (1 + std::fabs(closed_.x[i])));
  const ResidualAudit::Residual& left = kinematics_.residuals().residual();
  return moved <= kInterpolatedRates && left.velocity <= kInterpolatedRates &&
         left.acceleration <= kInterpolatedRates;
}

bool Dynamics::Interpolation::near(double speed) {
  return std::any_of(std::begin(kCloser), std::end(kCloser),
                     [&](double closer) { return blend(closer * speed); });
}

bool Dynamics::Interpolation::near_by_length() {
  return near(motion_speed(moving_.v, is_angle_, kinematics_.jacobian().length()));
}

bool Dynamics::Interpolation::near_by_turns() {
  closed_ = state_;
  kinematics_.keep_freedoms(state_);
  kinematics_.measure(closed_);
  return near(turning_rate(of_.model_, kinematics_, is_angle_, moving_.v));
}

bool Dynamics::Interpolation::find(int weakest) {
  // Points without an angle have no arm that says how large the mechanism is.
  if (of_.model_.turning.empty() ? near_by_turns() : near_by_length()) return true;
  // Where other parts turn faster, only the part that is singular moves: on another smooth path.
  return hold_others(of_.model_, kinematics_, weakest, moving_.v) &&
         (near_by_length() || near_by_turns());
}

bool Dynamics::Interpolation::find_efforts() {
  const SingularPassage& passage = of_.passage_;
  Loads& loads = of_.loads_;
  passage.blend([](const Solved& s) -> Values { return s.S; }, of_.S_);
  passage.blend([](const Solved& s) -> Values { return s.r; }, of_.r_);
  passage.blend([](const Solved& s) -> Values { return s.f; }, loads.f);
  passage.blend([](const Solved& s) -> Values { return s.h; }, loads.h);
  passage.blend([](const Solved& s) -> Values { return s.law; }, loads.S);
  loads.gravity_power = passage.gravity_power();
  of_.inertia_.evaluate(of_.model_, closed_.x, closed_.v, kinematics_.evaluation());
  if (is_balanced(of_.model_, of_.phase_, *of_.equations_, kinematics_.evaluation(), of_.inertia_,
                  loads, closed_.a, of_.S_))
    return true;
  // Where the two motions that meet in the position want different forces, the force on the way
  // through it has a pole, which no polynomial shows. The motion is smooth there: the stresses
  // follow from its accelerations.
  if (of_.equations_->balance() || of_.sliding_.acts()) return false;
  if (!kinematics_.jacobian().factor().ok()) return true;
  of_.equations_->evaluate(placed_, closed_);
  of_.equations_->find_stresses(closed_.a, of_.S_);
  of_.add_laws_beside();
  if (!std::all_of(of_.S_.begin(), of_.S_.end(), [](double s) { return std::isfinite(s); }))
    return false;
  of_.finish(placed_, closed_);
  return true;
}

// The state of a weak position, with all results of accelerate(), from well conditioned neighbours
// where that is possible, else as it is.
Placed Dynamics::interpolate(const Placed& direct, State& state) {
  const State placed_directly = state;
  const int weakest = placement_.kinematics().jacobian().weakest_coordinate();
  placement_.take_back(state);
  Interpolation between(*this, state);
  if (!between.find(weakest) || !between.find_efforts()) {
    state = placed_directly;
    // The factors now belong to a neighbour.
    return direct.ok() ? placement_.place_directly(state) : direct;
  }
  state = between.state();
  Placed placed = between.placed();
  placed.is_solved_ = true;
  ++interpolated_;
  return placed;
}

}  // namespace mbs
