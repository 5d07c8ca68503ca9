// Paths round circles: lengths in closed form, ropes over pulleys, a pendulum with a peg.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/good_run.h"

namespace mbs {
namespace {

constexpr double kG = 9.81;

// The length of a path from (ax, ay) to (bx, by) between fixed points, `round` between them.
double length(double ax, double ay, const std::string& round, double bx, double by) {
  const test::RunResult run = test::good_run(fmt::format(R"(PATH 1 1 9 {} {} {} 3 9 {} {}
X 1 0 0
X 9 0
X 2 0 0
X 3 0 0
FIX 3
FIX 1
FIX 9
FIX 2 1
DYNX 2 2
RLSE 1
END HALT
XM 2 1
EREST 1 0
TIMES 0 1 1
END END
)",
                                                         ax, ay, round, bx, by));
  return run.value(0, "e1_1");
}

// Tangent points and arcs were found independently (docs/elements.md names the construction).
TEST(Paths, RoundACircle) {
  const double tx = .0505759009075089, ty = .998720220205536;
  EXPECT_NEAR(length(2, .9, "CIRCLE 1 9 0 0 1 LEFT", -2, 1),
              std::hypot(2 - tx, .9 - ty) + .0505974872969326 + 2, 1e-12);  // seen 4e-16
  EXPECT_NEAR(length(2, -.9, "CIRCLE 1 9 0 0 1 RIGHT", -2, -1),
              std::hypot(2 - tx, .9 - ty) + .0505974872969326 + 2, 1e-12);
  EXPECT_NEAR(length(-2, 1, "CIRCLE 1 9 0 0 1 RIGHT", 2, .9),
              std::hypot(2 - tx, .9 - ty) + .0505974872969326 + 2, 1e-12);
  EXPECT_NEAR(length(2, -2, "CIRCLE 1 9 0 0 1 LEFT", -2, 2.1),
              std::hypot(2 - .911437827766147, -2 - .411437827766148) + .689036814042993 +
                  std::hypot(-2 - .441911556159668, 2.1 - .897058624913969),
              1e-12);
  // It lifts off where the straight line passes by; round a pulley it goes on.
  EXPECT_NEAR(length(2, 1.1, "CIRCLE 1 9 0 0 1 LEFT", -2, 1.3), std::hypot(4, .2), 1e-14);
  EXPECT_NEAR(length(2, 1, "PULLEY 1 9 0 0 1 LEFT", 2, -1), 4 + M_PI, 1e-14);
  EXPECT_NEAR(length(2, 1, "PULLEY 1 9 0 0 1 LEFT TURNS 3", 2, -1), 4 + 7 * M_PI, 1e-14);
  // Over the first of two circles and under the second, then up: it leans by asin(2 r/d) between.
  const double d = 5, lean = std::asin(2 / d);
  EXPECT_NEAR(length(-1, 1, "PULLEY 1 9 0 0 1 RIGHT PULLEY 1 9 5 0 1 LEFT", 6, 1),
              2 + std::sqrt(d * d - 4) + 2 * lean + M_PI / 2, 1e-12);
}

// The centre of the circle on the joint of two bars: the arm of the path is the radius while it is
// in touch, at all angles, else that of the straight line.
TEST(Paths, ArmAtAJoint) {
  for (const double angle : {0.0, 0.5, M_PI / 2, 3.0}) {
    const test::RunResult run = test::good_run(fmt::format(
        R"(PATH 1 1 2 0.5 0 CIRCLE 1 2 0 0 0.2 LEFT 1 3 -0.5 0
X 1 0 0
X 2 0
X 3 {:.17g}
FIX 1
FIX 2
RLSE 1
INPUTX 3
END HALT
EREST 1 0
ESIG 1 1
XM 3 1
INPUTX 3 1 {:.17g}
TIMES 0 1 1
END END
)",
        -angle, -angle));
    // The far end lies at the angle pi - angle from the near one, seen from the joint.
    const double spread = M_PI - angle, touch = 2 * std::acos(0.4);
    const bool on = spread > touch;
    EXPECT_NEAR(run.value(0, "e1_1"),
                on ? 2 * std::sqrt(.25 - .04) + .2 * (spread - touch) : std::sin(spread / 2),
                1e-13);
    EXPECT_NEAR(std::fabs(run.value(0, "r3_1")), on ? .2 : .5 * std::cos(spread / 2), 1e-12);
  }
}

