// FRICTION: dry friction in a joint, in proportion to the force that the joint carries, or of a
// value of its own. What follows the joint and the slip is the same in every dialect.
#pragma once

#include <string>

#include "deck/lines/record_reader.h"
#include "deck/tables/rows.h"
#include "plan/contacts.h"

namespace mbs {

// What an element of this type is pressed by; `next`: the word that follows the joint and its slip,
// if one does.
FrictionKind friction_kind(const RecordSpec& spec, std::string_view next);

// "radius mu_s [mu_k]" and so on, as messages say it.
std::string_view friction_fields(const JointFriction& joint);

// What friction_fields() says, behind what names the joint and the slip; what row.joint says of
// them is known.
// False after an error.
bool read_friction(RecordReader& in, ContactRow& row, const ElementRow& joint);

// The same as text, with a leading blank.
std::string write_friction(const ContactRow& row);

// The lead with which a screw and its nut part along the thread as they slip on a helix of this
// mean radius.
double lead_of_slip(double radius, double lead);

// What the head of a report says of the friction of a thread: its efficiency, and whether it locks
// itself.
std::string describe_thread(const ContactRow& row, double lead);

}  // namespace mbs
