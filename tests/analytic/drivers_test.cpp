// Drivers by expression: against polynomials, splines and closed forms.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/deck.h"
#include "support/happenings.h"
#include "support/process.h"

namespace mbs {
namespace {

void expect_same(const test::RunResult& a, const test::RunResult& b, double error) {
  ASSERT_EQ(a.status, ExitStatus::done) << a.messages;
  ASSERT_EQ(b.status, ExitStatus::done) << b.messages;
  ASSERT_EQ(a.names, b.names);
  ASSERT_EQ(a.rows.size(), b.rows.size());
  for (std::size_t row = 0; row < a.rows.size(); ++row)
    for (std::size_t k = 0; k < a.names.size(); ++k)
      EXPECT_NEAR(a.rows[row][k], b.rows[row][k], error * (1 + std::fabs(a.rows[row][k])))
          << a.names[k] << " at " << a.time(row);
}

std::string four_bar(int drivers, const std::string& driver, const std::string& tail) {
  return fmt::format(
      R"(4 4 0 1 0 {} 1 0 0
0 0 0
0.5 0.8 60deg
2.6 2.6 30deg
3.5 1.8 60deg
1 2 0 0 -1 0
2 3 1 0 -2 0
3 4 2 0 2 0
4 1 -2 0 2.5 0
1
{}3 0.5 1.5
0 1 0.05
{})",
      drivers, driver, tail);
}

TEST(Drivers, APolynomialOfTheFourBar) {
  const std::string masses = R"(MASS 2 1 0.1
MASS 3 2 0.3
MASS 4 1 0.2
GRAV 0 -9.81
)";
  const std::string drive = "DRIVE 2 PHI = 60deg + 2*t + 0.3*t^2\n";
  const std::string driver = "2 3 60deg 2 0.6\n";
  expect_same(test::run(four_bar(1, driver, "")), test::run(four_bar(0, "", drive)),
              1e-13);  // seen 4e-15
  expect_same(test::run(four_bar(1, driver, masses)), test::run(four_bar(0, "", masses + drive)),
              1e-12);
}

TEST(Drivers, DerivativesOfASine) {
  const test::RunResult run = test::run(four_bar(0, "", "DRIVE 2 3 = 1 + t + 0.3*sin(2*t)\nEND\n"));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  for (std::size_t row = 0; row < run.rows.size(); ++row) {
    const double t = run.time(row);
    EXPECT_NEAR(run.value(row, "body2.phi"), 1 + t + 0.3 * std::sin(2 * t), 1e-15);
    EXPECT_NEAR(run.value(row, "body2.phid"), 1 + 0.6 * std::cos(2 * t), 1e-15);
    EXPECT_NEAR(run.value(row, "body2.phidd"), -1.2 * std::sin(2 * t), 1e-15);
  }
}

// A spline is what TABLE NATURAL makes of the same file; a sine is added to it by hand.
TEST(Drivers, ASplineOfAFile) {
  const std::string kinematics =
      R"(PLTRUSS 1 1 2
PLTRUSS 2 2 3
X 1 0 0
X 2 3 4
X 3 6 0
FIX 1
FIX 3 2
INPUTX 3 1
END HALT
TIMES 0 0.9 0.1
INPUTX 3 1 )";
  const std::string directory = MBSIM_ROOT "/tests/data";
  expect_same(test::run(kinematics + "TABLE NATURAL \"thigh.csv\" 1\nEND END\n", {}, directory),
              test::run(kinematics + "= spline(\"thigh.csv\", t)\nEND END\n", {}, directory),
              1e-13);  // seen 0
  const test::RunResult plain =
      test::run(kinematics + "TABLE NATURAL \"thigh.csv\" 1\nEND END\n", {}, directory);
  const test::RunResult sum =
      test::run(kinematics + "= 0.3*sin(2*t) + spline(\"thigh.csv\", t)\nEND END\n", {}, directory);
  ASSERT_EQ(sum.status, ExitStatus::done) << sum.messages;
  for (std::size_t row = 0; row < plain.rows.size(); ++row) {
    const double t = plain.time(row);
    EXPECT_NEAR(sum.value(row, "x3_1") - plain.value(row, "x3_1"), 0.3 * std::sin(2 * t), 1e-14);
    EXPECT_NEAR(sum.value(row, "v3_1") - plain.value(row, "v3_1"), 0.6 * std::cos(2 * t), 1e-14);
    EXPECT_NEAR(sum.value(row, "a3_1") - plain.value(row, "a3_1"), -1.2 * std::sin(2 * t), 1e-12);
  }
}

