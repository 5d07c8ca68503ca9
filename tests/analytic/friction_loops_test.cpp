// Friction in several joints at once: cranks, loops, chains and impacts.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "support/deck.h"
#include "support/falling_four_bar.h"
#include "support/good_run.h"
#include "support/happenings.h"

namespace mbs {
namespace {

constexpr double kG = 9.81;

using test::done;

// Inverse dynamics: the torque of a crank that swings as prescribed holds the friction of its pin.
TEST(JointFriction, InverseDynamicsOfACrank) {
  const test::RunResult run = done(
      R"(2 1 0 1 0 0 0 0 0
0 0 0
0.1 0 0
1 2 0 0 -0.1 0
1
0 2 0.1
MASS 2 1 0.01
GRAV 0 -9.81
DRIVE 2 3 = 0.5*sin(2*pi*t)
FRICTION REVOLUTE 1 0.02 0.3 0.25
END
)");
  for (std::size_t row = 0; row <= 20; ++row) {
    const double p = 2 * M_PI, t = run.time(row);
    const double th = 0.5 * std::sin(p * t), w = 0.5 * p * std::cos(p * t), a = -p * p * th;
    const double fx = -0.1 * (std::sin(th) * a + std::cos(th) * w * w);
    const double fy = 0.1 * (std::cos(th) * a - std::sin(th) * w * w) + kG;
    const double friction = std::copysign(0.25 * 0.02 * std::hypot(fx, fy), w);
    EXPECT_NEAR(run.value(row, "friction1.f"), friction, 1e-12) << t;
    EXPECT_NEAR(run.value(row, "driver1.f"), (0.01 + 0.01) * a + 0.1 * kG * std::cos(th) + friction,
                1e-11)
        << t;
  }
}

// Four pins with friction: each has the bound that its force says, against the motion, at any time.
TEST(JointFriction, FourBarWithFrictionInAllPins) {
  std::string deck = test::kFallingFourBar;
  for (int k = 1; k <= 4; ++k) deck += fmt::format("FRICTION REVOLUTE {} 0.02 0.3 0.25\n", k);
  const test::RunResult run = done(deck + "END\n");
  const double end = run.time_of(ContactTurn::sticks);
  EXPECT_GT(end, 4);
  for (std::size_t row = 0; row <= 50; ++row)
    for (int k = 1; k <= 4; ++k) {
      const double force = std::hypot(run.value(row, fmt::format("rev{}.fx", k)),
                                      run.value(row, fmt::format("rev{}.fy", k)));
      const double f = run.value(row, fmt::format("friction{}.f", k));
      const double rate = run.value(row, fmt::format("friction{}.slipd", k));
      if (row == 0 || run.time(row) > end) {
        EXPECT_LE(std::fabs(f), 0.3 * 0.02 * force * (1 + 1e-12));
        continue;
      }
      EXPECT_NEAR(f, std::copysign(0.25 * 0.02 * force, rate), 1e-12) << run.time(row) << " " << k;
    }
  EXPECT_LT(std::fabs(run.value(50, "energy.balance")), 1e-8);
}

// Two bars hang one from the other, friction in both pins: accelerations from Lagrange's equations
// of the two angles, with the forces of the pins from the accelerations of the centres, to a fixed
// point.
TEST(JointFriction, DoublePendulumAtRandomStates) {
  const double m1 = 2, m2 = 1.5, J1 = 0.2, J2 = 0.1, l = 0.4, c = 0.2, d = 0.3, r1 = 0.06,
               r2 = 0.05, mu1 = 0.4, mu2 = 0.25;
  for (int k = 0; k < 40; ++k) {
    const double th1 = 1.3 * k, th2 = 2.9 * k + 0.4, w1 = 3 * std::sin(5.0 * k + 1),
                 w2 = 4 * std::cos(3.0 * k);
    const double C = std::cos(th1), S = std::sin(th1), c2 = std::cos(th2), s2 = std::sin(th2);
    double a1 = 0, a2 = 0, F1 = 0, F2 = 0;
    for (int pass = 0; pass < 200; ++pass) {
      const double x1 = -c * (S * a1 + C * w1 * w1), y1 = c * (C * a1 - S * w1 * w1);
      const double x2 = -l * (S * a1 + C * w1 * w1) - d * (s2 * a2 + c2 * w2 * w2);
      const double y2 = l * (C * a1 - S * w1 * w1) + d * (c2 * a2 - s2 * w2 * w2);
      F2 = m2 * std::hypot(x2, y2 + kG);
      F1 = std::hypot(m1 * x1 + m2 * x2, m1 * (y1 + kG) + m2 * (y2 + kG));
      const double M1 = std::copysign(mu1 * r1 * F1, w1),
                   M2 = std::copysign(mu2 * r2 * F2, w2 - w1);
      const double A = J1 + m1 * c * c + m2 * l * l, B = m2 * l * d * std::cos(th2 - th1),
                   D = J2 + m2 * d * d, h = m2 * l * d * std::sin(th2 - th1);
      const double p = h * w2 * w2 - (m1 * c + m2 * l) * kG * C - M1 + M2,
                   q = -h * w1 * w1 - m2 * d * kG * c2 - M2;
      a1 = (D * p - B * q) / (A * D - B * B);
      a2 = (A * q - B * p) / (A * D - B * B);
    }
    const test::RunResult run = done(fmt::format(
        R"(PLREV 1 1 2 3 4 0 0 -0.2 0
PLREV 2 3 4 5 6 0.2 0 -0.3 0
PLTOR 3 2 4
PLTOR 4 4 6
X 1 0 0
X 3 {:.17g} {:.17g}
X 4 {:.17g}
X 5 {:.17g} {:.17g}
X 6 {:.17g}
FIX 1
FIX 2
DYNX 4
DYNX 6
END HALT
XM 3 2
XM 4 0.2
XM 5 1.5
XM 6 0.1
STARTVX 4 1 {:.17g}
STARTVX 6 1 {:.17g}
GRAVITY 0 -9.81
FRICTION 1 3 1 0.06 0.4
FRICTION 2 4 1 0.05 0.25
TIMESTEP 1e-6 1
END END
)",
        c * C, c * S, th1, l * C + d * c2, l * S + d * s2, th2, w1, w2));
    EXPECT_NEAR(run.value(0, "a4_1"), a1, 1e-9) << k;
    EXPECT_NEAR(run.value(0, "a6_1"), a2, 1e-9) << k;
    EXPECT_NEAR(run.value(0, "friction1.load"), F1, 1e-10) << k;
    EXPECT_NEAR(run.value(0, "friction2.load"), F2, 1e-10) << k;
  }
}

// A bar on a pin at its centre is struck at the distance a by a ball of mass m and speed v, with
// restitution e. The pin carries the impulse P of the ball and rubs with c P, c = radius mu, as
// long as that is less than a P:  J w = (a - c) P,  m (v - v') = P,  a w - v' = e v.
TEST(JointFriction, PinRubsInAnImpact) {
  const double a = 0.4, J = 0.2, m = 0.5, mu = 0.3, v = std::sqrt(25 - 2 * 9.81 * 0.47);
  for (const double radius : {0.0, 0.05, 0.8, 2.0})
    for (const double e : {1.0, 0.3}) {
      const test::RunResult run = done(fmt::format(
          R"(PLREV 1 1 2 3 4 0 0 0 0
PLTOR 2 2 4
PLCLINE 5 6 7 3 4 0 0 0.05 0.5 0.02 -1 0
X 1 0 0
X 3 0 0
X 6 0.4 -0.5
FIX 1
FIX 2
FIX 7
END HALT
XM 3 2
XM 4 0.2
XM 6 0.5
STARTVX 6 2 5
GRAVITY 0 -9.81
FRICTION 1 2 1 {} {}
CONTACT 5 RIGID {}
DOF AUTO
TIMESTEP 0.11 1
END END
)",
          radius, mu, e));
      const double c = std::min(radius * mu, a);
      const double P = (1 + e) * v / (a * (a - c) / J + 1 / m);
      const auto struck = test::strikes_of(run, StrikeKind::bounce);
      ASSERT_FALSE(struck.empty()) << radius << " " << e;
      EXPECT_NEAR(struck[0].strike.impulse, P, 1e-8 * P) << radius << " " << e;
      const auto rubs = test::strikes_of(run, StrikeKind::rubs);
      if (c == 0) {
        EXPECT_TRUE(rubs.empty());
        continue;
      }
      ASSERT_FALSE(rubs.empty()) << radius;
      EXPECT_EQ(rubs[0].strike.slip.before, 0);
      const double after = rubs[0].strike.slip.after, impulse = rubs[0].strike.friction;
      EXPECT_NEAR(after, (a - c) * P / J, 1e-8 * P / J);
      EXPECT_NEAR(impulse, -c * P, 1e-8 * P);
    }
}

