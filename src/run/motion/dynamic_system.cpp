// One file above 400 lines: what integrators ask of one system, and the tolerances of its unknowns.
#include "run/motion/dynamic_system.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "model/extent.h"
#include "model/time_reads.h"
#include "run/motion/pole_watch.h"
#include "run/motion/step_tangent.h"
#include "text/units.h"

namespace mbs {

namespace {

// By measurement (docs/decisions.md): STEP needs half the evaluations of DOP853 at equal accuracy.
constexpr const char* kDefaultMethod = "STEP";
constexpr double kDefaultTolerance = 1e-9;  // abs and rel

}  // namespace

bool is_automatic(const IntegrationRow& row) { return row.method == "AUTO"; }

IntegratorSettings chosen_integrator(const IntegrationRow& row) {
  IntegratorSettings s;
  s.method = row.method.empty() || is_automatic(row) ? kDefaultMethod : row.method;
  s.abs = row.abs > 0 ? row.abs : kDefaultTolerance;
  s.rel = row.rel > 0 ? row.rel : kDefaultTolerance;
  s.h = row.h;
  s.hmax = row.hmax;
  if (row.rho >= 0) s.rho = row.rho;
  s.strict = row.strict;
  return s;
}

namespace {

// The extent of the points of the deck in the direction in which it is largest [m]; of a single
// point how far it is from the origin.
double size_of(const Model& model) {
  double extent = extent_of_places(model, model.x0);
  for (const BodyPoint& p : model.points)
    extent = std::max(extent, std::hypot(std::hypot(p.xi, p.eta), p.zeta));
  if (extent > 0) return extent;
  double farthest = 0;
  for (const Node& node : model.nodes)
    for (int c = 0; c < coordinate_count(node.kind); ++c)
      if (node_type(node.kind).role == NodeRole::place)
        farthest = std::max(farthest, std::fabs(model.x0[node.first + c]));
  return farthest;
}

// An abs that the deck does not give keeps its default between these sizes [m].
constexpr double kUsual[] = {0.1, 10};

}  // namespace

IntegratorSettings chosen_integrator(const IntegrationRow& row, const Model& model,
                                     const UnitSystem& units) {
  IntegratorSettings s = chosen_integrator(row);
  const double size = units.metre(size_of(model));
  const bool usual = !(size > 0) || (size >= kUsual[0] && size <= kUsual[1]);
  if (!(row.abs > 0) && !usual && std::isfinite(size))
    s.abs *= std::exp2(std::round(std::log2(size)));
  return s;
}

namespace {

// Of the unknowns that come with their rates; `of` are those of coordinates.
std::vector<Unit> units_of_pairs(const Model& model, const Unknowns& unknowns,
                                 const std::vector<Unit>& of) {
  std::vector<Unit> out;
  if (!unknowns.minimal()) {
    for (int k = 0; k < unknowns.pairs(); ++k) out.push_back(of[unknowns.free()[k]]);
    return out;
  }
  std::vector<Unit> of_deformations(model.ne);
  for (const ElementRange& element : model.elements)
    for (int d = 0; d < element.type->ne; ++d)
      of_deformations[element.first + d] = element.type->spec.deformations[d].unit;
  const Partition& chosen = unknowns.springs()->partition();
  for (const int i : chosen.x_freedoms) out.push_back(of[i]);
  for (const int r : chosen.e_freedoms) out.push_back(of_deformations[r]);
  return out;
}

}  // namespace

void scale_tolerances(const UnitSystem& units, const Model& model, const Unknowns& unknowns,
                      IntegratorSettings& settings) {
  settings.abs_each.clear();
  settings.abs_places.clear();
  settings.second = 1;
  if (!units.given || are_same_but_angles(units, UnitSystem{})) return;
  std::vector<Unit> of(model.nx, unit::number);
  for (const Node& node : model.nodes)
    for (int c = 0; c < node_type(node.kind).nv; ++c)
      of[node.first + c] = coordinate_unit(node.kind, c);
  const auto abs = [&](Unit unit) { return in_units(settings.abs, unit, units); };
  settings.second = in_units(1, unit::second, units);
  // Where nobody knows whether it is a length or an angle, the smaller tolerance does for both.
  const auto of_rate = [&](Unit unit, int rate) {
    return unit.known ? abs(rate_of(unit, rate))
                      : std::min(abs(rate_of(unit::metre, rate)), abs(rate_of(unit::radian, rate)));
  };
  const std::vector<Unit> of_pairs = units_of_pairs(model, unknowns, of);
  std::vector<double>& each = settings.abs_each;
  for (const int rate : {0, 1}) {
    for (const Unit unit : of_pairs) each.push_back(of_rate(unit, rate));
    for (const Unit unit : of) settings.abs_places.push_back(of_rate(unit, rate));
  }
  each.resize(unknowns.size() - unknowns.quadratures(), settings.abs);
  each.resize(unknowns.size(), abs(unit::joule));
}

DynamicSystem::~DynamicSystem() = default;

DynamicSystem::DynamicSystem(const Model& model, const Phase& phase, Dynamics& dynamics,
                             const State& start, const Options& options,
                             const IntegratorSettings& settings)
    : model_(model),
      phase_(phase),
      dynamics_(dynamics),
      unknowns_(model, phase, options, start, settings.method),
      tendons_(model),
      totals_(model),
      trial_(start) {
  const Placement& placement = dynamics.placement();
  if (is_fixed_step(settings.method, settings.h) && placement.keeps_names() &&
      !placement.partition().rows.empty())
    choice_ = std::make_unique<ChoiceAudit>(model, phase, options);
  by_galpha_ = is_generalised_alpha(settings.method);
  by_stiff_ = is_implicit(settings.method) && !by_galpha_;
  names_deformations_ = dynamics.placement().partition().x_freedoms.empty();
}

OdeSystem DynamicSystem::ode() {
  OdeSystem out;
  out.n = size();
  out.pairs = unknowns_.pairs();
  out.plain = unknowns_.minimal() ||
              (unknowns_.turn_in_pairs() && dynamics_.placement().partition().rows.empty());
  out.quadratures = unknowns_.quadratures();
  out.inner = tendons_.count();
  out.context = this;
  using Self = DynamicSystem;
  out.rhs = [](void* p, double t, ConstVector y, Vector ydot) {
    return static_cast<Self*>(p)->rhs(t, y, ydot);
  };
  out.project = [](void* p, double t, Vector y) { return static_cast<Self*>(p)->project(t, y); };
  out.momentum = [](void* p, ConstVector a, Vector momentum) {
    Self& s = *static_cast<Self*>(p);
    return s.unknowns_.momentum(s.dynamics_.inertia(), s.trial_, a, momentum);
  };
  if (StepTangent::serves(model_, phase_, unknowns_, by_stiff_)) {
    out.find_tangent = [](void* p, ConstVector excess) {
      return static_cast<Self*>(p)->find_tangent(excess);
    };
    out.factor_tangent = [](void* p, double c, double d) {
      return static_cast<Self*>(p)->tangent_->factor(c, d);
    };
    out.solve_tangent = [](void* p, Vector a, ConstVector w, ConstVector forces) {
      Self& s = *static_cast<Self*>(p);
      s.tangent_->solve(s.dynamics_.inertia(), a, w, forces);
    };
    out.is_at_step_end = [](void* p, double t, ConstVector y) {
      const Self& s = *static_cast<Self*>(p);
      return s.is_step_end_ && t == s.projected_t_ && s.unknowns_.is_placed(y) &&
             s.unknowns_.has_states(y, s.trial_);
    };
    if (takes_changes())
      out.change_forces = [](void* p, ConstVector change, double length, Vector forces,
                             Vector powers) {
        static_cast<Self*>(p)->tangent_->change_forces(change, length, forces, powers);
      };
    if (model_.nz() == 0) {
      out.unbalance = [](void* p, double t, ConstVector y, ConstVector a, Vector forces) {
        return static_cast<Self*>(p)->unbalance(t, y, a, forces);
      };
      out.solve_forces = [](void* p, Vector forces) {
        static_cast<Self*>(p)->tangent_->solve(forces, true);
      };
    }
  }
  out.autonomous = is_autonomous(model_, phase_);
  out.jumps = by_galpha_ && StepTangent::may_jump(model_, phase_);
  out.poles = by_galpha_ && StepTangent::may_have_poles(model_, phase_);
  out.places = model_.nx;
  out.displace = [](void* p, ConstVector change, Vector moved, Vector place) {
    const Self& s = *static_cast<Self*>(p);
    s.displace(change, moved);
    std::copy(s.trial_.x.begin(), s.trial_.x.begin() + count_of(moved), place.begin());
  };
  out.rates_read = rates_read_.empty() ? nullptr : rates_read_.data();
  out.inner_values = [](void* p, Vector w) {
    const Self& s = *static_cast<Self*>(p);
    s.tendons_.values(s.trial_, w);
  };
  out.inner_rows = [](void* p, Matrix dw, Matrix j) {
    const Self& s = *static_cast<Self*>(p);
    s.tendons_.rows(s.trial_, s.dynamics_.state_rates().stimulations(), 2 * s.unknowns_.pairs(), dw,
                    j);
  };
  return out;
}

// Without minimal coordinates what depends on the unknowns is not looked into.
void DynamicSystem::displace(ConstVector change, Vector moved) const {
  if (unknowns_.minimal()) return unknowns_.springs()->lift(change, moved);
  const bool all_free = dynamics_.placement().partition().rows.empty();
  std::fill(moved.begin(), moved.end(), all_free ? 0 : largest(change));
  const std::vector<int>& free = unknowns_.free();
  for (std::size_t k = 0; k < free.size(); ++k) moved[free[k]] = change[k];
}

StepTangent& DynamicSystem::step_tangent() {
  if (!tangent_) tangent_ = std::make_unique<StepTangent>(model_, phase_, unknowns_);
  return *tangent_;
}

bool DynamicSystem::find_tangent(ConstVector excess) {
  if (!StepTangent::serves(model_, phase_, unknowns_, by_stiff_)) return false;
  if (excess.empty()) return step_tangent().evaluate_unbalanced(trial_);
  return step_tangent().evaluate(trial_, dynamics_.stresses(), dynamics_.inertia(), excess) &&
         (!takes_changes() ||
          step_tangent().take_changes(trial_, dynamics_.loads().g, *unknowns_.springs()));
}

// STIFF asks how forces change.
bool DynamicSystem::takes_changes() const {
  return by_stiff_ && ForceChange::possible(model_, phase_);
}

// From the iterate before, where the unknowns were unpacked there last; else from the last accepted
// state. is_end: of the step.
SolveStatus DynamicSystem::unpack_trial(double t, ConstVector y, bool is_end) {
  if (is_iterate_ && t == trial_.t) {
    const SolveStatus status =
        unknowns_.springs()->unpack_onward(y.data(), y.data() + unknowns_.pairs(), is_end, trial_);
    if (status.ok()) return status;
  }
  put_windings(t, trial_);
  if (is_end) return unknowns_.unpack(t, y, false, trial_);
  trial_.t = t;
  return unknowns_.springs()->unpack_first(y.data(), y.data() + unknowns_.pairs(), trial_);
}

// Only the kinematics of the unknowns are brought to the state; the mechanism stays at the last
// one that was evaluated.
EvalStatus DynamicSystem::unbalance(double t, ConstVector y, ConstVector a, Vector p) {
  is_projected_ = is_step_end_ = false;
  const SolveStatus status = unpack_trial(t, y, false);
  is_iterate_ = status.ok();
  if (!status.ok()) {
    if (status.kind == SolveKind::non_finite) dynamics_.kinematics().motion().prescribe(trial_);
    return fail(status, EvalKind::reject);
  }
  step_tangent().unbalance(trial_, a, p);
  return {};
}

void DynamicSystem::watch(PathAudit* path, const State& start) {
  path_ = path;
  if (path && unknowns_.springs()) path->begin(start);
}

void DynamicSystem::note_placed(ConstVector y, const State& placed) {
  if (!path_ || unknowns_.springs()) return;
  packed_.assign(y.begin(), y.end());
  unknowns_.put(placed, packed_);
  path_->moved(unknowns_.free(), y, packed_);
}

void DynamicSystem::keep_windings(const State& accepted) {
  const double h = accepted.t - windings_at_;
  for (WindingRate& one : winding_rates_) {
    const double before = windings_[at(one.winding) - accepted.x.size() + windings_.size()];
    if (h != 0) one.rate = (accepted.x[one.winding] - before) / h;
  }
  find_round_rates(accepted);
  if (locks_) note_locks(accepted, dynamics_.kinematics().evaluation());
  windings_at_ = accepted.t;
  windings_.assign(accepted.x.end() - model_.windings(), accepted.x.end());
}

// Angles that are only measured go on at their rate, too: near a lock the mean one is another.
void DynamicSystem::note_locks(const State& state, const Evaluation& here) {
  locks_->note(here, state.v);
  for (std::size_t k = 0; k < model_.counted_angles.size(); ++k)
    if (const double rate = locks_->rate(k); !std::isnan(rate)) winding_rates_[k].rate = rate;
}

// Ways that close go on at their rate, not at the mean one: a place that jumps to another has none.
void DynamicSystem::find_round_rates(const State& state) {
  const std::size_t count = model_.counted_rounds.size();
  if (count == 0 || winding_rates_.empty()) return;
  if (!rounds_) rounds_.emplace(model_, phase_);
  round_rates_.resize(count);
  round_rates(model_, state.x, state.v, *rounds_, round_rates_);
  for (std::size_t k = 0; k < count; ++k)
    winding_rates_[winding_rates_.size() - count + k].rate = round_rates_[k];
}

void DynamicSystem::put_windings(double t, State& state) const {
  std::copy(windings_.begin(), windings_.end(), state.x.end() - model_.windings());
  for (const WindingRate& one : winding_rates_)
    state.x[one.foretold] += one.rate * (t - windings_at_);
}

void DynamicSystem::pack(const State& state, double work, std::vector<double>& y) {
  is_projected_ = is_iterate_ = false;
  windings_at_ = state.t;
  locks_.reset();
  keep_windings(state);
  winding_rates_.clear();
  for (const CountedAngle& angle : model_.counted_angles)
    winding_rates_.push_back({angle.winding, angle.winding, state.ed[angle.deformation]});
  for (const CountedRound& one : model_.counted_rounds)
    winding_rates_.push_back({one.winding, one.winding + static_cast<int>(Round::kForetold), 0});
  find_round_rates(state);
  if (AngleLocks locks(model_, constrained_deformations(phase_)); locks.any()) {
    locks_.emplace(std::move(locks));
    note_locks(state, evaluated(model_, phase_, state.x));
  }
  unknowns_.pack(state, work, y);
  if (choice_) choice_->begin(state, dynamics_);
}

Placed DynamicSystem::place(double t, ConstVector y, bool between, State& state) {
  is_step_end_ = is_iterate_ = false;
  put_windings(t, state);
  const SolveStatus status = unknowns_.unpack(t, y, between, state);
  if (status.ok()) return dynamics_.place(state, false);
  // prescribe() finds the motion that is not finite, for report_motion().
  if (status.kind == SolveKind::non_finite) dynamics_.kinematics().motion().prescribe(state);
  return Placed(status);
}

EvalStatus DynamicSystem::fail(const SolveStatus& status, EvalKind kind) {
  failure_ = status;
  return {kind, -1, 0};
}

EvalStatus DynamicSystem::rhs(double t, ConstVector y, Vector ydot) {
  const bool accepted = is_projected_ && t == projected_t_ && unknowns_.is_placed(y);
  const Placed placed = accepted ? projected_ : place(t, y, false, trial_);
  is_projected_ = is_step_end_ = false;
  if (!placed.ok()) return fail(placed.status(), EvalKind::reject);
  unknowns_.unpack_states(y, trial_);
  // Minimal coordinates need the accelerations of springs, too.
  if (unknowns_.minimal()) {
    const SolveStatus status = dynamics_.accelerate(placed, trial_);
    if (!status.ok()) return fail(status, EvalKind::reject);
    at_step_end_ = {};
  } else {
    at_step_end_ = dynamics_.accelerate_briefly(placed, trial_);
    if (!at_step_end_.ok()) return fail(at_step_end_.status(), EvalKind::reject);
  }
  is_step_end_ = accepted;
  if (accepted && unknowns_.springs()) {
    unknowns_.springs()->set_origin(trial_);
    if (path_) path_->step(trial_);
  }
  unknowns_.rates(trial_, dynamics_.reactions(), y, ydot);
  ydot.back() = totals_.power(model_, phase_, trial_, dynamics_);
  if (poles_ && !accepted) poles_->note_stage(dynamics_.loads());
  return {};
}

EvalStatus DynamicSystem::project(double t, Vector y) {
  is_projected_ = is_step_end_ = false;
  SolveStatus status = unpack_trial(t, y, true);
  is_iterate_ = false;
  const bool unpacked = status.ok();
  worn_ = false;
  if (unpacked) {
    projected_ = dynamics_.place(trial_, true);
    status = projected_.status();
    worn_ = unknowns_.worn(trial_);
  }
  if (!status.ok()) return fail(status, EvalKind::reject);
  status = dynamics_.accept(trial_);
  if (choice_ && (is_proven() || !dynamics_.placement().keeps_names())) {
    choice_->pass(trial_, dynamics_);
  } else if (status.ok() && choice_ && choice_->turned_bad(projected_, trial_, dynamics_)) {
    status.kind = SolveKind::singular;
    status.column = dynamics_.kinematics().jacobian().weakest_coordinate();
  }
  if (!status.ok()) return fail(status, EvalKind::failed);  // no shorter step would help
  keep_windings(trial_);
  note_placed(y, trial_);
  unknowns_.pack_placed(trial_, y);
  projected_t_ = t;
  is_projected_ = true;
  return {};
}

Placed DynamicSystem::place(double t, ConstVector y, State& state) {
  is_projected_ = false;
  const Placed placed = place(t, y, true, state);
  if (!placed.ok()) failure_ = placed.status(), failed_at_ = t;
  return placed;
}

SolveStatus DynamicSystem::complete(double t, ConstVector y, State& state) {
  return dynamics_.accelerate(place(t, y, state), state);
}

bool DynamicSystem::complete_step(double t, State& state) {
  if (!is_step_end_ || t != projected_t_) return false;
  dynamics_.complete(at_step_end_, trial_);
  state = trial_;
  return true;
}

SolveStatus DynamicSystem::look(double t, ConstVector y, State& state) {
  is_projected_ = is_step_end_ = is_iterate_ = false;
  const SolveStatus status = unknowns_.unpack(t, y, true, state);
  dynamics_.kinematics().motion().prescribe(state);
  return status;
}

SolveStatus DynamicSystem::change_unknowns(const UnitSystem& units,
                                           std::unique_ptr<Integrator>& integrator, State& state,
                                           StepStatus& status, bool& changed) {
  worn_ = is_iterate_ = false;
  std::vector<double> y(integrator->y().begin(), integrator->y().end());
  const SolveStatus solved = complete(integrator->t(), y, state);
  if (!solved.ok()) return solved;
  if (path_ && unknowns_.springs()) path_->step(state);
  const double done = Unknowns::work(y);
  const auto serves = [&] { return StepTangent::serves(model_, phase_, unknowns_, by_stiff_); };
  const bool served = serves();
  changed = unknowns_.choose(state);
  if (!changed) return solved;
  pack(state, done, y);
  IntegratorSettings settings = integrator->settings();
  scale_tolerances(units, model_, unknowns_, settings);
  if (count_of(integrator->y()) == size() && served == serves() &&
      settings.abs_each == integrator->settings().abs_each) {
    status = integrator->take_over(*integrator, y);
    return solved;
  }
  std::unique_ptr<Integrator> other = make_integrator(ode(), settings).integrator;
  status = other->take_over(*integrator, y);
  integrator = std::move(other);
  return solved;
}

long long DynamicSystem::repeated_steps() const { return choice_ ? choice_->repeated() : 0; }

bool DynamicSystem::fails_by_names(double t) {
  return choice_ && !is_proven() && choice_->others_reach(t);
}

}  // namespace mbs
