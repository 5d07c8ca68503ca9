// STIFF: a linearly implicit method of order 4.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "order/integrate_problems.h"

namespace mbs::test {
namespace {

struct Decay {  // y' = -l (y - cos t) - sin t, whose smooth solution is cos t
  double l = 0;
  EvalStatus rhs(double t, ConstVector y, Vector ydot) const {
    ydot[0] = -l * (y[0] - std::cos(t)) - std::sin(t);
    return {};
  }
};

struct ExactDecay : Decay {
  EvalStatus jacobian(double, ConstVector, Matrix j) const {
    j(0, 0) = -l;
    return {};
  }
};

struct Linear {  // y' = l y
  double l = 0;
  EvalStatus rhs(double, ConstVector y, Vector ydot) const {
    ydot[0] = l * y[0];
    return {};
  }
  EvalStatus jacobian(double, ConstVector, Matrix j) const {
    j(0, 0) = l;
    return {};
  }
};

template <class Problem>
double one_step(Problem& problem, double h, double y0) {
  auto integrator = make(problem, 1, constant_step("STIFF", h));
  integrator->start(0, std::array<double, 1>{y0});
  integrator->control().set_tstop(h);
  EXPECT_TRUE(integrator->step().ok());
  EXPECT_EQ(integrator->t(), h);
  return integrator->y()[0];
}

// exp(z) up to z^4: halving z divides the error by 2^5.
TEST(Rodasp, ASmallStepFollowsTheExponential) {
  const auto error = [](double z) {
    Linear problem{z};
    return one_step(problem, 1, 1) - std::exp(z);
  };
  EXPECT_NEAR(std::log2(error(-0.1) / error(-0.05)), 5, 0.3);
}

// L-stable: what decays at once is gone after one step, never thrown to the other side; A-stable:
// nothing that decays grows.
TEST(Rodasp, WhatIsStiffIsGoneAfterOneStep) {
  for (const double z : {-1e3, -1e6, -1e12}) {
    Linear problem{z};
    EXPECT_NEAR(one_step(problem, 1, 1), 0, 30 / -z) << z;
  }
  for (double z = -1e-3; z > -1e6; z *= 3) {
    Linear problem{z};
    EXPECT_LT(std::fabs(one_step(problem, 1, 1)), 1) << z;
  }
}

// The stiff part asks for steps of 1e-6; one of 0.2 keeps to the smooth solution. A Jacobian by
// differences does the same as an exact one.
TEST(Rodasp, TheSmoothSolutionIsFollowed) {
  Decay by_differences{1e6};
  ExactDecay exact{{1e6}};
  const double y = one_step(exact, 0.2, 1);
  EXPECT_NEAR(y, std::cos(0.2), 1e-6);
  EXPECT_NEAR(one_step(by_differences, 0.2, 1), y, 1e-7);
}

// What lies just behind the beginning of a step decides whether an event happens again.
TEST(Rodasp, TheDenseOutputLeavesWithTheRightSlope) {
  struct Swing {  // a vibration and a smooth force
    EvalStatus rhs(double t, ConstVector y, Vector ydot) const {
      ydot[0] = y[1];
      ydot[1] = -400 * y[0] + std::cos(t);
      return {};
    }
  } problem;
  for (const double h : {1e-3, 0.01, 0.1, 1.0}) {
    auto integrator = make(problem, 2, constant_step("STIFF", h));
    integrator->start(0, std::array<double, 2>{0.3, 2});
    integrator->control().set_tstop(h);
    ASSERT_TRUE(integrator->step().ok());
    const double soon = 1e-9 * h;
    std::array<double, 2> y{};
    ASSERT_TRUE(integrator->interpolate(soon, y).ok());
    EXPECT_NEAR((y[0] - 0.3) / soon, 2, 2e-3) << h;
    EXPECT_NEAR((y[1] - 2) / soon, -119, 0.1) << h;
  }
}

TEST(Rodasp, OneJacobianAndOneFactorisationAStep) {
  ExactDecay problem{{100}};
  auto integrator = make(problem, 1, tolerance("STIFF", 1e-6));
  integrator->start(0, std::array<double, 1>{1});
  integrator->control().set_tstop(2);
  while (integrator->step().kind == StepKind::ok) {
  }
  const IntegratorStats& stats = integrator->stats();
  EXPECT_NEAR(integrator->y()[0], std::cos(2.0), 1e-5);
  EXPECT_LE(stats.jacobians, stats.accepted + 1);
  EXPECT_LE(stats.factorizations, stats.accepted + stats.rejected);
  EXPECT_EQ(stats.order, 4);
}

}  // namespace
}  // namespace mbs::test
