// The numbers that a chain's deck gives as values, expressions of its state or tables over time:
// known variables, coefficients and right sides of added equations.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/diagnostics.h"
#include "deck/expression.h"
#include "deck/tables.h"
#include "laws/motion.h"

namespace mbs {

class ChainInputs {
 public:
  explicit ChainInputs(std::size_t segments) : slots_(5 + 2 * segments) {}

  // *target = offset + the quantity, at every evaluate(). The target must stay where it is. Errors
  // of an expression go to `diagnostics`.
  void add(const ChainQuantity& quantity, double* target, double offset,
           const Parameters& parameters, const std::string& record, Diagnostics& diagnostics);

  // What expressions see: t, x, y, xd, yd of the base, the angles, their rates.
  std::vector<double>& slots() { return slots_; }
  // At the present slots; no allocation.
  void evaluate();

 private:
  struct Input {
    double* target;
    double offset;  // with the value of a constant
    std::optional<Expression> expression;
    std::optional<Motion> table;
    int hint = 0;
  };
  std::vector<double> slots_;
  std::vector<Input> inputs_;
};

}  // namespace mbs
