#include "run/frame/limits.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hard_stop.h"
#include "plan/method.h"
#include "run/frame/run.h"

namespace mbs {

namespace {

// 0 stands for no limit on either side.
template <class Number>
Number smaller(Number a, Number b) {
  return a > 0 && b > 0 ? std::min(a, b) : std::max(a, b);
}

}  // namespace

Interrupt time_limit(const LimitRow& row, const RunSettings& settings) {
  const double seconds = smaller(row.seconds, settings.timeout);
  const char* const limit =
      seconds == settings.timeout ? "the time limit (--timeout)" : "the time limit (LIMIT)";
  Interrupt interrupt(seconds, limit, settings.begun);
  interrupt.end_when(settings.unwanted);
  if (interrupt.limited()) set_hard_stop(interrupt.deadline(), limit);
  return interrupt;
}

long long step_limit(const LimitRow& row, const RunSettings& settings) {
  return smaller(row.steps, static_cast<long long>(settings.options.max_steps));
}

long long event_limit(const LimitRow& row, const RunSettings& settings) {
  const long long said = smaller(row.events, static_cast<long long>(settings.options.max_events));
  return said > 0 ? said : kUsualEvents;
}

void report_interrupt(const Interrupt& interrupt, double t, Diagnostics& diagnostics) {
  diagnostics.error({}, "run", fmt::format("ended by {} at t = {:.6g}", interrupt.reason(), t));
}

void report_step_limit(long long limit, double t, Diagnostics& diagnostics) {
  diagnostics.error({}, "run",
                    fmt::format("ended by the limit of {} steps at t = {:.6g}", limit, t),
                    "LIMIT STEPS, or --set max_steps, allows more");
}

}  // namespace mbs
