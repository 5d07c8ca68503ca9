// GALPHA STEP with steps that are far too long for the fastest vibrations: a cantilever of beams
// (length, stiffness EI and mass 1) whose tip is loaded suddenly.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "support/deck.h"

namespace mbs {
namespace {

constexpr double kLoad = 0.1, kEnd = 0.5;

// The deformations of all beams are degrees of freedom, named (DYNE) or chosen (RLSE).
std::string cantilever(int n, const std::string& word, double step) {
  std::string nodes, beams, freedoms, forces;
  for (int i = 0; i <= n; ++i)
    nodes += fmt::format("X {} {:.17g} 0\n", 2 * i + 1, static_cast<double>(i) / n);
  for (int i = 1; i <= n; ++i) {
    beams += fmt::format("PLBEAM {} {} {} {} {}\n", i, 2 * i - 1, 2 * i, 2 * i + 1, 2 * i + 2);
    freedoms += fmt::format("{} {} 1 2 3\n", word, i);
    forces += fmt::format("EM {0} 1\nESTIFF {0} 1e4 1\n", i);
  }
  return beams + nodes + "FIX 1\nFIX 2\n" + freedoms + "END HALT\n" + forces +
         fmt::format("XF {} 0 {}\n{}TIMES 0 {} 0.1\nINTEG GALPHA STEP {}\nEND END\n", 2 * n + 1,
                     kLoad, word == "DYNE" ? "" : "DOF AUTO\n", kEnd, step);
}

// The deflection of the tip: modes with cos b cosh b = -1, of frequency b^2 and square 4 at the
// tip.
double deflection(double t) {
  double sum = 0;
  for (int k = 0; k < 60; ++k) {
    double b = std::numbers::pi * (k + 0.5);
    for (int pass = 0; pass < 20; ++pass)
      b -= (std::cos(b) + 1 / std::cosh(b)) / (-std::sin(b) - std::tanh(b) / std::cosh(b));
    const double omega = b * b;
    sum += 4 * kLoad * (1 - std::cos(omega * t)) / (omega * omega);
  }
  return sum;
}

double tip(int n, const std::string& word, double step) {
  const test::RunResult run = test::run(cantilever(n, word, step));
  EXPECT_EQ(run.status, ExitStatus::done) << n << " " << word << ": " << run.messages;
  return run.rows.empty() ? NAN : run.value(run.rows.size() - 1, fmt::format("x{}_2", 2 * n + 1));
}

// In 0.01 s the fastest bending vibration of 20 beams turns some 14 times.
TEST(FlexibleSteps, NamedAndChosenDeformationsOfACantilever) {
  const double exact = deflection(kEnd);
  EXPECT_NEAR(exact, 0.03925854, 1e-8);
  for (const int n : {2, 20}) {
    const double named = tip(n, "DYNE", 0.01), chosen = tip(n, "RLSE", 0.01);
    EXPECT_NEAR(named, exact, 1.5e-4) << n;  // of the method, order 2
    EXPECT_NEAR(named, chosen, 1e-6) << n;
  }
}

TEST(FlexibleSteps, HalfTheStepComesNearer) {
  EXPECT_NEAR(tip(6, "DYNE", 0.005), deflection(kEnd), 4e-5);
}

// The slowest vibration turns once in 1.8 s, the fastest of bending 280 times in one step.
TEST(FlexibleSteps, AVeryLongStep) {
  EXPECT_NEAR(tip(20, "RLSE", 0.2) / deflection(kEnd), 1, 0.06);
}

// A rope of springs, let go from the horizontal, whose tip cracks like a whip at 0.44 s: the steps
// that cannot be made there are halved, and the audit says so.
std::string rope(int n, const std::string& method) {
  std::string springs, nodes, freedoms, forces;
  for (int i = 0; i <= n; ++i)
    nodes += fmt::format("X {} {:.17g} 0\n", i + 1, static_cast<double>(i) / n);
  for (int i = 1; i <= n; ++i) {
    springs += fmt::format("PLTRUSS {0} {0} {1}\n", i, i + 1);
    freedoms += fmt::format("RLSE {}\n", i);
    forces += fmt::format("XM {} {:.17g}\nESTIFF {} {}\n", i + 1, 1.0 / n, i, 1e6 / n);
  }
  return springs + nodes + "FIX 1\n" + freedoms + "END HALT\n" + forces +
         "GRAVITY 0 -9.81\nDOF AUTO\nTIMES 0 0.6 0.2\nINTEG " + method + "\nEND END\n";
}

TEST(FlexibleSteps, StepsThatCannotBeMadeAreHalved) {
  const test::RunResult whole = test::run(rope(20, "GALPHA STEP 0.002"));
  ASSERT_EQ(whole.status, ExitStatus::done) << whole.messages;
  EXPECT_NE(whole.report.find("steps halved where the whole one could not be made: "),
            std::string::npos);
  const test::RunResult exact = test::run(rope(20, "DOP853 1e-7 1e-7"));
  for (const std::string channel : {"x21_1", "x21_2"})
    EXPECT_NEAR(whole.value(3, channel), exact.value(3, channel), 3e-3) << channel;
}

}  // namespace
}  // namespace mbs
