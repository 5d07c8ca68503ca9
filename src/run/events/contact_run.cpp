#include "run/events/contact_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/tolerances.h"
#include "plan/plan.h"
#include "run/motion/dynamic_system.h"
#include "text/units.h"

namespace mbs {

namespace {

// A gap that other contacts hold has moved if it changes by more than this part of the largest gap.
constexpr double kContactMoved = 1e-8;

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
// no look has shown how it came there (run/events/gap_watch.cpp).
constexpr double kSunk = 1e4;

// Error of one step in a gap: abs + rel times the size of its terms, a length.
double error_of_gap(const Contact& c, const DynamicSite& at) {
  const IntegratorSettings method =
      chosen_integrator(at.plan.method.integration, at.model, at.plan.units());
  const double abs = in_units(method.abs, unit::metre, at.plan.units());
  return abs + method.rel * at.dynamics->kinematics().evaluation().size[c.e1()];
}

}  // namespace

void PenaltyContacts::evaluate(const EventLook& at, Vector g) {
  double* out = g.data();
  for (const PenaltyContact& c : set_.penalties) {
    const double gap = *out++ = at.state.e[c.normal];
    set_.largest_gap = std::max(set_.largest_gap, std::fabs(gap));
    const double shift = tolerance::gap_overrun * set_.largest_gap;
    *out++ = at.phase.touch[c.law] == Touch::closed ? gap - shift : gap + shift;
  }
}

Change PenaltyContacts::occur(int k, Crossing direction, DynamicSite& at) {
  at.phase.touch[k / 2] = direction == Crossing::falling ? Touch::closed : Touch::open;
  return {};
}

void ContactRun::evaluate(const EventLook& at, Vector g) {
  set_.note_speed(at.state, at.dynamics);
  double* out = g.data();
  for (Contact& c : set_.contacts) evaluate(c, at, std::exchange(out, out + 2));
}

// Two functions for each contact. Open: the gap, and the gap shifted a little, because after an
// event the gap is zero and the locator does not see on which side it leaves. Closed: the normal
// force, and the function whose zero begins sliding or sticking.
void ContactRun::evaluate(Contact& c, const EventLook& at, double* out) {
  const State& state = at.state;
  const Dynamics& dynamics = at.dynamics;
  const double gap = state.e[c.e1()];
  const double slip_rate = c.slip_rate(state), speed = std::fabs(slip_rate);
  if (!c.is_joint()) set_.largest_gap = std::max(set_.largest_gap, std::fabs(gap));
  if (speed > tolerance::gap_overrun * set_.speed) c.moves_from = std::min(c.moves_from, state.t);
  if (c.mode == ContactMode::open) {
    out[0] = gap - c.floor;
    out[1] = gap - c.floor + tolerance::gap_overrun * set_.largest_gap;
    return;
  }
  if (c.mode == ContactMode::spare) {  // the bodies that hold its gap may move it
    const double moved = gap - at.phase.e_fixed[c.e1()], slack = kContactMoved * set_.largest_gap;
    out[0] = slack - moved;
    out[1] = slack + moved;
    if (c.rolls) out[1] = std::min(out[1], set_.friction_room(c, dynamics));
    return;
  }
  out[0] = c.is_joint() ? 1 : c.flight.slack - dynamics.own_stress(c.e1());
  out[1] = c.mode == ContactMode::stick                       ? set_.friction_room(c, dynamics)
           : c.mode == ContactMode::slide && c.has_friction() ? c.sign * slip_rate
           // The bodies that hold the slip may begin to move it.
           : c.mode == ContactMode::carried && c.is_joint()
               ? tolerance::contact_still * set_.speed - speed
               : 1;
}

// A contact that was closed a little too late was held below zero. Where it opens, this value is
// its zero.
void ContactRun::choose_floors(const State& state) {
  for (Contact& c : set_.contacts) {
    const double here = state.e[c.e1()];
    const bool below =
        c.mode == ContactMode::open && here < -tolerance::gap_overrun * set_.largest_gap / 2;
    c.floor = below ? here : 0;
  }
}

// Both functions of a contact are positive until something happens.
void ContactRun::add_noise(DynamicSite& at, std::vector<EventNoise>& noise) {
  const double force = ContactModes::force_of_rounding(*at.dynamics),
               slip = tolerance::gap_overrun * set_.speed;
  for (Contact& c : set_.contacts) {
    double gap = tolerance::flight * set_.tolerance(c.normal, *at.dynamics);
    if (std::exchange(c.flight.leaves_gently, false)) gap = std::max(gap, error_of_gap(c, at));
    const bool slides = c.mode == ContactMode::slide;
    if (c.closed())
      noise.insert(noise.end(), {{force, true}, {slides ? slip : force, !slides}});
    else
      noise.insert(noise.end(), 2, EventNoise{gap, false});
  }
}

Change ContactRun::find_sunk(const State& state, const Dynamics& dynamics) const {
  for (const Contact& c : set_.contacts) {
    const double gap = state.e[c.e1()];
    const double size =
        std::max(set_.tolerance(c.normal, dynamics), tolerance::gap_overrun * set_.largest_gap);
    if (c.closed() || gap >= -kSunk * size) continue;
    Change sunk = set_.fail(c, state.t, fmt::format("it is open, and its gap is {:.6g}", gap));
    sunk.hint =
        "it has come there by less than the steps show: an hmax in INTEG makes them shorter";
    return sunk;
  }
  return {};
}

ContactRun::WrongForce ContactRun::find_wrong_force(const Dynamics& dynamics) const {
  WrongForce worst;
  for (const Contact& c : set_.contacts) {
    if (!c.closed() || c.mode == ContactMode::spare) continue;
    const double pull = c.is_joint() ? 0 : dynamics.own_stress(c.e1()) - c.flight.slack;
    const double beyond =
        c.mode == ContactMode::stick && c.has_friction() ? -set_.friction_room(c, dynamics) : 0;
    if (const double wrong = std::max(pull, beyond); wrong > worst.size)
      worst = {wrong, &c.row->label};
  }
  return worst;
}

void ContactRun::settle(Change& change, DynamicSite& at) {
  if (change.problem.empty() && set_.follow_joints(at.phase)) {
    Change out = modes_.resolve(at, set_.modes());
    if (out.problem.empty()) out.put_before(std::move(change));
    change = std::move(out);
  }
  outlines_.follow(at);
}

Change ContactRun::start(DynamicSite& at) {
  const ContactSet::Modes before = set_.modes();
  const State& state = at.state;
  Change out;
  set_.note_speed(state, *at.dynamics);
  bool touching = false;
  const double length = at.dynamics->kinematics().jacobian().length(),
               still = tolerance::gap_overrun * set_.speed;
  // A CLOSED contact touches, even where the terms of the gap are all near 0.
  const auto touches_within = [&](const Contact& c) {
    return std::max(set_.tolerance(c.normal, *at.dynamics),
                    c.row->starts_closed ? tolerance::contact_zero * length : 0);
  };
  set_.follow_joints(at.phase);
  circles_.begin(at);
  for (const PenaltyContact& c : set_.penalties) {
    double way = state.e[c.normal];
    for (double rate : {state.ed[c.normal], state.edd[c.normal]})
      if (way == 0) way = rate;
    at.phase.touch[c.law] = way < 0 ? Touch::closed : Touch::open;
  }
  for (Contact& c : set_.contacts) {
    if (c.is_joint()) {
      if (c.joint.turns) c.joint.arm = length;
      c.mode = ContactMode::stick, touching = true;
      continue;
    }
    const double gap = state.e[c.e1()], tiny = touches_within(c);
    if (gap < -tiny) {
      out = set_.fail(c, state.t, fmt::format("the two overlap by {:.6g} at the start", -gap));
      break;
    }
    if (c.is_rigid() && gap <= tiny &&
        std::fabs(state.ed[c.e1()]) <= std::max(still, rounding_of_rate(c, at)))
      c.mode = ContactMode::stick, touching = true;
  }
  if (touching && out.problem.empty()) out = modes_.resolve(at, before);
  for (int k = 0; k < count_of(set_.contacts) && out.problem.empty(); ++k) {
    const Contact& c = set_.contacts[k];
    // A contact that approaches strikes at once; an impulse contact at rest gets its first impulse.
    const double approach = -state.ed[c.e1()], slow = tolerance::gap_overrun * set_.speed;
    const bool strikes =
        approach > slow || (!c.is_rigid() && approach >= -slow && state.edd[c.e1()] < 0);
    if (c.is_joint() || c.closed() || state.e[c.e1()] > touches_within(c) || !strikes) continue;
    Change earlier = std::move(out);
    out = land({{}, k}, set_.modes(), at).contacts;
    out.put_before(std::move(earlier));
  }
  settle(out, at);
  return out;
}

void ContactRun::begin_round() {
  for (Contact& c : set_.contacts) c.flight.struck = false;
}

Change ContactRun::occur(int function, Crossing, DynamicSite& at) {
  const int k = function / 2;
  const Contact& c = set_.contacts[k];
  if (c.flight.struck) return {};
  return c.mode == ContactMode::open ? pass_gap(k, at) : pass_closed(k, function % 2 == 0, at);
}

// The gap of an open contact has passed zero: the contact strikes.
Change ContactRun::pass_gap(int k, DynamicSite& at) {
  Contact& c = set_.contacts[k];
  outlines_.choose_sides(at);
  const double parts = at.state.ed[c.e1()];
  const ContactSet::Modes before = set_.modes();
  if (!c.is_rigid() || parts <= tolerance::gap_overrun * set_.speed)
    return land({{}, k}, before, at).contacts;
  // The gap has passed zero by rounding at the beginning of a flight. A flight that does not rise
  // above rounding is over.
  const double falls =
      -2 * at.state.edd[c.e1()] * tolerance::flight * set_.tolerance(c.normal, *at.dynamics);
  if (++c.flight.false_starts <= kFalseStarts || parts * parts > falls) return {};
  c.mode = ContactMode::stick;
  return modes_.resolve(at, before);
}

// A force of a closed contact or joint has passed zero or its bound, or a slip has come to an end.
Change ContactRun::pass_closed(int k, bool normal, DynamicSite& at) {
  Contact& c = set_.contacts[k];
  const ContactSet::Modes before = set_.modes();
  const double rounding = ContactModes::force_of_rounding(*at.dynamics);
  const bool slips =
      c.mode == ContactMode::spare && c.rolls && set_.friction_room(c, *at.dynamics) <= rounding;
  if (!normal && c.mode == ContactMode::spare && !slips) return set_.driven_in(c, at.state.t);
  // A contact that stands with others reaches its limit, too, where its own force falls to zero.
  const bool lets_go = !c.is_joint() && c.mode == ContactMode::stick &&
                       -at.dynamics->own_stress(c.e1()) <= kLetsGo * rounding;
  if (normal || lets_go) {
    c.mode = ContactMode::open;
    c.flight.leaves_gently = true;
    return modes_.resolve(at, before, k);
  }
  if (c.mode == ContactMode::slide) {
    c.mode = ContactMode::stick;
    const double sign = c.sign;
    Change out = modes_.resolve(at, before);
    const double on = c.joint.arm * at.state.edd[c.e2()];
    if (!out.problem.empty() || !c.is_joint() || c.mode != ContactMode::carried ||
        !(-sign * on > ContactModes::rounding_of_accelerations(at.state)))
      return out;
    // The rest of the mechanism moves the slip on through zero: it slides the other way.
    c.let_slip(-sign);
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

Change ContactRun::resolve(DynamicSite& at) {
  Change out;
  if (set_.any_closed()) {
    set_.follow_joints(at.phase);
    const ContactSet::Modes before = set_.modes();
    // Contacts whose bodies now part are open.
    const Contact* in = nullptr;
    for (Contact& c : set_.contacts) {
      const double rate = at.state.ed[c.e1()];
      if (!c.closed() || c.is_joint() || std::fabs(rate) <= tolerance::contact_still * set_.speed)
        continue;
      if (rate < 0) {
        in = &c;
        break;
      }
      c.mode = ContactMode::open;
    }
    out = in ? set_.driven_in(*in, at.state.t) : modes_.resolve(at, before);
  }
  settle(out, at);
  return out;
}

bool ContactRun::let_go(Phase& phase) const {
  bool any = false;
  for (const Contact& c : set_.contacts) {
    if (!c.closed()) continue;
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
    const auto [normal, friction] = std::pair(c.flight.normal_impulse, c.flight.friction_impulse);
    if (c.flight.strikes == 0) continue;
    const bool rubbed = friction > tolerance::contact_zero * normal;
    out.push_back({c.row->label, c.flight.strikes, normal, rubbed ? friction : 0});
  }
  return out;
}

std::string ContactRun::describe_impulses(const UnitSystem& units) const {
  std::string out;
  for (const ContactSum& sum : struck()) {
    const bool is_length =
        std::none_of(set_.contacts.begin(), set_.contacts.end(), [&sum](const Contact& c) {
          return !c.is_joint() && !c.is_length && c.row->label == sum.label;
        });
    if (is_length)
      out += fmt::format(
          "{0}: {1} impacts, normal impulses {2:.9g} {4} {5}, friction impulses {3:.9g} {4} {5}\n",
          sum.label, sum.impacts, sum.normal, sum.friction, units.force, units.time);
    else  // its impulse is along the value of its expression
      out += fmt::format("{}: {} impacts, impulses {:.9g}\n", sum.label, sum.impacts, sum.normal);
  }
  if (frictionless_count_ > 0)
    out +=
        fmt::format("impacts without friction, which would not settle: {}\n", frictionless_count_);
  return out;
}

}  // namespace mbs
