// The moment arms dL/dtheta of muscles about joints. Where a muscle names a joint (ARM), the arm is
// the slope of its polynomial. Where it lies over a length between bodies (a path, a spring), it
// has an arm about every revolute joint on the way between these bodies: the rate of the length
// while what lies beyond the joint turns about it as one body, at 1 rad/s.
#pragma once

#include <cstdint>
#include <vector>

#include "laws/muscle.h"
#include "model/parts.h"

namespace mbs {

// One coordinate that such a turn moves, and the entry of De of the length along it.
struct Lever {
  enum class Kind : std::uint8_t { x, y, angle };
  Kind kind = Kind::angle;
  int entry = 0, coordinate = 0;
};

// A joint on the way of one term of a muscle.
struct CrossedJoint {
  int term = 0;             // of Muscle::terms
  int channel = 0;          // of the muscle's arms: first those of its terms, then of other joints
  int plus = 0, minus = 0;  // coordinates: the angle of the joint is x[plus] - x[minus]
  PlaceInBody joint;
  double side = 1;  // 1 where the bodies beyond the joint turn with `plus`, -1 with `minus`
  std::vector<Lever> levers;
};
using CrossedJoints = std::vector<CrossedJoint>;  // of one muscle

// All arms of a muscle, one per channel. De: of an Evaluation at that state; it is read only where
// there are crossings.
void moment_arms(const Muscle& muscle, const CrossedJoints& crossings, const InputState& s,
                 ConstVector De, Vector arms);
// About one joint (or along a deformation) that a deck names beside its muscles; 0 where the muscle
// does not act there.
double arm_about(const MuscleTerm& joint, const Muscle& muscle, const CrossedJoints& crossings,
                 const InputState& s, ConstVector De);
// Whether the muscle acts on that angle or deformation at all.
bool acts_about(const MuscleTerm& joint, const Muscle& muscle, const CrossedJoints& crossings);

}  // namespace mbs
