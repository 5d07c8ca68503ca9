// Several rigid contacts at once: one contact sticks while another strikes, more points touch than
// are needed to hold a body, bodies that do not share their friction, friction that jams.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/deck.h"

namespace mbs {
namespace {

constexpr double kG = 9.81;

int count(const std::string& report, const std::string& text) {
  int out = 0;
  for (std::size_t at = report.find(text); at != std::string::npos; at = report.find(text, at + 1))
    ++out;
  return out;
}

// Two points joined by a rod of 1 m at the angle b. A, of mass M, stands on the ground with
// friction; B, of mass m, swings down about it with the speed u and strikes a smooth wall.
struct Rod {
  double b = 70 * M_PI / 180, m = 1.5, M = 2, u = 0.5;
  test::RunResult strike(double mu_s, double mu_k, const char* form) const {
    const double x = std::cos(b), y = std::sin(b);
    return test::run(fmt::format(
        "PLCLINE 1 1 9 8 9 0 0 0 0 0 1 0\nPLCLINE 2 3 9 8 9 0 0 0 {0:.17g} 0 0 1\nPLTRUSS 3 1 3\n"
        "X 1 0 0\nX 3 {0:.17g} {1:.17g}\nX 8 0 0\nX 9 0\nFIX 8\nFIX 9\nEND HALT\nDOF AUTO\n"
        "XM 1 {2}\nXM 3 {3}\nSTARTVX 3 1 {4:.17g}\nSTARTVX 3 2 {5:.17g}\nGRAVITY 0 -9.81\n"
        "CONTACT 1 RIGID 0 {6} {7}\nCONTACT 2 RIGID 0\nFORM {8}\nTIMESTEP 1e-6 1\nEND END\n",
        x, y, M, m, u * y, -u * x, mu_s, mu_k, form));
  }
};

// "impulse ...": the numbers after that word, normal and friction.
std::vector<double> impulses(const std::string& report, const std::string& start) {
  std::vector<double> out;
  const std::size_t line = report.find(start);
  if (line == std::string::npos) return out;
  const std::string text = report.substr(line, report.find('\n', line) - line);
  for (std::size_t at = text.find("impulse "); at != std::string::npos;
       at = text.find("impulse ", at + 1))
    out.push_back(std::stod(text.substr(at + 8)));
  return out;
}

// The rod presses A down and away from the wall: A needs cot b of the normal impulse. Then all
// stops at once: N = m u cos b, wall m u / sin b.
TEST(RigidContacts, OneThatSticksHoldsThroughTheImpactOfAnother) {
  const Rod rod;
  for (const char* form : {"REDUCED", "FULL"}) {
    const test::RunResult run = rod.strike(0.5, 0.5, form);  // cot b = 0.364
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    const double N = rod.m * rod.u * std::cos(rod.b);
    const auto stands = impulses(run.report, "CONTACT 1 at t = 0: pressed");
    ASSERT_EQ(stands.size(), 2u) << run.report;
    EXPECT_NEAR(stands[0], N, 1e-9);                    // nine digits printed
    EXPECT_NEAR(stands[1], N / std::tan(rod.b), 1e-9);  // seen 3e-11
    const auto struck = impulses(run.report, "CONTACT 2 at t = 0: bounce");
    ASSERT_EQ(struck.size(), 1u);
    EXPECT_NEAR(struck[0], rod.m * rod.u / std::sin(rod.b), 1e-9);  // seen 4e-10
    EXPECT_NEAR(run.value(0, "energy.kinetic"), 0, 1e-30);          // seen 0
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
    EXPECT_EQ(count(run.report, "# CONTACT 1 at t = 0: closes and sticks"), 1) << run.report;
    EXPECT_EQ(count(run.report, "# CONTACT 1 at t = 0: slides"), 1) << run.report;
    EXPECT_NEAR(run.value(0, "v1_1"), C * (mu * s - c) / rod.M, 1e-14);   // seen 2e-15
    EXPECT_NEAR(run.value(0, "v3_2"), C * s / rod.m - rod.u * c, 1e-14);  // seen 8e-16
    EXPECT_NEAR(run.value(0, "v3_1"), 0, 1e-15);                          // seen 0
    const auto slides = impulses(run.report, "CONTACT 1 at t = 0: pressed");
    ASSERT_EQ(slides.size(), 2u) << run.report;
    EXPECT_NEAR(slides[0], C * s, 1e-9);       // nine digits printed
    EXPECT_NEAR(slides[1], mu * C * s, 1e-9);  // seen 3e-11
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
                   "X 1 {:.17g} {:.17g}\nX 2 {:.17g}\nX 8 0 0\nX 9 {:.17g}\nFIX 8\nFIX 9\n"
                   "END HALT\nDOF AUTO\nXM 1 5\nXM 2 0.08\nSTARTVX 1 1 {:.17g}\n"
                   "STARTVX 1 2 {:.17g}\nGRAVITY 0 -9.81\n{}TIMESTEP 1 4\nEND END\n",
                   -(0.1 + above) * std::sin(slope), (0.1 + above) * std::cos(slope), slope, slope,
                   speed * std::cos(slope), speed * std::sin(slope), laws);
}

// The third normal force has no answer: it is left to the two others, whose sum is that of one
// block, and the motion is that of one block.
TEST(RigidContacts, ThreePointsOfOneLineHoldAsOneBlock) {
  const double slope = 20 * M_PI / 180;
  const test::RunResult rests = test::run(bar(slope, "0 0.5 0.4", 0));
  ASSERT_EQ(rests.status, ExitStatus::done) << rests.messages;
  EXPECT_EQ(count(rests.report, "is held by others"), 1) << rests.report;
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
    total += impulses(run.report, fmt::format("# CONTACT {} at t = 0.14278431", k)).at(0);
  EXPECT_NEAR(total, 5 * std::sqrt(2 * kG * 0.1), 2e-8);  // nine digits printed
  EXPECT_NEAR(run.value(4, "x2_1"), 0, 1e-14);            // seen 0
  EXPECT_NEAR(run.value(4, "x1_2"), 0.1, 1e-13);          // seen 2e-16
}

// A crate on two corners, whose slips are one, and a point beside it: each has its own friction.
TEST(RigidContacts, BodiesDoNotShareFriction) {
  const double slope = 20 * M_PI / 180;
  auto deck = [&](const std::string& point_law) {
    std::string out = bar(slope, "0 0.5 0.4", 0);
    out.insert(out.find("PLCLINE 2"), "PLCLINE 9 3 7 8 9 0 0 0 0 0 1 0\n");
    out.insert(out.find("X 8"), fmt::format("X 3 {:.17g} {:.17g}\nX 7 0\nFIX 7\n", std::cos(slope),
                                            std::sin(slope)));
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
        "PLCLINE 1 1 2 8 9 -0.5 -0.1 0 0 0 1 0\nPLCLINE 2 1 2 8 9 0.5 -0.1 0 0 0 1 0\n"
        "X 1 0 0.1\nX 8 0 0\nX 9 0\nFIX 8\nFIX 9\nDYNX 1\nDYNX 2\nEND HALT\nXM 1 1\nXM 2 0.1\n"
        "XLAW 1 1 = 5*t\nGRAVITY 0 -10\nCONTACT 1 RIGID 0 0.3 {0:.17g}\n"
        "CONTACT 2 RIGID 0 0.3 {0:.17g}\nTIMESTEP 3 6\nEND END\n",
        mu));
    ASSERT_EQ(run.status, ExitStatus::done) << mu << run.messages;
    EXPECT_EQ(count(run.report, "# CONTACT 1 at t = 0.6: slides"), 1) << run.report;
    EXPECT_EQ(count(run.report, "# CONTACT 2 at t = 0.6: slides"), 1) << run.report;
    EXPECT_NEAR(run.value(6, "v1_1"), 2.5 * (9 - 0.36) - 10 * mu * 2.4, 1e-10) << mu;
  }
}

