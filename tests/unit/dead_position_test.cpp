#include <gtest/gtest.h>

#include <cmath>

#include "run/motion/integration.h"
#include "support/dynamic_mechanism.h"

namespace mbs::test {
namespace {

// Two bars of 1 m whose ends are pulled apart to 2 m at t = 1, and on.
constexpr const char* kToggle =
    "PLTRUSS 1 1 2\nPLTRUSS 2 2 3\nX 1 0 0\nX 2 0.6 0.8\nX 3 1.2 0\nFIX 1\nFIX 3 2\nINPUTX 3 1\n"
    "END HALT\nXM 2 1\nINPUTX 3 1 1.2 0.8\nTIMESTEP 2 1\nEND END\n";

State near_toggle(const DynamicMechanism& m, double t) {
  State s = m.state;
  const double half = (1.2 + 0.8 * t) / 2, height = std::sqrt(1 - half * half);
  s.t = t;
  s.x = {0, 0, half, height, 2 * half, 0};
  s.v = {0, 0, 0.4, -0.4 * half / height, 0.8, 0};
  return s;
}

// Every fiftieth short step in a row is suspected.
TEST(DeadPosition, ManyShortStepsAreSuspected) {
  DynamicMechanism m(kToggle);
  DeadPosition dead(m.model(), m.options);
  EXPECT_FALSE(dead.is_suspected(0.1));
  int suspected = 0;
  for (int k = 0; k < 49; ++k) suspected += dead.is_suspected(1e-9);
  EXPECT_EQ(suspected, 0);
  EXPECT_TRUE(dead.is_suspected(1e-9));
  for (int k = 0; k < 49; ++k) suspected += dead.is_suspected(1e-9);
  EXPECT_FALSE(dead.is_suspected(0.05));  // an ordinary one: counted anew
  EXPECT_FALSE(dead.is_suspected(1e-9));
  EXPECT_EQ(suspected, 0);
}

TEST(DeadPosition, JustBeforeTheEndOfItsReachItIsNear) {
  DynamicMechanism m(kToggle);
  ASSERT_TRUE(m.start());
  DeadPosition dead(m.model(), m.options);
  dead.is_suspected(0.1);
  EXPECT_FALSE(dead.is_near(near_toggle(m, 0.5), m.phase()));
  EXPECT_FALSE(dead.is_near(near_toggle(m, 0.999), m.phase()));
  EXPECT_TRUE(dead.problem().empty());
  EXPECT_TRUE(dead.is_near(near_toggle(m, 1 - 1e-7), m.phase()));
  EXPECT_NE(dead.problem().find("node 3 X"), std::string::npos) << dead.problem();
  EXPECT_NE(dead.problem().find("node 2 Y is determined worst"), std::string::npos)
      << dead.problem();
}

// A step that failed looks farther ahead than a thousandth of the longest.
TEST(DeadPosition, AFailedStepLooksFartherAhead) {
  DynamicMechanism m(kToggle);
  ASSERT_TRUE(m.start());
  DeadPosition dead(m.model(), m.options);
  dead.is_suspected(0.01);
  EXPECT_FALSE(dead.is_near(near_toggle(m, 0.99), m.phase()));
  EXPECT_TRUE(dead.is_near(near_toggle(m, 0.99), m.phase(), 0.05));
}

TEST(DeadPosition, WithoutAPrescribedMotionThereIsNone) {
  DynamicMechanism m(
      "PLTRUSS 1 1 2\nX 1 0 0\nX 2 0.6 -0.8\nFIX 1\nDYNX 2 1\nEND HALT\nXM 2 1\n"
      "TIMESTEP 1 1\nEND END\n");
  ASSERT_TRUE(m.start());
  DeadPosition dead(m.model(), m.options);
  dead.is_suspected(0.1);
  EXPECT_FALSE(dead.is_near(m.state, m.phase()));
}

}  // namespace
}  // namespace mbs::test
