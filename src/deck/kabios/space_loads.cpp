// Forces, torques, laws, dampers and the targets of events in the tail of a KABIOS deck
// of bodies of space.
#include <fmt/format.h>

#include <algorithm>

#include "base/index.h"
#include "deck/kabios/space_reading.h"
#include "deck/lines/field_units.h"
#include "deck/names/input_names.h"
#include "deck/records/run_records.h"
#include "text/names.h"

namespace mbs {

namespace {

constexpr std::string_view kCoordinateWords[] = {"X", "Y", "Z", "W1", "W2", "W3"};

}  // namespace

void space_force(RecordReader& in, SpaceReading& r) {
  LoadOfSpace row;
  row.body = r.take_body(in, "body number i");
  if (in.ok() && (in.peek_word() == "AT" || in.peek_word() == "TABLE"))
    return in.fail(in.here(), "a force of space acts at a point of its body",
                   "expected xi eta zeta, then fx fy fz or FX = ...; expressions read tables: "
                   "FX = spline(\"file\", t)");
  take_space_load(in, row);
  in.finish();
  if (!in.ok()) return;
  row.label = fmt::format("FORCE {}", ++r.forces);
  row.where = r.where;
  r.label = row.label;
  row.node = add_carried_point(r, row.body, row.place, row.label);
  r.said->loads.push_back(std::move(row));
}

void space_torque(RecordReader& in, SpaceReading& r) {
  LoadOfSpace row;
  row.turns = true;
  row.body = r.take_body(in, "body number i");
  row.node = r.turn_of(row.body);
  r.label += fmt::format(" {}", row.body);
  take_space_load(in, row);
  row.label = r.label;
  row.where = r.where;
  if (r.first(in)) r.said->loads.push_back(std::move(row));
}

void space_body_damper(RecordReader& in, SpaceReading& r) {
  DamperRow row;
  row.body = r.take_body(in, "body number i");
  r.label += fmt::format(" {}", row.body);
  for (const char* field : {"cx", "cy", "cz", "c1", "c2", "c3"}) {
    const Unit along = row.values.size() < 3 ? unit::metre : unit::radian;
    row.values.push_back(in.number(field, effort_of_field(along) * unit::second / along));
  }
  if (!r.first(in)) return;
  row.nodes = {r.place_of(row.body), r.turn_of(row.body)};
  row.label = r.label;
  row.where = r.where;
  r.tables.forces.dampers.push_back(std::move(row));
}

void lower_space_loads(SpaceReading& r) {
  const LawNames known(r.tables);
  for (const LoadOfSpace& row : r.said->loads) {
    const LawPlace nowhere{Target::coordinate, 0, 0, true};
    bool sound = true;
    for (std::size_t c = 0; c < 3 && row.by_text(); ++c)
      sound = check_inputs(row.text[c], row.text_at[c], known, nowhere, r.deck.parameters,
                           r.diagnostics, row.label) &&
              sound;
    if (!sound) continue;
    SpaceLoad load = row;
    load.place = {};  // a node of its own carries a force
    lower_space_load(load, row.node, r.turn_of(row.body), r.tables);
  }
}

// ---- laws ---------------------------------------------------------------------------------------

void space_law(RecordReader& in, SpaceReading& r) {
  const SourceLocation what_at = in.here();
  const std::string all = "expected JOINT n d, or BODY i and X, Y, Z, W1, W2 or W3";
  const std::string what = in.word("what it acts on", all);
  if (!in.ok()) return;
  LawRow row;
  row.where = r.where;
  if (what == "BODY") {
    const int body = r.take_body(in, "body number i");
    const SourceLocation at_k = in.here();
    const std::string word = in.word("coordinate", "expected X, Y, Z, W1, W2 or W3");
    const auto it = std::find(std::begin(kCoordinateWords), std::end(kCoordinateWords), word);
    if (in.ok() && it == std::end(kCoordinateWords))
      in.fail(
          at_k, fmt::format("'{}' is no coordinate of a load", printable(word)),
          "expected X, Y or Z for a force, W1, W2 or W3 for a moment along an axis of the body");
    if (!in.ok()) return;
    const auto k = static_cast<int>(it - std::begin(kCoordinateWords));
    row.target = Target::coordinate;
    row.owner = k < 3 ? r.place_of(body) : r.turn_of(body);
    row.component = k % 3;
    r.label += fmt::format(" BODY {} {}", body, word);
  } else {
    const bool named = what == "SDA" || what == "BUSHING" || find_space_joint(what);
    if (what != "JOINT" && !named)
      return fail_unknown_word(in, what_at, what, "carries no law", {"JOINT", "BODY", "SDA"}, all);
    const SourceLocation at_number = in.here();
    row.owner = r.take_element(in);
    if (row.owner < 0) return;
    const ElementRow& element = r.tables.elements[at(row.owner)];
    if (named && !element.label.starts_with(what + " "))
      return in.fail(at_number, fmt::format("joint {} is {}", row.owner + 1, element.label),
                     fmt::format("expected LAW {} d", element.label));
    const Token* const next = in.peek();
    const bool alone =
        element.spec->deformations.size() == 1 && next && next->kind == TokenKind::expression;
    row.component = alone ? 0 : r.take_motion(in, row.owner, false);
    if (!in.ok()) return;
    row.target = Target::deformation;
    r.label = fmt::format("LAW JOINT {} {}", row.owner + 1, row.component + 1);
    if (const ClassRow* const taken = r.class_of(row.target, row.owner, row.component);
        taken && taken->cls == Class::prescribed)
      return in.fail(r.where, fmt::format("{} drives it already", taken->label),
                     "expected one of a driver and a law");
  }
  row.label = r.label;
  if (!in.expression(row.text, row.text_at) || !r.first(in, r.label, r.label)) return;
  if (row.target == Target::deformation) r.let_go(row.owner, row.component);
  r.tables.forces.laws.push_back(std::move(row));
}

// ---- events -------------------------------------------------------------------------------------

void space_event_targets(RecordReader& in, SpaceReading& r, TargetCount count,
                         std::vector<EventTarget>& targets) {
  const std::string all = "expected BODY i, JOINT n d, GROUND k, SIMPLE k, DRIVER k or GUIDE k";
  const SourceLocation where = in.here();
  const std::string word = in.word("what the event acts on", all);
  if (!in.ok()) return;
  const std::size_t before = targets.size();
  if (word == "BODY") {
    const int body = r.take_body(in, "body number i");
    const auto add = [&](int c) {
      targets.push_back({Target::coordinate, c < 3 ? r.place_of(body) : r.turn_of(body), c % 3});
    };
    if (in.ok() && count == TargetCount::all && in.at_end())
      for (int c = 0; c < 6; ++c) add(c);
    bool more = count != TargetCount::all || !in.at_end();
    while (in.ok() && more) {
      const SourceLocation at_k = in.here();
      const std::string k = in.word("coordinate", "expected X, Y, Z, W1, W2 or W3");
      const auto it = std::find(std::begin(kCoordinateWords), std::end(kCoordinateWords), k);
      if (in.ok() && it == std::end(kCoordinateWords))
        in.fail(at_k, fmt::format("'{}' is no coordinate", printable(k)),
                "expected X, Y, Z, or W1, W2, W3 for the turning about the axes of the body");
      if (in.ok()) add(static_cast<int>(it - std::begin(kCoordinateWords)));
      more = count == TargetCount::all && !in.at_end();
    }
    return;
  }
  if (word == "JOINT") {
    const int element = r.take_element(in);
    if (element < 0) return;
    const int size = count_of(r.tables.elements[at(element)].spec->deformations);
    if (count == TargetCount::all && in.at_end())
      for (int d = 0; d < size; ++d) targets.push_back({Target::deformation, element, d});
    bool more = count != TargetCount::all || !in.at_end();
    while (in.ok() && more) {
      const auto d = in.integer("motion d", 1, size, "a motion of the joint");
      if (in.ok()) targets.push_back({Target::deformation, element, static_cast<int>(d) - 1});
      more = count == TargetCount::all && !in.at_end();
    }
    return;
  }
  if (word != "GROUND" && word != "SIMPLE" && word != "DRIVER" && word != "GUIDE")
    return in.fail(where, fmt::format("'{}' is nothing that an event acts on", printable(word)),
                   all);
  const auto number = in.integer("its number", 1, kLargestNumber, "a number");
  if (!in.ok()) return;
  const std::string label = fmt::format("{} {}", word, number);
  for (const ClassRow& row : r.tables.classes)
    if (row.label == label) targets.push_back({row.target, row.owner, row.component});
  if (targets.size() == before)
    in.fail(where, fmt::format("there is no {}", label), "expected one of this deck");
  else if (count != TargetCount::all && targets.size() > before + 1)
    in.fail(where, fmt::format("{} is more than one coordinate", label),
            "expected BODY i and X, Y, Z, W1, W2 or W3");
}

}  // namespace mbs
