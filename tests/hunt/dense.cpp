#include "dense.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace hunt {

namespace {
std::size_t at(int i) { return static_cast<std::size_t>(i); }
}  // namespace

Elimination::Elimination(Matrix matrix) : lu_(std::move(matrix)) {
  const int n = lu_.rows;
  row_.resize(at(n));
  column_.resize(at(n));
  std::iota(row_.begin(), row_.end(), 0);
  std::iota(column_.begin(), column_.end(), 0);
  row_scale_.assign(at(n), 1);
  column_scale_.assign(at(n), 1);
  // Rows and columns are divided by the root of their largest entries, three times.
  for (int pass = 0; pass < 3; ++pass) {
    Numbers rows(at(n), 0), columns(at(n), 0);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        rows[at(i)] = std::max(rows[at(i)], std::fabs(lu_(i, j)));
        columns[at(j)] = std::max(columns[at(j)], std::fabs(lu_(i, j)));
      }
    for (double& r : rows) r = r > 0 ? 1 / std::sqrt(r) : 1;
    for (double& c : columns) c = c > 0 ? 1 / std::sqrt(c) : 1;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) lu_(i, j) *= rows[at(i)] * columns[at(j)];
    for (int i = 0; i < n; ++i) row_scale_[at(i)] *= rows[at(i)];
    for (int i = 0; i < n; ++i) column_scale_[at(i)] *= columns[at(i)];
  }
  double largest = 0;
  for (int k = 0; k < n; ++k) {
    int p = k, q = k;
    for (int i = k; i < n; ++i)
      for (int j = k; j < n; ++j)
        if (std::fabs(lu_(i, j)) > std::fabs(lu_(p, q))) p = i, q = j;
    const double pivot = std::fabs(lu_(p, q));
    largest = std::max(largest, pivot);
    quality_ = std::min(quality_, largest > 0 ? pivot / largest : 0);
    if (!(pivot > 0)) {
      quality_ = 0;
      return;
    }
    if (((p != k) != (q != k)) != (lu_(p, q) < 0)) negative_ = !negative_;
    for (int j = 0; j < n; ++j) std::swap(lu_(p, j), lu_(k, j));
    for (int i = 0; i < n; ++i) std::swap(lu_(i, q), lu_(i, k));
    std::swap(row_[at(p)], row_[at(k)]);
    std::swap(column_[at(q)], column_[at(k)]);
    for (int i = k + 1; i < n; ++i) {
      const double m = lu_(i, k) /= lu_(k, k);
      if (m != 0)
        for (int j = k + 1; j < n; ++j) lu_(i, j) -= m * lu_(k, j);
    }
  }
}

Numbers Elimination::solve(Numbers b) const {
  const int n = lu_.rows;
  Numbers y(at(n)), x(at(n));
  for (int i = 0; i < n; ++i) {
    double sum = b[at(row_[at(i)])] * row_scale_[at(row_[at(i)])];
    for (int j = 0; j < i; ++j) sum -= lu_(i, j) * y[at(j)];
    y[at(i)] = sum;
  }
  for (int i = n - 1; i >= 0; --i) {
    double sum = y[at(i)];
    for (int j = i + 1; j < n; ++j) sum -= lu_(i, j) * y[at(j)];
    y[at(i)] = sum / lu_(i, i);
  }
  for (int j = 0; j < n; ++j) x[at(column_[at(j)])] = y[at(j)] * column_scale_[at(column_[at(j)])];
  return x;
}

Numbers least_norm(const Matrix& A, const Numbers& b) {
  Matrix normal(A.rows, A.rows);
  for (int i = 0; i < A.rows; ++i)
    for (int k = 0; k < A.rows; ++k)
      for (int j = 0; j < A.columns; ++j) normal(i, k) += A(i, j) * A(k, j);
  const Numbers y = Elimination(normal).solve(b);
  Numbers x(at(A.columns), 0);
  for (int i = 0; i < A.rows; ++i)
    for (int j = 0; j < A.columns; ++j) x[at(j)] += A(i, j) * y[at(i)];
  return x;
}

// Gauss-Jordan with complete pivoting: pivot columns depend on the others.
Matrix null_space(const Matrix& A, double& quality, bool relative) {
  Matrix w = A;
  quality = 1;
  std::vector<int> column(at(A.columns));
  std::iota(column.begin(), column.end(), 0);
  double largest = 0;
  for (int k = 0; k < A.rows; ++k) {
    int p = k, q = k;
    if (k >= A.columns) return quality = 0, Matrix();
    for (int i = k; i < A.rows; ++i)
      for (int j = k; j < A.columns; ++j)
        if (std::fabs(w(i, j)) > std::fabs(w(p, q))) p = i, q = j;
    const double pivot = std::fabs(w(p, q));
    largest = relative ? std::max(largest, pivot) : 1;
    quality = std::min(quality, largest > 0 ? pivot / largest : 0);
    if (!(pivot > 0)) return quality = 0, Matrix();
    for (int j = 0; j < A.columns; ++j) std::swap(w(p, j), w(k, j));
    for (int i = 0; i < A.rows; ++i) std::swap(w(i, q), w(i, k));
    std::swap(column[at(q)], column[at(k)]);
    const double inverse = 1 / w(k, k);
    for (int j = 0; j < A.columns; ++j) w(k, j) *= inverse;
    for (int i = 0; i < A.rows; ++i) {
      const double m = w(i, k);
      if (i != k && m != 0)
        for (int j = 0; j < A.columns; ++j) w(i, j) -= m * w(k, j);
    }
  }
  const int free = A.columns - A.rows;
  Matrix N(A.columns, free);
  for (int f = 0; f < free; ++f) {
    N(column[at(A.rows + f)], f) = 1;
    for (int i = 0; i < A.rows; ++i) N(column[at(i)], f) = -w(i, A.rows + f);
  }
  return N;
}

}  // namespace hunt
