// Rigid contacts beside prescribed motions, constraints and friction that jams.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/deck.h"
#include "support/happenings.h"

namespace mbs {
namespace {

constexpr double kG = 9.81;

// The contact does this once, at 0.8 s.
void expect_at_event(const test::RunResult& run, ContactTurn turn) {
  const auto times = test::times_of(run, turn, "CONTACT 1");
  ASSERT_EQ(times.size(), 1u) << run.report;
  EXPECT_NEAR(times[0], 0.8, 1e-12);
}

// A ball of 2 kg in free fall strikes the ground at sqrt 0.08 s and stays, or bounces by half.
test::RunResult ball(const std::string& law, const std::string& event) {
  return test::run(fmt::format(
      R"(PLCLINE 1 1 2 8 9 0 0 0.1 0 0 1 0
X 1 0 0.5
X 8 0 0
X 9 0
FIX 8
FIX 9
DYNX 1
DYNX 2
END HALT
XM 1 2
XM 2 0.01
GRAVITY 0 -10
CONTACT 1 RIGID {}
{}
TIMESTEP 1 4
END END
)",
      law, event));
}

// A motion that is prescribed knows no contact: it may agree with it or lead away, not in.
TEST(RigidContacts, PrescribedMotions) {
  const test::RunResult fixed = ball("0", "EVENT a WHEN t > 0.8 DO FIX X 1 2");
  ASSERT_EQ(fixed.status, ExitStatus::done) << fixed.messages;
  expect_at_event(fixed, ContactTurn::is_spare);
  EXPECT_NEAR(fixed.value(4, "contact1.gap"), 0, 1e-15);  // seen 4e-17
  const test::RunResult away = ball("0", "EVENT a WHEN t > 0.8 DO PRESCRIBE X 1 2 1");
  ASSERT_EQ(away.status, ExitStatus::done) << away.messages;
  expect_at_event(away, ContactTurn::lifts_off);
  EXPECT_NEAR(away.value(4, "contact1.gap"), 0.2, 1e-14);
  const test::RunResult slowly = ball("0", "EVENT a WHEN t > 0.8 DO PRESCRIBE X 1 2 0 1");
  ASSERT_EQ(slowly.status, ExitStatus::done) << slowly.messages;
  expect_at_event(slowly, ContactTurn::lifts_off);
  EXPECT_NEAR(slowly.value(4, "contact1.gap"), 0.02, 1e-14);
  for (const char* in : {"t > 0.8 DO PRESCRIBE X 1 2 -1", "t > 0.8 DO PRESCRIBE X 1 2 0 -1",
                         "t > 0.1 DO PRESCRIBE X 1 2 -1"}) {
    const test::RunResult run = ball("0.5 BOUNCES 1", std::string("EVENT a WHEN ") + in);
    EXPECT_EQ(run.status, ExitStatus::solution_failed) << in;
    EXPECT_NE(run.messages.find("a prescribed motion drives it in"), std::string::npos)
        << in << run.messages;
  }
  const test::RunResult gap = ball("0", "EVENT a WHEN t > 0.8 DO PRESCRIBE E 1 1 1");
  EXPECT_EQ(gap.status, ExitStatus::deck_error);
  EXPECT_NE(gap.messages.find("CONTACT 1 rules it"), std::string::npos) << gap.messages;
}

// A mass free along X is driven along Y, at 1 m/s, into a line that lies along X but for a small
// angle. Where the angle is nothing, or what rounding would make of it, no impulse of the line
// stops the approach. Else the mass is thrown aside, however light it is, and slides: along the
// line vy / vx = tan(angle).
TEST(RigidContacts, AGapThatOnlyAPrescribedMotionChanges) {
  auto driven = [](double angle, double mass) {
    return test::run(fmt::format(R"(PLCLINE 1 1 9 8 9 0 0 0 0 0 1 0
X 1 0 1
X 8 0 0
X 9 {:.17g}
FIX 8
FIX 9
INPUTX 1 2
DYNX 1 1
END HALT
INPUTX 1 2 1 -1
XM 1 {:.17g}
STARTVX 1 1 0
CONTACT 1 RIGID 0
TIMES 0 1.1 0.55
END END
)",
                                 angle, mass));
  };
  for (const double angle : {0.0, 1e-9, 1e-7, -1e-7}) {
    const test::RunResult run = driven(angle, 0.6);
    EXPECT_EQ(run.status, ExitStatus::solution_failed) << angle << run.report;
    EXPECT_NE(run.messages.find("a prescribed motion drives it in"), std::string::npos)
        << angle << run.messages;
  }
  for (const double mass : {0.6, 1e-9}) {
    const test::RunResult run = driven(0.5, mass);
    ASSERT_EQ(run.status, ExitStatus::done) << mass << run.messages;
    EXPECT_NEAR(run.value(2, "v1_1"), -1 / std::tan(0.5), 1e-9) << mass;
  }
}

