// Sines of numbers that are no radians: sin(30), and sin(a) of PARAM a = 30.
#pragma once

#include <string_view>
#include <vector>

#include "program/doubt.h"

namespace mbs {

class Parameters;

// lines: of the deck itself.
std::vector<Doubt> doubts_of_sines(const std::vector<std::string_view>& lines,
                                   const Parameters& parameters);

}  // namespace mbs
