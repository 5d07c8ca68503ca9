#include "solve/statics/linearise.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/classes.h"
#include "base/index.h"
#include "model/extent.h"
#include "model/owner.h"
#include "solve/statics/acting_rows.h"
#include "solve/statics/eighth_order.h"

namespace mbs {

Linearisation::Linearisation(const Model& model, const Phase& phase)
    : model_(model),
      phase_(phase),
      inertia_(model),
      loads_(model, phase),
      laws_(model, phase),
      base_(model),
      work_(model),
      trial_(model.nx, model.ne, model.nz()),
      is_angle_(turning_flags(model)),
      acts_(acting_rows(model, phase)),
      S_(model.ne),
      dS_(S_),
      de_(S_),
      ded_(S_),
      product_(model.nx),
      still_(model.nx),
      kept_(model.nz()) {
  for (Displaced* d : {&change_, &sample_}) {
    d->force.resize(model.nx);
    d->v.resize(model.nx);
    d->ed.resize(model.ne);
  }
}

void Linearisation::evaluate(Dynamics& dynamics, const Placed& at, const State& state,
                             double load_factor, double side) {
  Kinematics& kinematics = dynamics.kinematics();
  const Partition& p = kinematics.partition();
  n_ = p.freedom_count();
  load_factor_ = load_factor;
  moving_ = largest(state.v) > 0 || largest(state.a) > 0;
  const std::size_t nx = model_.nx, n = n_;
  DF_.assign(nx * n, 0.0);
  M_.assign(n * n, 0.0);
  C_ = K_ = gyroscopic_ = M_;
  const std::size_t nz = kept_.size();
  A_.assign(nz * n, 0.0);
  B_ = Z_ = A_;
  D_.assign(nz * nz, 0.0);
  scale_.assign(n, 1.0);
  spring_terms_.assign(n, 0.0);
  kinematics.solver().transfer({DF_.data(), model_.nx, n_, model_.nx});
  find_kinematic_motions(kinematics, state);
  qdd_.clear();
  for (int i : p.x_freedoms) qdd_.push_back(state.a[i]);
  for (int r : p.e_freedoms) qdd_.push_back(state.edd[r]);
  evaluate_acceleration(model_, state.x, state.v, base_);
  std::copy(dynamics.stresses().begin(), dynamics.stresses().end(), S_.begin());
  length_ = typical_length(state);
  laws_.evaluate(state, base_, side);
  inertia_.evaluate(model_, state.x, state.v, base_);
  for (int j = 0; j < n_; ++j) {  // first: the rest overwrites inertia_
    std::fill(product_.begin(), product_.end(), 0.0);
    inertia_.add_mass_times({DF_.data() + j * nx, nx}, product_);
    project(product_, M_, j);
  }
  for (int j = 0; j < model_.nz(); ++j) state_column(state, j);
  if (kinematic() > 0) find_turning_rows(state);
  std::optional<Excursion> excursion;
  if (moving_) excursion.emplace(kinematics, at, state);
  for (int j = 0; j < n_; ++j) damping_column(dynamics, at, state, j);
  for (int j = 0; j < n_; ++j) stiffness_column(dynamics, state, j);
  kinematic_columns(dynamics, state, p.x_freedoms);
  clear_rounding(state);
  find_turns(p.x_freedoms);
  find_frame(state);
}

void Linearisation::find_turns(const std::vector<int>& x_freedoms) {
  turns_.clear();
  for (std::size_t k = 0; k < x_freedoms.size(); ++k) {
    if (!model_.is_orientation(x_freedoms[k])) continue;
    const std::size_t first = model_.orientations[model_.orientation_of[x_freedoms[k]]].first,
                      c = at(x_freedoms[k]) - first;
    turns_.push_back({k, first + (c + 1) % 3, first + (c + 2) % 3});
  }
}

// The freedoms of a body that turns with w change by their velocities less w x (turn of the body).
void Linearisation::find_frame(const State& state) {
  frame_.clear();
  const std::size_t nx = model_.nx, n = n_;
  for (const Turn& turn : turns_) {
    const double w_next = state.v[turn.next], w_last = state.v[turn.last];
    if (w_next == 0 && w_last == 0) continue;
    if (frame_.empty()) frame_.assign(n * n, 0.0);
    for (std::size_t j = 0; j < n; ++j)
      frame_[j * n + turn.freedom] =
          w_next * DF_[j * nx + turn.last] - w_last * DF_[j * nx + turn.next];
  }
}

void Linearisation::skew_of_turns(const std::vector<double>& moments,
                                  std::vector<double>& out) const {
  const std::size_t nx = model_.nx, n = n_;
  out.assign(n * n, 0.0);
  for (const Turn& turn : turns_)
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t i = 0; i < n; ++i)
        out[j * n + i] += (DF_[i * nx + turn.next] * DF_[j * nx + turn.last] -
                           DF_[i * nx + turn.last] * DF_[j * nx + turn.next]) *
                          moments[turn.freedom];
}

