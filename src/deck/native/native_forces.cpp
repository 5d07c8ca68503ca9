// Records of the dynamics block that give masses, stiffness, damping, loads, contacts and gravity.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/index.h"
#include "deck/forms/orientation_record.h"
#include "deck/lines/field_units.h"
#include "deck/names/input_names.h"
#include "deck/native/native.h"
#include "deck/records/force_components.h"
#include "deck/records/measured.h"
#include "deck/records/plate_channels.h"
#include "deck/records/space_load.h"
#include "deck/tables/tables.h"
#include "nodes/quaternion.h"
#include "nodes/rigid_body.h"
#include "text/names.h"

namespace mbs {

namespace {

constexpr std::string_view kBodyMassFields =
    "p a m xc yc zc Ixx Ixy Ixz Iyy Iyz Izz [TURN seq a b c] [PRODUCTS]";

const RecordSpec& spec_of(const NativeReading& r, int element) {
  return *r.tables.elements[element].spec;
}

void native_checked_mass(RecordReader& in, NativeReading& r, int n, const NodeType& type) {
  std::string layout = "expected: XM n";
  for (const Column& column : type.mass_columns) layout += fmt::format(" {}", column.name);
  in.set_layout(fmt::format("{} ({})", layout, type.text));
  const SourceLocation at = in.here();
  std::vector<double> numbers;
  for (const Column& column : type.mass_columns)
    numbers.push_back(in.number(column.name, unit_of_column(column.unit)));
  in.finish();
  if (in.ok()) say(type.check_mass(numbers.data()), in, at);
  if (in.ok() && r.first(in))
    r.tables.forces.masses.push_back({false, n, std::move(numbers), r.label, r.where});
}

// One number per deformation of element e. of: the unit of the number from the unit of the
// deformation.
std::vector<double> native_per_deformation(RecordReader& in, NativeReading& r, int e,
                                           std::string_view what, Unit (*of)(Unit)) {
  std::vector<double> out;
  for (const DeformationSpec& deformation : spec_of(r, e).deformations)
    if (out.empty() || !in.at_end())
      out.push_back(
          in.number(fmt::format("{} of {}", what, deformation.name), of(deformation.unit)));
  in.finish();
  return out;
}

void native_node_mass(RecordReader& in, NativeReading& r) {
  const int n = take_node(in, r, "node number n");
  const NodeType& type = node_type(n < 0 ? NodeKind::point : r.tables.nodes[n].kind);
  if (type.check_mass) return native_checked_mass(in, r, n, type);
  std::vector<double> numbers;
  for (const Column& column : type.mass_columns)
    in.say_unit(column.name, unit_of_column(column.unit)),
        numbers.push_back(read_not_negative(in, column.name));
  if (r.first(in))
    r.tables.forces.masses.push_back({false, n, std::move(numbers), r.label, r.where});
}

// Turns the matrix of inertia Ixx Ixy Ixz Iyy Iyz Izz from axes turned by q to those of the body.
void turn_inertia(const std::array<double, 4>& q, double* J) {
  double R[9];
  rotation_matrix(q.data(), R);
  const double full[9] = {J[0], J[1], J[2], J[1], J[3], J[4], J[2], J[4], J[5]};
  const auto entry = [&](int i, int k) {
    double sum = 0;
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) sum += R[3 * i + a] * full[3 * a + b] * R[3 * k + b];
    return sum;
  };
  for (int i = 0, n = 0; i < 3; ++i)
    for (int k = i; k < 3; ++k) J[n++] = entry(i, k);
}

// BODYMASS p a m xc yc zc Ixx Ixy Ixz Iyy Iyz Izz [TURN seq a b c] [PRODUCTS]: any number of them
// for one body.
void native_body_mass(RecordReader& in, NativeReading& r) {
  in.set_layout(fmt::format("expected: BODYMASS {}", kBodyMassFields));
  MassRow row{false, take_node(in, r, "node p", NodeKind::space_point), {}, r.label, r.where, -1};
  row.turning = take_node(in, r, "node a", NodeKind::orientation);
  const SourceLocation at = in.here();
  constexpr Unit kMass = unit::kilogram, kInertia = kMass * unit::metre * unit::metre;
  row.values.push_back(in.number("m", kMass));
  for (const std::string_view field : {"xc", "yc", "zc"})
    row.values.push_back(in.number(field, unit::metre));
  for (const std::string_view field : {"Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz"})
    row.values.push_back(in.number(field, kInertia));
  double* const J = row.values.data() + 4;
  std::array<double, 4> turn{};
  while (in.ok() && !in.at_end()) {
    const std::string word = take_word(in, "option", {"TURN", "PRODUCTS"}, "is no option",
                                       "expected TURN seq a b c, PRODUCTS or nothing");
    if (word == "TURN") turn = take_turns(in);
    if (word == "PRODUCTS")
      for (const int product : {1, 2, 4}) J[product] = -J[product];
  }
  if (in.ok() && turn != std::array<double, 4>{}) turn_inertia(turn, J);
  in.finish();
  if (in.ok()) say(check_body_mass(row.values.data()), in, at);
  if (in.ok()) r.tables.forces.masses.push_back(std::move(row));
}

// The numbers that the deck gives, at least one and one per column at most. unit(k): of number k.
template <class UnitOf>
std::vector<double> values(RecordReader& in, std::span<const Column> columns, const UnitOf& unit) {
  std::vector<double> out;
  for (std::size_t k = 0; k < columns.size() && (out.empty() || !in.at_end()); ++k)
    out.push_back(in.number(columns[k].name, unit(k)));
  in.finish();
  return out;
}
void set_layout(RecordReader& in, std::string_view keyword, std::span<const Column> columns) {
  std::string layout = fmt::format("expected: {} e", keyword);
  for (const Column& column : columns) layout += fmt::format(" {}", column.name);
  in.set_layout(layout);
}

void native_element_mass(RecordReader& in, NativeReading& r) {
  const SourceLocation at = in.here();
  const int e = take_element(in, r);
  if (!in.ok()) return;
  const auto columns = spec_of(r, e).mass_columns;
  if (columns.empty())
    return in.fail(at, fmt::format("a {} has no mass of its own", spec_of(r, e).keyword),
                   "give the mass to its nodes (XM)");
  set_layout(in, "EM", columns);
  const SourceLocation values_at = in.here();
  std::vector<double> mass =
      values(in, columns, [&](std::size_t k) { return unit_of_column(columns[k].unit); });
  if (in.ok() && std::any_of(mass.begin(), mass.end(), [](double m) { return m < 0; }))
    in.fail(values_at, "a mass is negative", "expected numbers that are not negative");
  mass.resize(columns.size());
  if (r.first(in)) r.tables.forces.masses.push_back({true, e, std::move(mass), r.label, r.where});
}

void native_linear(RecordReader& in, NativeReading& r, std::string_view keyword, StressKind kind) {
  const int e = take_element(in, r);
  if (!in.ok()) return;
  set_layout(in, keyword, spec_of(r, e).stiffness_columns);
  const Unit times = kind == StressKind::damping ? unit::second : unit::number;
  const SourceLocation at = in.here();
  const RecordSpec& spec = spec_of(r, e);
  const std::size_t given = in.remaining(), ne = spec.deformations.size();
  const bool matrix = ne > 2 && given > ne && spec.stiffness_columns.size() == ne * (ne + 1) / 2;
  std::vector<double> numbers = values(in, spec.stiffness_columns, [&](std::size_t k) {
    return stiffness_unit(spec, k, matrix) * times;
  });
  // The upper triangle of a matrix, or its diagonal alone.
  if (in.ok() && matrix) {
    if (given != spec.stiffness_columns.size())
      return in.fail(at, fmt::format("it has {} numbers", given),
                     fmt::format("expected {}, the diagonal, or {}, the upper triangle row by row",
                                 ne, spec.stiffness_columns.size()));
    if (std::all_of(numbers.begin() + static_cast<std::ptrdiff_t>(ne), numbers.end(),
                    [](double k) { return k == 0; }) &&
        std::any_of(numbers.begin() + 1, numbers.begin() + static_cast<std::ptrdiff_t>(ne),
                    [](double k) { return k != 0; }))
      return in.fail(at, "its matrix has a first row and nothing else",
                     "expected the upper triangle row by row");
  }
  if (r.first(in))
    r.tables.forces.stresses.push_back({kind, e, std::move(numbers), r.label, r.where});
}
void native_stiffness(RecordReader& in, NativeReading& r) {
  native_linear(in, r, "ESTIFF", StressKind::stiffness);
}
void native_damping(RecordReader& in, NativeReading& r) {
  native_linear(in, r, "EDAMP", StressKind::damping);
}

void native_prestress(RecordReader& in, NativeReading& r) {
  const int e = take_element(in, r);
  if (!in.ok()) return;
  std::vector<double> stress = native_per_deformation(in, r, e, "stress", effort_of_field);
  stress.resize(spec_of(r, e).deformations.size());
  if (r.first(in))
    r.tables.forces.stresses.push_back(
        {StressKind::prestress, e, std::move(stress), r.label, r.where});
}

void native_rest(RecordReader& in, NativeReading& r) {
  const int e = take_element(in, r);
  if (!in.ok()) return;
  const SourceLocation values_at = in.here();
  std::vector<double> reference =
      native_per_deformation(in, r, e, "rest value", [](Unit u) { return u; });
  if (in.ok() && spec_of(r, e).divides_by_length && !(reference[0] > 0))
    in.fail(values_at, fmt::format("the rest length is {}", reference[0]),
            "expected a positive length; stiffness and mass are counted per rest length");
  if (r.first(in)) r.tables.forces.rests.push_back({e, std::move(reference), r.label, r.where});
}

// XF n SPACE mx my mz: a moment along the axes of space.
void native_space_moment(RecordReader& in, NativeReading& r, int n) {
  in.skip();
  in.set_layout("expected: XF n SPACE mx my mz (an orientation)");
  SpaceLoad load;
  load.turns = true;
  load.label = r.label;
  load.where = r.where;
  take_space_load(in, {}, {}, load);
  in.finish();
  if (r.first(in)) lower_space_load(load, n, n, r.tables);
}

void native_load(RecordReader& in, NativeReading& r) {
  const int n = take_node(in, r, "node number n");
  if (!in.ok()) return;
  LoadRow row{n, {}, r.label, r.where};
  const NodeType& type = node_type(r.tables.nodes[n].kind);
  if (!type.has_rates() && in.peek_word() == "SPACE") return native_space_moment(in, r, n);
  in.set_layout(fmt::format("expected: XF n {} ({})", type.load_layout, type.text));
  std::string_view fields = type.load_layout;
  for (std::size_t c = 0; c < static_cast<std::size_t>(type.nv); ++c) {
    row.value[c] = in.number(take_field(fields), effort_of_field(type.components[c].unit));
  }
  if (r.first(in)) r.tables.forces.loads.push_back(std::move(row));
}

// A damper has one number per coordinate of the node.
void native_damper(RecordReader& in, NativeReading& r) {
  const int n = take_node(in, r, "node number n");
  if (!in.ok()) return;
  DamperRow row{0, {n}, {}, r.label, r.where};
  const NodeType& type = node_type(r.tables.nodes[n].kind);
  std::vector<std::string> fields;
  for (int k = 0; k < type.nv; ++k)
    fields.push_back(type.nv == 1 ? "c" : "c" + lower_case(type.components[at(k)].name));
  in.set_layout(fmt::format("expected: XDAMP n {} ({})", fmt::join(fields, " "), type.text));
  for (int k = 0; k < type.nv; ++k) {
    const Unit along = type.components[at(k)].unit;
    row.values.push_back(in.number(fields[at(k)], stiffness_unit(along, along) * unit::second));
  }
  if (r.first(in)) r.tables.forces.dampers.push_back(std::move(row));
}

// Reads a load of the body (point, turn) and adds what it is.
void native_space_load(RecordReader& in, NativeReading& r, int point, int turn, SpaceLoad load) {
  load.label = r.label;
  load.where = r.where;
  const auto take_frame = [&r](RecordReader& field) {
    return take_node(field, r, "node b", NodeKind::orientation);
  };
  const auto take_rows = [&r](RecordReader& rows, SpaceRows what) {
    return read_space_rows(rows, r.deck, what, {}, r.diagnostics, r.label);
  };
  take_space_load(in, take_frame, take_rows, load);
  in.finish();
  if (!in.ok() || !r.first(in)) return;
  const LawNames known(r.tables);
  const LawPlace nowhere{Target::coordinate, 0, 0, true};
  bool sound = true;
  for (std::size_t c = 0; c < 3 && load.by_text(); ++c)
    sound = check_inputs(load.text[c], load.text_at[c], known, nowhere, r.deck.parameters,
                         r.diagnostics, r.label) &&
            sound;
  if (sound) lower_space_load(load, point, turn, r.tables);
}

// PFORCE k p a xi eta zeta ... on a body of space.
void native_space_force(RecordReader& in, NativeReading& r, int number) {
  const int point = take_node(in, r, "node p", NodeKind::space_point);
  const int turn = take_node(in, r, "node a", NodeKind::orientation);
  if (in.ok() && in.peek() && in.peek()->kind == TokenKind::string)
    return in.fail(in.here(), "a file stands where TABLE must",
                   "expected TABLE \"file\" COLUMNS t fx fy fz x y z");
  in.set_layout("expected: PFORCE k p a xi eta zeta fx fy fz (a body of space)");
  SpaceLoad load;
  load.number = number;
  native_space_load(in, r, point, turn, std::move(load));
}

// PTORQUE k a ...: a moment on a body of space.
void native_point_torque(RecordReader& in, NativeReading& r) {
  SpaceLoad load;
  load.turns = true;
  load.number =
      static_cast<int>(in.integer("moment number k", 1, kLargestNumber, "a moment number"));
  const int turn = take_node(in, r, "node a", NodeKind::orientation);
  if (!in.ok()) return;
  in.set_layout("expected: PTORQUE k a mx my mz (an orientation)");
  native_space_load(in, r, turn, turn, std::move(load));
}

void native_point_force(RecordReader& in, NativeReading& r) {
  PointForceRow row;
  row.number = static_cast<int>(in.integer("force number k", 1, kLargestNumber, "a force number"));
  if (names_node_of_space(in, r)) return native_space_force(in, r, row.number);
  row.point = take_node(in, r, "node p", NodeKind::point);
  row.angle = take_node(in, r, "node a", NodeKind::angle);
  row.label = r.label;
  row.where = r.where;
  const Token* const next = in.peek();
  const bool is_file = next && next->kind == TokenKind::string;
  if (in.ok() && (is_file || !in.peek_word().empty())) {
    MeasuredForceRow measured{row.number, row.point, row.angle, {}, r.label, r.where};
    if (!read_measured_force(in, r.deck, {}, r.diagnostics, measured)) return;
    refuse_shared_plate(in, measured, r.tables.forces.measured_forces);
    if (in.ok() && r.first(in)) r.tables.forces.measured_forces.push_back(std::move(measured));
    return;
  }
  const auto take_frame = [&r](RecordReader& field) {
    return take_node(field, r, "angle node a", NodeKind::angle);
  };
  if (read_point_force(in, take_frame, row) && r.first(in))
    r.tables.forces.point_forces.push_back(std::move(row));
}

void native_net_joint(RecordReader& in, NativeReading& r) {
  NetJointRow row;
  row.number = static_cast<int>(in.integer("joint number k", 1, kLargestNumber, "a joint number"));
  row.in_space = in.ok() && names_node_of_space(in, r);
  if (row.in_space) in.set_layout("expected: NETJOINT k p a q b xi eta zeta (bodies of space)");
  const NodeKind place = row.in_space ? NodeKind::space_point : NodeKind::point,
                 turn = row.in_space ? NodeKind::orientation : NodeKind::angle;
  row.point_i = take_node(in, r, "node p", place);
  row.angle_i = take_node(in, r, "node a", turn);
  const Token* next = in.peek();
  if (in.ok() && next && next->integral && next->value == 0) {  // 0 0: no other body
    in.skip();
    in.integer("node b", 0, 0, "0 after the 0 of node q");
  } else {
    row.point_j = take_node(in, r, "node q", place);
    row.angle_j = take_node(in, r, "node b", turn);
  }
  row.label = r.label;
  row.where = r.where;
  if (!in.ok()) return;
  if (row.in_space) {
    if (!read_net_joint_or_markers(in, r.deck, r.markers, {}, r.diagnostics, row)) return;
  } else if (!read_net_joint(in, r.deck, {}, r.diagnostics, row)) {
    return;
  }
  if (r.first(in)) r.tables.forces.net_joints.push_back(std::move(row));
}

void native_gravity(RecordReader& in, NativeReading& r) {
  r.dynamic = true;
  if (read_earth(in, r)) return;
  const double gx = in.number("gx"), gy = in.number("gy");
  const double gz = in.at_end() ? 0 : in.number("gz");
  if (in.ok() && gz != 0 &&
      std::none_of(r.tables.nodes.begin(), r.tables.nodes.end(), [](const NodeRow& row) {
        return coordinate_count(row.kind) == 3 && node_type(row.kind).role == NodeRole::place;
      }))
    return in.fail(r.where, "gz pulls at points of space, and the deck has none",
                   "expected: GRAVITY gx gy");
  if (r.first(in)) r.tables.forces.gravity = {gx, gy, gz};
}

}  // namespace

