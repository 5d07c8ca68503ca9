// The part of build_model() that deals with masses, laws, loads and initial values.
#pragma once

#include "base/diagnostics.h"
#include "deck/tables/rows.h"
#include "model/model.h"

namespace mbs {

struct Tables;

// Reads EREST first: stiffness and mass depend on the reference length.
void build_forces(const Tables& tables, Model& model, Diagnostics& diagnostics);

}  // namespace mbs
