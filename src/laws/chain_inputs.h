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
  ChainInputs(std::size_t segments, const Parameters& parameters)
      : parameters_(parameters),
        segments_(segments),
        slots_(static_cast<std::size_t>(parameters.live_count()), 5 + 2 * segments) {
    slots_.set_parameters(parameters.live_values());
  }

  // *target = offset + the quantity, at every evaluate(). The target must stay where it is. Errors
  // of an expression go to `diagnostics`.
  void add(const ChainQuantity& quantity, double* target, double offset, const std::string& record,
           Diagnostics& diagnostics);

  // What expressions see: t, x, y, xd, yd of the base, the angles, their rates.
  double* variables() { return slots_.variables(); }
  // The table that an expression has left at these slots, if any.
  std::optional<LeftTable> left_table() const;
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
  const Parameters& parameters_;
  std::size_t segments_;
  Slots slots_;
  std::vector<Input> inputs_;
};

}  // namespace mbs
