#include "linalg/cholesky.h"

#include <gtest/gtest.h>

#include <cmath>

namespace mbs {
namespace {

class CholeskyTest : public testing::TestWithParam<Elimination> {};
INSTANTIATE_TEST_SUITE_P(By, CholeskyTest, testing::Values(Elimination::lapack, Elimination::loops),
                         [](const auto& by) {
                           return by.param == Elimination::lapack ? "Lapack" : "Loops";
                         });

TEST_P(CholeskyTest, KnownSystem) {
  // L = [2 0 0; 1 3 0; -1 2 1]; A = L L^T. The upper triangle is not read.
  Cholesky c(3, GetParam());
  const double lower[3][3] = {{4, 99, 99}, {2, 10, 99}, {-2, 5, 6}};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) c.matrix()(i, j) = lower[i][j];
  ASSERT_EQ(c.factor(), -1);
  EXPECT_EQ(c.matrix()(1, 1), 3);
  EXPECT_EQ(c.matrix()(2, 2), 1);
  double b[] = {2, 37, 26, 4, 2, -2};  // A (1 2 3)^T, A (1 0 0)^T
  c.solve(b, 2);
  const double expected[] = {1, 2, 3, 1, 0, 0};
  for (int k = 0; k < 6; ++k) EXPECT_NEAR(b[k], expected[k], 1e-14);  // seen 0
}

TEST_P(CholeskyTest, FirstRowThatIsNotPositive) {
  Cholesky c(3, GetParam());
  c.set_zero();
  EXPECT_EQ(c.factor(), 0);
  for (const double bad : {0.0, -1.0, std::nan(""), HUGE_VAL}) {
    c.set_zero();
    c.matrix()(0, 0) = 1;
    c.matrix()(1, 1) = bad;
    c.matrix()(2, 2) = 1;
    EXPECT_EQ(c.factor(), 1) << bad;
    double b[] = {1, 1, 1};
    c.solve(b);
    for (double x : b) EXPECT_TRUE(std::isnan(x));
  }
  c.set_zero();  // a motion without mass: rank one
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j <= i; ++j) c.matrix()(i, j) = 1;
  EXPECT_EQ(c.factor(), 1);
}

TEST_P(CholeskyTest, Empty) {
  Cholesky c(0, GetParam());
  EXPECT_EQ(c.size(), 0);
  EXPECT_EQ(c.factor(), -1);
  double untouched = 7;
  c.solve(&untouched);
  EXPECT_EQ(untouched, 7);
}

}  // namespace
}  // namespace mbs
