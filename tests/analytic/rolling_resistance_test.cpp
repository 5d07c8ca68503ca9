// Rolling resistance of contacts: a moment of at most an arm b times the normal force, against
// closed forms and against small integrations of Newton's equations for one wheel.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "support/deck.h"
#include "support/good_run.h"

namespace mbs {
namespace {

constexpr double kG = 9.81, kR = 0.3, kM = 10, kJ = 0.45, kB = 0.006, kK = 1e5;

using test::done;

// A solid wheel on a line that rises by `slope`; its centre is r + `above` from the line. It moves
// along the line with v and turns as a wheel that rolls so, times `turns`. The angle between the
// bodies, which is the slip of FRICTION, grows with the turn of the wheel.
std::string wheel(double slope, double above, double v, double turns, const std::string& rest) {
  const double c = std::cos(slope), s = std::sin(slope), up = kR + above;
  return fmt::format(
      R"(PLCLINE 1  1 2  8 9   0 0 {0}   0 0  1 0
PLTOR 2  9 2
X 1  {1:.17g} {2:.17g}
X 2  0
X 8  0 0
X 9  {3:.17g}
FIX 8
FIX 9
DYNX 1
DYNX 2
END HALT
XM 1  {4}
XM 2  {5}
STARTVX 1 1 {6:.17g}
STARTVX 1 2 {7:.17g}
STARTVX 2 1 {8:.17g}
GRAVITY 0 -9.81
{9}
END END
)",
      kR, -up * s, up * c, slope, kM, kJ, v * c, v * s, -turns * v / kR, rest);
}

// On the level: a constant deceleration b g/(1.5 r), then rest; what is lost is b N times the
// angle.
TEST(RollingResistance, RigidWheelCoastsToRest) {
  const double a = kB * kG / (1.5 * kR);
  for (const double v : {2.0, -2.0})
    for (const char* how :
         {"", "FORM FULL", "INTEG DOP853 1e-12 1e-12", "INTEG STIFF 1e-10 1e-10"}) {
      const double way = v < 0 ? -1 : 1;
      const test::RunResult run = done(wheel(
          0, 0, v, 1,
          fmt::format("CONTACT 1 RIGID 0 0.5 0.4\nFRICTION 1 2 1 0.006\n{}\nTIMESTEP 20 10", how)));
      EXPECT_NEAR(run.time_of(ContactTurn::sticks, 0, "FRICTION 1"), 2 / a, 1e-9) << how;
      for (std::size_t row = 0; row < 11; ++row) {
        const double t = std::min(run.time(row), 2 / a), x = 2 * t - a * t * t / 2;
        EXPECT_NEAR(run.value(row, "x1_1"), way * x, 1e-9) << how;
        EXPECT_NEAR(run.value(row, "friction1.slip"), -way * x / kR, 1e-8) << how;
        EXPECT_NEAR(run.value(row, "contact1.n"), kM * kG, 1e-9) << how;
        EXPECT_NEAR(run.value(row, "friction1.load"), kM * kG, 1e-9) << how;
        EXPECT_NEAR(run.value(row, "energy.work"), -kB * kM * kG * x / kR, 1e-8) << how;
        const double moment = run.time(row) < 2 / a ? -way * kB * kM * kG : 0;
        EXPECT_NEAR(run.value(row, "friction1.f"), moment, 1e-10) << how;
      }
      EXPECT_NEAR(run.value(10, "x1_1"), way * 4 / (2 * a), 1e-9) << how;
    }
}

// Without friction along the line only the spin is braked: J omega/(b N). Both models.
TEST(RollingResistance, SpinningWheelStops) {
  const double slow = kB * kM * kG / kJ;
  for (const bool soft : {false, true})
    for (const double way : {1.0, -1.0}) {
      std::string deck = wheel(0, soft ? -kM * kG / kK : 0, -way * 5 * kR, 1,
                               fmt::format("CONTACT 1 {}\nFRICTION 1 2 1 0.006\nINTEG DOP853 1e-12 "
                                           "1e-12\nTIMESTEP 6 12",
                                           soft ? fmt::format("PENALTY {} 1 1", kK) : "RIGID 0"));
      const std::size_t along = deck.find("STARTVX 1 1");  // it spins in place
      deck.erase(along, deck.find('\n', along) + 1 - along);
      const test::RunResult run = done(deck);
      EXPECT_NEAR(run.time_of(ContactTurn::sticks, 0, "FRICTION 1"), 5 / slow, 1e-10);
      for (std::size_t row = 0; row < 13; ++row) {
        const double t = std::min(run.time(row), 5 / slow);
        EXPECT_NEAR(run.value(row, "x2_1"), way * (5 * t - slow * t * t / 2), 1e-9) << deck;
        EXPECT_NEAR(run.value(row, "x1_1"), 0, 1e-12);
      }
      EXPECT_NEAR(run.value(12, "energy.work"), -kJ * 25 / 2, 1e-9);
    }
}

// It stays on a slope up to b/r, and rolls down above; a soft contact holds as truly.
TEST(RollingResistance, WheelOnASlope) {
  for (const double tan : {kB / kR * 0.999, kB / kR * 1.001, -kB / kR * 0.999, -kB / kR * 1.001})
    for (const bool soft : {false, true}) {
      const double slope = std::atan(tan), N = kM * kG * std::cos(slope);
      const bool holds = std::fabs(tan) < kB / kR;
      const test::RunResult run = done(wheel(
          slope, soft ? -N / kK : 0, 0, 1,
          fmt::format("CONTACT 1 {}\nFRICTION 1 2 1 0.006\nINTEG STIFF 1e-11 1e-11\nTIMESTEP 2 2",
                      soft ? fmt::format("PENALTY {} 1 1 0.5 1e-3", kK) : "RIGID 0 0.5 0.4")));
      EXPECT_NEAR(run.value(2, "friction1.load"), N, 1e-7) << tan;
      if (holds) {
        EXPECT_NEAR(run.value(2, "friction1.slip"), 0, 1e-14) << tan << soft;
        EXPECT_NEAR(std::fabs(run.value(2, "friction1.f")),
                    kM * kG * kR * std::fabs(std::sin(slope)), soft ? 1e-7 : 1e-10);
        continue;
      }
      EXPECT_NEAR(std::fabs(run.value(2, "friction1.f")), kB * N, 1e-9);
      const double a = kG * (std::fabs(std::sin(slope)) - kB / kR * std::cos(slope)) / 1.5;
      // The friction T of a soft contact grows to its value as 1 - exp(-t mu N/(vs m)) and presses
      // the wheel to turn when r T is above b N; T goes on to what rolls, at a rate of mu N (1/m +
      // r^2/J)/vs.
      double angle = 2 * a / kR;
      if (soft) {
        const double down = kG * std::fabs(std::sin(slope)), by = 1 / kM + kR * kR / kJ;
        const double let_go = -std::log(1 - kB * N / (kR * kM * down)) / (0.5 * N / (1e-3 * kM));
        const double begins = kB * N / kR, goes_to = (down + kR * kB * N / kJ) / by;
        const double t = 2 - let_go, rate = 0.5 * N * by / 1e-3;
        angle = a / kR * t * t / 2 - kR * (goes_to - begins) / (kJ * rate) * t;
      }
      EXPECT_NEAR(std::fabs(run.value(2, "x2_1")), angle, soft ? 1e-8 : 1e-10) << tan;
    }
}

// A soft contact with friction: v and omega by an integration of their own, with the slip that
// creeps, until the wheel does not turn any more.
TEST(RollingResistance, SoftWheelCoastsToRest) {
  const double mu = 0.5, vs = 0.05, N = kM * kG;
  const auto rates = [&](const std::array<double, 3>& y) {  // v, omega forwards, way of the centre
    const double T = mu * N * std::tanh((y[0] - kR * y[1]) / vs);
    return std::array{-T / kM, (kR * T - kB * N) / kJ, y[0]};
  };
  std::array<double, 3> y{2, 2 / kR, 0};
  const double h = 1e-4;
  double t = 0;
  const auto step = [&](std::array<double, 3> from, double size) {
    const auto moved = [&](const std::array<double, 3>& by, double part) {
      std::array<double, 3> out = from;
      for (int i = 0; i < 3; ++i) out[i] += part * by[i];
      return out;
    };
    const auto k1 = rates(from), k2 = rates(moved(k1, size / 2)), k3 = rates(moved(k2, size / 2)),
               k4 = rates(moved(k3, size));
    for (int i = 0; i < 3; ++i) from[i] += size / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
    return from;
  };
  while (step(y, h)[1] > 0) y = step(y, h), t += h;
  double low = 0, high = h;
  for (int k = 0; k < 60; ++k) {
    const double middle = (low + high) / 2;
    (step(y, middle)[1] > 0 ? low : high) = middle;
  }
  t += low;
  const double stops_at = step(y, low)[2];
  const test::RunResult run = done(
      wheel(0, -N / kK, 2, 1,
            fmt::format("CONTACT 1 PENALTY {} 1 1 {} {}\nFRICTION 1 2 1 0.006\nINTEG DOP853 1e-12 "
                        "1e-12\nTIMESTEP {:.17g} 5",
                        kK, mu, vs, t * 1.25)));
  EXPECT_NEAR(run.time_of(ContactTurn::sticks, 0, "FRICTION 1"), t, 1e-8);
  EXPECT_NEAR(run.value(4, "x1_1"), stops_at, 1e-8);
  EXPECT_NEAR(run.value(4, "v2_1"), 0, 1e-8);
}

// Inside a ring the normal force has what keeps the wheel on its circle:
// N = m (rho w^2 + g cos theta), 1.5 m rho w' = -m g sin theta - (b/r) N.
TEST(RollingResistance, WheelInARing) {
  const double R = 1, r = 0.1, rho = R - r, b = 0.002, m = 2, J = m * r * r / 2, start = -0.8;
  const auto acceleration = [&](double th, double w, double sign) {
    const double N = m * (rho * w * w + kG * std::cos(th));
    return (-m * kG * std::sin(th) - sign * b / r * N) / (1.5 * m * rho);
  };
  double t = 0, th = start, w = 0;
  const auto step = [&](double h, double sign) {
    const double w1 = w, a1 = acceleration(th, w1, sign);
    const double w2 = w + h / 2 * a1, a2 = acceleration(th + h / 2 * w1, w2, sign);
    const double w3 = w + h / 2 * a2, a3 = acceleration(th + h / 2 * w2, w3, sign);
    const double w4 = w + h * a3, a4 = acceleration(th + h * w3, w4, sign);
    th += h / 6 * (w1 + 2 * w2 + 2 * w3 + w4);
    w += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    t += h;
  };
  const test::RunResult run = done(fmt::format(
      R"(PLCCIRC 1  1 2  8 9   0 0 {0}   0 0  {1}
PLTOR 2  9 2
X 1  {2:.17g} {3:.17g}
X 2  0
X 8  0 0
X 9  0
FIX 8
FIX 9
DYNX 1
DYNX 2
END HALT
XM 1  {4}
XM 2  {5:.17g}
GRAVITY 0 -9.81
CONTACT 1 RIGID 0 0.9 0.8
FRICTION 1 2 1 {6}
INTEG DOP853 1e-12 1e-12
TIMESTEP 40 40
END END
)",
      r, -R, rho * std::sin(start), -rho * std::cos(start), m, J, b));
  const double h = 5e-4;
  int turns = 0;
  for (double sign = 1;; sign = -sign) {
    double t0 = t, th0 = th, w0 = w;
    for (bool first = true; first || sign * w > 0; first = false)
      t0 = t, th0 = th, w0 = w, step(h, sign);
    double low = 0, high = h;
    for (int k = 0; k < 60; ++k) {
      t = t0, th = th0, w = w0;
      step((low + high) / 2, sign);
      (sign * w > 0 ? low : high) = (low + high) / 2;
    }
    t = t0, th = th0, w = w0;
    step(high, sign);
    w = 0;
    if (std::fabs(std::tan(th)) <= b / r) break;
    EXPECT_NEAR(run.time_of(ContactTurn::turns_back, turns++, "FRICTION 1"), t, 1e-8);
  }
  EXPECT_GT(turns, 5);
  EXPECT_TRUE(std::isnan(run.time_of(ContactTurn::turns_back, turns, "FRICTION 1")));
  EXPECT_NEAR(run.time_of(ContactTurn::sticks, 0, "FRICTION 1"), t, 1e-8);
  EXPECT_NEAR(run.value(40, "x1_1"), rho * std::sin(th), 1e-8);
}

