// CONTACT: the contact model for the gap and the slip of a contact element. The fields behind the
// element (native decks) or behind its geometry (KABIOS decks) are the same in every dialect.
#pragma once

#include <string>

#include "deck/lines/dialects.h"
#include "deck/lines/record_reader.h"
#include "deck/tables/rows.h"
#include "plan/contacts.h"

namespace mbs {

inline constexpr std::string_view kContactFields =
    "PENALTY k n d [mu vs], RIGID e [mu_s mu_k] [SEQUENTIAL] [BOUNCES n], or IMPULSES e tau [mu]; "
    "then [CLOSED [d]]";

inline constexpr int kMostBounces = 1'000'000;

// Takes LINE or CIRCLE before the geometry; true: CIRCLE. False also after an error. or_outline:
// the error lists the words of outlines, too (deck/forms/outline_record.h).
bool read_circle(RecordReader& in, bool or_outline = false);

// Whether CONTACT may name the element: a contact element or a cam.
bool takes_contact(const RecordSpec& spec);

// Reads the fields of kContactFields. False after an error. A CAM whose contact has friction gets
// its slip.
bool read_contact_model(RecordReader& in, ContactRow& row, Unit gap = unit::metre);
bool read_contact_model(RecordReader& in, ContactRow& row, ElementRow& element, ElementSpecs specs);

// The same fields as text, with a blank before them.
std::string write_contact_model(const ContactRow& row);

}  // namespace mbs
