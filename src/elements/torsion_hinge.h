// PLTOR: planar hinge, the relative angle of two angle nodes (van Soest 1992 Fig. 1(d)). It has no
// position of its own; bodies are kept together by sharing a point node.
#pragma once

#include "elements/element.h"

namespace mbs {

extern const ElementType kTorsionHinge;

}  // namespace mbs
