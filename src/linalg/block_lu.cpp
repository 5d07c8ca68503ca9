#include "linalg/block_lu.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/index.h"
#include "base/with_constant.h"
#include "linalg/lapack.h"

namespace mbs {

namespace {

// A row for each column such that all entries there may differ from zero; empty where there is
// none (by augmenting paths, Duff 1981).
std::vector<int> matched_rows(const SparsePattern& pattern) {
  const int n = pattern.columns();
  std::vector<int> row_of(n, -1), column_of(n, -1), seen(n, -1), next(n), tried(n), path;
  for (int root = 0; root < n; ++root) {
    path.assign(1, root);
    next[root] = pattern.start[root];
    bool found = false;
    while (!path.empty() && !found) {
      const int column = path.back();
      if (next[column] == pattern.start[column + 1]) {
        path.pop_back();
        continue;
      }
      const int row = pattern.row[next[column]++];
      if (std::exchange(seen[row], root) == root) continue;
      tried[column] = row;
      found = column_of[row] < 0;
      if (found) break;
      path.push_back(column_of[row]);
      next[path.back()] = pattern.start[path.back()];
    }
    if (!found) return {};
    // Along the path each column takes the row that it has reached last.
    for (const int column : path) {
      row_of[column] = tried[column];
      column_of[tried[column]] = column;
    }
  }
  return row_of;
}

// Sets of columns of which each depends on itself and on sets before it only (Tarjan 1972).
// needs[j]: the columns on which column j depends.
std::vector<std::vector<int>> sets_in_order(const std::vector<std::vector<int>>& needs) {
  const int n = count_of(needs);
  std::vector<std::vector<int>> out;
  std::vector<int> number(n, -1), low(n, 0), open, path;
  std::vector<std::size_t> next(n, 0);
  std::vector<char> is_open(n, 0);
  int count = 0;
  const auto enter = [&](int j) {
    number[j] = low[j] = count++;
    open.push_back(j), path.push_back(j);
    is_open[j] = 1;
  };
  for (int root = 0; root < n; ++root) {
    if (number[root] >= 0) continue;
    enter(root);
    while (!path.empty()) {
      const int j = path.back();
      if (next[j] < needs[j].size()) {
        const int k = needs[j][next[j]++];
        if (number[k] < 0)
          enter(k);
        else if (is_open[k])
          low[j] = std::min(low[j], number[k]);
        continue;
      }
      path.pop_back();
      if (!path.empty()) low[path.back()] = std::min(low[path.back()], low[j]);
      if (low[j] != number[j]) continue;
      out.emplace_back();
      int member;
      do {
        member = open.back();
        open.pop_back();
        is_open[member] = 0;
        out.back().push_back(member);
      } while (member != j);
      std::sort(out.back().begin(), out.back().end());
    }
  }
  return out;
}

}  // namespace

BlockLu::BlockLu(SparsePattern pattern) : pattern_(std::move(pattern)) {
  if (pattern_.columns() == 0 || pattern_.columns() != pattern_.rows) return;
  find_blocks();
  if (!usable()) return;
  values_.assign(pattern_.row.size(), 0.0);
  work_.assign(row_.size(), 0.0);
  column_max_ = estimate_ = inverse_ = work_;
  pivot_row_.assign(row_.size(), 0);
  signs_ = pivot_row_;
}

void BlockLu::find_blocks() {
  const int n = pattern_.columns();
  const std::vector<int> row_of = matched_rows(pattern_);
  if (row_of.empty()) return;
  std::vector<int> column_of(n);
  for (int j = 0; j < n; ++j) column_of[row_of[j]] = j;
  std::vector<std::vector<int>> needs(n);
  for (int j = 0; j < n; ++j)
    for (int s = pattern_.start[j]; s < pattern_.start[j + 1]; ++s)
      if (const int needing = column_of[pattern_.row[s]]; needing != j) needs[needing].push_back(j);
  const std::vector<std::vector<int>> sets = sets_in_order(needs);
  for (const std::vector<int>& set : sets)
    if (set.size() > at(kMost)) return;
  std::vector<int> block_of(n), place(n);  // of columns, and of the rows matched with them
  int factors = 0;
  for (const std::vector<int>& set : sets) {
    const int size = count_of(set);
    for (const int j : set) {
      block_of[j] = count_of(blocks_);
      place[j] = count_of(column_);
      column_.push_back(j);
      row_.push_back(row_of[j]);
    }
    blocks_.push_back({size, count_of(column_) - size, factors, 0, 0, 0});
    factors += size * size;
  }
  for (int j = 0; j < n; ++j) place[j] -= blocks_[block_of[j]].unknowns;
  std::vector<std::vector<int>> before(blocks_.size());
  std::vector<std::pair<int, Entry>> beside;  // by blocks; places within the part of the block
  for (int j = 0; j < n; ++j)
    for (int s = pattern_.start[j]; s < pattern_.start[j + 1]; ++s) {
      const int matched = column_of[pattern_.row[s]], b = block_of[matched];
      const Block& block = blocks_[b];
      if (b == block_of[j]) {
        entries_.push_back({s, block.factors + place[matched] * block.size + place[j]});
        continue;
      }
      if (before[b].empty() || before[b].back() != j) before[b].push_back(j);
      beside.push_back({b, {s, (count_of(before[b]) - 1) * block.size + place[matched]}});
    }
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    Block& block = blocks_[b];
    block.before = count_of(before_), block.beside = factors;
    before_.insert(before_.end(), before[b].begin(), before[b].end());
    block.before_end = count_of(before_);
    factors += block.size * count_of(before[b]);
  }
  for (const auto& [b, entry] : beside)
    entries_.push_back({entry.value, blocks_[b].beside + entry.place});
  lu_.assign(factors, 0.0);
}

