// What a deck's tables over time are asked before a run.
#pragma once

#include "base/diagnostics.h"
#include "model/model.h"

namespace mbs {

struct Tables;

// LINEAR is an error for a position that masses would have to follow: its velocity jumps. Warns of
// curves that are not what their rows look like.
void check_tables(const Tables& tables, const Model& model, Diagnostics& diagnostics);

}  // namespace mbs
