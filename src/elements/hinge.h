// HINGE: one orientation turns about an axis of another (SPACAR's hinge of space).
#pragma once

#include "elements/element.h"

namespace mbs {

extern const ElementType kHinge;

}  // namespace mbs
