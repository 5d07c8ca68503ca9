// Events in SEGDYN decks, against the other dialects and a closed form.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "paths.h"
#include "support/deck.h"
#include "support/process.h"

namespace mbs {
namespace {

using test::RunResult;

RunResult run_event_deck(const std::string& name) {
  const std::string directory = std::string(MBSIM_ROOT) + "/decks/events";
  return test::run(test::read_all(directory + "/" + name), {}, directory);
}

void expect_same_centre_of_mass(const RunResult& a, const RunResult& b, std::size_t rows,
                                double allowed) {
  ASSERT_EQ(a.status, ExitStatus::done) << a.messages;
  ASSERT_EQ(b.status, ExitStatus::done) << b.messages;
  ASSERT_GE(a.rows.size(), rows);
  ASSERT_GE(b.rows.size(), rows);
  test::Error error;
  for (std::size_t k = 0; k < rows; ++k)
    for (const char* name : {"cm.x", "cm.y", "cm.xd", "cm.yd", "energy.kinetic", "energy.work"})
      error.add(a.value(k, name), b.value(k, name));
  EXPECT_LT(error.relative(), allowed);
}

// Take-off, locked joints in the air, landing: 22 rows to 1.05 s.
TEST(ChainEvents, AWholeJumpAsInTheNativeDeck) {
  expect_same_centre_of_mass(run_event_deck("jump_chain.dat"), run_event_deck("jump.dat"), 22,
                             1e-10);  // seen 1.9e-12
}

// Up to the apex at 0.587 s; the decks' grids meet in multiples of 0.05 s.
TEST(KabiosEvents, AJumpUpToItsApexAsInTheNativeDeck) {
  expect_same_centre_of_mass(run_event_deck("take_off_kabios.dat"), run_event_deck("take_off.dat"),
                             12, 1e-11);  // seen 1.8e-13
}

// A flat rod falls 0.5 m and its end is caught: it goes on with w = m v d / (j + m d^2) about that
// end, and keeps its energy from then on.
TEST(ChainEvents, AFallingRodIsCaughtAtItsEnd) {
  const RunResult run = test::run(R"(SEGDYN
SEGMENT 1  2 1 0.5 0.25
STATE 1  0 0
BASE 0 1
FREE BASE
GRAV 0 -9.81
EVENT caught WHEN y < 0.5 DO FIX BASE
TIME 0 0.5 0.05
INTEG STEP 1e-12 1e-12
END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const double m = 2, d = 0.5, j = 0.25, g = 9.81, v = std::sqrt(2 * g * 0.5);
  const double about_end = j + m * d * d, w = m * v * d / about_end;
  const double energy = about_end * w * w / 2 + m * g * 0.5;
  for (std::size_t k = 7; k < 11; ++k) {  // from 0.35 s on
    EXPECT_NEAR(run.value(k, "energy.kinetic") + run.value(k, "energy.potential"), energy,
                1e-11);                              // seen 2.4e-13
    EXPECT_NEAR(run.value(k, "y"), 0.5, 1e-12);      // seen 1.3e-15
    EXPECT_LT(run.value(k, "phid1"), -w);            // gravity turns it faster
    EXPECT_LT(std::fabs(run.value(k, "x")), 1e-12);  // seen 1.8e-15
  }
}

// Three segments; at 0.15 s something of them gets a velocity, or strikes a stop.
RunResult run_pushed(const std::string& lines, const std::string& action) {
  return test::run(
      R"(SEGDYN
SEGMENT 1 2 0.5 0.25 0.1
SEGMENT 2 2 0.5 0.25 0.1
SEGMENT 3 2 0.5 0.25 0.1
STATE 1 0.3 1
STATE 2 1.3 1
STATE 3 -0.6 1.5
TIME 0 0.2 0.1
)" + lines +
      "EVENT it WHEN t > 0.15 DO " + action + "\nEND\n");
}

// Velocity along x of the distal end of the first n segments.
double end_velocity(const RunResult& run, int n) {
  double out = run.value(2, "xd");
  for (int k = 1; k <= n; ++k) {
    const std::string i = std::to_string(k);
    out -= 0.5 * std::sin(run.value(2, "phi" + i)) * run.value(2, "phid" + i);
  }
  return out;
}

TEST(ChainEvents, WhatIsPrescribedMovesAsItsWordSays) {
  EXPECT_NEAR(run_pushed("FREE BASE\n", "PRESCRIBE BASE X 0.3 2").value(2, "xd"), 0.4, 1e-8);
  EXPECT_NEAR(end_velocity(run_pushed("FREE BASE\nFIX TIP\n", "PRESCRIBE TIP X 0.3 2"), 3), 0.4,
              1e-8);
  EXPECT_NEAR(end_velocity(run_pushed("FREE BASE\nFIX JOINT 2\n", "PRESCRIBE JOINT 2 X 0.3"), 1),
              0.3, 1e-8);
  const RunResult hinge = run_pushed("", "PRESCRIBE HINGE 2 0.3 2");
  EXPECT_NEAR(hinge.value(2, "phid2") - hinge.value(2, "phid1"), 0.4, 1e-8);
  EXPECT_NEAR(hinge.value(2, "phidd2") - hinge.value(2, "phidd1"), 2, 1e-8);
}

// phi3 - phi2 grows: a ceiling turns it back, a floor lets it go on.
TEST(ChainEvents, TheSideOfAHingesStopIsThatOfItsAngle) {
  const RunResult floor = run_pushed("", "IMPACT HINGE 3 FLOOR e = 1");
  const RunResult ceiling = run_pushed("", "IMPACT HINGE 3 CEILING e = 1");
  ASSERT_EQ(floor.status, ExitStatus::done) << floor.messages;
  ASSERT_EQ(ceiling.status, ExitStatus::done) << ceiling.messages;
  EXPECT_GT(floor.value(2, "phid3") - floor.value(2, "phid2"), 0.3);
  EXPECT_LT(ceiling.value(2, "phid3") - ceiling.value(2, "phid2"), -0.3);
}

TEST(ChainEvents, EchoKeepsTheSigns) {
  const std::string deck =
      R"(SEGDYN
SEGMENT 1 2 0.5 0.25 0.1
SEGMENT 2 2 0.5 0.25 0.1
STATE 1 0.3 1
STATE 2 1.3 1
TIME 0 0.2 0.1
EVENT it WHEN t > 0.15 DO PRESCRIBE HINGE 2 0.3 -2
EVENT stop WHEN phi2 - phi1 > 1 DO IMPACT HINGE 2 CEILING e = 0.5
END
)";
  Diagnostics diagnostics;
  const std::string echo = echo_deck({"deck", deck, ".", {}}, {}, diagnostics);
  EXPECT_NE(echo.find("PRESCRIBE HINGE 2 0.3 -2"), std::string::npos) << echo;
  EXPECT_NE(echo.find("IMPACT HINGE 2 CEILING"), std::string::npos) << echo;
  EXPECT_EQ(test::run(deck).rows, test::run(echo).rows);
}

// Forces along x and along y are two lines here, one line of a native deck.
TEST(ChainConversion, ForcesOfOneSegmentAreOneLine) {
  for (const char* known : {"KNOWN FEXTX 1 1\nKNOWN FEXTY 1 2\n",
                            R"(FREE BASE
KNOWN FRX 1 -2.972
KNOWN FRY 1 2.7
GRAV 0 -9.81
)"}) {
    const std::string deck = std::string(R"(SEGDYN
SEGMENT 1 2 0.5 0.25 0.1
STATE 1 0.3 1
)") + known + "TIME 0 0.2 0.1\nEND\n";
    Diagnostics diagnostics;
    const RunResult run = test::run(deck);
    const RunResult native = test::run(convert_deck({"deck", deck, ".", {}}, {}, diagnostics));
    ASSERT_EQ(native.status, ExitStatus::done) << native.messages;
    for (const char* name : {"cm.xd", "cm.yd"})
      EXPECT_NEAR(native.value(2, name), run.value(2, name), 1e-9);
  }
}

// Two segments held together, let go, and then turned against each other at 0.5 rad/s; by names of
// another pair of words the same.
TEST(ChainEvents, AnAngleBetweenTwoSegmentsIsPrescribedAsTheHingeIs) {
  const std::string deck = R"(SEGDYN
SEGMENT 1  3.5 0.45 0.20 0.06
SEGMENT 2  2.0 0.40 0.18 0.03
STATE 1  -60deg 0.3
STATE 2  -80deg 0.3
GRAV 0 -9.81
EQUAL PHI 2 1
EVENT apart WHEN t > 1e-9 DO RELEASE PHI 2 1
EVENT driven WHEN t > 0.1 DO PRESCRIBE )";
  const std::string tail = "\nTIME 0 1 0.25\nINTEG STEP 1e-12 1e-12\nEND\n";
  const RunResult pair = test::run(deck + "PHI 2 1 0.5 0.25" + tail);
  const RunResult hinge = test::run(deck + "HINGE 2 0.5 0.25" + tail);
  ASSERT_EQ(pair.status, ExitStatus::done) << pair.messages;
  ASSERT_EQ(hinge.status, ExitStatus::done) << hinge.messages;
  for (std::size_t k = 1; k < 5; ++k) {
    const double t = 0.25 * static_cast<double>(k);
    EXPECT_NEAR(pair.value(k, "phid2") - pair.value(k, "phid1"), 0.5 + 0.25 * (t - 0.1), 1e-13);
    for (const char* name : {"phi1", "phi2", "phid1", "energy.kinetic"})
      EXPECT_NEAR(pair.value(k, name), hinge.value(k, name), 1e-12) << name;  // seen 6e-16
  }
}

