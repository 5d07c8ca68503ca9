// What channels of nodes are called behind the name of their owner, "phi" in "body4.phi" and in
// "rocker.phi" where NAME says rocker.
#pragma once

#include <string>

#include "nodes/node_type.h"

namespace mbs {

// Of a coordinate and its rates: "x", "yd", "phidd"; of an orientation "q0" (rate 0), "w1", "w1d".
std::string coordinate_part(NodeKind kind, int component, int rate);
// Of a load (letter f) or reaction (r): "fx", "rm", of an orientation "fm1".
std::string effort_part(NodeKind kind, int component, char letter);

}  // namespace mbs
