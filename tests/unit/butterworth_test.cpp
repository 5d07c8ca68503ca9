// The low-pass filter against a filter forwards and backwards of its own, in extended precision.
#include "linalg/butterworth.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "linalg/spline.h"

namespace mbs {
namespace {

using Numbers = std::vector<double>;
using Real = long double;
using Reals = std::vector<Real>;
constexpr Real kPi = 3.14159265358979323846264338327950288L;

// Butterworth filter of second order: the analog poles at 135 and 225 degrees, prewarped and taken
// to the z-plane one by one.
struct Filter {
  Real b[3], a[3];
  explicit Filter(Real cutoff) {  // as a part of the rate
    const Real omega = 2 * std::tan(kPi * cutoff);
    const Real re = -omega * std::sqrt(Real(0.5)), im = omega * std::sqrt(Real(0.5));
    // (2 + p)/(2 - p) of p and of its conjugate.
    const Real square = (2 - re) * (2 - re) + im * im;
    const Real z_re = (4 - re * re - im * im) / square, z_im = 4 * im / square;
    a[0] = 1;
    a[1] = -2 * z_re;
    a[2] = z_re * z_re + z_im * z_im;
    const Real gain = (1 + a[1] + a[2]) / 4;
    b[0] = gain, b[1] = 2 * gain, b[2] = gain;
  }
  // Direct form I, at rest with the first value before it.
  Reals run(const Reals& x) const {
    Reals y;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const auto x_of = [&](std::size_t k) { return i >= k ? x[i - k] : x[0]; };
      const auto y_of = [&](std::size_t k) { return i >= k ? y[i - k] : x[0]; };
      y.push_back(b[0] * x[i] + b[1] * x_of(1) + b[2] * x_of(2) - a[1] * y_of(1) - a[2] * y_of(2));
    }
    return y;
  }
};

// filtfilt with odd extension over `pad` rows.
Reals filtfilt(const Filter& filter, const Numbers& y, std::size_t pad) {
  const std::size_t n = y.size();
  Reals x;
  for (std::size_t k = pad; k > 0; --k) x.push_back(2 * Real(y[0]) - y[k]);
  x.insert(x.end(), y.begin(), y.end());
  for (std::size_t k = 1; k <= pad; ++k) x.push_back(2 * Real(y[n - 1]) - y[n - 1 - k]);
  x = filter.run(x);
  x = filter.run(Reals(x.rbegin(), x.rend()));
  x = Reals(x.rbegin(), x.rend());
  return {x.begin() + static_cast<std::ptrdiff_t>(pad), x.end() - static_cast<std::ptrdiff_t>(pad)};
}

Numbers walk(int n, unsigned seed) {
  std::mt19937_64 generator(seed);
  std::normal_distribution<double> normal;
  Numbers y;
  double place = 50;
  for (int i = 0; i < n; ++i) y.push_back(place += 0.1 + normal(generator));
  return y;
}

TEST(Butterworth, IsAFilterForwardsAndBackwards) {
  for (const double cutoff : {0.001, 0.06, 0.2, 0.39})
    for (const int n : {2, 3, 8, 60, 700}) {
      Numbers y = walk(n, static_cast<unsigned>(n));
      const double rows = std::max(9.0, std::ceil(3 / cutoff));
      const std::size_t pad = static_cast<std::size_t>(std::min(rows, n - 1.0));
      const Reals expected = filtfilt(Filter(Real(cutoff) / Real(0.802)), y, pad);
      low_pass(y, cutoff);
      for (std::size_t i = 0; i < y.size(); ++i)
        EXPECT_NEAR(y[i], static_cast<double>(expected[i]), 1e-9) << cutoff << " " << n;
    }
}

// A wave of the cut-off keeps 1/sqrt 2 of its height in both passes together, and is not late.
TEST(Butterworth, CutoffIsThatOfBothPasses) {
  const double cutoff = 0.02;
  Numbers y;
  for (int i = 0; i < 3000; ++i) y.push_back(std::sin(2 * static_cast<double>(kPi) * cutoff * i));
  const Numbers raw = y;
  low_pass(y, cutoff);
  for (std::size_t i = 1000; i < 2000; ++i) EXPECT_NEAR(y[i], raw[i] * std::sqrt(0.5), 1e-3);
}

TEST(Butterworth, LeavesLinesAlone) {
  Numbers y;
  for (int i = 0; i < 200; ++i) y.push_back(1e6 + 0.3 * i);
  const Numbers raw = y;
  low_pass(y, 0.05);
  for (std::size_t i = 0; i < y.size(); ++i) EXPECT_NEAR(y[i], raw[i], 1e-4);
}

// The trace of the matrix of the filter, from its answers to one row at a time.
TEST(Butterworth, ParametersAreTheTrace) {
  const std::size_t n = 400;
  const double cutoff = 0.06;
  double trace = 0;
  for (std::size_t i = 0; i < n; ++i) {
    Numbers y(n, 0.0);
    y[i] = 1;
    low_pass(y, cutoff);
    trace += y[i];
  }
  EXPECT_NEAR(static_cast<double>(n) * kept_by_low_pass(cutoff), trace, 0.05 * trace);
}

Numbers at(const Spline& spline, double t) {
  double out[3];
  int hint = 0;
  spline.evaluate(t, out, hint);
  return {out[0], out[1], out[2]};
}

// Through the filtered rows, and beside even rows the same curve at uneven ones of a smooth motion.
TEST(Butterworth, SplineThroughFilteredRows) {
  Numbers t, y, uneven_t, uneven_y;
  const auto motion = [](double time) { return std::sin(3 * time) + 0.2 * std::cos(9 * time); };
  for (int i = 0; i <= 300; ++i) {
    t.push_back(0.01 * i);
    uneven_t.push_back(0.01 * i + (i > 0 && i < 300 ? 0.003 * std::sin(2.0 * i) : 0));
    y.push_back(motion(t.back()));
    uneven_y.push_back(motion(uneven_t.back()));
  }
  const Spline even = Spline::low_pass(t, y, 6), uneven = Spline::low_pass(uneven_t, uneven_y, 6);
  EXPECT_EQ(even.fit().choice, SplineChoice::low_pass);
  EXPECT_EQ(even.fit().cutoff, 6);
  Numbers filtered = y;
  low_pass(filtered, 0.06);
  double sum = 0;
  for (std::size_t i = 0; i < t.size(); ++i) {
    EXPECT_NEAR(at(even, t[i])[0], filtered[i], 1e-13);
    EXPECT_NEAR(at(uneven, t[i])[0], filtered[i], 2e-5);
    sum += (y[i] - filtered[i]) * (y[i] - filtered[i]);
  }
  EXPECT_NEAR(even.fit().rms, std::sqrt(sum / 301), 1e-12);
}

// Winter's residual analysis by the filter above: the line through what cut-offs from a tenth to a
// quarter of the rate take away, its value at 0, and the cut-off that takes away as much.
double cutoff_by_line(const Numbers& y) {
  const auto residual = [&](double cutoff) {
    const auto pad = static_cast<std::size_t>(std::max(9.0, std::ceil(3 / cutoff)));
    const Reals left = filtfilt(Filter(Real(cutoff) / Real(0.802)), y, std::min(pad, y.size() - 1));
    Real sum = 0;
    for (std::size_t i = 0; i < y.size(); ++i) sum += (y[i] - left[i]) * (y[i] - left[i]);
    return static_cast<double>(std::sqrt(sum / static_cast<Real>(y.size())));
  };
  Numbers x, r;
  double mean_x = 0, mean_r = 0, product = 0, square = 0;
  for (int k = 0; k <= 16; ++k) {
    x.push_back(0.1 + 0.15 * k / 16);
    r.push_back(residual(x.back()));
    mean_x += x.back() / 17, mean_r += r.back() / 17;
  }
  for (std::size_t k = 0; k < x.size(); ++k)
    product += (x[k] - mean_x) * (r[k] - mean_r), square += (x[k] - mean_x) * (x[k] - mean_x);
  const double noise = mean_r - product / square * mean_x;
  double from = 0.25;
  while (from > 1e-3 && residual(from - 5e-4) < noise) from -= 5e-4;
  return from;
}

TEST(Butterworth, CutOffByResiduals) {
  std::mt19937_64 generator(11);
  std::normal_distribution<double> normal;
  double before = 1;
  // The larger the noise, the lower the cut-off.
  for (const double noise : {1e-4, 4e-4, 2e-3}) {
    Numbers t, y;
    for (int k = 0; k < 200; ++k) {
      t.push_back(0.01 * k);
      y.push_back(0.5 * t.back() + 0.1 * std::sin(6 * t.back()) + 0.01 * std::sin(25 * t.back()) +
                  noise * normal(generator));
    }
    const double found = cutoff_by_residuals(y);
    EXPECT_NEAR(found, cutoff_by_line(y), 5.1e-4) << noise;
    EXPECT_LT(found, before);
    before = found;
    const Spline spline = Spline::low_pass(t, y, 0);
    EXPECT_NEAR(spline.fit().cutoff, 100 * found, 1e-6 * found);
    EXPECT_NEAR(spline.fit().rms, noise, 0.3 * noise);
  }
  EXPECT_EQ(cutoff_by_residuals(Numbers(30, 4.0)), 0.25);
}

// A gap is bridged by the smoothing spline: the spline through rows with noise would swing.
TEST(Butterworth, AGapDoesNotCarryTheNoiseOn) {
  std::mt19937_64 generator(5);
  std::normal_distribution<double> noise(0, 4e-4);
  double through = 0, found = 0;
  for (int record = 0; record < 20; ++record) {
    Numbers t, y;
    for (int k = 0; k <= 120; ++k) {
      const double value = 0.2 * std::sin(0.06 * k) + noise(generator);
      if (k >= 60 && k < 68) continue;
      t.push_back(0.01 * k), y.push_back(value);
    }
    const Spline curve = Spline::low_pass(t, y, 6), line = Spline::interpolate_quintic(t, y);
    int hint = 0;
    for (int k = 60; k < 68; ++k) {
      double out[3];
      const double right = 0.2 * std::sin(0.06 * k);
      line.evaluate(0.01 * k, out, hint);
      through = std::max(through, std::fabs(out[0] - right));
      curve.evaluate(0.01 * k, out, hint);
      found = std::max(found, std::fabs(out[0] - right));
    }
  }
  EXPECT_GT(through, 4e-3);
  EXPECT_LT(found, 2e-3);
}

}  // namespace
}  // namespace mbs