// A velocity that is a whole number is no word of the target.
TEST(ChainEvents, AWholeVelocityIsSaidWithAPoint) {
  const std::string deck = R"(SEGDYN
SEGMENT 1  3.5 0.45 0.20 0.06
SEGMENT 2  2.0 0.40 0.18 0.03
STATE 1  -60deg 0
STATE 2  -80deg 0
EVENT driven WHEN t > 0.1 DO PRESCRIBE PHI 2 )";
  for (const char* velocity : {"1.0", "1.0 0", "3", "0", "2", "1e0"}) {
    const RunResult run = test::run(deck + velocity + "\nTIME 0 1 0.5\nEND\n");
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    EXPECT_EQ(run.messages, "");
    EXPECT_NEAR(run.value(2, "phid2"), std::stod(velocity), 1e-13);
  }
  const RunResult braces = test::run(deck + R"(${1}
TIME 0 1 0.5
END
)");
  ASSERT_EQ(braces.status, ExitStatus::done) << braces.messages;
  EXPECT_NE(braces.messages.find("it is taken for the velocity"), std::string::npos);
  EXPECT_NEAR(braces.value(2, "phid2"), 1, 1e-13);
}

TEST(KabiosEvents, AWholeVelocityOfASpringIsSaidWithAPoint) {
  const std::string deck = R"(2 0 0 1 0 0 0 0 0
0 0 0
1 0 0
1
0 1 0.5
MASS 2 1 1
SDA 1 2  0 0 0 0  10 1 0 0
EVENT driven WHEN t > 0.25 DO PRESCRIBE SDA 1 )";
  const std::vector<std::pair<const char*, double>> said = {
      {"1.0", 1}, {"1.0 0", 1}, {"2", 2}, {"1 2 0", 2}, {"0", 0}};
  for (const auto& [words, velocity] : said) {
    const RunResult run = test::run(deck + words + "\n");
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    EXPECT_NEAR(run.value(2, "body2.xd"), velocity, 1e-13) << words;
    EXPECT_NEAR(run.value(2, "body2.x"), 1 + 0.75 * velocity, 1e-13) << words;
  }
}

}  // namespace
}  // namespace mbs
