// The matrix s I - J of an implicit step, J = df/dy, as the structure of a mechanical system
// allows: rates are rates of positions, and no rate depends on an integral. With y = (q, c, w), c
// the velocities and states and w the integrals (OdeSystem::pairs, quadratures),
//   s q                        = b_q + v          v the first of c
//   (s I - J_cc - J_cq E / s) c = b_c + J_cq b_q / s,   E c = v
//   s w                        = b_w + J_w (q, c)
// and only the block of c is factored.
#pragma once

#include <vector>

#include "base/views.h"
#include "integrate/system.h"
#include "linalg/lu.h"

namespace mbs {

class StageMatrix {
 public:
  explicit StageMatrix(const OdeSystem& system);

  // J, n x n column-major, for the caller to write. Not read: the rows of positions, whose rates
  // are velocities, and the columns of integrals, which are zero.
  Matrix jacobian() { return {jacobian_.data(), n_, n_, n_}; }
  // Number of columns that are read: all but those of integrals.
  int columns() const { return n_ - integrals_; }

  // Factors s I - J, s > 0. False when the matrix is singular.
  [[nodiscard]] bool factor(double s);
  // b := (s I - J)^-1 b, n numbers; allocates nothing.
  void solve(double* b) const;

 private:
  // The rows `first` to `end` of b += scale * (column j of J).
  void add_column(double* b, int j, double scale, int first, int end) const;

  int n_, positions_, integrals_;
  double s_ = 1;
  std::vector<double> jacobian_;
  Lu core_;
};

}  // namespace mbs
