// Joints between two bodies of space: REVOLUTE, CYLINDRICAL, PRISMATIC, UNIVERSAL, CVJOINT, PLANAR,
// INPLANE, WELD, SCREW.
#include <fmt/format.h>

#include "base/tolerances.h"
#include "elements/body_joint.h"
#include "elements/types.h"

namespace mbs {

namespace {

using namespace body_joint;

// One axis that both bodies turn about.
struct Revolute : SameAxes {
  static constexpr int ne = 6, free_count = 1;
  static constexpr int turns[] = {0, 1, 2};
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
  static constexpr int turns[] = {0, 2, 3};
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

constexpr DeformationSpec kTiltU = {"tilt of i against j about u", unit::radian};

// Sliding along u without a turn. The tilts are sines.
struct Prismatic : SameAxes {
  static constexpr int ne = 6, free_count = 1;
  static constexpr int turns[] = {3, 4, 5};
  static constexpr DeformationSpec deformations[] = {kTravel, kAlongV, kAlongW,
                                                     kTiltU,  kTiltV,  kTiltW};
  template <class T>
  static void measure(const JointAt<T>& at, T* e) {
    const auto turn = sines(at.A, at.C);
    e[0] = -dot(at.d, at.A.u);
    e[1] = dot(at.d, at.A.v), e[2] = dot(at.d, at.A.w);
    e[3] = -turn.x, e[4] = -turn.y, e[5] = -turn.z;
  }
  static std::string check(const Axes& A, const Axes& C, const double*) {
    return refuse_far_turn(A, C);
  }
};

// Nothing moves. The tilts are sines.
struct Weld : SameAxes {
  static constexpr int ne = 6, free_count = 0;
  static constexpr int turns[] = {3, 4, 5};
  static constexpr DeformationSpec deformations[] = {kAlongU, kAlongV, kAlongW,
                                                     kTiltU,  kTiltV,  kTiltW};
  template <class T>
  static void measure(const JointAt<T>& at, T* e) {
    const auto turn = sines(at.A, at.C);
    e[0] = dot(at.d, at.A.u), e[1] = dot(at.d, at.A.v), e[2] = dot(at.d, at.A.w);
    e[3] = -turn.x, e[4] = -turn.y, e[5] = -turn.z;
  }
  static std::string check(const Axes& A, const Axes& C, const double*) {
    return refuse_far_turn(A, C);
  }
};

// A nut on a thread: j travels along u by the lead l in one turn.
struct ScrewOfSpace : SameAxes {
  static constexpr int ne = 6, free_count = 1, own_numbers = 1;
  static constexpr int turns[] = {0, 2, 3};
  static constexpr int counts_turns[] = {0};
  static constexpr DeformationSpec deformations[] = {
      kTurn, {"advance of the thread less travel", unit::metre}, kTiltV, kTiltW, kAlongV, kAlongW};
  template <class T>
  static void measure(const JointAt<T>& at, const double* lead, T* e) {
    const auto turn = at.turn();
    e[0] = turn.twist, e[1] = (*lead / kWholeTurn) * turn.twist + dot(at.d, at.A.u);
    e[2] = -turn.about_v, e[3] = -turn.about_w;
    e[4] = dot(at.d, at.A.v), e[5] = dot(at.d, at.A.w);
  }
  static std::string check(const Axes&, const Axes&, const double* lead) {
    return *lead == 0 ? "it has no LEAD, the travel of j in one turn" : std::string();
  }
  // A turn that is counted advances the thread, too.
  static void count(const double* winding, const double* p, LocalOut& out, bool) {
    const double before = out.e[0];
    count_turns(*winding, p[kOwn + own_numbers], out.e[0]);
    out.e[1] += p[kOwn] / kWholeTurn * (out.e[0] - before);
  }
};

// A cross whose arms are u of body i and v of body j (Cardan's or Hooke's joint).
struct Universal {
  static constexpr int ne = 6, free_count = 2;
  static constexpr int turns[] = {0, 1, 2};
  static constexpr int counts_turns[] = {0, 1};
  static constexpr DeformationSpec deformations[] = {
      {"turn of the cross about u", unit::radian, "angleu"},
      {"turn of j about v", unit::radian, "anglev"},
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
    const auto& [A, C, d] = at;
    e[0] = atan2(dot(A.w, C.v), dot(A.v, C.v));
    e[1] = atan2(dot(A.u, C.w), dot(A.u, C.u));
    e[2] = dot(A.u, C.v);
    e[3] = dot(d, A.u), e[4] = dot(d, A.v), e[5] = dot(d, A.w);
  }
};

// Two shafts, along u of body i and v of body j, that bend against each other and turn at one
// speed: the twist of a swing and a twist is held.
struct ConstantVelocity {
  static constexpr int ne = 6, free_count = 2;
  static constexpr int turns[] = {0, 1, 2};
  static constexpr int counts_turns[] = {2};
  static constexpr DeformationSpec deformations[] = {
      {"bend of j against i about v", unit::radian, "bendv"},
      {"bend of j against i about w", unit::radian, "bendw"},
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
  static constexpr int turns[] = {2, 4, 5};
  static constexpr int counts_turns[] = {2};
  static constexpr DeformationSpec deformations[] = {
      {"travel of j against i along v", unit::metre, "travelv"},
      {"travel of j against i along w", unit::metre, "travelw"},
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

}  // namespace

const ElementType kSpaceRevolute =
    joint_type<Revolute>("REVOLUTE", "rev", "revolute joint of two bodies of space");
const ElementType kCylindrical =
    joint_type<Cylindrical>("CYLINDRICAL", "cyl", "cylindrical joint of two bodies of space");
const ElementType kPrismatic =
    joint_type<Prismatic>("PRISMATIC", "pri", "prismatic joint of two bodies of space");
const ElementType kUniversal =
    joint_type<Universal>("UNIVERSAL", "uni", "universal joint of two bodies of space");
const ElementType kConstantVelocity = joint_type<ConstantVelocity>(
    "CVJOINT", "cv", "joint of constant velocity of two bodies of space");
const ElementType kPlanarJoint =
    joint_type<Planar>("PLANAR", "pla", "planar joint of two bodies of space");
const ElementType kInPlane =
    joint_type<InPlane>("INPLANE", "inp", "point of a body in a plane of another body of space");
const ElementType kSpaceWeld = joint_type<Weld>("WELD", "weld", "weld of two bodies of space");
const ElementType kSpaceScrew =
    joint_type<ScrewOfSpace>("SCREW", "scr", "screw between two bodies of space");

}  // namespace mbs
