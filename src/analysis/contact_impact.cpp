// Contacts that strike.
#include "analysis/contact_impact.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/tolerances.h"
#include "solve/rank_audit.h"

namespace mbs {

namespace {

// A resting impulse contact rises with at least this part of the speed that its interval asks for.
constexpr double kLeastRise = 0.1;
constexpr int kMostFrictionRounds = 200;
constexpr int kMostHeldAgain = 2;    // of one striker in one impact
constexpr long long kMostNotes = 3;  // of impacts without friction

// v += M^-1 J^T P in the free motion of the constraints, J^T the line of one deformation; P pushes
// towards its growth. False where a motion carries no mass.
bool push(const DynamicSite& at, State& state, int deformation, double P) {
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

// The rates of all deformations at these velocities of the present position.
std::vector<double> rates(const DynamicSite& at, ConstVector v) {
  std::vector<double> out(at.model.ne, 0.0);
  add_derivative_times(at.model, at.dynamics->kinematics().evaluation(), v, out);
  return out;
}

}  // namespace

// The speed with which a contact leaves that approaches with the present one.
double ContactImpact::rebound(Contact& c, const State& state) const {
  const double approach = -state.ed[c.e1()];
  const double bounced = c.row->restitution * approach;
  if (c.is_rigid()) {
    c.bounces =
        c.bounces > 0 && approach < tolerance::slower_bounce * c.last_approach ? c.bounces + 1 : 1;
    c.last_approach = approach;
    return c.bounces >= c.row->bounces || approach <= tolerance::contact_rest * set_.largest_speed
               ? 0
               : bounced;
  }
  const double rise = -state.edd[c.e1()] * c.row->tau / 2;
  return std::max(bounced, std::min(approach, rise));
}

// The impulse that presses: of a contact the normal one, of a joint what its friction goes with.
double ContactImpact::pressing(const Contact& c, const Impulses& impulses) {
  return c.is_joint() ? c.load.value(impulses.L.data() + c.normal) : -impulses.L[c.e1()];
}

// One impact with the friction impulses as they are now. False where it finds no velocities.
bool ContactImpact::strike_once(const Strikers& strikers, bool friction, const State& before,
                                DynamicSite& at, ImpactOutcome& outcome) const {
  at.state = before;
  outcome = {};
  for (const Striker& s : strikers)
    if (friction && s.slides && !push(at, at.state, contact(s).slip, s.tangent)) return false;
  std::vector<ImpactContact> lines;
  for (const Striker& s : strikers) {
    const Contact& c = contact(s);
    if (c.is_joint()) continue;
    ImpactContact& line = lines.emplace_back();
    line.normal = {Target::deformation, c.normal};
    line.restitution = s.restitution;
    // Restitution counts from the approach before friction, which may turn it round by itself.
    if (friction) line.leaves = s.restitution * std::max(-before.ed[c.e1()], 0.0);
    line.side = 1;
    line.resting = s.resting || before.ed[c.e1()] < 0;
    if (friction && c.has_friction() && !s.slides && !s.held)
      line.stick = {{Target::deformation, c.slip}};
  }
  // A joint that sticks has its line beside those of a contact that takes part.
  const auto beside = std::find_if(lines.begin(), lines.end(),
                                   [](const ImpactContact& line) { return line.resting; });
  for (const Striker& s : strikers)
    if (friction && beside != lines.end() && contact(s).is_joint() && !s.slides && !s.held)
      beside->stick.push_back({Target::deformation, contact(s).slip});
  if (!mbs::strike(at.model, at.phase, *at.dynamics, lines, ImpactLaw::newton, at.state, outcome)
           .ok())
    return false;
  for (const Striker& s : strikers)
    if (friction && s.slides) outcome.impulses.L[contact(s).e2()] = -s.tangent;
  const bool joints = std::any_of(strikers.begin(), strikers.end(),
                                  [this](const Striker& s) { return contact(s).is_joint(); });
  return !joints || share_all(strikers, before, at, outcome);
}

// The impulses of all constraints, which press in joints, by the whole change of the velocities.
bool ContactImpact::share_all(const Strikers& strikers, const State& before, DynamicSite& at,
                              ImpactOutcome& outcome) const {
  FreeMotion motion(at.model);
  State from = before;
  if (!find_free_motion(at.model, *at.dynamics, from, motion).ok()) return false;
  Impulses all;
  all.R.assign(at.model.nx, 0.0);
  all.L.assign(at.model.ne, 0.0);
  for (const Striker& s : strikers) {
    const Contact& c = contact(s);
    if (!c.is_joint()) all.L[c.e1()] = outcome.impulses.L[c.e1()];
    all.L[c.e2()] = outcome.impulses.L[c.e2()];
  }
  share_impulses(at.model, at.phase, *at.dynamics, motion, at.state.v, from, all);
  outcome.impulses = std::move(all);
  return true;
}

// The friction impulses of those that slide are mu_k times the normal ones that come of them.
bool ContactImpact::find_friction(Strikers& strikers, const State& before, DynamicSite& at,
                                  ImpactOutcome& outcome) const {
  double last = HUGE_VAL;
  for (int round = 0; round < kMostFrictionRounds; ++round) {
    if (!strike_once(strikers, true, before, at, outcome)) return false;
    double change = 0, size = 0;
    for (Striker& s : strikers) {
      const Contact& c = contact(s);
      const double N = pressing(c, outcome.impulses);
      size = std::max(size, std::fabs(N));
      if (!s.slides) continue;
      const double wanted = s.way * N * (s.way < 0 ? c.sliding.up : c.sliding.down);
      change = std::max(change, std::fabs(wanted - s.tangent));
      s.tangent = wanted;
    }
    // Slow impacts of fast bodies have lost digits: then it stays where it is.
    const bool stays = change >= last / 2 && change <= tolerance::impact_friction_near * size;
    if (change <= tolerance::impact_friction_found * size || stays) return true;
    last = change;
  }
  return false;
}

// The one that would need most beyond mu_s times its normal impulse to stick begins to slide.
bool ContactImpact::let_slide(Strikers& strikers, const Impulses& impulses) const {
  double most = 0;
  for (const Striker& s : strikers)
    most = std::max(most, tolerance::contact_zero * std::fabs(pressing(contact(s), impulses)));
  Striker* worst = nullptr;
  for (Striker& s : strikers) {
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

// One that another has let slide, and that the impact leaves moving along with its friction, is
// held again: friction resists the slip that is left, it does not make one.
bool ContactImpact::hold_again(Strikers& strikers, const DynamicSite& at) const {
  const std::vector<double> left = rates(at, at.state.v);
  for (Striker& s : strikers) {
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

// A slip that no impulse along it moves needs none, and what it would take has no single answer.
void ContactImpact::find_held(Strikers& strikers, DynamicSite& at) const {
  auto gives_way = [&](int line) {
    State unit = at.state;
    if (!push(at, unit, line, 1)) return HUGE_VAL;
    for (std::size_t i = 0; i < unit.v.size(); ++i) unit.v[i] -= at.state.v[i];
    return std::fabs(rates(at, unit.v)[line]);
  };
  double normal = 0;  // of the normals, for joints
  for (const Striker& s : strikers)
    if (!contact(s).is_joint()) normal = std::max(normal, gives_way(contact(s).normal));
  for (Striker& s : strikers) {
    const Contact& c = contact(s);
    if (c.has_friction())
      s.held = gives_way(c.slip) <=
               tolerance::contact_zero * (c.is_joint() ? normal : gives_way(c.normal));
  }
}

// What strikes and what is closed already, all in one problem: each normal pushes or parts, each
// tangent sticks or has the friction of sliding. The tangents that slide get theirs first, the
// normals follow; if that gains energy or finds no end, there is no friction at all.
bool ContactImpact::strike_together(Strikers& strikers, DynamicSite& at, ImpactOutcome& outcome) {
  const State before = at.state;
  const std::vector<ContactSet::ModeAndSign> held = set_.modes();
  for (const Striker& s : strikers) contact(s).mode = ContactMode::open;
  for (Contact& c : set_.contacts)
    if (c.is_joint()) c.mode = ContactMode::open;  // what it holds is found with the impact
  const bool possible = set_.rebuild(at);
  for (std::size_t k = 0; k < set_.contacts.size(); ++k) set_.contacts[k].mode = held[k].mode;
  if (!possible) return false;
  find_held(strikers, at);
  // Of the impulses of the contacts alone: what is driven may win or lose energy besides.
  auto work = [&](const Impulses& impulses) {
    const std::vector<double> rate = rates(at, at.state.v);
    double sum = 0;
    for (const Striker& s : strikers) {
      const Contact& c = contact(s);
      if (c.slips()) sum -= impulses.L[c.e2()] * (before.ed[c.e2()] + rate[c.e2()]) / 2;
      if (!c.is_joint()) sum -= impulses.L[c.e1()] * (before.ed[c.e1()] + rate[c.e1()]) / 2;
    }
    return sum;
  };
  double kinetic = -1;
  while (find_friction(strikers, before, at, outcome)) {
    if (kinetic < 0) kinetic = outcome.impulses.kinetic_before;
    if (let_slide(strikers, outcome.impulses) || hold_again(strikers, at)) continue;
    if (work(outcome.impulses) <= kinetic * tolerance::contact_energy_rounding) return true;
    break;
  }
  frictionless_ = std::any_of(strikers.begin(), strikers.end(),
                              [this](const Striker& s) { return contact(s).has_friction(); });
  return strike_once(strikers, false, before, at, outcome);
}

std::string ContactImpact::describe_strike(const Contact& c, bool resting, const Aftermath& left,
                                           double gap_rate) const {
  auto clean = [this](double v) {
    return std::fabs(v) > tolerance::contact_zero * set_.largest_speed ? v : 0.0;
  };
  const State& before = left.before;
  const std::vector<double>& L = left.outcome.impulses.L;
  const double N = 0 - L[c.e1()], T = 0 - L[c.e2()];
  std::string out = fmt::format("{} at t = {:.12g}: ", c.row->label, before.t);
  out += resting ? fmt::format("pressed, impulse {:.9g}", N)
                 : fmt::format("bounce {}, gap rate {:.9g} -> {:.9g}, impulse {:.9g}", c.bounces,
                               clean(before.ed[c.e1()]), clean(gap_rate), N);
  if (c.has_friction())
    out += fmt::format("; slip rate {:.9g} -> {:.9g}, impulse {:.9g}", clean(before.ed[c.e2()]),
                       clean(left.rates[c.e2()]),
                       std::fabs(T) > tolerance::contact_zero * N ? T : 0.0);
  return out + "\n";
}

// What an impact has done to a joint that rubs in it.
std::string ContactImpact::describe_rub(const Contact& c, const Aftermath& left) const {
  const double impulse = 0 - left.outcome.impulses.L[c.e2()];
  if (!(std::fabs(impulse) > tolerance::contact_zero * pressing(c, left.outcome.impulses)))
    return {};
  const double after = left.rates[c.e2()];
  const bool stops = std::fabs(c.arm * after) <= tolerance::contact_zero * set_.largest_speed;
  return fmt::format("{} at t = {:.12g}: rubs, slip rate {:.9g} -> {:.9g}, impulse {:.9g}\n",
                     c.row->label, left.before.t, left.before.ed[c.e2()], stops ? 0.0 : after,
                     impulse);
}

// Who takes part when contact k strikes: the others that touch and approach, all that is held, and
// joints with friction.
std::vector<ContactImpact::Striker> ContactImpact::find_strikers(int k, DynamicSite& at) {
  const State& state = at.state;
  std::vector<Striker> out;
  for (std::size_t i = 0; i < set_.contacts.size(); ++i) {
    Contact& c = set_.contacts[i];
    const int index = static_cast<int>(i);
    if (c.holds_nothing() || c.is_joint()) continue;
    if (c.closed()) {
      out.push_back({index, 0, true});
      continue;
    }
    if (index != k && !(state.e[c.e1()] <= set_.tolerance(c, *at.dynamics))) continue;
    const double approach = -state.ed[c.e1()];
    if (!(approach > 0) && index != k) continue;
    const double leaves = approach > 0 ? rebound(c, state) : 0;
    out.push_back({index, approach > 0 ? std::min(1.0, leaves / approach) : 0, false});
  }
  for (std::size_t i = 0; i < set_.contacts.size(); ++i)
    if (set_.contacts[i].is_joint() && set_.contacts[i].has_friction())
      out.push_back({static_cast<int>(i), 0, true});
  return out;
}

// An impulse contact that is at rest, or nearly: nothing else would keep it from sinking in.
bool ContactImpact::lift(Contact& c, const State& before, double gap_rate, DynamicSite& at) const {
  const bool from_rest = !(-before.ed[c.e1()] > tolerance::contact_zero * set_.largest_speed);
  const double rise = -before.edd[c.e1()] * c.row->tau / 2 * (from_rest ? 1 : kLeastRise);
  if (!(gap_rate < rise)) return true;
  State unit = at.state;
  if (!push(at, unit, c.normal, 1)) return false;
  const double per_impulse = rates(at, unit.v)[c.e1()] - gap_rate;
  const double P = per_impulse > 0 ? (rise - gap_rate) / per_impulse : 0;
  push(at, at.state, c.normal, P);
  c.normal_impulse += P;
  return true;
}

// Whether all that strikes approaches with no more than the speed at which a contact rests.
bool ContactImpact::is_gentle(const Strikers& strikers, const State& before) const {
  return std::all_of(strikers.begin(), strikers.end(), [&](const Striker& s) {
    const Contact& c = contact(s);
    if (c.is_joint()) return true;
    return c.is_rigid() &&
           (s.resting || -before.ed[c.e1()] <= tolerance::contact_rest * set_.largest_speed);
  });
}

// Contacts that throw each other up in turn come to rest together: what touches and moves no faster
// than that closes too, and forces decide whether it stays.
void ContactImpact::close_slow(const Aftermath& left, DynamicSite& at) {
  for (Contact& c : set_.contacts) {
    if (!c.is_rigid() || c.closed() || left.before.e[c.e1()] > set_.tolerance(c, *at.dynamics))
      continue;
    if (std::fabs(left.rates[c.e1()]) <= tolerance::contact_rest * set_.largest_speed)
      c.mode = ContactMode::stick;
  }
}

// Whether nothing that is free can change the gap, all contacts being open: prescribed motions
// alone drive it. Masses have no part in this, for an impact may well meet a very light body.
bool ContactImpact::is_held_shut(const Contact& c, DynamicSite& at) const {
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

// What the impact has done to one contact; false, with the problem in `out`, where that cannot be.
bool ContactImpact::note_struck(const Striker& s, const Aftermath& left, DynamicSite& at,
                                ContactChange& out) {
  Contact& c = contact(s);
  if (c.is_joint()) return out.text += left.quiet ? std::string() : describe_rub(c, left), true;
  const double t = left.before.t, gap_rate = left.rates[c.e1()];
  const double N = 0 - left.outcome.impulses.L[c.e1()], T = 0 - left.outcome.impulses.L[c.e2()];
  const bool leaves = gap_rate > tolerance::contact_zero * set_.largest_speed;
  if (!s.resting && gap_rate < -tolerance::contact_rest * set_.largest_speed)
    return out = set_.driven_in(c, t), false;
  if (s.resting && leaves) c.mode = ContactMode::open;
  if (s.resting && !(N > tolerance::contact_zero * left.hardest)) return true;
  c.normal_impulse += N;
  if (c.slips()) c.friction_impulse += std::fabs(T);
  if (s.resting) {
    out.text += describe_strike(c, true, left, 0);
    return true;
  }
  ++c.strikes;
  c.false_starts = 0;
  if (!c.is_rigid())
    return lift(c, left.before, gap_rate, at) || (out = set_.fail(c, t, "it has no mass"), false);
  out.text += describe_strike(c, false, left, leaves ? gap_rate : 0);
  if (!leaves && c.row->restitution > 0 && c.bounces >= c.row->bounces)
    out.text += fmt::format("{}: rests after {} bounces in a row, each slower than the last\n",
                            c.row->label, c.row->bounces);
  out.in_series |= leaves && c.bounces > 1;
  if (!leaves) c.mode = ContactMode::stick;
  return true;
}

ContactChange ContactImpact::strike(int k, DynamicSite& at) {
  const std::vector<ContactSet::ModeAndSign> modes_before = set_.modes();
  const State before = at.state;
  const std::string& label = set_.contacts[k].row->label;
  Strikers strikers = find_strikers(k, at);
  for (const Striker& s : strikers) {
    const Contact& c = contact(s);
    const bool fast =
        !s.resting && -before.ed[c.e1()] > tolerance::contact_rest * set_.largest_speed;
    if (fast && is_held_shut(c, at)) return set_.driven_in(c, before.t);
  }
  ImpactOutcome outcome;
  frictionless_ = false;
  if (!strike_together(strikers, at, outcome))
    return set_.fail(set_.contacts[k], before.t, "its impact finds no velocities");
  ContactChange out;
  out.switched = true;
  Aftermath left{before, outcome, rates(at, at.state.v)};
  left.quiet = !set_.contacts[k].is_rigid();
  for (const Striker& s : strikers)
    left.hardest = std::max(left.hardest, pressing(contact(s), outcome.impulses));
  for (const Striker& s : strikers)
    if (!note_struck(s, left, at, out)) return out;
  if (is_gentle(strikers, before)) close_slow(left, at);
  if (frictionless_ && frictionless_count_++ < kMostNotes)
    out.text += fmt::format(
        "{} at t = {:.12g}: without friction, which would not settle or would create energy\n",
        label, before.t);
  if (outcome.scale < 1)
    out.text += fmt::format("{}: restitution times {:.9g}, more would create energy\n", label,
                            outcome.scale);
  if (!set_.any_closed() && set_.modes() == modes_before) return out;
  at.state.ed = left.rates;
  ContactChange settled = modes_.resolve(at, modes_before);
  if (!settled.problem.empty()) return settled;
  out.text += settled.text;
  out.modes = std::move(settled.modes);
  return out;
}

}  // namespace mbs
