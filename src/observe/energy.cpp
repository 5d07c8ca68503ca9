#include "observe/energy.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <string>

#include "base/classes.h"
#include "base/index.h"
#include "elements/types.h"
#include "model/owner.h"
#include "observe/muscles.h"

namespace mbs {

namespace {

// Whether the laws of deformation r act; they do not if the deck holds it from the start.
bool has_law(const Phase& phase, std::size_t r) {
  return phase.e_law[r] != 0 || is_free(phase.e_class[r]);
}

// Whether a linear term has a potential: the laws of both of its deformations must act. Where the
// deck holds or drives one of the two bendings of a beam, the stress of the other has a part that
// follows the driven one, and the power of that part counts as work.
bool has_potential(const LinearTerm& term, const Phase& phase) {
  return has_law(phase, term.row) && has_law(phase, term.column);
}

}  // namespace

TotalsObserver::TotalsObserver(const Model& model)
    : kinds_{RigidMotion::x, RigidMotion::y, RigidMotion::about_z},
      translations_vary_(model.translations_vary()),
      product_(model.nx),
      turns_(turning_flags(model)),
      rotates_(model.ne, 0),
      here_(model) {
  for (const ElementRange& element : model.elements)
    for (int d = 0; d < element.type->ne; ++d)
      rotates_[at(element.first + d)] = element.type->spec.deformations[at(d)].unit == unit::radian;
  if (model.is_spatial())
    kinds_.insert(kinds_.end(), {RigidMotion::z, RigidMotion::about_x, RigidMotion::about_y});
  motions_.assign(kinds_.size(), std::vector<double>(model.nx));
  for (std::size_t k = 0; k < kinds_.size(); ++k)
    model.rigid_motion(kinds_[k], model.x0.data(), motions_[k].data());
  for (const ElementBatch& batch : model.batches) {
    // A SPHERICAL that is open (released, driven, on springs) has its force along axes of space at
    // two places: a moment from outside.
    if (batch.row || batch.type->sees_rigid_motion || batch.type == &kSpherical)
      formulas_.push_back(&batch);
    if (batch.type != &kRevolute) continue;
    const std::size_t np = kRevolute.np;
    for (int k = 0; k < batch.count; ++k) {
      const double* const reference = batch.parameters.data() + (k + 1) * np - 2;
      joints_.push_back({batch.first_deformation + 2 * k, {reference[0], reference[1]}});
    }
  }
}

// Updates the rigid motions that depend on the places of the nodes: turns about the origin, and
// some translations.
void TotalsObserver::find_rigid_motions(const Model& model, const State& state) {
  for (std::size_t k = 0; k < kinds_.size(); ++k)
    if (kinds_[k] >= RigidMotion::about_x || translations_vary_)
      model.rigid_motion(kinds_[k], state.x.data(), motions_[k].data());
}

// The momenta are z^T M v; mass and first moments are z^T M z'. Here z and z' are rigid motions of
// all nodes (translations, and turns about the origin: in the plane (-y, x, 1)).
Totals TotalsObserver::observe(const Model& model, const Phase& phase, const State& state,
                               const Dynamics& dynamics, bool audited) {
  Totals t;
  find_rigid_motions(model, state);
  const std::vector<double>&along_x = motions_[0], &along_y = motions_[1], &turn = motions_[2];
  const bool spatial = motions_.size() > 3;
  auto mass_times = [&](const std::vector<double>& z) -> const std::vector<double>& {
    std::fill(product_.begin(), product_.end(), 0.0);
    dynamics.inertia().add_mass_times(z, product_);
    return product_;
  };
  mass_times(state.v);
  t.kinetic = 0.5 * dot(state.v, product_);
  if (audited)
    for (std::size_t i = 0; i < product_.size(); ++i)
      t.velocity_slope[turns_[i]] += std::fabs(product_[i]);
  t.momentum = {dot(along_x, product_), dot(along_y, product_), 0};
  t.angular_momentum = {0, 0, dot(turn, product_)};
  if (spatial) {
    t.momentum[2] = dot(motions_[3], product_);
    for (std::size_t k = 0; k < 2; ++k) t.angular_momentum[k] = dot(motions_[4 + k], product_);
  }
  mass_times(state.a);
  dynamics.inertia().add_velocity_forces(product_);
  const std::array<double, 3> force = {dot(along_x, product_), dot(along_y, product_),
                                       spatial ? dot(motions_[3], product_) : 0};
  if (audited) audit(model, phase, state, dynamics, t);
  mass_times(along_x);
  t.mass = dot(along_x, product_);
  const double moment_y = -dot(turn, product_);
  mass_times(along_y);
  const double moment_x = dot(turn, product_), moment_z = spatial ? -dot(motions_[4], product_) : 0;
  if (t.mass > 0) {
    t.centre = {moment_x / t.mass, moment_y / t.mass, moment_z / t.mass};
    for (std::size_t k = 0; k < 3; ++k) {
      t.velocity[k] = t.momentum[k] / t.mass;
      t.acceleration[k] = force[k] / t.mass;
    }
  }
  t.potential = -model.forces.gravity[0] * moment_x - model.forces.gravity[1] * moment_y;
  if (spatial) t.potential -= model.forces.gravity[2] * moment_z;
  for (const LinearTerm& term : model.forces.stiffness)
    if (has_potential(term, phase))
      t.potential += 0.5 * state.e[term.row] * term.value * state.e[term.column];
  for (std::size_t k = 0; k < model.forces.contacts.size(); ++k) {
    const ContactLaw& law = model.forces.contacts[k];
    const std::size_t n = law.normal;
    if (has_law(phase, n)) t.potential += law.potential(phase.touch[k], state.e[n]);
  }
  t.elastic = elastic_energy(model, state);
  t.potential += t.elastic;
  return t;
}

// product_ is M a + h.
void TotalsObserver::audit(const Model& model, const Phase& phase, const State& state,
                           const Dynamics& dynamics, Totals& t) {
  for (std::size_t i = 0; i < product_.size(); ++i)
    t.position_slope[turns_[i]] += std::fabs(dynamics.loads().f[i]);
  for (std::size_t k = 0; k < phase.e_class.size(); ++k)
    if (is_free(phase.e_class[k]))
      t.position_slope[rotates_[k]] += std::fabs(dynamics.stresses()[k]);
  if (!formulas_.empty()) evaluate_position(model, state.x, here_);
  for (std::size_t k = 0; k < motions_.size(); ++k) {
    const double outside =
        kinds_[k] == RigidMotion::about_z
            ? open_joint_moment(state, dynamics) + outer_force(model, motions_[k], dynamics)
            : outer_force(model, motions_[k], dynamics);
    const Gap gap = momentum_gap(motions_[k], dynamics, outside);
    t.momentum_gaps[k] = gap.size;
    t.momentum_terms[k] = gap.terms;
  }
}

double TotalsObserver::open_joint_moment(const State& state, const Dynamics& dynamics) const {
  const ConstVector S = dynamics.stresses();
  double moment = 0;
  for (const OpenJoint& joint : joints_) {
    const std::size_t k = joint.row;
    moment +=
        S[k] * (state.e[k + 1] + joint.reference[1]) - S[k + 1] * (state.e[k] + joint.reference[0]);
  }
  return moment;
}

// Power of the stresses of formulas, and of planes of space, along a rigid motion z: -z De^T S.
double TotalsObserver::outer_force(const Model& model, const std::vector<double>& z,
                                   const Dynamics& dynamics) const {
  double force = 0;
  for (const ElementBatch* batch : formulas_) {
    const int first = batch->first_derivative;
    const int end = first + batch->type->ne * count_of(batch->gather);
    for (int k = first; k < end; ++k)
      force -= here_.De[k] * z[model.entry_column[k]] * dynamics.stresses()[model.entry_row[k]];
  }
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
    // h counts as a term, since M a may only cancel h, as in a body that turns freely.
    size += std::fabs(z[i]) * (std::fabs(product_[i]) + std::fabs(loads.h[i]) +
                               std::fabs(loads.f[i]) + std::fabs(r[i]));
  }
  return {std::fabs(gap), size};
}

