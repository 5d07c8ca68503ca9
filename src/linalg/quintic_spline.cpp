// Splines of degree 5 (spline.h): natural interpolation, smoothing, and the curve through low-pass
// filtered rows. Between two rows the curve follows from its values and its second and fourth
// derivatives there; the second derivative is itself a natural cubic spline.
#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

#include "base/index.h"
#include "linalg/banded.h"
#include "linalg/butterworth.h"
#include "linalg/quintic_influence.h"
#include "linalg/smoothing_search.h"
#include "linalg/spline.h"

namespace mbs {
namespace {

constexpr int kHalfOrder = 3;
constexpr double kStiffest = std::numeric_limits<double>::infinity();  // a parabola

// Values, curvatures s'' and s'''' of a scaled table, back in its own units.
struct ScaledCurve {
  explicit ScaledCurve(std::size_t n) : residual(n, 0.0), curvature(n, 0.0), fourth(n, 0.0) {}
  std::vector<double> residual, curvature, fourth;
};

// The parabola of least squares: the residuals of the scaled values, and its curvature.
ScaledCurve parabola(const ScaledTable& table) {
  const std::size_t n = table.size();
  std::vector<double> x(n, 0.0);
  for (std::size_t i = 1; i < n; ++i) x[i] = x[i - 1] + table.h[i - 1];
  double mean = 0;
  for (const double one : x) mean += one / static_cast<double>(n);
  double xx = 0, xxx = 0;
  for (double& one : x) {
    one -= mean;
    xx += one * one;
    xxx += one * one * one;
  }
  // x^2 minus its own line of least squares: the line of the table has already been taken off.
  const double slope = xxx / xx, level = xx / static_cast<double>(n);
  double up = 0, down = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double bend = x[i] * (x[i] - slope) - level;
    up += bend * table.y[i];
    down += bend * bend;
  }
  ScaledCurve out(n);
  const double part = up / down;
  for (std::size_t i = 0; i < n; ++i) {
    out.residual[i] = table.y[i] - part * (x[i] * (x[i] - slope) - level);
    out.curvature[i] = 2 * part;
  }
  return out;
}

// Rows whose times differ from even ones by less than this part of their spacing are even.
constexpr double kEven = 1e-6;

bool is_even(ConstVector t, double spacing) {
  for (std::size_t i = 0; i < t.size(); ++i)
    if (std::fabs(t[i] - (t[0] + static_cast<double>(i) * spacing)) > kEven * spacing) return false;
  return true;
}

// The lambda by GCV or, with a known standard deviation of the noise, by the expected mean square
// error from the truth, in scaled units (Craven & Wahba 1979; as Woltring's GCVSPL for known
// noise).
double quintic_lambda(const ScaledTable& table, std::optional<double> sd) {
  const int n = count_of(table);
  if (n <= kHalfOrder + 1 || table.is_straight()) return 0;
  QuinticInfluence influence(table.h, table.y);
  LambdaScore score;
  score.sums = [&influence](double lambda) { return influence.evaluate(lambda); };
  score.value = [n](const InfluenceSums& sums) { return sums.gcv(n); };
  if (sd) {
    const double variance = *sd * *sd;
    score.level = variance;
    score.value = [n, variance](const InfluenceSums& sums) {
      return (sums.rss - 2 * variance * sums.residual_freedom) / n + variance;
    };
  }
  return best_lambda(table, kHalfOrder, score);
}

// Rows that are further apart than this many spacings have a gap between them.
constexpr double kGap = 1.75;

// Values at the times `even`. In a gap they are those of the smoothing spline that has the cut-off
// of the filter: the one through the rows would carry the noise of its ends, as slopes and
// curvatures, far into it, and so would one that smooths less than the filter. cutoff 0: not known
// yet; the smoothing spline is that of generalised cross-validation.
std::vector<double> resample(ConstVector t, ConstVector y, double spacing, double cutoff,
                             const std::vector<double>& even) {
  const Spline through = Spline::interpolate_quintic(t, y);
  std::optional<Spline> smooth;
  std::vector<double> out;
  out.reserve(even.size());
  int hint = 0;
  std::size_t next = 1;  // the first row behind the time, but for the last row
  for (const double time : even) {
    while (next + 1 < t.size() && t[next] < time) ++next;
    const bool inside = time - t[next - 1] > kEven * spacing && t[next] - time > kEven * spacing;
    const bool in_gap = inside && t[next] - t[next - 1] > kGap * spacing;
    if (in_gap && !smooth)
      smooth = cutoff > 0
                   ? Spline::smooth_quintic(t, y, lambda_of_cutoff(cutoff, spacing, kHalfOrder))
                   : Spline::cross_validate_quintic(t, y);
    double at[3];
    (in_gap ? *smooth : through).evaluate(time, at, hint);
    out.push_back(at[0]);
  }
  return out;
}

}  // namespace

Spline Spline::quintic(ConstVector t, ConstVector value, ConstVector curvature, ConstVector fourth,
                       SplineFit fit) {
  fit.degree = 5;
  Spline out(t, value, curvature, fit);
  for (std::size_t i = 0; i < t.size(); ++i) out.knots_[i].fourth = fourth[i];
  out.smoothness_ = 4;
  return out;
}

Spline Spline::interpolate_quintic(ConstVector t, ConstVector y) { return smooth_quintic(t, y, 0); }

