// Expressions of a deck: their grammar and the names in them. Values and derivatives:
// text/compiled_expression.h.
//
// Grammar, weakest first: ?: (right to left)  ||  &&  comparisons < <= > >= == !=  + -  * /
// prefix - + !  ^ (right to left; -2^2 is -4). Comparisons and logical operators give 1 or 0.
// Numbers as in number.h without a sign (1.5d0, 30deg). Names are case-insensitive. `${` and `}`
// inside an expression are parentheses. There is no assignment and no list; the name of a table's
// file is the only string. Operations are carried out in the order written: nothing is rearranged.
// Each error names the deck column of the offending piece.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/diagnostics.h"
#include "text/compiled_expression.h"
#include "text/names.h"

namespace mbs {

inline constexpr std::size_t kMaxExpressionLength = 4000;

// Names of variables in any letter case, except the capitals that a deck may declare
// (text/capital_names.h). Each name means a variable; the first of two equal names counts. The
// names are views: the texts must live as long.
class VariableNames {
 public:
  void add(std::string_view name, int variable);
  const std::vector<std::string_view>& names() const { return names_; }
  // The variable of a name; -1: there is none.
  int find(std::string_view name) const;

 private:
  std::vector<std::string_view> names_;
  std::unordered_map<std::string, int> variable_;  // by names in lower case
};

// The value of an expression of parameters alone; a value that is not finite is an error.
std::optional<double> evaluate_constant(std::string_view text, SourceLocation where,
                                        const Parameters& parameters, Diagnostics& diagnostics,
                                        std::string_view record);

// Every name in the text, as written, whether it means anything or not.
std::vector<std::string_view> expression_names(std::string_view text);
// Whether '(' follows `name`, which is a part of `text`: then it is a function.
bool is_called(std::string_view text, std::string_view name);

// The text in one line with the values of all parameters except live ones, for the canonical echo.
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