// The largest lever arm of an angle; without angles the extent of the mechanism.
double Linearisation::typical_length(const State& state) const {
  double arm = 0;
  for (std::size_t k = 0; k < model_.entry_row.size(); ++k)
    if (is_angle_[model_.entry_column[k]] && acts_[model_.entry_row[k]])
      arm = std::max(arm, std::fabs(base_.De[k]));
  if (arm > 0) return arm;
  const double extent = extent_of_places(model_, state.x);
  return extent > 0 ? extent : 1;
}

// D2e(d, d) over De d is the rate at which directions turn: 1 / length of a truss, 1 for an angle.
// Where De passes 0, as at the top of a sine, a part of the size of e stands for it.
double Linearisation::turning(ConstVector d, const State& state) {
  constexpr double kLeastSlope = 0.1;
  double rate = 0;
  for (int i : model_.turning) rate = std::max(rate, std::fabs(d[i]));
  evaluate_acceleration(model_, state.x, d, work_);
  std::fill(de_.begin(), de_.end(), 0.0);  // borrowed: largest entry of De in each row
  std::fill(dS_.begin(), dS_.end(), 0.0);  // and largest part of d that it multiplies
  for (std::size_t k = 0; k < model_.entry_row.size(); ++k) {
    const std::size_t r = model_.entry_row[k];
    de_[r] = std::max(de_[r], std::fabs(work_.De[k]));
    dS_[r] = std::max(dS_[r], std::fabs(d[model_.entry_column[k]]));
  }
  for (std::size_t r = 0; r < de_.size(); ++r)
    if (acts_[r] && de_[r] > 0 && dS_[r] > 0) {
      const double second = std::fabs(work_.D2e_vv[r]);
      const double least = kLeastSlope * std::sqrt(second * work_.size[r]);
      rate = std::max(rate, second / std::max(de_[r] * dS_[r], least));
    }
  return rate;
}

// Like turning(), for a motion across d: each node goes as far as d takes it, but perpendicular to
// d. A motion d along a short bar turns nothing, and yet the bar soon has another length.
double Linearisation::turning_across(ConstVector d, const State& state) {
  double rate = 0;
  std::vector<double> across(d.size());
  for (int axis = model_.is_spatial() ? 0 : 2; axis < 3; ++axis) {
    std::fill(across.begin(), across.end(), 0.0);
    for (const Node& node : model_.nodes) {
      if (node_type(node.kind).role != NodeRole::place) continue;
      const int count = coordinate_count(node.kind), one = (axis + 1) % 3, other = (axis + 2) % 3;
      const auto part = [&](int c) { return c < count ? d[node.first + c] : 0; };
      if (one < count) across[node.first + one] = -part(other);
      if (other < count) across[node.first + other] = part(one);
    }
    rate = std::max(rate, turning(across, state));
  }
  return rate;
}

double Linearisation::motion_along(ConstVector d) const {
  double most = 0;
  for (std::size_t i = 0; i < d.size(); ++i)
    most = std::max(most, std::fabs(d[i]) / (is_angle_[i] ? 1 : length_));
  return most;
}

// The change of a degree of freedom that moves the mechanism by one unit of angle or length, or
// that turns an element by it.
double Linearisation::step_along(ConstVector d, const State& state) {
  const double rate = std::max({turning(d, state), turning_across(d, state), motion_along(d)});
  return rate > 0 ? 1 / rate : 1;
}

