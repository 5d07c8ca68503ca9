#include "nodes/node_type.h"

namespace mbs {

void rigid_motion(NodeKind kind, RigidMotion motion, const double* x, const double* rotation,
                  double* velocities) {
  const int nv = coordinate_count(kind), k = static_cast<int>(motion);
  const bool turns = k >= 3;
  const int axis = turns ? k - 3 : k;
  for (int c = 0; c < nv; ++c) velocities[c] = 0;
  if (kind == NodeKind::angle) {
    velocities[0] = motion == RigidMotion::about_z ? 1 : 0;
  } else if (kind == NodeKind::orientation) {
    for (int c = 0; c < 3 && turns; ++c) velocities[c] = rotation[3 * axis + c];
  } else if (!turns) {
    if (axis < nv) velocities[axis] = 1;
  } else if (nv == 3) {  // e_axis x (x, y, z)
    velocities[(axis + 1) % 3] = -x[(axis + 2) % 3];
    velocities[(axis + 2) % 3] = x[(axis + 1) % 3];
  } else if (motion == RigidMotion::about_z) {
    velocities[0] = -x[1];
    velocities[1] = x[0];
  }
}

}  // namespace mbs
