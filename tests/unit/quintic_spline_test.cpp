// Smoothing splines of degree 5 against dense equations in extended precision.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include "linalg/quintic_influence.h"
#include "linalg/smoothing_search.h"
#include "linalg/spline.h"

namespace mbs {
namespace {

using Numbers = std::vector<double>;
using Real = long double;
using Column = std::vector<Real>;
using Dense = std::vector<Column>;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Numbers at(const Spline& spline, double t) {
  double out[3];
  int hint = 0;
  spline.evaluate(t, out, hint);
  return {out[0], out[1], out[2]};
}

// A wave with normal noise, its rows a distance of 0.4 to 1.6 apart.
struct Record {
  Numbers t, y;
  Record(int n, double noise, unsigned seed, double waves = 1.3) {
    std::mt19937_64 generator(seed);
    std::uniform_real_distribution<double> spacing(0.4, 1.6);
    std::normal_distribution<double> normal;
    double time = -2;
    for (int i = 0; i < n; ++i, time += spacing(generator)) {
      t.push_back(time);
      y.push_back(std::sin(waves * 6.2832 * time / n) + noise * normal(generator));
    }
  }
};

// x with matrix x = right, by elimination with pivots.
Dense solve(Dense matrix, Dense right) {
  const std::size_t n = matrix.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (std::fabs(matrix[i][k]) > std::fabs(matrix[pivot][k])) pivot = i;
    std::swap(matrix[k], matrix[pivot]);
    std::swap(right[k], right[pivot]);
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k) continue;
      const Real f = matrix[i][k] / matrix[k][k];
      for (std::size_t j = k; j < n; ++j) matrix[i][j] -= f * matrix[k][j];
      for (std::size_t j = 0; j < right[i].size(); ++j) right[i][j] -= f * right[k][j];
    }
  }
  for (std::size_t i = 0; i < n; ++i)
    for (Real& x : right[i]) x /= matrix[i][i];
  return right;
}

// The normal equations (I + lambda K) s = y of sum (y - s)^2 + lambda int s'''^2 dt. s''' is a sum
// of c_j M_j, the B-splines of degree 2 over rows j to j + 3 with integral 1, and the third divided
// differences D of s are int M_j s''' dt/6, so that c = 6 G^-1 D s and K = 36 D^T G^-1 D with
// G = int M_i M_j dt.
class NormalEquations {
 public:
  explicit NormalEquations(const Numbers& t) : t_(t) {
    const std::size_t n = t.size(), m = n - 3;
    Dense gram(m, Column(m, 0));
    for (std::size_t j = 0; j < m; ++j) {
      difference_.emplace_back(n, 0);
      for (std::size_t k = j; k <= j + 3; ++k) difference_[j][k] = weight(j, k);
      for (std::size_t i = 0; i < m; ++i)
        for (std::size_t piece = 0; piece + 1 < n; ++piece)
          gram[i][j] += integral(piece, t[piece], t[piece + 1],
                                 [&](Real x) { return hat(i, x) * hat(j, x); });
    }
    to_c_ = solve(gram, difference_);
    for (Column& row : to_c_)
      for (Real& x : row) x *= 6;
  }

