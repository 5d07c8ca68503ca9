// Degrees of freedom that a deck names and that cease to determine the motion at a flat position,
// or beside it: the run ends there, at the same time by every method. Parallelograms of rods
// without weight turn evenly, whatever their masses.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/deck.h"
#include "support/names.h"

namespace mbs {
namespace {

constexpr double kStart = 0.9, kRate = -3;

// Nodes n + 1 to n + 4, a parallelogram of this length on a base that rises by `tilt`, two lengths
// long; elements m + 1 to m + 3.
std::string rods(int n, int m, double length, double tilt) {
  const double x = length * std::cos(kStart), y = length * std::sin(kStart),
               dx = 2 * length * std::cos(tilt), dy = 2 * length * std::sin(tilt);
  return fmt::format(
      "PLTRUSS {4} {0} {1}\nPLTRUSS {5} {1} {2}\nPLTRUSS {6} {2} {3}\n"
      "X {0} 0 0\nX {1} {7:.17g} {8:.17g}\nX {2} {9:.17g} {10:.17g}\nX {3} {11:.17g} {12:.17g}\n"
      "FIX {0}\nFIX {3}\n",
      n + 1, n + 2, n + 3, n + 4, m + 1, m + 2, m + 3, x, y, x + dx, y + dy, dx, dy);
}

std::string masses(int n, double length, const std::string& of, double rate) {
  return fmt::format("XM {0} 1\nXM {1} 0.7\n{2} {3:.17g}\n", n + 2, n + 3, of,
                     -length * rate * std::sin(kStart));
}

class FlatFreedoms : public testing::TestWithParam<const char*> {
 protected:
  // The run ends where the angle is zero.
  static void ends(const std::string& kinematics, const std::string& dynamics,
                   double rate = kRate) {
    const double turn = -kStart / rate;
    const std::string deck = kinematics + "END HALT\n" + dynamics +
                             fmt::format("INTEG {}\nTIMES 0 {:.17g} {:.17g}\nEND END\n", GetParam(),
                                         1.6 * turn, turn / 10);
    const test::RunResult run = test::run(deck);
    EXPECT_EQ(run.status, ExitStatus::solution_failed) << deck << run.messages;
    const std::string text = "singular at t = ";
    const std::size_t at = run.messages.find(text);
    ASSERT_NE(at, std::string::npos) << deck << run.messages;
    const double loose = std::string(GetParam()).find("1e-4") != std::string::npos ? 3e-5 : 1e-6;
    EXPECT_NEAR(std::stod(run.messages.substr(at + text.size())), turn, 6e-7 + loose * turn)
        << deck;
    EXPECT_NE(run.messages.find("do not determine it"), std::string::npos);
  }
};

TEST_P(FlatFreedoms, AnAbscissaAtTheFlatPositionItself) {
  for (const double length : {0.05, 0.5, 40.0})
    ends(rods(0, 0, length, 0) + "DYNX 2 1\n", masses(0, length, "STARTVX 2 1", kRate));
}

TEST_P(FlatFreedoms, AnAbscissaBehindTheFlatPosition) {
  for (const double tilt : {0.02, 0.1, 0.25, 0.45})
    ends(rods(0, 0, 0.5, tilt) + "DYNX 2 1\n", masses(0, 0.5, "STARTVX 2 1", kRate));
}

// Each changes its side at once with the other.
TEST_P(FlatFreedoms, OfTwoMechanismsAtOnce) {
  ends(rods(0, 0, 0.5, 0) + rods(4, 3, 0.5, 0) + "DYNX 2 1\nDYNX 6 1\n",
       masses(0, 0.5, "STARTVX 2 1", kRate) + masses(4, 0.5, "STARTVX 6 1", kRate));
}

// The distance of the crank's pin from a point on the line of the base.
TEST_P(FlatFreedoms, ADeformation) {
  const double x = std::cos(kStart) + 0.7, y = std::sin(kStart), distance = std::hypot(x, y);
  ends("PLTRUSS 4 2 5\nX 5 -0.7 0\nFIX 5\n" + rods(0, 0, 1, 0) + "DYNE 4 1\n",
       fmt::format("XM 2 1\nXM 3 1\nSTARTDE 4 1 0 {:.17g}\n",
                   kRate * (-std::sin(kStart) * x + std::cos(kStart) * y) / distance));
}

// The first angle determines the motion on both sides.
TEST_P(FlatFreedoms, AnOrdinateGoesOn) {
  const double turn = -kStart / kRate, v = 0.5 * kRate * std::cos(kStart);
  const test::RunResult run = test::run(
      rods(0, 0, 0.5, 0) + "DYNX 2 2\nEND HALT\n" +
      fmt::format(
          "XM 2 1\nXM 3 0.7\nSTARTVX 2 2 {:.17g}\nINTEG {}\nTIMES 0 {:.17g} {:.17g}\nEND END\n", v,
          GetParam(), 1.6 * turn, turn / 10));
  EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
  ASSERT_EQ(run.rows.size(), 17u);
  const double loose = std::string(GetParam()).find("1e-4") != std::string::npos ? 3e-3 : 1e-5;
  for (std::size_t k = 0; k < run.rows.size(); ++k)
    EXPECT_NEAR(run.value(k, "x3_2"), 0.5 * std::sin(kStart + kRate * run.time(k)), loose) << k;
}

INSTANTIATE_TEST_SUITE_P(Methods, FlatFreedoms,
                         testing::Values("STEP 1e-9 1e-9", "STEP 1e-11 1e-11", "DOP853 1e-4 1e-4",
                                         "DOP853 1e-7 1e-7", "DOP853 1e-9 1e-9",
                                         "DOP853 1e-11 1e-11", "DOP853 1e-13 1e-13",
                                         "STIFF 1e-6 1e-6", "STIFF 1e-9 1e-9", "GALPHA 1e-8 1e-8",
                                         "GALPHA STEP 0.0005", "RK4 0.0005", "HEUN 0.00003"),
                         test::name_of_text);

}  // namespace
}  // namespace mbs
