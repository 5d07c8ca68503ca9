// The columns of a CSV, read quickly: only those asked for become numbers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mbs {

struct NumberTable {
  std::vector<std::string> names;            // of all columns
  std::vector<int> chosen;                   // those that were read
  std::vector<std::vector<double>> columns;  // of each chosen one; an empty field is a gap (NaN)
  std::string problem;                       // why the table could not be read; or empty
};

// `wanted` as names of columns in any case of letters; "1" is the first column where none is named
// so. All columns where nothing is wanted.
NumberTable read_number_table(std::string_view text, const std::vector<std::string>& wanted);
// The fields of one column as they are written, row by row as above. The column is there.
std::vector<std::string> read_text_column(std::string_view text, const std::string& name);
// The names alone, by the first line that is no comment.
std::vector<std::string> table_names(std::string_view text);

}  // namespace mbs
