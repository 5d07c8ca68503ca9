#include "solve/place/jacobian_block.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <numeric>

#include "solve/place/jacobian_factor.h"
#include "support/drawn.h"

namespace mbs::test {
namespace {

// e = P_i - P_j with P_i = (0.5, 0) in body (1, 2), which is not turned, and P_j = (-2, 1) in body
// (3, 4), which is turned by 90 degrees, so that its arm is (-1, -2):
//   De = | 1 0  0    -1  0 -2 |
//        | 0 1  0.5   0 -1  1 |
constexpr const char* kJoint = R"(PLREV 1 1 2 3 4  0.5 0  -2 1
X 1 0 0
X 3 1.5 2
X 4 90deg
END HALT
TIMESTEP 1 1
END END
)";

std::vector<double> dense(const JacobianBlock& block, const Evaluation& at) {
  std::vector<double> J(static_cast<std::size_t>(block.row_count() * block.column_count()), 7.0);
  block.gather(at, {J.data(), block.row_count(), block.column_count(), block.row_count()});
  return J;
}

void expect_near(const std::vector<double>& got, const std::vector<double>& expected) {
  ASSERT_EQ(got.size(), expected.size());
  for (std::size_t k = 0; k < got.size(); ++k) EXPECT_NEAR(got[k], expected[k], 1e-15) << k;
}

TEST(JacobianBlock, UnscaledItIsDe) {
  const Drawn m(kJoint);
  const JacobianBlock block(m.model(), {1, 0}, {m.coordinate(4), m.coordinate(2), m.coordinate(1)});
  expect_near(dense(block, m.at), {1, -2, 0.5, 0, 0, 1});
  EXPECT_EQ(block.length(), 1);
  EXPECT_EQ(block.scalings(), 0);
}

// Angles are measured with the longest lever arm, 2 m; the row of y has then nothing above 1/2.
TEST(JacobianBlock, ScalesMakeTheLargestEntriesOne) {
  const Drawn m(kJoint);
  JacobianBlock block(m.model(), {0, 1}, {m.coordinate(2), m.coordinate(4)});
  block.choose_scales(m.model(), m.at);
  EXPECT_NEAR(block.length(), 2, 1e-15);
  EXPECT_NEAR(block.column_scale(0), 0.5, 1e-15);
  EXPECT_NEAR(block.row_scale(0), 1, 1e-15);
  EXPECT_NEAR(block.row_scale(1), 2, 1e-15);
  expect_near(dense(block, m.at), {0, 0.5, -1, 1});
  EXPECT_EQ(block.scalings(), 1);
}

TEST(JacobianBlock, SparseAndTransposedAreTheDenseOne) {
  const Drawn m(kJoint);
  JacobianBlock block(m.model(), {0, 1}, {m.coordinate(1, 1), m.coordinate(4), m.coordinate(3)});
  block.choose_scales(m.model(), m.at);
  const std::vector<double> J = dense(block, m.at);
  std::vector<double> values(block.pattern().row.size());
  block.gather(m.at, values);
  std::vector<double> again(J.size(), 0.0);
  for (int j = 0; j < 3; ++j)
    for (int s = block.pattern().start[j]; s < block.pattern().start[j + 1]; ++s)
      again[j * 2 + block.pattern().row[s]] = values[s];
  expect_near(again, J);
  const SparseMatrix t = block.transposed(m.at, {1, 0});  // its columns: row 1, row 0
  std::vector<double> back(J.size(), 0.0);
  for (int c = 0; c < 2; ++c)
    for (int s = t.pattern.start[c]; s < t.pattern.start[c + 1]; ++s)
      back[t.pattern.row[s] * 2 + (1 - c)] = t.values[s];
  expect_near(back, J);
}

// d length / d y of a bar that lies flat but for a rounding error is no length.
TEST(JacobianBlock, ARowOfNothingStaysSmall) {
  const Drawn m("PLTRUSS 1 1 2\nX 1 0 0\nX 2 1 1e-12\nFIX 1\nEND HALT\nTIMESTEP 1 1\nEND END\n");
  JacobianBlock block(m.model(), {0}, {m.coordinate(2, 1)});
  block.choose_scales(m.model(), m.at);
  EXPECT_NEAR(dense(block, m.at)[0], 1e-12, 1e-24);
  block.choose_scales(m.model(), m.at, 0);
  EXPECT_EQ(dense(block, m.at)[0], 1);
}

TEST(JacobianBlock, IsConstantWhereAnglesAreNotAmongItsColumns) {
  const Drawn m(kJoint);
  EXPECT_TRUE(
      JacobianBlock(m.model(), {0, 1}, {m.coordinate(3), m.coordinate(3, 1)}).is_constant());
  EXPECT_FALSE(JacobianBlock(m.model(), {0, 1}, {m.coordinate(3), m.coordinate(4)}).is_constant());
  EXPECT_TRUE(JacobianBlock(m.model(), {}, {}).is_constant());
}

TEST(JacobianBlock, AnEmptyBlockHasFactors) {
  const Drawn m(kJoint);
  JacobianBlock block(m.model(), {}, {});
  block.choose_scales(m.model(), m.at);
  JacobianFactor factor(block, m.options);
  EXPECT_LT(factor.factor(block, m.at), 0);
  EXPECT_EQ(factor.determinant_sign(), 1);
}

TEST(OrderedColumns, FewStayAsTheyAreAndManyArePermuted) {
  std::string deck = "X 1 0 0\n";
  for (int k = 1; k <= 20; ++k)
    deck += fmt::format("PLTRUSS {} {} {}\nX {} {} {}\n", k, k, k + 1, k + 1, k, k % 2);
  const Drawn m(deck + "END HALT\nTIMESTEP 1 1\nEND END\n");
  std::vector<int> rows(20), all(42);
  std::iota(rows.begin(), rows.end(), 0);
  std::iota(all.begin(), all.end(), 0);
  const std::vector<int> few = {9, 2, 5};
  EXPECT_EQ(ordered_columns(m.model(), rows, few), few);
  std::vector<int> ordered = ordered_columns(m.model(), rows, all);
  std::sort(ordered.begin(), ordered.end());
  EXPECT_EQ(ordered, all);
}

}  // namespace
}  // namespace mbs::test
