// What only the whole program can refuse, after the model is built or before a run.
#pragma once

#include "base/diagnostics.h"
#include "model/model.h"

namespace mbs {

struct Tables;

// Errors name the record and the alternative. A planar deck gives no error.
void check_space(const Tables& tables, Diagnostics& diagnostics);

// LINEAR is an error for a position that masses must follow, since its velocity jumps. A curve that
// differs from the shape of its rows is a warning.
void check_tables(const Tables& tables, const Model& model, Diagnostics& diagnostics);

}  // namespace mbs
