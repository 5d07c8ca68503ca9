#include "linalg/arnoldi.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/index.h"
#include "base/random.h"
#include "base/tolerances.h"
#include "linalg/eigen.h"

namespace mbs {

namespace {

using Complex = std::complex<double>;

// A pair has converged where its residual is this part of its value, or rounding of the largest.
constexpr double kSettled = 1e-12;
// A vector is spanned by others where no more than this part of it is left.
constexpr double kLeft = 1e-12;
constexpr int kMostColumns = 500;
constexpr int kMostFurtherRuns = 12;

// Eigenpairs of a dense matrix (m x m, column-major), the largest magnitudes first.
struct Small {
  GeneralEigen eigen;
  std::vector<int> order;
  Complex value(int k) const { return eigen.values[at(order[at(k)])]; }
  const Complex* vector(int k) const {
    return eigen.right.data() + at(order[at(k)]) * order.size();
  }
};
Small small_eigen(std::size_t m, std::vector<double> H) {
  std::vector<double> unit(m * m, 0.0);
  for (std::size_t k = 0; k < m; ++k) unit[k * (m + 1)] = 1;
  Small out{general_eigen(static_cast<int>(m), std::move(H), std::move(unit)), std::vector<int>(m)};
  std::iota(out.order.begin(), out.order.end(), 0);
  // The two values of a complex pair stay side by side.
  if (out.eigen.ok)
    std::stable_sort(out.order.begin(), out.order.end(), [&](int a, int b) {
      return std::abs(out.eigen.values[at(a)]) > std::abs(out.eigen.values[at(b)]);
    });
  return out;
}

double length_of(const Complex* s, std::size_t m) {
  double sum = 0;
  for (std::size_t k = 0; k < m; ++k) sum += std::norm(s[k]);
  return std::sqrt(sum);
}

}  // namespace

// Takes the parts of w along a basis out of it, and adds them to `parts`; returns the length of the
// rest.
double Arnoldi::orthogonalise(Vector w, const std::vector<std::vector<double>>& basis,
                              std::vector<double>* parts) const {
  for (std::size_t k = 0; k < basis.size(); ++k) {
    const double along = dot(w, basis[k]);
    for (std::size_t i = 0; i < size_; ++i) w[i] -= along * basis[k][i];
    if (parts) (*parts)[k] += along;
  }
  return std::sqrt(dot(w, w));
}

// A start vector without the parts that have infinite values of the inverse.
bool Arnoldi::start(std::vector<double>& w) {
  std::vector<double> b(size_);
  ++stream_;
  for (std::size_t i = 0; i < size_; ++i) b[i] = uniform_at(stream_, i) - 0.5;
  apply_(b, w);
  apply_(w, b);
  w = b;
  const double before = std::sqrt(dot(w, w));
  orthogonalise(w, space_, nullptr);
  const double rest = orthogonalise(w, space_, nullptr);
  if (!(rest > kLeft * before)) return false;
  for (double& one : w) one /= rest;
  return true;
}

void Arnoldi::lock(std::vector<double> w) {
  const double before = std::sqrt(dot(w, w));
  orthogonalise(w, space_, nullptr);
  const double rest = orthogonalise(w, space_, nullptr);
  if (!(rest > kLeft * before) || !std::isfinite(rest)) return;
  for (double& one : w) one /= rest;
  std::vector<double> image(size_);
  apply_(w, image);
  space_.push_back(std::move(w));
  image_.push_back(std::move(image));
}

double Arnoldi::run(int wanted) {
  std::vector<std::vector<double>> q, columns;
  std::vector<double> w(size_);
  if (!start(w)) return 0;
  int look = wanted + 2;
  for (;;) {
    q.push_back(w);
    const std::size_t m = q.size();
    apply_(q.back(), w);
    const double size = std::sqrt(dot(w, w));
    if (!std::isfinite(size)) return -1;
    std::vector<double> column(m + 1, 0.0);
    for (int pass = 0; pass < 2; ++pass) {
      orthogonalise(w, space_, nullptr);
      column[m] = orthogonalise(w, q, &column);
    }
    const double next = column[m];
    columns.push_back(column);
    const bool closed = !(next > kLeft * size);
    const bool ended = closed || count_of(q) >= kMostColumns;
    if (count_of(q) >= look || ended) {
      std::vector<double> H(m * m, 0.0);
      for (std::size_t j = 0; j < m; ++j)
        for (std::size_t i = 0; i < std::min(j + 2, m); ++i) H[j * m + i] = columns[j][i];
      const Small small = small_eigen(m, std::move(H));
      if (!small.eigen.ok) return -1;
      int ready = 0;
      for (; ready < count_of(q); ++ready) {
        const Complex* s = small.vector(ready);
        const double residual = next * std::abs(s[m - 1]) / length_of(s, m);
        if (!closed && !(residual <= kSettled * std::abs(small.value(ready)) +
                                         tolerance::epsilon * std::abs(small.value(0))))
          break;
      }
      // A complex pair stays whole.
      if (ready > 0 && small.value(ready - 1).imag() > 0) --ready;
      if (ready >= wanted || closed) {
        for (int k = 0; k < ready; ++k) {
          if (small.value(k).imag() < 0 || small.value(k) == 0.0) continue;
          std::vector<double> real(size_, 0.0), imaginary(real);
          for (std::size_t j = 0; j < m; ++j)
            for (std::size_t i = 0; i < size_; ++i) {
              real[i] += small.vector(k)[j].real() * q[j][i];
              imaginary[i] += small.vector(k)[j].imag() * q[j][i];
            }
          lock(std::move(real));
          if (small.value(k).imag() > 0) lock(std::move(imaginary));
        }
        return ready > 0 ? std::abs(small.value(0)) : 0;
      }
      if (ended) return -1;
      look = count_of(q) + std::max(2, count_of(q) / 5);
    }
    for (double& one : w) one /= next;
  }
}

// The pairs of A in the space found.
std::vector<OperatorPair> Arnoldi::pairs() const {
  const std::size_t m = space_.size();
  std::vector<double> T(m * m);
  for (std::size_t j = 0; j < m; ++j)
    for (std::size_t i = 0; i < m; ++i) T[j * m + i] = dot(space_[i], image_[j]);
  const Small small = small_eigen(m, std::move(T));
  std::vector<OperatorPair> out;
  if (!small.eigen.ok) return out;
  for (int k = 0; k < count_of(small.order); ++k) {
    OperatorPair pair{small.value(k), std::vector<Complex>(size_), 0};
    const Complex* s = small.vector(k);
    const double length = length_of(s, m);
    std::vector<Complex> image(size_);
    for (std::size_t j = 0; j < m; ++j)
      for (std::size_t i = 0; i < size_; ++i) {
        pair.vector[i] += s[j] / length * space_[j][i];
        image[i] += s[j] / length * image_[j][i];
      }
    double rest = 0;
    for (std::size_t i = 0; i < size_; ++i)
      rest += std::norm(image[i] - pair.value * pair.vector[i]);
    pair.residual = std::sqrt(rest) / std::abs(pair.value);
    out.push_back(std::move(pair));
  }
  return out;
}

std::vector<OperatorPair> Arnoldi::find(int wanted) {
  if (run(wanted) < 0) return {};
  for (int k = 0; k < kMostFurtherRuns; ++k) {
    std::vector<OperatorPair> found = pairs();
    const double next = run(1);
    if (next < 0) return {};
    const bool enough = count_of(found) >= wanted;
    if (next == 0 || (enough && next < std::abs(found[at(wanted - 1)].value))) return found;
  }
  return {};
}

}  // namespace mbs
