// The dynamics block: laws, initial values, motions, events. Masses and forces are in
// native_forces.cpp, records of the run in native_run.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/index.h"
#include "deck/forms/orientation_record.h"
#include "deck/names/input_names.h"
#include "deck/native/native.h"
#include "deck/records/event_records.h"
#include "deck/records/measured.h"
#include "deck/records/muscle_records.h"
#include "deck/records/ode_records.h"
#include "deck/tables/component_unit.h"
#include "deck/tables/tables.h"
#include "nodes/quaternion.h"
#include "text/names.h"

namespace mbs {

namespace {

// The place n c or e d: owner and component. take_place() is false after an error.
struct Place {
  Target target;
  int owner = -1;
  int component = -1;
};
bool take_owner(RecordReader& in, NativeReading& r, Place& place) {
  place.owner =
      place.target == Target::coordinate ? take_node(in, r, "node number n") : take_element(in, r);
  return in.ok();
}
bool take_component_of(RecordReader& in, NativeReading& r, Place& place) {
  place.component = take_component(in, r, place.target, place.owner);
  if (!in.ok()) return false;
  r.label += fmt::format(" {}", place.component + 1);
  return true;
}
bool take_place(RecordReader& in, NativeReading& r, Place& place) {
  return take_owner(in, r, place) && take_component_of(in, r, place);
}
// The class row of a place; null if no record gives its class.
ClassRow* class_of(NativeReading& r, const Place& place) {
  const auto it = r.taken.find({place.target, place.owner, place.component});
  return it == r.taken.end() ? nullptr : &r.tables.classes[it->second];
}
std::string place_name(const NativeReading& r, const Place& p) {
  return component_name(r, p.target, p.owner, p.component);
}
std::string line_of(const NativeReading& r, const ClassRow& row) {
  return fmt::format("{}, {}", row.label, line_text(row.where, r.where, r.diagnostics));
}

void native_law(RecordReader& in, NativeReading& r, Target target) {
  const SourceLocation at = in.here();
  Place place{target};
  if (!take_place(in, r, place)) return;
  const ClassRow* row = class_of(r, place);
  if (target == Target::deformation &&
      (!row || row->cls == Class::fixed || row->cls == Class::prescribed))
    return in.fail(
        at,
        row ? fmt::format("{} is prescribed ({})", place_name(r, place), line_of(r, *row))
            : fmt::format("{} is rigid", place_name(r, place)),
        "a law acts on a deformation named by RLSE or DYNE");
  LawRow law_row;
  law_row.target = target;
  law_row.owner = place.owner;
  law_row.component = place.component;
  law_row.label = r.label;
  law_row.where = r.where;
  if (!in.expression(law_row.text, law_row.text_at)) return;
  if (r.first(in)) r.tables.forces.laws.push_back(std::move(law_row));
}
void native_stress_law(RecordReader& in, NativeReading& r) {
  native_law(in, r, Target::deformation);
}
void native_load_law(RecordReader& in, NativeReading& r) { native_law(in, r, Target::coordinate); }

// The unit of a coordinate or deformation.
Unit unit_at(const NativeReading& r, const Place& place) {
  return component_unit(r.tables, place.target, place.owner, place.component);
}

// Fails where the place is fixed or prescribed.
bool is_free_to_start(RecordReader& in, NativeReading& r, const Place& place,
                      SourceLocation where) {
  const ClassRow* row = class_of(r, place);
  const bool fixed = row ? row->cls == Class::fixed || row->cls == Class::prescribed
                         : place.target == Target::deformation;
  if (!fixed) return true;
  in.fail(where,
          row ? fmt::format("{} is {} ({})", place_name(r, place),
                            row->cls == Class::fixed ? "fixed" : "prescribed", line_of(r, *row))
              : fmt::format("{} is rigid", place_name(r, place)),
          "expected one that is free to move");
  return false;
}

// The orientation in which a body starts, where X is the one without deformations: the rotation
// vector from the axes of space, one number to each component.
void native_start_orientation(RecordReader& in, NativeReading& r, int owner, SourceLocation where) {
  const NodeType& type = node_type(r.tables.nodes[owner].kind);
  if (type.has_rates())
    return in.fail(where, fmt::format("node {} is {}", r.tables.nodes[owner].number, type.text),
                   "expected an orientation node");
  const std::array<double, 4> q = take_orientation(in);
  in.finish();
  if (!in.ok()) return;
  double turn[3];
  const double unturned[] = {1, 0, 0, 0};
  type.difference(unturned, q.data(), turn);
  for (int c = 0; c < 3; ++c)
    if (!is_free_to_start(in, r, {Target::coordinate, owner, c}, where)) return;
  if (!r.first(in)) return;
  for (int c = 0; c < 3; ++c)
    r.tables.starts.push_back(
        {Target::coordinate, owner, c, true, turn[c], false, 0, r.label, r.where});
}
void native_start(RecordReader& in, NativeReading& r, Target target, bool with_value) {
  const SourceLocation where = in.here();
  Place place{target};
  if (!take_owner(in, r, place)) return;
  if (with_value && target == Target::coordinate && is_orientation_word(in.peek_word()))
    return native_start_orientation(in, r, place.owner, where);
  if (with_value && target == Target::coordinate &&
      !node_type(r.tables.nodes[place.owner].kind).has_rates())
    return in.fail(where,
                   fmt::format("node {} is an orientation", r.tables.nodes[place.owner].number),
                   "STARTDX n ROT ... gives the orientation, STARTVX the angular velocities");
  if (!take_component_of(in, r, place) || !is_free_to_start(in, r, place, where)) return;
  StartRow start_row{target, place.owner, place.component, with_value, 0,
                     false,  0,           r.label,         r.where};
  const Unit unit = unit_at(r, place);
  if (with_value) start_row.value = in.number("value", unit);
  start_row.has_velocity = !with_value || !in.at_end();
  if (start_row.has_velocity) start_row.velocity = in.number("velocity", rate_of(unit));
  if (r.first(in, fmt::format("start of {}", place_name(r, place)),
              fmt::format("the start of {}", place_name(r, place))))
    r.tables.starts.push_back(std::move(start_row));
}
void native_start_coordinate(RecordReader& in, NativeReading& r) {
  native_start(in, r, Target::coordinate, true);
}
std::array<double, 4> start_orientation(const Tables& tables, int owner) {
  std::array<double, 4> q = {1, 0, 0, 0};
  double turn[3];
  bool is_given = false;
  for (const StartRow& row : tables.starts)
    if (row.target == Target::coordinate && row.owner == owner && row.has_value)
      turn[row.component] = row.value, is_given = true;
  if (is_given)
    kOrientationNode.retract(turn, q.data());
  else
    std::copy_n(tables.nodes[at(owner)].x.begin(), 4, q.begin());
  return q;
}

// The angular velocity of an orientation: along the axes of the body, or, behind SPACE, of space.
void native_start_spin(RecordReader& in, NativeReading& r) {
  const SourceLocation where = in.here();
  const int owner = take_node(in, r, "node number n", NodeKind::orientation);
  if (!in.ok()) return;
  const bool in_space = in.peek_word() == "SPACE";
  if (in_space) in.skip();
  double w[3];
  for (int c = 0; c < 3; ++c)
    w[c] = in.number(c == 0 ? "w1" : c == 1 ? "w2" : "w3", rate_of(unit::radian));
  if (!in.ok()) return;
  double R[9];
  rotation_matrix(start_orientation(r.tables, owner).data(), R);
  for (int c = 0; c < 3; ++c) {
    const Place place{Target::coordinate, owner, c};
    if (!is_free_to_start(in, r, place, where)) return;
    const double turned = R[c] * w[0] + R[3 + c] * w[1] + R[6 + c] * w[2];
    if (!r.first(in, fmt::format("start of {}", place_name(r, place)),
                 fmt::format("the start of {}", place_name(r, place))))
      return;
    r.tables.starts.push_back(
        {Target::coordinate, owner, c, false, 0, true, in_space ? turned : w[c], r.label, r.where});
  }
}
void native_start_velocity(RecordReader& in, NativeReading& r) {
  if (in.remaining() > 3) return native_start_spin(in, r);
  native_start(in, r, Target::coordinate, false);
}
void native_start_deformation(RecordReader& in, NativeReading& r) {
  native_start(in, r, Target::deformation, true);
}

void native_motion(RecordReader& in, NativeReading& r, Target target) {
  const SourceLocation where = in.here();
  Place place{target};
  if (!take_owner(in, r, place)) return;
  if (target == Target::coordinate && !node_type(r.tables.nodes[place.owner].kind).has_rates())
    return read_native_turn(in, r, place.owner, where);
  if (!take_component_of(in, r, place)) return;
  ClassRow* row = class_of(r, place);
  if (!row || row->cls != Class::prescribed)
    return in.fail(where, fmt::format("{} is not prescribed", place_name(r, place)),
                   fmt::format("expected '{}' in the kinematics block", r.label));
  MotionRow motion_row;
  motion_row.label = r.label;
  motion_row.where = r.where;
  if (row->motion >= 0 && r.tables.motions[at(row->motion)].label != r.label)
    return in.fail(where,
                   fmt::format("{} gives {} its motion already",
                               r.tables.motions[at(row->motion)].label, place_name(r, place)),
                   "expected one of the two");
  const SourceLocation rate_at = in.here();
  if (in.peek_word() == "RATE") {
    in.skip();
    motion_row.is_rate = true;
    if (target == Target::coordinate ||
        !r.tables.elements[place.owner].spec->is_rate(place.component))
      return in.fail(rate_at, fmt::format("{} has a value", place_name(r, place)),
                     "expected its motion; RATE is for what exists only as a rate: SPIN, VFORMULA, "
                     "slips of WHEEL, BALL and EGG");
  }
  const Unit unit = unit_at(r, place);
  const std::string driven =
      motion_row.is_rate ? "" : native_channel(r, target, place.owner, place.component);
  if (!read_native_motion(in, r, motion_row.is_rate ? rate_of(unit) : unit, driven, motion_row) ||
      !r.first(in))
    return;
  row->motion = count_of(r.tables.motions);
  r.tables.motions.push_back(std::move(motion_row));
}
void native_coordinate_motion(RecordReader& in, NativeReading& r) {
  native_motion(in, r, Target::coordinate);
}
void native_deformation_motion(RecordReader& in, NativeReading& r) {
  native_motion(in, r, Target::deformation);
}

// Takes X n c ... or E e d ...; without c or d all components.
void native_event_targets(RecordReader& in, NativeReading& r, TargetCount count,
                          std::vector<EventTarget>& targets) {
  const SourceLocation at = in.here();
  const std::string word = in.word("X or E", "expected X n c or E e d");
  if (in.ok() && word != "X" && word != "E")
    in.fail(at, fmt::format("'{}' is neither X nor E", word), "expected X n c or E e d");
  if (!in.ok()) return;
  EventTarget t{word == "X" ? Target::coordinate : Target::deformation};
  t.owner =
      t.target == Target::coordinate ? take_node(in, r, "node number n") : take_element(in, r);
  if (!in.ok()) return;
  if (count == TargetCount::all && in.at_end())
    for (; t.component < component_count(r, t.target, t.owner); ++t.component) targets.push_back(t);
  bool more = count != TargetCount::all || !in.at_end();
  while (in.ok() && more) {
    t.component = take_component(in, r, t.target, t.owner);
    if (in.ok()) targets.push_back(t);
    more = count == TargetCount::all && !in.at_end();
  }
}
NativeKeywords dynamics_keywords() {
  static const Keyword<NativeReading> kKeywords[] = {
      {"ELAW", "e d = expression", native_stress_law},
      {"XLAW", "n c = expression", native_load_law},
      shared::event,
      shared::ode,
      {"MUSCLE", kMuscleFields, read_native_muscle},
      shared::muscle_start,
      shared::static_opt,
      {"STARTDX", "n c value [velocity], or n ROT, AXES or MATRIX of an orientation",
       native_start_coordinate},
      {"STARTVX", "n c velocity, or n w1 w2 w3 or n SPACE wx wy wz of an orientation",
       native_start_velocity},
      {"STARTDE", "e d value [velocity]", native_start_deformation},
      {"INPUTX",
       "n c position [velocity [acceleration]], n c POLY ..., n c TABLE ... or n c = expression; n "
       "ROT ... of an orientation",
       native_coordinate_motion},
      {"INPUTE",
       "e d position [velocity [acceleration]], e d POLY ..., e d TABLE ... or e d = expression; "
       "RATE behind e d",
       native_deformation_motion},
      {"MOTION", "p a and ROT seq TABLE ..., ROT TABLE ... or MARKERS ...", read_native_led_body},
      {"MARKERS", "\"file\" AXES a b c, or \"name\" MIDDLE, FROM or FRAME and markers",
       read_native_markers},
  };
  return kKeywords;
}

void unknown_in_dynamics(const Record& record, const std::string& keyword, NativeReading& r) {
  if (has_word(native_kinematics_keywords(r.specs), keyword))
    return RecordReader(record, "", r.diagnostics)
        .fail(record.where, fmt::format("{} belongs to the kinematics block", r.label),
              "expected it before END HALT");
  fail_unknown_keyword(record, native_dynamics_keywords(),
                       {"the dynamics block", Dialect::native, "docs/native.md lists them"},
                       r.diagnostics);
}

void read_dynamics_line(const Record& record, NativeReading& r) {
  const std::string word = upper_case(record.tokens[0].text);
  const auto* of_run = find_keyword(native_run_keywords(), word);
  const auto* of_force = find_keyword(native_force_keywords(), word);
  const auto* row = of_run ? of_run : of_force ? of_force : find_keyword(dynamics_keywords(), word);
  const bool numbered =
      !of_run && word != "GRAVITY" && word != "MARKERS";  // other records name a node or element
  r.begin(record, numbered ? native_record_name(record) : word);
  if (!row) return unknown_in_dynamics(record, word, r);
  read_fields(*row, record, r.label, r);
}

}  // namespace

std::vector<KeywordFields> native_dynamics_keywords() {
  std::vector<KeywordFields> out = {{"END", "END"}};
  for (const NativeKeywords part :
       {dynamics_keywords(), native_force_keywords(), native_run_keywords()})
    for (const auto& row : part) out.push_back({row.name, std::string(row.fields)});
  return out;
}

void read_native_dynamics(Records records, NativeReading& r) {
  // CONTACT and FRICTION lines are read first, since they release deformations, STARTDX, since
  // STARTVX may go along the axes of space, and MARKERS, which other lines name; so the order of
  // the lines has no effect.
  const auto comes_first = [](const Record& record) {
    const std::string word = upper_case(record.tokens[0].text);
    return word == "CONTACT" || word == "FRICTION" || word == "STARTDX" || word == "MARKERS";
  };
  for (const Record& record : records)
    if (comes_first(record)) read_dynamics_line(record, r);
  for (const Record& record : records)
    if (!comes_first(record)) read_dynamics_line(record, r);
  read_events(r, [&r](RecordReader& in, TargetCount n, std::vector<EventTarget>& targets) {
    native_event_targets(in, r, n, targets);
  });
  if (!r.tables.events.empty() || says_dynamics(r.tables)) r.dynamic = true;
  if (!r.incomplete) check_laws(LawNames(r.tables), r.deck.parameters, r.diagnostics);
}

}  // namespace mbs
