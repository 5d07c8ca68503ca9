#include "solve/place/position_jacobian.h"

#include <cmath>

#include "base/index.h"
#include "base/tolerances.h"
#include "linalg/eigen.h"

namespace mbs {

namespace {

// A coordinate is loose if an eigenvalue of J^T J is below this part of the largest.
constexpr double kLoose = 1e-4;

// kHardly: where the bound of the change is no more than this, it replaces the exact value.
constexpr double kHardly = 0.1;
// With more columns norms are estimated, so that the work grows like the mechanism; the second
// number is for many freedoms, of which each step asks.
constexpr int kFewColumns = 60, kFewOfMany = 23;
constexpr int kManyFreedoms = 24;

// The sum of magnitudes.
double sum_of_magnitudes(const std::vector<double>& x) {
  double sum = 0;
  for (const double one : x) sum += std::fabs(one);
  return sum;
}

// Estimates the largest sum of a column of an n x n matrix from below, mostly exactly (Hager 1984,
// Higham 1988). apply(x, transposed) multiplies with the matrix. first: the column that the search
// begins with, -1 for none; becomes the one that was found. Far below `enough` nothing more is
// looked for.
template <class Apply>
double largest_column_sum(int n, int& first, double enough, Apply&& apply) {
  constexpr int kMost = 5;
  constexpr double kFarBelow = 0.25;
  std::vector<double> x(n, first < 0 ? 1.0 / n : 0.0), z;
  if (first >= 0) x[first] = 1;
  double out = 0;
  for (int pass = 0; pass < kMost; ++pass) {
    std::vector<double> y = x;
    apply(y, false);
    out = std::max(out, sum_of_magnitudes(y));
    for (double& one : y) one = one < 0 ? -1 : 1;
    z = y;
    apply(z, true);
    double along = 0;
    int j = 0;
    for (int i = 0; i < n; ++i) {
      along += z[i] * x[i];
      if (std::fabs(z[i]) > std::fabs(z[j])) j = i;
    }
    if (!(std::fabs(z[j]) > along)) break;
    std::fill(x.begin(), x.end(), 0.0);
    x[first = j] = 1;
  }
  if (out < kFarBelow * enough) return out;
  // A vector for matrices that are made to mislead.
  for (int i = 0; i < n; ++i) x[i] = (i % 2 == 0 ? 1 : -1) * (1 + 1.0 * i / (n - 1));
  apply(x, false);
  return std::max(out, 2 * sum_of_magnitudes(x) / (3 * n));
}

// Estimates the smaller one of the largest sums of columns and of rows of J^-1 D, or the former
// where it is below `enough`. J: the factors; D has the places of the pattern; largest: see
// PositionJacobian::largest_.
double estimated_change(JacobianFactor& factors, const SparsePattern& pattern,
                        const std::vector<double>& D, double enough, std::array<int, 2>& largest) {
  const int n = count_of(pattern.start) - 1;
  std::vector<double> product;
  const auto apply = [&](std::vector<double>& x, bool transposed) {
    if (transposed) factors.solve_transposed(x.data());
    product.assign(n, 0.0);
    for (int j = 0; j < n; ++j) {
      if (!transposed && x[j] == 0) continue;  // most of a unit vector
      for (int s = pattern.start[j]; s < pattern.start[j + 1]; ++s) {
        const int i = pattern.row[s];
        product[transposed ? j : i] += D[s] * x[transposed ? i : j];
      }
    }
    x.swap(product);
    if (!transposed) factors.solve(x.data());
  };
  const double of_columns = largest_column_sum(n, largest[0], enough, apply);
  if (of_columns < enough) return of_columns;
  const double of_rows =
      largest_column_sum(n, largest[1], enough,
                         [&](std::vector<double>& x, bool transposed) { apply(x, !transposed); });
  return std::min(of_columns, of_rows);
}

// Whether deformations of a large mechanism are degrees of freedom: a chain of beams has small
// blocks.
bool is_large_flexible(const Partition& partition) {
  constexpr std::size_t kMany = 24;
  return !partition.e_freedoms.empty() && partition.columns.size() >= kMany;
}

}  // namespace

PositionJacobian::PositionJacobian(const Model& model, const Phase& phase,
                                   const Partition& partition, const Options& options)
    : model_(model),
      block_(model, partition.rows, ordered_columns(model, partition.rows, partition.columns)),
      evaluation_(model, phase),
      lu_(block_, options, TreeRows(model, phase, block_),
          !model.orientations.empty() || is_large_flexible(partition)),
      few_columns_(partition.freedom_count() < kManyFreedoms ? kFewColumns : kFewOfMany) {}

SolveStatus PositionJacobian::factor() {
  if (lu_.factor(block_, evaluation_) < 0) return {};
  SolveStatus status;
  status.kind = SolveKind::singular;
  status.column = weakest_coordinate();
  return status;
}

double PositionJacobian::rcond() {
  if (!tree()) return lu_.rcond();
  if (!(tree()->pivot_ratio() > 0)) return 0;
  const SparsePattern& pattern = block_.pattern();
  gather_entries(entries_);
  double norm = 0;
  for (int j = 0; j < block_.column_count(); ++j) {
    double sum = 0;
    for (int s = pattern.start[j]; s < pattern.start[j + 1]; ++s) sum += std::fabs(entries_[s]);
    norm = std::max(norm, sum);
  }
  const auto apply = [this](std::vector<double>& x, bool transposed) {
    transposed ? lu_.solve_transposed(x.data()) : lu_.solve(x.data());
  };
  int first = -1;
  const double rcond = 1 / (norm * largest_column_sum(block_.column_count(), first, 0, apply));
  return std::isfinite(rcond) ? rcond : 0;
}

int PositionJacobian::weakest_coordinate() const {
  return block_.column_count() == 0 ? -1 : block_.columns()[lu_.weakest_column()];
}

// A zero pivot says only that its column depends on the columns before it, and not how much each of
// them moves.
int PositionJacobian::loosest_coordinate() const {
  constexpr int kLargest = 300;  // columns: the work grows with their cube
  const int n = block_.column_count();
  if (n == 0 || n > kLargest) return weakest_coordinate();
  const std::size_t size = n;
  std::vector<double> J(size * size), squared(size * size), unit(size * size);
  block_.gather(evaluation_, {J.data(), n, n, n});
  for (std::size_t j = 0; j < size; ++j) {
    unit[j * size + j] = 1;
    for (std::size_t i = 0; i < size; ++i)
      for (std::size_t k = 0; k < size; ++k)
        squared[j * size + i] += J[i * size + k] * J[j * size + k];
  }
  const SymmetricEigen eigen = symmetric_eigen(n, squared, unit);
  if (!eigen.ok || !(eigen.values.front() <= kLoose * eigen.values.back()))
    return weakest_coordinate();
  std::size_t largest = 0;
  for (std::size_t j = 1; j < size; ++j)
    if (std::fabs(eigen.vectors[j]) >
        (1 + tolerance::same_size) * std::fabs(eigen.vectors[largest]))
      largest = j;
  return block_.columns()[largest];
}

void PositionJacobian::gather_entries(std::vector<double>& here) const {
  here.resize(block_.pattern().row.size());
  block_.gather(evaluation_, here);
}

double PositionJacobian::bound_of_change_from(const std::vector<double>& there,
                                              const std::vector<double>& here) const {
  double change = 0;
  for (std::size_t s = 0; s < there.size(); ++s)
    change += (there[s] - here[s]) * (there[s] - here[s]);
  return std::sqrt(change) * block_.column_count() / determinacy();
}

double PositionJacobian::change_from(const std::vector<double>& there,
                                     const std::vector<double>& here, double enough) {
  const SparsePattern& pattern = block_.pattern();
  const int n = block_.column_count();
  // Where the entries have hardly changed a bound of the inverse will do.
  const double bound = bound_of_change_from(there, here);
  if (bound <= kHardly) return bound;
  if (n > few_columns_) {
    change_.resize(there.size());
    for (std::size_t s = 0; s < there.size(); ++s) change_[s] = there[s] - here[s];
    return estimated_change(lu_, pattern, change_, enough, largest_);
  }
  double largest_column = 0, squares = 0;
  row_sums_.assign(n, 0.0);
  for (int j = 0; j < n; ++j) {
    column_.assign(n, 0.0);
    bool changed = false;
    for (int s = pattern.start[j]; s < pattern.start[j + 1]; ++s) {
      const double difference = there[s] - here[s];
      column_[pattern.row[s]] = difference;
      changed |= difference != 0;
    }
    if (!changed) continue;
    lu_.solve(column_.data());
    double sum = 0;
    for (int k = 0; k < n; ++k) {
      const double size = std::fabs(column_[k]);
      sum += size;
      row_sums_[k] += size;
      squares += size * size;
    }
    largest_column = std::max(largest_column, sum);
  }
  const double largest_row = *std::max_element(row_sums_.begin(), row_sums_.end());
  return std::min({largest_column, largest_row, std::sqrt(squares)});
}

}  // namespace mbs
