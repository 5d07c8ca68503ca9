// The keyword lines after the times of a KABIOS deck of bodies of space. They become the rows that
// lines of a native deck of space become.
#include <fmt/format.h>

#include <cmath>

#include "base/index.h"
#include "base/space_vector.h"
#include "deck/forms/row_forms.h"
#include "deck/kabios/kabios_tables.h"
#include "deck/kabios/space_reading.h"
#include "deck/lines/lexer.h"
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

// ---- relations and rolling elements, whose lines have forms of their own ------------------------

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
constexpr std::string_view kKinematicWords[] = {
    "END",   "DRIVE", "ODE", "INTEG",    "ITERSTEP", "FORMULA", "RELATION",
    "WHEEL", "BALL",  "EGG", "VFORMULA", "SPLANE",   "MARKERS", "MOTION"};

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
      {"MARKERS", "\"file\" AXES +x +y +z, or \"name\" and MIDDLE, FROM or FRAME", space_markers},
      {"MOTION", "i and TABLE [Q] or MARKERS", space_motion},
      {"NETJOINT", "i j and xi eta zeta, AT x y z, TABLE or MARKERS", space_net_joint},
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
      shared::muscle,
      shared::muscle_start,
      shared::static_opt,
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
  if (word == "PATH" || word == "ASSEMBLE") return "it is a word of decks of the plane";
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
  const bool of_body = contains_word(std::array{"MASS", "VEL", "TORQ", "BDAMP", "MOTION"}, r.label);
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
  r.take_arm = [&r](RecordReader& in, MuscleArm& arm) { space_muscle_arm(in, r, arm); };
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
