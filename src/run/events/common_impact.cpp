#include "run/events/common_impact.h"

#include <utility>

namespace mbs {

namespace {

ImpactProblem problem_of(const ContactSet& set, const Blow& blow, const Strikers& strikers) {
  ImpactProblem out = blow.stops;
  if (blow.given) out.given = blow.given->L;
  for (const Striker& s : strikers) {
    const Contact& c = set.contacts[s.contact];
    Rub rub{c.slip, -1, c.at_rest, c.sliding, 0, c.load};
    if (!c.is_joint()) {
      rub.normal = static_cast<int>(out.contacts.size());
      ImpactContact& line = out.contacts.emplace_back();
      line.normal = {Target::deformation, c.normal};
      line.restitution = s.restitution;
      line.side = 1;
      line.newton = true;
    }
    if (c.has_friction() && c.slips()) out.rubs.push_back(rub);
  }
  return out;
}

}  // namespace

SolveStatus strike_together(ContactSet& set, const Blow& blow, const Strikers& strikers,
                            DynamicSite& at, ImpactOutcome& outcome) {
  const bool holds = !strikers.empty() || set.any_closed();
  if (holds && !set.let_go(at)) return {SolveKind::singular};
  outcome = {};
  return strike(at.model, at.phase, *at.dynamics, problem_of(set, blow, strikers), at.state,
                outcome);
}

double pressing_impulse(const Contact& c, const Impulses& impulses) {
  return c.is_joint() ? c.load.value(impulses.L.data() + c.normal) : -impulses.L[c.e1()];
}

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

SolveStatus share_among_constraints(const DynamicSite& at, const State& before,
                                    std::vector<double> L, Impulses& impulses) {
  FreeMotion motion(at.model);
  State from = before;
  const SolveStatus status = find_free_motion(at.model, *at.dynamics, from, motion);
  if (!status.ok()) return status;
  Impulses all;
  all.R.assign(at.model.nx, 0.0);
  all.L = std::move(L);
  share_impulses(at.model, at.phase, *at.dynamics, motion, at.state.v, from, all);
  impulses = std::move(all);
  return status;
}

}  // namespace mbs
