#include "deck/records/stop_records.h"

#include <fmt/format.h>

#include "deck/records/contact_records.h"
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
  SourceLocation last_value = in.here();
  const std::string all = "expected MIN value, MAX value or both, then RIGID, PENALTY or IMPULSES";
  for (std::string word = in.peek_word(); word == "MIN" || word == "MAX"; word = in.peek_word()) {
    const SourceLocation at = in.here();
    in.skip();
    last_value = in.here();
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
    if (!in_order) in.fail(last_value, "MIN is not below MAX", "expected MIN below MAX");
  }
  return out;
}

}  // namespace

bool read_stops(RecordReader& in, const Tables& tables, ElementSpecs specs, const StopPlace& place,
                std::vector<ElementRow>& gaps, ContactRow& contact) {
  const ElementRow& owner = tables.elements[static_cast<std::size_t>(place.element)];
  const std::string name = fmt::format("e{}_{}", owner.number, place.component + 1);
  if (owner.spec->is_rate(place.component)) {
    in.fail(place.at, fmt::format("{} exists only as a rate and has no place to stop at", name),
            "expected a deformation that has a value");
    return false;
  }
  if (place.is_held) {
    in.fail(place.at, fmt::format("{} is held or driven", name), std::string(place.mend));
    return false;
  }
  const Unit of_gap = component_unit(tables, Target::deformation, place.element, place.component);
  const std::vector<Stop> ends = take_ends(in, of_gap);
  if (!in.ok()) return false;
  contact.where = place.where;
  contact.gap = of_gap;
  if (!read_contact_model(in, contact, of_gap)) return false;
  if (contact.mu_s > 0 || contact.vs > 0) {
    in.fail(place.at, "a stop has a gap and no slip", "expected no friction behind the model");
    return false;
  }
  for (const Stop& stop : ends) {
    ElementRow& gap = gaps.emplace_back();
    gap.spec = find_spec(specs, "FORMULA");
    gap.label = fmt::format("{} {}", place.label, stop.word);
    gap.where = gap.text_at = place.where;
    gap.text = stop.word == "MIN" ? fmt::format("{} - ({})", name, format_number(stop.at))
                                  : fmt::format("{} - {}", format_number(stop.at), name);
  }
  return true;
}

}  // namespace mbs
