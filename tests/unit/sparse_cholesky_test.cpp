// Sums of random cliques, solved and put back; the dense factorisation says the same.
#include "linalg/sparse_cholesky.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "linalg/cholesky.h"

namespace mbs {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

std::vector<std::vector<int>> random_cliques(int n, int size, std::mt19937& engine) {
  std::uniform_int_distribution<int> any(0, n - 1);
  std::vector<std::vector<int>> cliques;
  for (int c = 0; c < 2 * n; ++c) {
    std::vector<int> clique;
    for (int k = 0; k < size; ++k) clique.push_back(any(engine));
    cliques.push_back(clique);
  }
  return cliques;
}

TEST(SparseCholesky, SolvesWhatTheDenseOneSolves) {
  std::mt19937 engine(41);
  std::uniform_real_distribution<double> random(-1, 1);
  double worst = 0;
  for (const int n : {1, 2, 7, 40, 120})
    for (int pass = 0; pass < 10; ++pass) {
      const auto cliques = random_cliques(n, 3, engine);
      SparseCholesky sparse(n, cliques);
      Cholesky dense(n);
      const auto add = [&](int i, int j, double value) {
        sparse.values()[at(sparse.slot(i, j))] += value;
        dense.matrix()(std::max(i, j), std::min(i, j)) += value;
      };
      for (int i = 0; i < n; ++i) add(i, i, 0.5);
      for (const auto& clique : cliques) {  // b b^T, each pair once
        std::vector<double> b(at(n), 0.0);
        for (int i : clique) b[at(i)] += random(engine);
        for (int i = 0; i < n; ++i)
          for (int j = 0; j <= i; ++j)
            if (b[at(i)] != 0 && b[at(j)] != 0) add(i, j, b[at(i)] * b[at(j)]);
      }
      ASSERT_EQ(dense.factor(), -1);
      EXPECT_GT(sparse.factor(), 0);
      std::vector<double> x(at(n)), y;
      for (double& value : x) value = random(engine);
      y = x;
      sparse.solve(x.data());
      dense.solve(y.data());
      for (int i = 0; i < n; ++i) worst = std::max(worst, std::fabs(x[at(i)] - y[at(i)]));
    }
  RecordProperty("worst", std::to_string(1e15 * worst) + "e-15");
  EXPECT_LT(worst, 1e-13);  // seen 2e-15
}

TEST(SparseCholesky, SaysHowNearlyDependentRowsAre) {
  SparseCholesky matrix(2, {{0, 1}});
  const auto set = [&](int i, int j, double value) {
    matrix.values()[at(matrix.slot(i, j))] = value;
  };
  set(0, 0, 1), set(1, 1, 1), set(0, 1, 0);
  EXPECT_EQ(matrix.factor(), 1);
  set(1, 0, 1 - 1e-8);
  EXPECT_NEAR(matrix.factor(), 2e-8, 1e-15);  // seen 1e-16
  set(1, 0, 1);
  EXPECT_EQ(matrix.factor(), 0);
  set(1, 0, 2);
  EXPECT_EQ(matrix.factor(), 0);
  set(1, 0, std::nan(""));
  EXPECT_EQ(matrix.factor(), 0);
  EXPECT_EQ(SparseCholesky().factor(), 1);
}

// A factorisation that fails leaves nothing behind for the next one.
TEST(SparseCholesky, RecoversFromAFailure) {
  SparseCholesky matrix(3, {{0, 1, 2}});
  const auto set = [&](int i, int j, double value) {
    matrix.values()[at(matrix.slot(i, j))] = value;
  };
  const auto fill = [&](double diagonal) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j <= i; ++j) set(i, j, i == j ? diagonal : 1);
  };
  for (const double bad : {1.0, 0.5, std::nan(""), HUGE_VAL}) {
    fill(bad);
    EXPECT_EQ(matrix.factor(), 0);
    double b[] = {1, 2, 3};
    matrix.solve(b);
    for (double x : b) EXPECT_TRUE(std::isnan(x));
    fill(3);  // inverse: 0.4 on the diagonal, -0.1 beside it
    EXPECT_GT(matrix.factor(), 0);
    double c[] = {1, 0, 0};
    matrix.solve(c);
    EXPECT_NEAR(c[0], 0.4, 1e-15);  // seen 6e-17
    EXPECT_NEAR(c[1], -0.1, 1e-15);
    EXPECT_NEAR(c[2], -0.1, 1e-15);
  }
}

}  // namespace
}  // namespace mbs
