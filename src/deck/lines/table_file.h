// A table of numbers in its own file: increasing times in the first column, then values. Separators
// and comments as in a deck, semicolons and decimal commas as spreadsheets write them
// (deck/lines/table_text.h); lines before the first that starts with a number are headings.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "deck/lines/motion_file.h"
#include "deck/lines/record.h"
#include "deck/lines/table_columns.h"

namespace mbs {

class Parameters;
struct LexedDeck;

// The columns that a record wants from a file.
struct TableColumns {
  int first = 1;  // first value, from 1
  int count = 1;
  Gaps gaps = Gaps::refuse;
  std::string_view argument = "time";  // name of the first column in errors
  // true: another number of columns is an error
  bool exact = false;
  std::vector<TableColumn> chosen = {};            // time and values, in place of first and count
  std::vector<std::string_view> angles = {};       // per value: its name if it is an angle, else ""
  std::vector<Unit> units = {};                    // of each value
  std::shared_ptr<const RecordUnits> record = {};  // null: nothing is converted
  std::string_view expression = {};  // of a function, which takes the numbers as they stand
  UnitSystem coherent = {};          // units of the expression

  // Factors of the time (0) and the values. Angles with DEG are radians already.
  std::vector<double> factors() const;
};

// Reads the file `name` from the folder of the deck file that names it. Null after an error, which
// names the line of the deck or of the file.
std::shared_ptr<const TimeTable> read_table_file(const LexedDeck& deck, const Token& name,
                                                 const TableColumns& columns,
                                                 Diagnostics& diagnostics,
                                                 const std::string& record);

// Reads the tables of an expression at `where` into parameters.tables(). Errors are reported here,
// so that the expression is then refused without a second message.
void read_expression_tables(const LexedDeck& deck, std::string_view text, SourceLocation where,
                            Parameters& parameters, Diagnostics& diagnostics,
                            const std::string& record);

// Adds a row; false if t does not come after the last one.
bool append_row(TimeTable& table, double t, std::span<const double> values);

// Compares the head of a file (deck/lines/motion_file.h) with the COLUMNS and UNITS of the deck.

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

// Warns of the columns whose heading, such as "x [mm]", names another unit than the one they are
// read in. A file whose head says units has its own rules, and an expression that multiplies or
// divides is taken to convert what it reads.
void warn_of_headings(const MotionFile& head, const TableColumns& columns,
                      const std::vector<int>& numbers, const Token& name, Diagnostics& diagnostics,
                      const std::string& record);

// Warns if the file has fewer or more rows than its head says.
void check_row_count(const MotionFile& head, const TimeTable& table, const Token& name,
                     Diagnostics& diagnostics, const std::string& record);

// "; the columns are 1 'Frame#', ..."; empty without headings.
std::string named_columns(const std::vector<std::string>& headings);

}  // namespace mbs
