// Expressions of a deck: values and exact derivatives.
//
// Grammar, weakest first: ?: (right to left)  ||  &&  comparisons < <= > >= == !=  + -  * /
// prefix - + !  ^ (right to left; -2^2 is -4). Comparisons and logical operators give 1 or 0.
// Numbers as in number.h without a sign (1.5d0, 30deg). Names are case-insensitive. `${` and `}`
// inside an expression are parentheses. There is no assignment and no list; the name of a table's
// file is the only string. Operations are carried out in the order written: nothing is rearranged.
// Each error names the deck column of the offending piece.
//
// The derivatives at kinks and jumps are those of the branch that gives the value
// (expression_derivatives.h says how).
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/diagnostics.h"
#include "text/parameters.h"

namespace mbs {

inline constexpr std::size_t kMaxExpressionLength = 4000;

class Program;
struct DerivativesAlong;

// What an expression reads: the live parameters, then the variables in the order of their names.
// Each run has its own.
class Slots {
 public:
  Slots() = default;
  Slots(std::size_t parameters, std::size_t variables)
      : values_(parameters + variables), parameters_(parameters) {}
  void set_parameters(std::span<const double> values) {
    std::copy(values.begin(), values.end(), values_.begin());
  }
  double* variables() { return values_.data() + parameters_; }
  std::span<const double> variables() const { return std::span(values_).subspan(parameters_); }
  const double* data() const { return values_.data(); }

 private:
  std::vector<double> values_;
  std::size_t parameters_ = 0;
};

// Names of variables, whatever their capitals, but for those that a deck may declare
// (text/capital_names.h). Each means a variable; of two that are the same the first one counts.
// They live as long as the texts that they are views of.
class VariableNames {
 public:
  void add(std::string_view name, int variable);
  const std::vector<std::string_view>& names() const { return names_; }
  // The variable of a name, -1 where there is none.
  int find(std::string_view name) const;

 private:
  std::vector<std::string_view> names_;
  std::unordered_map<std::string, int> variable_;  // by names in lower case
};

// Where and why an expression has no value.
struct LeftTable {
  SourceLocation where;  // of the function in the deck
  std::string problem;   // "u = 12 lies outside table 'f.csv'"
  std::string expected;
};

// How an expression depends on some of its variables: not at all, as a sum of multiples of them
// whose factors may depend on the others, as such a sum and something else, or otherwise.
enum class Dependence : std::uint8_t { none, linear, affine, other };

// A compiled expression. It never changes: copies share it, and any number of threads may evaluate
// it, each with slots of its own. No evaluation allocates.
class Expression {
 public:
  // `text` begins at `where`; a line feed in it goes on at column 1 of the next deck line.
  // Parameters are compiled in as constants, but for those that are live (Parameter::live). A
  // variable hides a parameter of its name. Variable k is read from slot
  // parameters.live_count() + k. Errors go to `diagnostics` under the name `record`; then the
  // result is empty.
  static std::optional<Expression> compile(std::string_view text, SourceLocation where,
                                           std::span<const std::string_view> variables,
                                           const Parameters& parameters, Diagnostics& diagnostics,
                                           std::string_view record);
  // The same where several names may mean one variable.
  static std::optional<Expression> compile(std::string_view text, SourceLocation where,
                                           const VariableNames& variables,
                                           const Parameters& parameters, Diagnostics& diagnostics,
                                           std::string_view record);

  // The value; it may be inf or nan (1/0), and is nan outside a table.
  double value(const double* slots) const noexcept;
  // The value; derivatives[k] becomes the derivative with respect to slot by[k].
  double gradient(const double* slots, std::span<const int> by, double* derivatives) const noexcept;
  // The value and its first two derivatives with respect to s, at s = 0, where slot k is
  // slots[k] + s direction[k].
  DerivativesAlong along(const double* slots, const double* direction) const noexcept;
  // Both: the derivatives along the line, and those with respect to the slots by[k].
  DerivativesAlong along(const double* slots, const double* direction, std::span<const int> by,
                         double* derivatives) const noexcept;
  // The slots that it reads.
  std::span<const int> slots() const noexcept;
  // How it depends on the slots k with varies[k] != 0.
  Dependence dependence(std::span<const char> varies) const;
  // Whether its value is that of its one slot as it is.
  bool is_bare() const noexcept;
  // The largest parts that read only live parameters, `parameters` of them, and slot t, which they
  // are not linear in. Their slots are the live parameters, then t.
  std::vector<Expression> time_parts(int parameters, int t) const;
  // The addends that are no polynomials of the slots k with varies[k] != 0; their slots are these.
  std::vector<Expression> uneven_addends(std::span<const char> varies) const;
  // For text/.
  const Program& program() const { return *program_; }
  // The table that the evaluation leaves first, if any.
  std::optional<LeftTable> left_table(const double* slots) const;

 private:
  friend class ExpressionRows;
  explicit Expression(std::shared_ptr<const Program> program) : program_(std::move(program)) {}
  std::shared_ptr<const Program> program_;
};

// A value and its first two derivatives along a line.
struct DerivativesAlong {
  double value = 0, first = 0, second = 0;
};

// The value of an expression of parameters alone; a value that is not finite is an error.
std::optional<double> evaluate_constant(std::string_view text, SourceLocation where,
                                        const Parameters& parameters, Diagnostics& diagnostics,
                                        std::string_view record);

// Every name in the text, as written, whether it means anything or not.
std::vector<std::string_view> expression_names(std::string_view text);
// Whether the name, which is a part of the text, stands before '(': it is a function there.
bool is_called(std::string_view text, std::string_view name);

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
