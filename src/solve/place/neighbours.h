// Interpolation through a position where only the equations are singular although the motion goes
// on smoothly, such as the flat position of a parallelogram: values there are those of the
// polynomials through kSide neighbours on either side.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "model/model.h"
#include "model/state.h"

namespace mbs {

// Weights of Lagrange interpolation: weights[k] = product over l != k of (at - nodes[l]) /
// (nodes[k] - nodes[l]).
inline void lagrange_weights(std::span<const double> nodes, double at, std::span<double> weights) {
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    weights[k] = 1;
    for (std::size_t l = 0; l < nodes.size(); ++l)
      if (l != k) weights[k] *= (at - nodes[l]) / (nodes[k] - nodes[l]);
  }
}

class Neighbours {
 public:
  static constexpr int kSide = 6;
  static constexpr int kAll = 2 * kSide;
  using Places = std::array<double, kAll>;

  // Places of the neighbours in units of their spacing; the position between them is at 0.
  explicit Neighbours(const Places& places) : places_(places) {
    lagrange_weights(places_, 0, weights_);
  }
  // Evenly spaced.
  static Places even() {
    Places out;
    for (int k = 0; k < kAll; ++k) out[k] = k < kSide ? k - kSide : k - kSide + 1;
    return out;
  }

  const Places& weights() const { return weights_; }
  // The weights without the two outermost neighbours, which get weight 0.
  Places inner_weights() const {
    Places inner{};
    constexpr std::size_t n = kAll - 2;
    lagrange_weights(std::span(places_).subspan(1, n), 0, std::span(inner).subspan(1, n));
    return inner;
  }
  // out := the vector that `member` takes from each neighbour, interpolated at 0.
  template <class All, class Member>
  void blend(const All& around, Member member, std::vector<double>& out) const {
    std::fill(out.begin(), out.end(), 0.0);
    for (std::size_t k = 0; k < weights_.size(); ++k) {
      const std::vector<double>& from = member(around[k]);
      for (std::size_t i = 0; i < out.size(); ++i) out[i] += weights_[k] * from[i];
    }
  }

 private:
  Places places_, weights_;
};

// Speed of the fastest coordinate, in mechanism sizes or radians per second.
inline double motion_speed(const std::vector<double>& v, const std::vector<char>& is_angle,
                           double length) {
  double points = 0, angles = 0;
  for (std::size_t i = 0; i < v.size(); ++i) {
    double& most = is_angle[i] ? angles : points;
    most = std::max(most, std::fabs(v[i]));
  }
  return std::max(points / length, angles);
}

}  // namespace mbs
