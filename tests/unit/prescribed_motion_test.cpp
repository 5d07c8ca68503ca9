#include "solve/place/prescribed_motion.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/drawn.h"

namespace mbs::test {
namespace {

// Bar 1 grows, bar 2 is a spring to a driven slider, bar 3 a degree of freedom.
constexpr const char* kDriven = R"(PLTRUSS 1 1 2
PLTRUSS 2 2 3
PLTRUSS 3 3 4
X 1 0 0
X 2 1 0
X 3 2 0
X 4 3 0
FIX 1
FIX 2 2
INPUTX 3
FIX 4 2
INPUTE 1
RLSE 2
DYNE 3
END HALT
INPUTX 3 1 POLY 2 1 0 0.5
INPUTX 3 2 = sqrt(1 - t)
INPUTE 1 1 0.1 0.2 0.6
STARTDE 3 1 0.25 -4
TIMESTEP 1 1
END END
)";

TEST(PrescribedMotion, CoordinatesMoveAndDeformationsGetTargets) {
  Drawn m(kDriven);
  PrescribedMotion motion(m.model(), m.phase(), named_partition(m.phase()));
  EXPECT_TRUE(motion.moves_coordinates());
  State s = m.state();
  s.t = 0.5;
  EXPECT_TRUE(motion.prescribe(s));
  const int x = m.coordinate(3), y = x + 1, e = m.deformation(1);
  EXPECT_NEAR(s.x[x], 2 + 0.5 + 0.5 / 8, 1e-15);
  EXPECT_NEAR(s.v[x], 1 + 1.5 / 4, 1e-15);
  EXPECT_NEAR(s.a[x], 1.5, 1e-15);
  const double root = std::sqrt(0.5);  // d sqrt(1 - t) = -1/2 root^-1, then -1/4 root^-3
  EXPECT_NEAR(s.x[y], root, 1e-15);
  EXPECT_NEAR(s.v[y], -0.5 / root, 1e-15);
  EXPECT_NEAR(s.a[y], -0.25 / (root * root * root), 1e-14);
  EXPECT_NEAR(motion.e()[e], 0.1 + 0.1 + 0.3 / 4, 1e-15);
  EXPECT_NEAR(motion.ed()[e], 0.2 + 0.3, 1e-15);
  EXPECT_NEAR(motion.edd()[e], 0.6, 1e-15);
  EXPECT_EQ(motion.e()[m.deformation(3)], 0);  // until it is kept
  EXPECT_FALSE(motion.fault());
}

TEST(PrescribedMotion, TheEarliestTimeWithoutAFiniteMotionIsKept) {
  Drawn m(kDriven);
  PrescribedMotion motion(m.model(), m.phase(), named_partition(m.phase()));
  State s = m.state();
  for (const double t : {3.0, 1.0, 2.0}) {
    s.t = t;  // the velocity of sqrt(1 - t) is infinite at 1
    EXPECT_FALSE(motion.prescribe(s)) << t;
  }
  ASSERT_TRUE(motion.fault());
  EXPECT_EQ(motion.fault()->t, 1);
  EXPECT_EQ(motion.fault()->motion, m.phase().x_motion[m.coordinate(3, 1)]);
  EXPECT_FALSE(motion.fault()->left);  // no table has ended
}

TEST(PrescribedMotion, FreedomsKeepWhatTheyAreGiven) {
  Drawn m(kDriven);
  PrescribedMotion motion(m.model(), m.phase(), named_partition(m.phase()));
  const int r = m.deformation(3);
  motion.keep_freedoms(std::vector<double>{0.7}, std::vector<double>{2});
  motion.shift_freedoms(-0.1);
  EXPECT_NEAR(motion.e()[r], 0.5, 1e-15);
  EXPECT_EQ(motion.ed()[r], 2);
  EXPECT_EQ(motion.edd()[r], 0);
  motion.keep_freedoms_of(std::vector<double>{1, 2, 3}, std::vector<double>{4, 5, 6});
  EXPECT_EQ(motion.e()[r], 3);
  EXPECT_EQ(motion.ed()[r], 6);
  EXPECT_EQ(motion.e()[m.deformation(2)], 0);  // free, but no degree of freedom
  motion.set_initial_deformations();
  EXPECT_EQ(motion.e()[r], 0.25);
  EXPECT_EQ(motion.ed()[r], -4);
}

TEST(PrescribedMotion, ParametersOfThePhaseAreLive) {
  Drawn m(R"(PARAM rate = 2
PLTRUSS 1 1 2
X 1 0 0
X 2 1 0
FIX 1
INPUTX 2
RLSE 1
END HALT
INPUTX 2 1 = rate*t^2
EVENT faster WHEN t - 1 RISING DO SET rate = 3
TIMESTEP 1 1
END END
)");
  ASSERT_EQ(m.phase().parameters.size(), 1u);
  PrescribedMotion motion(m.model(), m.phase(), named_partition(m.phase()));
  State s = m.state();
  s.t = 0.5;
  EXPECT_TRUE(motion.prescribe(s));
  EXPECT_NEAR(s.a[m.coordinate(2)], 4, 1e-14);
  m.phase().parameters[0] = 3;
  EXPECT_TRUE(motion.prescribe(s));
  EXPECT_NEAR(s.x[m.coordinate(2)], 0.75, 1e-15);
  EXPECT_NEAR(s.a[m.coordinate(2)], 6, 1e-14);
}

}  // namespace
}  // namespace mbs::test
