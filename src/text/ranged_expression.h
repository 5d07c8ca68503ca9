// The interval evaluation of an expression (Moore 1966): its compiled program run on ranges,
// rounded outwards, each with those of its first two derivatives along a stretch.
#pragma once

#include <memory>
#include <vector>

#include "text/compiled_expression.h"
#include "text/series.h"

namespace mbs {

class SeriesRun;
struct Switch;

class RangedExpression {
 public:
  explicit RangedExpression(Expression expression);
  RangedExpression(RangedExpression&&) noexcept;
  ~RangedExpression();

  const Expression& expression() const { return expression_; }
  // Contains the values at all slots k within slots[k].value, and their derivatives along a stretch
  // of which slots[k] has the others. It shrinks with the ranges, linearly where the expression is
  // differentiable.
  Series range(const Series* slots);
  // Whether it may jump within the ranges asked for last; elsewhere it changes as its slopes say,
  // kinks or not.
  bool may_jump() const;

 private:
  Expression expression_;
  std::vector<Switch> switches_;
  std::unique_ptr<SeriesRun> run_;
};

}  // namespace mbs
