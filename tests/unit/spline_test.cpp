#include "linalg/spline.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <random>
#include <vector>

#include "linalg/banded.h"

namespace mbs {
namespace {

using Numbers = std::vector<double>;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Curve {
  double s, d1, d2;
};
Curve at(const Spline& spline, double t, int hint = 0) {
  double out[3];
  spline.evaluate(t, out, hint);
  return {out[0], out[1], out[2]};
}

// n times with spacings between 0.2 and 1.8, and a wave with normal noise on it.
struct Table {
  Numbers t, y;
  Table(int n, double noise, unsigned seed = 1, double waves = 1.3) {
    std::mt19937_64 generator(seed);
    std::uniform_real_distribution<double> spacing(0.2, 1.8);
    std::normal_distribution<double> normal;
    double time = -3;
    for (int i = 0; i < n; ++i, time += spacing(generator)) {
      t.push_back(time);
      y.push_back(std::sin(waves * 6.2832 * time / n) + noise * normal(generator));
    }
  }
  Numbers spacings() const {
    Numbers h;
    for (std::size_t i = 0; i + 1 < t.size(); ++i) h.push_back(t[i + 1] - t[i]);
    return h;
  }
};

// A = (I + lambda Q R^-1 Q^T)^-1 dense in O(n^3), in extended precision.
class DenseInfluence {
 public:
  using Real = long double;
  using Dense = std::vector<std::vector<Real>>;

  explicit DenseInfluence(const Numbers& t) : n_(t.size()), k_(n_, std::vector<Real>(n_, 0)) {
    const std::size_t m = n_ - 2;
    Dense q(n_, std::vector<Real>(m, 0)), r(m, std::vector<Real>(m, 0)), qt(m);
    for (std::size_t j = 0; j < m; ++j) {
      const Real a = Real(t[j + 1]) - t[j], b = Real(t[j + 2]) - t[j + 1];
      q[j][j] = 1 / a, q[j + 1][j] = -1 / a - 1 / b, q[j + 2][j] = 1 / b;
      r[j][j] = (a + b) / 3;
      if (j + 1 < m) r[j][j + 1] = r[j + 1][j] = b / 6;
    }
    for (std::size_t j = 0; j < m; ++j)
      for (std::size_t i = 0; i < n_; ++i) qt[j].push_back(q[i][j]);
    const Dense x = solve(r, qt);
    for (std::size_t i = 0; i < n_; ++i)
      for (std::size_t l = 0; l < n_; ++l)
        for (std::size_t j = 0; j < m; ++j) k_[i][l] += q[i][j] * x[j][l];
  }

  // The residuals y - A y and tr(I - A).
  std::pair<Numbers, double> evaluate(const Numbers& y, double lambda) const {
    Dense a = k_, b = k_;
    for (std::size_t i = 0; i < n_; ++i) {
      for (std::size_t j = 0; j < n_; ++j) a[i][j] *= lambda, b[i][j] *= lambda;
      a[i][i] += 1;
      b[i].push_back(y[i]);
    }
    const Dense x = solve(a, b);
    Numbers residual;
    Real trace = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      residual.push_back(static_cast<double>(y[i] - x[i][n_]));
      trace += x[i][i];
    }
    return {residual, static_cast<double>(trace)};
  }

 private:
  // Gauss-Jordan without pivoting: every matrix given here is positive definite.
  static Dense solve(Dense a, Dense b) {
    for (std::size_t k = 0; k < a.size(); ++k) {
      const Real pivot = a[k][k];
      for (Real& v : a[k]) v /= pivot;
      for (Real& v : b[k]) v /= pivot;
      for (std::size_t i = 0; i < a.size(); ++i) {
        const Real f = a[i][k];
        if (i == k || f == 0) continue;
        for (std::size_t j = 0; j < a.size(); ++j) a[i][j] -= f * a[k][j];
        for (std::size_t j = 0; j < b[k].size(); ++j) b[i][j] -= f * b[k][j];
      }
    }
    return b;
  }

