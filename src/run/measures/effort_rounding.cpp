#include <algorithm>
#include <cmath>

#include "base/tolerances.h"
#include "run/measures/measure_run.h"

namespace mbs {

namespace {

// Rounding of a reaction over its largest term: more than epsilon, since several roundings add up.
constexpr double kSumRounding = 10 * tolerance::epsilon;

}  // namespace

EffortRounding::EffortRounding(const Layout& layout, int first_slot, double length) {
  const Unit moment = unit::effort_along(unit::radian);
  for (int k = 0; k < layout.count(); ++k) {
    const Unit u = layout.channels[k].unit;
    const int slot = first_slot + k;
    if (u == unit::newton) parts_.push_back({slot, force, 1});
    if (u == moment) parts_.push_back({slot, force, length});
    if (u == rate_of(unit::metre, 2)) parts_.push_back({slot, acceleration, 1});
    if (u == rate_of(unit::radian, 2)) parts_.push_back({slot, acceleration, 1 / length});
  }
}

void EffortRounding::note(const double* slots) {
  largest_ = {};
  for (const Part& part : parts_)
    largest_[part.kind] = std::max(largest_[part.kind], std::fabs(slots[part.slot]) / part.scale);
}

double EffortRounding::of(const Expression& f, const double* slots) const {
  double sum = 0;
  for (const int slot : f.slots()) {
    const auto part = std::lower_bound(parts_.begin(), parts_.end(), slot,
                                       [](const Part& p, int k) { return p.slot < k; });
    if (part == parts_.end() || part->slot != slot) continue;
    double slope = 0;
    f.gradient(slots, {&slot, 1}, &slope);
    sum += std::fabs(slope) * largest_[part->kind] * part->scale;
  }
  return std::isfinite(sum) ? kSumRounding * sum : 0;
}

}  // namespace mbs
