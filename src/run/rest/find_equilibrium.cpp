#include "run/rest/find_equilibrium.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "model/extent.h"
#include "plan/plan.h"
#include "run/frame/missing_value.h"
#include "run/frame/ranges.h"
#include "run/motion/start.h"
#include "run/rest/led_equilibrium.h"
#include "solve/place/arc_watch.h"
#include "text/units.h"

namespace mbs {

EquilibriumSettings equilibrium_settings(const Plan& plan, const OnPathPoint& on_point) {
  EquilibriumSettings settings;
  settings.follows_path = plan.method.follows_path;
  settings.second = in_units(1, unit::second, plan.units());
  settings.on_point = on_point;
  if (plan.method.iterations > 0) settings.iterations = plan.method.iterations;
  settings.load_steps = std::max(1, plan.method.load_steps);
  if (plan.method.tolerance > 0) settings.tolerance = plan.method.tolerance;
  return settings;
}

EquilibriumStatus solve_equilibrium(const EquilibriumSettings& settings, const Built& built,
                                    Dynamics& dynamics, State& state) {
  return Equilibrium(built.model, built.phase, dynamics, settings).solve(state);
}

namespace {

class OneRow : public MeasureSource {
 public:
  explicit OneRow(ConstVector values) : values_(values) {}
  bool sample(double, bool, Vector channels) override {
    std::copy(values_.begin(), values_.end(), channels.begin());
    return true;
  }

