// The other closure of pairs of bodies, against closed forms: ASSEMBLE k MIRRORED.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/good_run.h"

namespace mbs {
namespace {

constexpr double kPi = 3.14159265358979323846;

double angle_of(const test::RunResult& run, const char* name, std::size_t row = 0) {
  return std::remainder(run.value(row, name), 2 * kPi);
}

// Ground d = 100, crank a = 40, coupler b = 120, rocker c = 80 mm. Of the two triangles over the
// diagonal the rocker's angle is that of the diagonal, minus or plus its angle in the triangle.
struct FourBar {
  double coupler[2], rocker[2];  // open, crossed
  explicit FourBar(double crank) {
    const double a = 0.04, b = 0.12, c = 0.08, d = 0.1;
    const double x = a * std::cos(crank), y = a * std::sin(crank), f = std::hypot(x - d, y);
    const double diagonal = std::atan2(y, x - d);
    const double at_bearing = std::acos((f * f + c * c - b * b) / (2 * f * c));
    for (int k = 0; k < 2; ++k) {
      rocker[k] = diagonal + (k == 0 ? -at_bearing : at_bearing);
      coupler[k] = std::atan2(c * std::sin(rocker[k]) - y, d + c * std::cos(rocker[k]) - x);
      rocker[k] = std::remainder(rocker[k], 2 * kPi);
    }
  }
};

std::string four_bar(const char* tail) {
  return std::string(R"(4 4 0 1 0 1 0 0 0
0 0 0
0.015 0.013 40deg
0.09 0.045 20deg
0.12 0.034 57deg
1 2 0 0 -0.02 0
2 3 0.02 0 -0.06 0
3 4 0.06 0 0.04 0
4 1 -0.04 0 0.1 0
1
2 3 40deg 6 0
0 1 0.05
)") + tail;
}

TEST(Dyads, CrossedFourBar) {
  const test::RunResult open = test::good_run(four_bar(""));
  const test::RunResult crossed = test::good_run(four_bar("ASSEMBLE 1 MIRRORED\nEND\n"));
  EXPECT_FALSE(open.has("dyad1.sign"));
  for (std::size_t k = 0; k < open.rows.size(); ++k) {
    const FourBar right(2 * kPi / 9 + 6 * open.time(k));
    EXPECT_NEAR(angle_of(open, "body3.phi", k), right.coupler[0], 1e-12);
    EXPECT_NEAR(angle_of(open, "body4.phi", k), right.rocker[0], 1e-12);
    EXPECT_NEAR(angle_of(crossed, "body3.phi", k), right.coupler[1], 1e-12);
    EXPECT_NEAR(angle_of(crossed, "body4.phi", k), right.rocker[1], 1e-12);
    EXPECT_EQ(crossed.value(k, "dyad1.sign"), 1);
  }
}

// Norton, chapter 4: -60.98 and -98.01 degrees.
TEST(Dyads, CrossedAsPublished) {
  const test::RunResult run = test::good_run(four_bar("ASSEMBLE 1 MIRRORED\nEND\n"));
  EXPECT_NEAR(angle_of(run, "body3.phi") * 180 / kPi, -60.98, 0.006);
  EXPECT_NEAR(angle_of(run, "body4.phi") * 180 / kPi, -98.01, 0.006);
}

// Twice: the drawn one again; the sign of the open one is the other.
TEST(Dyads, CheckTellsBothAndTheOpenSignIsTheOther) {
  RunSettings settings;
  settings.check_only = true;
  const test::RunResult check = test::run(four_bar(""), settings);
  const FourBar right(2 * kPi / 9);
  EXPECT_NE(check.report.find(fmt::format(
                "dyad 1: body 3 and body 4 closes with body 3 PHI = {:.6g}deg, body 4 PHI = "
                "{:.6g}deg, or mirrored with body 3 PHI = {:.6g}deg, body 4 PHI = {:.6g}deg",
                right.coupler[0] * 180 / kPi, right.rocker[0] * 180 / kPi,
                right.coupler[1] * 180 / kPi, right.rocker[1] * 180 / kPi)),
            std::string::npos)
      << check.report;
  // Drawn crossed, mirrored: open.
  std::string crossed = four_bar("ASSEMBLE 1 MIRRORED\nEND\n");
  crossed.replace(crossed.find("0.09 0.045 20deg"), 16, "0.06 -0.03 -61deg");
  crossed.replace(crossed.find("0.12 0.034 57deg"), 16, "0.094 -0.04 -98deg");
  const test::RunResult run = test::good_run(crossed);
  EXPECT_NEAR(angle_of(run, "body4.phi"), right.rocker[0], 1e-12);
  EXPECT_EQ(run.value(0, "dyad1.sign"), -1);
}

// Crank 0.2, rod 0.5, slider on y = 0.05: x = 0.2 cos +- sqrt(0.25 - (0.05 - 0.2 sin)^2).
TEST(Dyads, SliderOnTheOtherSide) {
  const test::RunResult run = test::good_run(R"(4 3 1 1 0 1 0 0 0
0 0 0
0.096 0.030 0.3
0.441 0.055 0
0.691 0.050 0
1 2 0 0 -0.1 0
2 3 0.1 0 -0.25 0
3 4 0.25 0 0 0
1 4 0 0.05 1 0.05 0 0
1
2 3 0.3 6 0
0 1 0.05
ASSEMBLE 1 MIRRORED
END
)");
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double phi = 0.3 + 6 * run.time(k), up = 0.05 - 0.2 * std::sin(phi);
    EXPECT_NEAR(run.value(k, "body4.x"), 0.2 * std::cos(phi) - std::sqrt(0.25 - up * up), 1e-12);
    EXPECT_NEAR(run.value(k, "body4.phi"), 0, 1e-12);
    EXPECT_EQ(run.value(k, "dyad1.sign"), -1);
  }
}

// A block on a crank of 0.2 m about (0, 0.1) slides on a lever about the origin at 0.05 beside the
// lever's bearing: sin(psi - theta) = 0.05/|AC|, theta the other way round.
TEST(Dyads, LeverAndBlock) {
  const test::RunResult run = test::good_run(R"(4 3 1 1 0 1 0 0 0
0 0 0
0 0.1 -30deg
0.17 0 -13deg
0 0 -13deg
1 2 0 0.1 0 0
2 3 0.2 0 0 0
1 4 0 0 0 0
4 3 0 0.05 1 0.05 0 0
1
2 3 -30deg 300deg 0
0 1 0.05
ASSEMBLE 1 MIRRORED
END
)");
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double phi = -kPi / 6 + 300 * kPi / 180 * run.time(k);
    const double x = 0.2 * std::cos(phi), y = 0.1 + 0.2 * std::sin(phi);
    const double psi = std::atan2(y, x), off = std::asin(0.05 / std::hypot(x, y));
    EXPECT_NEAR(std::remainder(run.value(k, "body4.phi") - (psi - kPi + off), 2 * kPi), 0, 1e-12);
    EXPECT_EQ(run.value(k, "dyad1.sign"), -1);
  }
}

