// STIFF on stiff problems, with reference solutions from the literature.
#include "order/integrate_problems.h"

namespace mbs::test {
namespace {

// y' = lambda (y - cos t) - sin t (Prothero and Robinson 1974), y = cos t.
struct ProtheroRobinson {
  double lambda = -1e6;
  EvalStatus rhs(double t, ConstVector y, Vector ydot) const {
    ydot[0] = lambda * (y[0] - std::cos(t)) - std::sin(t);
    return {};
  }
  static std::vector<double> exact(double t) { return {std::cos(t)}; }
};

struct VanDerPol {
  double mu = 1000;
  bool with_jacobian = true;
  EvalStatus rhs(double, ConstVector y, Vector ydot) const {
    ydot[0] = y[1];
    ydot[1] = mu * (1 - y[0] * y[0]) * y[1] - y[0];
    return {};
  }
};

struct VanDerPolWithJacobian : VanDerPol {
  EvalStatus jacobian(double, ConstVector y, Matrix j) const {
    j(0, 0) = 0;
    j(0, 1) = 1;
    j(1, 0) = -2 * mu * y[0] * y[1] - 1;
    j(1, 1) = mu * (1 - y[0] * y[0]);
    return {};
  }
};

struct Robertson {
  EvalStatus rhs(double, ConstVector y, Vector ydot) const {
    ydot[0] = -0.04 * y[0] + 1e4 * y[1] * y[2];
    ydot[2] = 3e7 * y[1] * y[1];
    ydot[1] = -ydot[0] - ydot[2];
    return {};
  }
};

template <class Problem>
IntegratorStats reach(Problem& problem, int n, const IntegratorSettings& settings, double tend,
                      std::vector<double>& y) {
  const auto integrator = make(problem, n, settings);
  EXPECT_TRUE(integrator->start(0, y, 1).ok());
  integrator->control().set_tstop(tend);
  StepStatus status;
  while ((status = integrator->step()).kind == StepKind::ok) {
  }
  EXPECT_EQ(status.kind, StepKind::at_tstop);
  y.assign(integrator->y().begin(), integrator->y().end());
  return integrator->stats();
}

// Between the ends of its steps, too, the state stays within a small multiple of the tolerance.
TEST(Stiff, ProtheroRobinsonAlsoInsideSteps) {
  for (double lambda : {-1e3, -1e6, -1e9}) {
    ProtheroRobinson problem{lambda};
    const auto integrator = make(problem, 1, tolerance("STIFF", 1e-6));
    const IntegrationErrors errors = run(*integrator, problem, 0, 10);
    EXPECT_LT(errors.steps, 1e-7) << lambda;                 // seen 6.6e-9
    EXPECT_LT(errors.dense, 5e-6) << lambda;                 // seen 2.1e-6
    EXPECT_LT(integrator->stats().accepted, 150) << lambda;  // seen 80
  }
}

// Test Set for IVP Solvers (Mazzia and Magherini 2008), vdpol with mu = 1000 at t = 2000.
TEST(Stiff, VanDerPolMatchesTestSet) {
  const std::vector<double> reference = {1.706167732170469, -0.8928097010248125e-3};
  VanDerPol plain;
  VanDerPolWithJacobian given;
  std::vector<double> y = {2, 0}, z = {2, 0};
  const IntegratorStats numerical = reach(plain, 2, tolerance("STIFF", 1e-8), 2000, y);
  const IntegratorStats analytic = reach(given, 2, tolerance("STIFF", 1e-8), 2000, z);
  EXPECT_LT(distance(y, reference), 5e-8);  // seen 1.8e-8
  EXPECT_LT(distance(z, reference), 5e-8);  // seen 1.8e-8
  EXPECT_EQ(analytic.jacobians, analytic.accepted);
  EXPECT_LT(analytic.rhs, numerical.rhs);
  EXPECT_LT(numerical.accepted + numerical.rejected, 3500);  // seen 2550
}

TEST(Stiff, NeedsAFiftiethOfTheStepsOfExplicitMethods) {
  VanDerPol problem;
  std::vector<double> y = {2, 0};
  const IntegratorStats stiff = reach(problem, 2, tolerance("STIFF", 1e-6), 200, y);
  for (const char* method : {"DOP853", "STEP"}) {
    std::vector<double> x = {2, 0};
    const IntegratorStats stats = reach(problem, 2, tolerance(method, 1e-6), 200, x);
    EXPECT_GT(stats.accepted, 50 * (stiff.accepted + stiff.rejected)) << method;
    EXPECT_LT(distance(x, y), 1e-5) << method;  // seen 8.4e-7
  }
}

TEST(Stiff, CostHardlyGrowsWithStiffness) {
  std::vector<long> steps;
  for (double mu : {1e4, 1e5, 1e6}) {
    VanDerPol problem{mu};
    std::vector<double> y = {2, 0};
    steps.push_back(reach(problem, 2, tolerance("STIFF", 1e-6), 2 * mu, y).accepted);
  }
  EXPECT_LT(static_cast<double>(steps[2]), 1.5 * static_cast<double>(steps[0]));  // seen 1.30
}

// Test Set for IVP Solvers, rober at t = 1e11.
TEST(Stiff, RobertsonMatchesTestSet) {
  const std::vector<double> reference = {0.2083340149701255e-7, 0.8333360770334713e-13,
                                         0.9999999791665050};
  Robertson problem;
  IntegratorSettings settings = tolerance("STIFF", 1e-8);
  settings.abs_each = {1e-14, 1e-20, 1e-10};
  std::vector<double> y = {1, 0, 0};
  reach(problem, 3, settings, 1e11, y);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(y[i] / reference[i], 1, 1e-6) << i;  // seen 1.4e-7
  }
}

}  // namespace
}  // namespace mbs::test
