// Forces at points of bodies by expressions: rockets in closed form, Ziegler's column, the work of
// a pull, and the same force in all dialects.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/good_run.h"

namespace mbs {
namespace {

constexpr double kMass = 2, kInertia = 0.3, kThrust = 5, kSpin = 1.7;

// With spin w the thrust F along the first axis, from phi = 0:
//   v = F/(m w) (sin wt, 1 - cos wt)   x = F/(m w^2) (1 - cos wt, wt - sin wt)
TEST(FollowerForces, SpinningRocket) {
  for (const char* how : {"INTEG DOP853 1e-12 1e-12\nFORM REDUCED", "INTEG STEP 1e-12 1e-12",
                          "INTEG DOP853 1e-12 1e-12\nFORM FULL", "INTEG STIFF 1e-10 1e-10"}) {
    const bool stiff = std::string(how).find("STIFF") != std::string::npos;
    const test::RunResult run = test::good_run(
        fmt::format("X 1 0 0\nX 2 0\nDYNX 1\nDYNX 2\nEND HALT\nXM 1 {}\nXM 2 {}\nSTARTDX 2 1 0 {}\n"
                    "PFORCE 1 1 2 -0.5 0 FX = {} ; FY = 0 ; IN BODY\nTIMES 0 4 0.25\n{}\nEND END\n",
                    kMass, kInertia, kSpin, kThrust, how));
    double worst = 0;
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      const double w = kSpin, a = kThrust / kMass, t = run.time(k), s = std::sin(w * t),
                   c = std::cos(w * t);
      worst =
          std::max({worst, std::fabs(run.value(k, "v1_1") - a / w * s),
                    std::fabs(run.value(k, "v1_2") - a / w * (1 - c)),
                    std::fabs(run.value(k, "x1_1") - a / (w * w) * (1 - c)),
                    std::fabs(run.value(k, "x1_2") - a / (w * w) * (w * t - s)),
                    std::fabs(run.value(k, "f2_1")), std::fabs(run.value(k, "energy.balance"))});
    }
    EXPECT_LT(worst, stiff ? 1e-7 : 1e-10) << how;
  }
}

// A thrust at (-l, 0) across the axis turns with alpha = -l F/J: phi = alpha t^2/2, and the
// velocity is a pair of Fresnel integrals, which Simpson's rule finds here.
TEST(FollowerForces, ThrustAcrossTurnsIt) {
  const double l = 0.5, F = 0.6, alpha = -l * F / kInertia;
  const test::RunResult run =
      test::good_run(fmt::format("X 1 0 0\nX 2 0\nDYNX 1\nDYNX 2\nEND HALT\nXM 1 {}\nXM 2 {}\n"
                                 "PFORCE 1 1 2 {} 0 FX = 0 ; FY = {} ; IN BODY 2\nTIMES 0 3 1\n"
                                 "INTEG DOP853 1e-12 1e-12\nEND END\n",
                                 kMass, kInertia, -l, F));
  for (std::size_t k = 1; k < run.rows.size(); ++k) {
    const double t = run.time(k);
    double vx = 0, vy = 0;
    const int n = 4000;
    for (int i = 0; i <= n; ++i) {
      const double u = t * i / n, phi = alpha * u * u / 2;
      const double weight = (i == 0 || i == n ? 1 : i % 2 == 1 ? 4 : 2) * t / n / 3;
      vx -= weight * F / kMass * std::sin(phi);
      vy += weight * F / kMass * std::cos(phi);
    }
    EXPECT_NEAR(run.value(k, "v2_1"), alpha * t, 1e-11);
    EXPECT_NEAR(run.value(k, "v1_1"), vx, 1e-10);
    EXPECT_NEAR(run.value(k, "v1_2"), vy, 1e-10);
  }
}

// Ziegler's column, masses 2 m and m, two hinges k, rods l: m l^2 [3 1; 1 1] a + [2k - Pl, Pl - k;
// -k, k] q = 0. With mu = omega^2 m l^2/k and p = P l/k:  2 mu^2 - (7 - 2p) mu + 1 = 0, which has
// complex roots from p = 7/2 - sqrt(2) on.
test::RunResult ziegler(double p) {
  return test::good_run(
      fmt::format("PLREV 1 9 10 1 2 0 0 -1 0\nPLREV 2 1 2 3 4 0 0 -1 0\nPLTOR 3 10 2\nPLTOR 4 2 4\n"
                  "X 9 0 0\nX 1 1 0\nX 3 2 0\nFIX 9\nFIX 10\nRLSE 3\nRLSE 4\nDYNX 2\nDYNX 4\n"
                  "END HALT\nXM 1 2\nXM 3 1\nESTIFF 3 1\nESTIFF 4 1\n"
                  "PFORCE 1 3 4 0 0 FX = -{} ; FY = 0 ; IN BODY\nEIGEN\nEND END\n",
                  p));
}

TEST(FollowerForces, ZieglersColumnFlutters) {
  const double critical = 3.5 - std::sqrt(2.0);
  for (const double p : {0.5, 1.7, 2.08}) {
    const test::RunResult run = ziegler(p);
    ASSERT_EQ(run.rows.size(), 2u);
    for (std::size_t k : {0, 1}) {
      const double b = 7 - 2 * p, root = std::sqrt(b * b - 8) * (k == 0 ? -1 : 1);
      EXPECT_NEAR(run.value(k, "omega"), std::sqrt((b + root) / 4), 1e-9) << p;  // seen 1e-11
      EXPECT_NEAR(run.value(k, "real"), 0, 1e-9);
    }
  }
  // Near the critical load the real part grows as the root of the difference.
  EXPECT_LT(std::fabs(ziegler(critical - 1e-4).value(0, "real")), 1e-6);
  const test::RunResult above = ziegler(critical + 1e-4);
  double most = -1;
  for (std::size_t k = 0; k < above.rows.size(); ++k) most = std::max(most, above.value(k, "real"));
  EXPECT_GT(most, 1e-3);
}

// The same in the other dialects.
TEST(FollowerForces, ZieglersColumnInKabiosAndChains) {
  const std::string force = "0 0 FX = -1.7 ; FY = 0 ; IN BODY\nEIGEN\nEND\n";
  const test::RunResult kabios = test::good_run(
      "3 2 0 1 0 0 0 0 0\n0 0 0\n1 0 0\n2 0 0\n1 2 0 0 -1 0\n2 3 0 0 -1 0\n1\n0 1 1\nMASS 2 2 0\n"
      "MASS 3 1 0\nRSDA 1 2 1 0 0\nRSDA 2 3 1 0 0\nFORCE 3 " +
      force);
  const test::RunResult chain = test::good_run(
      "SEGDYN\nSEGMENT 1 2 1 1 0\nSEGMENT 2 1 1 1 0\nSTATE 1 0 0\nSTATE 2 0 0\nRSDA 0 1 1 0 0\n"
      "RSDA 1 2 1 0 0\nTIME 0 1 1\nFORCE 2 " +
      force);
  for (const test::RunResult* run : {&kabios, &chain})
    for (const std::size_t k : {0, 1}) {
      const double b = 7 - 2 * 1.7, root = std::sqrt(b * b - 8) * (k == 0 ? -1 : 1);
      EXPECT_NEAR(run->value(k, "omega"), std::sqrt((b + root) / 4), 1e-9);
    }
}

// A force in the frame of another body, and one that is drag: v = v0/(1 + k v0 t/m).
TEST(FollowerForces, DragAndForeignFrames) {
  const test::RunResult run = test::good_run(
      "X 1 0 0\nX 2 0\nX 3 0 0\nX 4 30deg\nDYNX 1\nDYNX 2\nFIX 3\nINPUTX 4\nEND HALT\nXM 1 2\n"
      "XM 2 1\nINPUTX 4 1 0.5 2\nSTARTDX 1 1 0 3\n"
      "PFORCE 1 1 2 0 0 FX = -0.4*v1_1*abs(v1_1) ; FY = 0\n"
      "PFORCE 2 1 2 0 0 FX = 0 ; FY = 0.7 ; IN BODY 4\n"
      "PFORCE 3 1 2 0 0 FX = 0.7*sin(0.5 + 2*t) ; FY = -0.7*cos(0.5 + 2*t)\n"
      "TIMES 0 2 0.5\nINTEG DOP853 1e-12 1e-12\nEND END\n");
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    EXPECT_NEAR(run.value(k, "v1_1"), 3 / (1 + 0.4 * 3 * run.time(k) / 2), 1e-10);
    EXPECT_NEAR(run.value(k, "x1_2"), 0, 1e-12);
  }
}

