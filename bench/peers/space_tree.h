// Mechanisms of space as plain numbers, from which mbsim's decks and the models of the peers are
// made: rigid bodies in a tree of balls and hinges, and balls that close loops. The node of a body
// is its centre of mass. Free of all headers of the programs, as peers.h.
#pragma once

#include <array>
#include <cmath>
#include <memory>
#include <vector>

namespace mbs::bench {

using Numbers3 = std::array<double, 3>;

enum class SpaceJoint { free, ball, hinge };

struct SpaceSegment {
  int parent = -1;  // -1: the ground
  SpaceJoint joint = SpaceJoint::ball;
  Numbers3 in_parent{}, own{};  // the joint from the nodes of the parent and of the segment
  Numbers3 axis{};              // of a hinge, the same in both: their axes are parallel at angle 0
  double mass = 1;
  std::array<double, 6> inertia{};  // xx xy xz yy yz zz along the axes of the segment
  // State: of the node, and velocities along space (v) and along the axes of the segment (w).
  Numbers3 x{}, v{}, w{};
  std::array<double, 4> q{1, 0, 0, 0};
  // Loads: force at the node along space, moment along the axes of the segment, moment of a hinge.
  Numbers3 force{}, moment{};
  double torque = 0;
};
struct SpaceClosure {
  int a = 0, b = 0;
  Numbers3 on_a{}, on_b{};
};
struct SpaceTree {
  std::vector<SpaceSegment> segments;  // parents first
  std::vector<SpaceClosure> closures;
  Numbers3 gravity{0, 0, -9.81};
};

using Rotation = std::array<Numbers3, 3>;  // rows
inline Rotation rotation_of(const std::array<double, 4>& q) {
  const double a = q[0], b = q[1], c = q[2], d = q[3];
  return {{{1 - 2 * (c * c + d * d), 2 * (b * c - a * d), 2 * (b * d + a * c)},
           {2 * (b * c + a * d), 1 - 2 * (b * b + d * d), 2 * (c * d - a * b)},
           {2 * (b * d - a * c), 2 * (c * d + a * b), 1 - 2 * (b * b + c * c)}}};
}
inline Numbers3 turned(const Rotation& R, const Numbers3& a) {
  Numbers3 out{};
  for (std::size_t r = 0; r < 3; ++r)
    for (std::size_t c = 0; c < 3; ++c) out[r] += R[r][c] * a[c];
  return out;
}
inline Numbers3 turned_back(const Rotation& R, const Numbers3& a) {
  Numbers3 out{};
  for (std::size_t r = 0; r < 3; ++r)
    for (std::size_t c = 0; c < 3; ++c) out[c] += R[r][c] * a[r];
  return out;
}
// q1 q2, and the conjugate of q1 before q2.
inline std::array<double, 4> quaternion_product(const std::array<double, 4>& p,
                                                const std::array<double, 4>& q) {
  return {p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
          p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
          p[0] * q[2] + p[2] * q[0] + p[3] * q[1] - p[1] * q[3],
          p[0] * q[3] + p[3] * q[0] + p[1] * q[2] - p[2] * q[1]};
}
inline std::array<double, 4> relative_turn(const SpaceTree& tree, std::size_t k) {
  const SpaceSegment& s = tree.segments[k];
  if (s.parent < 0) return s.q;
  const std::array<double, 4>& p = tree.segments[static_cast<std::size_t>(s.parent)].q;
  return quaternion_product({p[0], -p[1], -p[2], -p[3]}, s.q);
}
// The angular velocity of a segment against its parent, along its own axes.
inline Numbers3 relative_rate(const SpaceTree& tree, std::size_t k) {
  const SpaceSegment& s = tree.segments[k];
  if (s.parent < 0) return s.w;
  const SpaceSegment& p = tree.segments[static_cast<std::size_t>(s.parent)];
  const Numbers3 of_parent = turned_back(rotation_of(s.q), turned(rotation_of(p.q), p.w));
  return {s.w[0] - of_parent[0], s.w[1] - of_parent[1], s.w[2] - of_parent[2]};
}

// q turned by the rotation vector r along its own axes.
inline std::array<double, 4> turned_by(const std::array<double, 4>& q, const Numbers3& r) {
  const double angle = std::sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
  const double s = angle > 0 ? std::sin(angle / 2) / angle : 0;
  return quaternion_product(q, {std::cos(angle / 2), s * r[0], s * r[1], s * r[2]});
}

inline Numbers3 crossed(const Numbers3& a, const Numbers3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

// The velocities of a segment that follow from its parent's: of its node, and of a hinge's turn.
inline void follow(SpaceTree& tree, std::size_t k, double rate) {
  SpaceSegment& s = tree.segments[k];
  const SpaceSegment& parent = tree.segments[static_cast<std::size_t>(s.parent)];
  const Rotation own = rotation_of(s.q), of_parent = rotation_of(parent.q);
  if (s.joint == SpaceJoint::hinge) {
    s.w = turned_back(own, turned(of_parent, parent.w));
    for (std::size_t c = 0; c < 3; ++c) s.w[c] += rate * s.axis[c];
  }
  const Numbers3 out = turned(of_parent, crossed(parent.w, s.in_parent));
  const Numbers3 back = turned(own, crossed(s.w, s.own));
  for (std::size_t c = 0; c < 3; ++c) s.v[c] = parent.v[c] + out[c] - back[c];
}

// Forward evaluations of a tree. accelerations(): of each segment against its parent, the angular
// one along its own axes; before it, of a free one, that of its node along space; of a hinge the
// angle's.
class SpacePeer {
 public:
  virtual ~SpacePeer() = default;
  virtual void evaluate() = 0;
  virtual std::vector<double> accelerations() = 0;
};
std::unique_ptr<SpacePeer> simbody_space(const SpaceTree& tree);
std::unique_ptr<SpacePeer> mujoco_space(const SpaceTree& tree);  // without closures

}  // namespace mbs::bench
