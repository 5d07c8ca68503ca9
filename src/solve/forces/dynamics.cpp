#include "solve/forces/dynamics.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>

#include "base/disjoint_sets.h"

namespace mbs {

namespace {

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

// Evaluations (those in weak positions, less the others) without a passage behind which one is
// looked for only where the pivot has fallen below a part of what it was: the degrees of freedom
// are a bad choice there, and steps that creep up to the place would look for it for ever.
constexpr int kRefusals = 1000;
constexpr double kNextLook = 0.67;

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
  std::vector<char> counts(model.ne, 0), free(model.nx, 0);
  for (int r : kinematics.jacobian().block().rows()) counts[at(r)] = 1;
  for (int i : kinematics.jacobian().block().columns()) free[at(i)] = 1;
  for (int i : partition.x_freedoms) free[at(i)] = 1;
  DisjointSets connected(model.nx + model.ne);  // coordinates, then constraints
  for (std::size_t k = 0; k < model.entry_row.size(); ++k) {
    const int r = model.entry_row[k], i = model.entry_column[k];
    if (counts[at(r)] && free[at(i)] && !model.entry_zero[k]) connected.join(i, model.nx + r);
  }
  bool held = false;
  for (int i = 0; i < count_of(v); ++i)
    if (connected.root(i) != connected.root(one) && v[at(i)] != 0) v[at(i)] = 0, held = true;
  return held;
}
}  // namespace

Dynamics::Dynamics(const Model& model, const Phase& phase, const Options& options, Form form,
                   bool may_choose)
    : model_(model),
      phase_(phase),
      options_(options),
      form_(form),
      placement_(model, phase, options, may_choose),
      inertia_(model),
      loads_(model, phase),
      rates_(model, phase),
      sliding_(model, phase, options),
      passage_(model),
      force_(model.nx),
      S_(model.ne),
      r_(model.nx) {
  for (int r = 0; r < model.ne && loads_.may_be_stressed && !phase.has_choice(); ++r)
    if (phase.e_law[r] != 0 && !is_free(phase.e_class[r])) beside_.push_back(r);
}

// The equations give the stress that holds a deformation; the stress of its laws adds to it.
void Dynamics::add_laws_beside() {
  for (const int r : beside_) S_[r] += loads_.S[r];
}

// Makes the equations again where the placement has another partition.
void Dynamics::follow_partition() {
  if (placement_.renewals() == renewals_) return;
  renewals_ = placement_.renewals();
  equations_.emplace(model_, phase_, options_, form_, placement_.kinematics(), inertia_, loads_);
}

Placed Dynamics::start(State& state) {
  const Placed placed = placement_.start(state);
  follow_partition();
  return placed;
}

SolveStatus Dynamics::resume(const State& state) {
  const SolveStatus status = placement_.resume(state);
  follow_partition();
  return status;
}

Placed Dynamics::place(State& state, bool between_steps) {
  const Placed placed = placement_.place(state, between_steps);
  follow_partition();
  if (!placement_.is_weak()) {
    refusals_ = std::max(refusals_ - 1, 0);
    return placed;
  }
  const double pivot = placement_.kinematics().jacobian().determinacy();
  if (placed.ok() && refusals_ > kRefusals && pivot > kNextLook * refused_pivot_) {
    placement_.refuse_passage();
    return placed;
  }
  const Placed passed = interpolate(placed, state);
  refusals_ = passed.is_solved_ ? 0 : refusals_ + 1;
  refused_pivot_ = pivot;
  return passed;
}

