#include "solve/forces/dynamics.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace mbs {

namespace {

// Evaluations (those in weak positions, less the others) without a passage behind which one is
// looked for only where the pivot has fallen below a part of what it was: the degrees of freedom
// are a bad choice there, and steps that creep up to the place would look for it for ever.
constexpr int kRefusals = 1000;
constexpr double kNextLook = 0.67;

}  // namespace

Dynamics::Dynamics(const Model& model, const Phase& phase, const Options& options, Form form,
                   bool may_choose)
    : model_(model),
      phase_(phase),
      options_(options),
      form_(form),
      placement_(model, phase, options, may_choose),
      inertia_(model),
      loads_(model, phase),
      rates_(model, phase),
      sliding_(model, phase, options),
      passage_(model),
      force_(model.nx),
      S_(model.ne),
      r_(model.nx) {
  for (int r = 0; r < model.ne && loads_.may_be_stressed && !phase.has_choice(); ++r)
    if (phase.e_law[r] != 0 && !is_free(phase.e_class[r])) beside_.push_back(r);
}

// The equations give the stress that holds a deformation; the stress of its laws adds to it.
void Dynamics::add_laws_beside() {
  for (const int r : beside_) S_[r] += loads_.S[r];
}

// Makes the equations again where the placement has another partition.
void Dynamics::follow_partition() {
  if (placement_.renewals() == renewals_) return;
  renewals_ = placement_.renewals();
  equations_.emplace(model_, phase_, options_, form_, placement_.kinematics(), inertia_, loads_);
}

Placed Dynamics::start(State& state) {
  const Placed placed = placement_.start(state);
  follow_partition();
  return placed;
}

SolveStatus Dynamics::resume(const State& state) {
  const SolveStatus status = placement_.resume(state);
  follow_partition();
  return status;
}

Placed Dynamics::place(State& state, bool between_steps) {
  const Placed placed = placement_.place(state, between_steps);
  follow_partition();
  if (!placement_.is_weak()) {
    refusals_ = std::max(refusals_ - 1, 0);
    return placed;
  }
  const double pivot = placement_.kinematics().jacobian().determinacy();
  if (placed.ok() && refusals_ > kRefusals && pivot > kNextLook * refused_pivot_) {
    placement_.refuse_passage();
    return placed;
  }
  const Placed passed = interpolate(placed, state);
  refusals_ = passed.is_solved_ ? 0 : refusals_ + 1;
  refused_pivot_ = pivot;
  return passed;
}

SolveStatus Dynamics::accelerate(const Placed& at, State& state) {
  if (!at.ok()) return at.status();
  ++solutions_;
  SolveStatus status;
  if (!at.is_solved_) {
    status = solve(at, state);
    if (status.ok()) finish(at, state);
  }
  if (status.ok()) find_state_rates(model_, at.is_solved_, state, rates_, loads_);
  return status;
}

Accelerated Dynamics::accelerate_briefly(const Placed& at, State& state) {
  Accelerated out;
  if (at.is_solved_ || equations_->balance() ||
      placement_.kinematics().motion().moves_coordinates()) {
    out.status_ = accelerate(at, state);
    return out;
  }
  out.status_ = solve(at, state);
  out.placed_ = at;
  out.number_ = ++solutions_;
  state.e = placement_.kinematics().evaluation().e;
  state.ed = loads_.ed;
  if (out.ok()) find_state_rates(model_, at.is_solved_, state, rates_, loads_);
  return out;
}

void Dynamics::complete(const Accelerated& at, State& state) {
  if (!at.ok() || at.number_ == 0) return;  // accelerate() has left nothing out
  assert(at.number_ == solutions_);
  finish(at.placed_, state);
}

