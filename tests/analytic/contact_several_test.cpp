// Several rigid contacts at once: one contact sticks while another strikes, more points touch than
// are needed to hold a body, bodies that do not share their friction, friction that jams.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/deck.h"
#include "support/happenings.h"

namespace mbs {
namespace {

constexpr double kG = 9.81;

// Two points joined by a rod of 1 m at the angle b. A, of mass M, stands on the ground with
// friction; B, of mass m, swings down about it with the speed u and strikes a smooth wall.
struct Rod {
  double b = 70 * M_PI / 180, m = 1.5, M = 2, u = 0.5;
  test::RunResult strike(double mu_s, double mu_k, const char* form) const {
    const double x = std::cos(b), y = std::sin(b);
    return test::run(fmt::format(
        R"(PLCLINE 1 1 9 8 9 0 0 0 0 0 1 0
PLCLINE 2 3 9 8 9 0 0 0 {0:.17g} 0 0 1
PLTRUSS 3 1 3
X 1 0 0
X 3 {0:.17g} {1:.17g}
X 8 0 0
X 9 0
FIX 8
FIX 9
END HALT
DOF AUTO
XM 1 {2}
XM 3 {3}
STARTVX 3 1 {4:.17g}
STARTVX 3 2 {5:.17g}
GRAVITY 0 -9.81
CONTACT 1 RIGID 0 {6} {7}
CONTACT 2 RIGID 0
FORM {8}
TIMESTEP 1e-6 1
END END
)",
        x, y, M, m, u * y, -u * x, mu_s, mu_k, form));
  }
};

// The rod presses A down and away from the wall: A needs cot b of the normal impulse. Then all
// stops at once: N = m u cos b, wall m u / sin b.
TEST(RigidContacts, OneThatSticksHoldsThroughTheImpactOfAnother) {
  const Rod rod;
  for (const char* form : {"REDUCED", "FULL"}) {
    const test::RunResult run = rod.strike(0.5, 0.5, form);  // cot b = 0.364
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    const double N = rod.m * rod.u * std::cos(rod.b);
    const auto stands = test::strikes_of(run, StrikeKind::pressed, "CONTACT 1");
    ASSERT_EQ(stands.size(), 1u) << run.report;
    EXPECT_NEAR(stands[0].strike.impulse, N, 1e-14);                     // seen 1.1e-16
    EXPECT_NEAR(stands[0].strike.friction, N / std::tan(rod.b), 1e-14);  // seen 0
    const auto struck = test::strikes_of(run, StrikeKind::bounce, "CONTACT 2");
    ASSERT_EQ(struck.size(), 1u);
    EXPECT_FALSE(struck[0].strike.has_friction);
    EXPECT_NEAR(struck[0].strike.impulse, rod.m * rod.u / std::sin(rod.b), 1e-14);  // seen 2.2e-16
    EXPECT_NEAR(run.value(0, "energy.kinetic"), 0, 1e-30);                          // seen 0
  }
}

// With less friction A slides off: the compression C of the rod follows from three balances.
TEST(RigidContacts, OneThatCannotStickSlidesThroughTheImpactOfAnother) {
  const Rod rod;
  const double s = std::sin(rod.b), c = std::cos(rod.b), mu = 0.2;
  const double C = rod.u * s * c / (s * s / rod.m + c * (c - mu * s) / rod.M);
  for (const char* form : {"REDUCED", "FULL"}) {
    const test::RunResult run = rod.strike(0.3, mu, form);
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    const std::vector<double> start = {0};
    EXPECT_EQ(test::times_of(run, ContactTurn::sticks, "CONTACT 1"), start) << run.report;
    EXPECT_EQ(test::times_of(run, ContactTurn::slides, "CONTACT 1"), start) << run.report;
    EXPECT_NEAR(run.value(0, "v1_1"), C * (mu * s - c) / rod.M, 1e-14);   // seen 2e-15
    EXPECT_NEAR(run.value(0, "v3_2"), C * s / rod.m - rod.u * c, 1e-14);  // seen 8e-16
    EXPECT_NEAR(run.value(0, "v3_1"), 0, 1e-15);                          // seen 0
    const auto slides = test::strikes_of(run, StrikeKind::pressed, "CONTACT 1");
    ASSERT_EQ(slides.size(), 1u) << run.report;
    EXPECT_NEAR(slides[0].strike.impulse, C * s, 1e-13);        // seen 1.2e-15
    EXPECT_NEAR(slides[0].strike.friction, mu * C * s, 1e-13);  // seen 4.5e-15
  }
}

// A bar that touches with three points of one line, at a slope, or is so far above it.
std::string bar(double slope, const std::string& law, double speed, double above = 0) {
  std::string out, laws;
  const double xi[] = {-0.2, 0.05, 0.2};
  for (int k = 1; k <= 3; ++k) {
    out += fmt::format("PLCLINE {} 1 2 8 9 {} -0.1 0 0 0 1 0\n", k, xi[k - 1]);
    laws += fmt::format("CONTACT {} RIGID {}\n", k, law);
  }
  return out + fmt::format(
                   R"(X 1 {:.17g} {:.17g}
X 2 {:.17g}
X 8 0 0
X 9 {:.17g}
FIX 8
FIX 9
END HALT
DOF AUTO
XM 1 5
XM 2 0.08
STARTVX 1 1 {:.17g}
STARTVX 1 2 {:.17g}
GRAVITY 0 -9.81
{}TIMESTEP 1 4
END END
)",
                   -(0.1 + above) * std::sin(slope), (0.1 + above) * std::cos(slope), slope, slope,
                   speed * std::cos(slope), speed * std::sin(slope), laws);
}

