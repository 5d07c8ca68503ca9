// Gears, belts, slots, welds and rolling discs against closed forms.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "paths.h"
#include "support/good_run.h"
#include "support/process.h"

namespace mbs {
namespace {

constexpr double kG = 9.81;

// Sun a (radius s) on a fixed centre, planet (p) on a carrier, ring of radius s + 2 p.
std::string planetary(double s, double p, const std::string& rest) {
  return fmt::format(
             R"(PLREV 1 1 2 3 4 0 0 0 0
PLREV 2 1 2 5 6 0 0 0 0
PLREV 3 5 6 7 8 {0:.17g} 0 0 0
PLREV 6 1 2 9 10 0 0 0 0
PLGEAR 4 7 8 3 4 0 0 {1:.17g} 0 0 {2:.17g}
PLGEAR 5 7 8 9 10 0 0 {1:.17g} 0 0 {3:.17g}
X 1 0 0
X 3 0 0
X 5 0 0
X 7 {0:.17g} 0
X 9 0 0
FIX 1
FIX 2
)",
             s + p, p, s, -(s + 2 * p)) +
         rest;
}

// Willis: (w_sun - w_carrier)/(w_ring - w_carrier) = -r_ring/r_sun; torques share out as radii.
TEST(Gears, PlanetaryRatiosAndTorques) {
  const double s = 0.03, p = 0.02, ring = s + 2 * p, torque = -1;
  const test::RunResult held = test::good_run(planetary(s, p,
                                                        R"(FIX 10
INPUTX 4
END HALT
INPUTX 4 1 0 10 0
XM 7 .1
XM 6 1e-3
XM 8 1e-5
XLAW 6 1 = -1
TIMES 0 2 0.5
END END
)"));
  const double ratio = s / (s + ring);
  for (std::size_t k = 0; k < held.rows.size(); ++k) {
    EXPECT_NEAR(held.value(k, "v6_1"), 10 * ratio, 1e-12);              // seen 9e-16
    EXPECT_NEAR(held.value(k, "v8_1"), 3 - 7 * s / p, 1e-11);           // seen 2e-15
    EXPECT_NEAR(held.value(k, "r4_1"), -torque * ratio, 1e-12);         // seen 4e-16
    EXPECT_NEAR(held.value(k, "r10_1"), -torque * (1 - ratio), 1e-12);  // seen 4e-16
    EXPECT_NEAR(held.value(k, "s4_1"), torque / (2 * (s + p)), 1e-11);
    EXPECT_NEAR(held.value(k, "s5_1"), -torque / (2 * (s + p)), 1e-11);
  }
  const test::RunResult turning = test::good_run(planetary(s, p,
                                                           R"(INPUTX 4
INPUTX 10
END HALT
INPUTX 4 1 0 10 0
INPUTX 10 1 0 -4 0
XM 7 .1
TIMES 0 20 5
END END
)"));
  for (std::size_t k = 0; k < turning.rows.size(); ++k)
    EXPECT_NEAR(turning.value(k, "x6_1"), (s * 10 - ring * 4) / (s + ring) * turning.time(k),
                1e-11);
}

// The sun set going by a torque: J = J_s + (J_c + m d^2) i_c^2 + J_p i_p^2.
TEST(Gears, PlanetaryAsOneInertia) {
  const double s = 0.03, p = 0.02, d = s + p, i_c = s / (2 * d), i_p = i_c - (d + p) / p * i_c;
  const double m = 0.2, Js = 1e-3, Jc = 2e-3, Jp = 3e-4, torque = 0.7;
  for (const char* form : {"REDUCED", "FULL"}) {
    const test::RunResult run = test::good_run(planetary(s, p,
                                                         fmt::format(R"(FIX 10
DYNX 4
END HALT
XM 4 {}
XM 6 {}
XM 8 {}
XM 7 {}
XF 4 {}
FORM {}
TIMES 0 1 1
END END
)",
                                                                     Js, Jc, Jp, m, torque, form)));
    const double J = Js + (Jc + m * d * d) * i_c * i_c + Jp * i_p * i_p;
    EXPECT_NEAR(run.value(0, "a4_1"), torque / J, 1e-10 * torque / J);
    EXPECT_NEAR(run.value(1, "x4_1"), torque / J / 2, 1e-8 * torque / J);
  }
}

// Two wheels on fixed centres: the tooth force loads the bearings across the line of centres, the
// belt too, in proportion to the difference of the radii.
TEST(Gears, APairOnFixedCentres) {
  const double a = 0.04, J1 = 2e-3, J2 = 5e-3, M = 0.3;
  struct Case {
    const char* keyword;
    double b, distance;
    double ratio;  // w_b/w_a
  };
  for (const Case& c : {Case{"PLGEAR", 0.06, 0.1, -a / 0.06}, Case{"PLGEAR", -0.1, 0.06, a / 0.1},
                        Case{"PLBELT", 0.06, 0.3, a / 0.06}, Case{"PLBELT", -0.06, 0.3, -a / 0.06},
                        Case{"PLBELT", a, 0.3, 1}}) {
    const test::RunResult run = test::good_run(fmt::format(
        R"({} 1 1 2 3 4 0 0 {} 0 0 {}
X 1 {:.17g} {:.17g}
X 3 0 0
FIX 1
FIX 3
DYNX 2
END HALT
XM 2 {}
XM 4 {}
XF 2 {}
TIMES 0 1 0.5
END END
)",
        c.keyword, a, c.b, c.distance * 0.6, c.distance * 0.8, J1, J2, M));
    const double alpha = M / (J1 + J2 * c.ratio * c.ratio), S = (J1 * alpha - M) / a;
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      EXPECT_NEAR(run.value(k, "a2_1"), alpha, 1e-11 * alpha);
      EXPECT_NEAR(run.value(k, "a4_1"), alpha * c.ratio, 1e-11 * alpha);
      EXPECT_NEAR(run.value(k, "s1_1"), S, 1e-11);
      // The two moments on the wheels must be balanced by a couple of forces at the centres.
      const double across = -S * (a + (c.keyword[2] == 'B' ? -c.b : c.b)) / c.distance;
      EXPECT_NEAR(run.value(k, "r1_1"), across * 0.8, 1e-10);
      EXPECT_NEAR(run.value(k, "r1_2"), -across * 0.6, 1e-10);
      EXPECT_NEAR(run.value(k, "r3_1"), -across * 0.8, 1e-10);
    }
    EXPECT_NEAR(run.value(2, "x4_1"), alpha * c.ratio / 2, 1e-9 * alpha);
  }
}

