// Relations, and joints in the tails of KABIOS decks, against closed forms.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/good_run.h"

namespace mbs {
namespace {

constexpr double kG = 9.81;

// A differential: the case turns with the mean of the wheels, its torque goes to both in halves.
TEST(Relations, Differential) {
  const test::RunResult run = test::good_run(
      R"(RELATION 1 = x1_1 + x2_1 - 2*x3_1
X 1 0.5
X 2 0
X 3 0
DYNX 1
DYNX 2
END HALT
XM 1 2
XM 2 3
XM 3 0.5
XF 3 7
XF 1 -1
TIMES 0 1 0.5
END END
)");
  // J1 a1 = T - 1, J2 a2 = T, J3 (a1 + a2)/2 = 7 - 2 T.
  const double a1 = run.value(0, "a1_1"), a2 = run.value(0, "a2_1"), a3 = run.value(0, "a3_1");
  EXPECT_NEAR(2 * a1 + 1, 3 * a2, 1e-12);
  EXPECT_NEAR(a3, (a1 + a2) / 2, 1e-13);
  EXPECT_NEAR(0.5 * a3, 7 - 2 * 3 * a2, 1e-12);
  EXPECT_NEAR(-run.value(0, "s1_1"), 3 * a2, 1e-12);
  EXPECT_NEAR(run.value(2, "e1_1"), 0, 1e-13);  // it counts from the start
}

// A relation of deformations: the two runs of a rope over a fixed pulley are as long as at first
// (Atwood's machine), and an elastic one.
TEST(Relations, OfDeformations) {
  const double m1 = 3, m2 = 2;
  const std::string head =
      R"(PLTRUSS 1 1 2
PLTRUSS 2 3 4
RLSE 1
RLSE 2
RELATION 3 = e1_1 + e2_1
X 1 0 0
X 2 0 -1
X 3 1 0
X 4 1 -1
FIX 1
FIX 3
FIX 2 1
FIX 4 1
)";
  const test::RunResult run = test::good_run(head +
                                             R"(DYNX 2 2
END HALT
XM 2 3
XM 4 2
GRAVITY 0 -9.81
TIMES 0 0.5 0.25
END END
)");
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    EXPECT_NEAR(run.value(k, "a2_2"), -(m1 - m2) / (m1 + m2) * kG, 1e-12);
    EXPECT_NEAR(run.value(k, "s3_1"), 2 * m1 * m2 / (m1 + m2) * kG, 1e-11);
  }
}

TEST(Relations, DrivenInAKabiosDeck) {
  // Two arms; the first is driven through its joint, the second turns half as far against it.
  const test::RunResult run = test::good_run(
      R"(3 2 0 1 0 0 0 0 0
0 0 0
0.5 0 0
1.5 0 0
1 2  0 0  -0.5 0
2 3  0.5 0  -0.5 0
1
0 1 0.25
DRIVE REVOLUTE 1 = 0.5*sin(3*t)
RELATION = rev1.angle - 2*rev2.angle
MASS 2 1 0.1
MASS 3 1 0.1
GRAV 0 -9.81
)");
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double t = run.time(k), angle = 0.5 * std::sin(3 * t);
    EXPECT_NEAR(run.value(k, "body2.phi"), angle, 1e-13);
    EXPECT_NEAR(run.value(k, "body3.phi"), 1.5 * angle, 1e-13);
    EXPECT_NEAR(run.value(k, "body3.phidd"), -1.5 * 4.5 * std::sin(3 * t), 1e-11);
    EXPECT_NEAR(run.value(k, "energy.balance"), 0, 1e-6);
  }
}

