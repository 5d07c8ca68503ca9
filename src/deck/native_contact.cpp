// CONTACT of native decks: e, then the model. It releases the gap and the slip of its element.
#include <fmt/format.h>

#include "deck/contact_records.h"
#include "deck/native.h"

namespace mbs {

namespace {

// Calculable, unless the deck has freed it already; false where it is prescribed.
bool release(NativeContext& deck, RecordReader& in, const ContactRow& row, int component) {
  const std::tuple key(Target::deformation, row.element, component);
  if (const auto it = deck.taken.find(key); it != deck.taken.end()) {
    const ClassRow& taken = deck.tables.classes[it->second];
    if (taken.cls != Class::prescribed) return true;
    in.fail(row.where,
            fmt::format("{} is prescribed ({}, {})",
                        component_name(deck, Target::deformation, row.element, component),
                        taken.label, line_text(taken.where, row.where, deck.diagnostics)),
            "a contact rules both its gap and its slip");
    return false;
  }
  deck.taken.emplace(key, deck.tables.classes.size());
  deck.tables.classes.push_back(released(row.element, component, row.label, row.where));
  return true;
}

}  // namespace

void read_native_contact(RecordReader& in, NativeContext& deck, Once& once,
                         const std::string& label, SourceLocation where) {
  const SourceLocation at = in.here();
  ContactRow row;
  row.label = label;
  row.where = where;
  row.element = take_element(in, deck);
  if (!in.ok()) return;
  const RecordSpec& spec = *deck.tables.elements[static_cast<std::size_t>(row.element)].spec;
  if (!spec.is_contact)
    return in.fail(at, fmt::format("a {} is no contact element", spec.keyword),
                   "expected a PLCLINE or PLCCIRC");
  if (!read_contact_model(in, row) || !once(in, where, label)) return;
  for (int component : {0, 1})
    if (!release(deck, in, row, component)) return;
  deck.tables.forces.contacts.push_back(std::move(row));
}

}  // namespace mbs
