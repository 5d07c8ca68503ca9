// The numbers of a contact with an outline (PLCPOLY) in ElementRow::columns.
#pragma once

#include <cstdint>

namespace mbs {

// segment: a thin plate, touched from both sides. polyline: a border that continues beyond its
// ends. polygon: a body.
enum class OutlineShape : std::uint8_t { segment, polyline, polygon };

// Columns from `first` on: x y of each vertex.
struct OutlineColumn {
  enum : std::uint8_t { shape, xi, eta, r, first };
};

}  // namespace mbs
