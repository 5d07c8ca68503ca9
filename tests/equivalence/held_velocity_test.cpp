// Velocities that a KABIOS deck gives to what is held or driven, and the same deck as a native one.
#include <gtest/gtest.h>

#include <string>

#include "support/deck.h"

namespace mbs {
namespace {

std::string converted(const std::string& deck) {
  Diagnostics diagnostics;
  const std::string native = convert_deck({"deck", deck, ".", {}}, {}, diagnostics);
  EXPECT_EQ(diagnostics.format_all(), "");
  return native;
}

TEST(HeldVelocity, ASimpleConstraintHasNone) {
  const std::string deck = R"(1 0 0 0 1 0 0 0 0
0 0 0
1 2
0 1 0.5
MASS 1 1 1
VEL 1 1 5 0
)";
  const test::RunResult run = test::run(deck);
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_NE(run.report.find("velocities by at most 5.000e+00 (body 1 Y)"), std::string::npos);
  EXPECT_EQ(run.report.find("do not fit together"), std::string::npos);
  const test::RunResult native = test::run(converted(deck));
  ASSERT_EQ(native.status, ExitStatus::done) << native.messages;
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(run.value(k, "body1.y"), 0);
    EXPECT_EQ(run.value(k, "body1.yd"), 0);
    EXPECT_EQ(run.value(k, "energy.kinetic"), 0.5);
    EXPECT_NEAR(run.value(k, "body1.x"), 0.5 * static_cast<double>(k), 1e-12);
    EXPECT_EQ(native.value(k, "x1_1"), run.value(k, "body1.x"));
    EXPECT_EQ(native.value(k, "v1_2"), 0);
  }
}

// A ground that is told to move hands nothing on through the joint: a pendulum of length 0.5 from
// rest, beside the same deck without that line.
TEST(HeldVelocity, AGroundHandsNothingOn) {
  const std::string head = R"(2 1 0 1 0 0 0 0 0
0 0 0
0.5 0 0
1 2 0 0 -0.5 0
1
0 1 0.25
)";
  const std::string tail = "MASS 2 1 0.1\nGRAV 0 -9.81\n";
  const test::RunResult still = test::run(head + tail);
  for (const char* velocity : {"VEL 1 3 -2 1\n", "VEL 1 0 0 0\n"}) {
    const std::string deck = head + tail + velocity;
    const test::RunResult run = test::run(deck), native = test::run(converted(deck));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    ASSERT_EQ(native.status, ExitStatus::done) << native.messages;
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      EXPECT_EQ(run.rows[k], still.rows[k]) << velocity << k;
      EXPECT_EQ(native.value(k, "x4_1"), still.value(k, "body2.phi"));
      EXPECT_EQ(native.value(k, "v3_2"), still.value(k, "body2.yd"));
    }
  }
}

// What is driven moves as it is driven.
TEST(HeldVelocity, ADriverMovesAsItIsDriven) {
  const std::string deck =
      R"(2 1 0 1 0 1 0 0 0
0 0 0
0.5 0 0
1 2 0 0 -0.5 0
1
2 3 0 2 0
0 1 0.25
MASS 2 1 0.1
VEL 2 0 1 7
)";
  const test::RunResult run = test::run(deck), native = test::run(converted(deck));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  ASSERT_EQ(native.status, ExitStatus::done) << native.messages;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    EXPECT_EQ(run.value(k, "body2.phid"), 2);
    EXPECT_EQ(native.value(k, "v3_1"), run.value(k, "body2.xd"));
  }
}

// Phi or Y can be the degree of freedom of this pendulum: the report says that one of the two given
// velocities gives way, and says nothing where they fit.
TEST(HeldVelocity, WhatDoesNotFitIsSaid) {
  const std::string head =
      R"(2 1 0 1 0 0 0 0 0
0 0 0
0.5 0 0
1 2 0 0 -0.5 0
1
0 1 1
MASS 2 1 1
)";
  const std::string note =
      "# the velocities that the deck gives do not fit together: those of the degrees of freedom "
      "are kept, the others follow from them\n";
  EXPECT_NE(test::run(head + "VEL 2 0 1 1\n").report.find(note), std::string::npos);
  EXPECT_EQ(test::run(head + "VEL 2 0 0.5 1\n").report.find(note), std::string::npos);
  EXPECT_EQ(test::run(head).report.find(note), std::string::npos);
}

TEST(LawOfBody, WordsAndNumbersAreTheSame) {
  const std::string head = R"(1 0 0 0 0 0 0 0 0
0 0 0
0 1 0.25
MASS 1 2 0.5
)";
  const test::RunResult words = test::run(head + R"(LAW BODY 1 x = 1+t
LAW BODY 1 Y = -3*v-2
LAW BODY 1 PHI = sin(t)
)");
  const test::RunResult numbers = test::run(head + R"(LAW BODY 1 1 = 1+t
LAW BODY 1 2 = -3*v-2
LAW BODY 1 3 = sin(t)
)");
  ASSERT_EQ(words.status, ExitStatus::done) << words.messages;
  EXPECT_EQ(words.rows, numbers.rows);
  EXPECT_NEAR(words.value(4, "body1.xd"), 0.75, 1e-9);  // (t + t^2 / 2) / 2
  EXPECT_EQ(test::run(head + "LAW BODY 1 Z = 1\n").messages,
            "deck:5:12: error: LAW: 'Z' is no coordinate; expected X, Y or PHI, or 1, 2 or 3 for "
            "them\n");
}

}  // namespace
}  // namespace mbs
