#include "nodes/node_type.h"

namespace mbs {

namespace {

void rigid_motion_of_point(RigidMotion motion, const double* x, double* v) {
  v[0] = motion == RigidMotion::x ? 1 : 0;
  v[1] = motion == RigidMotion::y ? 1 : 0;
  if (motion != RigidMotion::about_z) return;
  v[0] = -x[1];
  v[1] = x[0];
}

void mass_of_point(const double* numbers, double* m) { m[0] = m[1] = numbers[0]; }

constexpr Column kPointMass[] = {{"mass m", "kg", "mass"}};

}  // namespace

const NodeType kPointNode = {
    .text = "a point",
    .layout = "x y",
    .count_text = "two numbers",
    .load_layout = "fx fy",
    .nq = 2,
    .nv = 2,
    .components = {{{"X", unit::metre}, {"Y", unit::metre}}},
    .role = NodeRole::place,
    .is_spatial = false,
    .letter = 'p',
    .rigid_motion = rigid_motion_of_point,
    .mass_columns = kPointMass,
    .diagonal_mass = mass_of_point,
};

}  // namespace mbs
