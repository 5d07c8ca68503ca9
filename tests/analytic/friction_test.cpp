// Friction in joints, from the force of the joint itself, against closed forms and against small
// integrations of Newton's equations for one body.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/deck.h"
#include "support/good_run.h"
#include "support/happenings.h"

namespace mbs {
namespace {

constexpr double kG = 9.81;

using test::done;

std::string flywheel(double omega, const std::string& rest) {
  return fmt::format(
      R"(PLREV 1  1 2  3 4   0 0  0 0
PLTOR 2  2 4
X 1 0 0
X 3 0 0
FIX 1
FIX 2
DYNX 4
END HALT
XM 3 20
XM 4 0.5
STARTVX 4 1 {}
GRAVITY 0 -9.81
FRICTION 1  2 1  0.03 0.2 0.1
{}
TIMESTEP 4 8
END END
)",
      omega, rest);
}

// A flywheel on a pin: constant deceleration, then rest; either way round, in every method and
// form.
TEST(JointFriction, FlywheelRunsDownAndSticks) {
  const double slow = 0.1 * 0.03 * 20 * kG / 0.5;
  for (const double omega : {3.0, -3.0})
    for (const char* how :
         {"", "FORM FULL", "FORM REDUCED", "INTEG DOP853 1e-12 1e-12", "INTEG RK4 0.01",
          "INTEG HEUN 0.01", "INTEG STIFF 1e-10 1e-10", "INTEG GALPHA 1e-8 1e-8", "DOF AUTO"}) {
      const test::RunResult run = done(flywheel(omega, how));
      const double sign = omega < 0 ? -1 : 1;
      // GALPHA is of second order, and as good as its tolerance: seen 5e-10.
      const double close = std::string(how).find("GALPHA") == std::string::npos ? 1e-10 : 1e-8;
      EXPECT_NEAR(run.time_of(ContactTurn::sticks), 3 / slow, close)
          << how;  // seen 5e-12: 12 digits
      for (std::size_t row = 0; row < 9; ++row) {
        const double t = std::min(run.time(row), 3 / slow);
        EXPECT_NEAR(run.value(row, "x4_1"), sign * (3 * t - slow * t * t / 2), close) << how;
        EXPECT_NEAR(run.value(row, "v4_1"), sign * (3 - slow * t), close) << how;
        const double moment = t < 3 / slow ? sign * 0.1 * 0.03 * 20 * kG : 0;
        EXPECT_NEAR(run.value(row, "friction1.f"), moment, 1e-11) << how;
        EXPECT_NEAR(run.value(row, "friction1.load"), 20 * kG, 1e-10) << how;
      }
      EXPECT_NEAR(run.value(8, "energy.work"), -0.5 * 0.5 * 9, 1e-9) << how;
    }
}

// A torque below mu_s holds, one above it turns with what mu_k leaves.
TEST(JointFriction, TorqueOnARotor) {
  const double bound = 0.2 * 0.03 * 20 * kG;
  const test::RunResult holds = done(flywheel(0, fmt::format("XF 4 {:.17g}", bound * 0.9999)));
  EXPECT_FALSE(test::times_of(holds, ContactTurn::sticks).empty());
  EXPECT_NEAR(holds.value(8, "x4_1"), 0, 1e-15);
  EXPECT_NEAR(holds.value(8, "friction1.f"), bound * 0.9999, 1e-12);
  const test::RunResult turns = done(flywheel(0, fmt::format("XF 4 {:.17g}", bound * 1.0001)));
  EXPECT_NEAR(turns.value(8, "a4_1"), (bound * 1.0001 - bound / 2) / 0.5, 1e-12);
}

// A pendulum whose pin has friction. Theta from the horizontal; the force of the pin follows from
// the acceleration of the centre, and both from its own fixed point.
struct Pendulum {
  double m = 2, J = 0.2, l = 0.5, mu = 0.3, r = 0.05;
  double theta = 0, omega = 0, t = 0;

