// What a picture of a mechanism of space shows: bodies with the places of their joints, joints with
// their axes, bars and masses. Made once from the model; places follow from the coordinates of a
// state.
#pragma once

#include <string>
#include <vector>

#include "base/space_vector.h"
#include "model/built.h"

namespace mbs {

struct Tables;

// A place in the frame of a body: a point node and an orientation.
struct SpaceAnchor {
  int place = -1;  // coordinate of the point node; -1: the origin
  int turn = -1;   // index into Model::orientations; -1: a point alone
  Vec3 s;

  Vec3 at(const Model& model, const double* x) const;
  // A direction of the body, s, along the axes of space.
  Vec3 direction(const Model& model, const double* x) const;
};

struct SpaceBody {
  std::string name;  // the number of its point node
  SpaceAnchor place;
  bool fixed = false;
  bool stands = false;       // it turns about its point, which is held and where no joint is
  std::vector<Vec3> points;  // of joints and masses, in its frame
  std::vector<Vec3> masses;  // centres of mass
};

struct SpaceJoint {
  const ElementType* type = nullptr;
  int i = -1, j = -1;       // bodies
  SpaceAnchor place, u, v;  // the place in body j, the axes in body i (v: of a UNIVERSAL in body j)
  int first = -1;           // deformation
};

// A plane on which bodies roll; `normal` is a direction of its body.
struct SpacePlane {
  SpaceAnchor normal;
  Vec3 through;  // in the frame of the body
};

// A WHEEL with its axle, a BALL or an EGG.
struct SpaceWheel {
  int body = -1;
  SpaceAnchor axle;    // in the body; 0 0 0 of a ball and an egg
  double radius = 0;   // 0 of an egg
  double section = 0;  // of the tyre, which is part of the radius
  SpaceAnchor centre;  // of an egg
  Vec3 semi_axes[3];   // of an egg, in the body
  SpacePlane plane;
  int first = -1;  // deformation

  // The point that touches the plane.
  Vec3 foot(const Model& model, const double* x) const;
};

// A point of a body, or a ball about it, that may touch a plane.
struct SpaceTouch {
  SpaceAnchor point;
  double radius = 0;
  SpaceAnchor normal;
  int first = -1, rows = 1;  // deformations
};

// The way of a point.
struct SpacePath {
  std::string name;
  std::vector<Vec3> points;  // [m]; gaps are not finite
};

// A line between two places: TRUSS, SDA.
struct SpaceLine {
  SpaceAnchor a, b;
  bool acts = false;  // a spring or a damper
  bool fixed_a = false, fixed_b = false;
  int first = -1;  // deformation; -1: it carries a point
};

// A net joint of two bodies: its place is fixed in body i, or goes as measured (`moves`).
struct SpaceNet {
  SpaceAnchor place;
  std::vector<Motion> moves;

  Vec3 at(const Model& model, const double* x, double t) const;
};

struct SpaceScene {
  std::vector<SpaceBody> bodies;
  std::vector<SpaceJoint> joints;
  std::vector<SpaceLine> lines;
  std::vector<SpaceWheel> wheels;
  std::vector<SpaceTouch> touches;
  std::vector<SpaceAnchor> masses;  // of points that belong to no body
  std::vector<SpaceAnchor> points;  // POINT
  std::vector<SpaceNet> nets;
  // First coordinates of points that are held and whose reactions no net joint carries, and of
  // points that have a constant load.
  std::vector<int> held, loaded;
  std::vector<SpaceLoadOverTime> constant_forces;  // PFORCE, which the constant loads hold, too
  bool empty() const { return bodies.empty() && lines.empty() && masses.empty(); }
};

SpaceScene make_space_scene(const Tables& tables, const Built& built);

// All places that a picture of the state x must hold.
std::vector<Vec3> space_places(const SpaceScene& scene, const Model& model, const double* x);

}  // namespace mbs
