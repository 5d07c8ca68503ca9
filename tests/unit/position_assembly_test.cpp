#include <gtest/gtest.h>

#include <cmath>

#include "support/position.h"

namespace mbs::test {
namespace {

TEST(PositionAssembly, AnAssembledMechanismStaysAsItIs) {
  Position p(two_bars("6"));
  const std::vector<double> before = p.state.x;
  const SolveStatus status = p.solver.assemble(p.state);
  EXPECT_TRUE(status.ok());
  EXPECT_EQ(status.iterations, 0);
  EXPECT_EQ(p.state.x, before);
  EXPECT_NEAR(p.jacobian.block().row_scale(0), 1 / 0.8, 1e-15);  // scales are those of the place
}

TEST(PositionAssembly, PoorEstimatesFindTheBranchOfTheirSide) {
  for (const double side : {1.0, -1.0})
    for (const double x : {-2.0, 0.5, 3.0, 9.0}) {
      Position p(two_bars("6"));
      p.x(2, 0) = x;
      p.x(2, 1) = 1.5 * side;
      ASSERT_TRUE(p.solver.assemble(p.state).ok()) << x << " " << side;
      EXPECT_NEAR(p.x(2, 0), 3, 1e-11) << x << " " << side;
      EXPECT_NEAR(p.x(2, 1), 4 * side, 1e-11) << x << " " << side;
    }
}

// The joint lies on the line of the ends but for 1e-9, where a step of Newton's method would throw
// it 1e9 m away: it is damped, and the Levenberg step has no singular matrix.
TEST(PositionAssembly, ANearlySingularEstimateIsLeft) {
  Position p(two_bars("6"));
  p.x(2, 0) = 2.9;
  p.x(2, 1) = 1e-9;
  p.m.options.nrmax = 100;
  ASSERT_TRUE(p.solver.assemble(p.state).ok());
  EXPECT_NEAR(p.x(2, 0), 3, 1e-11);
  EXPECT_NEAR(std::fabs(p.x(2, 1)), 4, 1e-11);
}

// Exactly on the line nothing says which way the height should go: no position, no other answer.
TEST(PositionAssembly, WithoutADirectionItIsNotConverged) {
  Position p(two_bars("6"));
  p.x(2, 1) = 0;
  EXPECT_EQ(p.solver.assemble(p.state).kind, SolveKind::not_converged);
  EXPECT_EQ(p.x(2, 1), 0);
}

// Ends 11 m apart: the bars are too long by a and 1 - a, and the sum of squares of the scaled
// residuals is the least. Scales are those of the estimate, where the largest derivatives of the
// lengths are 0.8 and 2/sqrt(5): 25/16 a = 5/4 (1 - a), a = 4/9.
TEST(PositionAssembly, WhatCannotBeClosedEndsAtTheLeastResidual) {
  Position p(two_bars("11"));
  p.m.options.nrmax = 200;
  const SolveStatus status = p.solver.assemble(p.state);
  EXPECT_EQ(status.kind, SolveKind::not_converged);
  EXPECT_NEAR(status.residual, 4. / 9, 1e-3);  // seen 1.2e-4: the height goes to 0 slowly
  EXPECT_NEAR(p.x(2, 0), 5 + 4. / 9, 1e-3);    // seen 3e-5
}

}  // namespace
}  // namespace mbs::test
