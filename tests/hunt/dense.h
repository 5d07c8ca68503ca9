// Dense elimination with complete pivoting: slow and safe.
#pragma once

#include <vector>

namespace hunt {

using Numbers = std::vector<double>;

struct Matrix {
  int rows = 0, columns = 0;
  Numbers a;  // row after row
  Matrix() = default;
  Matrix(int r, int c) : rows(r), columns(c), a(static_cast<std::size_t>(r * c)) {}
  double& operator()(int i, int j) { return a[static_cast<std::size_t>(i * columns + j)]; }
  double operator()(int i, int j) const { return a[static_cast<std::size_t>(i * columns + j)]; }
};

class Elimination {
 public:
  explicit Elimination(Matrix matrix);
  // Smallest over largest pivot of the equilibrated matrix; 0: singular.
  double quality() const { return quality_; }
  bool negative() const { return negative_; }  // the sign of the determinant
  Numbers solve(Numbers b) const;

 private:
  Matrix lu_;
  std::vector<int> row_, column_;
  Numbers row_scale_, column_scale_;
  double quality_ = 1;
  bool negative_ = false;
};

// x of least norm with A x = b, A of full row rank.
Numbers least_norm(const Matrix& A, const Numbers& b);
// Columns of the result span the null space of A (rows <= columns); quality: smallest over largest
// pivot of A's rows, or the smallest pivot itself.
Matrix null_space(const Matrix& A, double& quality, bool relative = true);

}  // namespace hunt
