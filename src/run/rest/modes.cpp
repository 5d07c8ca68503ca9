// EIGEN: frequencies and shapes of the mechanism linearised about a configuration: its equilibrium
// (with STATIC), the end of its motion (with TIMESTEP or TIMES), or its start.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/tolerances.h"
#include "integrate/integrator.h"
#include "observe/mode_tables.h"
#include "observe/observer.h"
#include "plan/plan.h"
#include "run/frame/echo.h"
#include "run/frame/limits.h"
#include "run/frame/ranges.h"
#include "run/frame/scale.h"
#include "run/measures/measure_run.h"
#include "run/motion/dynamic_system.h"
#include "run/motion/path_audit.h"
#include "run/motion/start.h"
#include "run/motion/state_start.h"
#include "run/rest/equilibria.h"
#include "run/rest/find_equilibrium.h"
#include "run/rest/kink_sides.h"
#include "run/rest/large_modes.h"
#include "run/rest/mode_shape.h"
#include "run/rest/shape_at_rest.h"
#include "run/rest/spinning_frames.h"
#include "text/units.h"

namespace mbs {

namespace {

class ModesRun {
 public:
  ModesRun(const Plan& plan, const Built& built, const RunSettings& settings,
           Diagnostics& diagnostics)
      : plan_(plan),
        built_(built),
        settings_(settings),
        diagnostics_(diagnostics),
        dynamics_(built.model, built.phase, settings.options, form_of_modes(plan, built),
                  plan.method.choose_freedoms),
        observer_(plan, built.model, built.phase),
        state_(state_at_rest(built.model, plan.time.start)),
        path_(built.model) {
    state_.v = built.model.v0;
  }

  Outcome run(const Outputs& outputs);
  Outcome find_shape(const ShapeRequest& request, ModeShape& out);

 private:
  bool look(const Placed& start);
  bool reach(const Placed& start);
  bool stand_still();
  bool travel(const Placed& start);
  bool solved(const SolveStatus& status, double t) {
    if (!status.ok()) report_singular(built_, dynamics_, status, t, Job::modes, diagnostics_);
    return status.ok();
  }
  Outcome failed() const {
    return {interrupted_ ? ExitStatus::interrupted : ExitStatus::solution_failed,
            describe_state(built_.model, state_)};
  }
  Modes find();
  bool see_from_bodies(const Linearisation& linear);
  bool places_are_steady(const Linearisation& linear);
  std::string describe_configuration() const;
  bool write(const ModeTables& modes, const Outputs& outputs);

