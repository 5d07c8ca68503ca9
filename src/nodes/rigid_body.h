// The mass of a rigid body of space whose centre of mass may be off its point.
#pragma once

#include "nodes/node_type.h"

namespace mbs {

// Judges a matrix of inertia Ixx Ixy Ixz Iyy Iyz Izz, as XM and BODYMASS give it.
NodeRemark check_inertia(const double* J);
// Judges the ten numbers of BODYMASS: m, the centre of mass, the matrix of inertia about it.
NodeRemark check_body_mass(const double* numbers);

// A space point and an orientation as one, for its mass alone: no entry of the registry. NodeBatch:
// place has x y z q0 q1 q2 q3, gather the six velocities. Its numbers are those of BODYMASS.
extern const NodeType kRigidBody;

}  // namespace mbs
