// Joints between two bodies of space: REVOLUTE, CYLINDRICAL, PRISMATIC, UNIVERSAL, CVJOINT, PLANAR,
// INPLANE.
#pragma once

#include "elements/element.h"

namespace mbs {

extern const ElementType kSpaceRevolute, kCylindrical, kPrismatic, kUniversal, kConstantVelocity,
    kPlanarJoint, kInPlane;

}  // namespace mbs
