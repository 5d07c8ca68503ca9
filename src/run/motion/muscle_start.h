// The states that muscles begin with: each activation equals its stimulation, and fibre and tendon
// are in balance while nothing moves.
#pragma once

#include <optional>
#include <vector>

#include "assembly/state_rates.h"
#include "base/diagnostics.h"
#include "model/phase.h"

namespace mbs {

struct Plan;

// The strain of the tendon at which it bears what the fibre bears, for a path of this length [m]
// that does not move. Of several strains, the one with the longest fibre: a muscle whose tendon has
// been slack comes to it. Empty where the fibre is not within .2 .. 1.8 LOPT.
std::optional<double> strain_in_balance(const Muscle& muscle, double length, double activation);
// Path lengths at which the fibre is .2 and 1.8 LOPT long.
struct PathRange {
  double shortest = 0, longest = 0;
};
PathRange balanced_paths(const Muscle& muscle, double activation);

struct RestMoments;

// Puts the states of all muscles into `state`, which is assembled, with e and ed. If `stimuli` is
// not null, it first gets the stimulations that MUSCLESTART asks for. REST needs the moments
// `rest`; without them the muscles that it may choose are slack. False, with an error that names
// the muscle, where a muscle finds no balance.
bool start_muscles(const Plan& plan, const Model& model, const Phase& phase, StateRates& rates,
                   State& state, std::vector<Stimulus>* stimuli, Diagnostics& diagnostics,
                   const RestMoments* rest = nullptr);

}  // namespace mbs
