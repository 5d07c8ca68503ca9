// PLSLOT: a pin in a straight slot.
#pragma once

#include "elements/element.h"

namespace mbs {

extern const ElementType kSlot;

}  // namespace mbs
