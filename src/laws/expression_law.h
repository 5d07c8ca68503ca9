// An expression of a deck and the inputs that it reads.
#pragma once

#include <utility>
#include <vector>

#include "text/compiled_expression.h"

namespace mbs {

// An expression of the deck that reads some of the model's inputs.
class ExpressionLaw {
 public:
  // `reads`: indices in ForceLaws::inputs of the variables of the expression.
  ExpressionLaw(int index, int parameters, std::vector<int> reads, Expression expression)
      : index_(index), reads_(std::move(reads)), expression_(std::move(expression)) {
    for (const int k : reads_) slots_.push_back(parameters + k);
  }

  int index() const { return index_; }  // of the coordinate or deformation
  // `slots` belong to the caller: present values of parameters and inputs.
  double evaluate(const Slots& slots) const { return expression_.value(slots.data()); }
  // derivatives[k]: by input reads()[k].
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

// An expression of an element that reads t.
struct FormulaOfTime {
  Expression expression;
  int t = 0;            // slot of t
  int deformation = 0;  // deformation of the element
};

}  // namespace mbs
