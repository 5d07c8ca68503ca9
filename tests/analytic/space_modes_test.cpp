// STATIC and EIGEN with orientations against closed forms: pendulums, a spherical pendulum, chains
// of hinges, tops, a rotor on a shaft, the free body (R33, and formulas of the textbooks).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <string>
#include <vector>

#include "support/deck.h"
#include "support/good_run.h"

namespace mbs {
namespace {

using Values = std::vector<std::complex<double>>;

// The values of all modes, those with positive imaginary parts of a pair.
Values values_of(const test::RunResult& run) {
  Values out;
  for (std::size_t k = 0; k < run.rows.size(); ++k)
    out.emplace_back(run.value(k, "real"), run.value(k, "imaginary"));
  return out;
}

// How far the nearest value is from the expected one.
double distance(const Values& found, std::complex<double> expected) {
  double out = HUGE_VAL;
  for (const std::complex<double>& one : found) out = std::min(out, std::abs(one - expected));
  return out;
}

constexpr double kGravity = 9.81;

// A body on a hinge whose axis leans from the horizontal plane: only the part of gravity across the
// axis pulls back.
TEST(SpaceModes, PhysicalPendulumOnAnAxisAskew) {
  for (const double lean : {0.0, 0.4, 1.1}) {
    const double m = 1.7, l = 0.35, Iyy = 0.021;
    // The axis lies in the plane x-z; hanging, the centre lies across it, lowest.
    const double c = std::cos(lean), s = std::sin(lean);
    const std::string deck =
        fmt::format(R"(REVOLUTE 1  1 2  3 4   0 0 0   {} 0 {}   {} 0 {}
X 1  0 0 0
X 3  {} 0 {}
FIX 1
FIX 2
DYNE 1 1
END HALT
XM 3  {}
XM 4  {} 0 0  {} 0  {}
STARTDE 1 1  0.6
GRAVITY 0 0 {}
STATIC
EIGEN
END END
)",
                    -l * s, l * c, c, s, l * s, -l * c, m, 0.03, Iyy, 0.04, -kGravity);
    const test::RunResult run = test::good_run(deck);
    ASSERT_EQ(run.rows.size(), 1u);
    // The moment of inertia about the axis: u.J u, u = (c, 0, s).
    const double I = c * c * 0.03 + s * s * 0.04 + m * l * l;
    const double exact = std::sqrt(m * kGravity * c * l / I);
    EXPECT_NEAR(run.value(0, "omega") / exact, 1, 1e-11) << lean;
  }
}

// A body hangs from a point: two frequencies, and it may turn about the vertical.
TEST(SpaceModes, SphericalPendulumWithThreeMoments) {
  const double m = 2, l = 0.3, Ix = 0.05, Iy = 0.08;
  const test::RunResult run = test::good_run(fmt::format(R"(PINBODY 1  1 2 3
X 1  0 0 0
X 3  0 0 {}
FIX 1
DYNX 2
END HALT
XM 3  {}
XM 2  {} 0 0  {} 0  0.03
GRAVITY 0 0 {}
EIGEN
END END
)",
                                                         -l, m, Ix, Iy, -kGravity));
  ASSERT_EQ(run.rows.size(), 3u);
  EXPECT_LE(run.value(0, "omega"), 1e-9);
  EXPECT_NEAR(run.value(1, "omega"), std::sqrt(m * kGravity * l / (Iy + m * l * l)), 1e-11);
  EXPECT_NEAR(run.value(2, "omega"), std::sqrt(m * kGravity * l / (Ix + m * l * l)), 1e-11);
}

