// One seed of the hunt: a random mechanism against the oracle, its deck said in other ways, and
// the mechanism seen in another frame, order, unit or time.
#pragma once

#include <array>

#include "compare.h"

namespace hunt {

enum class Prey { all, native, kabios, chain, limbs };

struct Tally {
  long agrees = 0, explained = 0, refused = 0, skipped = 0, disagrees = 0, decks = 0;
  long rubs = 0;  // of those that agree: with friction in joints
  // Of all runs: how often a slip of such a joint ended or began, and how many were compared only
  // as far as friction has a single value.
  long rubbed = 0, undetermined = 0;
};

// What is wrong, empty if nothing is; refusals only if they are wanted.
std::string hunt_seed(std::uint64_t seed, Prey prey, bool show_refusals, Tally& tally);

}  // namespace hunt
