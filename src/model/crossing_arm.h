// The arm of a muscle about one joint on its way.
#pragma once

#include "model/crossed_joints.h"

namespace mbs {

// The part of dL/dtheta that a rate of the length per rad/s of the joint has.
double crossing_arm(const Muscle& muscle, const CrossedJoint& crossing, const InputState& s,
                    double rate);
// Where all that lies beyond the joint turns about it as one.
double crossing_arm(const Muscle& muscle, const CrossedJoint& crossing, const InputState& s,
                    ConstVector De);

}  // namespace mbs
