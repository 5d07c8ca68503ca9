// A trial element of variable arity (support/wheel_train.h): a pair of files and one line in the
// registry make it a word of native decks, with reading, --echo, messages, masses, forces, runs.
#include "support/wheel_train.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/good_run.h"
#include "support/native_deck.h"

namespace mbs {
namespace {

constexpr double kR1 = 0.1, kR3 = 0.2;

// Three wheels on a line, their centres held.
std::string three_wheels(const std::string& more) {
  return "PLTRAIN 7 1 2 0.1 3 4 0.25 5 6 0.2\nX 1 0 0\nX 2 0.3\nX 3 0.35 0\nX 4 0\nX 5 0.8 0\n"
         "X 6 -1\nFIX 1\nFIX 3\nFIX 4\nFIX 5\n" +
         more;
}

TEST(WheelTrain, TheLastWheelOfThreeTurnsAsTheFirst) {
  const TrialElementType line(test::kWheelTrain);
  const test::RunResult run = test::good_run(
      three_wheels("INPUTX 2\nEND HALT\nINPUTX 2 1 0.3 2 0.5\nTIMES 0 2 0.5\nEND END\n"));
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double t = run.time(k);
    EXPECT_NEAR(run.value(k, "x6_1"), -1 + kR1 / kR3 * (2 * t + 0.25 * t * t), 1e-12);
    EXPECT_NEAR(run.value(k, "v6_1"), kR1 / kR3 * (2 + 0.5 * t), 1e-12);
    EXPECT_NEAR(run.value(k, "a6_1"), kR1 / kR3 * 0.5, 1e-12);
  }
}

// Of four the other way.
TEST(WheelTrain, TheLastWheelOfFourTurnsBackwards) {
  const TrialElementType line(test::kWheelTrain);
  const test::RunResult run = test::good_run(
      "PLTRAIN 1 1 2 0.1 3 4 0.25 5 6 0.2 7 8 0.4\nX 1 0 0\nX 2 0\nX 3 0 0.35\nX 4 0\nX 5 0.45 "
      "0.35\nX 6 0\nX 7 0.45 -0.25\nX 8 0\nFIX 1\nFIX 3\nFIX 4\nFIX 5\nFIX 6\nFIX 7\nINPUTX 2\n"
      "END HALT\nINPUTX 2 1 0 2\nTIMES 0 1 0.25\nEND END\n");
  for (std::size_t k = 0; k < run.rows.size(); ++k)
    EXPECT_NEAR(run.value(k, "x8_1"), -kR1 / 0.4 * 2 * run.time(k), 1e-12);
}

// Sun, planet and a ring that is held, on a carrier: Willis, w_sun/w_carrier = 1 + r_ring/r_sun.
TEST(WheelTrain, SunPlanetAndRing) {
  const TrialElementType line(test::kWheelTrain);
  const test::RunResult run = test::good_run(
      "PLTRAIN 1 1 2 0.1 3 4 0.05 1 5 -0.2\nPLTRUSS 2 1 3\nX 1 0 0\nX 2 0\n"
      "X 3 0.13163738428355592 0.07191383079063045\nX 4 0\nX 5 0\nFIX 1\nFIX 4\nFIX 5\n"
      "INPUTX 2\nEND HALT\nINPUTX 2 1 0 3 0.6\nTIMES 0 1 0.25\nEND END\n");
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double t = run.time(k), w = (3 + 0.6 * t) / 3;
    const double carrier = 0.5 + (3 * t + 0.3 * t * t) / 3;
    EXPECT_NEAR(run.value(k, "x3_1"), 0.15 * std::cos(carrier), 1e-12);
    EXPECT_NEAR(run.value(k, "x3_2"), 0.15 * std::sin(carrier), 1e-12);
    EXPECT_NEAR(run.value(k, "a3_1"), -0.15 * (w * w * std::cos(carrier) + 0.2 * std::sin(carrier)),
                1e-11);
  }
}

// A moment of 0.6 on the first wheel turns both by J1 + J3 (r1/r3)^2; the teeth carry J3 phidd/r3.
TEST(WheelTrain, AMomentTurnsIt) {
  const TrialElementType line(test::kWheelTrain);
  for (const char* form : {"FORM REDUCED", "FORM FULL"}) {
    const test::RunResult run = test::good_run(
        three_wheels(
            "DYNX 2\nEND HALT\nXM 2 0.02\nXM 6 0.08\nXF 2 0.6\nINTEG DOP853 1e-12 1e-12\n") +
        form + "\nTIMES 0 1 0.25\nEND END\n");
    const double faster = 0.6 / (0.02 + 0.08 * (kR1 / kR3) * (kR1 / kR3));
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      const double t = run.time(k);
      EXPECT_NEAR(run.value(k, "x2_1"), 0.3 + faster * t * t / 2, 1e-11);
      EXPECT_NEAR(run.value(k, "x6_1"), -1 + kR1 / kR3 * faster * t * t / 2, 1e-11);
      EXPECT_NEAR(std::fabs(run.value(k, "s7_1")), 0.08 * kR1 / kR3 * faster / kR3, 1e-11);
      EXPECT_NEAR(run.value(k, "energy.balance"), 0, 1e-11);
    }
  }
}

TEST(WheelTrain, IsWrittenAsItWasRead) {
  const TrialElementType line(test::kWheelTrain);
  const Tables tables = test::tables_of(
      three_wheels("INPUTX 2\nEND HALT\nINPUTX 2 1 0.3 2 0.5\nTIMES 0 1 0.5\nEND END\n"));
  const std::string echo = write_deck(tables);
  EXPECT_NE(echo.find("PLTRAIN 7 1 2 0.1 3 4 0.25 5 6 0.2\n"), std::string::npos) << echo;
  EXPECT_EQ(test::lines(test::tables_of(echo)), test::lines(tables));
}

TEST(WheelTrain, ErrorsNameLineAndFields) {
  const TrialElementType line(test::kWheelTrain);
  const auto messages = [](const std::string& deck) { return test::run(deck).messages; };
  const std::string short_row =
      messages("PLTRAIN 1 1 2 0.1 3 4 0.25 5 6\nX 1 0 0\nX 2 0\nEND HALT\nEND END\n");
  EXPECT_NE(short_row.find(":1:"), std::string::npos) << short_row;
  EXPECT_NE(short_row.find("PLTRAIN"), std::string::npos) << short_row;
  EXPECT_NE(short_row.find("p a r"), std::string::npos) << short_row;
  const std::string two = messages(
      "X 1 0 0\nX 2 0\nX 3 1 0\nX 4 0\n PLTRAIN 1 1 2 0.5 3 4 0.5\nFIX 1\nFIX 3\nFIX 4\nINPUTX "
      "2\nEND HALT\nINPUTX 2 1 0 1\nTIMES 0 1 0.5\nEND END\n");
  EXPECT_NE(two.find(":5:"), std::string::npos) << two;
  EXPECT_NE(two.find("a train of 2 wheels"), std::string::npos) << two;
  EXPECT_NE(two.find("expected three or more"), std::string::npos) << two;
}

TEST(WheelTrain, IsUnknownWithoutItsLineInTheRegistry) {
  const std::string messages =
      test::run(three_wheels("INPUTX 2\nEND HALT\nINPUTX 2 1 0.3 2 0.5\nTIMES 0 1 0.5\nEND END\n"))
          .messages;
  EXPECT_NE(messages.find("PLTRAIN"), std::string::npos) << messages;
  EXPECT_EQ(find_element_type("PLTRAIN"), nullptr);
}

}  // namespace
}  // namespace mbs
