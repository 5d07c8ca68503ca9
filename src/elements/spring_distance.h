// PLSDA: distance between a point of body i and a point of body j; the law of its stress is the
// spring, damper or actuator along it.
#pragma once

#include "elements/element.h"

namespace mbs {

extern const ElementType kSpringDistance;

}  // namespace mbs
