// A prescribed position that jumps: the run ends and names the time and the line, whatever the
// dialect, the method and the form of the function.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "support/good_run.h"

namespace mbs {
namespace {

struct Motion {
  const char* expression;
  double t, before, after;
};

// Two rows of a table file cannot have the same time, so that tables do not jump.
const Motion kJumps[] = {{"t < 0.503 ? 0 : 0.5", .503, 0, .5},
                         {"0.3*floor(t/0.7)", .7, 0, .3},
                         {"0.2*step(t - 0.55) + 0.1*t", .55, .055, .255},
                         {"0.1 + mod(t, 0.6)", .6, .7, .1},
                         {"1e-5*sign(t - 0.61)", .61, -1e-5, 1e-5}};

void expect_jump(const std::string& deck, const Motion& motion, int line, const char* name) {
  const test::RunResult run = test::run(deck);
  EXPECT_EQ(run.status, ExitStatus::solution_failed) << deck;
  const std::string said = fmt::format("{}: at t = {:.9g} its position jumps from {:.6g} to {:.6g}",
                                       name, motion.t, motion.before, motion.after);
  EXPECT_NE(run.messages.find(said), std::string::npos) << said << '\n' << run.messages;
  EXPECT_EQ(run.messages.find(fmt::format("deck:{}:", line)), 0) << run.messages;
  ASSERT_FALSE(run.rows.empty());
  const double last = run.time(run.rows.size() - 1);
  EXPECT_LE(last, motion.t);
  EXPECT_GT(last, motion.t - .11);
}

// A mass on a spring behind a driven one.
std::string spring(const std::string& motion, const std::string& method) {
  return fmt::format(
      "X 1 0 0\nX 2 1 0\nFIX 1 2\nFIX 2 2\nINPUTX 1 1\nDYNX 2 1\nPLTRUSS 1 1 2\nRLSE 1 1\n"
      "END HALT\nXM 1 1\nXM 2 1\nESTIFF 1 100\nINTEG {}\nINPUTX 1 1 = {}\n"
      "TIMES 0 1 0.1\nEND END\n",
      method, motion);
}

TEST(MotionJumps, OfACoordinate) {
  for (const Motion& motion : kJumps)
    for (const char* method : {"STEP 1e-9 1e-9", "DOP853 1e-9 1e-9"})
      expect_jump(spring(motion.expression, method), motion, 14, "INPUTX 1 1");
  for (const char* method :
       {"STIFF 1e-8 1e-8", "RK4 0.01", "HEUN 0.01", "GALPHA 1e-8 1e-8", "GALPHA STEP 0.01"})
    expect_jump(spring(kJumps[0].expression, method), kJumps[0], 14, "INPUTX 1 1");
}

// A crank without a degree of freedom, and a segment that another one hangs on.
TEST(MotionJumps, OfDriversInOtherDialects) {
  for (const Motion& motion : kJumps) {
    expect_jump(fmt::format("2 1 0 1 0 0 0 0 0\n0 0 0\n0.5 0 0\n1 2 0 0 -0.5 0\n1\n0 1 0.1\n"
                            "DRIVE 2 PHI = {}\nMASS 2 3 0.2\nGRAV 0 -9.81\nEND\n",
                            motion.expression),
                motion, 7, "DRIVER 1");
    expect_jump(fmt::format("SEGDYN\nSEGMENT 1 1 0.4 0.2 0.0133\nSEGMENT 2 1 0.4 0.2 0.0133\n"
                            "STATE 1 0 0\nSTATE 2 0 0\nDRIVE PHI 1 = {}\nTIME 0 1 0.1\nEND\n",
                            motion.expression),
                motion, 6, "DRIVE PHI 1");
  }
}

// The value of what exists only as a rate is a velocity: its jump is an impact, its corner nothing.
// Masses 1 and 3 whose velocities have a prescribed sum take up its jump as 3 : 1, by equal
// impulses.
TEST(MotionJumps, OfARate) {
  const auto deck = [](const std::string& rate, const std::string& method) {
    return "VFORMULA 1 = v1_1 + v2_1\nX 1 0 0\nX 2 1 0\nFIX 1 2\nFIX 2 2\nDYNX 1 1\nINPUTE 1 1\n"
           "END HALT\nXM 1 1\nXM 2 3\nINPUTE 1 1 RATE = " +
           rate + "\nINTEG " + method + "\nTIMES 0 1 0.25\nEND END\n";
  };
  for (const char* method : {"STEP", "DOP853", "RK4 0.01", "HEUN 0.0097"}) {
    const test::RunResult jump = test::good_run(deck("t < 0.55 ? 0.2 : 1", method));
    EXPECT_NEAR(jump.value(4, "v1_1"), 0.75 * 0.8, 1e-9) << method;
    EXPECT_NEAR(jump.value(4, "v2_1"), 0.2 + 0.25 * 0.8, 1e-9) << method;
    EXPECT_NEAR(jump.value(4, "x1_1"), 0.75 * 0.8 * 0.45, 1e-9) << method;
    EXPECT_NE(jump.report.find("INPUTE 1 1 at t = 0.55: velocity 0.2 -> 1, an impact"),
              std::string::npos)
        << jump.report;
  }
  // Without RATE the value is the way, whose slope is the velocity.
  const test::RunResult way = test::run(
      "2 0 0 1 0 0 0 0 0\n0 0 0\n0 0 0\n1\n0 1 0.1\nMASS 2 2 0.1\nVFORMULA = body2.xd\n"
      "DRIVE VFORMULA 1 = t < 0.55 ? 0 : 1\nEND\n");
  EXPECT_EQ(way.status, ExitStatus::solution_failed);
  EXPECT_NE(way.messages.find("at t = 0.55 its position jumps from 0 to 1"), std::string::npos)
      << way.messages;
  const test::RunResult corner = test::good_run(deck("abs(t - 0.55)", "STEP"));
  EXPECT_EQ(corner.report.find("impact"), std::string::npos) << corner.report;
  EXPECT_NEAR(corner.value(4, "v1_1") + corner.value(4, "v2_1"), 0.45, 1e-9);
}

// Branches that meet, and corners, are no jumps.
TEST(MotionJumps, BranchesThatMeet) {
  for (const char* expression : {"t < 0.5 ? t^2 : t - 0.25", "0.1*rise_345((t - 0.3)/0.2)",
                                 "t < 0.5 ? sin(t) : sin(0.5) + cos(0.5)*(t - 0.5)"}) {
    const test::RunResult run = test::good_run(spring(expression, "DOP853 1e-9 1e-9"));
    EXPECT_GT(run.value(10, "x2_1"), 1);
  }
}

}  // namespace
}  // namespace mbs