  double acceleration(double th, double w, double sign) const {
    const double I = J + m * l * l;
    double a = 0;
    for (int k = 0; k < 60; ++k) {
      const double ax = -l * std::sin(th) * a - l * std::cos(th) * w * w;
      const double ay = l * std::cos(th) * a - l * std::sin(th) * w * w;
      const double force = std::hypot(m * ax, m * (ay + kG));
      a = (-m * kG * l * std::cos(th) - sign * mu * r * force) / I;
    }
    return a;
  }
  void step(double h, double sign) {
    auto f = [&](double th, double w) { return acceleration(th, w, sign); };
    const double w1 = omega, a1 = f(theta, w1);
    const double w2 = omega + h / 2 * a1, a2 = f(theta + h / 2 * w1, w2);
    const double w3 = omega + h / 2 * a2, a3 = f(theta + h / 2 * w2, w3);
    const double w4 = omega + h * a3, a4 = f(theta + h * w3, w4);
    theta += h / 6 * (w1 + 2 * w2 + 2 * w3 + w4);
    omega += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    t += h;
  }
  // To the next rest, from rest.
  void swing(double sign) {
    const double h = 5e-4;
    Pendulum before = *this;
    for (bool first = true; first || sign * omega > 0; first = false) before = *this, step(h, sign);
    double low = 0, high = h;
    for (int k = 0; k < 60; ++k) {
      Pendulum middle = before;
      middle.step((low + high) / 2, sign);
      (sign * middle.omega > 0 ? low : high) = (low + high) / 2;
    }
    *this = before;
    step(high, sign);
    omega = 0;
  }
};

TEST(JointFriction, PendulumSwingsOut) {
  const test::RunResult run = done(
      R"(PLREV 1 1 2 3 4 0 0 -0.5 0
PLTOR 2 2 4
X 1 0 0
X 3 0.5 0
FIX 1
FIX 2
DYNX 4
END HALT
XM 3 2
XM 4 0.2
GRAVITY 0 -9.81
FRICTION 1 2 1 0.05 0.3
INTEG DOP853 1e-12 1e-12
TIMESTEP 20 4
END END
)");
  Pendulum own;
  int turns = 0;
  for (double sign = -1;; sign = -sign) {
    own.swing(sign);
    const double moment = own.m * kG * own.l * std::cos(own.theta);
    if (std::fabs(moment) <= own.mu * own.r * own.m * kG) break;
    EXPECT_NEAR(run.time_of(ContactTurn::turns_back, turns++), own.t, 1e-9);  // seen 4e-11
  }
  EXPECT_TRUE(std::isnan(run.time_of(ContactTurn::turns_back, turns)));
  EXPECT_NEAR(run.time_of(ContactTurn::sticks), own.t, 1e-9);  // seen 1e-10
  EXPECT_NEAR(run.value(4, "x4_1"), own.theta, 1e-9);          // seen 4e-10
}

std::string slider(double slope, double length, const std::string& rest) {
  return fmt::format(
      R"(PLTRAN 1  1 9  2 3   0 0  1 0  0 0
PLCLINE 2  2 3  1 9  0 0 0  0 0 1 0
X 1 0 0
X 9 {0:.17g}
X 2 0 0
X 3 {0:.17g}
FIX 1
FIX 9
RLSE 2 1
END HALT
DOF AUTO
XM 2 2
XM 3 0.1
GRAVITY 0 -9.81
FRICTION 1  2 2  {1:.17g} 0.4 0.3
{2}
TIMESTEP 1 4
END END
)",
      slope, length, rest);
}

TEST(JointFriction, SliderOnASlope) {
  const double limit = std::atan(0.4);
  for (const double slope : {-limit * 0.9999, limit * 0.9999}) {
    const test::RunResult run = done(slider(slope, 0, ""));
    EXPECT_EQ(test::times_of(run, ContactTurn::sticks, "FRICTION 1"), std::vector<double>{0});
    EXPECT_NEAR(run.value(4, "friction1.slip"), 0, 1e-15);
    EXPECT_NEAR(run.value(4, "friction1.f"), -2 * kG * std::sin(slope), 1e-12);
  }
  for (const double slope : {-limit * 1.0001, limit * 1.0001}) {
    const double way = slope < 0 ? 1 : -1;
    const double a = kG * (std::sin(limit * 1.0001) - 0.3 * std::cos(slope));
    const test::RunResult run = done(slider(slope, 0, ""));
    EXPECT_NEAR(run.value(4, "friction1.slip"), way * a / 2, 1e-12);  // seen 2e-16
    EXPECT_NEAR(run.value(4, "friction1.slipd"), way * a, 1e-12);
  }
}

// On the level, pushed beside its middle: two forces at the ends of the guide.
TEST(JointFriction, SliderPushedBesideItsMiddle) {
  for (const double arm : {0.0, 0.02, 0.3, -0.3}) {
    const test::RunResult run =
        done(slider(0, 0.2, fmt::format("PFORCE 1 2 3  0 {:.17g}  30 0", arm)));
    const double N = 2 * kG / 2, M = -30 * arm / 0.2;
    const double load = std::fabs(N + M) + std::fabs(N - M);
    if (0.4 * load > 30) {
      EXPECT_NEAR(run.value(4, "friction1.slip"), 0, 1e-15);
      continue;
    }
    EXPECT_NEAR(run.value(4, "friction1.load"), load, 1e-12);
    EXPECT_NEAR(run.value(4, "friction1.slip"), (30 - 0.3 * load) / 2 / 2, 1e-12);
  }
}

