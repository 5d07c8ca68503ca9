#include "linalg/smoothing_search.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <vector>

#include "base/index.h"
#include "base/tolerances.h"

namespace mbs {

ScaledTable::ScaledTable(ConstVector t, ConstVector values)
    : h(t.size() - 1), y(t.size()), line(t.size()) {
  const std::size_t n = t.size();
  assert(n >= 2 && values.size() == n);
  shortest_h = std::numeric_limits<double>::infinity();
  unit_t = (t[n - 1] - t[0]) / static_cast<double>(n - 1);
  for (std::size_t i = 0; i + 1 < n; ++i) {
    h[i] = (t[i + 1] - t[i]) / unit_t;
    shortest_h = std::min(shortest_h, h[i]);
  }
  double mean_t = 0, mean_y = 0;
  for (std::size_t i = 0; i < n; ++i) {
    mean_t += (t[i] - t[0]) / static_cast<double>(n);
    mean_y += (values[i] - values[0]) / static_cast<double>(n);
    largest_y = std::max(largest_y, std::fabs(values[i]));
  }
  double tt = 0, ty = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double x = (t[i] - t[0] - mean_t) / unit_t;
    tt += x * x;
    ty += x * (values[i] - values[0] - mean_y);
  }
  for (std::size_t i = 0; i < n; ++i) {
    const double x = (t[i] - t[0] - mean_t) / unit_t;
    line[i] = values[0] + (mean_y + ty / tt * x);
    y[i] = values[i] - line[i];
    unit_y = std::max(unit_y, std::fabs(y[i]));
  }
  if (unit_y > 0)
    for (double& value : y) value /= unit_y;
}

bool ScaledTable::is_straight() const { return unit_y <= 8 * tolerance::epsilon * largest_y; }

double ScaledTable::unit_lambda(int m) const {
  double out = unit_t;
  for (int k = 1; k < m; ++k) out *= unit_t * unit_t;
  return out;
}

double mean_square(ConstVector r) {
  double sum = 0;
  for (const double x : r) sum += x * x;
  return sum / static_cast<double>(r.size());
}

LambdaRange lambda_range(const ScaledTable& table, int m) {
  const double low = -10 + (2 * m - 1) * std::log10(table.shortest_h);
  return {std::max(low, -30.0), 4 + 2 * m * std::log10(static_cast<double>(table.size()))};
}

namespace {

// A smoothing parameter is chosen only if its score is better than at the ends of the search range
// by this part.
constexpr double kSameScore = 1e-9;

// So few rows are scanned kFine times as finely.
constexpr std::size_t kFewRows = 300;
constexpr int kFine = 6;
// Another minimum counts if its score is better by the part kBetter, far above rounding; those
// above the best step by more than kNearBest do not.
constexpr double kBetter = 1e-6, kNearBest = 0.1;
// log10 lambda of a minimum: a little above the root of the precision of the score.
constexpr double kSharp = 1e-7;

// The minimum of f on [a, b] by golden section; f must be smaller inside than at both ends. No
// parabola: f is flat and slightly rough where the data say little.
template <class F>
double golden_section(const F& f, double a, double b, double tolerance) {
  const double ratio = (std::sqrt(5.0) - 1) / 2;
  double c = b - ratio * (b - a), d = a + ratio * (b - a);
  double fc = f(c), fd = f(d);
  while (b - a > tolerance) {
    if (fc <= fd) {
      b = d, d = c, fd = fc;
      c = b - ratio * (b - a), fc = f(c);
    } else {
      a = c, c = d, fc = fd;
      d = a + ratio * (b - a), fd = f(d);
    }
  }
  return (a + b) / 2;
}

}  // namespace

double best_lambda(const ScaledTable& table, int m, const LambdaScore& score) {
  const auto sums = [&](double log10_lambda) { return score.sums(std::pow(10.0, log10_lambda)); };
  const auto value = [&](double log10_lambda) { return score.value(sums(log10_lambda)); };

  // A score can have several minima, so first a scan of the whole range. Each bending shape of the
  // table leaves the spline over more than a decade of lambda, so that steps of half a decade see
  // most of them.
  const LambdaRange range = lambda_range(table, m);
  const double low = range.low, high = range.high;
  const int steps = static_cast<int>(std::ceil(2 * (high - low)));
  const double step = (high - low) / steps;
  const double interpolation = value(low), stiffest = value(high);
  int best = 0;
  double best_value = interpolation;
  for (int k = 1; k < steps; ++k) {
    const double here = value(low + k * step);
    if (here < best_value) best = k, best_value = here;
  }
  // The score of a few rows has narrow minima, which half a decade may pass over.
  double other = 0, other_value = std::numeric_limits<double>::infinity();
  if (table.size() <= kFewRows) {
    std::vector<double> fine;
    for (int k = 0; k <= kFine * steps; ++k) fine.push_back(value(low + k * step / kFine));
    for (int k = 1; k < kFine * steps; ++k) {
      const double here = fine[at(k)], beside = std::min(fine[at(k - 1)], fine[at(k + 1)]);
      if (!(here < beside) || here > best_value + kNearBest * (best_value + score.level)) continue;
      const double place =
          golden_section(value, low + (k - 1) * step / kFine, low + (k + 1) * step / kFine, kSharp);
      if (const double there = value(place); there < other_value)
        other = place, other_value = there;
    }
  }
  const double margin = kBetter * (best_value + score.level);
  if (other_value < best_value - margin && best == 0) best_value = other_value;
  // The score is level towards both ends: to win, it must gain more than rounding on them.
  const auto beaten = [&](double end) { return end * (1 - kSameScore) - score.level * kSameScore; };
  if (best_value >= beaten(stiffest))
    return stiffest < beaten(interpolation) ? std::numeric_limits<double>::infinity() : 0;
  if (best_value >= beaten(interpolation)) return 0;
  double found = other;
  if (best > 0) {
    const double here =
        golden_section(value, low + (best - 1) * step, low + (best + 1) * step, kSharp);
    if (!(other_value < value(here) - margin)) found = here;
  }
  // A minimum is located only to the root of the precision of the score. Rounding log10 lambda to
  // 2e-6 keeps those last bits, which change with compiler and units, out of the curve.
  found = std::ldexp(std::round(std::ldexp(found, 19)), -19);

  const InfluenceSums chosen = sums(found);
  const double noise = table.unit_y * std::sqrt(chosen.rss / chosen.residual_freedom);
  return noise > 4 * tolerance::epsilon * table.largest_y ? std::pow(10.0, found) : 0;
}

// Where rows are even, a smoothing spline passes 1/(1 + lambda spacing omega^(2 m)) of a wave.
double equivalent_cutoff(double lambda, double spacing, int m) {
  if (!(lambda > 0) || !std::isfinite(lambda)) return 0;
  const double omega = std::pow((std::sqrt(2.0) - 1) / (lambda * spacing), 1 / (2.0 * m));
  return omega / (2 * std::numbers::pi);
}

double lambda_of_cutoff(double cutoff, double spacing, int m) {
  return (std::sqrt(2.0) - 1) / (spacing * std::pow(2 * std::numbers::pi * cutoff, 2 * m));
}

}  // namespace mbs
