#include "linalg/lu.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace mbs {
namespace {

class LuTest : public testing::TestWithParam<Elimination> {};
INSTANTIATE_TEST_SUITE_P(By, LuTest, testing::Values(Elimination::lapack, Elimination::loops),
                         [](const auto& by) {
                           return by.param == Elimination::lapack ? "Lapack" : "Loops";
                         });

void fill(Lu& lu, std::initializer_list<double> by_rows) {
  const double* value = by_rows.begin();
  for (int i = 0; i < lu.size(); ++i)
    for (int j = 0; j < lu.size(); ++j) lu.matrix()(i, j) = *value++;
}

// One-norm condition number of the Hilbert matrix of order 5, by its exact inverse: 943656.
TEST_P(LuTest, HilbertMatrix) {
  const int n = 5;
  Lu lu(n, GetParam());
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) lu.matrix()(i, j) = 1.0 / (i + j + 1);
  ASSERT_EQ(lu.factor(), -1);
  EXPECT_NEAR(lu.rcond() * 943656, 1, 1e-12);  // seen 7e-14
  EXPECT_LT(lu.pivot_ratio(), 1e-4);
  EXPECT_GT(lu.pivot_ratio(), 1e-6);
  EXPECT_EQ(lu.weakest_column(), 4);
  double row_sums[n];  // A (1 1 1 1 1)
  for (int i = 0; i < n; ++i) {
    row_sums[i] = 0;
    for (int j = 0; j < n; ++j) row_sums[i] += 1.0 / (i + j + 1);
  }
  lu.solve(row_sums);
  for (double x : row_sums) EXPECT_NEAR(x, 1, 1e-11);  // seen 6e-13
}

TEST_P(LuTest, KnownSolutionsTransposedAndSeveralColumns) {
  Lu lu(3, GetParam());
  fill(lu, {0, 2, 0,  //
            1, 0, 3,  //
            4, 0, 0});
  ASSERT_EQ(lu.factor(), -1);
  double b[] = {4, 10, 4, 2, 3, 0};  // A (1 2 3)^T and A (0 1 1)^T
  lu.solve(b, 2);
  const double expected[] = {1, 2, 3, 0, 1, 1};
  for (int k = 0; k < 6; ++k) EXPECT_EQ(b[k], expected[k]);
  double c[] = {14, 2, 6};  // A^T (1 2 3)^T
  lu.solve_transposed(c);
  for (int k = 0; k < 3; ++k) EXPECT_EQ(c[k], k + 1);
  // det = 0 (0) - 2 (0 - 12) = 24
  EXPECT_EQ(lu.determinant_sign(), 1);
  fill(lu, {0, 2, 0, 1, 0, -3, 4, 0, 0});
  ASSERT_EQ(lu.factor(), -1);
  EXPECT_EQ(lu.determinant_sign(), -1);
}

TEST_P(LuTest, PivotRatioOfKnownMatrices) {
  Lu lu(2, GetParam());
  fill(lu, {3, 0, 0, -1e-9});  // scaling of columns does not matter
  ASSERT_EQ(lu.factor(), -1);
  EXPECT_EQ(lu.pivot_ratio(), 1);
  EXPECT_NEAR(lu.rcond(), 1e-9 / 3, 1e-24);  // seen 0
  fill(lu, {1, 1, 1, 1 + 1e-6});
  ASSERT_EQ(lu.factor(), -1);
  EXPECT_NEAR(lu.pivot_ratio(), 1e-6, 1e-11);  // seen 1e-12
  EXPECT_EQ(lu.weakest_column(), 1);
  // Pivots of 1 and a condition of 2^n nevertheless: the ratio is a suspicion only.
  const int n = 30;
  lu.resize(n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i <= j; ++i) lu.matrix()(i, j) = i == j ? 1 : -1;
  ASSERT_EQ(lu.factor(), -1);
  EXPECT_EQ(lu.pivot_ratio(), 1);
  EXPECT_LT(lu.rcond(), 1e-9);
}

TEST_P(LuTest, SingularAndNotFinite) {
  Lu lu(3, GetParam());
  fill(lu, {1, 2, 3, 2, 4, 7, 3, 6, 9});  // second column = 2 x first
  EXPECT_EQ(lu.factor(), 1);
  EXPECT_EQ(lu.pivot_ratio(), 0);
  EXPECT_EQ(lu.weakest_column(), 1);
  EXPECT_EQ(lu.rcond(), 0);
  lu.set_zero();
  EXPECT_EQ(lu.factor(), 0);
  EXPECT_EQ(lu.rcond(), 0);
  for (const double bad : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
    fill(lu, {1, 0, 0, 0, 1, 0, 0, 0, bad});
    EXPECT_EQ(lu.factor(), 2);
    EXPECT_EQ(lu.pivot_ratio(), 0);
    EXPECT_EQ(lu.rcond(), 0);
  }
  fill(lu, {1, 0, 0, 0, 1, 0, 0, 0, 1});  // and it recovers
  EXPECT_EQ(lu.factor(), -1);
  EXPECT_EQ(lu.rcond(), 1);
}

