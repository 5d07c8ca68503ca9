// What is one too many, where the equations are more than the coordinates: which drivers drive what
// others determine, and which joints repeat others wherever they stand.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "model/phase.h"
#include "solve/place/rank_audit.h"

namespace mbs {

// Errors that name the drivers which drive what the drivers before them determine, each with these,
// where the joints by themselves repeat nothing at x. `counts`, if any, stand behind them. False,
// without a word, where the drivers are not to blame.
bool report_idle_drivers(const Model& model, const Phase& phase, ConstVector x,
                         const std::string& counts, double rank, Diagnostics& diagnostics);

// The equations that repeat others at x, and a little beside it, too: at estimates that stand in
// line some seem to.
std::vector<RankAudit::Redundancy> repeated_beside(const Model& model, const std::vector<int>& rows,
                                                   const std::vector<int>& columns, ConstVector x,
                                                   double rank);

}  // namespace mbs
