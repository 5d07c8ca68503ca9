#include "space_functions.h"

#include <cmath>

#include "space_rolling.h"

namespace hunt {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

TaylorVector column(const TaylorMatrix& R, std::size_t c) { return {R[0][c], R[1][c], R[2][c]}; }
// Entry (r, c) of R_i^T R_j.
Taylor between(const Pose& i, const Pose& j, std::size_t r, std::size_t c) {
  return dot(column(i.R, r), column(j.R, c));
}

// The axes of both bodies at one instant, and P_j - P_i.
struct Frames {
  std::array<TaylorVector, 3> a, b;
  TaylorVector d;
  Frames(const Fitting& f, const Pose& i, const Pose& j) {
    for (std::size_t k = 0; k < 3; ++k) {
      a[k] = turned_by(i.R, constant(f.axes_i[k]));
      b[k] = turned_by(j.R, constant(f.axes_j[k]));
    }
    d = minus(place_of(j, f.point_j), place_of(i, f.point_i));
  }
  Taylor along(std::size_t k) const { return dot(a[k], d); }
  Taylor cosine(std::size_t k, std::size_t l) const { return dot(a[k], b[l]); }
  // Of v' and w' about u where u' is u.
  Taylor turn() const { return angle_of(cosine(2, 1), cosine(1, 1)); }
  Taylor twist() const {
    return angle_of(cosine(2, 1) - cosine(1, 2), cosine(1, 1) + cosine(2, 2));
  }
};

// theta / sin(theta) of y = sin(theta/2)^2, below 0.9: the sum of c_n y^n, c_n = c_(n-1) 2n/(2n+1).
Taylor angle_over_sine(Taylor y) {
  double g = 0, g1 = 0, g2 = 0, c = 1, power = 1;  // power: y^(n-2), from n = 2
  for (int n = 0; n < 400; ++n) {
    if (n > 0) c *= 2.0 * n / (2 * n + 1);
    if (n == 0) g += c;
    if (n == 1) g += c * y.f, g1 += c;
    if (n < 2) continue;
    g += c * power * y.f * y.f;
    g1 += c * n * power * y.f;
    g2 += c * n * (n - 1) * power;
    power *= y.f;
  }
  return compose(y, g, g1, g2);
}

std::array<Taylor, 3> rotation_vector(const Frames& f) {
  const Taylor trace = f.cosine(0, 0) + f.cosine(1, 1) + f.cosine(2, 2);
  const Taylor s = Taylor(0.5) * angle_over_sine((Taylor(3) - trace) * Taylor(0.25));
  return {s * (f.cosine(2, 1) - f.cosine(1, 2)), s * (f.cosine(0, 2) - f.cosine(2, 0)),
          s * (f.cosine(1, 0) - f.cosine(0, 1))};
}

// R_i^T R_j = R_1(e1) R_2(e2) R_3(e3) about the axes a, b, c in turn.
std::array<Taylor, 3> cardan_angles(const std::array<int, 3>& sequence, const Pose& i,
                                    const Pose& j) {
  const std::size_t a = at(sequence[0]), b = at(sequence[1]), c = at(sequence[2]);
  const Taylor sign((b + 3 - a) % 3 == 1 ? 1 : -1);
  const auto entry = [&](std::size_t r, std::size_t k) { return between(i, j, r, k); };
  if (a != c) {
    // R_ac = sign sin(e2)
    const Taylor s = sign * entry(a, c);
    return {angle_of(Taylor(0) - sign * entry(b, c), entry(c, c)),
            angle_of(s, sqrt(entry(c, c) * entry(c, c) + entry(b, c) * entry(b, c))),
            angle_of(Taylor(0) - sign * entry(a, b), entry(a, a))};
  }
  const std::size_t k = 3 - a - b;
  const Taylor s = sqrt(entry(a, b) * entry(a, b) + entry(a, k) * entry(a, k));
  return {angle_of(entry(b, a), Taylor(0) - sign * entry(k, a)), angle_of(s, entry(a, a)),
          angle_of(entry(a, b), sign * entry(a, k))};
}

}  // namespace

