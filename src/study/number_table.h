// Quick reading of the columns of a CSV: only the columns asked for are converted to numbers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mbs {

struct NumberTable {
  std::vector<std::string> names;            // of all columns
  std::vector<int> chosen;                   // indices of the columns that were read
  std::vector<std::vector<double>> columns;  // numbers of each chosen column; an empty field is NaN
  std::string problem;                       // why the table could not be read; or empty
};

// wanted: names of columns in any letter case; "1" means the first column unless a column has that
// name. Empty: all columns.
NumberTable read_number_table(std::string_view text, const std::vector<std::string>& wanted);
// The fields of one column as they are written, for the same rows. The column must exist.
std::vector<std::string> read_text_column(std::string_view text, const std::string& name);
// The names of the columns, from the first line that is no comment.
std::vector<std::string> table_names(std::string_view text);

}  // namespace mbs
