// CURVES: curves on curves in closed form: circles, elliptic gears, an ellipse that rolls on a
// line, conjugate cams, contact; what it has in common with PLCCIRC, CAM and PLCLINE.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/good_run.h"

namespace mbs {
namespace {

// The same channels of two runs.
void expect_same(const test::RunResult& a, const test::RunResult& b,
                 const std::vector<std::string>& channels, double tolerance) {
  ASSERT_EQ(a.rows.size(), b.rows.size());
  for (std::size_t k = 0; k < a.rows.size(); ++k)
    for (const std::string& channel : channels) {
      const double value = b.value(k, channel);
      EXPECT_NEAR(a.value(k, channel), value, tolerance * (1 + std::fabs(value)))
          << channel << " " << k;
    }
}

const char* const kTwoBodies =
    R"(X 1 0 0
X 2 0.3
X 3 0.9 0.5
X 4 0
)";
const char* const kThrown =
    R"(END HALT
DOF AUTO
XM 1 1
XM 2 0.1
XM 3 0.7
XM 4 0.05
STARTVX 1 1 0.3
STARTVX 2 1 1.5
STARTVX 4 1 -0.7
STARTVX 3 2 0.2
GRAVITY 0 -1
INTEG DOP853 1e-12 1e-12
TIMES 0 2 0.5
END END
)";

// Circles as profiles, apart, pressed on each other by springs, and in a ring, against PLCCIRC.
TEST(Curves, CirclesAreCircles) {
  const std::string wheel =
      "CURVES 1 1 2 3 4 X = 0.1 + 0.4*cos(u) ; Y = 0.05 + 0.4*sin(u) ; "
      "FROM 0 TO 360deg ; ON ";
  const std::string disc = "X = -0.1 + 0.6*cos(u) ; Y = 0.6*sin(u) ; FROM -1 TO ${2*pi - 1}\n";
  const std::string ring = "X = 0.2 + 1.9*cos(u) ; Y = -1.9*sin(u) ; FROM 0 TO 360deg\n";
  for (const std::string free : {"RLSE 1\n", "RLSE 1\nESTIFF 1 40 7\n"}) {
    const bool springs = free.find("ESTIFF") != std::string::npos;
    const std::string kinematics = "RLSE 1\n",
                      dynamics = std::string("END HALT\n") + (springs ? "ESTIFF 1 40 7\n" : "") +
                                 (kThrown + std::string("END HALT\n").size());
    const auto run = [&](const std::string& element) {
      return test::good_run(element + kTwoBodies + kinematics + dynamics);
    };
    const std::vector<std::string> channels = {"x1_1", "x2_1", "x3_2", "x4_1",   "a2_1",
                                               "a4_1", "e1_1", "e1_2", "edd1_1", "edd1_2"};
    expect_same(run(wheel + disc), run("PLCCIRC 1 1 2 3 4 0.1 0.05 0.4 -0.1 0 0.6\n"), channels,
                1e-10);
    expect_same(run(wheel + ring), run("PLCCIRC 1 1 2 3 4 0.1 0.05 0.4 0.2 0 -1.9\n"), channels,
                1e-10);
  }
}

