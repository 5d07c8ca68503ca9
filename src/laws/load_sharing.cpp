#include "laws/load_sharing.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/tolerances.h"
#include "linalg/lu.h"

namespace mbs {

namespace {

// The tensions are found when none moves by more than this part of its range.
constexpr double kTensionFound = 1e-14;

// A tension leaves a limit where the cost would fall by more than this part.
constexpr double kLeavesLimit = 1e-12;

constexpr int kIterations = 500;
// Tensions that move by no more than this part of their range in so many last steps are at a kink.
constexpr int kLast = 20;
constexpr double kAtKink = 1e-4;  // of the range
constexpr double kStep = 1e-5;    // part of the range, for second derivatives
// Weight of a reserve in the cost; tensions have 1.
constexpr double kReserveWeight = 1e8;

// Newton's method on the conditions of Karush, Kuhn and Tucker. A tension that reaches a limit is
// held there until its multiplier releases it.
class LoadSharing {
 public:
  LoadSharing(const std::vector<TensionLimits>& limits, const std::vector<double>& arms,
              const std::vector<double>& wanted, const SharingSlope& slope)
      : limits_(limits),
        arms_(arms),
        wanted_(wanted),
        slope_(slope),
        n_(limits.size()),
        m_(wanted.size()),
        F_(n_),
        multipliers_(m_),
        held_(n_, 0) {
    for (std::size_t k = 0; k < n_; ++k) F_[k] = 0.9 * limits[k].lowest + 0.1 * limits[k].highest;
  }

  // Starts from the result of another sharing of the same muscles.
  void begin_at(const LoadSharing& other) {
    std::copy_n(other.F_.begin(), n_, F_.begin());
    std::copy_n(other.held_.begin(), n_, held_.begin());
  }

  SharedLoad solve() {
    SharedLoad out;
    // Where the cost has a kink at a limit, a tension is held there and let go in turn.
    std::vector<double> before;
    for (int i = 0; i < kIterations && !out.ok; ++i) {
      if (i == kIterations - kLast) before = F_;
      double moved = 0;
      if (!step(moved)) return out;
      out.ok = moved <= kTensionFound && !let_go();
    }
    for (std::size_t k = 0; k < n_ && !out.ok; ++k)
      if (!(std::fabs(F_[k] - before[k]) <= kAtKink * range(k))) return out;
    out.ok = true;
    out.tensions = F_;
    for (std::size_t r = 0; r < m_; ++r) {
      double sum = 0;
      for (std::size_t k = 0; k < n_; ++k) sum += arms_[r * n_ + k] * F_[k];
      out.made.push_back(sum);
    }
    return out;
  }

 private:
  double range(std::size_t k) const { return limits_[k].highest - limits_[k].lowest; }

  double curvature(std::size_t k) const {
    const double h = kStep * range(k);
    const double low = std::max(F_[k] - h, limits_[k].lowest),
                 high = std::min(F_[k] + h, limits_[k].highest);
    const double rise = (slope_(k, high) - slope_(k, low)) / (high - low);
    // Least curvature of the cost, so that a step of Newton's method exists.
    const double least = 1e-8 / (range(k) * range(k));
    return std::isfinite(rise) ? std::max(rise, least) : least;
  }

  // False if the moments do not depend on the free tensions.
  bool step(double& moved) {
    std::vector<std::size_t> free;
    for (std::size_t k = 0; k < n_; ++k)
      if (held_[k] == 0) free.push_back(k);
    const std::size_t n = free.size();
    Lu lu(static_cast<int>(n + m_));
    lu.set_zero();
    const Matrix a = lu.matrix();
    std::vector<double> rhs(n + m_);
    const auto at = [](std::size_t i) { return static_cast<int>(i); };
    for (std::size_t j = 0; j < n; ++j) {  // unknowns are parts of the range
      const std::size_t k = free[j];
      a(at(j), at(j)) = curvature(k) * range(k) * range(k);
      rhs[j] = -slope_(k, F_[k]) * range(k);
      for (std::size_t r = 0; r < m_; ++r)
        a(at(n + r), at(j)) = a(at(j), at(n + r)) = arms_[r * n_ + k] * range(k);
    }
    for (std::size_t r = 0; r < m_; ++r) {
      rhs[n + r] = wanted_[r];
      for (std::size_t k = 0; k < n_; ++k) rhs[n + r] -= arms_[r * n_ + k] * F_[k];
    }
    if (lu.factor() >= 0) return false;
    lu.solve(rhs.data());
    double part = 1;
    std::size_t blocking = n;
    for (std::size_t j = 0; j < n; ++j) {
      const std::size_t k = free[j];
      moved = std::max(moved, std::fabs(rhs[j]));
      const double d = rhs[j] * range(k), to = F_[k] + d;
      if (!std::isfinite(d)) return false;
      const double bound = d < 0 ? limits_[k].lowest : limits_[k].highest;
      if ((d < 0 ? to >= bound : to <= bound) || d == 0) continue;
      const double reach = (bound - F_[k]) / d;
      if (reach < part) part = reach, blocking = j;
    }
    for (std::size_t j = 0; j < n; ++j) F_[free[j]] += part * rhs[j] * range(free[j]);
    for (std::size_t r = 0; r < m_; ++r) multipliers_[r] = rhs[n + r];
    if (blocking < n) {
      const std::size_t k = free[blocking];
      held_[k] = rhs[blocking] < 0 ? -1 : 1;
      F_[k] = held_[k] < 0 ? limits_[k].lowest : limits_[k].highest;
      moved = 1;
    }
    return true;
  }

