#include "analysis/event_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/tolerances.h"

namespace mbs {

namespace {

// What rounding leaves of a zero would differ from machine to machine.
double clean(double number, double scale) {
  return std::fabs(number) > tolerance::event_jump * scale ? number : 0.0;
}

std::string name_of(const Model& model, const EventTarget& target) {
  const std::size_t owner = target.owner;
  return target.target == Target::coordinate
             ? model.coordinate_name(model.nodes[owner].first + target.component)
             : model.deformation_name(model.elements[owner].first + target.component);
}

// "FIX node 1 X, node 1 Y; STOP". What an impact strikes and what SET sets stands in the notes.
std::string describe_actions(const EventRow& row, const Model& model) {
  std::string out;
  const ActionRow* last = nullptr;
  for (const ActionRow& action : row.actions) {
    const bool goes_on = last && last->kind == action.kind;
    if (!goes_on) out += fmt::format("{} {}", last ? ";" : "", action_word(action.kind));
    last = &action;
    if (action.kind == ActionKind::impact) continue;
    for (std::size_t k = 0; k < action.targets.size(); ++k)
      out += (goes_on || k > 0 ? ", " : " ") + name_of(model, action.targets[k]);
  }
  return out;
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

// Neither a velocity nor an impulse is more than rounding.
bool jumps(const State& before, const State& after, const Impulses& impulses) {
  const double speed = std::max(largest(before.v), largest(after.v));
  const double impulse = impulses.kinetic_before / (speed > 0 ? speed : 1);
  const double most = std::max(largest(impulses.R), largest(impulses.L));
  bool velocities = false;
  for (std::size_t i = 0; i < before.v.size(); ++i)
    velocities = velocities || clean(after.v[i] - before.v[i], speed) != 0;
  return velocities || clean(most, std::max(most * tolerance::event_jump, impulse)) != 0;
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
  impulses.driven += more.driven;
}

std::string describe_event(const EventRow& row, const Model& model, const State& before,
                           const State& after, const EventEffect& effect, double value,
                           int degrees) {
  std::string out = fmt::format("{} at t = {:.12g}, value {:.3e}:{}\n", row.label, after.t, value,
                                describe_actions(row, model));
  const Impulses& impulses = effect.impulses;
  if (impulses.R.empty() || !jumps(before, after, impulses)) {
    out += "  ";
    for (const std::string& note : effect.notes) out += note + "; ";
    return out + fmt::format("no velocity jumps, degrees of freedom {}\n", degrees);
  }
  for (const std::string& note : effect.notes) out += "  " + note + "\n";
  out += fmt::format("  degrees of freedom {}; kinetic energy {:.9g} before, {:.9g} after\n",
                     degrees, impulses.kinetic_before, impulses.kinetic_after);
  return out + describe_jump(model, before, after, impulses);
}

}  // namespace mbs
