// PLCCIRC: a point or a wheel of one body against a disc or inside a ring of another.
#pragma once

#include "elements/element.h"

namespace mbs {

extern const ElementType kContactCircle;

}  // namespace mbs