// Two discs on pins, pressed together, without friction between their rims: each brakes the other
// until they turn alike. N = k p is constant.
TEST(RollingResistance, TwoDiscsComeToTurnAlike) {
  const double N = kK * 1e-3, Ja = 0.2, Jb = 0.5, b = 0.01, moment = b * N;
  const test::RunResult run = done(fmt::format(
      R"(PLCCIRC 1  1 2  3 4   0 0 0.1   0 0  0.2
PLTOR 2  4 2
X 1  0.299 0
X 2  0
X 3  0 0
X 4  0
FIX 1
FIX 3
DYNX 2
DYNX 4
END HALT
XM 2  {}
XM 4  {}
STARTVX 2 1 6
STARTVX 4 1 1
CONTACT 1 PENALTY {} 1 1
FRICTION 1 2 1 {}
TIMESTEP 1 4
END END
)",
      Ja, Jb, kK, b));
  const double alike = 5 / (moment * (1 / Ja + 1 / Jb)), last = 6 - moment / Ja * alike;
  EXPECT_NEAR(last, (Ja * 6 + Jb * 1) / (Ja + Jb), 1e-14);
  EXPECT_NEAR(run.time_of(ContactTurn::sticks, 0, "FRICTION 1"), alike, 1e-10);
  EXPECT_NEAR(run.value(4, "v2_1"), last, 1e-10);
  EXPECT_NEAR(run.value(4, "v4_1"), last, 1e-10);
  EXPECT_NEAR(run.value(4, "friction1.slip"), 5 * alike / 2, 1e-10);
}

