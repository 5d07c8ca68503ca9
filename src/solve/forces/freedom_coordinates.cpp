#include "solve/forces/freedom_coordinates.h"

#include <algorithm>
#include <cmath>

#include "assembly/loads.h"
#include "base/index.h"
#include "base/tolerances.h"

namespace mbs {

namespace {

// kNear: bound of |J(x)^-1 J(x0) - 1| for a trial state x and the last accepted state x0; kBetween:
// for an interpolated state, which lies between two accepted ones. Below 1 the position is certain.
constexpr double kNear = 0.5, kBetween = 0.95, kAnywhere = HUGE_VAL;
// Positions this close to each other are compared by a bound.
constexpr double kClose = 0.1;
// The longest piece of a way, by turning of angles [rad], over which two Jacobians are compared.
constexpr double kTurn = 1;
constexpr double kMostPieces = 100;
// Deformations that were not suitable are looked at again after this many steps.
constexpr int kReview = 16;

}  // namespace

void FreedomCoordinates::pack(const State& state, double* q, double* qd) const {
  for (int i : partition_.x_freedoms) *q++ = state.x[i], *qd++ = state.v[i];
  const Evaluation here = evaluated(model_, phase_, state.x);
  std::vector<double> ed(model_.ne);
  add_derivative_times(model_, here, state.v, ed);
  for (int r : partition_.e_freedoms) *q++ = here.e[r], *qd++ = ed[r];
}

void FreedomCoordinates::accelerations(const State& state, double* qdd) const {
  for (int i : partition_.x_freedoms) *qdd++ = state.a[i];
  for (int r : partition_.e_freedoms) *qdd++ = state.edd[r];
}

bool FreedomCoordinates::hold(const State& state) {
  if (!held_) {
    held_ = std::make_unique<Kinematics>(model_, phase_, partition_, options_);
    held_->choose_scales(state);
  }
  return held_->position_at(state).ok();
}

void FreedomCoordinates::lift(ConstVector rates, Vector z, At at,
                              const std::vector<double>* less) const {
  const std::size_t coordinates = partition_.x_freedoms.size();
  given_.assign(model_.ne, 0.0);
  lifted_.assign(model_.nx, 0.0);
  for (std::size_t k = 0; k < coordinates; ++k) lifted_[partition_.x_freedoms[k]] = rates[k];
  for (std::size_t k = 0; k < partition_.e_freedoms.size(); ++k)
    given_[partition_.e_freedoms[k]] = rates[coordinates + k];
  kinematics(at).solver().solve(lifted_, coordinates > 0, given_, less);
  std::copy(lifted_.begin(), lifted_.end(), z.begin());
}

void FreedomCoordinates::balance_all(ConstVector force, Vector S, At at) const {
  std::fill(S.begin(), S.end(), 0.0);
  kinematics(at).solver().balance(force, S);
}

void FreedomCoordinates::reduce(ConstVector force, Vector generalised, At at) const {
  const std::size_t coordinates = partition_.x_freedoms.size();
  stress_.resize(model_.ne);
  balance_all(force, stress_, at);
  if (coordinates > 0) {
    lifted_.assign(force.begin(), force.end());
    subtract_transposed_times(model_, kinematics(at).evaluation(), stress_, lifted_);
  }
  for (std::size_t k = 0; k < coordinates; ++k) generalised[k] = lifted_[partition_.x_freedoms[k]];
  for (std::size_t k = 0; k < partition_.e_freedoms.size(); ++k)
    generalised[coordinates + k] = stress_[partition_.e_freedoms[k]];
}

void FreedomCoordinates::add_constraint_stresses(ConstVector force, Vector S) const {
  stress_.resize(model_.ne);
  balance_all(force, stress_, At::last);
  for (const int r : partition_.e_freedoms) stress_[r] = 0;
  for (std::size_t r = 0; r < S.size(); ++r) S[r] += stress_[r];
}

void FreedomCoordinates::balance(ConstVector force, Vector generalised, Vector S) const {
  reduce(force, generalised);
  for (const int r : partition_.e_freedoms) stress_[r] = 0;
  for (std::size_t r = 0; r < S.size(); ++r) S[r] += stress_[r];
}

void FreedomCoordinates::spread(ConstVector generalised, const Evaluation& at, Vector force) const {
  const std::size_t coordinates = partition_.x_freedoms.size();
  stress_.assign(model_.ne, 0.0);
  for (std::size_t k = 0; k < partition_.e_freedoms.size(); ++k)
    stress_[partition_.e_freedoms[k]] = -generalised[coordinates + k];
  std::fill(force.begin(), force.end(), 0.0);
  for (std::size_t k = 0; k < coordinates; ++k) force[partition_.x_freedoms[k]] = generalised[k];
  subtract_transposed_times(model_, at, stress_, force);
}

void FreedomCoordinates::read(ConstVector z, const Evaluation& at, Vector rates) const {
  const std::size_t coordinates = partition_.x_freedoms.size();
  row_.assign(model_.ne, 0.0);
  add_derivative_times(model_, at, z, row_);
  for (std::size_t k = 0; k < coordinates; ++k) rates[k] = z[partition_.x_freedoms[k]];
  for (std::size_t k = 0; k < partition_.e_freedoms.size(); ++k)
    rates[coordinates + k] = row_[partition_.e_freedoms[k]];
}

void FreedomCoordinates::set_origin(const State& state) {
  is_at_origin_ = is_at_end_;
  if (!origin_) {
    origin_ = std::make_unique<State>(state);
    between_ = std::make_unique<Evaluation>(model_, phase_);
  }
  *origin_ = state;
  if (!is_chosen()) return;
  evaluate_position(model_, state.x, *between_);
  entries_.resize(kinematics_->jacobian().block().pattern().row.size());
  kinematics_->jacobian().block().gather(*between_, entries_);
  near_entries_ = entries_;
  near_change_ = 0;
}

SolveStatus FreedomCoordinates::unpack(const double* q, const double* qd, bool between,
                                       State& state) {
  const State& from = *origin_;
  const double h = state.t - from.t;
  for (std::size_t i = 0; i < state.v.size(); ++i) {
    state.v[i] = from.v[i] + h * from.a[i];
    lifted_[i] = from.v[i] + h / 2 * from.a[i];
  }
  move_from(model_, from.x, lifted_, h, state.x);
  const SolveStatus status =
      place(q, qd, Kinematics::From::prediction, between ? kBetween : kNear, state);
  left_ |= !status.ok() && !between;
  return status;
}

SolveStatus FreedomCoordinates::unpack_first(const double* q, const double* qd, State& state) {
  std::fill(lifted_.begin(), lifted_.end(), 0.0);
  move_from(model_, origin_->x, lifted_, 1, state.x);
  state.v = origin_->v;
  SolveStatus status;
  if (!is_at_origin_) status = kinematics_->position_at(*origin_).status();
  if (status.ok()) status = place(q, qd, Kinematics::From::last_unseen, kNear, state);
  left_ |= !status.ok();
  return status;
}

SolveStatus FreedomCoordinates::unpack_onward(const double* q, const double* qd, bool is_end,
                                              State& state) {
  const SolveStatus status = is_end ? place(q, qd, Kinematics::From::last, kNear, state)
                                    : place(q, qd, Kinematics::From::last_unseen, kAnywhere, state);
  is_at_end_ = is_end && status.ok();
  return status;
}

// Finds the position and the velocities that belong to q and qd; the iteration begins at the
// position in `state`. Fails where the Jacobian has changed by `most` since the origin.
SolveStatus FreedomCoordinates::place(const double* q, const double* qd, Kinematics::From from,
                                      double most, State& state) {
  is_at_end_ = is_at_origin_ = false;
  for (int i : partition_.x_freedoms) state.x[i] = *q++, state.v[i] = *qd++;
  for (double& value : values_) value = *q++;
  for (double& rate : rates_) rate = *qd++;
  kinematics_->motion().keep_freedoms(values_, rates_);
  const Positioned at = kinematics_->position_near(state, from);
  SolveStatus status = at.status();
  if (status.ok() && most != kAnywhere && !is_near(state, most))
    status.kind = SolveKind::not_converged;
  if (status.ok()) kinematics_->velocities(at, state);
  return status;
}

// Whether the Jacobian has changed by less than `most` from the origin on. The positions of an
// iteration come closer and closer to each other: with J1 of the one before,
//   J^-1 J0 - 1 = J^-1 J1 (J1^-1 J0 - 1) + J^-1 J1 - 1.
bool FreedomCoordinates::has_hardly_changed(double most) {
  PositionJacobian& jacobian = kinematics_->jacobian();
  jacobian.gather_entries(here_entries_);
  const double since = jacobian.bound_of_change_from(near_entries_, here_entries_);
  if (since <= kClose && (1 + since) * near_change_ + since < most) return true;
  const double change = jacobian.change_from(entries_, here_entries_, most);
  if (!(change < most)) return false;
  near_entries_ = here_entries_;
  near_change_ = change;
  return true;
}

// Whether the position just found is joined to the origin (see the head of freedom_coordinates.h).
// The Jacobian is a smooth function of the position, so its values at the ends are enough for a
// short way; a way on which angles turn far is cut into pieces.
bool FreedomCoordinates::is_near(const State& state, double most) {
  if (!has_hardly_changed(most)) return false;
  double turned = 0;
  coordinate_difference(model_, state.x, origin_->x, lifted_);
  for (int i : model_.turning) turned = std::max(turned, std::fabs(lifted_[i]));
  const int pieces = static_cast<int>(std::min(std::ceil(turned / kTurn), kMostPieces));
  for (int k = 1; k < pieces; ++k) {
    middle_ = state.x;
    move_from(model_, state.x, lifted_, static_cast<double>(k) / pieces, middle_);
    evaluate_position(model_, middle_, *between_);
    middle_entries_.resize(entries_.size());
    kinematics_->jacobian().block().gather(*between_, middle_entries_);
    if (!(kinematics_->jacobian().change_from(middle_entries_, here_entries_) < most)) return false;
  }
  return turned <= kTurn * kMostPieces;
}

bool FreedomCoordinates::worn() {
  ++steps_;
  if ((left_ && steps_ > pause_) ||
      (is_chosen() &&
       kinematics_->jacobian().determinacy() < tolerance::worn_choice * fresh_determinacy_))
    return true;
  return !(is_chosen() && complete_) && steps_ >= kReview;
}

std::string FreedomCoordinates::name(int k) const {
  const int coordinates = count_of(partition_.x_freedoms);
  return k < coordinates ? model_.coordinate_name(partition_.x_freedoms[k])
                         : model_.deformation_name(partition_.e_freedoms[k - coordinates]);
}

}  // namespace mbs
