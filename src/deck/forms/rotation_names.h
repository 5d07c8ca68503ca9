// Rotations that a deck asks for by their names in OUT, MEASURE, EVENT and REPORT lines:
// "rot2.zxy_1" (observe/rotations.h has all forms).
#pragma once

#include "deck/tables/tables.h"

namespace mbs {

// Adds what the lines of the deck name to Tables::rotations. Names of nodes that are no
// orientations are left to those who look for channels.
void find_rotations(Tables& tables);

}  // namespace mbs