// Two trusses hold a point; native. Half the distance of the bearings is (1 + 0.1 t)/2.
TEST(Dyads, TwoTrussesOfANativeDeck) {
  const test::RunResult run = test::good_run(R"(PLTRUSS 1 1 3
PLTRUSS 2 2 3
X 1 0 0
X 2 1 0
X 3 0.5 0.8
FIX 1
INPUTX 2 1
FIX 2 2
END HALT
INPUTX 2 1 1 0.1
ASSEMBLE 1 MIRRORED
TIMES 0 1 0.1
END END
)");
  const double l2 = 0.25 + 0.64;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double half = (1 + 0.1 * run.time(k)) / 2;
    EXPECT_NEAR(run.value(k, "x3_1"), half, 1e-12);
    EXPECT_NEAR(run.value(k, "x3_2"), -std::sqrt(l2 - half * half), 1e-12);
  }
  EXPECT_NE(run.value(0, "dyad1.sign"), 0);
}

// A crank of 0.2 m and segments of 0.5 and 0.6 m from it to (0.8, 0); SEGDYN.
TEST(Dyads, TheKneeOfAChain) {
  const auto chain = [](const char* line) {
    return test::good_run(fmt::format(R"(SEGDYN
SEGMENT 1 1.0 0.20 0.10 0.01
SEGMENT 2 2.0 0.50 0.25 0.06
SEGMENT 3 2.0 0.60 0.30 0.06
STATE 1 60deg 6
STATE 2 40deg
STATE 3 -40deg
FIX TIP 0.8 0
DRIVE HINGE 1 = 60deg + 6*t
{}TIME 0 1 0.1
END
)",
                                      line));
  };
  const test::RunResult drawn = chain(""), run = chain("ASSEMBLE 1 MIRRORED\n");
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double phi = kPi / 3 + 6 * run.time(k);
    const double x = 0.2 * std::cos(phi), y = 0.2 * std::sin(phi);
    const double d = std::hypot(0.8 - x, y), psi = std::atan2(-y, 0.8 - x);
    const double opens = std::acos((0.25 + d * d - 0.36) / (2 * 0.5 * d));
    EXPECT_NEAR(std::remainder(drawn.value(k, "phi2") - (psi + opens), 2 * kPi), 0, 1e-9);
    EXPECT_NEAR(std::remainder(run.value(k, "phi2") - (psi - opens), 2 * kPi), 0, 1e-9);
    EXPECT_EQ(run.value(k, "dyad1.sign"), 1);
  }
}

