// A joint between two bodies of space, made of its C(x): what joints_of_space.cpp, and the files of
// joints with columns or stiffness of their own, have in common.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <span>
#include <string>
#include <utility>

#include "elements/batch.h"
#include "elements/joint_axes.h"

namespace mbs::body_joint {

// A joint at the point P_i = x_p + R_a s_i of body i = (p, a) and P_j = x_q + R_b s_j of body
// j = (q, b), along the axes A = (u v w) of body i and C of body j, which are the same at the
// start. d = P_i - P_j.
//
// What may move is counted j against i and is free unless the deck names it; what is held is
// counted i against j, so that its stress is the force, or the moment at P_j, of body i on body j
// along u v w.
inline constexpr int kNx = 12;                // x_p (3) w_a (3) x_q (3) w_b (3)
inline constexpr int kPlaces = 0, kAxes = 6;  // parameters: s_i s_j, axes in i and j
inline constexpr int kOwn = kAxes + 2 * 9;    // then those of the joint alone, and references
// Columns: s_i, s_j, u v along the axes of body i, u v of body j along its own; then the joint's
// own.
inline constexpr int kAxesOfJ = 12, kOwnColumns = 18;

template <class T>
struct JointAt {
  JointAt(BodiesOf<T>& bodies, const double* p)
      : A(axes_of(bodies.i, p + kAxes)),
        C(axes_of(bodies.j, p + kAxes + 9)),
        d(bodies.i.point(vec3(p + kPlaces)) - bodies.j.point(vec3(p + kPlaces + 3))) {}

  // Rotation of C against A.
  auto turn() const { return hinge_angles(A, C); }

  using Bodies = BodiesOf<T>;
  decltype(axes_of(std::declval<Bodies&>().i, nullptr)) A;
  decltype(axes_of(std::declval<Bodies&>().j, nullptr)) C;
  decltype(std::declval<Bodies&>().i.place() - std::declval<Bodies&>().j.place()) d;
};

// The number of columns and parameters that K has alone.
template <class K>
constexpr int own_numbers() {
  if constexpr (requires { K::own_numbers; })
    return K::own_numbers;
  else
    return 0;
}

// K gives ne, free_count, counts_turns, turns (those without a place in them) and `deformations`;
// make(), which gives the axes of both bodies from u and v along the axes of body i; measure().
// check(A, C), if it has one, judges the axes of both at the start.
template <class K>
struct JointColumns : K {
  static constexpr int nx = kNx;
  static constexpr BodyColumns bodies[] = {{0, 3}, {6, 9}};
};
template <class K>
struct Joint : JointColumns<K> {
  static constexpr int nx = kNx;
  static constexpr int np = kOwn + own_numbers<K>() + K::ne;
  static constexpr int turning[] = {3, 9};
  static constexpr auto zeros = zeros_of_turns<JointColumns<K>>();

  // x0: x_p, quaternion of a, x_q, quaternion of b. An axis 0 0 0 is not given.
  static std::string prepare(const double* x0, const double* columns, double* p) {
    double R[2][9];
    for (int body = 0; body < 2; ++body) rotation_matrix(x0 + 7 * body + 3, R[body]);
    for (int c = 0; c < kAxes; ++c) p[kPlaces + c] = columns[c];
    for (int k = 0; k < own_numbers<K>(); ++k) p[kOwn + k] = columns[kOwnColumns + k];
    for (int r = 0; r < K::ne; ++r) p[np - K::ne + r] = 0;
    Axes of[2];
    std::string problem = K::make(vec3(columns + kAxes), vec3(columns + kAxes + 3), of[0], of[1]);
    for (int body = 0; body < 2; ++body) of[body] = turned(R[0], of[body]);
    const Vec3 second = vec3(columns + kAxesOfJ);
    if (problem.empty() && dot(second, second) > 0) {
      problem = make_axes(second, vec3(columns + kAxesOfJ + 3), of[1]);
      of[1] = turned(R[1], of[1]);
    }
    if constexpr (requires { K::check(of[0], of[1], p + kOwn); })
      if (problem.empty()) problem = K::check(of[0], of[1], p + kOwn);
    if (problem.empty())
      for (int body = 0; body < 2; ++body) carry_axes(R[body], of[body], p + kAxes + 9 * body);
    return problem;
  }

  template <class T>
  static void continuity(BodiesOf<T>& bodies_at, const double* p, T* e) {
    const JointAt<T> at(bodies_at, p);
    if constexpr (own_numbers<K>() > 0)
      K::template measure<T>(at, p + kOwn, e);
    else
      K::template measure<T>(at, e);
    for (int r = 0; r < K::ne; ++r) e[r] = e[r] - p[np - K::ne + r];
  }

