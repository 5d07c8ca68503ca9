#include "run/dynamic/dynamic_start.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "plan/plan.h"
#include "run/events/deck_events.h"
#include "run/frame/echo.h"
#include "run/motion/muscle_rest.h"
#include "run/motion/start.h"

namespace mbs {

namespace {

// The velocities of the deck are consistent with the constraints if the solver changes none by more
// than this part of the largest velocity.
constexpr double kConsistentVelocity = 1e-9;

// PROJECT OFF: moves the start onto the constraints that the run fulfils for accelerations only.
ExitStatus close_start(DynamicSite& site) {
  const std::vector<DeformationChoice>& choices = site.phase.e_choice;
  if (std::none_of(choices.begin(), choices.end(),
                   [](const DeformationChoice& choice) { return choice.held_rate; }))
    return ExitStatus::done;
  Built closed = site.built;
  for (std::size_t r = 0; r < choices.size(); ++r) {
    if (!choices[r].held_rate) continue;
    closed.phase.e_class[r] = Class::fixed;
    closed.phase.e_choice[r] = {};
  }
  for (Class& cls : closed.phase.x_class)
    if (cls == Class::dynamic) cls = Class::calculable;
  Dynamics dynamics(closed.model, closed.phase, site.settings.options, site.plan.method.form, true);
  Plan plan = site.plan;
  plan.method.choose_freedoms = true;
  return start_mechanism(plan, closed, site.settings, dynamics, site.state, site.diagnostics)
      .status;
}

// Reports an error and returns false if an event changes the class of a gap or slip, which the
// contact decides.
bool gaps_are_free_of_events(const DynamicSite& site) {
  for (const EventRow& row : site.plan.events)
    for (const ActionRow& action : row.actions)
      for (const EventTarget& target : action.targets)
        for (const ContactRow& contact : site.plan.contacts) {
          const bool same = target.target == Target::deformation && target.owner == contact.element;
          if (!same || contact.model == ContactModel::penalty) continue;
          site.diagnostics.error(
              action.where, row.label,
              fmt::format("{} rules it: an event cannot change it", contact.label),
              "expected a coordinate of its bodies");
          return false;
        }
  for (const EventRow& row : site.plan.events)
    for (const ActionRow& action : row.actions)
      for (const EventTarget& target : action.targets)
        for (const ContactRow& friction : site.plan.frictions) {
          const bool breaks =
              action.kind == ActionKind::release && names_all_of(action, target.owner, site.model);
          if (breaks || friction.has_direction()) continue;
          if (target.target != Target::deformation || target.owner != friction.joint.element ||
              target.component != friction.joint.component)
            continue;
          site.diagnostics.error(
              action.where, row.label,
              fmt::format("{} rules it: an event cannot change it", friction.label),
              "expected a coordinate of its bodies, or the same angle or travel of another element "
              "between them");
          return false;
        }
  return true;
}

ExitStatus start_contacts(DynamicSite& site, DynamicStart& out) {
  if (!out.contacts->any()) return ExitStatus::done;
  if (!gaps_are_free_of_events(site)) return ExitStatus::deck_error;
  const Change change = out.contacts->start(site);
  if (site.report_problem(change)) return ExitStatus::deck_error;
  out.contact_text = change.text;
  out.touching.t = site.state.t;
  out.touching.contacts = change.modes;
  out.touching.strikes = change.strikes;
  if (!change.switched) return ExitStatus::done;
  const SolveStatus solved = site.solve();
  if (solved.ok()) return ExitStatus::done;
  site.report_singular(solved, site.state.t);
  return ExitStatus::solution_failed;
}

// Whether each coordinate has a start in the deck. In a chain only the angles and the base have
// one; the centres of gravity follow from them.
std::vector<char> given_at_start(const DynamicSite& site) {
  const bool all = site.plan.chain.segments.empty();
  std::vector<char> out(site.model.nx, all ? 1 : 0);
  for (const StartRow& row : site.plan.starts)
    if (row.target == Target::coordinate)
      out[site.model.nodes[row.owner].first + row.component] = 1;
  return out;
}

// What rolls, but would slip with the velocities of the deck: by how much, and the velocity that
// changed most.
std::string describe_slips(const DynamicSite& site, double largest_v) {
  const Model& model = site.model;
  const std::vector<double>& De = site.dynamics->kinematics().evaluation().De;
  std::string out;
  for (const ElementRange& element : model.elements) {
    const RecordSpec& spec = element.type->spec;
    if (!spec.has_rates() || !(spec.first_rate > 0)) continue;
    std::vector<double> slips(element.type->ne);
    int worst = -1;
    const auto changed = [&](int i) { return std::fabs(site.state.v[i] - model.v0[i]); };
    for (std::size_t k = 0; k < De.size(); ++k) {
      const int row = model.entry_row[k] - element.first, i = model.entry_column[k];
      if (row < 0 || row >= element.type->ne) continue;
      if (spec.is_rate(row) && site.phase.e_class[model.entry_row[k]] == Class::fixed)
        slips[static_cast<std::size_t>(row)] += De[k] * model.v0[i];
      if (worst < 0 || changed(i) > changed(worst)) worst = i;
    }
    double slip = 0;
    for (const double part : slips) slip = std::hypot(slip, part);
    if (slip > kConsistentVelocity * largest_v)
      out += fmt::format(
          "{} {} slips by {:.4g} m/s with the velocities of the deck: made to roll ({} {:.6g})\n",
          spec.keyword, element.number, slip, model.coordinate_name(worst), site.state.v[worst]);
  }
  return out;
}

// How far the start has been moved from the values of the deck, and whether the deck's velocities
// agree with the constraints.
std::string describe_consistency(const DynamicSite& site) {
  const Model& model = site.model;
  const State& state = site.state;
  double moved_x = 0, moved_v = 0, largest_x = 0, largest_v = 0, changed = 0;
  int worst_x = 0, worst_v = 0;
  const std::vector<char> given = given_at_start(site);
  for (int i = 0; i < model.nx; ++i) {
    largest_x = std::max(largest_x, std::fabs(state.x[i]));
    largest_v = std::max(largest_v, std::fabs(state.v[i]));
    if (site.phase.x_class[i] == Class::prescribed || !given[i]) continue;
    const double dx = std::fabs(state.x[i] - model.x0[i]), dv = std::fabs(state.v[i] - model.v0[i]);
    if (dx > moved_x) moved_x = dx, worst_x = i;
    if (dv > moved_v) moved_v = dv, worst_v = i;
  }
  // The difference of two large numbers may overflow.
  for (double* moved : {&moved_x, &moved_v})
    *moved = std::min(*moved, std::numeric_limits<double>::max());
  std::string out = describe_moved(moved_x, largest_x, model.coordinate_name(worst_x), moved_v,
                                   largest_v, model.coordinate_name(worst_v));
  for (int i : model.preferred_freedoms) {
    const Class cls = site.phase.x_class[i];
    if (cls == Class::calculable || cls == Class::dynamic)
      changed = std::max(changed, std::fabs(state.v[i] - model.v0[i]));
  }
  const bool free = site.dynamics->placement().partition().freedom_count() > 0;
  if (free && changed > kConsistentVelocity * largest_v)
    out +=
        "the velocities that the deck gives do not fit together: those of the degrees of freedom "
        "are kept, the others follow from them\n" +
        describe_slips(site, largest_v);
  return out;
}

}  // namespace

DynamicStart start_dynamic(DynamicSite& site) {
  DynamicStart out;
  out.contacts = std::make_unique<ContactRun>(site.plan, site.model);
  const bool has_choice = site.model.choice.has_value();
  // The matrix knows neither contacts nor springs.
  out.has_matrix = site.settings.cross_check && !site.plan.chain.segments.empty() &&
                   !out.contacts->any() && !site.plan.chain.has_springs();
  if (has_choice || out.has_matrix)
    out.chain = std::make_unique<ChainCheck>(
        site.plan.chain, site.model, site.phase,
        out.has_matrix ? ChainCheck::Matrix::built : ChainCheck::Matrix::none);
  if (has_choice && !out.chain->counts_agree(site.diagnostics)) out.status = ExitStatus::deck_error;
  if (has_choice && out.status == ExitStatus::done) out.status = close_start(site);
  if (out.status != ExitStatus::done) return out;
  const Start begun = start_mechanism(site.plan, site.built, site.settings, *site.dynamics,
                                      site.state, site.diagnostics, &site.phase.stimuli);
  out.iterations = begun.iterations;
  out.status = begun.status;
  if (out.status != ExitStatus::done) return out;
  site.placed = begun.placed;
  const SolveStatus solved = site.dynamics->accelerate(site.placed, site.state);
  if (solved.ok()) {
    out.status = start_contacts(site, out);
    if (out.status == ExitStatus::done && site.plan.muscle_start.rest)
      out.status = start_at_rest(site);
  } else {
    site.report_singular(solved, site.state.t);
    out.status = ExitStatus::solution_failed;
  }
  return out;
}

namespace {

// The number of degrees of freedom; constraints on velocities alone (VFORMULA) make the numbers of
// velocity and position differ.
std::string count_freedoms(const DynamicSite& site, std::size_t of_velocity) {
  std::size_t bound = 0;
  for (const ElementRange& element : site.model.elements)
    for (int d = 0; d < element.type->ne; ++d) {
      if (!element.type->is_rate(d)) continue;
      const Class cls = site.phase.e_class[element.first + d];
      bound += cls == Class::fixed || cls == Class::prescribed ? 1 : 0;
    }
  if (bound == 0) return fmt::format("{}", of_velocity);
  return fmt::format("{} of velocity, {} of position", of_velocity, of_velocity + bound);
}

}  // namespace

std::string describe_start(const DynamicSite& site, const Integration& integration) {
  const Partition& partition = site.dynamics->placement().partition();
  std::vector<std::string> freedoms;
  for (int i : partition.x_freedoms) freedoms.push_back(site.model.coordinate_name(i));
  for (int r : partition.e_freedoms) freedoms.push_back(site.model.deformation_name(r));
  // Coordinates that contacts and friction hold at the start may move later.
  const bool stuck = freedoms.empty() && site.phase.e_class != site.built.phase.e_class;
  const bool full = site.plan.method.form == Form::full || site.model.choice;
  return fmt::format("degrees of freedom {}{}{}\n", count_freedoms(site, freedoms.size()),
                     !freedoms.empty() ? ": "
                     : stuck           ? " (at the start, with what contacts and friction hold)"
                                       : " (inverse dynamics)",
                     fmt::join(freedoms, ", ")) +
         fmt::format("form {}, {}", full ? "full" : "reduced",
                     describe_method(integration.method())) +
         describe_consistency(site);
}

namespace {

// rcond of a chain without a choice: its accelerations and joint forces are the unknowns.
double rcond_without_choice(const DynamicSite& site) {
  Model model = site.model;
  model.choice.emplace();
  Phase phase = site.phase;
  phase.x_choice.resize(model.nx);
  phase.e_choice.resize(model.ne);
  const Inertia& inertia = site.dynamics->inertia();
  Balance balance(model, phase, inertia, site.settings.options);
  return balance.factor(site.dynamics->kinematics().evaluation(), inertia) ? balance.rcond() : 0;
}

}  // namespace

std::string describe_choice(const DynamicSite& site, const DynamicStart& start) {
  if (site.plan.chain.segments.empty()) return {};
  std::string out;
  if (site.model.choice)
    out = start.chain->describe_equations();
  else if (start.contacts->any() || site.plan.chain.has_springs())
    return out;
  const double rcond = site.model.choice ? site.dynamics->equations()->balance()->rcond()
                                         : rcond_without_choice(site);
  return out + fmt::format("rcond of the known/unknown choice {}\n", depth_class(rcond));
}

}  // namespace mbs
