#include "observe/contacts.h"

#include <fmt/format.h>

#include "base/index.h"

namespace mbs {

ContactObserver::ContactObserver(const Plan& plan, const Model& model) {
  for (const ContactRow& row : plan.contacts) {
    const ElementRange& element = model.elements[row.element];
    const int place = count_of(contacts_) + 1;
    contacts_.push_back({plan.vocabulary.own_numbers ? element.number : place, element.first,
                         element.type->ne > 1});
  }
  for (const ContactRow& row : plan.frictions) {
    const JointFriction& joint = row.joint;
    const ElementRange& pressed = model.elements[row.element];
    const ElementRange& slips = model.elements[joint.element];
    const int place = count_of(frictions_) + 1;
    frictions_.push_back({plan.vocabulary.own_numbers ? pressed.number : place,
                          slips.first + joint.component,
                          slips.type->spec.deformations[joint.component].unit,
                          {joint.kind, pressed.first, joint.size > 0 ? 1 / joint.size : 0}});
  }
}

void ContactObserver::lay_out_frictions(Layout& layout) const {
  if (frictions_.empty()) return;
  TableLayout table{" FRICTION", "  NUMBER", {"SLIP", "SLIPD", "LOAD", "F"}, {}};
  for (const Friction& friction : frictions_) {
    table.rows.push_back({fmt::format("{:8}", friction.number), layout.count()});
    for (const auto& [part, unit] :
         {std::pair{"slip", friction.unit}, std::pair{"slipd", rate_of(friction.unit)},
          std::pair{"load", unit::newton}, std::pair{"f", unit::effort_along(friction.unit)}})
      layout.add(fmt::format("friction{}.{}", friction.number, part), unit);
  }
  layout.tables.push_back(std::move(table));
}

void ContactObserver::lay_out(Layout& layout) const {
  lay_out_frictions(layout);
  if (contacts_.empty()) return;
  TableLayout table{" CONTACTS", "  NO.", {"GAP", "SLIP", "SLIPD", "N", "F"}, {}};
  for (const Contact& contact : contacts_) {
    table.rows.push_back({fmt::format("{:5}", contact.number), layout.count()});
    for (const auto& [part, unit] : {std::pair{"gap", unit::metre}, std::pair{"slip", unit::metre},
                                     std::pair{"slipd", rate_of(unit::metre)},
                                     std::pair{"n", unit::newton}, std::pair{"f", unit::newton}})
      layout.add(fmt::format("contact{}.{}", contact.number, part), unit);
  }
  layout.tables.push_back(std::move(table));
}

void ContactObserver::observe(const State& state, const Dynamics& dynamics, double* out) const {
  for (const Friction& friction : frictions_) {
    const std::size_t slip = friction.slip;
    *out++ = state.e[slip];
    *out++ = state.ed[slip];
    *out++ = friction.load.value(dynamics.stresses().data() + friction.load.first);
    *out++ = dynamics.stresses()[slip];
  }
  for (const Contact& contact : contacts_) {
    const auto e1 = static_cast<std::size_t>(contact.normal), e2 = e1 + 1;
    *out++ = state.e[e1];
    *out++ = contact.slips ? state.e[e2] : 0;
    *out++ = contact.slips ? state.ed[e2] : 0;
    *out++ = 0 - dynamics.stresses()[e1];
    *out++ = contact.slips ? 0 - dynamics.stresses()[e2] : 0;
  }
}

}  // namespace mbs
