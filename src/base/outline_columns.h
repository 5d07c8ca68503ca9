// What the numbers of a contact with an outline (PLCPOLY) are, in ElementRow::columns.
#pragma once

#include <cstdint>

namespace mbs {

// A thin plate that is touched from both sides, a border that goes on for ever behind its ends, a
// body.
enum class OutlineShape : std::uint8_t { segment, polyline, polygon };

// From `first` on x y of the vertices.
struct OutlineColumn {
  enum : std::uint8_t { shape, xi, eta, r, first };
};

}  // namespace mbs
