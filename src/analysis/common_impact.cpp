#include "analysis/common_impact.h"

#include <algorithm>
#include <cmath>

#include "base/tolerances.h"

namespace mbs {

namespace {

constexpr int kMostFrictionRounds = 200;
constexpr int kMostHeldAgain = 2;  // how often one contact may stick again in one impact

}  // namespace

bool push_along(const DynamicSite& at, State& state, int deformation, double P) {
  FreeMotion motion(at.model);
  if (!find_free_motion(at.model, *at.dynamics, state, motion).ok()) return false;
  std::vector<double> S(at.model.ne, 0.0), force(at.model.nx, 0.0);
  S[deformation] = -P;
  subtract_transposed_times(at.model, at.dynamics->kinematics().evaluation(), S, force);
  std::vector<double> qd = motion.project(force);
  motion.respond(qd.data());
  state.v = motion.add(state.v, qd);
  return true;
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

// One impact with the present friction impulses of the contacts that slide. False where no
// velocities are found.
bool CommonImpact::strike_once(bool friction, ImpactOutcome& outcome) const {
  at_.state = before_;
  outcome = {};
  for (const Striker& s : strikers_)
    if (friction && s.slides && !push_along(at_, at_.state, contact(s).slip, s.tangent))
      return false;
  std::vector<ImpactContact> lines;
  for (const Striker& s : strikers_) {
    const Contact& c = contact(s);
    if (c.is_joint()) continue;
    ImpactContact& line = lines.emplace_back();
    line.normal = {Target::deformation, c.normal};
    line.restitution = s.restitution;
    // Restitution counts from the approach before friction, which may turn it round by itself.
    if (friction) line.leaves = s.restitution * std::max(-before_.ed[c.e1()], 0.0);
    line.side = 1;
    line.resting = s.resting || before_.ed[c.e1()] < 0;
    if (friction && c.has_friction() && !s.slides && !s.held)
      line.stick = {{Target::deformation, c.slip}};
  }
  // The slips of joints that stick are tangents of the first contact that takes part.
  const auto beside = std::find_if(lines.begin(), lines.end(),
                                   [](const ImpactContact& line) { return line.resting; });
  for (const Striker& s : strikers_)
    if (friction && beside != lines.end() && contact(s).is_joint() && !s.slides && !s.held)
      beside->stick.push_back({Target::deformation, contact(s).slip});
  if (!mbs::strike(at_.model, at_.phase, *at_.dynamics, lines, ImpactLaw::newton, at_.state,
                   outcome)
           .ok())
    return false;
  for (const Striker& s : strikers_)
    if (friction && s.slides) outcome.impulses.L[contact(s).e2()] = -s.tangent;
  const bool joints = std::any_of(strikers_.begin(), strikers_.end(),
                                  [this](const Striker& s) { return contact(s).is_joint(); });
  return !joints || share_all(outcome);
}

// The impulses of all constraints from the whole change of the velocities: they are the loads of
// joints with friction.
bool CommonImpact::share_all(ImpactOutcome& outcome) const {
  FreeMotion motion(at_.model);
  State from = before_;
  if (!find_free_motion(at_.model, *at_.dynamics, from, motion).ok()) return false;
  Impulses all;
  all.R.assign(at_.model.nx, 0.0);
  all.L.assign(at_.model.ne, 0.0);
  for (const Striker& s : strikers_) {
    const Contact& c = contact(s);
    if (!c.is_joint()) all.L[c.e1()] = outcome.impulses.L[c.e1()];
    all.L[c.e2()] = outcome.impulses.L[c.e2()];
  }
  share_impulses(at_.model, at_.phase, *at_.dynamics, motion, at_.state.v, from, all);
  outcome.impulses = std::move(all);
  return true;
}

// Finds the friction impulses of the contacts that slide by iteration: mu_k times the normal
// impulses, which depend on them.
bool CommonImpact::find_friction(ImpactOutcome& outcome) {
  double last = HUGE_VAL;
  for (int round = 0; round < kMostFrictionRounds; ++round) {
    if (!strike_once(true, outcome)) return false;
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
        !(s.way * c.arm * left[c.e2()] > tolerance::contact_still * set_.largest_speed))
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
    if (!push_along(at_, unit, line, 1)) return HUGE_VAL;
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

// Contacts that strike and contacts that are closed, in one problem: each normal pushes or parts,
// each tangent sticks or has the friction of sliding. Friction impulses are given first, the normal
// impulses follow. Where that gains energy or does not converge, the impact has no friction.
bool CommonImpact::solve(ImpactOutcome& outcome) {
  const std::vector<ContactSet::ModeAndSign> held = set_.modes();
  for (const Striker& s : strikers_) contact(s).mode = ContactMode::open;
  for (Contact& c : set_.contacts)
    if (c.is_joint()) c.mode = ContactMode::open;  // what it holds is found with the impact
  const bool possible = set_.rebuild(at_);
  for (std::size_t k = 0; k < set_.contacts.size(); ++k) set_.contacts[k].mode = held[k].mode;
  if (!possible) return false;
  find_held();
  // Work of the impulses of the contacts alone: drives may add or take energy besides.
  auto work = [&](const Impulses& impulses) {
    const std::vector<double> rate = deformation_rates(at_, at_.state.v);
    double sum = 0;
    for (const Striker& s : strikers_) {
      const Contact& c = contact(s);
      if (c.slips()) sum -= impulses.L[c.e2()] * (before_.ed[c.e2()] + rate[c.e2()]) / 2;
      if (!c.is_joint()) sum -= impulses.L[c.e1()] * (before_.ed[c.e1()] + rate[c.e1()]) / 2;
    }
    return sum;
  };
  double kinetic = -1;
  while (find_friction(outcome)) {
    if (kinetic < 0) kinetic = outcome.impulses.kinetic_before;
    if (let_slide(outcome.impulses) || hold_again()) continue;
    if (work(outcome.impulses) <= kinetic * tolerance::contact_energy_rounding) return true;
    break;
  }
  frictionless_ = std::any_of(strikers_.begin(), strikers_.end(),
                              [this](const Striker& s) { return contact(s).has_friction(); });
  return strike_once(false, outcome);
}

}  // namespace mbs
