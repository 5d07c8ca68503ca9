// Factors of block triangular matrices against those of dense ones.
#include "linalg/block_lu.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "linalg/lu.h"

namespace mbs {
namespace {

struct Dense {
  int n;
  std::vector<double> A;  // column-major
  double& operator()(int i, int j) { return A[static_cast<std::size_t>(j * n + i)]; }
  double operator()(int i, int j) const { return A[static_cast<std::size_t>(j * n + i)]; }
};

SparsePattern pattern_of(const Dense& A) {
  SparsePattern out;
  out.rows = A.n;
  out.start = {0};
  for (int j = 0; j < A.n; ++j) {
    for (int i = 0; i < A.n; ++i)
      if (A(i, j) != 0) out.row.push_back(i);
    out.start.push_back(count_of(out.row));
  }
  return out;
}

void gather(const Dense& A, std::vector<double>& values) {
  values.clear();
  for (const double a : A.A)
    if (a != 0) values.push_back(a);
}

// A tree of blocks of these sizes, each of which sees the block before it; rows and columns in any
// order.
Dense tree_of(const std::vector<int>& sizes, std::mt19937& engine) {
  std::uniform_real_distribution<double> random(-1, 1);
  const int n = std::accumulate(sizes.begin(), sizes.end(), 0);
  std::vector<int> row(n), column(n), start = {0};
  std::iota(row.begin(), row.end(), 0), std::iota(column.begin(), column.end(), 0);
  std::shuffle(row.begin(), row.end(), engine), std::shuffle(column.begin(), column.end(), engine);
  for (const int size : sizes) start.push_back(start.back() + size);
  Dense A{n, std::vector<double>(static_cast<std::size_t>(n * n), 0.0)};
  for (std::size_t b = 0; b < sizes.size(); ++b) {
    const std::size_t before = b == 0 ? 0 : engine() % b;
    for (int i = start[b]; i < start[b + 1]; ++i)
      for (const std::size_t from : {b, before})
        for (int j = start[from]; j < start[from + 1]; ++j) A(row[i], column[j]) = random(engine);
  }
  return A;
}

double apart(const std::vector<double>& a, const std::vector<double>& b) {
  double worst = 0, most = 1;
  for (std::size_t k = 0; k < a.size(); ++k) {
    worst = std::max(worst, std::fabs(a[k] - b[k]));
    most = std::max(most, std::fabs(b[k]));
  }
  return std::isfinite(worst) ? worst / most : 1e300;
}

TEST(BlockLu, AgreesWithDenseFactors) {
  std::mt19937 engine(7);
  std::uniform_real_distribution<double> random(-1, 1);
  double worst = 0;
  int same_sign = 0, other_sign = 0;
  for (int draw = 0; draw < 200; ++draw) {
    std::vector<int> sizes(1 + engine() % 12);
    for (int& size : sizes) size = 1 + static_cast<int>(engine() % 6);
    Dense A = tree_of(sizes, engine);
    BlockLu blocks(pattern_of(A));
    ASSERT_TRUE(blocks.usable());
    for (int pass = 0; pass < 2; ++pass) {
      gather(A, blocks.values());
      Lu dense(A.n);
      std::copy(A.A.begin(), A.A.end(), dense.matrix().data);
      ASSERT_EQ(blocks.factor(), dense.factor());
      const double rcond = dense.rcond();
      // Both are estimates, whose search depends on the order of the rows.
      EXPECT_LT(std::fabs(std::log2(blocks.rcond() / rcond)), 2);
      // The sign is that of the determinant, up to one of the structure.
      if (pass == 0)
        same_sign = blocks.determinant_sign() * dense.determinant_sign();
      else
        EXPECT_EQ(blocks.determinant_sign() * dense.determinant_sign(), same_sign);
      other_sign += same_sign < 0;
      for (const bool transposed : {false, true}) {
        std::vector<double> b(2 * static_cast<std::size_t>(A.n));
        for (double& one : b) one = random(engine);
        std::vector<double> c = b;
        transposed ? blocks.solve_transposed(b.data(), 2) : blocks.solve(b.data(), 2);
        transposed ? dense.solve_transposed(c.data(), 2) : dense.solve(c.data(), 2);
        worst = std::max(worst, rcond * apart(b, c));
      }
      for (double& a : A.A)
        if (a != 0) a = random(engine);
    }
  }
  EXPECT_LT(worst, 1e-14);
  EXPECT_GT(other_sign, 0);
}

TEST(BlockLu, PivotsAreThoseOfTheBlocks) {
  // Columns 0 and 1 are a block; column 2 follows. 3e-3 in a column whose largest entry is 1.
  const Dense A{3, {1, 0.5, 1, 0.2, 1, 0, 0, 0, 3e-3}};
  BlockLu blocks(pattern_of(A));
  gather(A, blocks.values());
  ASSERT_EQ(blocks.factor(), -1);
  EXPECT_NEAR(blocks.pivot_ratio(), 0.9, 1e-15);
  EXPECT_NEAR(blocks.smallest_pivot(), 3e-3, 1e-18);
  EXPECT_EQ(blocks.weakest_column(), 1);
}

TEST(BlockLu, NamesTheColumnWithoutAPivot) {
  Dense A{3, {1, 0.5, 1, 0.2, 0.1, 1, 0, 0, 2}};
  A(2, 1) = 0;
  BlockLu blocks(pattern_of(A));
  gather(A, blocks.values());
  EXPECT_EQ(blocks.factor(), 1);
  EXPECT_EQ(blocks.pivot_ratio(), 0);
  std::vector<double> b = {1, 2, 3};
  blocks.solve(b.data());
  EXPECT_TRUE(std::isnan(b[0]));
  blocks.values()[1] = NAN;
  EXPECT_EQ(blocks.factor(), 0);
}

TEST(BlockLu, LargeBlocksAreRefused) {
  std::mt19937 engine(1);
  EXPECT_TRUE(BlockLu(pattern_of(tree_of({6, 6}, engine))).usable());
  EXPECT_FALSE(BlockLu(pattern_of(tree_of({6, 7}, engine))).usable());
  // No pivots for the structure: two columns share their only row.
  EXPECT_FALSE(BlockLu(pattern_of({2, {1, 0, 1, 0}})).usable());
}

}  // namespace
}  // namespace mbs
