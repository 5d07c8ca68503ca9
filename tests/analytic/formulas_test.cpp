// FORMULA and RELATION against built-in elements of the same constraint, against closed forms, and
// in every dialect that has them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/good_run.h"
#include "text/number.h"

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
      R"(X 1 0 0
X 2 0
X 3 1.2 0.1
X 4 0.3
X 5 2 0.5
X 6 -0.4
X 7 2.9 0.2
FIX 1
FIX 2
POINT 1 1 2 0.1 0.2
POINT 2 3 4 -0.5 0.1
POINT 3 3 4 0.4 0
POINT 4 5 6 -0.3 0.05
POINT 5 5 6 0.6 0.1
END HALT
DOF AUTO
XM 3 2
XM 4 0.3
XM 5 1
XM 6 0.1
XM 7 0.5
GRAVITY 0.4 -9.81
STARTVX 4 1 1.5
FORM {}
INTEG DOP853 1e-12 1e-12
TIMES 0 0.5 0.25
END END
)";
  // Of the rod at the estimates.
  const double length = std::hypot(2.9 - (2 + 0.6 * std::cos(-0.4) - 0.1 * std::sin(-0.4)),
                                   0.2 - (0.5 + 0.6 * std::sin(-0.4) + 0.1 * std::cos(-0.4)));
  for (const char* form : {"REDUCED", "FULL"}) {
    const test::RunResult built_in = test::good_run(
        R"(PLREV 1 1 2 3 4 0.1 0.2 -0.5 0.1
PLREV 2 3 4 5 6 0.4 0 -0.3 0.05
PLSDA 3 5 6 7 8 0.6 0.1 0 0
FIX 8
)" + fmt::format(fmt::runtime(rest), fmt::format("{}\nEREST 3 {:.17g}", form, length)));
    const test::RunResult formulas = test::good_run(
        R"(FORMULA 1 = point1.x - point2.x
FORMULA 4 = point1.y - point2.y
FORMULA 2 = x3_1 + 0.4*cos(x4_1) - (x5_1 - 0.3*cos(x6_1) - 0.05*sin(x6_1))
FORMULA 5 = point3.y - point4.y
)" + fmt::format("FORMULA 3 = hypot(x7_1 - point5.x, x7_2 - point5.y) - {:.17g}\n", length) +
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
      R"(X 1 1 0
X 2 0 0
FIX 2
DYNX 1 2
END HALT
XM 1 2
GRAVITY 3 -0.5
{}STARTVX 1 2 0.3
FORM {}
INTEG DOP853 1e-13 1e-13
TIMES 0 1 0.25
END END
)";
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
        R"(FORMULA 1 = x1_1 - {0}*(x2_1 + sin(x2_1))
FORMULA 2 = x1_2 + {0}*(1 + cos(x2_1))
X 1 {1:.17g} {2:.17g}
X 2 {3}
DYNX 2
END HALT
XM 1 0.7
GRAVITY 0 -9.81
INTEG DOP853 1e-12 1e-12
TIMES 0 {4:.17g} {4:.17g}
END END
)",
        r, r * (angle + std::sin(angle)), -r * (1 + std::cos(angle)), angle, quarter));
    EXPECT_NEAR(run.value(1, "x2_1"), 0, 1e-9) << angle;  // seen 1e-12
  }
}

// A spring by formula: a law of a free formula, STATIC and EIGEN of it.
TEST(Formulas, CarryLaws) {
  const double k = 30, m = 1.5;
  const std::string head =
      R"(FORMULA 1 = hypot(x1_1, x1_2) - 1
X 1 0 -1.2
RLSE 1
FIX 1 1
DYNX 1 2
END HALT
XM 1 1.5
GRAVITY 0 -9.81
ESTIFF 1 30
)";
  const test::RunResult rest = test::good_run(head + "STATIC\nEND END\n");
  EXPECT_NEAR(rest.value(0, "x1_2"), -(1 + m * kG / k), 1e-12);
  const test::RunResult run = test::good_run(head + R"(INTEG DOP853 1e-12 1e-12
TIMES 0 1 1
END END
)");
  const double w = std::sqrt(k / m), mean = -(1 + m * kG / k);
  EXPECT_NEAR(run.value(1, "x1_2"), mean + (-1.2 - mean) * std::cos(w), 1e-9);
}

