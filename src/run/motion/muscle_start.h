// The states that muscles begin with: each activation equals its stimulation, and fibre and tendon
// are in balance while nothing moves.
#pragma once

#include <vector>

#include "assembly/state_rates.h"
#include "base/diagnostics.h"
#include "laws/load_sharing.h"
#include "laws/muscle.h"
#include "laws/muscle_balance.h"
#include "model/phase.h"
#include "plan/muscles.h"

namespace mbs {

struct Plan;

struct RestMoments;

// Puts the states of all muscles into `state`, which is assembled, with e and ed. If `stimuli` is
// not null, it first gets the stimulations that MUSCLESTART asks for. REST needs the moments
// `rest`; without them the muscles that it may choose are slack. False, with an error that names
// the muscle, where a muscle finds no balance.
bool start_muscles(const Plan& plan, const Model& model, const Phase& phase, StateRates& rates,
                   State& state, std::vector<Stimulus>* stimuli, Diagnostics& diagnostics,
                   const RestMoments* rest = nullptr);

// How wanted joint moments are shared by muscles that stand still: the tensions F with
// sum of arms times F = wanted and the least sum of squares of F/(FMAX fl), or of activations.

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
