// The balance of fibre and tendon while a muscle stands still.
#pragma once

#include <optional>

#include "laws/muscle.h"

namespace mbs {

inline constexpr double kShortFibre = 0.2, kLongFibre = 1.8;  // fibres in balance, LOPT

// The strain of the tendon at which it bears what the fibre bears, for a path of this length [m]
// that does not move. Of several strains, the one with the longest fibre: a muscle whose tendon has
// been slack comes to it. Empty where the fibre is not within .2 .. 1.8 LOPT.
std::optional<double> strain_in_balance(const Muscle& muscle, double length, double activation);
// Path lengths at which the fibre is .2 and 1.8 LOPT long.
struct PathRange {
  double shortest = 0, longest = 0;
};
PathRange balanced_paths(const Muscle& muscle, double activation);

}  // namespace mbs
