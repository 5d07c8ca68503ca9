// HEUN and RK4: what one step does, by hand.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "order/integrate_problems.h"

namespace mbs::test {
namespace {

struct Linear {  // y' = l y
  double l = 0;
  EvalStatus rhs(double, ConstVector y, Vector ydot) const {
    ydot[0] = l * y[0];
    return {};
  }
};

struct Power {  // y' = t^k
  int k = 0;
  EvalStatus rhs(double t, ConstVector, Vector ydot) const {
    ydot[0] = std::pow(t, k);
    return {};
  }
};

template <class Problem>
double at_end(Problem& problem, const char* method, double h, double y0, double tend) {
  const auto integrator = make(problem, 1, constant_step(method, h));
  integrator->start(0, std::array<double, 1>{y0});
  integrator->control().set_tstop(tend);
  while (integrator->step().kind == StepKind::ok) {
  }
  EXPECT_EQ(integrator->t(), tend);
  return integrator->y()[0];
}

// Ten steps of y' = l y multiply by the Taylor polynomial of exp(l h) of the order, ten times.
TEST(FixedStep, LinearEquationsFollowTheTaylorPolynomial) {
  const double h = 0.1;
  for (const double l : {-3.0, 0.5, -25.0}) {
    Linear problem{l};
    const double z = l * h, heun = 1 + z + z * z / 2,
                 rk4 = heun + z * z * z / 6 + z * z * z * z / 24;
    EXPECT_NEAR(at_end(problem, "HEUN", h, 2, 1) / (2 * std::pow(heun, 10)), 1, 1e-13) << l;
    EXPECT_NEAR(at_end(problem, "RK4", h, 2, 1) / (2 * std::pow(rk4, 10)), 1, 1e-13) << l;
  }
}

// Integrals are those of the trapezoidal rule and of Simpson's.
TEST(FixedStep, IntegralsAreTrapezoidsAndSimpsons) {
  Power square{2}, fourth{4};
  EXPECT_NEAR(at_end(square, "HEUN", 0.5, 0, 0.5), 0.5 * 0.25 / 2, 1e-16);
  EXPECT_NEAR(at_end(square, "RK4", 0.5, 0, 0.5), 0.125 / 3, 1e-16);  // exact
  EXPECT_NEAR(at_end(fourth, "RK4", 0.5, 0, 0.5), 0.5 / 6 * (4 * std::pow(0.25, 4) + 0.0625),
              1e-16);
}

// Inside a step: half of both ends and an eighth of the difference of the slopes.
TEST(FixedStep, InsideAStepItIsTheCubic) {
  Power problem{2};
  const auto integrator = make(problem, 1, constant_step("HEUN", 1));
  integrator->start(1, std::array<double, 1>{7});
  ASSERT_TRUE(integrator->step().ok());
  EXPECT_NEAR(integrator->y()[0], 7 + 2.5, 1e-15);
  std::array<double, 1> y{};
  ASSERT_TRUE(integrator->interpolate(1.5, y).ok());
  EXPECT_NEAR(y[0], (7 + 9.5) / 2 + (1. - 4.) / 8, 1e-15);
}

// A tstop between two times of the grid costs a shorter step, after which the grid is the old one.
TEST(FixedStep, TheGridGoesOnBehindATstop) {
  Power problem{2};
  const auto integrator = make(problem, 1, constant_step("RK4", 0.25));
  integrator->start(0, std::array<double, 1>{0});
  integrator->control().set_tstop(0.375);
  integrator->step();
  integrator->step();
  EXPECT_EQ(integrator->t(), 0.375);
  integrator->control().set_tstop(1);
  integrator->step();
  EXPECT_EQ(integrator->t(), 0.5);
  EXPECT_EQ(integrator->stats().accepted, 3);
  EXPECT_NEAR(integrator->y()[0], 0.125 / 3, 1e-16);
}

}  // namespace
}  // namespace mbs::test
