// MOTION and MARKERS of a KABIOS deck of bodies of space: bodies that tables of their own, or
// places of markers, lead.
#include <fmt/format.h>

#include "base/index.h"
#include "deck/kabios/space_reading.h"
#include "deck/records/measured.h"
#include "deck/records/space_markers.h"
#include "text/names.h"

namespace mbs {

namespace {

constexpr std::string_view kMotionForm =
    "expected TABLE \"file\", TABLE Q \"file\", or MARKERS \"a\" \"b\" \"c\" AT xi eta zeta";

std::vector<MotionRow> read_table(RecordReader& in, SpaceReading& r) {
  const bool by_numbers = in.peek_word() == "Q";
  if (by_numbers) in.skip();
  for (const std::string_view field : {"x", "y", "z"}) in.say_unit(field, unit::metre);
  for (const std::string_view field : {"phi1", "phi2", "phi3"}) in.say_unit(field, unit::radian);
  for (const std::string_view field : {"q0", "q1", "q2", "q3"}) in.say_unit(field, unit::number);
  return read_columns(in, r.deck, fields_of_led_body(by_numbers ? 7 : 6), Smoothing::quintic,
                      r.tables.time, r.diagnostics, r.label);
}

// The same rows in a table of the columns of these motions alone.
std::vector<MotionRow> alone(std::span<const MotionRow> motions) {
  const TimeTable& all = *motions.front().table;
  auto table = std::make_shared<TimeTable>();
  table->t = all.t;
  table->gaps = all.gaps;
  std::vector<MotionRow> out(motions.begin(), motions.end());
  for (MotionRow& motion : out) {
    table->columns.push_back(all.columns[at(motion.column)]);
    if (!all.empty_rows.empty()) table->empty_rows.push_back(all.empty_rows[at(motion.column)]);
    motion.column = count_of(table->columns) - 1;
  }
  for (MotionRow& motion : out) motion.table = table;
  return out;
}

}  // namespace

void space_markers(RecordReader& in, SpaceReading& r) { read_markers_line(in, r.markers); }

void space_motion(RecordReader& in, SpaceReading& r) {
  const int body = r.take_body(in, "body number i");
  r.label = fmt::format("MOTION {}", body);
  if (!in.ok()) return;
  const SourceLocation where = in.here();
  const std::string word = in.peek_word();
  const Token* const next = in.peek();
  std::vector<MotionRow> motions;
  RecordedRow quality;
  if (word == "TABLE") {
    in.skip();
    motions = read_table(in, r);
  } else if (word == "MARKERS") {
    in.skip();
    motions =
        read_markers_of_body(in, r.deck, r.markers, r.tables.time, r.diagnostics, r.label, quality);
    if (motions.empty()) return in.give_up();
  } else if (next && next->kind == TokenKind::string) {
    return in.fail(where,
                   fmt::format("'{}' stands where TABLE or MARKERS must", printable(next->text)),
                   std::string(kMotionForm));
  } else if (word.empty()) {
    return in.fail(where, "a body of space takes no numbers here",
                   fmt::format("{}; DRIVE i k = expression moves a coordinate", kMotionForm));
  } else {
    return fail_unknown_word(in, where, word, "is no motion", {"TABLE", "MARKERS"},
                             std::string(kMotionForm));
  }
  in.finish();
  if (!in.ok() || !class_led_body(in, r, body, ClassSource::motion)) return;
  const std::span<const MotionRow> all = motions;
  std::vector<MotionRow> place(motions.begin(), motions.begin() + 3);  // say what is said
  lead_body(in, r, body, std::move(place), alone(all.subspan(3)), where);
  if (!in.ok()) return;
  if (!quality.t.empty()) {
    quality.name = fmt::format("motion{}.{}", body, quality.name);
    r.tables.recorded.push_back(std::move(quality));
  }
  r.said->motions.push_back({body, std::move(motions)});
}

}  // namespace mbs