double TotalsObserver::power(const Model& model, const Phase& phase, const State& state,
                             const Dynamics& dynamics) const {
  return power(model, phase, dynamics.loads(), dynamics.stresses(), dynamics.reactions(), state.v,
               state.e, state.ed);
}

double TotalsObserver::power(const Model& model, const Phase& phase, const Loads& loads,
                             ConstVector S, ConstVector r, ConstVector v, ConstVector e,
                             ConstVector ed) {
  double power = dot(loads.f, v) + (r.empty() ? 0 : dot(r, v));
  for (std::size_t k = 0; k < S.size(); ++k)
    if (phase.e_class[k] != Class::fixed) power -= S[k] * ed[k];
  // Gravity, the linear springs and the elastic part of contacts have a potential: take their power
  // out again.
  for (const LinearTerm& term : model.forces.stiffness)
    if (has_potential(term, phase)) power += ed[term.row] * term.value * e[term.column];
  for (std::size_t k = 0; k < model.forces.contacts.size(); ++k) {
    const ContactLaw& law = model.forces.contacts[k];
    const std::size_t n = law.normal;
    if (has_law(phase, n)) power += ed[n] * law.stress(phase.touch[k], e[n], ed[n], 0).elastic;
  }
  power -= loads.gravity_power;
  return power;
}

