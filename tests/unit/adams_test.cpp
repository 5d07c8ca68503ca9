// STEP: Adams methods of variable order.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "order/integrate_problems.h"

namespace mbs::test {
namespace {

struct Power {  // y' = (k + 1) t^k: y = t^(k + 1)
  int k = 0;
  EvalStatus rhs(double t, ConstVector, Vector ydot) const {
    ydot[0] = (k + 1) * std::pow(t, k);
    return {};
  }
};

template <class Problem>
std::unique_ptr<Integrator> started(Problem& problem, double tol, double t0, double y0) {
  auto integrator = make(problem, 1, tolerance("STEP", tol));
  EXPECT_TRUE(integrator->start(t0, std::array<double, 1>{y0}).ok());
  return integrator;
}

void run_to(Integrator& integrator, double tend) {
  integrator.control().set_tstop(tend);
  while (integrator.step().kind == StepKind::ok) {
  }
  EXPECT_EQ(integrator.t(), tend);
}

TEST(Adams, AConstantRateIsExactWhateverTheTolerance) {
  Power problem{0};
  const auto integrator = started(problem, 1e-2, 0, 0);
  for (const double t : {0.1, 0.5, 4.0}) {
    run_to(*integrator, t);
    EXPECT_NEAR(integrator->y()[0], t, 1e-14);
    std::array<double, 1> y{};
    ASSERT_TRUE(integrator->interpolate(0.5 * (integrator->t_previous() + t), y).ok());
    EXPECT_NEAR(y[0], 0.5 * (integrator->t_previous() + t), 1e-14);
  }
}

// Its polynomials are those of f through the past points: once the order is above the degree,
// nothing is added to the error, which the first steps have left.
TEST(Adams, PolynomialsAreIntegratedExactlyOnceTheOrderIsReached) {
  Power problem{3};
  const auto integrator = started(problem, 1e-10, 0, 0);
  integrator->control().set_tstop(3);
  while (integrator->stats().order < 5) ASSERT_EQ(integrator->step().kind, StepKind::ok);
  for (int k = 0; k < 5; ++k) ASSERT_TRUE(integrator->step().ok());  // past points of this order
  const double t = integrator->t(), error = integrator->y()[0] - std::pow(t, 4);
  EXPECT_LT(std::fabs(error), 1e-8);
  for (int k = 0; k < 3; ++k) ASSERT_TRUE(integrator->step().ok());
  EXPECT_NEAR(integrator->y()[0] - std::pow(integrator->t(), 4), error, 1e-12);
}

TEST(Adams, ARestartBeginsAtOrderOne) {
  ForcedOscillator problem;
  auto integrator = make(problem, 2, tolerance("STEP", 1e-8));
  ASSERT_TRUE(integrator->start(0, problem.exact(0)).ok());
  run_to(*integrator, 2);
  EXPECT_GE(integrator->stats().order, 5);
  integrator->control().set_tstop(3);  // before the restart, whose first step it bounds
  ASSERT_TRUE(integrator->restart(2, problem.exact(2)).ok());
  ASSERT_TRUE(integrator->step().ok());
  EXPECT_EQ(integrator->stats().order, 1);
  run_to(*integrator, 3);
  EXPECT_LT(distance(integrator->y(), problem.exact(3)), 1e-6);
}

// The correction is evaluated: two values of f a step where none is rejected.
TEST(Adams, AStepTakesTwoEvaluations) {
  ForcedOscillator problem;
  auto integrator = make(problem, 2, tolerance("STEP", 1e-8));
  ASSERT_TRUE(integrator->start(0, problem.exact(0)).ok());
  const long before = integrator->stats().rhs;
  run_to(*integrator, 5);
  const IntegratorStats& stats = integrator->stats();
  EXPECT_LE(stats.rhs - before, 2 * stats.accepted + stats.rejected + 1);
  EXPECT_GE(stats.rhs - before, 2 * stats.accepted);
}

}  // namespace
}  // namespace mbs::test
