// The first '#' lines of a report: how the program understood the deck.
#pragma once

#include <string>

#include "base/options.h"
#include "model/built.h"

namespace mbs {

struct Tables;

// Origin, counts, classes, motions, forces and times.
std::string describe_model(const Tables& tables, const Built& built, const Options& options);

}  // namespace mbs