// The third normal force has no answer: it is left to the two others, whose sum is that of one
// block, and the motion is that of one block.
TEST(RigidContacts, ThreePointsOfOneLineHoldAsOneBlock) {
  const double slope = 20 * M_PI / 180;
  const test::RunResult rests = test::run(bar(slope, "0 0.5 0.4", 0));
  ASSERT_EQ(rests.status, ExitStatus::done) << rests.messages;
  EXPECT_EQ(test::times_of(rests, ContactTurn::is_spare).size(), 1u) << rests.report;
  auto sum = [](const test::RunResult& run, std::size_t row, const char* what) {
    double out = 0;
    for (int k = 1; k <= 3; ++k) out += run.value(row, fmt::format("contact{}.{}", k, what));
    return out;
  };
  EXPECT_NEAR(sum(rests, 4, "n"), 5 * kG * std::cos(slope), 1e-12);  // seen 0
  EXPECT_NEAR(sum(rests, 4, "f"), 5 * kG * std::sin(slope), 1e-12);  // seen 4e-15
  EXPECT_NEAR(rests.value(4, "contact1.slip"), 0, 1e-14);            // seen 0

  // Launched upwards: it stops after u / (g (sin + mu_k cos)) and stays.
  const test::RunResult up = test::run(bar(slope, "0 0.5 0.4", 1.5));
  ASSERT_EQ(up.status, ExitStatus::done) << up.messages;
  const double slows = kG * (std::sin(slope) + 0.4 * std::cos(slope));
  EXPECT_NEAR(up.value(4, "contact2.slip"), 1.5 * 1.5 / (2 * slows), 1e-11);  // seen 1e-16
  EXPECT_NEAR(sum(up, 0, "f"), -0.4 * 5 * kG * std::cos(slope), 1e-12);       // seen 1e-14
}

// A smooth bar falls flat on three points: it stops without turning, with the impulse m v.
TEST(RigidContacts, ABarFallsFlatOnThreePoints) {
  const test::RunResult run = test::run(bar(0, "0", 0, 0.1));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  double total = 0;
  for (int k = 1; k <= 3; ++k)
    total += test::strikes_of(run, StrikeKind::bounce, fmt::format("CONTACT {}", k))
                 .at(0)
                 .strike.impulse;
  EXPECT_NEAR(total, 5 * std::sqrt(2 * kG * 0.1), 1e-12);  // seen 8.9e-15
  EXPECT_NEAR(run.value(4, "x2_1"), 0, 1e-14);             // seen 0
  EXPECT_NEAR(run.value(4, "x1_2"), 0.1, 1e-13);           // seen 2e-16
}

