// Velocities that are prescribed jump, at a kink of a motion or by an event, or an event locks
// something: one impact with all contacts and friction. By hand.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/good_run.h"
#include "support/happenings.h"

namespace mbs {
namespace {

// A block of 5 kg rides on a belt, which turns round from 2 to -1 m/s at 0.5 s.
std::string belt(const std::string& motion, const std::string& rest,
                 const std::string& parameters = "") {
  return fmt::format(R"({}PLCLINE 1  1 9  8 9   0 0  0   0 0  1 0
X 1  0 0
X 8  0 0
X 9  0
FIX 9
FIX 8 2
INPUTX 8 1
DYNX 1
END HALT
INPUTX 8 1 = {}
XM 1  5
STARTVX 1 1 2
GRAVITY 0 -9.81
CONTACT 1 RIGID  0  0.3 0.25
{}
TIMES 0 3 0.5
END END
)",
                     parameters, motion, rest);
}

// It slides back with mu_k g, for no impulse presses it, and sticks where it has come to -1 m/s.
void expect_slides(const test::RunResult& run) {
  const double a = 0.25 * 9.81, lasts = 3 / a;
  EXPECT_NEAR(run.time_of(ContactTurn::slides), 0.5, 1e-14) << run.report;
  EXPECT_NEAR(run.time_of(ContactTurn::sticks), 0.5 + lasts, 1e-9);
  EXPECT_NEAR(run.value(2, "v1_1"), 2 - 0.5 * a, 1e-8);
  EXPECT_NEAR(run.value(6, "x1_1"), 1 + 2 * lasts - a * lasts * lasts / 2 - (2.5 - lasts), 1e-7);
}

TEST(JumpsWithContacts, ABeltTurnsRoundAtAKink) {
  for (const char* const how :
       {"", "FORM FULL", "INTEG DOP853 1e-10 1e-10", "INTEG RK4 0.01", "INTEG HEUN 0.01",
        "INTEG STIFF 1e-10 1e-10", "INTEG GALPHA 1e-10 1e-10"}) {
    SCOPED_TRACE(how);
    expect_slides(test::good_run(belt("t < 0.5 ? 2*t : 1 - (t-0.5)", how)));
    expect_slides(test::good_run(belt("min(2*t, 1.5 - t)", how)));
  }
}

TEST(JumpsWithContacts, ABeltTurnsRoundByAnEvent) {
  const std::string event = "EVENT turn WHEN t > 0.5 DO SET p = 1; SET t0 = 0.5; SET w = -1\n";
  for (const char* const how : {"", "FORM FULL", "INTEG DOP853 1e-10 1e-10"})
    expect_slides(test::good_run(
        belt("p + w*(t-t0)", event + how, "PARAM p = 0\nPARAM t0 = 0\nPARAM w = 2\n")));
}

// A ball rests on a plate that is at rest and then rises with 1 m/s from 0.2 s on.
test::RunResult plate(double e, double speed) {
  return test::good_run(fmt::format(R"(PLCLINE 1  1 9  8 9   0 0  0   0 0  1 0
X 1  0 0
X 8  0 0
X 9  0
FIX 9
FIX 8 1
INPUTX 8 2
DYNX 1
END HALT
INPUTX 8 2 = t < 0.2 ? 0 : (t-0.2) * {}
XM 1  3
GRAVITY 0 -10
CONTACT 1 RIGID  {}
TIMES 0 0.25 0.05
END END
)",
                                    speed, e));
}

// Newton's law for what the plate strikes; without restitution it goes along.
TEST(JumpsWithContacts, APlateThrowsABall) {
  for (const double e : {0.0, 0.5, 0.9}) {
    const test::RunResult run = plate(e, 1);
    EXPECT_NEAR(run.value(4, "v1_2"), 1 + e, 1e-12) << run.report;
    const auto all = test::strikes_of(run, StrikeKind::bounce);
    ASSERT_EQ(all.size(), 1u) << run.report;
    EXPECT_NEAR(all[0].strike.impulse, 3 * (1 + e), 1e-12);
    EXPECT_NEAR(all[0].strike.gap.before, -1, 1e-12);
  }
}

// A plate that sinks at once leaves the ball behind without an impulse.
TEST(JumpsWithContacts, APlateLeavesABall) {
  const test::RunResult run = plate(0.5, -1);
  EXPECT_NEAR(run.value(4, "v1_2"), 0, 1e-14) << run.report;
  EXPECT_NEAR(run.time_of(ContactTurn::lifts_off), 0.2, 1e-14);
}

// A block of 5 kg slides with 2 m/s over smooth ground; when it is 4 m beside a hook 4 m above the
// ground its rope is locked. It goes on along the circle, off the ground, which does not pull.
TEST(JumpsWithContacts, ALockedRopeLiftsABlock) {
  for (const char* const form : {"REDUCED", "FULL"}) {
    const test::RunResult run =
        test::good_run(fmt::format(R"(PLCLINE 1  1 9  8 9   0 0  0   0 0  1 0
PLTRUSS 2  1 3
X 1  3 0
X 8  0 0
X 9  0
X 3  0 4
FIX 9
FIX 8
FIX 3
RLSE 2 1
DYNX 1
END HALT
FORM {}
XM 1  5
STARTVX 1 1 2
GRAVITY 0 -9.81
CONTACT 1 RIGID  0
EVENT locks WHEN t > 0.5 DO FIX E 2
TIMES 0 0.6 0.6
END END
)",
                                   form));
    const EventRecord locks = test::event_of(run, "locks");
    EXPECT_NEAR(test::jump_of(locks, "node 1 X").velocity.after, 1, 1e-12) << run.report;
    EXPECT_NEAR(test::jump_of(locks, "node 1 Y").velocity.after, 1, 1e-12);
    EXPECT_NEAR(std::fabs(test::impulse_of(locks, "PLTRUSS 2 (line 2), equation 1")),
                5 * std::sqrt(2), 1e-11);
    EXPECT_NEAR(run.time_of(ContactTurn::lifts_off), 0.5, 1e-14);
  }
}

// An arm of 1 m at rest turns with 0.2 rad/s from 0.7 s on; a rod that hangs on its tip feels the
// impulse J of its pin, and the friction rho J of that against their turning: with the rod's mass
// m, inertia I and centre d behind the pin m (v + d w) = J, I w = -(d - rho) J.
TEST(JumpsWithContacts, APinRubsByTheImpulseOfADrive) {
  const double m = 2, I = 0.3, d = 0.5, v = 0.2;
  for (const double mu : {0.0, 0.4}) {
    const test::RunResult run = test::good_run(fmt::format(R"(3 2 0 1 0 0 0 0 0
0 0 0
0.5 0 0
1.5 0 0
1 2  0 0  -0.5 0
2 3  0.5 0  -0.5 0
1
0 1.4 0.7
MASS 2  1 0.1
MASS 3  2 0.3
FRICTION REVOLUTE 2  0.05 {0} {0}
DRIVE 2 PHI = t < 0.7 ? 0 : 0.2*(t-0.7)
END
)",
                                                           mu > 0 ? mu : 1e-13));
    const double arm = d - 0.05 * mu;
    EXPECT_NEAR(run.value(1, "body3.phid"), -m * v * arm / (I + m * d * arm), 1e-11) << run.report;
  }
}

}  // namespace
}  // namespace mbs
