// The dense factors are the yardstick, and they are tested against closed forms (lu_test.cpp). The
// two must agree to the last bit, as sparse_lu.h promises: a run then takes the same decisions.
#include "linalg/sparse_lu.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "linalg/lu.h"

namespace mbs {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

SparsePattern random_pattern(int n, double density, std::mt19937& engine) {
  std::bernoulli_distribution present(density);
  SparsePattern pattern;
  pattern.rows = n;
  pattern.start.push_back(0);
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i)
      if (i == (j + 3) % n || present(engine)) pattern.row.push_back(i);
    pattern.start.push_back(static_cast<int>(pattern.row.size()));
  }
  return pattern;
}

struct Both {
  explicit Both(const SparsePattern& p)
      : pattern(p), sparse(p), dense(p.columns(), Elimination::loops) {}
  // Same matrix, same return value, same pivots.
  int factor() {
    dense.set_zero();
    for (int j = 0; j < dense.size(); ++j)
      for (int s = pattern.start[at(j)]; s < pattern.start[at(j + 1)]; ++s)
        dense.matrix()(pattern.row[at(s)], j) = sparse.values()[at(s)];
    const int zero = dense.factor();
    EXPECT_EQ(sparse.factor(), zero);
    EXPECT_EQ(sparse.pivot_ratio(), dense.pivot_ratio());
    EXPECT_EQ(sparse.smallest_pivot(), dense.smallest_pivot());
    EXPECT_EQ(sparse.weakest_column(), dense.weakest_column());
    if (zero < 0) {
      EXPECT_EQ(sparse.determinant_sign(), dense.determinant_sign());
      const double rcond = dense.rcond();
      EXPECT_NEAR(sparse.rcond(), rcond, 1e-11 * rcond);  // seen 0
    }
    return zero;
  }
  void compare_solutions(std::mt19937& engine) {
    std::uniform_real_distribution<double> random(-1, 1);
    const int n = dense.size(), columns = 3;
    std::vector<double> b(at(columns * n));
    for (double& value : b) value = random(engine);
    std::vector<double> c = b, bt = b, ct = b;
    dense.solve(b.data(), columns);
    sparse.solve(c.data(), columns);
    EXPECT_EQ(b, c);
    dense.solve_transposed(bt.data(), columns);
    sparse.solve_transposed(ct.data(), columns);
    EXPECT_EQ(bt, ct);
  }
  SparsePattern pattern;
  SparseLu sparse;
  Lu dense;
};

TEST(SparseLu, IsTheDenseFactorisationToTheLastBit) {
  std::mt19937 engine(7);
  std::uniform_real_distribution<double> random(-1, 1);
  int regular = 0;
  for (const int n : {1, 4, 9, 63, 64, 65, 150})
    for (const double density : {0.0, 0.02, 0.2, 1.0})
      for (int pass = 0; pass < 3; ++pass) {
        Both both(random_pattern(n, density, engine));
        for (double& value : both.sparse.values()) value = random(engine);
        if (both.factor() >= 0) continue;
        ++regular;
        both.compare_solutions(engine);
      }
  EXPECT_EQ(regular, 84);
}

// Small whole numbers make equal candidates for a pivot, entries that cancel, and singular
// matrices; one object serves for all of them, as it does along a motion.
TEST(SparseLu, TiesCancellationsAndSingularMatrices) {
  std::mt19937 engine(11);
  std::uniform_int_distribution<int> whole(-1, 1);
  int regular = 0, singular = 0;
  for (const int n : {5, 12, 40}) {
    Both both(random_pattern(n, 0.3, engine));
    for (int pass = 0; pass < 200; ++pass) {
      for (double& value : both.sparse.values()) value = whole(engine);
      if (both.factor() < 0) {
        ++regular;
        both.compare_solutions(engine);
      } else {
        ++singular;
        EXPECT_EQ(both.sparse.rcond(), 0);
        std::vector<double> b(at(n), 1.0);
        both.sparse.solve(b.data());
        for (double x : b) EXPECT_TRUE(std::isnan(x));
        b.assign(at(n), 1.0);
        both.sparse.solve_transposed(b.data());
        for (double x : b) EXPECT_TRUE(std::isnan(x));
        EXPECT_EQ(both.sparse.determinant_sign(), 0);
      }
    }
  }
  EXPECT_GT(regular, 100);
  EXPECT_GT(singular, 100);
}

TEST(SparseLu, NotFiniteAndEmpty) {
  std::mt19937 engine(3);
  Both both(random_pattern(6, 0.4, engine));
  for (const double bad : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
    std::fill(both.sparse.values().begin(), both.sparse.values().end(), 1.0);
    both.sparse.values()[at(both.pattern.start[4])] = bad;
    EXPECT_EQ(both.factor(), 4);
    EXPECT_EQ(both.sparse.rcond(), 0);
  }
  SparseLu none;
  EXPECT_EQ(none.factor(), -1);
  EXPECT_EQ(none.pivot_ratio(), 1);
  EXPECT_EQ(none.rcond(), 1);
}