// Two uniform rods on universal joints: each mode of the plane twice, (g/L)(3 +- 6/sqrt 7).
// The thin rods have no moment about their own axes, which the joints hold.
TEST(SpaceModes, HangingChainOnUniversalJoints) {
  const double L = 0.8, m = 1.3, J = m * L * L / 12;
  std::string deck =
      "UNIVERSAL 1  1 2  3 4   0 0 0  0 0 {half}  1 0 0  0 1 0\n"
      "UNIVERSAL 2  3 4  5 6   0 0 -{half}  0 0 {half}  1 0 0  0 1 0\n"
      "X 1 0 0 0\nX 3 0 0 -{half}\nX 5 0 0 -{more}\nFIX 1\nFIX 2\nDYNE 1 1 2\nDYNE 2 1 2\nEND "
      "HALT\nXM 3 {m}\nXM 4 {J} 0 0 {J} 0 1e-4\nXM 5 {m}\nXM 6 {J} 0 0 {J} 0 1e-4\n"
      "STARTDE 1 1 0.3\nSTARTDE 1 2 -0.5\nSTARTDE 2 1 0.4\nSTARTDE 2 2 0.2\nGRAVITY 0 0 -9.81\n"
      "STATIC\nEIGEN\nEND END\n";
  for (const auto& [name, value] :
       {std::pair{"{half}", L / 2}, {"{more}", 1.5 * L}, {"{m}", m}, {"{J}", J}})
    for (std::size_t at; (at = deck.find(name)) != std::string::npos;)
      deck.replace(at, std::string(name).size(), fmt::format("{}", value));
  const test::RunResult run = test::good_run(deck);
  ASSERT_EQ(run.rows.size(), 4u);
  for (std::size_t k = 0; k < 4; ++k) {
    const double sign = k < 2 ? -1 : 1;
    const double exact = std::sqrt(kGravity / L * (3 + sign * 6 / std::sqrt(7.0)));
    EXPECT_NEAR(run.value(k, "omega") / exact, 1, 1e-9) << k;
  }
}

// A beam on a hinge about an oblique horizontal axis, held by a spring of torsion: k e balances the
// weight at the angle of the beam.
TEST(SpaceStatics, WeightOnASpringOfTorsion) {
  const double m = 1.2, l = 0.5, k = 4, a = 0.7;  // a: direction of the beam in the plane x-y
  const test::RunResult run =
      test::good_run(fmt::format(R"(REVOLUTE 1  1 2  3 4   0 0 0   {} {} 0   {} {} 0
X 1  0 0 0
X 3  {} {} 0
FIX 1
FIX 2
DYNE 1 1
END HALT
ESTIFF 1  {} 0 0 0 0 0
XM 3  {}
XM 4  0.01 0 0  0.01 0  0.01
GRAVITY 0 0 {}
STATIC
END END
)",
                                 -l * std::cos(a), -l * std::sin(a), -std::sin(a), std::cos(a),
                                 l * std::cos(a), l * std::sin(a), k, m, -kGravity));
  double e = 0;  // sinks: a turn about the axis by e > 0 lowers the beam
  for (int n = 0; n < 60; ++n)
    e -= (k * e - m * kGravity * l * std::cos(e)) / (k + m * kGravity * l * std::sin(e));
  EXPECT_NEAR(run.value(0, "e1_1"), e, 1e-11);
  EXPECT_NEAR(run.value(0, "x3_3"), -l * std::sin(e), 1e-11);
  EXPECT_NEAR(run.value(0, "s1_1"), k * e, 1e-10);
}

