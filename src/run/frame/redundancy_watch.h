// Deformations that were let go because others hold them (model/redundancy.h): they must stay 0 by
// themselves.
#pragma once

#include "assembly/evaluation.h"
#include "base/diagnostics.h"
#include "model/phase.h"

namespace mbs {

// Reports an error and returns false where one of them has moved: it is redundant no longer.
bool redundancy_holds(const Model& model, const Phase& phase, const Evaluation& here, double t,
                      Diagnostics& diagnostics);

}  // namespace mbs