Spline Spline::smooth_quintic(ConstVector t, ConstVector y, double lambda) {
  assert(lambda >= 0);
  const std::size_t n = t.size();
  if (n == 2) return interpolate(t, y);
  const ScaledTable table(t, y);
  const double scaled = lambda / table.unit_lambda(kHalfOrder), count = static_cast<double>(n);
  const auto [low, high] = lambda_range(table, kHalfOrder);
  // Far outside the range the answer is an end to the last bit, and the arithmetic stays in bounds.
  const bool through = n == 3 || scaled < std::pow(10.0, low - 10);
  const bool stiffest = n > 3 && scaled > std::pow(10.0, high + 10);
  SplineFit fit{SplineChoice::interpolation, 0, count, 0};
  ScaledCurve curve(n);
  if (n == 3 || stiffest) {
    curve = parabola(table);
    if (stiffest) fit = {SplineChoice::parabola, kStiffest, kHalfOrder, 0};
  } else if (through) {
    QuinticInfluence(table.h, table.y).interpolate(curve.curvature);
  } else {
    const InfluenceSums sums =
        QuinticInfluence(table.h, table.y).evaluate(scaled, curve.residual, curve.curvature);
    fit = {SplineChoice::smoothing, lambda, count - sums.residual_freedom, 0};
    fit.cutoff = equivalent_cutoff(lambda, table.unit_t, kHalfOrder);
  }
  if (through) std::fill(curve.residual.begin(), curve.residual.end(), 0.0);
  if (n > 3 && !stiffest) interpolating_curvatures(table.h, curve.curvature, curve.fourth);
  fit.rms = table.unit_y * std::sqrt(mean_square(curve.residual));

  std::vector<double> value(n);
  const double square = table.unit_t * table.unit_t;
  for (std::size_t i = 0; i < n; ++i) {
    value[i] = y[i] - table.unit_y * curve.residual[i];
    curve.curvature[i] *= table.unit_y / square;
    curve.fourth[i] *= table.unit_y / (square * square);
  }
  return quintic(t, value, curve.curvature, curve.fourth, fit);
}

Spline Spline::cross_validate_quintic(ConstVector t, ConstVector y) {
  const ScaledTable table(t, y);
  return smooth_quintic(t, y, quintic_lambda(table, {}) * table.unit_lambda(kHalfOrder));
}

Spline Spline::with_known_noise(ConstVector t, ConstVector y, double sd) {
  const ScaledTable table(t, y);
  const double scaled = table.unit_y > 0 ? sd / table.unit_y : 0;
  return smooth_quintic(t, y, quintic_lambda(table, scaled) * table.unit_lambda(kHalfOrder));
}

Spline Spline::low_pass(ConstVector t, ConstVector y, double cutoff) {
  const std::size_t n = t.size();
  const double span = t[n - 1] - t[0];
  double spacing = span / static_cast<double>(n - 1);
  std::vector<double> even(t.begin(), t.end()), value(y.begin(), y.end());
  const bool uneven = !is_even(t, spacing);
  if (uneven) {
    const double pieces = std::ceil(span / spacing_to_filter(t) * (1 - kEven));
    spacing = span / pieces;
    even.resize(static_cast<std::size_t>(pieces) + 1);
    for (std::size_t i = 0; i < even.size(); ++i)
      even[i] = i + 1 < even.size() ? t[0] + static_cast<double>(i) * spacing : t[n - 1];
    value = resample(t, y, spacing, cutoff, even);
  }
  if (cutoff == 0) {
    cutoff = cutoff_by_residuals(value) / spacing;
    if (uneven) value = resample(t, y, spacing, cutoff, even);
  }
  mbs::low_pass(value, cutoff * spacing);
  Spline out = interpolate_quintic(even, value);
  out.fit_.choice = SplineChoice::low_pass;
  out.fit_.cutoff = cutoff;
  out.fit_.parameters = static_cast<double>(even.size()) * kept_by_low_pass(cutoff * spacing);
  double sum = 0;
  int hint = 0;
  for (std::size_t i = 0; i < n; ++i) {
    double at[3];
    out.evaluate(t[i], at, hint);
    sum += (y[i] - at[0]) * (y[i] - at[0]);
  }
  out.fit_.rms = std::sqrt(sum / static_cast<double>(n));
  return out;
}

// u goes from 0 to 1, w = 1 - u. Each of the functions below belongs to one even derivative: that
// one is 1 at u = 1, and all other even derivatives are 0 at both ends.
void Spline::evaluate_quintic(const Knot& p, const Knot& q, double t, double out[3]) const {
  const auto cubic = [](double u) { return u * (u * u - 1) / 6; };
  const auto cubic_slope = [](double u) { return (3 * u * u - 1) / 6; };
  const auto fifth = [](double u) { return u * (7 + u * u * (3 * u * u - 10)) / 360; };
  const auto fifth_slope = [](double u) { return (7 + u * u * (15 * u * u - 30)) / 360; };
  const double h = q.t - p.t, square = h * h;
  const double inside = std::clamp(t, p.t, q.t), u = (inside - p.t) / h, w = 1 - u;
  out[0] = w * p.value + u * q.value +
           square * (cubic(w) * p.curvature + cubic(u) * q.curvature +
                     square * (fifth(w) * p.fourth + fifth(u) * q.fourth));
  out[1] = (q.value - p.value) / h +
           h * (cubic_slope(u) * q.curvature - cubic_slope(w) * p.curvature +
                square * (fifth_slope(u) * q.fourth - fifth_slope(w) * p.fourth));
  out[2] = w * p.curvature + u * q.curvature + square * (cubic(w) * p.fourth + cubic(u) * q.fourth);
  if (t == inside) return;
  const double beyond = t - inside;
  out[0] += beyond * (out[1] + beyond * out[2] / 2);
  out[1] += beyond * out[2];
}

}  // namespace mbs
