#include "run/events/contact_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/index.h"
#include "base/tolerances.h"
#include "plan/plan.h"

namespace mbs {

namespace {

// Friction F of a rope over a drum, T the pull at the end at rest: T + F = T exp(mu angle) where
// the rope slips one way, T = (T + F) exp(mu angle) the other way (Euler 1769, Eytelwein 1808).
FrictionBounds friction_bounds(const JointFriction& joint, double mu) {
  if (joint.kind == FrictionKind::rope)
    return {std::expm1(mu * joint.angle), -std::expm1(-mu * joint.angle)};
  // The pulls of the two runs of a belt add up to twice the pull at rest.
  const double bound = joint.kind == FrictionKind::belt
                           ? 2 * joint.size * std::tanh(mu * joint.angle / 2)
                       : joint.kind == FrictionKind::pin || joint.kind == FrictionKind::bearing ||
                               joint.kind == FrictionKind::cross
                           ? mu * joint.size
                           : mu * joint.factor;
  return {bound, bound};
}

// A contact presses by its own stress, without laws beside it.
FrictionKind kind_beside(FrictionKind kind) {
  return kind == FrictionKind::face ? FrictionKind::contact : kind;
}

}  // namespace

ContactSet::ContactSet(const Plan& plan, const Model& model) {
  const auto gap_of = [&model](const ContactRow& row) {
    const int normal = model.elements[row.element].first;
    const ElementType& type = *model.elements[row.element].type;
    const bool slips = type.contact_slips() == 1;  // what rolls slips as a vector
    const bool is_length = type.spec.deformations.front().unit == unit::metre;
    return ContactGap{&row, normal, normal + (slips ? 1 : 0), 0, is_length};
  };
  for (const ContactRow& row : plan.contacts) {
    if (row.model == ContactModel::penalty) {
      penalties.push_back({gap_of(row), count_of(penalties)});
      continue;
    }
    Contact& contact = contacts.emplace_back();
    static_cast<ContactGap&>(contact) = gap_of(row);
    contact.load.first = contact.normal;
    contact.at_rest = {row.mu_s, row.mu_s};
    contact.sliding = {row.mu_k, row.mu_k};
  }
  const std::size_t touching = contacts.size();
  for (const ContactRow& row : plan.frictions) {
    if (row.has_direction()) continue;  // it never sticks
    const JointFriction& friction = row.joint;
    const ElementRange& slips = model.elements[friction.element];
    const int normal = model.elements[row.element].first + first_pressing(friction.kind);
    Contact& contact = contacts.emplace_back();
    static_cast<ContactGap&>(contact) = {&row, normal, slips.first + friction.component};
    contact.load = {friction.kind, normal, friction.per_length()};
    contact.at_rest = friction_bounds(friction, row.mu_s);
    contact.sliding = friction_bounds(friction, row.mu_k);
    RubbingJoint& joint = contact.joint;
    joint.turns = slips.type->spec.deformations[friction.component].unit == unit::radian;
    const auto is_it = [normal](const ContactGap& gap) { return gap.normal == normal; };
    const auto beside = std::find_if(contacts.begin(), contacts.begin() + touching, is_it);
    const auto penalty = std::find_if(penalties.begin(), penalties.end(), is_it);
    if (beside != contacts.begin() + touching)
      joint.contact = static_cast<int>(beside - contacts.begin());
    else if (penalty != penalties.end())
      joint.law = penalty->law;
    else if (friction.kind == FrictionKind::constant && row.element != friction.element)
      joint.first = normal, joint.count = model.elements[row.element].type->ne;
    else if (friction.kind == FrictionKind::constant && slips.type->ne > friction.component + 1)
      joint.first = slips.first + friction.component + 1,
      joint.count = slips.type->ne - friction.component - 1;
    if (joint.contact >= 0 || joint.law >= 0) contact.load.kind = kind_beside(friction.kind);
  }
}

bool ContactSet::follow_joints(const Phase& phase) {
  bool changed = false;
  for (Contact& c : contacts) {
    if (!c.load.is_constant() || !c.joint.is_beside() || !c.has_friction()) continue;
    bool held = c.joint.law >= 0       ? phase.touch[c.joint.law] == Touch::closed
                : c.joint.contact >= 0 ? contacts[c.joint.contact].closed()
                                       : false;
    for (int k = 0; k < c.joint.count; ++k)
      held |= !is_free(phase.e_class[static_cast<std::size_t>(c.joint.first + k)]);
    const bool starts = c.mode == ContactMode::open;  // a joint is always closed afterwards
    if (starts && !held) c.joint.count = 0;
    if (starts || held == (c.at_rest.up > 0)) continue;
    c.at_rest = held ? friction_bounds(c.row->joint, c.row->mu_s) : FrictionBounds{};
    c.sliding = held ? friction_bounds(c.row->joint, c.row->mu_k) : FrictionBounds{};
    changed = true;
  }
  return changed;
}

void ContactSet::note_speed(const State& state, const Dynamics& dynamics) {
  double rate = 0, gap = 0, acceleration = 0;
  for (const double g : dynamics.loads().gravity)
    acceleration = std::max(acceleration, std::fabs(g));
  const auto note = [&](const ContactGap& g, bool opens, double arm) {
    rate = std::max({rate, std::fabs(state.ed[g.normal]), std::fabs(arm * state.ed[g.slip])});
    if (opens) gap = std::max(gap, std::fabs(state.e[g.normal]));
    acceleration = std::max(
        {acceleration, std::fabs(state.edd[g.normal]), std::fabs(arm * state.edd[g.slip])});
  };
  for (const Contact& c : contacts) note(c, !c.is_joint(), c.joint.arm);
  for (const PenaltyContact& c : penalties) note(c, true, 1);
  const double length = std::max(2 * gap, dynamics.kinematics().jacobian().length());
  speed = std::max(rate, std::sqrt(acceleration * length));
}

bool ContactSet::any_closed() const {
  return std::any_of(contacts.begin(), contacts.end(), [](const Contact& c) { return c.closed(); });
}

ContactSet::Modes ContactSet::modes() const {
  Modes out;
  for (const Contact& c : contacts)
    out.push_back({c.stands() ? ContactMode::stick : c.mode, c.sign});
  return out;
}

std::vector<ModeChange> ContactSet::changes(const Modes& before) const {
  const Modes now = modes();
  std::vector<ModeChange> out;
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const Contact& c = contacts[k];
    const ContactMode mode = now[k].mode;
    const bool turns = mode == ContactMode::slide && before[k].mode == mode && c.has_friction() &&
                       c.sign != before[k].sign;
    if (mode == before[k].mode && !turns) continue;
    ModeChange change{c.row->label, ContactTurn::closes,
                      before[k].mode == ContactMode::open && !c.is_joint(), c.is_joint()};
    change.turn = mode == ContactMode::open    ? ContactTurn::lifts_off
                  : mode == ContactMode::spare ? ContactTurn::is_spare
                  : !c.has_friction()          ? ContactTurn::closes
                  : turns                      ? ContactTurn::turns_back
                  : mode == ContactMode::slide ? ContactTurn::slides
                  : mode == ContactMode::stick ? ContactTurn::sticks
                                               : ContactTurn::is_carried;
    if (change.turn != ContactTurn::closes || change.was_open) out.push_back(std::move(change));
  }
  return out;
}