// Atwood's machine; and with a second one hanging in place of a mass.
TEST(Paths, RopesOverPulleys) {
  const double m1 = 3, m2 = 2, m3 = 1.5;
  for (const char* form : {"REDUCED", "FULL"}) {
    const test::RunResult one = test::good_run(fmt::format(
        R"(PATH 1 2 9 0 0 PULLEY 1 9 0 0 0.1 RIGHT 3 9 0 0
X 1 0 0
X 9 0
X 2 -0.1 -1
X 3 0.1 -1.4
FIX 1
FIX 9
FIX 2 1
FIX 3 1
DYNX 2 2
END HALT
XM 2 {}
XM 3 {}
GRAVITY 0 -9.81
FORM {}
TIMES 0 0.4 0.2
END END
)",
        m1, m2, form));
    for (std::size_t k = 0; k < one.rows.size(); ++k) {
      const double T = 2 * m1 * m2 / (m1 + m2) * kG;
      EXPECT_NEAR(one.value(k, "a2_2"), -(m1 - m2) / (m1 + m2) * kG, 1e-12);
      EXPECT_NEAR(one.value(k, "s1_1"), T, 1e-11);
      EXPECT_NEAR(one.value(k, "r1_2"), 2 * T, 1e-11);  // what holds the pulley up
    }
    const test::RunResult two = test::good_run(fmt::format(
        R"(PATH 1 2 9 0 0 PULLEY 1 9 0 0 0.1 RIGHT 4 9 0 0
PATH 2 5 9 0 0 PULLEY 4 9 0 0 0.05 RIGHT 6 9 0 0
X 1 0 0
X 9 0
X 2 -0.1 -1
X 4 0.1 -1
X 5 0.05 -1.5
X 6 0.15 -1.7
FIX 1
FIX 9
FIX 2 1
FIX 4 1
FIX 5 1
FIX 6 1
DYNX 2 2
DYNX 5 2
END HALT
XM 2 {}
XM 5 {}
XM 6 {}
GRAVITY 0 -9.81
FORM {}
TIMES 0 0.2 0.1
END END
)",
        m1, m2, m3, form));
    const double down = kG * (m1 * (m2 + m3) - 4 * m2 * m3) / (m1 * (m2 + m3) + 4 * m2 * m3);
    for (std::size_t k = 0; k < two.rows.size(); ++k) {
      EXPECT_NEAR(two.value(k, "a2_2"), -down, 1e-11);
      EXPECT_NEAR(two.value(k, "s1_1"), m1 * (kG - down), 1e-10);
      EXPECT_NEAR(two.value(k, "s2_1"), m1 * (kG - down) / 2, 1e-10);
    }
  }
}

// A pendulum whose string meets a round peg on one side of its swing: energy through many passings.
TEST(Paths, PendulumWithAPeg) {
  const test::RunResult run = test::good_run(
      R"(PATH 1 1 9 0 0 CIRCLE 1 9 0.05 -0.4 0.05 LEFT 2 9 0 0
X 1 0 0
X 9 0
X 2 -0.8 -0.6
FIX 1
FIX 9
END HALT
DOF AUTO
XM 2 1
GRAVITY 0 -9.81
INTEG DOP853 1e-11 1e-11
TIMES 0 100 1
END END
)");
  double worst = 0, low = 0;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    worst = std::max(worst, std::fabs(run.value(k, "energy.balance")));
    low = std::max(low, run.value(k, "x2_1"));
  }
  EXPECT_LT(worst, 1e-8);
  EXPECT_GT(low, 0.3);  // it swings to the side of the peg
}

