// PLBEAML: planar beam for large bending. The centre line of one element is an elastica whose
// curvature is linear along it, integrated exactly: no limit to the angle by which elements in a
// row are bent, and one of them may bend by more than half a circle.
#pragma once

#include "elements/element.h"

namespace mbs {

extern const ElementType kBeamLarge;

}  // namespace mbs
