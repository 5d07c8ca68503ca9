// WHEEL, BALL, EGG: a body of space rolls on a plane, which is fixed in space or carried by another
// body.
//
// Body (p, a) touches the plane with normal n through X at C = x_p + rho; the body of the plane
// turns with W (0 in space) and moves with u_q. With w the angular velocity of the body and
//   g = u_p + w x rho - u_q - W x (C - x_q),
// what the body's point at C moves against the plane's, the deformations are
//   e1  = n.(C - X)    gap [m]; S = minus the force of the plane on the body along n
//   e2' = t1.g         slip along [m/s], only a rate; S = minus the force on the body along t1
//   e3' = t2.g         slip across, t2 = n x t1
// C is where the surface of the body is parallel to the plane, so that e1' = n.g, and with d one of
// n t1 t2
//   De: d along u_p, R_a^T (rho x d) along w, minus the same for the body of the plane
//   D2e(v, v) = d'.g + d.(w x rho' - W x (u_p + rho' - u_q)).
// A shape gives rho and t1 with their rates, and its lever: by how much a turn of the body about
// its node moves the gap at most, half of it.
#include <algorithm>
#include <cmath>
#include <string>

#include "elements/batch.h"
#include "elements/joint_axes.h"
#include "elements/point_on_plane.h"
#include "elements/types.h"
#include "nodes/quaternion.h"