// Pivots of a factorisation that has failed are no row numbers: what is solved with them is NaN.
TEST_P(LuTest, WithoutFactorsNothingIsSolved) {
  Lu lu(3, GetParam());
  double never[] = {1, 2, 3};
  lu.solve(never);  // not factored at all
  for (double x : never) EXPECT_TRUE(std::isnan(x));
  for (const double bad : {0.0, std::nan(""), HUGE_VAL}) {
    fill(lu, {1, 0, 0, 0, bad, 0, 0, 0, 1});
    EXPECT_EQ(lu.factor(), 1);
    EXPECT_EQ(lu.determinant_sign(), 0);
    double b[] = {1, 2, 3, 4, 5, 6}, c[] = {1, 2, 3, 4, 5, 6};
    lu.solve(b, 2);
    lu.solve_transposed(c, 2);
    for (double x : b) EXPECT_TRUE(std::isnan(x));
    for (double x : c) EXPECT_TRUE(std::isnan(x));
  }
  fill(lu, {2, 0, 0, 0, 2, 0, 0, 0, 2});
  EXPECT_EQ(lu.factor(), -1);
  double b[] = {2, 4, 6};
  lu.solve(b);
  for (int k = 0; k < 3; ++k) EXPECT_EQ(b[k], k + 1);
}

TEST_P(LuTest, Empty) {
  Lu lu(0, GetParam());
  EXPECT_EQ(lu.size(), 0);
  EXPECT_EQ(lu.factor(), -1);
  EXPECT_EQ(lu.pivot_ratio(), 1);
  EXPECT_EQ(lu.rcond(), 1);
  double untouched = 7;
  lu.solve(&untouched);
  lu.solve_transposed(&untouched);
  EXPECT_EQ(untouched, 7);
}

TEST_P(LuTest, RandomSystemsUpTo60) {
  std::mt19937 engine(1);
  std::uniform_real_distribution<double> random(-1, 1);
  for (const int n : {1, 2, 3, 8, 12, 31, 60}) {
    const auto size = static_cast<std::size_t>(n);
    Lu lu(n, GetParam());
    std::vector<double> A(size * size), x(size), b(size), bt(size);
    for (double& a : A) a = random(engine);
    for (double& value : x) value = random(engine);
    for (std::size_t j = 0; j < size; ++j)
      for (std::size_t i = 0; i < size; ++i) {
        lu.matrix()(static_cast<int>(i), static_cast<int>(j)) = A[j * size + i];
        b[i] += A[j * size + i] * x[j];
        bt[j] += A[j * size + i] * x[i];
      }
    ASSERT_EQ(lu.factor(), -1);
    lu.solve(b.data());
    lu.solve_transposed(bt.data());
    for (std::size_t i = 0; i < size; ++i) {
      EXPECT_NEAR(b[i], x[i], 1e-13);   // seen 8e-15
      EXPECT_NEAR(bt[i], x[i], 5e-13);  // seen 6e-14
    }
  }
}

// The one is the other's test: well and badly conditioned, full and with many zeros.
TEST(Eliminations, AgreeWithinTheCondition) {
  std::mt19937 engine(7);
  std::uniform_real_distribution<double> random(-1, 1);
  for (int k = 0; k < 400; ++k) {
    const int n = 1 + k % 40;
    const double zeros = k % 3 * 0.3, spread = k % 5 * 2;
    Lu by_lapack(n, Elimination::lapack), by_loops(n, Elimination::loops);
    std::vector<double> b(static_cast<std::size_t>(n));
    for (int j = 0; j < n; ++j) {
      b[static_cast<std::size_t>(j)] = random(engine);
      const double scale = std::pow(10, spread * random(engine));
      for (int i = 0; i < n; ++i) {
        const bool zero = i != j && std::fabs(random(engine)) < zeros;
        by_lapack.matrix()(i, j) = by_loops.matrix()(i, j) = zero ? 0 : scale * random(engine);
      }
    }
    ASSERT_EQ(by_lapack.factor(), -1);
    ASSERT_EQ(by_loops.factor(), -1);
    EXPECT_EQ(by_lapack.determinant_sign(), by_loops.determinant_sign());
    EXPECT_NEAR(by_lapack.pivot_ratio(), by_loops.pivot_ratio(), 1e-9);
    const double allowed = 100 * 2.2e-16 / by_loops.rcond();
    std::vector<double> x = b, y = b, xt = b, yt = b;
    by_lapack.solve(x.data());
    by_loops.solve(y.data());
    by_lapack.solve_transposed(xt.data());
    by_loops.solve_transposed(yt.data());
    const auto norm = [](const std::vector<double>& v) {
      double sum = 0;
      for (double one : v) sum += std::fabs(one);
      return sum;
    };
    std::vector<double> gap(x.size()), gap_t(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) gap[i] = x[i] - y[i], gap_t[i] = xt[i] - yt[i];
    EXPECT_LE(norm(gap), allowed * norm(y)) << n;
    EXPECT_LE(norm(gap_t), allowed * norm(yt)) << n;
  }
}

}  // namespace
}  // namespace mbs
