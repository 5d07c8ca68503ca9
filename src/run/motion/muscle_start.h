// The states that muscles begin with: activations are those of their stimulation, and fibre and
// tendon are in balance while nothing moves.
#pragma once

#include <optional>
#include <vector>

#include "assembly/state_rates.h"
#include "base/diagnostics.h"
#include "model/phase.h"

namespace mbs {

struct Plan;

// The strain of the tendon at which it bears what the fibre bears with a path of this length [m],
// nothing moving. Where there are several, the longest fibre: the
// one that a muscle comes to whose tendon has been slack. Empty where the fibre is not within .2
// .. 1.8 LOPT.
std::optional<double> strain_in_balance(const Muscle& muscle, double length, double activation);
// Path lengths at which it has these ends.
struct PathRange {
  double shortest = 0, longest = 0;
};
PathRange balanced_paths(const Muscle& muscle, double activation);

struct RestMoments;

// Puts the states of all muscles into the state, which is assembled, with e and ed. First, where
// `stimuli` is not null, the stimulations that MUSCLESTART asks for are put there; those of REST
// need its moments, and without them the muscles that it may choose are slack. False, with an
// error that names the muscle, where there is none.
bool start_muscles(const Plan& plan, const Model& model, const Phase& phase, StateRates& rates,
                   State& state, std::vector<Stimulus>* stimuli, Diagnostics& diagnostics,
                   const RestMoments* rest = nullptr);

}  // namespace mbs
