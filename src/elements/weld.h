// PLWELD: two bodies held together.
#pragma once

#include "elements/element.h"

namespace mbs {

extern const ElementType kWeld;

}  // namespace mbs
