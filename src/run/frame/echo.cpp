#include "run/frame/echo.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "integrate/integrator.h"
#include "run/frame/scale.h"

namespace mbs {

namespace {

// An initial value has been moved if it changes by more than this part of its size.
constexpr double kHasMoved = 1e-12;

}  // namespace

std::string describe_audit(const KinematicAudit& audit, const ContinuationCount& count) {
  return fmt::format(
      "smallest rcond of the Jacobian: {}\n"
      "report times interpolated through a singular position {}\n"
      "report times done: {} of {}\n",
      depth_class(audit.smallest_rcond), count.interpolated, audit.rows_done, audit.rows_asked);
}

std::string describe_counts(const KinematicAudit& audit, const ContinuationCount& count) {
  const long long steps = count.positions;
  return fmt::format(
      "smallest rcond of the Jacobian: {:.1e} at t = {:.6g}\n"
      "Newton iterations: {} to assemble, then {:.2f} a step, at most {}\n"
      "steps {}, halved {}\n",
      audit.smallest_rcond, audit.smallest_rcond_time, audit.assembly_iterations,
      steps > 0 ? static_cast<double>(count.iterations) / static_cast<double>(steps) : 0.0,
      count.most_iterations, steps, count.halvings);
}

void DynamicAudit::note(const ResidualAudit::Residual& r) {
  residual.position = std::max(residual.position, r.position);
  residual.velocity = std::max(residual.velocity, r.velocity);
  residual.acceleration = std::max(residual.acceleration, r.acceleration);
}

std::string describe_moved(double x, double size_x, const std::string& name_x, double v,
                           double size_v, const std::string& name_v) {
  auto text = [](double moved, double size, const std::string& name) {
    if (moved <= kHasMoved * std::max(1.0, size))
      return fmt::format("less than {:.0e}", kHasMoved * std::max(1.0, size));
    return fmt::format("at most {:.3e}{}", moved, name.empty() ? "" : " (" + name + ")");
  };
  // The difference of two large numbers may overflow.
  auto bounded = [](double z) { return std::min(z, std::numeric_limits<double>::max()); };
  return fmt::format("initial values made consistent: positions moved by {}, velocities by {}\n",
                     text(bounded(x), bounded(size_x), name_x),
                     text(bounded(v), bounded(size_v), name_v));
}

std::string describe_method(const IntegratorSettings& method) {
  std::string out = "method " + method.method;
  if (is_generalised_alpha(method.method)) out += fmt::format(" with rho {}", method.rho);
  if (method.strict) out += " strict";
  return out + (is_fixed_step(method.method, method.h)
                    ? fmt::format(", step {}\n", method.h)
                    : fmt::format(", tolerances abs {} rel {}\n", method.abs, method.rel));
}

std::string describe_dissipation(const IntegratorSettings& method, double dissipated) {
  if (!is_generalised_alpha(method.method)) return {};
  return fmt::format("numerical dissipation: {} has taken out {:.2e}\n", method.method, dissipated);
}

namespace {

std::string number_or_word(double value) {
  return std::isfinite(value) ? fmt::format("{:.17g}", value)
         : std::isnan(value)  ? "no number"
                              : "infinite";
}
}  // namespace

std::string describe_state(const Model& model, const State& state) {
  std::string out = fmt::format("last good state, t = {:.17g}\n", state.t);
  for (int i = 0; i < model.node_velocities(); ++i) {
    const std::string x = model.is_orientation(i) ? std::string() : number_or_word(state.x[i]);
    out += fmt::format("  {:<14} {:>24} {:>24} {:>24}\n", model.coordinate_name(i), x,
                       number_or_word(state.v[i]), number_or_word(state.a[i]));
  }
  for (std::size_t k = 0; k < model.orientations.size(); ++k) {
    const std::array<double, 4> q = model.orientations[k].quaternion(state.x.data());
    out += fmt::format("  {} as a quaternion {:.17g} {:.17g} {:.17g} {:.17g}\n",
                       model.coordinate_origin[model.orientations[k].first].label, q[0], q[1], q[2],
                       q[3]);
  }
  for (std::size_t k = 0; k < model.states.size(); ++k)
    out += fmt::format("  {:<14} {:>24} {:>24}\n", model.states[k].name, number_or_word(state.z[k]),
                       number_or_word(state.zd[k]));
  return out;
}

}  // namespace mbs
