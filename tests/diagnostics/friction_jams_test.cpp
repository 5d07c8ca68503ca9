// Friction that jams a slider on its way: a mass m rises above a slider of the length L and of mass
// m0. The guide carries m a h; from h = L (m + m0)/(2 mu m) on no friction force exists (Painleve).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "support/deck.h"

namespace mbs {
namespace {

// The mass of 2 kg is at the height 0.05 + 0.5 t, the slider has 0.01 kg: h = 0.125625 at 0.15125
// s.
std::string rising_mass(const std::string& more) {
  return R"(PLTRAN 1  1 9  2 3   0 0  1 0  0 0
PLCLINE 2  2 3  1 9  0 0 0  0 0 1 0
PLTRAN 3  2 3  4 5   0 0  0 1  0 0
PLCLINE 4  4 5  2 3  0 0 0  0 0 1 0
X 1  0 0
X 9  0
X 2  0 0
X 3  0
X 4  0 0.05
X 5  0
FIX 1
FIX 9
RLSE 2 1
RLSE 4 2
INPUTE 4 1
END HALT
DOF AUTO
INPUTE 4 1 = 0.05 + 0.5*t
XM 4  2
XM 5  0.001
XM 2  0.01
XM 3  0.001
STARTVX 2 1 3
GRAVITY 0 -9.81
FRICTION 1  2 2  0.1 0.4
)" + more +
         R"(
TIMESTEP 1 4
END END
)";
}

TEST(FrictionJams, OnItsWayIsNamed) {
  for (const std::string more : {"", "INTEG STEP 1e-11 1e-11", "INTEG DOP853 1e-9 1e-9",
                                 "INTEG STIFF 1e-7 1e-7", "FORM FULL"}) {
    const test::RunResult run = test::run(rising_mass(more));
    EXPECT_EQ(run.status, ExitStatus::solution_failed) << more;
    EXPECT_NE(run.messages.find("FRICTION 1: at t = 0.15125 friction presses it on more than it "
                                "lets go"),
              std::string::npos)
        << more << "\n"
        << run.messages;
  }
}

// A step of fixed length fails before the jam, by less than itself.
TEST(FrictionJams, IsNamedByFixedSteps) {
  for (const std::string method : {"RK4", "HEUN", "GALPHA STEP"}) {
    const test::RunResult run = test::run(rising_mass("INTEG " + method + " 1e-3"));
    EXPECT_EQ(run.status, ExitStatus::solution_failed) << method;
    EXPECT_NE(run.messages.find("FRICTION 1: at t = 0.151 friction presses"), std::string::npos)
        << method << "\n"
        << run.messages;
  }
}

// Another end of a run is not put down to friction that slides: two rods become collinear before.
TEST(FrictionJams, IsNotTheCauseOfADeadPosition) {
  const test::RunResult run = test::run(R"(PLTRUSS 11  21 22
PLTRUSS 12  22 23
X 21  0 5
X 22  0.5 5.8
X 23  1 5
FIX 21
FIX 23 2
INPUTX 23 1
)" + rising_mass("INPUTX 23 1 = 1 + 10*t\nXM 22  1"));
  EXPECT_EQ(run.status, ExitStatus::solution_failed);
  EXPECT_EQ(run.messages.find("presses it on more"), std::string::npos) << run.messages;
  EXPECT_NE(run.messages.find("dead"), std::string::npos) << run.messages;
}

}  // namespace
}  // namespace mbs
