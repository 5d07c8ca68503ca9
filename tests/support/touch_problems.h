// Random problems of all that touches and rubs, and what their enumerations share.
#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "solve/impact/touch_problem.h"

namespace mbs::test {

// Contacts 0, 1, ...: line 2k is the gap, 2k + 1 the slip.
inline TouchProblem contacts(int count, double mu_s, double mu_k) {
  TouchProblem p;
  p.n = 2 * count;
  p.W.assign(static_cast<std::size_t>(p.n * p.n), 0.0);
  p.b.assign(static_cast<std::size_t>(p.n), 0.0);
  for (int k = 0; k < count; ++k) {
    p.normals.push_back(2 * k);
    Rub rub;
    rub.line = 2 * k + 1;
    rub.normal = k;
    rub.rest = {mu_s, mu_s};
    rub.sliding = {mu_k, mu_k};
    p.rubs.push_back(rub);
  }
  return p;
}

inline double& entry(TouchProblem& p, int i, int j) {
  return p.W[static_cast<std::size_t>(i * p.n + j)];
}
inline double entry(const TouchProblem& p, int i, int j) {
  return p.W[static_cast<std::size_t>(i * p.n + j)];
}

// W = J J^T, J of `rank` columns.
inline void fill(TouchProblem& p, int rank, std::mt19937& random) {
  std::normal_distribution<double> normal;
  std::vector<double> J(static_cast<std::size_t>(p.n * rank));
  for (double& value : J) value = normal(random);
  for (int i = 0; i < p.n; ++i)
    for (int j = 0; j < p.n; ++j) {
      entry(p, i, j) = 0;
      for (int k = 0; k < rank; ++k)
        entry(p, i, j) +=
            J[static_cast<std::size_t>(i * rank + k)] * J[static_cast<std::size_t>(j * rank + k)];
    }
  // Accelerations that forces on the same masses give: b = J c.
  std::vector<double> c(static_cast<std::size_t>(rank));
  for (double& value : c) value = 3 * normal(random);
  for (int i = 0; i < p.n; ++i) {
    p.b[static_cast<std::size_t>(i)] = 0;
    for (int k = 0; k < rank; ++k)
      p.b[static_cast<std::size_t>(i)] +=
          J[static_cast<std::size_t>(i * rank + k)] * c[static_cast<std::size_t>(k)];
  }
}

// Gauss's elimination; false where the rows depend on each other.
inline bool solve_dense(std::vector<double> A, std::vector<double>& x) {
  const std::size_t n = x.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t best = k;
    for (std::size_t i = k; i < n; ++i)
      if (std::fabs(A[i * n + k]) > std::fabs(A[best * n + k])) best = i;
    if (std::fabs(A[best * n + k]) < 1e-9) return false;
    for (std::size_t j = 0; j < n; ++j) std::swap(A[k * n + j], A[best * n + j]);
    std::swap(x[k], x[best]);
    for (std::size_t i = 0; i < n; ++i) {
      const double by = i == k ? 0 : A[i * n + k] / A[k * n + k];
      for (std::size_t j = k; j < n; ++j) A[i * n + j] -= by * A[k * n + j];
      x[i] -= by * x[k];
    }
  }
  for (std::size_t k = 0; k < n; ++k) x[k] /= A[k * n + k];
  return true;
}

// Of the forces of an enumeration, those with different accelerations.
inline std::vector<std::vector<double>> distinct(const TouchProblem& p,
                                                 const std::vector<std::vector<double>>& all) {
  std::vector<std::vector<double>> out;
  const auto n = static_cast<std::size_t>(p.n);
  for (const std::vector<double>& f : all) {
    std::vector<double> u = p.b;
    double size = 1;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) u[i] += p.W[i * n + j] * f[j];
      size = std::max(size, std::fabs(u[i]));
    }
    const bool there = std::any_of(out.begin(), out.end(), [&](const std::vector<double>& v) {
      double apart = 0;
      for (std::size_t i = 0; i < n; ++i) apart = std::max(apart, std::fabs(u[i] - v[i]));
      return apart < 1e-6 * size;
    });
    if (!there) out.push_back(std::move(u));
  }
  return out;
}

}  // namespace mbs::test