namespace mbs {

namespace {

// A vector of space and its rate.
struct Moving3 {
  Vec3 value, rate = {};
};
Moving3 operator*(double s, const Moving3& a) { return {s * a.value, s * a.rate}; }
Moving3 operator+(const Moving3& a, const Moving3& b) {
  return {a.value + b.value, a.rate + b.rate};
}
Moving3 operator-(const Moving3& a, const Moving3& b) {
  return {a.value - b.value, a.rate - b.rate};
}
Moving3 cross(const Moving3& a, const Moving3& b) {
  return {cross(a.value, b.value), cross(a.rate, b.value) + cross(a.value, b.rate)};
}
// a / |a|
Moving3 direction(const Moving3& a) {
  const double size = std::sqrt(dot(a.value, a.value));
  const Vec3 along = 1 / size * a.value;
  return {along, 1 / size * (a.rate - dot(along, a.rate) * along)};
}
// An axis of a body with the matrix R and the angular velocity w in space.
Moving3 carried(const double* R, Vec3 w, const double* axis) {
  const Vec3 along = to_space(R, vec3(axis));
  return {along, cross(w, along)};
}

// Where a shape touches the plane: rho from the node of the body, and the direction t1.
struct Touching {
  Moving3 rho, along;
};

// Parameters of every shape, behind its own: the plane.
constexpr int kNormal = 0, kThrough = 3, kAlong = 6, kPlane = 9;
// A wheel whose s is smaller lies flat.
constexpr double kFlat = 1e-3;

// Disc of radius r about the axle, with a tyre whose section has the radius c. With the axle a and
// s = |a x n|, t1 = a x n/s is the way it goes where w.a > 0, and t1 x a points up in its plane.
struct Wheel {
  static constexpr int np = 5;           // axle in the body, r, c
  static constexpr int columns = 5;      // of the deck, before those of the plane
  static constexpr bool of_axle = true;  // t1 goes with the wheel, not with the plane
  static std::string prepare(const double* given, double* p) {
    const Vec3 axle = vec3(given);
    if (!(dot(axle, axle) > 0)) return "its axle is 0 0 0";
    const Vec3 along = unit_vector(axle);
    for (int k = 0; k < 3; ++k) p[k] = along[k];
    p[3] = given[3], p[4] = given[4];
    if (!(p[3] > 0)) return "its radius is not positive";
    if (!(p[4] >= 0)) return "the radius of its tyre is negative";
    return {};
  }
  static double lever(const double* p) { return p[3]; }
  static Touching touch(const double* R, Vec3 w, const Moving3& n, const Moving3&,
                        const double* p) {
    const Moving3 axle = carried(R, w, p), level = cross(axle, n);
    // Flat, it touches everywhere at once.
    if (!(dot(level.value, level.value) > kFlat * kFlat)) return {{{NAN, NAN, NAN}}, {}};
    const Moving3 along = direction(level);
    return {-p[3] * cross(along, axle) - p[4] * n, along};
  }
};

struct Ball {
  static constexpr int np = 1, columns = 1;  // r
  static constexpr bool of_axle = false;
  static std::string prepare(const double* given, double* p) {
    p[0] = given[0];
    return p[0] > 0 ? "" : "its radius is not positive";
  }
  static double lever(const double*) { return 0; }
  static Touching touch(const double*, Vec3, const Moving3& n, const Moving3& along,
                        const double* p) {
    return {-p[0] * n, along};
  }
};

// Ellipsoid: with its axes E in the body, semi-axes D and n_e the normal along E, it touches at
// centre - E D m/|m|, m = D n_e.
struct Egg {
  static constexpr int np = 15;      // D (3), centre (3), E (3 axes in the body)
  static constexpr int columns = 9;  // D, centre, rotation vector of E
  static constexpr bool of_axle = false;
  static std::string prepare(const double* given, double* p) {
    if (!(std::min({given[0], given[1], given[2]}) > 0)) return "a semi-axis is not positive";
    std::copy_n(given, 6, p);
    double q[4] = {1, 0, 0, 0}, R[9];
    turn_by(q, given + 6);
    rotation_matrix(q, R);
    for (int k = 0; k < 3; ++k)
      for (int c = 0; c < 3; ++c) p[6 + 3 * k + c] = axis(R, k)[c];
    return {};
  }
  static double lever(const double* p) {
    return std::max({p[0], p[1], p[2]}) + std::hypot(p[3], p[4], p[5]);
  }
  static Touching touch(const double* R, Vec3 w, const Moving3& n, const Moving3& along,
                        const double* p) {
    Moving3 axes[3];
    double size = 0, size_rate = 0, part[3], part_rate[3];
    for (int k = 0; k < 3; ++k) {
      axes[k] = carried(R, w, p + 6 + 3 * k);
      part[k] = p[k] * dot(axes[k].value, n.value);
      part_rate[k] = p[k] * (dot(axes[k].rate, n.value) + dot(axes[k].value, n.rate));
      size += part[k] * part[k], size_rate += part[k] * part_rate[k];
    }
    size = std::sqrt(size), size_rate /= size;
    Moving3 rho = carried(R, w, p + 3);
    for (int k = 0; k < 3; ++k) {
      const double f = -p[k] * part[k] / size,
                   rate = -p[k] * (part_rate[k] - part[k] * size_rate / size) / size;
      rho = rho + Moving3{f * axes[k].value, f * axes[k].rate + rate * axes[k].value};
    }
    return {rho, along};
  }
};

// A point s of the body, or a ball of radius r about it: SPLANE with friction.
struct PointOfBody {
  static constexpr int np = 4, columns = 4;  // s (3), r
  static constexpr bool of_axle = false;
  static std::string prepare(const double* given, double* p) {
    std::copy_n(given, 4, p);
    return p[3] >= 0 ? "" : "its radius is negative";
  }
  static double lever(const double* p) { return std::hypot(p[0], p[1], p[2]); }
  static Touching touch(const double* R, Vec3 w, const Moving3& n, const Moving3& along,
                        const double* p) {
    return {carried(R, w, p) - p[3] * n, along};
  }
};

// kOnBody: the plane belongs to a body (q, b), else to space.
template <class Shape, bool kOnBody>
struct Rolling {
  static constexpr int nx = kOnBody ? 12 : 6;  // x_p (3) w_a (3) [x_q (3) w_b (3)]
  static constexpr int ne = 3;
  static constexpr int first_plane = Shape::np, np = Shape::np + kPlane + ne;
  static constexpr auto turning = [] {
    std::array<int, kOnBody ? 2 : 1> out{3};
    if constexpr (kOnBody) out[1] = 9;
    return out;
  }();

