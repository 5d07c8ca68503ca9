// The matrix s I - J of an implicit step, J = df/dy. It uses the structure of a mechanical system:
// the rates of positions are velocities. With y = (q, c), q the positions and c all other
// components, the velocities v first (OdeSystem::pairs; where the pairs are not plain, q is empty),
//   s q                         = b_q + v
//   (s I - J_cc - J_cq E / s) c = b_c + J_cq b_q / s,   E c = v
// and only the block of c is factored. Integrals stay in that block: pivoting keeps the large
// slopes of their rates from making the rounding of stiff directions larger.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/views.h"
#include "integrate/system.h"
#include "linalg/lu.h"

namespace mbs {

class StageMatrix {
 public:
  explicit StageMatrix(const OdeSystem& system);

  // J, n x n column-major, for the caller to write; zero at the beginning. The rows of positions
  // are not read.
  Matrix jacobian() { return {jacobian_.data(), n_, n_, n_}; }

  // Factors s I - J, s > 0. False when the matrix is singular.
  [[nodiscard]] bool factor(double s);
  // b := (s I - J)^-1 b, n numbers; allocates nothing.
  void solve(double* b) const;
  // b: errors of velocities, n numbers, of which only those of the `pairs` velocities count. Keeps
  // the part of motions slower than s: of a vibration of frequency w, (1 + (w / s)^2)^-4 is left.
  // Leaves the factors of s; false when there are none.
  [[nodiscard]] bool keep_slow(double s, int pairs, std::vector<double>& b);

 private:
  int n_, positions_;
  double s_ = 1;
  std::vector<double> jacobian_;
  Lu core_;
};

// GCR: a linear iteration A u = b, A close to the unit matrix but for some terms, that makes the
// remainder as small as the directions so far allow (Eisenstat, Elman and Schultz 1983, without
// truncation). Unlike u := u + r it converges where the terms left out are large, as long as few of
// them are.
class ConjugateResidual {
 public:
  // n unknowns, at most `most` directions.
  ConjugateResidual(std::size_t n, int most)
      : n_(n), directions_(n * most), images_(n * most), squares_(most), scale_(n, 1.0), rest_(n) {}

  // The unit in which each component is measured; the caller writes it.
  std::vector<double>& scale() { return scale_; }
  // r = b - A u; the caller writes the first one.
  std::vector<double>& rest() { return rest_; }
  void begin() { count_ = 0; }
  double square() const { return product(rest_.data(), rest_.data()); }

  // Goes along the remainder: u += a d, r -= a A d, d being r without its parts in earlier
  // directions. image: A r.
  void follow(ConstVector image, Vector u) {
    double *const d = directions_.data() + count_ * n_, *const moved = images_.data() + count_ * n_;
    std::copy(rest_.begin(), rest_.end(), d);
    std::copy(image.begin(), image.end(), moved);
    for (std::size_t k = 0; k < count_; ++k) {
      const double* const other = images_.data() + k * n_;
      const double part = squares_[k] > 0 ? product(moved, other) / squares_[k] : 0;
      subtract(part, directions_.data() + k * n_, d);
      subtract(part, other, moved);
    }
    const double square = squares_[count_++] = product(moved, moved);
    const double a = square > 0 ? product(rest_.data(), moved) / square : 0;
    subtract(-a, d, u.data());
    subtract(a, moved, rest_.data());
  }

 private:
  double product(const double* a, const double* b) const {
    double sum = 0;
    for (std::size_t i = 0; i < n_; ++i) sum += a[i] * scale_[i] * b[i] * scale_[i];
    return sum;
  }
  void subtract(double part, const double* from, double* to) const {
    for (std::size_t i = 0; i < n_; ++i) to[i] -= part * from[i];
  }

  std::size_t n_, count_ = 0;
  std::vector<double> directions_, images_, squares_, scale_, rest_;
};

}  // namespace mbs
