#include "observe/energy.h"

#include <algorithm>
#include <cmath>

#include "elements/revolute.h"
#include "observe/muscles.h"

namespace mbs {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

bool is_free(Class c) { return c == Class::calculable || c == Class::dynamic; }

// Only between deformations that are both free has a stiffness a potential. Where one of a beam's
// two bendings is held or driven, S of the other has a part that follows the driven one: its power
// counts as work.
bool has_potential(const LinearTerm& term, const Phase& phase) {
  return is_free(phase.e_class[at(term.row)]) && is_free(phase.e_class[at(term.column)]);
}

}  // namespace

TotalsObserver::TotalsObserver(const Model& model)
    : along_x_(at(model.nx)),
      along_y_(along_x_),
      turn_(along_x_),
      product_(along_x_),
      here_(model) {
  for (const Node& node : model.nodes) {
    if (node.kind == NodeKind::angle) {
      turn_[at(node.first)] = 1;
      continue;
    }
    along_x_[at(node.first)] = 1;
    along_y_[at(node.first + 1)] = 1;
  }
  for (const ElementBatch& batch : model.batches) {
    if (batch.row) formulas_.push_back(&batch);
    if (batch.type != &kRevolute) continue;
    const auto np = at(kRevolute.np);
    for (int k = 0; k < batch.count; ++k) {
      const double* const reference = batch.parameters.data() + at(k + 1) * np - 2;
      joints_.push_back({batch.first_deformation + 2 * k, {reference[0], reference[1]}});
    }
  }
}

// Linear and angular momentum, mass and first moments are M between the rigid motions of all nodes
// (translations and the turn about the origin, (-y, x, 1)) and the velocities.
Totals TotalsObserver::observe(const Model& model, const Phase& phase, const State& state,
                               const Dynamics& dynamics) {
  Totals t;
  for (const Node& node : model.nodes)
    if (node.kind == NodeKind::point) {
      turn_[at(node.first)] = -state.x[at(node.first + 1)];
      turn_[at(node.first + 1)] = state.x[at(node.first)];
    }
  auto mass_times = [&](const std::vector<double>& z) -> const std::vector<double>& {
    std::fill(product_.begin(), product_.end(), 0.0);
    dynamics.inertia().add_mass_times(z, product_);
    return product_;
  };
  mass_times(state.v);
  t.kinetic = 0.5 * dot(state.v, product_);
  for (double p : product_) t.velocity_slope += std::fabs(p);
  for (double f : dynamics.loads().f) t.position_slope += std::fabs(f);
  for (std::size_t k = 0; k < phase.e_class.size(); ++k)
    if (is_free(phase.e_class[k])) t.position_slope += std::fabs(dynamics.stresses()[k]);
  t.momentum = {dot(along_x_, product_), dot(along_y_, product_)};
  t.angular_momentum = dot(turn_, product_);
  mass_times(state.a);
  dynamics.inertia().add_velocity_forces(product_);
  const std::array<double, 2> force = {dot(along_x_, product_), dot(along_y_, product_)};
  if (!formulas_.empty()) evaluate_position(model, state.x, here_);
  const double moment = open_joint_moment(state, dynamics) + outer_force(turn_, dynamics);
  const Gap gaps[] = {momentum_gap(along_x_, dynamics, outer_force(along_x_, dynamics)),
                      momentum_gap(along_y_, dynamics, outer_force(along_y_, dynamics)),
                      momentum_gap(turn_, dynamics, moment)};
  for (std::size_t k = 0; k < 3; ++k) {
    t.momentum_gaps[k] = gaps[k].size;
    t.momentum_terms[k] = gaps[k].terms;
    if (gaps[k].size > 0) t.momentum_gap = std::max(t.momentum_gap, gaps[k].size / gaps[k].terms);
  }
  mass_times(along_x_);
  t.mass = dot(along_x_, product_);
  const double moment_y = -dot(turn_, product_);
  mass_times(along_y_);
  const double moment_x = dot(turn_, product_);
  if (t.mass > 0) {
    t.centre = {moment_x / t.mass, moment_y / t.mass};
    t.velocity = {t.momentum[0] / t.mass, t.momentum[1] / t.mass};
    t.acceleration = {force[0] / t.mass, force[1] / t.mass};
  }
  t.potential = -model.forces.gravity[0] * moment_x - model.forces.gravity[1] * moment_y;
  for (const LinearTerm& term : model.forces.stiffness)
    if (has_potential(term, phase))
      t.potential += 0.5 * state.e[at(term.row)] * term.value * state.e[at(term.column)];
  for (std::size_t k = 0; k < model.forces.contacts.size(); ++k) {
    const ContactLaw& law = model.forces.contacts[k];
    const std::size_t n = at(law.normal);
    if (is_free(phase.e_class[n])) t.potential += law.potential(phase.touch[k], state.e[n]);
  }
  t.elastic = elastic_energy(model, state);
  t.potential += t.elastic;
  t.power = power(model, phase, state, dynamics);
  return t;
}

