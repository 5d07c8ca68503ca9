// Joints between segments of a chain, friction in them and in its own, and drives. The records are
// those of KABIOS decks (joint_reader.h); a body is a segment, its frame at the centre of gravity,
// 0 the ground. But for the drives of angles they are read when the chain has its nodes.
#include <fmt/format.h>

#include <algorithm>

#include "deck/chain_parts.h"
#include "deck/input_names.h"
#include "deck/run_records.h"
#include "deck/segdyn_reader.h"

namespace mbs {

namespace {

constexpr std::string_view kSegmentJoints[] = {"JOINT", "REVOLUTE", "TRANSLATIONAL", "CONTACT"};

}  // namespace

constinit const JointWords SegdynReader::kWords{
    "segment", "segments", kSegmentJoints,
    "JOINT, CONTACT or the word of a joint between segments"};

int SegdynReader::take_body(RecordReader& in, std::string_view field) {
  return static_cast<int>(in.integer(fmt::format("segment {}", field), 0, segment_count(),
                                     "a segment, 0 being the ground,"));
}

std::array<int, 2> SegdynReader::nodes_of(int segment) {
  if (segment == 0) return {chain_origin(tables_, label_, where_), chain_.ground_angle};
  const ChainSegment& s = chain_.segments[segment - 1];
  return {s.point, s.angle};
}

std::string SegdynReader::element_label(std::string_view word, long long number) const {
  return word == "JOINT" ? fmt::format("joint {}", number)
                         : JointReader::element_label(word, number);
}

// ---- when they are read -------------------------------------------------------------------------

bool SegdynReader::waits(const Record& record) const {
  const std::string word = upper_case(record.tokens.front().text);
  const std::string next = record.tokens.size() > 1 ? upper_case(record.tokens[1].text) : "";
  if (word == "DRIVE") return next != "HINGE" && next != "PHI";
  if (word == "LAW") return find_joint(next);
  if (word == "CONTACT") return next == "CAM" || next == "CURVES";
  return word == "FRICTION" || find_joint(word);
}

void SegdynReader::read_joints() {
  for (const Record* record : waiting_) line(*record);
  for (std::vector<MuscleRow>* all : {&tables_.muscles, &tables_.shared_muscles})
    for (MuscleRow& row : *all) lay_over_joints(row.arms, row.label, row.where);
  lay_over_joints(tables_.static_opt.joints, "STATICOPT", tables_.static_opt.where);
  if (waiting_.empty()) return;
  for (const ContactRow& row : tables_.frictions)
    if (chain_.free_base && row.element == chain_.segments[0].joint)
      diagnostics_.error(row.where, row.label, "joint 1 carries no force: the base is free",
                         "expected the friction of another joint");
  check_laws();
  mbs::check_laws(tables_, deck_.parameters, diagnostics_);
  check_expressions();
}

// Muscles over joints between segments. What one lies over is let go unless the deck has given it a
// class.
void SegdynReader::lay_over_joints(std::vector<MuscleArm>& arms, const std::string& label,
                                   SourceLocation where) {
  for (MuscleArm& arm : arms) {
    if (!arm.is_of_joint()) continue;
    const std::string name = fmt::format("{} {}", arm.of, arm.number);
    const auto row = std::find_if(tables_.elements.begin(), tables_.elements.end(),
                                  [&](const ElementRow& e) { return e.label == name; });
    if (row == tables_.elements.end()) {
      diagnostics_.error(arm.where, label, fmt::format("there is no {}", name),
                         "expected a joint between segments of this deck");
      continue;
    }
    arm.element = static_cast<int>(row - tables_.elements.begin());
    label_ = label, where_ = where;
    if (!is_classed(arm.element, arm.component)) let_go(arm.element, arm.component);
  }
}

// ---- drives -------------------------------------------------------------------------------------

void SegdynReader::drive(RecordReader& in) {
  in.set_layout("expected: DRIVE HINGE k, PHI i or joint k [equation], then = expression");
  const std::string what = in.peek_word();
  if (what == "HINGE" || what == "PHI") {
    in.skip();
    return drive_angle(in, what == "HINGE");
  }
  drive_joint(in, {"HINGE", "PHI"}, "HINGE k, PHI i or a joint between segments");
}

// The angle at a joint of the chain, or of a segment.
void SegdynReader::drive_angle(RecordReader& in, bool hinge) {
  const int k = index(in, hinge ? "joint" : "segment", 1, segment_count());
  const Token* token = in.ok() ? in.expression() : nullptr;
  if (!token) return;
  const std::string what = fmt::format("{} {}", hinge ? "HINGE" : "PHI", k + 1);
  label_ = "DRIVE " + what;
  check_motion(token->text, token->where, tables_, deck_.parameters, diagnostics_, label_);
  if (hinge) {
    if (first(in, label_)) chain_.drives.push_back({k, token->text, token->where, label_, where_});
    return;
  }
  ChainConstraint row;
  row.kind = ChainConstraint::Kind::lock;
  row.first = k;
  row.text = token->text;
  row.text_at = token->where;
  row.label = label_;
  row.where = where_;
  if (first(in, "LOCK " + what, what)) chain_.constraints.push_back(std::move(row));
}

// ---- what does not go together ------------------------------------------------------------------

// A moment that is known and one that a drive takes; and the equations of a choice of knowns, which
// are those of the chain alone.
void SegdynReader::check_choice() {
  const auto driven = std::find_if(chain_.constraints.begin(), chain_.constraints.end(),
                                   [](const ChainConstraint& row) { return !row.text.empty(); });
  for (const ChainDrive& row : chain_.drives)
    for (const ChainKnown& known : chain_.knowns)
      if (known.variable == ChainVariable::m && known.index == row.joint)
        diagnostics_.error(row.where, row.label,
                           fmt::format("{} is known already", known.label.substr(6)),
                           "expected one of the two: the moment is what the drive takes");
  SourceLocation where;
  std::string label;
  if (!waiting_.empty()) {
    where = waiting_.front()->where;
    label = upper_case(waiting_.front()->tokens.front().text);
  } else if (!chain_.drives.empty()) {
    where = chain_.drives.front().where, label = chain_.drives.front().label;
  } else if (driven != chain_.constraints.end()) {
    where = driven->where, label = driven->label;
  } else {
    return;
  }
  chain_.has_joints = true;
  if (chain_has_choice(chain_))
    diagnostics_.error(where, label,
                       "a chain with a choice of knowns has no joints between segments, friction "
                       "or drives",
                       "expected a chain without UNKNOWN, ROW, FREE ... AT, FORWARD, PROJECT OFF, "
                       "known accelerations and known forces; a DRIVE says what an angle does, and "
                       "M is the moment that it takes");
}

}  // namespace mbs
