// Events: a channel passes a value, and what holds the mechanism changes.
#pragma once

#include "journey.h"

namespace hunt {

// One event that the mechanism meets, or two, the second at its time; none if none was found. May
// give a law's amplitude a name.
std::vector<Happening> random_happenings(Random& random, Mechanism& m);
Finding compare(const Mechanism& m, const std::vector<Happening>& happenings, const Runner& run);

// STATIC: at the position the program gives, nothing accelerates.
Finding compare_static(const Mechanism& m, const Runner& run);

// Of an equilibrium of a deck that names its degrees of freedom: 1 stable, -1 unstable, 0 not said.
int stability(const Mechanism& m, const Oracle& wound, const Numbers& x);
// Springs at coordinates that are free, so that there is an equilibrium.
Mechanism sprung(Random& random, const Mechanism& m);

// EIGEN about the start of a native deck that names its degrees of freedom.
Finding compare_eigen(const Mechanism& m, const Runner& run);

}  // namespace hunt
