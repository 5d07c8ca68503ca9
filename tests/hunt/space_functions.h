// Deformations of the elements of space along a line through time, from their definitions.
#pragma once

#include <array>
#include <vector>

#include "space.h"
#include "taylor_vector.h"

namespace hunt {

// The node of a body: its place and the axes of the body as columns.
struct Pose {
  TaylorVector x;
  TaylorMatrix R;
};

Matrix3 matrix_of(const std::array<double, 4>& q);
Vector3 times(const Matrix3& R, const Vector3& v);
Vector3 transposed_times(const Matrix3& R, const Vector3& v);
Vector3 cross(const Vector3& a, const Vector3& b);
double dot(const Vector3& a, const Vector3& b);
// A place in the frame of a body that is at this pose.
TaylorVector place_of(const Pose& pose, const Vector3& s);

// What an element keeps of the position of the X lines: its point and axes in both bodies.
struct Fitting {
  Vector3 point_i{}, point_j{};
  Matrix3 axes_i{}, axes_j{};  // u, v, w
  double length = 0;           // of sda, truss
};
Fitting fit(const SpaceElement& element, const SpaceBody& i, const SpaceBody& j);

// One Taylor number for each deformation of the element, in the order of its table in
// docs/space.md; of what is held, any functions that are zero where the joint holds and have the
// same span. Not for a relation.
std::vector<Taylor> deformations(const SpaceElement& element, const Fitting& fitting, const Pose& i,
                                 const Pose& j);
// Whether the element is far from where it has no rates or the deck's run would end.
bool is_regular(const SpaceElement& element, const Fitting& fitting, const Pose& i, const Pose& j);

}  // namespace hunt
