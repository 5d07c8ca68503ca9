// Report lines about the origin of the numbers: program, deck, parameters, options, and the masses,
// loads, laws and events as they were understood.
#pragma once

#include <string>

#include "base/options.h"
#include "model/built.h"

namespace mbs {

struct Tables;

// The first lines of every report. Their checksum is the cksum of the text that `mbsim --echo`
// prints for the same deck and parameters.
std::string describe_origin(const Tables& tables, const Options& options);

// Total mass [kg], gravity [m/s^2], springs, laws and events; empty for a deck without any.
std::string describe_forces(const Tables& tables, const Built& built);

}  // namespace mbs