namespace {

// Names of the axes of vectors and turns in channels; turn_heads: of turns in heads of tables.
struct Axes {
  std::vector<std::string> of_vectors, of_turns;
  std::vector<std::string> turn_heads;
};

Axes axes(bool spatial) {
  if (!spatial) return {{"x", "y"}, {"angular"}, {"ANGULAR"}};
  return {
      {"x", "y", "z"}, {"angularx", "angulary", "angularz"}, {"ANGULARX", "ANGULARY", "ANGULARZ"}};
}

std::string upper(std::string word) {
  for (char& c : word) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return word;
}

}  // namespace

void lay_out_totals(bool spatial, Layout& layout) {
  constexpr Unit kMomentum = unit::newton * unit::second,
                 kAngularMomentum = unit::effort_along(unit::radian) * unit::second;
  const Axes all = axes(spatial);
  TableLayout energies{"", " ENERGY", {"KINETIC", "POTENTIAL", "WORK", "BALANCE"}, {}};
  energies.rows.push_back({"       ", layout.count()});
  for (int k = 0; const char* part : {"kinetic", "potential", "work", "balance"})
    layout.add(std::string("energy.") + part, unit::joule, {Of::energy, 0, k++});
  TableLayout centre{"", " CENTRE OF MASS", {}, {}};
  centre.rows.push_back({"               ", layout.count()});
  for (int rate = 0; rate < 3; ++rate)
    for (int k = 0; const std::string& axis : all.of_vectors) {
      const std::string part = axis + std::string(static_cast<std::size_t>(rate), 'd');
      centre.columns.push_back(upper(part));
      layout.add("cm." + part, rate_of(unit::metre, rate), {Of::centre, 0, k++, rate});
    }
  TableLayout momentum{"", " MOMENTUM", {}, {}};
  momentum.rows.push_back({"         ", layout.count()});
  for (int k = 0; const std::string& axis : all.of_vectors) {
    momentum.columns.push_back(upper(axis));
    layout.add("momentum." + axis, kMomentum, {Of::momentum, 0, k++});
  }
  momentum.columns.insert(momentum.columns.end(), all.turn_heads.begin(), all.turn_heads.end());
  for (int k = spatial ? 0 : 2; const std::string& turn : all.of_turns)
    layout.add("momentum." + turn, kAngularMomentum, {Of::spin, 0, k++});
  layout.tables.push_back(std::move(energies));
  layout.tables.push_back(std::move(centre));
  layout.tables.push_back(std::move(momentum));
}

void put_totals(const Totals& t, bool spatial, double work, double start_energy, double* out) {
  *out++ = t.kinetic;
  *out++ = t.potential;
  *out++ = work;
  *out++ = t.kinetic + t.potential - work - start_energy;
  const std::ptrdiff_t n = spatial ? 3 : 2;
  for (const auto* vector : {&t.centre, &t.velocity, &t.acceleration, &t.momentum})
    out = std::copy_n(vector->begin(), n, out);
  std::copy_n(t.angular_momentum.begin() + (spatial ? 0 : 2), spatial ? 3 : 1, out);
}

}  // namespace mbs
