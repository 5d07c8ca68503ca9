#include <algorithm>
#include <cmath>

#include "solve/impact/fixed_loads.h"

namespace mbs {

namespace {

// Entries below kLeastPivot are rounding, as M and q have entries of about 1; numbers that differ
// by less than kTie are the same.
constexpr double kLeastPivot = 1e-11, kTie = 1e-12;

// The equations w - M z - 1 z0 = q, solved for the variables of the basis. Columns: w, z, z0, and
// the right side.
class Tableau {
 public:
  Tableau(const std::vector<double>& M, const std::vector<double>& q)
      : n_(q.size()), columns_(2 * n_ + 2), values_(n_ * columns_, 0.0), basis_(n_) {
    for (std::size_t i = 0; i < n_; ++i) {
      basis_[i] = i;
      at(i, i) = 1;
      for (std::size_t j = 0; j < n_; ++j) at(i, n_ + j) = -M[i * n_ + j];
      at(i, 2 * n_) = -1;
      at(i, 2 * n_ + 1) = q[i];
    }
  }

  bool solve(std::vector<double>& z) {
    std::size_t entering = 2 * n_, row = 0;
    for (std::size_t i = 1; i < n_; ++i)
      if (comes_before(i, 1, row, 1)) row = i;
    const std::size_t most = 50 * n_ + 100;
    for (std::size_t k = 0; k < most; ++k) {
      const std::size_t leaving = basis_[row];
      pivot(row, entering);
      if (leaving == 2 * n_) return read(z), true;
      entering = leaving < n_ ? leaving + n_ : leaving - n_;
      row = n_;
      for (std::size_t i = 0; i < n_; ++i) {
        if (!(at(i, entering) > kLeastPivot)) continue;
        if (row == n_ || comes_before(i, at(i, entering), row, at(row, entering))) row = i;
      }
      if (row == n_) return false;
    }
    return false;
  }

 private:
  double& at(std::size_t i, std::size_t j) { return values_[i * columns_ + j]; }

  // Whether row i divided by by_i comes before row k divided by by_k, compared by the right side
  // and then by the columns of w one after the other. The artificial variable leaves as soon as it
  // may.
  bool comes_before(std::size_t i, double by_i, std::size_t k, double by_k) {
    const auto compare = [&](std::size_t column) {
      const double one = at(i, column) / by_i, other = at(k, column) / by_k;
      const double size = std::max({1.0, std::fabs(one), std::fabs(other)});
      return std::fabs(one - other) <= kTie * size ? 0 : one < other ? -1 : 1;
    };
    const int first = compare(2 * n_ + 1);
    if (first != 0) return first < 0;
    if (basis_[i] == 2 * n_ || basis_[k] == 2 * n_) return basis_[i] == 2 * n_;
    for (std::size_t column = 0; column < n_; ++column)
      if (const int c = compare(column); c != 0) return c < 0;
    return false;
  }

  void pivot(std::size_t row, std::size_t column) {
    const double by = 1 / at(row, column);
    for (std::size_t j = 0; j < columns_; ++j) at(row, j) *= by;
    at(row, column) = 1;
    for (std::size_t i = 0; i < n_; ++i) {
      const double factor = at(i, column);
      if (i == row || factor == 0) continue;
      for (std::size_t j = 0; j < columns_; ++j) at(i, j) -= factor * at(row, j);
      at(i, column) = 0;
    }
    basis_[row] = column;
  }

  void read(std::vector<double>& z) {
    z.assign(n_, 0.0);
    for (std::size_t i = 0; i < n_; ++i)
      if (basis_[i] >= n_ && basis_[i] < 2 * n_)
        z[basis_[i] - n_] = std::max(0.0, at(i, 2 * n_ + 1));
  }

  std::size_t n_, columns_;
  std::vector<double> values_;
  std::vector<std::size_t> basis_;
};

}  // namespace

bool solve_lcp(const std::vector<double>& M, const std::vector<double>& q, std::vector<double>& z) {
  z.assign(q.size(), 0.0);
  if (std::none_of(q.begin(), q.end(), [](double value) { return value < 0; })) return true;
  return Tableau(M, q).solve(z);
}

}  // namespace mbs