// A crate on two corners, whose slips are one, and a point beside it: each has its own friction.
TEST(RigidContacts, BodiesDoNotShareFriction) {
  const double slope = 20 * M_PI / 180;
  auto deck = [&](const std::string& point_law) {
    std::string out = bar(slope, "0 0.5 0.4", 0);
    out.insert(out.find("PLCLINE 2"), "PLCLINE 9 3 7 8 9 0 0 0 0 0 1 0\n");
    out.insert(out.find("X 8"), fmt::format(R"(X 3 {:.17g} {:.17g}
X 7 0
FIX 7
)",
                                            std::cos(slope), std::sin(slope)));
    out.insert(out.find("GRAVITY"), "XM 3 1\n");
    out.insert(out.find("TIMESTEP"), "CONTACT 9 RIGID " + point_law + "\n");
    return out;
  };
  const test::RunResult rests = test::run(deck("0 0.5 0.4"));
  ASSERT_EQ(rests.status, ExitStatus::done) << rests.messages;
  EXPECT_NEAR(rests.value(4, "contact9.f"), kG * std::sin(slope), 1e-13);  // seen 4e-16
  EXPECT_NEAR(rests.value(4, "contact9.slip"), 0, 1e-15);                  // seen 0
  EXPECT_NEAR(rests.value(4, "contact1.slip"), 0, 1e-14);                  // seen 0
  // Below the friction angle, the crate does not help it.
  const test::RunResult slides = test::run(deck("0 0.3 0.2"));
  ASSERT_EQ(slides.status, ExitStatus::done) << slides.messages;
  EXPECT_NEAR(slides.value(4, "contact9.slip"), -kG * (std::sin(slope) - 0.2 * std::cos(slope)) / 2,
              1e-12);                                       // seen 2e-16
  EXPECT_NEAR(slides.value(4, "contact1.slip"), 0, 1e-14);  // seen 0
}

// A box on two corners is pushed with 5t: both slide when that is mu m g, at 0.6 s, though each of
// them is at its limit then and the other could hold it but for rounding.
TEST(RigidContacts, TwoCornersBeginToSlideTogether) {
  for (const double mu : {0.3, 0.2999999999, 0.29999999999999}) {
    const test::RunResult run = test::run(fmt::format(
        R"(PLCLINE 1 1 2 8 9 -0.5 -0.1 0 0 0 1 0
PLCLINE 2 1 2 8 9 0.5 -0.1 0 0 0 1 0
X 1 0 0.1
X 8 0 0
X 9 0
FIX 8
FIX 9
DYNX 1
DYNX 2
END HALT
XM 1 1
XM 2 0.1
XLAW 1 1 = 5*t
GRAVITY 0 -10
CONTACT 1 RIGID 0 0.3 {0:.17g}
CONTACT 2 RIGID 0 0.3 {0:.17g}
TIMESTEP 3 6
END END
)",
        mu));
    ASSERT_EQ(run.status, ExitStatus::done) << mu << run.messages;
    for (const char* corner : {"CONTACT 1", "CONTACT 2"}) {
      const auto times = test::times_of(run, ContactTurn::slides, corner);
      ASSERT_EQ(times.size(), 1u) << run.report;
      EXPECT_NEAR(times[0], 0.6, 1e-12) << corner;
    }
    EXPECT_NEAR(run.value(6, "v1_1"), 2.5 * (9 - 0.36) - 10 * mu * 2.4, 1e-10) << mu;
  }
}

