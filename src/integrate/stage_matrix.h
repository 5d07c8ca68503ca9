// The matrix s I - J of an implicit step, J = df/dy. It uses the structure of a mechanical system:
// the rates of positions are velocities. With y = (q, c), q the positions and c all other
// components, the velocities v first (OdeSystem::pairs; where the pairs are not plain, q is empty),
//   s q                         = b_q + v
//   (s I - J_cc - J_cq E / s) c = b_c + J_cq b_q / s,   E c = v
// and only the block of c is factored. Integrals stay in that block: pivoting keeps the large
// slopes of their rates from making the rounding of stiff directions larger.
#pragma once

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

 private:
  int n_, positions_;
  double s_ = 1;
  std::vector<double> jacobian_;
  Lu core_;
};

}  // namespace mbs
