#include "run/motion/start.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "assembly/evaluation.h"
#include "base/few_names.h"
#include "base/index.h"
#include "model/owner.h"
#include "plan/plan.h"
#include "run/frame/causes.h"
#include "run/frame/missing_value.h"
#include "run/motion/muscle_start.h"
#include "run/motion/state_start.h"
#include "run/motion/surplus.h"
#include "run/motion/suspects.h"
#include "solve/place/rank_audit.h"

namespace mbs {

std::vector<std::string> open_unknowns(const Built& built, const Dynamics& dynamics) {
  std::vector<std::string> accelerations, efforts;
  const std::vector<Variable> found = dynamics.equations()->balance()->undetermined();
  for (const Choice::Name& name : built.model.choice->names) {
    if (std::find(found.begin(), found.end(), name.variable) == found.end()) continue;
    const bool moves = name.variable.side == BalanceSide::acceleration;
    (moves ? accelerations : efforts).push_back(name.text);
  }
  accelerations.insert(accelerations.end(), efforts.begin(), efforts.end());
  return accelerations;
}

namespace {

SourceLocation deck_line(const Model& model, int row) {
  return row < 0 ? SourceLocation{} : model.deformation_origin[row].where;
}

// The coordinates of an equation that the deck names as degrees of freedom.
std::vector<std::string> named_by(int row, const Built& built) {
  std::vector<std::string> out;
  for (std::size_t k = 0; k < built.model.entry_row.size(); ++k)
    if (const int i = built.model.entry_column[k];
        built.model.entry_row[k] == row && built.phase.x_class[i] == Class::dynamic)
      out.push_back(built.model.coordinate_name(i));
  return out;
}

// Whether the deck names as many degrees of freedom as the constraints leave; else reports the
// motions that are free or the deformations that repeat others.
bool freedoms_agree(const Built& built, const RunSettings& settings, bool may_choose, ConstVector x,
                    Diagnostics& diagnostics) {
  const Model& model = built.model;
  const Partition named = named_partition(built.phase);
  if (named.square() || (may_choose && named.freedom_count() == 0)) return true;
  const RankAudit audit = audit_rank(model, named.rows, named.columns, x, settings.options.rank);
  const int missing = count_of(named.columns) - count_of(named.rows);
  const std::string counts =
      fmt::format("{} constrained and dynamic deformations for {} calculable coordinates",
                  named.rows.size(), named.columns.size());
  const double rank = settings.options.rank;
  if (missing < 0 && report_idle_drivers(model, built.phase, x, counts, rank, diagnostics))
    return false;
  // What ties a few coordinates of which all are named is said by its own name below.
  const auto ties = [&built](const RankAudit::Redundancy& one) {
    const std::size_t count = named_by(one.row, built).size();
    return one.repeats.empty() && count > 1 && count <= kMostNames;
  };
  if (missing < 0 && std::none_of(audit.redundant.begin(), audit.redundant.end(), ties) &&
      report_idle_freedoms(model, built.phase, x, counts, rank, diagnostics))
    return false;
  if (missing > 0)
    for (const auto& found : repeated_beside(model, named.rows, named.columns, x, rank))
      diagnostics.error(deck_line(model, found.row), {}, describe(found, model),
                        "remove one of them");
  constexpr std::size_t kMostMotions = 3;  // the others would say the same
  for (std::size_t k = 0; k < std::min(audit.free_motions.size(), kMostMotions); ++k)
    if (missing > 0)
      diagnostics.error(
          {}, "degrees of freedom",
          fmt::format("{}: {}", counts, describe_free_motion(audit.free_motions[k], model)),
          fmt::format("name {} more by DYNX, DYNE, INPUTX, INPUTE or FIX, or let DOF AUTO choose",
                      missing));
  for (const RankAudit::Redundancy& redundancy : audit.redundant) {
    if (missing >= 0) continue;
    const std::vector<std::string> dynamic = named_by(redundancy.row, built);
    const std::string problem =
        redundancy.repeats.empty() && dynamic.size() > 1
            ? fmt::format("{} ties {}, which are all named as degrees of freedom",
                          model.deformation_name(redundancy.row), few_names(dynamic, " and "))
            : describe(redundancy, model);
    diagnostics.error(
        deck_line(model, redundancy.row), {}, fmt::format("{}: {}", problem, counts),
        fmt::format("name {} fewer by DYNX or DYNE, or release as many by RLSE", -missing));
  }
  if (!diagnostics.has_errors())
    diagnostics.error({}, "degrees of freedom", counts, "expected as many of one as of the other");
  return false;
}

// Reports why the equations of a choice have no solution; false where they are not to blame.
bool report_choice(const Built& built, const Dynamics& dynamics, double t,
                   Diagnostics& diagnostics) {
  const Loads& loads = dynamics.loads();
  if (!dynamics.equations()->given_are_finite()) {
    if (loads.missing_value && loads.missing_at >= t)
      return report_missing_value(*loads.missing_value, t, diagnostics), true;
    diagnostics.error({}, "known variables",
                      fmt::format("one of them has no finite value at t = {:.9g}", t),
                      "look at the expressions of the KNOWN and ROW lines there");
    return true;
  }
  const std::vector<std::string> open = open_unknowns(built, dynamics);
  if (open.empty()) return false;
  diagnostics.error(
      built.model.choice->where, "unknowns",
      fmt::format("at t = {:.9g} the choice of unknowns is singular: {} cannot be found", t,
                  few_names(open)),
      "make one of them known and another variable unknown");
  return true;
}

}  // namespace

std::string freedom_name(const Model& model, const Partition& p, int j) {
  const int nx = count_of(p.x_freedoms);
  return j < nx ? model.coordinate_name(p.x_freedoms[j])
                : model.deformation_name(p.e_freedoms[j - nx]);
}

std::string describe_freedoms(const Model& model, const Partition& partition) {
  std::vector<std::string> names;
  for (int j = 0; j < partition.freedom_count(); ++j)
    names.push_back(freedom_name(model, partition, j));
  return fmt::format("degrees of freedom {}{}{}\n", names.size(), names.empty() ? "" : ": ",
                     fmt::join(names, ", "));
}

bool report_motion(const Model& model, const Kinematics& kinematics, double good,
                   Diagnostics& diagnostics) {
  const std::optional<MotionFault>& fault = kinematics.motion().fault();
  if (!fault || fault->t < good) return false;
  if (fault->left) {
    report_missing_value(*fault->left, fault->t, diagnostics);
    return true;
  }
  const Origin& origin = model.motion_origin[fault->motion];
  diagnostics.error(
      origin.where, origin.label,
      fmt::format("at t = {:.9g} its position, velocity or acceleration is not finite", fault->t),
      "look at what it divides by, and at roots and logarithms");
  return true;
}

namespace {

// Whether the row is the gap of a body that rolls: it has a value wherever the wheel does not lie
// flat.
bool rolls(const Model& model, int row) {
  if (row < 0) return false;
  const ElementRange& element = owner_of(model, row);
  return element.type->has_rates() && !element.type->is_rate(row - element.first);
}

bool has_springs(const Model& model) {
  return !model.forces.stiffness.empty() || !model.forces.stress_laws.empty();
}

bool is_expression(const Model& model, int row) {
  return row >= 0 && owner_of(model, row).type->spec.arity == Arity::expression;
}

}  // namespace

void report_turned_arc(const Model& model, const JumpedArc& arc, std::string_view good,
                       std::string_view advice, Diagnostics& diagnostics) {
  diagnostics.error(
      deck_line(model, arc.row), model.deformation_name(arc.row),
      fmt::format("just after {} the path would turn round its circle (place {}) by more than half "
                  "a turn, or pass it on the other side",
                  good, arc.circle + 1),
      fmt::format("{}; PULLEY holds a path that never lifts off, with any number of turns",
                  advice));
}

bool report_path(const Model& model, const SolveStatus& status, double start, double t,
                 Diagnostics& diagnostics) {
  if (status.kind == SolveKind::inside_circle) {
    diagnostics.error(
        deck_line(model, status.row), model.deformation_name(status.row),
        fmt::format("{} t = {:.9g} its place {} lies inside the circle of place {}, which "
                    "the path has to pass: there is no way round it",
                    t == start ? "at" : "just after", t, status.place + 1, status.circle + 1),
        "put the point outside, make the circle smaller, or end the run earlier");
    return true;
  }
  if (status.kind == SolveKind::turns_round) {
    report_turned_arc(model, {status.row, status.circle}, fmt::format("t = {:.9g}", t),
                      "end the run earlier", diagnostics);
    return true;
  }
  if (status.kind == SolveKind::jammed) {
    diagnostics.error(deck_line(model, status.row), model.deformation_name(status.row),
                      fmt::format("at t = {:.9g} friction presses it on more than it lets go", t),
                      "no forces fit what slides (Painleve 1895): take a smaller mu, or bearings "
                      "farther apart");
    return true;
  }
  if (status.kind == SolveKind::non_finite && rolls(model, status.row)) {
    diagnostics.error(deck_line(model, status.row), model.deformation_name(status.row),
                      fmt::format("{} t = {:.9g} it would lie flat on its plane",
                                  t == start ? "at" : "just after", t),
                      "expected a wheel that leans; end the run earlier");
    return true;
  }
  if (status.kind == SolveKind::non_finite && is_expression(model, status.row)) {
    diagnostics.error(
        deck_line(model, status.row), model.deformation_name(status.row),
        fmt::format("{} t = {:.9g} its expression has no value", t == start ? "at" : "just after",
                    t),
        "look at what it divides by, and at roots and logarithms; or end the run earlier");
    return true;
  }
  if (status.kind != SolveKind::off_pulley) return false;
  diagnostics.error(deck_line(model, status.row), model.deformation_name(status.row),
                    fmt::format("at t = {:.9g} it would leave a pulley, which it cannot", t),
                    "end the run earlier; take CIRCLE where the path may lift off, or more TURNS");
  return true;
}

void report_singular(const Built& built, const Dynamics& dynamics, const SolveStatus& status,
                     double t, Job job, Diagnostics& diagnostics) {
  const Model& model = built.model;
  if (status.kind == SolveKind::non_finite &&
      report_motion(model, dynamics.kinematics(), -HUGE_VAL, diagnostics))
    return;
  const EquationsOfMotion* const equations = dynamics.equations();
  if (equations && equations->balance() && status.column < 0 && status.row < 0 &&
      report_choice(built, dynamics, t, diagnostics))
    return;
  // Of a bad choice of degrees of freedom the masses have no meaning: one motion outweighs the
  // others.
  const bool massless = status.column >= 0 && equations && !dynamics.placement().is_poor() &&
                        status.column == equations->massless_coordinate();
  const int named = massless || status.column < 0
                        ? status.column
                        : dynamics.kinematics().jacobian().loosest_coordinate();
  if (massless) {
    diagnostics.error(
        {}, "mechanism",
        fmt::format("a motion carries no mass at t = {:.6g}: its largest coordinate is {}", t,
                    model.coordinate_name(named)),
        fmt::format("give it a mass (XM, EM, MASS), prescribe it, or fix it{}",
                    job == Job::dynamic && has_springs(model)
                        ? "; where springs hold it, STATIC finds the position in which they balance"
                        : ""));
    return;
  }
  report_names(model, dynamics.placement().partition(), named, t, diagnostics);
}

void report_names(const Model& model, const Partition& partition, int worst_one, double t,
                  Diagnostics& diagnostics) {
  std::vector<std::string> names;
  for (int j = 0; j < partition.freedom_count(); ++j)
    names.push_back(freedom_name(model, partition, j));
  const std::string worst =
      worst_one < 0 ? "" : model.coordinate_name(worst_one) + " is determined worst; ";
  diagnostics.error(
      {}, "mechanism",
      fmt::format("singular at t = {:.6g}: {}{}", t, worst,
                  names.empty() ? "no choice of degrees of freedom determines it"
                                : fmt::format("the degrees of freedom {} do not determine it",
                                              few_names(names))),
      "name other degrees of freedom, or let DOF AUTO choose; a start in a singular position must "
      "be moved");
}

void report_unassembled(const Plan& plan, const Built& built, const Options& options, double t,
                        const SolveStatus& status, std::string_view advice,
                        Diagnostics& diagnostics) {
  const Model& model = built.model;
  const std::string found =
      fmt::format("residual {:.3e} after {} iterations", status.residual, status.iterations);
  const Suspicion suspicion = find_suspects(plan, built, options, state_at_rest(model, t));
  if (suspicion.label.empty())
    diagnostics.error(deck_line(model, status.row), model.deformation_name(status.row),
                      fmt::format("the mechanism cannot be assembled at t = {}: {}", t, found),
                      fmt::format("expected {} nearer to a closed position{}",
                                  advice.empty() ? "initial values" : "estimates", advice));
  else
    diagnostics.error(suspicion.where, suspicion.label,
                      fmt::format("the mechanism cannot be assembled at t = {}: {} ({}, {})", t,
                                  suspicion.text, model.deformation_name(status.row), found),
                      fmt::format("expected {}", suspicion.expected));
}

State state_at_rest(const Model& model, double t) {
  State out(model.nx, model.ne, model.nz());
  out.t = t;
  out.x = model.start_x.empty() ? model.x0 : model.start_x;
  out.z = model.z0();
  return out;
}

namespace {

// A start value that is off by less than this, or by this part, is kept.
constexpr double kIdleStart = 1e-9;
// A velocity is an estimate where it is off by no more than this part.
constexpr double kChangedVelocity = 0.1;

// The size that an error of a velocity counts beside: where a node has other coordinates than
// velocities, that of all its velocities. 0: the velocity is not compared, since such a node that
// does not start as it is drawn may have been given along other axes.
double size_of_velocity(const Model& model, const State& state, const StartRow& row) {
  const Node& node = model.nodes[at(row.owner)];
  const NodeType& type = node_type(node.kind);
  if (type.nq == type.nv)
    return std::max(std::fabs(row.velocity), std::fabs(state.v[at(node.first + row.component)]));
  double square = row.velocity * row.velocity;
  std::vector<double> moved(at(model.nx));
  if (!model.start_x.empty()) coordinate_difference(model, model.x0, model.start_x, moved);
  for (int i = node.first; i < node.first + type.nv; ++i) {
    if (moved[at(i)] != 0) return 0;
    square = std::max(square, state.v[at(i)] * state.v[at(i)]);
  }
  return std::sqrt(square);
}

// Warns of the velocities that the deck gives, and that the mechanism changes by much.
void warn_of_changed_velocities(const Plan& plan, const Model& model, const State& state,
                                Diagnostics& diagnostics) {
  for (const StartRow& row : plan.starts) {
    if (row.target != Target::coordinate || !row.has_velocity || row.velocity == 0) continue;
    const int i = model.nodes[row.owner].first + row.component;
    const double size = size_of_velocity(model, state, row);
    if (size == 0 || std::fabs(state.v[i] - row.velocity) <= kChangedVelocity * size) continue;
    diagnostics.warning(
        row.where, row.label,
        fmt::format("the velocity of {} is {:.6g} at the start, not {:.6g}: it does not fit what "
                    "holds, and the degrees of freedom keep theirs",
                    model.coordinate_name(i), state.v[i], row.velocity),
        "expected the velocity of the degree of freedom, or velocities that go together");
  }
}

// Warns of each STARTDE that has no effect: its deformation is no degree of freedom, and follows
// from the coordinates.
void warn_of_idle_starts(const Plan& plan, const Model& model, const State& state,
                         Diagnostics& diagnostics) {
  const auto differs = [](double given, double found) {
    return std::fabs(given - found) > kIdleStart * std::max(1.0, std::fabs(given));
  };
  for (const StartRow& row : plan.starts) {
    if (row.target != Target::deformation) continue;
    const int r = model.elements[row.owner].first + row.component;
    const bool value = row.has_value && differs(row.value, state.e[r]);
    if (!value && !(row.has_velocity && differs(row.velocity, state.ed[r]))) continue;
    diagnostics.warning(
        row.where, row.label,
        fmt::format("{} is no degree of freedom: {} is {:.6g} at the start, not {:.6g}",
                    model.deformation_name(r), value ? "it" : "its rate",
                    value ? state.e[r] : state.ed[r], value ? row.value : row.velocity),
        "name it by DYNE, or give coordinates by STARTDX");
  }
}

}  // namespace

Start start_mechanism(const Plan& plan, const Built& built, const RunSettings& settings,
                      Dynamics& dynamics, State& state, Diagnostics& diagnostics,
                      std::vector<Stimulus>* stimuli) {
  const Model& model = built.model;
  const bool may_choose = plan.method.choose_freedoms;
  if (!freedoms_agree(built, settings, may_choose, state.x, diagnostics))
    return {ExitStatus::deck_error, 0, {}};
  Placed placed = dynamics.start(state);
  if (placed.status().ok() && starts_closed(plan)) {
    if (!close_contacts(plan, built, dynamics.kinematics(), state, diagnostics))
      return {ExitStatus::deck_error, 0, {}};
    placed = dynamics.start(state);
  }
  const SolveStatus& status = placed.status();
  if (status.kind == SolveKind::non_finite &&
      report_motion(model, dynamics.kinematics(), state.t, diagnostics))
    return {ExitStatus::solution_failed, status.iterations, {}};
  if (report_path(model, status, state.t, state.t, diagnostics))
    return {ExitStatus::solution_failed, status.iterations, {}};
  if (status.kind == SolveKind::not_converged || status.kind == SolveKind::non_finite) {
    if (report_rounding(plan, model, built.phase, dynamics.kinematics(), state, state.t,
                        diagnostics))
      return {ExitStatus::solution_failed, status.iterations, {}};
    report_unassembled(plan, built, settings.options, state.t, status, "", diagnostics);
    return {ExitStatus::solution_failed, status.iterations, {}};
  }
  if (status.ok() && dynamics.kinematics().jacobian().rcond() >= settings.options.rank) {
    dynamics.kinematics().fill_deformations(placed, state);
    warn_of_idle_starts(plan, model, state, diagnostics);
    warn_of_changed_velocities(plan, model, state, diagnostics);
    // later: the states are found together with the position of equilibrium.
    const bool later = plan.job == Job::equilibrium || plan.method.equilibrium_first;
    // Stimulations may read states, and rates of states may read muscles.
    const auto muscles = [&] {
      return start_muscles(plan, model, built.phase, dynamics.state_rates(), state, stimuli,
                           diagnostics);
    };
    const bool started =
        muscles() &&
        (later || (start_states(model, dynamics.state_rates(), state, diagnostics) && muscles()));
    return {started ? ExitStatus::done : ExitStatus::solution_failed, status.iterations, placed};
  }
  const RankAudit audit = audit_rank(model, constrained_deformations(built.phase),
                                     free_coordinates(built.phase), state.x, settings.options.rank);
  const double rank = settings.options.rank;
  if (!audit.redundant.empty() &&
      report_idle_drivers(model, built.phase, state.x, "", rank, diagnostics))
    return {ExitStatus::solution_failed, status.iterations, {}};
  for (const RankAudit::Redundancy& redundancy : audit.redundant)
    diagnostics.error(deck_line(model, redundancy.row), {}, describe(redundancy, model),
                      "remove one of them, or start away from a singular position");
  if (audit.redundant.empty())
    report_singular(built, dynamics, status, state.t, plan.job, diagnostics);
  return {ExitStatus::solution_failed, status.iterations, {}};
}

}  // namespace mbs
