#include "run/frame/channel_rounding.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "base/tolerances.h"

namespace mbs {

namespace {

// What half a change of a channel may leave of a change of an expression that does not jump.
constexpr double kOfHalf = 0.75;

}  // namespace

ChannelRounding::ChannelRounding(const Layout& layout) {
  std::vector<Unit> units;
  for (const Channel& channel : layout.channels) {
    const auto known = std::find(units.begin(), units.end(), channel.unit);
    group_.push_back(channel.unit.known ? static_cast<int>(known - units.begin()) : -1);
    if (known == units.end()) units.push_back(channel.unit);
  }
  size_.resize(units.size());
}

void ChannelRounding::take(ConstVector channels) {
  std::fill(size_.begin(), size_.end(), 0.0);
  for (std::size_t k = 0; k < group_.size(); ++k)
    if (group_[k] >= 0 && std::isfinite(channels[k]))
      size_[at(group_[k])] = std::max(size_[at(group_[k])], std::fabs(channels[k]));
}

double ChannelRounding::of(const Expression& expression, const double* slots, int first_channel) {
  const std::size_t first = at(first_channel);
  rounded_.assign(slots, slots + first + group_.size());
  const double value = expression.value(rounded_.data());
  double out = 0;
  for (const int slot : expression.slots()) {
    const std::size_t k = at(slot) - first;
    if (slot < first_channel || group_[k] < 0) continue;
    const double rounding = tolerance::event_rounding * size_[at(group_[k])];
    const auto change = [&](double by) {
      rounded_[at(slot)] = slots[slot] + by;
      return std::fabs(expression.value(rounded_.data()) - value);
    };
    double most = 0;
    for (const double side : {-1.0, 1.0}) {
      const double half = change(side * rounding / 2), quarter = change(side * rounding / 4);
      // A jump changes as much with half the rounding: it is none.
      if (quarter <= kOfHalf * half && std::isfinite(half)) most = std::max(most, 2 * half);
    }
    rounded_[at(slot)] = slots[slot];
    out += most;
  }
  return out;
}

}  // namespace mbs
