// PLGEAR: a pair of gears. PLBELT: a belt or chain over two pulleys.
#pragma once

#include "elements/element.h"

namespace mbs {

extern const ElementType kGear, kBelt;

}  // namespace mbs