// out -= M a + h at the state `trial`, whose x and v belong to `here`.
void Linearisation::inertia_forces(Dynamics& dynamics, State& trial, Evaluation& here, Vector out) {
  dynamics.kinematics().accelerate(qdd_, trial.a);
  inertia_.evaluate(model_, trial.x, trial.v, here);
  std::fill(product_.begin(), product_.end(), 0.0);
  inertia_.add_mass_times(trial.a, product_);
  inertia_.add_velocity_forces(product_);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] -= product_[i];
}

// The step s along d, shortened until the Jacobian changes little within four steps: near a
// singular position velocities and accelerations change fast.
double Linearisation::sure_step(Dynamics& dynamics, const State& state, ConstVector d, double s) {
  constexpr double kChange = 0.05, kShorter = 0.1;
  constexpr int kTimes = 12;
  Kinematics& kinematics = dynamics.kinematics();
  if (!moving_ || kinematics.jacobian().block().column_count() == 0) return s;
  std::vector<double> trial_entries, entries(kinematics.jacobian().block().pattern().row.size());
  kinematics.jacobian().block().gather(base_, entries);
  for (int k = 0; k < kTimes; ++k) {
    trial_ = state;
    move_coordinates(model_, d, 4 * s, trial_.x);
    const bool possible = kinematics.position_at(trial_).ok();
    if (possible) kinematics.jacobian().gather_entries(trial_entries);
    const double change =
        possible ? kinematics.jacobian().change_from(entries, trial_entries) : HUGE_VAL;
    if (change <= kChange) break;
    s *= std::max(kShorter, kChange / (2 * change));
  }
  return s;
}

// Finds f - h - De^T S - M a without expression loads at x + s d, and v, ed there. S, and the
// components of forces by expressions, stay as in the state.
void Linearisation::displaced(Dynamics& dynamics, const State& state, ConstVector d, double s,
                              Displaced& out) {
  trial_ = state;
  move_coordinates(model_, d, s, trial_.x);
  if (moving_) {
    const Positioned at = dynamics.kinematics().position_at(trial_);
    dynamics.kinematics().velocities(at, trial_);
  }
  evaluate_acceleration(model_, trial_.x, trial_.v, work_);
  inertia_.evaluate(model_, trial_.x, trial_.v, work_);
  evaluate_loads(model_, phase_, state.t, trial_.x, trial_.v, state.z, work_, inertia_, loads_);
  laws_.take_out(state, trial_.x, work_, loads_);
  for (std::size_t i = 0; i < d.size(); ++i) out.force[i] = load_factor_ * loads_.f[i];
  subtract_transposed_times(model_, work_, S_, out.force);
  if (!moving_) return;
  out.v = trial_.v;
  out.ed = loads_.ed;
  inertia_forces(dynamics, trial_, work_, out.force);
}

void Linearisation::project(ConstVector force, std::vector<double>& out, int j) const {
  const std::size_t nx = force.size();
  for (int i = 0; i < n_; ++i) {
    double sum = 0;
    for (std::size_t k = 0; k < nx; ++k) sum += DF_[i * nx + k] * force[k];
    out[j * n_ + i] = sum;
  }
}

double Linearisation::spring_terms_along(ConstVector d) {
  elongation_.assign(model_.ne, 0.0);
  for (std::size_t k = 0; k < model_.entry_row.size(); ++k)
    elongation_[model_.entry_row[k]] += std::fabs(base_.De[k] * d[model_.entry_column[k]]);
  double sum = 0;
  for (const LinearTerm& term : model_.forces.stiffness)
    sum += std::fabs(term.value) * elongation_[term.row] * elongation_[term.column];
  return sum;
}

