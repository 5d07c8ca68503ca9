// Mixed dynamics over hinges of space: some angles are prescribed, others free. A column about the
// vertical carries, at the distance r, a pendulum on a hinge along the arm:
//   (m l^2 + A) th'' = -m r l ph'' c + (m l^2 + B - C) ph'^2 s c - m g l s,   s = sin th, c = cos
//   th momentum about the vertical L = ph' (I + m r^2 + (m l^2 + B) s^2 + C c^2) + m r l c th'
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/deck.h"
#include "support/good_run.h"

namespace mbs {
namespace {

constexpr double m = 1.4, l = 0.35, r = 0.5, A = 0.03, B = 0.04, C = 0.02, kColumn = 0.6, g = 9.81;

std::string deck(const std::string& classes, const std::string& motion) {
  return fmt::format(
      "REVOLUTE 1  0 0  1 2  AT 0 0 0  0 0 1  1 0 0\nREVOLUTE 2  1 2  3 4  AT {} 0 0  1 0 0  0 1 "
      "0\n"
      "X 1  0 0 0\nX 3  {} 0 {}\n{}END HALT\n{}XM 2  1 0 0 1 0 {}\nXM 3 {}\nXM 4 {} 0 0 {} 0 {}\n"
      "GRAVITY 0 0 {}\nINTEG STEP 1e-12 1e-12\nTIMESTEP 2 20\nEND END\n",
      r, r, -l, classes, motion, kColumn, m, A, B, C, -g);
}

struct Drive {
  double rate, acceleration;
};
Drive drive(double t) { return {0.8 * std::cos(2 * t) + 0.5, -1.6 * std::sin(2 * t)}; }

double swing(double t, double th) {
  const Drive d = drive(t);
  const double s = std::sin(th), c = std::cos(th);
  return (-m * r * l * d.acceleration * c + (m * l * l + B - C) * d.rate * d.rate * s * c -
          m * g * l * s) /
         (m * l * l + A);
}

// The column is driven: the pendulum against Runge and Kutta with small steps, the motor by dL/dt.
TEST(MixedMotionOfSpace, DrivenColumnFreePendulum) {
  const test::RunResult run = test::good_run(
      deck("INPUTE 1 1\nDYNE 2 1\n", "INPUTE 1 1 = 0.4*sin(2*t) + 0.5*t\nSTARTDE 2 1  0.3 -0.5\n"));
  double th = 0.3, w = -0.5, t = 0;
  const double h = 1e-3;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    EXPECT_NEAR(run.value(k, "e2_1"), th, 1e-9) << t;
    EXPECT_NEAR(run.value(k, "ed2_1"), w, 1e-9) << t;
    const Drive d = drive(t);
    const double s = std::sin(th), c = std::cos(th), a = swing(t, th);
    const double moment =
        d.acceleration * (kColumn + m * r * r + (m * l * l + B) * s * s + C * c * c) +
        2 * d.rate * w * (m * l * l + B - C) * s * c + m * r * l * (c * a - s * w * w);
    EXPECT_NEAR(run.value(k, "s1_1"), -moment, 1e-8) << t;
    EXPECT_NEAR(run.value(k, "rev1.mu"), moment, 1e-8) << t;
    for (int step = 0; step < 100; ++step, t += h) {
      const double k1 = swing(t, th), w2 = w + h / 2 * k1, k2 = swing(t + h / 2, th + h / 2 * w),
                   w3 = w + h / 2 * k2, k3 = swing(t + h / 2, th + h / 2 * w2), w4 = w + h * k3,
                   k4 = swing(t + h, th + h * w3);
      th += h / 6 * (w + 2 * w2 + 2 * w3 + w4);
      w += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    }
  }
}

// The pendulum is driven, the column free: what it turns follows from its momentum, which is kept.
TEST(MixedMotionOfSpace, DrivenPendulumFreeColumn) {
  const test::RunResult run = test::good_run(
      deck("DYNE 1 1\nINPUTE 2 1\n", "INPUTE 2 1 = 0.6*sin(3*t)\nSTARTDE 1 1  0 0.7\n"));
  const double L = 0.7 * (kColumn + m * r * r + C) + m * r * l * 1.8;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double t = run.value(k, "t"), th = 0.6 * std::sin(3 * t), w = 1.8 * std::cos(3 * t);
    const double s = std::sin(th), c = std::cos(th);
    const double rate =
        (L - m * r * l * c * w) / (kColumn + m * r * r + (m * l * l + B) * s * s + C * c * c);
    EXPECT_NEAR(run.value(k, "ed1_1"), rate, 1e-10) << t;
    EXPECT_NEAR(run.value(k, "momentum.angularz"), L, 1e-10) << t;
  }
}

// Both, then FORWARD: the two moments stay as they are, so the power of each is its moment times
// its speed, and the energy grows by that.
TEST(MixedMotionOfSpace, ForwardOfTwoMotors) {
  std::string text = deck("INPUTE 1 1\nINPUTE 2 1\n",
                          "INPUTE 1 1 = 0.4*sin(2*t) + 0.5*t\nINPUTE 2 1 = 0.6*sin(3*t)\n");
  text.insert(text.find("END END"), "EVENT let WHEN t > 1.05 DO FORWARD\n");
  const test::RunResult run = test::good_run(text);
  const std::size_t at = 11, last = 20;  // t = 1.1, 2
  double grown = 0;
  for (const int e : {1, 2}) {
    const std::string S = fmt::format("s{}_1", e), turn = fmt::format("e{}_1", e);
    EXPECT_NEAR(run.value(last, S), run.value(at, S), 1e-10);
    grown -= run.value(at, S) * (run.value(last, turn) - run.value(at, turn));
  }
  const auto energy = [&run](std::size_t k) {
    return run.value(k, "energy.kinetic") + run.value(k, "energy.potential");
  };
  EXPECT_NEAR(energy(last) - energy(at), grown, 1e-9);
  EXPECT_GT(std::fabs(grown), 0.1);
}

}  // namespace
}  // namespace mbs
