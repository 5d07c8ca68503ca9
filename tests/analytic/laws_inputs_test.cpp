// Laws that read other coordinates, against closed forms, in every dialect, method and form.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "support/deck.h"

namespace mbs {
namespace {

// x'' = -K x with K = (5 -2; -1 4): values 3 and 6 on (1, 1) and (1, -1/2). From x = (1, 0), at
// rest.
struct Motion2 {
  double x[2], v[2];
};
Motion2 expected(double t) {
  const double w = std::sqrt(3), u = std::sqrt(6);
  const double q[] = {std::cos(w * t) / 3, 2 * std::cos(u * t) / 3};
  const double r[] = {-w * std::sin(w * t) / 3, -2 * u * std::sin(u * t) / 3};
  return {{q[0] + q[1], q[0] - q[1] / 2}, {r[0] + r[1], r[0] - r[1] / 2}};
}

struct Method {
  const char* text;
  double error;
};
constexpr Method kMethods[] = {{"STEP 1e-12 1e-12", 1e-11},        // seen 4e-14
                               {"DOP853 1e-12 1e-12", 1e-11},      // seen 5e-14
                               {"STIFF 1e-10 1e-10", 1e-9},        // seen 3e-11
                               {"RK4 1e-3", 1e-11},                // seen 1e-12
                               {"HEUN 2e-4", 1e-6},                // seen 1.4e-7
                               {"GALPHA STEP 1e-3 RHO 1", 1e-5}};  // seen 1.7e-6

struct Channels {
  const char *x[2], *v[2];
  double offset[2];
};

void expect_oscillation(const std::string& deck, const std::string& rest, const std::string& end,
                        const Channels& names) {
  for (const char* form : {"REDUCED", "FULL"})
    for (const Method& method : kMethods) {
      const std::string text =
          fmt::format("{}FORM {}\nINTEG {}\n{}{}", deck, form, method.text, rest, end);
      const test::RunResult run = test::run(text);
      ASSERT_EQ(run.status, ExitStatus::done) << text << run.messages;
      EXPECT_EQ(run.messages, "") << text;
      ASSERT_EQ(run.rows.size(), 5u);
      for (std::size_t row = 0; row < run.rows.size(); ++row) {
        const Motion2 is = expected(run.time(row));
        for (std::size_t k = 0; k < 2; ++k) {
          EXPECT_NEAR(run.value(row, names.x[k]) - names.offset[k], is.x[k], method.error) << text;
          EXPECT_NEAR(run.value(row, names.v[k]), is.v[k], 3 * method.error) << text;
        }
        // All that the laws do is work: they have no potential.
        EXPECT_EQ(run.value(row, "energy.potential"), 0);
      }
    }
}

constexpr Channels kNodes = {{"x1_1", "x2_1"}, {"v1_1", "v2_1"}, {0, 1}};

TEST(LawInputs, LoadsOfCoordinates) {
  expect_oscillation(
      R"(X 1 0 0
X 2 1 0
FIX 1 2
FIX 2 2
DYNX 1 1
DYNX 2 1
END HALT
XM 1 1
XM 2 2
XLAW 1 1 = -5*x + 2*(x2_1 - 1)
XLAW 2 1 = 2*(x1_1 - 4*(X - 1))
STARTDX 1 1 1
TIMES 0 2 0.5
)",
      "", "END END\n", kNodes);
}

TEST(LawInputs, StressesOfDeformations) {
  expect_oscillation(
      R"(PLTRUSS 1 3 1
PLTRUSS 2 3 2
X 3 -1 0
X 1 0 0
X 2 1 0
FIX 3
FIX 1 2
FIX 2 2
DYNE 1
DYNE 2
END HALT
XM 1 1
XM 2 2
ELAW 1 1 = 5*e - 2*e2_1
ELAW 2 1 = 2*(4*e - x1_1)
STARTDE 1 1 1
TIMES 0 2 0.5
)",
      "", "END END\n", kNodes);
}

TEST(LawInputs, Kabios) {
  expect_oscillation(
      R"(2 0 0 0 4 0 1 0 0
1 0 0
1 0 0
1 2
1 3
2 2
2 3
2 0.5 0.25
0 2 0.5
MASS 1 1 1
MASS 2 2 1
LAW BODY 1 X = -5*x + 2*(body2.x - 1)
LAW BODY 2 1 = 2*(body1.x - 4*(point1.x - 1.5))
)",
      "", "END\n", {{"body1.x", "body2.x"}, {"body1.xd", "body2.xd"}, {0, 1}});
}

TEST(LawInputs, Chain) {
  expect_oscillation(
      R"(SEGDYN
SEGMENT 1 1 1 0 1
SEGMENT 2 1 1 0 2
ATTACH 2 1 0
STATE 1 1 0
STATE 2 0 0
BASE 0 0
TIME 0 2 0.5
KNOWN MEXT 1 = -5*phi1 + 2*phi2
KNOWN MEXT 2 = 2*(phi1 - 4*phi2)
)",
      "", "END\n", {{"phi1", "phi2"}, {"phid1", "phid2"}, {0, 0}});
}

