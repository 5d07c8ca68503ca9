// The unit of a coordinate or deformation of a deck.
#pragma once

#include "deck/tables/tables.h"

namespace mbs {

// `owner`: index of a node or of an element, by `target`.
inline Unit component_unit(const Tables& tables, Target target, int owner, int component) {
  return target == Target::coordinate ? coordinate_unit(tables.nodes[owner].kind, component)
                                      : tables.elements[owner].spec->deformations[component].unit;
}

}  // namespace mbs
