// Against LAPACK's eigenvalues: as many negative pivots as negative eigenvalues, and solutions that
// fulfil the equations. Random matrices, with and without zeros on the diagonal.
#include "linalg/symmetric_factors.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>

#include "base/views.h"
#include "linalg/eigen.h"

namespace mbs {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

struct Random {
  int n;
  std::vector<std::pair<int, int>> pairs;
  std::vector<double> values, dense;

  Random(int size, double density, double zero_diagonals, std::mt19937& engine)
      : n(size), dense(at(size * size), 0.0) {
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> uniform(0, 1);
    for (int j = 0; j < n; ++j)
      for (int i = j; i < n; ++i) {
        const bool present =
            i == j ? uniform(engine) >= zero_diagonals : i == j + 1 || uniform(engine) < density;
        if (!present) continue;
        // Of very different sizes; some places are given in two parts, or as (j, i).
        const double value = normal(engine) * std::pow(10, 3 * normal(engine));
        const int parts = uniform(engine) < 0.2 ? 2 : 1;
        for (int k = 0; k < parts; ++k) {
          if (uniform(engine) < 0.5)
            pairs.emplace_back(i, j);
          else
            pairs.emplace_back(j, i);
          values.push_back(value / parts);
        }
        dense[at(j * n + i)] = dense[at(i * n + j)] = value;
      }
  }
  SymmetricFactors factors(std::mt19937& engine) const {
    std::vector<int> order(at(n));
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), engine);
    SymmetricFactors out(n, pairs, order);
    out.values() = values;
    return out;
  }
  SymmetricEigen eigen() const {
    std::vector<double> unit(dense.size(), 0.0);
    for (int i = 0; i < n; ++i) unit[at(i * (n + 1))] = 1;
    SymmetricEigen out = symmetric_eigen(n, dense, unit);
    EXPECT_TRUE(out.ok);
    return out;
  }
  // Zeros on the diagonal may leave no pivot in some row.
  bool is_singular() const {
    const SymmetricEigen eigen = this->eigen();
    double least = HUGE_VAL, most = 0;
    for (const double value : eigen.values)
      least = std::min(least, std::fabs(value)), most = std::max(most, std::fabs(value));
    return least <= 1e-14 * most;
  }
  int negative() const {
    const SymmetricEigen eigen = this->eigen();
    return static_cast<int>(
        std::count_if(eigen.values.begin(), eigen.values.end(), [](double v) { return v < 0; }));
  }
};

// Largest |b - A x| over |A| |x| + |b|, in the norm of the largest.
double backward_error(const Random& matrix, const std::vector<double>& x,
                      const std::vector<double>& b) {
  double worst = 0;
  for (int i = 0; i < matrix.n; ++i) {
    double rest = b[at(i)];
    for (int j = 0; j < matrix.n; ++j) rest -= matrix.dense[at(j * matrix.n + i)] * x[at(j)];
    worst = std::max(worst, std::fabs(rest));
  }
  return worst / (largest(matrix.dense) * largest(x) + largest(b));
}

TEST(SymmetricFactors, Solve) {
  std::mt19937 engine(5);
  std::normal_distribution<double> normal;
  int solved = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const int n = 1 + trial % 40;
    const Random matrix(n, 0.02 * (trial % 17), trial % 3 * 0.4, engine);
    SymmetricFactors factors = matrix.factors(engine);
    if (!factors.factor()) {
      EXPECT_TRUE(matrix.is_singular()) << trial;
      continue;
    }
    ++solved;
    std::vector<double> b(at(n));
    for (double& one : b) one = normal(engine);
    std::vector<double> x = b;
    factors.solve(x.data());
    EXPECT_LT(backward_error(matrix, x, b), 1e-12) << trial;
  }
  EXPECT_GT(solved, 250);
}

TEST(SymmetricFactors, Inertia) {
  std::mt19937 engine(6);
  std::normal_distribution<double> normal;
  int counted = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const int n = 2 + trial % 40;
    Random matrix(n, 0.02 * (trial % 17), trial % 3 * 0.4, engine);
    for (std::size_t k = 0; k < matrix.values.size(); ++k) {  // sizes alike
      const auto [i, j] = matrix.pairs[k];
      double& value = matrix.values[k];
      matrix.dense[at(i * n + j)] -= value;
      if (i != j) matrix.dense[at(j * n + i)] -= value;
      value = normal(engine);
      matrix.dense[at(i * n + j)] += value;
      if (i != j) matrix.dense[at(j * n + i)] += value;
    }
    SymmetricFactors factors = matrix.factors(engine);
    if (!factors.factor()) {
      EXPECT_TRUE(matrix.is_singular()) << trial;
      continue;
    }
    if (matrix.is_singular()) continue;
    ++counted;
    EXPECT_EQ(factors.negative(), matrix.negative()) << trial;
  }
  EXPECT_GT(counted, 250);
}

// [K J^T; J 0] with as many zeros on the diagonal as constraints: as many negative values more.
TEST(SymmetricFactors, Constraints) {
  const int n = 30, m = 10;
  std::vector<std::pair<int, int>> pairs;
  std::vector<double> values;
  for (int i = 0; i < n; ++i) pairs.emplace_back(i, i), values.push_back(i % 7 == 0 ? -1 : 2);
  for (int k = 0; k < m; ++k)
    for (int c = 0; c < 3; ++c) pairs.emplace_back(n + k, 3 * k + c), values.push_back(c - 1.5);
  std::vector<int> order(n + m);  // the constraints first, which have no pivots
  std::iota(order.rbegin(), order.rend(), 0);
  SymmetricFactors factors(n + m, pairs, order);
  factors.values() = values;
  ASSERT_TRUE(factors.factor());
  std::vector<double> dense(at((n + m) * (n + m)), 0.0), unit(dense);
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const auto [i, j] = pairs[k];
    dense[at(i * (n + m) + j)] = dense[at(j * (n + m) + i)] = values[k];
  }
  for (int i = 0; i < n + m; ++i) unit[at(i * (n + m + 1))] = 1;
  const SymmetricEigen eigen = symmetric_eigen(n + m, dense, unit);
  EXPECT_EQ(factors.negative(), std::count_if(eigen.values.begin(), eigen.values.end(),
                                              [](double v) { return v < 0; }));
}

TEST(SymmetricFactors, SingularOrNotFinite) {
  SymmetricFactors none(2, {{0, 0}, {0, 1}, {1, 1}}, {0, 1});
  none.values() = {1, 1, 1};
  EXPECT_FALSE(none.factor());
  std::vector<double> b = {1, 1};
  none.solve(b.data());
  EXPECT_TRUE(std::isnan(b[0]) && std::isnan(b[1]));
  none.values() = {1, NAN, 1};
  EXPECT_FALSE(none.factor());
  none.values() = {0, 2, 0};
  ASSERT_TRUE(none.factor());
  EXPECT_EQ(none.negative(), 1);
  b = {2, 4};
  none.solve(b.data());
  EXPECT_EQ(b, (std::vector<double>{2, 1}));
}

}  // namespace
}  // namespace mbs
