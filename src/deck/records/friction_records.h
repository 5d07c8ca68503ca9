// FRICTION: dry friction in a joint, proportional to the force in the joint or with a constant
// value. The fields behind the joint and the slip are the same in every dialect.
#pragma once

#include <string>

#include "deck/lines/dialects.h"
#include "deck/lines/record_reader.h"
#include "deck/tables/rows.h"
#include "plan/contacts.h"

namespace mbs {

// WHEEL, BALL, EGG, and an SPLANE that rubs: a gap, and the rates of two slips.
bool is_gap_with_slips(const RecordSpec& spec);

// The kind of friction of a joint of this type; `next`: the word behind the joint and its slip, or
// empty.
FrictionKind friction_kind(const RecordSpec& spec, std::string_view next);

// The kind of friction behind ALL, and where the slips begin: an SPLANE gets its slips here.
void choose_slips(ContactRow& row, ElementRow& joint, ElementSpecs specs);

// The fields in messages: "radius mu_s [mu_k]" and so on.
std::string_view friction_fields(const JointFriction& joint);

// Reads the fields of friction_fields() behind the joint and the slip, which are in row.joint
// already. False after an error.
// along: the unit of the slip.
bool read_friction(RecordReader& in, ContactRow& row, const ElementRow& joint, Unit along);

// The same fields as text, with a blank before them.
std::string write_friction(const ContactRow& row);

// The lead of the slip deformation of a screw with its nut, on a helix of this mean radius.
double lead_of_slip(double radius, double lead);

// Line for the head of the report: efficiency of a thread, and whether it is self-locking.
std::string describe_thread(const ContactRow& row, double lead);

}  // namespace mbs
