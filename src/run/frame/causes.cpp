#include "run/frame/causes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "base/tolerances.h"
#include "model/owner.h"
#include "plan/plan.h"
#include "text/expression_origin.h"

namespace mbs {

namespace {

constexpr double kStepsApart = 8;     // roundings that two report times must be apart
constexpr double kPlaceRound = 1e-6;  // rounding of a place [lengths of the mechanism, or 1]

bool report_times(const TimeGrid& time, Diagnostics& diagnostics) {
  if (time.step == 0 || !time.asked.empty()) return false;
  const double largest = std::max(std::fabs(time.start), std::fabs(time.end));
  if (std::fabs(time.step) > kStepsApart * tolerance::epsilon * largest) return false;
  diagnostics.error(
      time.where, "times",
      fmt::format("steps of {:.9g} are below the rounding of times of {:.9g}", time.step, largest),
      "begin at time 0, or take longer steps");
  return true;
}

// The prescribed motion of the coordinates or of the deformations. `value` of the coordinates is
// longer than `classes`: further positions without a class follow (Model::x0).
struct Prescribed {
  const std::vector<Class>& classes;
  const std::vector<int>& motions;
  const std::vector<double>&value, &rate, &second;
};

std::array<Prescribed, 2> prescribed(const Phase& phase, Kinematics& kinematics, const State& at) {
  const PrescribedMotion& target = kinematics.motion();
  return {{{phase.x_class, phase.x_motion, at.x, at.v, at.a},
           {phase.e_class, phase.e_motion, target.e(), target.ed(), target.edd()}}};
}

// Whether the rounding of `value` moves a mechanism of this length.
bool is_far(double value, double length) {
  return std::fabs(value) * tolerance::epsilon > kPlaceRound * std::max(1.0, length);
}

// The largest distance at the places of the deck. Where no position was found the state, and the
// length of its Jacobian, may be anywhere.
double deck_length(const Model& model) {
  std::vector<char> turns = turning_flags(model);
  turns.resize(model.x0.size(), 0);  // behind the coordinates stand those of the orientations
  double length = 0;
  for (std::size_t i = 0; i < model.x0.size(); ++i)
    if (turns[i] == 0) length = std::max(length, std::fabs(model.x0[i]));
  return length;
}

bool is_squared(double value) { return std::isfinite(value * value); }

}  // namespace

bool any_is_far(const Phase& phase, Kinematics& kinematics, const State& at) {
  const double length = kinematics.jacobian().length();
  for (const Prescribed& p : prescribed(phase, kinematics, at))
    for (std::size_t i = 0; i < p.classes.size(); ++i)
      if (p.classes[i] == Class::prescribed && is_far(p.value[i], length)) return true;
  return false;
}

bool report_rounding(const Plan& plan, const Model& model, const Phase& phase,
                     Kinematics& kinematics, const State& good, double t,
                     Diagnostics& diagnostics) {
  if (report_times(plan.time, diagnostics)) return true;
  State at = good;
  at.t = t;
  kinematics.motion().prescribe(at);
  const double length = std::min(kinematics.jacobian().length(), deck_length(model));
  for (const Prescribed& p : prescribed(phase, kinematics, at))
    for (std::size_t i = 0; i < p.classes.size(); ++i) {
      if (p.classes[i] != Class::prescribed) continue;
      const bool far = is_far(p.value[i], length);
      if (!far && is_squared(p.rate[i]) && is_squared(p.second[i])) continue;
      const Origin& origin = model.motion_origin[p.motions[i]];
      diagnostics.error(
          origin.where, origin.label,
          far ? fmt::format(
                    "at t = {:.9g} it is {:.9g}, a number so large that its rounding is {:.1e}", t,
                    p.value[i], std::fabs(p.value[i]) * tolerance::epsilon)
              : fmt::format("at t = {:.9g} its velocity is {:.9g} and its acceleration {:.9g}, too "
                            "large to be squared",
                            t, p.rate[i], p.second[i]),
          "expected a motion of the size of the mechanism, angles of some turns");
      return true;
    }
  return false;
}

namespace {

// A negative damping or stiffness.
struct Growth {
  Origin origin;
  const char* what = nullptr;
  double value = 0;
};

void find_growth(const LinearTerm& term, const char* what, const Model& model,
                 std::optional<Growth>& found) {
  if (term.row == term.column && term.value < 0 && !found)
    found = {model.deformation_origin[term.row], what, term.value};
}

// Looks at the slope of the law with respect to the input of this kind at the place where the law
// acts. sign: of a force against the motion.
void find_growth(const ExpressionLaw& law, InputKind kind, double sign, const char* what,
                 const Model& model, const Loads& loads, std::optional<Growth>& found) {
  if (found) return;
  std::vector<double> slopes(law.reads().size());
  law.gradient(loads.law_slots, slopes.data());
  for (std::size_t k = 0; k < slopes.size(); ++k) {
    const Input& input = model.forces.inputs[law.reads()[k]];
    if (input.kind != kind || input.i != law.index() || !(sign * slopes[k] < 0)) continue;
    const ExpressionOrigin& origin = origin_of(law.expression());
    found = {{origin.record, origin.where}, what, sign * slopes[k]};
    return;
  }
}

}  // namespace

bool report_growth(const Model& model, const Loads& loads, const std::string& when,
                   Diagnostics& diagnostics) {
  const ForceLaws& laws = model.forces;
  std::optional<Growth> found;
  for (const LinearTerm& term : laws.damping) find_growth(term, "damping", model, found);
  for (const ExpressionLaw& law : laws.stress_laws)
    find_growth(law, InputKind::rate, 1, "damping", model, loads, found);
  for (const ExpressionLaw& law : laws.load_laws)
    find_growth(law, InputKind::velocity, -1, "damping", model, loads, found);
  for (const LinearTerm& term : laws.stiffness) find_growth(term, "stiffness", model, found);
  for (const ExpressionLaw& law : laws.stress_laws)
    find_growth(law, InputKind::deformation, 1, "stiffness", model, loads, found);
  for (const ExpressionLaw& law : laws.load_laws)
    find_growth(law, InputKind::coordinate, -1, "stiffness", model, loads, found);
  if (!found) return false;
  diagnostics.error(found->origin.where, found->origin.label,
                    fmt::format("its {} is negative ({:.6g}), and the motion grows beyond all "
                                "bounds ({})",
                                found->what, found->value, when),
                    "expected a force against the motion, of the other sign; or an earlier end of "
                    "the run");
  return true;
}

namespace {

// The place of the first of the laws of this coordinate or deformation that has no finite value;
// null where they all have.
const SourceLocation* without_value(const std::vector<ExpressionLaw>& laws, int index,
                                    const Slots& slots) {
  for (const ExpressionLaw& law : laws)
    if (law.index() == index && !std::isfinite(law.evaluate(slots)))
      return &origin_of(law.expression()).where;
  return nullptr;
}

// The same of the laws of forces on bodies.
const SourceLocation* without_value(const std::vector<ForceByLaw>& laws, int coordinate,
                                    const Slots& slots) {
  for (const ForceByLaw& force : laws) {
    const PointForce& place = force.place;
    if (coordinate != place.phi && coordinate != place.x && coordinate != place.x + 1) continue;
    for (const ExpressionLaw& law : force.components)
      if (!std::isfinite(law.evaluate(slots))) return &origin_of(law.expression()).where;
  }
  return nullptr;
}

}  // namespace

bool report_no_force(const Model& model, const Loads& loads, double t, Diagnostics& diagnostics) {
  const ForceLaws& laws = model.forces;
  const auto say = [&](const Origin& origin, const SourceLocation* law, const std::string& name,
                       double value) {
    diagnostics.error(
        law ? *law : origin.where, name,
        fmt::format("at t = {:.9g} the law of its force has no value ({})", t,
                    std::isnan(value) ? "no number" : "infinite"),
        "look at what it divides by, and at roots and logarithms; or start elsewhere");
    return true;
  };
  for (std::size_t i = 0; i < loads.f.size(); ++i)
    if (const int k = static_cast<int>(i); !std::isfinite(loads.f[i])) {
      const SourceLocation* law = without_value(laws.load_laws, k, loads.law_slots);
      if (!law) law = without_value(laws.force_laws, k, loads.law_slots);
      return say(model.coordinate_origin[i], law, model.coordinate_name(k), loads.f[i]);
    }
  for (std::size_t r = 0; r < loads.S.size(); ++r)
    if (const int k = static_cast<int>(r); !std::isfinite(loads.S[r]))
      return say(model.deformation_origin[r], without_value(laws.stress_laws, k, loads.law_slots),
                 model.deformation_name(k), loads.S[r]);
  return false;
}

}  // namespace mbs
