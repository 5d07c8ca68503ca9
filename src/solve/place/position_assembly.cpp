// The first position of a mechanism, from estimates that may be poor: Newton's method with a
// backtracking line search; where that makes no progress (a nearly singular estimate), a
// Levenberg-Marquardt step.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/index.h"
#include "linalg/cholesky.h"
#include "model/extent.h"
#include "model/owner.h"
#include "solve/place/position_solver.h"

namespace mbs {

namespace {

// Normal equations are dense; for more unknowns than this Newton's method alone has to do.
constexpr int kLargestDense = 3000;

// The turn of one step in which a body is led to where it starts [rad].
constexpr double kLed = 0.3;
// 500 turns. What starts farther is not led.
constexpr double kMostLedSteps = 1e4;
// Only an angle that is not defined has terms as large as this against it.
constexpr double kReversed = 1e10;
// Joints that have closed turned by half a turn leave pivots below this.
constexpr double kHalfTurned = 1e-5;

double norm(const std::vector<double>& r) {
  double sum = 0;
  for (double x : r) sum += x * x;
  return std::sqrt(sum);
}

const std::vector<double>& drawing(const Model& model) {
  return model.start_x.empty() ? model.x0 : model.start_x;
}

}  // namespace

double largest_turn(const Model& model, ConstVector motion, ConstVector change, bool all_angles) {
  double out = 0;
  for (const Orientation& of : model.orientations)
    for (int i = of.first; i < of.first + 3; ++i) out = std::max(out, std::fabs(motion[at(i)]));
  for (std::size_t k = 0; all_angles && k < model.turning.size(); ++k)
    out = std::max(out, std::fabs(motion[at(model.turning[k])]));
  for (std::size_t r = 0; r < change.size(); ++r)
    if (change[r] != 0 && is_angle_of(model, static_cast<int>(r)))
      out = std::max(out, std::fabs(change[r]));
  return out;
}

int beams_of_plane(const Model& model) {
  if (model.is_spatial()) return 0;
  return static_cast<int>(
      std::count_if(model.elements.begin(), model.elements.end(),
                    [](const ElementRange& of) { return of.type->range_used != nullptr; }));
}

bool is_far_beside_beams(const Model& model, ConstVector motion, ConstVector change) {
  const int bends = beams_of_plane(model);
  if (bends == 0) return false;
  if (largest_turn(model, motion, change, true) > kLed) return true;
  const std::vector<char> is_angle = turning_flags(model);
  const double far = kLed * extent_of_places(model, drawing(model)) / bends;
  for (std::size_t i = 0; i < is_angle.size(); ++i)
    if (!is_angle[i] && std::fabs(motion[i]) > far) return true;
  for (std::size_t r = 0; r < change.size(); ++r)
    if (std::fabs(change[r]) > far && !is_angle_of(model, static_cast<int>(r))) return true;
  return false;
}

std::vector<double> PositionSolver::change_of_deformations(ConstVector from) {
  std::vector<double> out(at(model_.ne));
  const std::vector<int> moved = motion_.moved_deformations();
  if (moved.empty()) return out;
  evaluate_position(model_, from, jacobian_.evaluation());
  is_current_ = false;
  const std::vector<double>& e = jacobian_.evaluation().e;
  for (const int r : moved) out[at(r)] = motion_.e()[at(r)] - e[at(r)];
  return out;
}

SolveStatus PositionSolver::assemble(State& state, const std::vector<double>* from) {
  SolveStatus status;
  if (!motion_.prescribe(state)) return status.kind = SolveKind::non_finite, status;
  const State given = state;
  const std::vector<double>& drawn = from ? *from : drawing(model_);
  // Of what Newton's method does not find: driven coordinates and deformations, degrees of freedom.
  Way way{std::vector<double>(at(model_.nx)), change_of_deformations(drawn)};
  coordinate_difference(model_, drawn, state.x, way.x);
  for (const int i : jacobian_.block().columns()) way.x[at(i)] = 0;
  const bool is_led_first = is_far_beside_beams(model_, way.x, way.e);
  const double turned = largest_turn(model_, way.x, way.e, is_led_first);
  const bool is_far = turned > kLed;
  SolveStatus there;
  const auto is_led = [&](int iterations) {
    State led = given;
    there = {};
    there.iterations = iterations;
    if (!lead(way, turned, led, there)) return false;
    state = led;
    return true;
  };
  if (is_led_first && is_led(0)) return there;
  const bool closes = close(state, status);
  if (closes ? reversed_row() < 0 && (!is_far || is_determined()) : !is_far) return status;
  if (is_far && !is_led_first && is_led(status.iterations)) return there;
  residuals(state);
  jacobian_.choose_scales();
  if (const int row = reversed_row(); closes && row >= 0) {
    status.kind = SolveKind::not_converged;
    status.row = row, status.residual = std::numbers::pi;
  }
  return status;
}

bool PositionSolver::close(State& state, SolveStatus& status) {
  residuals(state);
  jacobian_.choose_scales();
  const int allowed = static_cast<int>(options_.nrmax);
  for (int k = 0;; ++k, ++status.iterations) {
    const Worst worst = residuals(state);
    worst.put_into(status);
    if (!std::isfinite(worst.relative)) return status.kind = SolveKind::non_finite, false;
    if (worst.relative <= options_.feps) break;
    const double before = norm(rhs_);
    if (k >= allowed || !(damped_newton(state, before) || levenberg(state, before)))
      return status.kind = SolveKind::not_converged, false;
  }
  jacobian_.choose_scales();
  return true;
}

// What starts far from its estimate leaves those beside it behind: their joints may close turned by
// half a turn, or not at all. Then it is led there in steps, and they go with it in first order.
bool PositionSolver::lead(const Way& way, double turned, State& state, SolveStatus& status) {
  const std::vector<double> given = motion_.e();
  const JacobianBlock& block = jacobian_.block();
  std::vector<double> rates(at(model_.ne)), follow(at(block.row_count()));
  if (!(turned < kMostLedSteps * kLed)) return false;
  const int steps = std::max(1, static_cast<int>(std::ceil(turned / kLed)));
  const auto go = [&] {
    move_coordinates(model_, way.x, -1, state.x);
    motion_.aim_before(given, way.e, 1);
    if (!close(state, status)) return false;
    for (int step = 1; step <= steps; ++step) {
      if (!jacobian_.factor().ok()) return false;
      std::fill(rates.begin(), rates.end(), 0.0);
      add_derivative_times(model_, jacobian_.evaluation(), way.x, rates);
      for (int k = 0; k < block.row_count(); ++k) {
        const std::size_t r = at(block.rows()[k]);
        follow[at(k)] = (way.e[r] - rates[r]) * block.row_scale(k);
      }
      jacobian_.solve(follow.data());
      move_coordinates(model_, way.x, 1.0 / steps, state.x);
      move(state, follow, 1.0 / steps);
      motion_.aim_before(given, way.e, 1 - static_cast<double>(step) / steps);
      if (step == steps) motion_.prescribe(state);
      if (!close(state, status)) return false;
    }
    return reversed_row() < 0 && is_determined();
  };
  const bool arrives = go();
  if (!arrives) motion_.aim_before(given, way.e, 0);
  return arrives;
}

bool PositionSolver::is_determined() {
  return jacobian_.factor().ok() && jacobian_.determinacy() > kHalfTurned;
}

// The row of the twist of a joint of space that has closed with its axes against each other, or -1.
// Its tilts are 0 there, too, with sound rates; the twist is atan2(0, 0), and what it is made of is
// far larger than what is left.
int PositionSolver::reversed_row() const {
  if (model_.orientations.empty()) return -1;
  const double bound = kReversed * std::max(1.0, jacobian_.block().length());
  for (int r = 0; r < model_.ne; ++r)
    if (!(jacobian_.evaluation().size[at(r)] < bound)) return r;
  return -1;
}

bool PositionSolver::try_move(State& state, const std::vector<double>& correction, double fraction,
                              double before) {
  for (std::size_t i = 0; i < saved_.size(); ++i) saved_[i] = state.x[i];
  move(state, correction, fraction);
  residuals(state);
  // The condition of Armijo.
  if (norm(rhs_) < (1 - 1e-4 * fraction) * before) return true;
  for (std::size_t i = 0; i < saved_.size(); ++i) state.x[i] = saved_[i];
  return false;
}

bool PositionSolver::damped_newton(State& state, double before) {
  if (!jacobian_.factor().ok()) return false;
  std::vector<double> correction = rhs_;
  jacobian_.solve(correction.data());
  for (double fraction = 1; fraction > 0.02; fraction *= 0.5)
    if (try_move(state, correction, fraction, before)) return true;
  return false;
}

bool PositionSolver::levenberg(State& state, double before) {
  const int n = jacobian_.block().column_count();
  if (n > kLargestDense) return false;
  residuals(state);
  std::vector<double> J(at(n) * at(n)), gradient(n), correction;
  jacobian_.block().gather(jacobian_.evaluation(), {J.data(), n, n, n});
  for (int j = 0; j < n; ++j)
    for (int k = 0; k < n; ++k) gradient[j] += J[j * n + k] * rhs_[k];
  Cholesky normal(n);
  // Levenberg and Marquardt: the least damping with which the residual falls.
  for (double damping = 1e-4; damping < 1e6; damping *= 10) {
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j) {
        double sum = i == j ? damping : 0;
        for (int k = 0; k < n; ++k) sum += J[i * n + k] * J[j * n + k];
        normal.matrix()(i, j) = sum;
      }
    if (normal.factor() >= 0) continue;
    correction = gradient;
    normal.solve(correction.data());
    if (try_move(state, correction, 1, before)) return true;
  }
  return false;
}

}  // namespace mbs