// The trammel of Archimedes: pins in two slots at a right angle; a point of the rod runs on an
// ellipse, and under its own weight the rod is a pendulum in the angle.
TEST(Slots, Trammel) {
  const double L = 0.8, m = 2, J = 0.1, phi = 0.4;
  const test::RunResult run = test::good_run(fmt::format(
      R"(PLSLOT 1 3 4 1 2 {0} 0 0 0 1 0
PLSLOT 2 3 4 1 2 {1} 0 0 0 0 1
X 1 0 0
X 3 {2:.17g} {3:.17g}
X 4 {4}
FIX 1
FIX 2
DYNX 4
POINT 1 3 4 {5} 0
END HALT
XM 3 {6}
XM 4 {7}
GRAVITY 0 -9.81
INTEG DOP853 1e-12 1e-12
TIMES 0 1 0.25
END END
)",
      L / 2, -L / 2, L / 2 * std::cos(phi), -L / 2 * std::sin(phi), phi, 0.2 * L, m, J));
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double angle = run.value(k, "x4_1");
    // Pin 1 at +L/2 on the x-axis, pin 2 at -L/2 on the y-axis.
    EXPECT_NEAR(run.value(k, "x3_1"), L / 2 * std::cos(angle), 1e-12);
    EXPECT_NEAR(run.value(k, "x3_2"), -L / 2 * std::sin(angle), 1e-12);
    const double px = run.value(k, "point1.x") / (0.7 * L),
                 py = run.value(k, "point1.y") / (0.3 * L);
    EXPECT_NEAR(px * px + py * py, 1, 1e-12);
    EXPECT_NEAR(run.value(k, "a4_1"), m * kG * L / 2 * std::cos(angle) / (J + m * L * L / 4), 1e-9);
    // Each slot bears what accelerates the rod across it: S is the force of the pin on the slot.
    EXPECT_NEAR(run.value(k, "s1_1"), -m * (run.value(k, "a3_2") + kG), 1e-9);
    EXPECT_NEAR(run.value(k, "s2_1"), m * run.value(k, "a3_1"), 1e-9);
  }
}

