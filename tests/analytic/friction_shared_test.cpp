// Friction at rest that several joints or contacts could take: each has the same part of its bound,
// and what stands holds as much as all of them together.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/deck.h"
#include "support/falling_four_bar.h"
#include "support/happenings.h"

namespace mbs {
namespace {

constexpr double kG = 9.81;

// A beam of mass m on two pins in horizontal slots is pulled along them with 8 N/s: the pins carry
// m g 3/5 and m g 2/5. `lines` of the deck may come in another order.
std::string beam(bool turned, const char* form) {
  const std::string one =
                        "PLSLOT 1  3 4  1 2  -0.2 0  0 0  1 0\n"
                        "PLCLINE 2  3 4  1 2  -0.2 0 0  0 0  1 0\n",
                    other =
                        "PLSLOT 3  3 4  1 2  0.3 0  0 0  1 0\n"
                        "PLCLINE 4  3 4  1 2  0.3 0 0  0 0  1 0\n",
                    first = "FRICTION 1  2 2  0.3 0.2\n", second = "FRICTION 3  4 2  0.5 0.1\n";
  return (turned ? other + one : one + other) +
         R"(X 1 0 0
X 3 0 0
X 4 0
FIX 1
FIX 2
RLSE 2 1
RLSE 4 1
END HALT
XM 3 3
XM 4 0.1
XLAW 3 1 = 8*t
GRAVITY 0 -9.81
DOF AUTO
TIMES 0 2 0.1
INTEG DOP853 1e-12 1e-12
)" + (turned ? second + first : first + second) +
         fmt::format("FORM {}\nEND END\n", form);
}

TEST(SharedFriction, ABeamInTwoSlots) {
  const double N1 = 3 * kG * 0.6, N2 = 3 * kG * 0.4, b1 = 0.3 * N1, b2 = 0.5 * N2;
  const double begin = (b1 + b2) / 8, slides = 0.2 * N1 + 0.1 * N2;
  for (const char* form : {"REDUCED", "FULL"})
    for (const bool turned : {false, true}) {
      const test::RunResult run = test::run(beam(turned, form));
      ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
      for (const char* label : {"FRICTION 1", "FRICTION 3"}) {
        EXPECT_NEAR(run.time_of(ContactTurn::slides, 0, label), begin, 1e-12) << label;
        EXPECT_TRUE(std::isnan(run.time_of(ContactTurn::is_carried, 0, label))) << label;
      }
      for (std::size_t row = 0; row <= 20; ++row) {
        const double t = run.time(row), P = 8 * t;
        EXPECT_NEAR(run.value(row, "friction1.load"), N1, 1e-12);
        EXPECT_NEAR(run.value(row, "friction3.load"), N2, 1e-12);
        if (t < begin) {
          EXPECT_NEAR(run.value(row, "friction1.f"), P * b1 / (b1 + b2), 1e-12) << t;
          EXPECT_NEAR(run.value(row, "friction3.f"), P * b2 / (b1 + b2), 1e-12) << t;
          EXPECT_NEAR(run.value(row, "a3_1"), 0, 1e-13) << t;
          EXPECT_EQ(run.value(row, "v3_1"), 0) << t;
        } else {
          EXPECT_NEAR(run.value(row, "a3_1"), (P - slides) / 3, 1e-12) << t;
          EXPECT_NEAR(run.value(row, "v3_1"),
                      (4 * (t * t - begin * begin) - slides * (t - begin)) / 3, 1e-10)
              << t;
        }
      }
    }
}

// Four pins that hold more at rest than while they slide: the four-bar stands where they bring it
// to rest. By virtual work they hold its weight, each with the same part of its bound, against the
// way in which it would turn.
TEST(SharedFriction, AFourBarStands) {
  std::string deck = test::kFallingFourBar;
  const double radius[] = {0.02, 0.02, 0.02, 0.02}, mu[] = {0.3, 0.32, 0.27, 0.35};
  constexpr double kSliding = 0.25;
  for (int k = 0; k < 4; ++k)
    deck += fmt::format("FRICTION REVOLUTE {} {} {} {}\n", k + 1, radius[k], mu[k], kSliding);
  const test::RunResult run = test::run(deck + "END\n");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const double stop = run.time_of(ContactTurn::sticks, 0, "FRICTION 1");
  ASSERT_LT(stop, 5) << run.report;
  const std::size_t row = run.rows.size() - 1;
  const double p2 = run.value(row, "body2.phi"), p3 = run.value(row, "body3.phi"),
               p4 = run.value(row, "body4.phi");
  // Rates for that of body 2 being 1.
  const double w3 = -0.2 * std::sin(p4 - p2) / (0.5 * std::sin(p4 - p3)),
               w4 = 0.2 * std::sin(p3 - p2) / (0.3 * std::sin(p3 - p4));
  const double power =
      -kG * (1 * 0.1 * std::cos(p2) + 2 * (0.2 * std::cos(p2) + 0.25 * w3 * std::cos(p3)) +
             1 * 0.15 * w4 * std::cos(p4));
  const double ratio[] = {1, w3 - 1, w4 - w3, w4};
  double held = 0, all = 0, while_sliding = 0;
  for (int k = 0; k < 4; ++k) {
    EXPECT_EQ(run.value(row, fmt::format("friction{}.slipd", k + 1)), 0) << k;
    held += run.value(row, fmt::format("friction{}.f", k + 1)) * ratio[k];
    const double arm =
        std::fabs(ratio[k]) * radius[k] * run.value(row, fmt::format("friction{}.load", k + 1));
    all += mu[k] * arm;
    while_sliding += kSliding * arm;
  }
  EXPECT_NEAR(held, power, 1e-12);
  EXPECT_GT(all, std::fabs(power));
  EXPECT_LT(while_sliding, std::fabs(power));
  for (int k = 0; k < 4; ++k) {
    const double bound = mu[k] * radius[k] * run.value(row, fmt::format("friction{}.load", k + 1));
    EXPECT_NEAR(run.value(row, fmt::format("friction{}.f", k + 1)),
                std::copysign(power / all, ratio[k] * power) * bound, 1e-12)
        << k;
  }
}

// A crate stands with two corners on a slope, with other coefficients under each of them.
TEST(SharedFriction, ACrateOnASlope) {
  const double m = 5, slope = 0.3, W = m * kG * std::cos(slope), F = m * kG * std::sin(slope);
  const double N1 = (0.3 * W + 0.1 * F) / 0.5, N2 = W - N1;
  for (const double mu : {0.3, 0.1}) {  // all in all 0.46 and 0.4 W are needed for 0.31
    const test::RunResult run = test::run(fmt::format(
        R"(PLCLINE 1  1 2  8 9  -0.2 -0.1 0  0 0  1 0
PLCLINE 2  1 2  8 9  0.3 -0.1 0  0 0  1 0
X 1 {:.17g} {:.17g}
X 2 {:.17g}
X 8 0 0
X 9 {:.17g}
FIX 8
FIX 9
END HALT
DOF AUTO
XM 1 5
XM 2 0.2
GRAVITY 0 -9.81
CONTACT 1 RIGID 0 0.5 0.4
CONTACT 2 RIGID 0 {} {}
TIMESTEP 0.5 5
END END
)",
        -0.1 * std::sin(slope), 0.1 * std::cos(slope), slope, slope, mu, mu));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    ASSERT_GT(0.5 * N1 + mu * N2, F);
    const double part = F / (0.5 * N1 + mu * N2);
    for (std::size_t row = 0; row <= 5; ++row) {
      EXPECT_NEAR(run.value(row, "contact1.n"), N1, 1e-11);
      EXPECT_NEAR(run.value(row, "contact2.n"), N2, 1e-11);
      EXPECT_NEAR(run.value(row, "contact1.f"), part * 0.5 * N1, 1e-11);
      EXPECT_NEAR(run.value(row, "contact2.f"), part * mu * N2, 1e-11);
    }
  }
}

