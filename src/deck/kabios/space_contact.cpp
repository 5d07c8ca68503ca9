// Friction in joints, stops and contacts in the tail of a KABIOS deck of bodies of space.
#include <fmt/format.h>

#include "base/index.h"
#include "deck/kabios/space_reading.h"
#include "deck/records/contact_records.h"
#include "deck/records/friction_records.h"
#include "deck/records/run_records.h"
#include "deck/records/stop_records.h"

namespace mbs {

// FRICTION n d and its numbers: of motion d of joint n, by what the joint carries, or CONSTANT.
// FRICTION n ALL: of all its motions, whose slip is a vector.
void space_friction(RecordReader& in, SpaceReading& r) {
  ContactRow row;
  row.element = r.take_element(in);
  if (row.element < 0) return;
  ElementRow& joint = r.tables.elements[at(row.element)];
  const SourceLocation where = in.here();
  row.joint.element = row.element;
  const bool all = in.peek_word() == "ALL";
  if (all)
    in.skip();
  else
    row.joint.component = r.take_motion(in, row.element, true);
  if (!in.ok()) return;
  if (all)
    choose_slips(row, joint, r.specs);
  else
    row.joint.kind = friction_kind(*joint.spec, in.peek_word());
  for (const ContactRow& contact : r.tables.contacts)
    if (contact.element == row.element && contact.vs > 0)
      return in.fail(where, fmt::format("{} has friction of its own", contact.label),
                     "expected mu and vs there, or here");
  const FrictionKind kind = row.joint.kind;
  const std::string_view word = joint.spec->keyword;
  if (kind == FrictionKind::socket)
    return in.fail(where, "KABIOS decks have no friction of a SPHERICAL",
                   "`mbsim --convert native` and SPIN make it");
  if (all != slip_has_direction(kind))
    return in.fail(where,
                   fmt::format("the friction of a {} has {} direction", word, all ? "no" : "a"),
                   all ? std::string("expected the motion d that slips")
                       : fmt::format("expected: FRICTION n ALL {}, or n d CONSTANT b [b_running]",
                                     friction_fields(row.joint)));
  const bool in_proportion = kind == FrictionKind::bearing || kind == FrictionKind::carriage ||
                             kind == FrictionKind::cross;
  if (!all && !in_proportion && kind != FrictionKind::constant)
    return in.fail(where,
                   fmt::format("a {} has no friction in proportion to what it carries", word),
                   "expected FRICTION n d CONSTANT b [b_running]");
  in.set_layout(fmt::format("expected: FRICTION n {} {} ({})", all ? "ALL" : "d",
                            friction_fields(row.joint), word));
  row.label = r.label = fmt::format("FRICTION {}", row.element + 1);
  row.where = r.where;
  const std::string key = kind == FrictionKind::constant ? r.label + " CONSTANT"
                          : kind == FrictionKind::cross
                              ? fmt::format("{} of arm {}", r.label, row.joint.component + 1)
                              : r.label;
  if (!read_friction(in, row, joint, joint.spec->deformations[at(row.joint.component)].unit) ||
      !r.first(in, key, r.label))
    return;
  for (int k = row.joint.component; k < row.joint.component + row.joint.slip_count(); ++k) {
    if (const ClassRow* const taken = r.class_of(Target::deformation, row.element, k);
        taken && taken->cls == Class::prescribed)
      return in.fail(where, fmt::format("{} drives it", taken->label), "friction rules the slip");
    r.let_go(row.element, k);
  }
  r.tables.frictions.push_back(std::move(row));
}

// CONTACT n and a model: of a WHEEL, BALL, EGG, SPLANE or FORMULA that stands above.
void space_contact(RecordReader& in, SpaceReading& r) {
  const SourceLocation where = in.here();
  ContactRow row;
  row.element = r.take_element(in);
  if (row.element < 0) return;
  ElementRow& element = r.tables.elements[at(row.element)];
  if (!takes_contact(*element.spec))
    return in.fail(where, fmt::format("a {} is no contact element", element.spec->keyword),
                   "expected an SPLANE, WHEEL, BALL or EGG, or a FORMULA, whose value is the gap");
  row.label = r.label = fmt::format("CONTACT {}", row.element + 1);
  row.where = r.where;
  if (!read_contact_model(in, row, element, r.specs) || !r.first(in)) return;
  for (const ContactRow& friction : r.tables.frictions)
    if (friction.element == row.element && row.vs > 0)
      return in.fail(where, fmt::format("{} gives it friction already", friction.label),
                     "expected no mu vs here, or no such line");
  for (int k = 0; k < count_of(r.tables.elements[at(row.element)].spec->deformations); ++k)
    r.let_go(row.element, k);
  r.tables.contacts.push_back(std::move(row));
}

// STOPS n d [MIN a] [MAX b] and a contact model.
void space_stops(RecordReader& in, SpaceReading& r) {
  StopPlace place;
  place.at = in.here();
  place.element = r.take_element(in);
  if (place.element < 0) return;
  place.component = r.take_motion(in, place.element, false);
  if (!in.ok()) return;
  const ClassRow* const taken = r.class_of(Target::deformation, place.element, place.component);
  const int free = r.tables.elements[at(place.element)].spec->free_deformations;
  place.is_held = taken ? is_held(taken->cls) : place.component >= free;
  place.mend = "expected a motion that the joint lets free, or that a line above lets go";
  place.label = r.label = fmt::format("STOPS {} {}", place.element + 1, place.component + 1);
  place.where = r.where;
  std::vector<ElementRow> gaps;
  ContactRow contact;
  if (!read_stops(in, r.tables, r.specs, place, gaps, contact) || !r.first(in)) return;
  for (ElementRow& gap : gaps) {
    contact.label = gap.label;
    contact.element = r.add_element(std::move(gap));
    r.let_go(contact.element, 0);
    r.tables.contacts.push_back(contact);
  }
}

}  // namespace mbs
