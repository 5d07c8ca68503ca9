#include "linalg/spline.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <limits>

#include "base/index.h"
#include "base/tolerances.h"
#include "linalg/banded.h"
#include "linalg/smoothing_search.h"

namespace mbs {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

Spline::Spline(ConstVector t, ConstVector value, ConstVector curvature, const SplineFit& fit)
    : knots_(t.size()), fit_(fit) {
  for (std::size_t i = 0; i < t.size(); ++i)
    knots_[i] = {t[i], value[i], curvature[i], curvature[i]};
}

Spline Spline::interpolate(ConstVector t, ConstVector y) {
  const std::size_t n = t.size();
  assert(n >= 2 && y.size() == n);
  std::vector<double> h(n - 1), curvature(n);
  for (std::size_t i = 0; i + 1 < n; ++i) h[i] = t[i + 1] - t[i];
  interpolating_curvatures(h, y, curvature);
  return {t, y, curvature, {SplineChoice::interpolation, 0, static_cast<double>(n), 0}};
}

// The continuity of s' at every point, the last one being the first:
//   h' g' + 2 (h' + h) g + h g" = 6 (slope - slope'),
// a tridiagonal matrix except for two corners, which are split off as a product of two vectors
// (Sherman and Morrison). Its diagonal is larger than the rest of each row, so no pivots are
// needed.
Spline Spline::periodic(ConstVector t, ConstVector y) {
  const std::size_t n = t.size() - 1;
  assert(n >= 3 && y.size() == t.size());
  std::vector<double> h(n), slope(n), diagonal(n), right(n), corner(n, 0.0), curvature(n + 1);
  for (std::size_t i = 0; i < n; ++i) {
    h[i] = t[i + 1] - t[i];
    slope[i] = (y[i + 1] - y[i]) / h[i];
  }
  const double between = h[n - 1];  // from the last point but one to the first point
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t before = i == 0 ? n - 1 : i - 1;
    diagonal[i] = 2 * (h[before] + h[i]);
    right[i] = 6 * (slope[i] - slope[before]);
  }
  const double pivot = -diagonal[0];
  diagonal[0] -= pivot;
  diagonal[n - 1] -= between * between / pivot;
  corner[0] = pivot;
  corner[n - 1] = between;
  for (std::size_t i = 1; i < n; ++i) {
    const double factor = h[i - 1] / diagonal[i - 1];
    diagonal[i] -= factor * h[i - 1];
    right[i] -= factor * right[i - 1];
    corner[i] -= factor * corner[i - 1];
  }
  for (std::vector<double>* z : {&right, &corner}) {
    (*z)[n - 1] /= diagonal[n - 1];
    for (std::size_t i = n - 1; i-- > 0;) (*z)[i] = ((*z)[i] - h[i] * (*z)[i + 1]) / diagonal[i];
  }
  const double part = (right[0] + between / pivot * right[n - 1]) /
                      (1 + corner[0] + between / pivot * corner[n - 1]);
  for (std::size_t i = 0; i < n; ++i) curvature[i] = right[i] - part * corner[i];
  curvature[n] = curvature[0];
  return {t, y, curvature, {SplineChoice::interpolation, 0, static_cast<double>(n), 0}};
}

Spline Spline::polygon(ConstVector t, ConstVector y) {
  assert(t.size() >= 2 && y.size() == t.size());
  const double n = static_cast<double>(t.size());
  Spline out(t, y, std::vector<double>(t.size()), {SplineChoice::interpolation, 0, n, 0});
  out.smoothness_ = 0;
  return out;
}

namespace {

// The slope at the end of a table: that of the parabola through three rows, limited where the
// parabola would turn.
double end_slope(double h, double next_h, double slope, double next_slope) {
  const double out = ((2 * h + next_h) * slope - h * next_slope) / (h + next_h);
  if (out * slope <= 0) return 0;
  if (slope * next_slope <= 0 && std::fabs(out) > 3 * std::fabs(slope)) return 3 * slope;
  return out;
}

}  // namespace

Spline Spline::monotone(ConstVector t, ConstVector y) {
  const std::size_t n = t.size();
  if (n == 2) return polygon(t, y);
  std::vector<double> h(n - 1), slope(n - 1), rate(n);
  for (std::size_t i = 0; i + 1 < n; ++i) {
    h[i] = t[i + 1] - t[i];
    slope[i] = (y[i + 1] - y[i]) / h[i];
  }
  for (std::size_t i = 1; i + 1 < n; ++i) {
    if (slope[i - 1] * slope[i] <= 0) continue;  // a row where the curve turns, or is level
    const double before = 2 * h[i] + h[i - 1], behind = h[i] + 2 * h[i - 1];
    rate[i] = (before + behind) / (before / slope[i - 1] + behind / slope[i]);
  }
  rate[0] = end_slope(h[0], h[1], slope[0], slope[1]);
  rate[n - 1] = end_slope(h[n - 2], h[n - 3], slope[n - 2], slope[n - 3]);
  const std::vector<double> none(n);
  Spline out(t, y, none, {SplineChoice::interpolation, 0, static_cast<double>(n), 0});
  for (std::size_t i = 0; i + 1 < n; ++i) {
    out.knots_[i].curvature = (6 * slope[i] - 4 * rate[i] - 2 * rate[i + 1]) / h[i];
    out.knots_[i + 1].curvature_before = (2 * rate[i] + 4 * rate[i + 1] - 6 * slope[i]) / h[i];
  }
  out.smoothness_ = 1;
  return out;
}

