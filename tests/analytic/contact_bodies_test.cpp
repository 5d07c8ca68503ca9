// Contacts between two moving bodies and inside a ring, against closed forms; penalty contacts at
// rest by STATIC and EIGEN.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/deck.h"

namespace mbs {
namespace {

constexpr double kG = 9.81;

// A point of mass m on a smooth wedge of mass M and angle a that slides on the ground without
// friction: the wedge moves back with m g sin cos / (M + m sin^2).
TEST(MovingContacts, APointOnAWedgeThatGivesWay) {
  const double a = 0.5, m = 2, M = 3;
  for (const char* law : {"RIGID 0", "RIGID 0 0 0"}) {
    const test::RunResult run = test::run(fmt::format(
        R"(PLCLINE 1 1 9 2 8 0 0 0 0 0 1 0
X 1 {:.17g} {:.17g}
X 9 0
X 2 0 0
X 8 {:.17g}
FIX 9
FIX 8
FIX 2 2
END HALT
DOF AUTO
XM 1 {}
XM 2 {}
GRAVITY 0 -9.81
CONTACT 1 {}
TIMESTEP 0.5 1
END END
)",
        std::cos(a), std::sin(a), a, m, M, law));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    const double A = m * kG * std::sin(a) * std::cos(a) / (M + m * std::sin(a) * std::sin(a));
    EXPECT_NEAR(run.value(1, "a2_1"), A, 1e-13);                          // seen 0
    EXPECT_NEAR(run.value(1, "x2_1"), A / 8, 1e-12);                      // seen 6e-17
    EXPECT_NEAR(run.value(1, "contact1.n"), M * A / std::sin(a), 1e-12);  // seen 2e-15
    EXPECT_NEAR(run.value(1, "contact1.gap"), 0, 1e-14);                  // seen 1e-16
  }
}

// With enough friction wedge and point move as one under a push of the wedge; the point needs
// m (g cos + A sin) and m (g sin - A cos).
TEST(MovingContacts, APointIsCarriedByAPushedWedge) {
  const double a = 0.5, m = 2, M = 3, A = 2;
  const test::RunResult run = test::run(fmt::format(
      R"(PLCLINE 1 1 9 2 8 0 0 0 0 0 1 0
X 1 {:.17g} {:.17g}
X 9 0
X 2 0 0
X 8 {:.17g}
FIX 9
FIX 8
FIX 2 2
END HALT
DOF AUTO
XM 1 {}
XM 2 {}
XF 2 {} 0
GRAVITY 0 -9.81
CONTACT 1 RIGID 0 0.6 0.5
TIMESTEP 0.5 1
END END
)",
      std::cos(a), std::sin(a), a, m, M, -(m + M) * A));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_NEAR(run.value(1, "x2_1"), -A / 8, 1e-12);      // seen 0
  EXPECT_NEAR(run.value(1, "contact1.slip"), 0, 1e-14);  // seen 0
  EXPECT_NEAR(run.value(1, "contact1.n"), m * (kG * std::cos(a) + A * std::sin(a)),
              1e-12);  // seen 0
  EXPECT_NEAR(run.value(1, "contact1.f"), m * (kG * std::sin(a) - A * std::cos(a)),
              1e-12);  // seen 9e-16
}

// A point slides off a smooth disc of mass M that is free to move sideways, from the angle 0.2:
// with mu = m/(M + m) it leaves where mu cos^3 - 3 cos + 2 cos(0.2) = 0.
TEST(MovingContacts, APointLeavesADiscThatGivesWay) {
  const double m = 1, M = 2, start = 0.2, mu = m / (M + m);
  auto deck = [&](double end) {
    return fmt::format(
        R"(PLCCIRC 1 1 9 2 8 0 0 0 0 0 1
X 1 {:.17g} {:.17g}
X 9 0
X 2 0 0
X 8 0
FIX 9
FIX 8
FIX 2 2
END HALT
DOF AUTO
XM 1 {}
XM 2 {}
GRAVITY 0 -9.81
CONTACT 1 RIGID 0
INTEG DOP853 1e-12 1e-12
TIMESTEP {:.17g} 1
END END
)",
        std::sin(start), std::cos(start), m, M, end);
  };
  const double leaves = test::run(deck(2)).time_of(ContactTurn::lifts_off);
  ASSERT_GT(leaves, 0);
  const test::RunResult run = test::run(deck(leaves));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  double c = 2.0 / 3 * std::cos(start);
  for (int k = 0; k < 50; ++k)
    c -= (mu * c * c * c - 3 * c + 2 * std::cos(start)) / (3 * mu * c * c - 3);
  EXPECT_NEAR(run.value(1, "x1_2"), c, 1e-11);                                 // seen 1e-12
  EXPECT_NEAR(m * run.value(1, "v1_1") + M * run.value(1, "v2_1"), 0, 1e-13);  // seen 4e-16
}

