#include "run/contacts/impacts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/tolerances.h"
#include "run/contacts/sequential_impact.h"
#include "solve/place/rank_audit.h"

namespace mbs {

namespace {

// kLeastRise: an impulse contact that nearly rests leaves with at least this part of the speed with
// which it would come back after its interval TAU.
constexpr double kLeastRise = 0.1;
constexpr long long kMostNotes = 3;  // lines of the report about impacts without friction

}  // namespace

// The speed with which a contact leaves after an approach with its present speed [m/s].
double Impacts::rebound(Contact& c, const DynamicSite& at) const {
  const State& state = at.state;
  const double approach = -state.ed[c.e1()];
  const double bounced = c.row->restitution * approach;
  if (c.is_rigid()) {
    c.bounces.count(approach);
    // A flight that does not rise above the rounding of its gap is over, too: where it began and
    // ends is not known.
    const double least =
        -2 * state.edd[c.e1()] * tolerance::flight * set_.tolerance(c, *at.dynamics);
    const bool is_over = bounced * bounced <= least;
    return is_over || c.bounces.ends(c.row->bounces, approach, set_.speed) ? 0 : bounced;
  }
  const double rise = -state.edd[c.e1()] * c.row->tau / 2;
  return std::max(bounced, std::min(approach, rise));
}

ContactStrike Impacts::strike_of(const Contact& c, bool resting, const Aftermath& left,
                                 double gap_rate) const {
  auto clean = [this](double v) {
    return std::fabs(v) > tolerance::contact_zero * set_.speed ? v : 0.0;
  };
  const State& before = left.before;
  const std::vector<double>& L = left.outcome.impulses.L;
  const double N = 0 - L[c.e1()];
  ContactStrike out;
  out.label = c.row->label;
  out.kind = resting ? StrikeKind::pressed : StrikeKind::bounce;
  out.bounce = resting ? 0 : c.bounces.bounces();
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
void Impacts::note_rub(const Contact& c, const Aftermath& left, ContactChange& out) const {
  const double impulse = 0 - left.outcome.impulses.L[c.e2()];
  if (!(std::fabs(impulse) >
        tolerance::contact_zero * CommonImpact::pressing(c, left.outcome.impulses)))
    return;
  const double after = left.rates[c.e2()];
  const bool stops = std::fabs(c.arm * after) <= tolerance::contact_zero * set_.speed;
  ContactStrike rub;
  rub.label = c.row->label;
  rub.kind = StrikeKind::rubs;
  rub.has_friction = true;
  rub.slip = {left.before.ed[c.e2()], stops ? 0.0 : after};
  rub.friction = impulse;
  out.add(std::move(rub), left.before.t);
}

// The strikers when contact k strikes: contact k and the others that touch and approach, all closed
// contacts, and joints with friction. A closed contact bounces where its bodies are driven against
// each other.
CommonImpact::Strikers Impacts::find_strikers(const Blow& blow, DynamicSite& at) {
  const State& state = at.state;
  const int k = blow.k;
  Strikers out;
  for (std::size_t i = 0; i < set_.contacts.size(); ++i) {
    Contact& c = set_.contacts[i];
    const int index = static_cast<int>(i);
    if (c.holds_nothing() || c.is_joint()) continue;
    const double approach = -state.ed[c.e1()];
    const bool driven =
        blow.given && c.is_rigid() && approach > tolerance::contact_rest * set_.speed;
    if (c.closed() && !driven) {
      out.push_back({index, 0, true});
      continue;
    }
    if (index != k && !c.closed() && !(state.e[c.e1()] <= set_.tolerance(c, *at.dynamics)))
      continue;
    if (!(approach > 0) && index != k) continue;
    const double leaves = approach > 0 ? rebound(c, at) : 0;
    out.push_back({index, approach > 0 ? std::min(1.0, leaves / approach) : 0, false});
  }
  // Constant friction is a bounded force: it has no impulse at an instant.
  for (std::size_t i = 0; i < set_.contacts.size(); ++i) {
    const Contact& c = set_.contacts[i];
    if (c.is_joint() && c.has_friction() && !c.load.is_constant())
      out.push_back({static_cast<int>(i), 0, true});
  }
  return out;
}

// Gives an impulse contact that rests, or nearly, the impulse that carries it until its next one.
// False where it has no mass.
bool Impacts::lift(Contact& c, const State& before, double gap_rate, DynamicSite& at) const {
  const bool from_rest = !(-before.ed[c.e1()] > tolerance::contact_zero * set_.speed);
  const double rise = -before.edd[c.e1()] * c.row->tau / 2 * (from_rest ? 1 : kLeastRise);
  if (!(gap_rate < rise)) return true;
  State unit = at.state;
  if (!push_along(at, unit, c.normal, 1).ok()) return false;
  const double per_impulse = deformation_rates(at, unit.v)[c.e1()] - gap_rate;
  const double P = per_impulse > 0 ? (rise - gap_rate) / per_impulse : 0;
  push_along(at, at.state, c.normal, P);
  c.normal_impulse += P;
  return true;
}

// The impulses of all constraints, with the impulses that have lifted impulse contacts. `given`:
// the sums of the normal impulses of the strikers before the impact.
SolveStatus Impacts::share_lifts(const Strikers& strikers, const Aftermath& left,
                                 const std::vector<double>& given, DynamicSite& at,
                                 ContactChange& out) const {
  FreeMotion motion(at.model);
  State from = left.before;
  const SolveStatus status = find_free_motion(at.model, *at.dynamics, from, motion);
  if (!status.ok()) return status;
  Impulses all;
  all.R.assign(at.model.nx, 0.0);
  all.L.assign(at.model.ne, 0.0);
  for (std::size_t k = 0; k < strikers.size(); ++k) {
    const Contact& c = contact(strikers[k]);
    if (!c.is_joint()) all.L[c.e1()] = given[k] - c.normal_impulse;
    if (c.slips()) all.L[c.e2()] = left.outcome.impulses.L[c.e2()];
  }
  share_impulses(at.model, at.phase, *at.dynamics, motion, at.state.v, from, all);
  out.R = std::move(all.R);
  out.L = std::move(all.L);
  return status;
}

// Whether all contacts that strike approach slowly enough to come to rest.
bool Impacts::is_gentle(const Strikers& strikers, const State& before) const {
  return std::all_of(strikers.begin(), strikers.end(), [&](const Striker& s) {
    const Contact& c = contact(s);
    if (c.is_joint()) return true;
    return c.is_rigid() &&
           (s.resting || -before.ed[c.e1()] <= tolerance::contact_rest * set_.speed);
  });
}

// Contacts that throw each other up in turn come to rest together: an open contact that touches and
// is slow enough closes, too. The forces then decide whether it stays closed.
void Impacts::close_slow(const Aftermath& left, DynamicSite& at) {
  for (Contact& c : set_.contacts) {
    if (!c.is_rigid() || c.closed() || left.before.e[c.e1()] > set_.tolerance(c, *at.dynamics))
      continue;
    if (std::fabs(left.rates[c.e1()]) <= tolerance::contact_rest * set_.speed)
      c.mode = ContactMode::stick;
  }
}

// Whether prescribed motions alone determine the gap, all contacts being open. Masses have no part
// in this, for an impact may well strike a very light body.
bool Impacts::is_held_shut(const Contact& c, DynamicSite& at) const {
  Phase phase = at.phase;
  for (const Contact& other : set_.contacts)
    if (!other.holds_nothing()) ContactSet::release(other, phase);
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

// Notes in `out` what the impact has done to one contact. False, with the problem in `out`, where
// the result is impossible for the contact.
bool Impacts::note_struck(const Striker& s, const Aftermath& left, DynamicSite& at,
                          ContactChange& out) {
  Contact& c = contact(s);
  c.struck = true;
  if (c.is_joint()) {
    if (!left.quiet) note_rub(c, left, out);
    return true;
  }
  const double t = left.before.t, gap_rate = left.rates[c.e1()];
  const double N = 0 - left.outcome.impulses.L[c.e1()], T = 0 - left.outcome.impulses.L[c.e2()];
  const bool leaves = gap_rate > tolerance::contact_zero * set_.speed;
  if (!s.resting && gap_rate < -tolerance::contact_rest * set_.speed)
    return out = set_.driven_in(c, t), false;
  if (leaves) c.mode = ContactMode::open;
  if (s.resting && !(N > tolerance::contact_zero * left.hardest)) return true;
  c.normal_impulse += N;
  if (c.slips()) c.friction_impulse += std::fabs(T);
  if (s.resting) {
    out.add(strike_of(c, true, left, 0), t);
    return true;
  }
  ++c.strikes;
  c.false_starts = 0;
  if (!c.is_rigid())
    return lift(c, left.before, gap_rate, at) || (out = set_.fail(c, t, "it has no mass"), false);
  ContactStrike strike = strike_of(c, false, left, leaves ? gap_rate : 0);
  if (!leaves && c.row->restitution > 0 && c.bounces.bounces() >= c.row->bounces)
    strike.rests_after = c.row->bounces;
  out.add(std::move(strike), t);
  out.in_series |= leaves && c.bounces.bounces() > 1;
  if (!leaves) c.mode = ContactMode::stick;
  return true;
}

// The first contact that strikes fast although prescribed motions alone determine its gap; null:
// none.
const Contact* Impacts::find_driven_in(const Strikers& strikers, DynamicSite& at) const {
  for (const Striker& s : strikers) {
    const Contact& c = contact(s);
    const bool fast = !s.resting && -at.state.ed[c.e1()] > tolerance::contact_rest * set_.speed;
    if (fast && is_held_shut(c, at)) return &c;
  }
  return nullptr;
}

// Notes in `out` what the impact has done to all strikers. False, with the problem in `out`, where
// the result is impossible for a contact.
bool Impacts::note_all(const Strikers& strikers, const Aftermath& left, DynamicSite& at,
                       ContactChange& out) {
  for (const Striker& s : strikers)
    if (!note_struck(s, left, at, out)) return false;
  if (is_gentle(strikers, left.before)) close_slow(left, at);
  return true;
}

// Lines of the report about an impact that does not keep the coefficients of the deck.
std::string Impacts::describe_compromise(const std::string& label, const Aftermath& left) {
  std::string out;
  if (left.outcome.frictionless && frictionless_count_++ < kMostNotes)
    out += fmt::format("{} at t = {:.12g}: without friction, {}\n", label, left.before.t,
                       left.outcome.none ? "with which no impulses fit" : "which would not settle");
  if (left.outcome.solutions > 1 && several_count_++ < kMostNotes)
    out += fmt::format(
        "{} at t = {:.12g}: {} solutions fit the impact, since friction presses on what slides "
        "(Painleve 1895); taken: the one nearest to the motion before\n",
        label, left.before.t, left.outcome.solutions);
  if (left.outcome.scale < 1)
    out += fmt::format("{}: restitution times {:.9g}, more would create energy\n", label,
                       left.outcome.scale);
  return out;
}

Struck Impacts::strike(const ImpactProblem& stops, int k, DynamicSite& at) {
  Struck out;
  const std::vector<ContactSet::ModeAndSign> modes_before = set_.modes();
  // Actions of events may have changed velocities without the rates of deformations.
  if (k < 0 && !modes_before.empty()) at.state.ed = deformation_rates(at, at.state.v);
  strike_all({stops, k}, modes_before, at, out);
  return out;
}

// Changes the velocities first without contacts and friction, then with them.
Struck Impacts::follow(DynamicSite& at) {
  Struck out;
  const std::vector<ContactSet::ModeAndSign> modes_before = set_.modes();
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
    return out;
  }
  at.state.ed = deformation_rates(at, at.state.v);
  const ImpactProblem no_stops;
  strike_all({no_stops, -1, &given}, modes_before, at, out);
  return out;
}

void Impacts::strike_all(const Blow& blow, const std::vector<ContactSet::ModeAndSign>& modes_before,
                         DynamicSite& at, Struck& out) {
  const int k = blow.k;
  ContactChange& change = out.contacts;
  const State before = at.state;
  Strikers strikers = find_strikers(blow, at);
  if (const Contact* const in = find_driven_in(strikers, at)) {
    change = set_.driven_in(*in, before.t);
    return;
  }
  CommonImpact impact(set_, blow.stops, strikers, at, blow.given);
  SequentialImpact in_turn(set_, at, before);
  out.status = SequentialImpact::applies(set_, blow.stops, strikers)
                   ? in_turn.solve(strikers, out.outcome)
                   : impact.solve(out.outcome);
  if (!out.status.ok() && k >= 0)
    change = set_.fail(set_.contacts[k], before.t, "its impact finds no velocities");
  if (out.status.ok() && blow.given) {
    Impulses sum = *blow.given;
    sum.add(out.outcome.impulses);
    out.outcome.impulses = std::move(sum);
  }
  change.switched = !strikers.empty() || set_.any_closed() || blow.given;
  if (!out.status.ok() || !change.switched) return;

  Aftermath left{before, out.outcome, deformation_rates(at, at.state.v)};
  left.quiet = k >= 0 && !set_.contacts[k].is_rigid();
  for (const Striker& s : strikers)
    left.hardest = std::max(left.hardest, CommonImpact::pressing(contact(s), out.outcome.impulses));
  std::vector<double> given;  // normal impulses of the strikers so far
  for (const Striker& s : strikers) given.push_back(contact(s).normal_impulse);
  if (!note_all(strikers, left, at, change)) return;
  change.R = out.outcome.impulses.R;
  change.L = out.outcome.impulses.L;
  if (left.quiet) share_lifts(strikers, left, given, at, change);
  if (!strikers.empty()) {
    const std::string& label = set_.contacts[k >= 0 ? k : strikers.front().contact].row->label;
    change.text += in_turn.describe(label) + describe_compromise(label, left);
  }
  at.state.ed = left.rates;
  if (!set_.any_closed() && set_.modes() == modes_before) return;
  ContactChange resolved = modes_.resolve(at, modes_before);
  if (resolved.problem.empty()) resolved.put_before(std::move(change));
  change = std::move(resolved);
}

}  // namespace mbs
