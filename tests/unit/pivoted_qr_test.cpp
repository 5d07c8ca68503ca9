#include "linalg/pivoted_qr.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace mbs {
namespace {

// Checks that the combinations reproduce the dependent columns; returns the largest error.
double combination_error(const std::vector<double>& a, int m, const RankReport& report) {
  auto at = [&](int i, int j) { return a[static_cast<std::size_t>(j * m + i)]; };
  double worst = 0;
  for (std::size_t d = 0; d < report.dependent.size(); ++d)
    for (int i = 0; i < m; ++i) {
      double sum = -at(i, report.dependent[d]);
      for (std::size_t k = 0; k < report.independent.size(); ++k)
        sum += report.combination[d][k] * at(i, report.independent[k]);
      worst = std::max(worst, std::fabs(sum));
    }
  return worst;
}

TEST(ColumnRank, KnownCombination) {
  // Column 2 = 2 column 0 - column 1; column 3 stands alone. The small ones are the dependent ones.
  const std::vector<double> a = {10, 0, 0, 0, 0, 10, 0, 0, 0.2, -0.1, 0, 0, 0, 0, 5, 0};
  const RankReport r = column_rank(a, 4, 4, 1e-12);
  EXPECT_EQ(r.rank, 3);
  ASSERT_EQ(r.dependent, std::vector<int>{2});
  for (std::size_t k = 0; k < 3; ++k) {
    const double expected[] = {0.02, -0.01, 0, 0};
    EXPECT_NEAR(r.combination[0][k], expected[r.independent[k]], 1e-17);  // seen 0
  }
  EXPECT_NEAR(r.smallest_kept, 0.5, 1e-15);  // seen 0
  EXPECT_LT(combination_error(a, 4, r), 1e-16);
}

TEST(ColumnRank, FullRank) {
  const RankReport r = column_rank({1, 2, 3, 4, 5, 7}, 3, 2, 1e-12);
  EXPECT_EQ(r.rank, 2);
  EXPECT_TRUE(r.dependent.empty());
  EXPECT_TRUE(r.combination.empty());
}

TEST(ColumnRank, WideMatrixLeavesFreeColumns) {
  const std::vector<double> a = {1, 0, 0, 1, 1, 1, 2, -3, 0, 0};
  const RankReport r = column_rank(a, 2, 5, 1e-12);
  EXPECT_EQ(r.rank, 2);
  EXPECT_EQ(r.dependent.size(), 3u);
  EXPECT_EQ(r.combination.size(), 3u);
  EXPECT_LT(combination_error(a, 2, r), 1e-15);  // seen 1e-16
}

TEST(ColumnRank, ToleranceDecides) {
  const std::vector<double> a = {1, 0, 0, 1e-8};
  EXPECT_EQ(column_rank(a, 2, 2, 1e-9).rank, 2);
  EXPECT_EQ(column_rank(a, 2, 2, 1e-7).rank, 1);
  EXPECT_NEAR(column_rank(a, 2, 2, 1e-9).smallest_kept, 1e-8, 1e-23);  // seen 0
}

TEST(ColumnRank, ZeroAndEmpty) {
  const RankReport zero = column_rank({0, 0, 0, 0}, 2, 2, 1e-12);
  EXPECT_EQ(zero.rank, 0);
  EXPECT_EQ(zero.dependent.size(), 2u);
  EXPECT_EQ(zero.combination, (std::vector<std::vector<double>>(2)));
  const RankReport no_rows = column_rank({}, 0, 3, 1e-12);
  EXPECT_EQ(no_rows.rank, 0);
  EXPECT_EQ(no_rows.dependent, (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(no_rows.combination.size(), 3u);
  EXPECT_EQ(column_rank({}, 3, 0, 1e-12).rank, 0);
  EXPECT_EQ(column_rank({std::nan(""), 1, 1, 1}, 2, 2, 1e-12).rank, 0);
}

}  // namespace
}  // namespace mbs
