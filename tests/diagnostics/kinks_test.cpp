// A kink of a prescribed position gives what it moves another velocity at once: an impact, which
// the report names with its energy, and a good verdict.
#include <gtest/gtest.h>

#include <string>

#include "support/good_run.h"

namespace mbs {
namespace {

void expect_impact(const std::string& deck, const std::string& what) {
  const test::RunResult run = test::good_run(deck);
  EXPECT_FALSE(run.verdict.bad()) << deck;
  EXPECT_NE(run.report.find("# " + what), std::string::npos) << run.report << deck;
}

// A mass on a rigid bar whose other end is pushed.
std::string pushed(const std::string& motion, const std::string& rest = "") {
  return "PLTRUSS 1 1 2\nX 1 0 0\nX 2 1 0\nFIX 1 2\nFIX 2 2\nINPUTX 1 1\nEND HALT\nINPUTX 1 1 = " +
         motion + "\nXM 2 1\nTIMESTEP 3 6\n" + rest + "END END\n";
}

// A mass of 1 kg has v^2/2.
TEST(Kinks, OfAPrescribedPosition) {
  expect_impact(
      pushed("0.1*abs(t-1)"),
      "INPUTX 1 1 at t = 1: velocity -0.1 -> 0.1, an impact; kinetic energy 0.005 -> 0.005");
  expect_impact(pushed("0.1*max(0, t-1.3)", "FORM FULL\n"),
                "INPUTX 1 1 at t = 1.3: velocity 0 -> 0.1, an impact; kinetic energy 0 -> 0.005");
  expect_impact(pushed("t < 2 ? 0.1*t : 0.2", "INTEG DOP853\n"),
                "INPUTX 1 1 at t = 2: velocity 0.1 -> 0, an impact; kinetic energy 0.005 -> 0");
  for (const char* const method : {"RK4 0.1", "HEUN 0.1", "STIFF 1e-9 1e-9", "GALPHA STEP 0.1"})
    expect_impact(pushed("0.1*abs(t-1)", std::string("INTEG ") + method + "\n"),
                  "INPUTX 1 1 at t = 1: velocity -0.1 -> 0.1, an impact");
}

TEST(Kinks, InAKabiosDeck) {
  const std::string arm =
      "2 1 0 1 0 0 0 0 0\n0 0 0\n0.5 0 0\n1 2  0 0  -0.5 0\n1\n0 2 0.5\nMASS 2 1 0.1\n";
  expect_impact(arm + "DRIVE 2 PHI = 0.2*abs(t-0.7)\nEND\n",
                "DRIVER 1 at t = 0.7: velocity -0.2 -> 0.2, an impact");
}

// The work of the drive is the change of the kinetic energy, and an event sees the new velocity.
TEST(Kinks, WorkAndEventsGoAlong) {
  const test::RunResult run = test::good_run(pushed(
      "0.1*max(0, t-1.3)", "MEASURE w = LAST energy.work\nEVENT fast WHEN v2_1 > 0.05 DO STOP\n"));
  EXPECT_NEAR(run.measure("w"), 0.005, 1e-15) << run.report;
  EXPECT_NEAR(run.t_end.value_or(0), 1.3, 1e-12);
}

// Right behind the start a motion that begins at rest has neither moved nor jumped by more than its
// rates explain.
TEST(Kinks, NoneWhereAMotionBeginsAtRest) {
  for (const char* const motion :
       {"0.1*t^2", "0.1*t^3", "0.1*t^4 + t^3", "1e-6*t^3", "abs(t)^3", "tanh(t)^3", "0.1*sinh(t)^2",
        "(3-t)^3 - 27", "max(t-1,0)^2", "max(2-t,0)^4"})
    for (const char* const method : {"STEP", "RK4 0.1", "STIFF 1e-9 1e-9"}) {
      const std::string deck = pushed(motion, std::string("INTEG ") + method + "\n");
      const test::RunResult run = test::good_run(deck);
      EXPECT_EQ(run.report.find(", an impact;"), std::string::npos) << run.report << deck;
      EXPECT_EQ(run.report.find("the row at t"), std::string::npos) << run.report << deck;
    }
}

// The motion is at rest at t = 0 itself only.
TEST(Kinks, RightBehindTheStart) {
  for (const char* const motion : {"0.1*t*(t > 0)", "t > 0 ? 0.1*t : 0"}) {
    const test::RunResult run = test::good_run(pushed(motion));
    EXPECT_NE(run.report.find("velocity 0 -> 0.1, an impact; kinetic energy 0 -> 0.005"),
              std::string::npos)
        << run.report;
  }
}

// A rod whose other end hangs on a pivot that stops at t = 1.
test::RunResult swung(const std::string& motion, const std::string& method, int end) {
  return test::good_run(
      "PLTRUSS 1 1 2\nX 1 0 0\nX 2 0.6 -0.8\nINPUTX 1\nDYNX 2 1\nEND HALT\nINPUTX 1 1 = " + motion +
      "\nINPUTX 1 2 = 0\nXM 2 1\nINTEG " + method + "\nTIMESTEP " + std::to_string(end) + " " +
      std::to_string(4 * end) + "\nEND END\n");
}

// The row at the time of the kink, in the middle or at the end of a run, is the state of one side:
// the ends move as the rod allows, and the impulse along the rod changes nothing across it.
TEST(Kinks, AtTheTimeOfARow) {
  for (const char* const method : {"STEP", "DOP853", "RK4 0.01", "STIFF 1e-9 1e-9"}) {
    const test::RunResult smooth = swung("t", method, 1);
    const auto value = [](const test::RunResult& run, const char* name) {
      return run.value(4, name);
    };
    const double x = value(smooth, "x2_1") - 1, y = value(smooth, "x2_2");
    const double across = value(smooth, "v2_2") * x - value(smooth, "v2_1") * y;
    for (const char* const motion :
         {"t < 1 ? t : 1", "min(t, 1)", "1 - abs(t - 1)", "t - max(t - 1, 0)"})
      for (const int end : {1, 2}) {
        const test::RunResult run = swung(motion, method, end);
        const double v = value(run, "v1_1"), vx = value(run, "v2_1"), vy = value(run, "v2_2");
        EXPECT_NEAR((vx - v) * x + vy * y, 0, 1e-9) << motion << method << end;
        EXPECT_NEAR(vy * x - vx * y, across, 1e-7) << motion << method << end;
        EXPECT_NEAR(value(run, "energy.kinetic"), (vx * vx + vy * vy) / 2, 1e-12);
        EXPECT_TRUE(end == 1 || v < 1) << motion << method;
      }
  }
}

// What only a spring joins to it feels no impulse, and what is round has none.
TEST(Kinks, WhatMovesNoMass) {
  const std::string spring =
      "PLTRUSS 1 1 2\nX 1 0 0\nX 2 1 0\nFIX 1 2\nFIX 2 2\nINPUTX 1 1\nDYNX 2 1\nRLSE 1 1\nEND "
      "HALT\n"
      "INPUTX 1 1 = 0.1*abs(t-1)\nXM 2 1\nESTIFF 1 4\nTIMESTEP 3 6\nEND END\n";
  EXPECT_EQ(test::good_run(spring).messages, "");
  EXPECT_EQ(test::good_run(pushed("0.1*rise_345(t-1)")).messages, "");
}

}  // namespace
}  // namespace mbs