// In the air nothing resists, and each impact takes b times its impulse: with (1 + e) vn m of it
// the wheel, which rolls on, loses b P/(J + m r^2) of its rate.
TEST(RollingResistance, BouncingWheel) {
  const double h = 0.5, e = 0.6, v = 2;
  for (const double way : {1.0, -1.0}) {
    const test::RunResult run = done(
        wheel(0, h, way * v, 1,
              fmt::format("CONTACT 1 RIGID {} 0.5 0.4\nFRICTION 1 2 1 0.006\nTIMESTEP 2.4 48", e)));
    EXPECT_EQ(run.report.find("without friction"), std::string::npos);
    for (std::size_t row = 0; row < 49; ++row) {
      double falls = std::sqrt(2 * kG * h), strikes = falls / kG, omega = v / kR;
      if (std::fabs(run.time(row) - strikes) < 1e-6) continue;
      while (strikes < run.time(row) && falls > 1e-9) {
        omega -= kB * (1 + e) * falls * kM / (kJ + kM * kR * kR);
        falls *= e;
        strikes += 2 * falls / kG;
      }
      if (falls <= 1e-5) break;  // it is about to rest
      EXPECT_NEAR(run.value(row, "v2_1"), -way * omega, 1e-9) << run.time(row);
      EXPECT_NEAR(run.value(row, "v1_1"), way * omega * kR, 1e-9) << run.time(row);
      EXPECT_NEAR(run.value(row, "friction1.f"), 0, 1e-12) << run.time(row);
    }
    // All its impulses together: m (1 + e) v (1 + e + e^2 ...), then it rolls on with a rest of
    // its speed.
    const double rests = std::sqrt(2 * h / kG) * (1 + e) / (1 - e);
    const double P = kM * std::sqrt(2 * kG * h) * (1 + e) / (1 - e);
    const double alpha = kB * kM * kG / (kJ + kM * kR * kR);
    const double omega = v / kR - kB * P / (kJ + kM * kR * kR) - alpha * (2.4 - rests);
    EXPECT_NEAR(run.value(48, "v2_1"), -way * omega, 1e-6);
  }
}