double TotalsObserver::open_joint_moment(const State& state, const Dynamics& dynamics) const {
  const ConstVector S = dynamics.stresses();
  double moment = 0;
  for (const OpenJoint& joint : joints_) {
    const std::size_t k = at(joint.row);
    moment +=
        S[k] * (state.e[k + 1] + joint.reference[1]) - S[k + 1] * (state.e[k] + joint.reference[0]);
  }
  return moment;
}

// What the stresses of formulas do along a rigid motion z: -z De^T S.
double TotalsObserver::outer_force(const std::vector<double>& z, const Dynamics& dynamics) const {
  double force = 0;
  for (const ElementBatch* batch : formulas_)
    for (std::size_t i = 0; i < batch->gather.size(); ++i)
      force -= here_.De[at(batch->first_derivative) + i] * z[at(batch->gather[i])] *
               dynamics.stresses()[at(batch->first_deformation)];
  return force;
}

// Along a rigid motion z: |z (M a + h) - z (f + r) - moment|, and the sum of the sizes of its
// terms.
TotalsObserver::Gap TotalsObserver::momentum_gap(const std::vector<double>& z,
                                                 const Dynamics& dynamics, double moment) const {
  const Loads& loads = dynamics.loads();
  const ConstVector r = dynamics.reactions();
  double gap = -moment, size = std::fabs(moment);
  for (std::size_t i = 0; i < z.size(); ++i) {
    gap += z[i] * (product_[i] - loads.f[i] - r[i]);
    size += std::fabs(z[i]) * (std::fabs(product_[i]) + std::fabs(loads.f[i]) + std::fabs(r[i]));
  }
  return {std::fabs(gap), size};
}

double TotalsObserver::power(const Model& model, const Phase& phase, const State& state,
                             const Dynamics& dynamics) const {
  const Loads& loads = dynamics.loads();
  const ConstVector S = dynamics.stresses(), r = dynamics.reactions();
  double power = dot(loads.f, state.v) + dot(r, state.v);
  for (std::size_t k = 0; k < S.size(); ++k)
    if (phase.e_class[k] != Class::fixed) power -= S[k] * state.ed[k];
  // Gravity, the linear springs and the elastic part of contacts have a potential: take theirs out
  // again.
  for (const LinearTerm& term : model.forces.stiffness)
    if (has_potential(term, phase))
      power += state.ed[at(term.row)] * term.value * state.e[at(term.column)];
  for (std::size_t k = 0; k < model.forces.contacts.size(); ++k) {
    const ContactLaw& law = model.forces.contacts[k];
    const std::size_t n = at(law.normal);
    if (is_free(phase.e_class[n]))
      power += state.ed[n] *
               law.stress(phase.touch[k], state.e[n], state.ed[n], state.ed[n + 1]).elastic;
  }
  power -= loads.gravity_power;
  return power;
}

void lay_out_totals(Layout& layout) {
  constexpr Unit kSpeed = rate_of(unit::metre), kAcceleration = rate_of(unit::metre, 2),
                 kMomentum = unit::newton * unit::second,
                 kAngularMomentum = unit::effort_along(unit::radian) * unit::second;
  static constexpr std::pair<const char*, Unit> kChannels[kTotalsCount] = {
      {"energy.kinetic", unit::joule},
      {"energy.potential", unit::joule},
      {"energy.work", unit::joule},
      {"energy.balance", unit::joule},
      {"cm.x", unit::metre},
      {"cm.y", unit::metre},
      {"cm.xd", kSpeed},
      {"cm.yd", kSpeed},
      {"cm.xdd", kAcceleration},
      {"cm.ydd", kAcceleration},
      {"momentum.x", kMomentum},
      {"momentum.y", kMomentum},
      {"momentum.angular", kAngularMomentum}};
  TableLayout energies{"", " ENERGY", {"KINETIC", "POTENTIAL", "WORK", "BALANCE"}, {}};
  energies.rows.push_back({"       ", layout.count()});
  TableLayout centre{"", " CENTRE OF MASS", {"X", "Y", "XD", "YD", "XDD", "YDD"}, {}};
  centre.rows.push_back({"               ", layout.count() + 4});
  TableLayout momentum{"", " MOMENTUM", {"X", "Y", "ANGULAR"}, {}};
  momentum.rows.push_back({"         ", layout.count() + 10});
  for (const auto& [name, unit] : kChannels) layout.add(name, unit);
  layout.tables.push_back(std::move(energies));
  layout.tables.push_back(std::move(centre));
  layout.tables.push_back(std::move(momentum));
}

void put_totals(const Totals& t, double work, double start_energy, double* out) {
  const double values[kTotalsCount] = {t.kinetic,
                                       t.potential,
                                       work,
                                       t.kinetic + t.potential - work - start_energy,
                                       t.centre[0],
                                       t.centre[1],
                                       t.velocity[0],
                                       t.velocity[1],
                                       t.acceleration[0],
                                       t.acceleration[1],
                                       t.momentum[0],
                                       t.momentum[1],
                                       t.angular_momentum};
  std::copy(values, values + kTotalsCount, out);
}

}  // namespace mbs
