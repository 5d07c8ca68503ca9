// EIGEN about the motion of a body of which one angular velocity is held (FIX n c) while it turns
// about another axis: a condition on velocities alone, so that a small turn about the held axis
// still comes about, by what the body sees of the others. The closed forms are those of Euler's
// equations and of Poisson's, g' = g x w for the direction of gravity in the body.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <string>
#include <vector>

#include "support/deck.h"
#include "support/good_run.h"

namespace mbs {
namespace {

std::vector<std::complex<double>> pairs_of(const test::RunResult& run) {
  std::vector<std::complex<double>> out;
  for (std::size_t k = 0; k < run.rows.size(); ++k)
    if (run.value(k, "real") != 0 || run.value(k, "imaginary") != 0)
      out.emplace_back(run.value(k, "real"), run.value(k, "imaginary"));
  return out;
}

constexpr double kMass = 2, kArm = 0.5, kAcross = 0.1, kOther = 0.12, kAlong = 0.05;

// A heavy body on a fixed point that spins about its axis, which is vertical; its centre is at
// z = `arm`. `held`: 1 or 2.
std::string spinning(double arm, int held, double spin, const std::string& tail = "EIGEN\n") {
  return fmt::format(
      "PINBODY 1  1 2 3\nX 1  0 0 0\nX 2  1 0 0 0\nX 3  0 0 {}\nFIX 1\nFIX 2 {}\nDYNX 2 {} 3\n"
      "END HALT\nXM 3  {}\nXM 2  {} 0 0  {} 0  {}\nSTARTVX 2 3  {}\nGRAVITY 0 0 -9.81\n{}END END\n",
      arm, held, 3 - held, kMass, kAcross, kOther, kAlong, spin, tail);
}

// Of the free turn d and the held one h: d' = w - s h, h' = s d, J w' = -k d: s^2 + k/J.
TEST(PartlyHeldBodies, PendulumThatSpinsAboutTheVertical) {
  for (const double spin : {0.0, 0.7, 3.0, -5.0})
    for (const int held : {1, 2}) {
      const test::RunResult run = test::good_run(spinning(-kArm, held, spin));
      const double J = (held == 1 ? kOther : kAcross) + kMass * kArm * kArm;
      const double exact = std::sqrt(kMass * 9.81 * kArm / J + spin * spin);
      const auto found = pairs_of(run);
      ASSERT_EQ(found.size(), 1u) << run.report;
      EXPECT_NEAR(found[0].imag() / exact, 1, 1e-11) << spin << " " << held;
      EXPECT_NEAR(found[0].real(), 0, 1e-9);
    }
}

// Upright it falls if it spins slowly, and stands if it spins faster than sqrt(k/J).
TEST(PartlyHeldBodies, UprightTopWithOneAngularVelocityHeld) {
  const double J = kOther + kMass * kArm * kArm, falls = kMass * 9.81 * kArm / J;
  for (const double spin : {2.0, 7.0}) {
    const test::RunResult run = test::good_run(spinning(kArm, 1, spin));
    const std::complex<double> exact = std::sqrt(std::complex<double>(falls - spin * spin));
    double nearest = HUGE_VAL;
    for (const auto& one : pairs_of(run)) nearest = std::min(nearest, std::abs(one - exact));
    EXPECT_LT(nearest / std::abs(exact), 1e-11) << run.report;
  }
}

// A small motion in time has that frequency too: w2 passes zero every half period.
TEST(PartlyHeldBodies, MotionHasTheFrequencyOfTheModes) {
  const double spin = 3, J = kOther + kMass * kArm * kArm;
  const double half = M_PI / std::sqrt(kMass * 9.81 * kArm / J + spin * spin);
  const test::RunResult run = test::done(
      spinning(-kArm, 1, spin, "STARTVX 2 2  1e-5\nINTEG DOP853 1e-13 1e-13\nTIMESTEP 2 2\n") +
      "MEASURE first = TIME WHEN v2_2\nMEASURE third = TIME WHEN v2_2 NTH 3\n");
  EXPECT_NEAR((run.measure("third") - run.measure("first")) / (2 * half), 1, 1e-6) << run.report;
}

// A carrier with two angular velocities held spins on the third, a pendulum hangs across it: one of
// a centrifugal governor, and the tilt of the axis, which stays in space: seen at the spin.
TEST(PartlyHeldBodies, PendulumOnACarrierThatCannotTilt) {
  const double spin = 3, m = 2, l = 0.5, A = 0.11 + m * l * l, B = 0.13 + m * l * l, C = 0.05;
  const test::RunResult run = test::good_run(fmt::format(
      "REVOLUTE 1  1 2  3 4   0 0 0  0 0 0.5   1 0 0\nX 1 0 0 0\nX 3 0 0 -0.5\nFIX 1\nFIX 2 1 2\n"
      "DYNX 2 3\nDYNE 1 1\nEND HALT\nXM 2 0.2 0 0 0.2 0 0.3\nXM 3 {}\nXM 4 0.11 0 0 0.13 0 {}\n"
      "STARTVX 2 3 {}\nGRAVITY 0 0 -9.81\nEIGEN\nEND END\n",
      m, C, spin));
  double governor = HUGE_VAL, tilt = HUGE_VAL;
  const double exact = std::sqrt((m * 9.81 * l - spin * spin * (B - C)) / A);
  for (const auto& one : pairs_of(run)) {
    governor = std::min(governor, std::abs(one - std::complex<double>(0, exact)));
    tilt = std::min(tilt, std::abs(one - std::complex<double>(0, spin)));
  }
  EXPECT_LT(governor, 1e-10) << run.report;
  EXPECT_LT(tilt, 1e-10) << run.report;
}

}  // namespace
}  // namespace mbs
