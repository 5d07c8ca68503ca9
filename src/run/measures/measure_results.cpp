#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "run/measures/measure_run.h"

namespace mbs {

namespace {

// A result of a formula below this part of its operands is rounding.
constexpr double kOnlyRounding = 1e-9;

// A window of a measure ends with the run if it ends by at most this part of its times after the
// run.
constexpr double kSameEnd = 1e-12;

// The value of a formula of measures and parameters; before: the values of the measures before it.
void take_formula(const MeasuredFunction& f, const std::vector<int>& operands,
                  const std::vector<MeasureValue>& before, Slots& slots, MeasureValue& out) {
  double* const variables = slots.variables();
  for (int m : operands) {
    const MeasureValue& operand = before[m];
    variables[m] = operand.value;
    out.size = std::max(out.size, operand.size);
    if (out.reason.empty() && !operand.reason.empty()) out.reason = operand.name + " has no value";
  }
  out.value = f.expression->value(slots.data());
  if (std::fabs(out.value) > kOnlyRounding * out.size || out.size == 0)
    out.size = std::fabs(out.value);
}

void take_condition(const MeasuredFunction& g, const MeasuredSpan& span, MeasureValue& out) {
  out.value = g.value;
  out.times = g.times;
  if (g.row->reduction == Reduction::time_when)
    out.size = std::max(std::fabs(span.start), std::fabs(span.planned));
  out.reason = g.found || !g.failed.empty() ? g.failed
               : !span.broken.empty()       ? span.broken
               : g.count > 0
                   ? fmt::format("its condition came about {} of {} times", g.count, g.row->nth)
                   : "its condition did not come about";
}

void take_reduction(const MeasuredFunction& f, const MeasuredSpan& span, MeasureValue& out) {
  const MeasureRow& row = *f.row;
  const double t = span.reached;
  out.value = f.reduced(span.start, t);
  if (row.reduction == Reduction::integral) out.size *= std::fabs(f.whole);
  const double slack = kSameEnd * std::max(std::fabs(span.start), std::fabs(span.planned));
  if (out.reason.empty()) out.reason = span.broken;
  if (!out.reason.empty()) return;
  const bool to_the_end = row.reduction != Reduction::first;
  const bool before_to = row.has_to && t < f.to - slack;
  if (!f.begun)
    out.reason = fmt::format("the run ended at t = {:.9g}, before FROM", t);
  else if (to_the_end && before_to)
    out.reason = fmt::format("the run ended at t = {:.9g}, before TO", t);
  else if (to_the_end && !row.has_to && !span.complete)
    out.reason = fmt::format("the run ended early, at t = {:.9g}", t);
}

}  // namespace

std::vector<MeasureValue> measure_values(const MeasureFunctions& measured, ConstVector live,
                                         const MeasuredSpan& span) {
  std::vector<MeasureValue> out;
  Slots slots(live.size(), measured.measures);
  slots.set_parameters(live);
  for (std::size_t k = 0; k < measured.measures; ++k) {
    const MeasureRow& row = measured.rows[k];
    const MeasuredFunction& f = measured.functions[k];
    MeasureValue value{row.name, 0, f.size, f.failed, row.required, row.where};
    if (row.reduction == Reduction::formula)
      take_formula(f, measured.operands[k], out, slots, value);
    else if (has_condition(row))
      take_condition(measured.condition_of(k), span, value);
    else
      take_reduction(f, span, value);
    if (f.left_out > 0)
      value.note = fmt::format("without the impulses of {} impact{}", f.left_out,
                               f.left_out == 1 ? "" : "s");
    if (value.reason.empty() && !std::isfinite(value.value)) value.reason = "it is not finite";
    if (!value.reason.empty()) value.value = std::numeric_limits<double>::quiet_NaN();
    out.push_back(std::move(value));
  }
  return out;
}

std::vector<SummaryRow> summary_rows(const MeasureFunctions& measured) {
  std::vector<SummaryRow> out;
  for (std::size_t k = measured.measures; k < measured.rows.size(); ++k) {
    const MeasuredFunction& f = measured.functions[k];
    const Extremes& e = f.extremes;
    if (f.begun && f.failed.empty())
      out.push_back({{measured.rows[k].name, measured.units[k - measured.measures]},
                     e.least(),
                     e.least_at(),
                     e.most(),
                     e.most_at()});
  }
  return out;
}

}  // namespace mbs
