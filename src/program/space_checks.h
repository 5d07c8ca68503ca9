// What decks with nodes of space may not ask for yet. Everything that is not refused here works.
#pragma once

#include "base/diagnostics.h"

namespace mbs {

struct Tables;

// Errors name the record and what to do instead. Nothing for a deck of the plane.
void check_space(const Tables& tables, Diagnostics& diagnostics);

}  // namespace mbs
