// Accuracy and cost of the methods with error control against the tolerance.
#include "order/integrate_problems.h"

namespace mbs::test {
namespace {

struct Limits {
  const char* method;
  double amplification;  // largest error / tolerance over the orbit
};

class KeplerD5 : public testing::TestWithParam<Limits> {};

// Eccentricity 0.9 over t = 0 .. 20, tolerances 1e-5 to 1e-12: the error follows the tolerance with
// slope near 1 and every decade costs a little more than the one before.
TEST_P(KeplerD5, ErrorFollowsToleranceAndCostIsSmooth) {
  TwoBody problem{0.9};
  double cost = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
  constexpr int kFirst = 5, kLast = 12;
  for (int k = kFirst; k <= kLast; ++k) {
    const double tol = std::pow(10.0, -k);
    const auto integrator = make(problem, 4, tolerance(GetParam().method, tol));
    const IntegrationErrors errors = run(*integrator, problem, 0, 20);
    EXPECT_LT(errors.end, GetParam().amplification * tol);
    const auto rhs = static_cast<double>(integrator->stats().rhs);
    if (k > kFirst) {
      EXPECT_GT(rhs, 1.05 * cost);  // seen 1.12 to 1.31
      EXPECT_LT(rhs, 1.40 * cost);
    }
    cost = rhs;
    const double x = -k, y = std::log10(errors.end);
    sx += x, sy += y, sxx += x * x, sxy += x * y;
  }
  constexpr double kCount = kLast - kFirst + 1;
  const double slope = (kCount * sxy - sx * sy) / (kCount * sxx - sx * sx);
  EXPECT_NEAR(slope, 1, 0.25);  // off by 0.11 (STEP), 0.06 (DOP853)
}

// Amplification seen: 2070 (STEP), 196 (DOP853).
INSTANTIATE_TEST_SUITE_P(Methods, KeplerD5,
                         testing::Values(Limits{"STEP", 3000}, Limits{"DOP853", 300}),
                         [](const auto& p) { return p.param.method; });

class Tolerance : public testing::TestWithParam<const char*> {};

// Both directions of time; inside steps the output is as good as at their ends, but for a factor.
TEST_P(Tolerance, HoldsOnForcedOscillatorForwardAndBackward) {
  ForcedOscillator problem;
  for (double tol : {1e-4, 1e-6, 1e-8, 1e-10}) {
    const auto integrator = make(problem, 2, tolerance(GetParam(), tol));
    const IntegrationErrors forward = run(*integrator, problem, 0, 20);
    EXPECT_LT(forward.steps, 15 * tol);  // seen 8.9 (STEP, 1e-8)
    EXPECT_LT(forward.dense, 15 * tol);  // seen 8.9 (STEP, 1e-8)
    const IntegrationErrors backward = run(*integrator, problem, 20, 0);
    EXPECT_LT(backward.steps, 20 * tol);  // seen 13 (STEP, 1e-8)
    EXPECT_LT(backward.dense, 20 * tol);  // seen 13 (STEP, 1e-8)
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, Tolerance, testing::Values("STEP", "DOP853", "STIFF"),
                         [](const auto& p) { return p.param; });

// A smooth problem at a strict tolerance is the case high orders are for; two evaluations a step.
TEST(Adams, ReachesHighOrderWithTwoEvaluationsPerStep) {
  ForcedOscillator problem;
  const auto integrator = make(problem, 2, tolerance("STEP", 1e-12));
  run(*integrator, problem, 0, 20);
  const IntegratorStats& stats = integrator->stats();
  EXPECT_GE(stats.order, 10);
  EXPECT_LE(stats.order, 12);
  EXPECT_LE(stats.rhs, 2 * stats.accepted + 2 * stats.rejected + 2);
}

}  // namespace
}  // namespace mbs::test