// Inside a smooth ring of radius R a point thrown along the bottom with v^2 = 3.5 g R leaves it at
// 120 degrees from the bottom (cos = (2 - v^2/(g R)) / 3); with 5 g R it goes round.
TEST(RingContact, APointLoopsOrLeaves) {
  const double R = 0.8;
  auto deck = [&](double ratio, double end) {
    return fmt::format(
        R"(PLCCIRC 1 1 9 8 9 0 0 0 0 0 {}
X 1 0 {}
X 8 0 0
X 9 0
FIX 8
FIX 9
END HALT
DOF AUTO
XM 1 1
STARTVX 1 1 {:.17g}
GRAVITY 0 -9.81
CONTACT 1 RIGID 0
INTEG DOP853 1e-12 1e-12
TIMESTEP {:.17g} 1
END END
)",
        -R, -R, std::sqrt(ratio * kG * R), end);
  };
  const test::RunResult first = test::run(deck(3.5, 1));
  ASSERT_EQ(first.status, ExitStatus::done) << first.messages;
  const double leaves = first.time_of(ContactTurn::lifts_off);
  ASSERT_GT(leaves, 0) << first.report;
  const test::RunResult run = test::run(deck(3.5, leaves));
  EXPECT_NEAR(run.value(1, "x1_2"), 0.5 * R, 1e-11);              // seen 7e-13
  EXPECT_NEAR(run.value(1, "x1_1"), std::sqrt(0.75) * R, 1e-11);  // seen 4e-13
  const test::RunResult round = test::run(deck(5.001, 3));
  EXPECT_TRUE(std::isnan(round.time_of(ContactTurn::lifts_off))) << round.report;
  // A flight inside ends where the parabola meets the ring again: energy at most as before, and on
  // the inner side.
  const test::RunResult after = test::run(deck(3.5, 2));
  ASSERT_EQ(after.status, ExitStatus::done) << after.messages;
  EXPECT_GT(after.value(1, "contact1.gap"), -1e-12);
  EXPECT_LT(after.value(1, "energy.kinetic") + after.value(1, "energy.potential"),
            first.value(0, "energy.kinetic") + first.value(0, "energy.potential"));
}

std::string pressed(double y, double n, const std::string& rest) {
  return fmt::format(
      R"(PLCLINE 1 1 9 8 9 0 0 0 0 0 1 0
X 1 0 {:.17g}
X 8 0 0
X 9 0
FIX 8
FIX 9
{}XM 1 2
GRAVITY 0 -9.81
CONTACT 1 PENALTY 1e4 {} 0.3 0.5 0.01
{}END END
)",
      y, rest.find("STATIC") == std::string::npos ? "DYNX 1\nEND HALT\n" : R"(FIX 1 1
DYNX 1 2
END HALT
)",
      n, rest);
}

// k p^n = m g; frequency sqrt(k n p^(n-1) / m), damping k p^n d / (2 m); the regularised friction
// is a damper mu N / vs along the ground.
TEST(PenaltyContact, AtRestSinksInAndOscillatesAsInClosedForm) {
  for (double n : {1.0, 1.5, 2.0}) {
    const double p = std::pow(2 * kG / 1e4, 1 / n);
    for (double y : {0.0, -0.001, -0.1}) {
      const test::RunResult rests = test::run(pressed(y, n, "STATIC\n"));
      ASSERT_EQ(rests.status, ExitStatus::done) << rests.messages;
      EXPECT_NEAR(rests.value(0, "contact1.gap"), -p, 1e-13);    // seen 7e-18
      EXPECT_NEAR(rests.value(0, "contact1.n"), 2 * kG, 1e-12);  // seen 7e-15
    }
    const test::RunResult modes = test::run(pressed(-p, n, "EIGEN\n"));
    ASSERT_EQ(modes.status, ExitStatus::done) << modes.messages;
    ASSERT_EQ(modes.rows.size(), 3u);
    const double omega = std::sqrt(1e4 * n * std::pow(p, n - 1) / 2), decay = 0.3 * 2 * kG / 4;
    EXPECT_NEAR(modes.value(1, "omega"), omega, 1e-12 * omega);           // seen 1e-14
    EXPECT_NEAR(modes.value(1, "real"), -decay, 1e-12);                   // seen 1e-15
    EXPECT_NEAR(modes.value(2, "real"), -0.5 * 2 * kG / 0.01 / 2, 1e-9);  // seen 3e-13
    const test::RunResult about = test::run(pressed(0, n, "STATIC\nEIGEN\n"));
    ASSERT_EQ(about.status, ExitStatus::done) << about.messages;
    EXPECT_NEAR(about.value(0, "omega"), omega, 1e-12 * omega);  // seen 4e-15
  }
}

// A plate that is driven upwards at 2 m/s hits a body 0.2 m below its centre. The plate wins
// kinetic energy for it, which is no reason to leave friction out: 1/m + 0.2^2/J = 1.4.
TEST(MovingContacts, ADrivenPlateStrikesWithFriction) {
  for (const double mu : {0.5, 0.1}) {
    const test::RunResult run = test::run(fmt::format(R"(PLCLINE 1 1 2 8 9 0 -0.2 0 0 0 1 0
X 1 0 0.25
X 2 0
X 8 0 0
X 9 0
FIX 8 1
INPUTX 8 2
FIX 9
END HALT
INPUTX 8 2 0 2
XM 1 1
XM 2 0.1
DOF AUTO
STARTVX 1 1 1
CONTACT 1 RIGID 0.6 {} {}
TIMES 0 0.05 0.05
END END
)",
                                                      mu, mu));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    const double N = 1.6 * 2, T = std::min(1 / 1.4, mu * N);
    EXPECT_NEAR(run.value(1, "v1_2"), N, 1e-12);
    EXPECT_NEAR(run.value(1, "v1_1"), 1 - T, 1e-12);
    EXPECT_NEAR(run.value(1, "v2_1"), -2 * T, 1e-12);
  }
}

}  // namespace
}  // namespace mbs