 private:
  static Axes turned(const double* R, const Axes& axes) {
    return {to_space(R, axes.u), to_space(R, axes.v), to_space(R, axes.w)};
  }
};

// In most joints both bodies have the same axes at the start, made of any u and v.
struct SameAxes {
  static std::string make(Vec3 u, Vec3 v, Axes& of_i, Axes& of_j) {
    const std::string problem = make_axes(u, v, of_i);
    of_j = of_i;
    return problem;
  }
};

// A joint that holds sines of turns closes at half a turn, too: it must begin within a quarter.
inline std::string refuse_far_turn(const Axes& A, const Axes& C) {
  const double trace = dot(A.u, C.u) + dot(A.v, C.v) + dot(A.w, C.w);
  if (trace > 1) return {};
  constexpr double kDegrees = 57.29577951308232;
  return fmt::format(
      "its bodies begin turned by {:.6g} degrees against each other, not by less than 90",
      kDegrees * std::acos(std::fmax(-1, (trace - 1) / 2)));
}

// The sines of the turn of C against A about u, v and w.
template <class U, class V>
auto sines(const AxesOf<U>& A, const AxesOf<V>& C) {
  return VectorOf<decltype(dot(A.w, C.u))>{0.5 * (dot(A.w, C.v) - dot(A.v, C.w)),
                                           0.5 * (dot(A.u, C.w) - dot(A.w, C.u)),
                                           0.5 * (dot(A.v, C.u) - dot(A.u, C.v))};
}

inline constexpr DeformationSpec kTurn = {"turn of j against i about u", unit::radian, "angle"},
                                 kTravel = {"travel of j against i along u", unit::metre, "travel"},
                                 kTiltV = {"tilt of i against j about v", unit::radian},
                                 kTiltW = {"tilt of i against j about w", unit::radian},
                                 kAlongU = {"P_i - P_j along u", unit::metre},
                                 kAlongV = {"P_i - P_j along v", unit::metre},
                                 kAlongW = {"P_i - P_j along w", unit::metre};

inline constexpr NodeKind kNodes[] = {NodeKind::space_point, NodeKind::orientation,
                                      NodeKind::space_point, NodeKind::orientation};
inline constexpr Column kColumns[] = {
    {"xi_i", "m", "the joint in the frame of body i"},
    {"eta_i", "m", "the joint in the frame of body i"},
    {"zeta_i", "m", "the joint in the frame of body i"},
    {"xi_j", "m", "the joint in the frame of body j"},
    {"eta_j", "m", "the joint in the frame of body j"},
    {"zeta_j", "m", "the joint in the frame of body j"},
    {"ux", "-", "first axis, along the axes of body i at the start"},
    {"uy", "-", "first axis"},
    {"uz", "-", "first axis"},
    {"vx", "-",
     "second axis, made perpendicular to the first; CVJOINT: the shaft "
     "of body j"},
    {"vy", "-", "second axis"},
    {"vz", "-", "second axis"},
    {"ujx", "-", "AXISJ: first axis along the axes of body j"},
    {"ujy", "-", "AXISJ: first axis"},
    {"ujz", "-", "AXISJ: first axis"},
    {"vjx", "-", "AXISJ: second axis along the axes of body j"},
    {"vjy", "-", "AXISJ: second axis"},
    {"vjz", "-", "AXISJ: second axis"},
    {"lead", "m", "LEAD: travel of j in one turn"}};
inline constexpr Column kStiffness[] = {
    {"k1", "-", "stiffness of deformation 1"}, {"k2", "-", "stiffness of deformation 2"},
    {"k3", "-", "stiffness of deformation 3"}, {"k4", "-", "stiffness of deformation 4"},
    {"k5", "-", "stiffness of deformation 5"}, {"k6", "-", "stiffness of deformation 6"}};

template <class K>
constexpr ElementType joint_type(std::string_view keyword, std::string_view stem,
                                 std::string_view title) {
  const std::size_t columns = kOwnColumns + static_cast<std::size_t>(own_numbers<K>());
  RecordSpec spec{keyword, title, kNodes, std::span<const Column>(kColumns).first(columns),
                  K::deformations};
  spec.free_deformations = K::free_count;
  spec.stem = stem;
  return make_element_type<FrameDerived<Joint<K>>>(
      spec, std::span<const Column>(kStiffness).first(static_cast<std::size_t>(K::ne)),
      diagonal_stiffness<K::ne>);
}

}  // namespace mbs::body_joint
