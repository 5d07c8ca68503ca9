#include "text/ranged_expression.h"

#include <utility>

#include "text/expression_series.h"

namespace mbs {

RangedExpression::RangedExpression(Expression expression)
    : expression_(std::move(expression)),
      run_(std::make_unique<SeriesRun>(expression_.program())) {}

RangedExpression::RangedExpression(RangedExpression&&) noexcept = default;
RangedExpression::~RangedExpression() = default;

Series RangedExpression::range(const Series* slots) {
  switches_.clear();
  return run_->run(slots, switches_);
}

bool RangedExpression::may_jump() const { return run_->may_jump(); }

bool may_jump_anywhere(const Expression& expression, std::size_t slots) {
  const std::vector<Series> anywhere(slots, {Bound::all(), Bound::all(), Bound::all()});
  RangedExpression ranged(expression);
  ranged.range(anywhere.data());
  return ranged.may_jump();
}

}  // namespace mbs
