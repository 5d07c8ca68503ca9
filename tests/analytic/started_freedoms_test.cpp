// STARTDX and STARTVX of degrees of freedom: what hangs on them goes with them. Deformations that
// are degrees of freedom themselves stay as drawn, at rest, unless STARTDE says otherwise.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/good_run.h"

namespace mbs {
namespace {

constexpr int kBeams = 3;
constexpr double kLength = 0.5;

// A strip of beams along x, which is free at its left end (nodes 1 and 2).
std::string strip(const char* kind, const std::string& starts) {
  std::string out = "X 1 -1.3 0\nDYNX 1\nDYNX 2\n", values;
  for (int k = 1; k <= kBeams; ++k) {
    const int first = 2 * k - 1;
    out += fmt::format("{0} {1} {2} {3} {4} {5}\nX {4} {6} 0\nDYNE {1} 2 3\n", kind, k, first,
                       first + 1, first + 2, first + 3, -1.3 + kLength * k);
    values += fmt::format("EM {0} 1\nESTIFF {0} 1e4 100\n", k);
  }
  return out + "END HALT\n" + values + "XM 1 1\nXM 2 1\n" + starts + "TIMESTEP 0.001 1\nEND END\n";
}

TEST(StartedFreedoms, AStripGoesWithItsEnd) {
  for (const char* const kind : {"PLBEAM", "PLBEAMG", "PLBEAML"})
    for (const double dx : {0.01, 0.4, 1.7})
      for (const double turn : {-0.1, 1.2, 2.9}) {
        const double x = -1.3 + dx, y = -0.6 * dx, vx = 0.3, vy = -0.7, w = 2;
        const test::RunResult run = test::done(
            strip(kind, fmt::format("STARTDX 1 1 {} {}\nSTARTDX 1 2 {} {}\nSTARTDX 2 1 {} {}\n", x,
                                    vx, y, vy, turn, w)));
        for (int k = 0; k <= kBeams; ++k) {
          const auto value = [&](const char* what, int node, int c) {
            return run.value(0, fmt::format("{}{}_{}", what, node, c));
          };
          const int place = 2 * k + 1;
          const double rx = kLength * k * std::cos(turn), ry = kLength * k * std::sin(turn);
          EXPECT_NEAR(value("x", place, 1), x + rx, 1e-10) << kind << dx << " " << turn;
          EXPECT_NEAR(value("x", place, 2), y + ry, 1e-10);
          EXPECT_NEAR(value("x", place + 1, 1), turn, 1e-10);
          EXPECT_NEAR(value("v", place, 1), vx - w * ry, 1e-9);
          EXPECT_NEAR(value("v", place, 2), vy + w * rx, 1e-9);
          EXPECT_NEAR(value("v", place + 1, 1), w, 1e-9);
          for (const int d : {2, 3}) {
            if (k == 0) continue;
            EXPECT_NEAR(value("e", k, d), 0, 1e-10);
            EXPECT_NEAR(value("ed", k, d), 0, 1e-9);
          }
        }
      }
}

// Beams that hinges join, each drawn turned by 0.3 rad against the one before.
std::string hinged(const char* kind, const std::string& names, const std::string& starts) {
  std::string out = "X 1 0 0\nDYNX 1\nDYNX 2\n", values;
  double x = 0, y = 0;
  for (int k = 1; k <= kBeams; ++k) {
    const double drawn = 0.3 * (k - 1);
    x += kLength * std::cos(drawn), y += kLength * std::sin(drawn);
    out += fmt::format("{0} {1} {2} {3} {4} {5}\nX {4} {6:.17g} {7:.17g}\nDYNE {1} 2 3\n", kind, k,
                       3 * k - 2, 3 * k - 1, 3 * k + 1, 3 * k, x, y);
    values += fmt::format("EM {0} 1\nESTIFF {0} 1e4 100\n", k);
    if (k > 1) out += fmt::format("PLTOR {} {} {}\n", 10 + k, 3 * k - 3, 3 * k - 1);
  }
  return out + names + "END HALT\n" + values + "XM 1 1\nXM 2 1\n" + starts +
         "TIMESTEP 0.001 1\nEND END\n";
}

// Hinges that start far from the drawing, on a base that does: no beam closes turned round.
TEST(StartedFreedoms, HingesTurnAlong) {
  for (const char* const kind : {"PLBEAM", "PLBEAMG", "PLBEAML"})
    for (const bool driven : {false, true})
      for (const double base : {0.0, -1.7, 2.3})
        for (const double first : {-2.2, 0.4, 2.9})
          for (const double second : {-1.1, 2.06}) {
            const std::string starts = fmt::format("STARTDX 1 1 1\nSTARTDX 2 1 {}\n", base);
            const test::RunResult run =
                driven ? test::done(hinged(kind, "INPUTE 12\nINPUTE 13\n",
                                           starts + fmt::format("INPUTE 12 1 {} 0 0\nINPUTE 13 1 "
                                                                "{} 0 0\n",
                                                                first, second)))
                       : test::done(hinged(kind, "DYNE 12\nDYNE 13\n",
                                           starts + fmt::format("STARTDE 12 1 {}\nSTARTDE 13 1 {}"
                                                                "\n",
                                                                first, second)));
            const double turns[] = {base, base + first, base + first + second};
            double x = 1, y = 0;
            for (int k = 1; k <= kBeams; ++k) {
              const double direction = 0.3 * (k - 1) + turns[k - 1];
              x += kLength * std::cos(direction), y += kLength * std::sin(direction);
              EXPECT_NEAR(run.value(0, fmt::format("x{}_1", 3 * k + 1)), x, 1e-9)
                  << kind << driven << " " << base << " " << first << " " << second;
              EXPECT_NEAR(run.value(0, fmt::format("x{}_2", 3 * k + 1)), y, 1e-9);
              EXPECT_NEAR(run.value(0, fmt::format("e{}_2", k)), 0, 1e-10);
              EXPECT_NEAR(run.value(0, fmt::format("e{}_3", k)), 0, 1e-10);
            }
          }
}

// Where another coordinate has a start value, or a velocity, deformations follow from all of them.
TEST(StartedFreedoms, OthersKeepTheirVelocities) {
  const test::RunResult run = test::done(strip("PLBEAM", "STARTVX 1 2 5\nSTARTVX 3 2 1\n"));
  EXPECT_NEAR(run.value(0, "v1_2"), 5, 1e-12);
  EXPECT_NEAR(run.value(0, "v3_2"), 1, 1e-12);
  EXPECT_NEAR(run.value(0, "v5_2"), 0, 1e-12);
  const test::RunResult bent =
      test::done(strip("PLBEAM", "STARTVX 1 2 5\nSTARTDE 1 2 0.01 0.2\nSTARTDX 1 1 2\n"));
  EXPECT_NEAR(bent.value(0, "x1_1"), 2, 1e-12);
  EXPECT_NEAR(bent.value(0, "e1_2"), 0.01, 1e-12);
  EXPECT_NEAR(bent.value(0, "ed1_2"), 0.2, 1e-12);
  EXPECT_NEAR(bent.value(0, "e2_2"), 0, 1e-12);
  EXPECT_NEAR(bent.value(0, "ed3_3"), 0, 1e-12);
}

// A body of space that starts turned is given as a whole, by whichever of its motions it is a
// degree of freedom. The axis of the hinges leans in the second case.
TEST(StartedFreedoms, InSpace) {
  for (const bool leans : {false, true}) {
    const std::string axis = leans ? "0 0.6 0.8" : "0 0 1", turn = leans ? "0 0.3 0.4" : "0 0 0.5";
    const test::RunResult run = test::done(
        "REVOLUTE 1  0 0  1 2  AT 0 0 0  " + axis + "\nREVOLUTE 2  1 2  3 4  AT 0.6 0 0  " + axis +
        "\nX 1 0.3 0 0\nX 3 0.8 0 0\nDYNX 2 3\nDYNE 2 1\nEND HALT\nXM 1 1\n"
        "XM 2 0.1 0 0 0.1 0 0.1\nXM 3 1\nXM 4 0.1 0 0 0.1 0 0.1\nESTIFF 2 10 0 0 0 0 0\n"
        "STARTDX 2 ROT VECTOR " +
        turn + "\nTIMESTEP 0.1 1\nEND END\n");
    EXPECT_NEAR(run.value(0, "e1_1"), 0.5, 1e-10);
    EXPECT_NEAR(run.value(0, "e2_1"), 0, 1e-10);
    EXPECT_NEAR(run.value(0, "x1_1"), 0.3 * std::cos(0.5), 1e-10);
    EXPECT_NEAR(run.value(0, "x3_1"), 0.8 * std::cos(0.5), 1e-10);
  }
}

}  // namespace
}  // namespace mbs