  // s, c and tr(I - A).
  struct Solution {
    Column s, c;
    Real residual_freedom = 0;
  };
  Solution at(const Numbers& y, double lambda) const {
    const std::size_t n = t_.size(), m = n - 3;
    Dense matrix(n, Column(n, 0)), right(n);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        for (std::size_t k = 0; k < m; ++k)
          matrix[i][j] += 6 * lambda * difference_[k][i] * to_c_[k][j];
        right[i].push_back(i == j ? 1 : 0);
      }
      matrix[i][i] += 1;
      right[i].push_back(y[i]);
    }
    const Dense x = solve(matrix, right);
    Solution out;
    for (std::size_t i = 0; i < n; ++i) {
      out.s.push_back(x[i][n]);
      out.residual_freedom += 1 - x[i][i];
    }
    for (std::size_t k = 0; k < m; ++k) {
      out.c.push_back(0);
      for (std::size_t i = 0; i < n; ++i) out.c[k] += to_c_[k][i] * out.s[i];
    }
    return out;
  }

  // int s''' dt between two times of one piece.
  Real rise(const Column& c, std::size_t piece, Real from, Real to) const {
    return integral(piece, from, to, [&](Real x) {
      Real sum = 0;
      for (std::size_t j = 0; j < c.size(); ++j) sum += c[j] * hat(j, x);
      return sum;
    });
  }

 private:
  // Of row k in the divided difference of rows j to j + 3.
  Real weight(std::size_t j, std::size_t k) const {
    Real product = 1;
    for (std::size_t l = j; l <= j + 3; ++l)
      if (l != k) product *= Real(t_[k]) - t_[l];
    return 1 / product;
  }
  // M_j = 3 times the divided difference of (t - x)_+^2.
  Real hat(std::size_t j, Real x) const {
    Real sum = 0;
    for (std::size_t k = j; k <= j + 3; ++k)
      if (x > t_[j] && t_[k] > x) sum += 3 * weight(j, k) * (t_[k] - x) * (t_[k] - x);
    return sum;
  }
  // By three points of Gauss, exact to degree 5.
  template <class F>
  static Real integral(std::size_t, Real from, Real to, const F& f) {
    const Real middle = (from + to) / 2, half = (to - from) / 2, off = half * std::sqrt(Real(0.6));
    return half * (5 * f(middle - off) + 8 * f(middle) + 5 * f(middle + off)) / 9;
  }

  Numbers t_;
  Dense difference_, to_c_;
};

void expect_dense_solution(const Record& record, double lambda) {
  SCOPED_TRACE(testing::Message() << record.t.size() << " rows, lambda " << lambda);
  const NormalEquations equations(record.t);
  const NormalEquations::Solution expected = equations.at(record.y, lambda);
  const Spline spline = Spline::smooth_quintic(record.t, record.y, lambda);
  const std::size_t n = record.t.size();
  const double count = static_cast<double>(n);
  double rss = 0, bend = 1;
  for (std::size_t i = 0; i < n; ++i) bend = std::max(bend, std::fabs(at(spline, record.t[i])[2]));
  for (std::size_t i = 0; i < n; ++i) {
    const double s = static_cast<double>(expected.s[i]);
    EXPECT_NEAR(at(spline, record.t[i])[0], s, 1e-9);
    rss += (record.y[i] - s) * (record.y[i] - s);
    if (i + 1 == n) break;
    const double from = record.t[i], until = from + 0.7 * (record.t[i + 1] - from);
    EXPECT_NEAR(at(spline, until)[2] - at(spline, from)[2],
                static_cast<double>(equations.rise(expected.c, i, from, until)), 1e-9 * bend);
  }
  EXPECT_NEAR(spline.fit().parameters, count - static_cast<double>(expected.residual_freedom),
              1e-9 * count);
  EXPECT_NEAR(spline.fit().rms, std::sqrt(rss / count), 1e-9);
}

TEST(QuinticSpline, SmoothsAsDenseNormalEquations) {
  for (const int n : {4, 5, 6, 7, 8, 25})
    for (const double lambda : {1e-6, 1e-2, 1.0, 30.0, 1e4, 1e7})
      expect_dense_solution(Record(n, 0.2, static_cast<unsigned>(n)), lambda);
}

// Each derivative is that of the one before, and those up to the fourth are the same on both sides
// of a row.
TEST(QuinticSpline, IsSmooth) {
  const Record record(12, 0.3, 3);
  for (const Spline& spline : {Spline::interpolate_quintic(record.t, record.y),
                               Spline::smooth_quintic(record.t, record.y, 0.5)}) {
    EXPECT_EQ(spline.smoothness(), 4);
    const double d = 1e-3;
    for (double t = record.t[0] + 0.1; t < record.t.back() - 0.1; t += 0.37) {
      const Numbers left = at(spline, t - d), here = at(spline, t), right = at(spline, t + d);
      EXPECT_NEAR((right[0] - left[0]) / (2 * d), here[1], 1e-4);
      EXPECT_NEAR((right[1] - left[1]) / (2 * d), here[2], 1e-4);
    }
    for (std::size_t i = 1; i + 1 < record.t.size(); ++i) {
      const auto third = [&](double side) {
        return (at(spline, record.t[i] + 2 * side)[2] - at(spline, record.t[i] + side)[2]) / side;
      };
      const double e = 1e-9;
      for (std::size_t k = 0; k < 3; ++k)
        EXPECT_NEAR(at(spline, record.t[i] - e)[k], at(spline, record.t[i] + e)[k], 2e-7);
      EXPECT_NEAR(third(1e-5), third(-1e-5), 1e-2);
    }
  }
}

