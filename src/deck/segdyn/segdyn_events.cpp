// EVENT in a SEGDYN deck. The targets of an event have the names of FIX, LOCK, EQUAL and FREE
// lines; HINGE k is the angle between segment k and the segment that it is attached to.
#include <fmt/format.h>

#include <algorithm>

#include "deck/lines/record_reader.h"
#include "deck/records/event_records.h"
#include "deck/segdyn/segdyn_reading.h"
#include "text/names.h"

namespace mbs {

namespace {

bool counts_backwards(const Chain& chain, const EventTarget& t) {
  if (t.target != Target::deformation) return false;
  for (const ChainSegment& s : chain.segments)
    if (s.hinge == t.owner) return true;
  for (const ChainConstraint& row : chain.constraints)
    if (row.element == t.owner) return true;
  return false;
}

}  // namespace

void turn_chain_actions(const Chain& chain, EventRow& event) {
  for (ActionRow& action : event.actions) {
    if (action.targets.empty() || !counts_backwards(chain, action.targets.front())) continue;
    action.velocity = 0 - action.velocity;  // zero keeps its sign
    action.acceleration = 0 - action.acceleration;
    action.side = -action.side;
  }
}

void chain_event(RecordReader& in, SegdynReading& r) {
  shared::event.read(in, r);
  r.chain.has_events = true;
}

namespace {

// Takes the components X and Y of a point or a joint.
void chain_event_components(RecordReader& in, Target target, int owner, TargetCount count,
                            std::vector<EventTarget>& targets) {
  if (count == TargetCount::all && in.at_end()) {
    for (int c : {0, 1}) targets.push_back({target, owner, c});
    return;
  }
  const SourceLocation where = in.here();
  const std::string word = in.word("component", "expected X or Y");
  if (in.ok() && word != "X" && word != "Y")
    in.fail(where, fmt::format("'{}' is no component", printable(word)), "expected X or Y");
  if (in.ok()) targets.push_back({target, owner, word == "Y" ? 1 : 0});
}

void chain_event_constraint(RecordReader& in, SegdynReading& r, SourceLocation what_at,
                            const std::string& label, TargetCount count,
                            std::vector<EventTarget>& targets) {
  const auto row = std::find_if(r.chain.constraints.begin(), r.chain.constraints.end(),
                                [&](const ChainConstraint& c) { return c.label == label; });
  if (row == r.chain.constraints.end())
    return in.fail(what_at, fmt::format("there is no {}", label),
                   fmt::format("give the deck a line {}, and RELEASE it by an event WHEN t > 1e-9 "
                               "if it is to hold only from here on",
                               label));
  if (row->kind == ChainConstraint::Kind::equal)
    return targets.push_back({Target::deformation, row->element, 0});
  chain_event_components(in, Target::deformation, row->element, count, targets);
}

}  // namespace

void chain_event_targets(RecordReader& in, SegdynReading& r, TargetCount count,
                         std::vector<EventTarget>& targets) {
  static const std::string kAll =
      "expected BASE, TIP, JOINT k, HINGE k, PHI i or PHI i j (BASE, TIP, JOINT k with X or Y), or "
      "a "
      "joint between segments";
  const SourceLocation what_at = in.here();
  const std::string what = in.word("what the event acts on", kAll);
  if (!in.ok()) return;
  if (what == "BASE")
    return chain_event_components(in, Target::coordinate, r.chain.base_point, count, targets);
  if (find_joint(Dialect::segdyn, what)) {
    const auto number = in.integer("its number", 1, kMostChainParts, "a number");
    const std::size_t before = targets.size();
    if (in.ok()) event_deformations(in, r, fmt::format("{} {}", what, number), count, targets);
    if (in.ok() && targets.size() == before)
      in.fail(what_at, fmt::format("there is no {} {}", what, number), "expected one of this deck");
    return;
  }
  if (what == "TIP") return chain_event_constraint(in, r, what_at, "FIX TIP", count, targets);
  if (what != "JOINT" && what != "HINGE" && what != "PHI")
    return fail_unknown_word(in, what_at, what, "is nothing that an event acts on",
                             {"BASE", "TIP", "JOINT", "HINGE", "PHI"}, kAll);
  const std::string_view counted = what == "PHI" ? "segment" : "joint";
  const int i = take_chain_index(in, counted, 1, r.segment_count());
  if (!in.ok()) return;
  if (what == "JOINT")
    return chain_event_constraint(in, r, what_at, fmt::format("FIX JOINT {}", i + 1), count,
                                  targets);
  const ChainSegment& s = r.chain.segments[i];
  if (what == "HINGE") return targets.push_back({Target::deformation, s.hinge, 0});
  const auto is_other = [&](double k) { return k >= 1 && k <= r.segment_count() && k != i + 1; };
  const std::string own = fmt::format("PHI {}", i + 1);
  if (!takes_index(in, count, is_other, own, "the angle between two segments")) {
    if (in.ok()) targets.push_back({Target::coordinate, s.angle, 0});
    return;
  }
  const int j = take_chain_index(in, "segment", 1, r.segment_count());
  if (in.ok())
    chain_event_constraint(in, r, what_at, fmt::format("EQUAL PHI {} {}", i + 1, j + 1), count,
                           targets);
}

}  // namespace mbs
