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
  integrator->set_tstop(tend);
  StepStatus status;
  while ((status = integrator->step()).kind == StepKind::ok) {
  }
  EXPECT_EQ(status.kind, StepKind::at_tstop);
  y.assign(integrator->y().begin(), integrator->y().end());
  return integrator->stats();
}

TEST(Stiff, ProtheroRobinson) {
  for (double lambda : {-1e3, -1e6, -1e9}) {
    ProtheroRobinson problem{lambda};
    const auto integrator = make(problem, 1, tolerance("STIFF", 1e-6));
    const Errors errors = run(*integrator, problem, 0, 10);
    std::printf("PR %g steps %.3g dense %.3g acc %ld\n", lambda, errors.steps, errors.dense, integrator->stats().accepted);
    EXPECT_LT(errors.steps, 1e-5);
  }
}

TEST(Stiff, VanDerPol) {
  // IVP test set (Mazzia and Magherini 2008), problem vdpol, mu = 1000 at t = 2000.
  VanDerPol plain;
  VanDerPolWithJacobian given;
  std::vector<double> y = {2, 0}, z = {2, 0};
  const IntegratorStats s = reach(plain, 2, tolerance("STIFF", 1e-8), 2000, y);
  const IntegratorStats g = reach(given, 2, tolerance("STIFF", 1e-8), 2000, z);
  std::printf("vdp %.16g %.16g acc %ld rej %ld rhs %ld | %.16g %.16g %ld %ld %ld\n", y[0], y[1], s.accepted, s.rejected, s.rhs, z[0], z[1], g.accepted,
  g.rejected, g.rhs);
  for (const char* m : {"DOP853", "STEP"}) {
    std::vector<double> x = {2, 0};
    const IntegratorStats e = reach(plain, 2, tolerance(m, 1e-8), 2000, x);
    std::printf("%s %ld %ld %ld %.16g\n", m, e.accepted, e.rejected, e.rhs, x[0]);
  }
  for (double mu : {1e4,1e5,1e6}) {
    plain.mu = mu;
    std::vector<double> x = {2, 0};
    const IntegratorStats e = reach(plain, 2, tolerance("STIFF", 1e-6), 2*mu, x);
    std::printf("mu %g %ld %ld %ld %.16g %.16g\n", mu, e.accepted, e.rejected, e.rhs, x[0], x[1]);
  }
}

TEST(Stiff, Robertson) {
  Robertson problem;
  IntegratorSettings settings = tolerance("STIFF", 1e-8);
  settings.abs_each = {1e-10, 1e-14, 1e-10};
  for (double t : {40., 1e11}) {
  std::vector<double> y = {1, 0, 0};
  const IntegratorStats s = reach(problem, 3, settings, t, y);
  std::printf("rob %.16g %.16g %.16g acc %ld rej %ld rhs %ld\n", y[0], y[1], y[2], s.accepted, s.rejected, s.rhs);
  }
}

}  // namespace
}  // namespace mbs::test
