#include "observe/followed.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "base/space_vector.h"
#include "nodes/quaternion.h"
#include "plan/chain.h"

namespace mbs {

namespace {

constexpr int kSpanOf = 2;  // component of a spring, a hinge or a pin: its length or angle

// x (axis 0) or y (axis 1) of a point of a body.
Followed place_of(const PlaceInBody& point, int axis) {
  const bool is_y = axis == 1;
  return {Followed::Kind::place, point.x + axis, point.phi, is_y ? point.eta : point.xi,
          is_y ? -point.xi : point.eta};
}

}  // namespace

FollowedChannels::FollowedChannels(const Model& model, const Layout& layout, const Chain& chain)
    : model_(model), layout_(layout), chain_(chain) {}

std::optional<FollowedChannel> FollowedChannels::find(int channel) const {
  const auto direct = std::find_if(
      layout_.direct.begin(), layout_.direct.end(),
      [channel](const DirectChannel& d) { return d.channel == channel && d.rate < 2; });
  // An angular velocity of an orientation is the rate of no coordinate.
  if (direct != layout_.direct.end() && model_.is_orientation(direct->coordinate)) return {};
  if (direct != layout_.direct.end())
    return FollowedChannel{{Followed::Kind::coordinate, direct->coordinate}, direct->rate};
  return find(layout_.channels[channel].what);
}

std::optional<FollowedChannel> FollowedChannels::find(const Quantity& what) const {
  using Kind = Followed::Kind;
  if (what.rate > 1) return {};
  const Parts& parts = model_.parts;
  const auto k = static_cast<std::size_t>(what.owner);
  const auto deformation = [&](int r) {
    return FollowedChannel{{Kind::deformation, r}, what.rate};
  };
  const auto angle = [](const auto& of) {
    return FollowedChannel{{Kind::angle, of.phi_j, of.phi_i}, 0};
  };
  const auto place = [&](const PlaceInBody& point) {
    return FollowedChannel{place_of(point, what.component), what.rate};
  };
  switch (what.of) {
    case Of::point: {
      const BodyPoint& point = model_.points[k];
      if (point.in_space) {
        Followed of{Kind::space_place, point.x + what.component, point.phi};
        of.component = what.component;
        of.point = {point.xi, point.eta, point.zeta};
        return FollowedChannel{of, what.rate};
      }
      return place({point.x, point.phi, point.xi, point.eta});
    }
    case Of::place:
      return place(parts.places[k].place);
    case Of::base: {
      const ChainSegment& first = chain_.segments.front();
      return place({model_.nodes[first.point].first, model_.nodes[first.angle].first, -first.d, 0});
    }
    case Of::deformation:
      return deformation(model_.elements[k].first + what.component);
    case Of::further:
      if (what.component == 0) return deformation(parts.further[k].deformation);
      return {};
    case Of::beam:
      return deformation(parts.beams[k].index + what.component);
    case Of::path:
      return deformation(parts.paths[k]);
    case Of::spring:
      if (what.component != kSpanOf) return {};
      if (what.rate == 1) return deformation(parts.springs[k].index);
      return FollowedChannel{{Kind::length, what.owner}, 0};
    case Of::hinge:
      if (what.component != kSpanOf) return {};
      return what.rate == 1 ? deformation(parts.hinges[k].index) : angle(parts.hinges[k]);
    case Of::joint:
      if (what.component == kSpanOf && parts.joints[k].revolute) return angle(parts.joints[k]);
      return {};
    case Of::angle:
      return angle(parts.angles[k]);
    default:
      return {};
  }
}

Jet FollowedChannels::at(const Followed& what, const State& state) const {
  const auto i = static_cast<std::size_t>(what.index);
  switch (what.kind) {
    case Followed::Kind::coordinate:
      return {state.x[i], state.v[i], state.a[i]};
    case Followed::Kind::angle: {
      const auto j = static_cast<std::size_t>(what.from);
      return {state.x[i] - state.x[j], state.v[i] - state.v[j], state.a[i] - state.a[j]};
    }
    case Followed::Kind::deformation:
      return {state.e[i], state.ed[i], state.edd[i]};
    case Followed::Kind::length: {
      const Parts::Spring& spring = model_.parts.springs[i];
      const auto a = spring.i.at(state.x), b = spring.j.at(state.x);
      const auto r = static_cast<std::size_t>(spring.index);
      return {std::hypot(b[0] - a[0], b[1] - a[1]), state.ed[r], state.edd[r]};
    }
    case Followed::Kind::place: {
      const auto phi = static_cast<std::size_t>(what.from);
      const double c = std::cos(state.x[phi]), s = std::sin(state.x[phi]), w = state.v[phi];
      const double reach = what.along * c - what.across * s,
                   slope = -what.along * s - what.across * c;
      return {state.x[i] + reach, state.v[i] + w * slope,
              state.a[i] + state.a[phi] * slope - w * w * reach};
    }
    case Followed::Kind::space_place: {
      const auto turn = static_cast<std::size_t>(what.from);
      const Orientation& body =
          model_.orientations[static_cast<std::size_t>(model_.orientation_of[turn])];
      double R[9];
      rotation_matrix(body.quaternion(state.x.data()).data(), R);
      const Vec3 s = vec3(what.point.data()), w = vec3(state.v.data() + turn),
                 wd = vec3(state.a.data() + turn), rate = cross(w, s);
      const int c = what.component;
      return {state.x[i] + to_space(R, s)[c], state.v[i] + to_space(R, rate)[c],
              state.a[i] + to_space(R, cross(wd, s) + cross(w, rate))[c]};
    }
  }
  return {};
}

}  // namespace mbs
