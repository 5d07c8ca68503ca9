// Rigid contacts against closed forms.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/deck.h"
#include "support/happenings.h"

namespace mbs {
namespace {

constexpr double kG = 9.81;

// A point slides off a disc of 1 m without friction and leaves it where cos = 2/3 cos of the start.
TEST(RigidContact, PointLeavesADisc) {
  const double start = 0.2;
  const test::RunResult run = test::run(fmt::format(
      R"(PLCCIRC 1 1 9 8 9 0 0 0 0 0 1
X 1 {:.17g} {:.17g}
X 8 0 0
X 9 0
FIX 8
FIX 9
DYNX 1
END HALT
XM 1 1
GRAVITY 0 -9.81
CONTACT 1 RIGID 0
TIMESTEP 2 200
DOF AUTO
INTEG DOP853 1e-12 1e-12
END END
)",
      std::sin(start), std::cos(start)));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const double leaves = run.time_of(ContactTurn::lifts_off);
  ASSERT_GT(leaves, 0) << run.report;
  // From there it flies: go back along the parabola.
  std::size_t row = 0;
  while (run.time(row) < leaves) ++row;
  const double back = leaves - run.time(row);
  const double y = run.value(row, "x1_2") + back * run.value(row, "v1_2") - kG * back * back / 2;
  EXPECT_NEAR(y, 2.0 / 3 * std::cos(start), 5e-12);  // seen 2.2e-13
}

// A solid wheel on an incline rolls with 2/3 g sin where mu_s > tan/3; else it slides and turns.
TEST(RigidContact, WheelOnAnIncline) {
  const auto deck = [](double slope, double mu) {
    return fmt::format(
        R"(PLCLINE 1 1 2 8 9 0 0 0.25 0 0 1 0
X 1 {:.17g} {:.17g}
X 2 0
X 8 0 0
X 9 {:.17g}
FIX 8
FIX 9
DYNX 1
DYNX 2
END HALT
XM 1 2
XM 2 0.0625
GRAVITY 0 -9.81
CONTACT 1 RIGID 0 {} {}
TIMESTEP 1 2
END END
)",
        -0.25 * std::sin(slope), 0.25 * std::cos(slope), slope, mu, mu);
  };
  const double slope = 0.6, s = std::sin(slope), c = std::cos(slope);
  const test::RunResult rolls = test::run(deck(slope, 0.3));  // tan/3 = 0.228
  ASSERT_EQ(rolls.status, ExitStatus::done) << rolls.messages;
  EXPECT_NEAR(rolls.value(2, "v2_1") * 0.25, 2.0 / 3 * kG * s, 1e-13);  // seen 1.8e-15
  EXPECT_NEAR(rolls.value(2, "contact1.f"), 2 * kG * s / 3, 1e-13);     // seen 1.8e-15
  const test::RunResult slides = test::run(deck(slope, 0.1));
  ASSERT_EQ(slides.status, ExitStatus::done) << slides.messages;
  EXPECT_NEAR(slides.value(2, "a1_1"), -kG * (s - 0.1 * c) * c, 1e-13);           // seen 1.8e-15
  EXPECT_NEAR(slides.value(2, "v2_1"), 0.1 * 2 * kG * c * 0.25 / 0.0625, 1e-13);  // seen 1.8e-15
}

// 3 m/s without spin: 3 - mu g t until 3/(3 mu g), then it rolls with 2 m/s.
TEST(RigidContact, WheelThrownAlongTheGroundBeginsToRoll) {
  const test::RunResult run = test::run(
      R"(PLCLINE 1 1 2 8 9 0 0 0.25 0 0 1 0
X 1 0 0.25
X 2 0
X 8 0 0
X 9 0
FIX 8
FIX 9
DYNX 1
DYNX 2
END HALT
XM 1 2
XM 2 0.0625
STARTVX 1 1 3
GRAVITY 0 -9.81
CONTACT 1 RIGID 0 0.3 0.3
TIMESTEP 1 10
END END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_NEAR(run.time_of(ContactTurn::sticks), 1 / (0.3 * kG),
              2e-12);                                            // seen 2e-14, 12 digits printed
  EXPECT_NEAR(run.value(2, "v1_1"), 3 - 0.3 * kG * 0.2, 1e-12);  // seen 0
  EXPECT_NEAR(run.value(10, "v1_1"), 2, 1e-12);                  // seen 0
  EXPECT_NEAR(run.value(10, "v2_1"), -8, 1e-13);                 // seen 1.8e-15
}

// A crate of 0.4 by 0.2 m at rest on two corners: half the weight on each; pushed by more than
// mu_s m g at half its height it slides with what mu_k leaves.
TEST(RigidContact, CrateRestsOnTwoCornersAndIsPushed) {
  const auto deck = [](double push) {
    return fmt::format(
        R"(PLCLINE 1 1 2 8 9 -0.2 -0.1 0 0 0 1 0
PLCLINE 2 1 2 8 9 0.2 -0.1 0 0 0 1 0
X 1 0 0.1
X 2 0
X 8 0 0
X 9 0
FIX 8
FIX 9
DYNX 1
DYNX 2
END HALT
XM 1 5
XM 2 0.0833
GRAVITY 0 -9.81
XF 1 {} 0
CONTACT 1 RIGID 0 0.5 0.4
CONTACT 2 RIGID 0 0.5 0.4
TIMESTEP 1 1
END END
)",
        push);
  };
  const test::RunResult rest = test::run(deck(20));
  ASSERT_EQ(rest.status, ExitStatus::done) << rest.messages;
  EXPECT_NEAR(rest.value(1, "x1_1"), 0, 1e-15);  // seen 0
  // The push at 0.1 m tips a little: 20 0.1 / 0.4 from one corner to the other.
  EXPECT_NEAR(rest.value(1, "contact1.n"), 5 * kG / 2 - 5, 1e-12);  // seen 0
  EXPECT_NEAR(rest.value(1, "contact2.n"), 5 * kG / 2 + 5, 1e-12);  // seen 0
  const test::RunResult slides = test::run(deck(30));
  ASSERT_EQ(slides.status, ExitStatus::done) << slides.messages;
  EXPECT_NEAR(slides.value(1, "a1_1"), 30.0 / 5 - 0.4 * kG, 1e-12);        // seen 0
  EXPECT_NEAR(slides.value(1, "x1_1"), (30.0 / 5 - 0.4 * kG) / 2, 1e-12);  // seen 0
}

