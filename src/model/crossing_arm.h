// The arm of a muscle about one joint on its way.
#pragma once

#include "model/crossed_joints.h"

namespace mbs {

// The part of dL/dtheta of this crossing; rate: of its length, per rad/s of the joint.
double crossing_arm(const Muscle& muscle, const CrossedJoint& crossing, const InputState& s,
                    double rate);
// The same part if all bodies beyond the joint turn about it as one body.
double crossing_arm(const Muscle& muscle, const CrossedJoint& crossing, const InputState& s,
                    ConstVector De);

}  // namespace mbs
