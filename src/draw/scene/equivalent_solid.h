// Homogeneous solids in the place of masses: what has the same mass and inertia.
#pragma once

#include <vector>

#include "draw/scene/space_solids.h"

namespace mbs {

// Moments of inertia in the order xx xy xz yy yz zz, and the mass that they belong to.
struct MassPart {
  double mass = 0;
  Vec3 centre;
  double inertia[6] = {};  // about its centre
};

// The whole of all parts.
MassPart total(const std::vector<MassPart>& parts);
// The half edges of a box with this mass and inertia, or a drum where two moments are equal, or a
// ball. Flat ones get the thickness `least`.
Solid equivalent_solid(const MassPart& body, double least);

}  // namespace mbs