// A corner of a body that slides along the ground in both directions: with unit impulses the corner
// gets the velocities W (normal, tangential), and Coulomb's T = mu N turns u into -e u. To the left
// friction lifts the corner, to the right it presses it down; the restitution is that of the
// approach before.
TEST(RigidContact, SlidingCornerLeavesWithItsRestitution) {
  const double m = 1, J = 0.1, rx = 0.3, ry = -0.2, mu = 0.546, e = 0.95, height = 0.05;
  const double Wnn = 1 / m + rx * rx / J, Wtt = 1 / m + ry * ry / J, Wnt = -rx * ry / J;
  for (const double slip : {-8.0, 8.0}) {
    const test::RunResult run = test::run(fmt::format(
        R"(PLCLINE 1 1 2 8 9 {} {} 0 0 0 1 0
X 1 0 {:.17g}
X 2 0
X 8 0 0
X 9 0
FIX 8
FIX 9
END HALT
XM 1 {}
XM 2 {}
DOF AUTO
STARTVX 1 1 {}
STARTVX 1 2 -1
GRAVITY 0 -9.81
CONTACT 1 RIGID {} 0.84 {}
TIMES 0 0.045 0.045
INTEG DOP853 1e-12 1e-12
END END
)",
        rx, ry, height - ry, m, J, slip, e, mu));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    const double approach = std::sqrt(1 + 2 * kG * height), t = (approach - 1) / kG;
    const double way = slip < 0 ? 1 : -1;
    const double N = (1 + e) * approach / (Wnn + way * mu * Wnt), T = way * mu * N;
    ASSERT_GT(std::fabs(slip), std::fabs(Wnt * N + Wtt * T));  // it slides to the end
    const double rest = 0.045 - t;
    EXPECT_NEAR(run.value(1, "v1_1"), slip + T / m, 1e-11);
    EXPECT_NEAR(run.value(1, "v1_2"), -approach + N / m - kG * rest, 1e-11);
    EXPECT_NEAR(run.value(1, "v2_1"), (rx * N - ry * T) / J, 1e-11);
  }
}

// A series of bounces whose last flights rise less than rounding sees: they end, whatever rounding
// makes of them. The same mechanism in other coordinates rounds otherwise.
TEST(RigidContact, FlightsBelowRoundingAreRest) {
  DeckInput input;
  input.name = "deck";
  input.text = R"(SEGDYN
SEGMENT 1 3.199 0.529 0.285 0.155
STATE 1 -2.912 -0.8289956910148348
KNOWN MEXT 1 = -0.702+(0)
SEGMENT 2 2.708 0.432 0.251 0.231
STATE 2 -1.148 0.8882061452923724
KNOWN M 2 = -1.146+(0)
SEGMENT 3 0.669 0.395 0.166 0.176
STATE 3 -1.128 -0.46825396607681824
KNOWN M 3 = 0+(0+(-16.754)*(phi3-phi2)+(-0.198)*(phid3-phid2)+(0.145)*sin(4.32*t+(-0.842)))
SEGMENT 4 3.802 0.302 0.194 0.18
STATE 4 -0.031 -0.2778360295003891
KNOWN M 4 = -0.519+(0+(-4.06)*(phi4-phi3)+(-2.102)*(phi4-phi3)^3+(-0.224)*sin(6.331*t+(-0.344)))
KNOWN MEXT 4 = -1.061+(0)
SEGMENT 5 2.518 0.71 0.483 0.103
STATE 5 1.11 0.7182133717018242
ATTACH 5 2 0
KNOWN M 5 = 0+(0+(-12.452)*(phi5-phi2)+(-0.097)*(phi5-phi2)^3+(2.083)*sin(1.953*t+(0.185)))
KNOWN MEXT 5 = -0.413+(0+(2.246)*sin(6.845*t+(0.296)))
BASE 0.952 -0.665 0.4547156431113734 -0.6006728179155432
FREE BASE
CONTACT 3 LINE 0.549 0.075 0.135 0.6921305593507872 -2.35021560678825 0.74299090477817 1.1175547035456102 RIGID 0.519 0.78613 0.619
GRAV 0 -9.81
INTEG STIFF 1e-8 1e-8
FORM FULL
TIME 0 0.374 0.088
END
)";
  Diagnostics diagnostics;
  const test::RunResult chain = test::run(input.text);
  const test::RunResult native = test::run(convert_deck(input, {}, diagnostics));
  for (const test::RunResult* run : {&chain, &native}) {
    ASSERT_EQ(run->status, ExitStatus::done) << run->messages;
    EXPECT_FALSE(test::times_of(*run, ContactTurn::sticks).empty() &&
                 test::times_of(*run, ContactTurn::slides).empty());
  }
  for (const char* name : {"energy.kinetic", "cm.x", "cm.yd", "momentum.angular"})
    EXPECT_NEAR(native.value(4, name), chain.value(4, name),
                1e-6 * (1 + std::fabs(chain.value(4, name))))
        << name;
}

}  // namespace
}  // namespace mbs
