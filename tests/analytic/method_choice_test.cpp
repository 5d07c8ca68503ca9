// INTEG AUTO: which method it takes, that the run is the one of that method, and that what the deck
// asks for is what tight tolerances give.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "deck/lines/dialects.h"
#include "support/deck.h"
#include "support/good_run.h"

namespace mbs {
namespace {

// 1 kg on a steel rod of 1 m, let go from the horizontal; the rod starts longer by `stretch`.
std::string rod(const std::string& method, const std::string& more, double damping = 1e5,
                double stretch = 0) {
  return fmt::format(
      "PLTRUSS 1 1 2\nX 1 0 0\nX 2 {:.17g} 0\nFIX 1\nRLSE 1\nEND HALT\nXM 2 1\n"
      "ESTIFF 1 1.4844e8\nEDAMP 1 {}\nEREST 1 1\nGRAVITY 0 -9.81\nDOF AUTO\n{}TIMES 0 2 0.1\n"
      "INTEG {}\nEND END\n",
      1 + stretch, damping, more, method);
}

std::string pendulum(const std::string& method) {
  return fmt::format(
      "PLTRUSS 1 1 2\nPLTRUSS 2 2 3\nX 1 0 0\nX 2 1 0\nX 3 1 1\nFIX 1\nEND HALT\nXM 2 1\nXM 3 2\n"
      "GRAVITY 0 -9.81\nDOF AUTO\nTIMES 0 2 0.1\nINTEG {}\nEND END\n",
      method);
}

// n beams, length, stiffness EI and mass 1, clamped; the tip is loaded suddenly.
std::string cantilever(int n, const std::string& method) {
  std::string beams, forces;
  for (int i = 1; i <= n; ++i) {
    beams += fmt::format("PLBEAM {} {} {} {} {}\nX {} {:.17g} 0\nRLSE {}\n", i, 2 * i - 1, 2 * i,
                         2 * i + 1, 2 * i + 2, 2 * i + 1, 1.0 * i / n, i);
    forces += fmt::format("EM {0} 1\nESTIFF {0} 1e4 1\n", i);
  }
  return beams + "X 1 0 0\nFIX 1\nFIX 2\nEND HALT\n" + forces +
         fmt::format("XF {} 0 0.1\nDOF AUTO\nTIMES 0 0.5 0.1\nINTEG {}\nEND END\n", 2 * n + 1,
                     method);
}

// The line of the head that says what AUTO takes.
std::string choice(const test::RunResult& run) {
  const std::size_t from = run.report.find("# AUTO takes ");
  if (from == std::string::npos) return "";
  return run.report.substr(from, run.report.find('\n', from) - from);
}

std::string below_head(const test::RunResult& run) {
  return run.report.substr(run.report.find("\n TIME ="));
}

void expect_run_of(const test::RunResult& run, const std::string& method,
                   const test::RunResult& same) {
  EXPECT_EQ(choice(run).rfind("# AUTO takes " + method, 0), 0U) << choice(run);
  EXPECT_NE(run.report.find("method " + method + ", tolerances"), std::string::npos);
  EXPECT_EQ(below_head(run), below_head(same));
  EXPECT_EQ(run.rows, same.rows);
}

TEST(MethodChoice, TakesAnImplicitMethodForStiffSprings) {
  const test::RunResult run = test::done(rod("AUTO 1e-6 1e-6", ""));
  expect_run_of(run, "STIFF", test::done(rod("STIFF 1e-6 1e-6", "")));
  const test::RunResult exact = test::done(rod("DOP853 1e-10 1e-10", ""));
  for (std::size_t row = 0; row < exact.rows.size(); ++row)
    EXPECT_NEAR(run.value(row, "x2_2"), exact.value(row, "x2_2"), 1e-5) << row;
  EXPECT_EQ(run.report, test::done(rod("AUTO 1e-6 1e-6", "")).report);
}

// Two bars whose joint has a stiff spring with a damper, in the other dialects.
std::string bars_of_a_chain(const std::string& method) {
  return "SEGDYN\nSEGMENT 1 2 0.4 0.2 0.03\nSEGMENT 2 1 0.4 0.2 0.02\nSTATE 1 0.3 0\n"
         "STATE 2 -0.5 0\nBASE 0 0\nGRAV 0 -9.81\nRSDA 1 2 1e7 -0.8 2e3\nTIME 0 2 0.5\nINTEG " +
         method + "\nEND\n";
}

std::string kabios_bars(const std::string& method) {
  return "3 2 0 1 0 0 0 0 0\n0 0 0\n0.2 0 0\n0.6 0 0\n1 2 0 0 -0.2 0\n2 3 0.2 0 -0.2 0\n1\n"
         "0 2 0.5\nMASS 2 2 0.03\nMASS 3 1 0.02\nGRAV 0 -9.81\nRSDA 2 3 1e7 0 2e3\nINTEG " +
         method + "\nEND\n";
}

TEST(MethodChoice, KnowsTheOtherDialects) {
  struct Case {
    std::string (*deck)(const std::string& method);
    const char* angle;
  };
  for (const Case& one : {Case{bars_of_a_chain, "phi1"}, Case{kabios_bars, "body3.phi"}}) {
    const test::RunResult run = test::done(one.deck("AUTO 1e-6 1e-6"));
    expect_run_of(run, "STIFF", test::done(one.deck("STIFF 1e-6 1e-6")));
    const test::RunResult exact = test::done(one.deck("DOP853 1e-10 1e-10"));
    for (std::size_t row = 0; row < exact.rows.size(); ++row)
      EXPECT_NEAR(run.value(row, one.angle), exact.value(row, one.angle), 1e-6) << row;
  }
}

TEST(MethodChoice, TakesStepWhereStabilityDoesNotLimitIt) {
  for (const std::string tolerances : {"", " 1e-6 1e-6", " 1e-4 1e-4"})
    expect_run_of(test::done(pendulum("AUTO" + tolerances)), "STEP",
                  test::done(pendulum("STEP" + tolerances)));
}

// 40 beams: STEP takes some 100 000 steps. The tip: a sum of modes (LargeSteps).
TEST(MethodChoice, TakesAnImplicitMethodForFineBeams) {
  const test::RunResult run = test::done(cantilever(40, "AUTO 1e-5 1e-5"));
  EXPECT_EQ(choice(run).rfind("# AUTO takes STIFF", 0), 0U) << choice(run);
  EXPECT_LT(run.integrated.accepted, 300);
  EXPECT_NEAR(run.value(run.rows.size() - 1, "x81_2"), 0.0392367, 1e-5);
}

// The rod vibrates by 1e-9, which is nothing beside the tolerance, and its force by 0.15 N: who
// asks for the force gets the vibration.
TEST(MethodChoice, WhatTheDeckAsksForKeepsItsFastMotions) {
  const std::string asked[] = {"MEASURE f = PP s1_1\n", "OUT f = 2*s1_1\n", "REPORT t s1_1\n",
                               "EVENT e WHEN s1_1 > 1e9 DO STOP\n"};
  const auto taken = [](const std::string& more) {
    RunSettings head_alone;
    head_alone.check_only = true;
    return choice(test::run(rod("AUTO 1e-4 1e-4", more, 0, 1e-9), head_alone));
  };
  EXPECT_EQ(taken("").rfind("# AUTO takes STEP", 0), std::string::npos) << taken("");
  EXPECT_EQ(taken("REPORT t x2_2\n").rfind("# AUTO takes STEP", 0), std::string::npos);
  for (const std::string& more : asked)
    EXPECT_EQ(taken(more).rfind("# AUTO takes STEP", 0), 0U) << more << taken(more);
}

// From 1 s on the rod is locked.
TEST(MethodChoice, ChoosesAgainAtEvents) {
  const std::string lock = "EVENT lock WHEN t > 1 DO FIX E 1\n";
  const test::RunResult run = test::done(rod("AUTO 1e-7 1e-7", lock));
  EXPECT_EQ(choice(run).rfind("# AUTO takes STIFF", 0), 0U) << choice(run);
  const std::size_t then = run.report.find("# from t = 1 on: AUTO takes STEP: its stability");
  EXPECT_NE(then, std::string::npos);
  EXPECT_LT(run.report.find("# EVENT lock at t = 1"), then);
  const test::RunResult exact = test::done(rod("DOP853 1e-10 1e-10", lock));
  for (std::size_t row = 0; row < exact.rows.size(); ++row)
    EXPECT_NEAR(run.value(row, "x2_2"), exact.value(row, "x2_2"), 1e-5) << row;
}

TEST(MethodChoice, IsWrittenAsItWasRead) {
  for (const std::string method : {"AUTO", "AUTO 1e-07 1e-08", "AUTO 1e-07 1e-08 0.1"}) {
    const test::Loaded deck = test::load(pendulum(method));
    EXPECT_NE(write_deck(deck.tables).find("INTEG " + method + "\n"), std::string::npos);
  }
}

TEST(MethodChoice, TakesNoWordsOfOtherMethods) {
  for (const std::string wrong : {"AUTO STRICT", "AUTO 1e-6 1e-6 RHO 0.5", "AUTO 1e-6"})
    EXPECT_EQ(test::run(pendulum(wrong)).status, ExitStatus::deck_error) << wrong;
}

}  // namespace
}  // namespace mbs