// KABIOS decks: FRICTION CONTACT k. The same wheel, once more on a slope in the frame of a body.
TEST(RollingResistance, KabiosWheel) {
  const double a = kB * kG / (1.5 * kR);
  for (const std::string model : {"RIGID 0 0.5 0.4", "PENALTY 1e5 1 1 0.5 1e-5"}) {
    const bool soft = model[0] == 'P';
    const std::string deck = fmt::format(
        R"(2 0 0 1 0 0 0 0 0
0 0 0
0 {:.17g} 0
1
0 20 2
MASS 2 10 0.45
VEL 2 2 0 ${{-2/0.3}}
GRAV 0 -9.81
CONTACT 2 1 LINE 0 0 0.3 0 0 1 0 {}
FRICTION CONTACT 1 0.006
{}END
)",
        soft ? kR - kM * kG / kK : kR, model, soft ? "INTEG STIFF 1e-9 1e-9\n" : "");
    const test::RunResult run = done(deck);
    // A soft contact creeps by T/(mu N) vs = 2.7e-7 m/s; over 15 s that is 4e-6 m.
    EXPECT_NEAR(run.time_of(ContactTurn::sticks, 0, "FRICTION 1"), 2 / a, soft ? 1e-5 : 1e-10);
    EXPECT_NEAR(run.value(10, "body2.x"), 4 / (2 * a), soft ? 1e-5 : 1e-9);
    EXPECT_NEAR(run.value(2, "friction1.load"), kM * kG, soft ? 1e-6 : 1e-10);
  }
}

// A segment of a chain whose base is free, with its centre at the base: the same wheel.
TEST(RollingResistance, WheelOfAChain) {
  const double a = kB * kG / (1.5 * kR);
  const test::RunResult run = done(R"(SEGDYN
SEGMENT 1  10 0.2 0 0.45
STATE 1  0 ${-2/0.3}
BASE 0 0.3  2 0
FREE BASE
GRAV 0 -9.81
CONTACT 1 LINE  0 0 0.3  0 0  1 0  RIGID 0 0.5 0.4
FRICTION CONTACT 1 0.006
TIME 0 20 2
END
)");
  EXPECT_NEAR(run.time_of(ContactTurn::sticks, 0, "FRICTION 1"), 2 / a, 1e-9);
  EXPECT_NEAR(run.value(10, "x"), 4 / (2 * a), 1e-9);
  EXPECT_NEAR(run.value(10, "phi1"), -4 / (2 * a) / kR, 1e-8);
  EXPECT_NEAR(run.value(2, "friction1.load"), kM * kG, 1e-10);
}

}  // namespace
}  // namespace mbs
