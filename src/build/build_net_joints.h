// The joints of inverse dynamics by bodies whose net loads are sought.
#pragma once

#include "base/diagnostics.h"
#include "deck/tables/rows.h"
#include "model/model.h"

namespace mbs {

// Adds them to the model. An error where the joints do not form trees, each held by one joint to no
// body: their loads are not determined then.
void build_net_joints(const std::vector<NetJointRow>& rows, Model& model, Diagnostics& diagnostics);

}  // namespace mbs
