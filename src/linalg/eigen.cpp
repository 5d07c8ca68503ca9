#include "linalg/eigen.h"

#include <algorithm>
#include <cmath>

#include "base/finite.h"
#include "base/index.h"
#include "base/tolerances.h"
#include "linalg/lapack.h"

namespace mbs {

namespace {

// A vector of a pencil is good if its quotient agrees with its eigenvalue to this part.
constexpr double kSameVector = 1e-6;

// One decomposition serves all undamped modes if largest frequency^2 / smallest is at most this.
constexpr double kModeSpread = 1e10;

// ggev stores a complex pair of vectors as real part, imaginary part in two columns.
std::vector<std::complex<double>> unpack(int n, const std::vector<double>& packed,
                                         const std::vector<double>& imaginary) {
  std::vector<std::complex<double>> out(at(n) * at(n));
  for (int j = 0; j < n; ++j) {
    const double* first = packed.data() + at(j) * at(n);
    const bool pair = imaginary[j] > 0 && j + 1 < n;
    for (int i = 0; i < n; ++i) {
      out[j * n + i] = {first[i], pair ? first[n + i] : 0.0};
      if (pair) out[(j + 1) * n + i] = {first[i], -first[n + i]};
    }
    if (pair) ++j;
  }
  return out;
}

// Whether v^T A v = value v^T B v, but for rounding of the terms.
bool is_value(int n, const std::vector<double>& A, const std::vector<double>& B, double value,
              const double* v) {
  double a = 0, b = 0, terms = 0;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      const double both = v[i] * v[j], term = both * A[j * n + i];
      a += term;
      terms += std::fabs(term);
      b += both * B[j * n + i];
    }
  return std::fabs(a - value * b) <= kSameVector * std::fabs(a) + tolerance::rigid_mode * terms;
}

}  // namespace

SymmetricEigen symmetric_eigen(int n, std::vector<double> A, std::vector<double> B) {
  SymmetricEigen out;
  out.values.assign(n, 0.0);
  if (n == 0) return out.ok = true, out;
  out.vectors.assign(at(n) * at(n), 0.0);
  if (first_not_finite(A) >= 0 || first_not_finite(B) >= 0) return out;
  const int type = 1, lwork = std::max(1, 34 * n);
  int info = 0;
  std::vector<double> work(lwork);
  dsygv_(&type, "V", "L", &n, A.data(), &n, B.data(), &n, out.values.data(), work.data(), &lwork,
         &info, 1, 1);
  out.ok = info == 0;
  out.vectors = std::move(A);
  return out;
}

SymmetricEigen inverse_eigen(int n, const std::vector<double>& A, const std::vector<double>& B) {
  SymmetricEigen low = symmetric_eigen(n, B, A);
  const SymmetricEigen high = symmetric_eigen(n, A, B);
  if (n == 0 || !low.ok || !high.ok) return low.ok ? low : high;
  // The largest values of both problems are reliable, whatever the others are.
  const double softest = 1 / low.values.back(), stiffest = high.values.back();
  if (!(stiffest > kModeSpread * softest)) return low;
  const double middle = std::sqrt(softest * stiffest);
  for (int k = 0; k < n; ++k) {  // the smallest values of `low` are the largest of `high`
    const int same = n - 1 - k;
    if (!(high.values[same] > middle)) {
      if (!is_value(n, A, B, 1 / low.values[k], low.vectors.data() + k * n)) return high;
      continue;
    }
    low.values[k] = 1 / high.values[same];
    std::copy_n(high.vectors.begin() + same * n, n, low.vectors.begin() + k * n);
  }
  return low;
}

GeneralEigen general_eigen(int n, std::vector<double> A, std::vector<double> B) {
  GeneralEigen out;
  if (n == 0) return out.ok = true, out;
  if (first_not_finite(A) >= 0 || first_not_finite(B) >= 0) return out;
  std::vector<double> real(n), imaginary(n), beta(n), left(at(n) * at(n)), right(left);
  const int lwork = std::max(8, 40 * n);
  int info = 0;
  std::vector<double> work(lwork);
  dggev_("V", "V", &n, A.data(), &n, B.data(), &n, real.data(), imaginary.data(), beta.data(),
         left.data(), &n, right.data(), &n, work.data(), &lwork, &info, 1, 1);
  if (info != 0) return out;
  for (int j = 0; j < n; ++j) out.values.emplace_back(real[j] / beta[j], imaginary[j] / beta[j]);
  out.right = unpack(n, right, imaginary);
  out.left = unpack(n, left, imaginary);
  out.ok = true;
  return out;
}

}  // namespace mbs
