// Errors for features that decks with spatial nodes may not use yet. Every feature that is not
// refused here works.
#pragma once

#include "base/diagnostics.h"

namespace mbs {

struct Tables;

// Errors name the record and the alternative. A planar deck gives no error.
void check_space(const Tables& tables, Diagnostics& diagnostics);

}  // namespace mbs
