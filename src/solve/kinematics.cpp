#include "solve/kinematics.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "base/tolerances.h"

namespace mbs {

namespace {

// kFast: factors are used again while each correction leaves at most this part of the residual.
constexpr double kFast = 0.02;
// kHardly: where the Jacobian has changed by no more than this part, a bound replaces its inverse.
constexpr double kHardly = 0.1;

}  // namespace

Kinematics::Kinematics(const Model& model, const Phase& phase, const Partition& partition,
                       const Options& options)
    : model_(model),
      phase_(phase),
      options_(options),
      partition_(partition),
      hints_(model.motions.size() + phase.motions.size(), 0),
      motion_slots_(phase.parameters.size()),
      block_(model, partition.rows, ordered_columns(model, partition.rows, partition.columns)),
      freedom_block_(model, partition.rows, partition.x_freedoms),
      evaluation_(model),
      lu_(block_, options),
      linear_(model, block_),
      rhs_(block_.column_count()),
      target_e_(phase.e_fixed),
      target_ed_(model.ne),
      target_edd_(model.ne),
      known_(model.ne),
      size_v_(model.ne),
      size_a_(model.ne),
      saved_(model.nq()),
      shift_(model.nx),
      is_angle_(model.nx, 0) {
  evaluation_.wraps = &phase.wraps;
  evaluation_.pieces = &phase.pieces;
  for (int i = 0; i < model.nx; ++i)
    if (phase.x_class[i] == Class::prescribed) prescribed_.push_back(i);
  for (int r = 0; r < model.ne; ++r)
    if (phase.e_class[r] == Class::prescribed) prescribed_rows_.push_back(r);
  for (int i : model.turning) is_angle_[i] = 1;
  find_rates_only();
}

bool Kinematics::move_as_prescribed(int motion, double t, double out[3]) {
  const Motion& moves = motion_of(model_, phase_, motion);
  moves.evaluate(t, out, hints_[motion], motion_slots_);
  if (!moves.is_expression()) return true;
  if (std::isfinite(out[0]) && std::isfinite(out[1]) && std::isfinite(out[2])) return true;
  if (!motion_fault_ || t < motion_fault_->t)
    motion_fault_ = MotionFault{motion, t, moves.left_table(t, motion_slots_)};
  return false;
}

bool Kinematics::prescribe(State& state) {
  double m[3];
  bool finite = true;
  motion_slots_.slots.set_parameters(phase_.parameters);
  for (int i : prescribed_) {
    finite &= move_as_prescribed(phase_.x_motion[i], state.t, m);
    state.x[i] = m[0];
    state.v[i] = m[1];
    state.a[i] = m[2];
  }
  for (int r : prescribed_rows_) {
    finite &= move_as_prescribed(phase_.e_motion[r], state.t, m);
    target_e_[r] = m[0];
    target_ed_[r] = m[1];
    target_edd_[r] = m[2];
  }
  return finite;
}

// What a residual is compared with: the size of its terms. A row whose terms all vanish (a joint at
// the origin of both its bodies, on the origin) would never be satisfied by rounded numbers, so a
// part of the mechanism's length is added.
double Kinematics::terms_of(int k) const {
  const std::size_t r = block_.rows()[k];
  return evaluation_.size[r] + std::fabs(target_e_[r]) +
         tolerance::small_terms * block_.length() / block_.row_scale(k);
}

// Scaled residuals into rhs_, with the sign of a Newton correction; the worst against its size.
Kinematics::Worst Kinematics::residuals(const State& state) {
  evaluate_position(model_, state.x, evaluation_);
  Worst worst;
  for (int k = 0; k < block_.row_count(); ++k) {
    const std::size_t r = block_.rows()[k];
    const double residual = has_position(k) ? evaluation_.e[r] - target_e_[r] : 0;
    const double terms = terms_of(k);
    // Divides only where the result may be the worst so far; nan counts as worst.
    if (!(std::fabs(residual) <= worst.relative * terms) && !std::isnan(worst.relative))
      worst = {std::fabs(residual) / terms, residual, static_cast<int>(r)};
    rhs_[k] = -residual * block_.row_scale(k);
  }
  return worst;
}

double Kinematics::residual_at(State& state) {
  prescribe(state);
  return residuals(state).relative;
}

SolveStatus Kinematics::factor() {
  if (lu_.factor(block_, evaluation_) < 0) return {};
  SolveStatus status;
  status.kind = SolveKind::singular;
  status.column = weakest_coordinate();
  return status;
}

int Kinematics::weakest_coordinate() const {
  return block_.column_count() == 0 ? -1 : block_.columns()[lu_.weakest_column()];
}

void Kinematics::move(State& state, const std::vector<double>& correction, double fraction) {
  if (!model_.orientations.empty()) return move_turning(state, correction, fraction);
  for (int k = 0; k < block_.column_count(); ++k)
    state.x[block_.columns()[k]] += fraction * correction[k] * block_.column_scale(k);
}

SolveStatus Kinematics::position(State& state) {
  return approach(state, static_cast<int>(options_.nrmax), 0, tolerance::position_rounding);
}

SolveStatus Kinematics::position_near(State& state) {
  return approach(state, 2 * static_cast<int>(options_.nrmax), kFast, tolerance::position_polish);
}

// Newton's method. The Jacobian is factored again where an iteration has left more than `keep`
// times the residual before; the iteration ends at a residual below `polish`.
SolveStatus Kinematics::approach(State& state, int allowed, double keep, double polish) {
  SolveStatus status;
  if (!prescribe(state)) return status.kind = SolveKind::non_finite, status;
  bool factored = false, good_enough = false;
  double before = 0;
  for (;; ++status.iterations) {
    const Worst worst = residuals(state);
    status.row = worst.row;
    status.residual = worst.residual;
    status.relative = worst.relative;
    if (!std::isfinite(worst.relative)) return status.kind = SolveKind::non_finite, status;
    const bool within = worst.relative <= options_.feps;
    if (worst.relative <= polish || (within && good_enough)) break;
    if (!within && status.iterations >= allowed)
      return status.kind = SolveKind::not_converged, status;
    good_enough = within;
    if (!factored || worst.relative > keep * before) {
      const SolveStatus singular = factor();
      if (!singular.ok()) {
        status.kind = SolveKind::singular;
        status.column = singular.column;
        return status;
      }
      factored = true;
    }
    before = worst.relative;
    lu_.solve(rhs_.data());
    move(state, rhs_, 1);
    if (linear_.linear() && keep > 0) {
      linear_.follow(block_, rhs_, target_e_, evaluation_);
      ++status.iterations;
      status.residual = status.relative = 0;
      return status;
    }
  }
  const SolveStatus singular = factor();
  if (!singular.ok()) return singular;
  if (status.relative >
      tolerance::position_rounding) {  // one more correction costs a back substitution only
    lu_.solve(rhs_.data());
    move(state, rhs_, 1);
  }
  return status;
}

// known_ := target - De z over the coordinates that are known: prescribed ones and freedoms.
void Kinematics::move_known_right(std::vector<double>& z, const std::vector<double>& target) {
  for (int i : block_.columns()) z[i] = 0;
  std::fill(known_.begin(), known_.end(), 0.0);
  if (!prescribed_.empty() || !partition_.x_freedoms.empty())
    add_derivative_times(model_, evaluation_, z, known_);
  for (int r : block_.rows()) known_[r] = target[r] - known_[r];
}

// Solves De unknown = known_ for the calculable coordinates.
void Kinematics::solve_rows(std::vector<double>& unknown) {
  for (int k = 0; k < block_.row_count(); ++k)
    rhs_[k] = known_[block_.rows()[k]] * block_.row_scale(k);
  lu_.solve(rhs_.data());
  for (int k = 0; k < block_.column_count(); ++k)
    unknown[block_.columns()[k]] = rhs_[k] * block_.column_scale(k);
}

void Kinematics::velocities(State& state) {
  move_known_right(state.v, target_ed_);
  solve_rows(state.v);
  evaluate_acceleration(model_, state.x, state.v, evaluation_);
}

void Kinematics::accelerations(State& state) {
  move_known_right(state.a, target_edd_);
  for (int r : block_.rows()) known_[r] -= evaluation_.D2e_vv[r];
  solve_rows(state.a);
}

SolveStatus Kinematics::rates(State& state, bool residuals) {
  velocities(state);
  accelerations(state);
  fill_deformations(state);
  if (residuals) find_residual(state);
  SolveStatus status;
  for (int i : block_.columns())
    if (!std::isfinite(state.a[i]) || !std::isfinite(state.v[i])) {
      status.kind = SolveKind::non_finite;
      status.column = i;
    }
  return status;
}

void Kinematics::keep_freedoms(const State& state) {
  if (partition_.e_freedoms.empty()) return;
  evaluate_position(model_, state.x, evaluation_);
  std::fill(known_.begin(), known_.end(), 0.0);
  add_derivative_times(model_, evaluation_, state.v, known_);
  for (int r : partition_.e_freedoms) {
    target_e_[r] = evaluation_.e[r];
    target_ed_[r] = known_[r];
    target_edd_[r] = 0;
  }
}

void Kinematics::keep_freedoms(ConstVector values, ConstVector rates) {
  for (std::size_t k = 0; k < values.size(); ++k) {
    const std::size_t r = partition_.e_freedoms[k];
    target_e_[r] = values[k];
    target_ed_[r] = rates[k];
    target_edd_[r] = 0;
  }
}

void Kinematics::shift_freedoms(double s) {
  for (int r : partition_.e_freedoms) target_e_[r] += s * target_ed_[r];
}

int Kinematics::sign_at(const State& state) {
  evaluate_position(model_, state.x, evaluation_);
  return factor().ok() ? lu_.determinant_sign() : 0;
}

void Kinematics::set_initial_deformations() {
  for (const InitialDeformation& start : model_.initial_deformations) {
    target_e_[start.deformation] = start.value;
    target_ed_[start.deformation] = start.rate;
  }
}

void Kinematics::choose_scales(const State& state) {
  evaluate_position(model_, state.x, evaluation_);
  block_.choose_scales(model_, evaluation_);
}

void Kinematics::transfer(Matrix DF) {
  const int n = block_.row_count(), nm = count_of(partition_.x_freedoms);
  const int ndof = partition_.freedom_count();
  transfer_.assign(at(n) * at(ndof), 0.0);
  if (nm > 0 && n > 0) freedom_block_.gather(evaluation_, {transfer_.data(), n, nm, n});
  for (int j = 0; j < nm; ++j)
    for (int k = 0; k < n; ++k) {
      double& b = transfer_[j * n + k];
      b = -b * block_.row_scale(k);
    }
  for (int j = nm; j < ndof; ++j) {  // the last rows of the partition are the free deformations
    const int k = n - ndof + j;
    transfer_[j * n + k] = block_.row_scale(k);
  }
  if (ndof > 0) lu_.solve(transfer_.data(), ndof);
  for (int j = 0; j < ndof; ++j) {
    std::fill(DF.column(j), DF.column(j) + model_.nx, 0.0);
    for (int k = 0; k < n; ++k)
      DF(block_.columns()[k], j) = transfer_[j * n + k] * block_.column_scale(k);
    if (j < nm) DF(partition_.x_freedoms[j], j) = 1;
  }
}

double Kinematics::change_from(const std::vector<double>& entries) {
  const SparsePattern& pattern = block_.pattern();
  const int n = block_.column_count();
  entries_.resize(entries.size());
  block_.gather(evaluation_, entries_);
  // Where the entries have hardly changed a bound of the inverse will do.
  double change = 0;
  for (std::size_t s = 0; s < entries.size(); ++s)
    change += (entries[s] - entries_[s]) * (entries[s] - entries_[s]);
  const double bound = std::sqrt(change) * n / determinacy();
  if (bound <= kHardly) return bound;
  double largest_column = 0, squares = 0;
  std::vector<double>& row_sums = known_;  // as many rows as deformations at most
  std::fill(row_sums.begin(), row_sums.end(), 0.0);
  for (int j = 0; j < n; ++j) {
    std::fill(rhs_.begin(), rhs_.end(), 0.0);
    bool changed = false;
    for (int s = pattern.start[j]; s < pattern.start[j + 1]; ++s) {
      const double difference = entries[s] - entries_[s];
      rhs_[pattern.row[s]] = difference;
      changed |= difference != 0;
    }
    if (!changed) continue;
    lu_.solve(rhs_.data());
    double column = 0;
    for (int k = 0; k < n; ++k) {
      const double size = std::fabs(rhs_[k]);
      column += size;
      row_sums[k] += size;
      squares += size * size;
    }
    largest_column = std::max(largest_column, column);
  }
  const double largest_row = *std::max_element(row_sums.begin(), row_sums.end());
  return std::min({largest_column, largest_row, std::sqrt(squares)});
}

void Kinematics::balance(ConstVector force, Vector S) {
  for (int k = 0; k < block_.column_count(); ++k)
    rhs_[k] = force[block_.columns()[k]] * block_.column_scale(k);
  lu_.solve_transposed(rhs_.data());
  for (int k = 0; k < block_.row_count(); ++k) S[block_.rows()[k]] = rhs_[k] * block_.row_scale(k);
}

void Kinematics::measure(State& state) {
  prescribe(state);
  evaluate_acceleration(model_, state.x, state.v, evaluation_);
  fill_deformations(state);
  find_residual(state);
}

void Kinematics::fill_deformations(State& s) {
  s.e = evaluation_.e;
  std::fill(s.ed.begin(), s.ed.end(), 0.0);
  s.edd = evaluation_.D2e_vv;
  add_derivative_times(model_, evaluation_, s.v, s.ed);
  add_derivative_times(model_, evaluation_, s.a, s.edd);
}

// The largest speed and acceleration of any coordinate, angles measured with the length.
void Kinematics::note_largest(const State& s, Largest& largest) const {
  for (std::size_t i = 0; i < s.v.size(); ++i) {
    const double arm = is_angle_[i] ? block_.length() : 1;
    largest.speed = std::max(largest.speed, arm * std::fabs(s.v[i]));
    largest.acceleration = std::max(largest.acceleration, arm * std::fabs(s.a[i]));
  }
  // A body that turns evenly has no acceleration of its angle: v^2 / length stands for it.
  largest.acceleration = std::max(largest.acceleration,
                                  tolerance::even_turn * largest.speed * largest.speed / length());
}

// The largest residuals, each over the sum of the magnitudes of its terms.
void Kinematics::find_residual(const State& s, Largest* so_far) {
  Largest here;
  Largest& largest = so_far ? *so_far : here;
  note_largest(s, largest);
  std::fill(size_v_.begin(), size_v_.end(), 0.0);
  for (std::size_t r = 0; r < size_a_.size(); ++r) size_a_[r] = std::fabs(evaluation_.D2e_vv[r]);
  for (std::size_t k = 0; k < model_.entry_row.size(); ++k) {
    const std::size_t r = model_.entry_row[k], i = model_.entry_column[k];
    size_v_[r] += std::fabs(evaluation_.De[k] * s.v[i]);
    size_a_[r] += std::fabs(evaluation_.De[k] * s.a[i]);
  }
  // Positions against the row's own terms, as FEPS asks; rates against the largest row, since all
  // terms of one row may pass through zero together, and where those of all rows do, against a part
  // of the largest rate of the mechanism. Scaled rows compare lengths with angles.
  double position = 0, velocity = 0, acceleration = 0;
  double largest_v = tolerance::small_rate * largest.speed,
         largest_a = tolerance::small_rate * largest.acceleration;
  const int constrained = block_.row_count() - count_of(partition_.e_freedoms);
  for (int k = 0; k < constrained; ++k) {
    const std::size_t r = block_.rows()[k];
    const double scale = block_.row_scale(k);
    if (has_position(k))
      position = std::max(position, std::fabs(s.e[r] - target_e_[r]) / terms_of(k));
    velocity = std::max(velocity, scale * std::fabs(s.ed[r] - target_ed_[r]));
    acceleration = std::max(acceleration, scale * std::fabs(s.edd[r] - target_edd_[r]));
    largest_v = std::max(largest_v, scale * size_v_[r]);
    largest_a = std::max(largest_a, scale * size_a_[r]);
  }
  residual_ = {position, velocity / (largest_v > 0 ? largest_v : 1),
               acceleration / (largest_a > 0 ? largest_a : 1)};
}

}  // namespace mbs
