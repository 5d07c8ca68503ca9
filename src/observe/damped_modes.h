// The lowest modes of a large mechanism at rest with dampers, or with forces that follow the motion
// (an unsymmetric stiffness): the method of Arnoldi (linalg/arnoldi.h) for the inverse of the
// equations of first order,
//   (x, v) -> (-K^-1 (C x + M v), x),   whose values are 1 / value of M value^2 + C value + K,
// with the factors of the bordered tangent, which need not know C.
#pragma once

#include "observe/low_modes.h"

namespace mbs {

class DampedModesSearch {
 public:
  DampedModesSearch(const Model& model, BorderedTangent& tangent, int most);
  // Not ok where a motion has no stiffness, or where values do not converge. `counted`: further
  // start vectors found none among them.
  LowModes find();

 private:
  bool choose_scales();
  void apply(ConstVector y, Vector image);
  std::complex<double> refined(std::complex<double> value,
                               const std::vector<std::complex<double>>& x) const;

  const Model& model_;
  BorderedTangent& tangent_;
  int most_;
  std::size_t nx_;
  double rate_ = 1;                // [1/s]: of the lowest motion
  std::vector<double> root_mass_;  // nx: the scale of each coordinate
  std::vector<double> x_, v_, force_, product_;
};

}  // namespace mbs