// A cam by its rise: the follower's acceleration is that of the rise, the moment on the shaft what
// virtual work says; the pressure angle is the slope of the profile.
TEST(Formulas, CamWithACycloidalRise) {
  const double h = 0.03, beta = 1.2, w = 20, m = 0.5;
  const test::RunResult run = test::good_run(fmt::format(
      R"(PARAM beta = {}
FORMULA 1 = x2_1 - {}*rise_cycloidal(x1_1/beta)
X 1 0
X 2 0
INPUTX 1
END HALT
INPUTX 1 1 0.01 {}
XM 2 {}
TIMES 0 0.055 0.005
END END
)",
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

// Names of the deck's own stand for the same channels.
TEST(Formulas, KnowNames) {
  const auto run_of = [](const std::string& formulas) {
    return test::good_run(
        R"(NAME BODY 1 2 arm
NAME NODE 3 knob
NAME ELEMENT 4 strut
NAME POINT 1 pen
)" + formulas +
        R"(PLTRUSS 4 1 3
RLSE 4
X 1 1 0
X 2 0.2
X 3 2 0.3
FIX 3 2
DYNX 2
POINT 1 1 2 0.5 0
END HALT
XM 1 2
XM 2 0.5
XM 3 1
GRAVITY 0 -9.81
TIMES 0 0.3 0.1
END END
)");
  };
  const test::RunResult named = run_of(
      R"(FORMULA 1 = arm.x^2 + arm.y^2 - 1
RELATION 2 = knob.x + 2*strut.e1
FORMULA 3 = pen.y - 0.5*sin(arm.phi) - 0.3*sin(knob.x - 2)
)");
  const test::RunResult channels = run_of(
      R"(FORMULA 1 = x1_1^2 + x1_2^2 - 1
RELATION 2 = x3_1 + 2*e4_1
FORMULA 3 = point1.y - 0.5*sin(x2_1) - 0.3*sin(x3_1 - 2)
)");
  ASSERT_EQ(named.rows.size(), channels.rows.size());
  EXPECT_EQ(named.rows, channels.rows);
}

// STATIC of an arm on a pin, from a position in which a formula of its angle has another slope. A
// formula that only measures changes nothing; with a spring it has the moment -k f f'.
TEST(Formulas, WhoseSlopePassesZeroInStatics) {
  const auto deck = [](const std::string& elements, const std::string& values) {
    return "PLREV 1  1 2 3 4  0 0 -1 0\nPLSDA 3  1 2 3 4  -1 1 1 0\nRLSE 3\n" + elements +
           "X 1 0 0\nX 3 1 0\nFIX 1\nFIX 2\nDYNX 4\nEND HALT\nESTIFF 3 30\nEREST 3 0.5\n" + values +
           "STATIC\nEND END\n";
  };
  for (const auto& [formula, slope] :
       {std::pair("sin(x4_1)", "cos(x4_1)"), std::pair("sin(3*x4_1)", "3*cos(3*x4_1)"),
        std::pair("x4_1^2 - 2*x4_1", "(2*x4_1 - 2)"), std::pair("cos(7*x4_1)", "-7*sin(7*x4_1)")}) {
    const std::string element = fmt::format("FORMULA 2 = {}\nRLSE 2\n", formula);
    // The spring pulls along the line through the pin.
    EXPECT_NEAR(test::done(deck(element, "")).value(0, "x4_1"), 3 * kPi / 4, 1e-9) << formula;
    for (const double k : {0.1, 5., 50.}) {
      const double moment =
          test::done(deck("", fmt::format("XLAW 4 1 = -{}*({})*{}\n", k, formula, slope)))
              .value(0, "x4_1");
      EXPECT_NEAR(test::done(deck(element, fmt::format("ESTIFF 2 {}\n", k))).value(0, "x4_1"),
                  moment, 1e-8)
          << formula << " " << k;
    }
  }
}

// The clock of formulas of t is no coordinate of a node: shapes end with the states, here that of
// x = e^(i w t) in a lag, 1/(1 + i w); and what lets motions go leaves the time running.
TEST(Formulas, OfTimeInModesAndAfterForward) {
  const std::string deck =
      R"(X 1 0.3
X 2 0.5
X 4 0
FORMULA 1 = x1_1 - 0.3 - 0.2*sin(3*t)
FORMULA 2 = x2_1 - x1_1
RLSE 2
{}END HALT
ODE lag 0.4 RATE x2_1 - lag
XM 2 2
XM 4 1
ESTIFF 2 50
EREST 2 0.2
{}
END END
)";
  const test::RunResult modes =
      test::run(fmt::format(fmt::runtime(deck), "DYNX 2\nFIX 4\n", "TIMES 0 1 1\nEIGEN"));
  ASSERT_EQ(modes.status, ExitStatus::done) << modes.messages;
  ASSERT_EQ(modes.rows.size(), 2u);
  EXPECT_NEAR(modes.value(1, "omega"), 5, 1e-9);
  EXPECT_NEAR(modes.value(1, "lag"), 1. / 26, 1e-9);
  EXPECT_NEAR(modes.value(1, "lag.im"), -5. / 26, 1e-9);

  const test::RunResult run = test::run(fmt::format(fmt::runtime(deck), "DYNX 2\nINPUTX 4\n",
                                                    R"(INPUTX 4 1 0 2 0
TIMES 0 1 0.25
OUTLEVEL 1
EVENT go WHEN t > 0.4 DO FORWARD)"));
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
                     R"(X 1 1 0
X 2 0
DYNX 1 1
END HALT
XM 1 1
TIMES 0 1 1
END END
)")
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

// The clock of formulas of t is a coordinate of no node: a kinematic report has no columns of it,
// and what stands behind the nodes stays in its columns.
TEST(Formulas, OfTimeInAKinematicDeck) {
  const test::RunResult run = test::run(
      "PLTRUSS 1 1 2\nFORMULA 2 = x2_1 - 0.3 - 0.1*t\nX 1 0 0\nX 2 0.3 0.4\nFIX 1\nRLSE 1\n"
      "INPUTX 2 2\nEND HALT\nINPUTX 2 2 0.4\nTIMESTEP 1 4\nEND END\n");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  ASSERT_EQ(run.rows.size(), 5u);
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double x = 0.3 + 0.1 * run.time(k), length = std::hypot(x, 0.4);
    EXPECT_NEAR(run.value(k, "x2_1"), x, 1e-15);
    EXPECT_NEAR(run.value(k, "v2_1"), 0.1, 1e-15);
    EXPECT_NEAR(run.value(k, "e1_1"), length - 0.5, 1e-15);
    EXPECT_NEAR(run.value(k, "ed1_1"), 0.1 * x / length, 1e-15);
    EXPECT_NEAR(run.value(k, "edd1_1"), 0.01 * 0.16 / std::pow(length, 3), 1e-15);
    EXPECT_NEAR(run.value(k, "e2_1"), 0, 1e-15);
  }
}

}  // namespace
}  // namespace mbs
