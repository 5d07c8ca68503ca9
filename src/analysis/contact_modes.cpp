// The modes of closed contacts, such that no contact pulls and no friction is above its limit.
#include "analysis/contact_modes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/index.h"
#include "base/tolerances.h"
#include "solve/impulse.h"
#include "solve/rank_audit.h"

namespace mbs {

namespace {

bool accelerate(DynamicSite& at) { return at.solve().ok(); }

}  // namespace

// Where constraints repeat each other, one contact lets go: of its slip (it is carried then), or
// where no slip is among them, of its gap (it is spare then). False where no contact is among them.
bool ContactModes::carry_one(DynamicSite& at) {
  JacobianBlock block(at.model, constrained_deformations(at.phase), free_coordinates(at.phase));
  Evaluation here(at.model);
  here.wraps = &at.phase.wraps, here.pieces = &at.phase.pieces;
  evaluate_position(at.model, at.state.x, here);
  block.choose_scales(at.model, here, tolerance::same_point);
  RankAudit audit = audit_rank(at.model, block, here, tolerance::same_point);
  // The deformation that repeats the others comes first.
  for (RankAudit::Redundancy& found : audit.redundant)
    found.repeats.insert(found.repeats.begin(), found.row);
  // Any of them may go. It is the last one, which does not depend on the order of the deck's lines.
  Contact* last = nullptr;
  for (const RankAudit::Redundancy& found : audit.redundant)
    for (int held : found.repeats)
      for (Contact& c : set_.contacts)
        if (c.mode == ContactMode::stick && c.slip == held && (!last || c.slip > last->slip)) {
          last = &c;
          c.carriers = found.repeats;
        }
  if (last) {
    last->mode = ContactMode::carried;
    return true;
  }
  // One that sticks comes after all others.
  const auto rank = [](const Contact& c) {
    return std::pair(c.mode != ContactMode::stick, c.normal);
  };
  for (const RankAudit::Redundancy& found : audit.redundant)
    for (int held : found.repeats)
      for (Contact& c : set_.contacts)
        if (!c.holds_nothing() && !c.is_joint() && c.closed() && c.mode != ContactMode::spare &&
            c.normal == held && (!last || rank(c) > rank(*last)))
          last = &c;
  if (last) last->mode = ContactMode::spare;
  return last != nullptr;
}

// Carried and spare contacts hold their own slip and gap again; carry_one() may change that anew.
void ContactModes::take_back(const State& state) {
  for (Contact& c : set_.contacts) {
    if (c.mode == ContactMode::carried || c.mode == ContactMode::spare) begin_to_hold(c, state);
  }
}

void ContactModes::let_slip(Contact& contact, const State& state, const Dynamics& dynamics) {
  std::vector<Contact*> all{&contact};
  for (Contact& c : set_.contacts)
    if (c.mode == ContactMode::carried && c.leader >= 0 && &set_.contacts[c.leader] == &contact)
      all.push_back(&c);
  take_back(state);
  for (Contact* const c : all) c->let_slip(dynamics.own_stress(c->e2()));
}

void ContactModes::begin_to_hold(Contact& c, const State& state) const {
  const double w = c.slip_rate(state);
  const bool moves = std::fabs(w) > tolerance::contact_zero * set_.speed;
  c.mode = c.has_friction() && !moves ? ContactMode::stick : ContactMode::slide;
  if (moves) c.sign = w < 0 ? -1 : 1;
}

// A contact that was to slide from rest in one direction and accelerates in the other one gets the
// other direction. True if that has changed a contact.
bool ContactModes::turn_one(const State& state, std::vector<char>& turned) {
  const double rounding = rounding_of_accelerations(state);
  for (std::size_t k = 0; k < set_.contacts.size(); ++k) {
    Contact& c = set_.contacts[k];
    if (c.mode != ContactMode::slide || !c.has_friction() || turned[k] > 1) continue;
    // A jump to velocities that the modes allow may have turned its slip round.
    const bool moves = std::fabs(c.slip_rate(state)) > tolerance::contact_zero * set_.speed;
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

// Index of an open contact that touches, does not move apart and accelerates inwards; -1: there is
// none. The contact `lifted` has just opened: its acceleration is rounding.
int ContactModes::find_sinking(DynamicSite& at, int lifted) const {
  const double rounding = rounding_of_accelerations(at.state);
  for (std::size_t k = 0; k < set_.contacts.size(); ++k) {
    const Contact& c = set_.contacts[k];
    if (!c.is_rigid() || c.closed() || static_cast<int>(k) == lifted) continue;
    if (at.state.e[c.e1()] > set_.tolerance(c, *at.dynamics)) continue;
    if (std::fabs(at.state.ed[c.e1()]) > tolerance::contact_zero * set_.speed) continue;
    if (at.state.edd[c.e1()] < -rounding) return static_cast<int>(k);
  }
  return -1;
}

Contact* ContactModes::find_moved(const State& state, double way) {
  const double rounding = rounding_of_accelerations(state);
  for (Contact& c : set_.contacts)
    if (c.mode == ContactMode::spare && way * state.edd[c.e1()] > rounding) return &c;
  return nullptr;
}

// Finds the velocities that the present modes allow, and then the accelerations.
bool ContactModes::apply(DynamicSite& at) {
  const auto closed = std::count_if(set_.contacts.begin(), set_.contacts.end(),
                                    [](const Contact& c) { return c.closed(); });
  for (bool possible = set_.rebuild(at); !possible || closed > 1; possible = set_.rebuild(at))
    if (!carry_one(at)) {
      if (possible) break;
      return false;
    }
  Impulses impulses;
  return project_velocities(at.model, at.phase, *at.dynamics, at.state, impulses).ok() &&
         impulses.excess() <= tolerance::impact_energy && accelerate(at);
}

double ContactModes::rounding_of_accelerations(const State& state) {
  double scale = 0;
  for (double a : state.edd) scale = std::max(scale, std::fabs(a));
  for (double a : state.a) scale = std::max(scale, std::fabs(a));
  return tolerance::contact_sinks * scale;
}

double ContactModes::force_of_rounding(const Dynamics& dynamics) {
  double scale = 0;
  for (double f : dynamics.loads().f) scale = std::max(scale, std::fabs(f));
  for (double s : dynamics.stresses()) scale = std::max(scale, std::fabs(s));
  for (double s : dynamics.loads().S) scale = std::max(scale, std::fabs(s));
  return tolerance::contact_zero * scale;
}

// Changes the mode that disagrees most with the forces: a contact that pulls opens, one with too
// much friction slides. False where no contact does.
bool ContactModes::improve(DynamicSite& at, int slipped) {
  const Dynamics& dynamics = *at.dynamics;
  Contact* worst = nullptr;
  double most = force_of_rounding(*at.dynamics);
  for (Contact& c : set_.contacts) {
    if (c.holds_nothing() || c.is_joint() || !c.closed() || !(dynamics.own_stress(c.e1()) > most))
      continue;
    worst = &c;
    most = dynamics.own_stress(c.e1());
  }
  if (worst) {
    // Where it sticks, its friction may be the reason that it pulls.
    const bool rubs = worst->mode == ContactMode::stick && worst->has_friction() &&
                      std::fabs(dynamics.own_stress(worst->e2())) > force_of_rounding(*at.dynamics);
    if (rubs) {
      let_slip(*worst, at.state, dynamics);
    } else {
      take_back(at.state);
      worst->mode = ContactMode::open;
    }
    return true;
  }
  for (std::size_t k = 0; k < set_.contacts.size(); ++k) {
    Contact& c = set_.contacts[k];
    if (c.mode != ContactMode::stick || static_cast<int>(k) == slipped) continue;
    const double lacking = -set_.friction_room(c, *at.dynamics);
    if (!(lacking > most)) continue;
    worst = &c;
    most = lacking;
  }
  if (!worst) return false;
  let_slip(*worst, at.state, dynamics);
  return true;
}

// First guess which closed contacts stick, from their velocities and modes alone.
void ContactModes::guess(const State& state, const std::vector<ContactSet::ModeAndSign>& before,
                         int slipped) {
  const double still = tolerance::contact_zero * set_.speed;
  for (std::size_t k = 0; k < set_.contacts.size(); ++k) {
    Contact& c = set_.contacts[k];
    if (c.holds_nothing() || !c.closed() || static_cast<int>(k) == slipped) continue;
    const double w = c.slip_rate(state);
    const bool at_rest = c.mode != ContactMode::slide || std::fabs(w) <= still;
    // A contact that has just begun to slide goes on: its friction is at the limit, and rounding
    // might let it stick.
    if (c.mode == ContactMode::slide && c.fresh && at_rest) continue;
    const bool moves = std::fabs(w) > still && before[k].mode != ContactMode::slide;
    c.mode = c.has_friction() && at_rest && !moves ? ContactMode::stick : ContactMode::slide;
    if (c.mode == ContactMode::slide) c.sign = w < 0 ? -1 : w > 0 ? 1 : c.sign;
  }
}

ContactChange ContactModes::resolve(DynamicSite& at,
                                    const std::vector<ContactSet::ModeAndSign>& before, int lifted,
                                    int slipped) {
  guess(at.state, before, slipped);
  ContactChange out;
  int named = -1;
  std::vector<char> turned(set_.contacts.size(), 0);
  const int most = 8 * count_of(set_.contacts) + 8;
  for (int round = 0; round < most; ++round) {
    if (!apply(at)) break;
    if (improve(at, slipped)) continue;
    if (turn_one(at.state, turned)) continue;
    const int sinks = find_sinking(at, lifted);
    if (sinks >= 0) {
      named = sinks;
      take_back(at.state);
      begin_to_hold(set_.contacts[sinks], at.state);
      continue;
    }
    if (Contact* const away = find_moved(at.state, 1)) {
      away->mode = ContactMode::open;
      take_back(at.state);
      continue;
    }
    if (const Contact* const in = find_moved(at.state, -1)) return set_.driven_in(*in, at.state.t);
    const double rounding = force_of_rounding(*at.dynamics);
    for (Contact& c : set_.contacts)
      c.slack = -at.dynamics->own_stress(c.e1()) < 2 * rounding ? 4 * rounding : 0;
    out.switched = true;
    out.modes = set_.changes(before);
    out.text = ContactSet::describe(out.modes, at.state.t);
    return out;
  }
  const Contact& c = set_.contacts[std::max({0, lifted, slipped, named})];
  if (!c.is_joint())
    return set_.fail(c, at.state.t, "the contacts find no state in which none of them pulls");
  out = set_.fail(c, at.state.t, "friction presses it on more than it lets go");
  out.hint = "take a smaller mu_k, or a longer slider";
  return out;
}

}  // namespace mbs
