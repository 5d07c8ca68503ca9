#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "run/dynamic/dynamic_judge.h"
#include "run/frame/scale.h"

namespace mbs {

FormCheck::FormCheck(const Model& model, const Options& options, bool may_choose)
    : model_(model),
      model_of_balance_(model),
      options_(options),
      may_choose_(may_choose),
      turns_(model.ne),
      reduced_{{}, {}, State(model.nx, model.ne, model.nz())},
      balance_{{}, {}, State(model.nx, model.ne, model.nz())} {
  model_of_balance_.choice.emplace();
  options_.path = kPathDense;
  for (const ElementRange& element : model.elements)
    for (int d = 0; d < element.type->ne; ++d)
      turns_[element.first + d] = element.type->spec.deformations[d].unit == unit::radian ? 1 : 0;
}

// Makes both solvers again if classes or the number of sliding contacts have changed.
void FormCheck::follow(const State& state, const Phase& phase) {
  const Phase& last = reduced_.phase;
  const bool same = reduced_.dynamics && last.x_class == phase.x_class &&
                    last.e_class == phase.e_class && last.sliding.size() == phase.sliding.size();
  reduced_.phase = balance_.phase = phase;
  balance_.phase.x_choice.resize(model_.nx);
  balance_.phase.e_choice.resize(model_.ne);
  if (same) return;
  const bool choose = may_choose_ || !named_partition(phase).square();
  reduced_.dynamics =
      std::make_unique<Dynamics>(model_, reduced_.phase, options_, Form::reduced, choose);
  balance_.dynamics =
      std::make_unique<Dynamics>(model_of_balance_, balance_.phase, options_, Form::full, choose);
  for (Side* side : {&reduced_, &balance_})
    if (!side->dynamics->resume(state).ok()) side->dynamics.reset();
}

bool FormCheck::solve(Side& side, const State& state) {
  side.state = state;
  if (!side.dynamics) return false;
  const Placed placed = side.dynamics->place(side.state, true);
  return side.dynamics->accelerate(placed, side.state).ok();
}

void FormCheck::note(const State& state, const Phase& phase) {
  ++rows_;
  follow(state, phase);
  if (!solve(reduced_, state) || !solve(balance_, state)) {
    if (unsolved_++ == 0) unsolved_at_ = state.t;
    return;
  }
  const double here = difference();
  if (here > difference_) difference_ = here, worst_at_ = state.t;
}

// The larger of two relative differences: of accelerations and of forces. Angles and moments count
// with the longest lever arm; an acceleration counts at least as the largest force over the mass.
double FormCheck::difference() const {
  const Dynamics &a = *reduced_.dynamics, &b = *balance_.dynamics;
  const double arm_length = a.kinematics().jacobian().length(),
               length = arm_length > 0 ? arm_length : 1;
  double mass = total_mass(model_);
  std::vector<double> arm(model_.nx, 1.0), inertia(arm.size());
  a.inertia().each_entry([&](int i, int j, double m) { inertia[i] += i == j ? m : 0; });
  for (const int i : model_.turning) {
    arm[i] = length;
    mass = std::max(mass, inertia[i] / (length * length));
  }
  double acceleration = 0, force = 0, apart = 0, forces_apart = 0;
  for (std::size_t i = 0; i < arm.size(); ++i) {
    acceleration = std::max(acceleration, arm[i] * std::fabs(reduced_.state.a[i]));
    apart = std::max(apart, arm[i] * std::fabs(reduced_.state.a[i] - balance_.state.a[i]));
    force =
        std::max({force, std::fabs(a.reactions()[i]) / arm[i], std::fabs(a.loads().f[i]) / arm[i]});
    forces_apart = std::max(forces_apart, std::fabs(a.reactions()[i] - b.reactions()[i]) / arm[i]);
  }
  for (std::size_t r = 0; r < turns_.size(); ++r) {
    const double lever = turns_[r] ? length : 1;
    force = std::max(force, std::fabs(a.stresses()[r]) / lever);
    forces_apart = std::max(forces_apart, std::fabs(a.stresses()[r] - b.stresses()[r]) / lever);
  }
  if (mass > 0) acceleration = std::max(acceleration, force / mass);
  return std::max(apart > 0 ? apart / acceleration : 0,
                  forces_apart > 0 ? forces_apart / force : 0);
}

std::string FormCheck::describe() const {
  std::string out =
      fmt::format("cross-check: reduced form and two lines differ by at most {:.1e} in {} rows",
                  difference_, rows_ - unsolved_);
  out += difference_ > 0 ? fmt::format(", most at t = {:.6g}\n", worst_at_) : "\n";
  if (unsolved_ > 0)
    out += fmt::format(
        "cross-check: one of them has no solution at {} report times, the first t = {:.6g}\n",
        unsolved_, unsolved_at_);
  return out;
}

}  // namespace mbs
