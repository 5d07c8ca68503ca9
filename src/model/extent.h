// The size of a mechanism in space.
#pragma once

#include <algorithm>
#include <cmath>

#include "base/views.h"
#include "model/model.h"

namespace mbs {

// The largest distance along an axis between places at the coordinates x; 0 for a single place.
inline double extent_of_places(const Model& model, ConstVector x) {
  double low[kMostVelocities], high[kMostVelocities], extent = 0;
  std::fill(std::begin(low), std::end(low), INFINITY);
  std::fill(std::begin(high), std::end(high), -INFINITY);
  for (const Node& node : model.nodes)
    for (int c = 0; c < coordinate_count(node.kind); ++c) {
      if (node_type(node.kind).role != NodeRole::place) continue;
      const double place = x[static_cast<std::size_t>(node.first + c)];
      low[c] = std::min(low[c], place);
      high[c] = std::max(high[c], place);
      extent = std::max(extent, high[c] - low[c]);
    }
  return std::isfinite(extent) ? extent : 0;
}

}  // namespace mbs
