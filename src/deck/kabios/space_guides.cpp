// Guides of a KABIOS deck of bodies of space: bodies that follow the rows of a table.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/index.h"
#include "deck/kabios/head_lines.h"
#include "deck/kabios/space_reading.h"
#include "deck/records/led_body.h"

namespace mbs {

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
  mbs::lead_body(in, r.tables, r.taken,
                 {r.place_of(body), r.turn_of(body), r.said->bodies[at(body - 1)].sequence},
                 std::move(place), std::move(turn), rows_at);
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