// Two rods pushed at the tip across the second one: native, KABIOS and chain decks.
TEST(FollowerForces, DialectsAgree) {
  const test::RunResult chain = test::good_run(
      "SEGDYN\nSEGMENT 1 3 0.5 0.2 0.07\nSEGMENT 2 2 0.4 0.15 0.03\nSTATE 1 -1 0.2\n"
      "STATE 2 -0.4 0\nGRAV 0 -9.81\nFORCE 2 0.25 0 FX = 3*sin(5*t) ; FY = -4*phid2 ; IN "
      "BODY\nFORCE 1 0 0.1 FX = 2 ; FY = t ; IN BODY 2\nFORCE 1 0.1 0 1 -2\n"
      "TIME 0 1 0.25\nINTEG DOP853 1e-11 1e-11\nEND\n");
  const test::RunResult native = test::good_run(
      "PLREV 1 9 10 1 2 0 0 -0.2 0\nPLREV 2 1 2 3 4 0.3 0 -0.15 0\nX 9 0 0\n"
      "X 1 ${0.2*cos(1)} ${-0.2*sin(1)}\nX 2 -1\nX 3 ${0.5*cos(1)+0.15*cos(0.4)} "
      "${-0.5*sin(1)-0.15*sin(0.4)}\nX 4 -0.4\nFIX 9\nFIX 10\nDYNX 2\nDYNX 4\nEND HALT\nXM 1 3\n"
      "XM 2 0.07\nXM 3 2\nXM 4 0.03\nSTARTDX 2 1 -1 0.2\nGRAVITY 0 -9.81\n"
      "PFORCE 1 3 4 0.25 0 FX = 3*sin(5*t) ; FY = -4*v4_1 ; IN BODY\n"
      "PFORCE 2 1 2 0 0.1 FX = 2 ; FY = t ; IN BODY 4\nPFORCE 3 1 2 0.1 0 1 -2\n"
      "TIMES 0 1 0.25\nINTEG DOP853 1e-11 1e-11\nEND END\n");
  const test::RunResult kabios = test::good_run(
      "3 2 0 1 0 0 0 0 0\n0 0 0\n${0.2*cos(1)} ${-0.2*sin(1)} -1\n"
      "${0.5*cos(1)+0.15*cos(0.4)} ${-0.5*sin(1)-0.15*sin(0.4)} -0.4\n1 2 0 0 -0.2 0\n"
      "2 3 0.3 0 -0.15 0\n1\n0 1 0.25\nMASS 2 3 0.07\nMASS 3 2 0.03\nVEL 2 0 0 0.2\nVEL 3 0 0 0\n"
      "GRAV 0 -9.81\nFORCE 3 0.25 0 FX = 3*sin(5*t) ; FY = -4*body3.phid ; IN BODY\n"
      "FORCE 2 0 0.1 FX = 2 ; FY = t ; IN BODY 3\nFORCE 2 0.1 0 1 -2\nINTEG DOP853 1e-11 1e-11\n"
      "END\n");
  for (std::size_t k = 0; k < chain.rows.size(); ++k) {
    EXPECT_NEAR(chain.value(k, "phi2"), native.value(k, "x4_1"), 1e-9) << k;
    EXPECT_NEAR(chain.value(k, "phidd1"), native.value(k, "a2_1"), 1e-7) << k;
    EXPECT_NEAR(kabios.value(k, "body3.phi"), native.value(k, "x4_1"), 1e-9) << k;
    EXPECT_NEAR(chain.value(k, "energy.work"), native.value(k, "energy.work"), 1e-9) << k;
    EXPECT_NEAR(kabios.value(k, "energy.balance"), 0, 1e-9) << k;
  }
  EXPECT_GT(std::fabs(native.value(4, "energy.work")), 0.1);
}

