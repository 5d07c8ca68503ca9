#include "linalg/eigen.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace mbs {
namespace {

constexpr int kN = 5;

// Orthonormal columns by Gram and Schmidt.
std::vector<double> random_rotation(std::mt19937& engine) {
  std::normal_distribution<double> normal;
  std::vector<double> Q(kN * kN);
  for (double& q : Q) q = normal(engine);
  for (int j = 0; j < kN; ++j)
    for (int pass = 0; pass < 2; ++pass) {
      for (int k = 0; k < j; ++k) {
        double along = 0;
        for (int i = 0; i < kN; ++i) along += Q[j * kN + i] * Q[k * kN + i];
        for (int i = 0; i < kN; ++i) Q[j * kN + i] -= along * Q[k * kN + i];
      }
      double square = 0;
      for (int i = 0; i < kN; ++i) square += Q[j * kN + i] * Q[j * kN + i];
      for (int i = 0; i < kN; ++i) Q[j * kN + i] /= std::sqrt(square);
    }
  return Q;
}

// Values that are 0 but for rounding, of either sign, beside others: whatever Cholesky makes of
// them, each vector has the Rayleigh quotient of its value.
TEST(InverseEigen, WhatNothingResistsSpoilsNoOther) {
  std::mt19937 engine(3);
  const double diagonal[] = {1 + 0.5, 2, 0.3, 1, 4};
  for (int trial = 0; trial < 300; ++trial) {
    const std::vector<double> Q = random_rotation(engine);
    std::vector<double> value = {0, 0, 0.2, 1, 7};
    if (trial % 3 == 1) value = {0, 1e-5, 0.2, 1, 7};
    if (trial % 3 == 2) value = {3e-13, 1e-9, 1e-4, 1, 1e4};
    std::vector<double> K(kN * kN, 0.0), M(kN * kN, 0.0);
    // K v = value M v with M diagonal: K = sqrt(M) Q value Q^T sqrt(M).
    for (int j = 0; j < kN; ++j)
      for (int i = 0; i <= j; ++i) {
        double sum = 0;
        for (int k = 0; k < kN; ++k) sum += Q[k * kN + i] * value[k] * Q[k * kN + j];
        K[j * kN + i] = K[i * kN + j] = sum * std::sqrt(diagonal[i] * diagonal[j]);
      }
    for (int j = 0; j < kN; ++j) M[j * (kN + 1)] = diagonal[j];
    const SymmetricEigen eigen = inverse_eigen(kN, K, M);
    ASSERT_TRUE(eigen.ok);
    std::vector<double> found;
    for (int k = 0; k < kN; ++k) {
      const double* v = eigen.vectors.data() + k * kN;
      double stiffness = 0, mass = 0;
      for (int j = 0; j < kN; ++j) {
        mass += v[j] * M[j * (kN + 1)] * v[j];
        for (int i = 0; i < kN; ++i) stiffness += v[i] * K[j * kN + i] * v[j];
      }
      found.push_back(stiffness / mass);
    }
    std::sort(found.begin(), found.end());
    for (int k = 0; k < kN; ++k)
      EXPECT_NEAR(found[k], value[k], 1e-12 * value[k] + 3e-15 * value.back()) << trial << " " << k;
  }
}

TEST(InverseEigen, Empty) { EXPECT_TRUE(inverse_eigen(0, {}, {}).ok); }

}  // namespace
}  // namespace mbs
