#include "solve/place/position_solver.h"

#include <algorithm>
#include <cmath>

#include "base/tolerances.h"
#include "model/owner.h"

namespace mbs {

namespace {

// Newton iteration of a position ends at this residual: more iterations only change rounding
// errors.
constexpr double kPositionRounding = 1e-15;

// Target residual of a position near a known one: the Jacobian is not factored again for less.
constexpr double kPositionPolish = 1e-14;

// What a correction that is not looked at may leave: with more than rounding, iterations of large
// mechanisms, whose strains are small beside their lengths, come to rest later.
constexpr double kUnseen = 1e-16;

// kFast: factors are used again while each correction leaves at most this part of the residual.
constexpr double kFast = 0.02;

}  // namespace

PositionSolver::PositionSolver(const Model& model, const Partition& partition,
                               const Options& options, PrescribedMotion& motion,
                               PositionJacobian& jacobian)
    : model_(model),
      options_(options),
      motion_(motion),
      jacobian_(jacobian),
      linear_(model, jacobian.block()),
      rhs_(std::max(partition.columns.size(), partition.rows.size())),
      saved_(model.nq()),
      shift_(model.nx) {
  find_rates_only();
  has_beams_ = beams_of_plane(model) > 0;
}

// The size of the terms of a row. Where all terms vanish (a joint at the origin of both its bodies,
// on the origin) rounded numbers would never be small enough, so a part of the mechanism's length
// is added.
double PositionSolver::terms_of(int k) const {
  const JacobianBlock& block = jacobian_.block();
  const std::size_t r = block.rows()[k];
  return jacobian_.evaluation().size[r] + std::fabs(motion_.e()[r]) +
         tolerance::small_terms * block.length() / block.row_scale(k);
}

// Writes scaled residuals into rhs_, with the sign of a Newton correction. Returns the residual
// that is largest over its size.
PositionSolver::Worst PositionSolver::residuals(const State& state) {
  evaluate_position(model_, state.x, jacobian_.evaluation());
  is_current_ = true;
  const JacobianBlock& block = jacobian_.block();
  const std::vector<double>&e = jacobian_.evaluation().e, &target = motion_.e();
  const std::vector<double>& size = jacobian_.evaluation().size;
  Worst worst;
  for (int k = 0; k < block.row_count(); ++k) {
    const std::size_t r = block.rows()[k];
    const double residual = has_position(k) ? e[r] - target[r] : 0;
    // Divides only where the result may be the worst so far; nan counts as worst. Most rows are not
    // that beside a part of their terms already.
    const double part = size[r] + std::fabs(target[r]);
    if (!(std::fabs(residual) <= worst.relative * part) && !std::isnan(worst.relative)) {
      const double terms = terms_of(k);
      if (!(std::fabs(residual) <= worst.relative * terms))
        worst = {std::fabs(residual) / terms, residual, static_cast<int>(r)};
    }
    rhs_[k] = -residual * block.row_scale(k);
  }
  return worst;
}

void PositionSolver::Worst::put_into(SolveStatus& status) const {
  status.row = row;
  status.residual = residual;
  status.relative = relative;
}

double PositionSolver::residual_at(State& state) {
  motion_.prescribe(state);
  return residuals(state).relative;
}

void PositionSolver::move(State& state, const std::vector<double>& correction, double fraction) {
  is_current_ = false;
  if (!model_.orientations.empty()) return move_turning(state, correction, fraction);
  const JacobianBlock& block = jacobian_.block();
  for (int k = 0; k < block.column_count(); ++k)
    state.x[block.columns()[k]] += fraction * correction[k] * block.column_scale(k);
}

// Moves a state with orientations, which are not corrected by adding numbers.
void PositionSolver::move_turning(State& state, const std::vector<double>& correction,
                                  double fraction) {
  const JacobianBlock& block = jacobian_.block();
  std::fill(shift_.begin(), shift_.end(), 0.0);
  for (int k = 0; k < block.column_count(); ++k)
    shift_[block.columns()[k]] = correction[k] * block.column_scale(k);
  move_coordinates(model_, shift_, fraction, state.x);
}

// A deformation that exists only as a rate has no residual of position. Corrections must not change
// it, so the mechanism stays where the motion has brought it along this deformation.
void PositionSolver::find_rates_only() {
  const JacobianBlock& block = jacobian_.block();
  for (const ElementBatch& batch : model_.batches) {
    if (!batch.type->has_rates()) continue;
    rate_only_.resize(block.row_count());
    const int first = batch.first_deformation, end = first + batch.count * batch.type->ne;
    for (int k = 0; k < block.row_count(); ++k)
      if (const int r = block.rows()[k]; r >= first && r < end)
        rate_only_[k] = batch.type->is_rate((r - first) % batch.type->ne) ? 1 : 0;
  }
}

SolveStatus PositionSolver::solve(State& state) {
  if (has_beams_) {
    std::copy_n(state.x.begin(), saved_.size(), saved_.begin());
    saved_e_ = motion_.e();
    if (!motion_.prescribe(state)) return {.kind = SolveKind::non_finite};
    coordinate_difference(model_, saved_, state.x, shift_);
    for (std::size_t r = 0; r < saved_e_.size(); ++r) saved_e_[r] = motion_.e()[r] - saved_e_[r];
    // The Jacobian beside what has moved so far alone would lead anywhere.
    if (is_far_beside_beams(model_, shift_, saved_e_)) {
      State led = state;
      SolveStatus status;
      const Way way{shift_, saved_e_};
      if (lead(way, largest_turn(model_, way.x, way.e, true), led, status)) state = std::move(led);
    }
  }
  return approach(state, static_cast<int>(options_.nrmax), 0, kPositionRounding, false);
}

SolveStatus PositionSolver::solve_near(State& state, bool onward) {
  return approach(state, 2 * static_cast<int>(options_.nrmax), kFast, kPositionPolish, onward);
}

SolveStatus PositionSolver::follow(State& state) {
  return approach(state, 2 * static_cast<int>(options_.nrmax), kFast, kPositionPolish, true, true);
}

// Newton's method. The Jacobian is factored again where an iteration has left more than `keep`
// times the residual before it. The iteration ends at a residual below `polish`; foresees: or where
// the next correction leaves nothing, if it leaves the same part as the last one.
SolveStatus PositionSolver::approach(State& state, int allowed, double keep, double polish,
                                     bool factored, bool foresees) {
  SolveStatus status;
  if (!motion_.prescribe(state)) return status.kind = SolveKind::non_finite, status;
  bool good_enough = false;
  double before = factored ? HUGE_VAL : 0;
  for (;; ++status.iterations) {
    const Worst worst = residuals(state);
    worst.put_into(status);
    if (!std::isfinite(worst.relative)) return status.kind = SolveKind::non_finite, status;
    const bool within = worst.relative <= options_.feps;
    if (worst.relative <= polish || (within && good_enough)) break;
    if (foresees && status.iterations > 0 && worst.relative * worst.relative <= kUnseen * before)
      break;
    if (!within && status.iterations >= allowed)
      return status.kind = SolveKind::not_converged, status;
    good_enough = within;
    if (!factored || worst.relative > keep * before) {
      const SolveStatus singular = jacobian_.factor();
      if (!singular.ok()) {
        status.kind = SolveKind::singular;
        status.column = singular.column;
        return status;
      }
      factored = true;
    }
    before = worst.relative;
    jacobian_.solve(rhs_.data());
    move(state, rhs_, 1);
    if (linear_.linear() && keep > 0) {
      linear_.follow(jacobian_.block(), rhs_, motion_.e(), jacobian_.evaluation());
      ++status.iterations;
      status.residual = status.relative = 0;
      return status;
    }
  }
  const SolveStatus singular = jacobian_.factor();
  if (!singular.ok()) return singular;
  if (status.relative > kPositionRounding) {  // one more correction costs a back substitution only
    jacobian_.solve(rhs_.data());
    move(state, rhs_, 1);
  }
  return status;
}

}  // namespace mbs
