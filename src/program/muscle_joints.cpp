// Joints of muscles that depend on one another.
#include <fmt/format.h>

#include "assembly/evaluation.h"
#include "build/coupled_arms.h"
#include "deck/tables/tables.h"
#include "program/report_head.h"
#include "run/motion/start.h"

namespace mbs {

namespace {

std::string describe(const std::vector<MuscleRow>& rows, const CoupledArms& arms,
                     const Built& built, const Evaluation& here) {
  std::string out;
  const std::vector<char> dependent = arms.dependent(built.phase, here.De);
  for (std::size_t k = 0; k < dependent.size() && k < rows.size(); ++k)
    if (dependent[k] != 0)
      out += fmt::format(
          "{}: joints that it crosses depend on one another by a loop of bodies; about "
          "each of them all that lies beyond turns as one\n",
          rows[k].label);
  return out;
}

}  // namespace

std::string describe_dependent_joints(const Tables& tables, const Built& built) {
  const Model& model = built.model;
  const bool shared = tables.static_opt.given;
  if (tables.muscles.empty() && !shared) return {};
  const Evaluation here = evaluated(model, state_at_rest(model, tables.time.start).x);
  std::string out;
  if (!tables.muscles.empty())
    out += describe(
        tables.muscles,
        CoupledArms(model, model.forces.muscles, model.muscle_crossings, model.muscle_joints),
        built, here);
  if (shared)
    out += describe(
        tables.shared_muscles,
        CoupledArms(model, model.shared_muscles, model.shared_crossings, model.shared_joints),
        built, here);
  return out;
}

}  // namespace mbs
