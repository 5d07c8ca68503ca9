#include "run/events/prescribed_jumps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "assembly/evaluation.h"
#include "solve/place/prescribed_motion.h"

namespace mbs {

namespace {

// A prescribed position is continuous if it jumps by at most this part of its size or of the size
// of the mechanism.
constexpr double kPositionGoesOn = 1e-9;

// A prescribed velocity is continuous if it jumps by at most this part.
constexpr double kSameRate = 1e-12;

constexpr std::string_view kGoOn =
    "a motion may change its velocity, not its position: let it go on from parameters that are set "
    "too, as p + w*(t - t0) does with SET p = the position and SET t0 = t";

class JumpCheck {
 public:
  JumpCheck(const DynamicSite& site, const EventRow& row, bool& switches)
      : site_(site), row_(row), switches_(switches) {}

  // Checks one motion, of a coordinate or deformation with this position and rate.
  bool goes_on(int motion, double position, double rate, const std::string& name) {
    const Motion& moves = motion_of(site_.model, site_.phase, motion);
    if (!moves.is_expression()) return true;
    MotionSlots slots(site_.phase.parameters.size());
    slots.slots.set_parameters(site_.phase.parameters);
    double now[3];
    int hint = 0;
    moves.evaluate(site_.state.t, now, hint, slots);
    switches_ |=
        !(std::fabs(now[1] - rate) <= kSameRate * std::max(std::fabs(now[1]), std::fabs(rate)));
    const double size = std::max(
        {std::fabs(position), std::fabs(now[0]), site_.dynamics->kinematics().jacobian().length()});
    if (std::fabs(now[0] - position) <= kPositionGoesOn * size) return true;
    site_.diagnostics.error(
        row_.where, row_.label,
        fmt::format("at t = {:.9g} its SET would make {} jump from {:.9g} to {:.9g} ({})",
                    site_.state.t, name, position, now[0], label_of(motion)),
        std::string(kGoOn));
    return false;
  }

  // Checks the prescribed orientations, each as a whole: its motions are angles of a sequence, of
  // one turn, or numbers of a quaternion, none of which is a coordinate.
  bool turns_go_on() {
    const Model& model = site_.model;
    const State& state = site_.state;
    if (model.orientations.empty()) return true;
    State to = state;
    PrescribedMotion(model, site_.phase, {}).prescribe(to);
    std::vector<double> turn(state.v.size());
    coordinate_difference(model, state.x, to.x, turn);
    for (const Orientation& of : model.orientations) {
      if (site_.phase.x_class[of.first] != Class::prescribed) continue;
      double angle = 0, change = 0, fastest = 0;
      for (int i = of.first; i < of.first + 3; ++i) {
        angle = std::hypot(angle, turn[i]);
        change = std::hypot(change, to.v[i] - state.v[i]);
        fastest = std::max({fastest, std::fabs(to.v[i]), std::fabs(state.v[i])});
      }
      switches_ |= !(change <= kSameRate * fastest);
      if (angle <= kPositionGoesOn) continue;
      site_.diagnostics.error(
          row_.where, row_.label,
          fmt::format("at t = {:.9g} its SET would turn a body by {:.9g} rad at once ({})", state.t,
                      angle, label_of(site_.phase.x_motion[of.first])),
          std::string(kGoOn));
      return false;
    }
    return true;
  }

 private:
  const std::string& label_of(int motion) const { return site_.model.motion_origin[motion].label; }

  const DynamicSite& site_;
  const EventRow& row_;
  bool& switches_;
};

}  // namespace

bool motions_go_on(const DynamicSite& site, const EventRow& row, bool& switches) {
  const Model& model = site.model;
  const Phase& phase = site.phase;
  const State& state = site.state;
  JumpCheck check(site, row, switches);
  for (int i = 0; i < model.nx; ++i)
    if (phase.x_class[i] == Class::prescribed && !model.is_orientation(i) &&
        !check.goes_on(phase.x_motion[i], state.x[i], state.v[i], model.coordinate_name(i)))
      return false;
  if (!check.turns_go_on()) return false;
  for (int r = 0; r < model.ne; ++r)
    if (phase.e_class[r] == Class::prescribed &&
        !check.goes_on(phase.e_motion[r], state.e[r], state.ed[r], model.deformation_name(r)))
      return false;
  return true;
}

}  // namespace mbs
