// Joints with unknown net loads, for inverse dynamics by bodies.
#pragma once

#include "base/diagnostics.h"
#include "deck/tables/rows.h"
#include "model/model.h"

namespace mbs {

// Adds the joints to the model. The joints must form trees, each with one joint to no body;
// otherwise their loads are not determined, which is an error.
void build_net_joints(const std::vector<NetJointRow>& rows, Model& model, Diagnostics& diagnostics);

}  // namespace mbs