// Interpolates the state of a weak position where that is possible, with all results of
// accelerate(). Neighbours at t + s have the degrees of freedom at q + s qd and rates qd: a smooth
// path through the state. It is not the trajectory, but equal to it at s = 0 in position and
// velocity, and hence in acceleration and forces. So it is where some freedoms stay at q.
Placed Dynamics::interpolate(const Placed& direct, State& state) {
  const State placed_directly = state;
  const int weakest = placement_.kinematics().jacobian().weakest_coordinate();
  placement_.take_back(state);
  Kinematics& kinematics = placement_.kinematics();
  std::vector<double> straight;
  State moving = state;  // at the rates with which positions move along the path
  const auto state_at = [&](double s, Solved& out) {
    State& next = out.state;
    next.v = state.v;
    straight = next.x;
    move_from(model_, state.x, moving.v, s, straight);
    for (int i : placement_.partition().x_freedoms)
      if (model_.is_orientation(i))
        model_.orientations[at(model_.orientation_of[at(i)])].copy(straight, next.x);
      else
        next.x[i] = straight[i];
    kinematics.keep_freedoms(state);
    kinematics.motion().shift_freedoms(s);
    const Positioned positioned = kinematics.position(next);
    if (!positioned.ok() || !placement_.is_sound()) return false;
    const Placed at_rates = kinematics.velocities(positioned, next);
    if (!solve(at_rates, next).ok()) return false;
    finish(at_rates, next);
    out.S = S_;
    out.r = r_;
    out.f = loads_.f;
    out.h = loads_.h;
    out.law = loads_.S;
    out.gravity_power = loads_.gravity_power;
    return true;
  };
  std::vector<char> is_angle(model_.nx, 0);
  for (int i : model_.turning) is_angle[i] = 1;
  State closed = state;
  const Solved like{state, S_, r_, loads_.f, loads_.h, loads_.S, 0.0};
  using Values = const std::vector<double>&;
  std::vector<double> off(model_.nx);
  std::optional<Placed> measured;
  const auto blend = [&](double speed) {
    closed = state;
    if (!passage_.find(moving, speed, like, state_at)) return false;
    passage_.blend([](const Solved& s) -> Values { return s.state.x; }, closed.x);
    normalise_orientations(model_, closed.x);
    passage_.blend([](const Solved& s) -> Values { return s.state.v; }, closed.v);
    passage_.blend([](const Solved& s) -> Values { return s.state.a; }, closed.a);
    kinematics.keep_freedoms(state);
    if (!(kinematics.residual_at(closed) <= kInterpolatedPosition)) return false;
    measured = kinematics.measure(closed);
    coordinate_difference(model_, state.x, closed.x, off);
    double moved = 0;  // orientations alone, but for rounding
    for (const std::size_t i : placement_.partition().x_freedoms)
      moved = std::max(moved, std::fabs(off[i]) / (1 + std::fabs(closed.x[i])));
    const ResidualAudit::Residual& left = kinematics.residuals().residual();
    return moved <= kInterpolatedRates && left.velocity <= kInterpolatedRates &&
           left.acceleration <= kInterpolatedRates;
  };
  const auto near = [&](double speed) {
    return std::any_of(std::begin(kCloser), std::end(kCloser),
                       [&](double closer) { return blend(closer * speed); });
  };
  const auto by_turns = [&] {
    closed = state;
    kinematics.keep_freedoms(state);
    kinematics.measure(closed);
    return near(turning_rate(model_, kinematics, is_angle, moving.v));
  };
  // Points without an angle have no arm that says how large the mechanism is.
  const double speed = motion_speed(moving.v, is_angle, kinematics.jacobian().length());
  bool found = model_.turning.empty() ? by_turns() : near(speed);
  // Where other parts turn faster, only the part that is singular moves: on another smooth path.
  if (!found && hold_others(model_, kinematics, weakest, moving.v))
    found = near(motion_speed(moving.v, is_angle, kinematics.jacobian().length())) || by_turns();
  const auto take_direct = [&] {
    state = placed_directly;
    // The factors now belong to a neighbour.
    return direct.ok() ? placement_.place_directly(state) : direct;
  };
  if (!found) return take_direct();
  passage_.blend([](const Solved& s) -> Values { return s.S; }, S_);
  passage_.blend([](const Solved& s) -> Values { return s.r; }, r_);
  passage_.blend([](const Solved& s) -> Values { return s.f; }, loads_.f);
  passage_.blend([](const Solved& s) -> Values { return s.h; }, loads_.h);
  passage_.blend([](const Solved& s) -> Values { return s.law; }, loads_.S);
  loads_.gravity_power = passage_.gravity_power();
  Placed placed = *measured;
  inertia_.evaluate(model_, closed.x, closed.v, kinematics.evaluation());
  const auto balanced = [&] {
    return is_balanced(model_, phase_, *equations_, kinematics.evaluation(), inertia_, loads_,
                       closed.a, S_);
  };
  // Where the two motions that meet in the position want different forces, the force on the way
  // through it has a pole, which no polynomial shows. The motion is smooth there: the stresses
  // follow from its accelerations.
  if (!balanced()) {
    found = !equations_->balance() && !sliding_.acts();
    if (found && kinematics.jacobian().factor().ok()) {
      equations_->evaluate(placed, closed);
      equations_->find_stresses(closed.a, S_);
      add_laws_beside();
      found = std::all_of(S_.begin(), S_.end(), [](double s) { return std::isfinite(s); });
      if (found) finish(placed, closed);
    }
    if (!found) return take_direct();
  }
  state = closed;
  placed.is_solved_ = true;
  ++interpolated_;
  return placed;
}

