// FRICTION: dry friction in a joint, in proportion to the force that the joint carries. What
// follows the joint and the slip is the same in every dialect.
#pragma once

#include <string>

#include "deck/record_reader.h"
#include "deck/tables.h"

namespace mbs {

// What an element of this type is pressed by.
FrictionKind friction_kind(const RecordSpec& spec);

// "radius mu_s [mu_k]" and so on, as messages say it.
std::string_view friction_fields(const JointFriction& joint);

// What friction_fields() says, behind what names the joint and the slip; what row.joint says of
// them is known.
// False after an error.
bool read_friction(RecordReader& in, ContactRow& row);

// The same as text, with a leading blank.
std::string write_friction(const ContactRow& row);

}  // namespace mbs
