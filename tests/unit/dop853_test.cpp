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

struct Linear {  // y' = l y
  double l = 0;
  EvalStatus rhs(double, ConstVector y, Vector ydot) const {
    ydot[0] = l * y[0];
    return {};
  }
};

// One step of the length h from 0.
template <class Problem>
std::unique_ptr<Integrator> one_step(Problem& problem, double h, double y0) {
  auto integrator = make(problem, 1, constant_step("DOP853", h));
  integrator->start(0, std::array<double, 1>{y0});
  integrator->control().set_tstop(h);
  EXPECT_TRUE(integrator->step().ok());
  EXPECT_EQ(integrator->t(), h);
  return integrator;
}

TEST(Dop853, IntegralsOfDegreeSevenAreExactAndOfNineAreNot) {
  for (int k = 0; k <= 7; ++k) {
    Power problem{k};
    EXPECT_NEAR(one_step(problem, 1, 0)->y()[0], 1, 1e-13) << k;
  }
  Power problem{9};
  EXPECT_GT(std::fabs(one_step(problem, 1, 0)->y()[0] - 1), 1e-9);
}

// The step is a polynomial in z = l h that agrees with exp(z) up to z^8: halving z divides the
// error by 2^9.
TEST(Dop853, LinearEquationsFollowTheExponential) {
  const auto error = [](double z) {
    Linear problem{z};
    return one_step(problem, 1, 1)->y()[0] - std::exp(z);
  };
  EXPECT_NEAR(std::log2(error(-0.5) / error(-0.25)), 9, 0.3);
  EXPECT_NEAR(error(-0.1), 0, 1e-15);
}

TEST(Dop853, InsideAStepIntegralsOfDegreeSixAreExact) {
  for (int k = 0; k <= 6; ++k) {
    Power problem{k};
    const auto integrator = one_step(problem, 1, 0);
    for (const double t : {0.1, 0.5, 0.9}) {
      std::array<double, 1> y{};
      ASSERT_TRUE(integrator->interpolate(t, y).ok());
      EXPECT_NEAR(y[0], std::pow(t, k + 1), 1e-13) << k << " " << t;
    }
  }
}

// The first look into a step evaluates f three times, further ones do not.
TEST(Dop853, LooksIntoAStepAreFreeAfterTheFirst) {
  Linear problem{-1};
  const auto integrator = one_step(problem, 0.5, 1);
  const long before = integrator->stats().rhs;
  std::array<double, 1> y{};
  for (const double t : {0.1, 0.2, 0.4}) ASSERT_TRUE(integrator->interpolate(t, y).ok());
  EXPECT_EQ(integrator->stats().rhs, before + 3);
  ASSERT_TRUE(integrator->interpolate(0.5, y).ok());  // the end itself
  EXPECT_EQ(y[0], integrator->y()[0]);
}

}  // namespace
}  // namespace mbs::test
