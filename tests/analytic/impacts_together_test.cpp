// Stops of events and contacts that strike at the same instant are one impact. Impulses by hand.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/deck.h"
#include "support/happenings.h"

namespace mbs {
namespace {

// A uniform rod of 1 m and 2 kg with 1 kg more on its right end falls flat by 0.2 m. Each end is
// over a floor: a rigid contact or the stop of an event. Row 0 is before, row 1 behind the impact.
test::RunResult flat_rod(const std::string& left, const std::string& right) {
  return test::run(fmt::format(R"(PLTRUSS 1  1 2
PLCLINE 2  1 9  8 9   0 0  0   0 0  1 0
PLCLINE 3  2 9  8 9   0 0  0   0 0  1 0
X 1  0 0.2
X 2  1 0.2
X 8  0 0
FIX 8
FIX 9
FIX 1 1
RLSE 2
RLSE 3
END HALT
DOF AUTO
EM 1  2
XM 2  1
GRAVITY 0 -10
{}
{}
INTEG STEP 1e-12 1e-12
TIMESTEP 0.2 1
END END
)",
                               left, right));
}

// Both ends turn back with e, and each stop gives (1 + e) v times the mass that hangs on its end:
// by hand M (1, 1) with the mass matrix of a uniform rod by its ends, 2/3 and 1/3. One after the
// other would turn the rod.
TEST(ImpactsTogether, AStopAndAContactOfOneRod) {
  const double e = 0.5, fall = std::sqrt(2 * 0.2 / 10), v = 10 * fall;
  const double left_impulse = (1 + e) * v * 1, right_impulse = (1 + e) * v * 2;
  for (const bool stop_is_left : {true, false}) {
    const test::RunResult run =
        stop_is_left ? flat_rod("EVENT land WHEN x1_2 < 0 DO IMPACT X 1 2 FLOOR e = 0.5",
                                "CONTACT 3 RIGID 0.5")
                     : flat_rod("CONTACT 2 RIGID 0.5",
                                "EVENT land WHEN x2_2 < 0 DO IMPACT X 2 2 FLOOR e = 0.5");
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    const auto events = test::events_of(run);
    ASSERT_EQ(events.size(), 1u) << run.report;
    EXPECT_NEAR(events[0].t, fall, 1e-12);
    ASSERT_EQ(events[0].stops.size(), 1u);
    EXPECT_NEAR(events[0].stops[0].velocity.after, e * v, 1e-10);
    EXPECT_NEAR(events[0].stops[0].impulse, stop_is_left ? left_impulse : right_impulse, 1e-10);
    const auto struck = test::strikes_of(run, StrikeKind::bounce);
    ASSERT_EQ(struck.size(), 1u) << run.report;
    EXPECT_EQ(struck[0].t, events[0].t);
    EXPECT_NEAR(struck[0].strike.gap.after, e * v, 1e-10);
    EXPECT_NEAR(struck[0].strike.impulse, stop_is_left ? right_impulse : left_impulse, 1e-10);
    EXPECT_NEAR(run.value(1, "v1_2"), run.value(1, "v2_2"), 1e-10);
  }
}

// Two equal balls hang over one another on a slack rope, the lower one on the ground; the upper one
// is thrown up with 2 m/s. The rope becomes taut, plastic: both fly with half of the speed that is
// left, for the ground pushes and does not pull.
TEST(ImpactsTogether, AClosedContactLetsGo) {
  const test::RunResult run = test::run(R"(PLCLINE 1  1 9  8 9   0 0  0   0 0  1 0
PLTRUSS 2  1 3
X 1  0 0
X 3  0 0.4
X 8  0 0
X 9  0
FIX 8
FIX 9
RLSE 2
DYNX 1
DYNX 3
END HALT
XM 1  1
XM 3  1
STARTVX 3 2 2
GRAVITY 0 -10
CONTACT 1 RIGID  0  0.5 0.5
EVENT taut WHEN e2_1 > 0.15 DO IMPACT E 2 1 CEILING e = 0
INTEG STEP 1e-12 1e-12
TIMESTEP 0.12 1
END END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const double v = std::sqrt(4 - 2 * 10 * 0.15);  // of the upper ball after 0.15 m
  const EventRecord taut = test::event_of(run, "taut");
  ASSERT_EQ(taut.stops.size(), 1u) << run.report;
  EXPECT_NEAR(taut.stops[0].impulse, -v / 2, 1e-10);
  EXPECT_NEAR(test::jump_of(taut, "node 1 Y").velocity.after, v / 2, 1e-10);
  EXPECT_NEAR(test::jump_of(taut, "node 3 Y").velocity.after, v / 2, 1e-10);
  EXPECT_NEAR(taut.kinetic_before, v * v / 2, 1e-10);
  EXPECT_NEAR(taut.kinetic_after, v * v / 4, 1e-10);
  const auto lifted = test::times_of(run, ContactTurn::lifts_off, "CONTACT 1");
  ASSERT_EQ(lifted.size(), 1u) << run.report;
  EXPECT_EQ(lifted[0], taut.t);
}

// A ball slides along the ground under a slope that leans against it, and is stopped by it,
// plastic. The slope presses it on: with the impulse P along its normal (-s, -c) the ground gives c
// P, and friction mu c P, which helps to stop it: P (s + mu c) = m v.
TEST(ImpactsTogether, FrictionOfTheGroundTakesItsPart) {
  const double angle = 0.6, s = std::sin(angle), c = std::cos(angle), mu = 0.3;
  const test::RunResult run = test::run(fmt::format(R"(PLCLINE 1  1 9  8 9   0 0  0   0 0  1 0
PLCLINE 2  1 9  7 6   0 0  0   0 0  1 0
X 1  0 0
X 8  0 0
X 9  0
X 7  1 0
X 6  {:.17g}
FIX 8
FIX 9
FIX 7
FIX 6
RLSE 2
DYNX 1
END HALT
XM 1  2
STARTVX 1 1 3
STARTVX 1 2 0
GRAVITY 0 -10
CONTACT 1 RIGID  0  {} {}
EVENT wedge WHEN e2_1 < 0 DO IMPACT E 2 1 FLOOR e = 0
INTEG STEP 1e-12 1e-12
TIMESTEP 0.5 1
END END
)",
                                                    std::acos(-1.0) - angle, mu, mu));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const double v = std::sqrt(9 - 2 * mu * 10 * 1), P = 2 * v / (s + mu * c);
  const EventRecord wedge = test::event_of(run, "wedge");
  ASSERT_EQ(wedge.stops.size(), 1u) << run.report;
  EXPECT_NEAR(wedge.stops[0].impulse, P, 1e-9);
  EXPECT_NEAR(test::jump_of(wedge, "node 1 X").velocity.after, 0, 1e-10);
  EXPECT_NEAR(wedge.kinetic_before, v * v, 1e-9);
  const auto pressed = test::strikes_of(run, StrikeKind::pressed, "CONTACT 1");
  ASSERT_EQ(pressed.size(), 1u) << run.report;
  EXPECT_NEAR(pressed[0].strike.impulse, c * P, 1e-9);
  EXPECT_NEAR(pressed[0].strike.friction, -mu * c * P, 1e-9);
}

// A block of 2 kg slides in a guide; a ball of 0.5 kg, just above it with the same speed, falls on
// it with 2 m/s, plastic and smooth: P = 1 N s presses the block on, and the guide rubs with mu P.
TEST(ImpactsTogether, AJointRubs) {
  const double mu = 0.3;
  const test::RunResult run = test::run(fmt::format(R"(PLTRAN 1  1 9  2 3   0 0  1 0  0 0
PLCLINE 2  2 3  1 9   0 0 0  0 0  1 0
PLCLINE 4  5 6  2 3   0 0 0  0 0.1  1 0
X 1  0 0
X 9  0
X 2  0 0
X 3  0
X 5  0 0.3
X 6  0
FIX 1
FIX 9
FIX 6
RLSE 2 1
RLSE 4
END HALT
DOF AUTO
XM 2  2
XM 3  0.1
XM 5  0.5
STARTVX 2 1 3
STARTVX 5 1 3
STARTVX 5 2 -2
FRICTION 1  2 2  0.1 {} {}
EVENT land WHEN e4_1 < 0 DO IMPACT E 4 1 FLOOR e = 0
INTEG STEP 1e-12 1e-12
TIMESTEP 0.2 1
END END
)",
                                                    mu, mu));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const EventRecord land = test::event_of(run, "land");
  ASSERT_EQ(land.stops.size(), 1u) << run.report;
  EXPECT_NEAR(land.stops[0].impulse, 1, 1e-10);
  EXPECT_NEAR(test::jump_of(land, "node 2 X").velocity.after, 3 - mu / 2, 1e-10);
  EXPECT_NEAR(test::jump_of(land, "node 5 X").velocity.after, 3, 1e-10);
  const auto rubbed = test::strikes_of(run, StrikeKind::rubs);
  ASSERT_EQ(rubbed.size(), 1u) << run.report;
  EXPECT_NEAR(rubbed[0].strike.friction, -mu, 1e-10);
}

}  // namespace
}  // namespace mbs
