// Joints between two bodies of space: REVOLUTE, CYLINDRICAL, PRISMATIC, UNIVERSAL, CVJOINT, PLANAR,
// INPLANE.
#include <fmt/format.h>

#include "elements/batch.h"
#include "elements/joint_axes.h"
#include "elements/types.h"

namespace mbs {

namespace {

// A joint at the point P_i = x_p + R_a s_i of body i = (p, a) and P_j = x_q + R_b s_j of body
// j = (q, b), along the axes A = (u v w) of body i and C of body j, which are the same at the
// start. d = P_i - P_j.
//
// What may move is counted j against i and is free unless the deck names it; what is held is
// counted i against j, so that its stress is the force, or the moment at P_j, of body i on body j
// along u v w.
constexpr int kNx = 12;                // x_p (3) w_a (3) x_q (3) w_b (3)
constexpr int kPlaces = 0, kAxes = 6;  // parameters: s_i s_j, axes in i and j
constexpr int kReferences = kAxes + 2 * 9;

template <class T>
struct JointAt {
  JointAt(const FrameOf<T>* bodies, const double* p)
      : A(axes_of(bodies[0], p + kAxes)),
        C(axes_of(bodies[1], p + kAxes + 9)),
        d(bodies[0].point(vec3(p + kPlaces)) - bodies[1].point(vec3(p + kPlaces + 3))) {}

  // Rotation of C against A.
  HingeAngles<T> turn() const { return hinge_angles(A, C); }

  AxesOf<T> A, C;
  VectorOf<T> d;
};

// K gives ne, free_count, counts_turns and `deformations`.
template <class K>
struct Joint : K {
  static constexpr int nx = kNx;
  static constexpr int np = kReferences + K::ne;
  static constexpr int turning[] = {3, 9};
  static constexpr BodyColumns bodies[] = {{0, 3}, {6, 9}};

  // x0: x_p, quaternion of a, x_q, quaternion of b. columns: s_i, s_j, u and v along the axes of
  // body i; v 0 0 0: not given.
  static std::string prepare(const double* x0, const double* columns, double* p) {
    double R[2][9];
    for (int body = 0; body < 2; ++body) rotation_matrix(x0 + 7 * body + 3, R[body]);
    for (int c = 0; c < 6; ++c) p[kPlaces + c] = columns[c];
    Axes of[2];
    const std::string problem = K::make(vec3(columns + 6), vec3(columns + 9), of[0], of[1]);
    if (!problem.empty()) return problem;
    for (int body = 0; body < 2; ++body) {
      const Axes& axes = of[body];
      carry_axes(R[body], {to_space(R[0], axes.u), to_space(R[0], axes.v), to_space(R[0], axes.w)},
                 p + kAxes + 9 * body);
    }
    for (int r = 0; r < K::ne; ++r) p[kReferences + r] = 0;
    return {};
  }

