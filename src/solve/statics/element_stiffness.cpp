// Springs that depend on each other; and the geometric stiffness of each element by stresses and
// gravity, in its own coordinates.
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "base/classes.h"
#include "base/disjoint_sets.h"
#include "base/index.h"
#include "base/tolerances.h"
#include "linalg/cholesky.h"
#include "solve/statics/bordered_tangent.h"
#include "solve/statics/eighth_order.h"

namespace mbs {

namespace {

// Up to this number of springs that depend on each other, their stresses are unknowns.
constexpr std::size_t kMostCoupled = 6;

// The inverse of the stiffness (m x m) of springs; empty where they are too many, or where they do
// not resist each deformation.
std::vector<double> compliance_of(const std::vector<double>& stiffness, std::size_t m) {
  if (m > kMostCoupled) return {};
  const int size = static_cast<int>(m);
  Cholesky factor(size);
  for (int j = 0; j < size; ++j)
    for (int i = 0; i < size; ++i) factor.matrix()(i, j) = stiffness[at(j) * m + at(i)];
  if (factor.factor() >= 0) return {};
  for (int j = 0; j < size; ++j) {
    const double pivot = factor.matrix()(j, j);
    if (!(pivot * pivot / stiffness[at(j) * (m + 1)] > tolerance::no_stiffness)) return {};
  }
  std::vector<double> out(m * m, 0.0);
  for (std::size_t j = 0; j < m; ++j) {
    out[j * (m + 1)] = 1;
    factor.solve(out.data() + j * m);
  }
  return out;
}

// Copies the values of the coordinates of each row of a batch, as if no two rows shared a
// coordinate.
std::vector<double> gathered(const std::vector<int>& gather, const std::vector<double>& of) {
  std::vector<double> out;
  for (const int i : gather) out.push_back(of[i]);
  return out;
}

// D2e(v, v) of elements while some of their coordinates move with speed 1.
class SecondOrder {
 public:
  virtual ~SecondOrder() = default;
  // Coordinates a and b of each element move, all others rest.
  virtual void move(std::size_t a, std::size_t b) = 0;
  virtual void stop(std::size_t a, std::size_t b) = 0;
  // S times D2e(v, v), summed over the deformations of element k.
  virtual double sum(int k, ConstVector S) const = 0;
};

// All elements of a batch at once, as if no two of them shared a coordinate.
class SecondOrderAlone : public SecondOrder {
 public:
  SecondOrderAlone(const Model& model, const ElementBatch& batch, const State& state,
                   const Evaluation& base)
      : own_(batch), base_(base), first_(batch.first_deformation), ne_(batch.type->ne) {
    for (std::size_t i = 0; i < own_.gather.size(); ++i) own_.gather[i] = static_cast<int>(i);
    own_.first_deformation = own_.first_derivative = 0;
    x_ = gathered(batch.gather, state.x);
    cosine_ = gathered(batch.gather, base.cosine);
    sine_ = gathered(batch.gather, base.sine);
    v_.assign(x_.size(), 0.0);
    for (const int i : batch.gather)
      orientation_of_.push_back(model.is_orientation(i) ? model.orientation_of[i] : -1);
    if (batch.first_winding >= 0) {
      own_.first_winding = static_cast<int>(x_.size());
      const double* const first = state.x.data() + batch.first_winding;
      x_.insert(x_.end(), first, first + at(batch.count) * batch.type->windings());
    }
    D2e_.assign(batch.count * ne_, 0.0);
    e_ = size_ = D2e_;
    De_.assign(batch.count * ne_ * batch.type->nx, 0.0);
  }

  void move(std::size_t a, std::size_t b) override {
    set(a, b, 1);
    own_.type->acceleration(own_,
                            {x_.data(), v_.data(), cosine_.data(), sine_.data(),
                             base_.rotation.data(), orientation_of_.data()},
                            {e_.data(), size_.data(), De_.data(), D2e_.data()});
  }
  void stop(std::size_t a, std::size_t b) override { set(a, b, 0); }
  double sum(int k, ConstVector S) const override {
    double sum = 0;
    for (std::size_t r = 0; r < ne_; ++r) sum += S[first_ + k * ne_ + r] * D2e_[k * ne_ + r];
    return sum;
  }

 private:
  void set(std::size_t a, std::size_t b, double speed) {
    const std::size_t n = own_.type->nx;
    for (int k = 0; k < own_.count; ++k) v_[k * n + a] = v_[k * n + b] = speed;
  }

