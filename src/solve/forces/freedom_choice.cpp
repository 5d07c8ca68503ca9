// The choice of the coordinates of a mechanism with springs: which deformations, and which
// coordinates of space beside them.
#include <algorithm>
#include <cmath>

#include "assembly/inertia.h"
#include "base/classes.h"
#include "base/index.h"
#include "base/tolerances.h"
#include "linalg/pivoted_qr.h"
#include "model/extent.h"
#include "model/owner.h"
#include "model/time_reads.h"
#include "solve/forces/freedom_coordinates.h"
#include "solve/forces/many_springs.h"
#include "solve/forces/sees_turns.h"

namespace mbs {

namespace {

// Pivoting takes large rows first. The rows of deformations with laws are scaled by
// kAfterConstraints times sqrt(stiffness / largest stiffness), so that constraints come first and
// stiff deformations before soft ones; the root counts as kSoftest at least.
constexpr double kAfterConstraints = 1e-3, kSoftest = 1e-2;
// A deformation is suitable where its part that is independent of the others does not shrink below
// kSteady times its present size while the motion goes on by kAhead mechanism sizes or radians. Nor
// may it now be below kGrowing times its size there: then it has just passed an extremum, and a
// small error of it is a large one of the position.
constexpr double kSteady = 0.6, kGrowing = 0.3;
// Nor may its derivatives by the free coordinates be less than kOfAll of its derivatives by all
// coordinates: a position would have 1 / kOfAll times the error of the deformation.
constexpr double kOfAll = 0.3;
constexpr double kAhead = 0.15;
// kSoft: a spring is soft where the phase angle [rad] of its own oscillation during the motion by
// kAhead is less than this. It does not limit the steps then, and coordinates of space serve
// better.
constexpr double kSoft = 5;
constexpr int kManySprung = 30;  // deformations with springs of a large mechanism
// Where the same deformations of a large mechanism were chosen again, so many steps pass at most
// before a trial state that leaves has others looked for.
constexpr int kLongestPause = 15;
constexpr int kManyColumns = 200;  // with more deformations are chosen by sparse elimination

// Stiffness and damping (over one second) of every deformation; negative where it has no law.
std::vector<double> stiffness_of(const Model& model) {
  std::vector<double> out(model.ne, -1.0);
  auto add = [&](int row, double value) { out[row] = std::max(out[row], 0.0) + std::fabs(value); };
  for (const auto* terms : {&model.forces.stiffness, &model.forces.damping})
    for (const LinearTerm& term : *terms)
      if (term.row == term.column && term.value != 0) add(term.row, term.value);
  for (const ExpressionLaw& law : model.forces.stress_laws) add(law.index(), 0);
  return out;
}

// Makes rows perpendicular to each other, one after the other.
class Perpendicular {
 public:
  explicit Perpendicular(std::size_t n) : n_(n) {}
  // The part of a row that is perpendicular to those before it. Subtracted twice: where little is
  // left, the first result has lost digits.
  std::vector<double> rest(std::vector<double> row) const {
    for (int pass = 0; pass < 2; ++pass)
      for (std::size_t k = 0; k < basis_.size(); k += n_) {
        double along = 0;
        for (std::size_t i = 0; i < n_; ++i) along += basis_[k + i] * row[i];
        if (n_ > kFew && std::fabs(along) <= kNothing) continue;
        for (std::size_t i = 0; i < n_; ++i) row[i] -= along * basis_[k + i];
      }
    return row;
  }
  void add(const std::vector<double>& rest, double size) {
    for (double value : rest) basis_.push_back(value / size);
  }

 private:
  // In longer rows products that are only rounding (rows are about 1) subtract nothing.
  static constexpr std::size_t kFew = 60;
  static constexpr double kNothing = 1e-15;  // rounding of one

