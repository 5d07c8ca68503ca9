// What a report says of where its numbers come from: program, deck, parameters, options, and the
// masses, loads, laws and events as they were understood.
#pragma once

#include <string>

#include "base/options.h"
#include "model/built.h"

namespace mbs {

struct Tables;

// The first lines of every report. The checksum is that of the text `mbsim --echo` prints for the
// same deck and parameters (cksum).
std::string describe_origin(const Tables& tables, const Options& options);

// Total mass [kg], gravity [m/s^2], springs, laws and events; empty for a deck without any.
std::string describe_forces(const Tables& tables, const Built& built);

}  // namespace mbs
