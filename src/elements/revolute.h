// PLREV: planar revolute joint between bodies i and j (Flores 2010 eq. (2), Nikravesh 1988 4.2.1).
#pragma once

#include "elements/element.h"

namespace mbs {

extern const ElementType kRevolute;

}  // namespace mbs