// A Geneva drive while its pin is in a slot: with the ratio q of pin radius to distance of centres
// the wheel turns with q (cos a - q)/(1 - 2 q cos a + q^2) of the crank's speed.
TEST(Slots, GenevaWheel) {
  for (const int slots : {3, 4, 6}) {
    const double q = std::sin(M_PI / slots), w = 5, first = 0.9 * (M_PI / 2 - M_PI / slots);
    const test::RunResult run = test::good_run(fmt::format(
        R"(PLSLOT 1 1 2 3 4 {0:.17g} 0 0 0 -1 0
X 1 0 0
X 3 1 0
X 4 {1:.17g}
FIX 1
FIX 3
INPUTX 2
END HALT
INPUTX 2 1 {2:.17g} {3}
TIMES 0 {4:.17g} {5:.17g}
END END
)",
        q, std::atan2(q * std::sin(first), 1 - q * std::cos(first)), -first, w, 2 * first / w,
        first / w / 4));
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      const double a = run.value(k, "x2_1"), size = 1 - 2 * q * std::cos(a) + q * q;
      EXPECT_NEAR(run.value(k, "v4_1"), -w * q * (std::cos(a) - q) / size, 1e-11);
      EXPECT_NEAR(run.value(k, "a4_1"), w * w * q * std::sin(a) * (1 - q * q) / (size * size),
                  1e-9);
    }
  }
}

// A rim mass on a disc that rolls along the underside of a line runs on a cycloid; the time to its
// lowest point, pi sqrt(r/g), does not depend on where it starts (Huygens).
TEST(Rolling, CycloidPendulumOfAnyAmplitude) {
  const double r = 0.25, quarter = M_PI * std::sqrt(r / kG);
  for (const double phi : {0.05, 0.6, 1.7, 2.9}) {
    // The body has its origin in the mass; the centre is at (0, r) of it, the line above the disc.
    const test::RunResult run = test::good_run(fmt::format(
        R"(PLCLINE 1 1 2 3 4 0 {0} {0} 0 0 -1 0
X 1 {1:.17g} {2:.17g}
X 2 {3:.17g}
X 3 0 0
FIX 3
FIX 4
DYNX 2
END HALT
XM 1 1.3
GRAVITY 0 -9.81
INTEG DOP853 1e-12 1e-12
TIMES 0 {4:.17g} {4:.17g}
END END
)",
        r, r * std::sin(phi) - r * phi, -r - r * std::cos(phi), phi, quarter));
    EXPECT_NEAR(run.value(0, "x1_2"), -r - r * std::cos(phi), 1e-14);
    EXPECT_NEAR(run.value(1, "x2_1"), 0, 1e-9) << phi;
  }
}