// Burnout at a time that an event sets; then it flies on as a stone.
TEST(FollowerForces, AParameterOfAnEvent) {
  const test::RunResult run = test::good_run(
      "PARAM thrust = 5\nX 1 0 0\nX 2 0.3\nDYNX 1\nDYNX 2\nEND HALT\nXM 1 2\nXM 2 1\n"
      "PFORCE 1 1 2 0 0 FX = thrust ; FY = 0 ; IN BODY\nEVENT burnout WHEN t > 0.55 DO SET thrust "
      "= 0\nTIMES 0 1 0.25\nEND END\n");
  const std::size_t last = run.rows.size() - 1;
  EXPECT_NEAR(run.value(last, "v1_1"), 2.5 * 0.55 * std::cos(0.3), 1e-9);
  EXPECT_NEAR(run.value(last, "v1_2"), 2.5 * 0.55 * std::sin(0.3), 1e-9);
}

TEST(FollowerForces, EchoAndConversionGiveTheSameReport) {
  const std::string deck =
      "PARAM F = 3\n3 2 0 1 0 0 0 0 0\n0 0 0\n0.2 0 0\n0.65 0 0\n1 2 0 0 -0.2 0\n2 3 0.3 0 -0.15 "
      "0\n"
      "1\n0 1 0.25\nMASS 2 3 0.07\nMASS 3 2 0.03\n"
      "FORCE 3 0.25 0 FX = F*sin(5*t) ; FY = -4*body3.phid ; IN BODY 2\nFORCE 2 0 0 FX = 1 ; FY = "
      "point1.yd\nEND\n";
  Diagnostics diagnostics;
  const std::string with_point = [&] {
    std::string out = deck;
    out.replace(out.find("point1.yd"), 9, "body2.yd");
    return out;
  }();
  const std::string native = convert_deck({"deck", with_point, ".", {}}, {}, diagnostics);
  EXPECT_EQ(diagnostics.format_all(), "");
  const std::string echo = echo_deck({"deck", with_point, ".", {}}, {}, diagnostics);
  const test::RunResult run = test::good_run(with_point), again = test::good_run(echo),
                        other = test::good_run(native);
  EXPECT_EQ(run.rows, again.rows);
  for (std::size_t k = 0; k < run.rows.size(); ++k)
    EXPECT_NEAR(run.value(k, "body3.phi"), other.value(k, "x6_1"), 1e-12);
}

}  // namespace
}  // namespace mbs
