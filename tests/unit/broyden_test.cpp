// Broyden's update: linear equations, whose solution is known, with a kept matrix that is the unit
// matrix.
#include "linalg/broyden.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

namespace mbs {
namespace {

constexpr std::size_t kUnknowns = 3;
using Three = std::array<double, kUnknowns>;

// The remainder b - A x, A = 1 + what a kept matrix leaves out, b such that x = (1, 2, 3).
Three remainder(const Three& x) {
  const double A[kUnknowns][kUnknowns] = {{1.2, 0.1, 0}, {-0.1, 0.9, 0.2}, {0, -0.3, 1.1}};
  const Three wanted{1, 2, 3};
  Three out{};
  for (std::size_t i = 0; i < kUnknowns; ++i)
    for (std::size_t j = 0; j < kUnknowns; ++j) out[i] += A[i][j] * (wanted[j] - x[j]);
  return out;
}

// Iterations until all unknowns are right to 1e-13.
int iterations(std::size_t most) {
  Broyden broyden(kUnknowns, most);
  Three x{};
  for (int k = 1; k < 100; ++k) {
    const Three r = remainder(x);
    std::vector<double> step(r.begin(), r.end());
    broyden.improve(step);
    for (std::size_t i = 0; i < kUnknowns; ++i) x[i] += step[i];
    if (std::fabs(x[0] - 1) + std::fabs(x[1] - 2) + std::fabs(x[2] - 3) < 1e-13) return k;
  }
  return 100;
}

// Of n linear equations it needs 2 n steps at most (Gay 1979), plus the first.
TEST(Broyden, SolvesLinearEquationsInTwiceTheirNumber) {
  EXPECT_LE(iterations(12), 2 * static_cast<int>(kUnknowns) + 1);
  EXPECT_GT(iterations(0), 18);  // the kept matrix alone
}

TEST(Broyden, BeginsAnew) {
  Broyden broyden(1, 4);
  std::vector<double> step{1};
  broyden.improve(step);
  step = {0.5};  // half is left: the next step is a geometric series
  broyden.improve(step);
  EXPECT_DOUBLE_EQ(step[0], 1);
  broyden.begin();
  step = {0.5};
  broyden.improve(step);
  EXPECT_EQ(step[0], 0.5);
}

// A new matrix costs three iterations. Where the next step then takes two and one with the old
// matrix seven, each step has a new one, but that the old one is tried once more from time to time.
TEST(MatrixAge, RenewsWhereAnOldMatrixCostsMore) {
  MatrixAge age;
  EXPECT_FALSE(age.is_old(2, true));
  EXPECT_TRUE(age.is_old(7, false));
  int kept = 0;
  for (int k = 0; k < 16; ++k)
    if (!age.is_old(2, true)) {
      ++kept;
      EXPECT_TRUE(age.is_old(7, false));
    }
  EXPECT_EQ(kept, 2);
}

TEST(MatrixAge, KeepsWhatServesAsLongAsItDoes) {
  MatrixAge age;
  EXPECT_FALSE(age.is_old(5, true));
  for (int k = 0; k < 20; ++k) EXPECT_FALSE(age.is_old(6, false));
  EXPECT_TRUE(age.is_old(9, false));
}

}  // namespace
}  // namespace mbs
