// MOTION and MARKERS of a KABIOS deck of bodies of space: bodies that tables of their own, or
// places of markers, lead.
#include <fmt/format.h>

#include "base/index.h"
#include "deck/kabios/space_reading.h"
#include "deck/records/led_body.h"
#include "deck/records/space_markers.h"
#include "text/names.h"

namespace mbs {

namespace {

constexpr std::string_view kMotionForm =
    "expected TABLE \"file\", TABLE Q \"file\", or MARKERS \"a\" \"b\" \"c\" AT xi eta zeta";

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
    const bool by_numbers = in.peek_word() == "Q";
    if (by_numbers) in.skip();
    motions = read_rows_of_body(in, r.deck, by_numbers, r.tables.time, r.diagnostics, r.label);
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
