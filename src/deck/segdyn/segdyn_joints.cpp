// Joints between segments of a chain, friction in them and in the joints of the chain, and drives.
// The records have the form of KABIOS decks (joint_records.h): a body is a segment with its frame
// at the centre of gravity, and 0 is the ground. All but the drives of angles are read after the
// chain has its nodes.
#include <fmt/format.h>

#include <algorithm>

#include "deck/lines/lexer.h"
#include "deck/names/input_names.h"
#include "deck/records/run_records.h"
#include "deck/segdyn/chain_parts.h"
#include "deck/segdyn/segdyn_reading.h"
#include "text/names.h"

namespace mbs {

int SegdynReading::take_body(RecordReader& in, std::string_view field) {
  return static_cast<int>(in.integer(fmt::format("segment {}", field), 0, segment_count(),
                                     "a segment, 0 being the ground,"));
}

std::array<int, 2> SegdynReading::nodes_of(int segment) {
  if (segment == 0) return {chain_origin(tables, label, where), chain.ground_angle};
  const ChainSegment& s = chain.segments[segment - 1];
  return {s.point, s.angle};
}

// ---- when they are read -------------------------------------------------------------------------

bool waits_for_nodes(const Record& record) {
  const std::string word = upper_case(record.tokens.front().text);
  const std::string next = record.tokens.size() > 1 ? upper_case(record.tokens[1].text) : "";
  if (word == "DRIVE") return next != "HINGE" && next != "PHI";
  if (word == "LAW") return find_joint(Dialect::segdyn, next);
  if (word == "CONTACT") return next == "CAM" || next == "CURVES";
  return word == "FRICTION" || find_joint(Dialect::segdyn, word);
}

namespace {

// Resolves muscles over joints between segments. The deformation of such a joint is released unless
// the deck has given it a class.
void lay_over_joints(SegdynReading& r, std::vector<MuscleArm>& arms, const std::string& label,
                     SourceLocation where) {
  for (MuscleArm& arm : arms) {
    if (!arm.is_of_joint()) continue;
    const std::string name = fmt::format("{} {}", arm.of, arm.number);
    arm.element = find_element(r.tables, name);
    if (arm.element < 0) {
      r.diagnostics.error(arm.where, label, fmt::format("there is no {}", name),
                          "expected a joint between segments of this deck");
      continue;
    }
    r.label = label, r.where = where;
    if (!r.is_classed(arm.element, arm.component)) r.let_go(arm.element, arm.component);
  }
}

}  // namespace

void finish_chain_joints(SegdynReading& r) {
  for (std::vector<MuscleRow>* all : {&r.tables.muscles, &r.tables.shared_muscles})
    for (MuscleRow& row : *all) lay_over_joints(r, row.arms, row.label, row.where);
  lay_over_joints(r, r.tables.static_opt.joints, "STATICOPT", r.tables.static_opt.where);
  lay_over_joints(r, r.tables.muscle_start.joints, "MUSCLESTART", r.tables.muscle_start.where);
  if (r.waiting.empty()) return;
  for (const ContactRow& row : r.tables.frictions)
    if (r.chain.free_base && row.element == r.chain.segments[0].joint)
      r.diagnostics.error(row.where, row.label, "joint 1 carries no force: the base is free",
                          "expected the friction of another joint");
  const LawNames known(r.tables);
  check_chain_laws(r, known);
  check_laws(known, r.deck.parameters, r.diagnostics);
  check_chain_expressions(r, known);
}

// ---- drives -------------------------------------------------------------------------------------

namespace {

// Reads the drive of the angle at a joint of the chain, or of a segment.
void chain_drive_angle(RecordReader& in, SegdynReading& r, bool hinge) {
  const int k = take_chain_index(in, hinge ? "joint" : "segment", 1, r.segment_count());
  if (in.ok() && in.peek_word() == "TABLE")
    return in.fail(
        in.here(), "a drive takes no TABLE",
        "expected = expression, such as = spline(\"file\", t), or KNOWN PHI i TABLE and one "
        "more UNKNOWN");
  const Token* token = in.ok() ? in.expression() : nullptr;
  if (!token) return;
  const std::string what = fmt::format("{} {}", hinge ? "HINGE" : "PHI", k + 1);
  r.label = "DRIVE " + what;
  check_motion(token->text, token->where, r.tables, r.deck.parameters, r.diagnostics, r.label);
  if (hinge) {
    if (r.first(in, r.label))
      r.chain.drives.push_back({k, token->text, token->where, r.label, r.where});
    return;
  }
  ChainConstraint row;
  row.kind = ChainConstraint::Kind::lock;
  row.first = k;
  row.text = token->text;
  row.text_at = token->where;
  row.label = r.label;
  row.where = r.where;
  if (r.first(in, "LOCK " + what, what)) r.chain.constraints.push_back(std::move(row));
}

}  // namespace

void chain_drive(RecordReader& in, SegdynReading& r) {
  in.set_layout("expected: DRIVE HINGE k, PHI i or joint k [equation], then = expression");
  const std::string what = in.peek_word();
  if (what == "HINGE" || what == "PHI") {
    in.skip();
    return chain_drive_angle(in, r, what == "HINGE");
  }
  read_joint_drive(in, r, {"HINGE", "PHI"}, "HINGE k, PHI i or a joint between segments");
}

// ---- what does not go together ------------------------------------------------------------------

namespace {

// Beside a choice of knowns DRIVE PHI i is KNOWN PHI i: one of the UNKNOWN lines says what moves
// the segment, in place of a moment from the environment.
void know_driven_angles(SegdynReading& r) {
  Chain& chain = r.chain;
  std::vector<ChainConstraint> others;
  for (ChainConstraint& row : chain.constraints) {
    if (row.text.empty()) {
      others.push_back(std::move(row));
      continue;
    }
    if (r.once.contains(fmt::format("PHIDD {}", row.first + 1)))
      r.diagnostics.error(row.where, row.label, "another line says its acceleration",
                          "expected one of the two");
    ChainKnown angle{ChainVariable::phi, row.first, {}, row.label, row.where};
    angle.is.text = row.text;
    angle.is.text_at = row.text_at;
    chain.knowns.push_back(std::move(angle));
  }
  chain.constraints = std::move(others);
}

// Without a choice the moment of a joint is what its drive takes.
void check_driven_moments(SegdynReading& r) {
  for (const ChainDrive& row : r.chain.drives)
    for (const ChainKnown& known : r.chain.knowns)
      if (known.variable == ChainVariable::m && known.index == row.joint)
        r.diagnostics.error(row.where, row.label,
                            fmt::format("{} is known already", known.label.substr(6)),
                            "expected one of the two: the moment is what the drive takes");
}

}  // namespace

// A choice of knowns has only the equations of the chain, so it excludes joints between segments
// and friction.
void check_chain_choice(SegdynReading& r) {
  const bool chooses = chain_has_choice(r.chain);
  if (chooses)
    know_driven_angles(r);
  else
    check_driven_moments(r);
  const bool drives = !r.chain.drives.empty() ||
                      std::any_of(r.chain.constraints.begin(), r.chain.constraints.end(),
                                  [](const ChainConstraint& row) { return !row.text.empty(); });
  r.chain.has_joints = drives || !r.waiting.empty();
  if (!chooses || r.waiting.empty()) return;
  r.diagnostics.error(
      r.waiting.front()->where, upper_case(r.waiting.front()->tokens.front().text),
      "a chain with a choice of knowns has no joints between segments and no friction",
      "expected a chain without UNKNOWN, ROW, FREE ... AT, FORWARD, PROJECT OFF, known angles, "
      "accelerations and forces; a DRIVE says what an angle does, and M is the moment that it "
      "takes");
}

}  // namespace mbs
