// The kinds of nodes, the twin of the element registry. A node has nq coordinates and nv
// velocities, and xd = N(x) v. Classes, loads, accelerations and columns of De are counted like
// velocities.
//   point        x y          velocities xd yd           N = 1, in the plane z = 0
//   angle        phi          velocity phid              N = 1, about z
//   space point  x y z        velocities xd yd zd        N = 1
//   orientation  q0 q1 q2 q3  velocities w1 w2 w3: angular velocity along the axes of the body
//                             qd = q o (0, w) / 2  (nodes/quaternion.h)
#pragma once

#include <array>
#include <string_view>

#include "base/record_spec.h"

namespace mbs {

struct NodeType {
  NodeKind kind;
  std::string_view text;                       // "a point", for messages
  std::string_view layout;                     // the numbers of X: "x y"
  std::string_view count_text;                 // how many they are: "two numbers"
  std::string_view load_layout;                // the numbers of XF: "fx fy"
  int nq, nv;                                  // coordinates, velocities
  Unit unit;                                   // what a velocity is the rate of: m or rad
  std::array<std::string_view, 3> components;  // of the velocities: "X", "Y"
  bool is_spatial;                             // not one of the plane
  char letter;                                 // of the first node of the kind in a layout: p, a
};

inline constexpr NodeType kNodeTypes[] = {
    {NodeKind::point,
     "a point",
     "x y",
     "two numbers",
     "fx fy",
     2,
     2,
     unit::metre,
     {"X", "Y"},
     false,
     'p'},
    {NodeKind::angle,
     "an angle",
     "phi",
     "one number",
     "moment",
     1,
     1,
     unit::radian,
     {"PHI"},
     false,
     'a'},
    {NodeKind::space_point,
     "a space point",
     "x y z",
     "three numbers",
     "fx fy fz",
     3,
     3,
     unit::metre,
     {"X", "Y", "Z"},
     true,
     'p'},
    {NodeKind::orientation,
     "an orientation",
     "q0 q1 q2 q3",
     "four numbers",
     "m1 m2 m3",
     4,
     3,
     unit::radian,
     {"W1", "W2", "W3"},
     true,
     'a'},
};

constexpr const NodeType& node_type(NodeKind kind) {
  return kNodeTypes[static_cast<std::size_t>(kind)];
}

// Its velocities, which classes, loads and accelerations are counted by.
constexpr int coordinate_count(NodeKind kind) { return node_type(kind).nv; }
constexpr int position_count(NodeKind kind) { return node_type(kind).nq; }
constexpr Unit coordinate_unit(NodeKind kind) { return node_type(kind).unit; }

// The six rigid motions of all nodes together: three translations and three turns about the axes
// of space through the origin. A node of the plane takes part in x, y and the turn about z.
enum class RigidMotion : std::uint8_t { x, y, z, about_x, about_y, about_z };

// The velocities (nv) of a node in a rigid motion of speed 1. x: the first coordinates of a point;
// rotation: row-major R of an orientation, which takes body axes to space.
void rigid_motion(NodeKind kind, RigidMotion motion, const double* x, const double* rotation,
                  double* velocities);

}  // namespace mbs
