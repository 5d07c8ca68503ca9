// How wanted joint moments are shared by muscles that stand still: the tensions F with
// sum of arms times F = wanted and the least sum of squares of F/(FMAX fl), or of activations.
#pragma once

#include <vector>

#include "laws/load_sharing.h"
#include "laws/muscle.h"
#include "plan/muscles.h"

namespace mbs {

// A muscle at rest at its path length.
struct LoadedMuscle {
  const Muscle* muscle = nullptr;
  MusclePath path;
  TensionLimits tension;  // at the bounds of the stimulation
};

// The activation with which a muscle at this path bears the tension, and the part of the tension
// that a full activation would bear at that length of the fibre.
struct MuscleLoad {
  double activation = 0, relative = 0;
};
MuscleLoad muscle_load(const Muscle& muscle, const MusclePath& path, double tension);

// arms and wanted as in laws/load_sharing.h.
SharedLoad share_load(const std::vector<LoadedMuscle>& muscles, const std::vector<double>& arms,
                      const std::vector<double>& wanted, MuscleCriterion criterion);

}  // namespace mbs
