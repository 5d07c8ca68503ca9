// The program of a compiled expression: instructions over registers, each written once, and their
// evaluation with derivatives. Private to text/; the interface is compiled_expression.h.
//
// Registers: the constants, the slots that are read, then one result per instruction. An evaluation
// keeps nothing, so any number of threads may run one program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/source_location.h"
#include "text/compiled_expression.h"
#include "text/expression_origin.h"
#include "text/expression_table.h"

namespace mbs {

enum class Operation : std::uint8_t {
  negate,
  logical_not,
  add,
  subtract,
  multiply,
  divide,
  power,
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,
  logical_and,
  logical_or,
  sine,
  cosine,
  tangent,
  arc_sine,
  arc_cosine,
  arc_tangent,
  arc_tangent2,
  hyperbolic_sine,
  hyperbolic_cosine,
  hyperbolic_tangent,
  exponential,
  logarithm,
  logarithm10,
  root,
  magnitude,
  sign,
  step,
  floor,
  ceiling,
  remainder,
  hypotenuse,
  rise_harmonic,
  rise_cycloidal,
  rise_345,
  rise_4567,
  rise_modsine,
  minimum,  // of two operands; each further argument takes one more instruction
  maximum,
  // The operations below are no functions of two registers: see Program.
  table,
  surface,
  branch,
  otherwise,
  join
};

// result = operation(a, b); operations of one operand have b = a. For the meaning of a and b in
// other operations see Program.
struct Instruction {
  Operation operation;
  std::uint16_t result;
  std::uint16_t a, b;
  bool operator==(const Instruction&) const = default;
};

// A table or spline that is evaluated at register a, a surface also at the register `second`.
struct TableCall {
  std::shared_ptr<const ExpressionTable> table;
  SourceLocation where;  // of the function's name
  std::uint16_t second = 0;
};

// `c ? p : q` is: c; branch a = c, b = the index of `otherwise`; p; otherwise result = that of the
// join, a = register of p, b = index of the join; q; join a = register of q, b = index of the
// `otherwise`, before which p ends. The join's partner `branch` is at index Program::branch_of[b].
class Program {
 public:
  double value(const double* slots) const;
  // derivatives[k]: with respect to slot by[k]. A reverse sweep: its cost does not depend on the
  // number of slots.
  double gradient(const double* slots, std::span<const int> by, double* derivatives) const;
  // The value and its derivatives with respect to s of slots + s direction at s = 0.
  // derivatives[k]: with respect to slot by[k], as in gradient().
  DerivativesAlong along(const double* slots, const double* direction, std::span<const int> by,
                         double* derivatives) const;
  // The first call outside the range of its table; null if there is none. arguments: u, and w of a
  // surface.
  const TableCall* left_table(const double* slots, double arguments[2]) const;

  // Writes the registers, register_count() of them.
  void fill(const double* slots, double* registers) const;

  // Expression::dependence().
  Dependence dependence(std::span<const char> varies) const;

  std::size_t register_count() const { return constants.size() + slots.size() + results; }

  std::vector<double> constants;
  std::vector<int> slots;  // slots that are read
  std::vector<Instruction> code;
  std::vector<std::uint16_t> branch_of;  // by index of an `otherwise`; 0 elsewhere
  std::vector<TableCall> tables;
  std::size_t results = 0;
  std::uint16_t result = 0;  // register of the value
  ExpressionOrigin origin;

 private:
  // Takes the derivatives from the adjoints; NaN where a table was left.
  void take_derivatives(const double* adjoint, bool inside, std::span<const int> by,
                        double* derivatives) const;
  template <class Outside>
  bool run(const double* slots, double* r, const Outside& outside) const;
};

// The value of an operation before Operation::table.
double apply(Operation operation, double a, double b);
// Whether operand b of such an operation counts.
bool has_two_operands(Operation operation);

}  // namespace mbs
