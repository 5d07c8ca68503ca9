#include <gtest/gtest.h>

#include <cmath>

#include "run/dynamic/dynamic_judge.h"
#include "support/deck.h"

namespace mbs::test {
namespace {

// A mass on a spring with HEUN, whose energy grows by the part (w h)^4 / 4 in each step: with half
// the step, in twice as many steps, an eighth of it.
const char* const kOscillator =
    "PLTRUSS 1 1 2\nX 1 0 0\nX 2 1 0\nFIX 1\nFIX 2 2\nRLSE 1\nDYNX 2 1\nEND HALT\nXM 2 1\n"
    "ESTIFF 1 1\nSTARTDX 2 1 1.5\nINTEG HEUN 0.02\nTIMESTEP 6 6\nEND END\n";

IntegratorSettings steps_of(const char* method, double h) {
  IntegratorSettings out;
  out.method = method;
  out.h = h;
  return out;
}

double balance(const Evidence& evidence) {
  const Figure* const figure = evidence.find(Check::energy);
  EXPECT_NE(figure, nullptr);
  return figure ? figure->value : std::nan("");
}

TEST(FinerRun, TheFiguresAreThoseOfHalfTheStep) {
  const RunResult whole = run(kOscillator);
  ASSERT_EQ(whole.status, ExitStatus::done) << whole.messages;
  const Loaded deck = load(kOscillator);
  const auto half =
      finer_evidence(deck.tables, *deck.built, RunSettings(), steps_of("HEUN", 0.02), 600);
  ASSERT_TRUE(half);
  EXPECT_TRUE(half->fixed_step);
  EXPECT_NEAR(balance(whole.evidence), 300 * std::pow(0.02, 4) / 4, 1e-6);
  EXPECT_NEAR(balance(whole.evidence) / balance(*half), 8, 0.2);
}

TEST(FinerRun, ALongRunIsMadeAgainOnlyWhereThatIsAskedFor) {
  const Loaded deck = load(kOscillator);
  const IntegratorSettings method = steps_of("HEUN", 0.02);
  RunSettings settings;
  EXPECT_FALSE(finer_evidence(deck.tables, *deck.built, settings, method, 1e9));
  settings.strict = true;
  EXPECT_TRUE(finer_evidence(deck.tables, *deck.built, settings, method, 1e9));
  settings.rerun = true;
  EXPECT_FALSE(finer_evidence(deck.tables, *deck.built, settings, method, 1));
}

TEST(FinerRun, ARunThatFailsTellsNothing) {
  const Loaded deck = load(
      "X 1 0 0\nFIX 1 2\nDYNX 1 1\nEND HALT\nXM 1 1\nXLAW 1 1 = 6*x^2\nSTARTDX 1 1 1 2\n"
      "INTEG RK4 0.01\nTIMESTEP 2 2\nEND END\n");  // x = (1 - t)^-2
  ASSERT_TRUE(deck.built) << deck.diagnostics.format_all();
  EXPECT_FALSE(finer_evidence(deck.tables, *deck.built, RunSettings(), steps_of("RK4", 0.01), 1));
}

TEST(FinerRun, CoarseTolerancesAreComparedAndOthersAreNot) {
  IntegratorSettings method;
  method.method = "DOP853";
  method.rel = 2e-4;
  EXPECT_TRUE(has_finer_run(method));
  method.rel = 1e-4;
  EXPECT_FALSE(has_finer_run(method));
  EXPECT_TRUE(has_finer_run(steps_of("RK4", 0.01)));
}

}  // namespace
}  // namespace mbs::test
