// CONTACT: which of the contact models rules the gap and the slip of a contact element. What
// follows the element (native decks) or its geometry (KABIOS decks) is the same in every dialect.
#pragma once

#include <string>

#include "deck/lines/record_reader.h"
#include "deck/tables/rows.h"
#include "plan/contacts.h"

namespace mbs {

inline constexpr std::string_view kContactFields =
    "PENALTY k n d [mu vs], RIGID e [mu_s mu_k] [SEQUENTIAL] [BOUNCES n], or IMPULSES e tau [mu]; "
    "then [CLOSED [d]]";

inline constexpr int kMostBounces = 1'000'000;

// LINE or CIRCLE, before the geometry: whether it is a circle. False after an error, too, which
// names the words of outlines where they may stand (deck/records/outline_record.h).
bool read_circle(RecordReader& in, bool or_outline = false);

// A contact element, or a cam, which has a gap and no slip.
bool takes_contact(const RecordSpec& spec);

// What kContactFields says. False after an error. `spec` is that of its element: a cam has no
// friction.
bool read_contact_model(RecordReader& in, ContactRow& row);
bool read_contact_model(RecordReader& in, ContactRow& row, const RecordSpec& spec);

// The same as text, with a leading blank.
std::string write_contact_model(const ContactRow& row);

}  // namespace mbs
