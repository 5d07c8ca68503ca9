// --columns: which columns a CSV has, and in which order.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mbs {

// Names of columns apart by commas or blanks; * stands for any characters, ? for one. Letter case
// does not count.
std::vector<std::string> split_columns(std::string_view text);

struct ColumnChoice {
  static constexpr int kTime = -1;
  std::vector<int> indices;  // kTime or an index into the names
  std::string unknown;       // the first pattern that no column has; empty if each has one
  std::string_view nearest;  // a column that may have been meant; may be empty
};

// Each pattern's columns in the order of `names`, the patterns in theirs, no column twice. All
// columns where there are no patterns. has_time: a column `t` stands before the first name.
// The first `plain` names are what `*` finds; the others, further names of the same columns, are
// found by patterns that match none of those. Negative: all are plain.
ColumnChoice choose_columns(const std::vector<std::string>& patterns,
                            const std::vector<std::string>& names, bool has_time, int plain = -1);

}  // namespace mbs
