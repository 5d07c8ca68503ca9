#include "nodes/node_type.h"

namespace mbs {

namespace {

void rigid_motion_of_space_point(RigidMotion motion, const double* x, double* v) {
  const int k = static_cast<int>(motion), axis = k % 3;
  v[0] = v[1] = v[2] = 0;
  if (k < 3) {
    v[axis] = 1;
  } else {  // e_axis x (x, y, z)
    v[(axis + 1) % 3] = -x[(axis + 2) % 3];
    v[(axis + 2) % 3] = x[(axis + 1) % 3];
  }
}

void mass_of_space_point(const double* numbers, double* m) { m[0] = m[1] = m[2] = numbers[0]; }

constexpr Column kSpacePointMass[] = {{"mass m", "kg", "mass"}};

}  // namespace

const NodeType kSpacePointNode = {
    .text = "a space point",
    .layout = "x y z",
    .count_text = "three numbers",
    .load_layout = "fx fy fz",
    .nq = 3,
    .nv = 3,
    .components = {{{"X", unit::metre}, {"Y", unit::metre}, {"Z", unit::metre}}},
    .role = NodeRole::place,
    .is_spatial = true,
    .letter = 'p',
    .rigid_motion = rigid_motion_of_space_point,
    .mass_columns = kSpacePointMass,
    .diagonal_mass = mass_of_space_point,
};

}  // namespace mbs