// Two equal ellipses that turn about foci 2 a apart roll on each other: with excentricity c
//   tan(psi/2) = (1 - c)/(1 + c) tan(phi/2) in magnitude,
//   ratio psid/phid = (1 - c^2)/(1 + c^2 + 2 c cos phi), phi from the far end of the driver.
TEST(Curves, EllipticGears) {
  const double a = 0.05, c = 0.6, w = 3;
  const test::RunResult run = test::good_run(fmt::format(
      R"(PARAM a = {}
PARAM c = {}
CURVES 1 3 4 1 2 RADIUS = a*(1 - c^2)/(1 + c*cos(u)) ; ON RADIUS = a*(1 - c^2)/(1 - c*cos(u))
X 1 0 0
X 2 0
X 3 ${{2*a}} 0
X 4 ${{pi}}
FIX 1
FIX 3
INPUTX 2
RLSE 1 1
END HALT
INPUTX 2 1 0 {}
XM 4 1e-4
TIMES 0 9 0.25
END END
)",
      a, c, w));
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double phi = w * run.time(k);
    // At the angle phi of the driver the place on it is at u = -phi.
    const double r = a * (1 - c * c) / (1 - c * std::cos(phi)), ratio = r / (2 * a - r);
    EXPECT_NEAR(run.value(k, "v4_1"), -w * ratio, 1e-10) << k;
    EXPECT_NEAR(run.value(k, "e1_1"), 0, 1e-12) << k;
    EXPECT_NEAR(run.value(k, "curves1.x"), r, 1e-11) << k;
    EXPECT_NEAR(run.value(k, "curves1.y"), 0, 1e-11) << k;
    const double turned = M_PI - run.value(k, "x4_1");
    const double want = 2 * std::atan2((1 + c) * std::sin(phi / 2), (1 - c) * std::cos(phi / 2));
    EXPECT_NEAR(std::remainder(turned - want, 2 * M_PI), 0, 1e-10) << k;
    // d(ratio)/dt
    const double rd = -a * (1 - c * c) * c * std::sin(phi) * w / std::pow(1 - c * std::cos(phi), 2);
    EXPECT_NEAR(run.value(k, "a4_1"), -w * rd * 2 * a / std::pow(2 * a - r, 2), 1e-8) << k;
  }
}

// A solid ellipse that rolls on the ground: the height of its middle over the angle is
// h = sqrt(a^2 sin^2 + b^2 cos^2), and energy says how fast it turns; the ground as a straight
// profile on the one or the other body of the element.
TEST(Curves, AnEllipseRollsOnTheGround) {
  const double a = 0.5, b = 0.3, m = 2, J = m * (a * a + b * b) / 4, g = 9.81, w0 = 8;
  const std::string ellipse = fmt::format("X = {}*cos(u) ; Y = {}*sin(u) ; FROM 0 TO 360deg", a, b);
  const std::string ground = "X = -u ; Y = 0 ; FROM -40 TO 40";
  const std::string rest = fmt::format(R"(X 1 0 {}
X 2 0
X 8 0 0
FIX 8
FIX 9
DYNX 2
END HALT
XM 1 {}
XM 2 {}
STARTDX 2 1 0 {}
GRAVITY 0 -9.81
INTEG DOP853 1e-12 1e-12
TIMES 0 6 0.5
END END
)",
                                       b, m, J, -w0);
  const test::RunResult one =
      test::good_run("CURVES 1 1 2 8 9 " + ellipse + " ; ON " + ground + "\n" + rest);
  const test::RunResult other =
      test::good_run("CURVES 1 8 9 1 2 " + ground + " ; ON " + ellipse + "\n" + rest);
  expect_same(one, other, {"x1_1", "x1_2", "x2_1", "a2_1", "s1_1", "s1_2"}, 1e-9);
  double travelled = 0;
  for (std::size_t k = 0; k < one.rows.size(); ++k) {
    const double phi = one.value(k, "x2_1"), w = one.value(k, "v2_1");
    const double s = std::sin(phi), co = std::cos(phi),
                 h = std::sqrt(a * a * s * s + b * b * co * co);
    EXPECT_NEAR(one.value(k, "x1_2"), h, 1e-12) << k;
    // The place below is hd/wd beside the middle.
    const double beside = (a * a - b * b) * s * co / h;
    const double energy = 0.5 * (J + m * (h * h + beside * beside)) * w * w + m * g * h;
    EXPECT_NEAR(energy, 0.5 * (J + m * b * b) * w0 * w0 + m * g * b, 1e-9) << k;
    EXPECT_NEAR(one.value(k, "v1_1"), -w * h, 1e-10) << k;
    EXPECT_NEAR(one.value(k, "curves1.x"), one.value(k, "x1_1") - beside, 1e-10) << k;
    EXPECT_NEAR(one.value(k, "curves1.nx"), 0, 1e-14);
    EXPECT_NEAR(one.value(k, "energy.balance"), 0, 1e-9);
    travelled = one.value(k, "x1_1");
  }
  EXPECT_GT(travelled, 4);  // several times round
}

