#include "solve/statics/acting_rows.h"

#include "base/index.h"

namespace mbs {

std::vector<char> acting_rows(const Model& model, const Phase& phase) {
  const ForceLaws& laws = model.forces;
  std::vector<char> out = model.ranged;
  out.resize(at(model.ne));
  const auto mark = [&out](int r) { out[at(r)] = 1; };
  for (int r = 0; r < model.ne; ++r)
    if (phase.e_class[at(r)] != Class::calculable || laws.prestress[at(r)] != 0) mark(r);
  for (const LinearTerm& term : laws.stiffness) mark(term.column);
  for (const LinearTerm& term : laws.damping) mark(term.row), mark(term.column);
  for (const ExpressionLaw& law : laws.known_stresses) mark(law.index());
  for (const TableLaw& table : laws.known_tables)
    if (table.target == Target::deformation) mark(table.index);
  for (const ContactLaw& contact : laws.contacts)
    for (int k = 0; k <= contact.slips; ++k) mark(contact.normal + k);
  for (const SmoothFriction& friction : laws.smooth_frictions)
    for (int k = 0; k < friction.count; ++k) mark(friction.slips[at(k)]);
  return out;
}

}  // namespace mbs
