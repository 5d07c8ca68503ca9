// SPHERICAL: two bodies of space share a point.
#pragma once

#include "elements/element.h"

namespace mbs {

extern const ElementType kSpherical;

}  // namespace mbs
