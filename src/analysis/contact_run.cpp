#include "analysis/contact_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/tolerances.h"

namespace mbs {

namespace {

std::size_t at_(int i) { return static_cast<std::size_t>(i); }

// A flight is one that rises above this part of what a gap may be off.
constexpr double kFlight = 1e-3;
// Times what a gap may be off: an open contact below zero by more has gone through unseen.
constexpr double kSunk = 1e4;

}  // namespace

ContactRun::ContactRun(const Tables& tables, const Model& model, const Options& options,
                       bool may_choose)
    : tables_(tables), model_(model), options_(options), may_choose_(may_choose) {
  int laws = 0;
  for (const ContactRow& row : tables.forces.contacts) {
    Contact& contact = contacts_.emplace_back();
    contact.row = &row;
    contact.normal = model.elements[at_(row.element)].first;
    if (row.model == ContactModel::penalty) contact.law = laws++;
  }
}

void ContactRun::add_directions(std::vector<Crossing>& directions) const {
  for (const Contact& contact : contacts_)
    directions.insert(directions.end(), 2,
                      contact.is_penalty() ? Crossing::both : Crossing::falling);
}

// What is left of static friction where a contact sticks; those that it carries add theirs.
double ContactRun::friction_room(const Contact& contact, const Dynamics& dynamics) const {
  double room = -contact.row->mu_s * dynamics.stresses()[contact.e1()];
  auto holds = [&contact](const Contact& other) {
    return std::find(other.carriers.begin(), other.carriers.end(), contact.normal + 1) !=
           other.carriers.end();
  };
  for (const Contact& other : contacts_)
    if (other.mode == ContactMode::carried && holds(other))
      room -= other.row->mu_s * dynamics.stresses()[other.e1()];
  return room - std::fabs(dynamics.stresses()[contact.e2()]);
}

// An open contact has its gap, and the gap shifted a little: after an event the gap is zero and the
// locator does not see on which side it leaves. A closed one has its normal force, and what says
// that it goes on to slide or to stick.
void ContactRun::evaluate(const State& state, const Dynamics& dynamics, const Phase& phase,
                          Vector g) {
  for (std::size_t k = 0; k < contacts_.size(); ++k) {
    Contact& c = contacts_[k];
    const double gap = state.e[c.e1()];
    largest_gap_ = std::max(largest_gap_, std::fabs(gap));
    largest_speed_ =
        std::max({largest_speed_, std::fabs(state.ed[c.e1()]), std::fabs(state.ed[c.e2()])});
    if (std::fabs(state.ed[c.e2()]) > tolerance::gap_overrun * largest_speed_) c.fresh = false;
    double* const out = g.data() + 2 * k;
    if (c.is_penalty() || c.mode == ContactMode::open) {
      const bool touches = c.is_penalty() && phase.touch[at_(c.law)] == Touch::closed;
      const double shift = tolerance::gap_overrun * largest_gap_;
      out[0] = gap - c.floor;
      out[1] = touches ? gap - shift : gap - c.floor + shift;
      continue;
    }
    if (c.mode == ContactMode::spare) {  // what holds it may move away or in
      const double moved = gap - phase.e_hold[c.e1()],
                   slack = tolerance::contact_moved * largest_gap_;
      out[0] = slack - moved;
      out[1] = slack + moved;
      continue;
    }
    out[0] = c.slack - dynamics.stresses()[c.e1()];
    out[1] = c.mode == ContactMode::stick                       ? friction_room(c, dynamics)
             : c.mode == ContactMode::slide && c.has_friction() ? c.sign * state.ed[c.e2()]
                                                                : 1;
  }
}

// Both functions of a contact that is no penalty are positive while nothing happens.
void ContactRun::add_noise(ContactSite at, std::vector<double>& noise) {
  const double force = force_of_rounding(*at.dynamics),
               slip = tolerance::gap_overrun * largest_speed_;
  for (Contact& c : contacts_) {
    const double gap = kFlight * tolerance(c, at), here = at.state.e[c.e1()];
    const bool open = c.mode == ContactMode::open;
    // One that was closed a little too late is held there, and falls from there.
    c.floor =
        !c.is_penalty() && open && here < -tolerance::gap_overrun * largest_gap_ / 2 ? here : 0;
    noise.push_back(c.is_penalty() ? -1 : open ? gap : force);
    noise.push_back(c.is_penalty() ? -1 : open ? gap : c.mode == ContactMode::slide ? slip : force);
  }
}

ContactChange ContactRun::find_sunk(const State& state, Dynamics& dynamics) const {
  for (const Contact& c : contacts_) {
    const double gap = state.e[c.e1()];
    const double size = std::max(tolerance(c, dynamics), tolerance::gap_overrun * largest_gap_);
    if (c.is_penalty() || c.closed() || gap >= -kSunk * size) continue;
    ContactChange sunk = fail(c, state.t, fmt::format("it is open, and its gap is {:.6g}", gap));
    sunk.hint = "its touching has not been seen: try other tolerances or another INTEG, or PENALTY";
    return sunk;
  }
  return {};
}

ContactChange ContactRun::start(ContactSite at) {
  const std::vector<Held> before = modes();
  const State& state = at.state;
  for (const Contact& c : contacts_)
    largest_speed_ =
        std::max({largest_speed_, std::fabs(state.ed[c.e1()]), std::fabs(state.ed[c.e2()])});
  bool touching = false;
  for (Contact& c : contacts_) {
    double way = state.e[c.e1()];
    if (c.is_penalty()) {
      for (double rate : {state.ed[c.e1()], state.edd[c.e1()]})
        if (way == 0) way = rate;
      at.phase.touch[at_(c.law)] = way < 0 ? Touch::closed : Touch::open;
      continue;
    }
    const double tiny = tolerance(c, at);
    if (way < -tiny)
      return fail(c, state.t, fmt::format("the two overlap by {:.6g} at the start", -way));
    if (way > tiny || std::fabs(state.ed[c.e1()]) > tolerance::gap_overrun * largest_speed_)
      continue;
    if (c.is_rigid()) c.mode = ContactMode::stick, touching = true;
  }
  ContactChange out;
  if (touching) out = resolve(at, before);
  for (std::size_t k = 0; k < contacts_.size() && out.problem.empty(); ++k) {
    const Contact& c = contacts_[k];
    // What approaches strikes at once; an impulse contact at rest gets its first impulse.
    const double approach = -state.ed[c.e1()], still = tolerance::gap_overrun * largest_speed_;
    const bool strikes =
        approach > still || (!c.is_rigid() && approach >= -still && state.edd[c.e1()] < 0);
    if (c.is_penalty() || c.closed() || state.e[c.e1()] > tolerance(c, at) || !strikes) continue;
    const std::string text = out.text;
    out = strike_at(static_cast<int>(k), at);
    out.text = text + out.text;
  }
  return out;
}

ContactChange ContactRun::meet(int function, Crossing direction, ContactSite at) {
  const int k = function / 2;
  Contact& c = contacts_[at_(k)];
  const bool normal = function % 2 == 0;
  if (c.is_penalty()) {
    at.phase.touch[at_(c.law)] = direction == Crossing::falling ? Touch::closed : Touch::open;
    return {};
  }
  if (c.mode == ContactMode::open) {
    // Rounding at the beginning of a flight.
    const bool parts = at.state.ed[c.e1()] > tolerance::gap_overrun * largest_speed_;
    return c.is_rigid() && parts ? ContactChange{} : strike_at(k, at);
  }
  const std::vector<Held> before = modes();
  if (!normal && c.mode == ContactMode::spare) return driven_in(c, at.state.t);
  if (normal) {
    c.mode = ContactMode::open;
    return resolve(at, before, k);
  }
  if (c.mode == ContactMode::slide) {
    c.mode = ContactMode::stick;
    return resolve(at, before);
  }
  c.let_slip(at.dynamics->stresses()[c.e2()]);
  return resolve(at, before, -1, k);
}

ContactChange ContactRun::settle(ContactSite at) {
  const bool any =
      std::any_of(contacts_.begin(), contacts_.end(), [](const Contact& c) { return c.closed(); });
  if (!any) return {};
  const std::vector<Held> before = modes();
  // Those that have been let go of.
  for (Contact& c : contacts_) {
    const double rate = at.state.ed[c.e1()];
    if (!c.closed() || std::fabs(rate) <= tolerance::contact_still * largest_speed_) continue;
    if (rate < 0) return driven_in(c, at.state.t);
    c.mode = ContactMode::open;
  }
  return resolve(at, before);
}

bool ContactRun::let_go(Phase& phase) const {
  bool any = false;
  for (const Contact& c : contacts_) {
    if (c.is_penalty() || !c.closed()) continue;
    phase.e_class[c.e1()] = phase.e_class[c.e2()] = Class::calculable;
    any = true;
  }
  phase.sliding.clear();
  return any;
}

std::vector<ContactRun::Held> ContactRun::modes() const {
  std::vector<Held> out;
  for (const Contact& c : contacts_) out.push_back({c.mode, c.sign});
  return out;
}

std::string ContactRun::describe_modes(const std::vector<Held>& before, double t) const {
  std::string out;
  for (std::size_t k = 0; k < contacts_.size(); ++k) {
    const Contact& c = contacts_[k];
    const bool turns = c.mode == ContactMode::slide && before[k].mode == c.mode &&
                       c.has_friction() && c.sign != before[k].sign;
    if (c.mode == before[k].mode && !turns) continue;
    const bool was_open = before[k].mode == ContactMode::open;
    const std::string what = c.mode == ContactMode::open    ? "lifts off"
                             : c.mode == ContactMode::spare ? "is held by others"
                             : !c.has_friction()            ? ""
                             : turns                        ? "turns back"
                             : c.mode == ContactMode::slide ? "slides"
                             : c.mode == ContactMode::stick ? "sticks"
                                                            : "is carried along";
    const std::string first = !was_open ? "" : what.empty() ? "closes" : "closes and ";
    if (what.empty() && first.empty()) continue;
    out += fmt::format("{} at t = {:.12g}: {}{}\n", c.row->label, t, first, what);
  }
  return out;
}

std::string ContactRun::describe_impulses() const {
  std::string out;
  for (const Contact& c : contacts_) {
    if (c.strikes == 0) continue;
    const bool rubbed = c.friction_impulse > tolerance::contact_zero * c.normal_impulse;
    out += fmt::format("{}: {} impacts, normal impulses {:.9g} N s, friction impulses {:.9g} N s\n",
                       c.row->label, c.strikes, c.normal_impulse, rubbed ? c.friction_impulse : 0);
  }
  if (frictionless_count_ > 0)
    out +=
        fmt::format("impacts without friction, which would not settle or would create energy: {}\n",
                    frictionless_count_);
  return out;
}

ContactChange ContactRun::driven_in(const Contact& contact, double t) const {
  ContactChange out = fail(contact, t, "it is closed, and a prescribed motion drives it in");
  out.hint = "end that motion before it touches, or take PENALTY";
  return out;
}

ContactChange ContactRun::fail(const Contact& contact, double t, std::string problem) const {
  ContactChange out;
  out.problem = fmt::format("at t = {:.9g} {}", t, problem);
  out.where = contact.row->where;
  out.label = contact.row->label;
  return out;
}

}  // namespace mbs
