// Eigenpairs of a symmetric pencil, A x = value B x, B positive semidefinite, nearest to a shift:
// the method of Lanczos for (A - shift B)^-1 B with full orthogonalisation in B (Parlett 1998,
// section 13; shift and invert: Ericsson and Ruhe 1980). Start vectors are the same in every run.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/views.h"

namespace mbs {

struct ShiftedPencil {
  std::size_t size = 0;
  std::function<void(ConstVector b, Vector x)> solve;    // x = (A - shift B)^-1 b
  std::function<void(ConstVector x, Vector b)> product;  // b = B x
};

struct ShiftedPair {
  double inverse = 0;         // 1 / (value - shift)
  std::vector<double> x, Bx;  // x^T B x = 1
};

// The pairs whose `inverse` is largest, orthogonal to the pairs in `found`; largest first. At least
// `wanted` pairs where there are as many. One run finds one pair of each value: the other pairs of
// a multiple value come in later runs, with other streams of random numbers.
std::vector<ShiftedPair> lanczos(const ShiftedPencil& pencil, const std::vector<ShiftedPair>& found,
                                 int wanted, std::uint64_t stream);

}  // namespace mbs
