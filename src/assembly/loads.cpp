#include "assembly/loads.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "assembly/space_loads.h"
#include "base/classes.h"

namespace mbs {

namespace {

// Finds the acceleration of free fall, which is a rigid motion.
void find_gravity(const Model& model, ConstVector x, Loads& out) {
  std::fill(out.gravity.begin(), out.gravity.end(), 0.0);
  for (const RigidMotion motion : {RigidMotion::x, RigidMotion::y, RigidMotion::z}) {
    const double g = model.forces.gravity[static_cast<std::size_t>(motion)];
    if (g == 0) continue;
    model.rigid_motion(motion, x.data(), out.translation.data());
    for (std::size_t i = 0; i < out.gravity.size(); ++i) out.gravity[i] += g * out.translation[i];
  }
}

void add_point_forces(const Model& model, const Evaluation& at, Loads& out) {
  for (const PointForce& p : model.forces.point_forces) {
    const double c = at.cosine[p.phi], s = at.sine[p.phi];
    const double sx = c * p.xi - s * p.eta, sy = s * p.xi + c * p.eta;
    out.f[p.x] += p.fx;
    out.f[p.x + 1] += p.fy;
    out.f[p.phi] += sx * p.fy - sy * p.fx;
  }
}

void add_measured_forces(const Model& model, double t, ConstVector x, Loads& out) {
  for (std::size_t k = 0; k < model.forces.measured_forces.size(); ++k) {
    const MeasuredForce& m = model.forces.measured_forces[k];
    double now[4];  // fx, fy, x, y
    for (std::size_t c = 0; c < 4; ++c) {
      double value[3];
      m.motions[c].evaluate(t, value, out.hints[k][c]);
      now[c] = value[0];
    }
    out.f[m.x] += now[0];
    out.f[m.x + 1] += now[1];
    out.f[m.phi] += (now[2] - x[m.x]) * now[1] - (now[3] - x[m.x + 1]) * now[0];
  }
}

// Adds the tensions of the muscles, and their moments on angles between bodies. Muscle forces on
// deformations are stresses.
void add_muscles(const Model& model, const InputState& s, Loads& out) {
  const std::vector<Muscle>& muscles = model.forces.muscles;
  double* arms = out.arm.data();
  for (std::size_t k = 0; k < muscles.size(); ++k) {
    const Muscle& m = muscles[k];
    const double x = m.strain < 0 ? 0 : s.z[m.strain];
    const double* arm = arms;
    out.path[k] = muscle_path(m, s, arms);
    arms += m.terms.size();
    out.tension[k] = muscle_force(m, out.path[k], s.z[m.activation], x);
    for (const MuscleTerm& term : m.terms) {
      const double moment = out.tension[k] * *arm++;
      if (term.of_deformation) continue;
      out.f[term.i] -= moment;
      out.f[term.j] += moment;
    }
  }
}

void add_muscle_stresses(const Model& model, Loads& out) {
  const std::vector<Muscle>& muscles = model.forces.muscles;
  const double* arm = out.arm.data();
  for (std::size_t k = 0; k < muscles.size(); ++k)
    for (const MuscleTerm& term : muscles[k].terms) {
      if (term.of_deformation) out.S[term.i] += term.sign * out.tension[k] * *arm;
      ++arm;
    }
}

// Notes why a law has no value, for the message if the run fails by it; returns the value.
double noted(double value, const Expression& law, const Slots& slots, double t, Loads& out) {
  if (std::isfinite(value)) return value;
  if (auto left = law.missing_value(slots.data())) {
    out.missing_value = std::move(left);
    out.missing_at = t;
    out.misses_value = true;
  }
  return value;
}

double evaluate(const ExpressionLaw& law, double t, Loads& out) {
  return noted(law.evaluate(out.law_slots), law.expression(), out.law_slots, t, out);
}

}  // namespace

void add_force(const ForceByLaw& force, const Evaluation& at, std::array<double, 2> components,
               double factor, Vector f) {
  const PointForce& p = force.place;
  double fx = factor * components[0], fy = factor * components[1];
  if (force.frame >= 0) {
    const double c = at.cosine[force.frame], s = at.sine[force.frame], u = fx;
    fx = c * u - s * fy;
    fy = s * u + c * fy;
  }
  const double c = at.cosine[p.phi], s = at.sine[p.phi];
  f[p.x] += fx;
  f[p.x + 1] += fy;
  f[p.phi] += (c * p.xi - s * p.eta) * fy - (s * p.xi + c * p.eta) * fx;
}

double evaluate(const GivenNumber& number, double t, Loads& loads) {
  if (number.law) return evaluate(*number.law, t, loads);
  if (!number.table) return number.constant;
  double value[3];
  int hint = 0;
  number.table->evaluate(t, value, hint);
  return value[0];
}

namespace {

// Laws of one place stand behind one another (build_forces.cpp): they are summed first.
void add_laws(const std::vector<ExpressionLaw>& laws, double t, Loads& loads,
              std::vector<double>& forces) {
  for (std::size_t k = 0; k < laws.size();) {
    const int place = laws[k].index();
    double sum = evaluate(laws[k], t, loads);
    while (++k < laws.size() && laws[k].index() == place) sum += evaluate(laws[k], t, loads);
    forces[place] += sum;
  }
}

void add_stresses(const Model& model, const Phase& phase, double t, const Evaluation& at,
                  Loads& out) {
  const ForceLaws& laws = model.forces;
  for (const LinearTerm& term : laws.stiffness) out.S[term.row] += term.value * at.e[term.column];
  for (const LinearTerm& term : laws.damping) out.S[term.row] += term.value * out.ed[term.column];
  add_laws(laws.stress_laws, t, out, out.S);
  add_muscle_stresses(model, out);
  for (const ExpressionLaw& law : laws.known_stresses) out.S[law.index()] += evaluate(law, t, out);
  for (const TableLaw& law : laws.known_tables)
    if (law.target == Target::deformation) out.S[law.index] += law.evaluate(t);
  for (std::size_t r = 0; r < phase.e_kept.size(); ++r) out.S[r] += phase.e_kept[r];
  for (std::size_t r = 0; r < out.S.size(); ++r) {
    bool by_law = phase.e_law[r] != 0 || is_free(phase.e_class[r]);
    if (phase.has_choice()) {
      const DeformationChoice& choice = phase.e_choice[r];
      by_law = is_free(phase.e_class[r]) ? !choice.unknown_stress && !choice.held_rate
                                         : choice.known_stress;
    }
    if (!by_law) out.S[r] = 0;
  }
  if (!out.no_contact.empty()) std::copy(out.S.begin(), out.S.end(), out.no_contact.begin());
  for (std::size_t k = 0; k < laws.contacts.size(); ++k) {
    const ContactLaw& law = laws.contacts[k];
    const std::size_t r = law.normal;
    const double* const rates = out.ed.data() + r;
    const ContactLaw::Stress stress =
        law.stress(phase.touch[k], at.e[r], rates[0], law.slip_rate(rates));
    out.S[r] += stress.S1;
    // A cam has no slip, and no friction.
    for (int j = 1; law.mu > 0 && j <= law.slips; ++j)
      out.S[r + static_cast<std::size_t>(j)] += stress.S2 * law.part(rates, j);
  }
}

// Whether somebody reads the rate of each deformation: laws, or the power of what moves.
std::vector<char> rates_read(const Model& model, const Phase& phase) {
  const ForceLaws& laws = model.forces;
  std::vector<char> out(model.ne, phase.has_choice() ? 1 : 0);
  for (int r = 0; r < model.ne; ++r)
    if (phase.e_class[r] != Class::fixed || phase.e_law[r] != 0) out[r] = 1;
  for (const auto* terms : {&laws.stiffness, &laws.damping})
    for (const LinearTerm& term : *terms) out[term.row] = out[term.column] = 1;
  for (std::size_t k = 0; k < laws.inputs.count(); ++k)
    if (const Input& input = laws.inputs[static_cast<int>(k)]; input.kind == InputKind::rate)
      out[input.i] = 1;
  for (const ContactLaw& law : laws.contacts)
    for (int j = 0; j <= law.slips; ++j) out[law.normal + j] = 1;
  for (const SmoothFriction& of : laws.smooth_frictions)
    for (int k = 0; k < of.count; ++k) out[of.slips[k]] = 1;
  for (const Muscle& muscle : laws.muscles)
    for (const MuscleTerm& term : muscle.terms)
      if (term.of_deformation) out[term.i] = 1;
  return out;
}

void add_rates(const Model& model, const Evaluation& at, ConstVector v, Loads& out) {
  std::fill(out.ed.begin(), out.ed.end(), 0.0);
  for (const int k : out.whole_batches) {
    const ElementBatch& batch = model.batches[k];
    batch.type->add_times(batch, at.De.data(), v.data(), out.ed.data());
  }
  for (const Loads::Rate& rate : out.single_rates)
    out.ed[rate.row] += at.De[rate.entry] * v[rate.coordinate];
}

}  // namespace

Loads::Loads(const Model& model, const Phase& phase)
    : f(model.nx),
      h(f),
      S(model.ne),
      g(f),
      ed(S),
      tension(model.forces.muscles.size()),
      path(tension.size()),
      gravity(f),
      gravity_varies(model.translations_vary()),
      translation(f),
      law_slots(phase.parameters.size(), model.forces.inputs.count()),
      hints(model.forces.measured_forces.size()),
      space_hints(model.forces.space_loads.size()) {
  find_gravity(model, model.x0, *this);
  std::size_t terms = 0;
  for (const Muscle& muscle : model.forces.muscles) terms += muscle.terms.size();
  arm.resize(terms);
  const ForceLaws& laws = model.forces;
  if (!laws.contacts.empty()) no_contact.assign(model.ne, 0.0);
  may_be_stressed = !laws.stiffness.empty() || !laws.damping.empty() || !laws.stress_laws.empty() ||
                    !laws.contacts.empty() || !laws.muscles.empty() ||
                    !laws.known_stresses.empty() || !laws.known_tables.empty() ||
                    std::any_of(laws.prestress.begin(), laws.prestress.end(),
                                [](double stress) { return stress != 0; });
  find_rates(model, phase);
  const Inertia inertia(model);
  if (gravity_varies || !inertia.is_constant_along(gravity)) return;
  weight.assign(model.nx, 0.0);
  inertia.add_mass_times(gravity, weight);
}

// Fixed deformations stand still, and most laws read none of them.
void Loads::find_rates(const Model& model, const Phase& phase) {
  const std::vector<char> is_read = rates_read(model, phase);
  std::vector<char> is_single(model.ne, 0);
  for (std::size_t k = 0; k < model.batches.size(); ++k) {
    const ElementBatch& batch = model.batches[k];
    const auto first = is_read.begin() + batch.first_deformation;
    const int rows = batch.count * batch.type->ne;
    const int read = static_cast<int>(std::count(first, first + rows, 1));
    if (2 * read > rows)
      whole_batches.push_back(static_cast<int>(k));
    else
      std::copy_n(first, rows, is_single.begin() + batch.first_deformation);
  }
  for (int s = 0; s < model.derivative_count; ++s)
    if (is_single[model.entry_row[s]] && !model.entry_zero[s])
      single_rates.push_back({s, model.entry_row[s], model.entry_column[s]});
}

void subtract_transposed_times(const Model& model, const Evaluation& at, ConstVector S, Vector y) {
  for (const ElementBatch& batch : model.batches)
    batch.type->subtract_transposed(batch, at.De.data(), S.data(), y.data());
}

void evaluate_loads(const Model& model, const Phase& phase, double t, ConstVector x, ConstVector v,
                    ConstVector z, const Evaluation& at, const Inertia& inertia, Loads& out) {
  const ForceLaws& laws = model.forces;
  out.law_slots.set_parameters(phase.parameters);
  out.misses_value = false;
  add_rates(model, at, v, out);
  const InputState here{t, x, v, at.e, out.ed, z};
  laws.inputs.read(here, out.law_slots.variables());
  if (out.weight.empty()) {
    std::fill(out.f.begin(), out.f.end(), 0.0);
    if (out.gravity_varies) find_gravity(model, x, out);
    inertia.add_mass_times(out.gravity, out.f);
  } else {
    std::copy(out.weight.begin(), out.weight.end(), out.f.begin());
  }
  out.gravity_power = dot(out.f, v);
  for (std::size_t i = 0; i < out.f.size(); ++i) out.f[i] += laws.load[i];
  add_point_forces(model, at, out);
  add_measured_forces(model, t, x, out);
  add_space_loads(model, t, x, at, out);
  add_laws(laws.load_laws, t, out, out.f);
  for (const ForceByLaw& force : laws.force_laws) {
    const double u = evaluate(force.components[0], t, out);
    add_force(force, at, {u, evaluate(force.components[1], t, out)}, 1, out.f);
  }
  add_muscles(model, here, out);
  for (const ExpressionLaw& law : laws.known_loads) out.f[law.index()] += evaluate(law, t, out);
  for (const TableLaw& law : laws.known_tables)
    if (law.target == Target::coordinate) out.f[law.index] += law.evaluate(t);
  for (std::size_t i = 0; i < phase.load_kept.size(); ++i) out.f[i] += phase.load_kept[i];
  for (std::size_t i = 0; i < phase.x_choice.size(); ++i)
    if (phase.x_choice[i].unknown_load) out.f[i] = 0;
  if (inertia.has_velocity_forces()) {
    std::fill(out.h.begin(), out.h.end(), 0.0);
    inertia.add_velocity_forces(out.h);
  }
  const bool stressed = out.may_be_stressed || !phase.e_kept.empty();
  if (stressed) {
    std::copy(laws.prestress.begin(), laws.prestress.end(), out.S.begin());
    add_stresses(model, phase, t, at, out);
  }
  for (std::size_t i = 0; i < out.g.size(); ++i) out.g[i] = out.f[i] - out.h[i];
  for (std::size_t i = 0; i < phase.x_kept.size(); ++i) out.g[i] += phase.x_kept[i];
  if (stressed) subtract_transposed_times(model, at, out.S, out.g);
}

}  // namespace mbs
