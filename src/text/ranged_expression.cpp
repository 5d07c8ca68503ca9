#include "text/ranged_expression.h"

#include <algorithm>
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

bool has_poles_anywhere(const Expression& expression, ConstVector given, std::size_t slots) {
  const Program& program = expression.program();
  std::vector<char> is_root(program.register_count(), 0);
  bool any = false;
  for (const Instruction& i : program.code) {
    if (i.operation == Operation::branch) continue;
    is_root[i.result] = i.operation == Operation::root || i.operation == Operation::hypotenuse;
    any = any || i.operation == Operation::divide || i.operation == Operation::tangent ||
          i.operation == Operation::power;
  }
  if (!any) return false;
  std::vector<Series> ranges(slots, {Bound::all(), Bound::all(), Bound::all()});
  for (std::size_t k = 0; k < given.size(); ++k) ranges[k].value = {given[k], given[k]};
  std::vector<Switch> switches;
  SeriesRun run(program);
  run.run(ranges.data(), switches);
  return std::any_of(program.code.begin(), program.code.end(), [&](const Instruction& i) {
    if (i.operation == Operation::divide) return !is_root[i.b] && run.value(i.b).contains(0);
    if (i.operation == Operation::tangent) return run.value(i.a).width() > 0;
    return i.operation == Operation::power && !is_root[i.a] && run.value(i.a).contains(0) &&
           run.value(i.b).lo < 0;
  });
}

}  // namespace mbs
