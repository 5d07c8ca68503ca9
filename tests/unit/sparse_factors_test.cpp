// Substitution with factors written down by hand:
//   L = [1 0 0; 2 1 0; 0 3 1],  U = [2 0 1; 0 4 5; 0 0 -2].
#include <gtest/gtest.h>

#include "linalg/sparse_elimination.h"

namespace mbs {
namespace {

SparseFactors by_hand() {
  SparseFactors out;
  out.pivot = {2, 4, -2};
  out.lower = {{1, 2}, {2, 3}};
  out.lower_start = {0, 1, 2, 2};
  out.upper = {{0, 1}, {1, 5}};
  out.upper_start = {0, 0, 0, 2};
  return out;
}

TEST(SparseFactors, SolveBothWays) {
  // A = L U = [2 0 1; 4 4 7; 0 12 13], x = (1, 2, 3).
  const SparseFactors factors = by_hand();
  double b[3] = {5, 33, 63};
  factors.substitute(b);
  EXPECT_EQ(b[0], 1);
  EXPECT_EQ(b[1], 2);
  EXPECT_EQ(b[2], 3);
  double c[3] = {10, 44, 54};  // A^T x
  factors.substitute_transposed(c);
  EXPECT_EQ(c[0], 1);
  EXPECT_EQ(c[1], 2);
  EXPECT_EQ(c[2], 3);
}

TEST(SparseFactors, CountTheirWork) {
  SparseFactors factors = by_hand();
  EXPECT_EQ(factors.entry_count(), 7u);
  // Each entry of L is divided once; one of U acts by the column of L of its pivot.
  EXPECT_EQ(factors.operations(), 2u + 1u + 1u);
  factors.clear();
  EXPECT_EQ(factors.rank(), 0);
  EXPECT_EQ(factors.entry_count(), 0u);
}

}  // namespace
}  // namespace mbs
