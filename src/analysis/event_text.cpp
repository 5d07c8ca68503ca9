#include "analysis/event_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "deck/event_actions.h"

namespace mbs {

namespace {

double largest(const std::vector<double>& z) {
  double most = 0;
  for (double entry : z) most = std::max(most, std::fabs(entry));
  return most;
}

// What rounding leaves of a zero would differ from machine to machine.
double clean(double number, double scale) {
  constexpr double kRounding = 1e-11;
  return std::fabs(number) > kRounding * scale ? number : 0.0;
}

std::string describe_jump(const Model& model, const State& before, const State& after,
                          const Impulses& impulses) {
  std::string out;
  const double length = std::max(largest(before.x), largest(model.x0));
  const double speed = std::max(largest(before.v), largest(after.v));
  const double impulse = std::max({largest(impulses.R), largest(impulses.L),
                                   impulses.kinetic_before / (speed > 0 ? speed : 1)});
  for (std::size_t i = 0; i < before.v.size(); ++i)
    out += fmt::format("  {:<20} x {:16.9e} v {:16.9e} -> {:16.9e} impulse {:16.9e}\n",
                       model.coordinate_name(static_cast<int>(i)), clean(before.x[i], length),
                       clean(before.v[i], speed), clean(after.v[i], speed),
                       clean(impulses.R[i], impulse));
  for (std::size_t r = 0; r < impulses.L.size(); ++r)
    if (clean(impulses.L[r], impulse) != 0)
      out += fmt::format("  {:<20} impulse {:16.9e}\n", model.deformation_name(static_cast<int>(r)),
                         impulses.L[r]);
  return out;
}

}  // namespace

void EventEffect::add(const Impulses& more) {
  changes = true;
  if (impulses.R.empty()) {
    impulses = more;
    return;
  }
  for (std::size_t i = 0; i < more.R.size(); ++i) impulses.R[i] += more.R[i];
  for (std::size_t r = 0; r < more.L.size(); ++r) impulses.L[r] += more.L[r];
  impulses.kinetic_after = more.kinetic_after;
}

std::string describe_event(const EventRow& row, const Model& model, const State& before,
                           const State& after, const EventEffect& effect, double value,
                           int degrees) {
  std::string out = fmt::format("{} at t = {:.12g}, value {:.3e}:", row.label, after.t, value);
  for (const ActionRow& action : row.actions) out += fmt::format(" {}", action_word(action.kind));
  out += "\n";
  for (const std::string& note : effect.notes) out += "  " + note + "\n";
  const Impulses& impulses = effect.impulses;
  if (impulses.R.empty()) return out;
  out += fmt::format("  degrees of freedom {}; kinetic energy {:.9g} before, {:.9g} after\n",
                     degrees, impulses.kinetic_before, impulses.kinetic_after);
  return out + describe_jump(model, before, after, impulses);
}

}  // namespace mbs
