#include "run/contacts/contact_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/tolerances.h"
#include "plan/plan.h"
#include "run/motion/dynamic_system.h"

namespace mbs {

namespace {

// A contact that has just opened may pass zero again by rounding. After this many times in one
// flight it closes.
constexpr int kFalseStarts = 3;

// Rounding of the rate of a gap: contact_zero times the sum of the sizes of its terms.
double rounding_of_rate(const Contact& c, const DynamicSite& at) {
  const std::vector<double>& De = at.dynamics->kinematics().evaluation().De;
  double sum = 0;
  for (std::size_t k = 0; k < De.size(); ++k)
    if (at.model.entry_row[k] == c.normal)
      sum += std::fabs(De[k] * at.state.v[at.model.entry_column[k]]);
  return tolerance::contact_zero * sum;
}

// kLetsGo: when an event has been found, a force below this many times its rounding counts as zero.
constexpr double kLetsGo = 100;

// kSunk: an open contact is an error where its gap is below -kSunk times the tolerance of the gap:
// no look has shown how it came there (run/events/gap_watch.h).
constexpr double kSunk = 1e4;

// Error of one step in a gap: abs + rel times the size of its terms, a length.
double error_of_gap(const Contact& c, const DynamicSite& at) {
  const IntegratorSettings method =
      chosen_integrator(at.plan.method.integration, at.model, at.plan.parameters.units());
  const double abs = in_units(method.abs, unit::metre, at.plan.parameters.units());
  return abs + method.rel * at.dynamics->kinematics().evaluation().size[c.e1()];
}

}  // namespace

void ContactRun::add_directions(std::vector<Crossing>& directions) const {
  for (const Contact& contact : set_.contacts)
    directions.insert(directions.end(), 2,
                      contact.holds_nothing() ? Crossing::both : Crossing::falling);
}

// Two functions for each contact. Open: the gap, and the gap shifted a little, because after an
// event the gap is zero and the locator does not see on which side it leaves. Closed: the normal
// force, and the function whose zero begins sliding or sticking.
void ContactRun::evaluate(const State& state, const Dynamics& dynamics, const Phase& phase,
                          Vector g) {
  set_.note_speed(state, dynamics);
  for (std::size_t k = 0; k < set_.contacts.size(); ++k) {
    Contact& c = set_.contacts[k];
    if (c.has_pieces()) {
      pieces_.evaluate(c, state, dynamics, phase, g.data() + 2 * k);
      continue;
    }
    const double gap = state.e[c.e1()];
    const double slip_rate = c.slip_rate(state), speed = std::fabs(slip_rate);
    if (!c.is_joint()) set_.largest_gap = std::max(set_.largest_gap, std::fabs(gap));
    if (speed > tolerance::gap_overrun * set_.speed) c.moves_from = std::min(c.moves_from, state.t);
    double* const out = g.data() + 2 * k;
    if (c.holds_nothing() || c.mode == ContactMode::open) {
      const bool touches = c.holds_nothing() && phase.touch[c.law] == Touch::closed;
      const double shift = tolerance::gap_overrun * set_.largest_gap;
      out[0] = gap - c.floor;
      out[1] = touches ? gap - shift : gap - c.floor + shift;
      continue;
    }
    if (c.mode == ContactMode::spare) {  // the bodies that hold its gap may move it
      const double moved = gap - phase.e_fixed[c.e1()],
                   slack = tolerance::contact_moved * set_.largest_gap;
      out[0] = slack - moved;
      out[1] = slack + moved;
      if (c.rolls) out[1] = std::min(out[1], set_.friction_room(c, dynamics));
      continue;
    }
    out[0] = c.is_joint() ? 1 : c.slack - dynamics.own_stress(c.e1());
    out[1] = c.mode == ContactMode::stick                       ? set_.friction_room(c, dynamics)
             : c.mode == ContactMode::slide && c.has_friction() ? c.sign * slip_rate
             // The bodies that hold the slip may begin to move it.
             : c.mode == ContactMode::carried && c.is_joint()
                 ? tolerance::contact_still * set_.speed - speed
                 : 1;
  }
}

// A contact that was closed a little too late was held below zero. Where it opens, this value is
// its zero.
void ContactRun::choose_floors(const State& state) {
  for (Contact& c : set_.contacts) {
    const double here = state.e[c.e1()];
    const bool below = !c.holds_nothing() && c.mode == ContactMode::open &&
                       here < -tolerance::gap_overrun * set_.largest_gap / 2;
    c.floor = below ? here : 0;
  }
}

// Both functions of a rigid or impulse contact are positive until something happens.
void ContactRun::add_noise(DynamicSite& at, std::vector<Noise>& noise) {
  const double force = ContactModes::force_of_rounding(*at.dynamics),
               slip = tolerance::gap_overrun * set_.speed;
  for (Contact& c : set_.contacts) {
    const bool open = c.mode == ContactMode::open;
    double gap = tolerance::flight * set_.tolerance(c, *at.dynamics);
    if (std::exchange(c.leaves_gently, false)) gap = std::max(gap, error_of_gap(c, at));
    const double none = c.outline >= 0 ? 0 : -1;  // an outline has a margin of its own
    if (c.holds_nothing() || open) {
      noise.insert(noise.end(), 2, {c.holds_nothing() ? none : gap, false});
      continue;
    }
    noise.push_back({force, true});
    const bool slides = c.mode == ContactMode::slide;
    noise.push_back({slides ? slip : force, !slides});
  }
}

ContactChange ContactRun::find_sunk(const State& state, const Dynamics& dynamics) const {
  for (const Contact& c : set_.contacts) {
    const double gap = state.e[c.e1()];
    const double size =
        std::max(set_.tolerance(c, dynamics), tolerance::gap_overrun * set_.largest_gap);
    if (c.holds_nothing() || c.closed() || gap >= -kSunk * size) continue;
    ContactChange sunk =
        set_.fail(c, state.t, fmt::format("it is open, and its gap is {:.6g}", gap));
    sunk.hint =
        "it has come there by less than the steps show: an hmax in INTEG makes them shorter";
    return sunk;
  }
  return {};
}

ContactRun::WrongForce ContactRun::find_wrong_force(const Dynamics& dynamics) const {
  WrongForce worst;
  for (const Contact& c : set_.contacts) {
    if (c.holds_nothing() || !c.closed() || c.mode == ContactMode::spare) continue;
    const double pull = c.is_joint() ? 0 : dynamics.own_stress(c.e1()) - c.slack;
    const double beyond =
        c.mode == ContactMode::stick && c.has_friction() ? -set_.friction_room(c, dynamics) : 0;
    if (const double wrong = std::max(pull, beyond); wrong > worst.size)
      worst = {wrong, &c.row->label};
  }
  return worst;
}

// Finds the modes again where the change begins or ends constant friction beside a joint or
// contact.
ContactChange ContactRun::settle(ContactChange change, DynamicSite& at) {
  if (!change.problem.empty() || !set_.follow_joints(at.phase)) return change;
  ContactChange out = modes_.resolve(at, set_.modes());
  if (out.problem.empty()) out.put_before(std::move(change));
  return out;
}

ContactChange ContactRun::start(DynamicSite& at) {
  const ContactChange out = settle(start_all(at), at);
  pieces_.follow_outlines(at);
  return out;
}

// Goes on to the next piece of an outline. Its curvature is another one, so that the force of a
// rigid contact jumps. The side of a point ends in a sharp corner, where the contact lifts off.
ContactChange ContactRun::pass_outline(Contact& c, DynamicSite& at) {
  if (!pieces_.pass_piece(c, at)) return {};
  const std::vector<ContactSet::ModeAndSign> before = set_.modes();
  if (!pieces_.is_point(c)) return set_.any_closed() ? modes_.resolve(at, before) : ContactChange{};
  if (c.ruler < 0 && at.phase.e_class[c.e1()] != Class::calculable) {
    ContactChange out = set_.fail(c, at.state.t,
                                  "its point comes to a sharp corner, where what "
                                  "holds it there has no direction");
    out.hint = "give it a radius, or let CONTACT rule it";
    return out;
  }
  if (c.ruler < 0) return {};
  Contact& ruler = set_.contacts[c.ruler];
  if (ruler.law >= 0 || !ruler.closed()) return {};
  pieces_.choose_sides(at);
  ruler.mode = ContactMode::open;
  at.phase.pieces[c.outline] = -1;
  return modes_.resolve(at, before, c.ruler);
}

ContactChange ContactRun::start_all(DynamicSite& at) {
  const std::vector<ContactSet::ModeAndSign> before = set_.modes();
  const State& state = at.state;
  set_.note_speed(state, *at.dynamics);
  bool touching = false;
  const double length = at.dynamics->kinematics().jacobian().length();
  // A CLOSED contact touches, even where the terms of the gap are all near 0.
  const auto touches_within = [&](const Contact& c) {
    return std::max(set_.tolerance(c, *at.dynamics),
                    c.row->starts_closed ? tolerance::contact_zero * length : 0);
  };
  set_.follow_joints(at.phase);
  for (Contact& c : set_.contacts) {
    if (c.outline >= 0) continue;
    if (c.circle >= 0) {
      pieces_.begin_circle(c, at);
      continue;
    }
    if (c.is_joint()) {
      if (c.turns) c.arm = at.dynamics->kinematics().jacobian().length();
      c.mode = ContactMode::stick, touching = true;
      continue;
    }
    double way = state.e[c.e1()];
    if (c.holds_nothing()) {
      for (double rate : {state.ed[c.e1()], state.edd[c.e1()]})
        if (way == 0) way = rate;
      at.phase.touch[c.law] = way < 0 ? Touch::closed : Touch::open;
      continue;
    }
    const double tiny = touches_within(c);
    if (way < -tiny)
      return set_.fail(c, state.t, fmt::format("the two overlap by {:.6g} at the start", -way));
    if (way > tiny || std::fabs(state.ed[c.e1()]) >
                          std::max(tolerance::gap_overrun * set_.speed, rounding_of_rate(c, at)))
      continue;
    if (c.is_rigid()) c.mode = ContactMode::stick, touching = true;
  }
  ContactChange out;
  if (touching) out = modes_.resolve(at, before);
  for (std::size_t k = 0; k < set_.contacts.size() && out.problem.empty(); ++k) {
    const Contact& c = set_.contacts[k];
    // A contact that approaches strikes at once; an impulse contact at rest gets its first impulse.
    const double approach = -state.ed[c.e1()], still = tolerance::gap_overrun * set_.speed;
    const bool strikes =
        approach > still || (!c.is_rigid() && approach >= -still && state.edd[c.e1()] < 0);
    if (c.holds_nothing() || c.is_joint() || c.closed() || state.e[c.e1()] > touches_within(c) ||
        !strikes)
      continue;
    ContactChange earlier = std::move(out);
    out = impacts_.strike({}, static_cast<int>(k), at).contacts;
    out.put_before(std::move(earlier));
  }
  return out;
}

bool ContactRun::counts(int function) const {
  const Contact& c = set_.contacts[function / 2];
  return c.outline < 0 && c.row->model != ContactModel::impulses;
}

void ContactRun::begin_round() {
  for (Contact& c : set_.contacts) c.struck = false;
}

Struck ContactRun::strike(const ImpactProblem& stops, DynamicSite& at) {
  pieces_.choose_sides(at);
  Struck out = impacts_.strike(stops, -1, at);
  out.contacts = settle(std::move(out.contacts), at);
  pieces_.follow_outlines(at);
  return out;
}

Struck ContactRun::follow(DynamicSite& at) {
  pieces_.choose_sides(at);
  Struck out = impacts_.follow(at);
  out.contacts = settle(std::move(out.contacts), at);
  pieces_.follow_outlines(at);
  return out;
}

ContactChange ContactRun::pass_zero(int function, Crossing direction, DynamicSite& at) {
  if (set_.contacts[function / 2].struck) return {};
  const ContactChange out = settle(pass_one(function, direction, at), at);
  pieces_.follow_outlines(at);
  return out;
}

ContactChange ContactRun::resolve(DynamicSite& at) {
  const ContactChange out = settle(resolve_all(at), at);
  pieces_.follow_outlines(at);
  return out;
}

ContactChange ContactRun::pass_one(int function, Crossing direction, DynamicSite& at) {
  const int k = function / 2;
  Contact& c = set_.contacts[k];
  const bool normal = function % 2 == 0;
  if (c.outline >= 0) return pass_outline(c, at);
  if (c.circle >= 0) return pieces_.pass_circle(c, direction, at);
  if (c.holds_nothing()) {
    at.phase.touch[c.law] = direction == Crossing::falling ? Touch::closed : Touch::open;
    return {};
  }
  if (c.mode == ContactMode::open) {
    pieces_.choose_sides(at);
    const double parts = at.state.ed[c.e1()];
    if (!c.is_rigid() || parts <= tolerance::gap_overrun * set_.speed)
      return impacts_.strike({}, k, at).contacts;
    // The gap has passed zero by rounding at the beginning of a flight. A flight that does not rise
    // above rounding is over.
    const double falls =
        -2 * at.state.edd[c.e1()] * tolerance::flight * set_.tolerance(c, *at.dynamics);
    if (++c.false_starts <= kFalseStarts || parts * parts > falls) return {};
    const std::vector<ContactSet::ModeAndSign> open = set_.modes();
    c.mode = ContactMode::stick;
    return modes_.resolve(at, open);
  }
  const std::vector<ContactSet::ModeAndSign> before = set_.modes();
  const bool slips =
      c.mode == ContactMode::spare && c.rolls &&
      set_.friction_room(c, *at.dynamics) <= ContactModes::force_of_rounding(*at.dynamics);
  if (!normal && c.mode == ContactMode::spare && !slips) return set_.driven_in(c, at.state.t);
  // A contact that stands with others reaches its limit, too, where its own force falls to zero.
  const bool lets_go =
      !c.is_joint() && c.mode == ContactMode::stick &&
      -at.dynamics->own_stress(c.e1()) <= kLetsGo * ContactModes::force_of_rounding(*at.dynamics);
  if (normal || lets_go) {
    c.mode = ContactMode::open;
    c.leaves_gently = true;
    return modes_.resolve(at, before, k);
  }
  if (c.mode == ContactMode::slide) {
    c.mode = ContactMode::stick;
    const double sign = c.sign;
    ContactChange out = modes_.resolve(at, before);
    const double on = c.arm * at.state.edd[c.e2()];
    if (!out.problem.empty() || !c.is_joint() || c.mode != ContactMode::carried ||
        !(-sign * on > ContactModes::rounding_of_accelerations(at.state)))
      return out;
    // The rest of the mechanism moves the slip on through zero: it slides the other way.
    c.mode = ContactMode::slide;
    c.sign = -sign;
    c.fresh = true;
    c.moves_from = HUGE_VAL;
    return modes_.resolve(at, before);
  }
  if (c.mode == ContactMode::carried) {
    c.mode = ContactMode::slide;
    c.sign = at.state.ed[c.e2()] < 0 ? -1 : 1;
    return modes_.resolve(at, before);
  }
  modes_.let_slip(c, *at.dynamics);
  return modes_.resolve(at, before, -1, k);
}

ContactChange ContactRun::resolve_all(DynamicSite& at) {
  if (!set_.any_closed()) return {};
  set_.follow_joints(at.phase);
  const std::vector<ContactSet::ModeAndSign> before = set_.modes();
  // Contacts whose bodies now part are open.
  for (Contact& c : set_.contacts) {
    const double rate = at.state.ed[c.e1()];
    if (!c.closed() || c.is_joint() || std::fabs(rate) <= tolerance::contact_still * set_.speed)
      continue;
    if (rate < 0) return set_.driven_in(c, at.state.t);
    c.mode = ContactMode::open;
  }
  return modes_.resolve(at, before);
}

bool ContactRun::let_go(Phase& phase) const {
  bool any = false;
  for (const Contact& c : set_.contacts) {
    if (c.holds_nothing() || !c.closed()) continue;
    ContactSet::release(c, phase);
    any = true;
  }
  phase.sliding.clear();
  phase.leaders.clear();
  return any;
}

std::vector<ContactSum> ContactRun::struck() const {
  std::vector<ContactSum> out;
  for (const Contact& c : set_.contacts) {
    if (c.strikes == 0) continue;
    const bool rubbed = c.friction_impulse > tolerance::contact_zero * c.normal_impulse;
    out.push_back({c.row->label, c.strikes, c.normal_impulse, rubbed ? c.friction_impulse : 0});
  }
  return out;
}

std::string ContactRun::describe_impulses(const UnitSystem& units) const {
  std::string out;
  for (const ContactSum& sum : struck())
    out += fmt::format(
        "{0}: {1} impacts, normal impulses {2:.9g} {4} {5}, friction impulses {3:.9g} {4} {5}\n",
        sum.label, sum.impacts, sum.normal, sum.friction, units.force, units.time);
  if (impacts_.frictionless() > 0)
    out += fmt::format("impacts without friction, which would not settle: {}\n",
                       impacts_.frictionless());
  return out;
}

}  // namespace mbs
