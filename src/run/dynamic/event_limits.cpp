#include <fmt/format.h>

#include <set>

#include "plan/plan.h"
#include "run/dynamic/event_run.h"
#include "run/frame/limits.h"

namespace mbs {

namespace {

// Events are chatter if many of them (kChatter) lie within this part of the run.
constexpr double kChatterSpan = 1e-6;

}  // namespace

// kChatter: more than this many events within the part kChatterSpan of the run are taken
// for an endless repetition.
constexpr std::size_t kChatter = 100;

EventLimits::EventLimits(const Plan& plan, const RunSettings& settings, Diagnostics& diagnostics)
    : span_(plan.time.at(plan.time.count() - 1) - plan.time.start),
      diagnostics_(diagnostics),
      most_(event_limit(plan.limits, settings)) {}

bool EventLimits::may_happen(SourceLocation where, const std::string& label, double t) {
  if (++count_ <= most_) return true;
  diagnostics_.error(
      where, label,
      fmt::format("at t = {:.12g} it is one event more than the {} allowed", t, most_),
      "LIMIT EVENTS, or --set max_events, allows more");
  return false;
}

bool EventLimits::may_be_repeated(SourceLocation where, const std::string& label, double t,
                                  const std::function<bool()>& names_law) {
  recent_.push_back({t, &label});
  if (recent_.size() <= kChatter) return true;
  recent_.pop_front();
  const double first = recent_.front().t;
  if (t - first > kChatterSpan * span_) return true;
  if (names_law()) return false;
  std::set<std::string> who;
  bool contacts = false;
  for (const Recent& recent : recent_) {
    who.insert(*recent.label);
    contacts |= recent.label->starts_with("CONTACT");
  }
  diagnostics_.error(where, label,
                     fmt::format("the events chatter: {} of them from t = {:.12g} to {:.12g} ({})",
                                 kChatter, first, t, fmt::join(who, ", ")),
                     contacts ? "expected forces that do not jump where a contact opens, closes or "
                                "turns; take PENALTY for it, or let an EVENT STOP the run"
                              : "let one of them STOP the run or FIX what moves there");
  return false;
}

}  // namespace mbs
