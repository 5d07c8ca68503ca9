// EVENT in the tail of a KABIOS deck. The targets of an event have the names of the deck: a body
// and its coordinates, a joint, a spring, or the record of a constraint or driver.
#include <fmt/format.h>

#include <algorithm>

#include "base/index.h"
#include "deck/kabios/event_coordinates.h"
#include "deck/kabios/kabios_tail.h"
#include "deck/lines/record_reader.h"
#include "deck/names/kabios_joints.h"
#include "deck/records/event_records.h"
#include "deck/tables/tables.h"
#include "text/names.h"

namespace mbs {

namespace {

constexpr std::string_view kCoordinates[] = {"X", "Y", "PHI"};
constexpr std::string_view kElements[] = {"REVOLUTE", "TRANSLATIONAL", "SDA", "RSDA"};
constexpr std::string_view kRecords[] = {"GROUND", "SIMPLE", "DRIVER", "GUIDE"};
constexpr int kLargestEvent = 1'000'000;

void kabios_event_coordinates(RecordReader& in, KabiosTail& r, TargetCount count,
                              std::vector<EventTarget>& targets) {
  const int i = take_kabios_body(in, r, "body number i");
  constexpr std::string_view kExpected = "expected X, Y or PHI";
  read_event_coordinates(in, count, kCoordinates, kExpected, kExpected, [&](int c) {
    const auto [point, angle] = r.nodes_of(i);
    targets.push_back(c == 2 ? EventTarget{Target::coordinate, angle, 0}
                             : EventTarget{Target::coordinate, point, c});
  });
}

}  // namespace

void kabios_event_targets(RecordReader& in, KabiosTail& r, TargetCount count,
                          std::vector<EventTarget>& targets) {
  const std::string all =
      "expected BODY i, REVOLUTE k, TRANSLATIONAL k, SDA k, RSDA k, GROUND k, SIMPLE k, DRIVER k "
      "or "
      "GUIDE k";
  const SourceLocation at = in.here();
  const std::string word = in.word("what the event acts on", all);
  if (!in.ok()) return;
  if (word == "BODY") return kabios_event_coordinates(in, r, count, targets);
  const bool of_element = contains_word(kElements, word) || find_kabios_joint(word);
  if (!of_element && !contains_word(kRecords, word))
    return in.fail(at, fmt::format("'{}' is nothing that an event acts on", printable(word)), all);
  const auto number = in.integer("its number", 1, kLargestEvent, "a number");
  if (!in.ok()) return;
  const std::string label = fmt::format("{} {}", word, number);
  const std::size_t before = targets.size();
  if (of_element)
    event_deformations(in, r, label, count, targets);
  else
    for (const ClassRow& row : r.tables.classes)
      if (row.label == label) targets.push_back({row.target, row.owner, row.component});
  if (in.ok() && targets.size() == before)
    in.fail(at, fmt::format("there is no {}", label), "expected one of this deck");
  if (in.ok() && count != TargetCount::all && targets.size() > before + 1)
    in.fail(at, fmt::format("{} is more than one coordinate", label),
            "expected BODY i and X, Y or PHI");
}

}  // namespace mbs
