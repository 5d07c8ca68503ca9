// FORMULA and RELATION against built-in elements of the same constraint, against closed forms, and
// in every dialect that has them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/good_run.h"

namespace mbs {
namespace {

constexpr double kG = 9.81;

void expect_same(const test::RunResult& a, const test::RunResult& b,
                 std::initializer_list<const char*> channels, double tolerance) {
  ASSERT_EQ(a.rows.size(), b.rows.size());
  for (std::size_t k = 0; k < a.rows.size(); ++k)
    for (const char* channel : channels)
      EXPECT_NEAR(a.value(k, channel), b.value(k, channel),
                  tolerance * (1 + std::fabs(b.value(k, channel))))
          << channel << " at " << a.time(k);
}

// A four-bar linkage of two bodies and a rod, whose closures are elements or formulas.
TEST(Formulas, GiveTheAccelerationsOfBuiltInJoints) {
  const std::string rest =
      "X 1 0 0\nX 2 0\nX 3 1.2 0.1\nX 4 0.3\nX 5 2 0.5\nX 6 -0.4\nX 7 2.9 0.2\nFIX 1\nFIX 2\nPOINT "
      "1 1 2 "
      "0.1 0.2\nPOINT 2 3 4 -0.5 0.1\nPOINT 3 3 4 0.4 0\nPOINT 4 5 6 -0.3 0.05\nPOINT 5 5 6 0.6 "
      "0.1\n"
      "END HALT\nDOF AUTO\nXM 3 2\nXM 4 0.3\nXM 5 1\nXM 6 0.1\nXM 7 0.5\nGRAVITY 0.4 -9.81\n"
      "STARTVX 4 1 1.5\nFORM {}\nINTEG DOP853 1e-12 1e-12\nTIMES 0 0.5 0.25\nEND END\n";
  for (const char* form : {"REDUCED", "FULL"}) {
    const test::RunResult built_in = test::good_run(
        "PLREV 1 1 2 3 4 0.1 0.2 -0.5 0.1\nPLREV 2 3 4 5 6 0.4 0 -0.3 0.05\n"
        "PLSDA 3 5 6 7 8 0.6 0.1 0 0\nFIX 8\n" +
        fmt::format(fmt::runtime(rest), form));
    const double length = std::hypot(2.9 - (2 + 0.6 * std::cos(-0.4) - 0.1 * std::sin(-0.4)),
                                     0.2 - (0.5 + 0.6 * std::sin(-0.4) + 0.1 * std::cos(-0.4)));
    const test::RunResult formulas = test::good_run(
        "FORMULA 1 = point1.x - point2.x\nFORMULA 4 = point1.y - point2.y\n"
        "FORMULA 2 = x3_1 + 0.4*cos(x4_1) - (x5_1 - 0.3*cos(x6_1) - 0.05*sin(x6_1))\n"
        "FORMULA 5 = point3.y - point4.y\n" +
        fmt::format("FORMULA 3 = hypot(x7_1 - point5.x, x7_2 - point5.y) - {:.17g}\n", length) +
        fmt::format(fmt::runtime(rest), form));
    expect_same(formulas, built_in,
                {"a3_1", "a3_2", "a4_1", "a5_1", "a6_1", "a7_1", "a7_2", "s3_1"}, 1e-10);
    // At the start nothing has been integrated.
    for (const char* channel : {"a3_1", "a3_2", "a4_1", "a5_1", "a5_2", "a6_1", "a7_1", "a7_2"})
      EXPECT_NEAR(formulas.value(0, channel), built_in.value(0, channel),
                  1e-12 * std::fabs(built_in.value(0, channel)))
          << channel;
    EXPECT_NEAR(formulas.value(1, "s1_1"), built_in.value(1, "s1_1"), 1e-9);
    EXPECT_NEAR(formulas.value(1, "s5_1"), built_in.value(1, "s2_2"), 1e-9);
  }
}

// A formula of t against the same motion prescribed: the work of the drive is in the balance.
TEST(Formulas, OfTimeAreDrives) {
  const std::string rest =
      "X 1 1 0\nX 2 0 0\nFIX 2\nDYNX 1 2\nEND HALT\nXM 1 2\nGRAVITY 3 -0.5\n{}STARTVX 1 2 0.3\n"
      "FORM {}\nINTEG DOP853 1e-13 1e-13\nTIMES 0 1 0.25\nEND END\n";
  for (const char* form : {"REDUCED", "FULL"}) {
    const test::RunResult formula = test::good_run(
        "FORMULA 1 = hypot(x1_1 - x2_1, x1_2 - x2_2)^2*(1 + t)^2 - (1 + t)^2*(1 + "
        "0.1*sin(2*t))^2\n" +
        fmt::format(fmt::runtime(rest), "", form));
    const test::RunResult driven =
        test::good_run("PLTRUSS 1 2 1\nINPUTE 1 1\n" +
                       fmt::format(fmt::runtime(rest), "INPUTE 1 1 = 0.1*sin(2*t)\n", form));
    expect_same(formula, driven, {"x1_1", "x1_2", "v1_1", "v1_2", "a1_1", "a1_2", "energy.work"},
                1e-10);
    for (std::size_t k = 0; k < formula.rows.size(); ++k)
      EXPECT_NEAR(formula.value(k, "energy.balance"), 0, 1e-10);
  }
}

// A bead on a cycloid given by its parameter, an angle without inertia: the same time to the bottom
// from everywhere.
TEST(Formulas, BeadOnACycloid) {
  const double r = 0.4, quarter = M_PI * std::sqrt(r / kG);
  for (const double angle : {0.1, 1.0, 2.5}) {
    const test::RunResult run = test::good_run(fmt::format(
        "FORMULA 1 = x1_1 - {0}*(x2_1 + sin(x2_1))\nFORMULA 2 = x1_2 + {0}*(1 + cos(x2_1))\n"
        "X 1 {1:.17g} {2:.17g}\nX 2 {3}\nDYNX 2\nEND HALT\nXM 1 0.7\nGRAVITY 0 -9.81\n"
        "INTEG DOP853 1e-12 1e-12\nTIMES 0 {4:.17g} {4:.17g}\nEND END\n",
        r, r * (angle + std::sin(angle)), -r * (1 + std::cos(angle)), angle, quarter));
    EXPECT_NEAR(run.value(1, "x2_1"), 0, 1e-9) << angle;  // seen 1e-12
  }
}

// A spring by formula: a law of a free formula, STATIC and EIGEN of it.
TEST(Formulas, CarryLaws) {
  const double k = 30, m = 1.5;
  const std::string head =
      "FORMULA 1 = hypot(x1_1, x1_2) - 1\nX 1 0 -1.2\nRLSE 1\nFIX 1 1\nDYNX 1 2\nEND HALT\nXM 1 "
      "1.5\n"
      "GRAVITY 0 -9.81\nESTIFF 1 30\n";
  const test::RunResult rest = test::good_run(head + "STATIC\nEND END\n");
  EXPECT_NEAR(rest.value(0, "x1_2"), -(1 + m * kG / k), 1e-12);
  const test::RunResult run =
      test::good_run(head + "INTEG DOP853 1e-12 1e-12\nTIMES 0 1 1\nEND END\n");
  const double w = std::sqrt(k / m), mean = -(1 + m * kG / k);
  EXPECT_NEAR(run.value(1, "x1_2"), mean + (-1.2 - mean) * std::cos(w), 1e-9);
}

// A differential: the case turns with the mean of the wheels, its torque goes to both in halves.
TEST(Relations, Differential) {
  const test::RunResult run = test::good_run(
      "RELATION 1 = x1_1 + x2_1 - 2*x3_1\nX 1 0.5\nX 2 0\nX 3 0\nDYNX 1\nDYNX 2\nEND HALT\nXM 1 2\n"
      "XM 2 3\nXM 3 0.5\nXF 3 7\nXF 1 -1\nTIMES 0 1 0.5\nEND END\n");
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
      "PLTRUSS 1 1 2\nPLTRUSS 2 3 4\nRLSE 1\nRLSE 2\nRELATION 3 = e1_1 + e2_1\nX 1 0 0\nX 2 0 -1\n"
      "X 3 1 0\nX 4 1 -1\nFIX 1\nFIX 3\nFIX 2 1\nFIX 4 1\n";
  const test::RunResult run = test::good_run(head +
                                             "DYNX 2 2\nEND HALT\nXM 2 3\nXM 4 2\nGRAVITY 0 -9.81\n"
                                             "TIMES 0 0.5 0.25\nEND END\n");
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    EXPECT_NEAR(run.value(k, "a2_2"), -(m1 - m2) / (m1 + m2) * kG, 1e-12);
    EXPECT_NEAR(run.value(k, "s3_1"), 2 * m1 * m2 / (m1 + m2) * kG, 1e-11);
  }
}

TEST(Relations, DrivenInAKabiosDeck) {
  // Two arms; the first is driven through its joint, the second turns half as far against it.
  const test::RunResult run = test::good_run(
      "3 2 0 1 0 0 0 0 0\n0 0 0\n0.5 0 0\n1.5 0 0\n1 2  0 0  -0.5 0\n2 3  0.5 0  -0.5 0\n1\n0 1 "
      "0.25\n"
      "DRIVE REVOLUTE 1 = 0.5*sin(3*t)\nRELATION = rev1.angle - 2*rev2.angle\nMASS 2 1 0.1\n"
      "MASS 3 1 0.1\nGRAV 0 -9.81\n");
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
      "4 2 1 1 0 1 0 0 0\n0 0 0\n0 0 0.3\n0.09 0 0\n0.3 0 0\n1 2  0 0  0 0\n1 4  0.3 0  0 0\n"
      "1 3  0 0  1 0  0 0\n1\n2 3  0.3 10 0\n0 0.2 0.05\nSLOT 2 3  0.1 0  0 0  0 1\n"
      "GEAR 2 4  0 0 0.1  0 0 0.2\n";
  for (const char* tail : {"", "MASS 2 1 1e-3\nMASS 3 2 1e-3\nMASS 4 1 0.02\n"}) {
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
      "3 0 0 1 0 0 0 0 0\n0 0 0\n0 0.2 0.1\n0.015 0.05 0.1\n1\n0 0.01 0.01\n"
      "ROLL 2 1 LINE 0 0 0.2 0 0 1 0\nWELD 2 3 0 -0.15 0 0\nMASS 2 1 0.02\nMASS 3 2 0\n"
      "GRAV 0 -9.81\n");
  // T = (0.02 + 0.04)/2 w^2 + m/2 (velocity of the mass)^2; at rest, phi = 0.1.
  const double phi = 0.1, l = 0.15, r = 0.2, m = 2;
  const double J = 0.02 + 1 * r * r + m * (r * r + l * l - 2 * r * l * std::cos(phi));
  EXPECT_NEAR(run.value(0, "body2.phidd"), -m * kG * l * std::sin(phi) / J, 1e-10);
  EXPECT_NEAR(run.value(0, "weld1.s3"), 0, 1e-10);
  const test::RunResult rod = test::good_run(
      "3 1 0 1 0 1 0 0 0\n0 0 0\n0 0 1\n0.9 0.4 0\n1 2 0 0 0 0\n1\n2 3 1 2 0\n0 1 0.25\n"
      "ROD 2 3 0.3 0 0 0 0.8\nSLOT 3 1 0 0 0 0 1 0\nRELATION = body3.phi\n");
  for (std::size_t k = 0; k < rod.rows.size(); ++k) {
    const double a = 1 + 2 * rod.time(k), s = 0.3 * std::sin(a);
    EXPECT_NEAR(rod.value(k, "body3.x"), 0.3 * std::cos(a) + std::sqrt(0.64 - s * s), 1e-12);
  }
}

// A cam by its rise: the follower's acceleration is that of the rise, the moment on the shaft what
// virtual work says; the pressure angle is the slope of the profile.
TEST(Formulas, CamWithACycloidalRise) {
  const double h = 0.03, beta = 1.2, w = 20, m = 0.5;
  const test::RunResult run = test::good_run(fmt::format(
      "PARAM beta = {}\nFORMULA 1 = x2_1 - {}*rise_cycloidal(x1_1/beta)\nX 1 0\nX 2 0\nINPUTX 1\n"
      "END HALT\nINPUTX 1 1 0.01 {}\nXM 2 {}\nTIMES 0 0.055 0.005\nEND END\n",
      beta, h, w, m));
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double u = (0.01 + w * run.time(k)) / beta,
                 slope = h / beta * (1 - std::cos(2 * M_PI * u));
    const double a = h * w * w / (beta * beta) * 2 * M_PI * std::sin(2 * M_PI * u);
    EXPECT_NEAR(run.value(k, "v2_1"), slope * w, 1e-12);
    EXPECT_NEAR(run.value(k, "a2_1"), a, 1e-11);
    EXPECT_NEAR(run.value(k, "s1_1"), -m * a, 1e-11);
    EXPECT_NEAR(run.value(k, "r1_1"), m * a * slope, 1e-11);
  }
}