std::string ContactSet::describe(const std::vector<ModeChange>& changes, double t) {
  std::string out;
  for (const ModeChange& change : changes)
    out += fmt::format("{} at t = {:.12g}: {}\n", change.label, t, text_of(change));
  return out;
}

double ContactSet::tolerance(int gap, const Dynamics& dynamics) const {
  return mbs::tolerance::contact_zero * dynamics.kinematics().evaluation().size[gap];
}

double ContactSet::pressing(const Contact& c, int k, const Dynamics& dynamics) {
  const std::size_t r = c.e1() + static_cast<std::size_t>(k);
  return c.joint.by_law[k] ? dynamics.stresses()[r] : dynamics.own_stress(r);
}

// The sticking contacts among the carriers of a slip. A carrier that is carried itself is followed
// to its own carriers.
std::vector<int> ContactSet::sticking(const std::vector<int>& carriers) const {
  std::vector<int> out;
  for (int k = 0; k < count_of(contacts); ++k) {
    const Contact& c = contacts[k];
    if (!c.slips() || std::find(carriers.begin(), carriers.end(), c.slip) == carriers.end())
      continue;
    if (c.mode == ContactMode::stick) out.push_back(k);
    if (c.mode != ContactMode::carried || c.carriers == carriers) continue;
    for (const int other : sticking(c.carriers)) out.push_back(other);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

// A slip that two others hold has no leader: it takes no friction.
void ContactSet::find_leaders() {
  for (Contact& c : contacts) {
    c.leader = -1;
    if (c.mode != ContactMode::carried || !c.has_friction()) continue;
    const std::vector<int> holders = sticking(c.carriers);
    if (holders.size() == 1 && contacts[holders.front()].has_friction()) c.leader = holders.front();
  }
}

void ContactSet::set_sliding(Phase& phase) const {
  phase.sliding.clear();
  phase.leaders.clear();
  std::vector<int> place(contacts.size(), -1);  // of a contact among the leaders
  for (const Contact& c : contacts) {
    if (!c.slips()) continue;
    const double mu = c.sign > 0 ? c.sliding.up : -c.sliding.down;
    if (c.mode == ContactMode::slide && mu != 0 && c.sign != 0)
      phase.sliding.push_back({c.slip, mu, c.load});
    if (c.mode != ContactMode::carried || c.leader < 0) continue;
    const Contact& leader = contacts[c.leader];
    int& leads = place[c.leader];
    if (leads < 0) {
      leads = count_of(phase.leaders);
      phase.leaders.push_back({leader.slip, leader.load, leader.at_rest});
    }
    phase.sliding.push_back({c.slip, 0, c.load, leads, c.at_rest});
  }
}

void ContactSet::find_laws_that_press(const Phase& phase) {
  for (Contact& c : contacts)
    for (int k = 0; c.is_joint() && k < c.load.count(); ++k)
      c.joint.by_law[k] = c.load.kind != FrictionKind::contact &&
                          is_free(phase.e_class[c.e1() + static_cast<std::size_t>(k)]);
}

void ContactSet::set_classes(Phase& phase, const State& state) const {
  set_sliding(phase);
  for (const Contact& c : contacts) {
    if (!c.is_joint()) {
      const bool held = c.closed() && c.mode != ContactMode::spare;
      phase.e_class[c.e1()] = held ? Class::fixed : Class::calculable;
      if (c.closed()) phase.e_fixed[c.e1()] = state.e[c.e1()];
    }
    if (!c.slips()) continue;
    const bool sticks = c.mode == ContactMode::stick || (c.mode == ContactMode::spare && c.rolls);
    phase.e_class[c.e2()] = sticks ? Class::fixed : Class::calculable;
    if (sticks) phase.e_fixed[c.e2()] = state.e[c.e2()];
  }
}

void ContactSet::release(const Contact& contact, Phase& phase) {
  phase.e_class[contact.e2()] = Class::calculable;
  if (!contact.is_joint()) phase.e_class[contact.e1()] = Class::calculable;
}

bool ContactSet::rebuild(DynamicSite& at) {
  find_leaders();
  set_classes(at.phase, at.state);
  return at.refit();
}

bool ContactSet::let_go(DynamicSite& at) {
  std::vector<ContactMode> held;
  for (Contact& c : contacts) {
    held.push_back(c.mode);
    c.mode = ContactMode::open;
  }
  const bool possible = rebuild(at);
  for (std::size_t k = 0; k < held.size(); ++k) contacts[k].mode = held[k];
  return possible;
}

double ContactSet::friction_room(const Contact& contact, const Dynamics& dynamics) const {
  Pressing presses{};
  for (int k = 0; k < contact.load.count(); ++k) presses[at(k)] = pressing(contact, k, dynamics);
  // Contacts with a common leader already share their friction by the forces that hold.
  const int k = static_cast<int>(&contact - contacts.data());
  const bool alone =
      contact.leader < 0 && std::none_of(contacts.begin(), contacts.end(),
                                         [k](const Contact& other) { return other.leader == k; });
  const double load = shares.empty() || contact.is_joint() || !alone
                          ? contact.load.value(presses.data())
                          : standing_load(contact, dynamics),
               friction = dynamics.own_stress(contact.e2());
  return std::min(contact.at_rest.up * load - friction, contact.at_rest.down * load + friction);
}

double ContactSet::standing_load(const Contact& contact, const Dynamics& dynamics) const {
  const std::size_t n = contacts.size();
  const auto k = static_cast<std::size_t>(&contact - contacts.data());
  if (shares[k * n + k] == 0) return 0 - dynamics.own_stress(contact.e1());
  double load = 0;
  for (std::size_t j = 0; j < n; ++j)
    if (shares[k * n + j] != 0) load -= shares[k * n + j] * dynamics.own_stress(contacts[j].e1());
  return load;
}

Change ContactSet::driven_in(const Contact& contact, double t) const {
  Change out = fail(contact, t, "it is closed, and a prescribed motion drives it in");
  out.hint = "end that motion before it touches, or take PENALTY";
  return out;
}

Change ContactSet::fail(const Contact& contact, double t, std::string problem) const {
  Change out;
  out.problem = fmt::format("at t = {:.9g} {}", t, problem);
  out.where = contact.row->where;
  out.label = contact.row->label;
  return out;
}

Change ContactSet::fail_jammed(const Contact& contact, double t) const {
  Change out = fail(contact, t, "friction presses it on more than it lets go");
  const bool has_teeth = contact.row && contact.row->joint.efficiency > 0;
  out.hint = has_teeth ? "its teeth lock while wheel b drives: take a larger EFFICIENCY"
             : contact.is_joint()
                 ? "take a smaller mu_k, or a longer slider"
                 : "no forces fit what slides (Painleve 1895): take a smaller mu_k, or PENALTY";
  return out;
}

Change ContactSet::find_jam(DynamicSite& at) const {
  constexpr double kJams = 10;
  const Contact* found = nullptr;
  double most = kJams;
  const double t = at.state.t;
  // A step of fixed length fails some way before the jam.
  for (const double change : {1e-4, 1e-2}) {
    for (const Contact& c : contacts) {
      const auto sliding = std::find_if(at.phase.sliding.begin(), at.phase.sliding.end(),
                                        [&](const Sliding& s) { return s.slip == c.slip; });
      if (!c.slips() || sliding == at.phase.sliding.end()) continue;
      // The friction with this part of the coefficient; nan where there is none.
      const auto friction = [&](double part) {
        const double all = std::exchange(sliding->coefficient, part * sliding->coefficient);
        const bool there = at.solve().ok();
        sliding->coefficient = all;
        return there ? at.dynamics->own_stress(static_cast<std::size_t>(c.slip)) : NAN;
      };
      const double less = friction(1 - change), more = friction(1 + change);
      const double growth = std::isnan(more) && !std::isnan(less)
                                ? HUGE_VAL
                                : std::fabs(more - less) / (2 * change * std::fabs(less));
      if (growth > most) most = growth, found = &c;
    }
    if (found) return fail_jammed(*found, t);
  }
  return {};
}

}  // namespace mbs