// False where a pivot is zero or not finite; weakest_ is its column then.
template <int kSize>
bool BlockLu::factor_block(const Block& block) {
  double* const A = lu_.data() + block.factors;
  int* const row = pivot_row_.data() + block.unknowns;
  const int* const column = column_.data() + block.unknowns;
  std::copy_n(row_.data() + block.unknowns, kSize, row);
  for (int j = 0; j < kSize; ++j) {
    int best = j;
    for (int i = j + 1; i < kSize; ++i)
      if (std::fabs(A[i * kSize + j]) > std::fabs(A[best * kSize + j])) best = i;
    if (best != j) {
      sign_ = -sign_;
      std::swap(row[best], row[j]);
      for (int k = 0; k < kSize; ++k) std::swap(A[best * kSize + k], A[j * kSize + k]);
      double* beside = lu_.data() + block.beside;
      for (int k = block.before; k < block.before_end; ++k, beside += kSize)
        std::swap(beside[best], beside[j]);
    }
    const double pivot = A[j * kSize + j], size = std::fabs(pivot);
    if (!(size > 0)) return weakest_ = column[j], false;
    if (pivot < 0) sign_ = -sign_;
    const double largest = column_max_[column[j]];
    if (!(size >= pivot_ratio_ * largest)) {
      const double ratio = size / largest;
      pivot_ratio_ = std::isfinite(ratio) ? ratio : 0, weakest_ = column[j];
    }
    smallest_ = std::min(smallest_, size);
    const double inverse = inverse_[block.unknowns + j] = 1 / pivot;
    for (int i = j + 1; i < kSize; ++i) {
      const double factor = A[i * kSize + j] *= inverse;
      for (int k = j + 1; k < kSize; ++k) A[i * kSize + k] -= factor * A[j * kSize + k];
    }
  }
  return true;
}

int BlockLu::factor() {
  factored_ = false;
  pivot_ratio_ = smallest_ = 1;
  weakest_ = 0, sign_ = 1;
  double all = 0;  // not finite where an entry is not
  for (int j = 0; j < pattern_.columns(); ++j) {
    double largest = 0;
    for (int s = pattern_.start[j]; s < pattern_.start[j + 1]; ++s) {
      const double size = std::fabs(values_[s]);
      largest = std::max(largest, size);
      all += size;
    }
    column_max_[j] = largest;
  }
  bool sound = std::isfinite(all);
  if (sound) {
    std::fill(lu_.begin(), lu_.end(), 0.0);
    for (const Entry& entry : entries_) lu_[entry.place] = values_[entry.value];
    for (const Block& block : blocks_) {
      with_constant<1, kMost>(block.size,
                              [&](auto size) { sound = factor_block<size.value>(block); });
      if (!sound) break;
    }
  } else {
    while (weakest_ + 1 < pattern_.columns() && std::isfinite(column_sum(weakest_))) ++weakest_;
  }
  if (!sound) {
    pivot_ratio_ = smallest_ = 0;
    return weakest_;
  }
  if (pivot_ratio_ == 0) smallest_ = 0;
  factored_ = true;
  return -1;
}

