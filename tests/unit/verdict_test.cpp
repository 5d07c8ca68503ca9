// The verdict on numbers made by hand: each defect that it was written for is put back in a small
// way, beside the same thing done right.
#include "run/frame/verdict.h"

#include <gtest/gtest.h>

#include <cmath>

#include "paths.h"
#include "run/motion/path_audit.h"
#include "run/rest/find_equilibrium.h"
#include "support/deck.h"
#include "support/process.h"

namespace mbs {
namespace {

Verdict judged(std::vector<Figure> figures) {
  Evidence evidence;
  evidence.figures = std::move(figures);
  return judge(evidence, nullptr);
}

std::string messages(const Verdict& verdict, bool strict) {
  Diagnostics diagnostics;
  diagnostics.add_file("d.dat");
  warn_of(verdict, strict, diagnostics);
  return diagnostics.format_all();
}

TEST(Verdict, OpensTheAuditAndWarns) {
  const Verdict good = judged({{Check::energy, 1e-8, 1e-6}, {Check::momentum, 1e-15}});
  EXPECT_EQ(good.judgement, Judgement::good);
  EXPECT_EQ(describe_verdict(good), "verdict: good (energy balance, momentum balance)\n");
  EXPECT_EQ(messages(good, false), "");
  const Verdict bad = judged({{Check::energy, 3e-2, 1e-6}, {Check::momentum, 1e-15}});
  ASSERT_TRUE(bad.bad());
  ASSERT_EQ(bad.findings.size(), 1u);
  EXPECT_EQ(
      describe_verdict(bad).find(
          "verdict: bad (energy balance above 1e-02 of the largest energy, expected below 1e-05)"),
      0u)
      << describe_verdict(bad);
  EXPECT_EQ(messages(bad, false).find("d.dat: warning: audit: energy balance"), 0u);
  EXPECT_EQ(messages(bad, true).find("d.dat: error: audit: energy balance"), 0u);
  EXPECT_TRUE(judged({{Check::momentum, std::nan("")}}).bad());
  EXPECT_TRUE(judged({{Check::range, 1.01, 0, "PLBEAMG 1"}}).bad());
  EXPECT_FALSE(judged({{Check::range, 0.99, 0, "PLBEAMG 1"}}).bad());
}

// The hundredth holds whatever the tolerances explain, but of a motion that is less than they are.
TEST(Verdict, ALimitDoesNotGrowWithTheFault) {
  EXPECT_TRUE(judged({{Check::energy, 0.71, 8.8e6}}).bad());
  EXPECT_TRUE(judged({{Check::energy, 0.02, 2.6}}).bad());
  EXPECT_FALSE(judged({{Check::energy, 0.002, 2.6}}).bad());
  EXPECT_FALSE(judged({{Check::energy, 0.71, 8.8e6, "", true}}).bad());
}

TEST(Verdict, FixedStepsAreJudgedByHalfTheStep) {
  Evidence run, half;
  run.fixed_step = half.fixed_step = true;
  run.figures = {{Check::energy, 1e-3}, {Check::momentum, 1e-15}};
  EXPECT_EQ(judge(run, nullptr).judgement, Judgement::not_judged);
  EXPECT_NE(describe_verdict(judge(run, nullptr)).find("verdict: not judged (energy balance: "),
            std::string::npos);
  half.figures = {{Check::energy, 2.6e-4}, {Check::momentum, 1e-15}};
  EXPECT_EQ(judge(run, &half).judgement, Judgement::good);
  half.figures.front().value = 0.99e-3;  // it may come from the step
  EXPECT_EQ(judge(run, &half).judgement, Judgement::not_judged);
  run.figures.front().value = 0.02;  // it does not
  half.figures.front().value = 0.0199;
  EXPECT_TRUE(judge(run, &half).bad());
  run.figures.front().value = 0.5;  // far too coarse
  half.figures.front().value = 0.1;
  EXPECT_TRUE(judge(run, &half).bad());
  EXPECT_TRUE(judge(run, nullptr).bad());
  run.figures.front().value = 1e-13;  // rounding needs no second run
  EXPECT_EQ(judge(run, nullptr).judgement, Judgement::good);
}

TEST(Verdict, Classes) {
  EXPECT_EQ(size_class(0, 1e-12), "below 1e-12");
  EXPECT_EQ(size_class(3e-16, 1e-9), "below 1e-09");
  EXPECT_EQ(size_class(2e-9, 1e-9), "below 1e-06");
  EXPECT_EQ(size_class(0.3, 1e-9), "below 1");
  EXPECT_EQ(size_class(2, 1e-9), "above 1");
  EXPECT_EQ(size_class(std::nan(""), 1e-9), "above 1");
  EXPECT_EQ(depth_class(2.1e-2), "above 0.001");
  EXPECT_EQ(depth_class(0), "below 1e-12");
}

// Defect 1: the spring of a driven mass was evaluated with an old position of the driver. Positions
// fulfil all constraints, x is the integral of v, but the work of the driver is not in the energy.
TEST(Verdict, FindsAStaleDriver) {
  for (const bool stale : {false, true}) {
    double x = 0, v = 0, work = 0, balance = 0, scale = 0;
    const double h = 1e-5;
    for (int k = 0; k < 100000; ++k) {
      const double t = (k + 0.5) * h, u = t * t / 2, seen = stale ? 0.9 * u : u;
      const double force = -4 * (x + h / 2 * v - seen);
      v += h * force;
      x += h * (v - h / 2 * force);
      work += h * -4 * (x - h / 2 * v - u) * t;
      const double end = (k + 1) * h, e = x - end * end / 2, energy = v * v / 2 + 2 * e * e;
      balance = std::max(balance, std::fabs(energy - work));
      scale = std::max({scale, energy, std::fabs(work)});
    }
    EXPECT_EQ(judged({{Check::energy, balance / scale, 1e-5}}).bad(), stale) << balance / scale;
  }
}

// A pendulum of 1 m that is turned evenly, where minimal coordinates do not hold x and y.
State on_circle(double t, double angle, double rate) {
  State s(2, 0);
  s.t = t;
  s.x = {std::cos(angle), std::sin(angle)};
  s.v = {-std::sin(angle) * rate, std::cos(angle) * rate};
  s.a = {-std::cos(angle) * rate * rate, -std::sin(angle) * rate * rate};
  return s;
}

// Defect 2: where the coordinate y passes an extremum the position went back on the other branch,
// which every constraint allows.
TEST(Verdict, FindsAWrongBranch) {
  for (const bool wrong : {false, true}) {
    PathAudit path({0, 0}, [](int i) { return std::string(i == 0 ? "X" : "Y"); });
    const double h = 0.01;
    for (int k = 0; k <= 300; ++k) {
      const double angle = k * h, half = std::acos(-1.0) / 2;
      const bool over = wrong && angle > half;
      // The step over the extremum keeps y and what belongs to it; x and its rate go back.
      const State s = over ? on_circle(k * h, 2 * half - angle, -1) : on_circle(k * h, angle, 1);
      path.step(s);
      path.note_size(s);
    }
    const Verdict verdict = judged(path.figures(300, 1e-9, 1e-9));
    EXPECT_EQ(verdict.bad(), wrong);
    if (wrong) {
      EXPECT_EQ(verdict.findings.at(0).figure.check, Check::path);
    }
  }
}

// Positions and velocities that a projection moves the same way at every step.
TEST(Verdict, FindsAProjectionThatMovesTheMotion) {
  for (const double each : {1e-11, 1e-5}) {
    PathAudit path({0, 1}, [](int i) { return std::string(i == 0 ? "X" : "PHI"); });
    path.note_size(std::vector<double>{1, 1}, std::vector<double>{1, 1});
    for (int k = 0; k < 200; ++k)
      path.moved({0, 1}, std::vector<double>{1, 0.5, 0, 1},
                 std::vector<double>{1, 0.5 + each, 0, 1});
    EXPECT_EQ(judged(path.figures(200, 1e-9, 1e-9)).bad(), each > 1e-6);
  }
}

// An event in the middle of a step: the rest of the step does not count, a jump of a position does.
TEST(Verdict, PathsEndAtEvents) {
  for (const double jump : {0.0, 1e-4}) {
    PathAudit path({0, 0}, [](int) { return std::string("X"); });
    for (double t : {0.0, 0.01, 0.02, 0.03}) path.step(on_circle(t, t, 1));
    const State before = on_circle(0.024, 0.024, 1);
    State after = on_circle(0.024, 0.024, -1);
    after.x[0] += jump;
    path.event(before, after);
    for (double t : {0.034, 0.044}) {
      State later = on_circle(t, 0.048 - t, -1);
      later.x[0] += jump;
      path.step(later);
    }
    path.note_size(before);
    EXPECT_EQ(judged(path.figures(5, 1e-9, 1e-9)).bad(), jump > 0);
  }
}

// Defect 3: what is held had a velocity. Defect 5: holding something made energy.
TEST(Verdict, FindsVelocityOfWhatIsHeldAndEnergyFromNothing) {
  EXPECT_TRUE(judged({{Check::held, 1, 0, "body 1 Y"}}).bad());
  EXPECT_FALSE(judged({{Check::held, 0}}).bad());
  EXPECT_TRUE(judged({{Check::gain, 2.5e17, 0, "t = 0.375"}}).bad());
  EXPECT_FALSE(judged({{Check::gain, 1e-15}}).bad());
}

// Defect 4: an equilibrium far beyond the mechanism, or one that does not last.
TEST(Verdict, FindsATipOutOfReach) {
  const test::Loaded deck = test::load(
      "PLTRUSS 1 1 2\nX 1 0 0\nX 2 1 0\nFIX 1\nRLSE 1\nDYNX 2\nEND HALT\nXM 2 1\n"
      "ESTIFF 1 1\nTIMES 0 1 1\nEND END\n");
  ASSERT_TRUE(deck.built) << deck.diagnostics.format_all();
  const Model& model = deck.built->model;
  const State start = test::initial_state(deck);
  EquilibriumStatus status;
  for (const double tip : {1.5, 1.8e46}) {
    State found = start;
    found.x[2] = tip;
    Evidence evidence;
    add_equilibrium(status, model, start, found, evidence);
    const Verdict verdict = judge(evidence, nullptr);
    EXPECT_EQ(verdict.bad(), tip > 2);
    if (tip > 2) {
      EXPECT_EQ(verdict.findings.at(0).figure.where, "node 2 X");
    }
  }
  status.stable = false;
  Evidence evidence;
  add_equilibrium(status, model, start, start, evidence);
  EXPECT_NE(messages(judge(evidence, nullptr), false).find("the equilibrium is unstable"),
            std::string::npos);
}

// A posture held by moments: accelerations and their residuals are rounding, whatever the factors.
TEST(Verdict, RestIsNoAccelerationResidual) {
  const std::string deck = test::read_all(std::string(MBSIM_ROOT) + "/decks/optimise/toe.dat");
  for (const double path : {kPathAuto, kPathDense, kPathSparse, kPathLapack}) {
    RunSettings settings;
    settings.options.path = path;
    const test::RunResult run = test::run(deck, settings);
    EXPECT_EQ(run.verdict.judgement, Judgement::good) << describe_verdict(run.verdict);
  }
}

}  // namespace
}  // namespace mbs
