// Deformations that follow from others (solve/place/redundant_rows.h). What a Phase says of them is
// the origin of their class: kRedundant.
#pragma once

#include <string_view>

#include "base/classes.h"
#include "model/phase.h"

namespace mbs {

inline constexpr std::string_view kRedundant = "REDUNDANT";

// Let go, because held deformations already hold it: its stress is 0 in the equations, and its
// value must stay 0 by itself.
inline bool is_shed(const Phase& phase, int r) {
  return phase.e_origin[r].label == kRedundant && is_free(phase.e_class[r]);
}
// Whether equilibrium leaves the stress, or the reaction, undetermined, and the deck does not ask
// for the least shares (solve/forces/equations_of_motion.h).
inline bool is_open_stress(const Phase& phase, int r) {
  return phase.e_origin[r].label == kRedundant && !(phase.least_length > 0);
}
inline bool is_open_reaction(const Phase& phase, int i) {
  return phase.x_origin[i].label == kRedundant && !(phase.least_length > 0);
}

}  // namespace mbs
