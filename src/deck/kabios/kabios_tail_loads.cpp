// Forces, torques, measured motions and net joint forces of a KABIOS deck's tail.
#include <fmt/format.h>

#include <algorithm>

#include "base/index.h"
#include "deck/kabios/kabios_tail.h"
#include "deck/names/input_names.h"
#include "deck/names/kabios_joints.h"
#include "deck/records/force_components.h"
#include "deck/records/measured.h"
#include "deck/records/run_records.h"
#include "deck/tables/tables.h"
#include "text/names.h"

namespace mbs {

// Forces are numbered in deck order, including measured forces.
void kabios_force(RecordReader& in, KabiosTail& r) {
  const int i = take_kabios_body(in, r, "body number i");
  const int number = count_of(r.said.forces) + count_of(r.said.measured_forces) + 1;
  const std::string label = fmt::format("FORCE {}", number);
  const Token* const next = in.peek();
  const bool is_file = next && next->kind == TokenKind::string;
  if (in.ok() && (is_file || !in.peek_word().empty())) {
    MeasuredForceRow row{number, i, i, {}, label, r.where};
    if (!read_measured_force(in, r.deck, r.tables.time, r.diagnostics, row)) return;
    refuse_shared_plate(in, row, r.said.measured_forces);
    if (in.ok()) r.say(r.said.measured_forces, std::move(row));
    return;
  }
  PointForceRow row;
  const auto frame = [&r](RecordReader& field) {
    return take_kabios_body(field, r, "body number k");
  };
  row.point = row.angle = i;
  row.number = number;
  row.label = label;
  row.where = r.where;
  if (read_point_force(in, frame, row)) r.say(r.said.forces, std::move(row));
}

void kabios_markers(RecordReader& in, KabiosTail& r) { read_markers_line(in, r.markers); }

namespace {

constexpr std::string_view kTableForm = "expected TABLE \"file\", or MARKERS \"a\" \"b\" AT c";

// The field behind the body is neither a number nor TABLE or MARKERS.
void refuse_motion(RecordReader& in, const Token& field) {
  if (field.kind == TokenKind::string)
    return in.fail(field.where,
                   fmt::format("'{}' stands where TABLE or MARKERS must", printable(field.text)),
                   std::string(kTableForm));
  fail_unknown_word(in, field.where, field.text, "is no motion", {"TABLE", "MARKERS"},
                    fmt::format("{}, or numbers", kTableForm));
}

}  // namespace

void kabios_motion(RecordReader& in, KabiosTail& r) {
  const int i = take_kabios_body(in, r, "body number i");
  r.label += fmt::format(" {}", i);
  if (!in.ok()) return;
  std::vector<MotionRow> motions;
  if (in.peek_word() == "TABLE") {
    in.skip();
    motions = read_columns(in, r.deck, kMotionFields, Smoothing::quintic, r.tables.time,
                           r.diagnostics, r.label);
  } else if (in.peek_word() == "MARKERS") {
    in.skip();
    RecordedRow quality;
    motions =
        read_marker_motion(in, r.deck, r.markers, r.tables.time, r.diagnostics, r.label, quality);
    if (!quality.t.empty()) {
      quality.name = fmt::format("motion{}.{}", i, quality.name);
      r.tables.recorded.push_back(std::move(quality));
    }
  } else if (const Token* const next = in.peek();
             next && (next->kind == TokenKind::string || !in.peek_word().empty())) {
    return refuse_motion(in, *next);
  } else {
    in.set_layout(
        "expected: MOTION i x xd xdd y yd ydd phi phid phidd, MOTION i TABLE, or MOTION i MARKERS");
    static constexpr std::string_view kFields[3][3] = {
        {"x", "xd", "xdd"}, {"y", "yd", "ydd"}, {"phi", "phid", "phidd"}};
    for (const auto& fields : kFields) {
      MotionRow& row = motions.emplace_back();
      for (std::string_view field : fields) row.coefficients.push_back(in.number(field));
      row.coefficients[2] *= 0.5;
      row.label = r.label;
      row.where = r.where;
    }
  }
  if (r.first(in)) r.say(r.said.motions, {i, std::move(motions), r.label, r.where});
}

// Adds a driver, whose number follows those of the head.
void kabios_drive(RecordReader& in, KabiosTail& r) {
  if (!in.peek_word().empty()) {
    in.set_layout("expected: DRIVE i k = expression, or DRIVE joint k [equation] = expression");
    return read_joint_drive(in, r, {}, "a body and a coordinate, REVOLUTE or a joint of the tail");
  }
  const SourceLocation i_at = in.here();
  KabiosDriver row;
  row.body = take_kabios_body(in, r, "body number i");
  row.coordinate = take_body_coordinate(in) + 1;
  if (in.ok() && in.peek_word() == "TABLE")
    return in.fail(
        in.here(), "a driver takes no TABLE",
        "expected = expression, such as = spline(\"file\", t); MOTION i TABLE moves all of "
        "body i");
  if (!in.expression(row.text, row.text_at)) return;
  row.number = count_of(r.said.drivers) + 1;
  row.where = r.where;
  r.label = fmt::format("DRIVER {}", row.number);
  static constexpr std::string_view kCoordinates[] = {"x", "y", "phi"};
  if (!check_motion(row.text, row.text_at, r.tables, r.deck.parameters, r.diagnostics, r.label,
                    fmt::format("body{}.{}", row.body, kCoordinates[at(row.coordinate - 1)])))
    in.give_up();
  r.say(r.said.drivers, std::move(row));
  r.note_equations(i_at);
}

namespace {

std::size_t count_equations(const KabiosTail& r) {
  std::size_t m = 0;
  for (const ElementRow& row : r.tables.elements) m += row.spec->deformations.size();
  for (const ClassRow& row : r.tables.classes)
    row.target == Target::coordinate ? ++m : row.cls == Class::calculable ? --m : m;
  return m;
}

}  // namespace

// Notes a record with too many equations. A LAW or MUSCLE below may release a joint, so
// check_kabios_equations() decides at the end of the deck.
void KabiosTail::note_equations(SourceLocation at) {
  const std::size_t m = count_equations(*this);
  if (m > 3 * tables.bodies.size()) crowded.push_back({at, label, m});
}

void check_kabios_equations(const KabiosTail& r) {
  const std::size_t n = 3 * r.tables.bodies.size();
  if (count_equations(r) <= n) return;
  for (const KabiosTail::Crowded& row : r.crowded)
    r.diagnostics.error(
        row.where, row.label,
        fmt::format("with it there are M = {} constraint equations for N = {} coordinates", row.m,
                    n),
        "expected M = N; DRIVE and the joints of the tail add to those of the head: remove a "
        "driver there");
}

void kabios_net_joint(RecordReader& in, KabiosTail& r) {
  NetJointRow row;
  row.point_i = row.angle_i = take_kabios_body(in, r, "body number i");
  const SourceLocation j_at = in.here();
  row.point_j = row.angle_j = static_cast<int>(
      in.integer("body number j", 0, static_cast<long long>(r.tables.bodies.size()),
                 "a body number (0: none)"));
  if (in.ok() && row.point_i == row.point_j)
    in.fail(j_at, fmt::format("body {} is joined to itself", row.point_i),
            "expected two different bodies");
  if (!in.ok()) return;
  row.number = count_of(r.said.net_joints) + 1;
  row.label = fmt::format("NETJOINT {}", row.number);
  row.where = r.where;
  if (!read_net_joint_or_markers(in, r.deck, r.markers, r.tables.time, r.diagnostics, row)) return;
  in.finish();
  if (in.ok()) r.say(r.said.net_joints, std::move(row));
}

void kabios_torque(RecordReader& in, KabiosTail& r) {
  const int i = take_kabios_body(in, r, "body number i");
  const double n = in.number("torque n");
  r.label += fmt::format(" {}", i);
  if (r.first(in)) r.say(r.said.torques, {i, n, r.label, r.where});
}

}  // namespace mbs
