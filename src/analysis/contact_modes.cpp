// Closed contacts: which of them are held, slide or stick, so that no contact pulls and no friction
// is above its limit.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/contact_run.h"
#include "base/tolerances.h"
#include "solve/rank_audit.h"

namespace mbs {

namespace {

std::size_t at_(int i) { return static_cast<std::size_t>(i); }

}  // namespace

double ContactRun::tolerance(const Contact& contact, Dynamics& dynamics) const {
  return tolerance::contact_zero * dynamics.kinematics().evaluation().size[contact.e1()];
}

void ContactRun::set_classes(Phase& phase, const State& state) {
  phase.sliding.clear();
  for (const Contact& c : contacts_) {
    if (c.is_penalty()) continue;
    const bool sticks = c.mode == ContactMode::stick;
    const bool held = c.closed() && c.mode != ContactMode::spare;
    phase.e_class[c.e1()] = held ? Class::fixed : Class::calculable;
    phase.e_class[c.e2()] = sticks ? Class::fixed : Class::calculable;
    if (c.closed()) phase.e_hold[c.e1()] = state.e[c.e1()];
    if (sticks) phase.e_hold[c.e2()] = state.e[c.e2()];
    if (c.mode == ContactMode::slide && c.row->mu_k > 0 && c.sign != 0)
      phase.sliding.push_back({c.normal, c.sign * c.row->mu_k});
  }
}

// Dynamics of the present modes at the positions of the state. False where they hold too much.
bool ContactRun::rebuild(ContactSite at) {
  set_classes(at.phase, at.state);
  const bool choose = may_choose_ || !named_partition(at.phase).square();
  at.dynamics = std::make_unique<Dynamics>(model_, at.phase, options_, tables_.forces.form, choose);
  return at.dynamics->resume(at.state).ok();
}

bool ContactRun::accelerate(ContactSite at) {
  return at.dynamics->place(at.state, false).ok() && at.dynamics->accelerate(at.state).ok();
}

// A contact that holds what others hold already lets go of it: of its slip, or where that does not
// help, of its gap. False where what is held too much is not that of a contact.
bool ContactRun::carry_one(ContactSite at) {
  JacobianBlock block(model_, constrained_deformations(at.phase), free_coordinates(at.phase));
  Evaluation here(model_);
  evaluate_position(model_, at.state.x, here);
  block.choose_scales(model_, here, tolerance::same_point);
  RankAudit audit = audit_rank(model_, block, here, tolerance::same_point);
  // The deformation that repeats the others first.
  for (RankAudit::Redundancy& found : audit.redundant)
    found.repeats.insert(found.repeats.begin(), found.row);
  for (const RankAudit::Redundancy& found : audit.redundant)
    for (int held : found.repeats)
      for (Contact& c : contacts_)
        if (c.mode == ContactMode::stick && c.normal + 1 == held) {
          c.mode = ContactMode::carried;
          c.carriers = found.repeats;
          return true;
        }
  for (const bool may_stick : {false, true})
    for (const RankAudit::Redundancy& found : audit.redundant)
      for (int held : found.repeats)
        for (Contact& c : contacts_)
          if (!c.is_penalty() && c.closed() && c.mode != ContactMode::spare && c.normal == held &&
              (may_stick || c.mode != ContactMode::stick)) {
            c.mode = ContactMode::spare;
            return true;
          }
  return false;
}

// What others have held must now be held by the contacts themselves, until that is too much again.
void ContactRun::take_back(const State& state) {
  for (Contact& c : contacts_) {
    if (c.mode == ContactMode::carried || c.mode == ContactMode::spare) begin_to_hold(c, state);
  }
}

void ContactRun::begin_to_hold(Contact& c, const State& state) const {
  const double w = state.ed[c.e2()];
  const bool moves = std::fabs(w) > tolerance::contact_zero * largest_speed_;
  c.mode = c.has_friction() && !moves ? ContactMode::stick : ContactMode::slide;
  if (moves) c.sign = w < 0 ? -1 : 1;
}

// A gap or a slip that goes one way with less than this does not.
double ContactRun::rounding_of_accelerations(const State& state) {
  double scale = 0;
  for (double a : state.edd) scale = std::max(scale, std::fabs(a));
  for (double a : state.a) scale = std::max(scale, std::fabs(a));
  return tolerance::contact_sinks * scale;
}

// A contact that is to slide from rest, and does so against its friction, slides the other way;
// true if there is one that has not been turned yet.
bool ContactRun::turn_one(const State& state, std::vector<char>& turned) {
  const double rounding = rounding_of_accelerations(state);
  for (std::size_t k = 0; k < contacts_.size(); ++k) {
    Contact& c = contacts_[k];
    if (c.mode != ContactMode::slide || !c.has_friction() || turned[k] > 1) continue;
    // Velocities that had to fit may have turned it.
    const bool moves = std::fabs(state.ed[c.e2()]) > tolerance::contact_zero * largest_speed_;
    if (moves && c.sign * state.ed[c.e2()] < 0) {
      c.sign = -c.sign;
      return true;
    }
    if (moves || !(c.sign * state.edd[c.e2()] < -rounding)) continue;
    if (turned[k]++ == 0)
      c.sign = -c.sign;
    else
      c.mode = ContactMode::stick;
    return true;
  }
  return false;
}

// An open contact that touches, does not move apart and is pressed on; -1: none. The one that lifts
// off just now has no acceleration yet but rounding.
int ContactRun::find_sinking(ContactSite at, int lifted) const {
  const double rounding = rounding_of_accelerations(at.state);
  for (std::size_t k = 0; k < contacts_.size(); ++k) {
    const Contact& c = contacts_[k];
    if (!c.is_rigid() || c.closed() || static_cast<int>(k) == lifted) continue;
    if (at.state.e[c.e1()] > tolerance(c, at)) continue;
    if (std::fabs(at.state.ed[c.e1()]) > tolerance::contact_zero * largest_speed_) continue;
    if (at.state.edd[c.e1()] < -rounding) return static_cast<int>(k);
  }
  return -1;
}

ContactRun::Contact* ContactRun::find_moved(const State& state, double way) {
  const double rounding = rounding_of_accelerations(state);
  for (Contact& c : contacts_)
    if (c.mode == ContactMode::spare && way * state.edd[c.e1()] > rounding) return &c;
  return nullptr;
}

// Velocities that the present modes allow, and the accelerations they lead to.
bool ContactRun::fit(ContactSite at) {
  const auto closed = std::count_if(contacts_.begin(), contacts_.end(),
                                    [](const Contact& c) { return c.closed(); });
  for (bool possible = rebuild(at); !possible || closed > 1; possible = rebuild(at))
    if (!carry_one(at)) {
      if (possible) break;
      return false;
    }
  Impulses impulses;
  return make_velocities_fit(model_, at.phase, *at.dynamics, at.state, impulses).ok() &&
         impulses.excess() <= tolerance::impact_energy && accelerate(at);
}

double ContactRun::force_of_rounding(const Dynamics& dynamics) {
  double scale = 0;
  for (double f : dynamics.loads().f) scale = std::max(scale, std::fabs(f));
  for (double s : dynamics.stresses()) scale = std::max(scale, std::fabs(s));
  return tolerance::contact_zero * scale;
}

// Changes the mode that is farthest from what forces allow; false where all is well.
bool ContactRun::improve(ContactSite at, int slipped) {
  const ConstVector S = at.dynamics->stresses();
  Contact* worst = nullptr;
  double most = force_of_rounding(*at.dynamics);
  for (Contact& c : contacts_) {
    if (c.is_penalty() || !c.closed() || !(S[c.e1()] > most)) continue;
    worst = &c;
    most = S[c.e1()];
  }
  if (worst) {
    // It may be the slip that it holds that pulls.
    const bool rubs = worst->mode == ContactMode::stick && worst->has_friction() &&
                      std::fabs(S[worst->e2()]) > force_of_rounding(*at.dynamics);
    const double friction = S[worst->e2()];
    take_back(at.state);
    if (rubs)
      worst->let_slip(friction);
    else
      worst->mode = ContactMode::open;
    return true;
  }
  for (std::size_t k = 0; k < contacts_.size(); ++k) {
    Contact& c = contacts_[k];
    if (c.mode != ContactMode::stick || static_cast<int>(k) == slipped) continue;
    const double lacking = -friction_room(c, *at.dynamics);
    if (!(lacking > most)) continue;
    worst = &c;
    most = lacking;
  }
  if (!worst) return false;
  const double friction = S[worst->e2()];
  take_back(at.state);
  worst->let_slip(friction);
  return true;
}

// On entry the modes say which contacts are closed; which of them stick is found here.
ContactChange ContactRun::resolve(ContactSite at, const std::vector<Held>& before, int lifted,
                                  int slipped) {
  const double still = tolerance::contact_zero * largest_speed_;
  for (std::size_t k = 0; k < contacts_.size(); ++k) {
    Contact& c = contacts_[k];
    if (c.is_penalty() || !c.closed() || static_cast<int>(k) == slipped) continue;
    const double w = at.state.ed[c.e2()];
    const bool at_rest = c.mode != ContactMode::slide || std::fabs(w) <= still;
    // What has just begun to slide goes on: it is at its limit, and rounding would let it stick.
    if (c.mode == ContactMode::slide && c.fresh && at_rest) continue;
    const bool moves = std::fabs(w) > still && before[k].mode != ContactMode::slide;
    c.mode = c.has_friction() && at_rest && !moves ? ContactMode::stick : ContactMode::slide;
    if (c.mode == ContactMode::slide) c.sign = w < 0 ? -1 : w > 0 ? 1 : c.sign;
  }
  ContactChange out;
  int named = -1;
  std::vector<char> turned(contacts_.size(), 0);
  const int most = 8 * static_cast<int>(contacts_.size()) + 8;
  for (int round = 0; round < most; ++round) {
    if (!fit(at)) break;
    if (improve(at, slipped)) continue;
    if (turn_one(at.state, turned)) continue;
    const int sinks = find_sinking(at, lifted);
    if (sinks >= 0) {
      named = sinks;
      take_back(at.state);
      begin_to_hold(contacts_[at_(sinks)], at.state);
      continue;
    }
    if (Contact* const away = find_moved(at.state, 1)) {
      away->mode = ContactMode::open;
      take_back(at.state);
      continue;
    }
    if (const Contact* const in = find_moved(at.state, -1)) return driven_in(*in, at.state.t);
    const double rounding = force_of_rounding(*at.dynamics);
    for (Contact& c : contacts_)
      c.slack = -at.dynamics->stresses()[c.e1()] < 2 * rounding ? 4 * rounding : 0;
    out.switched = true;
    out.text = describe_modes(before, at.state.t);
    return out;
  }
  const Contact& c = contacts_[at_(std::max({0, lifted, slipped, named}))];
  return fail(c, at.state.t, "the contacts find no state in which none of them pulls");
}

}  // namespace mbs