// Two feet of a chain exchange smaller and smaller bounces, one closing where the other lifts off.
// None of them leaves from a little below the ground and is never seen again.
TEST(RigidContacts, FeetThatThrowEachOtherUpStayAboveTheGround) {
  const test::RunResult run = test::run(
      R"(PLTRUSS 1 1 2
PLTRUSS 2 2 3
PLCLINE 10 1 99 98 99 0 0 0 0 0 1 0
PLCLINE 12 3 99 98 99 0 0 0 0 0 1 0
X 1 0.1935503023189511 0.4515640668289603
X 2 0.6093892045384264 0.7929822060341413
X 3 1.2423068047033174 0.2884903944066867
X 98 0 0
X 99 0
FIX 98
FIX 99
END HALT
XM 1 1
XM 2 1
XM 3 1
STARTVX 1 1 -0.07797221834336465
STARTVX 1 2 -2.9884604945165214
STARTVX 2 1 1.7285410047394483
STARTVX 2 2 -1.7545677031205944
STARTVX 3 1 -1.2321490481557413
STARTVX 3 2 -1.0863584996196871
GRAVITY 0 -10
CONTACT 10 RIGID 0.5 0.8 0.6
CONTACT 12 RIGID 0.5 0.8 0.6
DOF AUTO
TIMESTEP 1.2 12
END END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  for (std::size_t row = 0; row <= 12; ++row)
    for (const char* gap : {"contact10.gap", "contact12.gap"})
      EXPECT_GE(run.value(row, gap), -1e-9) << row << gap;  // seen -2e-16; -0.35 when unseen
}

// Two bodies at rest that press each other, each on the ground: friction of the four contacts that
// stick has open parts. A linear program finds forces within all limits (N = 9.09, 7.76, 5.89,
// 1.23 N in the first), so nothing moves.
TEST(RigidContacts, TwoBodiesThatLeanOnEachOtherStand) {
  const char* const box =
      "PLCLINE 1 11 12 1 2 -0.2425 -0.1776 0 0 0 1 0\nPLCLINE 3 11 12 1 2 0.2425 -0.1776 0 0 0 1 "
      "0\n"
      "PLCLINE 5 13 14 1 2 0 0 0.162 0 0 1 0\nPLCPOLY 6 13 14 11 12 POLYGON 0 0 0.162 -0.2425 "
      "-0.1776 "
      "0.2425 -0.1776 0.2425 0.1776 -0.2425 0.1776\nX 1 0 0\nX 2 0\nFIX 1\nFIX 2\nX 11 0 0.1776\nX "
      "12 0\n"
      "X 13 0.40449999999999997 0.162\nX 14 0\nEND HALT\nDOF AUTO\nXM 11 1.9974\nXM 12 0.0178\nXM "
      "13 "
      "1.5063\nXM 14 0.0137\nXF 13 -0.2345 1.4631\nXF 14 0.2927\nCONTACT 1 RIGID 0.5 0.1809 "
      "0.1406\n"
      "CONTACT 3 RIGID 0.5 0.4618 0.3333\nCONTACT 5 RIGID 0 0.7707 0.7562\nCONTACT 6 RIGID 0.4 "
      "0.6174 "
      "0.3914\nGRAVITY 0.7732 -6.6052\n";
  const char* const discs =
      "PLCLINE 1 11 12 1 2 0 0 0.1244 0 0 1 0\nPLCLINE 2 11 12 1 2 0 0 0.1244 0 0 0 -1\nPLCLINE 3 "
      "13 14 "
      "1 2 0 0 0.196 0 0 1 0\nPLCCIRC 4 11 12 13 14 0 0 0.1244 0 0 0.196\nX 1 0 0\nX 2 0\nFIX "
      "1\nFIX 2\n"
      "X 11 0.1244 0.1244\nX 12 0.0\nX 13 0.4366972942566106 0.196\nX 14 0.0\nEND HALT\nDOF AUTO\n"
      "XM 11 0.7747\nXM 12 0.0249\nXF 12 0.0212\nXM 13 0.6105\nXM 14 0.0302\nXF 13 -0.3376 0.1154\n"
      "CONTACT 1 RIGID 0 0.8498 0.6676\nCONTACT 2 RIGID 0 0.555 0.5101\nCONTACT 3 RIGID 0 0.262 "
      "0.2498\n"
      "CONTACT 4 RIGID 0 0.8 0.7843\nGRAVITY 0.001 -8.3527\n";
  for (const char* const deck : {box, discs}) {
    const test::RunResult run = test::run(std::string(deck) + "TIMES 0 1 1\nEND END\n");
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    for (const char* const place : {"x11_1", "x11_2", "x12_1", "x13_1", "x13_2", "x14_1"})
      EXPECT_NEAR(run.value(1, place), run.value(0, place), 1e-12) << place;
  }
}

}  // namespace
}  // namespace mbs
