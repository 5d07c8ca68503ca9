#include "linalg/sparse_factors.h"

namespace mbs {

std::size_t SparseFactors::operations() const {
  std::size_t count = lower.size();
  for (const Entry& entry : upper) count += below(entry.row).size();
  return count;
}

void SparseFactors::substitute(double* x) const {
  for (int k = 0; k < rank(); ++k) {
    if (x[k] == 0) continue;
    for (const Entry& e : below(k)) x[e.row] -= e.value * x[k];
  }
  for (int k = rank(); k-- > 0;) {
    if (x[k] == 0) continue;
    x[k] /= pivot[k];
    for (const Entry& e : above(k)) x[e.row] -= e.value * x[k];
  }
}

void SparseFactors::substitute_transposed(double* x) const {
  for (int k = 0; k < rank(); ++k) {
    double sum = x[k];
    for (const Entry& e : above(k)) sum -= e.value * x[e.row];
    x[k] = sum / pivot[k];
  }
  for (int k = rank(); k-- > 0;) {
    double sum = x[k];
    for (const Entry& e : below(k)) sum -= e.value * x[e.row];
    x[k] = sum;
  }
}

void SparseFactors::clear() {
  pivot.clear(), column_max.clear(), column_of.clear();
  lower.clear(), upper.clear();
  lower_start = upper_start = {0};
  odd = false;
}

}  // namespace mbs