  std::size_t n_;
  Dense k_;
};

TEST(Spline, TwoPointsAreALine) {
  const Numbers t{1, 3}, y{2, -4};
  for (const Spline& s : {Spline::interpolate(t, y), Spline::cross_validate(t, y),
                          Spline::smooth(t, y, 5), Spline::smooth(t, y, kInfinity)}) {
    EXPECT_EQ(at(s, 1).s, 2);
    EXPECT_EQ(at(s, 3).s, -4);
    EXPECT_EQ(at(s, 2.5).s, -2.5);
    EXPECT_EQ(at(s, 2).d1, -3);
    EXPECT_EQ(at(s, 2).d2, 0);
    EXPECT_EQ(s.fit().parameters, 2);
  }
}

// Curvatures -4 and 4 at t = 1, 2 solve 4 a + b = -12, a + 4 b = 12.
TEST(Spline, ClosedFormInterpolation) {
  const Spline s = Spline::interpolate(Numbers{0, 1, 2, 3}, Numbers{0, 1, 0, 1});
  EXPECT_NEAR(at(s, 1).d2, -4, 1e-14);           // seen 0
  EXPECT_NEAR(at(s, 2).d2, 4, 1e-14);            // seen 0
  EXPECT_NEAR(at(s, 0.5).s, 0.75, 1e-15);        // 1/2 + 4/16, seen 0
  EXPECT_NEAR(at(s, 1.5).s, 0.5, 1e-15);         // seen 0
  EXPECT_NEAR(at(s, 0).d1, 1 + 4.0 / 6, 1e-14);  // seen 0
  EXPECT_EQ(at(s, 0).d2, 0);
  EXPECT_EQ(at(s, 3).d2, 0);
}

// One inner point, lambda = 1: g = -2 / (2/3 + 6) = -0.3, s = y - Q g, tr A = 2 + (2/3)/(20/3).
TEST(Spline, ClosedFormSmoothing) {
  const Spline s = Spline::smooth(Numbers{0, 1, 2}, Numbers{0, 1, 0}, 1);
  EXPECT_NEAR(at(s, 0).s, 0.3, 1e-15);               // seen 0
  EXPECT_NEAR(at(s, 1).s, 0.4, 1e-15);               // seen 0
  EXPECT_NEAR(at(s, 2).s, 0.3, 1e-15);               // seen 0
  EXPECT_NEAR(at(s, 1).d2, -0.3, 1e-15);             // seen 5.6e-17
  EXPECT_NEAR(s.fit().parameters, 2.1, 1e-14);       // seen 0
  EXPECT_NEAR(s.fit().rms, std::sqrt(0.18), 1e-15);  // seen 5.6e-17
}

// The integrals of s' and s'' over any stretch inside an interval, by Simpson's rule, which is
// exact here; across the rows value, slope and curvature have no jump.
TEST(Spline, DerivativesBelongToTheValueAndAreContinuous) {
  const Table table(40, 0.3);
  const Spline s = Spline::cross_validate(table.t, table.y);
  for (std::size_t i = 0; i + 1 < table.t.size(); ++i) {
    const double a = table.t[i], h = (table.t[i + 1] - a) * 0.9;
    const Curve p = at(s, a), m = at(s, a + h / 2), q = at(s, a + h);
    EXPECT_NEAR(q.s - p.s, h / 6 * (p.d1 + 4 * m.d1 + q.d1), 2e-15);  // seen 5.6e-16
    EXPECT_NEAR(q.d1 - p.d1, h / 2 * (p.d2 + q.d2), 5e-16);           // seen 7.6e-17
    if (i == 0) continue;
    const Curve before = at(s, std::nextafter(a, -1e9));
    EXPECT_NEAR(before.s, p.s, 1e-14);    // seen 1.1e-15
    EXPECT_NEAR(before.d1, p.d1, 1e-14);  // seen 9.6e-16
    EXPECT_NEAR(before.d2, p.d2, 1e-15);  // seen 7.6e-17
  }
}

TEST(Spline, LinearTimeSumsAgreeWithDenseInfluenceMatrix) {
  for (const int n : {4, 5, 6, 9, 60}) {
    const Table table(n, 0.3, static_cast<unsigned>(n));
    const Numbers h = table.spacings();
    const DenseInfluence dense(table.t);
    Influence influence(h, table.y);
    // The dense matrix loses the digits of lambda's size: 1e4 leaves 1e-13 in extended precision.
    for (const double lambda : {1e-6, 1e-4, 1e-2, 1.0, 1e2, 1e4}) {
      const auto [residual, freedom] = dense.evaluate(table.y, lambda);
      double rss = 0;
      for (const double r : residual) rss += r * r;
      const double gcv = n * rss / (freedom * freedom);
      const InfluenceSums sums = influence.evaluate(lambda);
      EXPECT_NEAR(sums.residual_freedom / freedom, 1, 1e-13) << n << " " << lambda;  // seen 7.5e-15
      EXPECT_NEAR(sums.gcv(n) / gcv, 1, 1e-13) << n << " " << lambda;                // seen 1.5e-14

      const Spline spline = Spline::smooth(table.t, table.y, lambda);
      EXPECT_NEAR(spline.fit().parameters, n - freedom, 3e-13);  // seen 2.8e-14
      EXPECT_NEAR(spline.fit().rms, std::sqrt(rss / n), 1e-14);  // seen 1e-15
      for (std::size_t i = 0; i < residual.size(); ++i)
        EXPECT_NEAR(at(spline, table.t[i]).s, table.y[i] - residual[i], 1e-13);  // seen 7e-15
    }
  }
}

TEST(Spline, ThreePointsAgreeWithDenseInfluenceMatrix) {
  const Table table(3, 0.3);
  const Numbers h = table.spacings();
  const auto [residual, freedom] = DenseInfluence(table.t).evaluate(table.y, 0.7);
  EXPECT_NEAR(Influence(h, table.y).evaluate(0.7).residual_freedom / freedom, 1, 1e-14);  // seen 0
  const Spline spline = Spline::smooth(table.t, table.y, 0.7);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_NEAR(at(spline, table.t[i]).s, table.y[i] - residual[i], 1e-15);  // seen 0
  EXPECT_EQ(Spline::cross_validate(table.t, table.y).fit().choice, SplineChoice::interpolation);
}

// No lambda on a fine net over 24 decades does better than the one chosen.
TEST(Spline, ChosenLambdaIsTheGlobalMinimum) {
  int smoothed = 0;
  for (unsigned seed = 1; seed <= 200; ++seed) {
    const unsigned k = 1 + (seed - 1) % 40;
    const Table table(5 + static_cast<int>(k), 0.4, seed, 0.05 * k);
    const int n = static_cast<int>(table.t.size());
    const SplineFit fit = Spline::cross_validate(table.t, table.y).fit();
    const Numbers h = table.spacings();
    Influence influence(h, table.y);
    const double lambda = std::min(std::max(fit.lambda, 1e-12), 1e12);
    const double chosen = influence.evaluate(lambda).gcv(n);
    for (double x = -12; x <= 12; x += 0.05)
      EXPECT_GE(influence.evaluate(std::pow(10.0, x)).gcv(n), chosen * (1 - 1e-8))
          << seed << " " << x;
    if (fit.choice == SplineChoice::smoothing) ++smoothed;
  }
  EXPECT_GT(smoothed, 50);
  EXPECT_LT(smoothed, 200);
}

TEST(Spline, ZigzagAboutALineGivesTheLineOfLeastSquares) {
  Numbers t, y;
  double tt = 0, ty = 0;
  for (int i = -10; i <= 10; ++i) {
    t.push_back(i);
    y.push_back(2.0 * i + 7 + (i % 2 == 0 ? 0.1 : -0.1));
    tt += i * i, ty += i * (y.back() - 7);
  }
  const Spline s = Spline::cross_validate(t, y);
  EXPECT_EQ(s.fit().choice, SplineChoice::straight_line);
  EXPECT_EQ(s.fit().lambda, kInfinity);
  EXPECT_EQ(s.fit().parameters, 2);
  EXPECT_NEAR(at(s, 3.3).d1, ty / tt, 5e-15);                      // seen 2.2e-16
  EXPECT_NEAR(at(s, 3.3).s, 7 + 0.1 / 21 + 3.3 * ty / tt, 2e-14);  // seen 3.6e-15
  EXPECT_EQ(at(s, 3.3).d2, 0);
  // A large finite lambda comes to the same line.
  EXPECT_NEAR(at(Spline::smooth(t, y, 1e14), 3.3).s, at(s, 3.3).s, 3e-13);  // seen 2.7e-14
}

TEST(Spline, ExactDataAreInterpolated) {
  const Table table(3000, 0);
  Numbers line, constant(table.t.size(), 1e6), zero(table.t.size(), 0.0), parabola;
  for (const double t : table.t) line.push_back(3 - 0.7 * t), parabola.push_back(t * t);
  for (const Numbers& y : {line, constant, zero, parabola, table.y}) {
    const Spline s = Spline::cross_validate(table.t, y);
    EXPECT_EQ(s.fit().choice, SplineChoice::interpolation);
    for (std::size_t i = 0; i < y.size(); i += 7) EXPECT_EQ(at(s, table.t[i]).s, y[i]);
  }
  const Spline s = Spline::cross_validate(table.t, line);
  for (double t = table.t[0]; t < table.t.back(); t += 0.37) {
    EXPECT_NEAR(at(s, t).s, 3 - 0.7 * t,
                5e-12);                     // seen 9.1e-13, two units in the last place of 2000
    EXPECT_NEAR(at(s, t).d1, -0.7, 1e-11);  // seen 1.7e-12
    EXPECT_NEAR(at(s, t).d2, 0, 5e-11);     // seen 7.5e-12
  }
}

TEST(Spline, ChangeOfUnitsLeavesTheCurve) {
  const Table table(80, 0.2);
  Numbers t = table.t, y = table.y;
  for (double& x : t) x = 1000 * x + 5e4;
  for (double& x : y) x = 1e-3 * x + 0.02;
  const Spline a = Spline::cross_validate(table.t, table.y), b = Spline::cross_validate(t, y);
  ASSERT_EQ(a.fit().choice, SplineChoice::smoothing);
  EXPECT_NEAR(b.fit().lambda / (1e9 * a.fit().lambda), 1, 1e-14);  // seen 4.4e-16
  EXPECT_NEAR(b.fit().parameters, a.fit().parameters, 1e-12);      // seen 0
  for (double x = table.t.front(); x < table.t.back(); x += 0.31) {
    const Curve p = at(a, x), q = at(b, 1000 * x + 5e4);
    EXPECT_NEAR(1e3 * (q.s - 0.02), p.s, 1e-13);  // seen 6.7e-15
    EXPECT_NEAR(1e6 * q.d1, p.d1, 1e-13);         // seen 1.3e-14
    EXPECT_NEAR(1e9 * q.d2, p.d2, 2e-15);         // seen 2e-16
  }
}

TEST(Spline, LargeTableIsLinearInTimeAndKeepsItsDigits) {
  const int n = 100000;
  Table table(n, 0.05);
  const auto start = std::chrono::steady_clock::now();
  const Spline s = Spline::cross_validate(table.t, table.y);
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  std::printf("cross-validation of %d rows: %.2f s, lambda %.4g, %.1f parameters\n", n,
              spent.count(), s.fit().lambda, s.fit().parameters);
  ASSERT_EQ(s.fit().choice, SplineChoice::smoothing);
  EXPECT_NEAR(s.fit().rms, 0.05, 5e-4);  // seen 2.3e-4, the scatter of 1e5 draws
  // The truth is sin(w t); the error to expect is noise sqrt(tr A / n), about 1e-3.
  const double w = 1.3 * 6.2832 / n;
  double square = 0;
  for (const double t : table.t) square += std::pow(at(s, t).s - std::sin(w * t), 2);
  EXPECT_LT(std::sqrt(square / n), 2e-3);  // seen 9.5e-4
  const double middle = table.t[n / 2];
  EXPECT_NEAR(at(s, middle).d1 / w, std::cos(w * middle), 0.02);        // seen 3.5e-3
  EXPECT_NEAR(at(s, middle).d2 / (w * w), -std::sin(w * middle), 0.2);  // seen 2.5e-2
  // R g = Q^T s at every row: the curvatures and the values belong together.
  const Spline again = [&] {
    Numbers values;
    for (const double t : table.t) values.push_back(at(s, t).s);
    return Spline::interpolate(table.t, values);
  }();
  for (int i = 0; i < n; i += 997) {
    const double t = table.t[static_cast<std::size_t>(i)];
    EXPECT_NEAR(at(again, t).d1, at(s, t).d1, 5e-15);  // seen 5.9e-16
  }
}

TEST(Spline, NearlyEqualTimesDoNoHarm) {
  Table table(50, 0.2);
  table.t[20] = std::nextafter(table.t[19], 1e9);
  for (const Spline& s :
       {Spline::cross_validate(table.t, table.y), Spline::smooth(table.t, table.y, 1),
        Spline::smooth(table.t, table.y, 1e-30)})
    for (double t = table.t.front(); t < table.t.back(); t += 0.13) {
      EXPECT_TRUE(std::isfinite(at(s, t).s));
      EXPECT_TRUE(std::isfinite(at(s, t).d2));
    }
}

TEST(Spline, HintIsOnlyAHint) {
  const Table table(30, 0.2);
  const Spline s = Spline::interpolate(table.t, table.y);
  for (double t = -5; t < 40; t += 0.173) {
    const Curve expected = at(s, t, -1);
    for (const int hint : {-7, 0, 1, 13, 27, 28, 29, 1000000}) {
      double out[3];
      int h = hint;
      s.evaluate(t, out, h);
      EXPECT_EQ(out[0], expected.s);
      EXPECT_EQ(out[1], expected.d1);
      EXPECT_EQ(out[2], expected.d2);
      EXPECT_GE(h, 0);
      EXPECT_LE(h, 28);
    }
  }
  for (std::size_t i = 0; i < table.t.size(); ++i) EXPECT_EQ(at(s, table.t[i]).s, table.y[i]);
  EXPECT_TRUE(std::isnan(at(s, std::nan("")).s));
}

TEST(Spline, OutsideTheTable) {
  const Spline s = Spline::interpolate(Numbers{0, 1, 2, 3}, Numbers{0, 1, 0, 1});
  EXPECT_TRUE(s.covers(0));
  EXPECT_TRUE(s.covers(3));
  EXPECT_TRUE(s.covers(30 * 0.1));
  EXPECT_TRUE(s.covers(3 + 5e-7));
  EXPECT_FALSE(s.covers(3 + 1e-5));
  EXPECT_FALSE(s.covers(-1e-5));
  EXPECT_FALSE(s.covers(std::nan("")));
  const Curve a = at(s, 0), z = at(s, 3);
  EXPECT_NEAR(at(s, -2).s, a.s - 2 * a.d1, 1e-15);  // seen 0
  EXPECT_NEAR(at(s, 5).s, z.s + 2 * z.d1, 1e-15);   // seen 0
  EXPECT_NEAR(at(s, -2).d1, a.d1, 1e-15);           // seen 0
  EXPECT_NEAR(at(s, 5).d1, z.d1, 1e-15);            // seen 0
  EXPECT_EQ(at(s, 5).d2, 0);
}

}  // namespace
}  // namespace mbs
