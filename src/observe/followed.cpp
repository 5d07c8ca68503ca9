#include "observe/followed.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_map>
#include <utility>

namespace mbs {

FollowedChannels::FollowedChannels(const Model& model, const Layout& layout)
    : model_(model), layout_(layout) {}

std::optional<FollowedChannel> FollowedChannels::find(int channel) {
  const auto direct = std::find_if(
      layout_.direct.begin(), layout_.direct.end(),
      [channel](const DirectChannel& d) { return d.channel == channel && d.rate < 2; });
  if (direct != layout_.direct.end())
    return FollowedChannel{{Followed::Kind::coordinate, direct->coordinate}, direct->rate};
  if (!std::exchange(listed_, true)) list();
  const auto known = known_.find(channel);
  if (known == known_.end()) return {};
  return known->second;
}

// By the names that the observers give them; those of OUT lines are the user's.
void FollowedChannels::list() {
  std::unordered_map<std::string, int> channels;
  int own = layout_.count();
  for (const Layout::Out& out : layout_.outs) own = std::min(own, out.channel);
  for (int k = 0; k < own; ++k) channels.emplace(layout_.name(k), k);
  const auto add = [&](const std::string& name, Followed what, int rate) {
    if (const auto at = channels.find(name); at != channels.end())
      known_[at->second] = {what, rate};
  };
  const auto deformation = [&](const std::string& value, const std::string& rate, int r) {
    add(value, {Followed::Kind::deformation, r}, 0);
    add(rate, {Followed::Kind::deformation, r}, 1);
  };
  for (const ElementRange& element : model_.elements)
    for (int d = 0; d < element.type->ne; ++d)
      deformation(fmt::format("e{}_{}", element.number, d + 1),
                  fmt::format("ed{}_{}", element.number, d + 1), element.first + d);
  const Parts& parts = model_.parts;
  for (const Parts::Further& f : parts.further) deformation(f.names[0], f.names[1], f.deformation);
  for (std::size_t k = 0; k < parts.beams.size(); ++k)
    for (int d = 0; d < 3; ++d)
      deformation(fmt::format("beam{}.e{}", k + 1, d + 1), fmt::format("beam{}.ed{}", k + 1, d + 1),
                  parts.beams[k].index + d);
  for (std::size_t k = 0; k < parts.paths.size(); ++k)
    deformation(fmt::format("path{}.e", k + 1), fmt::format("path{}.ed", k + 1), parts.paths[k]);
  for (std::size_t k = 0; k < parts.springs.size(); ++k) {
    add(parts.springs[k].name + ".length", {Followed::Kind::length, static_cast<int>(k)}, 0);
    add(parts.springs[k].name + ".rate", {Followed::Kind::deformation, parts.springs[k].index}, 1);
  }
  const auto angle = [&](const std::string& name, int to, int from) {
    add(name, {Followed::Kind::angle, to, from}, 0);
  };
  for (const Parts::Joint& joint : parts.joints)
    if (joint.revolute) angle(joint.name + ".angle", joint.phi_j, joint.phi_i);
  for (const Parts::Angle& a : parts.angles) angle(a.name, a.phi_j, a.phi_i);
  for (const Parts::Hinge& hinge : parts.hinges) {
    angle(hinge.name + ".angle", hinge.phi_j, hinge.phi_i);
    add(hinge.name + ".rate", {Followed::Kind::deformation, hinge.index}, 1);
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
  }
  return {};
}

}  // namespace mbs
