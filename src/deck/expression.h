// Expressions of a deck, evaluated by muParser; no other file knows that library.
//
// Grammar, weakest first: ?: (right to left)  ||  &&  comparisons < <= > >= == !=  + -  * /
// prefix - + !  ^ (right to left; -2^2 is -4). Comparisons and logical operators give 1 or 0.
// Numbers as in number.h without a sign (1.5d0, 30deg). Names are case-insensitive. `${` and `}`
// inside an expression are parentheses. There is no assignment, no string and no list. Operations
// are carried out in the order written: nothing is folded or rearranged.
//
// Every expression is checked against this grammar before muParser sees it, so that each error
// names the deck column of the offending piece.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "deck/parameters.h"

namespace mbs {

inline constexpr std::size_t kMaxExpressionLength = 4000;

// A name whose value is read from an address each time an expression is evaluated.
struct Variable {
  std::string_view name;
  double* value;
};

class Expression {
 public:
  // `text` begins at `where`; a line feed in it goes on at column 1 of the next deck line.
  // Parameters are compiled in as constants, but for those that are live (Parameter::live), whose
  // table must outlive the expression; a variable hides a parameter of its name. The
  // variables are read once here and must outlive the expression. Errors go to `diagnostics`
  // under the name `record`; then the result is empty.
  static std::optional<Expression> compile(std::string_view text, SourceLocation where,
                                           std::span<const Variable> variables,
                                           const Parameters& parameters, Diagnostics& diagnostics,
                                           std::string_view record);
  Expression(Expression&&) noexcept;
  Expression& operator=(Expression&&) noexcept;
  ~Expression();

  // The value at the present values of the variables; no allocation. May be inf or nan (1/0).
  double eval() const noexcept;

 private:
  struct Impl;
  explicit Expression(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// The value of an expression of parameters alone; a value that is not finite is an error.
std::optional<double> evaluate_constant(std::string_view text, SourceLocation where,
                                        const Parameters& parameters, Diagnostics& diagnostics,
                                        std::string_view record);

// Every name in the text, as written, whether it means anything or not.
std::vector<std::string_view> expression_names(std::string_view text);

// The text in one line with every parameter replaced by its value, but for live ones, for the
// canonical echo.
std::string resolve_parameters(std::string_view text, const Parameters& parameters);

// For the manual and for refusing parameters of these names.
struct NameInfo {
  std::string_view name;
  std::string_view meaning;  // "sine of x (radians)"
  int min_arguments = 0;     // 0: not a function
  int max_arguments = 0;
};
std::span<const NameInfo> reserved_names();
bool is_reserved(std::string_view name);

}  // namespace mbs
