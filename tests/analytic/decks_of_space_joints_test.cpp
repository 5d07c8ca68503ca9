// Example decks with one joint each (PLANAR, SLIDER, CYLINDRICAL, WELD) against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "paths.h"
#include "support/good_run.h"
#include "support/process.h"

namespace mbs {
namespace {

constexpr double kG = 9.81, kDegree = 3.14159265358979323846 / 180;

test::RunResult run_of(const std::string& name) {
  return test::good_run(test::read_all(MBSIM_ROOT "/decks/space/" + name + ".dat"));
}
double time_of(const test::RunResult& run, std::size_t k) {
  return static_cast<double>(k) / static_cast<double>(run.rows.size() - 1);
}

TEST(DecksOfSpaceJoints, APuckOnASlope) {
  const test::RunResult run = run_of("slope");
  ASSERT_EQ(run.rows.size(), 11u);
  const double mass = 2, rate = std::sqrt(200 / mass);
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double t = time_of(run, k), across = 0.8 / rate * std::sin(rate * t);
    EXPECT_NEAR(run.value(k, "e1_1"), kG * std::sin(30 * kDegree) * t * t / 2, 1e-10);
    EXPECT_NEAR(run.value(k, "e1_2"), across, 1e-10);
    EXPECT_NEAR(run.value(k, "e1_3"), 5 * t, 1e-10);
    EXPECT_NEAR(run.value(k, "pla1.fu"), mass * kG * std::cos(30 * kDegree), 1e-9);
    EXPECT_NEAR(run.value(k, "pla1.fw"), -200 * across, 1e-8);
    // The spring pulls 50 mm below the centre of mass; what tips the puck is held.
    EXPECT_NEAR(run.value(k, "pla1.mv"), 0.05 * 200 * across, 1e-9);
    EXPECT_NEAR(run.value(k, "pla1.mw"), 0, 1e-9);
  }
}

TEST(DecksOfSpaceJoints, ABeadOnAWireThatTurns) {
  const test::RunResult run = run_of("bead");
  ASSERT_EQ(run.rows.size(), 11u);
  const double c = std::cos(20 * kDegree), s = std::sin(20 * kDegree), spin = 3, mass = 0.5;
  const double rest = kG * s / (spin * spin * c * c), grows = spin * c;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double t = time_of(run, k), way = (0.5 - rest) * std::cosh(grows * t);
    const double speed = (0.5 - rest) * grows * std::sinh(grows * t), r = rest + way;
    EXPECT_NEAR(run.value(k, "e1_1"), r - 0.5, 1e-9);
    const double sideways = 2 * mass * spin * speed * c;
    const double upwards = mass * (kG * c + spin * spin * r * c * s);
    EXPECT_NEAR(std::hypot(run.value(k, "s1_2"), run.value(k, "s1_3")),
                std::hypot(sideways, upwards), 1e-8);
  }
}

TEST(DecksOfSpaceJoints, ANutOnALeaningShaft) {
  const test::RunResult run = run_of("nut");
  ASSERT_EQ(run.rows.size(), 11u);
  const double mass = 1.5, across = mass * kG * std::sin(40 * kDegree);
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double t = time_of(run, k);
    EXPECT_NEAR(run.value(k, "e1_1"), 2 * t + 0.01 / 0.002 * t * t / 2, 1e-10);
    EXPECT_NEAR(run.value(k, "e1_2"), 3 * t - kG * std::cos(40 * kDegree) * t * t / 2, 1e-10);
    EXPECT_NEAR(std::hypot(run.value(k, "cyl1.fv"), run.value(k, "cyl1.fw")), across, 1e-9);
    EXPECT_NEAR(std::hypot(run.value(k, "cyl1.mv"), run.value(k, "cyl1.mw")), 0.08 * across, 1e-9);
  }
}

// The weld at (0.8, 0, 0) of the bar carries the disc, whose centre is at (1, 0, 0.1) and whose
// axes of inertia are turned about x by 0.5.
TEST(DecksOfSpaceJoints, APendulumOfTwoWeldedParts) {
  const test::RunResult run = run_of("welded_pendulum");
  ASSERT_EQ(run.rows.size(), 11u);
  constexpr double kBar = 1.2, kDisc = 3;
  const double about_y =
      0.015 * std::cos(0.5) * std::cos(0.5) + 0.015 * std::sin(0.5) * std::sin(0.5);
  const double inertia = 0.064 + kBar * 0.16 + about_y + kDisc * (1 + 0.01);
  const double along = kBar * 0.4 + kDisc, aside = kDisc * 0.1;  // first moments along x and z
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    // Turned about y by angle, x points down by it.
    const double angle = run.value(k, "e1_1"), c = std::cos(angle), s = std::sin(angle);
    // m g times the height lost: a point (x, 0, z) of the body stands at height z c - x s.
    const double lost = kG * (along * s + aside * (1 - c));
    const double rate2 = 2 * lost / inertia, acceleration = kG * (along * c + aside * s) / inertia;
    EXPECT_NEAR(run.value(k, "ed1_1") * run.value(k, "ed1_1"), rate2, 1e-9);
    EXPECT_NEAR(run.value(k, "edd1_1"), acceleration, 1e-8);
    // Acceleration of the centre of the disc along the axes of the bar, and what weighs.
    const double ax = acceleration * 0.1 - rate2 * 1, az = -acceleration * 1 - rate2 * 0.1;
    const double fx = kDisc * (ax - kG * s), fz = kDisc * (az + kG * c);
    EXPECT_NEAR(run.value(k, "weld2.fu"), fx, 1e-8);
    EXPECT_NEAR(run.value(k, "weld2.fv"), 0, 1e-8);
    EXPECT_NEAR(run.value(k, "weld2.fw"), fz, 1e-8);
    // About the weld, from which the centre is (0.2, 0, 0.1).
    EXPECT_NEAR(run.value(k, "weld2.mv"), about_y * acceleration + 0.1 * fx - 0.2 * fz, 1e-8);
  }
}

}  // namespace
}  // namespace mbs
