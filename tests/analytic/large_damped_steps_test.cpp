// GALPHA and STIFF on large mechanisms with dampers, laws, forces that follow and penalty contacts,
// whose derivatives stand in the sparse tangent: against sums of damped modes, and against DOP853,
// which has no derivatives.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "support/deck.h"

namespace mbs {
namespace {

constexpr double kDamping = 2e-3;  // damping over stiffness [s]

// A cantilever of n beams (length, mass and EI 1) whose deformations are chosen as unknowns.
std::string damped_cantilever(int n, const std::string& more, const std::string& end) {
  std::string beams, nodes, freedoms, forces;
  for (int i = 0; i <= n; ++i)
    nodes += fmt::format("X {} {:.17g} 0\n", 2 * i + 1, static_cast<double>(i) / n);
  for (int i = 1; i <= n; ++i) {
    beams += fmt::format("PLBEAM {} {} {} {} {}\n", i, 2 * i - 1, 2 * i, 2 * i + 1, 2 * i + 2);
    freedoms += fmt::format("RLSE {} 1 2 3\n", i);
    forces +=
        fmt::format("EM {0} 1\nESTIFF {0} 1e4 1\nEDAMP {0} {1} {2}\n", i, 1e4 * kDamping, kDamping);
  }
  return beams + nodes + freedoms + "FIX 1\nFIX 2\nEND HALT\n" + forces + more + "DOF AUTO\n" +
         end + "END END\n";
}

double value_at_end(const std::string& deck, const std::string& channel) {
  const test::RunResult run = test::run(deck);
  EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
  return run.rows.empty() ? NAN : run.value(run.rows.size() - 1, channel);
}

// The deflection of the tip under a sudden load: modes with cos b cosh b = -1 and squares of 4 at
// the tip, x'' + c w^2 x' + w^2 x = 4 load.
double damped_deflection(double load, double t) {
  double sum = 0;
  for (int k = 0; k < 60; ++k) {
    double b = std::numbers::pi * (k + 0.5);
    for (int pass = 0; pass < 20; ++pass)
      b -= (std::cos(b) + 1 / std::cosh(b)) / (-std::sin(b) - std::tanh(b) / std::cosh(b));
    const double w = b * b, part = kDamping * w / 2;
    double left = 0;  // of the deflection at rest
    if (part < 1) {
      const double root = std::sqrt(1 - part * part);
      left =
          std::exp(-part * w * t) * (std::cos(root * w * t) + part / root * std::sin(root * w * t));
    } else {
      const double root = std::sqrt(part * part - 1), slow = w / (part + root),
                   fast = w * (part + root);
      left = (fast * std::exp(-slow * t) - slow * std::exp(-fast * t)) / (fast - slow);
    }
    sum += 4 * load / (w * w) * (1 - left);
  }
  return sum;
}

TEST(LargeDampedSteps, CantileverWithDampers) {
  const double exact = damped_deflection(0.01, 0.5);
  const auto tip = [](const std::string& method) {
    return value_at_end(
        damped_cantilever(30, "XF 61 0 0.01\n", "TIMES 0 0.5 0.5\nINTEG " + method + "\n"),
        "x61_2");
  };
  EXPECT_NEAR(tip("GALPHA STEP 0.002"), exact, 2e-6);
  EXPECT_NEAR(tip("STIFF 1e-6 1e-6"), exact, 1e-6);
}

// The load turns with the tip, an end spring hardens, and the air resists the tip.
TEST(LargeDampedSteps, ForcesThatFollow) {
  const std::string laws =
      "XLAW 25 1 = -2*sin(x26_1) - 0.3*v25_1\nXLAW 25 2 = 2*cos(x26_1) - 0.3*v25_2 - 5*x25_2^3\n";
  const auto tip = [&](const std::string& method) {
    return value_at_end(damped_cantilever(12, laws, "TIMES 0 0.6 0.6\nINTEG " + method + "\n"),
                        "x25_2");
  };
  const double exact = tip("DOP853 1e-7 1e-7");
  EXPECT_GT(exact, 0.2);
  EXPECT_NEAR(tip("STIFF 1e-6 1e-6"), exact, 1e-5);
  EXPECT_NEAR(tip("GALPHA STEP 0.001"), exact, 2e-5);
}

// Wheels above each other, let go in a row of small gaps: each Hertz contact opens and closes.
TEST(LargeDampedSteps, WheelsThatFallOnEachOther) {
  constexpr int kWheels = 32;
  std::string deck =
      "PLCLINE 1  1 500  501 500  0 0 0.1  0 0 1 0\nX 501 0 0\nFIX 501\nX 500 0\nFIX 500\n";
  std::string forces = "CONTACT 1 PENALTY 1e5 1.5 0\n";
  for (int i = 1; i <= kWheels; ++i) {
    deck += fmt::format("X {} 0 {:.17g}\nFIX {} 1\nDYNX {} 2\n", i,
                        (2 * i - 1) * 0.1 + 0.002 * (i % 3), i, i);
    forces += fmt::format("XM {} 1\n", i);
    if (i == 1) continue;
    deck += fmt::format("PLCCIRC {}  {} 500  {} 500  0 0 0.1  0 0 0.1\n", i, i, i - 1);
    forces += fmt::format("CONTACT {} PENALTY 1e5 1.5 0\n", i);
  }
  const auto height = [&](const std::string& method) {
    return value_at_end(deck + "END HALT\n" + forces + "GRAVITY 0 -9.81\nTIMES 0 0.1 0.1\nINTEG " +
                            method + "\nEND END\n",
                        "x16_2");
  };
  const double exact = height("DOP853 1e-9 1e-9");
  EXPECT_NEAR(height("STIFF 1e-7 1e-7"), exact, 1e-6);
  EXPECT_NEAR(height("GALPHA STEP 1e-4"), exact, 1e-5);
}

}  // namespace
}  // namespace mbs
