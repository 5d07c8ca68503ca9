// PLCLINE: a point or a wheel of one body against a line of another.
#pragma once

#include "elements/element.h"

namespace mbs {

extern const ElementType kContactLine;

}  // namespace mbs