double BlockLu::column_sum(int j) const {
  double sum = 0;
  for (int s = pattern_.start[j]; s < pattern_.start[j + 1]; ++s) sum += std::fabs(values_[s]);
  return sum;
}

bool BlockLu::no_factors(double* b, int nrhs) const {
  if (factored_) return false;
  std::fill_n(b, static_cast<std::ptrdiff_t>(row_.size()) * nrhs,
              std::numeric_limits<double>::quiet_NaN());
  return true;
}

// Finds the unknowns x of the block from the right side b and from x of the blocks before it. b has
// the order of the rows of the matrix, x that of its columns.
template <int kSize>
void BlockLu::solve_block(const Block& block, const double* b, double* x) const {
  const double* const A = lu_.data() + block.factors;
  double z[kSize];
  for (int i = 0; i < kSize; ++i) z[i] = b[pivot_row_[block.unknowns + i]];
  const double* beside = lu_.data() + block.beside;
  for (int k = block.before; k < block.before_end; ++k, beside += kSize) {
    const double known = x[before_[k]];
    for (int i = 0; i < kSize; ++i) z[i] -= beside[i] * known;
  }
  for (int j = 0; j < kSize; ++j)
    for (int i = j + 1; i < kSize; ++i) z[i] -= A[i * kSize + j] * z[j];
  for (int j = kSize - 1; j >= 0; --j) {
    for (int k = j + 1; k < kSize; ++k) z[j] -= A[j * kSize + k] * z[k];
    z[j] *= inverse_[block.unknowns + j];
  }
  for (int i = 0; i < kSize; ++i) x[column_[block.unknowns + i]] = z[i];
}

// y of the block, by rows of the matrix, from c by its columns; what y contributes to the columns
// of the blocks before is taken from c.
template <int kSize>
void BlockLu::solve_block_transposed(const Block& block, double* c, double* y) const {
  const double* const A = lu_.data() + block.factors;
  double z[kSize];
  for (int i = 0; i < kSize; ++i) z[i] = c[column_[block.unknowns + i]];
  for (int j = 0; j < kSize; ++j) {
    z[j] *= inverse_[block.unknowns + j];
    for (int k = j + 1; k < kSize; ++k) z[k] -= A[j * kSize + k] * z[j];
  }
  for (int j = kSize - 1; j >= 0; --j)
    for (int i = j + 1; i < kSize; ++i) z[j] -= A[i * kSize + j] * z[i];
  for (int i = 0; i < kSize; ++i) y[pivot_row_[block.unknowns + i]] = z[i];
  const double* beside = lu_.data() + block.beside;
  for (int k = block.before; k < block.before_end; ++k, beside += kSize) {
    double left = c[before_[k]];
    for (int i = 0; i < kSize; ++i) left -= beside[i] * z[i];
    c[before_[k]] = left;
  }
}

void BlockLu::solve(double* b, int nrhs) {
  if (no_factors(b, nrhs)) return;
  for (int c = 0; c < nrhs; ++c, b += row_.size()) {
    for (const Block& block : blocks_)
      with_constant<1, kMost>(block.size,
                              [&](auto size) { solve_block<size.value>(block, b, work_.data()); });
    std::copy(work_.begin(), work_.end(), b);
  }
}

void BlockLu::solve_transposed(double* b, int nrhs) {
  if (no_factors(b, nrhs)) return;
  for (int c = 0; c < nrhs; ++c, b += row_.size()) {
    for (auto block = blocks_.rbegin(); block != blocks_.rend(); ++block)
      with_constant<1, kMost>(block->size, [&](auto size) {
        solve_block_transposed<size.value>(*block, b, work_.data());
      });
    std::copy(work_.begin(), work_.end(), b);
  }
}

double BlockLu::rcond() {
  if (!factored_ || pivot_ratio_ == 0) return 0;
  const int n = pattern_.columns();
  double inverse_norm = 0, norm = 0;
  int request = 0, state[3] = {0, 0, 0};
  std::vector<double>& x = column_max_;  // the next factor() fills it anew
  for (;;) {
    dlacn2_(&n, estimate_.data(), x.data(), signs_.data(), &inverse_norm, &request, state);
    if (request == 0) break;
    request == 1 ? solve(x.data()) : solve_transposed(x.data());
  }
  for (int j = 0; j < n; ++j) norm = std::max(norm, column_sum(j));
  const double rcond = 1 / inverse_norm / norm;
  return std::isfinite(rcond) ? rcond : 0;
}

}  // namespace mbs
