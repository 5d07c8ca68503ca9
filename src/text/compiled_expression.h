// A compiled expression of a deck: values and exact derivatives. What may stand in one, and in
// which order it is carried out: text/expression.h.
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
#include <utility>
#include <vector>

#include "base/source_location.h"

namespace mbs {

class Diagnostics;
class Parameters;
class Program;
class VariableNames;
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

}  // namespace mbs
