// Lengths of steps by hand.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "integrate/integrator.h"

namespace mbs {
namespace {

TEST(StepControl, CutsToItsBoundsAndToTstop) {
  IntegratorSettings settings;
  settings.hmax = 0.5;
  StepControl control(settings);
  control.start(1);
  control.set_tstop(2);
  EXPECT_EQ(control.left(1.75), 0.25);
  StepControl::Planned p = control.plan(0, 3, false);
  EXPECT_EQ(p.h, 0.5);
  EXPECT_EQ(p.t_new, 0.5);
  EXPECT_FALSE(p.cut);
  p = control.plan(1.75, 0.5, false);  // shorter, and it ends on tstop itself
  EXPECT_EQ(p.h, 0.25);
  EXPECT_EQ(p.t_new, 2);
  EXPECT_TRUE(p.cut);
  p = control.plan(1.25, 0.5, true);  // 0.75 is left: two steps of 0.375 rather than 0.5 and 0.25
  EXPECT_EQ(p.h, 0.375);
  EXPECT_TRUE(p.cut);
  control.start(-1);  // backwards, without tstop
  p = control.plan(1, 0.25, true);
  EXPECT_EQ(p.h, -0.25);
  EXPECT_EQ(p.t_new, 0.75);
}

TEST(StepControl, KnowsTheSmallestStep) {
  IntegratorSettings settings;
  settings.hmin = 1e-6;
  StepControl control(settings);
  control.start(1);
  control.set_tstop(1);
  EXPECT_EQ(control.hmin(0), 1e-6);
  EXPECT_TRUE(control.underflows(0, {1e-7, 1e-7, false}));
  EXPECT_FALSE(control.underflows(0, {1e-7, 1e-7, true}));  // it ends on tstop
  EXPECT_NEAR(control.hmin(1e12), 16 * 0x1p-52 * 1e12, 1e-9);
}

// An error of 1/256 of what is allowed, at the eighth root: twice as long, times 0.9.
TEST(StepControl, FollowsTheError) {
  const IntegratorSettings settings;
  StepControl control(settings);
  control.start(1);
  const StepRule rule = {1.0 / 8, 0.3, 6, false};
  EXPECT_NEAR(control.next(rule, {{}, 1.0 / 256}, 0.1, false), 0.18, 1e-15);
  EXPECT_NEAR(control.next(rule, {{}, 256}, 0.1, false), 0.045, 1e-15);
  EXPECT_NEAR(control.next(rule, {{}, 1e9}, 0.1, false), 0.03, 1e-15);      // at most so short
  EXPECT_NEAR(control.next(rule, {{}, 0}, 0.1, false), 0.6, 1e-15);         // at most so long
  EXPECT_NEAR(control.next(rule, {{}, 1.0 / 256}, 0.1, true), 0.1, 1e-15);  // not after a rejection
}

// Where the error has grown from 1/16 to 1/2 of what is allowed at the same step, it is expected to
// grow by 8 once more: (1/16 / (1/2)^2)^(1/4) = (1/4)^(1/4).
TEST(StepControl, FollowsTheTrend) {
  const IntegratorSettings settings;
  StepControl control(settings);
  control.start(1);
  const StepRule rule = {1.0 / 4, 0.2, 6, true};
  control.next(rule, {{}, 1.0 / 16}, 0.1, false);
  EXPECT_NEAR(control.next(rule, {{}, 0.5}, 0.1, false), 0.09 * std::sqrt(0.5), 1e-15);
  control.forget();
  EXPECT_NEAR(control.next(rule, {{}, 0.5}, 0.1, false), 0.09 * std::pow(2, 0.25), 1e-15);
}

TEST(StepControl, CountsAttempts) {
  IntegratorSettings settings;
  settings.max_steps = 2;
  StepControl control(settings), other(settings);
  control.start(-1);
  control.set_tstop(-3);
  EXPECT_TRUE(control.spend());
  other.take_over(control);
  EXPECT_EQ(other.direction(), -1);
  EXPECT_EQ(other.tstop(), -3);
  EXPECT_TRUE(other.spend());
  EXPECT_FALSE(other.spend());
}

TEST(ErrorWeights, AreNotBelowRounding) {
  IntegratorSettings settings;
  settings.abs = 1e-3;
  settings.rel = 1e-2;
  const ErrorWeights weights(settings);
  EXPECT_NEAR(weights.at(0, -2), 0.021, 1e-17);
  settings.abs_each = {1, 0};
  settings.rel = 0;
  EXPECT_EQ(weights.at(0, 5), 1);
  EXPECT_NEAR(weights.at(1, 1), 4 * 0x1p-52, 1e-20);
  const std::vector<double> y = {5, 1};
  std::vector<double> w(2);
  weights.find(y, w);
  EXPECT_EQ(w[0], weights.at(0, 5));
  EXPECT_EQ(w[1], weights.at(1, 1));
}

}  // namespace
}  // namespace mbs