// Looks for changes of sign of the slope of a quintic between each of eight places and the next.
template <class Look>
void Spline::look_at_turns(int piece, const Look& look) const {
  constexpr int kPlaces = 8, kHalvings = 40;
  const double from = knots_[piece].t, length = knots_[piece + 1].t - from;
  double left[3], middle[3];
  evaluate(from, left, piece);
  for (int k = 1; k <= kPlaces; ++k) {
    double low = from + length * (k - 1) / kPlaces, high = from + length * k / kPlaces;
    double right[3];
    evaluate(high, right, piece);
    if (left[1] * right[1] < 0) {
      for (int i = 0; i < kHalvings; ++i) {
        evaluate((low + high) / 2, middle, piece);
        (middle[1] * left[1] > 0 ? low : high) = (low + high) / 2;
      }
      look(low, middle[0]);
    }
    std::copy(right, right + 3, left);
  }
}

std::array<Spline::Extreme, 2> Spline::extremes() const {
  std::array<Extreme, 2> out{{{first_time(), knots_[0].value}, {first_time(), knots_[0].value}}};
  const auto look = [&out](double t, double value) {
    if (value < out[0].value) out[0] = {t, value};
    if (value > out[1].value) out[1] = {t, value};
  };
  int hint = 0;
  for (std::size_t i = 0; i + 1 < knots_.size(); ++i) {
    const Knot &p = knots_[i], &q = knots_[i + 1];
    look(q.t, q.value);
    if (fit_.degree == 5) {
      look_at_turns(static_cast<int>(i), look);
      continue;
    }
    // The roots of s' = a u^2 + b u + c, u = 0 to 1.
    const double length = q.t - p.t;
    const double a = (q.curvature_before - p.curvature) * length / 2, b = p.curvature * length;
    const double c =
        (q.value - p.value) / length - length * (p.curvature / 3 + q.curvature_before / 6);
    const double square = b * b - 4 * a * c;
    if (!(square >= 0)) continue;
    const double sum = -(b + std::copysign(std::sqrt(square), b)) / 2;
    for (const double u : {sum / a, c / sum}) {
      if (!(u > 0 && u < 1)) continue;
      double at[3];
      evaluate(p.t + u * length, at, hint);
      look(p.t + u * length, at[0]);
    }
  }
  return out;
}

Spline Spline::smooth(ConstVector t, ConstVector y, double lambda) {
  assert(lambda >= 0);
  const ScaledTable table(t, y);
  const std::size_t n = table.size();
  const double scaled = lambda / table.unit_lambda(2);
  const auto [low, high] = lambda_range(table, 2);
  // Far outside the range the answer is an end to the last bit, and the arithmetic stays in bounds.
  if (n == 2 || scaled < std::pow(10.0, low - 10)) return interpolate(t, y);
  std::vector<double> curvature(n, 0.0), value(table.line), residual(n);
  if (scaled > std::pow(10.0, high + 10)) {
    const double rms = table.unit_y * std::sqrt(mean_square(table.y));
    return {t, value, curvature, {SplineChoice::straight_line, kInfinity, 2, rms}};
  }
  smoothing_curvatures(table.h, table.y, scaled, curvature);
  const InfluenceSums sums = Influence(table.h, table.y).evaluate(scaled, residual);
  for (std::size_t i = 0; i < n; ++i) {
    value[i] = y[i] - table.unit_y * residual[i];
    curvature[i] *= table.unit_y / (table.unit_t * table.unit_t);
  }
  const double count = static_cast<double>(n);
  const double rms = table.unit_y * std::sqrt(sums.rss / count);
  const double parameters = count - sums.residual_freedom;
  SplineFit fit{SplineChoice::smoothing, lambda, parameters, rms};
  fit.cutoff = equivalent_cutoff(lambda, table.unit_t, 2);
  return {t, value, curvature, fit};
}

Spline Spline::cross_validate(ConstVector t, ConstVector y) {
  const ScaledTable table(t, y);
  if (table.size() <= 3 || table.is_straight()) return smooth(t, y, 0);
  const int n = count_of(table);
  Influence influence(table.h, table.y);
  LambdaScore score;
  score.sums = [&influence](double lambda) { return influence.evaluate(lambda); };
  score.value = [n](const InfluenceSums& sums) { return sums.gcv(n); };
  return smooth(t, y, best_lambda(table, 2, score) * table.unit_lambda(2));
}

