// What --cross-check has found, as data.
#pragma once

#include <optional>

namespace mbs {

struct CrossCheck {
  // Between the two ways, over all rows: the largest difference of a force, moment or acceleration
  // over the largest one of its row.
  double difference = 0;
  bool by_matrix = false;              // the matrix of a chain is one of the two
  long long unsolved = 0;              // rows at which one of them has no solution
  double unsolved_at = 0;              // the first of them [s]
  std::optional<double> left_at = {};  // from this time on rows are not compared [s]
};

}  // namespace mbs
