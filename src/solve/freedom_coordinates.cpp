#include "solve/freedom_coordinates.h"

#include <algorithm>
#include <cmath>

#include "linalg/pivoted_qr.h"

namespace mbs {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

bool is_free(Class c) { return c == Class::calculable || c == Class::dynamic; }

// Rows made small are taken after the constraints, the stiffest of them first.
constexpr double kAfterConstraints = 1e-3;
constexpr double kSoftest = 1e-2;
// A deformation that others determine to this part is no coordinate.
constexpr double kDependent = 1e-2;
// The choice is worn out when its pivot is below this part of the first one.
constexpr double kWorn = 0.3;

// Stiffness and damping (over one second) of every deformation; negative where it has no law.
std::vector<double> stiffness_of(const Model& model) {
  std::vector<double> out(at(model.ne), -1.0);
  auto add = [&](int row, double value) {
    out[at(row)] = std::max(out[at(row)], 0.0) + std::fabs(value);
  };
  for (const auto* terms : {&model.forces.stiffness, &model.forces.damping})
    for (const LinearTerm& term : *terms)
      if (term.row == term.column && term.value != 0) add(term.row, term.value);
  for (const ExpressionLaw& law : model.forces.stress_laws) add(law.index(), 0);
  return out;
}

}  // namespace

// Free deformations with laws that the constraints and stiffer ones leave independent.
std::vector<int> FreedomCoordinates::sprung_deformations(const Evaluation& here) const {
  std::vector<double> stiffness = stiffness_of(model_);
  std::vector<int> rows = constrained_deformations(phase_);
  const int held = static_cast<int>(rows.size());
  for (int r = 0; r < model_.ne; ++r)
    if (is_free(phase_.e_class[at(r)]) && stiffness[at(r)] >= 0) rows.push_back(r);
  JacobianBlock block(model_, rows, free_coordinates(phase_));
  block.choose_scales(model_, here);
  const int m = block.row_count(), n = block.column_count();
  if (m == held) return {};
  std::vector<double> J(at(m) * at(n)), transposed(J.size());
  block.gather(here, {J.data(), m, n, m});
  double stiffest = 0;
  for (int k = held; k < m; ++k) {  // compared as stiffnesses against lengths
    stiffness[at(rows[at(k)])] /= block.row_scale(k) * block.row_scale(k);
    stiffest = std::max(stiffest, stiffness[at(rows[at(k)])]);
  }
  for (int k = 0; k < m; ++k) {
    double weight = 1;
    if (k >= held) {
      const double part = stiffest > 0 ? std::sqrt(stiffness[at(rows[at(k)])] / stiffest) : 1;
      weight = kAfterConstraints * std::max(part, kSoftest);
    }
    for (int i = 0; i < n; ++i)
      transposed[at(k) * at(n) + at(i)] = weight * J[at(i) * at(m) + at(k)];
  }
  const RankReport report =
      column_rank(std::move(transposed), n, m, kAfterConstraints * kSoftest * kDependent);
  std::vector<int> out;
  for (int k : report.independent)
    if (k >= held) out.push_back(rows[at(k)]);
  std::sort(out.begin(), out.end());
  return out;
}

bool FreedomCoordinates::choose(const State& state) {
  Evaluation here(model_);
  evaluate_position(model_, state.x, here);
  const std::vector<int> sprung = sprung_deformations(here);
  if (sprung.empty()) return false;
  const Partition chosen = chosen_partition(model_, phase_, here, {}, options_.rank, sprung);
  if (!chosen.square()) return false;
  auto kinematics = std::make_unique<Kinematics>(model_, phase_, chosen, options_);
  State placed = state;
  kinematics->hold_freedoms(placed);
  kinematics->choose_scales(placed);
  if (!kinematics->position_near(placed).ok()) return false;
  fresh_hold_ = kinematics->hold();
  partition_ = chosen;
  kinematics_ = std::move(kinematics);
  values_.assign(partition_.e_freedoms.size(), 0.0);
  rates_ = values_;
  return true;
}

void FreedomCoordinates::pack(const State& state, double* q, double* qd) const {
  for (int i : partition_.x_freedoms) *q++ = state.x[at(i)], *qd++ = state.v[at(i)];
  Evaluation here(model_);
  evaluate_position(model_, state.x, here);
  std::vector<double> ed(at(model_.ne));
  add_derivative_times(model_, here, state.v, ed);
  for (int r : partition_.e_freedoms) *q++ = here.e[at(r)], *qd++ = ed[at(r)];
}

void FreedomCoordinates::accelerations(const State& state, double* qdd) const {
  for (int i : partition_.x_freedoms) *qdd++ = state.a[at(i)];
  for (int r : partition_.e_freedoms) *qdd++ = state.edd[at(r)];
}

SolveStatus FreedomCoordinates::unpack(const double* q, const double* qd, State& state) {
  for (int i : partition_.x_freedoms) state.x[at(i)] = *q++, state.v[at(i)] = *qd++;
  for (double& value : values_) value = *q++;
  for (double& rate : rates_) rate = *qd++;
  kinematics_->hold_freedoms(values_, rates_);
  const SolveStatus status = kinematics_->position_near(state);
  if (status.ok()) kinematics_->velocities(state);
  return status;
}

bool FreedomCoordinates::worn() const { return kinematics_->hold() < kWorn * fresh_hold_; }

std::string FreedomCoordinates::name(int k) const {
  const int coordinates = static_cast<int>(partition_.x_freedoms.size());
  return k < coordinates ? model_.coordinate_name(partition_.x_freedoms[at(k)])
                         : model_.deformation_name(partition_.e_freedoms[at(k - coordinates)]);
}

}  // namespace mbs
