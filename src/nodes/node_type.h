// A kind of nodes is an entry of a registry, the twin of the elements' (elements/element.h). A node
// has nq coordinates and nv velocities, xd = N(x) v. Classes, loads, accelerations and columns of
// De are indexed like velocities. Adding a kind: docs/adding-a-node.md.
//   point        x y          velocities xd yd           N = 1, in the plane z = 0
//   angle        phi          velocity phid              N = 1, about z
//   space point  x y z        velocities xd yd zd        N = 1
//   orientation  q0 q1 q2 q3  velocities w1 w2 w3: angular velocity along the axes of the body
//                             qd = q o (0, w) / 2  (nodes/quaternion.h)
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/record_spec.h"

namespace mbs {

// The largest numbers of a kind of nodes.
inline constexpr int kMostPositions = 4, kMostVelocities = 3;

// The meaning of the velocities of a node: of a place along x, y (and z); the angular velocities of
// a frame, about z (or about its own three axes); or something else.
enum class NodeRole : std::uint8_t { place, turn, other };

// One velocity of a node; `unit` is the unit of the quantity whose rate it is, m or rad.
struct NodeComponent {
  std::string_view name;  // "X", "PHI"
  Unit unit;
};

// A remark on numbers that a deck gives; no remark where the problem is empty.
struct NodeRemark {
  std::string problem, advice;
  bool is_error = true;  // or a warning
};

// The six rigid motions of all nodes together: three translations and three turns about the axes
// of space through the origin. A node of the plane takes part in x, y and the turn about z.
enum class RigidMotion : std::uint8_t { x, y, z, about_x, about_y, about_z };

// Nodes of one kind in a model. x has the coordinates of node k at place[k nq ...], in the order of
// the deck, and v its velocities at gather[k nv ...]. Where nq = nv the two are the same.
struct NodeBatch {
  const NodeType* type = nullptr;
  std::vector<int> place, gather;
  int count() const;
  void add(const NodeBatch& from, int k);
};

// Storage for numbers that are computed once per node and evaluation, for all elements.
struct PreparedNodes {
  double* cosine;    // nx; of coordinates that are angles in the plane
  double* sine;      // nx
  double* angle;     // nx: the angle that cosine and sine belong to; not a number at first
  double* rotation;  // 9 numbers of each orientation: R, row-major, body axes to space
};

struct NodeType {
  std::string_view text;                                  // "a point", for messages
  std::string_view layout;                                // the numbers of X: "x y"
  std::string_view count_text;                            // how many they are: "two numbers"
  std::string_view load_layout;                           // the numbers of XF: "fx fy"
  int nq, nv;                                             // coordinates, velocities
  std::array<NodeComponent, kMostVelocities> components;  // of the velocities
  NodeRole role;
  bool is_spatial;                  // not one of the plane
  char letter;                      // of the first node of the kind in a layout: p, a
  std::span<const double> start{};  // (nq) without an X; empty: a node needs one
  // Judges the coordinates (nq) that X gives, and turns them into valid ones (a unit quaternion).
  // Null: any numbers will do.
  NodeRemark (*check_start)(double* x) = nullptr;

  // The rates xd (nq) of the coordinates x (nq) at the velocities v (nv). Null: xd = v.
  void (*rate)(const double* x, const double* v, double* xd) = nullptr;
  // Moves x (nq) by d (nv) along the velocities, however far. Null: x + d.
  void (*retract)(const double* d, double* x) = nullptr;
  // Gives x (nq) the property that retractions keep and rounding may lose. Null: it has none.
  void (*normalise)(double* x) = nullptr;
  // Computes the numbers of PreparedNodes for these nodes at x (of the whole model). Null: nothing.
  void (*prepare)(const NodeBatch& nodes, const double* x, const PreparedNodes& out) = nullptr;
  // The velocities (nv) of a node at x (nq) in a rigid motion of speed 1.
  void (*rigid_motion)(RigidMotion motion, const double* x, double* v);
  // Whether its velocities in a translation depend on x.
  bool translations_vary = false;

  // The numbers of XM; one alone must not be negative, several are judged by check_mass.
  std::span<const Column> mass_columns;
  NodeRemark (*check_mass)(const double* numbers) = nullptr;
  // Its inertia has one of two forms. Constant and diagonal: m (nv) from the numbers of XM, once.
  void (*diagonal_mass)(const double* numbers, double* m) = nullptr;
  // Or M (nv x nv, column-major) and the velocity forces h (nv) of each node at x, v of the whole
  // model, so that the inertia forces are -(M a + h). All entries of both are written. numbers: the
  // numbers of XM of each node.
  void (*inertia)(const NodeBatch& nodes, const double* x, const double* v, const double* numbers,
                  double* M, double* h) = nullptr;

  // The d (nv) with which retract() leads from one x to another. Null: to - from.
  void (*difference)(const double* from, const double* to, double* d) = nullptr;
  // The numbers d of retract() as coordinates near one x, with the rates dd and ddd: the velocities
  // (nv) at d and dd, and dd and ddd at velocities v and accelerations a there. Null: v = dd.
  void (*chart_velocity)(const double* d, const double* dd, double* v) = nullptr;
  void (*chart_rates)(const double* d, const double* v, const double* a, double* dd,
                      double* ddd) = nullptr;

  // Whether the velocities are the rates of the coordinates, one each: N = 1.
  constexpr bool has_rates() const { return rate == nullptr; }
};

// All kinds, in the order of the manual.
std::span<const NodeType* const> node_types();

extern const NodeType kPointNode, kAngleNode, kSpacePointNode, kOrientationNode;
inline constexpr NodeKind NodeKind::point{&kPointNode};
inline constexpr NodeKind NodeKind::angle{&kAngleNode};
inline constexpr NodeKind NodeKind::space_point{&kSpacePointNode};
inline constexpr NodeKind NodeKind::orientation{&kOrientationNode};

inline const NodeType& node_type(NodeKind kind) { return *kind.type; }

// Number of velocities, by which classes, loads and accelerations are counted.
inline int coordinate_count(NodeKind kind) { return node_type(kind).nv; }
inline int position_count(NodeKind kind) { return node_type(kind).nq; }
inline Unit coordinate_unit(NodeKind kind, int component) {
  return node_type(kind).components[static_cast<std::size_t>(component)].unit;
}
// A place or a frame of the plane.
inline bool is_planar_place(NodeKind kind) {
  return node_type(kind).role == NodeRole::place && !node_type(kind).is_spatial;
}
inline bool is_planar_turn(NodeKind kind) {
  return node_type(kind).role == NodeRole::turn && !node_type(kind).is_spatial;
}

inline int NodeBatch::count() const { return static_cast<int>(gather.size()) / type->nv; }

}  // namespace mbs
