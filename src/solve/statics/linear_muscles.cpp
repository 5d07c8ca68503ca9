// The part of muscles in the derivatives of laws: exact derivatives of their tensions and of the
// rates of their states.
#include "solve/statics/linear_laws.h"

namespace mbs {

void LinearLaws::evaluate_muscles(const State& state) {
  const InputState here = inputs_at(state);
  for (std::size_t k = 0; k < muscles_.size(); ++k) {
    const Muscle& m = model_.forces.muscles[k];
    MuscleSlopes& slopes = muscles_[k];
    const double u = stimulation(m, phase_.stimuli[k], slots_);
    slopes.flow = muscle_gradient(m, muscle_path(m, here), state.z[m.activation],
                                  m.strain < 0 ? 0 : state.z[m.strain], u);
    slopes.stimulation.clear();
    if (!m.stimulation || !(u > m.constants.least_act && u < 1)) continue;
    slopes.stimulation.resize(m.stimulation->reads().size());
    m.stimulation->gradient(slots_, slopes.stimulation.data());
  }
}

void LinearLaws::take_muscles_out(const InputState& there, Loads& loads) const {
  for (std::size_t k = 0; k < muscles_.size(); ++k) {
    const Muscle& m = model_.forces.muscles[k];
    for (const MuscleTerm& term : m.terms) {
      if (term.of_deformation) continue;
      const double moment = loads.tension[k] * moment_arm(m, term, muscle_angle(term, there));
      loads.f[term.i] += moment;
      loads.f[term.j] -= moment;
    }
  }
}

// The changes of stresses and of forces on coordinates that muscles bring when the inputs change.
void LinearLaws::change_muscles(const InputState& here, const InputState& along, double load_factor,
                                Vector stress, Vector force) {
  for (std::size_t k = 0; k < muscles_.size(); ++k) {
    const Muscle& m = model_.forces.muscles[k];
    MuscleSlopes& slopes = muscles_[k];
    const auto turned = [&along](const MuscleTerm& term) {
      MuscleTerm change = term;
      change.reference = 0;
      return muscle_angle(change, along);
    };
    std::array<double, 5>& d = slopes.change;
    d = {0, 0, along.z[m.activation], m.strain < 0 ? 0 : along.z[m.strain], 0};
    for (const MuscleTerm& term : m.terms) {
      const double angle = muscle_angle(term, here), arm = moment_arm(m, term, angle);
      d[0] += arm * turned(term);
      d[1] += arm * muscle_angle_rate(term, along) +
              moment_arm_slope(m, term, angle) * turned(term) * muscle_angle_rate(term, here);
    }
    for (std::size_t i = 0; i < slopes.stimulation.size(); ++i)
      d[4] += slopes.stimulation[i] * input_change_[m.stimulation->reads()[i]];
    double tension = 0;
    for (std::size_t i = 0; i < d.size(); ++i) tension += slopes.flow.force.d[i] * d[i];
    for (const MuscleTerm& term : m.terms) {
      const double angle = muscle_angle(term, here);
      const double change =
          tension * moment_arm(m, term, angle) +
          slopes.flow.force.value * moment_arm_slope(m, term, angle) * turned(term);
      if (term.of_deformation) {
        stress[term.i] += term.sign * change;
      } else {
        force[term.i] -= load_factor * change;
        force[term.j] += load_factor * change;
      }
    }
  }
}

void LinearLaws::add_muscle_rates(double* column) const {
  for (std::size_t k = 0; k < muscles_.size(); ++k) {
    const Muscle& m = model_.forces.muscles[k];
    const MuscleSlopes& slopes = muscles_[k];
    double activation = 0, fibre = 0;
    for (std::size_t i = 0; i < slopes.change.size(); ++i) {
      activation += slopes.flow.activation_rate.d[i] * slopes.change[i];
      fibre += slopes.flow.strain_rate.d[i] * slopes.change[i];
    }
    column[m.activation] = activation;
    if (m.strain >= 0) column[m.strain] = fibre;
  }
}

}  // namespace mbs