SolveStatus Dynamics::accelerate(const Placed& at, State& state) {
  if (!at.ok()) return at.status();
  ++solutions_;
  SolveStatus status;
  if (!at.is_solved_) {
    status = solve(at, state);
    if (status.ok()) finish(at, state);
  }
  if (status.ok()) find_state_rates(model_, at.is_solved_, state, rates_, loads_);
  return status;
}

Accelerated Dynamics::accelerate_briefly(const Placed& at, State& state) {
  Accelerated out;
  if (at.is_solved_ || equations_->balance() ||
      placement_.kinematics().motion().moves_coordinates()) {
    out.status_ = accelerate(at, state);
    return out;
  }
  out.status_ = solve(at, state);
  out.placed_ = at;
  out.number_ = ++solutions_;
  state.e = placement_.kinematics().evaluation().e;
  state.ed = loads_.ed;
  if (out.ok()) find_state_rates(model_, at.is_solved_, state, rates_, loads_);
  return out;
}

void Dynamics::complete(const Accelerated& at, State& state) {
  if (!at.ok() || at.number_ == 0) return;  // accelerate() has left nothing out
  assert(at.number_ == solutions_);
  finish(at.placed_, state);
}

void find_state_rates(const Model& model, bool interpolated, State& state, StateRates& rates,
                      Loads& loads) {
  if (model.states.empty()) return;
  rates.evaluate(state, interpolated ? nullptr : &loads.path);
  if (!rates.missing_value()) return;
  loads.missing_value = rates.missing_value();
  loads.missing_at = state.t;
  loads.misses_value = true;
}

// Finds a and the stresses, with sliding friction.
SolveStatus Dynamics::solve(const Placed& at, State& state) {
  equations_->evaluate(at, state);
  const SolveStatus status =
      sliding_.acts()
          ? sliding_.solve(*equations_, at, placement_.kinematics().evaluation(), loads_, state, S_)
          : equations_->solve(at, state, S_);
  add_laws_beside();
  return status;
}

// Deformation rates, and reactions from the rows of the coordinates that are not free:
// r = M a + De^T S - f + h.
void Dynamics::finish(const Placed& at, State& state) {
  Kinematics& kinematics = placement_.kinematics();
  kinematics.fill_deformations(at, state);
  std::fill(force_.begin(), force_.end(), 0.0);
  subtract_transposed_times(model_, kinematics.evaluation(), S_, force_);
  for (double& f : force_) f = -f;
  inertia_.add_mass_times(state.a, force_);
  for (std::size_t i = 0; i < r_.size(); ++i)
    r_[i] = !equations_->is_free(i) ? force_[i] - loads_.f[i] + loads_.h[i]
            : phase_.x_kept.empty() ? 0.0
                                    : phase_.x_kept[i];
}

}  // namespace mbs
