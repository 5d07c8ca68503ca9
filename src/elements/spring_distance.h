// PLSDA: distance between a point of body i and a point of body j; what acts along it (spring,
// damper, actuator) is the law of its stress.
#pragma once

#include "elements/element.h"

namespace mbs {

extern const ElementType kSpringDistance;

}  // namespace mbs
