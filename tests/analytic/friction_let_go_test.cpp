// Friction of a constant value belongs to its joint: where an event lets the joint go, nothing
// rubs.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "support/deck.h"
#include "support/good_run.h"

namespace mbs {
namespace {

using test::good_run;

constexpr double kG = 9.81;

const char* const kHow[] = {"", "FORM FULL\n", "FORM REDUCED\n", "INTEG STIFF 1e-9 1e-9\n",
                            "INTEG RK4 0.01\n"};

// A wheel of 0.1 kg m2 on a pin of 0.2 N m loses 2 rad/s in a second, then flies on.
TEST(FrictionLetGo, APinThatBreaks) {
  for (const std::string how : kHow) {
    const test::RunResult run = good_run(R"(2 1 0 1 0 0 0 0 0
0 0 0
0 0 0
1 2 0 0 0 0
1
0 2 1
MASS 2 1 0.1
VEL 2 0 0 10
GRAV 0 -9.81
FRICTION REVOLUTE 1 CONSTANT 0.2
EVENT cut WHEN t > 1 DO RELEASE REVOLUTE 1
)" + how + "END\n");
    EXPECT_NEAR(run.value(2, "body2.phid"), 8, 1e-7) << how;
    EXPECT_NEAR(run.value(2, "body2.y"), -kG / 2, 1e-7) << how;
  }
}

TEST(FrictionLetGo, APinOfANativeDeck) {
  for (const std::string how : kHow) {
    const test::RunResult run = good_run(R"(PLREV 1  1 8  2 9  0 0  0 0
PLTOR 2  8 9
X 1 0 0
X 8 0
X 2 0 0
X 9 0
FIX 1
FIX 8
RLSE 2
END HALT
DOF AUTO
XM 2 1
XM 9 0.1
STARTVX 9 1 10
GRAVITY 0 -9.81
FRICTION 1 2 1 CONSTANT 0.2
EVENT cut WHEN t > 1 DO RELEASE E 1
TIMES 0 2 1
)" + how + "END END\n");
    EXPECT_NEAR(run.value(2, "v9_1"), 8, 1e-7) << how;
  }
}

// A block in a guide of 3 N whose guide is let go while 2 N of a spring do not move it.
TEST(FrictionLetGo, AGuideInWhichABlockSticks) {
  for (const std::string how : {"", "FORM FULL\n", "FORM REDUCED\n"}) {
    const test::RunResult run = good_run(R"(2 0 1 1 0 0 0 0 0
0 0 0
0 0 0
1 2 0 0 1 0 0 0
1
0 2 1
MASS 2 1 0.1
LAW BODY 2 X = 2
FRICTION TRANSLATIONAL 1 CONSTANT 3
EVENT cut WHEN t > 1 DO RELEASE TRANSLATIONAL 1
)" + how + "END\n");
    EXPECT_NEAR(run.value(1, "body2.xd"), 0, 1e-12) << how;
    EXPECT_NEAR(run.value(2, "body2.xd"), 2, 1e-9) << how;
  }
}

// Held again it rubs again.
TEST(FrictionLetGo, ComesBackWithTheJoint) {
  for (const std::string how : kHow) {
    const test::RunResult run = good_run(R"(2 1 0 1 0 0 0 0 0
0 0 0
0 0 0
1 2 0 0 0 0
1
0 3 1
MASS 2 1 0.1
VEL 2 0 0 10
FRICTION REVOLUTE 1 CONSTANT 0.2
EVENT cut WHEN t > 1 DO RELEASE REVOLUTE 1
EVENT on WHEN t > 2 DO FIX REVOLUTE 1
)" + how + "END\n");
    EXPECT_NEAR(run.value(2, "body2.phid"), 8, 1e-7) << how;
    EXPECT_NEAR(run.value(3, "body2.phid"), 6, 1e-7) << how;
  }
}

// One equation of two that is let go leaves the joint and its friction.
TEST(FrictionLetGo, StaysWithOneEquation) {
  const test::RunResult run = good_run(R"(2 1 0 1 0 0 0 0 0
0 0 0
0 0 0
1 2 0 0 0 0
1
0 2 1
MASS 2 1 0.1
VEL 2 0 0 10
FRICTION REVOLUTE 1 CONSTANT 0.2
EVENT cut WHEN t > 1 DO RELEASE REVOLUTE 1 2
END
)");
  EXPECT_NEAR(run.value(2, "body2.phid"), 6, 1e-7);
}

}  // namespace
}  // namespace mbs
