// An expression of a deck with what it reads.
#pragma once

#include <utility>
#include <vector>

#include "text/compiled_expression.h"

namespace mbs {

// An expression of the deck that reads some of the model's inputs.
class ExpressionLaw {
 public:
  // `reads`: places among ForceLaws::inputs, those of the variables that the expression names.
  ExpressionLaw(int index, int parameters, std::vector<int> reads, Expression expression)
      : index_(index), reads_(std::move(reads)), expression_(std::move(expression)) {
    for (const int k : reads_) slots_.push_back(parameters + k);
  }

  int index() const { return index_; }  // of the coordinate or deformation
  // `slots` are the caller's: the parameters as they are now, and what the inputs are.
  double evaluate(const Slots& slots) const { return expression_.value(slots.data()); }
  // derivatives[k] is that with respect to input reads()[k].
  void gradient(const Slots& slots, double* derivatives) const {
    expression_.gradient(slots.data(), slots_, derivatives);
  }
  const std::vector<int>& reads() const { return reads_; }
  const Expression& expression() const { return expression_; }

 private:
  int index_;
  std::vector<int> reads_, slots_;
  Expression expression_;
};

}  // namespace mbs
