// FRICTION of the joints of KABIOS decks and chains.
#include <fmt/format.h>

#include <algorithm>

#include "base/index.h"
#include "deck/forms/cam_record.h"
#include "deck/lines/record_reader.h"
#include "deck/records/friction_records.h"
#include "deck/records/joint_records.h"
#include "deck/tables/tables.h"

namespace mbs {

namespace {

// Whether the slip is the angle between the two bodies.
bool turns(const RecordSpec& spec) {
  return spec.keyword == "PLREV" || spec.keyword == "PLGEAR" || spec.keyword == "PLRACK" ||
         spec.is_contact;
}

// Makes the element of the slip, its deformation `component`: the angle of a pin, of gears or of a
// rolling wheel, the travel along a slider or slot, the way along a thread of this radius.
ElementRow slip_of(const ElementRow& joint, double radius, int& component) {
  ElementRow out;
  const std::vector<double>& c = joint.columns;
  component = 1;
  if (joint.spec->keyword == "PLSCREW") {
    out.nodes = joint.nodes;
    out.columns = c;
    out.columns.back() = lead_of_slip(radius, c.back());
    component = 0;
  } else if (turns(*joint.spec)) {
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

// Whether a FRICTION record may name this joint.
bool is_joint(const JointReading& r, std::string_view word) {
  const auto& own = r.words.own_joints;
  return find_kabios_joint(word) || std::find(own.begin(), own.end(), word) != own.end();
}

// Reads OVER joint m, the other end of the rope.
void rope_slip(RecordReader& in, JointReading& r, ContactRow& row) {
  in.set_layout("expected: FRICTION joint k OVER joint m CAPSTAN angle mu_s [mu_k]");
  const SourceLocation over_at = in.here();
  const std::string over = in.word("OVER", "expected OVER and what the rope slips along");
  if (in.ok() && over != "OVER")
    return fail_unknown_word(in, over_at, over, "is not OVER", {"OVER"}, "expected OVER joint m");
  const SourceLocation slip_at = in.here();
  const std::string all = "expected a PATH, RELATION, FORMULA, ROD or another joint with a length";
  const std::string slip = in.word("joint", all);
  if (in.ok() && !find_kabios_joint(slip))
    return fail_unknown_word(in, slip_at, slip, "is nothing to slip along",
                             {"PATH", "RELATION", "FORMULA", "ROD"}, all);
  if (!in.ok() || !take_joint(in, r, slip, row.joint.element, row.joint.component)) return;
  if (row.joint.element == row.element)
    return in.fail(slip_at, "the rope slips along itself", "expected another joint");
  if (r.is_classed(row.joint.element, row.joint.component))
    in.fail(slip_at,
            fmt::format("{} has a law or a motion already",
                        r.joint_name(row.joint.element, row.joint.component)),
            "expected one that only measures");
}

// Whether the joint slips along its own deformation: a belt, a cam, or constant friction in a joint
// for which no slip is made.
bool slips_itself(const JointFriction& friction, const RecordSpec& spec) {
  if (spec.is_gap) return true;
  if (friction.kind == FrictionKind::belt) return true;
  const bool has_slip = spec.keyword == "PLREV" || spec.keyword == "PLTRAN" ||
                        spec.keyword == "PLSLOT" || spec.is_contact;
  return friction.kind == FrictionKind::constant && !has_slip;
}

// The unit of what slips.
Unit unit_of_slip(const JointFriction& friction, const RecordSpec& spec, bool itself) {
  if (itself) return spec.deformations[mbs::at(friction.component)].unit;
  return turns(spec) ? unit::radian : unit::metre;
}

// Makes the deformation of the joint its slip; an error if there are several or if it is driven.
void slip_itself(RecordReader& in, JointReading& r, ContactRow& row, SourceLocation at) {
  ElementRow& joint = r.tables.elements[row.element];
  row.joint.element = row.element;
  row.joint.component = 0;
  if (joint.spec->is_gap) {
    for (const ContactRow& contact : r.tables.contacts)
      if (contact.element == row.element)
        return in.fail(at, fmt::format("{} has friction of its own", contact.label),
                       "give mu_s and mu_k there");
    row.joint.component = 1;
    return let_rub(joint, r.specs);
  }
  if (joint.spec->deformations.size() > 1)
    return in.fail(at, fmt::format("{} has no slip of its own", joint.label),
                   "expected a joint with one length or angle: ROD, PATH, RELATION, FORMULA, GEAR, "
                   "BELT, RACK, SCREW; or REVOLUTE, TRANSLATIONAL, SLOT, ROLL, CAM");
  const auto& classes = r.tables.classes;
  const auto driven = std::find_if(classes.begin(), classes.end(), [&row](const ClassRow& other) {
    return other.target == Target::deformation && other.owner == row.element &&
           other.cls == Class::prescribed;
  });
  if (driven != classes.end())
    in.fail(at, fmt::format("{} is driven ({})", joint.label, driven->label),
            "expected a joint that may slip: friction rules its deformation");
}

}  // namespace

// FRICTION of a pin, a slider, a slot, a rolling wheel, gears, a screw, a rope over a drum or a
// belt, a cam. All but the last three get a new element for their slip.
void read_joint_friction(RecordReader& in, JointReading& r) {
  r.label = fmt::format("FRICTION {}", ++r.frictions);
  const std::string all = fmt::format("expected {}", r.words.joints);
  in.set_layout("expected: FRICTION joint k [OVER joint m] and its numbers");
  const SourceLocation at = in.here();
  const std::string word = in.word("joint", all);
  if (in.ok() && !is_joint(r, word)) {
    std::vector<std::string_view> words(r.words.own_joints.begin(), r.words.own_joints.end());
    words.insert(words.end(), {"SLOT", "PATH", "RELATION"});
    return fail_unknown_word(in, at, word, "has no friction", words, all);
  }
  ContactRow row;
  if (!in.ok() || !take_named(in, r, word, row.element)) return;
  row.label = r.label;
  row.where = r.where;
  const ElementRow joint = r.tables.elements[row.element];
  row.joint.kind = friction_kind(*joint.spec, in.peek_word());
  row.joint.has_arm = joint.spec->is_contact;  // against the turning of the wheel
  const bool itself = slips_itself(row.joint, *joint.spec);
  // A bearing may have a seal with constant friction besides its own: each has its own slip.
  const bool constant = row.joint.kind == FrictionKind::constant && !itself;
  if (row.joint.kind == FrictionKind::rope)
    rope_slip(in, r, row);
  else
    in.set_layout(fmt::format("expected: FRICTION {} k {}", word, friction_fields(row.joint)));
  if (in.ok() && itself) slip_itself(in, r, row, at);
  // Not the spec of `joint`: an element that rubs has another one now.
  const RecordSpec& spec = *r.tables.elements[row.element].spec;
  if (!in.ok() || !read_friction(in, row, joint, unit_of_slip(row.joint, spec, itself)) ||
      !r.once(in, r.where,
              fmt::format("FRICTION{} of {}", constant ? " CONSTANT" : "", joint.label)))
    return;
  if (row.joint.kind != FrictionKind::rope && !itself) {
    ElementRow slip = slip_of(joint, row.joint.size, row.joint.component);
    slip.spec = find_spec(r.specs, slip.nodes.size() == 2   ? "PLTOR"
                                   : slip.nodes.size() == 5 ? "PLSCREW"
                                                            : "PLCLINE");
    slip.number = count_of(r.tables.elements) + 1;
    slip.label = r.label;
    slip.where = r.where;
    row.joint.element = count_of(r.tables.elements);
    r.tables.elements.push_back(std::move(slip));
    if (row.joint.component > 0) r.let_go(row.joint.element, 0);
  }
  if (!itself || !r.is_classed(row.joint.element, row.joint.component))
    r.let_go(row.joint.element, row.joint.component);
  r.tables.frictions.push_back(std::move(row));
}

}  // namespace mbs
