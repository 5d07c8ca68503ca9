#include "solve/chain/chain_system.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "solve/chain/chain_choice.h"

namespace mbs {
namespace {

using enum ChainVariable;

constexpr double kMass = 2, kLength = 0.8, kCentre = 0.3, kInertia = 0.05, kG = 9.81;

std::vector<ChainSegment> rod(double phi, double phid) {
  ChainSegment s;
  s.m = kMass, s.l = kLength, s.d = kCentre, s.j = kInertia, s.phi = phi, s.phid = phid;
  return {s};
}

int column(ChainVariable v, int index = 0) { return chain_variable_column(v, index, 1); }

struct Solved {
  bool ok = false;
  std::vector<double> value;
  double at(ChainVariable v, int index = 0) const { return value[column(v, index)]; }
};

// One segment: 12 variables, of which three are unknown.
Solved solve(ChainSystem& system, const std::vector<ChainSegment>& segments,
             const std::vector<int>& unknown, const std::vector<double>& value,
             const ChainEquations& more = ChainEquations(0, 12)) {
  std::vector<char> flags(12, 0);
  for (int j : unknown) flags[j] = 1;
  system.choose(flags);
  Solved out{false, std::vector<double>(value.size() + system.constraint_count())};
  out.ok = system.solve(segments, value, more, out.value);
  return out;
}

std::vector<double> hanging() {
  std::vector<double> value(12, 0.0);
  value[column(fexty)] = -kMass * kG;
  return value;
}

// A pendulum about its proximal end: (j + m d^2) phidd = -m g d cos phi, joint forces from the
// acceleration of the centre.
TEST(ChainSystem, PendulumForwards) {
  const double phi = 0.4, w = 1.5;
  const std::vector<ChainSegment> s = rod(phi, w);
  ChainSystem system(s, {}, 0);
  const Solved out = solve(system, s, {column(frx), column(fry), column(phidd)}, hanging());
  ASSERT_TRUE(out.ok);
  const double c = std::cos(phi), q = std::sin(phi);
  const double a = -kMass * kG * kCentre * c / (kInertia + kMass * kCentre * kCentre);
  EXPECT_NEAR(out.at(phidd), a, 1e-13);
  EXPECT_NEAR(out.at(frx), kMass * kCentre * (-a * q - w * w * c), 1e-13);
  EXPECT_NEAR(out.at(fry), kMass * (kG + kCentre * (a * c - w * w * q)), 1e-13);
  EXPECT_GT(system.rcond(), 1e-3);
}

// The moment that gives a known acceleration.
TEST(ChainSystem, PendulumBackwards) {
  const std::vector<ChainSegment> s = rod(0.4, 1.5);
  ChainSystem system(s, {}, 0);
  std::vector<double> value = hanging();
  value[column(phidd)] = 3;
  const Solved out = solve(system, s, {column(frx), column(fry), column(m)}, value);
  ASSERT_TRUE(out.ok);
  EXPECT_NEAR(out.at(m),
              (kInertia + kMass * kCentre * kCentre) * 3 + kMass * kG * kCentre * std::cos(0.4),
              1e-13);
}

TEST(ChainSystem, TwoMomentsOnOneSegmentAreNotDetermined) {
  const std::vector<ChainSegment> s = rod(0.4, 1.5);
  ChainSystem system(s, {}, 0);
  const int first = column(m), second = column(mext);
  EXPECT_FALSE(solve(system, s, {column(frx), first, second}, hanging()).ok);
  EXPECT_EQ(system.undetermined(),
            (std::vector<int>{std::min(first, second), std::max(first, second)}));
}

TEST(ChainSystem, CountsThatDifferAreRefused) {
  const std::vector<ChainSegment> s = rod(0.4, 1.5);
  ChainSystem system(s, {}, 0);
  EXPECT_FALSE(solve(system, s, {column(frx), column(fry)}, hanging()).ok);
  EXPECT_EQ(system.unknown_count(), 2);
  EXPECT_EQ(system.equation_count(), 3);
}

// A locked angle: its moment holds the weight; the joint carries all of it.
TEST(ChainSystem, LockHoldsTheMomentOfTheWeight) {
  const std::vector<ChainSegment> s = rod(0.4, 0);
  ChainConstraint lock;
  lock.kind = ChainConstraint::Kind::lock;
  ChainSystem system(s, {&lock, 1}, 0);
  EXPECT_EQ(system.constraint_count(), 1);
  const Solved out = solve(system, s, {column(frx), column(fry), column(phidd)}, hanging());
  ASSERT_TRUE(out.ok);
  EXPECT_NEAR(out.at(phidd), 0, 1e-14);
  EXPECT_NEAR(out.at(fry), kMass * kG, 1e-13);
  EXPECT_NEAR(out.value[12], kMass * kG * kCentre * std::cos(0.4), 1e-13);
}

// FRX = 2 FRY + 5 in the place of a known M; what is left are Newton's and Euler's equations.
TEST(ChainSystem, ARowOfTheDeckCounts) {
  const std::vector<ChainSegment> s = rod(0.4, 1.5);
  ChainSystem system(s, {}, 1);
  ChainEquations more(1, 12);
  more.coefficients[column(frx)] = 1;
  more.coefficients[column(fry)] = -2;
  more.right_side[0] = 5;
  const Solved out =
      solve(system, s, {column(frx), column(fry), column(m), column(phidd)}, hanging(), more);
  ASSERT_TRUE(out.ok);
  EXPECT_NEAR(out.at(frx), 2 * out.at(fry) + 5, 1e-12);
  const double c = std::cos(0.4), q = std::sin(0.4), a = out.at(phidd);
  EXPECT_NEAR(out.at(frx), kMass * kCentre * (-a * q - 2.25 * c), 1e-12);
  EXPECT_NEAR(out.at(m) + kCentre * (q * out.at(frx) - c * out.at(fry)), kInertia * a, 1e-12);
}

}  // namespace
}  // namespace mbs
