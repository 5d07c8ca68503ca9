// Weights of Lagrange interpolation.
#pragma once

#include <span>

namespace mbs {

// weights[k] = product over l != k of (at - nodes[l]) / (nodes[k] - nodes[l]).
inline void lagrange_weights(std::span<const double> nodes, double at, std::span<double> weights) {
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    weights[k] = 1;
    for (std::size_t l = 0; l < nodes.size(); ++l)
      if (l != k) weights[k] *= (at - nodes[l]) / (nodes[k] - nodes[l]);
  }
}

}  // namespace mbs
