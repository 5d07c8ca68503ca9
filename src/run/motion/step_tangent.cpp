#include "run/motion/step_tangent.h"

#include <algorithm>

#include "base/index.h"
#include "run/motion/every_law.h"
#include "text/ranged_expression.h"

namespace mbs {

namespace {

// With fewer unknowns differences are cheaper, or cost little. STIFF has another norm for large
// mechanisms, which steps over vibrations that nothing reads.
constexpr int kManyUnknowns = 12, kManyForStiff = 18;

}  // namespace

bool StepTangent::serves(const Model& model, const Phase& phase, const Unknowns& unknowns,
                         bool by_stiff) {
  return unknowns.minimal() && unknowns.pairs() >= (by_stiff ? kManyForStiff : kManyUnknowns) &&
         BorderedTangent::unknown_part(model, phase, BorderedTangent::Use::steps).empty();
}

bool StepTangent::may_jump(const Model& model, const Phase& phase) {
  const ForceLaws& laws = model.forces;
  const std::size_t slots = phase.parameters.size() + laws.inputs.count();
  const auto jumps = [&](const ExpressionLaw& law) {
    const auto& reads = law.reads();
    if (std::all_of(reads.begin(), reads.end(),
                    [&](int k) { return laws.inputs[k].kind == InputKind::time; }))
      return false;
    return may_jump_anywhere(law.expression(), slots);
  };
  const auto any = [&](const auto& list) { return std::any_of(list.begin(), list.end(), jumps); };
  return any(laws.stress_laws) || any(laws.load_laws) || any(laws.known_stresses) ||
         any(laws.known_loads) ||
         std::any_of(laws.force_laws.begin(), laws.force_laws.end(),
                     [&](const ForceByLaw& force) { return any(force.components); });
}

bool StepTangent::may_have_poles(const Model& model, const Phase& phase) {
  const std::size_t slots = phase.parameters.size() + model.forces.inputs.count();
  bool any = false;
  for_every_law(model, [&](const ExpressionLaw& law) {
    const auto& reads = law.reads();
    any = any ||
          (std::any_of(reads.begin(), reads.end(),
                       [&](int k) { return model.forces.inputs[k].kind != InputKind::time; }) &&
           has_poles_anywhere(law.expression(), phase.parameters, slots));
  });
  return any;
}

bool StepTangent::evaluate(const State& state, ConstVector S, const Inertia& inertia,
                           ConstVector excess) {
  const FreedomCoordinates& q = *unknowns_.springs();
  q.lift(excess, motion_);
  std::fill(force_.begin(), force_.end(), 0.0);
  inertia.add_mass_times(motion_, force_);
  std::copy(S.begin(), S.end(), stress_.begin());
  q.add_constraint_stresses(force_, stress_);
  evaluate_position(model_, state.x, at_);
  const int states = z_.size();
  if (states > 0) rates_.by_states(state, {slopes_.data(), states, states, states});
  return tangent_.evaluate(state, stress_);
}

bool StepTangent::factor(double c, double d) {
  return tangent_.factor(-c, d) && (z_.size() == 0 || factor_states(d));
}

bool StepTangent::factor_states(double s) {
  s_ = s;
  const std::size_t nx = force_.size();
  const int n = z_.size();
  std::fill(follows_.begin(), follows_.end(), 0.0);
  for (const LawTangent::StateForce& one : tangent_.laws().state_forces())
    follows_[at(one.k) * nx + at(one.i)] += one.value;
  for (int k = 0; k < n; ++k) {
    const Vector column(follows_.data() + at(k) * nx, nx);
    if (largest(column) == 0) continue;  // no force reads the state
    std::copy(column.begin(), column.end(), force_.begin());
    tangent_.solve(force_, column);
  }
  const Matrix matrix = z_.matrix();
  for (int c = 0; c < n; ++c)
    for (int r = 0; r < n; ++r) matrix(r, c) = (r == c ? s : 0) - slopes_[at(c * n + r)];
  for (const LawTangent::StateRate& one : tangent_.laws().state_rates())
    for (int c = 0; c < n; ++c)
      matrix(one.k, c) -= (one.by_x + s * one.by_v) * follows_[at(c) * nx + at(one.i)];
  return z_.factor() < 0;
}

// z := the states beside the motion of the forces alone, motion_; motion_ gets what follows them.
void StepTangent::solve_states(ConstVector w, Vector z) {
  const std::size_t nx = motion_.size();
  std::copy(z.begin(), z.end(), rest_.begin());
  if (!w.empty()) unknowns_.springs()->lift(w, resisted_);
  for (const LawTangent::StateRate& one : tangent_.laws().state_rates()) {
    rest_[one.k] += (one.by_x + s_ * one.by_v) * motion_[one.i];
    if (!w.empty()) rest_[one.k] -= one.by_v * resisted_[one.i];
  }
  z_.solve(rest_.data());
  for (std::size_t k = 0; k < rest_.size(); ++k) {
    z[k] = rest_[k];
    for (std::size_t i = 0; i < nx; ++i) motion_[i] += follows_[k * nx + i] * z[k];
  }
}

bool StepTangent::evaluate_unbalanced(const State& state) {
  evaluate_position(model_, state.x, at_);
  constexpr bool kForSteps = true;
  return tangent_.evaluate(state, stress_, 1, kForSteps);
}

void StepTangent::unbalance(State& state, ConstVector qdd, Vector forces) {
  const FreedomCoordinates& q = *unknowns_.springs();
  const Evaluation& here = q.evaluation();
  inertia_.evaluate(model_, state.x, state.v, here);
  evaluate_loads(model_, phase_, state.t, state.x, state.v, state.z, here, inertia_, loads_);
  q.accelerate(qdd, state.a);
  std::fill(force_.begin(), force_.end(), 0.0);
  inertia_.add_mass_times(state.a, force_);
  for (std::size_t i = 0; i < force_.size(); ++i) force_[i] = loads_.g[i] - force_[i];
  std::copy(loads_.S.begin(), loads_.S.end(), stress_.begin());
  q.balance(force_, forces, stress_);
}

bool StepTangent::take_changes(const State& state, ConstVector g, FreedomCoordinates& q) {
  if (!changes_) changes_.emplace(model_, phase_);
  return changes_->begin(state, tangent_.inertia(), g, q);
}

void StepTangent::solve(const Inertia& inertia, Vector rates, ConstVector w, ConstVector forces) {
  const FreedomCoordinates& q = *unknowns_.springs();
  const FreedomCoordinates::At there =
      changes_ ? FreedomCoordinates::At::held : FreedomCoordinates::At::last;
  std::fill(force_.begin(), force_.end(), 0.0);
  if (!w.empty() && tangent_.is_damped()) {
    q.lift(w, motion_, there);
    tangent_.damping_times(motion_, resisted_);
    for (std::size_t i = 0; i < force_.size(); ++i) force_[i] = resisted_[i];
  }
  const std::size_t pairs = rates.size() - rest_.size();
  const Vector of_pairs = rates.first(pairs);
  q.lift(of_pairs, motion_, there);
  (changes_ ? tangent_.inertia() : inertia).add_mass_times(motion_, force_);
  q.reduce(force_, of_pairs, there);
  for (std::size_t k = 0; k < forces.size(); ++k) of_pairs[k] += forces[k];
  q.spread(of_pairs, at_, force_);
  tangent_.solve(force_, motion_, changes_.has_value());
  if (!rest_.empty()) solve_states(w, rates.subspan(pairs));
  q.read(motion_, at_, of_pairs);
}

void StepTangent::solve(Vector forces, bool unrefined) {
  const FreedomCoordinates& q = *unknowns_.springs();
  q.spread(forces, at_, force_);
  tangent_.solve(force_, motion_, unrefined);
  q.read(motion_, at_, forces);
}

}  // namespace mbs
