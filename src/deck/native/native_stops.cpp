// STOPS e d [MIN a] [MAX b] and a contact model: the two ends of the way of a deformation. Each is
// a FORMULA, the gap to the end, with a CONTACT; they get the next free numbers of elements.
#include <fmt/format.h>

#include <algorithm>

#include "base/index.h"
#include "deck/native/native.h"
#include "deck/records/contact_records.h"
#include "deck/records/run_records.h"
#include "deck/tables/component_unit.h"
#include "deck/tables/tables.h"
#include "text/number.h"

namespace mbs {

namespace {

struct Stop {
  std::string_view word;  // MIN or MAX
  double at = 0;
};

std::vector<Stop> take_ends(RecordReader& in, Unit unit) {
  std::vector<Stop> out;
  const SourceLocation where = in.here();
  const std::string all = "expected MIN value, MAX value or both, then RIGID, PENALTY or IMPULSES";
  for (std::string word = in.peek_word(); word == "MIN" || word == "MAX"; word = in.peek_word()) {
    const SourceLocation at = in.here();
    in.skip();
    const std::string_view known = word == "MIN" ? "MIN" : "MAX";
    if (!out.empty() && out.front().word == known) {
      in.fail(at, fmt::format("{} stands here twice", known), all);
      return {};
    }
    out.push_back({known, in.number("value", unit)});
    if (!in.ok()) return {};
  }
  if (out.empty()) in.fail(in.here(), "the stops have no place", all);
  if (out.size() == 2) {
    const bool in_order = out[0].word == "MIN" ? out[0].at < out[1].at : out[1].at < out[0].at;
    if (!in_order) in.fail(where, "MIN is not below MAX", "expected MIN below MAX");
  }
  return out;
}

}  // namespace

void read_native_stops(RecordReader& in, NativeReading& r) {
  const SourceLocation at = in.here();
  const int element = take_element(in, r);
  if (!in.ok()) return;
  const int component = take_component(in, r, Target::deformation, element);
  if (!in.ok()) return;
  const ElementRow& owner = r.tables.elements[element];
  const std::string name = fmt::format("e{}_{}", owner.number, component + 1);
  if (owner.spec->is_rate(component))
    return in.fail(at, fmt::format("{} exists only as a rate and has no place to stop at", name),
                   "expected a deformation that has a value");
  const auto it = r.taken.find({Target::deformation, element, component});
  const bool is_held_here = it == r.taken.end() ? component >= owner.spec->free_deformations
                                                : is_held(r.tables.classes[it->second].cls);
  if (is_held_here)
    return in.fail(at, fmt::format("{} is held or driven", name),
                   "expected a deformation that may move: RLSE, DYNE, or free by itself");
  const std::vector<Stop> ends =
      take_ends(in, component_unit(r.tables, Target::deformation, element, component));
  if (!in.ok()) return;
  ContactRow contact;
  contact.where = r.where;
  if (!read_contact_model(in, contact)) return;
  if (contact.mu_s > 0 || contact.vs > 0)
    return in.fail(at, "a stop has a gap and no slip", "expected no friction behind the model");
  const std::string label = fmt::format("{} {}", r.label, component + 1);
  if (!r.once(in, r.where, label)) return;
  for (const Stop& stop : ends) {
    ElementRow gap;
    gap.spec = find_spec(r.specs, "FORMULA");
    gap.number = r.elements.empty() ? 1 : r.elements.rbegin()->first + 1;
    gap.label = fmt::format("{} {}", label, stop.word);
    gap.where = gap.text_at = r.where;
    gap.text = stop.word == "MIN" ? fmt::format("{} - ({})", name, format_number(stop.at))
                                  : fmt::format("{} - {}", format_number(stop.at), name);
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
