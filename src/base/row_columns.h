// The numbers of PATH, CAM and PLCPOLY in ElementRow::columns.
#pragma once

#include <cstdint>

namespace mbs {

// A place of a path, xi eta r turns. r = 0: a point (xi, eta) of a body. Else the centre of a
// circle to the left (r > 0) or right (r < 0) of the path. turns: additional whole turns round the
// circle; kLifts: the path may lift off the circle.
inline constexpr int kPathColumns = 4;
inline constexpr double kLifts = -1;

enum class Follower : std::uint8_t { roller, flat };  // a point is a roller with r = 0

// Of a cam; the guide columns may be unused.
struct CamColumn {
  enum : std::uint8_t { follower, xi, eta, first, second, guide, guide_x, guide_y, count };
};
// Reference of the pressure angle: none, a direction in ground (along), a pivot of body a (about).
enum class Guide : std::uint8_t { none, along, about };

// segment: a thin plate, touched from both sides. polyline: a border that continues beyond its
// ends. polygon: a body.
enum class OutlineShape : std::uint8_t { segment, polyline, polygon };

// Of a contact with an outline; from `first` on x y of each vertex.
struct OutlineColumn {
  enum : std::uint8_t { shape, xi, eta, r, first };
};

}  // namespace mbs