// A solid wheel with a rolling resistance of arm b: it stops after v^2/(2 a), and stays on a slope
// up to b/r; native and KABIOS.
TEST(JointFriction, RollingResistance) {
  const double r = 0.3, b = 0.006, a = b * kG / (1.5 * r);
  const std::string kabios =
      R"(2 0 0 1 0 0 0 0 0
0 0 0
0 0.3 0
1
0 20 2
MASS 2 10 0.45
VEL 2 2 0 ${-2/0.3}
GRAV 0 -9.81
ROLL 2 1 LINE 0 0 0.3 0 0 1 0
FRICTION ROLL 1 0.006
END
)";
  const test::RunResult run = done(kabios);
  EXPECT_NEAR(run.time_of(ContactTurn::sticks), 2 / a, 1e-10);
  EXPECT_NEAR(run.value(10, "body2.x"), 4 / (2 * a), 1e-9);
  EXPECT_NEAR(run.value(2, "body2.xd"), 2 - a * 4, 1e-11);
  EXPECT_NEAR(run.value(2, "friction1.load"), 10 * kG, 1e-10);
  for (const double slope : {b / r * 0.999, b / r * 1.001}) {
    const double angle = std::atan(slope);
    const test::RunResult stands = done(fmt::format(
        R"(PLCLINE 1 3 4 1 2 0 0 0.3 0 0 1 0
PLTOR 2 2 4
X 1 0 0
X 2 {0:.17g}
X 3 {1:.17g} {2:.17g}
X 4 0
FIX 1
FIX 2
END HALT
DOF AUTO
XM 3 10
XM 4 0.45
GRAVITY 0 -9.81
FRICTION 1 2 1 0.006
TIMESTEP 1 1
END END
)",
        angle, -0.3 * std::sin(angle), 0.3 * std::cos(angle)));
    const double down = std::max(0.0, kG * (std::sin(angle) - b / r * std::cos(angle)) / 1.5);
    EXPECT_NEAR(std::fabs(stands.value(1, "v4_1")) * r, down, 1e-11) << slope;
    EXPECT_NEAR(stands.value(1, "friction1.load"), 10 * kG * std::cos(angle), 1e-10);
  }
}

// The block on a belt: x' = v while it sticks, a cosine about mu_k m g/k while it slips.
TEST(JointFriction, StickSlipOnABelt) {
  const double k = 40, v = 0.2, mu_s = 0.5, mu_k = 0.3;
  const test::RunResult run = done(
      R"(PLCLINE 1 2 3 1 9 0 0 0 0 0 1 0
PLTRUSS 2 8 2
X 1 0 0
X 9 0
X 2 0 0
X 3 0
X 8 -1 0
FIX 1 2
FIX 9
FIX 8
FIX 3
INPUTX 1 1
RLSE 2
END HALT
DOF AUTO
INPUTX 1 1 0 0.2
XM 2 1
ESTIFF 2 40
GRAVITY 0 -9.81
FRICTION 1 1 2 0.5 0.3
INTEG DOP853 1e-12 1e-12
TIMESTEP 5 5
END END
)");
  const double reach = (mu_s - mu_k) * kG / k, w = std::sqrt(k);
  const double slip = 2 / w * (M_PI - std::atan2(reach * w, v)), stick = 2 * reach / v;
  // It slides at the start, and sticks first when it has the speed of the belt.
  for (int n = 0; n < 3; ++n) {
    const double slides = run.time_of(ContactTurn::slides, n),
                 sticks = run.time_of(ContactTurn::sticks, n + 1);
    EXPECT_NEAR(sticks - slides, slip, 1e-10);
    EXPECT_NEAR(run.time_of(ContactTurn::slides, n + 1) - sticks, stick, 1e-10);
  }
}

// STATIC and EIGEN are those of the mechanism without friction, and the report says so.
TEST(Friction, IsLeftOutWhereNothingMoves) {
  const auto deck = [](const std::string& friction, const std::string& job) {
    return R"(PLREV 1  1 2  3 4   0 0  -0.3 0
PLTOR 2  2 4
PLTOR 3  2 4
X 1  0 0
X 2  0
X 3  0.3 0
X 4  0
FIX 1
FIX 2
DYNX 4
RLSE 2
RLSE 3
END HALT
XM 3  2
XM 4  0.1
ESTIFF 2  40
GRAVITY 0 -9.81
)" + friction +
           job + "END END\n";
  };
  for (const std::string job : {"STATIC\n", "EIGEN\n", "STATIC\nEIGEN\n"}) {
    const test::RunResult with = test::run(deck("FRICTION 1  3 1  0.05 0.4\n", job));
    const test::RunResult without = test::run(deck("", job));
    ASSERT_EQ(with.status, ExitStatus::done) << with.messages;
    ASSERT_EQ(without.status, ExitStatus::done) << without.messages;
    EXPECT_NE(with.report.find("left out by STATIC and EIGEN"), std::string::npos);
    for (const std::string& name : without.names)
      EXPECT_EQ(with.value(0, name), without.value(0, name)) << name;
    if (job != "STATIC\n") continue;
    EXPECT_NEAR(with.value(0, "friction1.load"), 2 * 9.81, 1e-9);
  }
}

}  // namespace
}  // namespace mbs
