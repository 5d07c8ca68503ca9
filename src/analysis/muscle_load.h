// How wanted joint moments are shared by muscles that stand still: the tensions F with
// sum of arms times F = wanted and the least sum of squares of F/(FMAX fl), or of activations.
#pragma once

#include <vector>

#include "deck/muscle_tables.h"
#include "laws/muscle.h"

namespace mbs {

// A muscle at rest at its path length.
struct LoadedMuscle {
  const Muscle* muscle = nullptr;
  MusclePath path;
  double lowest = 0, highest = 0;  // tension at the bounds of the stimulation [N]
};

// The activation with which a muscle at this path bears the tension, and the part of the tension
// that a full activation would bear at that length of the fibre.
struct MuscleLoad {
  double activation = 0, relative = 0;
};
MuscleLoad muscle_load(const Muscle& muscle, const MusclePath& path, double tension);

struct SharedLoad {
  bool ok = false;
  std::vector<double> tensions;
  std::vector<double> made;  // the moments of these tensions
};
// arms: moments x muscles, row-major, the moment of a tension of 1; wanted: one per row.
SharedLoad share_load(const std::vector<LoadedMuscle>& muscles, const std::vector<double>& arms,
                      const std::vector<double>& wanted, MuscleCriterion criterion);

}  // namespace mbs