// An elastic rope of a KABIOS deck that goes slack: a thrown mass flies freely, then is caught.
TEST(KabiosJoints, ElasticRopeThatGoesSlack) {
  const std::string deck =
      "2 0 0 1 2 0 0 0 0\n0 0 0\n0.2 -1 0\n1\n2 1\n2 3\n0 0.4 0.1\n"
      "PATH 1 -1 0  PULLEY 1 0 0 0.2 RIGHT  2 0 0\nLAW PATH 1 = max(0, 5000*e)\nMASS 2 5 0.1\n"
      "VEL 2 0 2 0\nGRAV 0 -9.81\nINTEG DOP853 1e-11 1e-11\n";
  const test::RunResult run = test::good_run(deck);
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double t = run.time(k);  // it comes back after 2 v/g = 0.4077 s
    EXPECT_NEAR(run.value(k, "body2.y"), -1 + 2 * t - kG * t * t / 2, 1e-12);
    EXPECT_EQ(run.value(k, "path1.s"), 0);
    EXPECT_NEAR(run.value(k, "path1.e"), -2 * t + kG * t * t / 2, 1e-12);
  }
}

// Names of the deck's own stand for the same channels.
TEST(Formulas, KnowNames) {
  const auto run_of = [](const std::string& formulas) {
    return test::good_run(
        "NAME BODY 1 2 arm\nNAME NODE 3 knob\nNAME ELEMENT 4 strut\nNAME POINT 1 pen\n" + formulas +
        "PLTRUSS 4 1 3\nRLSE 4\nX 1 1 0\nX 2 0.2\nX 3 2 0.3\nFIX 3 2\nDYNX 2\n"
        "POINT 1 1 2 0.5 0\nEND HALT\nXM 1 2\nXM 2 0.5\nXM 3 1\nGRAVITY 0 -9.81\n"
        "TIMES 0 0.3 0.1\nEND END\n");
  };
  const test::RunResult named = run_of(
      "FORMULA 1 = arm.x^2 + arm.y^2 - 1\nRELATION 2 = knob.x + 2*strut.e1\nFORMULA 3 = pen.y - "
      "0.5*sin(arm.phi) - 0.3*sin(knob.x - 2)\n");
  const test::RunResult channels = run_of(
      "FORMULA 1 = x1_1^2 + x1_2^2 - 1\nRELATION 2 = x3_1 + 2*e4_1\nFORMULA 3 = point1.y - "
      "0.5*sin(x2_1) - 0.3*sin(x3_1 - 2)\n");
  ASSERT_EQ(named.rows.size(), channels.rows.size());
  EXPECT_EQ(named.rows, channels.rows);
}

