#include "observe/scaled_modes.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"

namespace mbs {

void add_product(const std::vector<double>& left, const std::vector<double>& right, std::size_t n,
                 std::vector<double>& to) {
  const std::size_t rows = left.size() / n, columns = right.size() / n;
  for (std::size_t j = 0; j < columns; ++j)
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t i = 0; i < rows; ++i)
        to[j * rows + i] += left[k * rows + i] * right[j * n + k];
}

namespace {

// Scales the states by powers of 2, so that the row and the column of each state are about equally
// large (Osborne 1960).
void balance_states(Scaled& s) {
  const std::size_t n = s.n, nz = s.nz;
  s.balance.assign(nz, 1.0);
  for (int sweep = 0; sweep < 20; ++sweep)
    for (std::size_t k = 0; k < nz; ++k) {
      double acts = 0, acted = 0;
      for (std::size_t i = 0; i < n; ++i) {
        acts += std::fabs(s.Z[k * n + i]);
        acted += std::fabs(s.A[i * nz + k]) + std::fabs(s.B[i * nz + k]);
      }
      for (std::size_t j = 0; j < nz; ++j) {
        if (j == k) continue;
        acts += std::fabs(s.D[k * nz + j]);
        acted += std::fabs(s.D[j * nz + k]);
      }
      if (!(acts > 0) || !(acted > 0)) continue;
      const double by = std::exp2(std::round(std::log2(acted / acts) / 2));
      s.balance[k] *= by;
      for (std::size_t i = 0; i < n; ++i) {
        s.Z[k * n + i] *= by;
        s.A[i * nz + k] /= by;
        s.B[i * nz + k] /= by;
      }
      for (std::size_t j = 0; j < nz; ++j) {
        s.D[k * nz + j] *= by;
        s.D[j * nz + k] /= by;
      }
    }
}

// Takes changes of velocities as dq' + G dq: M dq'' + (C + M G) dq' + (K + C G) dq = 0.
void see_from_bodies(const std::vector<double>& G, Scaled& s) {
  if (G.empty()) return;
  const std::size_t n = at(s.n);
  add_product(s.C, G, n, s.K);
  add_product(s.M, G, n, s.C);
  add_product(s.B, G, n, s.A);
}

// Puts the kinematic coordinates before the states: dz' = P (dq, dz). With changes of velocities
// dq' + G_z dz they stand in further terms.
void put_kinematic(const Linearisation& linear, Scaled& s) {
  const std::size_t n = at(s.n), m = linear.kinematic(), nz = at(s.nz), all = m + nz;
  if (m == 0) return;
  std::vector<double> Z = linear.K_z(), A(all * n), B(all * n), D(all * all);
  add_product(s.C, linear.G_z(), n, Z);
  Z.insert(Z.end(), s.Z.begin(), s.Z.end());
  const auto P = [&](std::size_t k, std::size_t c) { return linear.P()[c * m + k]; };
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t k = 0; k < m; ++k) A[j * all + k] = P(k, j);
    for (std::size_t k = 0; k < nz; ++k) {
      A[j * all + m + k] = s.A[j * nz + k];
      B[j * all + m + k] = s.B[j * nz + k];
    }
  }
  std::vector<double> fed = linear.A_z();
  if (nz > 0) add_product(s.B, linear.G_z(), n, fed);
  for (std::size_t j = 0; j < m; ++j) {
    for (std::size_t k = 0; k < m; ++k) D[j * all + k] = P(k, n + j);
    for (std::size_t k = 0; k < nz; ++k) D[j * all + m + k] = fed[j * nz + k];
  }
  for (std::size_t j = 0; j < nz; ++j)
    for (std::size_t k = 0; k < nz; ++k) D[(m + j) * all + m + k] = s.D[j * nz + k];
  // M G_z dz' with dz' = P (dq, dz)
  std::vector<double> turned(n * m);
  add_product(s.M, linear.G_z(), n, turned);
  for (std::size_t k = 0; k < m; ++k)
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) s.K[j * n + i] += turned[k * n + i] * P(k, j);
      for (std::size_t j = 0; j < m; ++j) Z[j * n + i] += turned[k * n + i] * P(k, n + j);
    }
  s.Z = std::move(Z), s.A = std::move(A), s.B = std::move(B), s.D = std::move(D);
  s.nz = static_cast<int>(all);
  s.kinematic = static_cast<int>(m);
}

// Keeps the positions and kinematic coordinates on which the accelerations, the states of the deck
// and what is kept depend.
void find_kept(Scaled& s) {
  const std::size_t n = at(s.n), nz = at(s.nz), m = at(s.kinematic);
  s.position_kept.assign(n, m == 0);
  s.state_kept.assign(nz, 1);
  std::fill_n(s.state_kept.begin(), m, static_cast<char>(0));
  // At rest kinematic coordinates stay as they are.
  const auto moves = [&](std::size_t k) {
    for (std::size_t j = 0; j < n; ++j)
      if (s.A[j * nz + k] != 0 || s.B[j * nz + k] != 0) return true;
    for (std::size_t l = 0; l < nz; ++l)
      if (s.D[l * nz + k] != 0) return true;
    return false;
  };
  for (bool changed = m > 0; changed;) {
    changed = false;
    const auto reads = [&](const std::vector<double>& in_motion,
                           const std::vector<double>& in_states, std::size_t column) {
      for (std::size_t i = 0; i < n; ++i)
        if (in_motion[column * n + i] != 0) return true;
      for (std::size_t k = 0; k < nz; ++k)
        if (s.state_kept[k] != 0 && in_states[column * nz + k] != 0) return true;
      return false;
    };
    for (std::size_t j = 0; j < n; ++j)
      if (!s.position_kept[j] && reads(s.K, s.A, j)) s.position_kept[j] = changed = true;
    for (std::size_t k = 0; k < m; ++k)
      if (!s.state_kept[k] && moves(k) && reads(s.Z, s.D, k)) s.state_kept[k] = changed = true;
  }
}

}  // namespace

Scaled scaled(const Linearisation& linear) {
  Scaled s;
  s.n = linear.size();
  s.nx = linear.model().nx;
  const std::size_t n = s.n;
  for (std::size_t j = 0; j < n; ++j) s.scale.push_back(1 / std::sqrt(linear.M()[j * (n + 1)]));
  s.M = linear.M(), s.C = linear.C(), s.K = linear.K(), s.B = linear.B(), s.A = linear.A();
  s.nz = linear.model().nz();
  s.Z = linear.Z(), s.D = linear.D();
  put_kinematic(linear, s);
  see_from_bodies(linear.frame(), s);
  double stiffest = 0;
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < n; ++i) {
      const double both = s.scale[i] * s.scale[j];
      for (std::vector<double>* A : {&s.M, &s.C, &s.K}) (*A)[j * n + i] *= both;
      stiffest = std::max(stiffest, std::fabs(s.K[j * n + i]));
    }
  if (stiffest > 0) s.rate = std::sqrt(stiffest);
  for (double& c : s.C) c /= s.rate;
  for (double& k : s.K) k /= s.rate * s.rate;
  const std::size_t nz = s.nz;
  for (std::size_t k = 0; k < nz; ++k)
    for (std::size_t i = 0; i < n; ++i) {
      s.Z[k * n + i] *= s.scale[i] / (s.rate * s.rate);
      s.A[i * nz + k] *= s.scale[i] / s.rate;
      s.B[i * nz + k] *= s.scale[i];
    }
  for (double& d : s.D) d /= s.rate;
  find_kept(s);
  balance_states(s);
  return s;
}

}  // namespace mbs
