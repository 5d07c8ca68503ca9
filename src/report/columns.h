// --columns: the columns of a CSV and their order.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mbs {

// Splits text into names of columns at commas and blanks. In a name * stands for any characters, ?
// for one; letter case does not count.
std::vector<std::string> split_columns(std::string_view text);

// Whether the name of a column has * or ?.
bool is_pattern(std::string_view name);

struct ColumnChoice {
  static constexpr int kTime = -1;
  std::vector<int> indices;  // kTime or an index into the names
  std::string unknown;       // the first pattern that no column has; empty if each has one
  std::string_view nearest;  // a column that may have been meant; may be empty
};

// For each pattern in order, its columns in the order of `names`; no column twice. Without
// patterns: all columns. has_time: a column `t` stands before the first name. `*` finds the first
// `plain` names only. The other names are further names of the same columns; a pattern finds them
// if it matches none of the first `plain` names. Negative: all names are plain.
ColumnChoice choose_columns(const std::vector<std::string>& patterns,
                            const std::vector<std::string>& names, bool has_time, int plain = -1);

}  // namespace mbs
