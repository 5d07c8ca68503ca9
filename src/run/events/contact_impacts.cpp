// The impacts of ContactRun. One problem holds all that strikes at one instant: stops of events,
// contacts that touch and approach, contacts that are closed, and joints with friction.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/tolerances.h"
#include "run/events/common_impact.h"
#include "run/events/contact_run.h"
#include "solve/place/rank_audit.h"

namespace mbs {

namespace {

// A rigid contact rests if it approaches with less than this part of the speed of comparison: the
// last of a series of bounces (run/events/bounce_series.h).
constexpr double kContactRest = 1e-6;

// kLeastRise: an impulse contact that nearly rests leaves with at least this part of the speed with
// which it would come back after its interval TAU.
constexpr double kLeastRise = 0.1;
constexpr long long kMostNotes = 3;  // lines of the report about impacts without friction

// The state before an impact and its results.
struct Aftermath {
  const State& before;
  const ImpactOutcome& outcome;
  std::vector<double> rates;  // ed of all deformations after it
  double hardest = 0;         // the largest normal impulse
  bool quiet = false;         // one of the many impacts of an impulse contact
};

// The speed with which a contact leaves after an approach with its present speed [m/s].
double rebound(Contact& c, const ContactSet& set, const DynamicSite& at) {
  const State& state = at.state;
  const double approach = -state.ed[c.e1()];
  const double bounced = c.row->restitution * approach;
  if (c.is_rigid()) {
    c.flight.bounces.count(approach, at.state.t);
    // A flight that does not rise above the rounding of its gap is over, too: where it began and
    // ends is not known.
    const double least =
        -2 * state.edd[c.e1()] * tolerance::flight * set.tolerance(c.normal, *at.dynamics);
    const bool is_over = bounced * bounced <= least;
    return is_over || c.flight.bounces.ends(c.row->bounces, approach, set.speed) ? 0 : bounced;
  }
  const double rise = -state.edd[c.e1()] * c.row->tau / 2;
  return std::max(bounced, std::min(approach, rise));
}

// The strikers: contact k of the blow and the others that touch and approach, all closed contacts,
// and joints with friction. A closed contact bounces where its bodies are driven against each
// other.
Strikers find_strikers(ContactSet& set, const Blow& blow, const DynamicSite& at) {
  const State& state = at.state;
  Strikers contacts, joints;
  for (int i = 0; i < count_of(set.contacts); ++i) {
    Contact& c = set.contacts[i];
    if (c.is_joint()) {
      // Constant friction is a bounded force: it has no impulse at an instant.
      if (c.has_friction() && !c.load.is_constant()) joints.push_back({i, 0, true});
      continue;
    }
    const double approach = -state.ed[c.e1()];
    const bool driven = blow.given && c.is_rigid() && approach > kContactRest * set.speed;
    if (c.closed() && !driven) {
      contacts.push_back({i, 0, true});
      continue;
    }
    if (i != blow.k && !c.closed() && !(state.e[c.e1()] <= set.tolerance(c.normal, *at.dynamics)))
      continue;
    if (!(approach > 0) && i != blow.k) continue;
    const double leaves = approach > 0 ? rebound(c, set, at) : 0;
    contacts.push_back({i, approach > 0 ? std::min(1.0, leaves / approach) : 0, false});
  }
  contacts.insert(contacts.end(), joints.begin(), joints.end());
  return contacts;
}

// Whether prescribed motions alone determine the gap, all contacts being open. Masses have no part
// in this, for an impact may well strike a very light body.
bool is_held_shut(const Contact& c, const ContactSet& set, const DynamicSite& at) {
  Phase phase = at.phase;
  for (const Contact& other : set.contacts) ContactSet::release(other, phase);
  auto redundant = [&] {
    return audit_rank(at.model, constrained_deformations(phase), free_coordinates(phase),
                      at.state.x, std::max(tolerance::holds_something, at.settings.options.rank),
                      tolerance::holds_something)
        .redundant.size();
  };
  const std::size_t before = redundant();
  phase.e_class[c.e1()] = Class::fixed;
  return redundant() > before;
}

// The first contact that strikes fast although prescribed motions alone determine its gap; null:
// none.
const Contact* find_driven_in(const Strikers& strikers, const ContactSet& set,
                              const DynamicSite& at) {
  for (const Striker& s : strikers) {
    const Contact& c = set.contacts[s.contact];
    const bool fast = !s.resting && -at.state.ed[c.e1()] > kContactRest * set.speed;
    if (fast && is_held_shut(c, set, at)) return &c;
  }
  return nullptr;
}

// Gives an impulse contact that rests, or nearly, the impulse that carries it until its next one,
// and adds the energy of that to `lifted`. False where it has no mass.
bool lift(Contact& c, const State& before, double gap_rate, double speed, DynamicSite& at,
          double& lifted) {
  const bool from_rest = !(-before.ed[c.e1()] > tolerance::contact_zero * speed);
  const double rise = -before.edd[c.e1()] * c.row->tau / 2 * (from_rest ? 1 : kLeastRise);
  if (!(gap_rate < rise)) return true;
  State unit = at.state;
  if (!push_along(at, unit, c.normal, 1).ok()) return false;
  const double per_impulse = deformation_rates(at, unit.v)[c.e1()] - gap_rate;
  const double P = per_impulse > 0 ? (rise - gap_rate) / per_impulse : 0;
  push_along(at, at.state, c.normal, P);
  c.flight.normal_impulse += P;
  lifted += P * (gap_rate + rise) / 2;
  return true;
}

ContactStrike strike_of(const Contact& c, bool resting, const Aftermath& left, double gap_rate,
                        double speed) {
  auto clean = [speed](double v) {
    return std::fabs(v) > tolerance::contact_zero * speed ? v : 0.0;
  };
  const State& before = left.before;
  const std::vector<double>& L = left.outcome.impulses.L;
  const double N = 0 - L[c.e1()];
  ContactStrike out;
  out.label = c.row->label;
  out.kind = resting ? StrikeKind::pressed : StrikeKind::bounce;
  out.bounce = resting ? 0 : c.flight.bounces.bounces();
  out.gap = {clean(before.ed[c.e1()]), clean(gap_rate)};
  out.impulse = N;
  out.has_friction = c.has_friction();
  if (!c.slips()) return out;
  const double T = 0 - L[c.e2()];
  out.slip = {clean(before.ed[c.e2()]), clean(left.rates[c.e2()])};
  out.friction = std::fabs(T) > tolerance::contact_zero * N ? T : 0.0;
  return out;
}

// Notes what an impact has done to a joint with friction, if the joint rubs in it.
void note_rub(const Contact& c, const Aftermath& left, double speed, Change& out) {
  const double impulse = 0 - left.outcome.impulses.L[c.e2()];
  if (!(std::fabs(impulse) > tolerance::contact_zero * pressing_impulse(c, left.outcome.impulses)))
    return;
  const double after = left.rates[c.e2()];
  const bool stops = std::fabs(c.joint.arm * after) <= tolerance::contact_zero * speed;
  ContactStrike rub;
  rub.label = c.row->label;
  rub.kind = StrikeKind::rubs;
  rub.has_friction = true;
  rub.slip = {left.before.ed[c.e2()], stops ? 0.0 : after};
  rub.friction = impulse;
  out.add(std::move(rub), left.before.t);
}

// Notes in `out` what the impact has done to one contact. False, with the problem in `out`, where
// the result is impossible for the contact.
bool note_struck(const Striker& s, ContactSet& set, const Aftermath& left, DynamicSite& at,
                 Change& out) {
  Contact& c = set.contacts[s.contact];
  Flight& flight = c.flight;
  flight.struck = true;
  if (c.is_joint()) {
    if (!left.quiet) note_rub(c, left, set.speed, out);
    return true;
  }
  const double t = left.before.t, gap_rate = left.rates[c.e1()];
  const double N = 0 - left.outcome.impulses.L[c.e1()], T = 0 - left.outcome.impulses.L[c.e2()];
  const bool leaves = gap_rate > tolerance::contact_zero * set.speed;
  if (!s.resting && gap_rate < -kContactRest * set.speed) return out = set.driven_in(c, t), false;
  if (leaves) c.mode = ContactMode::open;
  if (s.resting && !(N > tolerance::contact_zero * left.hardest)) return true;
  flight.normal_impulse += N;
  if (c.slips()) flight.friction_impulse += std::fabs(T);
  if (s.resting) {
    out.add(strike_of(c, true, left, 0, set.speed), t);
    return true;
  }
  ++flight.strikes;
  flight.false_starts = 0;
  if (!c.is_rigid())
    return lift(c, left.before, gap_rate, set.speed, at, out.lifted) ||
           (out = set.fail(c, t, "it has no mass"), false);
  ContactStrike strike = strike_of(c, false, left, leaves ? gap_rate : 0, set.speed);
  if (!leaves && c.row->restitution > 0 && flight.bounces.bounces() >= c.row->bounces)
    strike.rests_after = c.row->bounces;
  out.add(std::move(strike), t);
  out.in_series |= leaves && flight.bounces.bounces() > 1;
  if (!leaves) c.mode = ContactMode::stick;
  return true;
}

// Whether all contacts that strike approach slowly enough to come to rest.
bool is_gentle(const Strikers& strikers, const ContactSet& set, const State& before) {
  return std::all_of(strikers.begin(), strikers.end(), [&](const Striker& s) {
    const Contact& c = set.contacts[s.contact];
    if (c.is_joint()) return true;
    return c.is_rigid() && (s.resting || -before.ed[c.e1()] <= kContactRest * set.speed);
  });
}

// Contacts that throw each other up in turn come to rest together: an open contact that touches and
// is slow enough closes, too. The forces then decide whether it stays closed.
void close_slow(ContactSet& set, const Aftermath& left, const DynamicSite& at) {
  for (Contact& c : set.contacts) {
    if (!c.is_rigid() || c.closed() ||
        left.before.e[c.e1()] > set.tolerance(c.normal, *at.dynamics))
      continue;
    if (std::fabs(left.rates[c.e1()]) <= kContactRest * set.speed) c.mode = ContactMode::stick;
  }
}

// The impulses of all constraints, with the impulses that have lifted impulse contacts. `given`:
// the sums of the normal impulses of the strikers before the impact.
void share_lifts(const Strikers& strikers, const ContactSet& set, const Aftermath& left,
                 const std::vector<double>& given, const DynamicSite& at, Change& out) {
  std::vector<double> L(at.model.ne, 0.0);
  for (std::size_t k = 0; k < strikers.size(); ++k) {
    const Contact& c = set.contacts[strikers[k].contact];
    if (!c.is_joint()) L[c.e1()] = given[k] - c.flight.normal_impulse;
    if (c.slips()) L[c.e2()] = left.outcome.impulses.L[c.e2()];
  }
  Impulses all;
  if (!share_among_constraints(at, left.before, std::move(L), all).ok()) return;
  out.impulses = std::move(all);
}

}  // namespace

// Lines of the report about an impact that does not keep the coefficients of the deck.
std::string ContactRun::describe_compromise(const std::string& label, double t,
                                            const ImpactOutcome& outcome) {
  std::string out;
  if (outcome.frictionless && frictionless_count_++ < kMostNotes)
    out += fmt::format("{} at t = {:.12g}: without friction, {}\n", label, t,
                       outcome.none ? "with which no impulses fit" : "which would not settle");
  if (outcome.solutions > 1 && several_count_++ < kMostNotes)
    out += fmt::format(
        "{} at t = {:.12g}: {} solutions fit the impact, since friction presses on what slides "
        "(Painleve 1895); taken: the one nearest to the motion before\n",
        label, t, outcome.solutions);
  if (outcome.scale < 1)
    out += fmt::format("{}: restitution times {:.9g}, more would create energy\n", label,
                       outcome.scale);
  return out;
}

// A landing: who strikes, the velocities afterwards, what has become of each, and the modes of what
// stays closed.
Struck ContactRun::land(const Blow& blow, const ContactSet::Modes& before_it, DynamicSite& at) {
  Struck out;
  const int k = blow.k;
  Change& change = out.contacts;
  const State before = at.state;
  Strikers strikers = find_strikers(set_, blow, at);
  if (const Contact* const in = find_driven_in(strikers, set_, at)) {
    change = set_.driven_in(*in, before.t);
    return out;
  }
  SequentialImpact in_turn(set_, at, before);
  out.status = SequentialImpact::applies(set_, blow, strikers)
                   ? in_turn.solve(strikers, out.outcome)
                   : strike_together(set_, blow, strikers, at, out.outcome);
  if (!out.status.ok() && k >= 0)
    change = set_.fail(set_.contacts[k], before.t, "its impact finds no velocities");
  if (out.status.ok() && blow.given) {
    Impulses sum = *blow.given;
    sum.add(out.outcome.impulses);
    out.outcome.impulses = std::move(sum);
  }
  change.switched = !strikers.empty() || set_.any_closed() || blow.given;
  if (!out.status.ok() || !change.switched) return out;

  Aftermath left{before, out.outcome, deformation_rates(at, at.state.v)};
  left.quiet = k >= 0 && !set_.contacts[k].is_rigid();
  std::vector<double> given;  // normal impulses of the strikers so far
  for (const Striker& s : strikers) {
    const Contact& c = set_.contacts[s.contact];
    left.hardest = std::max(left.hardest, pressing_impulse(c, out.outcome.impulses));
    given.push_back(c.flight.normal_impulse);
  }
  for (const Striker& s : strikers)
    if (!note_struck(s, set_, left, at, change)) return out;
  if (is_gentle(strikers, set_, before)) close_slow(set_, left, at);
  change.impulses = out.outcome.impulses;
  if (left.quiet) share_lifts(strikers, set_, left, given, at, change);
  if (!strikers.empty()) {
    const std::string& label = set_.contacts[k >= 0 ? k : strikers.front().contact].row->label;
    change.text += in_turn.describe(label) + describe_compromise(label, before.t, out.outcome);
  }
  at.state.ed = left.rates;
  if (!set_.any_closed() && set_.modes() == before_it) return out;
  Change resolved = modes_.resolve(at, before_it);
  if (resolved.problem.empty()) resolved.put_before(std::move(change));
  change = std::move(resolved);
  return out;
}

Struck ContactRun::strike(const ImpactProblem& stops, DynamicSite& at) {
  outlines_.choose_sides(at);
  const ContactSet::Modes before = set_.modes();
  // Actions of events may have changed velocities without the rates of deformations.
  if (!before.empty()) at.state.ed = deformation_rates(at, at.state.v);
  Struck out = land({stops}, before, at);
  settle(out.contacts, at);
  return out;
}

// Changes the velocities first without contacts and friction, then with them.
Struck ContactRun::follow(DynamicSite& at) {
  outlines_.choose_sides(at);
  Struck out;
  const ContactSet::Modes modes_before = set_.modes();
  const State before = at.state;
  Impulses given;
  out.status = set_.let_go(at)
                   ? project_velocities(at.model, at.phase, *at.dynamics, at.state, given)
                   : SolveStatus{SolveKind::singular};
  double jump = 0;
  for (std::size_t i = 0; i < before.v.size(); ++i)
    jump = std::max(jump, std::fabs(at.state.v[i] - before.v[i]));
  if (!out.status.ok() || !(jump > tolerance::event_restart * largest(before.v))) {
    at.state = before;
    if (!set_.rebuild(at)) set_.let_go(at);
    out.contacts.switched = true;
    out.nothing = out.status.ok();
  } else {
    at.state.ed = deformation_rates(at, at.state.v);
    out = land({{}, -1, &given}, modes_before, at);
  }
  settle(out.contacts, at);
  return out;
}

}  // namespace mbs
