// Channels that are smooth functions of the motion and have their rates and accelerations with
// every state: coordinates, angles between two of them, deformations, lengths of springs. Between
// two states they are known as well as coordinates are.
#pragma once

#include <cstdint>
#include <optional>

#include "integrate/quintic.h"
#include "model/model.h"
#include "model/state.h"
#include "observe/layout.h"

namespace mbs {

struct Followed {
  enum class Kind : std::uint8_t { coordinate, angle, deformation, length };
  Kind kind = Kind::coordinate;
  int index = 0;  // the coordinate (of an angle: to which), the deformation, the spring
  int from = 0;   // of an angle: the other coordinate
  friend bool operator==(const Followed&, const Followed&) = default;
};

struct FollowedChannel {
  Followed what;
  int rate = 0;  // 1: its velocity
};

class FollowedChannels {
 public:
  // Both outlive this.
  FollowedChannels(const Model& model, const Layout& layout);
  // None: a channel that has no such rates.
  std::optional<FollowedChannel> find(int channel) const;
  // At a state after Dynamics::accelerate().
  Jet at(const Followed& what, const State& state) const;

 private:
  std::optional<FollowedChannel> find(const Quantity& what) const;

  const Model& model_;
  const Layout& layout_;
};

}  // namespace mbs
