#include "linalg/sparse_elimination.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

#include "linalg/kept_pivots.h"

namespace mbs {

namespace {

constexpr std::size_t kSmall = 5000;  // entries
constexpr double kBolder = 0.1;       // hesitation of one turn, as a part of that before
constexpr std::size_t kWordBits = 64;

}  // namespace

SparseElimination::SparseElimination(SparsePattern pattern)
    : pattern_(std::move(pattern)), values_(pattern_.row.size(), 0.0) {
  column_.assign(pattern_.rows, 0.0);
  is_noted_.assign(pattern_.rows, 0);
  position_of_.assign(pattern_.rows, 0);
  factors_.row_at = position_of_;
  place_.assign(values_.size(), 0);
  below_.reserve(pattern_.rows);
  acting_.assign(static_cast<std::size_t>(pattern_.rows) / kWordBits + 1, 0);
  sorted_.reserve(pattern_.rows);
}

// Notes a row in which the column has an entry: a pivot that acts on it, or a candidate.
void SparseElimination::note_entry(int row) {
  if (is_noted_[row]) return;
  is_noted_[row] = 1;
  const std::size_t position = static_cast<std::size_t>(position_of_[row]);
  if (position < factors_.pivot.size())
    acting_[position / kWordBits] |= std::uint64_t{1} << position % kWordBits;
  else
    below_.push_back(row);
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

// Subtracts the pivot columns from the column, in the order of the pivots; rows of L are still
// those of the matrix.
void SparseElimination::eliminate(std::vector<Entry>& upper) {
  for (std::size_t word = 0; word < acting_.size(); ++word) {
    // A pivot brings only later ones to the set, perhaps of the same word.
    while (acting_[word] != 0) {
      const int k = static_cast<int>(word * kWordBits) + std::countr_zero(acting_[word]);
      acting_[word] &= acting_[word] - 1;
      const int pivot_row = factors_.row_at[k];
      const double factor = std::exchange(column_[pivot_row], 0.0);
      is_noted_[pivot_row] = 0;
      upper.push_back({k, factor});
      work_ += static_cast<double>(factors_.below(k).size());
      for (const Entry& e : factors_.below(k)) {
        if (factor != 0) column_[e.row] -= e.value * factor;
        note_entry(e.row);
      }
    }
  }
}

// The largest candidate; of equal ones the first in the order of the exchanged rows, as in Lu.
int SparseElimination::largest_row() const {
  int best = -1;
  for (int row : below_) {
    const double size = std::fabs(column_[row]);
    const double largest = best < 0 ? -1 : std::fabs(column_[best]);
    if (size > largest || (size == largest && position_of_[row] < position_of_[best])) best = row;
  }
  return best;
}

// Exchanges the rows at two places of the factors.
void SparseElimination::exchange(int k, int place) {
  if (place == k) return;
  factors_.odd = !factors_.odd;
  std::swap(factors_.row_at[k], factors_.row_at[place]);
  position_of_[factors_.row_at[k]] = k;
  position_of_[factors_.row_at[place]] = place;
}

// The row becomes the next pivot, the other candidates the column of L.
void SparseElimination::accept(int row, int column, double largest) {
  const int k = factors_.rank(), place = position_of_[row];
  const double pivot = column_[row], inverse = 1 / pivot;
  for (int other : below_)
    if (other != row) {
      factors_.lower.push_back({other, column_[other] * inverse});
      earlier_.push_back(position_of_[other] < place);
    }
  exchange(k, place);
  exchanged_.push_back(place);
  factors_.pivot.push_back(pivot);
  factors_.column_of.push_back(column);
  factors_.column_max.push_back(largest);
  factors_.lower_start.push_back(factors_.lower.size());
  factors_.upper_start.push_back(factors_.upper.size());
}

void SparseElimination::clear_column() {
  for (int row : below_) column_[row] = 0, is_noted_[row] = 0;
}

// The column becomes a pivot where its candidate is above `tolerance` times its largest entry, or
// `tolerance` times `least` if that is more.
void SparseElimination::try_column(int column, double tolerance, double least,
                                   std::vector<int>& otherwise) {
  if (factors_.rank() == pattern_.rows || work_ > most_work_) return otherwise.push_back(column);
  const double largest = scatter(column);
  eliminate(factors_.upper);
  const int row = largest_row();
  if (row >= 0 && std::fabs(column_[row]) > tolerance * std::max(largest, least)) {
    accept(row, column, largest);
  } else {
    otherwise.push_back(column);
    factors_.upper.resize(factors_.upper_start.back());
  }
  clear_column();
}

void SparseElimination::forget() {
  std::iota(position_of_.begin(), position_of_.end(), 0);
  std::iota(factors_.row_at.begin(), factors_.row_at.end(), 0);
  factors_.clear();
  earlier_.clear(), exchanged_.clear();
}

// Takes the factors back to where they had only the first `count` pivots: rows of L are those of
// the matrix again.
void SparseElimination::keep_first(int count) {
  factors_.lower.resize(factors_.lower_start[count]);
  for (Entry& e : factors_.lower) e.row = factors_.row_at[e.row];
  for (int k = factors_.rank() - 1; k >= count; --k) exchange(k, exchanged_[k]);
  for (std::vector<double>* of : {&factors_.pivot, &factors_.column_max}) of->resize(count);
  factors_.column_of.resize(count), exchanged_.resize(count);
  factors_.upper.resize(factors_.upper_start[count]);
  earlier_.resize(factors_.lower.size());
  factors_.lower_start.resize(count + 1), factors_.upper_start.resize(count + 1);
}

void SparseElimination::choose(double tolerance, double hesitation, double most_work) {
  most_work_ = most_work;
  work_ = 0;
  const bool plain = tolerance == 0 && hesitation == 0 && most_work == HUGE_VAL;
  if (const int serve = std::exchange(serving_, 0); serve > 0 && plain)
    keep_first(serve);
  else
    forget();
  dependent_.clear(), waiting_.clear();
  left_.resize(static_cast<std::size_t>(pattern_.columns() - factors_.rank()));
  std::iota(left_.begin(), left_.end(), factors_.rank());
  for (; hesitation > tolerance; hesitation *= kBolder) {
    waiting_.clear();
    for (int j : left_) try_column(j, hesitation, 1, waiting_);
    left_.swap(waiting_);
  }
  for (int j : left_) try_column(j, tolerance, 0, dependent_);
  finish();
}

std::vector<SparseElimination::Entry> SparseElimination::upper_of_dependent(int column) {
  std::vector<Entry> upper;
  std::vector<double> dense(pattern_.rows, 0.0);
  for (int s = pattern_.start[column]; s < pattern_.start[column + 1]; ++s)
    dense[place_[s]] = values_[s];
  for (int k = 0; k < factors_.rank(); ++k) {
    const double factor = dense[k];
    if (factor == 0) continue;
    upper.push_back({k, factor});
    for (const Entry& e : factors_.below(k)) dense[e.row] -= e.value * factor;
  }
  return upper;
}

// Rows of L by their place in the factors, ascending: sums over them are then in the order of Lu.
void SparseElimination::finish() {
  // Room for all entries that other pivots may leave; in a large matrix for three times as many
  // entries as now.
  if (!has_room_) {
    const std::size_t rows = pattern_.rows, columns = pattern_.columns();
    const std::size_t all = std::min(rows * columns / 2, kSmall);
    factors_.lower.reserve(std::max(all, 3 * factors_.lower.size()));
    factors_.upper.reserve(std::max(all, 3 * (factors_.lower.size() + factors_.upper.size())));
    earlier_.reserve(factors_.lower.capacity());
    has_room_ = true;
  }
  for (std::size_t s = 0; s < place_.size(); ++s) place_[s] = position_of_[pattern_.row[s]];
  std::vector<std::pair<Entry, char>>& sorted = sorted_;
  for (int k = 0; k < factors_.rank(); ++k) {
    const std::size_t first = factors_.lower_start[k], last = factors_.lower_start[k + 1];
    sorted.clear();
    for (std::size_t s = first; s < last; ++s)
      sorted.push_back(
          {{position_of_[factors_.lower[s].row], factors_.lower[s].value}, earlier_[s]});
    std::sort(sorted.begin(), sorted.end(),
              [](const auto& a, const auto& b) { return a.first.row < b.first.row; });
    for (std::size_t s = first; s < last; ++s)
      std::tie(factors_.lower[s], earlier_[s]) = sorted[s - first];
  }
}

bool SparseElimination::repeat() {
  const int n = pattern_.columns();
  serving_ = 0;
  if (factors_.rank() != n) return false;
  const bool keeps = keeps_ || n >= kKeepsPivotsFrom;
  for (int j = 0; j < n; ++j) {
    double largest = 0, sum = 0;
    for (int s = pattern_.start[j]; s < pattern_.start[j + 1]; ++s) {
      const double size = std::fabs(values_[s]);
      column_[place_[s]] = values_[s];
      largest = std::max(largest, size);
      sum += size;
    }
    for (std::size_t u = factors_.upper_start[j]; u < factors_.upper_start[j + 1]; ++u) {
      const int k = factors_.upper[u].row;
      const double factor = std::exchange(column_[k], 0.0);
      factors_.upper[u].value = factor;
      if (factor == 0) continue;
      for (const Entry& e : factors_.below(k)) column_[e.row] -= e.value * factor;
    }
    const double pivot = std::exchange(column_[j], 0.0), size = std::fabs(pivot);
    const double inverse = 1 / pivot;
    bool serves = size > 0 && std::isfinite(sum);
    for (std::size_t s = factors_.lower_start[j]; s < factors_.lower_start[j + 1]; ++s) {
      const double value = std::exchange(column_[factors_.lower[s].row], 0.0);
      const double other = std::fabs(value);
      factors_.lower[s].value = value * inverse;
      serves = serves && (keeps         ? size >= kKeptPivot * other
                          : earlier_[s] ? other < size
                                        : other <= size);
    }
    if (!serves) {
      if (!keeps) serving_ = j;
      return false;
    }
    factors_.pivot[j] = pivot;
    factors_.column_max[j] = largest;
  }
  return true;
}

}  // namespace mbs
