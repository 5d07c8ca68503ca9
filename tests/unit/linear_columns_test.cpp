#include <gtest/gtest.h>

#include "solve/place/position_solver.h"
#include "support/drawn.h"

namespace mbs::test {
namespace {

const std::string kEnd = "END HALT\nTIMESTEP 1 1\nEND END\n";
// Two bodies on ground (1, 2); the second joint is not among the rows that are fulfilled.
const std::string kChain = R"(PLREV 1 1 2 3 4  0 0 -0.5 0.2
PLREV 2 3 4 5 6  0.5 0.1 -0.3 0
X 1 0 0
X 3 0.6 0.1
X 4 0.4
X 5 1.1 0.9
X 6 1.2
)";

TEST(LinearColumns, PointsOfAChainAreLinearAndAnglesAreNot) {
  const Drawn m(kChain + kEnd);
  const std::vector<int> points = {m.coordinate(3), m.coordinate(3, 1)};
  EXPECT_TRUE(LinearColumns(m.model(), JacobianBlock(m.model(), {0, 1}, points)).linear());
  const std::vector<int> mixed = {m.coordinate(3), m.coordinate(4)};
  EXPECT_FALSE(LinearColumns(m.model(), JacobianBlock(m.model(), {0, 1}, mixed)).linear());
  EXPECT_TRUE(LinearColumns(m.model(), JacobianBlock(m.model(), {}, {})).linear());
}

TEST(LinearColumns, ALengthAndARateAloneAreNotLinear) {
  const Drawn length("PLTRUSS 1 1 2\nX 1 0 0\nX 2 1 1\n" + kEnd);
  EXPECT_FALSE(LinearColumns(length.model(), JacobianBlock(length.model(), {0}, {2})).linear());
  const Drawn rate(kChain +
                   "VFORMULA 3 = v3_1 - v5_1\nEND HALT\nFORM AUTO\nTIMESTEP 1 1\nEND END\n");
  const JacobianBlock block(rate.model(), {0, 1}, {rate.coordinate(3), rate.coordinate(3, 1)});
  EXPECT_FALSE(LinearColumns(rate.model(), block).linear());
}

// After a correction of the points of body 2 all deformations are those of the corrected position.
TEST(LinearColumns, FollowIsAnEvaluationAtTheCorrectedPosition) {
  Drawn m(kChain + kEnd);
  const std::vector<int> columns = {m.coordinate(3, 1), m.coordinate(3)};
  JacobianBlock block(m.model(), {m.deformation(1, 0), m.deformation(1, 1)}, columns);
  block.choose_scales(m.model(), m.at);
  const LinearColumns linear(m.model(), block);
  ASSERT_TRUE(linear.linear());
  const std::vector<double> correction = {0.3, -0.7};
  std::vector<double> x = m.model().x0;
  for (int k = 0; k < 2; ++k) x[columns[k]] += correction[k] * block.column_scale(k);
  Evaluation there(m.model());
  evaluate_position(m.model(), x, there);
  linear.follow(block, correction, there.e, m.at);
  ASSERT_EQ(m.at.e.size(), 4u);
  for (std::size_t r = 0; r < 4; ++r) EXPECT_NEAR(m.at.e[r], there.e[r], 1e-15) << r;
}

}  // namespace
}  // namespace mbs::test
