// STIFF beside points of hardly any mass: their vibrations, which nothing reads and which move
// nothing by more than the tolerance, do not keep the steps short. Against closed forms and a model
// without such a point.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>

#include "support/deck.h"

namespace mbs {
namespace {

// Two springs in line (EA of each, 0.5 m) with a point of mass m between them and 1 kg at the end.
std::string two_springs(double m, double first, double second, const std::string& rest) {
  return fmt::format(
      "PLTRUSS 1 1 2\nPLTRUSS 2 2 3\nX 1 0 0\nX 2 0.5 0\nX 3 1 0\nFIX 1\n{3}RLSE 1\nRLSE 2\n"
      "END HALT\nXM 2 {0}\nXM 3 1\nESTIFF 1 {1}\nESTIFF 2 {2}\n",
      m, first, second, rest);
}

long steps_with_tiny(const test::RunResult& run) {
  return run.integrated.accepted + run.integrated.rejected;
}

// A spring pendulum of 1 kg on 1 m, let go from the horizontal, by RK4 with small steps.
std::array<double, 4> spring_pendulum(double stiffness, double end) {
  using State = std::array<double, 4>;
  const auto f = [&](const State& y) {
    const double length = std::hypot(y[0], y[1]), pull = stiffness * (length - 1) / length;
    return State{y[2], y[3], -pull * y[0], -pull * y[1] - 9.81};
  };
  const auto moved = [](const State& y, double h, const State& k) {
    State out = y;
    for (int i = 0; i < 4; ++i) out[i] += h * k[i];
    return out;
  };
  State y{1, 0, 0, 0};
  constexpr int kSteps = 20000;
  const double h = end / kSteps;
  for (int n = 0; n < kSteps; ++n) {
    const State a = f(y), b = f(moved(y, h / 2, a)), c = f(moved(y, h / 2, b)),
                d = f(moved(y, h, c));
    for (int i = 0; i < 4; ++i) y[i] += h / 6 * (a[i] + 2 * b[i] + 2 * c[i] + d[i]);
  }
  return y;
}

// Without the point's mass: 1 + 0.1 cos(100 t), and 1 + 0.1 cos(sqrt(15000) t). In the second deck
// the point starts 10 tolerances beside its balance.
TEST(TinyMasses, SpringsInLine) {
  for (const double m : {1e-6, 1e-9, 1e-12}) {
    const std::string across = "FIX 2 2\nFIX 3 2\n",
                      end = "TIMES 0 1 0.5\nDOF AUTO\nINTEG STIFF 1e-6 1e-6\nEND END\n";
    const test::RunResult even =
        test::run(two_springs(m, 1e4, 1e4, across) + "STARTDX 2 1 0.55\nSTARTDX 3 1 1.1\n" + end);
    ASSERT_EQ(even.status, ExitStatus::done) << even.messages;
    EXPECT_NEAR(even.value(2, "x3_1"), 1 + 0.1 * std::cos(100.0), 3e-5) << m;
    EXPECT_NEAR(even.value(2, "v3_1"), -10 * std::sin(100.0), 3e-3) << m;
    EXPECT_LT(steps_with_tiny(even), 5000) << m;
    const test::RunResult beside = test::run(two_springs(m, 1e4, 3e4, across) +
                                             "STARTDX 2 1 0.57501\nSTARTDX 3 1 1.1\n" + end);
    ASSERT_EQ(beside.status, ExitStatus::done) << beside.messages;
    EXPECT_NEAR(beside.value(2, "x3_1"), 1 + 0.1 * std::cos(std::sqrt(15000.0)), 3e-5) << m;
    EXPECT_LT(steps_with_tiny(beside), 20000) << m;
  }
}

// The point between the springs vibrates across them, at 0.1 s by 4e-6 m and 0.3 m/s.
// What a measure reads keeps its tolerance: the velocity of the 1 kg. The number of steps varies
// from 5000 to 20 000 with a thousandth of the tolerance; followed, the point takes 1e7.
TEST(TinyMasses, Pendulum) {
  const std::array<double, 4> exact = spring_pendulum(1e4, 1);
  for (const std::string measure : {"", "MEASURE top = MAX v3_2\n"}) {
    const test::RunResult run =
        test::run(two_springs(1e-9, 1e4, 1e4, "") + "GRAVITY 0 -9.81\n" + measure +
                  "TIMES 0 1 0.5\nDOF AUTO\nINTEG STIFF 1e-6 1e-6\nEND END\n");
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    EXPECT_NEAR(run.value(2, "x3_1"), exact[0], 2e-5);
    EXPECT_NEAR(run.value(2, "x3_2"), exact[1], 2e-5);
    EXPECT_NEAR(run.value(2, "v3_1"), exact[2], 2e-4);
    EXPECT_NEAR(run.value(2, "v3_2"), exact[3], 2e-4);
    EXPECT_LT(steps_with_tiny(run), 50000);
  }
}

// A vibration of a thousand tolerances is followed: 0.001 cos(w t) at w = sqrt(4e4 / m), beside
// what the 1 kg does in this time.
TEST(TinyMasses, WhatMovesIsFollowed) {
  const double m = 1e-6, w = std::sqrt(4e4 / m), end = 0.01;
  const test::RunResult run = test::run(two_springs(m, 1e4, 1e4, "FIX 2 2\nFIX 3\n") +
                                        fmt::format("STARTDX 2 1 0.501\nTIMES 0 {0} {0}\nDOF AUTO\n"
                                                    "INTEG STIFF 1e-6 1e-6\nEND END\n",
                                                    end));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_NEAR(run.value(1, "x2_1"), 0.5 + 0.001 * std::cos(w * end), 1e-5);
}

}  // namespace
}  // namespace mbs
