#include "linalg/sparse_elimination.h"

namespace mbs {

std::size_t SparseFactors::operations() const {
  std::size_t count = lower.size();
  for (const Entry& entry : upper) count += below(entry.row).size();
  return count;
}

// This function is in the step loop: values that do not change within a column are read once.
void SparseFactors::substitute(double* x) const {
  const int n = rank();
  const Entry* const left = lower.data();
  for (int k = 0; k < n; ++k) {
    const double known = x[k];
    if (known == 0) continue;
    for (std::size_t s = lower_start[k], end = lower_start[k + 1]; s < end; ++s)
      x[left[s].row] -= left[s].value * known;
  }
  const Entry* const right = upper.data();
  for (int k = n; k-- > 0;) {
    if (x[k] == 0) continue;
    const double known = x[k] /= pivot[k];
    for (std::size_t s = upper_start[k], end = upper_start[k + 1]; s < end; ++s)
      x[right[s].row] -= right[s].value * known;
  }
}

void SparseFactors::substitute_transposed(double* x) const {
  const int n = rank();
  for (int k = 0; k < n; ++k) {
    double sum = x[k];
    for (const Entry& e : above(k)) sum -= e.value * x[e.row];
    x[k] = sum / pivot[k];
  }
  for (int k = n; k-- > 0;) {
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
