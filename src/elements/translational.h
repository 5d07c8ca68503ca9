// PLTRAN: planar translational joint between bodies i and j (Nikravesh 1988 section 4.2.1).
#pragma once

#include "elements/element.h"

namespace mbs {

extern const ElementType kTranslational;

}  // namespace mbs