  const Plan& plan_;
  const Built& built_;
  const RunSettings& settings_;
  Diagnostics& diagnostics_;
  Dynamics dynamics_;
  Observer observer_;
  State state_;
  Partition first_;  // of the start, which the head of the report names
  Placed placed_;    // of the state to linearise about
  Modes modes_;
  std::string reached_, kinks_, search_;
  std::vector<double> works_;   // of the motion, as Observer::meters()
  std::optional<double> work_;  // all work of the motion; none: of a state without a motion
  bool interrupted_ = false;
  PathAudit path_;
  Outcome outcome_;
};

// Finds the state to linearise about, with its accelerations and stresses.
bool ModesRun::reach(const Placed& start) {
  if (plan_.method.equilibrium_first) return stand_still();
  if (plan_.time.count() > 1) return travel(start);
  reached_ = "linearised about the start\n";
  placed_ = start;
  return solved(dynamics_.accelerate(start, state_), state_.t);
}

bool ModesRun::stand_still() {
  const State start = state_;
  if (changes_with_time(built_, plan_.time))
    warn_of_first_time_only(
        plan_.time, "a sweep over the start of TIMES shows modes at other times", diagnostics_);
  const EquilibriumStatus found = find_equilibrium(plan_, built_, dynamics_, state_, diagnostics_);
  if (!found.ok()) return false;
  warn_of_places(plan_, built_, dynamics_, state_, diagnostics_);
  reached_ = describe_equilibrium(found);
  outcome_.audit = describe_equilibrium_counts(found);
  add_equilibrium(found, built_.model, start, state_, outcome_.evidence);
  placed_ = found.placed;
  // Fails if a motion has no mass.
  if (!solved(dynamics_.accelerate(placed_, state_), state_.t)) return false;
  std::vector<double> R(dynamics_.placement().partition().freedom_count());
  dynamics_.find_imbalance(placed_, state_, 1, R);
  return true;
}

// Integrates the motion up to the last report time.
bool ModesRun::travel(const Placed& start) {
  if (!solved(dynamics_.accelerate(start, state_), state_.t)) return false;
  const IntegrationRow& row = plan_.method.integration;
  const UnitSystem& units = plan_.units();
  IntegratorSettings chosen = chosen_integrator(row, built_.model, units);
  DynamicSystem system(built_.model, built_.phase, dynamics_, state_, settings_.options, chosen);
  const std::vector<ChainObserver::Meter> meters = observer_.meters();
  std::vector<int> metered;
  for (const ChainObserver::Meter& meter : meters) metered.push_back(meter.coordinate);
  system.unknowns().meter(std::move(metered));
  system.watch(&path_, state_);
  scale_tolerances(units, built_.model, system.unknowns(), chosen);
  MadeIntegrator made = make_integrator(system.ode(), chosen);
  if (!made.integrator) {
    diagnostics_.error(row.where, "INTEG",
                       fmt::format("method '{}' or its numbers will not do", row.method),
                       fmt::format("expected one of {}", fmt::join(integrator_names(), ", ")));
    return false;
  }
  std::unique_ptr<Integrator>& integrator = made.integrator;
  // The energy balance counts from the start.
  const double work = -elastic_energy(built_.model, state_);
  std::vector<double> values(observer_.layout().count()), y;
  observer_.observe(state_, dynamics_, work, values);
  system.pack(state_, work, y);
  const double end = plan_.time.at(plan_.time.count() - 1);
  const Interrupt interrupt = time_limit(plan_.limits, settings_);
  const long long most_steps = step_limit(plan_.limits, settings_);
  StepStatus status = integrator->start(plan_.time.start, y);
  integrator->control().set_tstop(end);
  RangeWatch ranges(built_.model);
  SolveStatus solved_again;
  auto too_many = [&] { return most_steps > 0 && integrator->stats().accepted >= most_steps; };
  while (status.ok() && integrator->t() < end && !interrupt.requested() && !too_many()) {
    status = integrator->step();
    ranges.note(dynamics_.kinematics().evaluation(), integrator->t());
    if (!within_ranges(built_.model, ranges, integrator->t(), diagnostics_)) return false;
    bool changed = false;
    if (status.ok() && system.worn())
      solved_again = system.change_unknowns(units, integrator, state_, status, changed);
    if (!solved(solved_again, integrator->t())) return false;
    path_.note_size(state_);
  }
  if (!status.ok() || integrator->t() < end) {
    interrupted_ = status.ok();
    const std::string why = !status.ok() ? ", worst in " + system.unknowns().name(status.component)
                            : interrupt.requested()
                                ? fmt::format(" by {}", interrupt.reason())
                                : fmt::format(" by the limit of {} steps", most_steps);
    diagnostics_.error({}, "integration",
                       fmt::format("stopped at t = {:.9g}{}", integrator->t(), why),
                       "run the deck without EIGEN to see its motion");
    system.complete(integrator->t(), integrator->y(), state_);
    return false;
  }
  warn_of_ranges(built_.model, ranges, {}, diagnostics_);
  y.resize(system.size());
  integrator->interpolate(end, y);
  work_ = Unknowns::work(y);
  for (std::size_t k = 0; k < meters.size(); ++k) works_.push_back(system.unknowns().metered(y, k));
  reached_ = fmt::format("linearised about the motion at t = {:.6g}\n", end);
  placed_ = system.place(end, y, state_);
  // Modes of a motion depend on the degrees of freedom: where others have taken the place of those
  // that the deck names, these come back.
  if (placed_.ok() && dynamics_.placement().is_relieved()) {
    if (!solved(dynamics_.resume(state_), end)) return false;
    placed_ = dynamics_.place(state_, false);
  }
  if (!solved(dynamics_.accelerate(placed_, state_), end)) return false;
  path_.set_length(dynamics_.kinematics().jacobian().length());
  path_.note_size(state_);
  const bool fixed = is_fixed_step(chosen.method, chosen.h);
  outcome_.evidence.fixed_step = fixed;
  outcome_.evidence.figures =
      path_.figures(integrator->stats().accepted, fixed ? 0 : chosen.abs, fixed ? 0 : chosen.rel);
  return true;
}

std::string ModesRun::describe_configuration() const {
  const Partition& p = dynamics_.placement().partition();
  double fastest = 0, hardest = 0;
  for (int i : p.x_freedoms) {
    fastest = std::max(fastest, std::fabs(state_.v[i]));
    hardest = std::max(hardest, std::fabs(state_.a[i]));
  }
  for (int r : p.e_freedoms) {
    fastest = std::max(fastest, std::fabs(state_.ed[r]));
    hardest = std::max(hardest, std::fabs(state_.edd[r]));
  }
  auto size = [](double value) {
    return value <= tolerance::standing_still ? fmt::format("below {}", tolerance::standing_still)
                                              : fmt::format("up to {:.1e}", value);
  };
  double changing = 0;
  for (const double rate : state_.zd) changing = std::max(changing, std::fabs(rate));
  return reached_ +
         fmt::format("there degrees of freedom have rates {} and accelerations {}\n", size(fastest),
                     size(hardest)) +
         (state_.zd.empty() ? "" : fmt::format("and states have rates {}\n", size(changing))) +
         (p.x_freedoms == first_.x_freedoms && p.e_freedoms == first_.e_freedoms
              ? ""  // those of the head of the report
              : "linearised in other " + describe_freedoms(built_.model, p)) +
         search_ + kinks_;
}

bool ModesRun::write(const ModeTables& modes, const Outputs& outputs) {
  check_state_names(built_.model, observer_.layout(), diagnostics_);
  Layout layout = observer_.layout();
  std::vector<double> values(layout.count());
  observer_.observe(state_, dynamics_, work_.value_or(-elastic_energy(built_.model, state_)),
                    values);
  for (std::size_t k = 0; k < works_.size(); ++k) values[observer_.meters()[k].column] = works_[k];
  const std::size_t first = values.size();
  dynamics_.kinematics().residuals().find(state_);
  Evidence& evidence = outcome_.evidence;
  evidence.figures.push_back({Check::momentum, observer_.momentum_gap()});
  evidence.figures.push_back({Check::position_residual,
                              dynamics_.kinematics().residuals().residual().position,
                              settings_.options.feps});
  outcome_.verdict = judge(evidence, nullptr);
  outcome_.audit = describe_digits(evidence, outcome_.verdict) + outcome_.audit;
  modes.lay_out(layout);
  values.resize(layout.count());
  modes.put(values.data() + first);
  const auto measures = measures_of_row(plan_, layout, diagnostics_);
  if (diagnostics_.has_errors()) return true;
  const Outputs text{outputs.report, nullptr, outputs.rows, {}, outputs.layout, outputs.states};
  RunOutput out(text, layout, settings_.digits,
                report_scale(built_.model, dynamics_.kinematics().jacobian().length(), plan_.time),
                time_decimals(plan_.time.start, plan_.time.step), diagnostics_);
  if (diagnostics_.has_errors()) return true;  // a channel to be plotted does not exist
  if (!out.row(state_.t, values)) return false;
  out.state(state_);
  outcome_.t_end = state_.t;
  measure_row(measures.get(), state_.t, values);
  finish_measures(measures.get(), settings_, out, outcome_, diagnostics_);
  if (settings_.echo) {
    out.blank_line();
    out.comment("audit\n" + describe_verdict(outcome_.verdict) + describe_figures(evidence) +
                describe_configuration());
  }
  if (!outputs.csv) return true;
  const std::vector<std::string> names = modes.columns();
  CsvWriter csv(*outputs.csv, names, csv_columns(outputs, names, diagnostics_, false));
  for (std::size_t k = 0; k < modes.count(); ++k) csv.row(0, modes.row(k));
  return true;
}

// Where degrees of freedom are turns of bodies that spin, says so. False where the equations change
// with time as these bodies see them: then they have no modes.
bool ModesRun::see_from_bodies(const Linearisation& linear) {
  const SpinningFrames frames(built_.model, dynamics_.placement().partition(), state_);
  if (frames.none()) return true;
  if (frames.are_steady(linear, built_.phase, dynamics_, placed_, state_)) {
    search_ = frames.describe();
    return true;
  }
  diagnostics_.error({}, "modes",
                     fmt::format("{}, and as it sees the mechanism the equations change with time",
                                 frames.fastest()),
                     "expected other degrees of freedom: DYNE of the angle of a hinge, or DYNX of "
                     "a body that does not spin");
  return false;
}

// Where something depends on the place or heading of what rolls, the equations must not change on
// the way.
bool ModesRun::places_are_steady(const Linearisation& linear) {
  double rate = 0;
  for (const int i : built_.model.turning) rate = std::max(rate, std::fabs(state_.v[i]));
  if (!(rate > 0)) rate = largest(state_.v) / linear.length();
  if (equations_are_steady(linear, rate, built_.phase, dynamics_, placed_, state_)) return true;
  diagnostics_.error({}, "modes",
                     "forces depend on the place or heading of what rolls, and change on the way",
                     "expected a motion that stays the same, or a state at rest");
  return false;
}

Modes ModesRun::find() {
  LargeModes large = find_large_modes(plan_, built_, dynamics_, state_, diagnostics_);
  search_ = large.in_report;
  if (large.found) {
    kinks_ = large.kinks;
    outcome_.audit += large.in_audit;
    return std::move(large.modes);
  }
  Linearisation linear(built_.model, built_.phase);
  linear.evaluate(dynamics_, placed_, state_, 1);
  if (!see_from_bodies(linear)) return {};
  Modes modes = find_modes(linear, plan_.method.modes);
  if (modes.reads_place && !places_are_steady(linear)) return {};
  if (modes.zeros > 0)
    search_ += fmt::format(
        "{} more values are exactly 0: of places, headings and turns{}, on which nothing depends\n",
        modes.zeros, linear.rolls() ? " of what rolls" : "");
  const auto on_side = [this](const State& state, double side) {
    Linearisation there(built_.model, built_.phase);
    there.evaluate(dynamics_, placed_, state, 1, side);
    return find_modes(there, plan_.method.modes);
  };
  if (modes.ok)
    kinks_ = describe_kinks(built_.model, built_.phase, dynamics_, state_, modes, on_side);
  return modes;
}

Outcome ModesRun::run(const Outputs& outputs) {
  const Start begun = start_mechanism(plan_, built_, settings_, dynamics_, state_, diagnostics_);
  if (begun.status == ExitStatus::deck_error) return {begun.status, {}};
  if (begun.status != ExitStatus::done) return failed();
  const Layout none;
  const Outputs text{outputs.report, nullptr, {}, {}};
  RunOutput head(text, none, kManualDigits, {}, 4, diagnostics_);
  const Partition& partition = first_ = dynamics_.placement().partition();
  const std::string ahead =
      dense_modes_ahead(plan_, built_, partition.freedom_count(), diagnostics_);
  if (settings_.echo)
    head.comment(outputs.head_of(built_) + describe_freedoms(built_.model, partition) + ahead);
  if (settings_.check_only) {
    head.comment("check: the deck can be assembled at its start\n");
    return {};
  }
  if (!look(begun.placed)) return failed();
  if (!write(ModeTables(plan_, built_.model, state_, modes_), outputs)) return failed();
  if (diagnostics_.has_errors()) outcome_.status = ExitStatus::deck_error;
  return outcome_;
}

// Goes to the state and finds its modes; false after an error.
bool ModesRun::look(const Placed& start) {
  if (!reach(start)) return false;
  modes_ = find();
  if (diagnostics_.has_errors()) return false;
  if (!modes_.ok)
    diagnostics_.error({}, "modes", "the eigenvalues cannot be found there",
                       "look at masses and laws: a force may not be finite");
  return modes_.ok;
}

Outcome ModesRun::find_shape(const ShapeRequest& request, ModeShape& out) {
  const Start begun = start_mechanism(plan_, built_, settings_, dynamics_, state_, diagnostics_);
  if (begun.status != ExitStatus::done) return {begun.status, {}};
  if (!look(begun.placed)) return failed();
  const std::size_t k = static_cast<std::size_t>(request.mode) - 1;
  if (k >= modes_.list.size() || !modes_.list[k].moves) {
    diagnostics_.error({}, "draw --mode",
                       k < modes_.list.size()
                           ? fmt::format("in mode {} only states of the deck take part", k + 1)
                           : fmt::format("the deck has {} mode{}", modes_.list.size(),
                                         modes_.list.size() == 1 ? "" : "s"),
                       "mbsim deck.dat lists the modes; EIGEN k finds the lowest k");
    return {ExitStatus::deck_error, {}};
  }
  const Mode& mode = modes_.list[k];
  out.t = state_.t;
  out.x = state_.x;
  out.motion.assign(state_.v.size(), 0.0);
  const std::size_t shown = static_cast<std::size_t>(built_.model.node_velocities());
  for (std::size_t i = 0; i < shown; ++i) out.motion[i] = mode.shape[i].real();
  out.text = fmt::format("mode {}: {:.6g} rad/s", k + 1, mode.omega());
  return {};
}

}  // namespace

Outcome run_modes(const Plan& plan, const Built& built, const RunSettings& settings,
                  const Outputs& outputs, Diagnostics& diagnostics) {
  return ModesRun(plan, built, settings, diagnostics).run(outputs);
}

Outcome find_mode_shape(const Plan& plan, const Built& built, const RunSettings& settings,
                        const ShapeRequest& request, ModeShape& out, Diagnostics& diagnostics) {
  if (request.load_factor) {
    diagnostics.error({}, "draw --mode", "--at is a load factor, and EIGEN has one state",
                      "leave --at out");
    return {ExitStatus::deck_error, {}};
  }
  return ModesRun(plan, built, settings, diagnostics).find_shape(request, out);
}

}  // namespace mbs
