// The moment arms dL/dtheta of muscles about joints. Where a muscle names a joint (ARM), the arm is
// the slope of its polynomial. A muscle over a length between bodies (a path, a spring) has an arm
// about every revolute joint on the way between these bodies: the rate of the length while all
// bodies beyond the joint turn about it as one body, at 1 rad/s.
#pragma once

#include <cstdint>
#include <vector>

#include "laws/muscle.h"
#include "model/parts.h"

namespace mbs {

// A coordinate that this turn moves, and the index of the entry of De: d(length)/d(coordinate).
struct Lever {
  enum class Kind : std::uint8_t { x, y, angle };
  Kind kind = Kind::angle;
  int entry = 0, coordinate = 0;
};

// A joint that one term of a muscle crosses.
struct CrossedJoint {
  int term = 0;  // of Muscle::terms
  // index of the arm of the muscle: arms of its terms come first, then arms of other joints
  int channel = 0;
  int plus = 0, minus = 0;  // coordinates: the angle of the joint is x[plus] - x[minus]
  PlaceInBody joint;
  double side = 1;  // 1: the bodies beyond the joint turn with x[plus]; -1: with x[minus]
  std::vector<Lever> levers;
};
using CrossedJoints = std::vector<CrossedJoint>;  // all of one muscle

// All arms of a muscle, one per channel. De: of an Evaluation at that state; read only if there are
// crossings.
void moment_arms(const Muscle& muscle, const CrossedJoints& crossings, const InputState& s,
                 ConstVector De, Vector arms);
// The arm about one joint (or along a deformation) that the deck names beside its muscles; 0 if the
// muscle does not act there.
double arm_about(const MuscleTerm& joint, const Muscle& muscle, const CrossedJoints& crossings,
                 const InputState& s, ConstVector De);
// Whether the muscle acts on the angle or deformation of `joint`.
bool acts_about(const MuscleTerm& joint, const Muscle& muscle, const CrossedJoints& crossings);

}  // namespace mbs