// Finds what changes along d, and the forces -dF in change_.force; the derivatives of laws are
// those of d, too. unit: a change that moves the mechanism by about its own size.
void Linearisation::change_along(Dynamics& dynamics, const State& state, ConstVector d,
                                 double unit) {
  const double s = sure_step(dynamics, state, d, eighth_order::step * unit);
  std::fill(change_.force.begin(), change_.force.end(), 0.0);
  std::fill(change_.v.begin(), change_.v.end(), 0.0);
  std::fill(change_.ed.begin(), change_.ed.end(), 0.0);
  for (int k = 1; k <= 4; ++k)
    for (int side : {1, -1}) {
      displaced(dynamics, state, d, side * k * s, sample_);
      const double w = side * eighth_order::weights[k - 1] / s;
      for (std::size_t i = 0; i < d.size(); ++i) change_.force[i] += w * sample_.force[i];
      if (!moving_) continue;
      for (std::size_t i = 0; i < d.size(); ++i) change_.v[i] += w * sample_.v[i];
      for (std::size_t r = 0; r < ded_.size(); ++r) change_.ed[r] += w * sample_.ed[r];
    }
  std::fill(de_.begin(), de_.end(), 0.0);
  add_derivative_times(model_, base_, d, de_);
  ded_ = change_.ed;
  laws_.subtract(state, {0, d, change_.v, de_, ded_, kept_}, load_factor_, change_.force);
  for (double& f : change_.force) f = -f;
}

void Linearisation::stiffness_column(Dynamics& dynamics, const State& state, int j) {
  const ConstVector d(DF_.data() + at(j) * at(model_.nx), at(model_.nx));
  scale_[j] = step_along(d, state);
  spring_terms_[j] = spring_terms_along(d);
  change_along(dynamics, state, d, scale_[j]);
  laws_.add_rates(A_.data() + j * kept_.size());
  project(change_.force, K_, j);
  kinematic_column(state, d, scale_[j], at(j));
}

// Displaces the velocities to v + s d at the same x: h and a are quadratic in v, so one central
// difference is exact.
void Linearisation::damping_column(Dynamics& dynamics, const Placed& placed, const State& state,
                                   int j) {
  const ConstVector d(DF_.data() + at(j) * at(model_.nx), at(model_.nx));
  std::fill(change_.force.begin(), change_.force.end(), 0.0);
  const double fastest = largest(state.v), widest = largest(d);
  if (fastest > 0 && widest > 0) {
    const double s = fastest / widest;
    Kinematics& kinematics = dynamics.kinematics();
    for (int side : {1, -1}) {
      trial_ = state;
      for (std::size_t i = 0; i < d.size(); ++i) trial_.v[i] += side * s * d[i];
      kinematics.velocities_at(placed, trial_);
      evaluate_acceleration(model_, trial_.x, trial_.v, work_);
      std::fill(sample_.force.begin(), sample_.force.end(), 0.0);
      inertia_forces(dynamics, trial_, work_, sample_.force);
      for (std::size_t i = 0; i < d.size(); ++i)
        change_.force[i] += side * sample_.force[i] / (2 * s);
    }
  }
  for (double& f : change_.force) f = -f;
  project(change_.force, gyroscopic_, j);
  for (double& f : change_.force) f = -f;
  std::fill(de_.begin(), de_.end(), 0.0);
  std::fill(ded_.begin(), ded_.end(), 0.0);
  add_derivative_times(model_, base_, d, ded_);
  laws_.subtract(state, {0, still_, d, de_, ded_, kept_}, load_factor_, change_.force);
  laws_.add_rates(B_.data() + j * kept_.size());
  for (double& f : change_.force) f = -f;
  project(change_.force, C_, j);
}

// Forces depend on states through laws alone; laws depend otherwise only on positions and
// velocities, which stay.
void Linearisation::state_column(const State& state, int j) {
  std::fill(de_.begin(), de_.end(), 0.0);
  std::fill(ded_.begin(), ded_.end(), 0.0);
  std::fill(change_.force.begin(), change_.force.end(), 0.0);
  std::vector<double> unit(kept_);
  unit[j] = 1;
  laws_.subtract(state, {0, still_, still_, de_, ded_, unit}, load_factor_, change_.force);
  laws_.add_rates(D_.data() + j * kept_.size());
  for (double& f : change_.force) f = -f;
  project(change_.force, Z_, j);
}

}  // namespace mbs
