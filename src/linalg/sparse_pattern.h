// Places of the entries of a sparse matrix, by columns; rows ascend within a column.
#pragma once

#include <vector>

#include "base/index.h"

namespace mbs {

struct SparsePattern {
  std::vector<int> start;  // one per column and the end: where the entries of each column begin
  std::vector<int> row;
  int rows = 0;
  int columns() const { return start.empty() ? 0 : count_of(start) - 1; }
};

struct SparseMatrix {
  SparsePattern pattern;
  std::vector<double> values;
};

}  // namespace mbs
