// LU factors of a small matrix by hand-written loops, to be compared with LAPACK's getrf and getrs:
// Crout-like right-looking elimination with row pivoting, column-major, rows exchanged as they are.
// Bench code: the program itself uses linalg/lu.
#pragma once

#include <cmath>
#include <utility>

namespace mbs::bench {

template <int kMax>
class SmallLu {
 public:
  explicit SmallLu(int n) : n_(n) {}
  double* matrix() { return a_; }

  // Returns -1, or the column of the first pivot that is zero.
  int factor() {
    const int n = n_;
    for (int k = 0; k < n; ++k) {
      double* column = a_ + k * n;
      int p = k;
      for (int i = k + 1; i < n; ++i)
        if (std::fabs(column[i]) > std::fabs(column[p])) p = i;
      pivot_[k] = p;
      if (column[p] == 0) return k;
      if (p != k)
        for (int j = 0; j < n; ++j) std::swap(a_[j * n + k], a_[j * n + p]);
      const double inverse = 1 / column[k];
      for (int i = k + 1; i < n; ++i) column[i] *= inverse;
      for (int j = k + 1; j < n; ++j) {
        double* target = a_ + j * n;
        const double factor = target[k];
        if (factor == 0) continue;  // mechanisms have few entries a row
        for (int i = k + 1; i < n; ++i) target[i] -= column[i] * factor;
      }
    }
    return -1;
  }

  void solve(double* b) const {
    const int n = n_;
    for (int k = 0; k < n; ++k) std::swap(b[k], b[pivot_[k]]);
    for (int k = 0; k < n; ++k) {
      const double* column = a_ + k * n;
      for (int i = k + 1; i < n; ++i) b[i] -= column[i] * b[k];
    }
    for (int k = n; k-- > 0;) {
      const double* column = a_ + k * n;
      b[k] /= column[k];
      for (int i = 0; i < k; ++i) b[i] -= column[i] * b[k];
    }
  }

 private:
  int n_;
  double a_[kMax * kMax];
  int pivot_[kMax];
};

}  // namespace mbs::bench