 private:
  ConstVector values_;
};

// jumped: an arc that jumps between the start and the equilibrium.
void warn_of_arcs(const Model& model, const JumpedArc& jumped, Diagnostics& diagnostics) {
  if (jumped.row < 0) return;
  diagnostics.warning(
      model.deformation_origin[at(jumped.row)].where, model.deformation_name(jumped.row),
      fmt::format("between the start and the equilibrium the path turns round its circle (place "
                  "{}) by more than half a turn, or passes it on the other side",
                  jumped.circle + 1),
      "start nearer to the equilibrium; PULLEY holds a path that never lifts off, with any number "
      "of turns");
}

}  // namespace

EquilibriumStatus find_equilibrium(const Plan& plan, const Built& built, Dynamics& dynamics,
                                   State& state, Diagnostics& diagnostics,
                                   const OnPathPoint& on_point) {
  EquilibriumSettings settings = equilibrium_settings(plan, on_point);
  ArcWatch arcs(built.model);
  std::vector<double> before = state.x;
  JumpedArc jumped;
  if (settings.follows_path && !built.model.circles.empty())
    settings.on_point = [&](const PathPoint& point, const State& at) {
      jumped = arcs.jumped_on_the_way(before, at.x);
      before = at.x;
      return jumped.row < 0 && (!on_point || on_point(point, at));
    };
  settings.seeks_limit = !plan.choice.present;
  const bool may_be_led = !settings.follows_path;
  const bool is_led_first = may_be_led && turns_far_beside_beams(built, state.t);
  std::optional<EquilibriumStatus> led;
  if (is_led_first) led = follow_from_drawing(settings, built, dynamics, state);
  EquilibriumStatus status = led ? *led : solve_equilibrium(settings, built, dynamics, state);
  if (is_led_first && !led && status.ok())
    diagnostics.warning({}, "equilibrium",
                        "what is prescribed turns far from its drawing, and the equilibrium could "
                        "not be followed from there: angles of beams may be full turns off",
                        "let it turn over several times of TIMES, from the drawing on");
  if (!status.ok() && may_be_led && !is_led_first)
    if (led = follow_from_drawing(settings, built, dynamics, state); led) status = *led;
  if (jumped.row >= 0) status.kind = EquilibriumKind::turns_round, status.arc = jumped;
  RangeWatch ranges(built.model);
  if (status.ok()) {
    if (!settings.follows_path && !led)
      warn_of_arcs(built.model, arcs.jumped_on_the_way(before, state.x), diagnostics);
    ranges.note(dynamics.kinematics().evaluation(), state.t);
    if (!plan.method.follows_path && status.first_limit > 0)
      diagnostics.warning(
          {}, "equilibrium",
          fmt::format("the path of equilibria turns at {:.6g} of the load, a limit load; the one "
                      "that is reported lies behind it",
                      status.first_limit),
          "ITERSTEP 50 10 ARC follows the path through that point and shows it");
    if (!plan.method.follows_path && status.bifurcation > 0)
      diagnostics.warning(
          {}, "equilibrium",
          fmt::format("the path of equilibria is not stable beyond {:.6g} of the load, a "
                      "bifurcation; the one that is reported lies beside it",
                      status.bifurcation),
          "ITERSTEP 50 10 ARC follows the path through that point and shows it");
    warn_of_ranges(built.model, ranges, "in equilibrium", diagnostics);
  } else if (status.kind == EquilibriumKind::turns_round) {
    report_turned_arc(built.model, status.arc, fmt::format("{:.6g} of the load", status.reached),
                      "a smaller load", diagnostics);
  } else {
    report_no_equilibrium(status, plan, built, dynamics, "", diagnostics);
  }
  return status;
}

void report_no_equilibrium(const EquilibriumStatus& status, const Plan& plan, const Built& built,
                           const Dynamics& dynamics, std::string_view when,
                           Diagnostics& diagnostics) {
  if (status.kind == EquilibriumKind::path_ended) {
    diagnostics.error(plan.method.iterstep_where, "ITERSTEP ARC",
                      fmt::format("the path of equilibria ends at {:.6g} of the load: {}",
                                  status.load_factor, status.path_why),
                      status.path_how);
    return;
  }
  if (status.kind == EquilibriumKind::turns_back) {
    diagnostics.error(
        {}, "equilibrium",
        fmt::format("{}none that is stable was found under the whole load: the path of equilibria "
                    "turns at {:.6g} of it, a limit load",
                    when, status.first_limit),
        "a smaller load; ITERSTEP 50 10 ARC follows the path through that point and shows it");
    return;
  }
  const std::string load = fmt::format("{:.6g} of the load", status.load_factor);
  if (status.kind == EquilibriumKind::out_of_range) {
    // Bending is about proportional to the load.
    const double part = status.reached > 0 ? status.reached : 1;
    report_range(built.model, status.range, status.range.used / part,
                 fmt::format("{}no equilibrium was found at {}:", when, load), diagnostics);
    return;
  }
  if (status.kind == EquilibriumKind::no_stiffness && !status.judged && !status.follows) {
    const auto first =
        std::find_if(built.model.states.begin(), built.model.states.end(),
                     [](const StateEquation& equation) { return equation.equilibrium; });
    const int state = static_cast<int>(first - built.model.states.begin());
    const auto& muscles = built.model.forces.muscles;
    const bool is_of_muscle =
        std::any_of(muscles.begin(), muscles.end(), [state](const Muscle& muscle) {
          return muscle.activation == state || muscle.strain == state;
        });
    diagnostics.error(
        first->origin.where, first->origin.label,
        fmt::format("{}at {} positions and states {} are not determined", when, load,
                    is_of_muscle ? "of muscles" : "named EQUILIBRIUM"),
        is_of_muscle ? "expected muscles whose tendons are taut, and forces on all that is free: "
                       "look at paths, LSLACK and STIM"
                     : "expected rates that depend on them, and forces on all that is free");
    return;
  }
  if (status.kind == EquilibriumKind::no_stiffness) {
    diagnostics.error(
        {}, "equilibrium",
        fmt::format("{}at {} a motion has no stiffness{}", when, load,
                    status.coordinate < 0 ? ""
                                          : ": its largest coordinate is " +
                                                built.model.coordinate_name(status.coordinate)),
        "give it a spring (ESTIFF), a law (ELAW, XLAW) or a load that turns with it, or fix it");
    return;
  }
  const Loads& loads = dynamics.loads();
  if (status.kind == EquilibriumKind::non_finite && loads.missing_value) {
    report_missing_value(*loads.missing_value, loads.missing_at, diagnostics);
    return;
  }
  const char* const why =
      status.kind == EquilibriumKind::not_closed   ? "the mechanism cannot be closed there"
      : status.kind == EquilibriumKind::non_finite ? "a force is not finite"
      : status.kind == EquilibriumKind::far_away   ? "the mechanism moves away without end"
                                                   : "the iteration does not converge";
  diagnostics.error(
      {}, "equilibrium",
      fmt::format("{}not found at {}: {}; {} is balanced worst, by {:.3e} ({:.1e} of its terms), "
                  "after {} iterations",
                  when, load, why,
                  status.state >= 0 ? "the rate of " + built.model.states[status.state].name
                  : status.freedom < 0
                      ? "nothing"
                      : freedom_name(built.model, dynamics.placement().partition(), status.freedom),
                  status.residual, status.relative, status.iterations),
      "start nearer to it, or take more load steps (ITERSTEP iterations steps)");
}

std::string describe_equilibrium(const EquilibriumStatus& status) {
  const std::string judgement =
      !status.judged && status.follows
          ? "not judged, since forces follow the motion (EIGEN says whether it is stable)"
      : !status.judged ? "with states at rest (EIGEN says whether it is stable)"
      : !status.stable ? "unstable (a small push would leave it)"
      : status.lowest > 0
          ? fmt::format("stable as far as its {} lowest motions show", status.lowest)
          : "stable";
  return fmt::format("equilibrium: {}, unbalanced {} of the terms\n", judgement,
                     size_class(status.relative, 1e-9));  // the best class that it shows
}

std::string describe_equilibrium_counts(const EquilibriumStatus& status) {
  return fmt::format("equilibrium: unbalanced {:.1e} of the terms, iterations {}, load steps {}\n",
                     status.relative, status.iterations, status.load_steps) +
         (status.path_limits + status.path_bifurcations == 0
              ? ""
              : fmt::format("load path: limit points {}, bifurcations {}\n", status.path_limits,
                            status.path_bifurcations));
}

void add_equilibrium(const EquilibriumStatus& status, const Model& model, const State& start,
                     const State& found, Evidence& evidence) {
  const double size = extent_of_places(model, start.x);
  double reach = 0;
  int worst = -1;
  for (const Node& node : model.nodes) {
    if (node_type(node.kind).role != NodeRole::place) continue;
    for (int i = node.first; i < node.first + coordinate_count(node.kind); ++i) {
      const double moved = std::fabs(found.x[i] - start.x[i]);
      if (!(moved <= reach)) reach = moved, worst = i;
    }
  }
  if (size > 0)
    evidence.figures.push_back(
        {Check::reach, reach / size, 0, worst < 0 ? "" : model.coordinate_name(worst)});
  if (status.range.element >= 0) evidence.figures.push_back({Check::range, status.range.used});
  if (status.judged) evidence.figures.push_back({Check::stability, status.stable ? 0.0 : 1.0});
}

std::unique_ptr<MeasureRun> measures_of_row(const Plan& plan, const Layout& layout,
                                            Diagnostics& diagnostics) {
  if (plan.measures.empty()) return nullptr;
  constexpr double kAnyLength = 1;  // only used for functions that vary in time
  return std::make_unique<MeasureRun>(plan, layout, false, kAnyLength, diagnostics);
}

void measure_row(MeasureRun* measures, double t, ConstVector values) {
  if (!measures) return;
  OneRow row(values);
  measures->start(t, row);
}

}  // namespace mbs
