// A follower that rests on a cam's dwell has no degree of freedom: steps follow the cam all the
// same.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/deck.h"
#include "support/good_run.h"

namespace mbs {
namespace {

// A disc cam of 40 mm lifts by 15 mm on 90 degrees, dwells on 60 and falls on 90. The follower of
// 0.4 kg is pressed on by 40 N and a spring of 2000 N/m from 0.05 m.
std::string deck(double speed, const std::string& restitution, const std::string& form) {
  return fmt::format(
      R"(CAM 1 3 4 1 2 ROLLER 0 0 0.01 RADIUS = 0.04 + 0.015*(rise_cycloidal(u/90deg) - rise_cycloidal((u-150deg)/90deg)) ; ALONG 0 1
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
INPUTX 2 1 0 {}
XM 3 0.4
XLAW 3 2 = -2000*(x - 0.05) - 40
CONTACT 1 RIGID {}
TIMES 0 {:.17g} {:.17g}
{}
END END
)",
      -speed, restitution, 2 * M_PI / speed, 2 * M_PI / speed / 50, form);
}

TEST(CamDwell, FollowsTheCamThroughItsDwells) {
  for (const double speed : {60.0, 5.0})
    for (const char* e : {"0", "0.1", "0.5"})
      for (const char* form : {"FORM REDUCED", "FORM FULL"}) {
        const test::RunResult run = test::good_run(deck(speed, e, form));
        ASSERT_EQ(run.rows.size(), 51u);
        // It falls from the first dwell to the second one and comes up again in a turn.
        EXPECT_NEAR(run.value(0, "x3_2"), 0.065, 1e-9);
        EXPECT_NEAR(run.value(25, "x3_2"), 0.05, 1e-9) << speed;
        EXPECT_NEAR(run.value(50, "x3_2"), 0.065, 1e-9) << speed;
        // On the dwells nothing accelerates.
        EXPECT_NEAR(run.value(25, "contact1.n"), 40, 1e-6);
      }
}

}  // namespace
}  // namespace mbs
