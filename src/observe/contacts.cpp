#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/index.h"
#include "observe/observers.h"
#include "plan/friction_number.h"
#include "plan/plan.h"

namespace mbs {

namespace {

// Whether each deformation has a law for its stress; laws of penalty contacts do not count.
std::vector<char> find_laws(const Model& model) {
  const ForceLaws& laws = model.forces;
  std::vector<char> out(model.ne, 0);
  for (std::size_t r = 0; r < laws.prestress.size(); ++r)
    if (laws.prestress[r] != 0) out[r] = 1;
  for (const auto* terms : {&laws.stiffness, &laws.damping})
    for (const LinearTerm& term : *terms) out[term.row] = 1;
  for (const auto* rows : {&laws.stress_laws, &laws.known_stresses})
    for (const ExpressionLaw& law : *rows) out[law.index()] = 1;
  for (const Muscle& muscle : laws.muscles)
    for (const MuscleTerm& term : muscle.terms)
      if (term.of_deformation) out[term.i] = 1;
  return out;
}

}  // namespace

ContactObserver::ContactObserver(const Plan& plan, const Model& model) {
  for (const ContactRow& row : plan.contacts) {
    const ElementRange& element = model.elements[row.element];
    const int place = count_of(contacts_) + 1;
    contacts_.push_back({plan.vocabulary.own_numbers ? element.number : place, element.first,
                         element.type->contact_slips(),
                         row.gap.known ? row.gap : element.type->spec.deformations[0].unit});
  }
  for (const ContactRow& row : plan.frictions) {
    const JointFriction& joint = row.joint;
    const ElementRange& pressed = model.elements[row.element];
    const ElementRange& slips = model.elements[joint.element];
    const int place = count_of(frictions_) + 1;
    const int number = model.elements[numbering_element(plan.frictions, row)].number;
    const int shown = plan.vocabulary.own_numbers ? number : place;
    for (int k = joint.component; k < joint.component + joint.slip_count(); ++k)
      frictions_.push_back(
          {shown,
           friction_name(row, shown, k),
           slips.first + k,
           slips.type->spec.deformations[k].unit,
           {joint.load_kind(), pressed.first + first_pressing(joint.kind), joint.per_length()}});
  }
  const std::vector<char> has_law = find_laws(model);
  for (const Contact& contact : contacts_) {
    laws_beside_.of_gap |= has_law[contact.normal] != 0;
    for (int k = 1; k <= contact.slips; ++k)
      laws_beside_.of_slip |= has_law[contact.normal + k] != 0;
  }
  for (const Friction& friction : frictions_)
    laws_beside_.of_friction |= has_law[friction.slip] != 0;
}

void ContactObserver::lay_out_frictions(Layout& layout) const {
  if (frictions_.empty()) return;
  TableLayout table{" FRICTION", "  NUMBER", {"SLIP", "SLIPD", "LOAD", "F"}, {}};
  if (laws_beside_.of_friction) table.columns.push_back("LAW");
  for (const Friction& friction : frictions_) {
    table.rows.push_back({fmt::format("{:>8}", friction.name), layout.count()});
    Quantity what{Of::friction, friction.number};
    for (const auto& [part, unit] :
         {std::pair{"slip", friction.unit}, std::pair{"slipd", rate_of(friction.unit)},
          std::pair{"load", unit::newton}, std::pair{"f", unit::effort_along(friction.unit)}}) {
      layout.add(fmt::format("friction{}.{}", friction.name, part), unit, what);
      ++what.component;
    }
    if (laws_beside_.of_friction)
      layout.add(fmt::format("friction{}.law", friction.name), unit::effort_along(friction.unit),
                 what);
  }
  layout.tables.push_back(std::move(table));
}

void ContactObserver::lay_out(Layout& layout) const {
  lay_out_frictions(layout);
  if (contacts_.empty()) return;
  TableLayout table{" CONTACTS", "  NO.", {"GAP", "SLIP", "SLIPD", "N", "F"}, {}};
  if (laws_beside_.of_gap) table.columns.push_back("LAW");
  if (laws_beside_.of_slip) table.columns.push_back("LAWF");
  for (const Contact& contact : contacts_) {
    table.rows.push_back({fmt::format("{:5}", contact.number), layout.count()});
    Quantity what{Of::contact, contact.number};
    const Unit pressing = unit::effort_along(contact.gap);
    for (const auto& [part, unit] : {std::pair{"gap", contact.gap}, std::pair{"slip", unit::metre},
                                     std::pair{"slipd", rate_of(unit::metre)},
                                     std::pair{"n", pressing}, std::pair{"f", unit::newton}}) {
      layout.add(fmt::format("contact{}.{}", contact.number, part), unit, what);
      ++what.component;
    }
    if (laws_beside_.of_gap)
      layout.add(fmt::format("contact{}.law", contact.number), pressing,
                 {Of::contact, contact.number, 5});
    if (laws_beside_.of_slip)
      layout.add(fmt::format("contact{}.lawf", contact.number), unit::newton,
                 {Of::contact, contact.number, 6});
  }
  layout.tables.push_back(std::move(table));
}

void ContactObserver::observe(const State& state, const Dynamics& dynamics, double* out) const {
  // The stress of the constraint presses; of a joint that has been let go, which has none, that of
  // its laws.
  const auto pressing = [&](std::size_t r) {
    const double own = dynamics.own_stress(r);
    const bool of_contact =
        own != 0 || std::any_of(contacts_.begin(), contacts_.end(), [r](const Contact& contact) {
          return static_cast<std::size_t>(contact.normal) == r;
        });
    return of_contact ? own : dynamics.stresses()[r];
  };
  for (const Friction& friction : frictions_) {
    const std::size_t slip = friction.slip;
    *out++ = state.e[slip];
    *out++ = state.ed[slip];
    const std::size_t first = friction.load.first;
    Pressing presses{};
    for (std::size_t k = 0; k < presses.size() && static_cast<int>(k) < friction.load.count(); ++k)
      presses[k] = pressing(first + k);
    *out++ = friction.load.is_constant() ? 0 : friction.load.value(presses.data());
    *out++ = dynamics.own_stress(slip);
    if (laws_beside_.of_friction) *out++ = dynamics.loads().beside()[slip];
  }
  for (const Contact& contact : contacts_) {
    const auto e1 = static_cast<std::size_t>(contact.normal);
    // The rate of slip, and the directions in which friction counts: of two slips their vector.
    double rate = contact.slips == 1 ? state.ed[e1 + 1] : 0;
    std::array<double, 2> way{1, 0};
    if (contact.slips == 2) {
      rate = std::hypot(state.ed[e1 + 1], state.ed[e1 + 2]);
      for (std::size_t k = 0; k < 2; ++k) way[k] = rate > 0 ? state.ed[e1 + 1 + k] / rate : 0;
    }
    const auto along = [&](const auto& stress) {
      double sum = 0;
      for (std::size_t k = 0; k < static_cast<std::size_t>(contact.slips); ++k)
        sum -= way[k] * stress(e1 + 1 + k);
      return sum;
    };
    const ConstVector beside = dynamics.loads().beside();
    *out++ = state.e[e1];
    *out++ = contact.slips == 1 ? state.e[e1 + 1] : 0;
    *out++ = rate;
    *out++ = 0 - dynamics.own_stress(e1);
    *out++ = along([&](std::size_t k) { return dynamics.own_stress(k); });
    if (laws_beside_.of_gap) *out++ = 0 - beside[e1];
    if (laws_beside_.of_slip) *out++ = along([&](std::size_t k) { return beside[k]; });
  }
}

}  // namespace mbs
