#include "run/strides/stride_numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "plan/plan.h"
#include "report/plain_number.h"
#include "text/names.h"

namespace mbs {

namespace {

// A stride is odd that lasts this many times the median, or that part of it.
constexpr double kOdd = 1.5;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// Numbers of stride_values() from `time` on.
enum StrideNumber : std::size_t {
  kOfTime = 1,
  kOfCadence,
  kOfStance,
  kOfSwing,
  kOfLength,
  kOfSpeed,
  kOfStepTime,
  kOfStepLength
};

const std::vector<double>& times_of(const Plan& plan, const std::string& name,
                                    const MarkTimes& marks) {
  return marks[static_cast<std::size_t>(find_mark(plan, name) - plan.marks.data())];
}

// The first time behind `from` and before `to`; nan: none.
double first_within(const std::vector<double>& times, double from, double to) {
  const auto found = std::upper_bound(times.begin(), times.end(), from);
  return found != times.end() && *found < to ? *found : kNone;
}

std::string count_text(std::size_t n, const std::string& name) {
  return n == 1   ? fmt::format("{} came about once", name)
         : n == 0 ? fmt::format("{} did not come about", name)
                  : fmt::format("{} came about {} times", name, n);
}

// Negative where the foot lands behind the place of the other one, by less than it has gone itself.
// On a treadmill, where the foot gets nowhere, there is no direction.
double step_length(const FoundStride& s) {
  const double step = s.foot_to - s.other_foot, way = s.foot_to - s.foot_from;
  const bool is_behind = std::fabs(way) > std::fabs(step) && step * way < 0;
  return is_behind ? -std::fabs(step) : std::fabs(step);
}

// Why there is no stride.
std::string why_none(const StrideRow& row, const std::vector<double>& from,
                     const std::vector<double>& to) {
  if (from.empty()) return count_text(0, row.from);
  if (are_same_name(row.from, row.to)) return count_text(from.size(), row.from);
  if (to.empty()) return count_text(0, row.to);
  if (to.back() <= from.front())
    return fmt::format("{} came about last at t = {:.6g}, before {} at {:.6g}", row.to, to.back(),
                       row.from, from.front());
  return fmt::format("{} did not come about between one {} and the next", row.to, row.from);
}

}  // namespace

Strides find_strides(const Plan& plan, const StrideRow& row, const MarkTimes& marks) {
  Strides out;
  out.row = &row;
  const std::vector<double>& from = times_of(plan, row.from, marks);
  const std::vector<double>& to = times_of(plan, row.to, marks);
  for (std::size_t k = 0; k < from.size(); ++k) {
    const auto end = std::upper_bound(to.begin(), to.end(), from[k]);
    const bool last = k + 1 == from.size();
    if (end == to.end() || (!last && *end > from[k + 1])) {
      if (!last) ++out.left_out;  // behind the last mark the record ends
      continue;
    }
    FoundStride stride{from[k], *end, kNone, kNone, kNone, kNone, kNone, {}};
    if (!row.off.empty())
      stride.off = first_within(times_of(plan, row.off, marks), stride.from, stride.to);
    if (!row.other.empty())
      stride.other = first_within(times_of(plan, row.other, marks), stride.from, stride.to);
    out.found.push_back(std::move(stride));
  }
  if (out.found.empty()) out.why_none = why_none(row, from, to);
  return out;
}

void find_numbers(Strides& strides, const UnitSystem& units) {
  const double two_minutes = in_units(120, unit::second, units);
  const bool whole = are_same_name(strides.row->from, strides.row->to);
  for (FoundStride& s : strides.found) {
    const double lasts = s.to - s.from;
    const double stands = 100 * (s.off - s.from) / lasts;
    const double goes = std::fabs(s.foot_to - s.foot_from);
    s.numbers = {lasts,          whole ? two_minutes / lasts : kNone,
                 stands,         100 - stands,
                 goes,           goes / lasts,
                 s.to - s.other, step_length(s)};
  }
}

void warn_of_odd_strides(const Strides& strides, Diagnostics& diagnostics) {
  const StrideRow& row = *strides.row;
  if (strides.found.size() < 3 || !are_same_name(row.from, row.to)) return;
  std::vector<double> lasts;
  for (const FoundStride& s : strides.found) lasts.push_back(s.to - s.from);
  const auto middle = lasts.begin() + static_cast<std::ptrdiff_t>(lasts.size() / 2);
  std::nth_element(lasts.begin(), middle, lasts.end());
  const double median = *middle;
  for (std::size_t k = 0; k < strides.found.size(); ++k) {
    const FoundStride& s = strides.found[k];
    const bool is_long = s.to - s.from > kOdd * median;
    if (!is_long && !(s.to - s.from < median / kOdd)) continue;
    diagnostics.warning(
        row.where, row.label,
        fmt::format(
            "stride {} from {:.6g} to {:.6g} lasts {:.4g}, the median of the strides {:.4g}", k + 1,
            s.from, s.to, s.to - s.from, median),
        is_long
            ? fmt::format("a mark {} may be missing between", row.from)
            : fmt::format("a mark {} may be none; APART leaves out what comes too soon", row.from));
  }
}

double Strides::mean(std::size_t k) const {
  double sum = 0;
  int n = 0;
  for (const FoundStride& s : found)
    if (std::isfinite(s.numbers[k - 1])) sum += s.numbers[k - 1], ++n;
  return n > 0 ? sum / n : kNone;
}

double Strides::deviation(std::size_t k) const {
  const double m = mean(k);
  double squares = 0;
  int n = 0;
  for (const FoundStride& s : found)
    if (const double v = s.numbers[k - 1]; std::isfinite(v)) squares += (v - m) * (v - m), ++n;
  return n > 1 ? std::sqrt(squares / (n - 1)) : kNone;
}

bool Strides::has(std::size_t k) const {
  switch (k) {
    case kOfCadence:
      return are_same_name(row->from, row->to);
    case kOfStance:
    case kOfSwing:
      return !row->off.empty();
    case kOfLength:
    case kOfSpeed:
      return !row->foot.empty();
    case kOfStepTime:
      return !row->other.empty();
    case kOfStepLength:
      return !row->foot.empty() && !row->other_foot.empty();
    default:
      return true;
  }
}

std::string mark_table(const Plan& plan, const MarkTimes& marks, int digits) {
  if (plan.marks.empty()) return {};
  constexpr std::size_t kEach = 8;  // times in a line
  std::size_t width = 12;
  double last = 0;
  for (const MarkRow& row : plan.marks) width = std::max(width, row.name.size());
  for (const auto& times : marks)
    for (const double t : times) last = std::max(last, std::fabs(t));
  std::string out = fmt::format("\n MARKS\n {:<{}}  TIMES\n", "NAME", width);
  for (std::size_t k = 0; k < marks.size(); ++k) {
    out += fmt::format(" {:<{}}", plan.marks[k].name, width);
    if (marks[k].empty()) out += "  none";
    for (std::size_t i = 0; i < marks[k].size(); ++i) {
      if (i > 0 && i % kEach == 0) out += fmt::format("\n {:<{}}", "", width);
      out += fmt::format("  {:>10}", plain_number(marks[k][i], last, digits));
    }
    out += "\n";
  }
  return out;
}

std::string stride_table(const Strides& strides, int digits) {
  std::string out = fmt::format("\n STRIDE {}\n", strides.row->name);
  if (strides.found.empty()) return out + fmt::format(" none: {}\n", strides.why_none);
  static constexpr std::string_view kHeads[] = {"TIME",   "CADENCE", "STANCE%",  "SWING%",
                                                "LENGTH", "SPEED",   "STEPTIME", "STEPLENGTH"};
  std::vector<std::vector<std::string>> lines(strides.found.size() + 1);
  const auto add = [&](std::string_view head, const std::vector<double>& values) {
    double size = 0;
    for (const double v : values)
      if (std::isfinite(v)) size = std::max(size, std::fabs(v));
    lines[0].emplace_back(head);
    for (std::size_t k = 0; k < values.size(); ++k)
      lines[k + 1].push_back(std::isfinite(values[k]) ? plain_number(values[k], size, digits)
                                                      : std::string("-"));
  };
  std::vector<double> column;
  const bool several = strides.found.size() > 1;
  if (several) lines.resize(lines.size() + 2);
  const auto blank = [&](std::size_t k) { return k > strides.found.size(); };
  lines[0].emplace_back("NO.");
  for (std::size_t k = 1; k < lines.size(); ++k)
    lines[k].push_back(!blank(k)                       ? fmt::format("{}", k)
                       : k == strides.found.size() + 1 ? "MEAN"
                                                       : "SD");
  for (const bool to : {false, true}) {
    column.clear();
    for (const FoundStride& s : strides.found) column.push_back(to ? s.to : s.from);
    if (several) column.insert(column.end(), 2, kNone);
    add(to ? "TO" : "FROM", column);
    for (std::size_t k = 1; k < lines.size(); ++k)
      if (blank(k)) lines[k].back().clear();
  }
  for (std::size_t n = kOfTime; n <= kOfStepLength; ++n) {
    if (!strides.has(n)) continue;
    column.clear();
    for (const FoundStride& s : strides.found) column.push_back(s.numbers[n - 1]);
    if (several) column.insert(column.end(), {strides.mean(n), strides.deviation(n)});
    add(kHeads[n - 1], column);
  }
  std::vector<std::size_t> widths(lines[0].size(), 4);
  for (const auto& line : lines)
    for (std::size_t c = 0; c < line.size(); ++c) widths[c] = std::max(widths[c], line[c].size());
  for (const auto& line : lines) {
    for (std::size_t c = 0; c < line.size(); ++c)
      out += fmt::format("{}{:>{}}", c == 0 ? " " : "  ", line[c], widths[c]);
    out += "\n";
  }
  if (strides.left_out > 0)
    out += fmt::format(" left out: {} {} without {} before the next\n", strides.left_out,
                       strides.row->from, strides.row->to);
  return out;
}

}  // namespace mbs
