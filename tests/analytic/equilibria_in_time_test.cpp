// STATIC with report times at which something differs: an equilibrium at each of them. Compared
// with the closed form of a shallow strut of two rods (von Mises), with equilibria found one by
// one, and with the large deflection of a cantilever.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>

#include "support/good_run.h"
#include "support/process.h"

namespace mbs {
namespace {

constexpr double kHeight = 0.2, kStiffness = 1000;

std::string strut(const std::string& freedoms, const std::string& rest) {
  return "PLTRUSS 1  1 2\nPLTRUSS 2  2 3\nX 1 -1 0\nX 2 0 0.2\nX 3 1 0\nFIX 1\nFIX 3\n" + freedoms +
         "RLSE 1\nRLSE 2\nEND HALT\nESTIFF 1 1000\nESTIFF 2 1000\nSTATIC\n" + rest + "END END\n";
}

// The load along y that holds the top at height y: 2 S y / l, S = EA (l - l0) / l0.
double load_at(double y) {
  const double l0 = std::hypot(1, kHeight), l = std::hypot(1, y);
  return 2 * kStiffness / l0 * (l - l0) * y / l;
}

double root(const std::function<double(double)>& f, double a, double b) {
  for (int k = 0; k < 200; ++k) {
    const double middle = (a + b) / 2;
    ((f(middle) > 0) == (f(a) > 0) ? a : b) = middle;
  }
  return (a + b) / 2;
}

// The slope of the load is 0: l^3 = l0.
const double kTurn = std::sqrt(std::pow(std::hypot(1, kHeight), 2. / 3) - 1);

double height_under(double load) {
  const auto rest = [load](double y) { return load_at(y) - load; };
  return load > load_at(kTurn) ? root(rest, kTurn, kHeight) : root(rest, -1, -kHeight);
}

TEST(EquilibriaInTime, ATopThatIsLedThroughItsSupports) {
  const test::RunResult run = test::good_run(
      strut("INPUTX 2 2\nDYNX 2 1\n",
            "INPUTX 2 2 = 0.2 - 0.5*t\nTIMESTEP 1 10\nMEASURE most = MAX r2_2 FROM 0 TO 0.8\n"
            "MEASURE least = MIN r2_2 FROM 0 TO 0.8\nMEASURE work = INTEG r2_2*v2_2\nMEASURE half "
            "= t WHEN r2_2 > 0 NTH 1\n"));
  ASSERT_EQ(run.rows.size(), 11u);
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double y = 0.2 - 0.5 * run.time(k);
    EXPECT_NEAR(run.value(k, "x2_2"), y, 1e-15);
    EXPECT_NEAR(run.value(k, "r2_2"), load_at(y), 1e-9);
  }
  EXPECT_NEAR(run.measure("least"), load_at(kTurn), 1e-9);
  EXPECT_NEAR(run.measure("most"), -load_at(kTurn), 1e-9);
  // The load is 0 in the line of the supports.
  EXPECT_NEAR(run.measure("half"), 0.4, 1e-9);
  // The work is the energy of two rods.
  const double l0 = std::hypot(1, kHeight), l = std::hypot(1, 0.3);
  EXPECT_NEAR(run.measure("work"), kStiffness / l0 * (l - l0) * (l - l0), 1e-9);
}

TEST(EquilibriaInTime, ALoadUnderWhichTheTopFalls) {
  const test::RunResult run =
      test::done(strut("DYNX 2\n", "XLAW 2 2 = -5*t\nTIMESTEP 1 10\nMEASURE mean = AVG x2_2\n"));
  ASSERT_EQ(run.rows.size(), 11u);
  for (std::size_t k = 0; k < run.rows.size(); ++k)
    EXPECT_NEAR(run.value(k, "x2_2"), height_under(-5 * run.time(k)), 1e-9) << k;
  const double falls = load_at(kTurn) / -5;
  const std::string said = "STATIC: about t = ";
  const std::size_t at = run.messages.find(said);
  ASSERT_NE(at, std::string::npos) << run.messages;
  EXPECT_NEAR(std::stod(run.messages.substr(at + said.size())), falls, 5e-4);
  // By parts before the fall, by Simpson's rule behind it.
  const auto simpson = [](const std::function<double(double)>& f, double a, double b) {
    constexpr int kParts = 1000;
    double sum = f(a) + f(b);
    for (int k = 1; k < kParts; ++k) sum += (k % 2 ? 4 : 2) * f(a + (b - a) * k / kParts);
    return sum * (b - a) / kParts / 3;
  };
  const double before =
      kTurn * falls - simpson([](double y) { return load_at(y) / -5; }, kHeight, kTurn);
  const double behind = simpson([](double t) { return height_under(-5 * t); }, falls + 1e-9, 1);
  EXPECT_NEAR(run.measure("mean"), before + behind, 1e-5);
}

// Two rods of length 1, a weight below on a spring: at t = 0.4 the led end has drawn them straight.
test::RunResult drawn_straight(const std::string& times) {
  test::RunResult run = test::run(
      "PLTRUSS 1 1 2\nPLTRUSS 2 2 3\nX 1 0 0\nX 2 0.8 0.6\nX 3 1.6 0\nFIX 1\nFIX 3 2\nINPUTX 3 1\n"
      "PLTRUSS 3 2 4\nX 4 0.8 -1\nRLSE 3\nDYNX 4 2\nFIX 4 1\nEND HALT\nESTIFF 3 10\nXM 4 1\n"
      "GRAVITY 0 -9.81\nINPUTX 3 1 = 1.6 + t\nSTATIC\n" +
      times + "END END\n");
  EXPECT_EQ(run.status, ExitStatus::solution_failed) << run.messages;
  return run;
}

// The rows before stay.
TEST(EquilibriaInTime, WhereThereIsNoneAnyMore) {
  const test::RunResult run = drawn_straight("TIMES 0 1 0.15\n");
  EXPECT_EQ(run.rows.size(), 3u) << run.report;
  EXPECT_NE(run.messages.find("equilibrium: at t = 0.4"), std::string::npos) << run.messages;
}

// A row in the dead position itself would have forces without bound.
TEST(EquilibriaInTime, NoRowInADeadPosition) {
  const test::RunResult run = drawn_straight("TIMES 0 1 0.1\n");
  EXPECT_EQ(run.rows.size(), 4u) << run.report;
  EXPECT_NE(run.messages.find("singular at t = 0.4"), std::string::npos) << run.messages;
}

// Two decks for the same wheel: one run over the bump, and one run for each height.
TEST(EquilibriaInTime, OneByOneInSpace) {
  const test::RunResult all = test::good_run(test::deck_text("space/bump.dat"));
  ASSERT_EQ(all.rows.size(), 9u);
  for (std::size_t k = 0; k < all.rows.size(); ++k) {
    std::string height = test::deck_text("space/suspension.dat");
    const std::string param = "PARAM bump = 0.04";
    height.replace(height.find(param), param.size(),
                   fmt::format("PARAM bump = {:.17g}", -0.08 + 0.16 * all.time(k)));
    const test::RunResult one = test::good_run(height);
    EXPECT_NEAR(all.value(k, "camber"), one.measure("camber"), 1e-12);
    EXPECT_NEAR(all.value(k, "toe"), one.measure("toe"), 1e-12);
    for (const char* name : {"x3_1", "x3_3", "x1_2", "s1_2", "s7_1"})
      EXPECT_NEAR(all.value(k, name), one.value(0, name),
                  1e-9 * (1 + std::fabs(one.value(0, name))))
          << name;
  }
}

// 40 beams: Newton's method on the sparse matrix. A tip force of 3 EI/L^2 sinks by 0.60325 L
// (Mattiasson 1981, table 1).
TEST(EquilibriaInTime, OfAManyBeamedCantilever) {
  constexpr int kCount = 40;
  std::string deck;
  for (int k = 0; k < kCount; ++k)
    deck += fmt::format("PLBEAML {} {} {} {} {}\nDYNE {} 2 3\n", k + 1, 2 * k + 1, 2 * k + 2,
                        2 * k + 3, 2 * k + 4, k + 1);
  for (int k = 0; k <= kCount; ++k)
    deck += fmt::format("X {} {} 0\n", 2 * k + 1, static_cast<double>(k) / kCount);
  deck += "FIX 1\nFIX 2\nEND HALT\n";
  for (int k = 0; k < kCount; ++k) deck += fmt::format("ESTIFF {} 1e5 1\n", k + 1);
  const test::RunResult run = test::good_run(
      deck + fmt::format("XLAW {} 2 = -3*t\nSTATIC\nTIMESTEP 1 3\nEND END\n", 2 * kCount + 1));
  ASSERT_EQ(run.rows.size(), 4u);
  EXPECT_NEAR(run.value(3, fmt::format("x{}_2", 2 * kCount + 1)), -0.60325, 1e-5);
}

// A hub of space that turns by 10 rad from row to row, with an arm on a second hinge that hangs:
// the angles of both are counted.
TEST(EquilibriaInTime, AnglesOfRotationsAreCounted) {
  const test::RunResult run = test::good_run(
      "REVOLUTE 1 0 0 1 2 AT 0 0 0 0 0 1\nREVOLUTE 2 1 2 3 4 AT 0.3 0 0 0 0 1\nX 1 0 0 0\nX 2 1 0 "
      "0 "
      "0\nX 3 0.7 0 0\nX 4 1 0 0 0\nINPUTE 1 1\nDYNE 2 1\nEND HALT\nXM 3 1\nXM 4 0.02 0 0 0.03 0 "
      "0.04\nESTIFF 2 5 0 0 0 0 0\nINPUTE 1 1 = 5*t\nSTATIC\nMEASURE hub = LAST rot2.zxy_1\n"
      "MEASURE arm = LAST rot4.zxy_1\nTIMESTEP 6 3\nEND END\n");
  ASSERT_EQ(run.rows.size(), 4u);
  for (std::size_t row = 0; row < 4; ++row)
    for (const char* name : {"rot2.zxy_1", "rot4.zxy_1"})
      EXPECT_NEAR(run.value(row, name), 5 * run.time(row), 1e-8) << name;
  EXPECT_NEAR(run.measure("hub"), 30, 1e-8);
  EXPECT_NEAR(run.measure("arm"), 30, 1e-8);
}

TEST(EquilibriaInTime, OneRowWhereNothingChanges) {
  EXPECT_EQ(test::good_run(strut("DYNX 2\n", "XF 2 0 -1\nTIMESTEP 1 10\n")).rows.size(), 1u);
  EXPECT_EQ(test::good_run(strut("DYNX 2\n", "XLAW 2 2 = -1*t\n")).rows.size(), 1u);
  // A measure over time makes rows.
  EXPECT_NEAR(test::good_run(strut("DYNX 2\n", "XF 2 0 -1\nTIMESTEP 1 10\nMEASURE m = AVG x2_2\n"))
                  .measure("m"),
              height_under(-1), 1e-9);
}

TEST(EquilibriaInTime, WhatHasOneTimeSaysSo) {
  const test::RunResult path =
      test::done(strut("DYNX 2\n", "XLAW 2 2 = -1 - t\nITERSTEP 50 10 ARC\nTIMESTEP 1 10\n"));
  EXPECT_NE(path.messages.find("its equilibrium is that of t = 0 alone"), std::string::npos)
      << path.messages;
  const test::RunResult modes =
      test::done(strut("DYNX 2\n", "XLAW 2 2 = -1 - t\nXM 2 1\nEIGEN 2\nTIMESTEP 1 10\n"));
  EXPECT_NE(modes.messages.find("its equilibrium is that of t = 0 alone"), std::string::npos)
      << modes.messages;
  const test::RunResult damper = test::done(
      strut("INPUTX 2 2\nDYNX 2 1\n", "EDAMP 1 3\nINPUTX 2 2 = 0.2 - 0.5*t\nTIMESTEP 1 10\n"));
  EXPECT_NE(damper.messages.find("the damper of PLTRUSS 1"), std::string::npos) << damper.messages;
}

// A truss of two bars under a load that grows beyond its limit falls between two rows, however far
// apart they are: 2 EA (1 - l/l0) y/l is largest at the
// limit. One with less load does not, and neither does a cantilever that bends far from row to row.
TEST(EquilibriaInTime, AFallBetweenRowsFarApart) {
  constexpr double kBars = 1000;
  const std::string words = "falls to another one";
  for (const double h : {0.06, 0.15, 0.3}) {
    double limit = 0;
    for (int k = 0; k <= 1000; ++k) {
      const double y = h * k / 1000, l = std::hypot(0.5, y);
      limit = std::max(limit, 2 * kBars * (1 - l / std::hypot(0.5, h)) * y / l);
    }
    for (const double load : {0.9, 1.1, 2.7})
      for (const int rows : {1, 2, 3, 7}) {
        const test::RunResult run = test::run(fmt::format(
            "PLTRUSS 1 1 2\nPLTRUSS 2 2 3\nX 1 0 0\nX 2 0.5 {0}\nX 3 1 0\nFIX 1\nFIX 3\nDYNX 2\n"
            "RLSE 1\nRLSE 2\nEND HALT\nESTIFF 1 {1}\nESTIFF 2 {1}\nXLAW 2 2 = -{2}*t\n"
            "TIMES 0 1 {3}\nSTATIC\nEND END\n",
            h, kBars, load * limit, 1.0 / rows));
        ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
        EXPECT_EQ(run.messages.find(words) != std::string::npos, load > 1) << h << load << rows;
      }
  }
  std::string strip = "X 1 0 0\nX 2 0\nFIX 1\nFIX 2\n", stiff;
  for (int k = 1; k <= 4; ++k) {
    strip += fmt::format("PLBEAM {0} {1} {2} {3} {4}\nX {3} {0} 0\nDYNX {3}\nDYNX {4}\nRLSE {0}\n",
                         k, 2 * k - 1, 2 * k, 2 * k + 1, 2 * k + 2);
    stiff += fmt::format("ESTIFF {} 1e5 12\n", k);
  }
  const test::RunResult bends = test::done(strip + "END HALT\n" + stiff +
                                           "XLAW 9 2 = 3*t^2\nTIMES 0 1 0.5\nSTATIC\nEND END\n");
  EXPECT_EQ(bends.messages.find(words), std::string::npos) << bends.messages;
  EXPECT_GT(bends.value(2, "x9_2"), 1.5);
}

}  // namespace
}  // namespace mbs
