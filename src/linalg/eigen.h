// Eigenvalues of small dense matrix pencils (LAPACK sygv, ggev).
#pragma once

#include <complex>
#include <vector>

namespace mbs {

// A v = value B v with A symmetric and B symmetric positive definite, n x n, column-major.
struct SymmetricEigen {
  bool ok = false;              // false: B is not positive definite, or no convergence
  std::vector<double> values;   // n, ascending
  std::vector<double> vectors;  // n x n, columns with v^T B v = 1
};
SymmetricEigen symmetric_eigen(int n, std::vector<double> A, std::vector<double> B);

// Solves B v = value A v where A is positive definite, else A v = value B v: small values of the
// pencil (A, B) then keep their digits beside very large ones. Where small and large values are far
// apart, the vectors of the large ones come from A v = value B v: a direction in which A is only
// rounding has an infinite value, which would spoil all others. Where several such directions have
// spoilt each other, all vectors come from A v = value B v.
SymmetricEigen inverse_eigen(int n, const std::vector<double>& A, const std::vector<double>& B);

// A v = value B v and u^H A = value u^H B for any A, B. The two values of a complex pair follow
// each other, the one with positive imaginary part first.
struct GeneralEigen {
  bool ok = false;
  std::vector<std::complex<double>> values;       // n; not finite where B is singular
  std::vector<std::complex<double>> right, left;  // n x n, one column per value
};
GeneralEigen general_eigen(int n, std::vector<double> A, std::vector<double> B);

}  // namespace mbs
