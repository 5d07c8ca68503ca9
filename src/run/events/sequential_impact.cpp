#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/tolerances.h"
#include "run/events/common_impact.h"

namespace mbs {

namespace {

constexpr int kMostStrikes = 1000;
// Of two pairs that close at the same time with speeds that differ by less than this part, the
// first one of the deck strikes. A gap below this part of the gap at the beginning is closed.
constexpr double kAsFast = 1e-12;
// A speed below this part of the speed of comparison is rounding.
constexpr double kRoundedSpeed = 1e-13;

}  // namespace

bool SequentialImpact::applies(const ContactSet& set, const Blow& blow, const Strikers& strikers) {
  return blow.stops.contacts.empty() &&
         std::any_of(strikers.begin(), strikers.end(), [&set](const Striker& s) {
           return !s.resting && set.contacts[s.contact].row->sequential;
         });
}

// The pairs are all rigid contacts that touch, closed or not: the blow may come to any of them.
void SequentialImpact::find_pairs(const Strikers& strikers) {
  for (int k = 0; k < static_cast<int>(set_.contacts.size()); ++k) {
    const Contact& c = set_.contacts[k];
    if (!c.is_rigid()) continue;
    const auto it = std::find_if(strikers.begin(), strikers.end(),
                                 [k](const Striker& s) { return s.contact == k; });
    const bool strikes = it != strikers.end() && !it->resting;
    const bool touches = c.closed() || before_.e[c.e1()] <= set_.tolerance(c.normal, *at_.dynamics);
    if (strikes || touches)
      pairs_.push_back({k, strikes ? it->restitution : c.row->restitution, strikes, {}, {}});
  }
}

SolveStatus SequentialImpact::find_responses() {
  for (Pair& pair : pairs_) {
    State unit = at_.state;
    const SolveStatus status = push_along(at_, unit, contact(pair).normal, 1);
    if (!status.ok()) return status;
    pair.per_impulse = unit.v;
    for (std::size_t i = 0; i < unit.v.size(); ++i) pair.per_impulse[i] -= at_.state.v[i];
    const std::vector<double> rates = deformation_rates(at_, pair.per_impulse);
    for (const Pair& other : pairs_) pair.gives.push_back(rates[contact(other).e1()]);
  }
  return {};
}

// Lets pair after pair strike until no pair closes, in the order in which they would if those that
// do not close yet had equal small gaps: of pairs that close at the same time the fastest strikes.
// False where the number of strikes is at its limit.
bool SequentialImpact::strike_in_turn() {
  const double still = tolerance::contact_zero * set_.speed;
  std::vector<double> u, gap;  // gap: in the unit of the gaps at the beginning
  const std::vector<double> rates = deformation_rates(at_, at_.state.v);
  for (const Pair& pair : pairs_) {
    u.push_back(rates[contact(pair).e1()]);
    gap.push_back(-u.back() > still ? 0 : 1);
  }
  for (; strikes_ < kMostStrikes; ++strikes_) {
    std::size_t next = pairs_.size();
    double fastest = still, first = HUGE_VAL;
    for (std::size_t k = 0; k < pairs_.size(); ++k) {
      if (!(-u[k] > still) || !(pairs_[k].gives[k] > 0)) continue;
      const double closes = gap[k] / -u[k], same = kAsFast * first;
      if (closes > first + same) continue;
      if (closes >= first - same && !(-u[k] > fastest * (1 + kAsFast))) continue;
      next = k;
      first = closes;
      fastest = -u[k];
    }
    if (next == pairs_.size()) return true;
    Pair& pair = pairs_[next];
    for (std::size_t k = 0; k < pairs_.size(); ++k) {
      gap[k] += u[k] * first;
      if (!(gap[k] > kAsFast)) gap[k] = 0;
    }
    const double P = (1 + pair.restitution) * fastest / pair.gives[next];
    pair.impulse += P;
    if (!std::exchange(pair.counted, true))
      contact(pair).flight.bounces.count(fastest, at_.state.t);
    for (std::size_t i = 0; i < pair.per_impulse.size(); ++i)
      at_.state.v[i] += P * pair.per_impulse[i];
    for (std::size_t k = 0; k < pairs_.size(); ++k) u[k] += P * pair.gives[k];
    if (pair.restitution == 0) u[next] = 0;
  }
  return false;
}

// Whether a contact still closes: a striker that is no pair, or a pair with the last speeds of a
// long sequence.
bool SequentialImpact::is_left(const Strikers& strikers) const {
  const std::vector<double> rates = deformation_rates(at_, at_.state.v);
  for (const Pair& pair : pairs_)
    if (-rates[contact(pair).e1()] > kRoundedSpeed * set_.speed) return true;
  return std::any_of(strikers.begin(), strikers.end(), [&](const Striker& s) {
    const Contact& c = set_.contacts[s.contact];
    return !c.is_joint() && -rates[c.e1()] > tolerance::contact_zero * set_.speed;
  });
}

// One impact of all that touches, in which pairs have no restitution. Its impulses: `L`.
SolveStatus SequentialImpact::strike_the_rest(const Strikers& strikers, std::vector<double>& L) {
  Strikers all;
  for (const Pair& pair : pairs_) all.push_back({pair.contact, 0, contact(pair).closed()});
  for (const Striker& s : strikers)
    if (!set_.contacts[s.contact].is_rigid()) all.push_back(s);
  at_.state.ed = deformation_rates(at_, at_.state.v);
  ImpactOutcome outcome;
  const SolveStatus status = strike_together(set_, {}, all, at_, outcome);
  if (status.ok()) L = std::move(outcome.impulses.L);
  return status;
}

// The impulses of all constraints from the whole change of the velocities.
SolveStatus SequentialImpact::share_all(const std::vector<double>& rest, ImpactOutcome& outcome) {
  std::vector<double> L(at_.model.ne, 0.0);
  for (const Contact& c : set_.contacts) {
    if (rest.empty()) break;
    if (!c.is_joint()) L[c.e1()] = rest[c.e1()];
    if (c.slips()) L[c.e2()] = rest[c.e2()];
  }
  for (const Pair& pair : pairs_) L[contact(pair).e1()] -= pair.impulse;
  return share_among_constraints(at_, before_, std::move(L), outcome.impulses);
}

SolveStatus SequentialImpact::solve(Strikers& strikers, ImpactOutcome& outcome) {
  outcome = {};
  find_pairs(strikers);
  if (!set_.let_go(at_)) return {SolveKind::singular};
  if (const SolveStatus status = find_responses(); !status.ok()) return status;
  limited_ = !strike_in_turn();
  std::vector<double> rest;
  if (limited_ || is_left(strikers))
    if (const SolveStatus status = strike_the_rest(strikers, rest); !status.ok()) return status;
  if (const SolveStatus status = share_all(rest, outcome); !status.ok()) return status;
  for (const Pair& pair : pairs_) {
    const auto it = std::find_if(strikers.begin(), strikers.end(),
                                 [&](const auto& s) { return s.contact == pair.contact; });
    const bool struck = -outcome.impulses.L[contact(pair).e1()] > 0;
    if (it == strikers.end() && struck)
      strikers.push_back({pair.contact, pair.restitution, false});
    else if (it != strikers.end() && struck)
      it->resting = false;
    if (struck) contact(pair).mode = ContactMode::open;
  }
  return {};
}

std::string SequentialImpact::describe(const std::string& label) const {
  std::string out;
  if (strikes_ > 1)
    out =
        fmt::format("{} at t = {:.12g}: pair after pair, {} strikes\n", label, before_.t, strikes_);
  if (limited_)
    out += fmt::format("{} at t = {:.12g}: the rest is one impact with e = 0\n", label, before_.t);
  return out;
}

}  // namespace mbs
