#include "linalg/singleton_lu.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <utility>

namespace mbs {
namespace {

struct Entry {
  int row, column;
  double value;
};

// Entries in the order of columns, then rows.
struct Sparse {
  SparsePattern pattern;
  std::vector<double> values;
  Sparse(int n, std::vector<Entry> entries) {
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
      return std::pair(a.column, a.row) < std::pair(b.column, b.row);
    });
    pattern.rows = n;
    pattern.start.assign(static_cast<std::size_t>(n) + 1, 0);
    for (const Entry& e : entries) {
      pattern.row.push_back(e.row);
      values.push_back(e.value);
      for (int j = e.column; j < n; ++j) ++pattern.start[static_cast<std::size_t>(j) + 1];
    }
  }
};

SingletonLu factors_of(const Sparse& matrix, const SingletonLu::Core& core = {}) {
  SingletonLu out(matrix.pattern, core);
  out.values() = matrix.values;
  return out;
}

TEST(SingletonLu, TriangularMatrixInAnyOrderHasNoCore) {
  // x2 = 3; x0 = 5 - x2; x1 = (x0 + x2)/2, the equations and unknowns out of order.
  SingletonLu lu =
      factors_of(Sparse(3, {{1, 2, 1}, {2, 0, 1}, {2, 2, 1}, {0, 1, 2}, {0, 0, -1}, {0, 2, -1}}));
  EXPECT_EQ(lu.core_size(), 0);
  ASSERT_TRUE(lu.factor());
  EXPECT_EQ(lu.smallest_pivot(), 1);
  std::vector<double> b = {0, 3, 5};
  lu.solve(b);
  EXPECT_EQ(b, (std::vector<double>{2, 2.5, 3}));
}

// Two unknowns at either end of a core of two: x0 = 1; x1 + x2 = 5 + x0, x1 - x2 = 0; x3 = x1 + x2.
TEST(SingletonLu, CoreStandsBetweenTheSingletons) {
  SingletonLu lu = factors_of(Sparse(4, {{0, 0, 2},
                                         {1, 0, -1},
                                         {1, 1, 1},
                                         {1, 2, 1},
                                         {2, 1, 1},
                                         {2, 2, -1},
                                         {3, 1, -1},
                                         {3, 2, -1},
                                         {3, 3, 4}}));
  EXPECT_EQ(lu.core_size(), 2);
  ASSERT_TRUE(lu.factor());
  std::vector<double> b = {2, 5, 0, 2};
  lu.solve(b);
  EXPECT_EQ(b, (std::vector<double>{1, 3, 3, 2}));
}

// A random solution comes back, whatever the structure and however the core is factored.
TEST(SingletonLu, RandomMatricesGiveBackTheSolution) {
  std::mt19937 engine(5);
  std::uniform_real_distribution<double> random(-1, 1);
  int with_core = 0, without = 0;
  for (int round = 0; round < 300; ++round) {
    const int n = 1 + round % 40;
    std::bernoulli_distribution present(round % 3 == 0 ? 0.02 : 1.5 / n);
    std::vector<Entry> entries;
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        if (i == (7 * j + 3) % n && std::gcd(7, n) == 1)
          entries.push_back({i, j, 2 + random(engine)});
        else if (i == j ? std::gcd(7, n) != 1 : present(engine))
          entries.push_back({i, j, i == j ? 2 + random(engine) : random(engine)});
    const Sparse matrix(n, entries);
    std::vector<double> x(static_cast<std::size_t>(n));
    for (double& value : x) value = random(engine);
    std::vector<double> right(x.size(), 0.0);
    for (const Entry& e : entries) right[e.row] += e.value * x[e.column];
    for (const SingletonLu::Core& core :
         {SingletonLu::Core{}, SingletonLu::Core{false, 1000, Elimination::loops},
          SingletonLu::Core{true, 1000, Elimination::lapack}}) {
      SingletonLu lu = factors_of(matrix, core);
      if (!core.is_all) (lu.core_size() > 0 ? with_core : without) += 1;
      ASSERT_TRUE(lu.factor());
      if (lu.smallest_pivot() < 1e-3) continue;
      std::vector<double> b = right;
      lu.solve(b);
      for (int i = 0; i < n; ++i) EXPECT_NEAR(b[i], x[i], 1e-10);  // seen 3e-12
    }
  }
  EXPECT_GT(with_core, 100);
  EXPECT_GT(without, 100);
}

TEST(SingletonLu, SingularStructureHasNoFactors) {
  // Two rows for one unknown.
  EXPECT_FALSE(factors_of(Sparse(2, {{0, 0, 1}, {1, 0, 1}})).factor());
  // An unknown in no row.
  EXPECT_FALSE(factors_of(Sparse(2, {{0, 0, 1}})).factor());
}

TEST(SingletonLu, ZeroPivotsAndNumbersThatAreNotFiniteHaveNoFactors) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(factors_of(Sparse(2, {{0, 0, 0}, {1, 0, 1}, {1, 1, 1}})).factor());
  EXPECT_FALSE(factors_of(Sparse(2, {{0, 0, 1}, {1, 0, nan}, {1, 1, 1}})).factor());
  EXPECT_FALSE(factors_of(Sparse(2, {{0, 0, 1}, {0, 1, 2}, {1, 0, 1}, {1, 1, 2}})).factor());
}

}  // namespace
}  // namespace mbs
