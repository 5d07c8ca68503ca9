// A table of numbers in its own file: increasing times in the first column, then values. Separators
// and comments as in a deck, semicolons and decimal commas as spreadsheets write them
// (deck/lines/table_text.h); lines before the first that starts with a number are headings.
#pragma once

#include <span>

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

}  // namespace mbs
