// Bounces come to an end at every scale: far from the origin, and on what turns and never gives
// way.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/deck.h"
#include "support/good_run.h"
#include "support/happenings.h"

namespace mbs {
namespace {

constexpr double kG = 9.81;

using test::done;

// A ball that is dropped from h, `x` metres beside the origin on a slope of 45 degrees that passes
// there: the series of its bounces ends at h's time of fall times (1 + e)/(1 - e).
TEST(BouncesEnd, FarFromTheOrigin) {
  const double h = 0.3;
  for (const double x : {0.0, 10.0, 1000.0, -20000.0})
    for (const double e : {0.1, 0.3}) {
      const test::RunResult run =
          done(fmt::format(R"(PLCLINE 1  1 9  8 9   0 0  0   {} {}  1 1
X 1  {:.17g} {:.17g}
X 8  0 0
X 9  0
FIX 8
FIX 9
END HALT
DOF AUTO
XM 1  1
GRAVITY {:.17g} {:.17g}
CONTACT 1 RIGID  {}
TIMESTEP 2 2
END END
)",
                           x, x, x - h * std::sqrt(0.5), x + h * std::sqrt(0.5),
                           kG * std::sqrt(0.5), -kG * std::sqrt(0.5), e));
      const double falls = std::sqrt(2 * h / kG), rests = falls * (1 + e) / (1 - e);
      const double last = run.time_of(ContactTurn::closes);
      EXPECT_NEAR(last, rests, 3e-4) << x << " " << e;
      EXPECT_LT(test::strikes_of(run, StrikeKind::bounce).size(), 40u) << x << " " << e;
      EXPECT_NEAR(run.value(2, "contact1.n"), kG, 1e-9) << x << " " << e;
    }
}

// A follower on a disc that turns about its middle, pressed on by a spring: it rests at once.
TEST(BouncesEnd, FollowerOnATurningDisc) {
  for (const double e : {0.1, 0.5, 0.9})
    for (const char* method : {"", "INTEG DOP853 1e-9 1e-9", "INTEG STIFF 1e-9 1e-9"}) {
      const test::RunResult run = done(fmt::format(
          R"(CAM 1  3 4  1 2  ROLLER 0 0 0.01  RADIUS = 0.04 + 0.015*(rise_cycloidal(u/90deg) - rise_cycloidal((u-150deg)/90deg)) ; ALONG 0 1
X 1 0 0
X 2 0
X 3 0 0.065
X 4 0
FIX 1
FIX 3 1
FIX 4
INPUTX 2
END HALT
DOF AUTO
INPUTX 2 1 0 -10
XM 3 0.4
XLAW 3 2 = -2000*(x - 0.05) - 40
CONTACT 1 RIGID {}
TIMESTEP 0.02 2
{}
END END
)",
          e, method));
      EXPECT_LT(test::strikes_of(run, StrikeKind::bounce).size(), 60u) << e << method;
      EXPECT_NEAR(run.value(2, "contact1.n"), 2000 * 0.015 + 40, 1e-6) << e << method;
    }
}

}  // namespace
}  // namespace mbs