  template <class T>
  static void continuity(const FrameOf<T>* bodies_at, const double* p, T* e) {
    K::template measure<T>(JointAt<T>(bodies_at, p), e);
    for (int r = 0; r < K::ne; ++r) e[r] = e[r] - p[kReferences + r];
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

constexpr DeformationSpec kTurn = {"turn of j against i about u", unit::radian},
                          kTravel = {"travel of j against i along u", unit::metre},
                          kTiltV = {"tilt of i against j about v", unit::radian},
                          kTiltW = {"tilt of i against j about w", unit::radian},
                          kAlongU = {"P_i - P_j along u", unit::metre},
                          kAlongV = {"P_i - P_j along v", unit::metre},
                          kAlongW = {"P_i - P_j along w", unit::metre};

// One axis that both bodies turn about.
struct Revolute : SameAxes {
  static constexpr int ne = 6, free_count = 1;
  static constexpr int counts_turns[] = {0};
  static constexpr DeformationSpec deformations[] = {kTurn,   kTiltV,  kTiltW,
                                                     kAlongU, kAlongV, kAlongW};
  template <class T>
  static void measure(const JointAt<T>& at, T* e) {
    const auto turn = at.turn();
    e[0] = turn.twist;
    e[1] = -turn.about_v, e[2] = -turn.about_w;
    e[3] = dot(at.d, at.A.u), e[4] = dot(at.d, at.A.v), e[5] = dot(at.d, at.A.w);
  }
};

// A revolute joint that also slides along its axis.
struct Cylindrical : SameAxes {
  static constexpr int ne = 6, free_count = 2;
  static constexpr int counts_turns[] = {0};
  static constexpr DeformationSpec deformations[] = {kTurn,  kTravel, kTiltV,
                                                     kTiltW, kAlongV, kAlongW};
  template <class T>
  static void measure(const JointAt<T>& at, T* e) {
    const auto turn = at.turn();
    e[0] = turn.twist, e[1] = -dot(at.d, at.A.u);
    e[2] = -turn.about_v, e[3] = -turn.about_w;
    e[4] = dot(at.d, at.A.v), e[5] = dot(at.d, at.A.w);
  }
};

// Sliding along u without a turn. The tilts are sines: t_u = (w_i.v_j - v_i.w_j)/2 and so on.
struct Prismatic : SameAxes {
  static constexpr int ne = 6, free_count = 1;
  static constexpr DeformationSpec deformations[] = {
      kTravel, kAlongV, kAlongW, {"tilt of i against j about u", unit::radian}, kTiltV, kTiltW};
  template <class T>
  static void measure(const JointAt<T>& at, T* e) {
    const AxesOf<T>&A = at.A, &C = at.C;
    e[0] = -dot(at.d, A.u);
    e[1] = dot(at.d, A.v), e[2] = dot(at.d, A.w);
    e[3] = 0.5 * (dot(A.v, C.w) - dot(A.w, C.v));
    e[4] = 0.5 * (dot(A.w, C.u) - dot(A.u, C.w));
    e[5] = 0.5 * (dot(A.u, C.v) - dot(A.v, C.u));
  }
};

// A cross whose arms are u of body i and v of body j (Cardan's or Hooke's joint).
struct Universal {
  static constexpr int ne = 6, free_count = 2;
  static constexpr int counts_turns[] = {0, 1};
  static constexpr DeformationSpec deformations[] = {{"turn of the cross about u", unit::radian},
                                                     {"turn of j about v", unit::radian},
                                                     {"u_i.v_j", unit::radian},
                                                     kAlongU,
                                                     kAlongV,
                                                     kAlongW};
  static std::string make(Vec3 u, Vec3 v, Axes& of_i, Axes& of_j) {
    if (dot(v, v) == 0) return "it needs the second arm of its cross, vx vy vz";
    const std::string problem = SameAxes::make(u, v, of_i, of_j);
    if (!problem.empty()) return problem;
    const double cosine = dot(of_i.u, unit_vector(v));
    if (std::fabs(cosine) <= tolerance::typed) return {};
    constexpr double kDegrees = 57.29577951308232;
    return fmt::format("the arms of its cross are at {:.6g} degrees, not at 90",
                       std::acos(cosine) * kDegrees);
  }
  template <class T>
  static void measure(const JointAt<T>& at, T* e) {
    const AxesOf<T>&A = at.A, &C = at.C;
    e[0] = atan2(dot(A.w, C.v), dot(A.v, C.v));
    e[1] = atan2(dot(A.u, C.w), dot(A.u, C.u));
    e[2] = dot(A.u, C.v);
    e[3] = dot(at.d, A.u), e[4] = dot(at.d, A.v), e[5] = dot(at.d, A.w);
  }
};

// Two shafts, along u of body i and v of body j, that bend against each other and turn at one
// speed: the twist of a swing and a twist is held.
struct ConstantVelocity {
  static constexpr int ne = 6, free_count = 2;
  static constexpr int counts_turns[] = {2};
  static constexpr DeformationSpec deformations[] = {{"bend of j against i about v", unit::radian},
                                                     {"bend of j against i about w", unit::radian},
                                                     {"twist of i against j", unit::radian},
                                                     kAlongU,
                                                     kAlongV,
                                                     kAlongW};
  // The axes of body j are those of body i after the swing that takes u to the second shaft.
  static std::string make(Vec3 u, Vec3 shaft, Axes& of_i, Axes& of_j) {
    const std::string problem = SameAxes::make(u, {}, of_i, of_j);
    if (!problem.empty() || dot(shaft, shaft) == 0) return problem;
    of_j.u = unit_vector(shaft);
    const double cosine = dot(of_i.u, of_j.u);
    if (!(1 + cosine > tolerance::typed)) return "its second shaft points against the first";
    const Vec3 turn = cross(of_i.u, of_j.u);
    const auto swung = [&](Vec3 a) {
      return a + cross(turn, a) + 1 / (1 + cosine) * cross(turn, cross(turn, a));
    };
    of_j.v = swung(of_i.v), of_j.w = swung(of_i.w);
    return {};
  }
  template <class T>
  static void measure(const JointAt<T>& at, T* e) {
    const auto turn = at.turn();
    e[0] = turn.about_v, e[1] = turn.about_w;
    e[2] = -turn.twist;
    e[3] = dot(at.d, at.A.u), e[4] = dot(at.d, at.A.v), e[5] = dot(at.d, at.A.w);
  }
};

// P_j stays in the plane of body i through P_i with the normal u, and j turns about u alone.
struct Planar : SameAxes {
  static constexpr int ne = 6, free_count = 3;
  static constexpr int counts_turns[] = {2};
  static constexpr DeformationSpec deformations[] = {{"travel of j against i along v", unit::metre},
                                                     {"travel of j against i along w", unit::metre},
                                                     kTurn,
                                                     kAlongU,
                                                     kTiltV,
                                                     kTiltW};
  template <class T>
  static void measure(const JointAt<T>& at, T* e) {
    const auto turn = at.turn();
    e[0] = -dot(at.d, at.A.v), e[1] = -dot(at.d, at.A.w);
    e[2] = turn.twist;
    e[3] = dot(at.d, at.A.u);
    e[4] = -turn.about_v, e[5] = -turn.about_w;
  }
};

// P_j stays in the plane of body i through P_i with the normal u.
struct InPlane : SameAxes {
  static constexpr int ne = 1, free_count = 0;
  static constexpr DeformationSpec deformations[] = {kAlongU};
  template <class T>
  static void measure(const JointAt<T>& at, T* e) {
    e[0] = dot(at.d, at.A.u);
  }
};

constexpr NodeKind kNodes[] = {NodeKind::space_point, NodeKind::orientation, NodeKind::space_point,
                               NodeKind::orientation};
constexpr Column kColumns[] = {{"xi_i", "m", "the joint in the frame of body i"},
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
                               {"vz", "-", "second axis"}};
constexpr Column kStiffness[] = {
    {"k1", "-", "stiffness of deformation 1"}, {"k2", "-", "stiffness of deformation 2"},
    {"k3", "-", "stiffness of deformation 3"}, {"k4", "-", "stiffness of deformation 4"},
    {"k5", "-", "stiffness of deformation 5"}, {"k6", "-", "stiffness of deformation 6"}};

template <class K>
constexpr ElementType joint_type(std::string_view keyword, std::string_view title,
                                 std::size_t optional = 3) {
  RecordSpec spec{keyword, title, kNodes, kColumns, K::deformations};
  spec.optional_columns = optional;
  spec.free_deformations = K::free_count;
  return make_element_type<FrameDerived<Joint<K>>>(
      spec, std::span<const Column>(kStiffness).first(static_cast<std::size_t>(K::ne)),
      diagonal_stiffness<K::ne>);
}

}  // namespace

const ElementType kSpaceRevolute =
    joint_type<Revolute>("REVOLUTE", "revolute joint of two bodies of space");
const ElementType kCylindrical =
    joint_type<Cylindrical>("CYLINDRICAL", "cylindrical joint of two bodies of space");
const ElementType kPrismatic =
    joint_type<Prismatic>("PRISMATIC", "prismatic joint of two bodies of space");
const ElementType kUniversal =
    joint_type<Universal>("UNIVERSAL", "universal joint of two bodies of space", 0);
const ElementType kConstantVelocity =
    joint_type<ConstantVelocity>("CVJOINT", "joint of constant velocity of two bodies of space");
const ElementType kPlanarJoint =
    joint_type<Planar>("PLANAR", "planar joint of two bodies of space");
const ElementType kInPlane =
    joint_type<InPlane>("INPLANE", "point of a body in a plane of another body of space");

}  // namespace mbs
