// Makes table files of spreadsheets and measuring programs readable for the lexer.
#pragma once

#include <optional>
#include <string>

namespace mbs {

struct TableTextProblem {
  int line = 0, column = 0;  // from 1
  std::string text, expected;
};

// Rewrites the text in place; every row and column stays where it is:
// - headings, which are the lines before the first that begins with a number, become blank;
// - where semicolons stand between columns they become commas, and decimal commas points;
// - where tabs stand between columns and every comma between two digits, the same;
// - tabs become commas where rows have as many tabs as each other but cells that are empty;
// - quotes around cells become blanks.
// What could be read in two ways is a problem: decimal commas in columns that commas or blanks
// separate, and decimal commas beside decimal points. A text with zero bytes is left alone.
std::optional<TableTextProblem> prepare_table_text(std::string& text);

}  // namespace mbs