// The clock of formulas of t is no coordinate of a node: shapes end with the states, here that of
// x = e^(i w t) in a lag, 1/(1 + i w); and what lets motions go leaves the time running.
TEST(Formulas, OfTimeInModesAndAfterForward) {
  const std::string deck =
      "X 1 0.3\nX 2 0.5\nX 4 0\nFORMULA 1 = x1_1 - 0.3 - 0.2*sin(3*t)\nFORMULA 2 = x2_1 - x1_1\n"
      "RLSE 2\n{}END HALT\nODE lag 0.4 RATE x2_1 - lag\nXM 2 2\nXM 4 1\nESTIFF 2 50\n"
      "EREST 2 0.2\n{}\nEND END\n";
  const test::RunResult modes =
      test::run(fmt::format(fmt::runtime(deck), "DYNX 2\nFIX 4\n", "TIMES 0 1 1\nEIGEN"));
  ASSERT_EQ(modes.status, ExitStatus::done) << modes.messages;
  ASSERT_EQ(modes.rows.size(), 2u);
  EXPECT_NEAR(modes.value(1, "omega"), 5, 1e-9);
  EXPECT_NEAR(modes.value(1, "lag"), 1. / 26, 1e-9);
  EXPECT_NEAR(modes.value(1, "lag.im"), -5. / 26, 1e-9);

  const test::RunResult run = test::run(fmt::format(
      fmt::runtime(deck), "DYNX 2\nINPUTX 4\n",
      "INPUTX 4 1 0 2 0\nTIMES 0 1 0.25\nOUTLEVEL 1\nEVENT go WHEN t > 0.4 DO FORWARD"));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  ASSERT_EQ(run.rows.size(), 5u);
  for (std::size_t row = 0; row < run.rows.size(); ++row) {
    const double t = run.value(row, "t");
    EXPECT_NEAR(run.value(row, "x1_1"), 0.3 + 0.2 * std::sin(3 * t), 1e-12);
    EXPECT_NEAR(run.value(row, "x4_1"), 2 * t, 1e-9);
    // x2 - 0.5 under 25 (0.2 sin 3t - .): 5 sin 3t over 25 - 9, from rest and where the drive is 0.
    EXPECT_NEAR(run.value(row, "x2_1"), 0.5 + 5. / 16 * std::sin(3 * t) - 3. / 16 * std::sin(5 * t),
                1e-8);
  }
}

TEST(Formulas, FaultsAreNamed) {
  const auto messages = [](const std::string& formulas) {
    return test::run(formulas +
                     "X 1 1 0\nX 2 0\nDYNX 1 1\nEND HALT\nXM 1 1\nTIMES 0 1 1\nEND END\n")
        .messages;
  };
  const auto says = [&](const std::string& formulas, const std::string& what) {
    EXPECT_NE(messages(formulas).find(what), std::string::npos) << messages(formulas);
  };
  says("FORMULA 1 = x1_1 - e2_1\nRELATION 2 = e1_1 + x2_1\n", "which depends on it");
  says("RELATION 1 = x1_1*x1_2\n", "its expression is not linear");
  says("RELATION 1 = x1_1 - t\n", "a relation cannot read 't'");
  says("FORMULA 1 = v1_1\n", "a formula cannot read 'v1_1'");
  says("FORMULA 1 = 3\n", "reads no coordinate");
  says("FORMULA 1 = x1_3\n", "x1_3");
  says("FORMULA 1\n", "the expression is missing");
}

}  // namespace
}  // namespace mbs
