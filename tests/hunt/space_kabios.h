// KABIOS decks of space for the hunt.
#pragma once

#include <string>

#include "space.h"

namespace hunt {

std::string kabios_space_deck(const SpaceMechanism& m, int steps, const std::string& integ);
// The sequence of the angles of a body.
std::string sequence_of(const SpaceMechanism& m, std::size_t body);
// The channels of a KABIOS deck by the names of native ones, and bodyN.turn_11 to turn_33, the
// matrix that the three angles of a body make.
Table with_native_names(const SpaceMechanism& m, Table table);

}  // namespace hunt