const JointForm& form_of(Joint joint) {
  static const std::array<JointForm, kJoints> kForms{
      {{"REVOLUTE", "rev", 6, 1},   {"CYLINDRICAL", "cyl", 6, 2}, {"PRISMATIC", "pri", 6, 1},
       {"UNIVERSAL", "uni", 6, 2},  {"CVJOINT", "cv", 6, 2},      {"PLANAR", "pla", 6, 3},
       {"INPLANE", "inp", 1, 0},    {"WELD", "weld", 6, 0},       {"SCREW", "scr", 6, 1},
       {"BUSHING", "bush", 6, 6},   {"SPHERICAL", "sph", 3, 0},   {"HINGE", nullptr, 3, 1},
       {"CARDAN", nullptr, 3, 3},   {"SDA", nullptr, 1, 1},       {"PINBODY", nullptr, 3, 0},
       {"RBEAM", nullptr, 3, 0},    {"SLIDER", nullptr, 3, 1},    {"TRUSS", nullptr, 1, 1},
       {"RELATION", nullptr, 1, 0}, {"WHEEL", "wheel", 3, 0},     {"BALL", "ball", 3, 0},
       {"EGG", "egg", 3, 0},        {"X Y Z", nullptr, 3, 3},     {"VFORMULA", nullptr, 1, 0}}};
  return kForms[static_cast<std::size_t>(joint)];
}

