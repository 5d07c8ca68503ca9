// PINBODY: a body of space carries a point.
#pragma once

#include "elements/element.h"

namespace mbs {

extern const ElementType kPinBody;

}  // namespace mbs