  ElementBatch own_;
  const Evaluation& base_;
  std::size_t first_, ne_;
  std::vector<double> x_, v_, cosine_, sine_, e_, size_, De_, D2e_;
  std::vector<int> orientation_of_;
};

// One row of a batch of variable arity: the whole model is evaluated.
class SecondOrderOfRow : public SecondOrder {
 public:
  SecondOrderOfRow(const Model& model, const ElementBatch& batch, int row,
                   const std::vector<int>& gather, const State& state, Evaluation& work)
      : model_(model),
        gather_(gather),
        state_(state),
        work_(work),
        first_(batch.first_deformation + row * batch.type->ne),
        ne_(batch.type->ne),
        v_(model.nx, 0.0) {}

  void move(std::size_t a, std::size_t b) override {
    v_[gather_[a]] = v_[gather_[b]] = 1;
    evaluate_acceleration(model_, state_.x, v_, work_);
  }
  void stop(std::size_t a, std::size_t b) override { v_[gather_[a]] = v_[gather_[b]] = 0; }
  double sum(int /*k*/, ConstVector S) const override {
    double sum = 0;
    for (std::size_t r = 0; r < ne_; ++r) sum += S[first_ + r] * work_.D2e_vv[first_ + r];
    return sum;
  }

 private:
  const Model& model_;
  const std::vector<int>& gather_;
  const State& state_;
  Evaluation& work_;
  std::size_t first_, ne_;
  std::vector<double> v_;
};

// The mass matrices of all elements of a batch, or of all nodes, as if no two of them shared a
// coordinate.
class MassesAlone {
 public:
  MassesAlone(const ElementBatch& batch, const std::vector<double>& columns)
      : elements_(batch), columns_(columns) {
    elements_->gather = make_room(batch.gather.size(), batch.type->nx);
  }
  MassesAlone(const NodeBatch& batch, const std::vector<double>& columns)
      : nodes_(batch), columns_(columns) {
    nodes_->gather = nodes_->place = make_room(batch.gather.size(), batch.type->nv);
  }

  // At the coordinates x of one element or node after the other.
  const std::vector<double>& at(const std::vector<double>& x) {
    for (std::size_t i = 0; i < x.size(); ++i)
      cosine_[i] = std::cos(x[i]), sine_[i] = std::sin(x[i]);
    if (elements_)
      elements_->type->inertia(*elements_, {x.data(), v_.data(), cosine_.data(), sine_.data()},
                               columns_.data(), M_.data(), h_.data());
    else
      nodes_->type->inertia(*nodes_, x.data(), v_.data(), columns_.data(), M_.data(), h_.data());
    return M_;
  }

 private:
  // Returns 0, 1, 2 ...: coordinates of their own.
  std::vector<int> make_room(std::size_t all, int n) {
    v_.assign(all, 0.0);
    cosine_ = sine_ = h_ = v_;
    M_.assign(all * n, 0.0);
    std::vector<int> out(all);
    for (std::size_t i = 0; i < all; ++i) out[i] = static_cast<int>(i);
    return out;
  }

