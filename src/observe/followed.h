// Channels that are smooth functions of the motion and whose rates and accelerations are known at
// every state: coordinates, angles between two bodies, deformations, lengths of springs, places of
// points of bodies. Between two states they can be interpolated as well as coordinates.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "integrate/quintic.h"
#include "model/model.h"
#include "model/state.h"
#include "observe/layout.h"

namespace mbs {

struct Chain;

struct Followed {
  enum class Kind : std::uint8_t { coordinate, angle, deformation, length, place, space_place };
  Kind kind = Kind::coordinate;
  // coordinate, deformation or spring; an angle is x[index] - x[from]; a place, x or y of a point
  // of a body, is x[index] + along cos(x[from]) - across sin(x[from])
  // space_place, x, y or z (component) of a point of a body of space, is x[index] + that component
  // of R point, with the orientation whose first coordinate is `from`
  int index = 0;
  int from = 0;
  double along = 0, across = 0;
  int component = 0;
  std::array<double, 3> point{};
  // It may bend within no time where it is least, as the distance of two points that pass.
  bool is_length() const { return kind == Kind::deformation || kind == Kind::length; }
  friend bool operator==(const Followed&, const Followed&) = default;
};

struct FollowedChannel {
  Followed what;
  int rate = 0;  // 1: its velocity
};

class FollowedChannels {
 public:
  // model, layout and chain outlive this object.
  FollowedChannels(const Model& model, const Layout& layout, const Chain& chain);
  // Empty if the rates of the channel are not known.
  std::optional<FollowedChannel> find(int channel) const;
  // Value, rate and acceleration at a state after Dynamics::accelerate().
  Jet at(const Followed& what, const State& state) const;

 private:
  std::optional<FollowedChannel> find(const Quantity& what) const;

  const Model& model_;
  const Layout& layout_;
  const Chain& chain_;
};

}  // namespace mbs
