// The axes u v w of a joint of space, which both of its bodies carry.
#pragma once

#include <string>

#include "base/space_vector.h"
#include "elements/frame_derivative.h"
#include "nodes/quaternion.h"

namespace mbs {

// Right-handed, of length 1.
struct Axes {
  Vec3 u, v, w;
};

// u along `along`, v along `beside` made perpendicular to u. beside 0: v comes from the axis of
// coordinates that is least along u, the first of equal ones. Returns what is wrong with the two
// vectors, or an empty string.
std::string make_axes(Vec3 along, Vec3 beside, Axes& out);

// Writes the axes (9 numbers) as components in a body with the rotation matrix R.
inline void carry_axes(const double* R, const Axes& axes, double* out) {
  for (const Vec3 axis : {axes.u, axes.v, axes.w}) {
    const Vec3 carried = to_body(R, axis);
    for (int c = 0; c < 3; ++c) *out++ = carried[c];
  }
}

template <class Vector>
struct AxesOf {
  Vector u, v, w;
};

// The axes whose components in the body stand in p (9 numbers).
template <class Frame>
auto axes_of(const Frame& body, const double* p) {
  return AxesOf<decltype(body.axis({}))>{body.axis(vec3(p)), body.axis(vec3(p + 3)),
                                         body.axis(vec3(p + 6))};
}

// The rotation of the axes C against the axes A as swing and twist (SPACAR's HINGE): the angle of
// the twist about u, and what C.u leans towards A.w and A.v.
template <class T>
struct HingeAngles {
  T twist, about_v, about_w;
};
template <class U, class V>
auto hinge_angles(const AxesOf<U>& A, const AxesOf<V>& C) {
  return HingeAngles<decltype(dot(A.w, C.u))>{
      atan2(dot(A.w, C.v) - dot(A.v, C.w), dot(A.v, C.v) + dot(A.w, C.w)), -dot(A.w, C.u),
      dot(A.v, C.u)};
}

}  // namespace mbs