// A cam with the lift h (1 - cos phi) / 2 and phi = w t + b sin t, pushed along y; the force that
// drives the follower of mass m against its spring k and its weight.
TEST(Drivers, ACam) {
  const double h = 0.02, w = 5, b = 0.4, m = 0.6, k = 300;
  const test::RunResult run = test::run(fmt::format(R"(PARAM h = {}
PARAM w = {}
PLTRUSS 1 1 2
PLTRUSS 2 3 2
X 1 0 0
X 2 0 0.1
X 3 0 0.3
FIX 1
FIX 3
FIX 2 1
INPUTE 1
RLSE 2
END HALT
XM 2 {}
GRAVITY 0 -9.81
ELAW 2 1 = {}*e
INPUTE 1 1 = h/2*(1 - cos(w*t + {}*sin(t)))
TIMES 0 2 0.125
INTEG STEP 1e-11 1e-11
END END
)",
                                                    h, w, m, k, b));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  for (std::size_t row = 0; row < run.rows.size(); ++row) {
    const double t = run.time(row), phi = w * t + b * std::sin(t), phid = w + b * std::cos(t),
                 phidd = -b * std::sin(t);
    const double s = h / 2 * (1 - std::cos(phi)), v = h / 2 * std::sin(phi) * phid,
                 a = h / 2 * (std::cos(phi) * phid * phid + std::sin(phi) * phidd);
    EXPECT_NEAR(run.value(row, "e1_1"), s, 1e-15);
    EXPECT_NEAR(run.value(row, "x2_2"), 0.1 + s, 1e-14);
    EXPECT_NEAR(run.value(row, "ed1_1"), v, 1e-14);
    EXPECT_NEAR(run.value(row, "a2_2"), a, 1e-13);
    // The spring above is shorter by s and pushes down with k s.
    EXPECT_NEAR(-run.value(row, "s1_1"), m * (a + 9.81) + k * s, 1e-11);
    EXPECT_NEAR(run.value(row, "energy.balance"), 0, 1e-9);
  }
}

struct Method {
  const char* text;
  double error;
};

// A mass on a spring whose other end moves by A sin 3t: x'' = -4 (x - A sin 3t) from rest.
TEST(Drivers, EveryMethodAndForm) {
  for (const Method& method : {Method{"STEP 1e-11 1e-11", 1e-10},
                               {"DOP853 1e-11 1e-11", 1e-10},
                               {"STIFF 1e-10 1e-10", 1e-8},
                               {"RK4 1e-3", 1e-11},
                               {"HEUN 2e-4", 1e-7},
                               {"GALPHA STEP 1e-3 RHO 1", 1e-5}})
    for (const char* form : {"REDUCED", "FULL"}) {
      const std::string text = fmt::format(
          R"(PARAM A = 0.2
PLTRUSS 1 1 2
X 1 0 0
X 2 1 0
FIX 1 2
FIX 2 2
INPUTX 1 1
DYNX 2 1
RLSE 1
END HALT
XM 2 1
ESTIFF 1 4
INPUTX 1 1 = A*sin(3*t)
TIMES 0 2 0.5
FORM {}
INTEG {}
END END
)",
          form, method.text);
      const test::RunResult run = test::run(text);
      ASSERT_EQ(run.status, ExitStatus::done) << text << run.messages;
      for (std::size_t row = 0; row < run.rows.size(); ++row) {
        const double t = run.time(row), A = 0.2 * 4 / (4 - 9);
        EXPECT_NEAR(run.value(row, "x2_1"), 1 + A * (std::sin(3 * t) - 1.5 * std::sin(2 * t)),
                    method.error)
            << text;
      }
      const double drift = method.error < 1e-9 ? 1e-9 : 1e-4;
      EXPECT_NEAR(run.value(4, "energy.balance"), 0, drift) << text;
    }
}

