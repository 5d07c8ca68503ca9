// Surplus equations, where there are more equations than coordinates: drivers that drive what
// others determine, and joints that repeat others wherever they stand.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "model/phase.h"
#include "solve/place/rank_audit.h"

namespace mbs {

// Errors that name each driver which drives what earlier drivers determine, and these earlier
// drivers; only where the joints alone repeat nothing at x. `counts`, if any, stand behind the
// errors. False, without an error, where the drivers are not to blame.
bool report_idle_drivers(const Model& model, const Phase& phase, ConstVector x,
                         const std::string& counts, double rank, Diagnostics& diagnostics);

// The equations that repeat others at x and also a little beside x: with estimates in line some
// equations only seem to repeat others.
std::vector<RankAudit::Redundancy> repeated_beside(const Model& model, const std::vector<int>& rows,
                                                   const std::vector<int>& columns, ConstVector x,
                                                   double rank);

}  // namespace mbs
