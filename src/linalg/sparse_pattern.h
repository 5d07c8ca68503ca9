// Places of the entries of a sparse matrix, by columns; rows ascend within a column.
#pragma once

#include <utility>
#include <vector>

#include "base/index.h"

namespace mbs {

struct SparsePattern {
  std::vector<int> start;  // one per column and the end: where the entries of each column begin
  std::vector<int> row;
  int rows = 0;
  int columns() const { return start.empty() ? 0 : count_of(start) - 1; }
};

// Of these places {column, row} in a square matrix, which may be given more than once.
SparsePattern pattern_of(std::vector<std::pair<int, int>> places, int size);
// The number of the entry at a place of the pattern.
int entry_at(const SparsePattern& pattern, int column, int row);

struct SparseMatrix {
  SparsePattern pattern;
  std::vector<double> values;
};

}  // namespace mbs