// Down a slope: g sin/(1 + k), k = J/(m r^2); on the top of a disc that does not turn the angle
// theta from the vertical has (1 + k)(R + r) theta'' = g sin theta.
TEST(Rolling, DownASlopeAndOffADisc) {
  const double r = 0.2, m = 3, J = 0.05, a = 0.3, k = J / (m * r * r);
  const test::RunResult slope = test::good_run(fmt::format(
      R"(PLCLINE 1 1 2 3 4 0 0 {0} 0 0 1 0
X 1 {1:.17g} {2:.17g}
X 3 0 0
X 4 {3}
FIX 3
FIX 4
DYNX 2
END HALT
XM 1 {4}
XM 2 {5}
GRAVITY 0 -9.81
TIMES 0 1 0.5
END END
)",
      r, -r * std::sin(a), r * std::cos(a), a, m, J));
  for (std::size_t row = 0; row < slope.rows.size(); ++row) {
    EXPECT_NEAR(slope.value(row, "a2_1") * r, kG * std::sin(a) / (1 + k), 1e-12);
    EXPECT_NEAR(slope.value(row, "s1_1"), -m * kG * std::cos(a), 1e-11);  // the slope pushes back
    EXPECT_NEAR(slope.value(row, "s1_2"), -m * kG * std::sin(a) * k / (1 + k), 1e-11);
  }
  const double R = 0.7, theta = 0.25;
  const test::RunResult disc = test::good_run(fmt::format(
      R"(PLCCIRC 1 1 2 3 4 0 0 {0} 0 0 {1}
X 1 {2:.17g} {3:.17g}
X 3 0 0
FIX 3
FIX 4
DYNX 2
END HALT
XM 1 {4}
XM 2 {5}
GRAVITY 0 -9.81
TIMES 0 0.4 0.2
END END
)",
      r, R, (R + r) * std::sin(theta), (R + r) * std::cos(theta), m, J));
  for (std::size_t row = 0; row < disc.rows.size(); ++row) {
    const double angle = std::atan2(disc.value(row, "x1_1"), disc.value(row, "x1_2"));
    EXPECT_NEAR(disc.value(row, "a2_1"), -kG * std::sin(angle) / ((1 + k) * r), 1e-9);
  }
}

// A bent arm of two bodies welded together turns as one body; the weld bears what its outer part
// needs.
TEST(Weld, TwoBodiesAsOne) {
  // The weld holds body 4 as it is drawn, beside body 2 where its driver begins.
  const double m = 2, J = 0.3, w = 3, along = 0.4, drawn = 0.5, start = 0.2, bend = drawn - start;
  const test::RunResult run = test::good_run(fmt::format(
      R"(PLWELD 1 1 2 3 4 {0} 0 -0.1 0
X 1 0 0
X 3 {1:.17g} {2:.17g}
X 4 {3}
FIX 1
INPUTX 2
END HALT
INPUTX 2 1 {7} {4} 0.5
XM 3 {5}
XM 4 {6}
TIMES 0 1 0.25
END END
)",
      along, along + 0.1 * std::cos(drawn), 0.1 * std::sin(drawn), drawn, w, m, J, start));
  // The outer centre of mass in the frame of the inner body, and its acceleration there.
  const double x = along + 0.1 * std::cos(bend), y = 0.1 * std::sin(bend);
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double rate = run.value(k, "v2_1"), alpha = 0.5;
    EXPECT_NEAR(rate, w + alpha * run.time(k), 1e-12);
    EXPECT_NEAR(run.value(k, "x4_1") - run.value(k, "x2_1"), bend, 1e-13);
    const double fx = m * (-rate * rate * x - alpha * y), fy = m * (-rate * rate * y + alpha * x);
    EXPECT_NEAR(run.value(k, "s1_1"), fx, 1e-10);
    EXPECT_NEAR(run.value(k, "s1_2"), fy, 1e-10);
    EXPECT_NEAR(run.value(k, "s1_3"), J * alpha + (x - along) * fy - y * fx, 1e-10);
  }
}

}  // namespace
}  // namespace mbs
