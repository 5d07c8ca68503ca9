#include "solve/impact/impulse.h"

#include <gtest/gtest.h>

#include "support/dynamic_mechanism.h"

namespace mbs::test {
namespace {

SolveStatus project(DynamicMechanism& m, const std::vector<double>& v, Impulses& impulses) {
  m.state.v = v;
  const SolveStatus resumed = m.dynamics->resume(m.state);
  return resumed.ok() ? project_velocities(m.model(), m.phase(), *m.dynamics, m.state, impulses)
                      : resumed;
}

// 2 kg on a rod along n = (0.6, -0.8) arrive with (1, 1): -0.2 m/s along n are taken away.
TEST(Impulse, ARodTakesTheVelocityAlongIt) {
  DynamicMechanism m(
      "PLTRUSS 1 1 2\nX 1 0 0\nX 2 0.6 -0.8\nFIX 1\nEND HALT\nXM 2 2\nDOF AUTO\n"
      "TIMESTEP 1 1\nEND END\n");
  Impulses p;
  ASSERT_TRUE(project(m, {0, 0, 1, 1}, p).ok());
  EXPECT_NEAR(m.v(2, 0), 1.12, 1e-14);
  EXPECT_NEAR(m.v(2, 1), 0.84, 1e-14);
  EXPECT_NEAR(p.L[0], -0.4, 1e-14);       // the rod pushes
  EXPECT_NEAR(p.R[0], 0.6 * 0.4, 1e-14);  // and its support with it
  EXPECT_NEAR(p.R[1], -0.8 * 0.4, 1e-14);
  EXPECT_EQ(p.R[2], 0);
  EXPECT_NEAR(p.kinetic_before, 2, 1e-14);
  EXPECT_NEAR(p.kinetic_after, 1.96, 1e-14);
  EXPECT_EQ(p.driven, 0);
  EXPECT_NEAR(p.excess(), -0.04 / 3.96, 1e-14);
}

TEST(Impulse, AllowedVelocitiesStay) {
  DynamicMechanism m(
      "PLTRUSS 1 1 2\nX 1 0 0\nX 2 0.6 -0.8\nFIX 1\nEND HALT\nXM 2 2\nDOF AUTO\n"
      "TIMESTEP 1 1\nEND END\n");
  Impulses p;
  ASSERT_TRUE(project(m, {0, 0, 0.8, 0.6}, p).ok());
  EXPECT_NEAR(m.v(2, 0), 0.8, 1e-15);
  EXPECT_NEAR(p.L[0], 0, 1e-15);
  EXPECT_NEAR(p.excess(), 0, 1e-15);
}

// A driven end of a bar moves with 2 m/s and takes 3 kg along: it gives 6 N s and 12 J, of which 6
// are lost.
TEST(Impulse, ADriveDoesWork) {
  DynamicMechanism m(
      "PLTRUSS 1 1 2\nX 1 0 0\nX 2 1 0\nFIX 1 2\nFIX 2 2\nINPUTX 1 1\nEND HALT\n"
      "INPUTX 1 1 0 2\nXM 2 3\nTIMESTEP 1 1\nEND END\n");
  Impulses p;
  ASSERT_TRUE(project(m, {2, 0, 0, 0}, p).ok());
  EXPECT_NEAR(m.v(2), 2, 1e-15);
  EXPECT_NEAR(p.R[m.coordinate(1)], 6, 1e-14);
  EXPECT_NEAR(p.L[0], -6, 1e-14);
  EXPECT_NEAR(p.kinetic_after, 6, 1e-14);
  EXPECT_NEAR(p.driven, 12, 1e-14);
  EXPECT_NEAR(p.excess(), -6 / 18., 1e-14);
}

// The length itself is driven at 0.5 m/s: v = 0.5 n, from rest.
TEST(Impulse, ADrivenLengthDoesWork) {
  DynamicMechanism m(
      "PLTRUSS 1 1 2\nX 1 0 0\nX 2 0.6 -0.8\nFIX 1\nINPUTE 1\nEND HALT\nXM 2 2\n"
      "INPUTE 1 1 0 0.5\nDOF AUTO\nTIMESTEP 1 1\nEND END\n");
  Impulses p;
  ASSERT_TRUE(project(m, {0, 0, 0, 0}, p).ok());
  EXPECT_NEAR(m.v(2, 0), 0.3, 1e-14);
  EXPECT_NEAR(m.v(2, 1), -0.4, 1e-14);
  EXPECT_NEAR(p.L[0], -1, 1e-14);
  EXPECT_NEAR(p.driven, 0.25, 1e-14);  // half of 1 N s at 0.5 m/s: the mean of 0 and 0.5
  EXPECT_NEAR(p.kinetic_after, 0.25, 1e-14);
}

TEST(Impulse, ExcessIsWhatNoDriveHasGiven) {
  Impulses p;
  EXPECT_EQ(p.excess(), 0);  // nothing moves
  p.kinetic_before = 1, p.kinetic_after = 3, p.driven = 1;
  EXPECT_NEAR(p.excess(), 1. / 5, 1e-15);
}

}  // namespace
}  // namespace mbs::test
