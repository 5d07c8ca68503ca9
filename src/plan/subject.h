// SUBJECT lines: whose motion it is, as clinics tell it. The mass of the subject, his joints, and
// the net joint that carries what is left of the whole body.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/source_location.h"

namespace mbs {

enum class JointOfSubject : std::uint8_t { hip, knee, ankle };

// A body of KABIOS decks, a segment of chains, or a pair of nodes. 0: no body.
struct SubjectBody {
  int number = 0;
  int angle = 0;  // the angle node of a native pair, else 0
};

// SUBJECT KNEE i j [name] [ZERO angle].
struct SubjectJoint {
  JointOfSubject joint = JointOfSubject::knee;
  SubjectBody proximal, distal;
  std::string name;
  double zero = 0;  // angle of the distal less that of the proximal body in the neutral posture
  bool has_moment = false;
  std::string label;  // "SUBJECT KNEE"
  SourceLocation where;
};

struct SubjectTables {
  double mass = 0;  // 0: no SUBJECT MASS line
  bool to_left = false, external = false;
  SourceLocation mass_where;
  std::vector<SubjectJoint> joints;
  bool has_residual = false;
  SubjectBody residual;
  SourceLocation residual_where;

  bool given() const { return mass > 0 || !joints.empty() || has_residual; }
};

}  // namespace mbs
