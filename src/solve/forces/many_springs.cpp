#include "solve/forces/many_springs.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/classes.h"
#include "base/index.h"
#include "base/random.h"
#include "base/tolerances.h"
#include "linalg/sparse_rank.h"
#include "solve/place/jacobian_block.h"
#include "solve/place/position_jacobian.h"

namespace mbs {

namespace {

// Where there are more deformations than this for each degree of freedom, coordinates of space are
// taken: a girder or a dome, in which no choice of bars stays good.
constexpr double kFewTooMany = 1.2;
// Nor where their elimination takes more multiplications than this for each degree of freedom: each
// position would cost it. Chains, loops and girders take 5 to 130, domes 1000 and more.
constexpr double kMostMultiplications = 400;
constexpr int kMostPasses = 5;  // of leaving out what does not stay

}  // namespace

std::vector<int> ManySprings::suitable(
    const Evaluation& here, const std::vector<double>& x, const std::vector<double>& stiffness,
    const std::function<std::vector<double>(double length)>& ahead) const {
  double length = 1;
  std::vector<int> out = independent(here, stiffness, length);
  const std::vector<double> x_ahead = ahead(length);
  for (int pass = 0; pass < kMostPasses && !out.empty(); ++pass) {
    const std::vector<int> good = staying(out, here, x, x_ahead);
    if (good.size() == out.size()) return out;
    if (bounds.all_or_none) return {};
    out = good;
  }
  return {};
}

std::vector<int> ManySprings::independent(const Evaluation& here,
                                          const std::vector<double>& stiffness,
                                          double& length) const {
  std::vector<int> rows = constrained_deformations(phase);
  const int held = count_of(rows);
  for (int r = 0; r < model.ne; ++r)
    if (is_free(phase.e_class[r]) && stiffness[r] >= 0) rows.push_back(r);
  JacobianBlock block(model, rows, ordered_columns(model, rows, free_coordinates(phase)));
  block.choose_scales(model, here);
  length = block.length();
  std::vector<int> order;
  for (int k = 0; k < block.row_count(); ++k)
    if (k < held || bounds.of_all * block.whole_row(k) < 1) order.push_back(k);
  const int freedoms = block.column_count() - held;
  if (count_of(order) - held > kFewTooMany * freedoms) return {};
  if (count_of(order) - held > freedoms) {
    const auto scaled = [&](int k) {  // compared as stiffnesses against lengths
      return stiffness[rows[k]] / (block.row_scale(k) * block.row_scale(k));
    };
    std::stable_sort(order.begin() + held, order.end(),
                     [&](int a, int b) { return scaled(a) > scaled(b); });
  }
  const SparseMatrix transposed = block.transposed(here, order);
  std::vector<int> out;
  const double most_work = kMostMultiplications * freedoms;
  const SparseRank rank(transposed.pattern, transposed.values, tolerance::determined, 0, most_work);
  if (static_cast<double>(rank.operations()) > most_work) return {};
  for (const int k : rank.independent_columns())
    if (order[k] >= held) out.push_back(rows[order[k]]);
  std::sort(out.begin(), out.end());
  return out;
}

Partition ManySprings::partition(const Evaluation& here, const std::vector<int>& sprung) const {
  Partition all;
  all.rows = constrained_deformations(phase);
  all.rows.insert(all.rows.end(), sprung.begin(), sprung.end());
  all.columns = free_coordinates(phase);
  all.e_freedoms = sprung;
  // As many as coordinates leave nothing to choose.
  return all.rows.size() == all.columns.size()
             ? all
             : chosen_partition(model, phase, here, {}, options.rank, sprung);
}

// Those whose part that all other rows leave independent is similar ahead. The size of that part is
// 1 / |column of the inverse of J|; squares of columns are estimated from products with vectors of
// signs.
std::vector<int> ManySprings::staying(const std::vector<int>& sprung, const Evaluation& here,
                                      const std::vector<double>& x,
                                      const std::vector<double>& x_ahead) const {
  constexpr std::uint64_t kProbes = 24;
  const Partition chosen = partition(here, sprung);
  if (!chosen.square()) return {};
  PositionJacobian J(model, phase, chosen, options);
  const std::size_t n = chosen.rows.size();
  std::vector<double> square(n, 0.0), square_ahead(n, 0.0), both(n, 0.0);
  std::vector<std::vector<double>> columns;
  for (const bool is_ahead : {false, true}) {
    evaluate_position(model, is_ahead ? x_ahead : x, J.evaluation());
    if (!is_ahead) J.choose_scales();
    if (!J.factor().ok()) return {};
    for (std::uint64_t probe = 0; probe < kProbes; ++probe) {
      std::vector<double> solved(n);
      for (std::size_t i = 0; i < n; ++i) solved[i] = random_at(probe, i) % 2 == 0 ? 1 : -1;
      J.solve_transposed(solved.data());
      for (std::size_t k = 0; k < n; ++k) {
        (is_ahead ? square_ahead : square)[k] += solved[k] * solved[k];
        if (is_ahead) both[k] += solved[k] * columns[probe][k];
      }
      if (!is_ahead) columns.push_back(std::move(solved));
    }
  }
  std::vector<int> out;
  for (std::size_t k = n - sprung.size(); k < n; ++k) {
    const double size = 1 / std::sqrt(square[k]), size_ahead = 1 / std::sqrt(square_ahead[k]);
    if (size_ahead > bounds.steady * size && size > bounds.growing * size_ahead && both[k] > 0)
      out.push_back(chosen.rows[k]);
  }
  return out;
}

}  // namespace mbs