Matrix3 matrix_of(const std::array<double, 4>& q) {
  const double a = q[0], b = q[1], c = q[2], d = q[3];
  return {{{1 - 2 * (c * c + d * d), 2 * (b * c - a * d), 2 * (b * d + a * c)},
           {2 * (b * c + a * d), 1 - 2 * (b * b + d * d), 2 * (c * d - a * b)},
           {2 * (b * d - a * c), 2 * (c * d + a * b), 1 - 2 * (b * b + c * c)}}};
}
Vector3 times(const Matrix3& R, const Vector3& v) {
  return {dot(R[0], v), dot(R[1], v), dot(R[2], v)};
}
Vector3 transposed_times(const Matrix3& R, const Vector3& v) {
  Vector3 out{};
  for (std::size_t r = 0; r < 3; ++r)
    for (std::size_t c = 0; c < 3; ++c) out[c] += R[r][c] * v[r];
  return out;
}
Vector3 cross(const Vector3& a, const Vector3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
double dot(const Vector3& a, const Vector3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
TaylorVector place_of(const Pose& pose, const Vector3& s) {
  TaylorVector out = turned_by(pose.R, constant(s));
  for (std::size_t k = 0; k < 3; ++k) out[k] = out[k] + pose.x[k];
  return out;
}

Fitting fit(const SpaceElement& element, const SpaceBody& i, const SpaceBody& j) {
  Fitting out;
  const Matrix3 Ri = matrix_of(i.q), Rj = matrix_of(j.q);
  const bool two_points = element.joint == Joint::sda || element.joint == Joint::truss;
  const Vector3& end = two_points ? element.place_j : element.place;
  Vector3 di{}, dj{};
  for (std::size_t k = 0; k < 3; ++k) {
    di[k] = element.place[k] - i.x[k];
    dj[k] = end[k] - j.x[k];
  }
  out.point_i = transposed_times(Ri, di);
  out.point_j = transposed_times(Rj, dj);
  for (std::size_t k = 0; k < 3; ++k) {
    out.axes_i[k] = transposed_times(Ri, element.axes[k]);
    out.axes_j[k] = transposed_times(Rj, element.axes[k]);
  }
  for (std::size_t k = 0; k < 3; ++k) di[k] = end[k] - element.place[k];
  out.length = std::sqrt(dot(di, di));
  return out;
}

std::vector<Taylor> deformations(const SpaceElement& element, const Fitting& fitting, const Pose& i,
                                 const Pose& j) {
  if (has_rates(element.joint)) return rolling_deformations(element, i, j);
  const Frames f(fitting, i, j);
  const auto tilt = [&](std::size_t k) { return f.cosine(0, k); };  // u against v' or w'
  switch (element.joint) {
    case Joint::revolute:
      return {f.turn(), tilt(1), tilt(2), f.along(0), f.along(1), f.along(2)};
    case Joint::cylindrical:
      return {f.turn(), f.along(0), tilt(1), tilt(2), f.along(1), f.along(2)};
    case Joint::prismatic:
      return {f.along(0), f.along(1), f.along(2), tilt(1), tilt(2), f.cosine(1, 2)};
    case Joint::universal:
      return {f.turn(),       angle_of(f.cosine(0, 2), f.cosine(0, 0)),
              f.cosine(0, 1), f.along(0),
              f.along(1),     f.along(2)};
    case Joint::cv:
      return {Taylor(0) - f.cosine(2, 0),
              f.cosine(1, 0),
              f.twist(),
              f.along(0),
              f.along(1),
              f.along(2)};
    case Joint::planar:
      return {f.along(1), f.along(2), f.turn(), f.along(0), tilt(1), tilt(2)};
    case Joint::inplane:
      return {f.along(0)};
    case Joint::weld:
      return {f.along(0), f.along(1), f.along(2), tilt(1), tilt(2), f.cosine(1, 2)};
    case Joint::screw:
      return {f.turn(),   f.along(0) - Taylor(element.lead / (2 * M_PI)) * f.turn(),
              tilt(1),    tilt(2),
              f.along(1), f.along(2)};
    case Joint::bushing: {
      const std::array<Taylor, 3> turn = rotation_vector(f);
      return {f.along(0), f.along(1), f.along(2), turn[0], turn[1], turn[2]};
    }
    case Joint::spherical:  // along the axes of space
      return {Taylor(0) - f.d[0], Taylor(0) - f.d[1], Taylor(0) - f.d[2]};
    case Joint::hinge:
      return {f.twist(), tilt(1), tilt(2)};
    case Joint::cardan: {
      const std::array<Taylor, 3> e = cardan_angles(element.sequence, i, j);
      return {e[0], e[1], e[2]};
    }
    case Joint::sda:
    case Joint::truss:
      return {sqrt(dot(f.d, f.d)) - Taylor(fitting.length)};
    case Joint::pinbody: {
      const TaylorVector d = minus(j.x, i.x);
      const Vector3& s = fitting.point_i;
      return {dot(column(i.R, 0), d) - Taylor(s[0]), dot(column(i.R, 1), d) - Taylor(s[1]),
              dot(column(i.R, 2), d) - Taylor(s[2])};
    }
    case Joint::coordinates:
      return {j.x[0], j.x[1], j.x[2]};
    case Joint::rbeam:
    case Joint::slider: {
      // The point is at its place of the X lines where all three are zero.
      return {f.along(0), f.along(1), f.along(2)};
    }
    default:
      break;
  }
  return {};
}

bool is_regular(const SpaceElement& element, const Fitting& fitting, const Pose& i, const Pose& j) {
  if (has_rates(element.joint)) return is_regular_rolling(element, i, j);
  const Frames f(fitting, i, j);
  switch (element.joint) {
    case Joint::cv:
    case Joint::hinge:
      return f.cosine(0, 0).f > -0.5;
    case Joint::universal:
      return std::hypot(f.cosine(2, 1).f, f.cosine(1, 1).f) > 0.2;
    case Joint::bushing:
      return f.cosine(0, 0).f + f.cosine(1, 1).f + f.cosine(2, 2).f > -0.4;
    case Joint::cardan: {
      const double s = std::sin(cardan_angles(element.sequence, i, j)[1].f);
      return element.sequence[0] == element.sequence[2] ? std::fabs(s) > 0.2 : std::fabs(s) < 0.97;
    }
    case Joint::sda:
    case Joint::truss:
      return dot(f.d, f.d).f > 0.01;
    default:
      return true;
  }
}

}  // namespace hunt
