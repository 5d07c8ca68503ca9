// Choices of known and unknown variables that cease to determine the motion: the run ends and names
// the time, the same for all methods, and the unknowns.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/choice_end.h"
#include "support/good_run.h"

namespace mbs {
namespace {

const char* const kMethods[] = {"DOP853 1e-9 1e-9", "STEP 1e-9 1e-9", "STIFF 1e-9 1e-9",
                                "RK4 1e-4"};

void expect_end(const std::string& deck, double t, double error, const std::string& unknown) {
  for (const char* method : kMethods) {
    const test::RunResult run = test::run(fmt::format(fmt::runtime(deck), method));
    EXPECT_EQ(run.status, ExitStatus::solution_failed) << method << run.messages;
    EXPECT_NEAR(test::choice_end(run), t, error) << method << ' ' << run.messages;
    EXPECT_NE(run.messages.find(unknown), std::string::npos) << run.messages;
    EXPECT_EQ(run.messages.find("STIFF copes"), std::string::npos) << run.messages;
    ASSERT_FALSE(run.rows.empty());
    EXPECT_LT(run.time(run.rows.size() - 1), t);
    EXPECT_GT(run.time(run.rows.size() - 1), t - .06);
  }
}

// One rod, the horizontal force at its joint known, the joint free to move up. With m = 2, d = 0.5:
// xdd of the centre is FRX/m and xdd of the joint 0, so that phidd d sin(phi) = -FRX/m - d cos(phi)
// phid^2, and y = d cos(phi) has yy = FRX/m: y is x turned round. phi = 0 is reached where
// d cos(phi0) - d sin(phi0) phid0 t + FRX/(2 m) t^2 = d.
TEST(ChoiceEnds, ARodThatPassesItsForce) {
  for (const double force : {1.0, 0.5, 2.0}) {
    const double a = force / 4, b = .5 * std::sin(.3), c = .5 * std::cos(.3) - .5;
    const double t = (-b + std::sqrt(b * b - 4 * a * c)) / (2 * a);
    expect_end(fmt::format("SEGDYN\nSEGMENT 1 2 1 0.5 0.1\nSTATE 1 0.3 -1\nKNOWN FRX 1 {}\n"
                           "UNKNOWN YDD\nTIME 0 0.4 0.05\nINTEG {{}}\nEND\n",
                           force),
               t, 2e-6, "PHIDD 1");
  }
}

// The same force said by an equation of the deck, and the joint on a carriage of its own.
TEST(ChoiceEnds, AnEquationOfTheDeck) {
  const double b = .5 * std::sin(.3), c = .5 * std::cos(.3) - .5;
  expect_end(
      "SEGDYN\nSEGMENT 1 2 1 0.5 0.1\nSTATE 1 0.3 -1\nBASE 3 7\nUNKNOWN FRX 1\n"
      "ROW 1 FRX 1 2\nROW 1 RHS 2\nUNKNOWN YDD\nTIME 0 0.4 0.05\nINTEG {}\nEND\n",
      (-b + std::sqrt(b * b - c)) / .5, 2e-6, "PHIDD 1");
}

// A knee that is driven through its straight position by moments at hip and knee that are unknown,
// while the force on the ground is that of a motion in which both angles move evenly: the force
// says nothing about them at the time when they are equal.
std::string knee(double w1, double w2, const std::string& base) {
  const double m1 = 7, m2 = 60, l1 = .43, d1 = .25, d2 = .35, p1 = 1.3, p2 = 1.75;
  const double a = (m1 * d1 + m2 * l1) * w1 * w1, b = m2 * d2 * w2 * w2;
  return fmt::format(
      "SEGDYN\nSEGMENT 1 {0} {2} {3} .12\nSEGMENT 2 {1} .45 {4} 2\nSTATE 1 {5} {7:.17g}\n"
      "STATE 2 {6} {8:.17g}\n{11}GRAV 0 -9.81\n"
      "KNOWN FRX 1 = -{9:.17g}*cos({5}+({7:.17g})*t)-{10:.17g}*cos({6}+({8:.17g})*t)\n"
      "KNOWN FRY 1 = "
      "9.81*({0}+{1})-{9:.17g}*sin({5}+({7:.17g})*t)-{10:.17g}*sin({6}+({8:.17g})*t)\n"
      "UNKNOWN M 1\nUNKNOWN M 2\nTIME 0 .6 .05\nINTEG {{}}\nEND\n",
      m1, m2, l1, d1, d2, p1, p2, w1, w2, a, b, base);
}

TEST(ChoiceEnds, AKneeThatComesStraight) {
  expect_end(knee(.4, -.7, ""), .45 / 1.1, 2e-5, "PHIDD 2");
  expect_end(knee(.9, .1, ""), .45 / .8, 2e-5, "PHIDD 2");
  expect_end(knee(.2, -1.5, "BASE .3 .2\n"), .45 / 1.7, 2e-5, "PHIDD 1");
}

// x of the rod's centre reaches 1 - 1e-6 of its most only: phi stays above 0.0014, the determinant
// comes down to 1/200 and grows again, and the motion goes on.
TEST(ChoiceEnds, APassageWithoutAChangeOfSign) {
  const double b = .5 * std::sin(.3), top = .5 * (1 - 1e-6) - .5 * std::cos(.3);
  const double a = -b * b / (4 * top);
  for (const char* method : {"DOP853 1e-11 1e-11", "STEP 1e-10 1e-10"}) {
    const test::RunResult run = test::good_run(fmt::format(
        "SEGDYN\nSEGMENT 1 2 1 0.5 0.1\nSTATE 1 0.3 -1\nKNOWN FRX 1 {:.17g}\nUNKNOWN YDD\n"
        "TIME 0 0.6 0.1\nINTEG {}\nEND\n",
        4 * a, method));
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      const double t = run.time(k);
      EXPECT_NEAR(std::cos(run.value(k, "phi1")), std::cos(.3) + 2 * (b * t + a * t * t), 2e-6)
          << method;
    }
  }
}

// Three segments, the base free (a random choice): all methods name the same time.
TEST(ChoiceEnds, AllMethodsNameTheSameTime) {
  expect_end(R"(SEGDYN
SEGMENT 1 2.358230143466285 0.2987855187447649 0.09693942223977123 0.017213630535130253
SEGMENT 2 3.109801282620885 0.3174441091317165 0.1828300661437498 0.04557250689610984
SEGMENT 3 2.5639562238697455 0.3333783921887563 0.17509719413344998 0.019096332317586492
STATE 1 -1.6252775791571588 -0.01763857617519582
STATE 2 -0.23341049235404077 1.0956508094545678
STATE 3 1.9962350301188274 -0.4401929050918554
BASE -0.4313569332390115 -0.037133885500742814 0.4127936117650942 -0.2527377790365084
GRAV 0.3 -9.81
KNOWN FRX 1 = -1.6690350224745645-0.06821846228858242*sin(4.14081176655137*t)
UNKNOWN M 3
KNOWN M 4 = 0.17611528629781592-1.134548523960404*sin(3.8436550666458125*t)
KNOWN FEXTX 1 = 2.7132714432264837+1.0680906487681727*sin(4.674740730768814*t)
KNOWN FEXTY 3 = -0.010687465097647397-0.8199717431251674*sin(3.860591759293544*t)
KNOWN PHIDD 3 = -0.4608632452160313-1.6830972131987827*sin(4.765475697630652*t)
UNKNOWN YDD
PROJECT OFF
TIME 0 0.3 0.05
INTEG {}
END
)",
             .20951114, 1e-6, "PHIDD 2");
}

