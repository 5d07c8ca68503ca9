// PLBEAM: planar beam for large rotations and small deformations (van Soest 1992 Fig. 1(c); the
// formulas, which that paper does not print, are derived in beam.cpp).
//
// PLBEAMG: like PLBEAM, but its elongation includes the shortening of the chord by bending: the
// second-order term of SPACAR, the geometric stiffness of a beam in tension or compression.
#pragma once

#include "elements/element.h"

namespace mbs {

extern const ElementType kBeam;
extern const ElementType kBeamGeometric;

}  // namespace mbs
