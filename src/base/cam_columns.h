// The numbers of a CAM in ElementRow::columns.
#pragma once

#include <cstdint>

namespace mbs {

enum class Follower : std::uint8_t { roller, flat };  // a point is a roller with r = 0

// Columns of ElementRow::columns; the guide columns may be unused.
struct CamColumn {
  enum : std::uint8_t { follower, xi, eta, first, second, guide, guide_x, guide_y, count };
};
// Reference of the pressure angle: none, a direction in ground (along), a pivot of body a (about).
enum class Guide : std::uint8_t { none, along, about };

}  // namespace mbs
