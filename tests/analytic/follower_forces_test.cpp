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
    const test::RunResult run = test::good_run(fmt::format(R"(X 1 0 0
X 2 0
DYNX 1
DYNX 2
END HALT
XM 1 {}
XM 2 {}
STARTDX 2 1 0 {}
PFORCE 1 1 2 -0.5 0 FX = {} ; FY = 0 ; IN BODY
TIMES 0 4 0.25
{}
END END
)",
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
  const test::RunResult run = test::good_run(fmt::format(R"(X 1 0 0
X 2 0
DYNX 1
DYNX 2
END HALT
XM 1 {}
XM 2 {}
PFORCE 1 1 2 {} 0 FX = 0 ; FY = {} ; IN BODY 2
TIMES 0 3 1
INTEG DOP853 1e-12 1e-12
END END
)",
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
  return test::good_run(fmt::format(R"(PLREV 1 9 10 1 2 0 0 -1 0
PLREV 2 1 2 3 4 0 0 -1 0
PLTOR 3 10 2
PLTOR 4 2 4
X 9 0 0
X 1 1 0
X 3 2 0
FIX 9
FIX 10
RLSE 3
RLSE 4
DYNX 2
DYNX 4
END HALT
XM 1 2
XM 3 1
ESTIFF 3 1
ESTIFF 4 1
PFORCE 1 3 4 0 0 FX = -{} ; FY = 0 ; IN BODY
EIGEN
END END
)",
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
  const std::string force = R"(0 0 FX = -1.7 ; FY = 0 ; IN BODY
EIGEN
END
)";
  const test::RunResult kabios = test::good_run(
      R"(3 2 0 1 0 0 0 0 0
0 0 0
1 0 0
2 0 0
1 2 0 0 -1 0
2 3 0 0 -1 0
1
0 1 1
MASS 2 2 0
MASS 3 1 0
RSDA 1 2 1 0 0
RSDA 2 3 1 0 0
FORCE 3 )" +
      force);
  const test::RunResult chain = test::good_run(
      R"(SEGDYN
SEGMENT 1 2 1 1 0
SEGMENT 2 1 1 1 0
STATE 1 0 0
STATE 2 0 0
RSDA 0 1 1 0 0
RSDA 1 2 1 0 0
TIME 0 1 1
FORCE 2 )" +
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
      R"(X 1 0 0
X 2 0
X 3 0 0
X 4 30deg
DYNX 1
DYNX 2
FIX 3
INPUTX 4
END HALT
XM 1 2
XM 2 1
INPUTX 4 1 0.5 2
STARTDX 1 1 0 3
PFORCE 1 1 2 0 0 FX = -0.4*v1_1*abs(v1_1) ; FY = 0
PFORCE 2 1 2 0 0 FX = 0 ; FY = 0.7 ; IN BODY 4
PFORCE 3 1 2 0 0 FX = 0.7*sin(0.5 + 2*t) ; FY = -0.7*cos(0.5 + 2*t)
TIMES 0 2 0.5
INTEG DOP853 1e-12 1e-12
END END
)");
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    EXPECT_NEAR(run.value(k, "v1_1"), 3 / (1 + 0.4 * 3 * run.time(k) / 2), 1e-10);
    EXPECT_NEAR(run.value(k, "x1_2"), 0, 1e-12);
  }
}

// Two rods pushed at the tip across the second one: native, KABIOS and chain decks.
TEST(FollowerForces, DialectsAgree) {
  const test::RunResult chain = test::good_run(
      R"(SEGDYN
SEGMENT 1 3 0.5 0.2 0.07
SEGMENT 2 2 0.4 0.15 0.03
STATE 1 -1 0.2
STATE 2 -0.4 0
GRAV 0 -9.81
FORCE 2 0.25 0 FX = 3*sin(5*t) ; FY = -4*phid2 ; IN BODY
FORCE 1 0 0.1 FX = 2 ; FY = t ; IN BODY 2
FORCE 1 0.1 0 1 -2
TIME 0 1 0.25
INTEG DOP853 1e-11 1e-11
END
)");
  const test::RunResult native = test::good_run(
      R"(PLREV 1 9 10 1 2 0 0 -0.2 0
PLREV 2 1 2 3 4 0.3 0 -0.15 0
X 9 0 0
X 1 ${0.2*cos(1)} ${-0.2*sin(1)}
X 2 -1
X 3 ${0.5*cos(1)+0.15*cos(0.4)} ${-0.5*sin(1)-0.15*sin(0.4)}
X 4 -0.4
FIX 9
FIX 10
DYNX 2
DYNX 4
END HALT
XM 1 3
XM 2 0.07
XM 3 2
XM 4 0.03
STARTDX 2 1 -1 0.2
GRAVITY 0 -9.81
PFORCE 1 3 4 0.25 0 FX = 3*sin(5*t) ; FY = -4*v4_1 ; IN BODY
PFORCE 2 1 2 0 0.1 FX = 2 ; FY = t ; IN BODY 4
PFORCE 3 1 2 0.1 0 1 -2
TIMES 0 1 0.25
INTEG DOP853 1e-11 1e-11
END END
)");
  const test::RunResult kabios = test::good_run(
      R"(3 2 0 1 0 0 0 0 0
0 0 0
${0.2*cos(1)} ${-0.2*sin(1)} -1
${0.5*cos(1)+0.15*cos(0.4)} ${-0.5*sin(1)-0.15*sin(0.4)} -0.4
1 2 0 0 -0.2 0
2 3 0.3 0 -0.15 0
1
0 1 0.25
MASS 2 3 0.07
MASS 3 2 0.03
VEL 2 0 0 0.2
VEL 3 0 0 0
GRAV 0 -9.81
FORCE 3 0.25 0 FX = 3*sin(5*t) ; FY = -4*body3.phid ; IN BODY
FORCE 2 0 0.1 FX = 2 ; FY = t ; IN BODY 3
FORCE 2 0.1 0 1 -2
INTEG DOP853 1e-11 1e-11
END
)");
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
      R"(PARAM thrust = 5
X 1 0 0
X 2 0.3
DYNX 1
DYNX 2
END HALT
XM 1 2
XM 2 1
PFORCE 1 1 2 0 0 FX = thrust ; FY = 0 ; IN BODY
EVENT burnout WHEN t > 0.55 DO SET thrust = 0
TIMES 0 1 0.25
END END
)");
  const std::size_t last = run.rows.size() - 1;
  EXPECT_NEAR(run.value(last, "v1_1"), 2.5 * 0.55 * std::cos(0.3), 1e-9);
  EXPECT_NEAR(run.value(last, "v1_2"), 2.5 * 0.55 * std::sin(0.3), 1e-9);
}

TEST(FollowerForces, EchoAndConversionGiveTheSameReport) {
  const std::string deck =
      R"(PARAM F = 3
3 2 0 1 0 0 0 0 0
0 0 0
0.2 0 0
0.65 0 0
1 2 0 0 -0.2 0
2 3 0.3 0 -0.15 0
1
0 1 0.25
MASS 2 3 0.07
MASS 3 2 0.03
FORCE 3 0.25 0 FX = F*sin(5*t) ; FY = -4*body3.phid ; IN BODY 2
FORCE 2 0 0 FX = 1 ; FY = point1.yd
END
)";
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
