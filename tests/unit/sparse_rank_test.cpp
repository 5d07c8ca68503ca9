// Matrices of known rank: random combinations of independent rows and columns, checked by forming
// the combination that is returned.
#include "linalg/sparse_rank.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>

#include "linalg/fill_order.h"

namespace mbs {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

struct Dense {
  int m, n;
  std::vector<double> a;  // column-major
  double& operator()(int i, int j) { return a[at(j) * at(m) + at(i)]; }
};

SparseMatrix sparse(const Dense& d) {
  SparseMatrix out;
  out.pattern.rows = d.m;
  out.pattern.start.push_back(0);
  for (int j = 0; j < d.n; ++j) {
    for (int i = 0; i < d.m; ++i)
      if (const double v = d.a[at(j) * at(d.m) + at(i)]; v != 0) {
        out.pattern.row.push_back(i);
        out.values.push_back(v);
      }
    out.pattern.start.push_back(static_cast<int>(out.pattern.row.size()));
  }
  return out;
}

// m x n of rank r, most entries zero.
Dense of_rank(int m, int n, int r, std::mt19937& engine) {
  std::uniform_real_distribution<double> random(-1, 1);
  std::bernoulli_distribution present(0.3);
  Dense d{m, n, std::vector<double>(at(m) * at(n), 0.0)};
  for (int k = 0; k < r; ++k) {
    std::vector<double> u(at(m), 0.0), v(at(n), 0.0);
    u[at(k)] = v[at(k)] = 1;  // so that the rank is r and no less
    for (int i = r; i < m; ++i)
      if (present(engine)) u[at(i)] = random(engine);
    for (int j = k + 1; j < n; ++j)
      if (present(engine)) v[at(j)] = random(engine);
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j) d(i, j) += u[at(i)] * v[at(j)];
  }
  return d;
}

TEST(SparseRank, FindsWhatIsDependentAndOnWhat) {
  std::mt19937 engine(23);
  double worst = 0;
  for (const auto& [m, n, r] :
       {std::tuple{12, 9, 9}, {12, 9, 6}, {9, 12, 7}, {30, 30, 21}, {5, 5, 0}})
    for (int pass = 0; pass < 20; ++pass) {
      Dense d = of_rank(m, n, r, engine);
      SparseMatrix s = sparse(d);
      SparseRank rank(s.pattern, s.values, 1e-9);
      ASSERT_EQ(rank.rank(), r);
      ASSERT_EQ(rank.dependent_rows().size(), at(m - r));
      ASSERT_EQ(rank.dependent_columns().size(), at(n - r));
      ASSERT_EQ(rank.independent_columns().size(), at(r));
      const std::set<int> span(rank.independent_rows().begin(), rank.independent_rows().end());
      for (int k = 0; k < m - r; ++k) {
        const int row = rank.dependent_rows()[at(k)];
        EXPECT_EQ(span.count(row), 0u);
        for (int j = 0; j < n; ++j) {
          double rest = d(row, j);
          for (const auto& [other, factor] : rank.row_combination(k)) {
            EXPECT_EQ(span.count(other), 1u);
            rest -= factor * d(other, j);
          }
          worst = std::max(worst, std::fabs(rest));
        }
      }
      for (int k = 0; k < n - r; ++k)
        for (int i = 0; i < m; ++i) {
          double rest = d(i, rank.dependent_columns()[at(k)]);
          for (const auto& [other, factor] : rank.column_combination(k)) {
            EXPECT_LT(other,
                      rank.dependent_columns()[at(k)]);  // the last of a dependent set is named
            rest -= factor * d(i, other);
          }
          worst = std::max(worst, std::fabs(rest));
        }
    }
  RecordProperty("worst", std::to_string(1e15 * worst) + "e-15");
  EXPECT_LT(worst, 1e-13);  // seen 6e-16
}

// An arrow that points the wrong way fills up in its own order and not at all in the right one.
TEST(FillOrder, TurnsAnArrowRound) {
  const int n = 50;
  std::vector<std::vector<int>> cliques;
  for (int i = 1; i < n; ++i) cliques.push_back({0, i});
  const std::vector<int> order = fill_order(n, cliques);
  EXPECT_EQ(std::set<int>(order.begin(), order.end()).size(), at(n));
  EXPECT_GE(std::find(order.begin(), order.end(), 0) - order.begin(), n - 2);
}

// A chain numbered at random: eliminated from its ends and gaps, no unknown ever meets more than
// two others.
TEST(FillOrder, KeepsAChainAChain) {
  const int n = 200;
  std::mt19937 engine(29);
  std::vector<int> name(at(n));
  for (int i = 0; i < n; ++i) name[at(i)] = i;
  std::shuffle(name.begin(), name.end(), engine);
  std::vector<std::vector<int>> cliques;
  std::vector<std::set<int>> meets(at(n));
  for (int i = 1; i < n; ++i) {
    const int a = name[at(i - 1)], b = name[at(i)];
    cliques.push_back({a, b});
    meets[at(a)].insert(b);
    meets[at(b)].insert(a);
  }
  std::size_t most = 0;
  for (int k : fill_order(n, cliques)) {
    const std::set<int> others = meets[at(k)];
    most = std::max(most, others.size());
    for (int a : others) {
      meets[at(a)].erase(k);
      for (int b : others)
        if (a != b) meets[at(a)].insert(b);
    }
  }
  EXPECT_LE(most, 2u);
}

TEST(FillOrder, UnknownsThatMeetNothing) {
  EXPECT_EQ(fill_order(3, {}), (std::vector<int>{0, 1, 2}));
  EXPECT_TRUE(fill_order(0, {}).empty());
}

// The end of a rope: its last point, whose bar is nearly along y, has one entry in each column, and
// that of x is all of its column, but little of its row.
TEST(SparseRank, HesitatesWhereAColumnIsLittleOfItsRows) {
  Dense d{2, 3, std::vector<double>(6, 0.0)};
  d(0, 1) = 1, d(1, 1) = -1;      // y of the point before
  d(1, 0) = 1e-6, d(1, 2) = 0.9;  // x and y of the last one
  const SparseMatrix s = sparse(d);
  const auto chosen = [&](double hesitation) {
    const std::vector<int> columns =
        SparseRank(s.pattern, s.values, 1e-9, hesitation).independent_columns();
    return std::set<int>(columns.begin(), columns.end());
  };
  EXPECT_EQ(chosen(0), (std::set<int>{0, 1}));
  EXPECT_EQ(chosen(0.1), (std::set<int>{1, 2}));
}

}  // namespace
}  // namespace mbs
