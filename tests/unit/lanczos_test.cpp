// Diagonal pencils, whose values are known.
#include "linalg/lanczos.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace mbs {
namespace {

ShiftedPencil diagonal(const std::vector<double>& A, const std::vector<double>& B, double shift) {
  ShiftedPencil out;
  out.size = A.size();
  out.solve = [=](ConstVector b, Vector x) {
    for (std::size_t i = 0; i < b.size(); ++i) x[i] = b[i] / (A[i] - shift * B[i]);
  };
  out.product = [=](ConstVector x, Vector b) {
    for (std::size_t i = 0; i < x.size(); ++i) b[i] = B[i] * x[i];
  };
  return out;
}

TEST(Lanczos, ValuesNearestToTheShift) {
  std::vector<double> A, B;
  for (int i = 0; i < 200; ++i) A.push_back(1 + i * i), B.push_back(1 + i % 3);
  const ShiftedPencil pencil = diagonal(A, B, 0.25);
  std::vector<double> values;
  for (std::size_t i = 0; i < A.size(); ++i) values.push_back(A[i] / B[i]);
  std::sort(values.begin(), values.end());
  const std::vector<ShiftedPair> pairs = lanczos(pencil, {}, 8, 1);
  ASSERT_GE(pairs.size(), 8u);
  for (std::size_t k = 0; k < 8; ++k)
    EXPECT_NEAR(0.25 + 1 / pairs[k].inverse, values[k], 1e-12 * values[k]);
}

// One run finds one vector of a double value, the next one the other.
TEST(Lanczos, DoubleValues) {
  std::vector<double> A, B(100, 1.0);
  for (int i = 0; i < 100; ++i) A.push_back(2 + i / 2);
  const ShiftedPencil pencil = diagonal(A, B, 0);
  std::vector<ShiftedPair> found = lanczos(pencil, {}, 2, 1);
  ASSERT_GE(found.size(), 2u);
  EXPECT_NEAR(1 / found[0].inverse, 2, 1e-12);
  EXPECT_NEAR(1 / found[1].inverse, 3, 1e-12);
  const std::vector<ShiftedPair> more = lanczos(pencil, found, 2, 2);
  ASSERT_GE(more.size(), 2u);
  EXPECT_NEAR(1 / more[0].inverse, 2, 1e-12);
  EXPECT_NEAR(1 / more[1].inverse, 3, 1e-12);
  EXPECT_NEAR(dot(more[0].x, found[0].Bx), 0, 1e-13);
}

// All there is: fewer pairs than wanted, and none where all are known. What B does not see is no
// pair.
TEST(Lanczos, NoMoreThanThereAre) {
  const std::vector<double> A = {1, 2, 3, 4, 5}, B = {1, 1, 1, 0, 0};
  const ShiftedPencil pencil = diagonal(A, B, 0);
  const std::vector<ShiftedPair> all = lanczos(pencil, {}, 5, 1);
  ASSERT_EQ(all.size(), 3u);
  EXPECT_NEAR(1 / all[2].inverse, 3, 1e-13);
  EXPECT_TRUE(lanczos(pencil, all, 1, 2).empty());
}

}  // namespace
}  // namespace mbs
