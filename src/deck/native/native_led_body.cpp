// MOTION p a and MARKERS: bodies of space that move as measured.
//   MOTION p a ROT seq TABLE ...        rows of t x y z and three angles
//   MOTION p a ROT TABLE ...            rows of t x y z q0 q1 q2 q3
//   MOTION p a MARKERS ...              deck/records/space_markers.h
#include <fmt/format.h>

#include "base/index.h"
#include "deck/forms/orientation_record.h"
#include "deck/native/native.h"
#include "deck/records/led_body.h"
#include "deck/records/space_markers.h"
#include "deck/tables/tables.h"
#include "text/names.h"

namespace mbs {

namespace {

constexpr std::string_view kLedBodyForms =
    "expected: MOTION p a ROT zxy TABLE, MOTION p a ROT TABLE, or MOTION p a MARKERS";

// Whether the kinematics block prescribes all three of a node, and no line gives their motion.
bool waits_for_motion(RecordReader& in, NativeReading& r, int node, SourceLocation where) {
  const int number = r.tables.nodes[at(node)].number;
  for (int c = 0; c < 3; ++c) {
    const auto it = r.taken.find({Target::coordinate, node, c});
    const ClassRow* const row = it == r.taken.end() ? nullptr : &r.tables.classes[it->second];
    if (!row || row->cls != Class::prescribed)
      return in.fail(where, fmt::format("node {} is not prescribed", number),
                     fmt::format("expected 'INPUTX {}' in the kinematics block", number)),
             false;
    if (row->motion >= 0)
      return in.fail(where, fmt::format("node {} has a motion already", number),
                     "MOTION leads the whole body: remove one of the two"),
             false;
  }
  return true;
}

// Behind ROT: the sequence of the angles, empty for four numbers, and TABLE.
std::string sequence_of_rows(RecordReader& in) {
  in.skip();  // ROT
  const SourceLocation where = in.here();
  const std::string word = in.word("turn", std::string(kLedBodyForms));
  if (!in.ok() || word == "TABLE") return {};
  if (!is_turn_sequence(word)) {
    in.fail(where, fmt::format("'{}' is no sequence of turns", lower_case(printable(word))),
            "expected three of the axes such as zxy, or TABLE of t x y z q0 q1 q2 q3");
    return {};
  }
  take_word(in, "TABLE", {"TABLE"}, "stands where TABLE must", std::string(kLedBodyForms));
  return lower_case(word);
}

}  // namespace

void read_native_markers(RecordReader& in, NativeReading& r) {
  r.markers.in_space = true;
  r.markers.user = "MOTION p a";
  read_markers_line(in, r.markers);
}

void read_native_led_body(RecordReader& in, NativeReading& r) {
  in.set_layout(std::string(kLedBodyForms));
  const SourceLocation place_at = in.here();
  LedBody body;
  body.place = take_node(in, r, "node p", NodeKind::space_point);
  const SourceLocation turn_at = in.here();
  body.turn = take_node(in, r, "node a", NodeKind::orientation);
  if (!in.ok() || !waits_for_motion(in, r, body.place, place_at) ||
      !waits_for_motion(in, r, body.turn, turn_at))
    return;
  const SourceLocation where = in.here();
  const std::string word = in.peek_word();
  std::vector<MotionRow> motions;
  RecordedRow quality;
  r.markers.in_space = true;
  if (word == "ROT") {
    body.sequence = sequence_of_rows(in);
    if (!in.ok()) return;
    motions = read_rows_of_body(in, r.deck, body.sequence.empty(), {}, r.diagnostics, r.label);
  } else if (word == "MARKERS") {
    in.skip();
    motions = read_markers_of_body(in, r.deck, r.markers, {}, r.diagnostics, r.label, quality);
    if (motions.empty()) return in.give_up();
  } else if (word == "TABLE") {
    return in.fail(where, "the rows do not say how the body is turned",
                   "expected ROT zxy TABLE of t x y z and three angles, or ROT TABLE of t x y z q0 "
                   "q1 q2 q3");
  } else if (const Token* const next = in.peek(); next && next->kind == TokenKind::string) {
    return in.fail(where,
                   fmt::format("'{}' stands where ROT or MARKERS must", printable(next->text)),
                   std::string(kLedBodyForms));
  } else if (word.empty()) {
    return in.fail(
        where, "a whole body takes no numbers here",
        fmt::format("{}; INPUTX moves a point, and an orientation by ROT", kLedBodyForms));
  } else {
    return fail_unknown_word(in, where, word, "is no motion", {"ROT", "MARKERS"},
                             std::string(kLedBodyForms));
  }
  in.finish();
  if (!r.first(in)) return;
  const std::span<const MotionRow> all = motions;
  lead_body(in, r.tables, r.taken, body, {motions.begin(), motions.begin() + 3},
            alone(all.subspan(3)), where);
  if (!in.ok() || quality.t.empty()) return;
  quality.name = fmt::format("motion{}.{}", r.tables.nodes[at(body.place)].number, quality.name);
  r.tables.recorded.push_back(std::move(quality));
}

}  // namespace mbs
