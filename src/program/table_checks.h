// Checks of a deck's tables over time before a run.
#pragma once

#include "base/diagnostics.h"
#include "model/model.h"

namespace mbs {

struct Tables;

// LINEAR is an error for a position that masses must follow, since its velocity jumps. A curve that
// differs from the shape of its rows is a warning.
void check_tables(const Tables& tables, const Model& model, Diagnostics& diagnostics);

}  // namespace mbs