// Two feet of a chain exchange smaller and smaller bounces, one closing where the other lifts off.
// None of them leaves from a little below the ground and is never seen again.
TEST(RigidContacts, FeetThatThrowEachOtherUpStayAboveTheGround) {
  const test::RunResult run = test::run(
      "PLTRUSS 1 1 2\nPLTRUSS 2 2 3\nPLCLINE 10 1 99 98 99 0 0 0 0 0 1 0\n"
      "PLCLINE 12 3 99 98 99 0 0 0 0 0 1 0\nX 1 0.1935503023189511 0.4515640668289603\n"
      "X 2 0.6093892045384264 0.7929822060341413\nX 3 1.2423068047033174 0.2884903944066867\n"
      "X 98 0 0\nX 99 0\nFIX 98\nFIX 99\nEND HALT\nXM 1 1\nXM 2 1\nXM 3 1\n"
      "STARTVX 1 1 -0.07797221834336465\nSTARTVX 1 2 -2.9884604945165214\n"
      "STARTVX 2 1 1.7285410047394483\nSTARTVX 2 2 -1.7545677031205944\n"
      "STARTVX 3 1 -1.2321490481557413\nSTARTVX 3 2 -1.0863584996196871\nGRAVITY 0 -10\n"
      "CONTACT 10 RIGID 0.5 0.8 0.6\nCONTACT 12 RIGID 0.5 0.8 0.6\nDOF AUTO\n"
      "TIMESTEP 1.2 12\nEND END\n");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  for (std::size_t row = 0; row <= 12; ++row)
    for (const char* gap : {"contact10.gap", "contact12.gap"})
      EXPECT_GE(run.value(row, gap), -1e-9) << row << gap;  // seen -2e-16; -0.35 when unseen
}

