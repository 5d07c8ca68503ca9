// Records of the dynamics block that give masses, stiffness, damping, loads, contacts and gravity.
#include <fmt/format.h>

#include <algorithm>

#include "base/index.h"
#include "base/tolerances.h"
#include "deck/lines/field_units.h"
#include "deck/native/native.h"
#include "deck/records/force_components.h"
#include "deck/records/measured.h"
#include "deck/records/plate_channels.h"
#include "deck/tables/tables.h"
#include "text/names.h"

namespace mbs {

namespace {

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

// The numbers that the deck gives, at least one; missing ones are 0. times: factor of the units;
// seconds for damping.
std::vector<double> values(RecordReader& in, std::span<const Column> columns,
                           Unit times = unit::number) {
  std::vector<double> out;
  for (const Column& column : columns)
    out.push_back(out.empty() || !in.at_end()
                      ? in.number(column.name, unit_of_column(column.unit) * times)
                      : 0.0);
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
  std::vector<double> mass = values(in, columns);
  if (in.ok() && std::any_of(mass.begin(), mass.end(), [](double m) { return m < 0; }))
    in.fail(values_at, "a mass is negative", "expected numbers that are not negative");
  if (r.first(in)) r.tables.forces.masses.push_back({true, e, std::move(mass), r.label, r.where});
}

void native_linear(RecordReader& in, NativeReading& r, std::string_view keyword, StressKind kind) {
  const int e = take_element(in, r);
  if (!in.ok()) return;
  set_layout(in, keyword, spec_of(r, e).stiffness_columns);
  const Unit times = kind == StressKind::damping ? unit::second : unit::number;
  std::vector<double> numbers = values(in, spec_of(r, e).stiffness_columns, times);
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

void native_load(RecordReader& in, NativeReading& r) {
  const int n = take_node(in, r, "node number n");
  if (!in.ok()) return;
  LoadRow row{n, {}, r.label, r.where};
  const NodeType& type = node_type(r.tables.nodes[n].kind);
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
    row.values.push_back(in.number(fields[at(k)], effort_of_field(along) * unit::second / along));
  }
  if (r.first(in)) r.tables.forces.dampers.push_back(std::move(row));
}

void native_point_force(RecordReader& in, NativeReading& r) {
  PointForceRow row;
  row.number = static_cast<int>(in.integer("force number k", 1, kLargestNumber, "a force number"));
  row.point = take_node(in, r, "node p", NodeKind::point);
  row.angle = take_node(in, r, "node a", NodeKind::angle);
  row.label = r.label;
  row.where = r.where;
  if (in.ok() && !in.peek_word().empty()) {
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
  row.point_i = take_node(in, r, "node p", NodeKind::point);
  row.angle_i = take_node(in, r, "node a", NodeKind::angle);
  const Token* next = in.peek();
  if (in.ok() && next && next->integral && next->value == 0) {  // 0 0: no other body
    in.skip();
    in.integer("node b", 0, 0, "0 after the 0 of node q");
  } else {
    row.point_j = take_node(in, r, "node q", NodeKind::point);
    row.angle_j = take_node(in, r, "node b", NodeKind::angle);
  }
  row.label = r.label;
  row.where = r.where;
  if (!in.ok() || !read_net_joint(in, r.deck, {}, r.diagnostics, row)) return;
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
      {"EM", "e values", native_element_mass},
      {"ESTIFF", "e values", native_stiffness},
      {"EDAMP", "e values", native_damping},
      {"ESIG", "e stresses", native_prestress},
      {"EREST", "e values", native_rest},
      {"XF", "n values", native_load},
      {"XDAMP", "n values", native_damper},
      {"CONTACT", "e, then PENALTY, RIGID or IMPULSES and its numbers", read_native_contact},
      {"FRICTION", "k e d and its numbers", read_native_friction},
      {"PFORCE", "k p a and xi eta fx fy, xi eta FX = ... ; FY = ..., AT x y fx fy, or TABLE",
       native_point_force},
      {"NETJOINT", "k p a q b and xi eta, AT x y, or TABLE", native_net_joint},
      {"GRAVITY", "gx gy [gz], or EARTH", native_gravity},
  };
  return kKeywords;
}

}  // namespace mbs
