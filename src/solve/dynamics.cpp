#include "solve/dynamics.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "base/tolerances.h"
#include "solve/massless.h"

namespace mbs {

namespace {

constexpr int kFewFreedoms = 3;
// Multiplications of a substitution per unknown: a column of the factors has a few entries.
constexpr double kPerUnknown = 10;
// Multiplications of the two lines per unknown. The number is generous, so that the reduced form is
// used up to about thirty degrees of freedom.
constexpr double kPerEquation = 500;

}  // namespace

Dynamics::Dynamics(const Model& model, const Phase& phase, const Options& options, Form form,
                   bool may_choose)
    : model_(model),
      phase_(phase),
      options_(options),
      form_(form),
      may_choose_(may_choose),
      inertia_(model),
      loads_(model, phase),
      rates_(model, phase),
      accepted_x_(model.nq()),
      given_x_(accepted_x_),
      given_v_(nx()),
      mass_factor_(0, step_elimination(options)),
      sliding_factor_(0, step_elimination(options)),
      force_(model.nx),
      S_(model.ne),
      r_(model.nx) {}

const Partition& Dynamics::partition() const {
  static const Partition none;
  return kinematics_ ? kinematics_->partition() : none;
}

// Workspaces of a partition.
void Dynamics::use(const Partition& partition) {
  kinematics_ = std::make_unique<Kinematics>(model_, phase_, partition, options_);
  freedoms_ = partition.freedom_count();
  transfer_is_fresh_ = false;
  DF_.clear();
  joint_forces_.reset();
  two_lines_.reset();
  balance_.reset();
  free_ = free_coordinates(phase_);
  position_of_.assign(nx(), -1);
  for (std::size_t k = 0; k < free_.size(); ++k) position_of_[free_[k]] = static_cast<int>(k);
  if (phase_.has_choice()) {
    balance_.emplace(model_, phase_, inertia_, options_);
    return;
  }
  if (form_ != Form::full && JointForces::possible(model_, phase_)) {
    joint_forces_.emplace(model_, phase_);
    if (!use_joint_forces()) joint_forces_.reset();
  }
  if (form_ == Form::full || two_lines_pay()) {
    const int constraints = static_cast<int>(partition.rows.size() - partition.e_freedoms.size());
    two_lines_.emplace(model_, phase_, inertia_, kinematics_->block(), constraints, options_);
  }
  if (!joint_forces_ && !two_lines_) claim_reduced();
}

// Multiplications of the reduced form. Each transfer function costs a substitution, a product with
// M and a column of the reduced mass matrix.
double Dynamics::reduced_operations() const {
  const double n = freedoms_, rows = static_cast<double>(partition().rows.size());
  return n * (kPerUnknown * rows + 3 * static_cast<double>(nx())) +
         n * n * (static_cast<double>(nx()) / 2 + n / 6);
}

bool Dynamics::use_joint_forces() const {
  if (options_.path != kPathAuto) return options_.path == kPathJoint;
  if (freedoms_ < kFewFreedoms) return false;
  return static_cast<double>(joint_forces_->operations()) < reduced_operations();
}

// Whether the two lines cost less than the reduced form: with many degrees of freedom, where joint
// forces cannot be eliminated or the constraints are nearly dependent.
bool Dynamics::two_lines_pay() const {
  if (form_ == Form::reduced || is_dense(options_)) return false;
  const double unknowns = static_cast<double>(free_.size() + partition().rows.size());
  return kPerEquation * unknowns < reduced_operations();
}

void Dynamics::claim_reduced() {
  DF_.assign(nx() * freedoms_, 0.0);
  MDF_ = DF_;
  reduced_.assign(at(freedoms_) * at(freedoms_), 0.0);
  qdd_.assign(freedoms_, 0.0);
  mass_factor_.resize(freedoms_);
}

Matrix Dynamics::transfer() {
  if (DF_.size() != nx() * freedoms_) claim_reduced();
  const Matrix DF{DF_.data(), model_.nx, freedoms_, model_.nx};
  if (!transfer_is_fresh_) kinematics_->transfer(DF);
  transfer_is_fresh_ = true;
  return DF;
}

// Assembles with the initial values of the deck; the positions found are then kept.
SolveStatus Dynamics::begin(const Partition& partition, State& state) {
  use(partition);
  kinematics_->keep_freedoms(state);  // as drawn in the deck, before driven nodes are put in place
  SolveStatus status;
  if (!kinematics_->prescribe(state)) return status.kind = SolveKind::non_finite, status;
  kinematics_->set_initial_deformations();
  status = kinematics_->assemble(state);
  if (!status.ok()) return status;
  const int iterations = status.iterations;
  status = kinematics_->position(state);
  if (!status.ok()) return status;
  kinematics_->velocities(state);
  fresh_pivot_ = best_pivot_ = kinematics_->determinacy();
  accepted_sign_ = 0;
  status.iterations = iterations;
  return status;
}

SolveStatus Dynamics::start(State& state) {
  SolveStatus status;
  for (std::size_t i = 0; i < nx(); ++i)
    if (phase_.x_class[i] == Class::fixed) state.v[i] = 0;  // what is held has no velocity
  const Partition named = named_partition(phase_);
  if (named.square()) {
    status = begin(named, state);
    const bool usable = status.ok() && kinematics_->determinacy() > options_.rank;
    if (usable || !may_choose_) return status;
  }
  // Estimates may be off the constraints, so the choice is made again where they are fulfilled.
  for (int pass = 0; pass < 2; ++pass) {
    Evaluation here(model_);
    here.wraps = &phase_.wraps, here.pieces = &phase_.pieces;
    evaluate_position(model_, state.x, here);
    const Partition chosen =
        chosen_partition(model_, phase_, here, model_.preferred_freedoms, options_.rank);
    if (!chosen.square()) return status.kind = SolveKind::singular, status;
    if (pass > 0 && chosen == partition()) break;
    status = begin(chosen, state);
    if (!status.ok()) return status;
  }
  return status;
}

SolveStatus Dynamics::resume(const State& state) {
  State here = state;
  Partition partition = named_partition(phase_);
  const bool named = partition.square();
  for (bool choose : {!named, true}) {
    if (choose) {
      Evaluation evaluation(model_);
      evaluation.wraps = &phase_.wraps, evaluation.pieces = &phase_.pieces;
      evaluate_position(model_, here.x, evaluation);
      partition = chosen_partition(model_, phase_, evaluation, {}, options_.rank);
    }
    SolveStatus status;
    status.kind = SolveKind::singular;
    if (!partition.square()) return status;
    use(partition);
    kinematics_->keep_freedoms(here);
    kinematics_->choose_scales(here);
    status = kinematics_->position(here);
    fresh_pivot_ = best_pivot_ = kinematics_->determinacy();
    accepted_sign_ = 0;
    weak_ = false;
    if (status.ok() && fresh_pivot_ > options_.rank) return status;
    if (choose) {
      if (status.ok()) status.kind = SolveKind::singular;
      return status;
    }
    here = state;
  }
  return {};
}

SolveStatus Dynamics::place_directly(State& state) {
  kinematics_->keep_freedoms(state);
  const SolveStatus status = kinematics_->position_near(state);
  if (status.ok()) kinematics_->velocities(state);
  return status;
}

SolveStatus Dynamics::place(State& state, bool between_steps) {
  was_brief_ = false;
  // Free deformations take their values from this state. The driven nodes must therefore be at
  // their place for this time first.
  SolveStatus status;
  if (!kinematics_->prescribe(state)) return status.kind = SolveKind::non_finite, status;
  std::copy(state.x.begin(), state.x.end(), given_x_.begin());
  std::copy(state.v.begin(), state.v.end(), given_v_.begin());
  status = place_directly(state);
  const double pivot = kinematics_->determinacy();
  if (between_steps && status.ok()) fresh_pivot_ = std::max(fresh_pivot_, pivot);
  if (may_choose_ &&
      (!status.ok() || (between_steps && pivot < tolerance::worn_choice * fresh_pivot_))) {
    State again = state;
    again.x = given_x_, again.v = given_v_;
    if (choose_again(again)) {
      state = again;
      status = {};
    }
  }
  if (status.ok()) best_pivot_ = std::max(best_pivot_, kinematics_->determinacy());
  if (!model_.orientations.empty()) {  // interpolated numbers would be no orientation
    if (status.ok() && kinematics_->determinacy() < tolerance::nearly_dependent * best_pivot_) {
      status.kind = SolveKind::singular;
      status.column = kinematics_->weakest_coordinate();
    }
    return status;
  }
  weak_ = kinematics_->determinacy() < tolerance::weak_position * best_pivot_;
  if (weak_) {
    const State direct = state;
    state.x = given_x_, state.v = given_v_;
    if (interpolate(state)) return {};
    state = direct;
    weak_ = false;
    // The factors are now those of a neighbour.
    if (status.ok()) status = place_directly(state);
  }
  return status;
}

// Chooses the degrees of freedom again. True where the choice is another one and the state could be
// placed with it.
bool Dynamics::choose_again(State& state) {
  const double before = kinematics_->determinacy();
  Evaluation here(model_);
  here.wraps = &phase_.wraps, here.pieces = &phase_.pieces;
  evaluate_position(model_, state.x, here);
  const Partition chosen = chosen_partition(model_, phase_, here, {}, options_.rank);
  if (!chosen.square() || chosen.columns == partition().columns) {
    fresh_pivot_ = before;  // there is no better one: do not ask at every step
    return false;
  }
  use(chosen);
  kinematics_->keep_freedoms(state);
  kinematics_->choose_scales(state);
  const SolveStatus status = place_directly(state);
  fresh_pivot_ = kinematics_->determinacy();
  ++choices_;
  return status.ok();
}

SolveStatus Dynamics::accelerate(State& state) {
  was_brief_ = false;
  SolveStatus status;
  if (!weak_) status = accelerate_directly(state);  // else place() has interpolated everything
  if (status.ok()) find_state_rates(state);
  return status;
}

void Dynamics::find_state_rates(State& state) {
  if (model_.states.empty()) return;
  // After an interpolation the loads have been evaluated at a neighbour last.
  rates_.evaluate(state, weak_ ? nullptr : &loads_.path);
  if (!rates_.left_table()) return;
  loads_.left_table = rates_.left_table();
  loads_.left_at = state.t;
  loads_.has_left_table = true;
}

SolveStatus Dynamics::accelerate_briefly(State& state) {
  if (weak_ || balance_ || kinematics_->prescribes()) return accelerate(state);
  const SolveStatus status = solve_accelerations(state);
  was_brief_ = status.ok();
  state.e = kinematics_->evaluation().e;
  state.ed = loads_.ed;
  if (status.ok()) find_state_rates(state);
  return status;
}

void Dynamics::complete(State& state) {
  if (std::exchange(was_brief_, false)) finish(state);
}

SolveStatus Dynamics::accelerate_directly(State& state) {
  const SolveStatus status = solve_accelerations(state);
  if (status.ok()) finish(state);
  return status;
}

// a and the stresses.
SolveStatus Dynamics::solve_accelerations(State& state) {
  const Evaluation& here = kinematics_->evaluation();
  inertia_.evaluate(model_, state.x, state.v, here);
  evaluate_loads(model_, phase_, state.t, state.x, state.v, state.z, here, inertia_, loads_);
  transfer_is_fresh_ = false;
  return phase_.sliding.empty() ? solve_form(state) : solve_sliding(state);
}

SolveStatus Dynamics::solve_form(State& state) {
  if (balance_) return solve_choice(state);
  if (form_ == Form::full) return solve_full(state);
  if (joint_forces_ && solve_joint_forces(state)) return {};
  return two_lines_ ? solve_full(state) : solve_reduced(state);
}

// False where the constraints are so nearly dependent that the reduced form keeps more digits.
bool Dynamics::solve_joint_forces(State& state) {
  std::copy(loads_.S.begin(), loads_.S.end(), S_.begin());
  return joint_forces_->solve(kinematics_->evaluation(), loads_.g,
                              kinematics_->target_accelerations(), state.a,
                              S_) > tolerance::nearly_dependent;
}

SolveStatus Dynamics::solve_reduced(State& state) {
  const Partition& p = partition();
  for (int i : p.x_freedoms) state.a[i] = 0;
  kinematics_->accelerations(state);  // a0: what v and the prescribed motions alone demand
  SolveStatus status;
  if (freedoms_ > 0) {
    transfer();
    std::copy(loads_.g.begin(), loads_.g.end(), force_.begin());
    for (double& a : state.a) a = -a;
    inertia_.add_mass_times(state.a, force_);  // g - M a0
    for (double& a : state.a) a = -a;
    std::fill(MDF_.begin(), MDF_.end(), 0.0);
    Matrix mass = mass_factor_.matrix();
    for (int j = 0; j < freedoms_; ++j) {
      const ConstVector column(DF_.data() + j * nx(), nx());
      const Vector product(MDF_.data() + j * nx(), nx());
      inertia_.add_mass_times(column, product);
      qdd_[j] = 0;
      for (std::size_t i = 0; i < nx(); ++i) qdd_[j] += column[i] * force_[i];
      for (int k = 0; k <= j; ++k) {
        double sum = 0;
        for (std::size_t i = 0; i < nx(); ++i) sum += DF_[k * nx() + i] * product[i];
        mass(j, k) = reduced_[k * freedoms_ + j] = sum;
        reduced_[j * freedoms_ + k] = sum;
      }
    }
    const int bad = mass_factor_.factor();
    int massless = bad;
    for (int j = 0; j < freedoms_ && massless < 0; ++j) {
      const double diagonal = reduced_[j * freedoms_ + j];
      const double pivot = mass_factor_.matrix()(j, j);
      if (!(pivot * pivot > tolerance::massless * diagonal)) massless = j;
    }
    if (massless >= 0) {
      status.kind = SolveKind::singular;
      status.column = massless_ = largest_of_massless(model_, DF_, reduced_, massless, length());
      return status;
    }
    mass_factor_.solve(qdd_.data());
    // Of a trial step that has overflown, 0 times infinity must not stay with what is held.
    for (int j = 0; j < freedoms_; ++j)
      for (std::size_t i = 0; i < nx(); ++i)
        if (const double DF = DF_[j * nx() + i]; DF != 0) state.a[i] += DF * qdd_[j];
  }
  // Stresses balance what is left: De^T S = g - M a on the calculable coordinates.
  std::fill(force_.begin(), force_.end(), 0.0);
  inertia_.add_mass_times(state.a, force_);
  for (std::size_t i = 0; i < nx(); ++i) force_[i] = loads_.g[i] - force_[i];
  std::copy(loads_.S.begin(), loads_.S.end(), S_.begin());
  if (!p.rows.empty()) kinematics_->balance(force_, S_);
  for (int r : p.e_freedoms) S_[r] = loads_.S[r];  // the law; the balance gave only rounding
  return status;
}

SolveStatus Dynamics::solve_full(State& state) {
  const Evaluation& here = kinematics_->evaluation();
  const JacobianBlock& block = kinematics_->block();
  const double pivot = two_lines_->factor(here, inertia_, block);
  SolveStatus status;
  if (pivot < tolerance::suspicious_pivot) {
    // The reduced mass matrix tells which motion has no mass: so both forms give the same error
    // forms.
    status = solve_reduced(state);
    if (!status.ok()) return status;
    if (pivot == 0) return status.kind = SolveKind::singular, status;
  }
  std::copy(loads_.S.begin(), loads_.S.end(), S_.begin());
  two_lines_->solve(here, inertia_, block, loads_.g, kinematics_->target_accelerations(), state.a,
                    S_);
  return status;
}

// Deformation rates, and reactions from the rows of the coordinates that are not free:
// r = M a + De^T S - f + h.
void Dynamics::finish(State& state) {
  kinematics_->fill_deformations(state);
  std::fill(force_.begin(), force_.end(), 0.0);
  subtract_transposed_times(model_, kinematics_->evaluation(), S_, force_);
  for (double& f : force_) f = -f;
  inertia_.add_mass_times(state.a, force_);
  for (std::size_t i = 0; i < nx(); ++i)
    r_[i] = position_of_[i] < 0     ? force_[i] - loads_.f[i] + loads_.h[i]
            : phase_.x_kept.empty() ? 0.0
                                    : phase_.x_kept[i];
}

}  // namespace mbs
