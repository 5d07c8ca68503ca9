// Interval evaluation of an expression (Moore 1966): runs its program on ranges of values and of
// the first two derivatives along a stretch, rounded outwards.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "base/views.h"
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
  // A range that contains the values for all slots k within slots[k].value, and the derivatives
  // along the stretch for slot derivatives within slots[k].first and .second. It shrinks with the
  // ranges of the slots, linearly if the expression is differentiable.
  Series range(const Series* slots);
  // Whether the expression may jump within the last ranges. If not, its values follow from its
  // slopes, even with kinks.
  bool may_jump() const;

 private:
  Expression expression_;
  std::vector<Switch> switches_;
  std::unique_ptr<SeriesRun> run_;
};

// Whether an expression of so many slots may jump for any values of them.
bool may_jump_anywhere(const Expression& expression, std::size_t slots);
// Whether an expression may go to infinity at finite values of its slots, of which the first ones
// have the values `given`: it divides by what may be zero there, other than by a root, or has a
// tangent.
bool has_poles_anywhere(const Expression& expression, ConstVector given, std::size_t slots);

}  // namespace mbs
