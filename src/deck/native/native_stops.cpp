// STOPS e d [MIN a] [MAX b] and a contact model: the two ends of the way of a deformation. Each is
// a FORMULA, the gap to the end, with a CONTACT; they get the next free numbers of elements.
#include <fmt/format.h>

#include "base/index.h"
#include "deck/native/native.h"
#include "deck/records/run_records.h"
#include "deck/records/stop_records.h"
#include "deck/tables/tables.h"

namespace mbs {

void read_native_stops(RecordReader& in, NativeReading& r) {
  StopPlace place;
  place.at = in.here();
  place.element = take_element(in, r);
  if (!in.ok()) return;
  place.component = take_component(in, r, Target::deformation, place.element);
  if (!in.ok()) return;
  const auto it = r.taken.find({Target::deformation, place.element, place.component});
  place.is_held = it == r.taken.end()
                      ? place.component >= r.tables.elements[place.element].spec->free_deformations
                      : is_held(r.tables.classes[it->second].cls);
  place.mend = "expected a deformation that may move: RLSE, DYNE, or free by itself";
  place.label = fmt::format("{} {}", r.label, place.component + 1);
  place.where = r.where;
  std::vector<ElementRow> gaps;
  ContactRow contact;
  if (!read_stops(in, r.tables, r.specs, place, gaps, contact)) return;
  if (!r.once(in, r.where, place.label)) return;
  for (ElementRow& gap : gaps) {
    gap.number = r.elements.empty() ? 1 : r.elements.rbegin()->first + 1;
    contact.element = count_of(r.tables.elements);
    contact.label = gap.label;
    r.elements[gap.number] = contact.element;
    r.taken.emplace(std::tuple(Target::deformation, contact.element, 0), r.tables.classes.size());
    r.tables.classes.push_back(released(contact.element, 0, gap.label, r.where));
    r.tables.elements.push_back(std::move(gap));
    r.tables.contacts.push_back(contact);
  }
}

}  // namespace mbs
