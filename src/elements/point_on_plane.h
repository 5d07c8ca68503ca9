// SPLANE, with and without friction: the numbers of its line.
#pragma once

#include "base/record_spec.h"

namespace mbs {

inline constexpr Column kPointOnPlaneColumns[] = {
    {"xi", "m", "the point in the frame of the body"},
    {"eta", "m", "the point in the frame of the body"},
    {"zeta", "m", "the point in the frame of the body"},
    {"r", "m", "radius of a ball about it; 0: a point"},
    {"nx", "-", "PLANE: normal, towards the point; ON a body: along its axes"},
    {"ny", "-", "normal"},
    {"nz", "-", "normal"},
    {"x", "m", "THROUGH: a point of the plane"},
    {"y", "m", "point of the plane"},
    {"z", "m", "point of the plane"}};

}  // namespace mbs
