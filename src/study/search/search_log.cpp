#include "study/search/search_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/interrupt.h"
#include "study/run_table.h"
#include "text/number.h"

namespace mbs {

namespace {

constexpr std::size_t kFailuresShown = 5;
constexpr std::size_t kOwnCount = 3;  // status, message, t_end
// A condition may be missed by this part of its larger side, since the optimum often lies on the
// limit of a condition.
constexpr double kRounding = 1e-9;

}  // namespace

bool Judged::feasible() const {
  return usable && std::all_of(excess.begin(), excess.end(), [](double e) { return e <= 0; });
}

SearchLog::SearchLog(const PreparedOptimise& prepared, int threads, const OptimiseOutputs& outputs)
    : prepared_(prepared),
      threads_(threads),
      outputs_(outputs),
      old_left_(static_cast<bool>(outputs.old_row)) {}

std::string SearchLog::point_text(long long run, const Point& point) const {
  std::string out = fmt::format("{},", run + 1);
  for (double x : point) out += format_number(x) + ',';
  return out;
}

std::string SearchLog::row(long long run, const Point& point, const RunResult& result) const {
  return point_text(run, point) + end_of_row(result);
}

// The result in the next row of an earlier search, which must be of the same point.
std::optional<RunResult> SearchLog::old_result(long long run, const Point& point) {
  if (!old_left_) return {};
  const std::string text = outputs_.old_row();
  old_left_ = !text.empty();
  if (!old_left_) return {};
  if (!text.starts_with(point_text(run, point))) {
    problem_ = fmt::format("--resume: row {} of the table is not of this search", run + 1);
    over_ = true;
    return {};
  }
  const std::vector<std::string> fields = csv_fields(text.substr(0, text.size() - 1));
  const std::size_t first = 1 + point.size(), count = fields.size() - first - kOwnCount;
  auto number = [](const std::string& field) {
    return field == "nan" ? NAN
                          : parse_number(field[0] == '-' ? field.substr(1) : field).value *
                                (field[0] == '-' ? -1 : 1);
  };
  RunResult out;
  for (std::size_t k = 0; k < count; ++k) out.measures.push_back(number(fields[first + k]));
  out.status = static_cast<ExitStatus>(fields[first + count][0] - '0');
  out.message = fields[first + count + 1];
  if (const std::string& t = fields.back(); t != "nan") out.t_end = number(t);
  return out;
}

Judged SearchLog::judge(const RunResult& result) const {
  Judged out;
  const std::size_t first = prepared_.study.first_added;
  const double value = result.measures[first];
  out.value = prepared_.maximise ? -value : value;
  out.usable = result.ok() && std::isfinite(value);
  for (std::size_t k = 0; k < prepared_.subjects.size(); ++k) {
    const double left = result.measures[first + 1 + 2 * k],
                 right = result.measures[first + 2 + 2 * k];
    const double excess = prepared_.subjects[k].sign[0] == '<' ? left - right : right - left;
    out.excess.push_back(excess - kRounding * std::max(std::fabs(left), std::fabs(right)));
    out.usable = out.usable && std::isfinite(out.excess.back());
  }
  return out;
}

void SearchLog::note(const Point& point, const RunResult& result, const Judged& judged) {
  if (!judged.usable) {
    ++failed_;
    if (failures_.size() < kFailuresShown)
      failures_.push_back(fmt::format(
          "run {}, {}: status {}{}", runs_, as_defines(prepared_.study.runs.names(), point),
          static_cast<int>(result.status), result.message.empty() ? "" : ", " + result.message));
  }
  if (!judged.feasible() || !(judged.value < best_worth_)) return;
  best_ = point;
  best_worth_ = judged.value;
  best_value_ = result.measures[prepared_.study.first_added];
}

std::vector<Judged> SearchLog::evaluate(std::vector<Point> points) {
  std::vector<Judged> out;
  const long long left = prepared_.evaluations - runs_;
  if (static_cast<long long>(points.size()) >= left) over_ = true;
  if (static_cast<long long>(points.size()) > left) points.resize(std::max(0LL, left));
  std::vector<RunResult> results;
  while (results.size() < points.size()) {
    auto old = old_result(runs_ + static_cast<long long>(results.size()), points[results.size()]);
    if (!problem_.empty()) return out;
    if (!old) break;
    results.push_back(std::move(*old));
  }
  const std::vector<RunResult> made = prepared_.study.runs.run_all(
      {points.begin() + static_cast<std::ptrdiff_t>(results.size()), points.end()}, threads_);
  if (signal_came()) over_ = true;
  if (!signal_came()) results.insert(results.end(), made.begin(), made.end());
  std::string rows;
  for (std::size_t k = 0; k < results.size(); ++k) {
    rows += row(runs_, points[k], results[k]);
    ++runs_;
    out.push_back(judge(results[k]));
    note(points[k], results[k], out.back());
  }
  if (outputs_.rows && !rows.empty())
    problem_ = outputs_.rows(rows, static_cast<long long>(results.size()));
  if (!problem_.empty()) over_ = true;
  if (outputs_.progress)
    outputs_.progress(runs_, prepared_.evaluations,
                      best_ ? std::optional(best_value_) : std::nullopt);
  return out;
}

}  // namespace mbs
