// Fewer points that draw the same curve.
#pragma once

#include <vector>

#include "draw/vec.h"

namespace mbs {

// Of pixels. Where x only grows, the first, lowest, highest and last point of each pixel column
// stay, so no extreme is lost; elsewhere points within a third of a pixel of the one before go,
// unless they are extremes of the whole curve. What is not finite ends a piece.
std::vector<std::vector<Vec>> decimate(const std::vector<Vec>& points);

}  // namespace mbs
