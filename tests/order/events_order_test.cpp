// The time of an event is as accurate as the integration: its error falls with the order of a fixed
// step, and with the tolerance of an adaptive method.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/deck.h"
#include "support/happenings.h"

namespace mbs {
namespace {

// x = cos t passes 1/2 downwards at pi / 3.
double error_of(const std::string& method) {
  const test::RunResult run = test::run(fmt::format(R"(X 1 0
DYNX 1
END HALT
XM 1 1
XLAW 1 1 = -x
STARTDX 1 1 1
INTEG {}
EVENT half WHEN x1_1 < 0.5 DO STOP
TIMESTEP 2 1
END END
)",
                                                    method));
  const auto events = test::events_of(run);
  return events.size() == 1 ? std::fabs(events[0].t - std::acos(0.5)) : NAN;
}

TEST(EventTimes, ConvergeWithTheOrderOfTheStep) {
  // Over four halvings: where in a step the event lies differs from one to the next.
  const double heun = std::log2(error_of("HEUN 0.2") / error_of("HEUN 0.0125")) / 4;
  EXPECT_NEAR(heun, 2, 0.1) << heun;  // seen 1.956
  const double rk4 = std::log2(error_of("RK4 0.2") / error_of("RK4 0.0125")) / 4;
  EXPECT_NEAR(rk4, 4, 0.1) << rk4;  // seen 3.951
  const double galpha = std::log2(error_of("GALPHA STEP 0.2") / error_of("GALPHA STEP 0.0125")) / 4;
  EXPECT_NEAR(galpha, 2, 0.1) << galpha;
}

TEST(EventTimes, ConvergeWithTheTolerance) {
  for (const char* method : {"STEP", "DOP853", "STIFF", "GALPHA"}) {
    double last = 1;
    for (const char* tolerance : {"1e-4", "1e-6", "1e-8", "1e-10"}) {
      const double error = error_of(fmt::format("{} {} {}", method, tolerance, tolerance));
      EXPECT_LT(error, std::stod(tolerance)) << method;  // seen 0.57 times at most
      EXPECT_LT(error, last) << method << " " << tolerance;
      last = std::max(error, 1e-11);
    }
  }
}

}  // namespace
}  // namespace mbs