// Quintic with s''' = s'''' = 0 at the ends; a parabola has no others.
TEST(QuinticSpline, InterpolatesParabolasExactly) {
  const Record record(9, 0, 5);
  Numbers y;
  for (const double t : record.t) y.push_back(3 - 2 * t + 0.5 * t * t);
  const Spline spline = Spline::interpolate_quintic(record.t, y);
  const Spline smooth = Spline::smooth_quintic(record.t, y, 7.0);
  for (double t = record.t[0] - 0.01; t < record.t.back() + 0.01; t += 0.13)
    for (const Spline* s : {&spline, &smooth}) {
      EXPECT_NEAR(at(*s, t)[0], 3 - 2 * t + 0.5 * t * t, 1e-11);
      EXPECT_NEAR(at(*s, t)[1], -2 + t, 1e-11);
      EXPECT_NEAR(at(*s, t)[2], 1, 1e-10);
    }
}

TEST(QuinticSpline, GoesThroughItsRows) {
  for (const int n : {2, 3, 4, 5, 6, 40}) {
    const Record record(n, 0.5, 11);
    const Spline spline = Spline::interpolate_quintic(record.t, record.y);
    for (std::size_t i = 0; i < record.t.size(); ++i)
      EXPECT_NEAR(at(spline, record.t[i])[0], record.y[i], 1e-13) << n;
    if (n < 4) continue;
    // The third and fourth derivatives vanish at the ends: the curvature is level there.
    const double first = record.t[0], last = record.t.back(), e = 1e-3;
    EXPECT_NEAR(at(spline, first + e)[2], at(spline, first)[2], 1e-5) << n;
    EXPECT_NEAR(at(spline, last - e)[2], at(spline, last)[2], 1e-5) << n;
  }
}

// Where lambda has no end, the parabola of least squares is left.
TEST(QuinticSpline, EndsAsParabola) {
  const Record record(30, 0.4, 2);
  const Spline parabola = Spline::smooth_quintic(record.t, record.y, kInfinity);
  const Spline stiff = Spline::smooth_quintic(record.t, record.y, 1e16);
  EXPECT_EQ(parabola.fit().choice, SplineChoice::parabola);
  EXPECT_EQ(parabola.fit().parameters, 3);
  EXPECT_NEAR(stiff.fit().parameters, 3, 1e-6);
  for (const double t : record.t) EXPECT_NEAR(at(parabola, t)[0], at(stiff, t)[0], 1e-6);
  double moment[3] = {0, 0, 0};
  for (std::size_t i = 0; i < record.t.size(); ++i)
    for (int k = 0; k < 3; ++k)
      moment[k] += (record.y[i] - at(parabola, record.t[i])[0]) * std::pow(record.t[i], k);
  for (const double one : moment) EXPECT_NEAR(one, 0, 1e-9);
}

double gcv(QuinticInfluence& influence, double lambda, int n) {
  return influence.evaluate(lambda).gcv(n);
}

