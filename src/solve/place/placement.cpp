#include "solve/place/placement.h"

#include <algorithm>
#include <utility>

#include "base/index.h"
#include "base/tolerances.h"
#include "solve/place/named_freedoms.h"

namespace mbs {

namespace {

// Degrees of freedom that the user named are looked at where their pivot has fallen to kFallenPivot
// since the last look, and relieved where the determinant of their rates by others is below
// kLittleSaid; where the pivot is below kWeakPivot of the best one so far, too, that is a passage
// may be near, below kMediumSaid.
constexpr double kFallenPivot = 0.67, kLittleSaid = 0.2, kWeakPivot = 0.1, kMediumSaid = 0.7;
// A position is singular for every choice of degrees of freedom if the best pivot of the constraint
// rows is below this.
constexpr double kSingularConstraints = 1e-3;
// A step with a smaller pivot on the way, as part of the best one, may have jumped over a position
// where the named degrees of freedom cease to determine the motion.
constexpr double kJumpPivot = 0.3;

// The state in the middle between two positions.
State middle_of(const Model& model, ConstVector from, const State& to) {
  State out = to;
  for (std::size_t i = 0; i < out.x.size(); ++i) out.x[i] = 0.5 * (from[i] + to.x[i]);
  normalise_orientations(model, out.x);
  return out;
}

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
  const Evaluation here = evaluated(model_, phase_, state.x);
  return chosen_partition(model_, phase_, here, preferred, options_.rank);
}

// The state without the start values of degrees of freedom that the deck names: the drawing, at
// rest. Where other coordinates have start values, or the state is not the start of the deck, it is
// the state itself.
State Placement::before_start(const Partition& partition, const State& state) const {
  const std::vector<int>& freedoms = partition.x_freedoms;
  const auto follows = [&](int i) {
    return is_free(phase_.x_class[at(i)]) &&
           std::find(freedoms.begin(), freedoms.end(), i) == freedoms.end();
  };
  State out = state;
  if (partition != named_partition(phase_)) return out;
  const auto& moves = model_.start_moves;
  const auto is_given = [&](const Model::StartMove& move) {
    bool all_follow = true;
    for (int i = move.first; i < move.first + move.motions; ++i)
      all_follow = all_follow && follows(i);
    return all_follow || state.x[at(move.coordinate)] != model_.x0[at(move.coordinate)];
  };
  if (std::none_of(moves.begin(), moves.end(), is_given))
    for (const Model::StartMove& move : moves) out.x[at(move.coordinate)] = move.drawn;
  bool is_of_freedoms = true;
  for (int i = 0; i < model_.nx; ++i)
    if (const double v = state.v[at(i)]; v != 0)
      is_of_freedoms = is_of_freedoms && !follows(i) && v == model_.v0[at(i)];
  if (is_of_freedoms) std::fill(out.v.begin(), out.v.end(), 0.0);
  return out;
}

// Assembles with the initial values of the deck; the positions found are then kept.
Placed Placement::begin(const Partition& partition, State& state) {
  use(partition);
  const State before = before_start(partition, state);
  kinematics_->keep_freedoms(before);  // before driven nodes are put in place
  if (!kinematics_->motion().prescribe(state)) return Placed({SolveKind::non_finite});
  kinematics_->motion().set_initial_deformations();
  const SolveStatus assembled = kinematics_->assemble(state, &before.x);
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
  // them. The degrees of freedom chosen last keep their start values, or those chosen first where
  // the mechanism cannot be closed so. Coordinates that are preferred may be free at the estimates
  // alone.
  const State given = state;
  Partition first = choose(given, model_.preferred_freedoms);
  if (!first.square()) return placed.failed(SolveKind::singular);
  placed = begin(first, state);
  if (!placed.ok()) {
    const Partition other = choose(given, {});
    if (other.square() && !(other == first)) placed = begin(first = other, state = given);
    if (!placed.ok()) return placed;
  }
  const Partition chosen = choose(state, model_.preferred_freedoms);
  if (!chosen.square()) return placed.failed(SolveKind::singular);
  if (chosen == first) return placed;
  State there = given;
  if (const Placed again = begin(chosen, there); again.ok()) {
    state = std::move(there);
    return again;
  }
  there = given;
  if (const Placed again = begin(first, there);
      again.ok() && kinematics_->jacobian().determinacy() > options_.rank) {
    state = std::move(there);
    return again;
  }
  return begin(chosen, state);
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
  return at.ok() ? kinematics_->velocities(at, state, true) : Placed(at.status());
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
  lowest_pivot_ = placed.ok() ? std::min(lowest_pivot_, pivot) : 0;
  if ((may_choose_ || is_relieved_) &&
      (!placed.ok() || (between_steps && pivot < tolerance::worn_choice * fresh_pivot_))) {
    State again = state;
    take_back(again);
    if (choose_again(again, placed)) state = again;
  } else if (between_steps && placed.ok() && keeps_names()) {
    looked_pivot_ = std::max(looked_pivot_, pivot);
    if (pivot < kFallenPivot * looked_pivot_) relieve(state, placed);
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

// Lets others take the place of the degrees of freedom that the user has named, where these say
// little of the motion and others say more: the position itself is regular, or a passage.
void Placement::relieve(State& state, Placed& placed) {
  const double before = kinematics_->jacobian().determinacy();
  looked_pivot_ = before;
  const Partition chosen = choose(state, {});
  if (!chosen.square() || chosen.columns == partition().columns) return;
  std::unique_ptr<Kinematics> named = std::move(kinematics_);
  use(chosen);
  State again = state;
  kinematics_->keep_freedoms(again);
  kinematics_->choose_scales(again);
  const Placed other = place_directly(again);
  const std::vector<double> rates =
      other.ok() ? NamedFreedoms(model_, phase_).determinants(*kinematics_) : std::vector<double>{};
  const double little = before < kWeakPivot * best_pivot_ ? kMediumSaid : kLittleSaid;
  if (std::none_of(rates.begin(), rates.end(), [=](double d) { return std::fabs(d) < little; })) {
    kinematics_ = std::move(named);
    --renewals_;
    return;
  }
  state = again;
  placed = other;
  fresh_pivot_ = kinematics_->jacobian().determinacy();
  is_relieved_ = true;
}

// Whether the motion has come to another side of the named degrees of freedom since the last
// accepted state; part: of the way, where that was. Others, which are good in the middle of the
// step, tell the sides.
bool Placement::has_jumped(const State& state, double& part) const {
  const NamedFreedoms named(model_, phase_);
  if (!named.any()) return false;
  State low = state, high = state;
  low.x = accepted_x_;
  for (const State& where : {middle_of(model_, low.x, high), high}) {
    const Partition best = choose(where, {});
    if (!best.square()) continue;
    Kinematics probe(model_, phase_, best, options_);
    State scale = where;
    probe.choose_scales(scale);
    const auto sides = [&](const State& at) {
      return probe.position_at(at).ok() ? named.determinants(probe) : std::vector<double>{};
    };
    sides(where);
    if (probe.jacobian().determinacy() < kSingularConstraints) continue;
    const std::vector<double> start = sides(low);
    if (!NamedFreedoms::differ(start, sides(high))) return false;
    part = 0;
    double half = 0.5;
    for (int k = 0; k < 30; ++k, half /= 2) {
      const State middle = middle_of(model_, low.x, high);
      const bool before = !NamedFreedoms::differ(start, sides(middle));
      (before ? low : high) = middle;
      if (before) part += half;
    }
    return true;
  }
  return false;
}

SolveStatus Placement::accept(const State& state) {
  SolveStatus status;
  if (!keeps_names() || is_weak_) return status;
  const int sign = kinematics_->jacobian().determinant_sign();
  const bool may_jump = sign != accepted_sign_ || lowest_pivot_ < kJumpPivot * best_pivot_;
  double part = 0;
  if (accepted_sign_ != 0 && may_jump && has_jumped(state, part)) {
    status.kind = SolveKind::singular;
    status.time = accepted_t_ + part * (state.t - accepted_t_);
    status.column = kinematics_->jacobian().weakest_coordinate();
    return status;
  }
  lowest_pivot_ = kinematics_->jacobian().determinacy();
  accepted_sign_ = sign;
  accepted_x_ = state.x;
  accepted_t_ = state.t;
  return status;
}

}  // namespace mbs
