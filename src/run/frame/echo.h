// The '#' lines of a report: how the deck was understood, and the audit at the end.
#pragma once

#include <string>

#include "integrate/integrator.h"
#include "model/built.h"
#include "run/frame/verdict.h"
#include "solve/place/continuation.h"

namespace mbs {

struct KinematicAudit {
  ResidualAudit::Residual residual;  // largest over all report times
  // Of the constraints that are fulfilled for accelerations only: m or rad, m/s or rad/s.
  ResidualAudit::Residual drift;
  double smallest_rcond = 1;
  double smallest_rcond_time = 0;
  double held = 0, fastest = 0;  // largest velocity of fixed coordinates, and of all
  int assembly_iterations = 0;
  long long rows_done = 0, rows_asked = 0;
};
// describe_audit: figures that rounding does not change, for the report. describe_counts: the other
// figures, for --audit.
std::string describe_audit(const KinematicAudit& audit, const ContinuationCount& count);
std::string describe_counts(const KinematicAudit& audit, const ContinuationCount& count);

struct DynamicAudit {
  ResidualAudit::Residual residual;  // largest over all report times
  // Of the constraints that are fulfilled for accelerations only: m or rad, m/s or rad/s.
  ResidualAudit::Residual drift;
  double balance = 0;  // largest |energy balance| seen
  double held = 0;     // largest velocity of a fixed coordinate
  int held_worst = -1;
  // Largest gain of kinetic energy in a jump, over the largest energy. The gain of a driven
  // mechanism hardly counts.
  double gain = 0, gain_time = 0;

  void note(const ResidualAudit::Residual& r);
};

// How far the initial values were moved, with the coordinate that was moved most. A movement below
// the rounding of its size is given as a bound.
std::string describe_moved(double x, double size_x, const std::string& name_x, double v,
                           double size_v, const std::string& name_v);
// "method RK4, step 0.01", to the end of the line.
std::string describe_method(const IntegratorSettings& method);
// The line of the energy that the method has taken out; empty for methods without dissipation.
std::string describe_dissipation(const IntegratorSettings& method, double dissipated);

// One line per coordinate: name, x, v, a at full precision; for stderr after a failure.
std::string describe_state(const Model& model, const State& state);

}  // namespace mbs
