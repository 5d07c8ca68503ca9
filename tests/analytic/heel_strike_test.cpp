// A force plate at 1 kHz at heel strike: no force before the interval of contact, and then an error
// that is little more than that of straight lines between rows.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

#include "support/folder.h"
#include "support/good_run.h"

namespace mbs {
namespace {

using HeelStrike = test::InFolder;

constexpr double kStep = 1e-3, kAnkleX = 0.05, kAnkleY = 0.09;

// fx, fy and the place of the force, after a contact at t0: 60 N in the first millisecond.
std::array<double, 3> load_at(double t, double t0) {
  if (t <= t0) return {};
  const double tau = t - t0, fy = 600 * (1 - std::exp(-tau / 0.01));
  return {-0.15 * fy, fy, -0.04 + 0.5 * tau};
}

// The moment of the force about the ankle.
double moment_at(double t, double t0) {
  const auto [fx, fy, x] = load_at(t, t0);
  return (x - kAnkleX) * fy + kAnkleY * fx;
}

// Sums of squares over the first 10 ms of a contact: of the run, and of straight lines between the
// moments of the rows.
struct Squares {
  double ours = 0, straight = 0;
  double ratio() const { return std::sqrt(ours / straight); }
};

class Contact : public HeelStrike {
 protected:
  // noisy: the force of an unloaded plate is noise, and its place anything.
  Squares errors(double t0, bool noisy) {
    std::string rows = "t fx fy x y\n";
    for (int i = 0; i <= 40; ++i) {
      const double t = kStep * i;
      const auto [fx, fy, x] = load_at(t, t0);
      rows += fy > 0 || !noisy
                  ? fmt::format("{:.6f} {:.17g} {:.17g} {:.17g} 0\n", t, fx, fy, x)
                  : fmt::format("{:.6f} {:.17g} {:.17g} {:.17g} 0\n", t, noise_(generator_),
                                noise_(generator_), 9 * noise_(generator_));
    }
    write("plate.txt", rows);
    const test::RunResult run = good(fmt::format(R"(1 0 0 0 0 0 0 0 0
0 0 0
0 0.03 0.0001
MASS 1 1 1
MOTION 1  0 0 0  0 0 0  0 0 0
FORCE 1 TABLE {} "plate.txt"
NETJOINT 1 0 AT {} {}
)",
                                                 noisy ? "THRESHOLD 5" : "", kAnkleX, kAnkleY));
    Squares out;
    for (std::size_t row = 0; row < run.rows.size(); ++row) {
      const double t = run.time(row), ankle = -run.value(row, "netjoint1.m");
      if (t <= 0.015) {
        EXPECT_EQ(ankle, 0) << t;
        EXPECT_EQ(run.value(row, "netjoint1.fy"), 0);
      }
      if (t < t0 || t > t0 + 0.010) continue;
      const double i = std::floor(t / kStep + 1e-9), from = kStep * i, s = (t - from) / kStep;
      const double straight = (1 - s) * moment_at(from, t0) + s * moment_at(from + kStep, t0);
      out.ours += std::pow(ankle - moment_at(t, t0), 2);
      out.straight += std::pow(straight - moment_at(t, t0), 2);
    }
    return out;
  }

  std::mt19937_64 generator_{3};
  std::uniform_real_distribution<double> noise_{-1, 1};
};

TEST_F(Contact, AddsNothingBeforeItAndLittleErrorBehindIt) {
  std::uniform_real_distribution<double> part(0.02, 0.98);
  double worst = 0;
  Squares noisy;
  for (int k = 0; k < 20; ++k) {
    const double t0 = 0.015 + kStep * part(generator_);
    worst = std::max(worst, errors(t0, false).ratio());
    // A first row below the threshold counts as none, so that single contacts differ.
    const Squares one = errors(t0, true);
    noisy.ours += one.ours, noisy.straight += one.straight;
  }
  fmt::print("over straight lines: {:.3f} at most, {:.3f} with noise and a threshold\n", worst,
             noisy.ratio());
  EXPECT_LT(worst, 1.5);
  EXPECT_LT(noisy.ratio(), 1.5);
}

}  // namespace
}  // namespace mbs
