#include "solve/impact/free_motion.h"

#include <gtest/gtest.h>

#include "support/dynamic_mechanism.h"

namespace mbs::test {
namespace {

// A rod of 1 m with 2 kg at its end, which leans; x is the degree of freedom.
std::string pendulum(const std::string& more = "FIX 1\n",
                     const std::string& dynamics = "XM 2 2\n") {
  return "PLTRUSS 1 1 2\nX 1 0 0\nX 2 0.6 -0.8\nDYNX 2 1\n" + more + "END HALT\n" + dynamics +
         "TIMESTEP 1 1\nEND END\n";
}

SolveStatus find(DynamicMechanism& m, FreeMotion& motion) {
  EXPECT_TRUE(m.dynamics->start(m.state).ok());
  return find_free_motion(m.model(), *m.dynamics, m.state, motion);
}

// y' = 0.75 x', so that 2 (1 + 0.75^2) kg move with x.
TEST(FreeMotion, OneDegreeOfFreedomByHand) {
  DynamicMechanism m(pendulum());
  FreeMotion motion(m.model());
  ASSERT_TRUE(find(m, motion).ok());
  ASSERT_EQ(motion.n, 1);
  const std::vector<double> DF = {0, 0, 1, 0.75};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(motion.DF[i], DF[i], 1e-15);
  double impulse = 6.25;
  motion.respond(&impulse);
  EXPECT_NEAR(impulse, 2, 1e-14);
  EXPECT_EQ(motion.mass_times({1, 1, 3, 4}), (std::vector<double>{0, 0, 6, 8}));
  EXPECT_NEAR(motion.project({5, 5, 2, 4})[0], 5, 1e-14);
  const std::vector<double> sum = motion.add({1, 0, 0, 0}, {4});
  EXPECT_EQ(sum[0], 1);
  EXPECT_NEAR(sum[3], 3, 1e-14);
  EXPECT_TRUE(motion.is_symmetric());
}

// The support rises with 3 m/s while x stands still, and so does the end of the rod.
TEST(FreeMotion, WhatIsDrivenGoesOn) {
  DynamicMechanism m(pendulum("FIX 1 1\nINPUTX 1 2\n", "INPUTX 1 2 0 3\nXM 2 2\n"));
  FreeMotion motion(m.model());
  ASSERT_TRUE(find(m, motion).ok());
  EXPECT_NEAR(motion.still[m.coordinate(1, 1)], 3, 1e-15);
  EXPECT_NEAR(motion.still[m.coordinate(2, 0)], 0, 1e-15);
  EXPECT_NEAR(motion.still[m.coordinate(2, 1)], 3, 1e-14);
}

TEST(FreeMotion, WithoutMassItIsSingular) {
  DynamicMechanism m(pendulum("FIX 1\n", "XM 1 2\n"));
  FreeMotion motion(m.model());
  const SolveStatus status = find(m, motion);
  EXPECT_EQ(status.kind, SolveKind::singular);
  EXPECT_EQ(status.column, m.coordinate(2));  // moves more than y
}

// One mass that two degrees of freedom move: the other motion has none but for rounding.
TEST(FreeMotion, AMassThatIsRoundingIsNone) {
  for (const char* share : {"0.1", "0.3", "0.7", "1.1"}) {
    DynamicMechanism m(std::string("X 1 0 0\nX 2 0\nX 3 0\nRELATION 1 = x1_1 - 0.3*x2_1 - ") +
                       share +
                       "*x3_1\nFIX 1 2\nDYNX 2\nDYNX 3\nEND HALT\nXM 1 3\nTIMESTEP 1 1\nEND END\n");
    FreeMotion motion(m.model());
    EXPECT_EQ(find(m, motion).kind, SolveKind::singular) << share;
  }
}

TEST(FreeMotion, NoDegreeOfFreedomIsNoMotion) {
  DynamicMechanism m(
      "PLTRUSS 1 1 2\nX 1 0 0\nX 2 0.6 -0.8\nFIX 1\nFIX 2 2\nEND HALT\nXM 2 1\n"
      "TIMESTEP 1 1\nEND END\n");
  FreeMotion motion(m.model());
  ASSERT_TRUE(find(m, motion).ok());
  EXPECT_EQ(motion.n, 0);
  EXPECT_TRUE(motion.project({1, 2, 3, 4}).empty());
  EXPECT_EQ(motion.still, std::vector<double>(4, 0.0));
}

}  // namespace
}  // namespace mbs::test
