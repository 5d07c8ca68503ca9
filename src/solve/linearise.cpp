#include "solve/linearise.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/classes.h"
#include "base/index.h"

namespace mbs {

namespace {

// The laws of stresses, then those of loads: of the deck, and the known efforts of a chain.
using Laws = std::array<const std::vector<ExpressionLaw>*, 2>;
Laws stress_laws(const ForceLaws& forces) { return {&forces.stress_laws, &forces.known_stresses}; }
Laws load_laws(const ForceLaws& forces) { return {&forces.load_laws, &forces.known_loads}; }

// Steps of differences, as parts of what changes the geometry: truncation (step^8) and rounding
// (eps / step) both stay near 1e-14.
constexpr double kStep = 0.01;
// Central differences of order 8: weights of f(k s) - f(-k s), k = 1..4, over s.
constexpr double kWeights[4] = {4. / 5, -1. / 5, 4. / 105, -1. / 280};

}  // namespace

Linearisation::Linearisation(const Model& model, const Phase& phase)
    : model_(model),
      phase_(phase),
      inertia_(model),
      loads_(model, phase),
      base_(model),
      work_(model),
      trial_(model.nx, model.ne, model.nz()),
      is_angle_(model.nx, false),
      S_(model.ne),
      dS_(S_),
      de_(S_),
      ded_(S_),
      base_ed_(S_),
      product_(model.nx),
      still_(model.nx),
      kept_(model.nz()),
      input_change_(model.forces.inputs.count()) {
  for (const Laws& kind : {stress_laws(model.forces), load_laws(model.forces)})
    for (const auto* laws : kind)
      for (const ExpressionLaw& law : *laws) gradients_.emplace_back(law.reads().size());
  for (const ForceByLaw& force : model.forces.force_laws)
    for (const ExpressionLaw& law : force.components) gradients_.emplace_back(law.reads().size());
  held_forces_.resize(model.forces.force_laws.size());
  for (std::size_t k = 0; k < model.own_states(); ++k)
    gradients_.emplace_back(model.states[k].rate->reads().size());
  muscles_.resize(model.forces.muscles.size());
  for (Displaced* d : {&change_, &sample_}) {
    d->force.resize(model.nx);
    d->v.resize(model.nx);
    d->ed.resize(model.ne);
  }
  for (int i : model.turning) is_angle_[i] = true;
}

void Linearisation::evaluate(Dynamics& dynamics, const Placed& at, const State& state,
                             double load_factor) {
  Kinematics& kinematics = dynamics.kinematics();
  const Partition& p = kinematics.partition();
  n_ = p.freedom_count();
  load_factor_ = load_factor;
  moving_ = largest(state.v) > 0 || largest(state.a) > 0;
  const std::size_t nx = model_.nx, n = n_;
  DF_.assign(nx * n, 0.0);
  trial_DF_.assign(nx * n, 0.0);
  M_.assign(n * n, 0.0);
  C_ = K_ = M_;
  const std::size_t nz = kept_.size();
  A_.assign(nz * n, 0.0);
  B_ = Z_ = A_;
  D_.assign(nz * nz, 0.0);
  scale_.assign(n, 1.0);
  kinematics.transfer({DF_.data(), model_.nx, n_, model_.nx});
  qdd_.clear();
  for (int i : p.x_freedoms) qdd_.push_back(state.a[i]);
  for (int r : p.e_freedoms) qdd_.push_back(state.edd[r]);
  evaluate_acceleration(model_, state.x, state.v, base_);
  std::copy(dynamics.stresses().begin(), dynamics.stresses().end(), S_.begin());
  length_ = typical_length(state);
  laws(state);
  inertia_.evaluate(model_, state.x, state.v, base_);
  for (int j = 0; j < n_; ++j) {  // first: the rest overwrites inertia_
    std::fill(product_.begin(), product_.end(), 0.0);
    inertia_.add_mass_times({DF_.data() + j * nx, nx}, product_);
    project(product_, M_, j);
  }
  for (int j = 0; j < model_.nz(); ++j) state_column(state, j);
  std::optional<Excursion> excursion;
  if (moving_) excursion.emplace(kinematics, at, state);
  for (int j = 0; j < n_; ++j) damping_column(dynamics, at, state, j);
  for (int j = 0; j < n_; ++j) stiffness_column(dynamics, state, j);
}

// The largest lever arm of an angle; without angles the extent of the mechanism.
double Linearisation::typical_length(const State& state) const {
  double arm = 0;
  for (std::size_t k = 0; k < model_.entry_row.size(); ++k)
    if (is_angle_[model_.entry_column[k]]) arm = std::max(arm, std::fabs(base_.De[k]));
  if (arm > 0) return arm;
  double low[kMostVelocities], high[kMostVelocities], extent = 0;
  std::fill(std::begin(low), std::end(low), INFINITY);
  std::fill(std::begin(high), std::end(high), -INFINITY);
  for (const Node& node : model_.nodes)
    for (int c = 0; c < coordinate_count(node.kind); ++c) {
      if (node_type(node.kind).role != NodeRole::place) continue;
      low[c] = std::min(low[c], state.x[node.first + c]);
      high[c] = std::max(high[c], state.x[node.first + c]);
      extent = std::max(extent, high[c] - low[c]);
    }
  return extent > 0 && std::isfinite(extent) ? extent : 1;
}

void Linearisation::laws(const State& state) {
  const ForceLaws& forces = model_.forces;
  loads_.law_slots.set_parameters(phase_.parameters);
  std::fill(ded_.begin(), ded_.end(), 0.0);
  add_derivative_times(model_, base_, state.v, ded_);
  base_ed_ = ded_;
  forces.inputs.read(inputs_at(state), loads_.law_slots.variables());
  std::size_t k = 0;
  for (const Laws& kind : {stress_laws(forces), load_laws(forces)})
    for (const auto* laws : kind)
      for (const ExpressionLaw& law : *laws) law.gradient(loads_.law_slots, gradients_[k++].data());
  for (std::size_t n = 0; n < held_forces_.size(); ++n)
    for (std::size_t c = 0; c < 2; ++c) {
      const ExpressionLaw& law = forces.force_laws[n].components[c];
      held_forces_[n][c] = law.evaluate(loads_.law_slots);
      law.gradient(loads_.law_slots, gradients_[k++].data());
    }
  for (std::size_t z = 0; z < model_.own_states(); ++z)
    model_.states[z].rate->gradient(loads_.law_slots, gradients_[k++].data());
  muscle_laws(state);
}

InputState Linearisation::inputs_at(const State& state) const {
  return {state.t, state.x, state.v, base_.e, base_ed_, state.z};
}

// The change of law `k` (of all laws) when its inputs change by input_change_.
double Linearisation::change_of(const ExpressionLaw& law, std::size_t k) const {
  double sum = 0;
  for (std::size_t i = 0; i < law.reads().size(); ++i)
    sum += gradients_[k][i] * input_change_[law.reads()[i]];
  return sum;
}

// D2e(d, d) over De d is the rate at which directions turn: 1 / length of a truss, 1 for an angle.
double Linearisation::turning(ConstVector d, const State& state) {
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
    if (de_[r] > 0 && dS_[r] > 0)
      rate = std::max(rate, std::fabs(work_.D2e_vv[r]) / (de_[r] * dS_[r]));
  return rate;
}

// The change of a degree of freedom that moves the mechanism by one unit of angle or length.
double Linearisation::step_along(ConstVector d, const State& state) {
  double rate = turning(d, state);
  for (std::size_t i = 0; i < d.size(); ++i)
    if (!is_angle_[i]) rate = std::max(rate, std::fabs(d[i]) / length_);
  return rate > 0 ? 1 / rate : 1;
}

// out -= M a + h at trial, whose x and v are those of `here`.
void Linearisation::inertia_forces(Dynamics& dynamics, const Placed& at, State& trial,
                                   Evaluation& here, Vector out) {
  Kinematics& kinematics = dynamics.kinematics();
  for (int i : kinematics.partition().x_freedoms) trial.a[i] = 0;
  kinematics.accelerations(at, trial);
  kinematics.transfer({trial_DF_.data(), model_.nx, n_, model_.nx});
  for (int j = 0; j < n_; ++j)
    for (std::size_t i = 0; i < trial.a.size(); ++i)
      trial.a[i] += trial_DF_[j * trial.a.size() + i] * qdd_[j];
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
  entries_.resize(kinematics.jacobian().block().pattern().row.size());
  kinematics.jacobian().block().gather(base_, entries_);
  for (int k = 0; k < kTimes; ++k) {
    trial_ = state;
    for (std::size_t i = 0; i < d.size(); ++i) trial_.x[i] += 4 * s * d[i];
    const bool possible = kinematics.position_at(trial_).ok();
    const double change = possible ? kinematics.jacobian().change_from(entries_) : HUGE_VAL;
    if (change <= kChange) break;
    s *= std::max(kShorter, kChange / (2 * change));
  }
  return s;
}

// f - h - De^T S - M a without expression loads at x + s d, and v, ed there; S as in the state, and
// so the components of forces by expressions.
void Linearisation::displaced(Dynamics& dynamics, const State& state, ConstVector d, double s,
                              Displaced& out) {
  trial_ = state;
  for (std::size_t i = 0; i < d.size(); ++i) trial_.x[i] += s * d[i];
  Placed there;
  if (moving_) {
    const Positioned at = dynamics.kinematics().position_at(trial_);
    there = dynamics.kinematics().velocities(at, trial_);
  }
  evaluate_acceleration(model_, trial_.x, trial_.v, work_);
  inertia_.evaluate(model_, trial_.x, trial_.v, work_);
  evaluate_loads(model_, phase_, state.t, trial_.x, trial_.v, state.z, work_, inertia_, loads_);
  for (const auto* laws : load_laws(model_.forces))
    for (const ExpressionLaw& law : *laws) loads_.f[law.index()] -= law.evaluate(loads_.law_slots);
  for (std::size_t n = 0; n < held_forces_.size(); ++n) {
    const ForceByLaw& force = model_.forces.force_laws[n];
    std::array<double, 2> more = held_forces_[n];
    for (std::size_t c = 0; c < 2; ++c) more[c] -= force.components[c].evaluate(loads_.law_slots);
    add_force(force, work_, more, 1, loads_.f);
  }
  take_muscle_loads(state);
  for (std::size_t i = 0; i < d.size(); ++i) out.force[i] = load_factor_ * loads_.f[i];
  subtract_transposed_times(model_, work_, S_, out.force);
  if (!moving_) return;
  out.v = trial_.v;
  out.ed = loads_.ed;
  inertia_forces(dynamics, there, trial_, work_, out.force);
}

// The change of the rates of the states when the inputs change by input_change_: a column of A, B
// or D.
void Linearisation::add_rates(double* column) const {
  const std::size_t laws = gradients_.size() - model_.own_states();
  for (std::size_t k = 0; k < model_.own_states(); ++k)
    column[k] = change_of(*model_.states[k].rate, laws + k);
  add_muscle_rates(column);
}

// force -= De^T dS, and += what expression loads add, both by dx, dv, dz, de_ and ded_.
void Linearisation::subtract_laws(const State& state, ConstVector dx, ConstVector dv,
                                  ConstVector dz, Vector force) {
  const ForceLaws& forces = model_.forces;
  const InputState here = inputs_at(state), along{0, dx, dv, de_, ded_, dz};
  for (std::size_t k = 0; k < input_change_.size(); ++k)
    input_change_[k] = forces.inputs[static_cast<int>(k)].change(here, along);
  std::vector<double> change(S_.size(), 0.0);
  for (const LinearTerm& term : forces.stiffness) change[term.row] += term.value * de_[term.column];
  for (const LinearTerm& term : forces.damping) change[term.row] += term.value * ded_[term.column];
  std::size_t next = 0;
  for (const auto* laws : stress_laws(forces))
    for (const ExpressionLaw& law : *laws) change[law.index()] += change_of(law, next++);
  for (const ContactLaw& law : forces.contacts) {
    const std::size_t r = law.normal;
    const bool rubs = law.mu > 0;
    const ContactLaw::Slopes s = law.slopes(base_.e[r], base_ed_[r], rubs ? base_ed_[r + 1] : 0);
    change[r] += s.S1_gap * de_[r] + s.S1_rate * ded_[r];
    if (rubs) change[r + 1] += s.S2_gap * de_[r] + s.S2_rate * ded_[r] + s.S2_slip * ded_[r + 1];
  }
  change_muscles(here, along, change, force);
  for (std::size_t r = 0; r < change.size(); ++r)
    if (!is_free(phase_.e_class[r])) change[r] = 0;
  subtract_transposed_times(model_, base_, change, force);
  for (const auto* laws : load_laws(forces))
    for (const ExpressionLaw& law : *laws)
      force[law.index()] += load_factor_ * change_of(law, next++);
  for (const ForceByLaw& by_law : forces.force_laws) {
    const double u = change_of(by_law.components[0], next),
                 w = change_of(by_law.components[1], next + 1);
    add_force(by_law, base_, {u, w}, load_factor_, force);
    next += 2;
  }
}

void Linearisation::project(ConstVector force, std::vector<double>& out, int j) const {
  const std::size_t nx = force.size();
  for (int i = 0; i < n_; ++i) {
    double sum = 0;
    for (std::size_t k = 0; k < nx; ++k) sum += DF_[i * nx + k] * force[k];
    out[j * n_ + i] = sum;
  }
}

void Linearisation::stiffness_column(Dynamics& dynamics, const State& state, int j) {
  const ConstVector d(DF_.data() + at(j) * at(model_.nx), at(model_.nx));
  const double unit = step_along(d, state), s = sure_step(dynamics, state, d, kStep * unit);
  scale_[j] = unit;
  std::fill(change_.force.begin(), change_.force.end(), 0.0);
  std::fill(change_.v.begin(), change_.v.end(), 0.0);
  std::fill(change_.ed.begin(), change_.ed.end(), 0.0);
  for (int k = 1; k <= 4; ++k)
    for (int side : {1, -1}) {
      displaced(dynamics, state, d, side * k * s, sample_);
      const double w = side * kWeights[k - 1] / s;
      for (std::size_t i = 0; i < d.size(); ++i) change_.force[i] += w * sample_.force[i];
      if (!moving_) continue;
      for (std::size_t i = 0; i < d.size(); ++i) change_.v[i] += w * sample_.v[i];
      for (std::size_t r = 0; r < ded_.size(); ++r) change_.ed[r] += w * sample_.ed[r];
    }
  std::fill(de_.begin(), de_.end(), 0.0);
  add_derivative_times(model_, base_, d, de_);
  ded_ = change_.ed;
  subtract_laws(state, d, change_.v, kept_, change_.force);
  add_rates(A_.data() + j * kept_.size());
  for (double& f : change_.force) f = -f;
  project(change_.force, K_, j);
}

// v + s d at the same x: h and a are quadratic in v, so one central difference is exact.
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
      const Placed moving = kinematics.velocities_at(placed, trial_);
      evaluate_acceleration(model_, trial_.x, trial_.v, work_);
      std::fill(sample_.force.begin(), sample_.force.end(), 0.0);
      inertia_forces(dynamics, moving, trial_, work_, sample_.force);
      for (std::size_t i = 0; i < d.size(); ++i)
        change_.force[i] += side * sample_.force[i] / (2 * s);
    }
  }
  std::fill(de_.begin(), de_.end(), 0.0);
  std::fill(ded_.begin(), ded_.end(), 0.0);
  add_derivative_times(model_, base_, d, ded_);
  subtract_laws(state, still_, d, kept_, change_.force);
  add_rates(B_.data() + j * kept_.size());
  for (double& f : change_.force) f = -f;
  project(change_.force, C_, j);
}

// Forces depend on states through laws alone, and those on nothing else but positions and
// velocities, which stay.
void Linearisation::state_column(const State& state, int j) {
  std::fill(de_.begin(), de_.end(), 0.0);
  std::fill(ded_.begin(), ded_.end(), 0.0);
  std::fill(change_.force.begin(), change_.force.end(), 0.0);
  std::vector<double> unit(kept_);
  unit[j] = 1;
  subtract_laws(state, still_, still_, unit, change_.force);
  add_rates(D_.data() + j * kept_.size());
  for (double& f : change_.force) f = -f;
  project(change_.force, Z_, j);
}

}  // namespace mbs
