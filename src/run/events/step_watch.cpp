#include "run/events/step_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/tolerances.h"

namespace mbs {

void Proof::give_up(double length) {
  ++unshown;
  longest = std::max(longest, std::fabs(length));
}

std::string Proof::describe(std::string_view label, std::string_view second) const {
  if (unshown == 0) return {};
  return fmt::format("not shown: {} pieces, longest {:.1e} {}, {}\n", unshown, longest, second,
                     label);
}

bool WatchedStep::hits(int first, int count) const {
  return std::any_of(locator.hits().begin(), locator.hits().end(), [&](const EventHit& hit) {
    return hit.index >= first && hit.index < first + count &&
           std::fabs(hit.t - limit) <= tolerance::same_instant * std::fabs(limit);
  });
}

}  // namespace mbs
