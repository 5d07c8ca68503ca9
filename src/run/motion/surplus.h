// Equations of a kinematic mechanism that are too many or too few for its coordinates: drivers that
// drive what others determine, joints that repeat others wherever they stand, motions that nothing
// drives.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/options.h"
#include "model/phase.h"
#include "solve/place/kinematics.h"
#include "solve/place/rank_audit.h"

namespace mbs {

// Errors that name each driver which drives what earlier drivers determine, and these earlier
// drivers; only where the joints alone repeat nothing at x. `counts`, if any, stand behind the
// errors. False, without an error, where the drivers are not to blame.
bool report_idle_drivers(const Model& model, const Phase& phase, ConstVector x,
                         const std::string& counts, double rank, Diagnostics& diagnostics);

// The same of degrees of freedom that the deck names (DYNX, DYNE): errors that name those which
// follow from the ones before, and the line as it should be.
bool report_idle_freedoms(const Model& model, const Phase& phase, ConstVector x,
                          const std::string& counts, double rank, Diagnostics& diagnostics);

// The equations that repeat others at x and also a little beside x: with estimates in line some
// equations only seem to repeat others.
std::vector<RankAudit::Redundancy> repeated_beside(const Model& model, const std::vector<int>& rows,
                                                   const std::vector<int>& columns, ConstVector x,
                                                   double rank);

// False, with errors, where the numbers of equations and coordinates differ at the start. With too
// few equations the errors name the motions without a driver. With too many they name equations
// that repeat others where the mechanism closes: at rough estimates any may seem to.
bool equations_suffice(const Model& model, const Phase& phase, const Kinematics& kinematics,
                       const State& state, const Options& options, Diagnostics& diagnostics);
// Errors that name what is dependent at a state where the kinematics has been evaluated; tolerance:
// of the rank.
void report_dependent(const Model& model, const Phase& phase, const Kinematics& kinematics,
                      const State& state, double tolerance, Diagnostics& diagnostics);

}  // namespace mbs