  std::optional<ElementBatch> elements_;
  std::optional<NodeBatch> nodes_;
  const std::vector<double>& columns_;
  std::vector<double> v_, cosine_, sine_, M_, h_;
};

}  // namespace

// Rows of springs that depend on each other, in the order of the first of them.
void BorderedTangent::find_groups() {
  DisjointSets joined(model_.ne);
  const auto acts = [&](const LinearTerm& term) {
    return is_free(phase_.e_class[term.row]) && is_free(phase_.e_class[term.column]);
  };
  std::vector<char> sprung(model_.ne, 0);
  for (const LinearTerm& term : model_.forces.stiffness) {
    if (!acts(term)) continue;
    sprung[term.row] = sprung[term.column] = 1;
    joined.join(term.row, term.column);
  }
  std::vector<int> group_of(model_.ne, -1), place(model_.ne, -1);
  for (int r = 0; r < model_.ne; ++r) {
    if (sprung[r] == 0) continue;
    int& group = group_of[joined.root(r)];
    if (group < 0) group = count_of(groups_), groups_.emplace_back();
    place[r] = count_of(groups_[group].rows);
    groups_[group].rows.push_back(r);
  }
  for (Group& group : groups_) group.stiffness.assign(group.rows.size() * group.rows.size(), 0.0);
  for (const LinearTerm& term : model_.forces.stiffness)
    if (acts(term)) {
      Group& group = groups_[group_of[joined.root(term.row)]];
      group.stiffness[place[term.column] * group.rows.size() + at(place[term.row])] += term.value;
    }
  for (Group& group : groups_) group.compliance = compliance_of(group.stiffness, group.rows.size());
}

void BorderedTangent::lay_out_geometry() {
  for (std::size_t n = 0; n < model_.batches.size(); ++n) {
    const ElementBatch& batch = model_.batches[n];
    if (batch.type->nx > 0) {
      geometry_.push_back({static_cast<int>(n), batch.count, batch.type->nx, batch.gather, {}});
      continue;
    }
    for (int k = 0; k < batch.count; ++k) {
      const auto first = batch.gather.begin() + batch.first_column(k);
      geometry_.push_back(
          {static_cast<int>(n), 1, batch.columns_of(k), {first, first + batch.columns_of(k)}, {}});
    }
  }
}

// sum_r S_r D2e_r of every element: D2e(u + w, u + w) - D2e(u, u) - D2e(w, w) over unit vectors.
void BorderedTangent::find_geometry(const State& state, ConstVector S) {
  if (geometry_.empty()) lay_out_geometry();
  int row = 0;
  for (std::size_t g = 0; g < geometry_.size(); ++g) {
    Block& block = geometry_[g];
    row = g > 0 && geometry_[g - 1].batch == block.batch ? row + 1 : 0;
    const ElementBatch& batch = model_.batches[block.batch];
    std::unique_ptr<SecondOrder> elements;
    if (batch.type->nx > 0)
      elements = std::make_unique<SecondOrderAlone>(model_, batch, state, base_);
    else
      elements = std::make_unique<SecondOrderOfRow>(model_, batch, row, block.gather, state, work_);
    const std::size_t n = block.nx;
    block.values.assign(block.count * n * n, 0.0);
    for (std::size_t a = 0; a < n; ++a)
      for (std::size_t b = a + 1; b-- > 0;) {  // the diagonal comes first
        elements->move(a, b);
        for (int k = 0; k < block.count; ++k) {
          double* K = block.values.data() + k * n * n;
          const double sum = elements->sum(k, S);
          K[a * n + b] = K[b * n + a] = a == b ? sum : (sum - K[a * (n + 1)] - K[b * (n + 1)]) / 2;
        }
        elements->stop(a, b);
      }
  }
}

void BorderedTangent::lay_out_gravity() {
  for (const ElementMass& row : model_.element_masses) {
    const ElementBatch& batch = model_.batches[row.batch];
    gravity_.push_back({row.batch, batch.count, batch.type->nx, batch.gather, {}});
  }
  int number = 0;
  for (const NodeMass& row : model_.node_masses)
    gravity_.push_back({number++,
                        row.nodes.count(),
                        row.nodes.type->nv,
                        row.nodes.gather,
                        {},
                        row.nodes.type->nq != row.nodes.type->nv});
  // Gravity does not act on what turns in space without a place.
  std::erase_if(gravity_, [this](const Block& block) {
    return block.turns && component_[block.gather[0]] < 0;
  });
}

// -d(M g)/dx of the masses that depend on the position, by differences in their own coordinates: of
// order 2 for steps, which need no more.
void BorderedTangent::find_gravity(const State& state, double load_factor) {
  const std::array<double, 3>& g = model_.forces.gravity;
  if (g[0] == 0 && g[1] == 0 && g[2] == 0) return;
  if (gravity_.empty()) lay_out_gravity();
  for (std::size_t m = 0; m < gravity_.size(); ++m)
    gravity_[m].turns ? find_gravity_of_bodies(gravity_[m], state, load_factor)
                      : find_gravity_of_masses(m, state, load_factor);
}

// The size of the motion of each coordinate that counts as 1: for a length the extent of its
// element along the same axis, or its largest one where that is 0.
std::vector<double> BorderedTangent::reaches(const Block& block,
                                             const std::vector<double>& x) const {
  const std::size_t n = block.nx, all = block.gather.size();
  std::vector<double> out(all);
  for (std::size_t i = 0; i < all; ++i) {
    const int component = component_[block.gather[i]];
    double along = 0, largest = 0;
    for (std::size_t j = i / n * n; j < (i / n + 1) * n; ++j)
      for (std::size_t k = i / n * n; k < j; ++k) {
        const int axis = component_[block.gather[j]];
        if (axis < 0 || component_[block.gather[k]] != axis) continue;
        const double extent = std::fabs(x[j] - x[k]);
        largest = std::max(largest, extent);
        if (axis == component) along = std::max(along, extent);
      }
    const double reach = along > 0 ? along : largest;
    out[i] = is_angle_[block.gather[i]] != 0 || reach == 0 ? 1 : reach;
  }
  return out;
}

void BorderedTangent::find_gravity_of_masses(std::size_t m, const State& state,
                                             double load_factor) {
  constexpr double kShort = 1e-5;  // step of order 2, as eighth_order::step
  const int pairs = has_dampers_ ? 1 : 4;
  const double part = has_dampers_ ? kShort : eighth_order::step;
  Block& block = gravity_[m];
  const std::size_t n = block.nx, all = block.gather.size();
  MassesAlone masses =
      m < model_.element_masses.size()
          ? MassesAlone(model_.batches[block.batch], model_.element_masses[m].columns)
          : MassesAlone(model_.node_masses[block.batch].nodes,
                        model_.node_masses[block.batch].columns);
  const std::vector<double> x0 = gathered(block.gather, state.x);
  std::vector<double> x = x0, step = block.reach = reaches(block, x0);
  for (double& one : step) one *= part;
  block.values.assign(all * n, 0.0);
  block.work = 0;
  for (std::size_t a = 0; a < n; ++a)
    for (int k = 1; k <= pairs; ++k)
      for (const int side : {1, -1}) {
        for (std::size_t i = a; i < all; i += n) x[i] = x0[i] + side * k * step[i];
        const std::vector<double>& M = masses.at(x);
        for (std::size_t i = 0; i < all; ++i) {
          const std::size_t element = i / n, b = i % n;
          double force = 0, terms = 0;
          for (std::size_t c = 0; c < n; ++c)
            if (const int axis = component_[block.gather[element * n + c]]; axis >= 0) {
              const double term = M[(element * n + c) * n + b] * model_.forces.gravity[at(axis)];
              force += term, terms += std::fabs(term);
            }
          block.work = std::max(block.work, load_factor * terms * block.reach[i]);
          block.values[(element * n + a) * n + b] -=
              load_factor * side * (has_dampers_ ? 0.5 : eighth_order::weights[k - 1]) * force /
              step[element * n + a];
        }
        for (std::size_t i = a; i < all; i += n) x[i] = x0[i];
      }
}

// The same of rigid bodies of space, whose inertia depends on how they are turned.
void BorderedTangent::find_gravity_of_bodies(Block& block, const State& state, double load_factor) {
  const NodeMass& row = model_.node_masses[block.batch];
  const std::size_t n = block.nx, all = block.gather.size();
  std::vector<double> x, turn(state.v.size(), 0.0), v(turn), M(all * n), h(all);
  block.values.assign(all * n, 0.0);
  for (std::size_t a = 0; a < n; ++a) {
    if (component_[block.gather[a]] >= 0) continue;
    for (std::size_t i = a; i < all; i += n) turn[block.gather[i]] = eighth_order::step;
    for (int k = 1; k <= 4; ++k)
      for (const int side : {1, -1}) {
        x = state.x;
        move_coordinates(model_, turn, side * k, x);
        row.nodes.type->inertia(row.nodes, x.data(), v.data(), row.columns.data(), M.data(),
                                h.data());
        for (std::size_t i = 0; i < all; ++i) {
          double force = 0;
          for (std::size_t c = 0; c < n; ++c)
            if (const int axis = component_[block.gather[i / n * n + c]]; axis >= 0)
              force += M[(i / n * n + c) * n + i % n] * model_.forces.gravity[at(axis)];
          block.values[(i / n * n + a) * n + i % n] -=
              load_factor * side * eighth_order::weights[k - 1] * force / eighth_order::step;
        }
      }
    for (std::size_t i = a; i < all; i += n) turn[block.gather[i]] = 0;
  }
}

bool BorderedTangent::symmetric(const Block& block) const {
  if (block.turns) return true;
  const std::size_t n = block.nx;
  double skew = 0, most = std::fabs(block.work);
  for (int k = 0; k < block.count; ++k)
    for (std::size_t b = 0; b < n; ++b)
      for (std::size_t a = 0; a < n; ++a) {
        const double *K = block.values.data() + k * n * n, one = K[b * n + a], other = K[a * n + b];
        if (unknown_[block.gather[k * n + a]] < 0 || unknown_[block.gather[k * n + b]] < 0)
          continue;
        const double size = block.reach[k * n + a] * block.reach[k * n + b];
        skew = std::max(skew, size * std::fabs(one - other));
        most = std::max(most, size * std::fabs(one));
      }
  return skew <= tolerance::skew * most;
}

}  // namespace mbs
