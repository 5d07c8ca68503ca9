#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "solve/chain/chain_system.h"

namespace mbs {

namespace {

// The point at distance r from p along a segment.
ChainGeometry::Point along(ChainGeometry::Point p, const ChainSegment& s, double r, double c,
                           double q) {
  const double w = s.phid;
  p.x += r * c;
  p.y += r * q;
  p.xd -= r * w * q;
  p.yd += r * w * c;
  p.rest_x -= r * w * w * c;
  p.rest_y -= r * w * w * q;
  return p;
}

}  // namespace

ChainGeometry::ChainGeometry(std::span<const ChainSegment> segments)
    : n_(count_of(segments)), joint_(n_ + 1), centre_(n_), x_(at(n_) * at(n_ + 1)), y_(x_) {}

void ChainGeometry::update(std::span<const ChainSegment> segments) {
  std::fill(x_.begin(), x_.end(), 0.0);
  std::fill(y_.begin(), y_.end(), 0.0);
  joint_[0] = {};
  for (int k = 0; k <= n_; ++k) {
    const int parent = k < n_ ? chain_parent(segments, k) : n_ - 1;
    if (parent < 0) {
      joint_[k] = {};
    } else {
      const ChainSegment& s = segments[parent];
      const double c = std::cos(s.phi), q = std::sin(s.phi);
      const double r = k < n_ ? chain_reach(segments, k) : s.l;
      joint_[k] = along(joint_[parent], s, r, c, q);
      const std::size_t n = n_, to = at(k) * n, from = at(parent) * n;
      std::copy_n(x_.begin() + static_cast<std::ptrdiff_t>(from), n_,
                  x_.begin() + static_cast<std::ptrdiff_t>(to));
      std::copy_n(y_.begin() + static_cast<std::ptrdiff_t>(from), n_,
                  y_.begin() + static_cast<std::ptrdiff_t>(to));
      x_[to + parent] -= r * q;
      y_[to + parent] += r * c;
    }
    if (k == n_) break;
    const ChainSegment& s = segments[k];
    centre_[k] = along(joint_[k], s, s.d, std::cos(s.phi), std::sin(s.phi));
  }
}

}  // namespace mbs
