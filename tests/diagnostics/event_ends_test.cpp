// Events at the end of the run and where an expression loses its value.
#include <gtest/gtest.h>

#include <cmath>

#include "support/deck.h"
#include "support/happenings.h"

namespace mbs {
namespace {

// Thrown up with 2 m/s, it is back where it was after 0.4 s: the end of the run, less rounding.
TEST(EventEnds, OneRoundingErrorBeforeTheEnd) {
  for (const char* method :
       {"STEP", "DOP853", "STIFF", "RK4 0.02", "GALPHA STEP 0.02", "GALPHA 1e-6 1e-6"}) {
    const test::RunResult run = test::run(std::string(R"(X 1 0 0.8
FIX 1 1
DYNX 1 2
END HALT
XM 1 1
GRAVITY 0 -10
STARTVX 1 2 2
EVENT b WHEN x1_2 < 0.8 DO IMPACT X 1 2 e = 1
TIMESTEP 0.4 1
INTEG )") + method + "\nEND END\n");
    EXPECT_EQ(run.status, ExitStatus::done) << method << run.messages;
    EXPECT_EQ(run.rows.size(), 2u) << method;
  }
}

// x = 1 - 5 t^2: the event at x = 0.51 comes before the root of what is negative below 0.5.
TEST(EventEnds, BeforeItsExpressionHasNoValue) {
  for (const char* method : {"STEP", "DOP853", "RK4 0.1"}) {
    const test::RunResult run = test::run(std::string(R"(PARAM n = 0
X 1 0 1
FIX 1 1
DYNX 1 2
END HALT
XM 1 1
GRAVITY 0 -10
EVENT a WHEN sqrt(x1_2-0.5) < 0.1 DO SET n = t
TIMESTEP 0.6 2
INTEG )") + method + "\nEND END\n");
    EXPECT_EQ(run.status, ExitStatus::solution_failed);
    EXPECT_NEAR(test::event_of(run, "a").t, std::sqrt(0.098), 1e-11) << method << run.report;
    EXPECT_NE(
        run.messages.find("8:14: error: at t = 0.316227766 EVENT a has no value: the argument"),
        std::string::npos)
        << run.messages;
  }
}

}  // namespace
}  // namespace mbs
