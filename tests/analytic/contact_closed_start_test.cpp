// CONTACT ... CLOSED: a start in touch, against the nearest position in closed form.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/deck.h"
#include "support/good_run.h"

namespace mbs {
namespace {

using test::good_run;

// A point above a slope of 30 degrees that passes through the origin.
std::string point(const std::string& classes, const std::string& contact,
                  const std::string& at = "0.5 0.3") {
  return fmt::format(R"(PLCLINE 1  1 9  8 9   0 0 0   0 0  0.8660254037844386 0.5
X 1  {}
X 8 0 0
X 9 0
FIX 8
FIX 9
{}END HALT
{}XM 1 2
GRAVITY 0 -9.81
CONTACT 1 {}
TIMES 0 0.2 0.1
END END
)",
                     at, classes, classes.find("DYNX 1 2") == std::string::npos ? "DOF AUTO\n" : "",
                     contact);
}

constexpr double kC = 0.8660254037844386, kS = 0.5;

TEST(ClosedStart, ThePointMovesAlongTheNormal) {
  const double gap = -kS * 0.5 + kC * 0.3;
  for (const char* model : {"RIGID 0 0.9 0.8", "PENALTY 1e4 1 0", "IMPULSES 0 0.01"}) {
    const test::RunResult run = good_run(point("", std::string(model) + " CLOSED 0.02"));
    EXPECT_NEAR(run.value(0, "x1_1"), 0.5 + kS * gap, 1e-14) << model;
    EXPECT_NEAR(run.value(0, "x1_2"), 0.3 - kC * gap, 1e-14) << model;
    EXPECT_NEAR(run.value(0, "contact1.gap"), 0, 1e-15) << model;
  }
  // mu above the slope: it sticks from the start.
  const test::RunResult rests = good_run(point("", "RIGID 0 0.9 0.8 CLOSED 0.02"));
  EXPECT_NEAR(rests.value(2, "x1_1"), 0.5 + kS * gap, 1e-14);
  EXPECT_NEAR(rests.value(2, "contact1.n"), 2 * 9.81 * kC, 1e-12);
  // From below as from above.
  const test::RunResult below = good_run(point("", "RIGID 0 0.9 0.8 CLOSED 0.02", "0.5 0.28"));
  const double inside = -kS * 0.5 + kC * 0.28;
  EXPECT_NEAR(below.value(0, "x1_1"), 0.5 + kS * inside, 1e-14);
}

// What a line of the deck holds stays.
TEST(ClosedStart, WhatTheDeckHoldsStays) {
  const test::RunResult run = good_run(point("FIX 1 1\n", "RIGID 0 CLOSED 0.02"));
  EXPECT_EQ(run.value(0, "x1_1"), 0.5);
  EXPECT_NEAR(run.value(0, "x1_2"), 0.5 * kS / kC, 1e-15);
}

TEST(ClosedStart, MessagesOfWhatCannotBe) {
  const auto says = [](const std::string& deck, const std::string& text) {
    const test::RunResult run = test::run(deck);
    EXPECT_NE(run.messages.find(text), std::string::npos) << run.messages;
    EXPECT_EQ(run.status, ExitStatus::deck_error) << deck;
  };
  says(point("DYNX 1 1\nDYNX 1 2\n", "RIGID 0 CLOSED"),
       "deck:12:1: error: CONTACT 1: it cannot begin closed: its gap stays 0.0098");
  says(point("", "RIGID 0 CLOSED 0.005"), "farther than 0.005");
  says(point("", "RIGID 0 CLOSED", "0.5 0.4"), "to begin closed moves node 1 Y by 0.0834");
  says(point("", "RIGID 0 CLOSED -1"), "distance d is -1");
}

// A plank on the ground by its two ends: the middle comes down, and it turns level.
TEST(ClosedStart, PlankOnTwoEnds) {
  const test::RunResult run = good_run(R"(2 0 0 1 0 0 0 0 0
0 0 0
0.3 0.004 0.002
1
0 0.2 0.1
MASS 2  1 0.1
GRAV 0 -9.81
CONTACT 2 1 LINE  -0.5 0 0  0 0  1 0  RIGID 0 0.5 0.4 CLOSED
CONTACT 2 1 LINE   0.5 0 0  0 0  1 0  RIGID 0 0.5 0.4 CLOSED
END
)");
  EXPECT_NEAR(run.value(0, "body2.x"), 0.3, 1e-15);
  EXPECT_NEAR(run.value(0, "body2.y"), 0, 1e-15);
  EXPECT_NEAR(run.value(0, "body2.phi"), 0, 1e-15);
  EXPECT_NEAR(run.value(2, "contact1.n"), 9.81 / 2, 1e-10);
  EXPECT_NEAR(run.value(2, "body2.y"), 0, 1e-14);
}

// A pendulum whose tip is to touch a wall: on its circle.
TEST(ClosedStart, OnTheConstraints) {
  const test::RunResult run = good_run(R"(2 1 0 1 0 0 0 0 0
0 0 0
0.31 -0.95 -71deg
1 2   0 0   -1 0
1
0 0.1 0.1
MASS 2  1 0.1
GRAV 0 -9.81
CONTACT 2 1 LINE  0 0 0  0.3 0  0 -1  RIGID 0 CLOSED 0.1
END
)");
  EXPECT_NEAR(run.value(0, "body2.x"), 0.3, 1e-15);
  EXPECT_NEAR(run.value(0, "body2.y"), -std::sqrt(1 - 0.09), 1e-14);
}

// Circles, polygons, cams and curves.
TEST(ClosedStart, OtherShapes) {
  const auto begins = [](const std::string& contact, const std::string& channel) {
    const test::RunResult run = good_run(R"(2 0 0 1 0 0 0 0 0
0 0 0
0.301 1.102 0.1
1
0 0.01 0.01
MASS 2  1 0.1
GRAV 0 -9.81
)" + contact + "END\n");
    EXPECT_NEAR(run.value(0, channel), 0, 2e-15) << contact;
  };
  begins("CONTACT 2 1 CIRCLE  0 0 0.1  0 0  1.04  RIGID 0 0.5 0.4 CLOSED 0.05\n", "contact1.gap");
  begins("CONTACT 2 1 POLYGON  0 0 0.1  -1 0  1 0  1 1  -1 1  RIGID 0 0.5 0.4 CLOSED 0.05\n",
         "contact1.gap");
  begins("CAM 1 2 POINT 0 0  RADIUS = 1.14 + 0.01*cos(u)\nCONTACT CAM 1 RIGID 0 CLOSED 0.05\n",
         "contact1.gap");
}

// STATIC comes after it.
TEST(ClosedStart, EquilibriumBeginsThere) {
  const test::RunResult run = good_run(R"(2 0 1 1 0 0 0 0 0
0 0 0
0 0.011 0
1 2   0 0  0 1  0 0
1
0 1 1
MASS 2  2 1
GRAV 0 -9.81
CONTACT 2 1 LINE  0 0 0  0 0  1 0  PENALTY 1e4 1 0 CLOSED 0.02
STATIC
END
)");
  EXPECT_NEAR(run.value(0, "body2.y"), -2 * 9.81 / 1e4, 1e-10);
}

TEST(ClosedStart, Chains) {
  const test::RunResult run = good_run(R"(SEGDYN
SEGMENT 1  1 1 0.5 0.1
BASE 0 0.003
FREE BASE
STATE 1 0.002
GRAV 0 -9.81
CONTACT 1 LINE  0 0 0   0 0  1 0   RIGID 0 0.5 0.4 CLOSED
CONTACT 1 LINE  1 0 0   0 0  1 0   RIGID 0 0.5 0.4 CLOSED
TIME 0 0.2 0.1
END
)");
  EXPECT_NEAR(run.value(0, "phi1"), 0, 1e-14);
  EXPECT_NEAR(run.value(2, "contact1.n"), 9.81 / 2, 1e-9);
}

}  // namespace
}  // namespace mbs