  std::size_t n_;
  std::vector<double> basis_;
};

double product(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

double size_of(const std::vector<double>& a) { return std::sqrt(product(a, a)); }

bool has_sprung(const Model& model, const Phase& phase) {
  const std::vector<double> stiffness = stiffness_of(model);
  for (int r = 0; r < model.ne; ++r)
    if (is_free(phase.e_class[r]) && stiffness[r] >= 0) return true;
  return false;
}

// The size of a mechanism, with which lengths of its motion are compared: the longest lever arm, or
// the extent of what has no angles. Without angles `arm` is one unit of length.
double mechanism_size(const Model& model, const Evaluation& here, const State& state, double arm) {
  const std::vector<char> is_angle = turning_flags(model);
  for (std::size_t k = 0; k < model.entry_row.size(); ++k)
    if (is_angle[model.entry_column[k]] && here.De[k] != 0) return arm;
  const double extent = extent_of_places(model, state.x);
  return extent > 0 ? extent : arm;
}

// Whether coordinates of space serve where no deformation does: in a very large mechanism, and in a
// large one with contacts alone, so that steps are solved on a sparse tangent
// (run/motion/step_tangent.h).
bool may_be_in_space(const Model& model, const Phase& phase) {
  const int free = count_of(free_coordinates(phase));
  return model.orientations.empty() &&
         (free > kManyColumns ||
          (free >= kManySprung && !model.forces.contacts.empty() && !has_sprung(model, phase)));
}

// Without constraints coordinates of space need no position to be found, and masses keep their
// factors. A choice of some deformations has neither, and changes as a rope or a girder moves.
ManySprings::Bounds bounds_of_many(const Model& model, const Phase& phase) {
  return {kOfAll, kSteady, kGrowing,
          may_be_in_space(model, phase) && constrained_deformations(phase).empty()};
}

}  // namespace

bool FreedomCoordinates::possible(const Model& model, const Phase& phase) {
  return has_sprung(model, phase) ||
         (!model.forces.contacts.empty() && may_be_in_space(model, phase));
}

// Constraints and free deformations with laws, as rows over the free coordinates.
struct FreedomCoordinates::Candidates {
  JacobianBlock block;
  int held = 0;  // number of constraint rows, which come first
  // The rows of deformations in the order in which they are taken as coordinates, stiffer ones
  // first.
  std::vector<int> order;

