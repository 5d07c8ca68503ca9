// Forces, torques, laws, dampers and the targets of events in the tail of a KABIOS deck
// of bodies of space.
#include <fmt/format.h>

#include <algorithm>

#include "base/index.h"
#include "deck/kabios/event_coordinates.h"
#include "deck/kabios/space_reading.h"
#include "deck/lines/field_units.h"
#include "deck/lines/lexer.h"
#include "deck/names/input_names.h"
#include "deck/records/measured.h"
#include "deck/records/run_records.h"
#include "text/names.h"

namespace mbs {

namespace {

constexpr std::string_view kCoordinateWords[] = {"X", "Y", "Z", "W1", "W2", "W3"};

TakeFrame frame_of_body(SpaceReading& r) {
  return [&r](RecordReader& in) {
    const int body = r.take_body(in, "body number k");
    return in.ok() ? r.turn_of(body) : -1;
  };
}

TakeRows rows_of_load(SpaceReading& r) {
  return [&r](RecordReader& in, SpaceRows what) {
    return read_space_rows(in, r.deck, what, r.tables.time, r.diagnostics, r.label);
  };
}

}  // namespace

void space_force(RecordReader& in, SpaceReading& r) {
  LoadOfSpace row;
  row.body = r.take_body(in, "body number i");
  row.label = r.label = fmt::format("FORCE {}", ++r.forces);
  row.where = r.where;
  row.number = r.forces;
  take_space_load(in, frame_of_body(r), rows_of_load(r), row);
  in.finish();
  if (!in.ok()) return;
  row.node =
      row.in_space ? r.place_of(row.body) : add_carried_point(r, row.body, row.place, row.label);
  r.said->loads.push_back(std::move(row));
}

void space_torque(RecordReader& in, SpaceReading& r) {
  LoadOfSpace row;
  row.turns = true;
  row.body = r.take_body(in, "body number i");
  row.node = r.turn_of(row.body);
  r.label += fmt::format(" {}", row.body);
  row.number = row.body;
  take_space_load(in, frame_of_body(r), rows_of_load(r), row);
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
    row.values.push_back(in.number(field, stiffness_unit(along, along) * unit::second));
  }
  if (!r.first(in)) return;
  row.nodes = {r.place_of(row.body), r.turn_of(row.body)};
  row.label = r.label;
  row.where = r.where;
  r.tables.forces.dampers.push_back(std::move(row));
}

// NETJOINT i j and a place; j = 0: no other body
void space_net_joint(RecordReader& in, SpaceReading& r) {
  in.set_layout("expected: NETJOINT i j xi eta zeta, NETJOINT i j AT x y z, TABLE or MARKERS");
  NetJointRow row;
  row.in_space = true;
  const int i = r.take_body(in, "body number i");
  const SourceLocation j_at = in.here();
  const auto j = static_cast<int>(
      in.integer("body number j", 0, count_of(r.tables.bodies), "a body number (0: none)"));
  if (in.ok() && i == j)
    in.fail(j_at, fmt::format("body {} is joined to itself", i), "expected two different bodies");
  if (!in.ok()) return;
  row.point_i = r.place_of(i), row.angle_i = r.turn_of(i);
  if (j > 0) row.point_j = r.place_of(j), row.angle_j = r.turn_of(j);
  row.number = count_of(r.tables.forces.net_joints) + 1;
  row.label = r.label = fmt::format("NETJOINT {}", row.number);
  row.where = r.where;
  if (!read_net_joint_or_markers(in, r.deck, r.markers, r.tables.time, r.diagnostics, row)) return;
  in.finish();
  if (in.ok()) r.tables.forces.net_joints.push_back(std::move(row));
}

// OVER JOINT n d or OVER SDA n, which stand above. What the muscle acts on is let go.
void space_muscle_arm(RecordReader& in, SpaceReading& r, MuscleArm& arm) {
  const SourceLocation what_at = in.here();
  const std::string all = "expected OVER JOINT n d, or OVER SDA n";
  if (!arm.over) return in.fail(what_at, "a joint of space has no ARM", all);
  const std::string what = in.word("what it lies over", all);
  if (!in.ok()) return;
  if (what != "JOINT" && what != "SDA")
    return fail_unknown_word(in, what_at, what, "is nothing that a muscle lies over",
                             {"JOINT", "SDA"}, all);
  const SourceLocation number_at = in.here();
  arm.element = r.take_element(in);
  if (arm.element < 0) return;
  arm.number = arm.element + 1;
  const ElementRow& element = r.tables.elements[at(arm.element)];
  if (what == "SDA" && element.spec->keyword != "SDA")
    return in.fail(number_at, fmt::format("joint {} is {}", arm.number, element.label),
                   fmt::format("expected OVER JOINT {} d", arm.number));
  arm.component = what == "SDA" ? 0 : r.take_motion(in, arm.element, false);
  if (!in.ok()) return;
  in.say_unit("along", element.spec->deformations[at(arm.component)].unit);
  r.let_go(arm.element, arm.component);
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
    if (!load.in_space) load.place = {};  // a node of its own carries a force
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
  const std::string all =
      "expected BODY i, JOINT n d, GROUND k, SIMPLE k, DRIVER k, GUIDE k or MOTION i";
  const SourceLocation where = in.here();
  const std::string word = in.word("what the event acts on", all);
  if (!in.ok()) return;
  const std::size_t before = targets.size();
  if (word == "BODY") {
    const int body = r.take_body(in, "body number i");
    return read_event_coordinates(
        in, count, kCoordinateWords, "expected X, Y, Z, W1, W2 or W3",
        "expected X, Y, Z, or W1, W2, W3 for the turning about the axes of the body", [&](int c) {
          const int node = c < 3 ? r.place_of(body) : r.turn_of(body);
          targets.push_back({Target::coordinate, node, c % 3});
        });
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
  if (word != "GROUND" && word != "SIMPLE" && word != "DRIVER" && word != "GUIDE" &&
      word != "MOTION")
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
