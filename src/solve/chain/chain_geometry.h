// Positions and motion of the joints of a chain: the chain rule of Casius 2004 along the segments
// that lead from the base to a joint.
#pragma once

#include <span>
#include <vector>

#include "plan/chain.h"

namespace mbs {

// Joint k (from 0) is the proximal end of segment k, joint n the distal end of the last segment.
class ChainGeometry {
 public:
  explicit ChainGeometry(std::span<const ChainSegment> segments);

  // Takes phi and phid of the segments; no allocation.
  void update(std::span<const ChainSegment> segments);

  // Position and velocity relative to the base; rest_x, rest_y: acceleration while PHIDD, XDD and
  // YDD are all 0.
  struct Point {
    double x = 0, y = 0, xd = 0, yd = 0, rest_x = 0, rest_y = 0;
  };
  const Point& joint(int k) const { return joint_[k]; }
  const Point& centre(int i) const { return centre_[i]; }
  // d x / d phi and d y / d phi of joint k, one per segment: the factors of PHIDD in its
  // acceleration.
  std::span<const double> joint_x(int k) const { return row(x_, k); }
  std::span<const double> joint_y(int k) const { return row(y_, k); }
  // d x / d phi_k and d y / d phi_k of the centre of gravity of segment i.
  double centre_x(int i, int k) const {
    return by_phi(joint_x(i), i, k, -centre(i).y + joint(i).y);
  }
  double centre_y(int i, int k) const { return by_phi(joint_y(i), i, k, centre(i).x - joint(i).x); }

 private:
  // Relative to joint i, the centre moves only with the angle of segment i.
  static double by_phi(std::span<const double> joint, int i, int k, double own) {
    return joint[k] + (i == k ? own : 0);
  }
  std::span<const double> row(const std::vector<double>& z, int k) const {
    const std::size_t n = n_;
    return {z.data() + static_cast<std::size_t>(k) * n, n};
  }
  int n_;
  std::vector<Point> joint_, centre_;
  std::vector<double> x_, y_;  // n + 1 rows of n
};

}  // namespace mbs
