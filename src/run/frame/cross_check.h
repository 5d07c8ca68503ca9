// The result of --cross-check as data.
#pragma once

#include <optional>

namespace mbs {

struct CrossCheck {
  // Largest relative difference between the two ways over all rows: of a force, moment or
  // acceleration over the largest of its row.
  double difference = 0;
  bool by_matrix = false;              // one way is the matrix of a chain
  long long unsolved = 0;              // rows at which one way has no solution
  double unsolved_at = 0;              // time of the first such row [s]
  std::optional<double> left_at = {};  // from this time on rows are not compared [s]
};

}  // namespace mbs
