// Fewer points that draw the same curve.
#pragma once

#include <vector>

#include "draw/scene/vec.h"

namespace mbs {

// Points in pixels. Where x only grows, the first, lowest, highest and last point of each pixel
// column are kept, so that no extreme is lost. Elsewhere a point within a third of a pixel of the
// previous one is dropped, unless it is an extreme of the whole curve. A curve that fills an area
// also loses its pieces over places that are drawn already. A point that is not finite ends a
// piece.
std::vector<std::vector<Vec>> decimate(const std::vector<Vec>& points);

}  // namespace mbs