// Along a motion values change and pivots mostly do not: the factors are then computed by the
// pivots of before, dense and sparse alike.
TEST(SparseLu, KeepsPivotsWhileTheyServe) {
  std::mt19937 engine(17);
  std::uniform_real_distribution<double> random(-1, 1);
  const int n = 60, steps = 400;
  Both both(random_pattern(n, 0.03, engine));
  std::vector<double> value, rate;
  for (std::size_t s = 0; s < both.sparse.values().size(); ++s) {
    value.push_back(random(engine));
    rate.push_back(1e-3 * random(engine));
  }
  for (int step = 0; step < steps; ++step) {
    for (std::size_t s = 0; s < value.size(); ++s)
      both.sparse.values()[s] = value[s] + step * rate[s];
    ASSERT_EQ(both.factor(), -1);
    both.compare_solutions(engine);
  }
  EXPECT_GT(both.sparse.choices(), 1);
  RecordProperty("choices", std::to_string(both.sparse.choices()));
  EXPECT_LT(both.sparse.choices(), 30);  // seen 40 when pivots had to be the largest entries
}

// One entry of a ring of unknowns shrinks. From 32 unknowns on its pivot stays until it is a tenth
// of the other entry of its column; below, while it is the larger one.
TEST(SparseLu, APivotGoesBelowATenthOfTheLargest) {
  for (const int n : {31, 32}) {
    SparsePattern ring;
    ring.rows = n;
    ring.start.push_back(0);
    for (int j = 0; j < n; ++j) {
      ring.row.push_back(j == n - 1 ? 0 : j);
      ring.row.push_back(j == n - 1 ? n - 1 : j + 1);
      ring.start.push_back(static_cast<int>(ring.row.size()));
    }
    Both both(ring);
    std::mt19937 engine(2);
    const auto choices_at = [&](double entry) {
      for (std::size_t s = 0; s < both.sparse.values().size(); ++s)
        both.sparse.values()[s] = s % 2 == 0 ? 1 : 0.25;
      both.sparse.values()[at(2 * (n - 1))] = 0.01;
      both.sparse.values()[at(2 * (n - 1) + 1)] = 1;
      both.sparse.values()[0] = entry;
      EXPECT_EQ(both.factor(), -1);
      both.compare_solutions(engine);
      return both.sparse.choices();
    };
    EXPECT_EQ(choices_at(1), 1);
    EXPECT_EQ(choices_at(0.3), 1);
    EXPECT_EQ(choices_at(0.2), n < 32 ? 2 : 1);
    if (n < 32) continue;
    EXPECT_EQ(choices_at(0.026), 1);
    EXPECT_EQ(choices_at(0.024), 2);
  }
}

// A small matrix that keeps its pivots does so until one is a tenth of the largest entry.
TEST(SparseLu, ASmallMatrixMayKeepItsPivots) {
  SparsePattern two;
  two.rows = 2;
  two.start = {0, 2, 4};
  two.row = {0, 1, 0, 1};
  for (const bool keeps : {false, true}) {
    SparseLu factors(two);
    if (keeps) factors.keep_pivots();
    for (const double entry : {1.0, 0.8, 0.2, 0.11, 0.09}) {
      factors.values() = {entry, 0.9, 2, 3};
      EXPECT_EQ(factors.factor(), -1);
      std::vector<double> b = {entry + 2 * 2, 0.9 + 3 * 2};
      factors.solve(b.data());
      EXPECT_NEAR(b[0], 1, 1e-14);
      EXPECT_NEAR(b[1], 2, 1e-14);
      EXPECT_EQ(factors.choices(), entry < (keeps ? 0.1 * 0.9 + 1e-3 : 0.9) ? 2 : 1) << entry;
    }
  }
}

// A choice of pivots is given up where it takes too many multiplications, and made when asked
// again.
TEST(SparseLu, GivesUpAChoiceThatIsTooMuchWork) {
  std::mt19937 engine(29);
  std::uniform_real_distribution<double> random(-1, 1);
  Both both(random_pattern(60, 0.2, engine));
  for (double& value : both.sparse.values()) value = random(engine);
  EXPECT_GE(both.sparse.factor_within(1000), 0);
  EXPECT_EQ(both.factor(), -1);
  EXPECT_GT(both.sparse.operations(), 1000u);
  both.compare_solutions(engine);
}

// A band keeps its width: the factors of a chain grow with its length, not with its square.
TEST(SparseLu, FactorsOfABandGrowWithItsLength) {
  std::mt19937 engine(5);
  std::uniform_real_distribution<double> random(-1, 1);
  std::size_t entries[2];
  int which = 0;
  for (const int n : {1000, 4000}) {
    SparsePattern pattern;
    pattern.rows = n;
    pattern.start.push_back(0);
    for (int j = 0; j < n; ++j) {
      for (int i = std::max(0, j - 2); i <= std::min(n - 1, j + 2); ++i) pattern.row.push_back(i);
      pattern.start.push_back(static_cast<int>(pattern.row.size()));
    }
    SparseLu lu(pattern);
    for (double& value : lu.values()) value = random(engine);
    ASSERT_EQ(lu.factor(), -1);
    entries[which++] = lu.entry_count();
  }
  EXPECT_LT(static_cast<double>(entries[1]), 4.1 * static_cast<double>(entries[0]));  // seen 4.0
}

}  // namespace
}  // namespace mbs
