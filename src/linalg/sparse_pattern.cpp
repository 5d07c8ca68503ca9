#include "linalg/sparse_pattern.h"

#include <algorithm>
#include <numeric>

namespace mbs {

SparsePattern pattern_of(std::vector<std::pair<int, int>> places, int size) {
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  SparsePattern pattern;
  pattern.rows = size;
  pattern.start.assign(size + 1, 0);
  for (const auto& [column, row] : places) {
    ++pattern.start[column + 1];
    pattern.row.push_back(row);
  }
  std::partial_sum(pattern.start.begin(), pattern.start.end(), pattern.start.begin());
  return pattern;
}

int entry_at(const SparsePattern& pattern, int column, int row) {
  const auto first = pattern.row.begin();
  return static_cast<int>(
      std::lower_bound(first + pattern.start[column], first + pattern.start[column + 1], row) -
      first);
}

}  // namespace mbs