// A flat-faced follower as a straight profile, a roller as a circle: those of CAM. Only the gap is
// held.
TEST(Curves, FollowersOfCams) {
  const std::string cam = "RADIUS = 0.05 + 0.004*cos(2*u) + 0.005*sin(u)";
  const std::string rest = R"(X 1 0 0
X 2 0
X 3 0.01 0.06
X 4 0
FIX 1
FIX 3 1
FIX 4
INPUTX 2
END HALT
INPUTX 2 1 0 5
XM 3 1
GRAVITY 0 -9.81
TIMES 0 2 0.1
END END
)";
  const auto curves = [&](const std::string& follower) {
    return test::good_run("CURVES 1 3 4 1 2 " + follower + " ; ON " + cam + "\nRLSE 1 2\n" + rest);
  };
  const auto cams = [&](const std::string& follower) {
    return test::good_run("CAM 1 3 4 1 2 " + follower + " " + cam + "\n" + rest);
  };
  const std::vector<std::string> channels = {"x3_2", "v3_2", "a3_2", "s1_1"};
  expect_same(curves("X = u ; Y = 0.002 ; FROM -0.2 TO 0.2"), cams("FLAT 0 0.002 -1 0"), channels,
              1e-10);
  expect_same(curves("X = 0.004 + 0.01*cos(u) ; Y = 0.01*sin(u) ; FROM 0 TO 360deg"),
              cams("ROLLER 0.004 0 0.01"), channels, 1e-10);
}

// Bodies in the air, without forces: the gap and the slip of a pair are those of the swapped pair,
// and their rates agree with differences of them.
TEST(Curves, SwappedBodies) {
  const std::string bean = "RADIUS = 0.5 + 0.12*cos(2*u) + 0.03*sin(3*u)";
  const std::string egg = "X = 0.4*cos(u) + 0.05*cos(2*u) ; Y = 0.3*sin(u) ; FROM 0 TO 360deg";
  const test::RunResult run = test::good_run(
      "CURVES 1 1 2 3 4 " + bean + " ; ON " + egg + "\nCURVES 2 3 4 1 2 " + egg + " ; ON " + bean +
      "\n" + "X 1 0 0\nX 2 0.3\nX 3 1.4 0.9\nX 4 0\nRLSE 1\nRLSE 2\n" + kThrown);
  for (std::size_t k = 0; k < run.rows.size(); ++k)
    for (const std::string channel : {"e", "ed", "edd"})
      for (const std::string component : {"_1", "_2"}) {
        const double value = run.value(k, channel + "1" + component);
        EXPECT_NEAR(run.value(k, channel + "2" + component), value, 1e-11 * (1 + std::fabs(value)))
            << channel << component << " " << k;
      }
}

// A rocker with a foot that is an arc of a circle rolls to its end and on over its corner, and
// back: energy stays, and the foot is a pendulum about the corner there.
TEST(Curves, ARockerOverTheEndOfItsFoot) {
  const std::string deck =
      R"(CURVES 1 1 2 8 9 X = 0.5*sin(u) ; Y = 0.5 - 0.5*cos(u) ; FROM -0.4 TO 0.4 ; &
 ON X = -u ; Y = 0 ; FROM -5 TO 5
X 1 0 0
X 2 0
X 8 0 0
FIX 8
FIX 9
DYNX 2
END HALT
XM 1 1
XM 2 0.05
STARTDX 2 1 0 6
GRAVITY 0 -9.81
INTEG DOP853 1e-11 1e-11
TIMES 0 1.2 0.05
END END
)";
  const test::RunResult run = test::good_run(deck);
  double most = 0;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double phi = run.value(k, "x2_1");
    most = std::max(most, std::fabs(phi));
    EXPECT_NEAR(run.value(k, "energy.balance"), 0, 1e-8) << k;
    EXPECT_NEAR(run.value(k, "curves1.ra"), std::fabs(phi) < 0.4 ? 0.5 : 0, 1e-12);
    // The lowest point of the arc, or its corner.
    const double side = phi > 0 ? -0.4 : 0.4, cx = 0.5 * std::sin(side),
                 cy = 0.5 - 0.5 * std::cos(side);
    const double height = std::fabs(phi) < 0.4 ? 0.5 - 0.5 * std::cos(phi)
                                               : -(std::sin(phi) * cx + std::cos(phi) * cy);
    EXPECT_NEAR(run.value(k, "x1_2"), height, 1e-11) << k;
  }
  EXPECT_GT(most, 0.5);
}