  // Releases the held tension that reduces the cost most; false if there is none.
  bool let_go() {
    std::size_t worst = n_;
    double most = kLeavesLimit;
    for (std::size_t k = 0; k < n_; ++k) {
      if (held_[k] == 0 || range(k) <= 0) continue;
      double g = slope_(k, F_[k]);
      for (std::size_t r = 0; r < m_; ++r) g += arms_[r * n_ + k] * multipliers_[r];
      const double inward = held_[k] < 0 ? -g : g;
      if (inward * range(k) > most) most = inward * range(k), worst = k;
    }
    if (worst == n_) return false;
    held_[worst] = 0;
    return true;
  }

  const std::vector<TensionLimits>& limits_;
  const std::vector<double>& arms_;
  const std::vector<double>& wanted_;
  const SharingSlope& slope_;
  std::size_t n_, m_;
  std::vector<double> F_, multipliers_;
  std::vector<int> held_;  // -1, 1: at its lower, upper limit
};

}  // namespace

// The cost of a sharing may have kinks and flat parts, between which Newton's method goes to and
// fro. Then the way leads from the least squares of the parts of the ranges, which has neither,
// to the cost.
SharedLoad share_load(const std::vector<TensionLimits>& limits, const std::vector<double>& arms,
                      const std::vector<double>& wanted, const SharingSlope& slope) {
  constexpr int kParts = 16;
  SharedLoad out = LoadSharing(limits, arms, wanted, slope).solve();
  if (makes_moments(out, arms, wanted, tolerance::muscle_moment)) return out;
  double part = 0;
  const SharingSlope between = [&](std::size_t k, double tension) {
    const double range = limits[k].highest - limits[k].lowest;
    const double of_squares = range > 0 ? (tension - limits[k].lowest) / (range * range) : 0;
    return (1 - part) * of_squares + (part > 0 ? part * slope(k, tension) : 0);
  };
  std::optional<LoadSharing> last;
  for (int k = 0; k <= kParts; ++k) {
    part = 1.0 * k / kParts;
    LoadSharing next(limits, arms, wanted, between);
    if (last) next.begin_at(*last);
    const SharedLoad there = next.solve();
    if (!makes_moments(there, arms, wanted, tolerance::muscle_moment)) return k == 0 ? out : there;
    if (k == kParts) return there;
    last.emplace(next);
  }
  return out;
}

bool makes_moments(const SharedLoad& shared, const std::vector<double>& arms,
                   const std::vector<double>& wanted, double tolerance) {
  const std::size_t n = shared.tensions.size();
  for (std::size_t r = 0; r < shared.made.size(); ++r) {
    double size = std::fabs(wanted[r]);
    for (std::size_t k = 0; k < n; ++k) size += std::fabs(arms[r * n + k] * shared.tensions[k]);
    if (!(std::fabs(shared.made[r] - wanted[r]) <= tolerance * size)) return false;
  }
  return shared.ok;
}

SharedLoad share_with_reserve(const std::vector<TensionLimits>& limits,
                              const std::vector<double>& arms, const std::vector<double>& wanted,
                              const SharingSlope& slope) {
  const std::size_t n = limits.size(), m = wanted.size();
  LoadSharing exact(limits, arms, wanted, slope);
  SharedLoad out = exact.solve();
  if (makes_moments(out, arms, wanted, tolerance::muscle_moment)) {
    out.reserve.assign(m, 0.0);
    return out;
  }
  // A reserve per moment acts as a muscle that pulls and pushes: a solution then always exists.
  std::vector<TensionLimits> with_limits = limits;
  std::vector<double> with_arms, scale;
  for (std::size_t r = 0; r < m; ++r) {
    double size = 0, most = std::fabs(wanted[r]);
    for (std::size_t k = 0; k < n; ++k) {
      const double arm = std::fabs(arms[r * n + k]);
      size += arm * (limits[k].highest - limits[k].lowest);
      most += arm * std::max(std::fabs(limits[k].lowest), std::fabs(limits[k].highest));
    }
    scale.push_back(size > 0 ? size : most > 0 ? most : 1);
    with_limits.push_back({-2 * (most + scale[r]), 2 * (most + scale[r])});
    with_arms.insert(with_arms.end(), arms.begin() + static_cast<std::ptrdiff_t>(r * n),
                     arms.begin() + static_cast<std::ptrdiff_t>((r + 1) * n));
    for (std::size_t c = 0; c < m; ++c) with_arms.push_back(c == r ? 1 : 0);
  }
  const SharingSlope with_slope = [&](std::size_t k, double tension) {
    if (k < n) return slope(k, tension);
    return kReserveWeight * tension / (scale[k - n] * scale[k - n]);
  };
  LoadSharing reserved(with_limits, with_arms, wanted, with_slope);
  SharedLoad with = reserved.solve();
  // The tensions at their limits are known now. Try again without the reserve.
  exact.begin_at(reserved);
  out = exact.solve();
  if (makes_moments(out, arms, wanted, tolerance::muscle_moment)) {
    out.reserve.assign(m, 0.0);
    return out;
  }
  if (with.tensions.empty()) return with;
  with.reserve.assign(with.tensions.end() - static_cast<std::ptrdiff_t>(m), with.tensions.end());
  with.tensions.resize(n);
  for (std::size_t r = 0; r < m; ++r) with.made[r] -= with.reserve[r];
  return with;
}

}  // namespace mbs