// The same for 1050 passings, on and off the peg: touching and leaving are events, so that
// the error of the energy is that of smooth steps.
TEST(Paths, ThousandPassingsKeepTheEnergy) {
  const test::RunResult run = test::good_run(
      R"(PATH 1 1 9 0 0 CIRCLE 1 9 0.05 -0.4 0.05 LEFT 2 9 0 0
X 1 0 0
X 9 0
X 2 -0.8 -0.6
FIX 1
FIX 9
END HALT
DOF AUTO
XM 2 1
GRAVITY 0 -9.81
INTEG DOP853 3e-14 3e-14
TIMES 0 1000 1
END END
)");
  double worst = 0;
  for (std::size_t k = 0; k < run.rows.size(); ++k)
    worst = std::max(worst, std::fabs(run.value(k, "energy.balance")));
  EXPECT_LT(worst, 1e-9);  // seen 3.4e-10 of 7.8 J
  std::size_t touches = 0, leaves = 0;
  for (std::size_t at = 0; (at = run.report.find("place 2 at t = ", at)) != std::string::npos; ++at)
    ++(run.report.compare(run.report.find(": ", at), 9, ": touches") == 0 ? touches : leaves);
  EXPECT_GE(touches, 500u);
  EXPECT_LE(touches - leaves, 1u);
}

// An elastic rope, a peg of the middle of a straight piece, a weight that swings across: the
// methods agree at the end, whatever their steps, since no step runs over a kink.
TEST(Paths, MethodsAgreeAcrossPassings) {
  const auto end = [](const std::string& how) {
    const test::RunResult run =
        test::good_run(
            R"(PATH 1 1 9 0 0 CIRCLE 1 9 0.05 -0.4 0.05 LEFT 2 9 0 0
X 1 0 0
X 9 0
X 2 -0.8 -0.6
FIX 1
FIX 9
RLSE 1
END HALT
DOF AUTO
XM 2 1
ESTIFF 1 400
GRAVITY 0 -9.81
)" + how + "\nTIMES 0 5 1\nEND END\n");
    return run.value(5, "x2_1");
  };
  const double best = end("INTEG DOP853 1e-13 1e-13");
  EXPECT_NEAR(end("INTEG STEP 1e-12 1e-12"), best, 1e-9);
  EXPECT_NEAR(end("INTEG STIFF 1e-11 1e-11"), best, 1e-8);
  EXPECT_NEAR(end("INTEG RK4 5e-4"), best, 1e-8);  // of fourth order across all passings
}

// In a KABIOS deck, driven: a winch that takes in 0.1 m/s lifts the load.
TEST(Paths, WinchInAKabiosDeck) {
  const test::RunResult run = test::good_run(
      R"(2 0 0 1 2 0 0 0 0
0 0 0
0.2 -1 0
1
2 1
2 3
0 1 0.5
PATH 1 -1 0  PULLEY 1 0 0 0.2 RIGHT  2 0 0
DRIVE PATH 1 = -0.1*t
MASS 2 5 0.1
GRAV 0 -9.81
)");
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    EXPECT_NEAR(run.value(k, "body2.y"), -1 + 0.1 * run.time(k), 1e-12);
    EXPECT_NEAR(run.value(k, "path1.s"), 5 * kG, 1e-11);
  }
}

// A rope from a mass up round a drum of radius R to a clamp on it, so that a quarter of a turn lies
// on the drum at the start, and `turns` besides.
std::string on_a_drum(const std::string& turns, const std::string& rest, double end, double step) {
  return fmt::format(R"(PATH 1 2 8 0 0 PULLEY 1 9 0 0 0.1 LEFT {} 1 9 -0.02 0.1
X 1 0 0
X 2 0.1 -10
X 8 0
X 9 0
FIX 1
FIX 2 1
FIX 8
{}
GRAVITY 0 -9.81
TIMES 0 {} {}
END END
)",
                     turns, rest, end, step);
}

TEST(Paths, WindsOnADrum) {
  const test::RunResult run =
      test::good_run(on_a_drum("", "INPUTX 9 1\nEND HALT\nINPUTX 9 1 = 3*t\nXM 2 3", 12, 2));
  ASSERT_EQ(run.rows.size(), 7u);
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    EXPECT_NEAR(run.value(k, "x2_2"), -10 + 0.1 * run.value(k, "x9_1"), 1e-13);  // 5.7 turns
    EXPECT_NEAR(run.value(k, "s1_1"), 3 * kG, 1e-11);
  }
}

