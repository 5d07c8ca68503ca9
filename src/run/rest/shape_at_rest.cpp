#include "run/rest/shape_at_rest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/few_names.h"
#include "base/index.h"
#include "base/tolerances.h"
#include "model/extent.h"
#include "model/owner.h"
#include "model/time_reads.h"
#include "run/frame/scale.h"
#include "run/motion/start.h"
#include "solve/forces/dynamics.h"
#include "solve/forces/freedom_coordinates.h"
#include "solve/forces/sees_turns.h"

namespace mbs {

namespace {

// Whether anything that is prescribed has a velocity or an acceleration at a time of the plan.
bool is_driven_on(const Plan& plan, const Built& built) {
  MotionSlots slots(built.phase.parameters.size());
  return any_prescribed(built.model, built.phase, [&](const Motion& motion) {
    int hint = 0;
    double now[3];
    for (long long row = 0; row < plan.time.count(); ++row) {
      motion.evaluate(plan.time.at(row), now, hint, slots);
      if (now[1] != 0 || now[2] != 0) return true;
      if (plan.job == Job::modes) break;
    }
    return false;
  });
}

// Whether something is prescribed so far from the drawing that the shape has to be led there.
bool starts_far(const Built& built, const State& drawn) {
  State there = drawn;
  if (!PrescribedMotion(built.model, built.phase, Partition()).prescribe(there)) return false;
  std::vector<double> way(at(built.model.nx));
  coordinate_difference(built.model, drawn.x, there.x, way);
  return is_far_beside_beams(built.model, way);
}

bool has_inertia(const Built& built, const State& state) {
  const Model& model = built.model;
  Inertia inertia(model);
  inertia.evaluate(model, state.x, state.v, evaluated(model, built.phase, state.x));
  const std::vector<double> all(at(model.nx), 1.0);
  std::vector<double> force(at(model.nx), 0.0);
  inertia.add_mass_times(all, force);
  return std::any_of(force.begin(), force.end(), [](double one) { return one != 0; });
}

bool any_is_named(const Phase& phase) {
  const auto any = [](const std::vector<Class>& classes) {
    return std::find(classes.begin(), classes.end(), Class::dynamic) != classes.end();
  };
  return any(phase.x_class) || any(phase.e_class);
}

}  // namespace

void let_shape_stand_still(const Plan& plan, const Options& options, Built& built) {
  const bool is_at_rest = plan.job == Job::equilibrium || plan.job == Job::modes;
  const bool travels =
      plan.job == Job::modes && !plan.method.equilibrium_first && plan.time.count() > 1;
  const Model& model = built.model;
  if (!is_at_rest || travels || model.choice || !model.preferred_freedoms.empty() ||
      any_is_named(built.phase) || !FreedomCoordinates::possible(model, built.phase))
    return;
  State drawn = state_at_rest(model, plan.time.start);
  if (!starts_far(built, drawn) && !(is_driven_on(plan, built) && has_inertia(built, drawn)))
    return;
  const Partition shape = FreedomCoordinates::choose_shape(model, built.phase, options, drawn.x);
  if (!shape.square() || shape.e_freedoms.empty()) return;
  Built named = built;
  for (const int i : shape.x_freedoms) named.phase.x_class[at(i)] = Class::dynamic;
  for (const int r : shape.e_freedoms) named.phase.e_class[at(r)] = Class::dynamic;
  if (Dynamics(named.model, named.phase, options, Form::automatic, false).start(drawn).ok())
    built = std::move(named);
}

bool warn_of_places(const Plan& plan, const Built& built, const Dynamics& dynamics,
                    const State& state, Diagnostics& diagnostics) {
  const Model& model = built.model;
  const Phase& phase = built.phase;
  const double size = extent_of_places(model, state.x);
  const std::vector<char> is_angle = turning_flags(model);
  double acceleration = 0;
  const auto note = [&](bool turns, double rate, double rate_of_rate) {
    const double most =
        turns ? (rate * rate + std::fabs(rate_of_rate)) * size : std::fabs(rate_of_rate);
    acceleration = std::max(acceleration, most);
  };
  for (int i = 0; i < model.nx; ++i)
    if (phase.x_class[i] == Class::prescribed) note(is_angle[i], state.v[i], state.a[i]);
  for (int r = 0; r < model.ne; ++r)
    if (phase.e_class[r] == Class::prescribed)
      note(is_angle_of(model, r), state.ed[r], state.edd[r]);
  double force = 0;
  for (const ConstVector all : {ConstVector(dynamics.loads().f), dynamics.stresses()})
    for (const double one : all) force = std::max(force, std::fabs(one));
  if (!(total_mass(model) * acceleration > tolerance::small_terms * force)) return false;
  const Partition& still = dynamics.placement().partition();
  std::vector<std::string> names;
  for (const int i : still.x_freedoms)
    if (phase.x_origin[i].label.empty()) names.push_back(model.coordinate_name(i));
  const std::vector<char> sees = sees_turns(model, state.x);
  for (const int r : still.e_freedoms)
    if (sees[at(r)]) names.push_back(model.deformation_name(r));
  if (names.empty()) return false;
  diagnostics.warning(
      plan.time.where, "STATIC",
      fmt::format("{} {} still in space while what is driven moves on, so that inertia forces of "
                  "a motion with it are left out",
                  few_names(names, " and "), names.size() == 1 ? "stands" : "stand"),
      "name degrees of freedom that move with it, angles of joints or deformations (DYNE), or "
      "let it stand");
  return true;
}

}  // namespace mbs
