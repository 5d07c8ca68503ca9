// A variable of the two lines of the balance.
#pragma once

#include <cstdint>

namespace mbs {

// One variable of the two lines: the acceleration a or the load f of a coordinate of a node, the
// stress S of a deformation of an element.
enum class BalanceSide : std::uint8_t { acceleration, load, stress };
struct BalanceVariable {
  BalanceSide side = BalanceSide::acceleration;
  int owner = 0;      // node or element
  int component = 0;  // from 0
};

}  // namespace mbs
