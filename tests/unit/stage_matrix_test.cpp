#include "integrate/stage_matrix.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace mbs {
namespace {

// Against LU factors of the whole of s I - J.
void agrees_with_the_whole_matrix(int n, int pairs, int quadratures, bool plain = true) {
  OdeSystem system;
  system.n = n;
  system.pairs = pairs;
  system.plain = plain;
  system.quadratures = quadratures;
  StageMatrix by_blocks(system);
  std::mt19937 engine(7);
  std::uniform_real_distribution<double> number(-1, 1);
  const Matrix j = by_blocks.jacobian();
  for (int c = 0; c < n; ++c)
    for (int r = 0; r < n; ++r) {
      j(r, c) = c < n - quadratures ? number(engine) : 0;
      if (plain && r < pairs) j(r, c) = c == pairs + r ? 1 : 0;
    }
  const double s = 5;
  Lu whole(n);
  for (int c = 0; c < n; ++c)
    for (int r = 0; r < n; ++r) whole.matrix()(r, c) = (r == c ? s : 0) - j(r, c);
  ASSERT_EQ(whole.factor(), -1);
  ASSERT_TRUE(by_blocks.factor(s));
  std::vector<double> expected(static_cast<std::size_t>(n));
  for (double& one : expected) one = number(engine);
  std::vector<double> found = expected;
  whole.solve(expected.data());
  by_blocks.solve(found.data());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-14);
}

TEST(StageMatrix, AgreesWithTheWholeMatrix) {
  agrees_with_the_whole_matrix(5, 0, 0);
  agrees_with_the_whole_matrix(6, 3, 0);
  agrees_with_the_whole_matrix(8, 3, 0);
  agrees_with_the_whole_matrix(9, 3, 1);
  agrees_with_the_whole_matrix(4, 0, 2);
  agrees_with_the_whole_matrix(7, 2, 3);
  agrees_with_the_whole_matrix(7, 2, 2, false);
}

// q'' = -k q: s I - J has the determinant s^2 + k, which is 0 for k = -s^2.
TEST(StageMatrix, SaysThatItIsSingular) {
  OdeSystem system;
  system.n = 2;
  system.pairs = 1;
  system.plain = true;
  StageMatrix matrix(system);
  const Matrix j = matrix.jacobian();
  j(0, 0) = j(1, 1) = 0;
  j(0, 1) = 1;
  j(1, 0) = 4;
  EXPECT_FALSE(matrix.factor(2));
  EXPECT_TRUE(matrix.factor(3));
}

}  // namespace
}  // namespace mbs
