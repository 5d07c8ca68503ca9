#include "solve/place/placement.h"

#include <algorithm>

#include "base/tolerances.h"

namespace mbs {

namespace {

// A position is singular for every choice of degrees of freedom if the pivot of the constraint rows
// alone is below this.
constexpr double kSingularConstraints = 1e-3;

// Steps with a poor choice, one after the other, behind which a run creeps up to a place where its
// degrees of freedom say nothing. Steps that cross such a place are some ten.
constexpr long kCreeping = 300;
}  // namespace

Placement::Placement(const Model& model, const Phase& phase, const Options& options,
                     bool may_choose)
    : model_(model),
      phase_(phase),
      options_(options),
      may_choose_(may_choose),
      accepted_x_(model.nq()),
      given_x_(accepted_x_),
      given_v_(model.nx) {}

const Partition& Placement::partition() const {
  static const Partition none;
  return kinematics_ ? kinematics_->partition() : none;
}

bool Placement::is_sound() const {
  constexpr double kSound = 0.5;  // of the pivot of a weak position: accelerations keep ten digits
  return !(kinematics_->jacobian().determinacy() < kSound * tolerance::weak_position * best_pivot_);
}

void Placement::use(const Partition& partition) {
  kinematics_ = std::make_unique<Kinematics>(model_, phase_, partition, options_);
  ++renewals_;
}

// Chooses by pivoting at the position of a state.
Partition Placement::choose(const State& state, const std::vector<int>& preferred) const {
  Evaluation here(model_);
  here.wraps = &phase_.wraps;
  here.pieces = &phase_.pieces;
  evaluate_position(model_, state.x, here);
  return chosen_partition(model_, phase_, here, preferred, options_.rank);
}

// Assembles with the initial values of the deck; the positions found are then kept.
Placed Placement::begin(const Partition& partition, State& state) {
  use(partition);
  kinematics_->keep_freedoms(state);  // values as in the deck, before driven nodes are put in place
  if (!kinematics_->motion().prescribe(state)) return Placed({SolveKind::non_finite});
  kinematics_->motion().set_initial_deformations();
  const SolveStatus assembled = kinematics_->assemble(state);
  if (!assembled.ok()) return Placed(assembled);
  const Positioned at = kinematics_->position(state);
  if (!at.ok()) return Placed(at.status());
  const Placed placed = kinematics_->velocities(at, state);
  fresh_pivot_ = best_pivot_ = kinematics_->jacobian().determinacy();
  accepted_sign_ = 0;
  return placed.after(assembled.iterations);
}

Placed Placement::start(State& state) {
  for (std::size_t i = 0; i < given_v_.size(); ++i)
    if (phase_.x_class[i] == Class::fixed) state.v[i] = 0;  // a fixed coordinate has no velocity
  const Partition named = named_partition(phase_);
  Placed placed;
  if (named.square()) {
    placed = begin(named, state);
    const bool usable = placed.ok() && kinematics_->jacobian().determinacy() > options_.rank;
    if (usable || !may_choose_) return placed;
  }
  // Estimates may be off the constraints, so the choice is made again at a position that fulfils
  // them.
  for (int pass = 0; pass < 2; ++pass) {
    const Partition chosen = choose(state, model_.preferred_freedoms);
    if (!chosen.square()) return placed.failed(SolveKind::singular);
    if (pass > 0 && chosen == partition()) break;
    placed = begin(chosen, state);
    if (!placed.ok()) return placed;
  }
  return placed;
}

SolveStatus Placement::resume(const State& state) {
  State here = state;
  Partition partition = named_partition(phase_);
  const bool named = partition.square();
  for (bool chooses : {!named, true}) {
    if (chooses) partition = choose(here, {});
    SolveStatus status;
    status.kind = SolveKind::singular;
    if (!partition.square()) return status;
    use(partition);
    kinematics_->keep_freedoms(here);
    kinematics_->choose_scales(here);
    status = kinematics_->position(here).status();
    fresh_pivot_ = best_pivot_ = kinematics_->jacobian().determinacy();
    accepted_sign_ = 0;
    is_weak_ = false;
    if (status.ok() && fresh_pivot_ > options_.rank) return status;
    if (chooses) {
      if (status.ok()) status.kind = SolveKind::singular;
      return status;
    }
    here = state;
  }
  return {};
}

Placed Placement::place_directly(State& state) {
  is_weak_ = false;
  kinematics_->keep_freedoms(state);
  const Positioned at = kinematics_->position_near(state);
  return at.ok() ? kinematics_->velocities(at, state) : Placed(at.status());
}

Placed Placement::place(State& state, bool between_steps) {
  // Free deformations take their values from this state. So the driven nodes must first be at their
  // places of this time.
  if (!kinematics_->motion().prescribe(state)) return Placed({SolveKind::non_finite});
  std::copy(state.x.begin(), state.x.end(), given_x_.begin());
  std::copy(state.v.begin(), state.v.end(), given_v_.begin());
  Placed placed = place_directly(state);
  const double pivot = kinematics_->jacobian().determinacy();
  if (between_steps && placed.ok()) fresh_pivot_ = std::max(fresh_pivot_, pivot);
  if (may_choose_ &&
      (!placed.ok() || (between_steps && pivot < tolerance::worn_choice * fresh_pivot_))) {
    State again = state;
    take_back(again);
    if (choose_again(again, placed)) state = again;
  }
  const double determinacy = kinematics_->jacobian().determinacy();
  if (placed.ok()) best_pivot_ = std::max(best_pivot_, determinacy);
  is_weak_ = is_poor_ = determinacy < tolerance::weak_position * best_pivot_;
  return placed;
}

// Chooses the degrees of freedom again. True where the choice is another one and the state could be
// placed with it.
bool Placement::choose_again(State& state, Placed& placed) {
  const double before = kinematics_->jacobian().determinacy();
  const Partition chosen = choose(state, {});
  if (!chosen.square() || chosen.columns == partition().columns) {
    fresh_pivot_ = before;  // there is no better one: do not ask at every step
    return false;
  }
  use(chosen);
  kinematics_->keep_freedoms(state);
  kinematics_->choose_scales(state);
  placed = place_directly(state);
  fresh_pivot_ = kinematics_->jacobian().determinacy();
  ++choices_;
  return placed.ok();
}

// Smallest relative pivot of the constraint rows over all free coordinates: near zero in a singular
// position, of ordinary size where only the choice of degrees of freedom is bad.
double Placement::constraint_pivot(const State& state) const {
  const Partition best = choose(state, {});
  if (!best.square()) return 0;
  Kinematics probe(model_, phase_, best, options_);
  State copy = state;
  probe.choose_scales(copy);
  probe.keep_freedoms(copy);
  probe.position(copy);
  return probe.jacobian().determinacy();
}

// Whether named degrees of freedom say nothing any more where others would: the position itself is
// regular. Steps that need not cross the place come as near to it as they like.
bool Placement::is_spent(const State& state) const {
  constexpr double kSpent = 1e-3;  // of the best pivot: accelerations keep seven digits
  const double pivot = kinematics_->jacobian().determinacy();
  return pivot < kSpent * best_pivot_ && constraint_pivot(state) > kSingularConstraints;
}

SolveStatus Placement::accept(const Placed& at, const State& state) {
  SolveStatus status;
  if (may_choose_ || partition().freedom_count() == 0) return status;
  if (is_weak_) return status;
  poor_steps_ = is_poor_ ? poor_steps_ + 1 : 0;
  const double pivot = kinematics_->jacobian().determinacy(), fallen = poor_pivot_ - pivot;
  // At so small a pivot accelerations have no digit left: steps may turn back from the place.
  constexpr double kLost = 1e-6;  // of the best pivot
  if ((poor_steps_ > kCreeping || pivot < kLost * best_pivot_) && is_spent(state)) {
    status.kind = SolveKind::singular;
    status.column = kinematics_->jacobian().weakest_coordinate();
    // The pivot falls evenly.
    if (fallen > 0) status.time = state.t + pivot / fallen * (state.t - accepted_t_);
    return status;
  }
  poor_pivot_ = pivot;
  const int sign = kinematics_->jacobian().determinant_sign();
  if (accepted_sign_ != 0 && sign != accepted_sign_) {
    // The determinant has changed its sign since the last accepted state. The reason is a bad
    // choice of degrees of freedom, or a singular position of the mechanism, which is legal. The
    // rank of the constraints alone, at the place of the change, tells the two apart.
    Excursion search(*kinematics_, at, state);
    State low = state, high = state;
    low.x = accepted_x_;
    double part = 0, half = 0.5;  // of the way, where `low` is
    for (int k = 0; k < 30; ++k, half /= 2) {
      State middle = state;
      for (std::size_t i = 0; i < middle.x.size(); ++i) middle.x[i] = 0.5 * (low.x[i] + high.x[i]);
      normalise_orientations(model_, middle.x);
      const bool before = search.sign_at(middle) == accepted_sign_;
      (before ? low : high) = middle;
      if (before) part += half;
    }
    if (constraint_pivot(low) > kSingularConstraints) {
      status.kind = SolveKind::singular;
      status.time = accepted_t_ + part * (state.t - accepted_t_);
      status.column = kinematics_->jacobian().weakest_coordinate();
      search.stay();  // a message names the coordinate that is determined worst there
      return status;
    }
  }
  accepted_sign_ = sign;
  accepted_x_ = state.x;
  accepted_t_ = state.t;
  return status;
}

}  // namespace mbs
