#include "analysis/common_impact.h"

#include <algorithm>
#include <cmath>

#include "base/tolerances.h"

namespace mbs {

namespace {

constexpr int kMostFrictionRounds = 200;
constexpr int kMostHeldAgain = 2;  // how often one contact may stick again in one impact

double rate_of(const ImpactLine& line, const State& state) {
  return (line.target == Target::coordinate ? state.v : state.ed)[line.index];
}

// The impulse on a line, positive towards its growth.
double impulse_on(const ImpactLine& line, const Impulses& impulses) {
  return line.target == Target::coordinate ? impulses.R[line.index] : -impulses.L[line.index];
}

// The coordinates and deformations on which the stops act, each of them once.
std::vector<ImpactLine> lines_struck(const ImpactProblem& stops) {
  std::vector<ImpactLine> out;
  auto add = [&out](const ImpactLine& line) {
    if (std::find(out.begin(), out.end(), line) == out.end()) out.push_back(line);
  };
  for (const ImpactContact& stop : stops.contacts) {
    add(stop.normal);
    for (const ImpactLine& line : stop.stick) add(line);
  }
  return out;
}

}  // namespace

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

// The impulse that limits friction: of a contact the normal impulse, of a joint its load.
double CommonImpact::pressing(const Contact& c, const Impulses& impulses) {
  return c.is_joint() ? c.load.value(impulses.L.data() + c.normal) : -impulses.L[c.e1()];
}

// Restitution counts from the approach before friction, which may turn it round by itself. Without
// contacts nothing slides, and the law of the impact judges the energy.
ImpactProblem CommonImpact::problem_of_stops(bool friction) const {
  ImpactProblem out = stops_;
  if (!friction || strikers_.empty() || stops_.law == ImpactLaw::energetic) return out;
  for (ImpactContact& line : out.contacts) {
    const double u = rate_of(line.normal, before_);
    line.leaves =
        line.restitution * (line.side == 0 ? std::fabs(u) : std::max(-line.side * u, 0.0));
  }
  return out;
}

ImpactContact CommonImpact::line_of(const Striker& s, bool friction) const {
  const Contact& c = contact(s);
  ImpactContact line;
  line.normal = {Target::deformation, c.normal};
  line.restitution = s.restitution;
  if (friction) line.leaves = s.restitution * std::max(-before_.ed[c.e1()], 0.0);
  line.side = 1;
  line.resting = s.resting || before_.ed[c.e1()] < 0;
  if (friction && c.has_friction() && !s.slides && !s.held)
    line.stick = {{Target::deformation, c.slip}};
  return line;
}

// One impact with the present friction impulses of the contacts that slide.
SolveStatus CommonImpact::strike_once(bool friction, ImpactOutcome& outcome) const {
  at_.state = before_;
  outcome = {};
  bool shares = false;  // an impulse comes before the others, or is the load of a joint
  ImpactProblem problem = problem_of_stops(friction);
  for (const Striker& s : strikers_) {
    const Contact& c = contact(s);
    const bool slides = friction && s.slides;
    shares |= slides || c.is_joint();
    if (slides)
      if (const SolveStatus status = push_along(at_, at_.state, c.slip, s.tangent); !status.ok())
        return status;
    if (!c.is_joint())
      problem.contacts.push_back(line_of(s, friction));
    else if (friction && !s.slides && !s.held)
      problem.sticks.push_back({Target::deformation, c.slip});
  }
  const SolveStatus status =
      mbs::strike(at_.model, at_.phase, *at_.dynamics, problem, at_.state, outcome);
  if (!status.ok()) return status;
  for (const Striker& s : strikers_)
    if (friction && s.slides) outcome.impulses.L[contact(s).e2()] = -s.tangent;
  return shares ? share_all(outcome) : status;
}

// The impulses of all constraints from the whole change of the velocities: they are the loads of
// joints with friction.
SolveStatus CommonImpact::share_all(ImpactOutcome& outcome) const {
  FreeMotion motion(at_.model);
  State from = before_;
  const SolveStatus status = find_free_motion(at_.model, *at_.dynamics, from, motion);
  if (!status.ok()) return status;
  Impulses all;
  all.R.assign(at_.model.nx, 0.0);
  all.L.assign(at_.model.ne, 0.0);
  for (const ImpactLine& line : lines_struck(stops_))
    (line.target == Target::coordinate ? all.R : all.L)[line.index] =
        (line.target == Target::coordinate ? outcome.impulses.R : outcome.impulses.L)[line.index];
  for (const Striker& s : strikers_) {
    const Contact& c = contact(s);
    if (!c.is_joint()) all.L[c.e1()] = outcome.impulses.L[c.e1()];
    all.L[c.e2()] = outcome.impulses.L[c.e2()];
  }
  share_impulses(at_.model, at_.phase, *at_.dynamics, motion, at_.state.v, from, all);
  outcome.impulses = std::move(all);
  return status;
}

// Finds the friction impulses of the contacts that slide by iteration: mu_k times the normal
// impulses, which depend on them.
bool CommonImpact::find_friction(ImpactOutcome& outcome) {
  double last = HUGE_VAL;
  for (int round = 0; round < kMostFrictionRounds; ++round) {
    if (!strike_once(true, outcome).ok()) return false;
    double change = 0, size = 0;
    for (Striker& s : strikers_) {
      const Contact& c = contact(s);
      const double N = pressing(c, outcome.impulses);
      size = std::max(size, std::fabs(N));
      if (!s.slides) continue;
      const double wanted = s.way * N * (s.way < 0 ? c.sliding.up : c.sliding.down);
      change = std::max(change, std::fabs(wanted - s.tangent));
      s.tangent = wanted;
    }
    // In a slow impact of fast bodies velocities have lost digits: the iteration ends there.
    const bool stays = change >= last / 2 && change <= tolerance::impact_friction_near * size;
    if (change <= tolerance::impact_friction_found * size || stays) return true;
    last = change;
  }
  return false;
}

// The contact that needs the most friction beyond mu_s times its normal impulse begins to slide.
// False where none needs more.
bool CommonImpact::let_slide(const Impulses& impulses) {
  double most = 0;
  for (const Striker& s : strikers_)
    most = std::max(most, tolerance::contact_zero * std::fabs(pressing(contact(s), impulses)));
  Striker* worst = nullptr;
  for (Striker& s : strikers_) {
    const Contact& c = contact(s);
    if (s.slides || s.held || !c.has_friction()) continue;
    const double mu = impulses.L[c.e2()] > 0 ? c.at_rest.up : c.at_rest.down;
    const double lacking =
        std::fabs(impulses.L[c.e2()]) - mu * std::max(pressing(c, impulses), 0.0);
    if (lacking > most) worst = &s, most = lacking;
  }
  if (!worst) return false;
  worst->slides = true;
  worst->way = impulses.L[contact(*worst).e2()] > 0 ? -1 : 1;
  return true;
}

// Where a contact that slides ends up with a slip in the direction of its friction, it sticks
// again: friction resists a slip, it does not make one. False where there is none.
bool CommonImpact::hold_again() {
  const std::vector<double> left = deformation_rates(at_, at_.state.v);
  for (Striker& s : strikers_) {
    const Contact& c = contact(s);
    if (!s.slides || s.held_again >= kMostHeldAgain ||
        !(s.way * c.arm * left[c.e2()] > tolerance::contact_still * set_.speed))
      continue;
    s.slides = false;
    s.tangent = 0;
    ++s.held_again;
    return true;
  }
  return false;
}

// Marks as held the slips that no impulse along them can change: they need no friction, and their
// impulse would be arbitrary.
void CommonImpact::find_held() {
  auto gives_way = [&](int line) {
    State unit = at_.state;
    if (!push_along(at_, unit, line, 1).ok()) return HUGE_VAL;
    for (std::size_t i = 0; i < unit.v.size(); ++i) unit.v[i] -= at_.state.v[i];
    return std::fabs(deformation_rates(at_, unit.v)[line]);
  };
  double normal = 0;  // largest mobility of a normal, with which those of joints are compared
  for (const Striker& s : strikers_)
    if (!contact(s).is_joint()) normal = std::max(normal, gives_way(contact(s).normal));
  for (Striker& s : strikers_) {
    const Contact& c = contact(s);
    if (c.has_friction())
      s.held = gives_way(c.slip) <=
               tolerance::contact_zero * (c.is_joint() ? normal : gives_way(c.normal));
  }
}

// Makes the dynamics in which the contacts that take part hold nothing; the modes stay. What joints
// hold is found with the impact. False where a motion carries no mass.
bool CommonImpact::let_go() {
  if (strikers_.empty() && !set_.any_closed()) return true;
  const std::vector<ContactSet::ModeAndSign> held = set_.modes();
  for (const Striker& s : strikers_) contact(s).mode = ContactMode::open;
  for (Contact& c : set_.contacts)
    if (c.is_joint()) c.mode = ContactMode::open;
  const bool possible = set_.rebuild(at_);
  for (std::size_t k = 0; k < set_.contacts.size(); ++k) set_.contacts[k].mode = held[k].mode;
  return possible;
}

// The work of the impulses of stops and contacts alone: drives may add or take energy besides.
double CommonImpact::work(const ImpactOutcome& outcome) const {
  State after = at_.state;
  after.ed = deformation_rates(at_, after.v);
  auto of = [&](const ImpactLine& line) {
    return impulse_on(line, outcome.impulses) * (rate_of(line, before_) + rate_of(line, after)) / 2;
  };
  double sum = 0;
  for (const Striker& s : strikers_) {
    const Contact& c = contact(s);
    if (c.slips()) sum += of({Target::deformation, c.slip});
    if (!c.is_joint()) sum += of({Target::deformation, c.normal});
  }
  for (const ImpactLine& line : lines_struck(stops_)) sum += of(line);
  return sum;
}

// Friction impulses are given first, the normal impulses follow. Where that gains energy or does
// not converge, the impact has no friction.
SolveStatus CommonImpact::solve(ImpactOutcome& outcome) {
  if (!let_go()) return {SolveKind::singular};
  find_held();
  double kinetic = -1;
  while (find_friction(outcome)) {
    if (kinetic < 0) kinetic = outcome.impulses.kinetic_before;
    if (let_slide(outcome.impulses) || hold_again()) continue;
    if (strikers_.empty() || work(outcome) <= kinetic * tolerance::contact_energy_rounding)
      return {};
    break;
  }
  frictionless_ = std::any_of(strikers_.begin(), strikers_.end(),
                              [this](const Striker& s) { return contact(s).has_friction(); });
  return strike_once(false, outcome);
}

}  // namespace mbs
