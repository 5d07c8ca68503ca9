// The keyword lines after the times of a KABIOS deck of bodies of space. They become the rows that
// lines of a native deck of space become.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "base/space_vector.h"
#include "deck/forms/row_forms.h"
#include "deck/kabios/kabios_tables.h"
#include "deck/kabios/space_reading.h"
#include "deck/lines/field_units.h"
#include "deck/names/input_names.h"
#include "deck/names/kabios_joints.h"
#include "deck/records/body_records.h"
#include "deck/records/run_records.h"
#include "nodes/quaternion.h"
#include "nodes/rigid_body.h"
#include "text/names.h"

namespace mbs {

namespace {

constexpr Unit kInertiaOfSpace = unit::kilogram * unit::metre * unit::metre;

// ---- masses, velocities, gravity ----------------------------------------------------------------

void space_mass(RecordReader& in, SpaceReading& r) {
  const int body = r.take_body(in, "body number i");
  r.label += fmt::format(" {}", body);
  const SourceLocation where = in.here();
  std::array<double, 10> row{};
  row[0] = in.number("mass m", unit::kilogram);
  std::size_t k = 4;
  for (const char* field : {"Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz"})
    row[k++] = in.number(field, kInertiaOfSpace);
  const Token* const next = in.at_end() ? nullptr : in.peek();
  if (in.ok() && next && next->kind == TokenKind::number) {
    k = 1;
    for (const char* field : {"xc", "yc", "zc"}) row[k++] = in.number(field, unit::metre);
  }
  if (in.ok() && !in.at_end()) {
    take_word(in, "option", {"PRODUCTS"}, "is no option of MASS",
              "expected PRODUCTS, where Ixy = +(sum of m x y), or nothing");
    for (const std::size_t product : {5u, 6u, 8u}) row[product] = -row[product];
  }
  in.finish();
  if (!in.ok()) return;
  const bool is_beside = row[1] != 0 || row[2] != 0 || row[3] != 0;
  const NodeRemark remark = is_beside ? check_body_mass(row.data()) : check_inertia(row.data() + 4);
  if (in.ok() && !(row[0] >= 0))
    in.fail(where, fmt::format("the mass is {}", row[0]), "expected one that is not negative");
  else if (!remark.problem.empty())
    remark.is_error ? in.fail(where, remark.problem, remark.advice)
                    : in.warn(where, remark.problem, remark.advice);
  if (!r.first(in)) return;
  std::vector<MassRow>& masses = r.tables.forces.masses;
  const int place = r.place_of(body), turn = r.turn_of(body);
  if (is_beside) {
    masses.push_back({false, place, {row.begin(), row.end()}, r.label, r.where, turn});
  } else {
    masses.push_back({false, place, {row[0]}, r.label, r.where});
    masses.push_back({false, turn, {row.begin() + 4, row.end()}, r.label, r.where});
  }
  r.said->masses.push_back({body, row});
}

void space_velocity(RecordReader& in, SpaceReading& r) {
  VelocityOfSpace row;
  row.body = r.take_body(in, "body number i");
  r.label += fmt::format(" {}", row.body);
  std::size_t k = 0;
  for (const char* field : {"xd", "yd", "zd"}) row.v[k++] = in.number(field, rate_of(unit::metre));
  row.along_body = in.peek_word() == "BODY";
  if (row.along_body) in.skip();
  static constexpr const char* kAlong[2][3] = {{"wx", "wy", "wz"}, {"w1", "w2", "w3"}};
  for (const char* field : kAlong[row.along_body ? 1 : 0])
    row.v[k++] = in.number(field, rate_of(unit::radian));
  if (!r.first(in)) return;
  double R[9];
  rotation_matrix(r.said->bodies[at(row.body - 1)].q.data(), R);
  const Vec3 given = vec3(row.v.data() + 3), w = row.along_body ? given : to_body(R, given);
  for (int c = 0; c < 6; ++c)
    r.tables.starts.push_back({Target::coordinate,
                               c < 3 ? r.place_of(row.body) : r.turn_of(row.body), c % 3, false, 0,
                               true, c < 3 ? row.v[at(c)] : w[c - 3], r.label, r.where});
  r.said->velocities.push_back(row);
}

void space_gravity(RecordReader& in, SpaceReading& r) {
  if (read_earth(in, r)) return;
  std::array<double, 3> g{};
  std::size_t k = 0;
  for (const char* field : {"gx", "gy", "gz"}) g[k++] = in.number(field, rate_of(unit::metre, 2));
  if (r.first(in)) r.tables.forces.gravity = g;
}

// ---- springs ------------------------------------------------------------------------------------

// Adds numbers to the stresses of an element, which has one row of each kind.
void add_stress_numbers(SpaceReading& r, StressKind kind, int element, int from,
                        const std::vector<double>& values) {
  if (std::all_of(values.begin(), values.end(), [](double k) { return k == 0; })) return;
  const RecordSpec& spec = *r.tables.elements[at(element)].spec;
  auto& rows = r.tables.forces.stresses;
  auto row = std::find_if(rows.begin(), rows.end(), [=](const StressRow& other) {
    return other.kind == kind && other.element == element;
  });
  if (row == rows.end()) {
    const std::size_t size =
        kind == StressKind::prestress ? spec.deformations.size() : spec.stiffness_columns.size();
    rows.push_back({kind, element, std::vector<double>(size), r.label, r.where});
    row = rows.end() - 1;
  }
  for (std::size_t k = 0; k < values.size(); ++k) row->values[at(from) + k] += values[k];
}

// The bodies, places and axes of an element that the record makes; its number goes on from the
// joints. False after an error.
bool take_element_of_line(RecordReader& in, SpaceReading& r, std::string_view stop,
                          JointOfSpace& said, ElementRow& row) {
  row.spec = find_spec(r.specs, r.label);
  said.word = row.spec->keyword;
  if (!r.take_bodies(in, said.i, said.j)) return false;
  row.nodes = r.nodes_of(said.i, said.j);
  r.label = row.label = fmt::format("{} {}", said.word, r.tables.elements.size() + 1);
  row.where = r.where;
  r.take_joint(in, row, stop);
  return in.ok();
}

// SDA i j and the points, k l0 c [fa]
void space_spring(RecordReader& in, SpaceReading& r) {
  JointOfSpace said;
  ElementRow row;
  if (!take_element_of_line(in, r, {}, said, row)) return;
  const Unit stiffness = unit::newton / unit::metre;
  said.stiffness = {in.number("k", stiffness)};
  said.rest = in.number("l0", unit::metre);
  said.damping = {in.number("c", stiffness * unit::second)};
  said.force = in.at_end() ? 0 : in.number("fa", unit::newton);
  in.finish();
  if (!in.ok()) return;
  said.element = r.add_element(std::move(row));
  r.set_class(in, released(said.element, 0, r.label, r.where), r.label);
  add_stress_numbers(r, StressKind::stiffness, said.element, 0, said.stiffness);
  add_stress_numbers(r, StressKind::damping, said.element, 0, said.damping);
  add_stress_numbers(r, StressKind::prestress, said.element, 0, {said.force});
  r.tables.forces.rests.push_back({said.element, {said.rest}, r.label, r.where});
  r.said->joints.push_back(std::move(said));
}

// BUSHING i j and the fields of a joint STIFFNESS k1 ... [DAMPING c1 ... c6]
void space_bushing(RecordReader& in, SpaceReading& r) {
  JointOfSpace said;
  ElementRow row;
  if (!take_element_of_line(in, r, "STIFFNESS", said, row)) return;
  const SourceLocation where = in.here();
  take_word(in, "STIFFNESS", {"STIFFNESS"}, "stands where STIFFNESS must",
            "expected STIFFNESS and six numbers, or 21");
  const auto numbers = [&in](std::string_view letter, std::size_t most, bool damping) {
    std::vector<double> out;
    for (std::size_t k = 0; k < most; ++k) {
      if (k >= 6 && (in.at_end() || !in.peek_word().empty())) break;
      // Of the upper triangle the units follow from the place; of the diagonal too.
      const Unit along = k % 6 < 3 ? unit::metre : unit::radian;
      const Unit unit = effort_of_field(along) / along;
      out.push_back(most > 6 && k >= 6 ? in.number(fmt::format("{}{}", letter, k + 1), unit::number)
                                       : in.number(fmt::format("{}{}", letter, k + 1),
                                                   damping ? unit * unit::second : unit));
    }
    return out;
  };
  said.stiffness = numbers("k", 21, false);
  if (in.ok() && said.stiffness.size() != 6 && said.stiffness.size() != 21)
    in.fail(where, fmt::format("it has {} numbers", said.stiffness.size()),
            "expected 6, the diagonal, or 21, the upper triangle row by row");
  if (in.ok() && said.stiffness.size() == 21 && r.deck.parameters.units().given)
    in.fail(where, "21 numbers have no units", "expected 6 numbers, or a deck without UNITS");
  if (in.ok() && !in.at_end()) {
    take_word(in, "DAMPING", {"DAMPING"}, "has no meaning here", "expected DAMPING c1 ... c6");
    if (in.ok()) said.damping = numbers("c", 6, true);
  }
  in.finish();
  if (!in.ok()) return;
  said.element = r.add_element(std::move(row));
  add_stress_numbers(r, StressKind::stiffness, said.element, 0, said.stiffness);
  add_stress_numbers(r, StressKind::damping, said.element, 0, said.damping);
  r.said->joints.push_back(std::move(said));
}

// RSDA n d k e0 c [Ta]: on motion d of joint n.
void space_motor(RecordReader& in, SpaceReading& r) {
  MotorOfSpace row;
  const int element = r.take_element(in);
  if (element < 0) return;
  row.joint = element + 1;
  const int d = r.take_motion(in, element, true);
  if (!in.ok()) return;
  row.k = d + 1;
  const Unit along = r.tables.elements[at(element)].spec->deformations[at(d)].unit,
             effort = effort_of_field(along);
  row.stiffness = in.number("k", effort / along);
  row.rest = in.number("theta0", along);
  row.damping = in.number("c", effort * unit::second / along);
  row.torque = in.at_end() ? 0 : in.number("Ta", effort);
  r.label += fmt::format(" {} {}", row.joint, row.k);
  if (!r.first(in)) return;
  r.let_go(element, d);
  add_stress_numbers(r, StressKind::stiffness, element, d, {row.stiffness});
  add_stress_numbers(r, StressKind::damping, element, d, {row.damping});
  add_stress_numbers(r, StressKind::prestress, element, d, {row.torque - row.stiffness * row.rest});
  r.said->motors.push_back(row);
}

// ---- elements with a form of their own: relations, what rolls -----------------------------------

void space_row(RecordReader& in, SpaceReading& r) {
  ElementRow row;
  row.spec = find_spec(r.specs, r.label);
  std::vector<int> bodies;
  r.label = row.label = fmt::format("{} {}", r.label, r.tables.elements.size() + 1);
  row.where = r.where;
  const TakeBody body = [&r, &bodies](RecordReader& field) {
    bodies.push_back(r.take_body(field, "body number i"));
    return field.ok() ? std::array{r.place_of(bodies.back()), r.turn_of(bodies.back())}
                      : std::array{0, 0};
  };
  take_row(in, body, row);
  in.finish();
  if (!in.ok()) return;
  for (const RecordSpec* spec : r.specs)  // WHEEL on a plane of space or of a body
    if (spec->keyword == row.spec->keyword && spec->arity == Arity::fixed &&
        spec->nodes.size() == row.nodes.size())
      row.spec = spec;
  r.add_element(std::move(row));
}

// ---- records of the run -------------------------------------------------------------------------

void space_drive(RecordReader& in, SpaceReading& r) {
  in.set_layout("expected: DRIVE i k = expression, or DRIVE JOINT n d = expression");
  r.read_driver(in, true);
}

void space_forward(RecordReader& in, SpaceReading& r) {
  KabiosForward row;
  row.where = r.where;
  row.t_at = read_moment(in, row.t, "expected: FORWARD AT t");
  if (r.first(in)) lower(r.tables.kabios.forward.emplace(row), r.tables);
}

void space_outlevel(RecordReader& in, SpaceReading& r) {
  const auto level = static_cast<int>(in.integer("level n", 0, 9, "a level"));
  if (r.first(in)) r.tables.method.outlevel = level;
}

void space_end(RecordReader&, SpaceReading& r) { r.ended = true; }

// Records that leave a deck kinematic.
constexpr std::string_view kKinematicWords[] = {"END",      "DRIVE",   "ODE",      "INTEG",
                                                "ITERSTEP", "FORMULA", "RELATION", "WHEEL",
                                                "BALL",     "EGG",     "VFORMULA", "SPLANE"};

std::span<const Keyword<SpaceReading>> space_tail_table() {
  static const Keyword<SpaceReading> kAll[] = {
      {"MASS", "i m Ixx Ixy Ixz Iyy Iyz Izz [xc yc zc] [PRODUCTS]", space_mass},
      {"VEL", "i xd yd zd wx wy wz, or i xd yd zd BODY w1 w2 w3", space_velocity},
      {"GRAV", "gx gy gz, or EARTH", space_gravity},
      {"SDA", "i j xi eta zeta xi eta zeta k l0 c [fa]", space_spring},
      {"RSDA", "n d k theta0 c [Ta]", space_motor},
      {"BUSHING",
       "i j xi eta zeta xi eta zeta ux uy uz [vx vy vz] [AXISJ ux uy uz [vx vy vz]] STIFFNESS k1 "
       "... k6 [DAMPING c1 ... c6]",
       space_bushing},
      {"FORCE",
       "i xi eta zeta fx fy fz, or i xi eta zeta FX = ... ; FY = ... ; FZ = ... [; IN BODY]",
       space_force},
      {"TORQ", "i mx my mz, i BODY m1 m2 m3, or i MX = ... ; MY = ... ; MZ = ... [; IN BODY]",
       space_torque},
      {"BDAMP", "i cx cy cz c1 c2 c3", space_body_damper},
      {"LAW", "JOINT n d, or BODY i and X, Y, Z, W1, W2 or W3, then = expression", space_law},
      {"FRICTION", "n d and its numbers", space_friction},
      {"CONTACT", "n, then PENALTY, RIGID or IMPULSES and its numbers", space_contact},
      {"STOPS", "n d, MIN a, MAX b, then RIGID, PENALTY or IMPULSES", space_stops},
      {"DRIVE", "i k = expression, or JOINT n d = expression", space_drive},
      {"RELATION", "= c1*NAME1 + c2*NAME2 ...", space_row},
      {"FORMULA", "= expression", space_row},
      {"VFORMULA", "= expression", space_row},
      {"WHEEL", "i ax ay az r [TYRE c] [ON j] PLANE nx ny nz [THROUGH x y z]", space_row},
      {"BALL", "i r [ON j] PLANE nx ny nz [THROUGH x y z]", space_row},
      {"EGG", "i rx ry rz [CENTRE x y z] [TURN xyz a b c] [ON j] PLANE nx ny nz [THROUGH x y z]",
       space_row},
      {"SPLANE", "i xi eta zeta r [ON j] PLANE nx ny nz [THROUGH x y z]", space_row},
      shared::integ,
      shared::ode,
      shared::form,
      shared::event,
      {"FORWARD", "AT t", space_forward},
      shared::limit,
      shared::equilibrium,
      shared::eigen,
      shared::iterstep,
      {"REDUNDANT", "LEAST [LENGTH l]", as<read_redundant>},
      {"OUTLEVEL", "n", space_outlevel},
      {"END", "", space_end},
  };
  return kAll;
}

// What a word of a tail of the plane is in space; empty: not known.
std::string_view twin_in_space(std::string_view word) {
  if (word == "MOTION" || word == "MARKERS") return "a guide (i) leads a body; DRIVE a coordinate";
  if (word == "NETJOINT" || word == "MUSCLE" || word == "PATH" || word == "MUSCLESTART" ||
      word == "STATICOPT" || word == "ASSEMBLE")
    return "it is a word of decks of the plane";
  if (find_space_joint(word) || find_kabios_joint(word) || word == "HINGE" || word == "SLIDER" ||
      word == "TRANSLATIONAL")
    return "SPACE decks have joints in section (c)";
  return {};
}

void read_space_line(const Record& record, SpaceReading& r) {
  const std::string word = upper_case(record.tokens.front().text);
  const auto* keyword = find_keyword(space_tail_table(), word);
  if (!keyword) {
    RecordReader in(record, "", r.diagnostics);
    if (const std::string_view twin = twin_in_space(word); !twin.empty())
      return in.fail(record.where,
                     fmt::format("{} has no line after the times of a SPACE deck", word),
                     std::string(twin));
    return fail_unknown_keyword(
        record, kabios_space_keywords(),
        {"a KABIOS deck of space", Dialect::kabios, "expected " + names_of(space_tail_table())},
        r.diagnostics);
  }
  r.begin(record, std::string(keyword->name));
  if (!contains_word(kKinematicWords, r.label) && r.tables.job == Job::kinematic)
    r.tables.job = Job::dynamic;
  if (r.label == "INTEG") r.has_method = true;
  const bool of_body = contains_word(std::array{"MASS", "VEL", "TORQ", "BDAMP"}, r.label);
  read_fields(*keyword, record, of_body ? name_with_number(r.label, record) : r.label, r);
}

}  // namespace

std::vector<KeywordFields> kabios_space_keywords() {
  std::vector<KeywordFields> out = {{"SPACE", "[SEQ zxy]"}};
  for (KeywordFields& row : fields_of(space_tail_table())) out.push_back(std::move(row));
  return out;
}

void SpaceReading::let_go(int element, int component) {
  if (is_classed(Target::deformation, element, component)) return;
  taken.emplace(std::tuple(Target::deformation, element, component), tables.classes.size());
  tables.classes.push_back(released(element, component, label, where));
}

void read_space_tail(std::size_t next, SpaceReading& r) {
  for (; next < r.deck.records.size() && !r.ended; ++next) read_space_line(r.deck.records[next], r);
  if (!r.ended || next >= r.deck.records.size()) return;
  const Record& record = r.deck.records[next];
  r.diagnostics.error(record.where, "deck",
                      fmt::format("'{}' stands after END", printable(record.tokens.front().text)),
                      "expected nothing there");
}

void finish_space_tail(SpaceReading& r) {
  Tables& t = r.tables;
  if (r.has_method && t.odes.empty() && t.job == Job::kinematic) t.job = Job::dynamic;
  lower_space_loads(r);
  check_laws(LawNames(t), r.deck.parameters, r.diagnostics);
  read_events(r, [&r](RecordReader& in, TargetCount n, std::vector<EventTarget>& targets) {
    space_event_targets(in, r, n, targets);
  });
  if (!t.events.empty() && t.job == Job::kinematic) t.job = Job::dynamic;
  if (t.job != Job::kinematic) t.method.choose_freedoms = true;
}

}  // namespace mbs
