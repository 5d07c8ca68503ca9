// Compares the head of a file (deck/lines/motion_file.h) with the COLUMNS and UNITS of the deck.
#pragma once

#include <string>
#include <vector>

#include "deck/lines/motion_file.h"
#include "deck/lines/table_file.h"

namespace mbs {

// Factors for the cells of the time and of the fields: from the units in the head of the file, else
// from the units of the deck. `numbers`: numbers of the columns of COLUMNS.
std::vector<double> factors_of(const MotionFile& head, const TableColumns& columns,
                               const std::vector<int>& numbers);

// The numbers of the columns of COLUMNS; empty after an error.
std::vector<int> chosen_numbers(const TableColumns& columns, const MotionFile& head,
                                const Token& name, Diagnostics& diagnostics,
                                const std::string& record);

// False, with an error, if the deck contradicts the head of the file or takes its frame column for
// the time.
bool agrees(const MotionFile& head, const TableColumns& columns, const std::vector<int>& numbers,
            const Token& name, Diagnostics& diagnostics, const std::string& record);

// Whether the expression converts degrees: it has deg or 180.
bool converts_degrees(std::string_view expression);

// A function of an expression takes the numbers of column `number`, from 1, as they stand. Warns if
// they may be angles in degrees. Not for an expression that converts them.
void warn_of_degrees(const MotionFile& head, int number, const Token& name,
                     Diagnostics& diagnostics, const std::string& record);

// Warns if the file has fewer or more rows than its head says.
void check_row_count(const MotionFile& head, const TimeTable& table, const Token& name,
                     Diagnostics& diagnostics, const std::string& record);

// "; the columns are 1 'Frame#', ..."; empty without headings.
std::string named_columns(const std::vector<std::string>& headings);

}  // namespace mbs
