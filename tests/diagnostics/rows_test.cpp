// What the steps have passed over and the rows show makes the verdict bad, and the certificate says
// that runs made another way differ.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "support/good_run.h"

namespace mbs {
namespace {

// 1 kg passes with 1 m/s through a field of 0.1 m width: steps of many seconds do not see it.
std::string passage(const std::string& method, double every = 0.02) {
  return fmt::format(
      "X 1 0 0\nDYNX 1 1\nFIX 1 2\nEND HALT\nXM 1 1\nSTARTVX 1 1 1\n"
      "XLAW 1 1 = 5*exp(-((x-50)/0.05)^2)\nTIMES 0 100 {}\n{}END END\n",
      every, method);
}

void expect_bad(const std::string& deck, const std::string& what) {
  const test::RunResult run = test::run(deck);
  EXPECT_EQ(run.status, ExitStatus::done);
  EXPECT_TRUE(run.verdict.bad()) << deck;
  EXPECT_NE(run.messages.find(what), std::string::npos) << run.messages << deck;
}

// The speed behind the field, by its work: v^2 = 1 + 2 int 5 exp(-((x - 50)/0.05)^2) dx.
const double kBehindField = std::sqrt(1 + 2 * 5 * 0.05 * std::sqrt(std::acos(-1.0)));

void expect_seen(const std::string& deck, const std::string& speed) {
  const test::RunResult run = test::good_run(deck);
  EXPECT_NEAR(run.value(run.rows.size() - 1, speed), kBehindField, 1e-5) << deck;
}

// Steps of many seconds end in front of the field; its place is looked for ahead of them.
TEST(Rows, WhatLongStepsWouldPassOver) {
  expect_seen(passage(""), "v1_1");
  expect_seen(passage("INTEG STEP 1e-12 1e-12\n"), "v1_1");
  // In a KABIOS deck, at a point and in the full form; of a stress.
  expect_seen(
      "2 0 0 1 0 0 0 0 0\n0 0 0\n0 0 0\n1\n0 100 0.02\nMASS 2 1 0.1\nVEL 2 1 0 0\n"
      "LAW BODY 2 X = 5*exp(-((x-50)/0.05)^2)\nEND\n",
      "body2.xd");
  expect_seen(
      "2 0 0 1 0 0 0 0 0\n0 0 0\n0 0 0\n1\n0 100 0.02\nMASS 2 1 0.1\nVEL 2 1 0 0\n"
      "FORCE 2 0 0 FX = 5*exp(-((body2.x-50)/0.05)^2) ; FY = 0\nFORM FULL\nEND\n",
      "body2.xd");
  expect_seen(
      "PLTRUSS 1 1 2\nX 1 0 0\nX 2 1 0\nFIX 1\nFIX 2 2\nDYNX 2 1\nRLSE 1 1\nEND HALT\nXM 2 1\n"
      "STARTVX 2 1 1\nELAW 1 1 = -5*exp(-((e-50)/0.05)^2)\nTIMES 0 100 0.02\nEND END\n",
      "v2_1");
}

// Steps of fixed length, whose stages lie 0.08 m beside the field. Half the step would see it.
TEST(Rows, WhatFixedStepsHavePassedOver) {
  expect_bad(passage("INTEG RK4 0.32\n"), "velocity of node 1 X near t = 50");
  expect_bad(passage("INTEG HEUN 0.32\n"), "velocity of node 1 X near t = 50");
}

// A field 1 mm wide about x = 5 takes 0.05 J of a body of 1 kg with 1 m/s. Steps as long as it is
// wide meet with it by chance, and keep their energy balance: only half the step tells.
std::string narrow(const std::string& method, double v = 1) {
  return fmt::format(
      "X 1 0 0\nDYNX 1 1\nFIX 1 2\nEND HALT\nXM 1 1\nSTARTVX 1 1 {}\n"
      "XLAW 1 1 = -100*max(0, 1 - abs(x - 5)/0.0005)\nTIMES 0 10 1\nINTEG {}\nEND END\n",
      v, method);
}

TEST(Rows, FixedStepsOfTheWidthOfAFieldDifferFromHalfTheStep) {
  for (const std::string method :
       {"RK4 0.001", "RK4 0.002", "RK4 0.01", "HEUN 0.001", "GALPHA STEP 0.001"})
    expect_bad(narrow(method), "the step: ");
  // In the other dialects.
  expect_bad(
      "2 0 0 1 0 0 0 0 0\n0 0 0\n0 0 0\n1\n0 10 1\nMASS 2 1 0.1\nVEL 2 1 0 0\nLAW BODY 2 X = "
      "-100*max(0, 1 - abs(body2.x - 5)/0.0005)\nINTEG RK4 0.01\n",
      "the step: velocity of ");
  expect_bad(
      "SEGDYN\nSEGMENT 1 1 1 0.5 0.25\nSTATE 1 0 1\nBASE 0 0\nKNOWN M 1 = -50*max(0, 1 - "
      "abs(phi1 - 5)/0.0005)\nTIME 0 10 1\nINTEG RK4 0.01\nEND\n",
      "the step: ");
  // Of a state of the deck.
  expect_bad(
      "X 1 0 0\nDYNX 1 1\nFIX 1 2\nEND HALT\nXM 1 1\nODE z 0 RATE 1\nODE w 0 RATE "
      "1000*max(0, 1 - abs(z - 5.0002)/0.0005)\nTIMES 0 10 1\nINTEG RK4 0.0016\nEND END\n",
      "the step: w at t = ");
  for (const std::string method : {"RK4 0.00005", "GALPHA STEP 0.00005"}) {
    const test::RunResult run = test::good_run(narrow(method));
    EXPECT_NEAR(run.value(run.rows.size() - 1, "v1_1"), std::sqrt(0.9), 1e-3) << method;
  }
}

// A body on a spring swings for 20 rounds: tolerances of 1e-2 and 1e-3 leave errors of a hundredth
// of the amplitude and more, which grow with the time. cos(t) is what is right.
std::string swings(const std::string& method) {
  return "X 1 1 0\nDYNX 1 1\nFIX 1 2\nEND HALT\nXM 1 1\nXLAW 1 1 = -x\nTIMES 0 126 0.5\nINTEG " +
         method + "\nEND END\n";
}

double worst_of_swing(const test::RunResult& run) {
  double worst = 0;
  for (std::size_t row = 0; row < run.rows.size(); ++row)
    worst = std::max(worst, std::fabs(run.value(row, "x1_1") - std::cos(run.value(row, "t"))));
  return worst;
}

TEST(Rows, CoarseTolerancesAreComparedWithSmallerOnes) {
  int off = 0;
  for (const char* const name : {"STEP", "DOP853", "STIFF", "GALPHA"})
    for (const char* const tolerance : {"1e-2", "3e-3", "1e-3"}) {
      const std::string method = fmt::format("{0} {1} {1}", name, tolerance);
      const test::RunResult run = test::run(swings(method));
      const double worst = worst_of_swing(run);
      const bool bad = run.messages.find("difference from a finer run (smaller tolerances: ") !=
                       std::string::npos;
      // The limit is a hundredth of the range, 2. The finer run has an error of its own.
      if (worst > 0.03 || worst < 0.01) {
        EXPECT_EQ(bad, worst > 0.03) << method << " is off by " << worst;
      }
      off += worst > 0.03;
    }
  EXPECT_GE(off, 4);
}

// 1e6 steps times coordinates are not made twice: without half the step nothing is called good.
TEST(Rows, ALongRunOfFixedStepsIsNotJudged) {
  const test::RunResult run = test::run(narrow("RK4 0.000005"));
  EXPECT_EQ(run.verdict.judgement, Judgement::not_judged) << run.report;
}

// A longest step shows it; and rows that are far apart say nothing.
TEST(Rows, WhatIsSeenIsGood) {
  test::good_run(passage("INTEG STEP 1e-9 1e-9 0.02\n"));
  test::good_run(passage("INTEG STEP 1e-9 1e-9 0.02\n", 10));
  test::good_run(passage("INTEG RK4 0.01\n"));
}

// Rows far closer than steps, of all kinds of methods.
TEST(Rows, CloseRowsOfASmoothMotion) {
  for (const std::string method :
       {"", "INTEG DOP853\n", "INTEG DOP853 1e-5 1e-5\n", "INTEG STEP 1e-5 1e-5\n",
        "INTEG STIFF 1e-6 1e-6\n", "INTEG GALPHA 1e-6 1e-6\n", "INTEG RK4 0.05\n",
        "INTEG HEUN 0.01\n", "INTEG GALPHA STEP 0.01\n"})
    test::good_run(
        "PLTRUSS 1 1 2\nX 1 0 0\nX 2 0.6 -0.8\nFIX 1\nEND HALT\nDOF AUTO\nXM 2 1\n"
        "GRAVITY 0 -9.81\nTIMES 0 5 0.001\n" +
        method + "END END\n");
}

int smallest(const test::RunResult& run) {
  int out = 15;
  for (const CertifiedChannel& channel : run.certified)
    if (channel.digits) out = std::min(out, *channel.digits);
  return out;
}

// Rows that show nothing: shorter steps and the method of another family do.
TEST(Rows, ACertificateAsksOtherWays) {
  RunSettings settings;
  settings.certify = 0;
  for (const std::string& deck :
       {passage("INTEG RK4 0.32\n", 0.25), passage("INTEG HEUN 0.32\n", 0.25)}) {
    const test::RunResult run = test::run(deck, settings);
    EXPECT_TRUE(run.certified.empty()) << deck;
    for (const char* const said : {"agrees with these tables to 0.", "no digits are certified"})
      EXPECT_NE(run.report.find(said), std::string::npos) << deck << said;
  }
  for (const std::string& deck : {passage("", 0.25), passage("INTEG STEP 1e-7 1e-7\n", 0.25),
                                  passage("INTEG DOP853\n", 0.25)}) {
    const test::RunResult run = test::run(deck, settings);
    EXPECT_GE(smallest(run), 4) << run.report.substr(run.report.find("certificate"));
    EXPECT_NE(run.report.find("half steps"), std::string::npos);
  }
}

}  // namespace
}  // namespace mbs
