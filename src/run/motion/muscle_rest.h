// MUSCLESTART REST: the moments that muscles must make so that a posture stands still.
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
  // left: the largest force or moment that no muscle can hold, along left_along; left_size: the
  // largest force or moment of all.
  double left = 0, left_size = 0;
  std::string left_along;
};

// The moments at a state whose touching contacts are closed. The present tensions of muscles do not
// count.
RestMoments moments_of_rest(DynamicSite& site);

// Gives the muscles the stimulations and states of rest, and finds the accelerations. Not `done`
// after an error.
ExitStatus start_at_rest(DynamicSite& site);

}  // namespace mbs
