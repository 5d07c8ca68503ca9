// The '#' lines of a report: what was understood, and the audit at its end.
#pragma once

#include <string>

#include "deck/tables.h"
#include "model/build.h"
#include "solve/continuation.h"

namespace mbs {

// Counts, classes, motions and times.
std::string describe_model(const Tables& tables, const Built& built);

struct KinematicAudit {
  Kinematics::Residual residual;  // largest over all report times
  double smallest_rcond = 1;
  double smallest_rcond_time = 0;
  int assembly_iterations = 0;
  long long rows_done = 0, rows_asked = 0;
};
std::string describe_audit(const KinematicAudit& audit, const ContinuationCount& count);

struct DynamicAudit {
  Kinematics::Residual residual;  // largest over all report times
  int assembly_iterations = 0;
  double balance = 0;  // largest |energy balance| seen
  std::string method;
  double abs = 0, rel = 0, h = 0;
  long long rows_done = 0, rows_asked = 0;

  void note(const Kinematics::Residual& r);
};
std::string describe_audit(const DynamicAudit& audit);

// One line per coordinate: name, x, v, a at full precision; for stderr after a failure.
std::string describe_state(const Model& model, const State& state);

}  // namespace mbs
