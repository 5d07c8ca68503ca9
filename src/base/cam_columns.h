// What the numbers of a CAM are, in ElementRow::columns.
#pragma once

#include <cstdint>

namespace mbs {

enum class Follower : std::uint8_t { roller, flat };  // a point is a roller with r = 0

// Columns of ElementRow::columns; those of the guide may be unused.
struct CamColumn {
  enum : std::uint8_t { follower, xi, eta, first, second, guide, guide_x, guide_y, count };
};
// What the pressure angle is measured against: nothing, a direction in ground, a pivot of body a.
enum class Guide : std::uint8_t { none, along, about };

}  // namespace mbs
