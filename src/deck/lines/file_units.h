// What a file says of itself (deck/lines/motion_file.h) beside what the deck says of it.
#pragma once

#include <string>
#include <vector>

#include "deck/lines/motion_file.h"
#include "deck/lines/table_file.h"

namespace mbs {

// What the cells of the time and of the fields are to be multiplied by: by what the file says of
// itself, else by the units of the deck. `numbers`: of the columns that COLUMNS names.
std::vector<double> factors_of(const MotionFile& head, const TableColumns& columns,
                               const std::vector<int>& numbers);

// False, and an error, where the deck says it otherwise than the file, or takes its frames for the
// time.
bool agrees(const MotionFile& head, const TableColumns& columns, const std::vector<int>& numbers,
            const Token& name, Diagnostics& diagnostics, const std::string& record);

// Warns of a file that was cut short, or goes on behind its end.
void check_row_count(const MotionFile& head, const TimeTable& table, const Token& name,
                     Diagnostics& diagnostics, const std::string& record);

// "; the columns are 1 'Frame#', ...", or nothing without headings.
std::string named_columns(const std::vector<std::string>& headings);

}  // namespace mbs
