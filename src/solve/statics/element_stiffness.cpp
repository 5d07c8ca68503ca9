// Springs that depend on each other; and the geometric stiffness of each element by stresses and
// gravity, in its own coordinates.
#include <algorithm>
#include <cmath>

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

// sum_r S_r D2e_r of every element: D2e(u + w, u + w) - D2e(u, u) - D2e(w, w) over unit vectors.
void BorderedTangent::find_geometry(const State& state, ConstVector S) {
  if (geometry_.empty())
    for (std::size_t n = 0; n < model_.batches.size(); ++n) {
      const ElementBatch& batch = model_.batches[n];
      if (batch.type->nx > 0) {
        geometry_.push_back({static_cast<int>(n), batch.count, batch.type->nx, batch.gather, {}});
        continue;
      }
      for (int k = 0; k < batch.count; ++k) {
        const auto first = batch.gather.begin() + batch.first_column(k);
        geometry_.push_back({static_cast<int>(n),
                             1,
                             batch.columns_of(k),
                             {first, first + batch.columns_of(k)},
                             {}});
      }
    }
  int row = 0;
  for (std::size_t g = 0; g < geometry_.size(); ++g) {
    Block& block = geometry_[g];
    row = g > 0 && geometry_[g - 1].batch == block.batch ? row + 1 : 0;
    const ElementBatch& batch = model_.batches[block.batch];
    const std::size_t n = block.nx, ne = batch.type->ne;
    block.values.assign(block.count * n * n, 0.0);
    const bool is_own = batch.type->nx > 0;
    ElementBatch own;
    std::vector<double> x, v, cosine, sine, e, size, De, D2e;
    std::vector<int> orientation_of;
    if (is_own) {
      own = batch;
      for (std::size_t i = 0; i < own.gather.size(); ++i) own.gather[i] = static_cast<int>(i);
      own.first_deformation = own.first_derivative = 0;
      x = gathered(block.gather, state.x);
      cosine = gathered(block.gather, base_.cosine);
      sine = gathered(block.gather, base_.sine);
      v.assign(x.size(), 0.0);
      for (const int i : block.gather)
        orientation_of.push_back(model_.is_orientation(i) ? model_.orientation_of[i] : -1);
      if (batch.first_winding >= 0) {
        own.first_winding = static_cast<int>(x.size());
        const auto first = state.x.begin() + batch.first_winding;
        x.insert(x.end(), first, first + batch.count * std::ssize(batch.type->counts_turns));
      }
      D2e.assign(block.count * ne, 0.0);
      e = size = D2e;
      De.assign(block.count * ne * n, 0.0);
    } else {
      v.assign(model_.nx, 0.0);
    }
    const auto sum_at = [&](int k) {  // of S D2e of element k at the velocities v
      double sum = 0;
      const std::size_t first = batch.first_deformation + (is_own ? k : row) * batch.type->ne;
      for (std::size_t r = 0; r < ne; ++r)
        sum += S[first + r] * (is_own ? D2e[k * ne + r] : work_.D2e_vv[first + r]);
      return sum;
    };
    const auto evaluate = [&](std::size_t a, std::size_t b, double value) {
      for (int k = 0; k < block.count; ++k)
        for (const std::size_t c : {a, b}) v[is_own ? k * n + c : block.gather[c]] = value;
      if (value == 0) return;
      if (is_own)
        batch.type->acceleration(own,
                                 {x.data(), v.data(), cosine.data(), sine.data(),
                                  base_.rotation.data(), orientation_of.data()},
                                 {e.data(), size.data(), De.data(), D2e.data()});
      else
        evaluate_acceleration(model_, state.x, v, work_);
    };
    for (std::size_t a = 0; a < n; ++a)
      for (std::size_t b = a + 1; b-- > 0;) {  // the diagonal comes first
        evaluate(a, b, 1);
        for (int k = 0; k < block.count; ++k) {
          double* K = block.values.data() + k * n * n;
          const double sum = sum_at(k);
          K[a * n + b] = K[b * n + a] = a == b ? sum : (sum - K[a * (n + 1)] - K[b * (n + 1)]) / 2;
        }
        evaluate(a, b, 0);
      }
  }
}

