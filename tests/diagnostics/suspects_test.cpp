// A mechanism that cannot be assembled: what stands in its way is named first.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/deck.h"

namespace mbs {
namespace {

// A four-bar linkage: crank 2, coupler 4, rocker 4, ground 2.5.
std::string four_bar(const char* driver, const char* fourth, const char* bodies) {
  return fmt::format(R"(4 4 0 1 0 1 0 0 0
0 0 0
{}
1 2 0 0 -1 0
2 3 1 0 -2 0
3 4 2 0 2 0
{}
1
{}
0 1 0.1
)",
                     bodies, fourth, driver);
}
constexpr const char* kBodies = "0.5 0.8 60deg\n2.6 2.6 30deg\n3.5 1.8 60deg";

test::RunResult refused(const std::string& deck) {
  const test::RunResult run = test::run(deck);
  EXPECT_EQ(run.status, ExitStatus::solution_failed) << run.messages;
  return run;
}

// Behind the warnings, which say how far apart the bodies of a pair are.
std::string error_of(const test::RunResult& run) {
  const std::size_t error = run.messages.find(": error: ");
  return error == std::string::npos ? "" : run.messages.substr(run.messages.rfind('\n', error) + 1);
}

// The crank is driven in x, farther than it is long.
TEST(Suspects, ADriverOfAnotherCoordinate) {
  const test::RunResult run = refused(four_bar("2 1 1.0472 6 0", "4 1 -2 0 2.5 0", kBodies));
  EXPECT_TRUE(error_of(run).starts_with("deck:11:1: error: DRIVER 1: ")) << run.messages;
  EXPECT_NE(run.messages.find("without DRIVER 1 (line 11), which may begin at 1,"),
            std::string::npos)
      << run.messages;
}

// The fourth joint lies 25 from the bearing of the crank. Crank at 60 deg: its end at (1, sqrt 3);
// from there to (25, 0) is hypot(24, sqrt 3), coupler and rocker reach 8.
TEST(Suspects, AJointOutOfReach) {
  const test::RunResult run = refused(four_bar("2 3 60deg 6 0", "4 1 -2 0 25 0", kBodies));
  EXPECT_TRUE(error_of(run).starts_with("deck:9:1: error: REVOLUTE 4: ")) << run.messages;
  EXPECT_NE(run.messages.find(fmt::format("without REVOLUTE 4 (line 9), which cannot reach by "
                                          "{:.4g} m",
                                          std::hypot(24, std::sqrt(3.0)) - 8)),
            std::string::npos)
      << run.messages;
}

// The crank ends 1 m from its bearing, a bar of 0.3 m hangs 1.55 m away, a rod of 0.2 m should join
// them.
TEST(Suspects, ARodALittleShort) {
  const test::RunResult run = refused(R"(PLREV 1  1 2  3 4  0 0  -0.5 0
PLREV 2  1 2  5 6  1.55 0  0 0
PLSDA 3  3 4  5 6  0.5 0  0.3 0
X 1 0 0
X 2 0
X 3 0.5 0
X 4 0
X 5 1.55 0
X 6 150deg
FIX 1
FIX 2
INPUTX 4
END HALT
INPUTX 4 1 0 0
EREST 3 0.2
TIMES 0 1 1
END END
)");
  EXPECT_NE(run.messages.find("PLSDA 3 (line 3), which cannot reach by 0.05 m"), std::string::npos)
      << run.messages;
}

// The third joint of the crank's bar lies 2 from its middle, 1 was meant: the first one to blame,
// though every joint of the loop lacks the same.
TEST(Suspects, TheEstimatesSayWhichJointOfALoop) {
  const test::RunResult run = refused(R"(4 4 0 1 0 1 0 0 0
0 0 0
0.5 0.866 60deg
2.7 2.6 25deg
3.5 1.75 60deg
1 2 0 0 -1 0
2 3 1 0 -2 0
3 4 2 0 2 0
4 1 -20 0 2.5 0
1
2 3 60deg 6 0
0 1 0.1
)");
  EXPECT_TRUE(error_of(run).starts_with("deck:9:1: error: REVOLUTE 4: ")) << run.messages;
}

// The line of the number: EREST of a truss, not the truss.
TEST(Suspects, TheLineOfALength) {
  const test::RunResult run = refused(R"(PLTRUSS 1 1 3
PLTRUSS 2 2 3
X 1 0 0
X 2 1 0
X 3 0.5 0.8
FIX 1
FIX 2
END HALT
EREST 2 0.01
TIMES 0 1 1
END END
)");
  EXPECT_NE(run.messages.find("EREST 2 (line 9) of PLTRUSS 2, which cannot reach by"),
            std::string::npos)
      << run.messages;
  EXPECT_TRUE(error_of(run).starts_with("deck:9:1: error: EREST 2: ")) << run.messages;
}

// Two bars of 0.9 on pins 1 apart meet at a height of sqrt(0.9^2 - 0.5^2); on the line of the pins
// nothing says on which side.
TEST(Suspects, ALineOfEstimates) {
  const test::RunResult run = refused(R"(PLTRUSS 1 1 3
PLTRUSS 2 2 3
X 1 0 0
X 2 1 0
X 3 0.5 0
FIX 1
FIX 2
END HALT
EREST 1 0.9
EREST 2 0.9
TIMES 0 1 1
END END
)");
  EXPECT_TRUE(error_of(run).starts_with("deck:5:1: error: node 3: ")) << run.messages;
  EXPECT_NE(run.messages.find(fmt::format("it closes with node 3 (line 5) at X = 0.5, Y = {:.6g}",
                                          std::sqrt(0.56))),
            std::string::npos)
      << run.messages;
}

// A base is led away so far that a rod to the body on it does not reach. Its orientation cannot be
// let go by one of its motions alone.
TEST(Suspects, PrescribedOrientationsStayWhole) {
  const test::RunResult run = test::run(
      "REVOLUTE 1 3 4 1 2 AT 0 0 0.2 0.1 0.2 1\nSDA 2 0 0 1 2 AT 2 0 1  0.6 0 1\nX 1 0.4 0 1\n"
      "X 3 0.1 -0.1 0.2\nINPUTX 3\nINPUTX 4\nEND HALT\nINPUTX 3 1 9\n"
      "INPUTX 4 ROT AXIS -0.175 0.993 1 = -0.441 - 0.959*t\nEREST 2 1.4\nXM 1 2\n"
      "XM 2 0.6 0 0.1 0.7 0 0.3\nTIMESTEP 1 4\nEND END\n");
  EXPECT_EQ(run.status, ExitStatus::solution_failed);
  EXPECT_NE(run.messages.find("the mechanism cannot be assembled at t = 0"), std::string::npos)
      << run.messages;
}

}  // namespace
}  // namespace mbs
