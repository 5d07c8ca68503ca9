#include "linalg/lanczos.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/index.h"
#include "base/random.h"
#include "base/tolerances.h"
#include "linalg/eigen.h"

namespace mbs {

namespace {

// A pair has converged where its residual is this part of `inverse`, or rounding of the largest.
constexpr double kConverged = 1e-13;
// A vector counts as spanned by the others where no more than this part of it is left.
constexpr double kSpanned = 1e-13;
constexpr int kMostVectors = 2000;

class Basis {
 public:
  Basis(const ShiftedPencil& pencil, const std::vector<ShiftedPair>& found)
      : pencil_(pencil), found_(found) {}

  // Removes from w its parts along the basis and the pairs found before; returns the length of the
  // rest in B.
  double orthogonalise(std::vector<double>& w, std::vector<double>& Bw) const {
    for (int pass = 0; pass < 2; ++pass) {
      for (const ShiftedPair& pair : found_) take_out(pair.x, pair.Bx, w);
      for (std::size_t k = 0; k < q.size(); ++k) take_out(q[k], Bq[k], w);
    }
    pencil_.product(w, Bw);
    return std::sqrt(std::max(0.0, dot(w, Bw)));
  }
  void add(std::vector<double> w, std::vector<double> Bw, double length) {
    for (double& one : w) one /= length;
    for (double& one : Bw) one /= length;
    q.push_back(std::move(w));
    Bq.push_back(std::move(Bw));
  }

  std::vector<std::vector<double>> q, Bq;

 private:
  static void take_out(ConstVector x, ConstVector Bx, Vector w) {
    const double along = dot(w, Bx);
    for (std::size_t i = 0; i < w.size(); ++i) w[i] -= along * x[i];
  }
  const ShiftedPencil& pencil_;
  const std::vector<ShiftedPair>& found_;
};

// Eigenpairs of the tridiagonal matrix, the largest magnitudes first.
struct Ritz {
  SymmetricEigen eigen;
  std::vector<int> order;
};
Ritz ritz_values(const std::vector<double>& diagonal, const std::vector<double>& beside) {
  const int m = count_of(diagonal);
  std::vector<double> T(at(m) * at(m), 0.0), unit(T);
  for (int k = 0; k < m; ++k) {
    T[k * at(m + 1)] = diagonal[k];
    unit[k * at(m + 1)] = 1;
    if (k + 1 < m) T[k * at(m + 1) + 1] = T[k * at(m + 1) + at(m)] = beside[k];
  }
  Ritz out{symmetric_eigen(m, std::move(T), std::move(unit)), std::vector<int>(m)};
  std::iota(out.order.begin(), out.order.end(), 0);
  std::stable_sort(out.order.begin(), out.order.end(), [&](int a, int b) {
    return std::fabs(out.eigen.values[a]) > std::fabs(out.eigen.values[b]);
  });
  return out;
}

// The number of pairs, from the first on, that have converged.
int converged(const Ritz& ritz, double next) {
  const int m = count_of(ritz.order);
  const auto value = [&](int k) { return std::fabs(ritz.eigen.values[ritz.order[k]]); };
  for (int k = 0; k < m; ++k) {
    const double last = ritz.eigen.vectors[at(ritz.order[k]) * at(m) + at(m - 1)];
    if (!(next * std::fabs(last) <= kConverged * value(k) + tolerance::epsilon * value(0)))
      return k;
  }
  return m;
}

std::vector<ShiftedPair> pairs_of(const Ritz& ritz, int count, const Basis& basis) {
  std::vector<ShiftedPair> out;
  const std::size_t m = ritz.order.size(), size = basis.q.empty() ? 0 : basis.q[0].size();
  for (int k = 0; k < count; ++k) {
    ShiftedPair pair{ritz.eigen.values[ritz.order[k]], std::vector<double>(size),
                     std::vector<double>(size)};
    const double* s = ritz.eigen.vectors.data() + at(ritz.order[k]) * m;
    for (std::size_t j = 0; j < m; ++j)
      for (std::size_t i = 0; i < size; ++i) {
        pair.x[i] += s[j] * basis.q[j][i];
        pair.Bx[i] += s[j] * basis.Bq[j][i];
      }
    out.push_back(std::move(pair));
  }
  return out;
}

}  // namespace

std::vector<ShiftedPair> lanczos(const ShiftedPencil& pencil, const std::vector<ShiftedPair>& found,
                                 int wanted, std::uint64_t stream) {
  Basis basis(pencil, found);
  std::vector<double> b(pencil.size), w(pencil.size), Bw(pencil.size);
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = uniform_at(stream, i) - 0.5;
  // Removes from the start vector the parts that B does not see or that no solution has.
  pencil.solve(b, w);
  pencil.product(w, b);
  pencil.solve(b, w);
  pencil.product(w, Bw);
  const double before = std::sqrt(std::max(0.0, dot(w, Bw)));
  double next = basis.orthogonalise(w, Bw);
  std::vector<double> diagonal, beside;
  if (!(next > kSpanned * before)) return {};
  int look = wanted + 2;
  for (;;) {
    basis.add(w, Bw, next);
    pencil.solve(basis.Bq.back(), w);
    diagonal.push_back(dot(w, basis.Bq.back()));
    pencil.product(w, Bw);
    const double size = std::sqrt(std::max(0.0, dot(w, Bw)));
    if (!std::isfinite(size)) return {};
    next = basis.orthogonalise(w, Bw);
    const int m = count_of(diagonal);
    const bool ended = !(next > kSpanned * size) || m == kMostVectors;
    if (m >= look || ended) {
      const Ritz ritz = ritz_values(diagonal, beside);
      if (!ritz.eigen.ok) return {};
      const int ready = next > kSpanned * size ? converged(ritz, next) : m;
      if (ready >= wanted || ended) return pairs_of(ritz, ready, basis);
      look = m + std::max(2, m / 5);
    }
    beside.push_back(next);
  }
}

}  // namespace mbs