  // Row k at a position, in the scales of the block.
  std::vector<double> row(const std::vector<double>& J, int k) const {
    std::vector<double> out(block.column_count());
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = J[i * block.row_count() + k];
    return out;
  }
  std::vector<double> gather(const Evaluation& here) const {
    const int m = block.row_count(), n = block.column_count();
    std::vector<double> J(at(m) * at(n));
    block.gather(here, {J.data(), m, n, m});
    return J;
  }
};

// stiffness (ne): negative where a deformation is no candidate.
FreedomCoordinates::Candidates FreedomCoordinates::candidates(const Evaluation& here,
                                                              std::vector<double> stiffness) const {
  std::vector<int> rows = constrained_deformations(phase_);
  const int held = count_of(rows);
  for (int r = 0; r < model_.ne; ++r)
    if (is_free(phase_.e_class[r]) && stiffness[r] >= 0) rows.push_back(r);
  Candidates out{JacobianBlock(model_, rows, free_coordinates(phase_)), held, {}};
  JacobianBlock& block = out.block;
  block.choose_scales(model_, here);
  const int m = block.row_count(), n = block.column_count();
  if (m == held || n == 0) return out;
  const std::vector<double> J = out.gather(here);
  std::vector<double> transposed(J.size());
  double stiffest = 0;
  for (int k = held; k < m; ++k) {  // compared as stiffnesses against lengths
    stiffness[rows[k]] /= block.row_scale(k) * block.row_scale(k);
    stiffest = std::max(stiffest, stiffness[rows[k]]);
  }
  for (int k = 0; k < m; ++k) {
    double weight = 1;
    if (k >= held) {
      const double part = stiffest > 0 ? std::sqrt(stiffness[rows[k]] / stiffest) : 1;
      weight = kAfterConstraints * std::max(part, kSoftest);
    }
    for (int i = 0; i < n; ++i) transposed[k * n + i] = weight * J[i * m + k];
  }
  const RankReport report = column_rank(std::move(transposed), n, m,
                                        kAfterConstraints * kSoftest * tolerance::determined);
  for (int k : report.independent)
    if (k >= held) out.order.push_back(k);
  return out;
}

Partition FreedomCoordinates::choose_shape(const Model& model, const Phase& phase,
                                           const Options& options, ConstVector x) {
  const Evaluation here = evaluated(model, phase, x);
  std::vector<double> stiffness = stiffness_of(model);
  for (const ElementRange& element : model.elements)
    for (int k = 0; k < element.type->ne; ++k)
      if (element.type->spec.deformations[at(k)].unit == unit::radian)
        stiffness[at(element.first + k)] = std::max(stiffness[at(element.first + k)], 0.0);
  const std::vector<char> sees = sees_turns(model, x);
  for (std::size_t r = 0; r < sees.size(); ++r) stiffness[r] = sees[r] ? -1 : stiffness[r];
  if (count_of(free_coordinates(phase)) > kManyColumns) {
    const ManySprings many{model, phase, options, {0, 0, 0, false}};
    double length = 1;
    return many.partition(here, many.independent(here, stiffness, length));
  }
  const FreedomCoordinates here_alone(model, phase, options, false);
  const Candidates all = here_alone.candidates(here, std::move(stiffness));
  std::vector<int> chosen;
  for (const int k : all.order) chosen.push_back(all.block.rows()[k]);
  std::sort(chosen.begin(), chosen.end());
  return chosen_partition(model, phase, here, model.preferred_freedoms, options.rank, chosen);
}

// The largest of coordinate velocities or accelerations, in mechanism sizes or radians.
double FreedomCoordinates::largest(const std::vector<double>& motion, double length) const {
  const std::vector<char> is_angle = turning_flags(model_);
  double most = 0;
  for (std::size_t i = 0; i < motion.size(); ++i)
    most = std::max(most, std::fabs(motion[i]) / (is_angle[i] ? 1 : length));
  return most;
}

// The position after a motion of kAhead straight on, along the velocities, or along the
// accelerations where a motion begins from rest.
std::vector<double> FreedomCoordinates::position_ahead(const State& state, double length) const {
  std::vector<double> x = state.x;
  for (const std::vector<double>* motion : {&state.v, &state.a}) {
    const double most = largest(*motion, length);
    if (most == 0) continue;
    move_coordinates(model_, *motion, kAhead / most, x);
    break;
  }
  return x;
}

// The chosen deformations whose springs or dampers are stiff. The frequency of each is that with
// the mass it moves while the other freedoms stand still.
std::vector<int> FreedomCoordinates::stiff_ones(const State& state, const Partition& chosen,
                                                Kinematics& kinematics) const {
  const double size =
      mechanism_size(model_, kinematics.evaluation(), state, kinematics.jacobian().length());
  const double speed = largest(state.v, size), start = largest(state.a, size);
  // The time in which kAhead is gone: speed s + start s^2 / 2.
  const double root = std::sqrt(speed * speed + 2 * start * kAhead) + speed;
  const double rate = root / (2 * kAhead);
  Inertia inertia(model_);
  inertia.evaluate(model_, state.x, state.v, kinematics.evaluation());
  const std::size_t nx = state.v.size();
  const int n = chosen.freedom_count();
  std::vector<double> DF(nx * n), product(nx);
  kinematics.solver().transfer({DF.data(), model_.nx, n, model_.nx});
  std::vector<int> out;
  for (std::size_t k = 0; k < chosen.e_freedoms.size(); ++k) {
    const int r = chosen.e_freedoms[k];
    const ConstVector column(DF.data() + (chosen.x_freedoms.size() + k) * nx, nx);
    std::fill(product.begin(), product.end(), 0.0);
    inertia.add_mass_times(column, product);
    double mass = 0, stiffness = 0, damping = 0;
    for (std::size_t i = 0; i < nx; ++i) mass += column[i] * product[i];
    for (const LinearTerm& term : model_.forces.stiffness)
      if (term.row == r && term.column == r) stiffness += std::fabs(term.value);
    for (const LinearTerm& term : model_.forces.damping)
      if (term.row == r && term.column == r) damping += std::fabs(term.value);
    bool by_law = false;  // a law, whose stiffness is not known
    for (const ExpressionLaw& law : model_.forces.stress_laws) by_law |= law.index() == r;
    if (by_law || stiffness + damping * rate > kSoft * kSoft * rate * rate * mass) out.push_back(r);
  }
  return out;
}

// Free deformations with laws that the constraints and stiffer ones leave independent, here and on
// the way ahead.
std::vector<int> FreedomCoordinates::sprung_deformations(const State& state) {
  const Evaluation here = evaluated(model_, phase_, state.x);
  if (count_of(free_coordinates(phase_)) > kManyColumns) {
    complete_ = true;
    const std::vector<double> stiffness = stiffness_of(model_);
    const ManySprings many{model_, phase_, options_, bounds_of_many(model_, phase_)};
    return many.suitable(here, state.x, stiffness, [&](double arm) {
      return position_ahead(state, mechanism_size(model_, here, state, arm));
    });
  }
  const Candidates all = candidates(here, stiffness_of(model_));
  const Evaluation ahead =
      evaluated(model_, phase_,
                position_ahead(state, mechanism_size(model_, here, state, all.block.length())));
  const std::vector<double> J = all.gather(here), J_ahead = all.gather(ahead);
  const std::size_t n = all.block.column_count();
  Perpendicular basis(n), basis_ahead(n);
  std::vector<int> out;
  auto take = [&](int k, bool always) {
    const std::vector<double> row = all.row(J, k), rest = basis.rest(row),
                              rest_ahead = basis_ahead.rest(all.row(J_ahead, k));
    const double size = size_of(rest), size_ahead = size_of(rest_ahead);
    const bool suitable = size > tolerance::determined * size_of(row) &&
                          size_of(row) > kOfAll * all.block.whole_row(k) &&
                          size_ahead > kSteady * size && size > kGrowing * size_ahead &&
                          product(rest, rest_ahead) > 0;
    if (!suitable && (!always || size == 0 || size_ahead == 0)) return;
    basis.add(rest, size);
    basis_ahead.add(rest_ahead, size_ahead);
    if (!always) out.push_back(all.block.rows()[k]);
  };
  for (int k = 0; k < all.held; ++k) take(k, true);
  for (int k : all.order) take(k, false);
  const int most = std::min(all.block.row_count(), all.block.column_count()) - all.held;
  complete_ = count_of(out) >= most;
  std::sort(out.begin(), out.end());
  return out;
}

// The kinematics of the choice with these deformations; null where q would determine the rest
// badly.
std::unique_ptr<Kinematics> FreedomCoordinates::use(const State& state,
                                                    const std::vector<int>& sprung,
                                                    Partition& chosen) const {
  const Evaluation here = evaluated(model_, phase_, state.x);
  chosen = count_of(free_coordinates(phase_)) > kManyColumns
               ? ManySprings{model_, phase_, options_, bounds_of_many(model_, phase_)}.partition(
                     here, sprung)
               : chosen_partition(model_, phase_, here, {}, options_.rank, sprung);
  if (!chosen.square()) return nullptr;
  auto kinematics = std::make_unique<Kinematics>(model_, phase_, chosen, options_);
  State placed = state;
  kinematics->keep_freedoms(placed);
  kinematics->choose_scales(placed);
  return kinematics->position_near(placed).ok() ? std::move(kinematics) : nullptr;
}

// Whether a choice determines the position nearly as well as the best so far; notes how well.
bool FreedomCoordinates::is_determinate(const Kinematics& choice) {
  const double determinacy = choice.jacobian().determinacy();
  if (determinacy < tolerance::weak_position * best_determinacy_) return false;
  fresh_determinacy_ = determinacy;
  best_determinacy_ = std::max(best_determinacy_, determinacy);
  return true;
}

// Whether the deformations that were chosen before are all the coordinates of a large mechanism
// still.
bool FreedomCoordinates::stays(const std::vector<int>& sprung, const State& state) {
  if (!is_chosen() || count() < kManySprung || !partition_.x_freedoms.empty() ||
      sprung != partition_.e_freedoms || !kinematics_->position_at(state).ok() ||
      !is_determinate(*kinematics_))
    return false;
  pause_ = std::min(2 * pause_ + 1, kLongestPause);
  return true;
}

bool FreedomCoordinates::choose(const State& state) {
  steps_ = 0;
  left_ = is_at_origin_ = false;
  const std::vector<int> sprung = sprung_deformations(state);
  if (stays(sprung, state)) return false;
  Partition chosen;
  std::unique_ptr<Kinematics> kinematics;
  if (!sprung.empty() || may_be_in_space(model_, phase_)) kinematics = use(state, sprung, chosen);
  // In a large mechanism soft ones stay beside stiff ones: which of many are soft changes all the
  // time, and each other choice begins the integration anew. They may stay, too, where deformations
  // are all the coordinates: a beam that turns fast is soft in bending, and coordinates of space in
  // place of that would have its stiff length turn with the motion. So would they where a drive
  // turns the beam, and all of its springs are soft beside that.
  if (kinematics && !sprung.empty() && count_of(sprung) < kManySprung) {
    std::vector<int> stiff = stiff_ones(state, chosen, *kinematics);
    if (keeps_soft_ && (!stiff.empty() || moves(phase_)) && chosen.x_freedoms.empty())
      stiff = sprung;
    complete_ &= stiff.size() == sprung.size();
    if (stiff.empty()) kinematics.reset();
    if (kinematics && !complete_) kinematics = use(state, stiff, chosen);
  }
  // An angular velocity is the rate of no number that could be a coordinate.
  if (!kinematics ||
      std::any_of(chosen.x_freedoms.begin(), chosen.x_freedoms.end(),
                  [this](int i) { return model_.is_orientation(i); }) ||
      !is_determinate(*kinematics)) {
    const bool other = is_chosen();
    kinematics_.reset();
    held_.reset();
    partition_ = {};
    return other;
  }
  if (is_chosen() && chosen.columns == partition_.columns &&
      chosen.e_freedoms == partition_.e_freedoms)
    return false;
  pause_ = 0;
  partition_ = chosen;
  kinematics_ = std::move(kinematics);
  held_.reset();
  lifted_.assign(model_.nx, 0.0);
  values_.assign(partition_.e_freedoms.size(), 0.0);
  rates_ = values_;
  return true;
}

}  // namespace mbs
