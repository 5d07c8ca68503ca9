// What only the whole program can refuse, after the model is built or before a run.
#pragma once

#include <string>

#include "base/diagnostics.h"
#include "model/built.h"

namespace mbs {

struct Tables;

// Errors name the record and the alternative. A planar deck gives no error.
void check_space(const Tables& tables, Diagnostics& diagnostics);

// Lets held deformations of space go that follow from others, and returns the head lines that say
// which, and which stresses are therefore open. What reads an open stress is an error.
std::string shed_redundant_joints(const Tables& tables, Built& built, Diagnostics& diagnostics);

// LINEAR is an error for a position that masses must follow, since its velocity jumps. A curve that
// differs from the shape of its rows is a warning.
void check_tables(const Tables& tables, const Model& model, Diagnostics& diagnostics);

}  // namespace mbs
