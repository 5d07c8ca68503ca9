// The time at which a choice of knowns ceases to determine the motion does not depend on the
// method, nor on how far the run would have gone; a singular position behind the end of a run ends
// none.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>

#include "support/choice_end.h"
#include "support/good_run.h"

namespace mbs {
namespace {

const char* const kMethods[] = {"DOP853 1e-12 1e-12", "DOP853", "STEP 1e-10 1e-10", "STIFF",
                                "GALPHA"};

std::string segments(const std::string& lines, const std::string& end) {
  return "SEGDYN\n" + lines + "TIME 0 " + end + " 0.25\nINTEG {}\nEND\n";
}

const std::string kTwo =
    "SEGMENT 1 2 0.4 0.2 0.03\nSEGMENT 2 1.5 0.3 0.15 0.03\nSTATE 1 0.6962697214396738 1.34\n"
    "STATE 2 0.27944561959227465 0\nGRAV 0 -9.81\nKNOWN PHIDD 2 -2\nUNKNOWN XDD\n";
// The determinant of this one touches zero and turns, and is zero again later.
const std::string kTwice =
    "SEGMENT 1 1.5 0.4 0.2 0.02\nSEGMENT 2 1.5 0.3 0.15 0.02\nSTATE 1 0.5787780173124734 -1\n"
    "STATE 2 0.6651031061462054 0.5\nKNOWN FRY 2 -2\nUNKNOWN FEXTX 2\n";

TEST(ChoiceTimes, AreTheSameByAllMethods) {
  for (const std::string& lines : {kTwo, kTwice}) {
    const std::string deck = segments(lines, "2");
    double first = -1;
    for (const char* method : kMethods) {
      const test::RunResult run = test::run(fmt::format(fmt::runtime(deck), method));
      EXPECT_EQ(run.status, ExitStatus::solution_failed) << method << run.messages;
      const double t = test::choice_end(run);
      EXPECT_GT(t, 0) << method << run.messages;
      if (first < 0) first = t;
      EXPECT_NEAR(t, first, 2e-8) << method << lines;
    }
  }
}

// A knee whose angles move evenly, by the forces on the ground that this takes, is straight when
// they are equal: 1.3 + 0.9 t = 1.75 + 0.1 t.
TEST(ChoiceTimes, OfTightTolerances) {
  const double m1 = 7, m2 = 60, l1 = .43, d1 = .25, d2 = .35, w1 = .9, w2 = .1;
  const double a = (m1 * d1 + m2 * l1) * w1 * w1, b = m2 * d2 * w2 * w2;
  const std::string deck = fmt::format(
      "SEGDYN\nSEGMENT 1 7 .43 .25 .12\nSEGMENT 2 60 .45 .35 2\nSTATE 1 1.3 0.9\nSTATE 2 1.75 "
      "0.1\nGRAV 0 -9.81\n"
      "KNOWN FRX 1 = -{0:.17g}*cos(1.3+0.9*t)-{1:.17g}*cos(1.75+0.1*t)\n"
      "KNOWN FRY 1 = 9.81*67-{0:.17g}*sin(1.3+0.9*t)-{1:.17g}*sin(1.75+0.1*t)\n"
      "UNKNOWN M 1\nUNKNOWN M 2\nTIME 0 .6 .05\nINTEG {{}}\nEND\n",
      a, b);
  for (const char* method : kMethods) {
    const test::RunResult run = test::run(fmt::format(fmt::runtime(deck), method));
    EXPECT_EQ(run.status, ExitStatus::solution_failed) << method << run.messages;
    EXPECT_NEAR(test::choice_end(run), .45 / .8, 2e-8) << method << run.messages;
  }
}

// With a longer run the singular position is met; the shorter one ends before it.
TEST(ChoiceTimes, BehindTheEndOfTheRun) {
  const std::string four =
      "SEGMENT 1 1.5 0.5 0.25 0.03\nSEGMENT 2 1.5 0.3 0.15 0.02\nSEGMENT 3 1 0.3 0.15 0.02\n"
      "SEGMENT 4 2 0.4 0.2 0.05\nSTATE 1 -2.62414356565563 1.64\n"
      "STATE 2 -0.46919283338949924 1.96\nSTATE 3 -1.103619934099454 -0.08\n"
      "STATE 4 -0.2279947387271104 -0.88\nGRAV 0 -9.81\nKNOWN FRY 4 40\nUNKNOWN M 1\n"
      "KNOWN M 3 = 0.2*sin(4*t)\n";
  const std::string free =
      "SEGMENT 1 1.5 0.4 0.2 0.05\nSEGMENT 2 2 0.3 0.15 0.02\nSEGMENT 3 1.5 0.4 0.2 0.02\n"
      "SEGMENT 4 1.5 0.4 0.2 0.02\nSTATE 1 1.8454303015022309 0\nSTATE 2 1.7419196773152983 0\n"
      "STATE 3 1.3590618217870216 0\nSTATE 4 1.3323326245214568 0\nGRAV 0 -9.81\nFREE BASE\n"
      "KNOWN FRY 3 -2\nUNKNOWN FEXTX 2\n";
  for (const auto& [lines, end] : {std::pair(four, "0.5"), std::pair(free, "1")})
    for (const char* method : kMethods) {
      const test::RunResult run =
          test::run(fmt::format(fmt::runtime(segments(lines, end)), method));
      EXPECT_EQ(run.status, ExitStatus::done) << method << run.messages;
      EXPECT_EQ(run.messages, "") << method;
    }
}

}  // namespace
}  // namespace mbs
