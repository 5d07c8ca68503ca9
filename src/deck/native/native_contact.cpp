// CONTACT of native decks (element e, then the model) releases the gap and the slip of its element.
// FRICTION (the joint, then element and deformation of the slip) releases the slip.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "deck/forms/cam_record.h"
#include "deck/native/native.h"
#include "deck/records/contact_records.h"
#include "deck/records/friction_records.h"
#include "deck/tables/tables.h"

namespace mbs {

namespace {

// Relative tolerance of the lead of a screw's slip: the deck may give it with nine digits.
constexpr double kSameLead = 1e-8;

// Makes the deformation calculable, unless the deck has released it already. False, with an error,
// where it is prescribed.
bool release(NativeReading& r, RecordReader& in, const ContactRow& row, int element,
             int component) {
  const std::tuple key(Target::deformation, element, component);
  if (const auto it = r.taken.find(key); it != r.taken.end()) {
    const ClassRow& taken = r.tables.classes[it->second];
    if (taken.cls != Class::prescribed) return true;
    in.fail(row.where,
            fmt::format("{} is prescribed ({}, {})",
                        component_name(r, Target::deformation, element, component), taken.label,
                        line_text(taken.where, row.where, r.diagnostics)),
            row.model == ContactModel::joint ? "friction rules the slip"
                                             : "a contact rules both its gap and its slip");
    return false;
  }
  r.taken.emplace(key, r.tables.classes.size());
  r.tables.classes.push_back(released(element, component, row.label, row.where));
  return true;
}

// Checks that the slip fits the joint. The slip of teeth is the angle between the two wheels. The
// slip of a thread is along its helix: a PLSCREW of its own with the lead of the slip.
bool fits(RecordReader& in, const NativeReading& r, const ContactRow& row, SourceLocation at) {
  const ElementRow& slip = r.tables.elements[row.joint.element];
  for (const ContactRow& other : r.tables.frictions)
    if (other.joint.element == row.joint.element && other.joint.component == row.joint.component &&
        other.element != row.element)
      in.fail(at, fmt::format("{} rubs against that slip already", other.label),
              fmt::format("expected a slip of its own: another {} between the same nodes",
                          slip.spec->keyword));
  if (row.joint.kind == FrictionKind::tooth &&
      slip.spec->deformations[row.joint.component].unit != unit::radian)
    in.fail(at, fmt::format("a {} is no angle between the two wheels", slip.spec->keyword),
            "expected a PLTOR between their angles");
  if (row.joint.kind == FrictionKind::belt && row.joint.element != row.element)
    in.fail(at, "a belt slips along itself", fmt::format("expected {} 1", slip.number));
  if (row.joint.kind != FrictionKind::thread) return in.ok();
  const ElementRow& screw = r.tables.elements[row.element];
  const double lead = lead_of_slip(row.joint.size, screw.columns.back());
  const bool is_screw = slip.spec == screw.spec && slip.nodes == screw.nodes;
  if (!is_screw || !(std::fabs(slip.columns.back() - lead) <= kSameLead * std::fabs(lead)))
    in.fail(at, "it is not the slip along the thread",
            fmt::format("expected a PLSCREW between the same nodes, with the lead {:.17g}", lead));
  return in.ok();
}

// A follower slips along its cam, which is deformation 2 of the CAM itself. False after an error.
bool take_slip_of_cam(RecordReader& in, NativeReading& r, ContactRow& row) {
  const SourceLocation at = in.here();
  const auto d = in.integer("deformation d", 1, 2, "a deformation");
  ElementRow& cam = r.tables.elements[row.element];
  if (in.ok() && (row.joint.element != row.element || d != 2))
    in.fail(at, fmt::format("the follower slips along deformation 2 of its CAM {}", cam.number),
            fmt::format("expected: FRICTION {} {} 2 ...", cam.number, cam.number));
  if (!in.ok()) return false;
  row.joint.component = 1;
  let_rub(cam, r.specs);
  return true;
}

// Whether the deformations of this element are what slips in a joint with a vector of slips.
bool is_slip_of(const ElementRow& joint, FrictionKind kind, const ElementRow& slip) {
  if (kind != FrictionKind::socket) return &joint == &slip;
  return slip.spec->keyword == "SPIN" &&
         slip.nodes == std::vector<int>{joint.nodes[1], joint.nodes[3]};
}

// FRICTION k e ALL ...: the slip of the joint is a vector.
void read_friction_with_direction(RecordReader& in, NativeReading& r, ContactRow& row,
                                  SourceLocation at) {
  ElementRow& joint = r.tables.elements[row.element];
  const ElementRow& slip = r.tables.elements[row.joint.element];
  choose_slips(row, joint, r.specs);
  if (!slip_has_direction(row.joint.kind))
    return in.fail(in.here(),
                   fmt::format("the friction of a {} has no direction", joint.spec->keyword),
                   "expected the number of the deformation that slips");
  in.skip();
  for (const ContactRow& contact : r.tables.contacts)
    if (contact.element == row.element && contact.vs > 0)
      return in.fail(at, fmt::format("{} has friction of its own", contact.label),
                     "expected mu and vs there, or here");
  if (!is_slip_of(joint, row.joint.kind, slip))
    return row.joint.kind == FrictionKind::socket
               ? in.fail(at, fmt::format("{} is not the SPIN of this SPHERICAL", slip.label),
                         fmt::format("expected: SPIN e {} {}, and FRICTION {} e ALL radius mu vs",
                                     r.tables.nodes[joint.nodes[1]].number,
                                     r.tables.nodes[joint.nodes[3]].number, joint.number))
               : in.fail(at,
                         fmt::format("a {} slips along its own deformations", joint.spec->keyword),
                         fmt::format("expected: FRICTION {0} {0} ALL {1}", joint.number,
                                     friction_fields(row.joint)));
  in.set_layout(fmt::format("expected: FRICTION k e ALL {} ({})", friction_fields(row.joint),
                            joint.spec->keyword));
  if (!read_friction(in, row, joint, unit::metre) || !r.once(in, r.where, r.label)) return;
  for (int k = 0; k < row.joint.slip_count(); ++k)
    if (!release(r, in, row, row.joint.element, row.joint.component + k)) return;
  r.tables.frictions.push_back(std::move(row));
}

}  // namespace

void read_native_contact(RecordReader& in, NativeReading& r) {
  const SourceLocation at = in.here();
  ContactRow row;
  row.label = r.label;
  row.where = r.where;
  row.element = take_element(in, r);
  if (!in.ok()) return;
  ElementRow& element = r.tables.elements[row.element];
  if (const RecordSpec& spec = *element.spec; !takes_contact(spec))
    return in.fail(at, fmt::format("a {} is no contact element", spec.keyword),
                   "expected a PLCLINE, PLCCIRC, PLCPOLY, CAM or CURVES, in space an SPLANE, "
                   "WHEEL, BALL or EGG, or a FORMULA, whose value is the gap");
  for (const ContactRow& friction : r.tables.frictions)
    if (friction.joint.element == row.element && !friction.has_direction())
      return in.fail(at, fmt::format("{} rules its slip already", friction.label),
                     "give mu_s and mu_k here, and leave that record out");
  if (!read_contact_model(in, row, element, r.specs) || !r.once(in, r.where, r.label)) return;
  for (const ContactRow& friction : r.tables.frictions)
    if (friction.joint.element == row.element && row.vs > 0)
      return in.fail(at, fmt::format("{} gives it friction already", friction.label),
                     "expected no mu vs here, or no such line");
  for (int component = 0; component < count_of(element.spec->deformations); ++component)
    if (!release(r, in, row, row.element, component)) return;
  r.tables.contacts.push_back(std::move(row));
}

void read_native_friction(RecordReader& in, NativeReading& r) {
  if (const std::string word = in.peek_word(); !word.empty())
    return in.fail(
        in.here(), fmt::format("'{}' is no element number", word),
        "expected: FRICTION k e d ...: the joint k, and deformation d of element e, which "
        "slips");
  ContactRow row;
  row.label = r.label;
  row.where = r.where;
  row.element = take_element(in, r);
  if (!in.ok()) return;
  const RecordSpec& spec = *r.tables.elements[row.element].spec;  // of a CAM without slip
  row.joint.kind = friction_kind(spec, {});
  in.set_layout(
      fmt::format("expected: FRICTION k e d {} ({})", friction_fields(row.joint), spec.keyword));
  const SourceLocation at = in.here();
  row.joint.element = take_element(in, r);
  if (in.ok() && in.peek_word() == "ALL") return read_friction_with_direction(in, r, row, at);
  if (in.ok() && spec.is_gap && spec.arity == Arity::fixed)
    return in.fail(
        at, fmt::format("the friction of a {} has a direction", spec.keyword),
        fmt::format("expected: FRICTION {0} {0} ALL mu vs", r.tables.elements[row.element].number));
  if (!in.ok() || (spec.is_gap && !take_slip_of_cam(in, r, row))) return;
  if (!spec.is_gap)
    row.joint.component = take_component(in, r, Target::deformation, row.joint.element);
  if (!in.ok()) return;
  row.joint.kind = friction_kind(spec, in.peek_word());
  const auto rules = [&row](const ContactRow& other) { return other.element == row.joint.element; };
  const auto& contacts = r.tables.contacts;
  const auto contact = std::find_if(contacts.begin(), contacts.end(), rules);
  if (contact != contacts.end())
    return in.fail(at, fmt::format("{} has friction of its own", contact->label),
                   "give mu_s and mu_k there");
  const FrictionKind kind = row.joint.kind;
  if (slip_has_direction(kind))
    return in.fail(
        at, fmt::format("the friction of a {} has a direction", spec.keyword),
        fmt::format("expected: FRICTION k {} ALL {}, or CONSTANT b [b_running]",
                    kind == FrictionKind::socket ? "e" : "k", friction_fields(row.joint)));
  const bool is_cross = kind == FrictionKind::cross;
  if (is_cross && (row.joint.element != row.element || row.joint.component > 1))
    return in.fail(at, "the arms of a UNIVERSAL turn along its own deformations 1 and 2",
                   fmt::format("expected: FRICTION {0} {0} 1 {1}, and the same with 2",
                               r.tables.elements[row.element].number, friction_fields(row.joint)));
  const bool of_space = kind == FrictionKind::bearing || kind == FrictionKind::carriage || is_cross;
  const bool turns = std::any_of(spec.nodes.begin(), spec.nodes.end(),
                                 [](NodeKind node) { return node == NodeKind::orientation; });
  if (of_space && !is_cross && (row.joint.element != row.element || row.joint.component != 0))
    return in.fail(at, fmt::format("a {} slips along its own deformation 1", spec.keyword),
                   fmt::format("expected: FRICTION {0} {0} 1 {1}",
                               r.tables.elements[row.element].number, friction_fields(row.joint)));
  if (turns && !of_space && kind != FrictionKind::constant)
    return in.fail(
        at, fmt::format("a {} has no friction in proportion to what it carries", spec.keyword),
        "expected FRICTION k e d CONSTANT b [b_running], or a REVOLUTE, PRISMATIC, CYLINDRICAL, "
        "UNIVERSAL, SPHERICAL or PLANAR in the place of the joint");
  const bool none = kind == FrictionKind::belt || kind == FrictionKind::constant || of_space;
  const int pressing = none ? 0 : kind == FrictionKind::pin || kind == FrictionKind::guide ? 2 : 1;
  if (row.joint.element == row.element && row.joint.component < pressing)
    return in.fail(at, "what presses cannot be what slips",
                   "expected the angle between the bodies of a pin (PLTOR), the travel along a "
                   "slider or slot (PLCLINE ... 2)");
  const RecordSpec& slip = *r.tables.elements[row.joint.element].spec;
  row.joint.has_arm = row.joint.kind == FrictionKind::face &&
                      slip.deformations[row.joint.component].unit == unit::radian;
  in.set_layout(
      fmt::format("expected: FRICTION k e d {} ({})", friction_fields(row.joint), spec.keyword));
  if (!read_friction(in, row, r.tables.elements[row.element],
                     slip.deformations[row.joint.component].unit) ||
      !fits(in, r, row, at) ||
      !r.once(in, r.where,
              kind == FrictionKind::constant ? r.label + " CONSTANT"
              : is_cross ? fmt::format("{} of arm {}", r.label, row.joint.component + 1)
                         : r.label))
    return;
  if (!release(r, in, row, row.joint.element, row.joint.component)) return;
  r.tables.frictions.push_back(std::move(row));
}

}  // namespace mbs
