// FRICTION of a KABIOS deck's tail: of a revolute or translational joint of the head, of a slot, of
// a wheel that rolls, or of a rope over a drum. The slip of all but the last is an element that is
// made for it.
#include <fmt/format.h>

#include "base/index.h"
#include "deck/friction_records.h"
#include "deck/kabios_joints.h"
#include "deck/kabios_tail.h"
#include "deck/run_records.h"

namespace mbs {

namespace {

// The element whose deformation `component` is the slip: the angle of a pin or of a wheel that
// rolls, the travel along a slider or slot.
ElementRow slip_of(const ElementRow& joint, int& component) {
  ElementRow out;
  const std::vector<double>& c = joint.columns;
  component = 1;
  if (joint.spec->keyword == "PLREV" || joint.spec->is_contact) {
    out.nodes = {joint.nodes[1], joint.nodes[3]};
    component = 0;
  } else if (joint.spec->keyword == "PLTRAN") {  // P_j on the line P_i Q_i
    out.nodes = {joint.nodes[2], joint.nodes[3], joint.nodes[0], joint.nodes[1]};
    out.columns = {c[4], c[5], 0, c[0], c[1], c[2] - c[0], c[3] - c[1]};
  } else {
    out.nodes = joint.nodes;
    out.columns = {c[0], c[1], 0, c[2], c[3], c[4], c[5]};
  }
  return out;
}

}  // namespace

void TailReader::friction(RecordReader& in) {
  label_ = fmt::format("FRICTION {}", ++frictions_);
  static const std::string kAll = "expected REVOLUTE, TRANSLATIONAL or a joint of the tail";
  in.set_layout("expected: FRICTION joint k [OVER joint m] and its numbers");
  const SourceLocation at = in.here();
  const std::string word = in.word("joint", kAll);
  if (in.ok() && word != "REVOLUTE" && word != "TRANSLATIONAL" && !find_kabios_joint(word))
    return fail_unknown_word(in, at, word, "has no friction",
                             {"REVOLUTE", "TRANSLATIONAL", "SLOT", "PATH", "RELATION"}, kAll);
  ContactRow row;
  if (!in.ok() || !take_element(in, word, row.element)) return;
  row.label = label_;
  row.where = where_;
  const ElementRow joint = tables_.elements[row.element];
  row.joint.kind = friction_kind(*joint.spec);
  if (row.joint.kind == FrictionKind::rope) {
    in.set_layout("expected: FRICTION joint k OVER joint m CAPSTAN angle mu_s [mu_k]");
    const SourceLocation over_at = in.here();
    const std::string over = in.word("OVER", "expected OVER and what the rope slips along");
    if (in.ok() && over != "OVER")
      return fail_unknown_word(in, over_at, over, "is not OVER", {"OVER"}, "expected OVER joint m");
    const SourceLocation slip_at = in.here();
    const std::string slip = in.word("joint", kAll);
    if (in.ok() && !find_kabios_joint(slip))
      return fail_unknown_word(in, slip_at, slip, "is nothing to slip along",
                               {"PATH", "RELATION", "FORMULA", "ROD"}, kAll);
    if (!in.ok() || !take_joint(in, slip, row.joint.element, row.joint.component)) return;
    if (row.joint.element == row.element)
      return in.fail(slip_at, "the rope slips along itself", "expected another joint");
    if (is_classed(row.joint.element, row.joint.component))
      return in.fail(slip_at,
                     fmt::format("{} has a law or a motion already",
                                 joint_name(row.joint.element, row.joint.component)),
                     "expected one that only measures");
  } else {
    in.set_layout(fmt::format("expected: FRICTION {} k {}", word, friction_fields(row.joint.kind)));
  }
  if (!read_friction(in, row) || !once_(in, where_, fmt::format("FRICTION of {}", joint.label)))
    return;
  if (row.joint.kind != FrictionKind::rope) {
    ElementRow slip = slip_of(joint, row.joint.component);
    slip.spec = spec_of(slip.nodes.size() == 2 ? "PLTOR" : "PLCLINE");
    slip.number = count_of(tables_.elements) + 1;
    slip.label = label_;
    slip.where = where_;
    row.joint.element = count_of(tables_.elements);
    tables_.elements.push_back(std::move(slip));
    if (row.joint.component > 0) let_go(row.joint.element, 0);
  }
  let_go(row.joint.element, row.joint.component);
  tables_.frictions.push_back(std::move(row));
}

}  // namespace mbs
