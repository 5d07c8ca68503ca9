// Friction in joints, from the force of the joint itself, against closed forms and against small
// integrations of Newton's equations for one body.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/deck.h"

namespace mbs {
namespace {

constexpr double kG = 9.81;

test::RunResult done(const std::string& deck) {
  test::RunResult run = test::run(deck);
  EXPECT_EQ(run.status, ExitStatus::done) << run.messages << deck;
  return run;
}

std::string flywheel(double omega, const std::string& rest) {
  return fmt::format(
      "PLREV 1  1 2  3 4   0 0  0 0\nPLTOR 2  2 4\nX 1 0 0\nX 3 0 0\nFIX 1\nFIX 2\nDYNX 4\n"
      "END HALT\nXM 3 20\nXM 4 0.5\nSTARTVX 4 1 {}\nGRAVITY 0 -9.81\n"
      "FRICTION 1  2 1  0.03 0.2 0.1\n{}\nTIMESTEP 4 8\nEND END\n",
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
  EXPECT_NE(holds.report.find("sticks"), std::string::npos);
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
      "PLREV 1 1 2 3 4 0 0 -0.5 0\nPLTOR 2 2 4\nX 1 0 0\nX 3 0.5 0\nFIX 1\nFIX 2\nDYNX 4\n"
      "END HALT\nXM 3 2\nXM 4 0.2\nGRAVITY 0 -9.81\nFRICTION 1 2 1 0.05 0.3\n"
      "INTEG DOP853 1e-12 1e-12\nTIMESTEP 20 4\nEND END\n");
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
      "PLTRAN 1  1 9  2 3   0 0  1 0  0 0\nPLCLINE 2  2 3  1 9  0 0 0  0 0 1 0\nX 1 0 0\n"
      "X 9 {0:.17g}\nX 2 0 0\nX 3 {0:.17g}\nFIX 1\nFIX 9\nRLSE 2 1\nEND HALT\nDOF AUTO\nXM 2 2\n"
      "XM 3 0.1\nGRAVITY 0 -9.81\nFRICTION 1  2 2  {1:.17g} 0.4 0.3\n{2}\nTIMESTEP 1 4\nEND END\n",
      slope, length, rest);
}

TEST(JointFriction, SliderOnASlope) {
  const double limit = std::atan(0.4);
  for (const double slope : {-limit * 0.9999, limit * 0.9999}) {
    const test::RunResult run = done(slider(slope, 0, ""));
    EXPECT_NE(run.report.find("FRICTION 1 at t = 0: sticks"), std::string::npos);
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
      "2 0 0 1 0 0 0 0 0\n0 0 0\n0 0.3 0\n1\n0 20 2\nMASS 2 10 0.45\nVEL 2 2 0 ${-2/0.3}\n"
      "GRAV 0 -9.81\nROLL 2 1 LINE 0 0 0.3 0 0 1 0\nFRICTION ROLL 1 0.006\nEND\n";
  const test::RunResult run = done(kabios);
  EXPECT_NEAR(run.time_of(ContactTurn::sticks), 2 / a, 1e-10);
  EXPECT_NEAR(run.value(10, "body2.x"), 4 / (2 * a), 1e-9);
  EXPECT_NEAR(run.value(2, "body2.xd"), 2 - a * 4, 1e-11);
  EXPECT_NEAR(run.value(2, "friction1.load"), 10 * kG, 1e-10);
  for (const double slope : {b / r * 0.999, b / r * 1.001}) {
    const double angle = std::atan(slope);
    const test::RunResult stands = done(fmt::format(
        "PLCLINE 1 3 4 1 2 0 0 0.3 0 0 1 0\nPLTOR 2 2 4\nX 1 0 0\nX 2 {0:.17g}\nX 3 {1:.17g} "
        "{2:.17g}\nX 4 0\nFIX 1\nFIX 2\nEND HALT\nDOF AUTO\nXM 3 10\nXM 4 0.45\n"
        "GRAVITY 0 -9.81\nFRICTION 1 2 1 0.006\nTIMESTEP 1 1\nEND END\n",
        angle, -0.3 * std::sin(angle), 0.3 * std::cos(angle)));
    const double down = std::max(0.0, kG * (std::sin(angle) - b / r * std::cos(angle)) / 1.5);
    EXPECT_NEAR(std::fabs(stands.value(1, "v4_1")) * r, down, 1e-11) << slope;
    EXPECT_NEAR(stands.value(1, "friction1.load"), 10 * kG * std::cos(angle), 1e-10);
  }
}

// Rope round a drum: the one weight sinks, the other sinks, or neither.
TEST(JointFriction, Capstan) {
  const double k = std::exp(0.4 * M_PI);
  for (const double m : {30.0, 2.0, 0.3}) {
    const test::RunResult run = done(fmt::format(
        "RELATION 1 = -x1_2 - x2_2\nRELATION 2 = -x2_2\nX 1 0 -1\nX 2 1 -1\nFIX 1 1\nFIX 2 1\n"
        "END HALT\nDOF AUTO\nXM 1 2\nXM 2 {}\nGRAVITY 0 -9.81\n"
        "FRICTION 1 2 1 CAPSTAN ${{pi}} 0.4\nTIMESTEP 1 4\nEND END\n",
        m));
    const double sinks = m > 2 * k   ? kG * (m - 2 * k) / (m + 2 * k)
                         : 2 > m * k ? -kG * (2 - m * k) / (2 + m * k)
                                     : 0;
    EXPECT_NEAR(run.value(4, "friction1.slip"), sinks / 2, 1e-12);   // seen 7e-16
    const double here = m * (kG - sinks), there = 2 * (kG + sinks);  // the pulls
    EXPECT_NEAR(run.value(2, "friction1.load"), there, 1e-11);
    EXPECT_NEAR(run.value(2, "friction1.f"), here - there, 1e-11);
    if (sinks != 0) {
      EXPECT_NEAR(here / there, sinks > 0 ? k : 1 / k, 1e-13);
    }
  }
}

// The block on a belt: x' = v while it sticks, a cosine about mu_k m g/k while it slips.
TEST(JointFriction, StickSlipOnABelt) {
  const double k = 40, v = 0.2, mu_s = 0.5, mu_k = 0.3;
  const test::RunResult run = done(
      "PLCLINE 1 2 3 1 9 0 0 0 0 0 1 0\nPLTRUSS 2 8 2\nX 1 0 0\nX 9 0\nX 2 0 0\nX 3 0\n"
      "X 8 -1 0\nFIX 1 2\nFIX 9\nFIX 8\nFIX 3\nINPUTX 1 1\nRLSE 2\nEND HALT\nDOF AUTO\n"
      "INPUTX 1 1 0 0.2\nXM 2 1\nESTIFF 2 40\nGRAVITY 0 -9.81\nFRICTION 1 1 2 0.5 0.3\n"
      "INTEG DOP853 1e-12 1e-12\nTIMESTEP 5 5\nEND END\n");
  const double reach = (mu_s - mu_k) * kG / k, w = std::sqrt(k);
  const double slip = 2 / w * (M_PI - std::atan2(reach * w, v)), stick = 2 * reach / v;
  for (int n = 1; n < 4; ++n) {
    const double slides = run.time_of(ContactTurn::slides, n),
                 sticks = run.time_of(ContactTurn::sticks, n);
    EXPECT_NEAR(sticks - slides, slip, 1e-10);
    EXPECT_NEAR(run.time_of(ContactTurn::slides, n + 1) - sticks, stick, 1e-10);
  }
}

// Inverse dynamics: the torque of a crank that swings as prescribed holds the friction of its pin.
TEST(JointFriction, InverseDynamicsOfACrank) {
  const test::RunResult run = done(
      "2 1 0 1 0 0 0 0 0\n0 0 0\n0.1 0 0\n1 2 0 0 -0.1 0\n1\n0 2 0.1\nMASS 2 1 0.01\n"
      "GRAV 0 -9.81\nDRIVE 2 3 = 0.5*sin(2*pi*t)\nFRICTION REVOLUTE 1 0.02 0.3 0.25\nEND\n");
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

// Four pins with friction: each has the bound that its force says, against the motion, at any time;
// one mechanism in two dialects.
TEST(JointFriction, FourBarWithFrictionInAllPins) {
  const std::string head =
      "4 4 0 1 0 0 0 0 0\n0 0 0\n0.1 0.1 0.9\n0.4 0.25 0.2\n0.6 0.1 1.0\n1 2 0 0 -0.1 0\n"
      "2 3 0.1 0 -0.25 0\n3 4 0.25 0 0.15 0\n1 4 0.55 0 -0.15 0\n1\n0 5 0.1\nMASS 2 1 0.01\n"
      "MASS 3 2 0.05\nMASS 4 1 0.02\nGRAV 0 -9.81\nINTEG DOP853 1e-10 1e-10\n";
  std::string deck = head;
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
        "PLREV 1 1 2 3 4 0 0 -0.2 0\nPLREV 2 3 4 5 6 0.2 0 -0.3 0\nPLTOR 3 2 4\nPLTOR 4 4 6\n"
        "X 1 0 0\nX 3 {:.17g} {:.17g}\nX 4 {:.17g}\nX 5 {:.17g} {:.17g}\nX 6 {:.17g}\nFIX 1\n"
        "FIX 2\nDYNX 4\nDYNX 6\nEND HALT\nXM 3 2\nXM 4 0.2\nXM 5 1.5\nXM 6 0.1\n"
        "STARTVX 4 1 {:.17g}\nSTARTVX 6 1 {:.17g}\nGRAVITY 0 -9.81\nFRICTION 1 3 1 0.06 0.4\n"
        "FRICTION 2 4 1 0.05 0.25\nTIMESTEP 1e-6 1\nEND END\n",
        c * C, c * S, th1, l * C + d * c2, l * S + d * s2, th2, w1, w2));
    EXPECT_NEAR(run.value(0, "a4_1"), a1, 1e-9) << k;
    EXPECT_NEAR(run.value(0, "a6_1"), a2, 1e-9) << k;
    EXPECT_NEAR(run.value(0, "friction1.load"), F1, 1e-10) << k;
    EXPECT_NEAR(run.value(0, "friction2.load"), F2, 1e-10) << k;
  }
}