TEST(Drivers, Certified) {
  RunSettings settings;
  settings.certify = 6;
  EXPECT_EQ(test::run(four_bar(0, "", "DRIVE 2 3 = 1 + t + 0.3*sin(2*t)\nEND\n"), settings).status,
            ExitStatus::done);
}

// ---- parameters that events change --------------------------------------------------------------

std::string crank(const std::string& motion, const std::string& event,
                  const std::string& method = "INTEG STEP 1e-12 1e-12") {
  return R"(PARAM p = 0.1
PARAM w = 2
PARAM t0 = 0
PLTRUSS 2 2 4
PLREV 3 1 3 2 3 0.5 0 0 0
X 1 0 0
X 2 0.5 0
X 3 0.1
X 4 0.5 -1
FIX 1
INPUTX 3 1
DYNX 4 1
END HALT
XM 4 1
XM 2 2
XM 3 0.3
GRAVITY 0 -9.81
INPUTX 3 1 )" +
         motion + "\nEVENT faster WHEN t > 0.5 DO " + event + "\n" + method +
         "\nTIMES 0 1 0.2\nEND END\n";
}

// SET in the motion is what PRESCRIBE with that velocity is: an impulse of the motor.
TEST(Drivers, AVelocityMayJump) {
  for (const char* method : {"INTEG STEP 1e-12 1e-12", "INTEG DOP853 1e-12 1e-12\nFORM FULL",
                             "INTEG STIFF 1e-9 1e-9", "INTEG RK4 1e-3", "INTEG GALPHA STEP 1e-3"}) {
    const test::RunResult set =
        test::run(crank("= p + w*(t - t0)", "SET p = x3_1; SET t0 = t; SET w = 5", method));
    const test::RunResult prescribed =
        test::run(crank("0.1 2", "PRESCRIBE X 3 1 5; SET p = w + t0", method));
    ASSERT_EQ(set.status, ExitStatus::done) << set.messages;
    ASSERT_EQ(prescribed.status, ExitStatus::done) << prescribed.messages;
    for (std::size_t row = 0; row < set.rows.size(); ++row)
      for (const char* name :
           {"x3_1", "v3_1", "x4_1", "v4_1", "a4_2", "r3_1", "s2_1", "energy.work"})
        EXPECT_NEAR(set.value(row, name), prescribed.value(row, name),
                    1e-9 * (1 + std::fabs(set.value(row, name))))  // seen 6e-13
            << name << " at " << set.time(row) << method;
    EXPECT_NEAR(set.value(5, "v3_1"), 5, 1e-14);
    EXPECT_NEAR(set.value(5, "energy.balance"), 0, 1e-4);
  }
}

TEST(Drivers, AnAccelerationMayJump) {
  const test::RunResult run = test::run(crank("= 0.1 + 2*t + w*max(0, t - 0.5)^2", "SET w = 7"));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_NEAR(run.value(5, "a3_1"), 14, 1e-13);
  EXPECT_NEAR(run.value(5, "x3_1"), 2.1 + 7 * 0.25, 1e-13);
  for (const EventRecord& event : test::events_of(run)) EXPECT_FALSE(event.jumps) << text_of(event);
}

TEST(Drivers, APositionMayNotJump) {
  const test::RunResult run = test::run(crank("= p + w*t", "SET w = 3"));
  EXPECT_EQ(run.status, ExitStatus::solution_failed);
  EXPECT_EQ(run.rows.size(), 3u);
  EXPECT_NE(
      run.messages.find("EVENT faster: at t = 0.5 its SET would make node 3 PHI jump from 1.1 "
                        "to 1.6 (INPUTX 3 1)"),
      std::string::npos)
      << run.messages;
}