// A block in a slot is struck along (cos q, sin q): the slot carries P sin q and rubs with mu times
// that:  M u = P (cos q - mu sin q),  m (v - v') = P,  u cos q - v' = e v.
TEST(JointFriction, SlotRubsInAnImpact) {
  const double M = 2, m = 0.5, v = 3, q = 0.7, e = 0.6;
  for (const double mu : {0.0, 0.3, 1.5}) {
    const test::RunResult run = done(fmt::format(
        R"(PLSLOT 1  3 4  1 2  0 0  0 0  1 0
PLCLINE 2  3 4  1 2  0 0 0  0 0  1 0
PLCLINE 5  6 7  3 4  0 0 0.05  0 0  {} {}
X 1 0 0
X 3 0 0
X 6 {} {}
FIX 1
FIX 2
FIX 4
FIX 7
RLSE 2 1
END HALT
XM 3 {}
XM 6 {}
STARTVX 6 1 {}
STARTVX 6 2 {}
FRICTION 1 2 2 {}
CONTACT 5 RIGID {}
DOF AUTO
TIMESTEP 0.1 1
END END
)",
        -std::sin(q), std::cos(q), -0.2 * std::cos(q), -0.2 * std::sin(q), M, m, v * std::cos(q),
        v * std::sin(q), mu, e));
    const double along = std::max(std::cos(q) - mu * std::sin(q), 0.0);
    const double P = (1 + e) * v / (along * std::cos(q) / M + 1 / m), u = P * along / M;
    EXPECT_NEAR(run.value(1, "v3_1"), u, 1e-9) << mu;
    EXPECT_NEAR(run.value(1, "v6_1"), (v - P / m) * std::cos(q), 1e-9) << mu;
    EXPECT_NEAR(run.value(1, "v6_2"), (v - P / m) * std::sin(q), 1e-9) << mu;
  }
}

}  // namespace
}  // namespace mbs