int Spline::interval(double t, int hint) const {
  const int last = size() - 2;
  const auto contains = [&](int i) { return knots_[i].t <= t && t < knots_[i + 1].t; };
  if (hint >= 0 && hint <= last) {
    if (contains(hint)) return hint;
    if (hint < last && contains(hint + 1)) return hint + 1;
  }
  const auto after = std::upper_bound(knots_.begin(), knots_.end(), t,
                                      [](double value, const Knot& k) { return value < k.t; });
  return std::clamp(static_cast<int>(after - knots_.begin()) - 1, 0, last);
}

void Spline::evaluate(double t, double out[3], int& hint) const {
  hint = interval(t, hint);
  const Knot& p = knots_[hint];
  const Knot& q = knots_[hint + 1];
  if (fit_.degree == 5) return evaluate_quintic(p, q, t, out);
  const double h = q.t - p.t, slope = (q.value - p.value) / h;
  if (t < p.t || t > q.t) {
    const Knot& end = t < p.t ? p : q;
    const double tangent = t < p.t ? slope - h * (p.curvature / 3 + q.curvature_before / 6)
                                   : slope + h * (p.curvature / 6 + q.curvature_before / 3);
    out[0] = end.value + (t - end.t) * tangent;
    out[1] = tangent;
    out[2] = 0;
    return;
  }
  const double u = (t - p.t) / h, w = 1 - u;
  const double bend_p = (w * w - 1) * w * p.curvature,
               bend_q = (u * u - 1) * u * q.curvature_before;
  out[0] = w * p.value + u * q.value + h * h / 6 * (bend_p + bend_q);
  out[1] = slope + h / 6 * ((1 - 3 * w * w) * p.curvature + (3 * u * u - 1) * q.curvature_before);
  out[2] = w * p.curvature + u * q.curvature_before;
}

// Each piece between two rows, or the part of it in the range, is a cubic of length h. It differs
// from its chord by at most h^2/8 times its largest curvature, and its slopes from the chord's
// slope by at most h/2 times that curvature. The curvature of a quintic is such a cubic again.
Spline::Range Spline::range(double from, double to) const {
  constexpr double kSame = 1e-7;  // slopes that differ less do so by rounding
  Range out{{kInfinity, -kInfinity},
            {kInfinity, -kInfinity},
            {kInfinity, -kInfinity},
            std::numeric_limits<double>::quiet_NaN()};
  const auto take = [](double range[2], double x, double more) {
    range[0] = std::min(range[0], x - more);
    range[1] = std::max(range[1], x + more);
  };
  const auto inner_slope = [this](int i, bool at_end) {
    const Knot &p = knots_[i], &q = knots_[i + 1];
    const double h = q.t - p.t, chord = (q.value - p.value) / h;
    return at_end ? chord + h * (p.curvature / 6 + q.curvature_before / 3)
                  : chord - h * (p.curvature / 3 + q.curvature_before / 6);
  };
  const int first = interval(from, -1), last = interval(to, -1);
  double t = from, begin[3], end[3];
  int hint = first;
  evaluate(t, begin, hint);
  for (int i = first; i <= last; ++i) {
    const double until = i == last ? to : knots_[i + 1].t;
    hint = i;
    evaluate(until, end, hint);
    const bool quintic = fit_.degree == 5;
    if (!quintic && until < to && std::isnan(out.kink) && until > from) {
      const double before = inner_slope(i, true), after = inner_slope(i + 1, false);
      if (std::fabs(after - before) > kSame * std::max(std::fabs(before), std::fabs(after)))
        out.kink = until;
    }
    const double h = until - t;
    // The values just before a row; evaluate() gives the values just after it.
    const double slope = i == last || quintic ? end[1] : inner_slope(i, true);
    const double curved = i == last ? end[2] : knots_[i + 1].curvature_before;
    const double swing =
        h * h / 8 * std::max(std::fabs(knots_[i].fourth), std::fabs(knots_[i + 1].fourth));
    const double bend = std::max(std::fabs(begin[2]), std::fabs(curved)) + swing;
    for (const double* at : {begin, end}) take(out.value, at[0], h * h / 8 * bend);
    for (const double curvature : {begin[2], curved}) take(out.curvature, curvature, swing);
    const double chord = h > 0 ? (end[0] - begin[0]) / h : slope;
    take(out.slope, begin[1], 0);
    take(out.slope, slope, 0);
    if (begin[2] * curved < 0 || swing > 0) take(out.slope, chord, h / 2 * bend);
    std::copy(end, end + 3, begin);
    t = until;
  }
  return out;
}

bool Spline::covers(double t) const {
  const double spacing = (last_time() - first_time()) / (size() - 1);
  const double slack = tolerance::reaches * spacing + 4 * tolerance::epsilon * std::fabs(t);
  return t >= first_time() - slack && t <= last_time() + slack;
}

}  // namespace mbs
