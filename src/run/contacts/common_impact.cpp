#include "run/contacts/common_impact.h"

namespace mbs {

SolveStatus push_along(const DynamicSite& at, State& state, int deformation, double P) {
  FreeMotion motion(at.model);
  const SolveStatus status = find_free_motion(at.model, *at.dynamics, state, motion);
  if (!status.ok()) return status;
  std::vector<double> S(at.model.ne, 0.0), force(at.model.nx, 0.0);
  S[deformation] = -P;
  subtract_transposed_times(at.model, at.dynamics->kinematics().evaluation(), S, force);
  std::vector<double> qd = motion.project(force);
  motion.respond(qd.data());
  state.v = motion.add(state.v, qd);
  return status;
}

std::vector<double> deformation_rates(const DynamicSite& at, ConstVector v) {
  std::vector<double> out(at.model.ne, 0.0);
  add_derivative_times(at.model, at.dynamics->kinematics().evaluation(), v, out);
  return out;
}

double CommonImpact::pressing(const Contact& c, const Impulses& impulses) {
  return c.is_joint() ? c.load.value(impulses.L.data() + c.normal) : -impulses.L[c.e1()];
}

ImpactProblem CommonImpact::problem() const {
  ImpactProblem out = stops_;
  if (given_) out.given = given_->L;
  for (const Striker& s : strikers_) {
    const Contact& c = contact(s);
    ImpactRub rub;
    if (c.is_joint()) {
      rub.load = c.load;
    } else {
      rub.contact = static_cast<int>(out.contacts.size());
      ImpactContact& line = out.contacts.emplace_back();
      line.normal = {Target::deformation, c.normal};
      line.restitution = s.restitution;
      line.side = 1;
      line.newton = true;
    }
    if (!c.has_friction() || !c.slips()) continue;
    rub.slip = c.slip;
    rub.rest = c.at_rest;
    rub.slide = c.sliding;
    out.rubs.push_back(rub);
  }
  return out;
}

SolveStatus CommonImpact::solve(ImpactOutcome& outcome) {
  const bool holds = !strikers_.empty() || set_.any_closed();
  if (holds && !set_.let_go(at_)) return {SolveKind::singular};
  outcome = {};
  return strike(at_.model, at_.phase, *at_.dynamics, problem(), at_.state, outcome);
}

}  // namespace mbs
