// PLRACK: a pinion on a rack.
#pragma once

#include "elements/element.h"

namespace mbs {

extern const ElementType kRack;

}  // namespace mbs
