// Moments that muscles share beside muscles with a stimulation, with rigid tendons that move, and
// along joints whose bodies are coupled.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/good_run.h"

namespace mbs {
namespace {

// FLEX follows its stimulation and makes a part of the moment; BRAC is asked for the rest alone.
TEST(MuscleSharing, LessWhatStimulatedMusclesMake) {
  for (const double stimulation : {0.05, 0.15, 0.3}) {
    const test::RunResult run = test::good_run(fmt::format(R"(SEGDYN
SEGMENT 1 1.5 .35 .15 .02
STATE 1 0 2.5
GRAV 0 -9.81
KNOWN PHIDD 1 = -12.5*sin(5*t)
UNKNOWN M 1
MUSCLE FLEX ARM 1 .345 -.035 FMAX 800 LOPT .13 LSLACK .18 STIM = {}
MUSCLE BRAC ARM 1 .245 -.020 FMAX 500 LOPT .09 LSLACK .14
STATICOPT MOMENT 1 m1
TIME 0 0.4 0.2
END
)",
                                                           stimulation));
    const double rest = run.value(0, "m1") - run.value(0, "flex.m1");
    EXPECT_GT(std::fabs(run.value(0, "flex.m1")), 0.5);
    EXPECT_NEAR(run.value(0, "moment1"), rest, 1e-12);
    EXPECT_NEAR(run.value(0, "brac.m1") + run.value(0, "reserve1"), rest, 1e-10);
  }
}

// Whatever the speed, the muscles make the moment asked for.
TEST(MuscleSharing, RigidTendonsThatMoveAtTheStart) {
  for (const double speed : {0.0, 2.0, -1.0, 0.5, 4.0}) {
    const test::RunResult run = test::good_run(fmt::format(R"(SEGDYN
SEGMENT 1 1.5 .35 .15 .02
STATE 1 0.3 {}
GRAV 0 -9.81
MUSCLE FLEX RIGID ARM 1 .345 -.035 FMAX 800 LOPT .13 LSLACK .18 ONSET 0.1
MUSCLE BRAC RIGID ARM 1 .245 -.020 FMAX 500 LOPT .09 LSLACK .14 ONSET 0.1
MUSCLESTART MOMENT 1 2.1
TIME 0 0.1 0.05
END
)",
                                                           speed));
    EXPECT_NEAR(run.value(0, "flex.m1") + run.value(0, "brac.m1"), 2.1, 1e-8) << speed;
  }
}

TEST(MuscleSharing, PennationInDegrees) {
  const auto force = [](const char* angle) {
    return test::good_run(fmt::format(R"(SEGDYN
SEGMENT 1 1.5 .35 .15 .02
STATE 1 0.3 0
GRAV 0 -9.81
MUSCLE FLEX DGF ARM 1 .345 -.035 FMAX 800 LOPT .13 LSLACK .18 PENNATION {} STIM = .2
TIME 0 0.1 0.1
END
)",
                                      angle))
        .value(0, "flex.f");
  };
  const double right = force("20");
  EXPECT_EQ(force("20deg"), right);
  EXPECT_EQ(force("${20deg}"), right);
  EXPECT_GT(std::fabs(force("0") - right), 0.01 * right);
}

// A patella that turns by half the knee angle: the arms leave it out, and that is said.
TEST(MuscleSharing, CoupledBodiesAreSaid) {
  const auto deck = [](const char* more) {
    return fmt::format(R"(PLREV 1  10 11  1 2   0 0   0 0
PLREV 2  10 11  3 4   0 0   0 0
RELATION 3 = x4_1 - 0.5*x2_1
PATH 4  10 11 0.05 0.30   3 4 0.05 0.0   1 2 0.03 -0.06
X 10 0 0
X 11 0
X 1 0 0
X 2 -40deg
X 3 0 0
X 4 -20deg
FIX 10
FIX 11
INPUTX 2
RLSE 4
END HALT
EREST 4 0
XM 2 0.1
XF 2 -10
INPUTX 2 1 -40deg 1
MUSCLE QUAD OVER 4 1 FMAX 1000{}
OUT need = r2_1
STATICOPT MOMENT 1 need
TIMES 0 0.1 0.05
END END
)",
                       more);
  };
  const test::RunResult coupled = test::run(deck(""));
  EXPECT_EQ(coupled.status, ExitStatus::done) << coupled.messages;
  EXPECT_NE(coupled.messages.find("RELATION 3 couples bodies of its path"), std::string::npos)
      << coupled.messages;
  test::good_run(deck("   # meant"));
}

}  // namespace
}  // namespace mbs