  // x0: x_p, quaternion of a [x_q, quaternion of b]. columns: those of the shape, normal, through.
  static std::string prepare(const double* x0, const double* columns, double* p) {
    const std::string problem = Shape::prepare(columns, p);
    if (!problem.empty()) return problem;
    double* const plane = p + first_plane;
    Axes axes;
    if (!make_axes(vec3(columns + Shape::columns), {}, axes).empty())
      return "the normal of its plane is 0 0 0";
    for (int k = 0; k < 3; ++k) {
      plane[kNormal + k] = axes.u[k];
      plane[kThrough + k] = columns[Shape::columns + 3 + k];
      plane[kAlong + k] = axes.v[k];
      p[first_plane + kPlane + k] = 0;
    }
    if constexpr (Shape::of_axle) {
      double R[9], R_b[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
      rotation_matrix(x0 + 3, R);
      if constexpr (kOnBody) rotation_matrix(x0 + 10, R_b);
      const Vec3 level = cross(to_space(R, vec3(p)), to_space(R_b, axes.u));
      if (!(dot(level, level) > kFlat * kFlat)) return "it lies flat on its plane";
    }
    return {};
  }

  template <bool kAcceleration>
  static void deform(const Local<nx>& q, const double* p, LocalOut& out) {
    static constexpr double kFixed[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    const double* const plane = p + first_plane;
    const double *const R = q.R[0], *R_b = kFixed;
    Vec3 w, w_b, u, origin, through = vec3(plane + kThrough);
    double size = 0;
    for (int k = 0; k < 3; ++k) size += std::fabs(q.x[k]) + std::fabs(plane[kThrough + k]);
    if constexpr (kOnBody) {
      R_b = q.R[1];
      origin = vec3(q.x + 6);
      through = origin + to_space(R_b, through);
      for (int k = 0; k < 3; ++k) size += std::fabs(q.x[6 + k]);
    }
    if constexpr (kAcceleration) {
      w = to_space(R, vec3(q.v + 3));
      u = vec3(q.v);
      if constexpr (kOnBody) {
        w_b = to_space(R_b, vec3(q.v + 9));
        u = u - vec3(q.v + 6);
      }
    }
    const Moving3 n = carried(R_b, w_b, plane + kNormal);
    const Touching at = Shape::touch(R, w, n, carried(R_b, w_b, plane + kAlong), p);
    const Vec3 rho = at.rho.value, contact = vec3(q.x) + rho, arm_b = contact - origin;
    const Moving3 directions[3] = {n, at.along, cross(n, at.along)};
    Vec3 slip, bent;
    if constexpr (kAcceleration) {
      slip = u + cross(w, rho) - cross(w_b, arm_b);
      bent = cross(w, at.rho.rate) - cross(w_b, u + at.rho.rate);
    }
    for (int r = 0; r < ne; ++r) {
      const Vec3 d = directions[r].value;
      const auto write = [&out, r](int column, Vec3 a) {
        for (int k = 0; k < 3; ++k) out.De[(column + k) * ne + r] = a[k];
      };
      write(0, d);
      write(3, to_body(R, cross(rho, d)));
      if constexpr (kOnBody) {
        write(6, -1 * d);
        write(9, to_body(R_b, cross(d, arm_b)));
      }
      out.e[r] = out.size[r] = 0;
      if constexpr (kAcceleration) out.D2e_vv[r] = dot(directions[r].rate, slip) + dot(d, bent);
    }
    const double reference = p[first_plane + kPlane];
    out.e[0] = dot(n.value, contact - through) - reference;
    out.size[0] = size + std::fabs(reference) + std::sqrt(dot(rho, rho));
  }
};

constexpr NodeKind kNodes[] = {NodeKind::space_point, NodeKind::orientation, NodeKind::space_point,
                               NodeKind::orientation};
constexpr DeformationSpec kDeformations[] = {
    {"gap", unit::metre}, {"slip along", unit::metre}, {"slip across", unit::metre}};
constexpr Column kStiffness[] = {{"k1", "N/m", "stiffness of the gap"},
                                 {"k2", "N/m", "none: a slip has no value"},
                                 {"k3", "N/m", "none: a slip has no value"}};

constexpr Column kWheelColumns[] = {
    {"ax", "-", "axle, along the axes of the body"},
    {"ay", "-", "axle"},
    {"az", "-", "axle"},
    {"r", "m", "radius"},
    {"c", "m", "TYRE: radius of the section of a round tyre"},
    {"nx", "-", "PLANE: normal, towards the wheel; ON a body: along its axes"},
    {"ny", "-", "normal"},
    {"nz", "-", "normal"},
    {"x", "m", "THROUGH: a point of the plane"},
    {"y", "m", "point of the plane"},
    {"z", "m", "point of the plane"}};
constexpr Column kBallColumns[] = {
    {"r", "m", "radius"},
    {"nx", "-", "PLANE: normal, towards the ball; ON a body: along its axes"},
    {"ny", "-", "normal"},
    {"nz", "-", "normal"},
    {"x", "m", "THROUGH: a point of the plane"},
    {"y", "m", "point of the plane"},
    {"z", "m", "point of the plane"}};
constexpr Column kEggColumns[] = {
    {"rx", "m", "semi-axis"},
    {"ry", "m", "semi-axis"},
    {"rz", "m", "semi-axis"},
    {"cx", "m", "CENTRE: in the frame of the body"},
    {"cy", "m", "centre"},
    {"cz", "m", "centre"},
    {"tx", "rad", "TURN: rotation vector of the semi-axes against the axes of the body"},
    {"ty", "rad", "rotation vector"},
    {"tz", "rad", "rotation vector"},
    {"nx", "-", "PLANE: normal, towards the ellipsoid; ON a body: along its axes"},
    {"ny", "-", "normal"},
    {"nz", "-", "normal"},
    {"x", "m", "THROUGH: a point of the plane"},
    {"y", "m", "point of the plane"},
    {"z", "m", "point of the plane"}};

template <class Shape, bool kOnBody>
ElementType rolling_type(std::string_view keyword, std::string_view title,
                         std::span<const Column> columns) {
  RecordSpec spec{keyword, title, std::span<const NodeKind>(kNodes).first(kOnBody ? 4 : 2), columns,
                  kDeformations};
  spec.first_rate = 1;
  spec.is_gap = keyword == "SPLANE";
  ElementType type =
      make_element_type<Rolling<Shape, kOnBody>>(spec, kStiffness, diagonal_stiffness<3>);
  type.sees_rigid_motion = !kOnBody;
  type.approach = [](const ElementBatch& batch, int k) {
    Approach out;
    out.size = Shape::lever(batch.parameters.data() + k * Rolling<Shape, kOnBody>::np);
    return out;
  };
  return type;
}

}  // namespace

const ElementType kWheel =
    rolling_type<Wheel, false>("WHEEL", "wheel that rolls on a plane of space", kWheelColumns);
const ElementType kWheelOnBody =
    rolling_type<Wheel, true>("WHEEL", "wheel that rolls on a plane of a body", kWheelColumns);
const ElementType kBall =
    rolling_type<Ball, false>("BALL", "ball that rolls on a plane of space", kBallColumns);
const ElementType kBallOnBody =
    rolling_type<Ball, true>("BALL", "ball that rolls on a plane of a body", kBallColumns);
const ElementType kEgg =
    rolling_type<Egg, false>("EGG", "ellipsoid that rolls on a plane of space", kEggColumns);
const ElementType kEggOnBody =
    rolling_type<Egg, true>("EGG", "ellipsoid that rolls on a plane of a body", kEggColumns);

const ElementType kRubbingPlane = rolling_type<PointOfBody, false>(
    "SPLANE", "point of a body of space that rubs on a plane of space", kPointOnPlaneColumns);
const ElementType kRubbingPlaneOnBody = rolling_type<PointOfBody, true>(
    "SPLANE", "point of a body of space that rubs on a plane of a body", kPointOnPlaneColumns);

}  // namespace mbs
