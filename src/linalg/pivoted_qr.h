// Rank of a small dense matrix by QR with column pivoting (LAPACK geqp3).
#pragma once

#include <vector>

#include "base/views.h"

namespace mbs {

struct RankReport {
  int rank = 0;
  std::vector<int> independent;  // rank columns that span the rest
  std::vector<int> dependent;    // the others
  // combination[d][k]: column dependent[d] = sum_k combination[d][k] * column independent[k].
  std::vector<std::vector<double>> combination;
  double smallest_kept = 0;  // |R_kk| / |R_11| of the last column counted as independent
};

// Columns of a (m x n, column-major) whose |R_kk| is at most tolerance |R_11| count as dependent.
// If entries are expected to have a `size`, so do columns whose |R_kk| is at most tolerance * size.
RankReport column_rank(std::vector<double> a, int m, int n, double tolerance, double size = 0);

// One flag per column: whether it takes part in a null vector of a (m x n, n >= m, column-major,
// entries of about 1), or in the nearest thing to a null vector if no column is dependent by
// rounding.
std::vector<char> undetermined_columns(const std::vector<double>& a, int m, int n);

}  // namespace mbs
