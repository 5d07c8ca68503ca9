// Lengths of points that pass each other bend within no time where they are least; conditions and
// measures see them in steps of seconds. Measures of what comes about many times in a step, and
// verdicts of bodies that spin, stand here, too.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "support/deck.h"

namespace mbs {
namespace {

const char* const kPlane = R"(PLSDA 1  1 2  3 4   0 0  0 0
X 1  0 0
X 2  0
X 3  -400.123 {off}
X 4  0
)";
const char* const kSpace = R"(SDA 1  1 2  3 4   0 0 0  0 0 0
X 1  0 0 0
X 2  1 0 0 0
X 3  -400.123 {off} 0
X 4  1 0 0 0
)";

// A point passes another one at 800 m/s; the condition is that it is nearer than half a metre.
TEST(LengthsBetweenLooks, PointsThatPassAreSeenByEventsAndMeasures) {
  for (const char* bodies : {kPlane, kSpace})
    for (const double off : {0.001, 0.1, 0.45})
      for (const char* method :
           {"STEP", "STIFF", "DOP853", "GALPHA 1e-8 1e-8", "AUTO", "RK4 0.05"}) {
        const double reference = std::hypot(400.123, off), half = std::sqrt(0.25 - off * off);
        const test::RunResult run =
            test::run(fmt::format(fmt::runtime(bodies), fmt::arg("off", off)) +
                      fmt::format(R"(FIX 1
FIX 2
FIX 4
DYNX 3
RLSE 1
END HALT
XM 3 1
STARTVX 3 1 800
ODE seen 0 RATE 0
EVENT near WHEN e1_1 < {0} DO SET seen = t
TIMES 0 3 1
INTEG {1}
MEASURE event = LAST seen
MEASURE begins = TIME WHEN e1_1 < {0}
MEASURE lasts = INTEG (e1_1 < {0})
MEASURE least = MIN e1_1
END END
)",
                                  0.5 - reference, method));
        ASSERT_EQ(run.status, ExitStatus::done) << method << run.messages;
        const double begins = (400.123 - half) / 800;
        EXPECT_NEAR(run.measure("event"), begins, 1e-9) << method << off;
        EXPECT_NEAR(run.measure("begins"), begins, 1e-9) << method << off;
        EXPECT_NEAR(run.measure("lasts"), 2 * half / 800, 1e-8) << method << off;
        EXPECT_NEAR(run.measure("least"), off - reference, 1e-7) << method << off;
      }
}

// 478 times in 100 s, in steps of up to 30 s: 228 of them were counted by STEP, 132 by DOP853.
TEST(LengthsBetweenLooks, WhatComesAboutManyTimesInAStepIsCounted) {
  const double first = std::asin(0.9999), turn = 2 * std::numbers::pi;
  double lasts = 0;
  for (int k = 0; (first + turn * k) / 30 < 100; ++k)
    lasts += std::min((std::numbers::pi - first + turn * k) / 30, 100.0) - (first + turn * k) / 30;
  for (const char* method : {"STEP", "STIFF", "DOP853", "AUTO"}) {
    const test::RunResult run = test::run(fmt::format(R"(X 1 0
DYNX 1
END HALT
XM 1 1
STARTVX 1 1 30 # meant
TIMES 0 100 25
INTEG {}
MEASURE late = TIME WHEN sin(x1_1) > 0.9999 NTH 400
MEASURE lasts = INTEG (sin(x1_1) > 0.9999)
END END
)",
                                                      method));
    ASSERT_EQ(run.status, ExitStatus::done) << method << run.messages;
    EXPECT_EQ(run.messages, "") << method;
    EXPECT_NEAR(run.measure("late"), (first + turn * 399) / 30, 1e-9) << method;
    EXPECT_NEAR(run.measure("lasts"), lasts, 1e-8) << method;
  }
}

// What cannot be searched to the end is said.
TEST(LengthsBetweenLooks, AMeasureThatVariesTooOftenWarns) {
  const test::RunResult run = test::run(R"(X 1 0
DYNX 1
END HALT
XM 1 1
STARTVX 1 1 300000 # meant
TIMES 0 100 25
MEASURE lasts = INTEG (sin(x1_1) > 0.9999)
END END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_NE(run.messages.find("it varies too often to be searched"), std::string::npos)
      << run.messages;
}

// A balanced rotor without loads: its forces are rounding, and so is their sum.
TEST(LengthsBetweenLooks, ARotorThatNothingLoadsHasAGoodVerdict) {
  for (const char* const mass : {"", "XM 3 2\n"})
    for (const char* method : {"STEP", "STIFF", "DOP853", "GALPHA 1e-8 1e-8"}) {
      const test::RunResult run = test::run(fmt::format(R"(REVOLUTE 1 1 2 3 4  0 0 0  0 0 0  0 1 0
X 1  0 0 0
X 2  1 0 0 0
X 3  0 0 0
X 4  1 0 0 0
FIX 1
FIX 2
DYNE 1 1
END HALT
XM 4 0.1 0 0 0.2 0 0.1
{}STARTDE 1 1 0 3
TIMES 0 10 1
INTEG {}
END END
)",
                                                        mass, method));
      ASSERT_EQ(run.status, ExitStatus::done) << method << run.messages;
      EXPECT_EQ(run.messages, "") << method << mass;
      EXPECT_NEAR(run.value(10, "e1_1"), 30, 1e-6) << method;
    }
}

}  // namespace
}  // namespace mbs
