// TRUSS: a bar between two points of space.
#pragma once

#include "elements/element.h"

namespace mbs {

extern const ElementType kSpaceTruss;

}  // namespace mbs