// -d(M g)/dx of the masses that depend on the position, by differences in their own coordinates: of
// order 2 for steps, which need no more.
void BorderedTangent::find_gravity(const State& state, double load_factor) {
  const std::array<double, 3>& g = model_.forces.gravity;
  if (g[0] == 0 && g[1] == 0 && g[2] == 0) return;
  if (gravity_.empty()) {
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
  constexpr double kShort = 1e-5;  // step of order 2, as eighth_order::step
  const int pairs = has_dampers_ ? 1 : 4;
  const double part = has_dampers_ ? kShort : eighth_order::step;
  for (std::size_t m = 0; m < gravity_.size(); ++m) {
    Block& block = gravity_[m];
    const std::size_t n = block.nx, all = block.gather.size();
    if (block.turns) {
      find_gravity_of_bodies(block, state, load_factor);
      continue;
    }
    const bool of_elements = m < model_.element_masses.size();
    ElementBatch elements;
    NodeBatch nodes;
    std::vector<int> own(all);
    for (std::size_t i = 0; i < all; ++i) own[i] = static_cast<int>(i);
    if (of_elements) {
      elements = model_.batches[block.batch];
      elements.gather = own;
    } else {
      nodes = model_.node_masses[block.batch].nodes;
      nodes.gather = nodes.place = own;
    }
    const std::vector<double> x0 = gathered(block.gather, state.x), v(all, 0.0);
    std::vector<double> x = x0, cosine(all), sine(all), M(all * n), h(all), step(all);
    const std::vector<double>& columns =
        of_elements ? model_.element_masses[m].columns : model_.node_masses[block.batch].columns;
    for (std::size_t i = 0; i < all; ++i) {
      const int component = component_[block.gather[i]];
      double reach = 0;
      for (std::size_t b = 0; b < n; ++b) {
        const std::size_t j = i / n * n + b;
        if (component >= 0 && component_[block.gather[j]] >= 0)
          for (std::size_t c = 0; c < n; ++c)
            if (component_[block.gather[i / n * n + c]] == component_[block.gather[j]])
              reach = std::max(reach, std::fabs(x0[j] - x0[i / n * n + c]));
      }
      step[i] = part * (is_angle_[block.gather[i]] != 0 || reach == 0 ? 1 : reach);
    }
    block.values.assign(all * n, 0.0);
    for (std::size_t a = 0; a < n; ++a)
      for (int k = 1; k <= pairs; ++k)
        for (const int side : {1, -1}) {
          for (std::size_t i = a; i < all; i += n) x[i] = x0[i] + side * k * step[i];
          for (std::size_t i = 0; i < all; ++i)
            cosine[i] = std::cos(x[i]), sine[i] = std::sin(x[i]);
          if (of_elements)
            elements.type->inertia(elements, {x.data(), v.data(), cosine.data(), sine.data()},
                                   columns.data(), M.data(), h.data());
          else
            nodes.type->inertia(nodes, x.data(), v.data(), columns.data(), M.data(), h.data());
          for (std::size_t i = 0; i < all; ++i) {
            const std::size_t element = i / n, b = i % n;
            double force = 0;
            for (std::size_t c = 0; c < n; ++c)
              if (const int axis = component_[block.gather[element * n + c]]; axis >= 0)
                force += M[(element * n + c) * n + b] * g[at(axis)];
            block.values[(element * n + a) * n + b] -=
                load_factor * side * (has_dampers_ ? 0.5 : eighth_order::weights[k - 1]) * force /
                step[element * n + a];
          }
          for (std::size_t i = a; i < all; i += n) x[i] = x0[i];
        }
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
  double skew = 0, most = 0;
  for (int k = 0; k < block.count; ++k)
    for (std::size_t b = 0; b < n; ++b)
      for (std::size_t a = 0; a < n; ++a) {
        const double *K = block.values.data() + k * n * n, one = K[b * n + a], other = K[a * n + b];
        if (unknown_[block.gather[k * n + a]] < 0 || unknown_[block.gather[k * n + b]] < 0)
          continue;
        skew = std::max(skew, std::fabs(one - other));
        most = std::max(most, std::fabs(one));
      }
  return skew <= tolerance::skew * most;
}

}  // namespace mbs
