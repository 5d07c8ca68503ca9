#include "linalg/sparse_elimination.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <tuple>
#include <utility>

namespace mbs {

namespace {

constexpr std::size_t kSmall = 5000;  // entries

}  // namespace

SparseElimination::SparseElimination(SparsePattern pattern)
    : pattern_(std::move(pattern)), values_(pattern_.row.size(), 0.0) {
  column_.assign(pattern_.rows, 0.0);
  is_noted_.assign(pattern_.rows, 0);
  position_of_.assign(pattern_.rows, 0);
  row_at_ = position_of_;
  place_.assign(values_.size(), 0);
  below_.reserve(pattern_.rows);
  acting_.reserve(pattern_.rows);
  sorted_.reserve(pattern_.rows);
  lower_start_ = upper_start_ = {0};
}

// A row that the column has an entry in: a pivot that acts on it, or a candidate.
void SparseElimination::note_entry(int row) {
  if (is_noted_[row]) return;
  is_noted_[row] = 1;
  if (position_of_[row] < rank()) {
    acting_.push_back(position_of_[row]);
    std::push_heap(acting_.begin(), acting_.end(), std::greater<>());
  } else {
    below_.push_back(row);
  }
}

// Puts a column of the matrix into column_; returns its largest entry.
double SparseElimination::scatter(int column) {
  double largest = 0;
  below_.clear();
  for (int s = pattern_.start[column]; s < pattern_.start[column + 1]; ++s) {
    const int row = pattern_.row[s];
    column_[row] = values_[s];
    largest = std::max(largest, std::fabs(values_[s]));
    note_entry(row);
  }
  return largest;
}

// Takes the pivots from the column in their order; rows of L are still those of the matrix.
void SparseElimination::eliminate(std::vector<Entry>& upper) {
  while (!acting_.empty()) {
    std::pop_heap(acting_.begin(), acting_.end(), std::greater<>());
    const int k = acting_.back();
    acting_.pop_back();
    const int pivot_row = row_at_[k];
    const double factor = std::exchange(column_[pivot_row], 0.0);
    is_noted_[pivot_row] = 0;
    upper.push_back({k, factor});
    for (std::size_t s = lower_start_[k]; s < lower_start_[k + 1]; ++s) {
      if (factor != 0) column_[lower_[s].row] -= lower_[s].value * factor;
      note_entry(lower_[s].row);
    }
  }
}

// Of the candidates; of equal ones the first in the order of the exchanged rows, as in Lu.
int SparseElimination::largest_row() const {
  int best = -1;
  for (int row : below_) {
    const double size = std::fabs(column_[row]);
    const double largest = best < 0 ? -1 : std::fabs(column_[best]);
    if (size > largest || (size == largest && position_of_[row] < position_of_[best])) best = row;
  }
  return best;
}

// The row becomes the next pivot, the other candidates the column of L.
void SparseElimination::accept(int row, int column, double largest) {
  const int k = rank(), place = position_of_[row];
  const double pivot = column_[row], inverse = 1 / pivot;
  for (int other : below_)
    if (other != row) {
      lower_.push_back({other, column_[other] * inverse});
      earlier_.push_back(position_of_[other] < place);
    }
  if (place != k) {
    odd_ = !odd_;
    std::swap(row_at_[k], row_at_[place]);
    position_of_[row_at_[k]] = k;
    position_of_[row_at_[place]] = place;
  }
  pivot_.push_back(pivot);
  column_of_.push_back(column);
  column_max_.push_back(largest);
  lower_start_.push_back(lower_.size());
  upper_start_.push_back(upper_.size());
}

void SparseElimination::clear_column() {
  for (int row : below_) column_[row] = 0, is_noted_[row] = 0;
}

void SparseElimination::try_column(int column, double tolerance, std::vector<int>& otherwise) {
  if (rank() == pattern_.rows) return otherwise.push_back(column);
  const double largest = scatter(column);
  eliminate(upper_);
  const int row = largest_row();
  if (row >= 0 && std::fabs(column_[row]) > tolerance * largest) {
    accept(row, column, largest);
  } else {
    otherwise.push_back(column);
    upper_.resize(upper_start_.back());
  }
  clear_column();
}

void SparseElimination::choose(double tolerance, double hesitation) {
  std::iota(position_of_.begin(), position_of_.end(), 0);
  std::iota(row_at_.begin(), row_at_.end(), 0);
  lower_.clear(), upper_.clear(), earlier_.clear(), pivot_.clear(), column_of_.clear();
  column_max_.clear(), dependent_.clear(), waiting_.clear();
  lower_start_ = upper_start_ = {0};
  odd_ = false;
  for (int j = 0; j < pattern_.columns(); ++j)
    if (hesitation > tolerance)
      try_column(j, hesitation, waiting_);
    else
      try_column(j, tolerance, dependent_);
  for (int j : waiting_) try_column(j, tolerance, dependent_);
  finish();
}

std::vector<SparseElimination::Entry> SparseElimination::upper_of_dependent(int column) {
  std::vector<Entry> upper;
  std::vector<double> dense(pattern_.rows, 0.0);
  for (int s = pattern_.start[column]; s < pattern_.start[column + 1]; ++s)
    dense[place_[s]] = values_[s];
  for (int k = 0; k < rank(); ++k) {
    const double factor = dense[k];
    if (factor == 0) continue;
    upper.push_back({k, factor});
    for (const Entry* e = lower(k); e != lower_end(k); ++e) dense[e->row] -= e->value * factor;
  }
  return upper;
}

// Rows of L by their place in the factors, ascending: sums over them are then in the order of Lu.
void SparseElimination::finish() {
  if (!has_room_) {  // for all that other pivots may leave, in a large matrix for thrice as much
    const std::size_t rows = pattern_.rows, columns = pattern_.columns();
    const std::size_t all = std::min(rows * columns / 2, kSmall);
    lower_.reserve(std::max(all, 3 * lower_.size()));
    upper_.reserve(std::max(all, 3 * (lower_.size() + upper_.size())));
    earlier_.reserve(lower_.capacity());
    has_room_ = true;
  }
  for (std::size_t s = 0; s < place_.size(); ++s) place_[s] = position_of_[pattern_.row[s]];
  std::vector<std::pair<Entry, char>>& sorted = sorted_;
  for (int k = 0; k < rank(); ++k) {
    const std::size_t first = lower_start_[k], last = lower_start_[k + 1];
    sorted.clear();
    for (std::size_t s = first; s < last; ++s)
      sorted.push_back({{position_of_[lower_[s].row], lower_[s].value}, earlier_[s]});
    std::sort(sorted.begin(), sorted.end(),
              [](const auto& a, const auto& b) { return a.first.row < b.first.row; });
    for (std::size_t s = first; s < last; ++s) std::tie(lower_[s], earlier_[s]) = sorted[s - first];
  }
}

bool SparseElimination::repeat() {
  const int n = pattern_.columns();
  if (rank() != n) return false;
  for (int j = 0; j < n; ++j) {
    double largest = 0, sum = 0;
    for (int s = pattern_.start[j]; s < pattern_.start[j + 1]; ++s) {
      const double size = std::fabs(values_[s]);
      column_[place_[s]] = values_[s];
      largest = std::max(largest, size);
      sum += size;
    }
    for (std::size_t u = upper_start_[j]; u < upper_start_[j + 1]; ++u) {
      const int k = upper_[u].row;
      const double factor = std::exchange(column_[k], 0.0);
      upper_[u].value = factor;
      if (factor == 0) continue;
      for (std::size_t s = lower_start_[k]; s < lower_start_[k + 1]; ++s)
        column_[lower_[s].row] -= lower_[s].value * factor;
    }
    const double pivot = std::exchange(column_[j], 0.0), size = std::fabs(pivot);
    const double inverse = 1 / pivot;
    bool is_largest = size > 0 && std::isfinite(sum);
    for (std::size_t s = lower_start_[j]; s < lower_start_[j + 1]; ++s) {
      const double value = std::exchange(column_[lower_[s].row], 0.0);
      const double other = std::fabs(value);
      lower_[s].value = value * inverse;
      is_largest = is_largest && (earlier_[s] ? other < size : other <= size);
    }
    if (!is_largest) return false;
    pivot_[j] = pivot;
    column_max_[j] = largest;
  }
  return true;
}

std::size_t SparseElimination::operations() const {
  std::size_t count = 0;
  for (int k = 0; k < rank(); ++k) count += lower_start_[k + 1] - lower_start_[k];
  for (const Entry& entry : upper_) count += lower_start_[entry.row + 1] - lower_start_[entry.row];
  return count;
}

}  // namespace mbs
