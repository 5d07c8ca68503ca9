// A follower that CONTACT lets lift off its cam: when it leaves and with what it lands, against
// closed forms.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/deck.h"

namespace mbs {
namespace {

// A flat face on a circle of radius R that turns about a point at distance c from its middle:
// its height is R + c sin(w t), harmonic. A force F presses the follower of mass m down.
constexpr double kR = 0.03, kC = 0.01, kForce = 5, kMass = 0.5;

std::string follower(double w, const std::string& law, double end, int rows) {
  return fmt::format(
      R"(CAM 1 3 4 1 2 FLAT 0 0 -1 0 X = {0} + {1}*cos(u) ; Y = {1}*sin(u) ; FROM 0 TO 360deg
X 1 0 0
X 2 0
X 3 0 {1}
X 4 0
FIX 1
INPUTX 2
FIX 3 1
FIX 4
END HALT
DOF AUTO
INPUTX 2 1 = {2:.17g}*t
XM 3 {3}
STARTVX 3 2 {5:.17g}
XF 3 0 {4}
CONTACT 1 {6}
TIMESTEP {7:.17g} {8}
INTEG DOP853 1e-12 1e-12
END END
)",
      kC, kR, w, kMass, -kForce, kC * w, law, end, rows);
}

// It floats where the cam falls faster than F/m: c w^2 sin(w t) = F/m, for w above
// sqrt(F / (m c)) = 31.6 rad/s; never below.
TEST(CamContact, LiftsOffWhereTheCamFallsFasterThanTheFollower) {
  for (const double w : {20.0, 31.6}) {
    const test::RunResult run = test::run(follower(w, "RIGID 0", 1, 1));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    EXPECT_TRUE(std::isnan(run.time_of(ContactTurn::lifts_off))) << w;
    EXPECT_NEAR(run.value(1, "x3_2"), kR + kC * std::sin(w), 1e-9);
    EXPECT_NEAR(run.value(1, "contact1.n"), kForce - kMass * kC * w * w * std::sin(w), 1e-7);
  }
  for (const double w : {32.0, 40.0, 80.0}) {
    const test::RunResult run = test::run(follower(w, "RIGID 0", 0.05, 1));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    EXPECT_NEAR(run.time_of(ContactTurn::lifts_off), std::asin(kForce / kMass / (kC * w * w)) / w,
                1e-9)
        << w;
  }
}

// In the air it is a throw; where it lands by bisection, and what it loses there is
// m u^2 / 2 of the rate u with which they meet, for restitution 0.
TEST(CamContact, LandsWithTheRateOfTheThrow) {
  const double w = 40, g = kForce / kMass, off = std::asin(g / (kC * w * w)) / w;
  const double h0 = kC * std::sin(w * off), v0 = kC * w * std::cos(w * off);
  const auto gap = [&](double t) {
    const double s = t - off;
    return h0 + v0 * s - g * s * s / 2 - kC * std::sin(w * t);
  };
  double low = off + 0.02, high = off + 0.12;
  for (int k = 0; k < 200; ++k) (gap((low + high) / 2) > 0 ? low : high) = (low + high) / 2;
  const double lands = low, u = v0 - g * (lands - off) - kC * w * std::cos(w * lands);
  const test::RunResult before = test::run(follower(w, "RIGID 0", lands * (1 - 1e-12), 1)),
                        run = test::run(follower(w, "RIGID 0", lands + 0.01, 1));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_NEAR(run.time_of(ContactTurn::closes), lands, 1e-9);
  const double falling = v0 - g * (lands - off);
  EXPECT_NEAR(before.value(1, "v3_2"), falling, 1e-9);
  EXPECT_NEAR(before.value(1, "contact1.gap"), 0, 1e-9);
  EXPECT_NEAR(run.value(1, "contact1.gap"), 0, 1e-12);
  EXPECT_NEAR(run.value(1, "energy.balance"), 0, 1e-9);
  EXPECT_LT(u, 0);
  // With restitution 1 it leaves with -u, and no energy is lost.
  const double t = 0.01;
  const test::RunResult bounced = test::run(follower(w, "RIGID 1", lands + t, 1));
  ASSERT_EQ(bounced.status, ExitStatus::done) << bounced.messages;
  const double leaves = kC * w * std::cos(w * lands) - u;
  EXPECT_NEAR(bounced.value(1, "x3_2"), kR + kC * std::sin(w * lands) + leaves * t - g * t * t / 2,
              1e-8);
}

// A soft cam at rest gives way by (F/k)^(1/n); of the last deformation of a deck there is none
// behind it that could be its slip.
TEST(CamContact, SinksIntoASoftCam) {
  const test::RunResult run = test::run(follower(0, "PENALTY 1e4 1.5 5", 20, 1));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const double depth = std::pow(kForce / 1e4, 1 / 1.5);
  EXPECT_NEAR(run.value(1, "contact1.gap"), -depth, 1e-7);
  EXPECT_NEAR(run.value(1, "contact1.n"), kForce, 1e-3);
  EXPECT_EQ(run.value(1, "contact1.slip"), 0);
  EXPECT_EQ(run.value(1, "contact1.f"), 0);
}

// Bounces that never rest, without loss: energy is kept about a cam at rest.
TEST(CamContact, KeepsEnergyWithoutDamping) {
  const test::RunResult run =
      test::run(R"(CAM 1 3 4 1 2 ROLLER 0 0 0.02 RADIUS = 0.5 + 0.05*cos(3*u)
X 1 0 0
X 2 0.3
X 3 0.05 0.8
X 4 0
FIX 1
END HALT
DOF AUTO
XM 2 0.4
XM 3 0.5
XM 4 0.001
GRAVITY 0 -9.81
CONTACT 1 PENALTY 1e4 1.5 0
TIMESTEP 0.6 6
INTEG DOP853 1e-11 1e-11
END END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  double turned = 0;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    EXPECT_NEAR(run.value(k, "energy.balance"), 0, 1e-8) << k;
    turned = std::fmax(turned, std::fabs(run.value(k, "v2_1")));
  }
  EXPECT_GT(turned, 0.1);  // the cam has been struck
}

// A cam that is a circle, and CIRCLE: the same motion, in KABIOS decks and chains.
void expect_same_motion(const test::RunResult& cam, const test::RunResult& circle) {
  ASSERT_EQ(cam.status, ExitStatus::done) << cam.messages;
  ASSERT_EQ(circle.status, ExitStatus::done) << circle.messages;
  ASSERT_FALSE(cam.events.empty());
  for (std::size_t k = 0; k < circle.rows.size(); ++k)
    for (std::size_t i = 0; i < circle.names.size(); ++i) {
      const std::string& name = circle.names[i];
      if (name.starts_with("contact1.slip")) continue;
      EXPECT_NEAR(cam.value(k, name), circle.rows[k][i], 1e-8) << name << k;
    }
}

TEST(CamContact, InEveryDialect) {
  auto kabios = [](const char* contact) {
    return test::run(fmt::format(R"(2 0 0 1 0 0 0 0 0
0 0 0
0.05 0.9 0
1
0 0.5 0.05
MASS 2 0.5 0.001
GRAV 0 -9.81
{}
INTEG DOP853 1e-11 1e-11
END
)",
                                 contact));
  };
  const auto of_kabios = [&kabios](const std::string& law) {
    expect_same_motion(
        kabios(("CAM 2 1 ROLLER 0 0 0.1 RADIUS = 0.5\nCONTACT CAM 1 " + law).c_str()),
        kabios(("CONTACT 2 1 CIRCLE 0 0 0.1 0 0 0.5 " + law).c_str()));
  };
  auto chain = [](const char* contact) {
    return test::run(fmt::format(R"(SEGDYN
SEGMENT 1 2 1 0.4 0.17
STATE 1 70deg 0
GRAV 0 -9.81
{}
TIME 0 0.6 0.05
INTEG DOP853 1e-11 1e-11
END
)",
                                 contact));
  };
  const auto of_chain = [&chain](const std::string& law) {
    expect_same_motion(
        chain(("CAM 1 0 ROLLER 0.5 0 0.1 X = 1 + 0.3*cos(u) ; Y = -0.2 + 0.3*sin(u) ; "
               "FROM 0 TO 360deg\nCONTACT CAM 1 " +
               law)
                  .c_str()),
        chain(("CONTACT 1 CIRCLE 0.9 0 0.1 1 -0.2 0.3 " + law).c_str()));
  };
  // With friction as well.
  for (const char* law : {"RIGID 0.5", "RIGID 0.5 0.3 0.2", "PENALTY 1e5 1.5 0.5 0.3 0.01",
                          "IMPULSES 0.5 0.01 0.3"}) {
    of_kabios(law);
    of_chain(law);
  }
}

}  // namespace
}  // namespace mbs
