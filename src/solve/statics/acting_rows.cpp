#include "solve/statics/acting_rows.h"

#include "base/index.h"

namespace mbs {

std::vector<char> acting_rows(const Model& model, const Phase& phase) {
  const ForceLaws& laws = model.forces;
  std::vector<char> out(at(model.ne));
  const auto mark = [&out](int r) { out[at(r)] = 1; };
  for (int r = 0; r < model.ne; ++r)
    if (phase.e_class[at(r)] != Class::calculable || laws.prestress[at(r)] != 0) mark(r);
  for (const auto* terms : {&laws.stiffness, &laws.damping})
    for (const LinearTerm& term : *terms) mark(term.row), mark(term.column);
  for (const auto* of_stress : {&laws.stress_laws, &laws.known_stresses})
    for (const ExpressionLaw& law : *of_stress) mark(law.index());
  for (const TableLaw& table : laws.known_tables)
    if (table.target == Target::deformation) mark(table.index);
  for (const ContactLaw& contact : laws.contacts)
    for (int k = 0; k <= contact.slips; ++k) mark(contact.normal + k);
  for (const SmoothFriction& friction : laws.smooth_frictions)
    for (int k = 0; k < friction.count; ++k) mark(friction.slips[at(k)]);
  for (const Muscle& muscle : laws.muscles)
    for (const MuscleTerm& term : muscle.terms)
      if (term.of_deformation) mark(term.i);
  for (std::size_t k = 0; k < laws.inputs.count(); ++k) {
    const Input& input = laws.inputs[static_cast<int>(k)];
    if (input.kind == InputKind::deformation || input.kind == InputKind::rate) mark(input.i);
  }
  return out;
}

}  // namespace mbs
