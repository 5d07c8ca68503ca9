// What is zero at the start of a run to the rounding of its terms, and stops that are hit again and
// again with a speed that falls to the rounding of positions.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "support/good_run.h"

namespace mbs {
namespace {

// Three masses on springs askew. The last one is pushed, the others are at rest: their velocities
// are sums of the rates of deformations, zero to rounding only.
std::string masses(const std::string& rest, const std::string& method) {
  std::string out =
      "PLTRUSS 1 1 2\nPLTRUSS 2 2 3\nPLTRUSS 3 3 4\nPLTRUSS 4 1 3\nPLTRUSS 5 2 4\n"
      "PLTRUSS 6 5 2\nPLTRUSS 7 5 4\nX 1 0 0\nX 5 0.3 1.1\nX 2 1.03 0.21\nX 3 1.71 0.93\n"
      "X 4 2.13 0.37\nFIX 1\nFIX 5\n";
  for (int k = 1; k <= 7; ++k) out += fmt::format("RLSE {}\n", k);
  out += "END HALT\nXM 2 1\nXM 3 1.3\nXM 4 0.7\n";
  const double stiffness[] = {1000, 2000, 1500, 1200, 900, 800, 1800};
  for (int k = 1; k <= 7; ++k)
    out += fmt::format("ESTIFF {0} {1}\nEDAMP {0} 10\n", k, stiffness[k - 1]);
  return out + "STARTVX 4 1 0.37\nSTARTVX 4 2 -0.73\nDOF AUTO\nGRAVITY 0 -9.81\n" + rest +
         "TIMESTEP 1 10\nINTEG " + method + "\nEND END\n";
}

constexpr const char* kMethods[] = {"STEP", "DOP853", "STIFF 1e-7 1e-7", "GALPHA 1e-7 1e-7",
                                    "RK4 1e-4"};

// Newton's equations of the three masses, by Runge-Kutta steps of 10 us outside the program: v2_1
// comes back to zero at 0.0219164 s.
TEST(ZeroAtTheStart, HappensWhereItComesBack) {
  for (const char* const method : kMethods) {
    const test::RunResult stops = test::run(
        masses("EVENT halt WHEN v2_1 == 0 DO STOP\nMEASURE first = TIME WHEN v2_1 == 0\n", method));
    ASSERT_EQ(stops.status, ExitStatus::done) << stops.messages;
    EXPECT_NE(stops.messages.find("its expression is 0 at the start"), std::string::npos);
    const double at = 0.0219164;
    EXPECT_NE(stops.report.find("EVENT halt at t = 0.02191"), std::string::npos) << method;
    const test::RunResult beside = test::done(masses(
        fmt::format("MEASURE sooner = LAST v2_1 FROM 0 TO {}\nMEASURE later = FIRST v2_1 FROM {}\n"
                    "MEASURE most = MAX v2_1 FROM 0 TO {}\nMEASURE least = MIN v2_1 FROM 0 TO {}\n",
                    at - 1e-4, at + 1e-4, at - 1e-4, at - 1e-4),
        method));
    EXPECT_LT(beside.measure("sooner") * beside.measure("later"), 0) << method;
    // One sign on the way, but for rounding.
    const double most = beside.measure("most"), least = beside.measure("least");
    EXPECT_LT(std::min(std::fabs(most), std::fabs(least)),
              1e-9 * std::max(std::fabs(most), std::fabs(least)))
        << method;
  }
}

// A function that jumps at the start is not zero there.
TEST(ZeroAtTheStart, AJumpIsNone) {
  for (const auto& [condition, at] : {std::pair{"floor(x1_1) >= 1", 1.},
                                      {"mod(2*x1_1, 2) > 1", 0.5},
                                      {"step(x1_1)*x1_1 > 0.7", 0.7}}) {
    const test::RunResult run = test::run(
        fmt::format("X 1 0 1\nDYNX 1\nEND HALT\nXM 1 1\nSTARTVX 1 1 1\nEVENT ev WHEN {0} DO STOP\n"
                    "MEASURE came = TIME WHEN {0}\nTIMES 0 2 1\nEND END\n",
                    condition));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    EXPECT_NEAR(run.measure("came"), at, 1e-9) << condition;
    EXPECT_EQ(run.messages.find("0 at the start"), std::string::npos) << run.messages;
  }
}

// A floor just below the start of a mass: hops become lower than the rounding of its position.
TEST(LowStops, AreNotPassed) {
  for (const char* const method : kMethods)
    for (const double below : {1e-3, 1e-4, 1e-5, 1e-6})
      for (const double e : {0.2, 0.5, 0.8}) {
        const double floor = 0.93 - below;
        const test::RunResult run = test::done(
            masses(fmt::format("EVENT hit WHEN x3_2 < {:.9f} DO IMPACT X 3 2 FLOOR e = {}\n"
                               "MEASURE least = MIN x3_2\n",
                               floor, e),
                   method));
        EXPECT_GT(run.measure("least"), floor - 1e-8) << method << " " << below << " " << e;
        EXPECT_NE(run.report.find("closes after"), std::string::npos) << method << below << e;
      }
}

// A stop that is struck where a mass turns back has a speed of approach that is all rounding.
TEST(LowStops, CloseWhereAMassTurnsBack) {
  for (const char* const method : kMethods)
    for (const char* const side : {"<", ">"}) {
      const test::RunResult run = test::run(fmt::format(
          "PLTRUSS 1 1 2\nX 1 0 0\nX 2 1 0\nFIX 1\nFIX 2 2\nDYNX 2 1\nRLSE 1\nEND HALT\nXM 2 1\n"
          "ESTIFF 1 100\nSTARTDX 2 1 1.1 0.3\nEVENT ev WHEN v2_1 {} 0 DO IMPACT X 2 1 e = 0.2\n"
          "TIMESTEP 3 6\nINTEG {}\nEND END\n",
          side, method));
      ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
      const double way = std::hypot(0.1, 0.03);
      EXPECT_NEAR(run.value(6, "x2_1"), *side == '<' ? 1 + way : 1 - way, 1e-6) << method << side;
    }
}

// A mass that stands still is struck at a known time: nothing presses it, so that it stays free.
TEST(LowStops, StayOpenWhereNothingPresses) {
  for (const char* const method : kMethods) {
    const test::RunResult run = test::run(fmt::format(
        "PLTRUSS 1 1 2\nX 1 0 0\nX 2 1 0\nFIX 1\nFIX 2 2\nDYNX 2 1\nRLSE 1\nEND HALT\nXM 2 1\n"
        "ESTIFF 1 100\nXLAW 2 1 = 10*max(t - 1, 0)\nEVENT ev WHEN t >= 0.5 DO IMPACT X 2 1 e = "
        "0.2\n"
        "TIMESTEP 2 4\nINTEG {}\nEND END\n",
        method));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    EXPECT_NEAR(run.value(4, "x2_1"), 1 + 0.1 * (1 - std::sin(10.0) / 10), 1e-4) << method;
  }
}

}  // namespace
}  // namespace mbs
