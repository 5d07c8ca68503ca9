// The lines of the report's head about SUBJECT lines: signs, joints without a moment, and which
// force the force of a joint is.
#include <fmt/format.h>

#include <algorithm>

#include "deck/tables/tables.h"
#include "plan/subject_joints.h"
#include "program/report_head.h"

namespace mbs {

namespace {

// What pulls along a line is part of the load of a joint, what has a moment arm alone is not.
std::string describe_joint_forces(const Tables& tables) {
  const bool chain = tables.vocabulary.rows == RowsOf::segments;
  const std::string_view forces = chain ? "FRX, FRY" : "FX, FY of net joints";
  const auto is_line = [](const MuscleArm& arm) {
    return arm.over && (arm.of.empty() || !arm.is_of_joint());
  };
  std::size_t pulling = 0, turning = 0;
  for (const MuscleRow& row : tables.muscles)
    ++(std::all_of(row.arms.begin(), row.arms.end(), is_line) ? pulling : turning);
  const bool shared_on_lines =
      chain && !tables.shared_muscles.empty() &&
      std::all_of(tables.shared_muscles.begin(), tables.shared_muscles.end(),
                  [&](const MuscleRow& row) {
                    return std::all_of(row.arms.begin(), row.arms.end(), is_line);
                  });
  if (shared_on_lines)
    return "FRX, FRY: net joint forces; jcf1.fx, jcf1.fy and so on: those in the joint itself, "
           "pressed by the muscles of STATICOPT\n";
  turning += tables.shared_muscles.size();
  if (pulling > 0 && turning == 0)
    return fmt::format(
        "{}: what muscles over paths and springs leave to the joint, the contact force if all that "
        "pulls there is in the deck; moments are without these muscles\n",
        forces);
  return fmt::format(
      "{}: net joint forces; what muscles press the joint with is not in them{}\n", forces,
      pulling > 0 ? ", but for those over paths and springs that have a stimulation" : "");
}

}  // namespace

std::string describe_subject(const Tables& tables) {
  const SubjectTables& subject = tables.subject;
  if (!subject.given()) return {};
  std::string out;
  if (subject.mass > 0)
    out += fmt::format(
        "subject: mass {}, looks to the {}; angles: flexion and dorsiflexion positive\n"
        "subject: {} moments, {} positive\n",
        subject.mass, subject.to_left ? "left" : "right",
        subject.external ? "external" : "internal",
        subject.external ? "flexion and dorsiflexion" : "extension and plantarflexion");
  bool forces = subject.has_residual;
  for (const SubjectJoint& row : subject.joints) {
    forces = forces || row.has_moment;
    if (!row.has_moment)
      out += fmt::format("{} {}: the angle alone, {}\n", row.label, row.name,
                         tables.job == Job::kinematic ? "the run has no forces"
                         : tables.vocabulary.rows == RowsOf::segments
                             ? "the two segments are not neighbours"
                             : "no NETJOINT joins the two bodies");
  }
  if (forces) out += describe_joint_forces(tables);
  return out;
}

}  // namespace mbs