// One law, a torque on one rod that follows the other one, in three dialects.
TEST(LawInputs, AControllerInThreeDialects) {
  const std::string native =
      R"(PLREV 1 1 2 3 4 0 0 -0.5 0
PLREV 3 3 4 5 6 0.5 0 -0.35 0
X 1 0 0
X 2 0
X 3 0.5 0
X 4 0
X 5 1.35 0
X 6 0
FIX 1
FIX 2
DYNX 4
DYNX 6
END HALT
XM 3 2
XM 4 0.2
XM 5 1
XM 6 0.05
GRAVITY 0 -9.81
XLAW 4 1 = -8*x6_1 - 0.7*v6_1
STARTDX 6 1 0.3 0.2
STARTDX 4 1 0 -0.5
INTEG DOP853 1e-13 1e-13
TIMES 0 1 0.25
END END
)";
  const std::string kabios = fmt::format(
      R"(3 2 0 1 0 0 0 0 0
0 0 0
0.5 0 0
{:.17g} {:.17g} 0.3
1 2 0 0 -0.5 0
2 3 0.5 0 -0.35 0
1
0 1 0.25
MASS 2 2 0.2
MASS 3 1 0.05
GRAV 0 -9.81
VEL 2 0 -0.25 -0.5
VEL 3 {:.17g} {:.17g} 0.2
LAW BODY 2 PHI = -8*body3.phi - 0.7*body3.phid
INTEG DOP853 1e-13 1e-13
END
)",
      1 + 0.35 * std::cos(0.3), 0.35 * std::sin(0.3), -0.35 * 0.2 * std::sin(0.3),
      -0.5 + 0.35 * 0.2 * std::cos(0.3));
  const std::string chain =
      R"(SEGDYN
SEGMENT 1 2 1 0.5 0.2
SEGMENT 2 1 0.7 0.35 0.05
STATE 1 0 -0.5
STATE 2 0.3 0.2
BASE 0 0
GRAV 0 -9.81
KNOWN MEXT 1 = -8*phi2 - 0.7*phid2
TIME 0 1 0.25
INTEG DOP853 1e-13 1e-13
END
)";
  const test::RunResult a = test::run(native), b = test::run(kabios), c = test::run(chain);
  for (const test::RunResult* run : {&a, &b, &c})
    ASSERT_EQ(run->status, ExitStatus::done) << run->messages;
  for (std::size_t row = 0; row < 5; ++row) {
    const double phi = a.value(row, "x6_1"), phid = a.value(row, "v4_1"),
                 work = a.value(row, "energy.work");
    EXPECT_NEAR(b.value(row, "body3.phi"), phi, 1e-11);  // seen 0, as below
    EXPECT_NEAR(c.value(row, "phi2"), phi, 1e-11);
    EXPECT_NEAR(b.value(row, "body2.phid"), phid, 1e-11);
    EXPECT_NEAR(c.value(row, "phid1"), phid, 1e-11);
    EXPECT_NEAR(b.value(row, "energy.work"), work, 1e-11);
    EXPECT_NEAR(c.value(row, "energy.work"), work, 1e-11);
    EXPECT_NEAR(a.value(row, "energy.balance"), 0, 1e-11);  // seen 3e-13
  }
}

// A parameter of a law that reads another coordinate is changed by an event: from t = 1 on the
// masses x'' = -3 x (each on its own) go on from the closed form.
TEST(LawInputs, AnEventChangesTheLaw) {
  const test::RunResult run = test::run(
      R"(PARAM k = 2
X 1 0 0
X 2 0 0
FIX 1 2
FIX 2 2
DYNX 1 1
DYNX 2 1
END HALT
XM 1 1
XM 2 1
XLAW 1 1 = -(3 + k)*x + k*x2_1
XLAW 2 1 = k/2*x1_1 - (3 + k/2)*x
STARTDX 1 1 1
EVENT alone WHEN t > 1 DO SET k = 0
INTEG STEP 1e-12 1e-12
TIMES 0 2 0.5
END END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const Motion2 one = expected(1);
  for (std::size_t k = 0; k < 2; ++k) {
    const double w = std::sqrt(3), x = one.x[k] * std::cos(w) + one.v[k] / w * std::sin(w);
    EXPECT_NEAR(run.value(4, k == 0 ? "x1_1" : "x2_1"), x, 1e-11);  // seen 3e-14
  }
}

TEST(LawInputs, Certified) {
  RunSettings settings;
  settings.certify = 6;
  const test::RunResult run = test::run(
      R"(X 1 0 0
X 2 1 0
FIX 1 2
FIX 2 2
DYNX 1 1
DYNX 2 1
END HALT
XM 1 1
XM 2 2
XLAW 1 1 = -5*x + 2*(x2_1 - 1)
XLAW 2 1 = 2*(x1_1 - 4*(X - 1))
STARTDX 1 1 1
TIMES 0 2 0.5
INTEG DOP853 1e-11 1e-11
END END
)",
      settings);
  EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
}

