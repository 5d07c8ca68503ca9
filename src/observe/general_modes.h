// The lowest modes of a large mechanism with dampers, forces that follow the motion, states,
// orientations of space, or in motion: the method of Arnoldi (linalg/arnoldi.h) for the inverse of
// the equations of first order, which gives the change (x, v, z) whose rate is given
// (solve/statics/sparse_linearisation.h). Its values are 1 / value of the modes.
#pragma once

#include "observe/low_modes.h"
#include "solve/statics/sparse_linearisation.h"

namespace mbs {

class GeneralModesSearch {
 public:
  // linear: factored.
  GeneralModesSearch(const Model& model, SparseLinearisation& linear, int most);
  // Not ok where a motion has no stiffness, or where values do not converge. `counted`: further
  // start vectors found none among them.
  LowModes find();

 private:
  bool choose_scales();
  void choose_state_units();
  bool is_conservative();
  void apply(ConstVector y, Vector image);
  double residual(std::complex<double> inverse, const std::vector<std::complex<double>>& y);
  Mode mode_of(std::complex<double> value, const std::vector<std::complex<double>>& y) const;

  const Model& model_;
  SparseLinearisation& linear_;
  int most_;
  std::size_t nx_, nz_;
  double rate_ = 1;  // [1/s]: of the lowest motion
  // The unit of each number of x and of z; of v times the rate.
  std::vector<double> unit_, state_unit_;
  SparseLinearisation::Change of_, change_;
};

}  // namespace mbs