// A plate on three ropes with springs: forces and moments of the found position balance, by the
// coordinates of the report alone.
TEST(SpaceStatics, PlateOnThreeSprings) {
  const double m = 3, k = 400;
  const double corner[3][3] = {{0.3, 0, 0}, {-0.2, 0.25, 0}, {-0.15, -0.3, 0.05}};
  const double roof[3][3] = {{0.5, 0.1, 1}, {-0.4, 0.3, 1.1}, {-0.1, -0.5, 0.9}};
  std::string deck, points;
  for (int i = 0; i < 3; ++i) {
    deck += fmt::format("PINBODY {0}  1 2 {1}\nTRUSS {2}  {1} {3}\nRLSE {2}\n", i + 1, i + 3, i + 4,
                        i + 6);
    points +=
        fmt::format("X {}  {} {} {}\nX {}  {} {} {}\nFIX {}\n", i + 3, corner[i][0], corner[i][1],
                    corner[i][2], i + 6, roof[i][0], roof[i][1], roof[i][2], i + 6);
  }
  deck += "X 1  0 0 0\n" + points + "DYNX 1\nDYNX 2\nEND HALT\n";
  for (int i = 0; i < 3; ++i) deck += fmt::format("ESTIFF {}  {}\n", i + 4, k * 1.0);
  deck += fmt::format("XM 1 {}\nXM 2 0.1 0 0 0.1 0 0.15\nGRAVITY 0 0 {}\nSTATIC\nEND END\n", m,
                      -kGravity);
  const test::RunResult run = test::good_run(deck);
  double force[3] = {0, 0, -m * kGravity}, moment[3] = {0, 0, 0};
  for (int i = 0; i < 3; ++i) {
    double p[3], d[3], arm[3], length = 0, first = 0;
    for (int c = 0; c < 3; ++c) {
      const auto at = [&](int node) { return run.value(0, fmt::format("x{}_{}", node, c + 1)); };
      p[c] = at(i + 3);
      d[c] = at(i + 6) - p[c];
      arm[c] = p[c] - at(1);
      length += d[c] * d[c];
      first += std::pow(roof[i][c] - corner[i][c], 2);
    }
    length = std::sqrt(length), first = std::sqrt(first);
    const double tension = k / first * (length - first);  // ESTIFF is EA
    EXPECT_NEAR(run.value(0, fmt::format("s{}_1", i + 4)), tension, 1e-9);
    for (int c = 0; c < 3; ++c) {
      const int n = (c + 1) % 3, o = (c + 2) % 3;
      force[c] += tension * d[c] / length;
      moment[c] += tension * (arm[n] * d[o] - arm[o] * d[n]) / length;
    }
  }
  for (int c = 0; c < 3; ++c) {
    EXPECT_NEAR(force[c], 0, 1e-8) << c;
    EXPECT_NEAR(moment[c], 0, 1e-8) << c;
  }
}

// R33: a top that stands upright, as it sees itself: i (s - spin) of the frequencies s in space,
//   I1 s^2 - I3 w s + m g l = 0.
TEST(SpaceModes, SleepingTop) {
  const double I1 = 0.05, I3 = 0.02, weight = 9.81 * 0.1;
  for (const double spin : {10.0, 25.0, 40.0}) {
    const test::RunResult run = test::good_run(fmt::format(R"(PINBODY 1  1 2 3
X 1  0 0 0
X 3  0 0 0.1
FIX 1
DYNX 2
END HALT
XM 3  1
XM 2  0.04 0 0  0.04 0  0.02
STARTVX 2 3  {}
GRAVITY 0 0 -9.81
EIGEN
END END
)",
                                                           spin));
    const Values found = values_of(run);
    const std::complex<double> root =
        std::sqrt(std::complex<double>(I3 * I3 * spin * spin - 4 * I1 * weight));
    for (const double sign : {-1.0, 1.0}) {
      const std::complex<double> s = (I3 * spin + sign * root) / (2 * I1);
      std::complex<double> seen = std::complex<double>(0, 1) * (s - spin);
      if (seen.imag() < 0) seen = std::conj(seen);
      EXPECT_LE(distance(found, seen), 1e-12 * spin) << spin << ' ' << seen;
    }
    EXPECT_NE(run.report.find("as seen from node 2, which spins at"), std::string::npos);
  }
}

// R33: a free body that spins about a principal axis sees its angular velocity wander with Euler's
// frequency and what stands still in space with its spin; about the middle axis the first grows.
TEST(SpaceModes, FreeBodyAboutItsPrincipalAxes) {
  for (const int axis : {2, 3}) {
    const test::RunResult run = test::good_run(fmt::format(R"(X 2  1 0 0 0
DYNX 2
END HALT
XM 2  3 0 0  4 0  6
STARTVX 2 {}  5
EIGEN
END END
)",
                                                           axis));
    const Values found = values_of(run);
    EXPECT_LE(distance(found, {0, 5}), 1e-10) << axis;
    if (axis == 3) {
      EXPECT_LE(distance(found, {0, 3.5355339059327378}), 1e-10);
    } else {
      EXPECT_LE(distance(found, {1.6666666666666667, 0}), 1e-10);
      EXPECT_LE(distance(found, {-1.6666666666666667, 0}), 1e-10);
    }
  }
}

// R33: a rotor on a shaft that bends, k and Id, Ip. The bends of the hinge are counted in space;
// the body itself sees the whirls less its spin.
std::string rotor(const std::string& freedoms, const std::string& start) {
  return "HINGE 1  1 2  0 0 1\nX 1  1 0 0 0\nX 2  1 0 0 0\nFIX 1\n" + freedoms +
         "END HALT\nESTIFF 1  0 200 200\nXM 2  0.02 0 0  0.02 0  0.035\n" + start +
         "EIGEN\nEND END\n";
}