// Two links that hang from a pin stand on the ground, which rubs as the pin between them does. The
// same equations have other forces that are far beyond the bounds, and near to them contacts pull.
// Statics by virtual work: with the part p of their bounds the ground gives N (way p mu, 1), the
// pin way p mu r Q.
TEST(SharedFriction, TwoLinksStand) {
  const double x1 = 0.11877796515932199, y1 = -0.1293639768235597, x2 = 0.22762084142079758,
               y2 = -0.41529293367761094, turn2 = -1.6341680058370691, m1 = 2.880395, m2 = 1.030533,
               mu = 0.486919, mu2 = 0.264251, radius = 0.049084;
  const test::RunResult run = test::run(
      R"(X 100 0 0
FIX 100
FIX 101
X 2 0.11877796515932199 -0.1293639768235597
X 3 -0.8280334249198105
PLREV 1 100 101 2 3 0 0 -0.1756224459088177 0
X 4 0.22762084142079758 -0.41529293367761094
X 5 -1.6341680058370691
PLREV 2 2 3 4 5 0.1756224459088177 0 -0.1568798870580812 0
PLTOR 102 3 5
RLSE 102
PLCLINE 300 4 5 100 101 0.1568798870580812 0 0 0 -0.5718579137081025 1 0
END HALT
DOF AUTO
XM 2 2.880395
XM 3 0.029614
XM 4 1.030533
XM 5 0.008454
CONTACT 300 RIGID 0 0.486919 0.243459 CLOSED 1e-6
FRICTION 2 102 1 0.049084 0.264251 0.05
PFORCE 1 4 5 0.082876 0 FX = 12.846162*cos(5.106543*t) ; FY = -0.311439
GRAVITY 0 -9.81
TIMESTEP 0.2 100
END END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  for (const char* label : {"CONTACT 300", "FRICTION 2"})
    EXPECT_TRUE(std::isnan(run.time_of(ContactTurn::slides, 0, label))) << label;
  const auto cross = [](double ax, double ay, double bx, double by) { return ax * by - ay * bx; };
  const double tip = 0.1568798870580812, at = 0.082876, ux = std::cos(turn2), uy = std::sin(turn2);
  for (std::size_t row = 0; row < run.rows.size(); ++row) {
    const double fx = 12.846162 * std::cos(5.106543 * run.time(row)), fy = -0.311439,
                 N = run.value(row, "contact300.n"), T = run.value(row, "contact300.f"),
                 p = std::fabs(T) / (mu * N), load_y = fy - m2 * kG;
    EXPECT_LE(p, 1);
    bool fits = false;
    for (const double way : {1.0, -1.0}) {
      const double dx = way * p * mu;
      const double turned = cross(x2 + tip * ux - 2 * x1, y2 + tip * uy - 2 * y1, dx, 1),
                   moved = cross(2 * x1, 2 * y1, dx, 1);
      const double lower = -cross(x2 - 2 * x1, y2 - 2 * y1, 0, -m2 * kG) -
                           cross(x2 + at * ux - 2 * x1, y2 + at * uy - 2 * y1, fx, fy),
                   upper = -cross(x1, y1, 0, -m1 * kG) - cross(2 * x1, 2 * y1, fx, load_y);
      const double normal = (lower + upper) / (turned + moved), M = lower - turned * normal,
                   Q = std::hypot(fx + normal * dx, load_y + normal);
      if (std::fabs(normal - N) > 1e-6 * N) continue;
      fits = true;
      EXPECT_NEAR(std::fabs(M), p * mu2 * radius * Q, 1e-7) << run.time(row);
      EXPECT_NEAR(run.value(row, "friction2.load"), Q, 1e-6) << run.time(row);
      EXPECT_NEAR(std::fabs(run.value(row, "friction2.f")), std::fabs(M), 1e-7) << run.time(row);
    }
    EXPECT_TRUE(fits) << run.time(row);
  }
}

}  // namespace
}  // namespace mbs
