// SDA, BUSHING and RSDA in the tail of a KABIOS deck of bodies of space.
#include <fmt/format.h>

#include <algorithm>

#include "base/index.h"
#include "deck/kabios/space_reading.h"
#include "deck/lines/field_units.h"
#include "deck/records/run_records.h"

namespace mbs {

namespace {

// Stiffness of a BUSHING: the diagonal of its matrix, or the upper triangle row by row.
constexpr std::size_t kDiagonal = 6, kUpperTriangle = 21;

// Place of entry (d, d) of a matrix of kDiagonal rows in its upper triangle.
std::size_t place_on_diagonal(std::size_t d) { return d * kDiagonal - d * (d - 1) / 2; }

// Whether these numbers are an upper triangle.
bool is_triangle(const std::vector<double>& values) {
  return values.size() == kUpperTriangle &&
         std::any_of(values.begin() + std::ptrdiff_t{kDiagonal}, values.end(),
                     [](double k) { return k != 0; });
}

// Adds numbers to the stresses of an element, which has one row of each kind. `from`: the
// deformation of the first.
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
  const bool triangle = values.size() == 1 && is_triangle(row->values);
  for (std::size_t k = 0; k < values.size(); ++k)
    row->values[triangle ? place_on_diagonal(at(from)) : at(from) + k] += values[k];
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

}  // namespace

// SDA i j and the points, k l0 c [fa]
void space_spring(RecordReader& in, SpaceReading& r) {
  JointOfSpace said;
  ElementRow row;
  if (!take_element_of_line(in, r, {}, said, row)) return;
  const Unit stiffness = stiffness_unit(unit::metre, unit::metre);
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
  const auto is_number = [&in](std::size_t k) {
    const Token* const token = in.peek(k);
    return token && token->kind == TokenKind::number;
  };
  const auto numbers = [&](std::string_view letter, std::size_t count, Unit times) {
    std::vector<double> out;
    for (std::size_t k = 0; k < count; ++k)
      out.push_back(in.number(fmt::format("{}{}", letter, k + 1),
                              stiffness_unit(*row.spec, k, count > kDiagonal) * times));
    return out;
  };
  std::size_t given = 0;
  while (given < kUpperTriangle && is_number(given)) ++given;
  if (in.ok() && given > kDiagonal && given != kUpperTriangle)
    in.fail(where, fmt::format("it has {} numbers", given),
            "expected 6, the diagonal, or 21, the upper triangle row by row");
  said.stiffness = numbers("k", std::max(given, kDiagonal), unit::number);
  const auto is_zero = [](double k) { return k == 0; };
  const auto behind_first_row = said.stiffness.begin() + std::ptrdiff_t{kDiagonal};
  if (in.ok() && given == kUpperTriangle &&
      std::all_of(behind_first_row, said.stiffness.end(), is_zero) &&
      !std::all_of(said.stiffness.begin() + 1, behind_first_row, is_zero))
    in.fail(where, "its matrix has a first row and nothing else",
            "expected the upper triangle row by row");
  if (in.ok() && !in.at_end()) {
    take_word(in, "DAMPING", {"DAMPING"}, "has no meaning here", "expected DAMPING c1 ... c6");
    if (in.ok()) said.damping = numbers("c", kDiagonal, unit::second);
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
  const Unit along = r.tables.elements[at(element)].spec->deformations[at(d)].unit;
  row.stiffness = in.number("k", stiffness_unit(along, along));
  row.rest = in.number("theta0", along);
  row.damping = in.number("c", stiffness_unit(along, along) * unit::second);
  row.torque = in.at_end() ? 0 : in.number("Ta", effort_of_field(along));
  r.label += fmt::format(" {} {}", row.joint, row.k);
  if (!r.first(in)) return;
  r.let_go(element, d);
  add_stress_numbers(r, StressKind::stiffness, element, d, {row.stiffness});
  add_stress_numbers(r, StressKind::damping, element, d, {row.damping});
  add_stress_numbers(r, StressKind::prestress, element, d, {row.torque - row.stiffness * row.rest});
  r.said->motors.push_back(row);
}

}  // namespace mbs
