// CAM: followers on curves in closed form: flat, pointed and roller followers that translate, a
// roller on an arm, open curves; curvature, pressure angle and what is reported of them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/good_run.h"

namespace mbs {
namespace {

constexpr double kBase = 0.04, kLift = 0.015, kRise = 2 * M_PI / 3, kSpeed = 7;

// Cycloidal rise of kLift over kRise and its derivatives by the angle, within the rise.
struct Rise {
  double s, ds, dds;
};
Rise cycloidal(double u) {
  const double w = 2 * M_PI / kRise;
  return {kLift * (u / kRise - std::sin(w * u) / (2 * M_PI)), kLift / kRise * (1 - std::cos(w * u)),
          kLift / kRise * w * std::sin(w * u)};
}
// The same as text, of a variable.
std::string rise_text(const std::string& u) {
  return fmt::format("{0}*rise_cycloidal(({1})/{2:.17g})", kLift, u, kRise);
}
std::string slope_text(const std::string& u) {
  return fmt::format("{0:.17g}*(1 - cos({2:.17g}*({1})))", kLift / kRise, u, 2 * M_PI / kRise);
}

// A cam about the origin, turned clockwise, and a follower that goes along y from y0 and carries
// 0.5 kg: rows over the rise, without its ends.
test::RunResult lifted(const std::string& follower, const std::string& curve, double y0) {
  return test::good_run(fmt::format(R"(CAM 1 3 4 1 2 {} {} ; ALONG 0 1
X 1 0 0
X 2 0
X 3 0 {:.17g}
X 4 0
FIX 1
FIX 3 1
FIX 4
INPUTX 2
END HALT
INPUTX 2 1 0 {}
XM 3 0.5
TIMES 0.01 0.29 0.02
END END
)",
                                    follower, curve, y0, -kSpeed));
}

// lift, speed, acceleration of the follower and the force that it takes.
void expect_rise(const test::RunResult& run, double y0, bool with_pressure, double effective) {
  ASSERT_GT(run.rows.size(), 10u);
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double theta = kSpeed * run.time(k);
    const Rise rise = cycloidal(theta);
    EXPECT_NEAR(run.value(k, "x3_2"), y0 + rise.s, 1e-12) << k;
    EXPECT_NEAR(run.value(k, "v3_2"), kSpeed * rise.ds, 1e-11) << k;
    EXPECT_NEAR(run.value(k, "a3_2"), kSpeed * kSpeed * rise.dds, 1e-10) << k;
    const double normal = -run.value(k, "s1_1") * run.value(k, "cam1.ny");
    EXPECT_NEAR(normal, 0.5 * kSpeed * kSpeed * rise.dds, 1e-9) << k;
    if (!with_pressure) continue;
    EXPECT_NEAR(std::tan(run.value(k, "cam1.pressure")), rise.ds / (effective + rise.s), 1e-10)
        << k;
  }
}

// The cam turns by -theta, so that its polar angle under the follower is pi/2 + theta.
TEST(Cams, PointedFollower) {
  const std::string curve = fmt::format("RADIUS = {} + {} ; FROM {:.17g} TO {:.17g}", kBase,
                                        rise_text("u - pi/2"), M_PI / 2, M_PI / 2 + kRise);
  expect_rise(lifted("POINT 0 0", curve, kBase + 0.001), kBase, true, kBase);
}

// The curve lies inside the path of the roller's centre, r along the normal of that path.
TEST(Cams, RollerFollower) {
  const double r = 0.01;
  const std::string u = "(u - pi/2)", R = fmt::format("({} + {})", kBase, rise_text(u)),
                    D = "(" + slope_text(u) + ")", n = "hypot(" + R + ", " + D + ")";
  // Tangent D e_r + R e_u, outward normal R e_r - D e_u.
  const std::string curve = fmt::format(
      "X = {0}*cos(u) - {3}*({0}*cos(u) + {1}*sin(u))/{2} ; &\n"
      " Y = {0}*sin(u) - {3}*({0}*sin(u) - {1}*cos(u))/{2} ; FROM {4:.17g} TO {5:.17g}",
      R, D, n, r, M_PI / 2, M_PI / 2 + kRise);
  const test::RunResult run = lifted(fmt::format("ROLLER 0 0 {}", r), curve, kBase + 0.001);
  expect_rise(run, kBase, true, kBase);
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const Rise s = cycloidal(kSpeed * run.time(k));
    const double R0 = kBase + s.s, q = R0 * R0 + s.ds * s.ds;
    const double pitch = std::pow(q, 1.5) / (R0 * R0 + 2 * s.ds * s.ds - R0 * s.dds);
    EXPECT_NEAR(run.value(k, "cam1.radius"), pitch - r, 1e-9) << k;
    EXPECT_NEAR(run.value(k, "cam1.u"), M_PI / 2 + kSpeed * run.time(k), 1e-10) << k;
  }
}

