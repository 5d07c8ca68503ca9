// PLSCREW: a screw moves its nut along a line while it turns.
#pragma once

#include "elements/element.h"

namespace mbs {

extern const ElementType kScrew;

}  // namespace mbs
