// The meanings of names in expressions of laws.
#pragma once

#include <cstdint>

namespace mbs {

enum class InputKind : std::uint8_t {
  time,
  coordinate,
  velocity,
  deformation,
  rate,            // of a deformation
  state,           // a first-order state
  angle,           // between two angle nodes
  point_position,  // of a point fixed in a body
  point_velocity,
  direction,       // a component in space of an axis of an orientation
  space_position,  // of a point fixed in a body of space
  space_velocity
};

inline bool is_of_space_point(InputKind kind) {
  return kind == InputKind::space_position || kind == InputKind::space_velocity;
}

}  // namespace mbs
