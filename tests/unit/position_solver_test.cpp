#include "solve/place/position_solver.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/position.h"

namespace mbs::test {
namespace {

// The end at 7: the joint is at (3.5, sqrt(25 - 3.5^2)).
TEST(PositionSolver, TwoCirclesMeet) {
  for (const bool near : {false, true}) {
    Position p(two_bars("7"));
    const SolveStatus status = near ? p.solver.solve_near(p.state) : p.solver.solve(p.state);
    ASSERT_TRUE(status.ok());
    EXPECT_LE(status.iterations, near ? 12 : 5);
    EXPECT_NEAR(p.x(2, 0), 3.5, 1e-14);
    EXPECT_NEAR(p.x(2, 1), std::sqrt(12.75), 1e-14);
    EXPECT_EQ(p.x(3), 7);
    EXPECT_EQ(p.x(1), 0);
  }
}

TEST(PositionSolver, ResidualIsComparedWithItsTerms) {
  Position p(two_bars("7"));
  const double residual = std::sqrt(32.0) - 5;  // of bar 2, before anything has moved
  const double found = p.solver.residual_at(p.state);
  const int row = p.m.deformation(2);
  // A part of the length of the mechanism keeps terms from 0.
  EXPECT_NEAR(found, residual / (p.jacobian.evaluation().size[row] + 1e-3), 1e-15);
  EXPECT_NEAR(found, residual / p.solver.terms_of(row), 1e-15);
  EXPECT_EQ(p.x(2), 3);
}

TEST(PositionSolver, OutOfReachIsNotConverged) {
  Options options;
  options.nrmax = 6;
  Position p(two_bars("10.5"), options);
  const SolveStatus status = p.solver.solve(p.state);
  EXPECT_EQ(status.kind, SolveKind::not_converged);
  EXPECT_EQ(status.iterations, 6);
  EXPECT_GE(status.row, 0);
  EXPECT_GT(status.relative, 1e-3);
}

TEST(PositionSolver, NotANumberIsNonFinite) {
  Position p(two_bars("7"));
  p.x(2) = std::nan("");
  EXPECT_EQ(p.solver.solve(p.state).kind, SolveKind::non_finite);
  EXPECT_TRUE(std::isnan(p.solver.residual_at(p.state)));
  Position q(two_bars("= sqrt(t - 1)"));
  EXPECT_EQ(q.solver.solve(q.state).kind, SolveKind::non_finite);
  EXPECT_EQ(q.solver.assemble(q.state).kind, SolveKind::non_finite);
}

TEST(PositionSolver, NothingToSolveIsSolved) {
  Position p(
      "X 1 2 0\nPLTRUSS 1 1 2\nX 2 0 0\nFIX 2\nINPUTX 1\nRLSE 1\nEND HALT\n"
      "INPUTX 1 1 3 1\nTIMESTEP 1 1\nEND END\n");
  p.state.t = 2;
  const SolveStatus status = p.solver.solve(p.state);
  EXPECT_TRUE(status.ok());
  EXPECT_EQ(status.iterations, 0);
  EXPECT_EQ(p.x(1), 5);
}

// The angle of a crank is driven: x and y follow in one correction.
TEST(PositionSolver, LinearColumnsTakeOneCorrection) {
  Position p(
      "PLREV 1 1 2 3 4  0 0 -0.5 0\nX 1 0 0\nX 3 0.5 0\nFIX 1\nFIX 2\nINPUTX 4\nEND HALT\n"
      "INPUTX 4 1 0.9\nTIMESTEP 1 1\nEND END\n");
  const SolveStatus status = p.solver.solve_near(p.state);
  ASSERT_TRUE(status.ok());
  EXPECT_EQ(status.iterations, 1);
  EXPECT_NEAR(p.x(3, 0), 0.5 * std::cos(0.9), 1e-15);
  EXPECT_NEAR(p.x(3, 1), 0.5 * std::sin(0.9), 1e-15);
}

// A knife edge has no position to be fulfilled: the point stays where it is along it.
TEST(PositionSolver, ARateAloneLeavesThePosition) {
  Position p(
      "PLTRUSS 1 1 2\nVFORMULA 2 = v2_1\nX 1 0 0\nX 2 3 4\nFIX 1\nEND HALT\n"
      "FORM AUTO\nTIMESTEP 1 1\nEND END\n");
  ASSERT_EQ(p.partition.rows, (std::vector<int>{0, 1}));
  EXPECT_TRUE(p.solver.has_position(0));
  EXPECT_FALSE(p.solver.has_position(1));
  p.x(2, 1) = 4.25;  // too long
  ASSERT_TRUE(p.solver.solve(p.state).ok());
  EXPECT_NEAR(p.x(2, 0), 3, 1e-15);
  EXPECT_NEAR(p.x(2, 1), 4, 1e-14);
}

}  // namespace
}  // namespace mbs::test
