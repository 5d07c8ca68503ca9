#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/few_names.h"
#include "run/motion/integration.h"
#include "solve/forces/dynamics.h"

namespace mbs {

namespace {

// A step below this part of the longest step is short: steps become short before a dead position.
constexpr double kShortStep = 1e-6;

// So many short steps in a row are a suspicion.
constexpr int kShortSteps = 50;
// The time ahead at which a position is sought, as part of the longest step.
constexpr double kAhead = 1e-3;

// Names of the coordinates and deformations with a prescribed motion.
std::vector<std::string> driven(const Model& model, const Phase& phase, const State& now) {
  std::vector<std::string> out;
  for (int i = 0; i < model.node_velocities(); ++i)
    if (phase.x_class[i] == Class::prescribed && now.v[i] != 0)
      out.push_back(model.coordinate_name(i));
  for (int r = 0; r < model.ne; ++r)
    if (phase.e_class[r] == Class::prescribed && now.ed[r] != 0)
      out.push_back(model.deformation_name(r));
  return out;
}

}  // namespace

bool DeadPosition::is_suspected(double step) {
  longest_ = std::max(longest_, step);
  if (!(step < kShortStep * longest_)) {
    short_steps_ = 0;
    return false;
  }
  return ++short_steps_ % kShortSteps == 0;
}

bool DeadPosition::is_near(const State& now, const Phase& phase, double failed_step) {
  const double ahead = std::max(kAhead * longest_, failed_step);
  const std::vector<std::string> names = driven(model_, phase, now);
  if (names.empty() || !(now.t + ahead > now.t)) return false;
  Dynamics other(model_, phase, options_, Form::automatic, true);
  if (!other.resume(now).ok()) return false;
  Kinematics& kinematics = other.kinematics();
  const int worst = kinematics.jacobian().loosest_coordinate();
  State later = now;
  if (!kinematics.motion().prescribe(later)) return false;
  kinematics.keep_freedoms(later);
  kinematics.motion().shift_freedoms(ahead);
  std::vector<double> motion(now.v.size());
  for (int i : kinematics.partition().x_freedoms) motion[i] = now.v[i];
  move_coordinates(model_, motion, ahead, later.x);
  later.t = now.t + ahead;
  if (kinematics.assemble(later).kind != SolveKind::not_converged) return false;
  problem_ = fmt::format(
      "what is prescribed to {} cannot take it to t = {:.9g}: its motion ends just after t = "
      "{:.9g}, in a toggle (dead) position{}",
      few_names(names), later.t, now.t,
      worst < 0 ? "" : fmt::format("; {} is determined worst", model_.coordinate_name(worst)));
  return true;
}

std::string DeadPosition::expected() {
  return "end the run earlier, or prescribe a motion within its reach";
}

}  // namespace mbs