// A place turns with the drum only if its point is of the drum's body, too: here the load takes the
// drum's angle, which means nothing to it. A wheel turns 5.7 times under a rope that rests.
TEST(Paths, SharesOnlyTheAngleOfADrum) {
  std::string deck = on_a_drum("", "INPUTX 9 1\nEND HALT\nINPUTX 9 1 = 3*t\nXM 2 3", 12, 6);
  const std::string load = "PATH 1 2 8";
  deck.replace(deck.find(load), load.size(), "PATH 1 2 9");
  const test::RunResult drum = test::good_run(deck);
  EXPECT_NEAR(drum.value(2, "x2_2"), -10 + 0.1 * 36, 1e-13);
  const test::RunResult wheel = test::good_run(R"(PATH 1 2 9 0 0 PULLEY 1 9 0 0 0.1 RIGHT 3 8 0 0
X 1 0 0
X 2 -0.1 -1
X 3 0.1 -1
X 8 0
X 9 0
FIX 1
FIX 2
FIX 3
FIX 8
INPUTX 9 1
RLSE 1
END HALT
INPUTX 9 1 = 3*t
TIMES 0 12 6
END END
)");
  for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(wheel.value(k, "e1_1"), 0);
}

// An arm on the axle of a pulley carries the end of a rope round it; and a pulley off its axle
// turns under a rope. In steps of three turns as in small ones.
TEST(Paths, TurnsOfAnArmOnTheAxle) {
  const auto run = [](const char* path, double step) {
    return test::good_run(fmt::format(R"(PATH 1 {}
X 1 0 0
X 2 0.1 -1
X 8 0
X 9 0
FIX 1
FIX 2
FIX 8
INPUTX 9 1
RLSE 1
END HALT
INPUTX 9 1 = 3*t
TIMES 0 12 {}
END END
)",
                                      path, step));
  };
  const char* const on_arm = "2 8 0 0 PULLEY 1 8 0 0 0.1 LEFT 1 9 -0.3 0.1";
  const test::RunResult arm = run(on_arm, 6);
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_NEAR(arm.value(k, "e1_1"), 0.1 * arm.value(k, "x9_1"), 1e-13);
  const char* const eccentric = "2 8 0 0 PULLEY 1 9 0.02 0 0.1 RIGHT 1 8 0.01 -0.3";
  const test::RunResult coarse = run(eccentric, 6), fine = run(eccentric, 0.05);
  EXPECT_GT(std::fabs(fine.value(120, "e1_1")), 1e-3);
  EXPECT_NEAR(coarse.value(1, "e1_1"), fine.value(120, "e1_1"), 1e-13);
  EXPECT_NEAR(coarse.value(2, "e1_1"), fine.value(240, "e1_1"), 1e-13);
}

// The arc goes down to -1/8 of a turn.
TEST(Paths, LoadUnwindsADrumUntilItWouldLeaveIt) {
  const double m = 3, J = 0.02, R = 0.1, alpha = m * kG * R / (J + m * R * R);
  const double end = std::sqrt(2 * (0.75 + 6) * M_PI / alpha);  // 0.8488514 s
  for (const char* how :
       {"INTEG STEP 1e-10 1e-10", "INTEG DOP853 1e-10 1e-10", "INTEG STIFF 1e-10 1e-10",
        "INTEG RK4 0.01", "FORM FULL\nINTEG DOP853 1e-10 1e-10"}) {
    const test::RunResult run = test::run(on_a_drum(
        "TURNS 3", fmt::format("DYNX 9\nEND HALT\nXM 2 {}\nXM 9 {}\n{}", m, J, how), 1, 0.1));
    EXPECT_EQ(run.status, ExitStatus::solution_failed) << how;
    ASSERT_EQ(run.rows.size(), 9u) << how;
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      const double t = run.time(k);
      EXPECT_NEAR(run.value(k, "x9_1"), -alpha * t * t / 2, 1e-9) << how;
      EXPECT_NEAR(run.value(k, "x2_2"), -10 - R * alpha * t * t / 2, 1e-10) << how;
    }
    const std::string what = "at t = ";
    const std::size_t at = run.messages.find(what);
    ASSERT_NE(run.messages.find("it would leave a pulley"), std::string::npos) << run.messages;
    EXPECT_NEAR(std::stod(run.messages.substr(at + what.size())), end,
                std::string(how) == "INTEG RK4 0.01" ? 0.01 : 1e-6);
  }
}

}  // namespace
}  // namespace mbs
