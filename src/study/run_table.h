// The table of runs of `mbsim sweep --table`: a CSV whose first row names parameters. Each further
// row is a run; its fields are expressions of numbers, or texts for PARAM name = "text"; in quotes
// where they contain commas. Lines without text and lines that begin with '#' are skipped.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "study/run_list.h"

namespace mbs {

struct RunResult;

// Empty after an error, which names the line of the file. deck: its texts and its units.
std::optional<RunList> read_run_table(const std::string& path, const Parameters& deck,
                                      Diagnostics& diagnostics);

// The fields of one line of a CSV, without the blanks around them and their quotes; "" in quotes
// is one quote.
std::vector<std::string> csv_fields(std::string_view line);
// A text as a field of a CSV: in quotes, unless it is empty.
std::string csv_quoted(std::string_view text);
// What a row of a table of runs says of the run itself: "m1,m2,status,message,t_end\n".
std::string end_of_row(const RunResult& result);

}  // namespace mbs