// Rigid contact with friction: circles as profiles bounce, slip and roll like PLCCIRC.
TEST(Curves, ContactLikeACircle) {
  const auto run = [](const std::string& element, const std::string& model) {
    return test::good_run(element + R"(X 1 -0.6 0.3
X 2 0
X 8 0 0
X 9 0
FIX 8
FIX 9
END HALT
DOF AUTO
XM 1 2
XM 2 0.008
STARTVX 2 1 3
GRAVITY 0 -9.81
CONTACT 1 )" + model + R"(
INTEG DOP853 1e-11 1e-11
TIMES 0 2 0.1
END END
)");
  };
  for (const std::string model :
       {"RIGID 0.4 0.5 0.4", "PENALTY 2e4 1.5 0.3 0.4 1e-2", "IMPULSES 0.5 1e-2 0.3"}) {
    const test::RunResult curve =
        run("CURVES 1 1 2 8 9 X = 0.1*cos(u) ; Y = 0.1*sin(u) ; FROM 0 TO 360deg ; ON X = cos(u) ; "
            "Y = -sin(u) ; FROM 0 TO 360deg\n",
            model);
    const test::RunResult circle = run("PLCCIRC 1 1 2 8 9 0 0 0.1 0 0 -1\n", model);
    expect_same(
        curve, circle,
        {"x1_1", "x1_2", "x2_1", "v1_1", "v2_1", "contact1.slip", "contact1.n", "contact1.f"},
        1e-7);
  }
}

// KABIOS decks say it with the same word: elliptic gears; echo and conversion keep it.
TEST(Curves, EchoAndConversionGiveTheSameReport) {
  const std::string deck =
      R"(PARAM c = 0.5
3 2 0 1 0 1 0 0 0
0 0 0
0 0 0
0.1 0 3.141592653589793
1 2 0 0 0 0
1 3 0.1 0 0 0
1
2 3 0 6 0
0 1 0.125
CURVES 3 2 RADIUS = 0.05*(1 - c^2)/(1 + c*cos(u)) ; ON RADIUS = 0.05*(1 - c^2)/(1 - c*cos(u)) ; &
  TOOTHED
OUT radius = curves1.ra*1000
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
    const double r = 0.05 * 0.75 / (1 - 0.5 * std::cos(6 * run.time(k)));
    EXPECT_NEAR(run.value(k, "body3.phid"), -6 * r / (0.1 - r), 1e-10);
    EXPECT_EQ(run.value(k, "body3.phidd"), other.value(k, "a6_1"));
    EXPECT_EQ(run.value(k, "radius"), other.value(k, "radius"));
  }
}

// The round tip of an arm slides along a round wall, rolls on it, or touches it: a rod, ROLL and
// CONTACT of a circle.
TEST(Curves, OfAChain) {
  const auto run = [](const std::string& joint) {
    return test::done(R"(SEGDYN
SEGMENT 1  2 0.5 0.25 0.05
SEGMENT 2  1 0.4 0.20 0.02
STATE 1  60deg 0.5
STATE 2  20deg
GRAV 0 -3
)" + joint + R"(TIME 0 0.4 0.05
INTEG DOP853 1e-11 1e-11
END
)");
  };
  const std::string curves =
      "CURVES 2 0  X = 0.2 + 0.05*cos(u) ; Y = 0.05*sin(u) ; FROM 0 TO 360deg "
      "; ON RADIUS = 0.65 + 0*u";
  const std::vector<std::string> channels = {"phi1", "phi2", "phidd2", "frx1", "fry2"};
  expect_same(run(curves + " ; SLIDING\n"), run("ROD 2 0 0.2 0 0 0 0.7\n"), channels, 1e-9);
  const test::RunResult rolls = run(curves + "\n");
  const test::RunResult circle = run("ROLL 2 0 CIRCLE 0.2 0 0.05 0 0 0.65\n");
  EXPECT_NEAR(rolls.value(0, "curves1.s1"), circle.value(0, "roll1.s1"), 1e-9);
  expect_same(rolls, circle, channels, 1e-9);
  expect_same(run(curves + "\nCONTACT CURVES 1 RIGID 0 0.3 0.2\n"),
              run("CONTACT 2 CIRCLE 0.4 0 0.05 0 0 0.65 RIGID 0 0.3 0.2\n"), channels, 1e-7);
}

}  // namespace
}  // namespace mbs
