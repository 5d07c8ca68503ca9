#include "solve/place/continuation.h"

#include <gtest/gtest.h>

#include "support/linkages.h"

namespace mbs::test {
namespace {

// A step of any length ends on the branch that many short ones end on.
TEST(Continuation, LongStepsAreHalved) {
  Random random(61);
  for (int k = 0; k < 20; ++k) {
    const FourBar f = random.crank_rocker();
    Mechanism m(f.driven(0.3, 1, 0, "0 1 0.1"));
    ASSERT_TRUE(m.assemble());
    Continuation continuation(m.model(), m.kinematics, m.options, m.state);
    double t = 0;
    for (const double step : {0.001, 2.5, 6.2831853, 0.7, 40.0}) {
      ASSERT_TRUE(continuation.advance(t += step, m.state));
      EXPECT_EQ(m.state.t, t);
      const FourBar::Motion expected = f.at({0.3 + t, 1, 0});
      EXPECT_NEAR(m.state.x[8], expected.coupler.phi.p, 2e-13);  // seen 1e-14
      EXPECT_NEAR(m.state.x[11], expected.rocker.phi.p, 2e-13);  // seen 2e-14
      EXPECT_NEAR(m.state.v[11], expected.rocker.phi.v, 5e-13);  // seen 4e-14
    }
    EXPECT_GT(continuation.count().halvings, 0);
    EXPECT_GT(continuation.count().positions, 5);
    EXPECT_EQ(continuation.count().interpolated, 0);
  }
}

TEST(Continuation, OrdinaryStepsAreNot) {
  Random random(62);
  const FourBar f = random.crank_rocker();
  Mechanism m(f.driven(0.3, 2 * kPi, 0, "0 1 0.025"));
  ASSERT_TRUE(m.assemble());
  Continuation continuation(m.model(), m.kinematics, m.options, m.state);
  for (int k = 1; k <= 400; ++k) ASSERT_TRUE(continuation.advance(0.0025 * k, m.state));
  const ContinuationCount& count = continuation.count();
  EXPECT_EQ(count.positions, 400);
  EXPECT_EQ(count.halvings, 0);
  EXPECT_LE(count.most_iterations, 4);
  // From three states before: one iteration as a rule, or none.
  EXPECT_GE(count.iterations, 300);
  EXPECT_LE(count.iterations, 3 * 400 / 2);
}

TEST(Continuation, BackwardsInTime) {
  Random random(63);
  const FourBar f = random.crank_rocker();
  Mechanism m(f.driven(0.3, 2, 0, "0 1 0.1"));
  ASSERT_TRUE(m.assemble());
  const std::vector<double> start = m.state.x;
  Continuation continuation(m.model(), m.kinematics, m.options, m.state);
  ASSERT_TRUE(continuation.advance(1.5, m.state));
  ASSERT_TRUE(continuation.advance(0, m.state));
  for (std::size_t i = 0; i < start.size(); ++i)
    EXPECT_NEAR(m.state.x[i], start[i], 1e-14);  // seen 1e-16
}

// A mechanism at rest stays where it is; the same time twice does nothing.
TEST(Continuation, AtRest) {
  Random random(64);
  const FourBar f = random.crank_rocker();
  Mechanism m(f.driven(0.3, 0, 0, "0 1 0.1"));
  ASSERT_TRUE(m.assemble());
  const std::vector<double> start = m.state.x;
  Continuation continuation(m.model(), m.kinematics, m.options, m.state);
  ASSERT_TRUE(continuation.advance(1, m.state));
  ASSERT_TRUE(continuation.advance(1, m.state));
  for (std::size_t i = 0; i < start.size(); ++i)
    EXPECT_NEAR(m.state.x[i], start[i], 1e-15);  // seen 0
  EXPECT_EQ(continuation.count().halvings, 0);
}

TEST(Continuation, FewHalvingsAllowedStopTheRun) {
  Random random(65);
  const FourBar f = random.crank_rocker();
  Options options;
  options.halvings = 0;
  Mechanism m(f.driven(0.3, 1, 0, "0 1 0.1"), options);
  ASSERT_TRUE(m.assemble());
  Continuation continuation(m.model(), m.kinematics, m.options, m.state);
  ASSERT_TRUE(continuation.advance(0.01, m.state));
  EXPECT_FALSE(continuation.advance(3.1, m.state));
  EXPECT_EQ(continuation.good().t, 0.01);
  EXPECT_FALSE(continuation.stop().status.ok() && !continuation.stop().left_branch);
  EXPECT_GT(continuation.stop().time, 0.01);
}

}  // namespace
}  // namespace mbs::test