// A flat face touches at s' beside the axis; radius of curvature base + s + s''.
TEST(Cams, FlatFollower) {
  // In the frame of the cam at u: (-s', base + s) turned by +u.
  const std::string s = fmt::format("({} + {})", kBase, rise_text("u")),
                    d = "(" + slope_text("u") + ")";
  const std::string curve = fmt::format(
      "X = -{1}*cos(u) - {0}*sin(u) ; Y = -{1}*sin(u) + {0}*cos(u) ; FROM 0 TO {2:.17g}", s, d,
      kRise);
  // The cam lies below the face: its free side is to the left of (-1, 0).
  const test::RunResult run = lifted("FLAT 0.1 0 -1 0", curve, kBase + 0.001);
  expect_rise(run, kBase, false, 0);
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const Rise rise = cycloidal(kSpeed * run.time(k));
    EXPECT_NEAR(run.value(k, "cam1.radius"), kBase + rise.s + rise.dds, 1e-9);
    EXPECT_NEAR(run.value(k, "cam1.x"), -rise.ds, 1e-10);
    EXPECT_NEAR(run.value(k, "cam1.y"), kBase + rise.s, 1e-12);
    EXPECT_NEAR(run.value(k, "cam1.pressure"), 0, 1e-12);
  }
}

// A roller on an arm on an eccentric circle is a four-bar: the centres keep their distance. Also in
// a dynamic run, in both forms.
TEST(Cams, RollerOnAnArmIsAFourBar) {
  const std::string rest =
      R"(PLREV 2 9 10 3 4 0.12 0.03 -0.1 0.02
X 1 0 0
X 2 0.3
X 9 0 0
X 10 0
X 3 0.03 0.06
X 4 0.1
FIX 1
FIX 9
FIX 10
DYNX 2
END HALT
XM 2 0.01
XM 3 0.4
XM 4 0.002
STARTVX 2 1 9
XLAW 2 1 = 0.3 - 0.02*v
GRAVITY 0 -9.81
EREST 1 {}
TIMES 0 1 0.05
INTEG DOP853 1e-11 1e-11
FORM {}
END END
)";
  for (const char* form : {"REDUCED", "FULL"}) {
    const test::RunResult cam = test::good_run(
        "CAM 1 3 4 1 2 ROLLER -0.01 0.015 0.012 X = 0.02 + 0.05*cos(u) ; Y = 0.01 + 0.05*sin(u) ; "
        "FROM 0 TO ${2*pi} ; ABOUT -0.1 0.02\n" +
        fmt::format(fmt::runtime(rest), 0, form));
    const test::RunResult bar = test::good_run("PLSDA 1 3 4 1 2 -0.01 0.015 0.02 0.01\n" +
                                               fmt::format(fmt::runtime(rest), 0.062, form));
    for (std::size_t k = 0; k < cam.rows.size(); ++k) {
      EXPECT_NEAR(cam.value(k, "x4_1"), bar.value(k, "x4_1"), 1e-9) << k;
      EXPECT_NEAR(cam.value(k, "a4_1"), bar.value(k, "a4_1"), 1e-6) << k;
      EXPECT_NEAR(cam.value(k, "s1_1"), bar.value(k, "s1_1"), 1e-7) << k;
      EXPECT_NEAR(cam.value(k, "cam1.radius"), 0.05, 1e-12);
      EXPECT_NEAR(cam.value(k, "energy.balance"), 0, 1e-9);
    }
    EXPECT_NEAR(cam.value(0, "a4_1"), bar.value(0, "a4_1"),
                1e-12 * std::fabs(bar.value(0, "a4_1")));
    EXPECT_GT(cam.value(cam.rows.size() - 1, "x2_1"), 2 * M_PI);
  }
}