// ---- derivatives: EIGEN and STATIC --------------------------------------------------------------

constexpr const char* kTwo =
    R"(X 1 0 0
X 2 0 0
FIX 1 2
FIX 2 2
DYNX 1 1
DYNX 2 1
END HALT
XM 1 1
XM 2 1
)";

TEST(LawInputs, ModesOfAnUnsymmetricStiffness) {
  const test::RunResult run = test::run(fmt::format(R"({}XLAW 1 1 = -5*x + 2*x2_1
XLAW 2 1 = x1_1 - 4*x
EIGEN
END END
)",
                                                    kTwo));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  ASSERT_EQ(run.rows.size(), 2u);
  EXPECT_NEAR(run.value(0, "omega"), std::sqrt(3), 1e-13);
  EXPECT_NEAR(run.value(1, "omega"), std::sqrt(6), 1e-13);
  EXPECT_NEAR(run.value(0, "x2_1") / run.value(0, "x1_1"), 1, 1e-12);
  EXPECT_NEAR(run.value(1, "x2_1") / run.value(1, "x1_1"), -0.5, 1e-12);
}

// x'' = -(1 2; -2 1) x: s^2 = -1 +- 2i grows, whatever the stiffness.
TEST(LawInputs, Flutter) {
  const std::string laws = "XLAW 1 1 = -x - 2*x2_1 + 3\nXLAW 2 1 = 2*x1_1 - x + 1\n";
  const test::RunResult modes = test::run(kTwo + laws + "EIGEN\nEND END\n");
  ASSERT_EQ(modes.status, ExitStatus::done) << modes.messages;
  const std::complex<double> s = std::sqrt(std::complex<double>(-1, 2));
  double growth = 0;
  for (std::size_t k = 0; k < modes.rows.size(); ++k) {
    growth = std::max(growth, modes.value(k, "real"));
    EXPECT_NEAR(std::fabs(modes.value(k, "imaginary")), std::fabs(s.imag()), 1e-12);
  }
  EXPECT_NEAR(growth, s.real(), 1e-12);
  const test::RunResult rest = test::run(kTwo + laws + "STATIC\nEND END\n");
  ASSERT_EQ(rest.status, ExitStatus::done) << rest.messages;
  EXPECT_NEAR(rest.value(0, "x1_1"), 0.2, 1e-12);  // (3 - 2) / 5, (2 * 3 + 1) / 5
  EXPECT_NEAR(rest.value(0, "x2_1"), 1.4, 1e-12);
  EXPECT_EQ(rest.is_stable(), false);
}

// The symmetric part of (1 5; 0 1) is indefinite, its values are 1 and 1.
TEST(LawInputs, AnUnsymmetricTangentMayBeStable) {
  const test::RunResult rest = test::run(std::string(kTwo) +
                                         R"(XLAW 1 1 = -x - 5*x2_1 + 1 + 0.1*x^2
XLAW 2 1 = 2 - 1.1*x
STATIC
END END
)");
  ASSERT_EQ(rest.status, ExitStatus::done) << rest.messages;
  const double y = 2 / 1.1, c = 1 - 5 * y;
  EXPECT_NEAR(rest.value(0, "x2_1"), y, 1e-12);
  EXPECT_NEAR(rest.value(0, "x1_1"), (1 - std::sqrt(1 - 0.4 * c)) / 0.2, 1e-11);
  EXPECT_EQ(rest.is_stable(), true) << rest.report;
}

// A torque on a body by the height and the speed of a point of it, which is no node: about phi = 0
// J s^2 + c l s + k l = 0. The same by the height of a node at the end of a rod.
TEST(LawInputs, DampingByAPointOfABody) {
  const double J = 0.3, l = 0.8, k = 7, c = 0.9;
  const std::string end = fmt::format(R"(XM 2 {}
EIGEN
END END
)",
                                      J);
  const std::string point = fmt::format(
      R"(X 1 0 0
X 2 0
FIX 1
DYNX 2
POINT 1 1 2 {} 0
END HALT
XLAW 2 1 = -{}*point1.y - {}*point1.yd
)",
      l, k, c);
  const std::string node = fmt::format(
      R"(PLREV 1 1 2 3 4 {} 0 0 0
X 1 0 0
X 2 0
X 3 {} 0
X 4 0
FIX 1
FIX 4
DYNX 2
END HALT
XLAW 2 1 = -{}*x3_2 - {}*v3_2
)",
      l, l, k, c);
  for (const std::string& deck : {point, node}) {
    const test::RunResult run = test::run(deck + end);
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    EXPECT_NEAR(run.value(0, "real"), -c * l / (2 * J), 1e-12);
    EXPECT_NEAR(run.value(0, "omega"), std::sqrt(k * l / J), 1e-12);
  }
}

}  // namespace
}  // namespace mbs
