#include "run/rest/led_equilibrium.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/index.h"
#include "model/owner.h"
#include "run/motion/start.h"
#include "run/rest/find_equilibrium.h"
#include "solve/place/arc_watch.h"
#include "solve/place/position_solver.h"

namespace mbs {

namespace {

// One part of the way turns nothing that is prescribed by more than kTurnOfPart [rad]; the shortest
// part.
constexpr double kTurnOfPart = 0.5, kShortestPart = 1. / 256;

Phase::Lead drawing_of(const Built& built, double t) {
  const State drawn = state_at_rest(built.model, t);
  return {0, drawn.x, evaluated(built.model, built.phase, drawn.x).e};
}

// How far it is from the drawing to where everything is prescribed: whether there is a way, and the
// largest turn [rad].
struct Way {
  bool is_there = false;
  double turn = 0;
};
Way way_of(const Built& built, const Phase::Lead& drawn, double t) {
  const Model& model = built.model;
  const Phase& phase = built.phase;
  Way out;
  State there(model.nx, model.ne, model.nz());
  there.x = model.x0;
  there.t = t;
  PrescribedMotion motion(model, phase, Partition());
  if (!motion.prescribe(there)) return out;
  const auto take = [&out](bool turns, double way) {
    out.is_there |= way != 0;
    if (turns) out.turn = std::max(out.turn, std::fabs(way));
  };
  const std::vector<char> is_angle = turning_flags(model);
  std::vector<double> moved(at(model.nx));
  coordinate_difference(model, drawn.x, there.x, moved);
  for (int i = 0; i < model.nx; ++i)
    if (phase.x_class[at(i)] == Class::prescribed) take(is_angle[at(i)] != 0, moved[at(i)]);
  for (int r = 0; r < model.ne; ++r)
    if (phase.e_class[at(r)] == Class::prescribed)
      take(is_angle_of(model, r), motion.e()[at(r)] - drawn.e[at(r)]);
  return out;
}

}  // namespace

bool turns_far_beside_beams(const Built& built, double t) {
  constexpr double kFar = 2;  // [rad]
  return beams_of_plane(built.model) > 0 && way_of(built, drawing_of(built, t), t).turn > kFar;
}

std::optional<EquilibriumStatus> follow_from_drawing(const EquilibriumSettings& settings,
                                                     const Built& built, Dynamics& dynamics,
                                                     State& state) {
  State found = state_at_rest(built.model, state.t);
  const Phase::Lead drawn = drawing_of(built, state.t);
  const Way way = way_of(built, drawn, state.t);
  if (!way.is_there) return {};
  Built led = built;
  led.phase.lead = drawn;
  double& part = led.phase.lead->part;
  Dynamics along(led.model, led.phase, dynamics.options(), Form::automatic, false);
  if (!along.start(found).ok()) return {};
  EquilibriumStatus status = solve_equilibrium(settings, led, along, found);
  if (!status.ok()) return {};
  EquilibriumSettings onward = settings;
  onward.load_steps = 1;
  onward.seeks_limit = false;
  const double most = std::min(1.0, way.turn > 0 ? kTurnOfPart / way.turn : 1.0);
  double length = most;
  ArcWatch arcs(built.model);
  while (part < 1) {
    const double before = part;
    State next = found;
    part = before + length > 1 - kShortestPart / 2 ? 1 : before + length;
    onward.before = &found;
    status = solve_equilibrium(onward, led, along, next);
    if (status.ok() && arcs.jumped_on_the_way(found.x, next.x).row < 0) {
      found = std::move(next);
      length = std::min(2 * length, most);
      continue;
    }
    part = before;
    length /= 2;
    if (length < kShortestPart || !along.start(next = found).ok()) return {};
  }
  State there = found;
  onward.before = nullptr;
  if (!dynamics.resume(there).ok() && !dynamics.start(there).ok()) return {};
  status = solve_equilibrium(onward, built, dynamics, there);
  if (!status.ok()) return {};
  state = std::move(there);
  return status;
}

}  // namespace mbs
