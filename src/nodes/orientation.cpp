#include <fmt/format.h>

#include <cmath>

#include "base/tolerances.h"
#include "nodes/node_type.h"
#include "nodes/quaternion.h"
#include "nodes/rigid_body.h"
#include "nodes/turn_chart.h"

namespace mbs {

namespace {

// Euler parameters need not be typed with all their digits; a norm farther from 1 gives a remark.
NodeRemark make_unit_quaternion(double* q) {
  const double norm = norm_of(q);
  if (!(norm > 0) || !std::isfinite(norm))
    return {fmt::format("the four numbers have the norm {:.9g}", norm),
            "expected Euler parameters: cos(a/2), sin(a/2) times the axis of the turn a"};
  NodeRemark remark;
  if (std::fabs(norm - 1) > tolerance::typed)
    remark = {fmt::format("the norm of its Euler parameters is {:.9g}", norm),
              "they are divided by it", false};
  normalise(q);
  return remark;
}

std::array<double, 4> quaternion_at(const int* place, const double* x) {
  return {x[place[0]], x[place[1]], x[place[2]], x[place[3]]};
}

void prepare_rotations(const NodeBatch& nodes, const double* x, const PreparedNodes& out) {
  double* R = out.rotation;
  for (std::size_t k = 0; k < nodes.place.size(); k += 4, R += 9)
    rotation_matrix(quaternion_at(nodes.place.data() + k, x).data(), R);
}

// The axes of space in the frame of the body: one row of R each.
void rigid_motion_of_orientation(RigidMotion motion, const double* q, double* w) {
  w[0] = w[1] = w[2] = 0;
  const int axis = static_cast<int>(motion) - 3;
  if (axis < 0) return;
  double R[9];
  rotation_matrix(q, R);
  for (int c = 0; c < 3; ++c) w[c] = R[3 * axis + c];
}

// M = J and h = w x J w, along the axes of the body.
void inertia_of_orientations(const NodeBatch& nodes, const double*, const double* v,
                             const double* numbers, double* M, double* h) {
  static constexpr int kPlace[9] = {0, 1, 2, 1, 3, 4, 2, 4, 5};
  for (int k = 0; k < nodes.count(); ++k, M += 9, h += 3, numbers += 6) {
    const double* const w = v + nodes.gather[3 * k];
    for (int i = 0; i < 9; ++i) M[i] = numbers[kPlace[i]];
    double L[3];
    for (int i = 0; i < 3; ++i) L[i] = M[i] * w[0] + M[3 + i] * w[1] + M[6 + i] * w[2];
    h[0] = w[1] * L[2] - w[2] * L[1];
    h[1] = w[2] * L[0] - w[0] * L[2];
    h[2] = w[0] * L[1] - w[1] * L[0];
  }
}

void turn_orientation(const double* d, double* q) { turn_by(q, d); }

// The turn from one orientation to another, of at most half a revolution.
void turn_between(const double* from, const double* to, double* d) {
  // p = conjugate(from) o to
  const double *f = from, *t = to;
  const double p0 = f[0] * t[0] + f[1] * t[1] + f[2] * t[2] + f[3] * t[3];
  const double p[3] = {f[0] * t[1] - t[0] * f[1] - (f[2] * t[3] - f[3] * t[2]),
                       f[0] * t[2] - t[0] * f[2] - (f[3] * t[1] - f[1] * t[3]),
                       f[0] * t[3] - t[0] * f[3] - (f[1] * t[2] - f[2] * t[1])};
  const double sine = std::sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
  const double sign = p0 < 0 ? -1 : 1;  // q and -q are one orientation
  const double scale = sine > 0 ? sign * 2 * std::atan2(sine, sign * p0) / sine : 0;
  for (int c = 0; c < 3; ++c) d[c] = scale * p[c];
}

constexpr double kUnturned[] = {1, 0, 0, 0};  // the orientation of space
constexpr Column kRotaryInertia[] = {
    {"Ixx", "kg m^2", "moment of inertia"}, {"Ixy", "kg m^2", "-(sum of m x y)"},
    {"Ixz", "kg m^2", "-(sum of m x z)"},   {"Iyy", "kg m^2", "moment of inertia"},
    {"Iyz", "kg m^2", "-(sum of m y z)"},   {"Izz", "kg m^2", "moment of inertia"}};

}  // namespace

const NodeType kOrientationNode = {
    .text = "an orientation",
    .layout = "q0 q1 q2 q3",
    .count_text = "four numbers",
    .load_layout = "m1 m2 m3",
    .nq = 4,
    .nv = 3,
    .components = {{{"W1", unit::radian}, {"W2", unit::radian}, {"W3", unit::radian}}},
    .role = NodeRole::turn,
    .is_spatial = true,
    .letter = 'a',
    .start = kUnturned,
    .check_start = make_unit_quaternion,
    .rate = quaternion_rate,
    .retract = turn_orientation,
    .normalise = normalise,
    .prepare = prepare_rotations,
    .rigid_motion = rigid_motion_of_orientation,
    .mass_columns = kRotaryInertia,
    .check_mass = check_inertia,
    .inertia = inertia_of_orientations,
    .difference = turn_between,
    .chart_velocity = turn_velocity,
    .chart_rates = turn_rates,
};

}  // namespace mbs