// A ball of 2 kg in free fall strikes the ground at sqrt 0.08 s and stays, or bounces by half.
test::RunResult ball(const std::string& law, const std::string& event) {
  return test::run(fmt::format(
      "PLCLINE 1 1 2 8 9 0 0 0.1 0 0 1 0\nX 1 0 0.5\nX 8 0 0\nX 9 0\nFIX 8\nFIX 9\nDYNX 1\n"
      "DYNX 2\nEND HALT\nXM 1 2\nXM 2 0.01\nGRAVITY 0 -10\nCONTACT 1 RIGID {}\n{}\n"
      "TIMESTEP 1 4\nEND END\n",
      law, event));
}

// A motion that is prescribed knows no contact: it may agree with it or lead away, not in.
TEST(RigidContacts, PrescribedMotions) {
  const test::RunResult fixed = ball("0", "EVENT a WHEN t > 0.8 DO FIX X 1 2");
  ASSERT_EQ(fixed.status, ExitStatus::done) << fixed.messages;
  EXPECT_EQ(count(fixed.report, "# CONTACT 1 at t = 0.8: is held by others"), 1) << fixed.report;
  EXPECT_NEAR(fixed.value(4, "contact1.gap"), 0, 1e-15);  // seen 4e-17
  const test::RunResult away = ball("0", "EVENT a WHEN t > 0.8 DO PRESCRIBE X 1 2 1");
  ASSERT_EQ(away.status, ExitStatus::done) << away.messages;
  EXPECT_EQ(count(away.report, "# CONTACT 1 at t = 0.8: lifts off"), 1) << away.report;
  EXPECT_NEAR(away.value(4, "contact1.gap"), 0.2, 1e-14);
  const test::RunResult slowly = ball("0", "EVENT a WHEN t > 0.8 DO PRESCRIBE X 1 2 0 1");
  ASSERT_EQ(slowly.status, ExitStatus::done) << slowly.messages;
  EXPECT_EQ(count(slowly.report, "# CONTACT 1 at t = 0.8: lifts off"), 1) << slowly.report;
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
    return test::run(
        fmt::format("PLCLINE 1 1 9 8 9 0 0 0 0 0 1 0\nX 1 0 1\nX 8 0 0\nX 9 {:.17g}\nFIX 8\nFIX 9\n"
                    "INPUTX 1 2\nDYNX 1 1\nEND HALT\nINPUTX 1 2 1 -1\nXM 1 {:.17g}\nSTARTVX 1 1 0\n"
                    "CONTACT 1 RIGID 0\nTIMES 0 1.1 0.55\nEND END\n",
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
  EXPECT_EQ(count(one.report, ": bounce "), 1) << one.report;
  EXPECT_NEAR(one.value(4, "contact1.n"), 20, 1e-13);
  const test::RunResult three = ball("0.5 BOUNCES 3", "");
  EXPECT_EQ(count(three.report, ": bounce "), 3) << three.report;
  for (const char* k : {"bounce 1,", "bounce 2,", "bounce 3,"})
    EXPECT_EQ(count(three.report, k), 1) << three.report;
  EXPECT_EQ(ball("0.5 BOUNCES 0", "").status, ExitStatus::deck_error);
}

// Impulses without friction have none to leave out.
TEST(ImpulseContacts, OnlyFrictionIsLeftOut) {
  const test::RunResult run = test::run(
      "PLCLINE 1 1 9 8 9 0 0 0 0 0 1 0\nX 1 0 0\nX 8 0 0\nX 9 0\nFIX 9\nFIX 8 1\nINPUTX 8 2\n"
      "DYNX 1\nEND HALT\nXM 1 1\nXM 8 1\nSTARTVX 1 2 3\nINPUTX 8 2 POLY 0 3 0 -2 2\n"
      "GRAVITY 0 -10\nCONTACT 1 IMPULSES 0.5 2e-3\nTIMESTEP 2 4\nEND END\n");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_EQ(count(run.report, "without friction"), 0);
}

// A rod hinged at the ground slams flat onto it: the hinge holds the slip, friction has nothing to
// do.
TEST(RigidContacts, ASlipThatOthersHoldTakesNoFriction) {
  const test::RunResult run = test::run(
      "PLTRUSS 1 1 2\nPLCLINE 2 2 9 8 9 0 0 0 0 0 1 0\nX 1 0 0\nX 2 0.8 0.6\nX 8 0 0\nX 9 0\n"
      "FIX 1\nFIX 8\nFIX 9\nDYNX 2 2\nEND HALT\nXM 2 1\nGRAVITY 0 -10\n"
      "CONTACT 2 RIGID 0.5 0.6 0.5\nTIMESTEP 0.5 2\nEND END\n");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const auto struck = impulses(run.report, ": bounce 1");
  ASSERT_EQ(struck.size(), 2u) << run.report;
  EXPECT_NEAR(struck[0], 1.5 * std::sqrt(12), 1e-8);  // nine digits printed
  EXPECT_EQ(struck[1], 0);
}

// A uniform rod of 2 m slides on its lower end and leans against its motion at tan = 2 (Painleve
// 1895): above mu = 4/3 friction presses harder than it lets go, no force fits.
TEST(RigidContacts, FrictionThatJamsEndsTheRun) {
  auto deck = [](double speed, double mu) {
    const double phi = std::atan(2.0);
    return fmt::format(
        "PLCLINE 1 1 2 8 9 -1 0 0 0 0 1 0\nX 1 {:.17g} {:.17g}\nX 2 {:.17g}\nX 8 0 0\nX 9 0\n"
        "FIX 8\nFIX 9\nEND HALT\nDOF AUTO\nXM 1 1\nXM 2 {:.17g}\nSTARTVX 1 1 {}\n"
        "GRAVITY 0 -9.81\nCONTACT 1 RIGID 0 {} {}\nTIMESTEP 0.1 2\nEND END\n",
        std::cos(phi), std::sin(phi), phi, 1.0 / 3, speed, mu, mu);
  };
  const test::RunResult jams = test::run(deck(-1, 1.34));
  EXPECT_NE(jams.status, ExitStatus::done) << jams.report;
  EXPECT_NE(jams.messages.find("CONTACT 1: at t = 0 the contacts find no state in which none of "
                               "them pulls"),
            std::string::npos)
      << jams.messages;
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