// The native form takes the same closure, and knows the channel.
TEST(Dyads, Converted) {
  const std::string deck = four_bar(
      "ASSEMBLE 1 MIRRORED\nREPORT t body4.phi dyad1.sign\nMEASURE s = MIN dyad1.sign\nEND\n");
  Diagnostics diagnostics;
  const std::string native = convert_deck({"deck", deck, ".", {}}, {}, diagnostics);
  ASSERT_NE(native, "") << diagnostics.format_all();
  const test::RunResult here = test::good_run(deck), there = test::good_run(native);
  EXPECT_EQ(there.measure("s"), 1);
  EXPECT_NEAR(here.rows.back()[0], there.rows.back()[0], 0);
}

// What cannot be taken says why.
TEST(Dyads, Refused) {
  const auto said = [](const std::string& deck) {
    const test::RunResult run = test::run(deck);
    EXPECT_EQ(run.status, ExitStatus::deck_error) << run.messages;
    return run.messages;
  };
  EXPECT_NE(said(four_bar("ASSEMBLE 2 MIRRORED\nEND\n"))
                .find("deck:13:1: error: ASSEMBLE 2: 1 of its loops are closed by two bodies; "
                      "expected one of 1 (body 3 and body 4)"),
            std::string::npos)
      << said(four_bar("ASSEMBLE 2 MIRRORED\nEND\n"));
  EXPECT_NE(said(four_bar("ASSEMBLE 1 OPEN\nEND\n")).find("expected MIRRORED"), std::string::npos);
  EXPECT_NE(said(four_bar("ASSEMBLE 1 MIRRORED\nASSEMBLE 1 MIRRORED\nEND\n")).find("given twice"),
            std::string::npos);
}

// Coupler and rocker of 0.12 and 0.08 over a diagonal of hypot(0.04 cos 40 - 0.3, 0.04 sin 40).
TEST(Dyads, AFailedAssemblyTellsWhatAPairLacks) {
  std::string deck = four_bar("");
  deck.replace(deck.find("0.1 0\n1"), 5, "0.3 0");
  const test::RunResult run = test::run(deck);
  EXPECT_EQ(run.status, ExitStatus::solution_failed);
  const double angle = 2 * kPi / 9;
  const double d = std::hypot(0.04 * std::cos(angle) - 0.3, 0.04 * std::sin(angle));
  EXPECT_NE(
      run.messages.find(fmt::format("dyad 1: body 3 and body 4 cannot reach by {:.4g} m", d - 0.2)),
      std::string::npos)
      << run.messages;
}

}  // namespace
}  // namespace mbs
