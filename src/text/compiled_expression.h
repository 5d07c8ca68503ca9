// A compiled expression of a deck: values and exact derivatives. The grammar and the order of
// operations: text/expression.h.
//
// At kinks and jumps the branch that gives the value also gives the derivatives (details:
// expression_derivatives.h).
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

// The numbers that an expression reads: live parameters, then variables in the order of their
// names. Each run has its own slots.
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

// Place and reason for a missing value of an expression.
struct MissingValue {
  SourceLocation where;  // of the function or operation in the deck
  std::string problem;   // "u = 12 lies outside table 'f.csv'"
  std::string expected;
};

// How an expression depends on a set V of its variables. none: not at all. linear: sum of factors
// times variables of V. affine: linear plus a term without V. other: otherwise. Factors and terms
// may depend on variables outside V.
enum class Dependence : std::uint8_t { none, linear, affine, other };

// A compiled expression. It never changes: copies share it, and any number of threads may evaluate
// it, each with slots of its own. No evaluation allocates.
class Expression {
 public:
  // `text` begins at `where`; after a line feed the text continues at column 1 of the next deck
  // line. Parameters become constants, except live ones (Parameter::live). A variable hides a
  // parameter of its name. Variable k is read from slot parameters.live_count() + k. Errors go to
  // `diagnostics` under the name `record`; then the result is empty.
  static std::optional<Expression> compile(std::string_view text, SourceLocation where,
                                           std::span<const std::string_view> variables,
                                           const Parameters& parameters, Diagnostics& diagnostics,
                                           std::string_view record);
  // The same if several names may mean one variable.
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
  // The derivatives along the line, and the derivatives with respect to the slots by[k].
  DerivativesAlong along(const double* slots, const double* direction, std::span<const int> by,
                         double* derivatives) const noexcept;
  // The slots that it reads.
  std::span<const int> slots() const noexcept;
  // The dependence on the slots k with varies[k] != 0.
  Dependence dependence(std::span<const char> varies) const;
  // Whether the expression is only the value of one slot.
  bool is_bare() const noexcept;
  // The largest parts that read only slot t and the `parameters` live parameters, and are not
  // linear in t. The slots of a part are the live parameters, then t.
  std::vector<Expression> time_parts(int parameters, int t) const;
  // The addends that are no polynomials of the slots k with varies[k] != 0; they have the same
  // slots.
  std::vector<Expression> uneven_addends(std::span<const char> varies) const;
  // For the room text only.
  const Program& program() const { return *program_; }
  // Why the value is not finite: the first table left or operation without a value, if any.
  std::optional<MissingValue> missing_value(const double* slots) const;

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
