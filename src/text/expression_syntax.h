// The language of expressions: its names, its pieces, and the compiler of an expression by the
// grammar of expression.h. Used by text/ and by code that splits the text of expressions.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/expression.h"
#include "text/expression_program.h"

namespace mbs {

class Parameters;

inline constexpr int kMostColumns = 1000;  // of a table file

// Meaning of a name of the language.
struct Builtin {
  NameInfo info;
  Operation operation = Operation::negate;  // of a function
  TableKind table = TableKind::linear;      // of Operation::table and surface
  double constant = 0;                      // of a constant
  bool law_variable = false;                // has a value only in a law
};
constexpr bool is_function(const Builtin* b) { return b && b->info.max_arguments > 0; }
constexpr bool reads_table(const Builtin* b) {
  return is_function(b) && (b->operation == Operation::table || b->operation == Operation::surface);
}
constexpr bool is_constant(const Builtin* b) { return b && b->constant != 0; }

// The name in lower case; null if it is not of the language.
const Builtin* find_builtin(std::string_view lower_case_name);

enum class PieceKind {
  number,
  name,
  open,   // "(" or "${"
  close,  // ")" or "}"
  comma,
  sign,    // "+" or "-", prefix or binary
  prefix,  // "!"
  binary,
  string,  // with its quotes
  wrong,   // belongs to no expression
  end
};

struct Piece {
  PieceKind kind;
  std::size_t at;
  std::string_view text;
};

// The first piece at or after offset `from`.
Piece next_piece(std::string_view text, std::size_t from);

struct ExpressionFault {
  std::size_t at;       // offset into the text
  std::string problem;  // empty: reported already
  std::string expected;
};

struct CompiledExpression {
  std::optional<ExpressionFault>
      fault;  // the first one; the program is valid only if there is none
  Program program;
};

// One pass that checks the text and writes its program. Variable k is read from slot
// parameters.live_count() + k. `suggest`: also search the name that may have been meant, which is
// slow.
CompiledExpression compile_expression(std::string_view text, SourceLocation where,
                                      const VariableNames& variables, const Parameters& parameters,
                                      bool suggest);

// The deck location of offset `at` of a text that begins at `start`.
SourceLocation location_of(std::string_view text, std::size_t at, SourceLocation start);

// A call of table, spline, periodic or table2 in a text, for reading its file beforehand.
struct TableMention {
  std::size_t at;             // offset of the file name
  ExpressionTables::Key key;  // without SourceLocation::file
};
std::vector<TableMention> table_mentions(std::string_view text);

// 'text' in quotes for an error message.
std::string quoted(std::string_view text);

}  // namespace mbs