// As of IMPACT: the n-th bounce closes, and none of them is counted twice.
TEST(RigidContacts, TheLastOfItsBouncesCloses) {
  const test::RunResult one = ball("0.5 BOUNCES 1", "");
  EXPECT_EQ(test::strikes_of(one, StrikeKind::bounce).size(), 1u) << one.report;
  EXPECT_NEAR(one.value(4, "contact1.n"), 20, 1e-13);
  const test::RunResult three = ball("0.5 BOUNCES 3", "");
  const auto bounces = test::strikes_of(three, StrikeKind::bounce);
  ASSERT_EQ(bounces.size(), 3u) << three.report;
  for (int k = 0; k < 3; ++k) EXPECT_EQ(bounces[static_cast<std::size_t>(k)].strike.bounce, k + 1);
  EXPECT_EQ(ball("0.5 BOUNCES 0", "").status, ExitStatus::deck_error);
}

// Impulses without friction have none to leave out.
TEST(ImpulseContacts, OnlyFrictionIsLeftOut) {
  const test::RunResult run = test::run(
      R"(PLCLINE 1 1 9 8 9 0 0 0 0 0 1 0
X 1 0 0
X 8 0 0
X 9 0
FIX 9
FIX 8 1
INPUTX 8 2
DYNX 1
END HALT
XM 1 1
XM 8 1
STARTVX 1 2 3
INPUTX 8 2 POLY 0 3 0 -2 2
GRAVITY 0 -10
CONTACT 1 IMPULSES 0.5 2e-3
TIMESTEP 2 4
END END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_EQ(run.report.find("without friction"), std::string::npos);
}

// A rod hinged at the ground slams flat onto it: the hinge holds the slip, friction has nothing to
// do.
TEST(RigidContacts, ASlipThatOthersHoldTakesNoFriction) {
  const test::RunResult run = test::run(
      R"(PLTRUSS 1 1 2
PLCLINE 2 2 9 8 9 0 0 0 0 0 1 0
X 1 0 0
X 2 0.8 0.6
X 8 0 0
X 9 0
FIX 1
FIX 8
FIX 9
DYNX 2 2
END HALT
XM 2 1
GRAVITY 0 -10
CONTACT 2 RIGID 0.5 0.6 0.5
TIMESTEP 0.5 2
END END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const auto struck = test::strikes_of(run, StrikeKind::bounce);
  ASSERT_FALSE(struck.empty()) << run.report;
  EXPECT_EQ(struck[0].strike.bounce, 1);
  EXPECT_TRUE(struck[0].strike.has_friction);
  EXPECT_NEAR(struck[0].strike.impulse, 1.5 * std::sqrt(12), 1e-8);
  EXPECT_EQ(struck[0].strike.friction, 0);
}

// A uniform rod of 2 m slides on its lower end and leans against its motion at tan = 2 (Painleve
// 1895): above mu = 4/3 friction presses harder than it lets go, no force fits.
TEST(RigidContacts, FrictionThatJamsEndsTheRun) {
  auto deck = [](double speed, double mu) {
    const double phi = std::atan(2.0);
    return fmt::format(
        R"(PLCLINE 1 1 2 8 9 -1 0 0 0 0 1 0
X 1 {:.17g} {:.17g}
X 2 {:.17g}
X 8 0 0
X 9 0
FIX 8
FIX 9
END HALT
DOF AUTO
XM 1 1
XM 2 {:.17g}
STARTVX 1 1 {}
GRAVITY 0 -9.81
CONTACT 1 RIGID 0 {} {}
TIMESTEP 0.1 2
END END
)",
        std::cos(phi), std::sin(phi), phi, 1.0 / 3, speed, mu, mu);
  };
  const test::RunResult jams = test::run(deck(-1, 1.34));
  EXPECT_NE(jams.status, ExitStatus::done) << jams.report;
  EXPECT_NE(jams.messages.find("CONTACT 1: at t = 0 the contacts find no state in which none of "
                               "them pulls"),
            std::string::npos)
      << jams.messages;
  EXPECT_NE(jams.messages.find("no forces fit what slides (Painleve 1895)"), std::string::npos);
  for (const auto& [speed, mu] : {std::pair(-1.0, 1.32), std::pair(1.0, 2.0)}) {
    const test::RunResult run = test::run(deck(speed, mu));
    EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
    // N = g / (1 + 3 cos (cos -+ mu sin)), here of the first row.
    const double c = 1 / std::sqrt(5.0), s = 2 * c;
    const double want = kG / (1 + 3 * c * (c + (speed > 0 ? mu : -mu) * s));
    EXPECT_NEAR(run.value(0, "contact1.n"), want, 1e-11 * want) << mu;
  }
}

}  // namespace
}  // namespace mbs
