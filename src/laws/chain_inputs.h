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
  ChainInputs(std::size_t segments, std::vector<std::string> states, const Parameters& parameters)
      : parameters_(parameters),
        names_(chain_variable_names(segments)),
        states_(states.size()),
        slots_(static_cast<std::size_t>(parameters.live_count()), names_.size() + states.size()) {
    for (std::string& name : states) names_.push_back(std::move(name));
    slots_.set_parameters(parameters.live_values());
  }

  // *target = offset + the quantity, at every evaluate(). The target must stay where it is. Errors
  // of an expression go to `diagnostics`.
  void add(const ChainQuantity& quantity, double* target, double offset, const std::string& record,
           Diagnostics& diagnostics);

  // What expressions see: t, x, y, xd, yd of the base, the angles, their rates, the states.
  double* variables() { return slots_.variables(); }
  double* states() { return slots_.variables() + names_.size() - states_; }
  // The derivatives of the input that was added k-th with respect to the states; it is an
  // expression.
  void by_states(std::size_t k, Vector out) const;
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
  std::vector<std::string> names_;
  std::size_t states_;
  Slots slots_;
  std::vector<Input> inputs_;
};

}  // namespace mbs
