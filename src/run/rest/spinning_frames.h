// Bodies that spin while their angular velocities are degrees of freedom. Small turns of such a
// body are seen from the body itself (Linearisation::frame), and modes exist only where the
// equations as it sees them do not change with time: a top that stands upright, a rotor with equal
// moments.
#pragma once

#include <string>
#include <vector>

#include "solve/statics/linearise.h"

namespace mbs {

class SpinningFrames {
 public:
  SpinningFrames(const Model& model, const Partition& partition, const State& state);

  bool none() const { return frames_.empty(); }
  // Whether the linear equations stay the same (below).
  bool are_steady(const Linearisation& linear, const Phase& phase, Dynamics& dynamics,
                  Placed& placed, State& state) const;
  // "node 2 spins at 40 rad/s" of the fastest one.
  std::string fastest() const;
  // A line for the report.
  std::string describe() const;

 private:
  struct Frame {
    std::string name;
    double rate = 0;
  };
  std::vector<Frame> frames_;  // the fastest first
};

// Whether the linear equations are the same a small step later, small for what turns at `rate`. The
// mechanism goes there and comes back; `placed` becomes its handle.
bool equations_are_steady(const Linearisation& linear, double rate, const Phase& phase,
                          Dynamics& dynamics, Placed& placed, State& state);

}  // namespace mbs
