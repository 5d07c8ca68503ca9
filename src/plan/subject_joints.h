// The signs of clinics, one row per joint: angles with flexion and dorsiflexion positive, internal
// moments with extension and plantarflexion positive.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "plan/subject.h"
#include "text/units.h"

namespace mbs {

struct SubjectJointKind {
  std::string_view word, name;
  // Of a subject who looks along +x: the sign of the angle for the distal less the proximal body,
  // counter-clockwise. The moment on the distal body has the opposite sign.
  int sign;
  std::string_view bends, straightens;  // the positive angle, the positive internal moment
  double lowest, highest;               // of the angle [deg], wider than anybody can
};

inline std::span<const SubjectJointKind> subject_joint_kinds() {
  static constexpr SubjectJointKind kKinds[] = {
      {"HIP", "hip", 1, "flexion", "extension", -60, 150},
      {"KNEE", "knee", -1, "flexion", "extension", -30, 175},
      {"ANKLE", "ankle", 1, "dorsiflexion", "plantarflexion", -80, 60},
  };
  return kKinds;
}

// The unit of a channel of SUBJECT lines, "knee.angle" or "residual.fx".
inline std::string subject_unit(std::string_view channel, const UnitSystem& units) {
  const std::string_view part = channel.substr(channel.rfind('.') + 1);
  return part == "angle"    ? "deg"
         : part == "moment" ? "N m/kg"
         : part == "power"  ? "W/kg"
         : part == "m"      ? units.shown(unit::joule)
                            : units.shown(unit::newton);
}

inline const SubjectJointKind& kind_of(const SubjectJoint& joint) {
  return subject_joint_kinds()[static_cast<std::size_t>(joint.joint)];
}

}  // namespace mbs
