// The channels of a deck from which those of SUBJECT lines are made.
#pragma once

#include <optional>
#include <string>

#include "plan/subject.h"

namespace mbs {

struct Tables;

// Indices into Tables::nodes; -1: no body, or no such body.
struct BodyNodes {
  int point = -1, angle = -1;
};
BodyNodes nodes_of(const Tables& tables, const SubjectBody& body);

// What a joint carries: the channels of the force and the moment, and their sign for those on the
// distal body. fx and fy are empty where the deck has the moment alone.
struct JointLoad {
  std::string fx, fy, m;
  int sign = 1;
};
// The load between two bodies: a NETJOINT, the joint of a chain, a native PLTOR. Empty if there is
// none or the run has no forces.
std::optional<JointLoad> load_between(const Tables& tables, const SubjectBody& proximal,
                                      const SubjectBody& distal);

// Appends the channels and measures of the SUBJECT lines.
void make_subject_channels(Tables& tables);

}  // namespace mbs
