// More equations than coordinates: what repeats others is named before any count, and a driver too
// many is named where the joints by themselves are sound.
#include <gtest/gtest.h>

#include <string>

#include "support/deck.h"

namespace mbs {
namespace {

std::string refusal(const std::string& deck) {
  const test::RunResult run = test::run(deck);
  EXPECT_EQ(run.status, ExitStatus::deck_error) << deck << run.messages;
  return run.messages;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

std::string four_bar(const std::string& counts, const std::string& more_joints,
                     const std::string& drivers) {
  return counts + R"(0 0 0
0.5 0.8 1.047
2.6 2.6 0.5
3.5 1.8 1
1 2  0 0  -1 0
2 3  1 0  -2 0
3 4  2 0  2 0
4 1  -2 0  2.5 0
)" + more_joints +
         "1\n" + drivers + "0 1 0.5\n";
}

// The crank's driver turns the rocker, too: of the two the second is one too many, and no joint.
TEST(Surplus, OfTwoDriversTheSecondIsNamed) {
  const std::string said =
      refusal(four_bar("4 4 0 1 0 2 0 0 0\n", "", "2 3 1.047 6 0\n4 3 1 2 0\n"));
  EXPECT_EQ(said,
            "deck:12:1: error: DRIVER 2: it drives body 4 PHI, which DRIVER 1 (line 11) determines "
            "already: "
            "M = 13 constraint equations for N = 12 coordinates; remove it or DRIVER 1\n");
}

// Two cranks, each with its driver, and a third driver: that of the other crank is left alone. X
// drives no crank that lies along it.
TEST(Surplus, OnlyDriversOfTheSameMotionAreNamed) {
  const std::string said = refusal(R"(3 2 0 1 0 3 0 0 0
0 0 0
1 0 0
5 0 0
1 2  0 0  -1 0
1 3  4 0  -1 0
1
3 3 0 1 0
2 3 0 1 0
2 1 1 0 0
0 1 0.5
)");
  EXPECT_EQ(
      first_line(said),
      "deck:10:1: error: DRIVER 3: it drives body 2 X, which DRIVER 2 (line 9) determines already: "
      "M = 10 constraint equations for N = 9 coordinates; remove it");
}

TEST(Surplus, OfDrivesInTheOtherDialects) {
  const std::string native = refusal(R"(PLTRUSS 1 1 2
X 1 0 0
X 2 1 0
FIX 1
INPUTX 2 1
INPUTX 2 2
END HALT
INPUTX 2 1 1 0 0
INPUTX 2 2 0 1 0
TIMES 0 0.1 0.1
END END
)");
  EXPECT_EQ(native.find("it drives"), native.find("INPUTX 2") + 12) << native;
  const test::RunResult chain = test::run(R"(SEGDYN
SEGMENT 1 1 0.2 0.1 0.01
STATE 1 10deg
DRIVE HINGE 1 = 10deg + t
DRIVE PHI 1 = 10deg + t
TIME 0 0.1 0.1
END
)");
  EXPECT_NE(chain.status, ExitStatus::done);
  EXPECT_EQ(chain.messages.find("deck:4:1: error: DRIVE HINGE 1: it drives hinge 1 (line 2), "
                                "equation 1, which DRIVE PHI 1 (line 5) determines already"),
            0u)
      << chain.messages;
}

// A pin twice: it is named, then the counts.
TEST(Surplus, JointsAreNamedBeforeTheCounts) {
  const std::string said =
      refusal(four_bar("4 5 0 1 0 1 0 0 0\n", "4 1  -2 0  2.5 0\n", "2 3 1.047 6 0\n"));
  EXPECT_EQ(first_line(said),
            "deck:10:1: error: REVOLUTE 5 (line 10), equation 1 repeats REVOLUTE 4: M = 14 "
            "constraint equations for N = 12 coordinates; expected M = N; remove one of them, or "
            "of DRIVER 1");
  const std::string native = refusal(R"(PLTRUSS 1 1 2
PLTRUSS 2 1 2
X 1 0 0
X 2 1 0
FIX 1
DYNX 2 2
END HALT
XM 2 1
TIMES 0 0.1 0.1
END END
)");
  EXPECT_EQ(first_line(native),
            "deck:2:1: error: PLTRUSS 2 (line 2), equation 1 repeats PLTRUSS 1: 2 constrained and "
            "dynamic deformations for 1 calculable coordinates; name 1 fewer by DYNX or DYNE, or "
            "release as many by RLSE");
}

// Also where there are too few equations: one repeats another, and so one more motion is free. Of
// bars that stand in line at the estimates none repeats another.
TEST(Surplus, JointsAreNamedWhereMotionsAreFree) {
  const std::string said = refusal(four_bar("4 5 0 1 0 0 0 0 0\n", "1 2  0 0  -1 0\n", ""));
  EXPECT_EQ(said.find("deck:10:1: error: REVOLUTE 5 (line 10), equation 1 repeats REVOLUTE 1"), 0u)
      << said;
  const std::string line = refusal(R"(4 4 0 1 0 0 0 0 0
0 0 0
1 0 0
3 0 0
2 0 0
1 2  0 0  -1 0
2 3  1 0  -1 0
3 4  1 0  2 0
4 1  -2 0  0 0
1
0 1 0.5
)");
  EXPECT_EQ(line.find("repeats"), std::string::npos) << line;
}

// An orientation is prescribed as a whole; a hinge on the ground lets one of its turns be chosen.
TEST(Surplus, PrescribedOrientationThatAHingeHolds) {
  const std::string said = refusal(
      "REVOLUTE 1  0 0  1 2  AT 0 0 0  0 0 1\nX 1  0.15 0.2 0\nINPUTX 2\nEND HALT\n"
      "INPUTX 2 ROT AXIS 0 0 1 = t\nXM 1 1\nXM 2 1 0 0 1 0 1\nTIMESTEP 1 1\nEND END\n");
  EXPECT_EQ(
      said,
      "deck:5:1: error: INPUTX 2: it prescribes a whole orientation, of which the joints "
      "determine node 2 W1 and node 2 W2 already: 5 constrained and dynamic deformations for "
      "3 calculable coordinates; prescribe the angle of a joint in its place (INPUTE), or let "
      "the joints go what they need not hold (RLSE), as 2 and 3 of a REVOLUTE\n");
}

}  // namespace
}  // namespace mbs
