// Guides of a KABIOS deck of bodies of space: bodies that follow the rows of a table.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "deck/forms/turn_row.h"
#include "deck/kabios/head_lines.h"
#include "deck/kabios/space_reading.h"
#include "text/names.h"

namespace mbs {

namespace {

// A step of an angle from which it may have been folded into half a turn.
constexpr double kHalfTurn = 3.14;

// Angles that were folded into half a turn jump by a whole one.
void doubt_jumps(RecordReader& in, const std::vector<MotionRow>& angles, SourceLocation rows_at) {
  for (const MotionRow& angle : angles) {
    const std::vector<double>& column = angle.table->columns[at(angle.column)];
    for (std::size_t k = 1; k < column.size(); ++k)
      if (std::fabs(column[k] - column[k - 1]) >= kHalfTurn)
        return in.warn(rows_at,
                       fmt::format("an angle goes from {:.4g} to {:.4g} rad between rows {} and "
                                   "{}, half a turn or more",
                                   column[k - 1], column[k], k, k + 1),
                       "angles of a table go on past 180 degrees; or give Q, Euler parameters");
  }
}

}  // namespace

bool class_led_body(RecordReader& in, SpaceReading& r, int body, ClassSource source) {
  for (const int node : {r.place_of(body), r.turn_of(body)})
    for (int c = 0; c < 3; ++c)
      if (!r.set_class(
              in, {Target::coordinate, node, c, Class::prescribed, -1, source, r.label, r.where},
              fmt::format("body {}", body)))
        return false;
  const bool has_angle = std::any_of(r.angles.begin(), r.angles.end(),
                                     [body](const ClassRow& a) { return a.owner == body; });
  if (has_angle)
    in.fail(r.where, fmt::format("an angle of body {} is held or driven", body),
            fmt::format("a {} leads the whole body: remove one of the two",
                        source == ClassSource::guide ? "guide" : "motion"));
  return !has_angle;
}

void lead_body(RecordReader& in, SpaceReading& r, int body, std::vector<MotionRow> place,
               std::vector<MotionRow> turn, SourceLocation rows_at) {
  Tables& t = r.tables;
  const auto give = [&](int node, int component, MotionRow motion) {
    ClassRow& row = t.classes[r.taken.at({Target::coordinate, node, component})];
    row.motion = count_of(t.motions);
    t.motions.push_back(std::move(motion));
  };
  for (int c = 0; c < 3; ++c) give(r.place_of(body), c, std::move(place[at(c)]));
  TurnRow row;
  row.node = r.turn_of(body);
  const bool by_numbers = turn.size() == 4;
  if (by_numbers) {
    make_continuous(in, turn, rows_at);
    std::rotate(turn.begin(), turn.begin() + 1, turn.end());
  } else {
    set_sequence(row, upper_case(r.said->bodies[at(body - 1)].sequence), false);
    doubt_jumps(in, turn, rows_at);
  }
  for (int c = 0; c < 3; ++c) give(row.node, c, turn[at(c)]);
  if (by_numbers) {
    row.turn.scalar = count_of(t.motions);
    t.motions.push_back(turn[3]);
  }
  t.turns.push_back(std::move(row));
}

void GuidesOfSpace::take(RecordReader& in, int k) {
  GuideOfSpace row;
  row.body = r_.take_body(in, "body number i");
  if (in.ok() && !in.at_end())
    row.by_numbers = take_word(in, "form", {"Q", "SEQ"}, "is no form of an orientation",
                               "expected Q for Euler parameters, or nothing for the angles") == "Q";
  in.finish();
  if (!in.ok()) return;
  r_.label = fmt::format("GUIDE {}", k + 1);
  if (!class_led_body(in, r_, row.body, ClassSource::guide)) return;
  first_column_.push_back(columns_);
  columns_ += row.by_numbers ? 7 : 6;
  r_.said->guides.push_back(row);
  guide_at_.push_back(r_.where);
}

void GuidesOfSpace::take_row(RecordReader& in, const HeadLines& lines) {
  if (rows_at_.line == 0) rows_at_ = r_.where;
  lines.table_row(in, table_, [this](int k) {
    std::size_t guide = first_column_.size();
    while (guide > 1 && first_column_[guide - 1] > k) --guide;
    if (guide == 0 || k - first_column_[guide - 1] < 3) return unit::metre;
    return r_.said->guides[guide - 1].by_numbers ? unit::number : unit::radian;
  });
}

// The motions of one guide, from its columns of the table.
void GuidesOfSpace::lead() {
  r_.said->guide_table = std::make_shared<TimeTable>(table_);
  for (std::size_t k = 0; k < r_.said->guides.size() && table_.t.size() > 1; ++k) lead(k);
}

void GuidesOfSpace::lead(std::size_t k) {
  const GuideOfSpace& guide = r_.said->guides[k];
  r_.label = fmt::format("GUIDE {}", k + 1);
  r_.where = guide_at_[k];
  const Record rows{{Token{}}, rows_at_, rows_at_};
  RecordReader in(rows, r_.label, r_.diagnostics);
  const auto motions = [&](int from, int count) {
    auto table = std::make_shared<TimeTable>();
    table->t = table_.t;
    std::vector<MotionRow> out;
    for (int c = 0; c < count; ++c) {
      table->columns.push_back(table_.columns[at(first_column_[k] + from + c)]);
      MotionRow& motion = out.emplace_back();
      motion.column = c;
      motion.smoothing =
          r_.options.guides == 0 ? Smoothing::cross_validated : Smoothing::interpolated;
      motion.label = r_.label;
      motion.where = r_.where;
    }
    for (MotionRow& motion : out) motion.table = table;
    return out;
  };
  lead_body(in, r_, guide.body, motions(0, 3), motions(3, guide.by_numbers ? 4 : 3), rows_at_);
}

}  // namespace mbs
