// The language of expressions apart from their evaluation: its names, its pieces and the check of
// an expression against the grammar of expression.h. Private to deck/.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "deck/expression.h"
#include "deck/parameters.h"

namespace mbs {

// What a name of the language stands for. A function has exactly one of the callbacks.
struct Builtin {
  NameInfo info;
  double (*one)(double) = nullptr;
  double (*two)(double, double) = nullptr;
  double (*many)(const double*, int) = nullptr;
  double constant = 0;        // of a constant
  bool law_variable = false;  // has a value only where a law is evaluated
};
constexpr bool is_function(const Builtin* b) { return b && b->info.max_arguments > 0; }
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
  wrong,  // belongs to no expression
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
  std::size_t at;  // offset into the text
  std::string problem;
  std::string expected;
};

struct CheckedExpression {
  std::optional<ExpressionFault> fault;  // the first one; the rest holds only if there is none
  // The text for muParser, character below character: lower case, one line, `${}` as parentheses,
  // '(' directly after the name of a function.
  std::string plain;
  std::vector<const Variable*> variables;  // what occurs in the text, possibly several times
  std::vector<const Parameter*> parameters;
  std::vector<const Builtin*> builtins;
};

// Looking for the name that may have been meant takes a while: `suggest` only if somebody reads it.
CheckedExpression check_expression(std::string_view text, std::span<const Variable> variables,
                                   const Parameters& parameters, bool suggest);

// 'text' in quotes for an error message.
std::string quoted(std::string_view text);

}  // namespace mbs