// Joints of the tail: a Scotch yoke and a gear pair without and with masses.
TEST(KabiosJoints, ScotchYokeAndGears) {
  const std::string deck =
      R"(4 2 1 1 0 1 0 0 0
0 0 0
0 0 0.3
0.09 0 0
0.3 0 0
1 2  0 0  0 0
1 4  0.3 0  0 0
1 3  0 0  1 0  0 0
1
2 3  0.3 10 0
0 0.2 0.05
SLOT 2 3  0.1 0  0 0  0 1
GEAR 2 4  0 0 0.1  0 0 0.2
)";
  for (const char* tail : {"", R"(MASS 2 1 1e-3
MASS 3 2 1e-3
MASS 4 1 0.02
)"}) {
    const test::RunResult run = test::good_run(deck + tail);
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      const double phi = 0.3 + 10 * run.time(k);
      EXPECT_NEAR(run.value(k, "body3.x"), 0.1 * std::cos(phi), 1e-13);
      EXPECT_NEAR(run.value(k, "body3.xdd"), -10 * std::cos(phi), 1e-11);
      EXPECT_NEAR(run.value(k, "body4.phid"), -5, 1e-12);
      if (*tail == 0) continue;
      EXPECT_NEAR(run.value(k, "slot1.s"), 20 * std::cos(phi), 1e-11);
      EXPECT_NEAR(run.value(k, "driver1.f"), 20 * std::cos(phi) * 0.1 * std::sin(phi), 1e-11);
    }
  }
}

// A rod, a weld and a disc that rolls, with what they bear.
TEST(KabiosJoints, RodWeldAndRollingDisc) {
  // A disc of radius 0.2 rolls on the ground, a mass hangs on it by a weld: one rigid body whose
  // centre of mass lies 0.15 below the centre of the disc and swings.
  const test::RunResult run = test::good_run(
      R"(3 0 0 1 0 0 0 0 0
0 0 0
0 0.2 0.1
0.015 0.05 0.1
1
0 0.01 0.01
ROLL 2 1 LINE 0 0 0.2 0 0 1 0
WELD 2 3 0 -0.15 0 0
MASS 2 1 0.02
MASS 3 2 0
GRAV 0 -9.81
)");
  // T = (0.02 + 0.04)/2 w^2 + m/2 (velocity of the mass)^2; at rest, phi = 0.1.
  const double phi = 0.1, l = 0.15, r = 0.2, m = 2;
  const double J = 0.02 + 1 * r * r + m * (r * r + l * l - 2 * r * l * std::cos(phi));
  EXPECT_NEAR(run.value(0, "body2.phidd"), -m * kG * l * std::sin(phi) / J, 1e-10);
  EXPECT_NEAR(run.value(0, "weld1.s3"), 0, 1e-10);
  const test::RunResult rod = test::good_run(
      R"(3 1 0 1 0 1 0 0 0
0 0 0
0 0 1
0.9 0.4 0
1 2 0 0 0 0
1
2 3 1 2 0
0 1 0.25
ROD 2 3 0.3 0 0 0 0.8
SLOT 3 1 0 0 0 0 1 0
RELATION = body3.phi
)");
  for (std::size_t k = 0; k < rod.rows.size(); ++k) {
    const double a = 1 + 2 * rod.time(k), s = 0.3 * std::sin(a);
    EXPECT_NEAR(rod.value(k, "body3.x"), 0.3 * std::cos(a) + std::sqrt(0.64 - s * s), 1e-12);
  }
}

// An elastic rope of a KABIOS deck that goes slack: a thrown mass flies freely, then is caught.
TEST(KabiosJoints, ElasticRopeThatGoesSlack) {
  const std::string deck =
      R"(2 0 0 1 2 0 0 0 0
0 0 0
0.2 -1 0
1
2 1
2 3
0 0.4 0.1
PATH 1 -1 0  PULLEY 1 0 0 0.2 RIGHT  2 0 0
LAW PATH 1 = max(0, 5000*e)
MASS 2 5 0.1
VEL 2 0 2 0
GRAV 0 -9.81
INTEG DOP853 1e-11 1e-11
)";
  const test::RunResult run = test::good_run(deck);
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double t = run.time(k);  // it comes back after 2 v/g = 0.4077 s
    EXPECT_NEAR(run.value(k, "body2.y"), -1 + 2 * t - kG * t * t / 2, 1e-12);
    EXPECT_EQ(run.value(k, "path1.s"), 0);
    EXPECT_NEAR(run.value(k, "path1.e"), -2 * t + kG * t * t / 2, 1e-12);
  }
}

}  // namespace
}  // namespace mbs
