#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/tolerances.h"
#include "run/events/deck_events.h"

namespace mbs {

namespace {

// 0 where the number may be rounding: its digits would differ from machine to machine.
double clean(double number, double scale) {
  return std::fabs(number) > tolerance::event_jump * scale ? number : 0.0;
}

std::string name_of(const Model& model, const EventTarget& target) {
  const std::size_t owner = target.owner;
  return target.target == Target::coordinate
             ? model.coordinate_name(model.nodes[owner].first + target.component)
             : model.deformation_name(model.elements[owner].first + target.component);
}

// "FIX node 1 X, node 1 Y; STOP". The targets of IMPACT and SET stand in the notes.
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

void add_jumps(const Model& model, const State& before, const State& after,
               const Impulses& impulses, EventRecord& record) {
  const auto coordinates = [&model](ConstVector x) { return x.first(model.nx); };
  const double length = std::max(largest(coordinates(before.x)), largest(coordinates(model.x0)));
  const double speed = std::max(largest(before.v), largest(after.v));
  const double impulse = std::max({largest(impulses.R), largest(impulses.L),
                                   impulses.kinetic_before / (speed > 0 ? speed : 1)});
  for (std::size_t i = 0; i < before.v.size(); ++i)
    record.coordinates.push_back({model.coordinate_name(static_cast<int>(i)),
                                  clean(before.x[i], length),
                                  {clean(before.v[i], speed), clean(after.v[i], speed)},
                                  clean(impulses.R[i], impulse)});
  for (std::size_t r = 0; r < impulses.L.size(); ++r)
    if (clean(impulses.L[r], impulse) != 0)
      record.stresses.push_back({model.deformation_name(static_cast<int>(r)), impulses.L[r]});
}

// Whether a velocity has jumped, or an impulse acted, by more than rounding.
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

void complete_record(const EventRow& row, const Model& model, const State& before,
                     const State& after, double value, int degrees, Change& change) {
  EventRecord& out = *change.event;
  out.label = row.label;
  out.actions = describe_actions(row, model);
  out.t = after.t;
  out.value = value;
  out.degrees = degrees;
  const Impulses& impulses = change.impulses;
  out.jumps = !impulses.R.empty() && jumps(before, after, impulses);
  if (!out.jumps) return;
  out.kinetic_before = impulses.kinetic_before;
  out.kinetic_after = impulses.kinetic_after;
  add_jumps(model, before, after, impulses, out);
}

}  // namespace mbs
