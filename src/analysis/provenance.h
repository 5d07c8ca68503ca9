// What a report says of where its numbers come from: program, deck, parameters, options, and the
// masses, loads, laws and events as they were understood.
#pragma once

#include <string>

#include "analysis/run.h"

namespace mbs {

// The first lines of every report. The checksum is that of the text `mbsim --echo` prints for the
// same deck and parameters (cksum).
std::string describe_origin(const Tables& tables, const Options& options);

// [kg], at the initial positions; not finite where masses add up to more than a number can be.
double total_mass(const Model& model);
// What the digits of a report are measured by. length: the longest lever arm [m].
Scale report_scale(const Model& model, double length, const TimeGrid& grid);

// Total mass [kg], gravity [m/s^2], springs, laws and events; empty for a deck without any.
std::string describe_forces(const Tables& tables, const Built& built);

}  // namespace mbs
