// Dynamics in positions where the constraints themselves lose rank although the motion goes on
// smoothly, such as a parallelogram in its flat position. No choice of degrees of freedom is
// regular there, so everything is interpolated from states on either side along the motion.
#include <algorithm>
#include <array>
#include <cmath>

#include "base/lagrange.h"
#include "base/tolerances.h"
#include "solve/dynamics.h"

namespace mbs {

namespace {

constexpr int kSide = 6;
// Spacing of the neighbours, as motion in mechanism sizes (see solve/continuation.cpp).
constexpr double kCandidates[] = {0.075, 0.15};

}  // namespace

// Neighbours at t + s with the degrees of freedom at q + s qd and rates qd: a smooth path through
// the state, not the trajectory, but equal to it at s = 0 in position and velocity, and hence in
// acceleration and forces.
bool Dynamics::place_neighbours(const State& state, double spacing) {
  const Partition& p = partition();
  for (int direction : {1, -1}) {
    State previous = state, before = state;
    for (int k = 1; k <= kSide; ++k) {
      const double s = direction * k * spacing;
      Snapshot& to = around_[direction > 0 ? kSide + k - 1 : kSide - k];
      State& next = to.state;
      next = state;
      next.t = state.t + s;
      for (std::size_t i = 0; i < nx(); ++i)
        next.x[i] = k == 1 ? state.x[i] + s * state.v[i] : 2 * previous.x[i] - before.x[i];
      for (int i : p.x_freedoms) next.x[i] = state.x[i] + s * state.v[i];
      kinematics_->keep_freedoms(state);
      kinematics_->shift_freedoms(s);
      if (!kinematics_->position(next).ok() ||
          kinematics_->determinacy() < tolerance::weak_position * best_pivot_)
        return false;
      kinematics_->velocities(next);
      if (!accelerate_directly(next).ok()) return false;
      to.S = S_;
      to.r = r_;
      to.f = loads_.f;
      to.h = loads_.h;
      to.law = loads_.S;
      to.gravity_power = loads_.gravity_power;
      before = previous;
      previous = next;
    }
  }
  return true;
}

bool Dynamics::interpolate(State& state) {
  double points = 0, angles = 0;
  std::vector<bool> is_angle(nx(), false);
  for (int i : model_.turning) is_angle[i] = true;
  for (std::size_t i = 0; i < nx(); ++i) {
    double& most = is_angle[i] ? angles : points;
    most = std::max(most, std::fabs(state.v[i]));
  }
  const double speed = std::max(points / kinematics_->length(), angles);
  if (speed <= 0) return false;
  if (around_.empty())
    around_.assign(2 * kSide, {state, S_, r_, loads_.f, loads_.h, loads_.S, 0.0});
  double spacing = 0;
  for (double candidate : kCandidates)
    if (place_neighbours(state, candidate / speed)) {
      spacing = candidate / speed;
      break;
    }
  if (spacing == 0) return false;
  std::array<double, 2 * kSide> nodes, weights;
  for (int k = 0; k < 2 * kSide; ++k) nodes[k] = k < kSide ? k - kSide : k - kSide + 1;
  lagrange_weights(nodes, 0, weights);
  auto blend = [&](std::vector<double>& out, auto member) {
    std::fill(out.begin(), out.end(), 0.0);
    for (std::size_t k = 0; k < weights.size(); ++k) {
      const std::vector<double>& from = member(around_[k]);
      for (std::size_t i = 0; i < out.size(); ++i) out[i] += weights[k] * from[i];
    }
  };
  const double t = state.t;
  State closed = state;
  blend(closed.x, [](const Snapshot& s) -> const std::vector<double>& { return s.state.x; });
  blend(closed.v, [](const Snapshot& s) -> const std::vector<double>& { return s.state.v; });
  blend(closed.a, [](const Snapshot& s) -> const std::vector<double>& { return s.state.a; });
  closed.t = t;
  kinematics_->keep_freedoms(state);
  if (!(kinematics_->residual_at(closed) <= tolerance::interpolated_position)) return false;
  blend(S_, [](const Snapshot& s) -> const std::vector<double>& { return s.S; });
  blend(r_, [](const Snapshot& s) -> const std::vector<double>& { return s.r; });
  blend(loads_.f, [](const Snapshot& s) -> const std::vector<double>& { return s.f; });
  blend(loads_.h, [](const Snapshot& s) -> const std::vector<double>& { return s.h; });
  blend(loads_.S, [](const Snapshot& s) -> const std::vector<double>& { return s.law; });
  loads_.gravity_power = 0;
  for (std::size_t k = 0; k < weights.size(); ++k)
    loads_.gravity_power += weights[k] * around_[k].gravity_power;
  state = closed;
  kinematics_->measure(state);
  ++interpolated_;
  return true;
}

// Smallest relative pivot of the constraint rows over all free coordinates: near zero in a singular
// position, of ordinary size where only the choice of degrees of freedom is bad.
double Dynamics::constraint_pivot(const State& state) const {
  Evaluation here(model_);
  here.wraps = &phase_.wraps, here.pieces = &phase_.pieces;
  evaluate_position(model_, state.x, here);
  const Partition best = chosen_partition(model_, phase_, here, {}, options_.rank);
  if (!best.square()) return 0;
  Kinematics probe(model_, phase_, best, options_);
  State copy = state;
  probe.choose_scales(copy);
  probe.keep_freedoms(copy);
  probe.position(copy);
  return probe.determinacy();
}

SolveStatus Dynamics::accept(const State& state) {
  SolveStatus status;
  if (may_choose_ || partition().freedom_count() == 0 || weak_) return status;
  const int sign = kinematics_->determinant_sign();
  if (accepted_sign_ != 0 && sign != accepted_sign_) {
    // The determinant has changed its sign since the last accepted state. The reason is a bad
    // choice of degrees of freedom, or a singular position of the mechanism, which is legal. The
    // rank of the constraints alone, at the place of the change, tells which.
    State low = state, high = state;
    low.x = accepted_x_;
    for (int k = 0; k < 30; ++k) {
      State middle = state;
      for (std::size_t i = 0; i < middle.x.size(); ++i) middle.x[i] = 0.5 * (low.x[i] + high.x[i]);
      normalise_orientations(model_, middle.x);
      (kinematics_->sign_at(middle) == accepted_sign_ ? low : high) = middle;
    }
    if (constraint_pivot(low) > tolerance::singular_constraints) {
      status.kind = SolveKind::singular;
      status.column = kinematics_->weakest_coordinate();
      return status;
    }
    kinematics_->sign_at(state);
  }
  accepted_sign_ = sign;
  accepted_x_ = state.x;
  return status;
}

}  // namespace mbs
