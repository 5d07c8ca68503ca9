// Ways that close: wheels in gear, belts, wheels on discs and in rings, curves, cams and outlines.
// What they have slipped or stretched goes on through any number of rounds, and a pair that is held
// keeps its ratio, whatever the time between two rows and however nearly equal the radii are.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "support/good_run.h"

namespace mbs {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;

// Wheels at nodes 1 2 (at the origin) and 3 4 (`apart` along x), both on fixed axles.
std::string on_axles(const std::string& pair, double apart, const std::string& rest) {
  return fmt::format("{}\nX 1 0 0\nX 2 0\nX 3 {} 0\nX 4 0\nFIX 1\nFIX 3\n{}END END\n", pair, apart,
                     rest);
}

// r_a phi_a = r_b phi_b of a belt, r_a phi_a = -r_b phi_b of gears: rows 1 s apart, in which the
// wheels turn by many rounds of the difference of the radii.
TEST(Rounds, AHeldPairKeepsItsRatio) {
  struct Pair {
    std::string element;
    double ratio;
  };
  for (const Pair& pair : {Pair{"PLBELT 1 1 2 3 4 0 0 0.1 0 0 0.09", 10. / 9},
                           {"PLBELT 1 1 2 3 4 0 0 0.1 0 0 0.0999", 1 / 0.999},
                           {"PLBELT 1 1 2 3 4 0 0 0.1 0 0 -0.08", -1.25},
                           {"PLGEAR 1 1 2 3 4 0 0 0.1 0 0 -0.11", 10. / 11},
                           {"PLGEAR 1 1 2 3 4 0 0 0.1 0 0 0.2", -0.5}})
    for (const char* const job : {"", "STATIC\n"}) {
      const test::RunResult run =
          test::done(on_axles(pair.element, 0.3,
                              "INPUTX 2\nEND HALT\nINPUTX 2 1 = 10*sin(2*t) + 3*t\n" +
                                  std::string(job) + "TIMES 0 4 1\n"));
      ASSERT_EQ(run.rows.size(), 5u);
      for (std::size_t k = 0; k < run.rows.size(); ++k)
        EXPECT_NEAR(run.value(k, "x4_1"), pair.ratio * run.value(k, "x2_1"), 1e-11)
            << pair.element << job;
    }
}

// A start that is one wheel's moves the other one.
TEST(Rounds, AStartThatIsMovedFarKeepsTheRatio) {
  for (const double turned : {1.0, 10.0, -30.0}) {
    const test::RunResult run = test::done(on_axles(
        "PLBELT 1 1 2 3 4 0 0 0.1 0 0 0.08", 0.3,
        fmt::format("DYNX 2\nEND HALT\nXM 2 1\nSTARTDX 2 1 {} # meant\nTIMES 0 1 1\n", turned)));
    EXPECT_NEAR(run.value(0, "x4_1"), 1.25 * turned, 1e-13);
  }
}

// A wheel that rolls on a disc or in a ring, on an arm that turns through rounds between two rows.
TEST(Rounds, AWheelOnAnArmTurnsByTheTurnsOfTheArm) {
  for (const auto& [r, R] : {std::pair(0.1, -0.101), std::pair(0.1, 0.2), std::pair(0.1, -0.3)})
    for (const double spin : {0.9 * kTurn, -50.0}) {
      for (const char* const pair : {"PLGEAR", "PLCCIRC"}) {
        const test::RunResult run = test::done(fmt::format(
            "PLBEAM 1 1 5 3 6\n{} 2 3 4 1 2 0 0 {} 0 0 {}\nX 1 0 0\nX 3 {} 0\nFIX 1\nFIX 2\nINPUTX "
            "5\n{}END HALT\nINPUTX 5 1 0 {}\nTIMES 0 10 1\nEND END\n",
            pair, r, R, std::fabs(r + R), pair[2] == 'C' ? "RLSE 2 1\n" : "", spin));
        for (std::size_t k = 0; k < run.rows.size(); ++k)
          EXPECT_NEAR(run.value(k, "x4_1"), (r + R) * spin * run.time(k) / r, 1e-10)
              << pair << r + R;
      }
    }
}

// The centre itself is driven, to and fro or round and round, through rounds between two rows:
// r_b phi_b = (r_a + r_b) theta.
TEST(Rounds, ACentreThatIsDrivenKeepsTheRatio) {
  const auto driven = [](const std::string& theta, const std::string& rest) {
    return test::done(fmt::format(
        "PLGEAR 2 1 2 3 4 0 0 0.2 0 0 0.1\nX 1 0 0\nX 3 0.3 0\nFIX 1\nFIX 2\nINPUTX 3\nMEASURE "
        "last = LAST "
        "x4_1\nEND HALT\nINPUTX 3 1 = 0.3*cos({0})\nINPUTX 3 2 = 0.3*sin({0})\n{1}END END\n",
        theta, rest));
  };
  for (const double step : {2.0, 0.5, 0.05})
    EXPECT_NEAR(driven("2*sin(3*t)", fmt::format("TIMES 0 4 {}\n", step)).measure("last"),
                6 * std::sin(12.0), 1e-11)
        << step;
  for (const double step : {0.5, 0.25})
    EXPECT_NEAR(driven("7*t", fmt::format("STATIC\nTIMES 0 4 {}\n", step)).measure("last"), 84,
                1e-10)
        << step;
}

// A wheel that flies past a disc, fast at the nearest place and far away a step later: its slip is
// (r + R) times the turn of the line of centres, below half a turn.
TEST(Rounds, AWheelThatPassesTurnsByLessThanHalfATurn) {
  for (const double from : {-0.1, -1.0, -10.0})
    for (const char* const method :
         {"STEP", "DOP853", "STIFF", "GALPHA", "RK4 0.1", "GALPHA STEP 0.5"}) {
      const test::RunResult run = test::run(fmt::format(
          "PLCCIRC 1 1 2 3 4 0 0 0.01 0 0 0.01\nX 1 {} 0.021\nX 2 0\nX 3 0 0\nX 4 0\nFIX 3\nFIX "
          "4\nFIX 2\n"
          "DYNX 1\nRLSE 1\nEND HALT\nXM 1 1\nSTARTVX 1 1 10\nTIMES 0 10 10\nINTEG {}\nEND END\n",
          from, method));
      ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
      EXPECT_NEAR(run.value(1, "e1_2"),
                  0.02 * (std::atan2(0.021, from + 100) - std::atan2(0.021, from)), 1e-9)
          << from << method;
    }
}

// M = k r_b^2 phi: half the difference of the runs is far above what half a turn of the difference
// of the radii would be.
TEST(Rounds, AnElasticBeltStretches) {
  for (const double radius : {0.1, 0.0999, 0.098, 0.05})
    for (const char* const job : {"STATIC\n", "XM 4 0.01\nEDAMP 1 600\nTIMES 0 4 4\n"}) {
      const test::RunResult run = test::done(
          on_axles(fmt::format("PLBELT 1 1 2 3 4 0 0 0.1 0 0 {}", radius), 0.5,
                   std::string("FIX 2\nDYNX 4\nRLSE 1\nEND HALT\nESTIFF 1 1e4\nXF 4 2\n") + job));
      const std::size_t last = run.rows.size() - 1;
      EXPECT_NEAR(run.value(last, "x4_1"), 2 / (1e4 * radius * radius), 1e-7) << radius << job;
      EXPECT_NEAR(std::fabs(run.value(last, "e1_1")), 2 / (1e4 * radius), 1e-8);
    }
}

// The slip of a clutch is the integral of its rate: constant friction F on a flywheel J from w0
// stops it after w0^2 J / (2 F r).
TEST(Rounds, ASlipIsTheIntegralOfItsRate) {
  for (const std::string& pair : {std::string("PLBELT 1 1 2 3 4 0 0 0.1 0 0 0.09"),
                                  std::string("PLGEAR 1 1 2 3 4 0 0 0.1 0 0 -0.101"),
                                  std::string("PLGEAR 1 1 2 3 4 0 0 0.1 0 0 0.3")}) {
    const test::RunResult run = test::done(on_axles(
        pair, 0.5,
        "FIX 4\nDYNX 2\nRLSE 1\nEND HALT\nXM 2 0.01\nSTARTVX 2 1 20\nFRICTION 1 1 1 CONSTANT 1\n"
        "MEASURE slip = LAST friction1.slip\nMEASURE way = INTEG friction1.slipd\nTIMES 0 3 1\n"));
    EXPECT_NEAR(std::fabs(run.measure("slip")), 400 * 0.01 / (2 * 1), 1e-6) << pair;
    EXPECT_NEAR(run.measure("slip"), run.measure("way"), 1e-6);
  }
}

// Free pairs whose bodies both turn: curves inside and outside of each other, with their seams
// anywhere, a roller that rubs on a cam, a wheel round an outline.
TEST(Rounds, AFreePairCountsItsRounds) {
  const std::string oval =
      "CURVES 1 3 4 1 2 X = 0.03*cos(u) ; Y = 0.02*sin(u) ; FROM 0 TO 360deg ; ON ";
  for (const auto& [pair, apart] :
       {std::pair(oval + "X = 0.05*cos(u) ; Y = 0.06*sin(u) ; FROM 0 TO 360deg", 0.1),
        std::pair(oval + "X = 0.05*cos(u) ; Y = 0.06*sin(u) ; FROM 100deg TO 460deg", 0.1),
        std::pair(oval + "X = 0.1*cos(-u) ; Y = 0.09*sin(-u) ; FROM 0 TO 360deg", 0.055),
        std::pair(std::string("PLCCIRC 1 3 4 1 2 0.01 0 0.02 0.01 0.02 0.05"), 0.1),
        std::pair(
            std::string("PLCPOLY 1 3 4 1 2 POLYGON 0 0 0.02 0.05 -0.04 -0.05 -0.04 -0.05 0.04 "
                        "0.05 0.04"),
            0.2)})
    for (const auto& [a, b] : {std::pair(0.0, 10.0), std::pair(-5.0, 7.0), std::pair(3.0, -6.0)}) {
      const test::RunResult run = test::done(on_axles(
          pair, apart,
          fmt::format("INPUTX 2\nINPUTX 4\nRLSE 1\nMEASURE slip = LAST e1_2\nMEASURE way = INTEG "
                      "ed1_2\nEND HALT\nINPUTX 2 1 0 {}\nINPUTX 4 1 0 {}\nTIMES 0 3 0.1\n",
                      b, a)));
      EXPECT_NEAR(run.measure("slip"), run.measure("way"), 1e-6) << pair << a << b;
      EXPECT_GT(std::fabs(run.measure("slip")), 0.3);
      const test::RunResult coarse = test::done(on_axles(
          pair, apart,
          fmt::format(
              "INPUTX 2\nINPUTX 4\nRLSE 1\nMEASURE slip = LAST e1_2\nEND HALT\nINPUTX 2 1 0 {}\n"
              "INPUTX 4 1 0 {}\nTIMES 0 3 1.5\n",
              b, a)));
      EXPECT_NEAR(coarse.measure("slip"), run.measure("slip"), 1e-9) << pair << a << b;
    }
}

// Ovals whose place lies at the seams of both, drawn along -x: it is found there, too, and no half
// round is taken for a motion.
TEST(Rounds, APlaceAtBothSeams) {
  const std::string ovals =
      "CURVES 1 5 6 3 4 X = 0.03*cos(u) ; Y = 0.02*sin(u) ; FROM 0 TO 360deg ; ON X = 0.05*cos(u) "
      "; Y = "
      "0.06*sin(u) ; FROM 0 TO 360deg\nX 3 0.3 0\nX 4 0\nX 5 -0.4 0\nX 6 0\nFIX 3\nFIX 5\nRLSE 1\n";
  for (const auto& [a, b] : {std::pair(5.0, 0.0), std::pair(0.0, 5.0)}) {
    const test::RunResult given =
        test::done(fmt::format("{}INPUTX 4\nINPUTX 6\nMEASURE slip = LAST e1_2\nMEASURE way = "
                               "INTEG ed1_2\nEND HALT\nINPUTX 6 1 0 "
                               "{}\nINPUTX 4 1 0 {}\nTIMES 0 1 0.01\nEND END\n",
                               ovals, a, b));
    EXPECT_NEAR(given.value(0, "e1_1"), 0.7 - 0.03 - 0.05, 1e-12);
    EXPECT_NEAR(given.measure("slip"), given.measure("way"), 1e-8);
    const test::RunResult free =
        test::done(fmt::format("{}DYNX 4\nDYNX 6\nMEASURE slip = LAST e1_2\nEND HALT\nXM 4 1\nXM 6 "
                               "1\nSTARTVX 6 1 {}\nSTARTVX 4 1 "
                               "{}\nTIMES 0 1 1\nEND END\n",
                               ovals, a, b));
    EXPECT_NEAR(free.measure("slip"), given.measure("way"), 1e-8);
  }
}

// Teeth of a closed curve in a closed hollow, held: their ratio is that of the radii, however far
// both spin between two rows.
TEST(Rounds, ACurveInAHollowKeepsItsRatio) {
  const test::RunResult run = test::done(on_axles(
      "CURVES 1 1 2 3 4 X = 0.1*cos(u) ; Y = 0.1*sin(u) ; FROM 0 TO 360deg ; ON X = 0.11*cos(-u) ; "
      "Y = 0.11*sin(-u) ; FROM 0 TO 360deg",
      -0.01, "INPUTX 4\nRLSE 1 1\nEND HALT\nINPUTX 4 1 0 60\nTIMES 0 4 1\n"));
  for (std::size_t k = 0; k < run.rows.size(); ++k)
    EXPECT_NEAR(run.value(k, "x2_1"), 1.1 * 60 * run.time(k), 1e-9);
}

TEST(Rounds, ARollerRubsRoundACam) {
  const test::RunResult run = test::done(on_axles(
      "CAM 1 3 4 1 2 ROLLER 0 0 0.01 RADIUS = 0.04", 0.05,
      "INPUTX 2\nFIX 4\nRLSE 1\nEND HALT\nXM 3 1\nFRICTION 1 1 2 0.1 0.1\nINPUTX 2 1 0 10\n"
      "MEASURE slip = LAST friction1.slip\nTIMES 0 3 1\n"));
  EXPECT_NEAR(std::fabs(run.measure("slip")), 0.04 * 30, 1e-9);
}

}  // namespace
}  // namespace mbs
