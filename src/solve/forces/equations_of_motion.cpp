#include "solve/forces/equations_of_motion.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "base/index.h"
#include "base/tolerances.h"
#include "solve/forces/massless.h"
#include "solve/forces/tree_forces.h"

namespace mbs {

namespace {

// If a pivot of the two lines is below this part of its column, the reduced mass matrix is checked.
constexpr double kSuspiciousPivot = 1e-12;

constexpr int kFewFreedoms = 3;
// Multiplications of a substitution per unknown: a column of the factors has a few entries.
constexpr double kPerUnknown = 10;
// Multiplications of the two lines per unknown. The first number is generous, so that the reduced
// form is used with few degrees of freedom; the second one, for kManyFreedoms and more, is
// measured.
constexpr double kPerEquation = 500, kPerEquationOfMany = 150;
constexpr int kManyFreedoms = 24;

}  // namespace

EquationsOfMotion::EquationsOfMotion(const Model& model, const Phase& phase, const Options& options,
                                     Form form, Kinematics& kinematics, Inertia& inertia,
                                     Loads& loads)
    : model_(model),
      phase_(phase),
      options_(options),
      form_(form),
      kinematics_(kinematics),
      inertia_(inertia),
      loads_(loads),
      freedoms_(kinematics.partition().freedom_count()),
      least_shares_(model, phase),
      mass_factor_(0, step_elimination(options)),
      is_free_(model.nx, 0),
      force_(model.nx) {
  const std::vector<int> free = free_coordinates(phase);
  free_count_ = count_of(free);
  for (int i : free) is_free_[i] = 1;
  if (phase_.has_choice()) {
    balance_.emplace(model_, phase_, inertia_, options_);
    return;
  }
  if (form_ != Form::full && JointForces::possible(model_, phase_) && !takes_tree()) {
    joint_forces_.emplace(model_, phase_);
    if (!joint_forces_pay()) joint_forces_.reset();
  }
  if (form_ == Form::full || two_lines_pay()) {
    const int constraints =
        static_cast<int>(partition().rows.size() - partition().e_freedoms.size());
    two_lines_.emplace(model_, phase_, inertia_, kinematics_.jacobian().block(), constraints,
                       options_);
  }
  if (!tree_forces_ && !joint_forces_ && !two_lines_) claim_reduced();
}

EquationsOfMotion::~EquationsOfMotion() = default;

// Multiplications of the reduced form. Each transfer function costs a substitution, a product with
// M and a column of the reduced mass matrix.
double EquationsOfMotion::reduced_operations() const {
  const double n = freedoms_, rows = static_cast<double>(partition().rows.size());
  return n * (kPerUnknown * rows + 3 * static_cast<double>(nx())) +
         n * n * (static_cast<double>(nx()) / 2 + n / 6);
}

// Makes the forces of a tree of bodies of space, which need no comparison of costs.
bool EquationsOfMotion::takes_tree() {
  if (options_.path != kPathAuto || freedoms_ < kFewFreedoms) return false;
  const TreeRows* const solved =
      partition().e_freedoms.empty() ? kinematics_.jacobian().tree() : nullptr;
  tree_forces_ = std::make_unique<TreeForces>(model_, phase_, solved);
  if (!tree_forces_->is_tree()) tree_forces_.reset();
  return tree_forces_ != nullptr;
}

bool EquationsOfMotion::joint_forces_pay() const {
  if (options_.path != kPathAuto) return options_.path == kPathJoint;
  if (freedoms_ < kFewFreedoms) return false;
  return static_cast<double>(joint_forces_->operations()) < reduced_operations();
}

// Whether the two lines cost less than the reduced form: with many degrees of freedom, where joint
// forces cannot be eliminated or the constraints are nearly dependent.
bool EquationsOfMotion::two_lines_pay() const {
  if (form_ == Form::reduced || is_dense(options_)) return false;
  const double unknowns = static_cast<double>(free_count_ + count_of(partition().rows));
  const double each = freedoms_ >= kManyFreedoms ? kPerEquationOfMany : kPerEquation;
  return each * unknowns < reduced_operations();
}

void EquationsOfMotion::claim_reduced() {
  DF_.assign(nx() * freedoms_, 0.0);
  MDF_ = DF_;
  reduced_.assign(at(freedoms_) * at(freedoms_), 0.0);
  qdd_.assign(freedoms_, 0.0);
  mass_factor_.resize(freedoms_);
}

Matrix EquationsOfMotion::transfer() {
  if (DF_.size() != nx() * freedoms_) claim_reduced();
  const Matrix DF{DF_.data(), model_.nx, freedoms_, model_.nx};
  if (!transfer_is_fresh_) kinematics_.solver().transfer(DF);
  transfer_is_fresh_ = true;
  return DF;
}

void EquationsOfMotion::evaluate([[maybe_unused]] const Placed& at, const State& state) {
  assert(kinematics_.is_moving_at(at));
  const Evaluation& here = kinematics_.evaluation();
  inertia_.evaluate(model_, state.x, state.v, here);
  evaluate_loads(model_, phase_, state.t, state.x, state.v, state.z, here, inertia_, loads_);
  transfer_is_fresh_ = false;
  if (least_shares_.acts()) least_shares_.find(kinematics_.solver(), here);
}

SolveStatus EquationsOfMotion::solve(const Placed& at, State& state, Vector S) {
  const SolveStatus status = solve_anyhow(at, state, S);
  if (least_shares_.acts()) least_shares_.share(S);
  return status;
}

SolveStatus EquationsOfMotion::solve_anyhow(const Placed& at, State& state, Vector S) {
  if (balance_) return solve_choice(state, S);
  if (form_ == Form::full) return solve_full(at, state, S);
  if ((tree_forces_ || joint_forces_) && solve_joint_forces(state, S)) return {};
  return two_lines_ ? solve_full(at, state, S) : solve_reduced(at, state, S);
}

void EquationsOfMotion::take_laws(Vector S) const {
  std::copy(loads_.S.begin(), loads_.S.end(), S.begin());
}

// False where the constraints are so nearly dependent that the reduced form keeps more digits.
bool EquationsOfMotion::solve_joint_forces(State& state, Vector S) {
  take_laws(S);
  const auto pivot = [&](auto& forces) {
    return forces.solve(kinematics_.evaluation(), inertia_, loads_.g, kinematics_.motion().edd(),
                        state.a, S);
  };
  return (tree_forces_ ? pivot(*tree_forces_) : pivot(*joint_forces_)) >
         tolerance::nearly_dependent;
}

SolveStatus EquationsOfMotion::solve_reduced(const Placed& placed, State& state, Vector S) {
  const Partition& p = partition();
  for (int i : p.x_freedoms) state.a[i] = 0;
  // a0: accelerations by v and the prescribed motions alone
  kinematics_.accelerations(placed, state);
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
      status.column = massless_ =
          largest_of_massless(model_, DF_, reduced_, massless, kinematics_.jacobian().length());
      return status;
    }
    mass_factor_.solve(qdd_.data());
    // In a trial step that has overflowed, 0 times infinity must not reach held coordinates.
    for (int j = 0; j < freedoms_; ++j)
      for (std::size_t i = 0; i < nx(); ++i)
        if (const double DF = DF_[j * nx() + i]; DF != 0) state.a[i] += DF * qdd_[j];
  }
  balance_stresses(state.a, S);
  return status;
}

