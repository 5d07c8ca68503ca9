// All expressions of the deck that act: laws, forces, stimulations, rates of states, and what a
// choice of knowns takes as known.
#pragma once

#include "model/model.h"

namespace mbs {

// Calls f(law) for each of them.
template <class F>
void for_every_law(const Model& model, F&& f) {
  const ForceLaws& forces = model.forces;
  for (const auto* laws :
       {&forces.stress_laws, &forces.load_laws, &forces.known_stresses, &forces.known_loads})
    for (const ExpressionLaw& law : *laws) f(law);
  for (const ForceByLaw& force : forces.force_laws)
    for (const ExpressionLaw& law : force.components) f(law);
  for (const Muscle& muscle : forces.muscles)
    if (muscle.stimulation) f(*muscle.stimulation);
  for (const StateEquation& state : model.states)
    if (state.rate) f(*state.rate);
  if (!model.choice) return;
  const auto take = [&f](const GivenNumber& number) {
    if (number.law) f(*number.law);
  };
  for (const Choice::KnownAcceleration& known : model.choice->accelerations) take(known.value);
  for (const Choice::Equation& equation : model.choice->equations) {
    for (const Choice::Term& term : equation.terms) take(term.coefficient);
    take(equation.right_side);
  }
}

}  // namespace mbs
