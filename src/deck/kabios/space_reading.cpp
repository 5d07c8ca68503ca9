// What the head and the tail of a KABIOS deck of space share: numbers of bodies and joints,
// coordinates, classes, and the elements that no line of the deck is.
#include "deck/kabios/space_reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "base/space_vector.h"
#include "deck/forms/orientation_record.h"
#include "deck/forms/turn_row.h"
#include "deck/records/run_records.h"
#include "nodes/quaternion.h"
#include "text/names.h"

namespace mbs {

namespace {

constexpr SpaceJointWord kJointWordsOfSpace[] = {
    {"REVOLUTE", "REVOLUTE"}, {"CYLINDRICAL", "CYLINDRICAL"}, {"PRISMATIC", "PRISMATIC"},
    {"SCREW", "SCREW"},       {"UNIVERSAL", "UNIVERSAL"},     {"CVJOINT", "CVJOINT"},
    {"PLANAR", "PLANAR"},     {"SPHERICAL", "SPHERICAL"},     {"INPLANE", "INPLANE"},
    {"WELD", "WELD"},         {"ROD", "SDA", true},
};

MotionRow constant(double value, const std::string& label, SourceLocation where) {
  MotionRow out;
  out.coefficients = {value};
  out.label = label;
  out.where = where;
  return out;
}

}  // namespace

std::span<const SpaceJointWord> space_joint_words() { return kJointWordsOfSpace; }

const SpaceJointWord* find_space_joint(std::string_view word) {
  for (const SpaceJointWord& joint : kJointWordsOfSpace)
    if (joint.word == word) return &joint;
  return nullptr;
}

int SpaceReading::take_body(RecordReader& in, std::string_view field) {
  return static_cast<int>(
      in.integer(field, 1, static_cast<long long>(tables.bodies.size()), "a body number"));
}

bool SpaceReading::take_bodies(RecordReader& in, int& i, int& j) {
  i = take_body(in, "body number i");
  const SourceLocation j_at = in.here();
  j = take_body(in, "body number j");
  if (in.ok() && i == j)
    in.fail(j_at, fmt::format("body {} is joined to itself", i), "expected two different bodies");
  return in.ok();
}

int SpaceReading::take_element(RecordReader& in) {
  const SourceLocation at_number = in.here();
  const long long count = visible >= 0 ? visible : count_of(tables.elements);
  const long long n = in.integer("number n", 1, kLargestNumber, "the number of a joint");
  if (in.ok() && n > count)
    in.fail(at_number, fmt::format("there is no joint {}", n),
            count == 0 ? std::string("the deck has no joints")
                       : fmt::format("expected 1 to {}: joints of (c), then what stands above in "
                                     "the lines after the times",
                                     count));
  return in.ok() ? static_cast<int>(n) - 1 : -1;
}

int SpaceReading::take_motion(RecordReader& in, int element, bool free_only) {
  const ElementRow& row = tables.elements[at(element)];
  const int free = row.spec->free_deformations, all = count_of(row.spec->deformations);
  const SourceLocation at_number = in.here();
  const auto d = static_cast<int>(in.integer("motion d", 1, all, "a motion of the joint"));
  if (!in.ok()) return -1;
  if (free_only && d > free && free > 0) {
    in.fail(at_number, fmt::format("{} holds its motion {}", row.label, d),
            free == 1 ? std::string("expected 1, which it lets free")
                      : fmt::format("expected 1 to {}, which it lets free", free));
    return -1;
  }
  if (free_only && free == 0 && all > 1) {
    in.fail(at_number, fmt::format("{} lets no motion free that a number tells", row.label),
            "expected a joint with an angle or a travel, such as REVOLUTE");
    return -1;
  }
  return d - 1;
}

bool SpaceReading::take_coordinate(RecordReader& in, CoordinateOfSpace& out) {
  out.of_joint = in.peek_word() == "JOINT";
  if (out.of_joint) {
    in.skip();
    const int element = take_element(in);
    if (element < 0) return false;
    out.owner = element + 1;
    out.k = take_motion(in, element, true) + 1;
    return in.ok();
  }
  if (const std::string word = in.peek_word(); !word.empty()) {
    in.fail(in.here(), fmt::format("'{}' is no body number", printable(word)),
            "expected i k, or JOINT n d");
    return false;
  }
  out.owner = take_body(in, "body number i");
  if (!in.ok()) return false;
  static constexpr std::string_view kNames[] = {"X", "Y", "Z", "A1", "A2", "A3"};
  const SourceLocation at_k = in.here();
  if (const std::string word = in.peek_word(); !word.empty()) {
    const auto it = std::find(std::begin(kNames), std::end(kNames), word);
    if (it == std::end(kNames))
      in.fail(at_k, fmt::format("'{}' is no coordinate", printable(word)),
              "expected X, Y, Z, or A1, A2, A3 for the angles, or 1 to 6");
    in.skip();
    out.k = static_cast<int>(it - std::begin(kNames)) + 1;
    return in.ok();
  }
  const long long k = in.integer("k", -kLargestNumber, kLargestNumber);
  if (in.ok() && (k < 1 || k > 6))
    in.fail(at_k, fmt::format("k is {}", k),
            fmt::format("expected 1, 2 or 3 for X, Y or Z, or 4, 5 or 6 for the angles {} of "
                        "body {}",
                        said->bodies[at(out.owner - 1)].sequence, out.owner));
  out.k = static_cast<int>(k);
  return in.ok();
}

std::string SpaceReading::name_of(const CoordinateOfSpace& of) const {
  if (of.of_joint)
    return fmt::format("motion {} of {}", of.k, tables.elements[at(of.owner - 1)].label);
  return of.k <= 3 ? fmt::format("{} of body {}", "XYZ"[of.k - 1], of.owner)
                   : fmt::format("angle {} of body {}", of.k - 3, of.owner);
}

Unit SpaceReading::unit_of(const CoordinateOfSpace& of) const {
  if (of.of_joint) return tables.elements[at(of.owner - 1)].spec->deformations[at(of.k - 1)].unit;
  return of.k <= 3 ? unit::metre : unit::radian;
}

int SpaceReading::add_element(ElementRow row) {
  row.number = count_of(tables.elements) + 1;
  tables.elements.push_back(std::move(row));
  return count_of(tables.elements) - 1;
}

bool SpaceReading::set_class(RecordReader& in, ClassRow row, const std::string& name) {
  const auto [it, is_new] =
      taken.emplace(std::tuple(row.target, row.owner, row.component), tables.classes.size());
  if (!is_new) {
    const ClassRow& first = tables.classes[it->second];
    in.fail(row.where,
            fmt::format("{} has {} already ({})", name, first.label,
                        line_text(first.where, row.where, diagnostics)),
            "each may be held or driven once; remove one of the two");
    return false;
  }
  tables.classes.push_back(std::move(row));
  return true;
}

bool SpaceReading::hold(RecordReader& in, const CoordinateOfSpace& of, ClassSource source) {
  if (of.of_joint || of.k > 3) return drive(in, of, source, constant(std::nan(""), label, where));
  return set_class(
      in,
      {Target::coordinate, place_of(of.owner), of.k - 1, Class::fixed, -1, source, label, where},
      name_of(of));
}

bool SpaceReading::drive(RecordReader& in, const CoordinateOfSpace& of, ClassSource source,
                         MotionRow motion) {
  motion.label = label;
  motion.where = where;
  ClassRow row{Target::deformation,      0,      0,     Class::prescribed,
               count_of(tables.motions), source, label, where};
  if (!of.of_joint && of.k > 3) {
    row.owner = of.owner;
    row.component = of.k - 4;
    for (const ClassRow& other : angles)
      if (other.owner == row.owner && other.component == row.component) {
        in.fail(where,
                fmt::format("{} has {} already ({})", name_of(of), other.label,
                            line_text(other.where, where, diagnostics)),
                "each may be held or driven once; remove one of the two");
        return false;
      }
    if (is_classed(Target::coordinate, turn_of(of.owner), 0)) {
      in.fail(where, fmt::format("body {} has its orientation already", of.owner),
              "expected a body that is no ground and has no guide");
      return false;
    }
    angles.push_back(std::move(row));
    tables.motions.push_back(std::move(motion));
    return true;
  }
  if (of.of_joint) {
    row.owner = of.owner - 1, row.component = of.k - 1;
  } else {
    row.target = Target::coordinate;
    row.owner = place_of(of.owner), row.component = of.k - 1;
  }
  if (!set_class(in, std::move(row), name_of(of))) return false;
  tables.motions.push_back(std::move(motion));
  return true;
}

int add_carried_point(SpaceReading& r, int body, const std::array<double, 3>& place,
                      const std::string& label) {
  const NodeRow &origin = r.tables.nodes[at(r.place_of(body))],
                &turn = r.tables.nodes[at(r.turn_of(body))];
  double R[9];
  rotation_matrix(turn.x.data(), R);
  const Vec3 p = vec3(origin.x.data()) + to_space(R, vec3(place.data()));
  const int node = count_of(r.tables.nodes);
  r.tables.nodes.push_back({node + 1, NodeKind::space_point, {p.x, p.y, p.z}, label, r.where});
  r.carried.push_back({node, body, label, r.where});
  return node;
}

int SpaceReading::ground_frame() {
  for (int k = 0; k < count_of(tables.nodes); ++k)
    if (tables.nodes[at(k)].number == 0) return k;
  NodeRow row{0, NodeKind::orientation, {}, "the ground", {}};
  std::copy(kUnturned.begin(), kUnturned.end(), row.x.begin());
  const int owner = count_of(tables.nodes);
  tables.nodes.push_back(std::move(row));
  for (int c = 0; c < 3; ++c)
    tables.classes.push_back(
        {Target::coordinate, owner, c, Class::fixed, -1, ClassSource::ground, "the ground", {}});
  return owner;
}

void SpaceReading::finish() {
  visible = count_of(tables.elements);
  for (const Carried& point : carried) {
    ElementRow row;
    row.spec = find_spec(specs, "PINBODY");
    row.nodes = {place_of(point.body), turn_of(point.body), point.node};
    row.label = point.label;
    row.where = point.where;
    add_element(std::move(row));
  }
  for (int body = 1; body <= count_of(tables.bodies); ++body) {
    const BodyOfSpace& of = said->bodies[at(body - 1)];
    std::vector<ClassRow> rows;
    for (ClassRow& row : angles)
      if (row.owner == body) rows.push_back(row);
    if (rows.empty()) continue;
    // What is held stays where the line of the body has it.
    const std::array<double, 3> here = angles_in(of.sequence, of.q);
    for (const ClassRow& row : rows) {
      std::vector<double>& given = tables.motions[at(row.motion)].coefficients;
      if (!given.empty() && std::isnan(given[0])) given[0] = here[at(row.component)];
    }
    const bool all = rows.size() == 3;
    const int owner = all ? turn_of(body) : count_of(tables.elements);
    if (all) {  // no lock of the angles where all are given
      TurnRow turn;
      turn.node = owner;
      set_sequence(turn, upper_case(of.sequence), false);
      tables.turns.push_back(std::move(turn));
    } else {
      ElementRow row;
      row.spec = find_spec(specs, "CARDAN");
      row.nodes = {ground_frame(), turn_of(body)};
      row.columns = {static_cast<double>(sequence_index(upper_case(of.sequence)))};
      row.label = fmt::format("angles of body {}", body);
      row.where = tables.bodies[at(body - 1)].where;
      add_element(std::move(row));
    }
    for (ClassRow& row : rows) {
      row.target = all ? Target::coordinate : Target::deformation;
      row.owner = owner;
      taken.emplace(std::tuple(row.target, row.owner, row.component), tables.classes.size());
      tables.classes.push_back(std::move(row));
    }
  }
  for (int owner = 0; owner < count_of(tables.elements); ++owner) {
    const ElementRow& row = tables.elements[at(owner)];
    for (int component = 0; component < row.spec->free_deformations; ++component)
      if (!is_classed(Target::deformation, owner, component))
        tables.classes.push_back(released(owner, component, row.label, row.where));
  }
  // Rows in the order of nodes and elements, as native decks have them, and motions with them.
  std::stable_sort(tables.classes.begin(), tables.classes.end(),
                   [](const ClassRow& a, const ClassRow& b) {
                     return std::tuple(a.target, a.owner, a.component) <
                            std::tuple(b.target, b.owner, b.component);
                   });
  taken.clear();
  for (std::size_t k = 0; k < tables.classes.size(); ++k) {
    const ClassRow& row = tables.classes[k];
    taken.emplace(std::tuple(row.target, row.owner, row.component), k);
  }
}

}  // namespace mbs
