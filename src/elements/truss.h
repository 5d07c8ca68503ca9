// PLTRUSS: planar truss, a bar that carries tension and compression only (van Soest 1992 appendix).
#pragma once

#include "elements/element.h"

namespace mbs {

extern const ElementType kTruss;

}  // namespace mbs
