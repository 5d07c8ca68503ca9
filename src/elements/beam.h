// PLBEAM: planar beam (van Soest 1992 Fig. 1(c)) for large rotations and small deformations.
// PLBEAMG: the same with the shortening of the chord by bending counted in the elongation, which is
// the geometric stiffness of a beam under tension or compression (Meijaard 1996; SPACAR).
#pragma once

#include "elements/element.h"

namespace mbs {

extern const ElementType kBeam;
extern const ElementType kBeamGeometric;

}  // namespace mbs