// No lambda of a scan over all decades is better than the one that is chosen.
TEST(QuinticSpline, FindsTheSmallestGcv) {
  std::mt19937_64 generator(9);
  std::uniform_real_distribution<double> decades(-3, 0), waves(0.3, 4);
  std::uniform_int_distribution<int> rows(6, 40);
  int smoothed = 0;
  for (unsigned seed = 1; seed <= 200; ++seed) {
    const int n = rows(generator);
    const Record record(n, std::pow(10, decades(generator)), seed, waves(generator));
    const ScaledTable table(record.t, record.y);
    QuinticInfluence influence(table.h, table.y);
    double best = kInfinity;
    const auto [low, high] = lambda_range(table, 3);
    for (double power = low; power <= high; power += 0.2)
      best = std::min(best, gcv(influence, std::pow(10, power), n));
    const Spline spline = Spline::cross_validate_quintic(record.t, record.y);
    const SplineFit& fit = spline.fit();
    const double count = static_cast<double>(n);
    if (fit.choice == SplineChoice::interpolation) continue;
    ++smoothed;
    const double freedom = 1 - fit.parameters / count;
    const double found = fit.rms * fit.rms / (freedom * freedom) / (table.unit_y * table.unit_y);
    EXPECT_LE(found, best * (1 + 1e-8)) << "seed " << seed;
  }
  EXPECT_GT(smoothed, 100);
}

// Known noise: the mean square error from the truth that it expects is the smallest, which over
// many records is close to what it is.
TEST(QuinticSpline, UsesKnownNoise) {
  const double sd = 0.1;
  double expected = 0, by_half = 0, by_gcv = 0;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const Record record(80, sd, seed);
    const auto off = [&](const Spline& spline) {
      double sum = 0;
      for (std::size_t i = 0; i < record.t.size(); ++i) {
        const double wave = std::sin(1.3 * 6.2832 * record.t[i] / 80);
        sum += std::pow(at(spline, record.t[i])[0] - wave, 2);
      }
      return sum / 80;
    };
    const Spline known = Spline::with_known_noise(record.t, record.y, sd);
    expected += off(known) / 20;
    by_half += off(Spline::with_known_noise(record.t, record.y, sd / 4)) / 20;
    by_gcv += off(Spline::cross_validate_quintic(record.t, record.y)) / 20;
    EXPECT_NEAR(known.fit().rms, sd, 0.25 * sd);
  }
  EXPECT_LT(expected, sd * sd / 5);  // 16 numbers told apart in 80 rows at most
  EXPECT_LT(expected, by_half);
  EXPECT_LT(expected, 1.3 * by_gcv);
}

// A wave at the equivalent cut-off keeps 1/sqrt 2 of its height, far from the ends.
TEST(QuinticSpline, EquivalentCutoff) {
  for (const bool quintic : {true, false}) {
    const double lambda = 2e-6, spacing = 0.01;
    const double cutoff = equivalent_cutoff(lambda, spacing, quintic ? 3 : 2);
    Numbers t, y;
    for (int i = 0; i < 2000; ++i) {
      t.push_back(i * spacing);
      y.push_back(std::sin(6.283185307179586 * cutoff * t.back()));
    }
    const Spline spline =
        quintic ? Spline::smooth_quintic(t, y, lambda) : Spline::smooth(t, y, lambda);
    EXPECT_DOUBLE_EQ(spline.fit().cutoff, cutoff);
    double highest = 0;
    for (double time = 8; time < 12; time += 0.001)
      highest = std::max(highest, at(spline, time)[0]);
    EXPECT_NEAR(highest, std::sqrt(0.5), 1e-3);
  }
}

// 5000 rows of a slow motion: the spline averages over hundreds of them, where the equations of
// the spline have long lost all digits. Second derivatives of 1e-4 of noise come out.
TEST(QuinticSpline, KeepsItsDigitsOverLongRecords) {
  Numbers t, y;
  std::mt19937_64 generator(4);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 5000; ++i) {
    t.push_back(i * 0.001);
    y.push_back(100 + std::sin(t.back()) + 1e-4 * normal(generator));
  }
  const Spline spline = Spline::cross_validate_quintic(t, y);
  EXPECT_EQ(spline.fit().choice, SplineChoice::smoothing);
  EXPECT_NEAR(spline.fit().rms, 1e-4, 1e-5);
  EXPECT_LT(spline.fit().parameters, 60);
  for (double time = 0.5; time < 4.5; time += 0.01) {
    EXPECT_NEAR(at(spline, time)[0], 100 + std::sin(time), 3e-5);
    EXPECT_NEAR(at(spline, time)[2], -std::sin(time), 0.02);
  }
}

}  // namespace
}  // namespace mbs