TEST(SpaceModes, OverhungRotor) {
  const double whirls[3][3] = {{0, 100, -100},
                               {50, 152.90155747858114, -65.40155747858113},
                               {200, 376.55644370746376, -26.556443707463742}};
  for (const auto& [spin, forward, backward] : whirls) {
    const Values in_space = values_of(
        test::good_run(rotor("DYNE 1 1 2 3\n", fmt::format("STARTDE 1 1  0 {}  # meant\n", spin))));
    EXPECT_LE(distance(in_space, {0, forward}), 1e-10) << spin;
    EXPECT_LE(distance(in_space, {0, -backward}), 1e-10) << spin;
    const Values on_board = values_of(
        test::good_run(rotor("RLSE 1\nDYNX 2\n", fmt::format("STARTVX 2 3  {}  # meant\n", spin))));
    EXPECT_LE(distance(on_board, {0, std::fabs(forward - spin)}), 1e-10) << spin;
    EXPECT_LE(distance(on_board, {0, std::fabs(backward - spin)}), 1e-10) << spin;
  }
}

// A heavy top in steady precession: Omega, and the spin that belongs to it. With the angles of its
// gimbals as degrees of freedom the equations stay the same while it goes round, and the one
// frequency is that of the effective potential.
TEST(SpaceModes, NutationAboutSteadyPrecession) {
  const double I1 = 0.05, I3 = 0.02, weight = 9.81 * 0.1;
  for (const double tilt : {0.4, 1.1})
    for (const double precession : {2.0, 5.0}) {
      const double c = std::cos(tilt), s = std::sin(tilt);
      const double w3 = (I1 * precession * precession * c + weight) / (I3 * precession);
      const std::string deck =
          fmt::format(R"(HINGE 1  2 3  0 0 1
HINGE 2  3 4  1 0 0
HINGE 3  4 5  0 {} {}
PINBODY 4  1 5 6
X 1  0 0 0
X 2  1 0 0 0
X 3  1 0 0 0
X 4  ROT AXIS 1 0 0 {}
X 5  ROT AXIS 1 0 0 {}
X 6  0 {} {}
FIX 1
FIX 2
DYNE 1 1
DYNE 2 1
DYNE 3 1
END HALT
XM 5  0.04 0 0  0.04 0  0.02
XM 6  1
STARTDE 1 1  0 {}
STARTDE 3 1  0 {}
GRAVITY 0 0 -9.81
EIGEN
END END
)",
                      -s, c, tilt, tilt, -0.1 * s, 0.1 * c, precession, w3 - precession * c);
      const Values found = values_of(test::good_run(deck));
      // V = (p - b cos)^2 / (2 I1 sin^2) + weight cos, f = (p - b cos) / sin = I1 Omega sin
      const double b = I3 * w3, f = I1 * precession * s;
      const double f1 = b - f * c / s, f2 = -f1 * c / s + f / (s * s);
      const double exact = std::sqrt(((f1 * f1 + f * f2) / I1 - weight * c) / I1);
      EXPECT_LE(distance(found, {0, exact}), 1e-11 * exact) << tilt << ' ' << precession;
    }
}

// The same top with the angular velocities of the spinning body as degrees of freedom: as it sees
// the vertical, that goes round.
TEST(SpaceModes, ATiltedTopHasNoModesAsItSeesThem) {
  const test::RunResult run = test::run(R"(PINBODY 1  1 2 3
X 1  0 0 0
X 2  ROT AXIS 1 0 0 0.5
X 3  0 ${-0.1*sin(0.5)} ${0.1*cos(0.5)}
FIX 1
DYNX 2
END HALT
XM 3  1
XM 2  0.04 0 0  0.04 0  0.02
STARTVX 2 3  40
GRAVITY 0 0 -9.81
EIGEN
END END
)");
  EXPECT_EQ(run.status, ExitStatus::solution_failed);
  EXPECT_NE(
      run.messages.find("node 2 spins at 40 rad/s, and as it sees the mechanism the equations "
                        "change with time"),
      std::string::npos)
      << run.messages;
}

}  // namespace
}  // namespace mbs