// A flat face on an arm over an eccentric circle: its distance from the circle's centre is R.
TEST(Cams, FlatFaceOnAnArm) {
  const test::RunResult run = test::good_run(
      R"(CAM 1 3 4 1 2 FLAT 0 0.01 -1 0 X = 0.02 + 0.05*cos(u) ; Y = 0.05*sin(u) ; FROM 0 TO ${2*pi} ; ABOUT 0 0
X 1 0 0
X 2 0
X 3 -0.15 0
X 4 0.2
FIX 1
FIX 3
INPUTX 2
END HALT
INPUTX 2 1 0 5
XM 4 0.01
TIMES 0 1.3 0.1
END END
)");
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double t = run.time(k), c = 0.02 * std::cos(5 * t), s = 0.02 * std::sin(5 * t);
    // With (a, b) from the pivot to the centre: b cos(phi) - a sin(phi) = 0.01 - 0.05.
    const double a = 0.15 + c, b = s, L = std::hypot(a, b);
    const double direction = std::atan2(b, a), phi = direction + std::asin(0.04 / L);
    EXPECT_NEAR(run.value(k, "x4_1"), phi, 1e-12) << k;
    // Rates: with ld and wd of the centre seen from the pivot.
    const double ad = -5 * s, bd = 5 * c, Ld = (a * ad + b * bd) / L,
                 turn = (a * bd - b * ad) / (L * L);
    EXPECT_NEAR(run.value(k, "v4_1"), turn - 0.04 * Ld / (L * std::sqrt(L * L - 0.0016)), 1e-11);
  }
}

// Once round and on: the parameter starts again, the motion does not.
TEST(Cams, GoesRoundAndRound) {
  const test::RunResult run = test::good_run(
      R"(CAM 1 3 4 1 2 ROLLER 0 0 0.01 RADIUS = 0.05 + 0.01*cos(2*u)
X 1 0 0
X 2 0
X 3 0 0.05
X 4 0
FIX 1
FIX 3 1
FIX 4
INPUTX 2
END HALT
INPUTX 2 1 0 ${2*pi}
XM 3 1
TIMES 0 3.2 0.05
END END
)");
  for (std::size_t k = 0; k + 20 < run.rows.size(); ++k) {
    EXPECT_NEAR(run.value(k, "x3_2"), run.value(k + 20, "x3_2"), 1e-13);
    EXPECT_NEAR(run.value(k, "a3_2"), run.value(k + 20, "a3_2"), 1e-8);
  }
}

// A bead on a wire: an open curve, y = x^2, whose cam side is to the left. Energy stays.
TEST(Cams, BeadOnAWire) {
  for (const char* method : {"DOP853 1e-11 1e-11", "STIFF 1e-9 1e-9"}) {
    const test::RunResult run = test::good_run(fmt::format(
        R"(CAM 1 3 4 1 2 POINT 0 0 X = u ; Y = u^2 ; FROM -2 TO 2
X 1 0 0
X 2 0
X 3 0.6 0.36
X 4 0
FIX 1
FIX 2
FIX 4
DYNX 3 1
END HALT
XM 3 1.5
GRAVITY 0 -9.81
TIMES 0 3 0.25
INTEG {}
END END
)",
        method));
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      const double x = run.value(k, "x3_1"), v = run.value(k, "v3_1");
      EXPECT_NEAR(run.value(k, "x3_2"), x * x, 1e-12);
      EXPECT_NEAR(v * v * (1 + 4 * x * x) / 2 + 9.81 * (x * x - 0.36), 0, 1e-6);
      // (1 + 4 x^2) a + 4 x v^2 + 2 g x = 0
      EXPECT_NEAR(run.value(k, "a3_1"), -(4 * x * v * v + 2 * 9.81 * x) / (1 + 4 * x * x), 1e-9);
    }
  }
}

// EIGEN about the lowest point of that wire: omega^2 = 2 g; the frequency of a spring in the gap.
TEST(Cams, Modes) {
  const std::string head =
      R"(CAM 1 3 4 1 2 POINT 0 0 X = u ; Y = u^2 ; FROM -2 TO 2
X 1 0 0
X 2 0
X 3 0 0
X 4 0
FIX 1
FIX 2
FIX 4
DYNX 3 1
)";
  const test::RunResult run = test::good_run(head + R"(END HALT
XM 3 1.5
GRAVITY 0 -9.81
EIGEN
END END
)");
  EXPECT_NEAR(run.value(0, "omega"), std::sqrt(2 * 9.81), 1e-10);
  const test::RunResult spring = test::good_run(head +
                                                R"(DYNX 3 2
RLSE 1
END HALT
XM 3 1.5
ESTIFF 1 600
XLAW 3 1 = -15*x
EIGEN
END END
)");
  EXPECT_NEAR(spring.value(0, "omega"), std::sqrt(10), 1e-10);
  EXPECT_NEAR(spring.value(1, "omega"), 20, 1e-10);
}