void Dynamics::find_imbalance(const Placed& at, State& state, double load_factor, Vector R) {
  const Partition& p = placement_.partition();
  const std::size_t nx = force_.size();
  for (int i : p.x_freedoms) state.a[i] = 0;
  kinematics().accelerations(at, state);
  equations_->evaluate(at, state);
  const Evaluation& here = kinematics().evaluation();
  if (load_factor != 1) {
    const double missing = 1 - load_factor;
    std::fill(S_.begin(), S_.end(), 0.0);
    for (std::size_t r = 0; r < S_.size(); ++r) {
      if (phase_.e_law[r] == 0 && !is_free(phase_.e_class[r])) continue;
      S_[r] = -missing * model_.forces.prestress[r];
      loads_.S[r] += S_[r];
    }
    subtract_transposed_times(model_, here, S_, loads_.g);
    for (std::size_t i = 0; i < nx; ++i) {
      loads_.g[i] -= missing * loads_.f[i];
      loads_.f[i] *= load_factor;
    }
  }
  std::fill(force_.begin(), force_.end(), 0.0);
  inertia_.add_mass_times(state.a, force_);
  for (std::size_t i = 0; i < nx; ++i) force_[i] = loads_.g[i] - force_[i];
  const bool is_large = p.freedom_count() >= kManyForEquilibrium;
  if (!is_large) {
    const Matrix DF = equations_->transfer();
    for (int j = 0; j < DF.cols; ++j) {
      R[j] = 0;
      for (std::size_t i = 0; i < nx; ++i) R[j] += DF.column(j)[i] * force_[i];
    }
  }
  std::copy(loads_.S.begin(), loads_.S.end(), S_.begin());
  if (!p.rows.empty()) kinematics().solver().balance(force_, S_);
  if (is_large) {  // the same R without transfer functions: the forces that the stresses leave
    std::vector<double> balanced(S_.size(), 0.0);
    for (const int r : p.rows) balanced[r] = S_[r];
    subtract_transposed_times(model_, here, balanced, force_);
    int j = 0;
    for (const int i : p.x_freedoms) R[j++] = force_[i];
    for (const int r : p.e_freedoms) R[j++] = S_[r];
  }
  for (int r : p.e_freedoms) S_[r] += loads_.S[r];
  if (equations_->least_shares().acts()) equations_->least_shares().share(S_);
  add_laws_beside();
  ++solutions_;
  finish(at, state);
  find_state_rates(model_, at.is_solved_, state, rates_, loads_);
}

void find_state_rates(const Model& model, bool interpolated, State& state, StateRates& rates,
                      Loads& loads) {
  if (model.states.empty()) return;
  rates.evaluate(state, interpolated ? nullptr : &loads.path);
  if (!rates.missing_value()) return;
  loads.missing_value = rates.missing_value();
  loads.missing_at = state.t;
  loads.misses_value = true;
}

// Finds a and the stresses, with sliding friction.
SolveStatus Dynamics::solve(const Placed& at, State& state) {
  equations_->evaluate(at, state);
  const SolveStatus status =
      sliding_.acts()
          ? sliding_.solve(*equations_, at, placement_.kinematics().evaluation(), loads_, state, S_)
          : equations_->solve(at, state, S_);
  add_laws_beside();
  return status;
}

// Deformation rates, and reactions from the rows of the coordinates that are not free:
// r = M a + De^T S - f + h.
void Dynamics::finish(const Placed& at, State& state) {
  Kinematics& kinematics = placement_.kinematics();
  kinematics.fill_deformations(at, state);
  std::fill(force_.begin(), force_.end(), 0.0);
  subtract_transposed_times(model_, kinematics.evaluation(), S_, force_);
  for (double& f : force_) f = -f;
  inertia_.add_mass_times(state.a, force_);
  for (std::size_t i = 0; i < r_.size(); ++i)
    r_[i] = !equations_->is_free(i) ? force_[i] - loads_.f[i] + loads_.h[i]
            : phase_.x_kept.empty() ? 0.0
                                    : phase_.x_kept[i];
}

}  // namespace mbs
