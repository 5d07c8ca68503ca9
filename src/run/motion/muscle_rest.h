// MUSCLESTART REST: what muscles must make so that a posture stands still.
#pragma once

#include <string>
#include <vector>

#include "run/motion/dynamic_site.h"

namespace mbs {

// The equations that muscles can fulfil: sum over muscles of arms times tension = wanted.
struct RestMoments {
  std::vector<double> wanted;      // moment or force along an angle or deformation
  std::vector<double> arms;        // of each row, one per muscle
  std::vector<std::string> names;  // of each row: "joint 2", "e3_1"
  // The largest force or moment that is left where no muscle acts, and along what.
  double left = 0, left_size = 0;
  std::string left_along;
};

// At a state with the contacts that touch closed. The forces of muscles there count for nothing.
RestMoments moments_of_rest(DynamicSite& site);

// Puts the stimulations and states of the muscles there, and accelerates. Not `done` after an
// error.
ExitStatus start_at_rest(DynamicSite& site);

}  // namespace mbs