// A parallelogram whose crank turns as known, with a torque on the rocker: in its flat position the
// constraints are singular whatever is known, and the motion goes on. The determinant touches zero
// there; its parabola foretold a time 0.004 s before.
TEST(ChoiceEnds, AFlatPositionIsPassed) {
  for (const char* method :
       {"STEP 1e-7 1e-7", "STEP 1e-9 1e-9", "STEP 1e-11 1e-11", "DOP853 1e-9 1e-9", "RK4 1e-3"}) {
    const test::RunResult run = test::good_run(fmt::format(
        "SEGDYN\nSEGMENT 1 1 1 0.5 0.1\nSEGMENT 2 0.5 2 1 0.1\nSEGMENT 3 1 1 0.5 0.1\n"
        "STATE 1 60deg 1\nSTATE 2 0 0\nSTATE 3 -120deg 1\nFIX TIP 2 0\nKNOWN PHIDD 1 = 0.5\n"
        "UNKNOWN M 1\nLAW BODY 3 PHI = 0.6\nTIME 0 3 0.5\nINTEG {}\nEND\n",
        method));
    ASSERT_EQ(run.rows.size(), 7u);
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      const double t = run.time(k), phi = M_PI / 3 + t + .25 * t * t, rate = 1 + .5 * t;
      const double fy = (rate * rate * std::sin(phi) - .5 * std::cos(phi)) / 4;
      EXPECT_NEAR(run.value(k, "phi3"), phi - M_PI, 1e-7) << method;
      EXPECT_NEAR(run.value(k, "frx3"), (.425 + std::cos(phi) * fy) / std::sin(phi), 1e-4)
          << method;
    }
  }
}

}  // namespace
}  // namespace mbs
