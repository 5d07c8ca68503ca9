// The part of the states of a deck in the matrix s I - J of an implicit step, beside the tangent of
// the pairs: (s I - J_zz). What couples states and pairs is left to the refinement of the solution.
#pragma once

#include <vector>

#include "base/index.h"
#include "linalg/lu.h"

namespace mbs {

class StateBlock {
 public:
  explicit StateBlock(int count) : lu_(count), slopes_(at(count * count)) {}

  int count() const { return lu_.size(); }
  // J_zz, column-major, for the caller to write.
  Matrix slopes() { return {slopes_.data(), count(), count(), count()}; }

  [[nodiscard]] bool factor(double s) {
    const Matrix matrix = lu_.matrix();
    for (int c = 0; c < count(); ++c)
      for (int r = 0; r < count(); ++r)
        matrix(r, c) = (r == c ? s : 0) - slopes_[at(c * count() + r)];
    return lu_.factor() < 0;
  }
  void solve(double* b) const { lu_.solve(b); }

 private:
  Lu lu_;
  std::vector<double> slopes_;
};

}  // namespace mbs
