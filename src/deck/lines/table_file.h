// A table of numbers in a file of its own: times in the first column, increasing, values beside
// them. Separators and comments as in a deck, semicolons and decimal commas as spreadsheets write
// them (deck/lines/table_text.h); lines before the first that starts with a number are headings.
#pragma once

#include <span>

#include "deck/lines/record.h"
#include "deck/lines/table_columns.h"

namespace mbs {

class Parameters;
struct LexedDeck;

// What is wanted of a file.
struct TableColumns {
  int first = 1;  // counts the values from 1
  int count = 1;
  Gaps gaps = Gaps::refuse;
  std::string_view argument = "time";  // what the first column is called in errors
  // Another number of columns is an error.
  bool exact = false;
  std::vector<TableColumn> chosen = {};       // time and values, in place of first and count
  std::vector<std::string_view> angles = {};  // of each value: its name if it is an angle, or ""
  std::vector<Unit> units = {};               // of each value
  std::shared_ptr<const RecordUnits> record = {};  // null: nothing is converted

  // What the time (0) and the values are to be multiplied by. Angles of DEG are radians already.
  std::vector<double> factors() const;
};

// `name` is looked for beside the deck file it stands in. Null after an error, which names the deck
// line or the line of the file.
std::shared_ptr<const TimeTable> read_table_file(const LexedDeck& deck, const Token& name,
                                                 const TableColumns& columns,
                                                 Diagnostics& diagnostics,
                                                 const std::string& record);

// The files of the tables that an expression at `where` reads, into parameters.tables(). Errors are
// reported here; the expression is refused then without a word.
void read_expression_tables(const LexedDeck& deck, std::string_view text, SourceLocation where,
                            Parameters& parameters, Diagnostics& diagnostics,
                            const std::string& record);

// Adds a row; false if t does not come after the last one.
bool append_row(TimeTable& table, double t, std::span<const double> values);

}  // namespace mbs
