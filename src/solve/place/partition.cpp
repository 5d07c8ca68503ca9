#include "solve/place/partition.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/classes.h"
#include "linalg/pivoted_qr.h"
#include "linalg/sparse_rank.h"
#include "solve/place/jacobian_block.h"

namespace mbs {

namespace {

// In a large mechanism a pivot below this part of its column is taken only if there is no other.
constexpr double kPoorPivot = 0.1;

template <class Wanted>
std::vector<int> pick(const std::vector<Class>& classes, Wanted wanted) {
  std::vector<int> out;
  for (std::size_t i = 0; i < classes.size(); ++i)
    if (wanted(classes[i])) out.push_back(static_cast<int>(i));
  return out;
}

// Weights of columns. A small weight makes a coordinate a degree of freedom before others: one to
// which the deck gives a velocity, and an angle.
constexpr double kPreferred = 1e-3;
constexpr double kAngle = 0.1;
// Up to this number of coordinates pivoted QR is used, which is safer; for more, elimination.
constexpr int kManyColumns = 60;

}  // namespace

std::vector<int> constrained_deformations(const Phase& phase) {
  return pick(phase.e_class, [](Class c) { return !is_free(c); });
}

std::vector<int> free_coordinates(const Phase& phase) { return pick(phase.x_class, is_free); }

Partition named_partition(const Phase& phase) {
  auto dynamic = [](Class c) { return c == Class::dynamic; };
  Partition p;
  p.rows = constrained_deformations(phase);
  p.columns = pick(phase.x_class, [](Class c) { return c == Class::calculable; });
  p.x_freedoms = pick(phase.x_class, dynamic);
  p.e_freedoms = pick(phase.e_class, dynamic);
  p.rows.insert(p.rows.end(), p.e_freedoms.begin(), p.e_freedoms.end());
  return p;
}

namespace {

// A weight for each coordinate: coordinates with large weights are determined by the others, those
// with small weights become degrees of freedom. An angle goes on growing where a point of its body
// turns back, so it stays good for longer; preferred coordinates come before all others.
std::vector<double> readiness(const Model& model, const std::vector<int>& free,
                              const std::vector<int>& preferred) {
  std::vector<double> weight(model.nx, 1.0);
  for (int i : model.turning) weight[i] *= kAngle;
  for (int i : preferred) weight[i] *= kPreferred;
  std::vector<double> out;
  for (int i : free) out.push_back(weight[i]);
  return out;
}

// Indices of the columns of the block that the rows determine, by pivoted QR. A column with a small
// weight is taken last; of columns that are alike but for rounding, as the angles of two bodies
// that are locked together, the first one in the deck is determined.
std::vector<int> determined(const JacobianBlock& block, const Evaluation& at,
                            const std::vector<double>& weight, double tolerance) {
  const int m = block.row_count(), n = block.column_count();
  std::vector<double> J(static_cast<std::size_t>(m) * static_cast<std::size_t>(n));
  block.gather(at, {J.data(), m, n, m});
  constexpr double kAlike = 1e-10;  // far above rounding, far below what tells columns apart
  for (std::size_t k = 0; k < J.size(); ++k)
    J[k] *= weight[k / m] * (1 - kAlike * static_cast<double>(k / m));
  const double least = weight.empty() ? 0 : *std::min_element(weight.begin(), weight.end());
  return column_rank(std::move(J), m, n, tolerance, least).independent;
}

// How many joints lie between each column of the block and what is held; from the first column of a
// mechanism of which nothing is held.
std::vector<int> distances(const Model& model, const JacobianBlock& block) {
  const SparsePattern& pattern = block.pattern();
  const int n = pattern.columns();
  std::vector<std::vector<int>> columns(pattern.rows);
  for (int k = 0; k < n; ++k)
    for (int s = pattern.start[k]; s < pattern.start[k + 1]; ++s)
      columns[pattern.row[s]].push_back(k);
  std::vector<int> row_of(model.ne, -1), distance(n, -1), reached;
  std::vector<char> is_column(model.nx, 0), is_seen(pattern.rows, 0);
  for (int k = 0; k < pattern.rows; ++k) row_of[block.rows()[k]] = k;
  for (const int i : block.columns()) is_column[i] = 1;
  const auto reach = [&](int row, int length) {
    if (std::exchange(is_seen[row], 1)) return;
    for (const int k : columns[row])
      if (distance[k] < 0) distance[k] = length, reached.push_back(k);
  };
  for (int s = 0; s < model.derivative_count; ++s)
    if (const int row = row_of[model.entry_row[s]]; row >= 0 && !is_column[model.entry_column[s]])
      reach(row, 0);
  std::size_t next = 0;
  for (int first = 0; first < n; ++first) {
    for (; next < reached.size(); ++next) {
      const int k = reached[next];
      for (int s = pattern.start[k]; s < pattern.start[k + 1]; ++s)
        reach(pattern.row[s], distance[k] + 1);
    }
    if (distance[first] < 0) distance[first] = 0, reached.push_back(first);
  }
  return distance;
}

// Like determined(), by sparse elimination, columns with a large weight first. A column whose pivot
// would be too small is tried again later. Of bodies of space those at the tips come first: each
// joint of a tree then determines coordinates of the body behind it alone, and its freedoms are
// coordinates of that body (solve/place/tree_rows.h).
std::vector<int> determined_sparse(const Model& model, const JacobianBlock& block,
                                   const Evaluation& at, const std::vector<double>& weight,
                                   double tolerance) {
  std::vector<int> place(model.nx);
  for (std::size_t k = 0; k < weight.size(); ++k) place[block.columns()[k]] = static_cast<int>(k);
  const auto place_of = [&](int i) { return place[i]; };
  std::vector<int> order = ordered_columns(model, block.rows(), block.columns());
  if (!model.orientations.empty()) {
    const std::vector<int> distance = distances(model, block);
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return distance[place_of(a)] > distance[place_of(b)]; });
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return weight[place_of(a)] > weight[place_of(b)]; });
  JacobianBlock ordered(model, block.rows(), order);
  ordered.choose_scales(model, at);
  std::vector<double> values(ordered.pattern().row.size());
  ordered.gather(at, values);
  std::vector<int> out;
  for (int k : SparseRank(ordered.pattern(), values, tolerance, kPoorPivot).independent_columns())
    out.push_back(place_of(order[k]));
  return out;
}

}  // namespace

Partition chosen_partition(const Model& model, const Phase& phase, const Evaluation& at,
                           const std::vector<int>& preferred, double tolerance,
                           const std::vector<int>& e_freedoms) {
  Partition p;
  p.rows = constrained_deformations(phase);
  p.rows.insert(p.rows.end(), e_freedoms.begin(), e_freedoms.end());
  p.e_freedoms = e_freedoms;
  const std::vector<int> free = free_coordinates(phase);
  JacobianBlock block(model, p.rows, free);
  block.choose_scales(model, at);
  const std::vector<double> weight = readiness(model, free, preferred);
  const bool is_large = block.column_count() > kManyColumns;
  std::vector<bool> is_determined(free.size(), false);
  for (int k : is_large ? determined_sparse(model, block, at, weight, tolerance)
                        : determined(block, at, weight, tolerance))
    is_determined[k] = true;
  for (std::size_t k = 0; k < free.size(); ++k)
    (is_determined[k] ? p.columns : p.x_freedoms).push_back(free[k]);
  std::sort(p.columns.begin(), p.columns.end());
  std::sort(p.x_freedoms.begin(), p.x_freedoms.end());
  return p;
}

}  // namespace mbs