// Stresses balance what is left: De^T S = g - M a on the calculable coordinates.
void EquationsOfMotion::balance_stresses(ConstVector a, Vector S) {
  const Partition& p = partition();
  std::fill(force_.begin(), force_.end(), 0.0);
  inertia_.add_mass_times(a, force_);
  for (std::size_t i = 0; i < nx(); ++i) force_[i] = loads_.g[i] - force_[i];
  take_laws(S);
  if (!p.rows.empty()) kinematics_.solver().balance(force_, S);
  for (int r : p.e_freedoms) S[r] = loads_.S[r];  // the law; the balance gave only rounding
}

void EquationsOfMotion::find_stresses(ConstVector a, Vector S) {
  balance_stresses(a, S);
  if (least_shares_.acts()) least_shares_.share(S);
}

SolveStatus EquationsOfMotion::solve_full(const Placed& placed, State& state, Vector S) {
  const Evaluation& here = kinematics_.evaluation();
  const JacobianBlock& block = kinematics_.jacobian().block();
  const double pivot = two_lines_->factor(here, inertia_, block);
  SolveStatus status;
  if (pivot < kSuspiciousPivot) {
    // The reduced mass matrix names the massless motion, so both forms report the same error.
    status = solve_reduced(placed, state, S);
    if (!status.ok()) return status;
    if (pivot == 0) return status.kind = SolveKind::singular, status;
  }
  take_laws(S);
  two_lines_->solve(here, inertia_, block, loads_.g, kinematics_.motion().edd(), state.a, S);
  // Without degrees of freedom the constraints give the accelerations, exactly 0 for a coordinate
  // at rest.
  if (freedoms_ == 0) kinematics_.accelerations(placed, state);
  return status;
}

SolveStatus EquationsOfMotion::factor_choice(double t) {
  SolveStatus status;
  given_are_finite_ = balance_->set_given(t, loads_);
  if (!given_are_finite_ || !balance_->factor(kinematics_.evaluation(), inertia_))
    status.kind = given_are_finite_ ? SolveKind::singular : SolveKind::non_finite;
  return status;
}

SolveStatus EquationsOfMotion::solve_choice(State& state, Vector S) {
  const SolveStatus status = factor_choice(state.t);
  if (!status.ok()) return status;
  take_laws(S);
  balance_->solve(kinematics_.evaluation(), inertia_, loads_.g, kinematics_.motion().edd(), state.a,
                  S, loads_.f);
  return status;
}

}  // namespace mbs
