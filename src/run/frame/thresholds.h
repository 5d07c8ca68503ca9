// Audit thresholds: upper bounds of figures of the audit at the end of a report.
#pragma once

#include "base/diagnostics.h"
#include "base/options.h"
#include "solve/place/kinematics.h"

namespace mbs {

struct AuditFigures {
  ResidualAudit::Residual residual;  // largest over all report times, relative to its terms
  double balance = 0;                // largest |energy balance| [J]
  double energy_scale = 0;           // largest energy [J]
  bool has_energies = false;         // a kinematic run has none
  double momentum_gap = 0;           // rates of momentum against external forces, relative
};

// False if a threshold set by the options `energy`, `residual` and `momentum` is passed; an error
// names every figure and its threshold. A figure that is not a number is above every threshold.
bool within_thresholds(const Options& options, const AuditFigures& figures,
                       Diagnostics& diagnostics);

}  // namespace mbs
