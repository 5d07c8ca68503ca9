#include "model/crossed_joints.h"

#include <algorithm>
#include <array>

#include "model/crossing_arm.h"

namespace mbs {

namespace {

// 1: a and b are the same angle or deformation; -1: a is -b; 0: neither.
int relation(const MuscleTerm& a, const MuscleTerm& b) {
  if (a.of_deformation && b.of_deformation && a.i == b.i) return a.sign == b.sign ? 1 : -1;
  if (a.plus < 0 || b.plus < 0) return 0;
  if (a.plus == b.plus && a.minus == b.minus) return 1;
  return a.plus == b.minus && a.minus == b.plus ? -1 : 0;
}

int relation(const MuscleTerm& joint, const CrossedJoint& crossing) {
  if (joint.plus < 0) return 0;
  if (joint.plus == crossing.plus && joint.minus == crossing.minus) return 1;
  return joint.plus == crossing.minus && joint.minus == crossing.plus ? -1 : 0;
}

}  // namespace

double crossing_arm(const Muscle& muscle, const CrossedJoint& crossing, const InputState& s,
                    double rate) {
  const MuscleTerm& term = muscle.terms[static_cast<std::size_t>(crossing.term)];
  return crossing.side * term.sign * rate * moment_arm(muscle, term, muscle_angle(term, s));
}

double crossing_arm(const Muscle& muscle, const CrossedJoint& crossing, const InputState& s,
                    ConstVector De) {
  const std::array<double, 2> at = crossing.joint.at(s.x);
  double rate = 0;
  for (const Lever& lever : crossing.levers) {
    const int c = lever.coordinate;
    const double moved = lever.kind == Lever::Kind::x   ? at[1] - s.x[c + 1]
                         : lever.kind == Lever::Kind::y ? s.x[c - 1] - at[0]
                                                        : 1;
    rate += De[lever.entry] * moved;
  }
  return crossing_arm(muscle, crossing, s, rate);
}

void moment_arms(const Muscle& muscle, const CrossedJoints& crossings, const InputState& s,
                 ConstVector De, Vector arms) {
  std::fill(arms.begin(), arms.end(), 0.0);
  int k = 0;
  for (const MuscleTerm& term : muscle.terms)
    arms[k++] = moment_arm(muscle, term, muscle_angle(term, s));
  for (const CrossedJoint& crossing : crossings)
    arms[crossing.channel] += crossing_arm(muscle, crossing, s, De);
}

double arm_about(const MuscleTerm& joint, const Muscle& muscle, const CrossedJoints& crossings,
                 const InputState& s, ConstVector De) {
  double arm = 0;
  for (const MuscleTerm& term : muscle.terms)
    if (const int same = relation(joint, term))
      arm += same * moment_arm(muscle, term, muscle_angle(term, s));
  for (const CrossedJoint& crossing : crossings)
    if (const int same = relation(joint, crossing))
      arm += same * crossing_arm(muscle, crossing, s, De);
  return arm;
}

bool acts_about(const MuscleTerm& joint, const Muscle& muscle, const CrossedJoints& crossings) {
  return std::any_of(muscle.terms.begin(), muscle.terms.end(),
                     [&](const MuscleTerm& term) { return relation(joint, term) != 0; }) ||
         std::any_of(crossings.begin(), crossings.end(),
                     [&](const CrossedJoint& crossing) { return relation(joint, crossing) != 0; });
}

}  // namespace mbs