NativeKeywords native_force_keywords() {
  static constexpr Keyword<NativeReading> kKeywords[] = {
      {"XM", "n m", native_node_mass},
      {"BODYMASS", kBodyMassFields, native_body_mass},
      {"EM", "e values", native_element_mass},
      {"ESTIFF", "e values", native_stiffness},
      {"EDAMP", "e values", native_damping},
      {"ESIG", "e stresses", native_prestress},
      {"EREST", "e values", native_rest},
      {"XF", "n values", native_load},
      {"XDAMP", "n values", native_damper},
      {"CONTACT", "e, then PENALTY, RIGID or IMPULSES and its numbers", read_native_contact},
      {"FRICTION", "k e d and its numbers", read_native_friction},
      {"STOPS", "e d, MIN a, MAX b, then RIGID, PENALTY or IMPULSES", read_native_stops},
      {"PFORCE",
       "k p a and xi eta fx fy, xi eta FX = ... ; FY = ..., AT x y fx fy, or TABLE; of a body of "
       "space xi eta zeta fx fy fz",
       native_point_force},
      {"PTORQUE", "k a and mx my mz, MX = ... ; MY = ... ; MZ = ..., or TABLE; IN BODY [b]",
       native_point_torque},
      {"NETJOINT", "k p a q b and xi eta, AT x y, or TABLE", native_net_joint},
      {"GRAVITY", "gx gy [gz], or EARTH", native_gravity},
  };
  return kKeywords;
}

}  // namespace mbs
