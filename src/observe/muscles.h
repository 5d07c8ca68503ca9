// Muscles in a report: a table of each muscle's path, fibre, tendon, force and power, a table of
// their moment arms and moments, and channels of these numbers and of energies.
#pragma once

#include <string>
#include <vector>

#include "build/coupled_arms.h"
#include "laws/muscle.h"
#include "model/model.h"
#include "model/state.h"
#include "observe/layout.h"
#include "solve/forces/dynamics.h"

namespace mbs {

struct Plan;

MusclePath muscle_path(const Muscle& muscle, const State& state);
// At a state with its rates.
MuscleDetail muscle_detail(const Muscle& muscle, const State& state);

// The number of channels of a muscle.
std::size_t muscle_channels(const Model& model, std::size_t muscle);

// Energy of the tendons and parallel elements of all muscles [J].
double elastic_energy(const Model& model, const State& state);

class MuscleObserver {
 public:
  MuscleObserver(const Plan& plan, const Model& model);

  // sol.l .ld (path), .lce .lced (fibre), .strain (tendon), .f (tension), .stim, .act, .power (into
  // the mechanism), .actd, .q (active state), .pfibre .ptendon (out of fibre and tendon), .elastic
  // (energy), and .arm2 .m2 about joint 2. Nothing without muscles.
  void lay_out(Layout& layout) const;
  // Fills as many numbers as lay_out() named, at a state after Dynamics::accelerate().
  void observe(const State& state, const Phase& phase, const Dynamics& dynamics, double* out);

 private:
  const Model& model_;
  CoupledArms coupled_;
  std::vector<double> arms_;  // of one muscle
  std::vector<std::string> names_;
};

}  // namespace mbs
