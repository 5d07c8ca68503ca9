#include <cmath>

#include "nodes/node_type.h"

namespace mbs {

namespace {

// Rates are often needed at the position found before, so angles that have not changed keep their
// cosine and sine.
void prepare_angles(const NodeBatch& nodes, const double* x, const PreparedNodes& out) {
  for (const int i : nodes.gather) {
    const double angle = x[i];
    if (angle == out.angle[i]) continue;
    const double cosine = std::cos(angle), sine = std::sin(angle);  // found together
    out.angle[i] = angle;
    out.cosine[i] = cosine;
    out.sine[i] = sine;
  }
}

void rigid_motion_of_angle(RigidMotion motion, const double*, double* v) {
  v[0] = motion == RigidMotion::about_z ? 1 : 0;
}

void inertia_of_angle(const double* numbers, double* m) { m[0] = numbers[0]; }

constexpr double kZeroAngle[] = {0};
// The field of XM is "mass m" for all nodes of the plane, as the deck's words are.
constexpr Column kAngleInertia[] = {{"mass m", "kg m^2", "moment of inertia"}};

}  // namespace

const NodeType kAngleNode = {
    .text = "an angle",
    .layout = "phi",
    .count_text = "one number",
    .load_layout = "moment",
    .nq = 1,
    .nv = 1,
    .components = {{{"PHI", unit::radian}}},
    .role = NodeRole::turn,
    .is_spatial = false,
    .letter = 'a',
    .start = kZeroAngle,
    .prepare = prepare_angles,
    .rigid_motion = rigid_motion_of_angle,
    .mass_columns = kAngleInertia,
    .diagonal_mass = inertia_of_angle,
};

}  // namespace mbs