// A follower that is only pressed, on an eccentric turned too fast: it lifts off, falls freely, and
// is caught again; what the contact does not take the energy keeps.
TEST(Cams, LiftsOff) {
  const test::RunResult run = test::good_run(
      R"(CAM 1 3 4 1 2 FLAT 0 0 -1 0 X = 0.01 + 0.03*cos(u) ; Y = 0.03*sin(u) ; FROM 0 TO 360deg
X 1 0 0
X 2 0
X 3 0 0.03
X 4 0
FIX 1
FIX 3 1
FIX 4
INPUTX 2
RLSE 1
DYNX 3 2
END HALT
INPUTX 2 1 0 40
XM 3 1
GRAVITY 0 -9.81
STARTDX 3 2 0.03 0.4
ELAW 1 1 = min(0, 2e5*e)
TIMES 0 0.6 0.002
INTEG DOP853 1e-10 1e-10
END END
)");
  int flying = 0, pressed = 0;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double gap = run.value(k, "x3_2") - 0.03 - 0.01 * std::sin(40 * run.time(k));
    EXPECT_NEAR(run.value(k, "e1_1"), gap, 1e-12);
    EXPECT_NEAR(run.value(k, "s1_1"), std::min(0.0, 2e5 * gap), 1e-6);
    (gap > 0 ? flying : pressed) += 1;
    if (gap > 0) {
      EXPECT_NEAR(run.value(k, "a3_2"), -9.81, 1e-12);
    }
    EXPECT_NEAR(run.value(k, "energy.balance"), 0, 1e-6);
  }
  EXPECT_GT(flying, 50);
  EXPECT_GT(pressed, 5);
}

// A roller that bounces on an eccentric, by IMPACT of the gap and as a rigid contact of two
// circles.
TEST(Cams, BouncesLikeACircle) {
  const std::string nodes =
      R"(X 1 0 0
X 2 0
X 3 0.012 0.15
X 4 0
FIX 1
FIX 3 1
FIX 4
INPUTX 2
DYNX 3 2
)";
  const std::string rest =
      R"(INPUTX 2 1 0 3
XM 3 0.5
GRAVITY 0 -9.81
INTEG DOP853 1e-11 1e-11
TIMES 0 0.5 0.05
END END
)";
  const test::RunResult cam = test::good_run(
      "CAM 1 3 4 1 2 ROLLER 0 0 0.01 X = 0.01 + 0.03*cos(u) ; Y = 0.03*sin(u) ; FROM 0 TO "
      "360deg\n" +
      nodes + "RLSE 1\nEND HALT\nEVENT hit WHEN e1_1 < 0 DO IMPACT E 1 1 FLOOR e = 0.6\n" + rest);
  const test::RunResult circle =
      test::good_run("PLCCIRC 1 3 4 1 2 0 0 0.01 0.01 0 0.03\n" + nodes +
                     "RLSE 1 1 2\nEND HALT\nCONTACT 1 RIGID 0.6\n" + rest);
  ASSERT_EQ(cam.rows.size(), circle.rows.size());
  for (std::size_t k = 0; k < cam.rows.size(); ++k) {
    EXPECT_NEAR(cam.value(k, "x3_2"), circle.value(k, "x3_2"), 1e-12);  // seen 1e-15
    EXPECT_NEAR(cam.value(k, "v3_2"), circle.value(k, "v3_2"), 1e-11);  // seen 4e-15
  }
}

TEST(Cams, EchoAndConversionGiveTheSameReport) {
  const std::string deck =
      R"(PARAM R = 0.03
3 0 0 1 4 1 0 0 0
0 0 0
0 0 0
0 0.04 0
1
2 1
2 2
3 1
3 3
2 3 0 6 0
0 1 0.125
CAM 3 2 FLAT 0 0 -1 0 X = 0.01 + R*cos(u) ; Y = R*sin(u) ; FROM 0 TO 360deg ; ALONG 0 1
OUT radius = cam1.radius*1000
MEASURE most = MAX cam1.pressure
END
)";
  Diagnostics diagnostics;
  const std::string native = convert_deck({"deck", deck, ".", {}}, {}, diagnostics);
  const std::string echo = echo_deck({"deck", deck, ".", {}}, {}, diagnostics);
  EXPECT_EQ(diagnostics.format_all(), "");
  const test::RunResult run = test::good_run(deck), again = test::good_run(echo),
                        other = test::good_run(native);
  EXPECT_EQ(run.rows, again.rows);
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    EXPECT_NEAR(run.value(k, "body3.y"), 0.03 + 0.01 * std::sin(6 * run.time(k)), 1e-13);
    EXPECT_NEAR(run.value(k, "radius"), 30, 1e-9);
    EXPECT_EQ(run.value(k, "body3.ydd"), other.value(k, "a5_2"));
    EXPECT_EQ(run.value(k, "radius"), other.value(k, "radius"));
  }
}

}  // namespace
}  // namespace mbs
