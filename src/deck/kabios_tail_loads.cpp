// Forces, torques, measured motions and net joint forces of a KABIOS deck's tail.
#include <fmt/format.h>

#include <algorithm>

#include "base/index.h"
#include "deck/force_components.h"
#include "deck/input_names.h"
#include "deck/kabios_joints.h"
#include "deck/kabios_tail.h"
#include "deck/measured.h"
#include "deck/run_records.h"

namespace mbs {

int TailReader::next_force() const {
  return count_of(said_.forces) + count_of(said_.measured_forces) + 1;
}

void TailReader::force(RecordReader& in) {
  const int i = body(in, "body number i");
  if (in.ok() && !in.peek_word().empty()) return measured_force(in, i);
  PointForceRow row;
  row.xi = in.number("xi");
  row.eta = in.number("eta");
  if (!in.ok()) return;
  row.number = next_force();
  row.point = row.angle = i;
  if (has_force_components(in)) {
    read_force_components(
        in, [this](RecordReader& field) { return body(field, "body number k"); }, row);
  } else {
    row.fx = in.number("fx");
    row.fy = in.number("fy");
  }
  in.finish();
  if (!in.ok()) return;
  row.label = fmt::format("FORCE {}", row.number);
  row.where = where_;
  say(said_.forces, std::move(row));
}

void TailReader::measured_force(RecordReader& in, int body) {
  const std::string word = in.peek_word();
  if (word != "AT" && word != "TABLE")
    return fail_unknown_word(in, in.here(), word, "is no kind of force", {"AT", "TABLE"},
                             "expected xi eta fx fy, AT x y fx fy, or TABLE");
  MeasuredForceRow row;
  row.number = next_force();
  row.point = row.angle = body;
  row.label = fmt::format("FORCE {}", row.number);
  row.where = where_;
  if (!read_measured_force(in, deck_, tables_.time, diagnostics_, row)) return;
  in.finish();
  if (in.ok()) say(said_.measured_forces, std::move(row));
}

void TailReader::motion(RecordReader& in) {
  const int i = body(in, "body number i");
  label_ += fmt::format(" {}", i);
  if (!in.ok()) return;
  std::vector<MotionRow> motions;
  if (in.peek_word() == "TABLE") {
    in.skip();
    static constexpr std::string_view kColumns[] = {"x", "y", "phi"};
    motions = read_columns(in, deck_, kColumns, Smoothing::cross_validated, tables_.time,
                           diagnostics_, label_);
  } else {
    in.set_layout("expected: MOTION i x xd xdd y yd ydd phi phid phidd, or MOTION i TABLE");
    static constexpr std::string_view kFields[3][3] = {
        {"x", "xd", "xdd"}, {"y", "yd", "ydd"}, {"phi", "phid", "phidd"}};
    for (const auto& fields : kFields) {
      MotionRow& row = motions.emplace_back();
      for (std::string_view field : fields) row.coefficients.push_back(in.number(field));
      row.coefficients[2] *= 0.5;
      row.label = label_;
      row.where = where_;
    }
  }
  if (first(in)) say(said_.motions, {i, std::move(motions), label_, where_});
}

// One more driver, numbered on from those of the head.
void TailReader::drive(RecordReader& in) {
  if (!in.peek_word().empty()) {
    in.set_layout("expected: DRIVE i k = expression, or DRIVE joint k [equation] = expression");
    return drive_joint(in, {}, "a body and a coordinate, REVOLUTE or a joint of the tail");
  }
  const SourceLocation i_at = in.here();
  KabiosDriver row;
  row.body = body(in, "body number i");
  row.coordinate = take_body_coordinate(in) + 1;
  const Token* token = in.expression();
  if (!token) return;
  row.number = count_of(said_.drivers) + 1;
  row.text = token->text;
  row.text_at = token->where;
  row.where = where_;
  label_ = fmt::format("DRIVER {}", row.number);
  if (!check_motion(row.text, row.text_at, tables_, deck_.parameters, diagnostics_, label_))
    in.give_up();
  say(said_.drivers, std::move(row));
  note_equations(i_at);
}

std::size_t TailReader::count_equations() const {
  std::size_t m = 0;
  for (const ElementRow& row : tables_.elements) m += row.spec->deformations.size();
  for (const ClassRow& row : tables_.classes)
    row.target == Target::coordinate ? ++m : row.cls == Class::calculable ? --m : m;
  return m;
}

// A LAW or a MUSCLE below may let a joint go, so the end of the deck decides.
void TailReader::note_equations(SourceLocation where) {
  const std::size_t m = count_equations();
  if (m > 3 * tables_.bodies.size()) crowded_.push_back({where, label_, m});
}

void TailReader::check_equations() {
  const std::size_t n = 3 * tables_.bodies.size();
  if (count_equations() <= n) return;
  for (const Crowded& row : crowded_)
    diagnostics_.error(
        row.where, row.label,
        fmt::format("with it there are M = {} constraint equations for N = {} coordinates", row.m,
                    n),
        "expected M = N; DRIVE and the joints of the tail add to those of the head: remove a "
        "driver there");
}

void TailReader::net_joint(RecordReader& in) {
  NetJointRow row;
  row.point_i = row.angle_i = body(in, "body number i");
  const SourceLocation j_at = in.here();
  row.point_j = row.angle_j =
      static_cast<int>(in.integer("body number j", 0, static_cast<long long>(tables_.bodies.size()),
                                  "a body number (0: none)"));
  if (in.ok() && row.point_i == row.point_j)
    in.fail(j_at, fmt::format("body {} is joined to itself", row.point_i),
            "expected two different bodies");
  if (!in.ok()) return;
  row.number = count_of(said_.net_joints) + 1;
  row.label = fmt::format("NETJOINT {}", row.number);
  row.where = where_;
  if (!read_net_joint(in, deck_, tables_.time, diagnostics_, row)) return;
  in.finish();
  if (in.ok()) say(said_.net_joints, std::move(row));
}

void TailReader::torque(RecordReader& in) {
  const int i = body(in, "body number i");
  const double n = in.number("torque n");
  label_ += fmt::format(" {}", i);
  if (first(in)) say(said_.torques, {i, n, label_, where_});
}

}  // namespace mbs