// A bar that its pin holds is struck: the pin gives way in the impact, as without friction.
TEST(JointFriction, StuckJointIsLooseInAnImpact) {
  auto deck = [](const char* friction) {
    return fmt::format(
        "PLREV 1 1 2 3 4 0 0 0 0\nPLTOR 2 2 4\nPLCLINE 5 6 7 3 4 0 0 0.05 0.5 0.02 -1 0\nX 1 0 0\n"
        "X 3 0 0\nX 6 0.4 -0.5\nFIX 1\nFIX 2\nFIX 7\n{}END HALT\nXM 3 2\nXM 4 0.2\nXM 6 0.5\n"
        "STARTVX 6 2 5\nGRAVITY 0 -9.81\n{}CONTACT 5 RIGID 1\nDOF AUTO\nTIMESTEP 0.11 1\n"
        "END END\n",
        *friction ? "" : "RLSE 2\n", friction);
  };
  const test::RunResult with = done(deck("FRICTION 1 2 1 0.05 0.3\n")), without = done(deck(""));
  const std::size_t begin = without.report.find("CONTACT 5 at t");
  ASSERT_NE(begin, std::string::npos);
  const std::string bounce = without.report.substr(begin, without.report.find('\n', begin) - begin);
  EXPECT_NE(with.report.find(bounce), std::string::npos) << bounce;
  EXPECT_NE(with.report.find("FRICTION 1 at t = 0.104767727459: slides"), std::string::npos);
}

}  // namespace
}  // namespace mbs