// A jump of the expression itself ends a kinematic run; the balance of energy shows it in a dynamic
// one. A kink of the motion is an impact, and right.
TEST(Drivers, JumpsAndKinks) {
  const auto deck = [](const char* masses, const char* motion) {
    return std::string(
               R"(PLTRUSS 1 1 2
PLTRUSS 2 2 3
X 1 0 0
X 2 3 4
X 3 6 0
FIX 1
FIX 3 2
INPUTX 3 1
END HALT
)") + masses +
           "TIMES 0 1 0.25\nINPUTX 3 1 = 6 + " + motion + "\nEND END\n";
  };
  const test::RunResult jump = test::run(deck("", "(t > 0.55 ? 0.5 : 0)"));
  EXPECT_EQ(jump.status, ExitStatus::solution_failed);
  EXPECT_NE(jump.messages.find("deck:11:1: error: INPUTX 3 1: at t = 0.55"), std::string::npos)
      << jump.messages;
  EXPECT_NE(jump.messages.find("it jumps from 6 to 6.5"), std::string::npos) << jump.messages;
  EXPECT_EQ(test::run(deck("", "max(0, t - 0.55)")).status, ExitStatus::done);
  constexpr const char* kMasses = "XM 2 1\nXM 3 2\nGRAVITY 0 -9.81\n";
  const test::RunResult heavy = test::run(deck(kMasses, "(t > 0.55 ? 0.5 : 0)"));
  EXPECT_EQ(heavy.status, ExitStatus::solution_failed);
  EXPECT_NE(heavy.messages.find("its position jumps from 6 to 6.5"), std::string::npos)
      << heavy.messages;
  EXPECT_FALSE(test::run(deck(kMasses, "max(0, t - 0.55)")).verdict.bad());
}

// ---- where there is no motion -------------------------------------------------------------------

TEST(Drivers, NotFinite) {
  const std::string bars =
      R"(PLTRUSS 1 1 2
PLTRUSS 2 2 3
X 1 0 0
X 2 3 4
X 3 6 0
FIX 1
FIX 3 2
INPUTX 3 1
END HALT
TIMES 0 2 0.5
)";
  for (const char* masses : {"", "XM 2 1\n", R"(XM 2 1
INTEG STIFF
FORM FULL
)"}) {
    const test::RunResult root =
        test::run(bars + masses + "INPUTX 3 1 = 6 + 0.1*sqrt(t)\nEND END\n");
    EXPECT_EQ(root.status, ExitStatus::solution_failed);
    EXPECT_NE(
        root.messages.find("INPUTX 3 1: at t = 0 its position, velocity or acceleration is not "
                           "finite"),
        std::string::npos)
        << root.messages;
    const test::RunResult later =
        test::run(bars + masses + "INPUTX 3 1 = 6 + 0.1*(t > 1.2 ? log(-1) : t)\nEND END\n");
    EXPECT_EQ(later.status, ExitStatus::solution_failed);
    EXPECT_EQ(later.rows.size(), 3u);
    EXPECT_NE(later.messages.find("at t = 1.2 INPUTX 3 1 has no value"), std::string::npos)
        << later.messages;
  }
}

TEST(Drivers, OutsideATable) {
  const std::string directory = MBSIM_ROOT "/tests/data";
  for (const char* masses : {"", "XM 2 1\n"}) {
    const test::RunResult run = test::run(std::string(R"(PLTRUSS 1 1 2
PLTRUSS 2 2 3
X 1 0 0
X 2 3 4
X 3 6 0
FIX 1
FIX 3 2
INPUTX 3 1
END HALT
)") + masses + R"(TIMES 0 2 0.5
INPUTX 3 1 = 6 + table("thigh.csv", t)
END END
)",
                                          {}, directory);
    EXPECT_EQ(run.status, ExitStatus::solution_failed);
    EXPECT_NE(run.messages.find("the argument"), std::string::npos) << run.messages;
    EXPECT_NE(run.messages.find("outside table 'thigh.csv'"), std::string::npos) << run.messages;
    EXPECT_NE(run.messages.find("deck:"), std::string::npos) << run.messages;
  }
}

}  // namespace
}  // namespace mbs
