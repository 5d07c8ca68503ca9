#include "study/average.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/diagnostics.h"
#include "base/index.h"
#include "linalg/spline.h"
#include "report/columns.h"
#include "study/number_table.h"

namespace mbs {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// A channel of one trial, at the points of the average.
using Samples = std::vector<double>;

// Returns why the first column of a trial cannot be its time, or empty.
std::string check_first_column(const NumberTable& table) {
  const std::string& name = table.names[0];
  const std::vector<double>& t = table.columns[0];
  if (t.size() < 2) return "expected two rows at least";
  for (std::size_t row = 0; row < t.size(); ++row) {
    if (std::isnan(t[row]))
      return fmt::format("row {} has no number in the first column '{}'", row + 1, name);
    if (row > 0 && !(t[row] > t[row - 1]))
      return fmt::format(
          "the first column '{}' must increase from row to row; row {} has {} after {}", name,
          row + 1, t[row], t[row - 1]);
  }
  if (!std::isfinite(t.back() - t.front()))
    return fmt::format("the first column '{}' goes too far: from {} to {}", name, t.front(),
                       t.back());
  return {};
}

// A file of STRIDE: stride, percent, channels. Each stride is a trial.
bool has_strides(const std::vector<std::string>& names) {
  return names.size() > 2 && names[0] == "stride" && names[1] == "percent";
}

// Chooses the names of the channels among the columns of the first trial. The columns before them
// may be among the patterns, as for --csv, and are no channels. The time of a stride is none.
std::string choose_channels(const std::vector<std::string>& names,
                            const std::vector<std::string>& patterns,
                            std::vector<std::string>& out) {
  const bool of_strides = has_strides(names);
  std::vector<std::string> channels(names.begin() + (of_strides ? 2 : 1), names.end());
  if (of_strides && patterns.empty()) std::erase(channels, "t");
  std::vector<std::string> wanted;
  for (const std::string& pattern : patterns)
    if (pattern != names[0] && !(of_strides && pattern == names[1])) wanted.push_back(pattern);
  if (wanted.empty() && !patterns.empty())
    return fmt::format("'{}' is its first column; expected channels in --columns", names[0]);
  const ColumnChoice choice = choose_columns(wanted, channels, false);
  if (!choice.unknown.empty())
    return fmt::format(
        "it has no column '{}'{}", choice.unknown,
        choice.nearest.empty() ? "" : fmt::format("; did you mean '{}'?", choice.nearest));
  for (const int index : choice.indices) out.push_back(channels[index]);
  if (out.empty()) return "it has one column alone; expected channels behind the first column";
  return {};
}

// The index of the row at t or the last one before it.
std::size_t row_before(const std::vector<double>& times, double t) {
  const auto behind = std::upper_bound(times.begin(), times.end(), t);
  return behind == times.begin() ? 0 : static_cast<std::size_t>(behind - times.begin()) - 1;
}

// The channel y(t) at `points` equidistant times. Where a row has no number, the values between its
// neighbouring rows are missing.
Samples resample(const std::vector<double>& t, const std::vector<double>& y, int points) {
  Samples out(static_cast<std::size_t>(points), kNone);
  std::vector<double> known_t, known_y;
  for (std::size_t row = 0; row < t.size(); ++row)
    if (!std::isnan(y[row])) known_t.push_back(t[row]), known_y.push_back(y[row]);
  if (known_t.size() < 2) return out;
  const Spline spline = Spline::interpolate(known_t, known_y);
  int hint = 0;
  for (int k = 0; k < points; ++k) {
    const double part = static_cast<double>(k) / (points - 1);
    const double at = k == points - 1 ? t.back() : t.front() + part * (t.back() - t.front());
    const std::size_t row = row_before(t, at);
    const bool on_row = at == t[row];
    if (std::isnan(y[row]) || (!on_row && std::isnan(y[row + 1]))) continue;
    double value[3];
    spline.evaluate(at, value, hint);
    out[static_cast<std::size_t>(k)] = value[0];
  }
  return out;
}

void find_moments(const std::vector<Samples>& trials, AveragedChannel& out) {
  for (std::size_t point = 0; point < trials[0].size(); ++point) {
    int n = 0;
    double sum = 0, squares = 0;
    for (const Samples& trial : trials)
      if (!std::isnan(trial[point])) sum += trial[point], ++n;
    const double mean = n > 0 ? sum / n : kNone;
    for (const Samples& trial : trials)
      if (!std::isnan(trial[point])) squares += (trial[point] - mean) * (trial[point] - mean);
    out.mean.push_back(mean);
    out.deviation.push_back(n > 1 ? std::sqrt(squares / (n - 1)) : kNone);
    out.count.push_back(n);
  }
}

void find_correlation(const std::vector<Samples>& trials, AveragedChannel& out) {
  std::vector<Samples> whole(trials.size());
  for (std::size_t point = 0; point < trials[0].size(); ++point)
    if (out.count[point] == count_of(trials))
      for (std::size_t k = 0; k < trials.size(); ++k) whole[k].push_back(trials[k][point]);
  out.correlation = kNone;
  if (whole[0].size() < 2) {
    out.why_no_correlation = "fewer than two points have a number of every trial";
    return;
  }
  out.correlation = multiple_correlation({whole.begin(), whole.end()});
  if (std::isnan(out.correlation))
    out.why_no_correlation = "the trials differ more from one another than along the motion";
}

// Takes a table of strides apart: its columns without the first one for each stride.
std::string take_strides(const NumberTable& table,
                         std::vector<std::vector<std::vector<double>>>& columns) {
  const std::vector<double>& stride = table.columns[0];
  for (std::size_t begin = 0, end = 0; begin < stride.size(); begin = end) {
    while (end < stride.size() && stride[end] == stride[begin]) ++end;
    if (end == begin) return fmt::format("row {} has no number in the column 'stride'", begin + 1);
    NumberTable one;
    for (std::size_t c = 1; c < table.columns.size(); ++c) {
      const auto first = table.columns[c].begin();
      one.columns.emplace_back(first + static_cast<std::ptrdiff_t>(begin),
                               first + static_cast<std::ptrdiff_t>(end));
    }
    one.names.assign(table.names.begin() + 1, table.names.end());
    if (const std::string problem = check_first_column(one); !problem.empty())
      return fmt::format("stride {}: {}", stride[begin], problem);
    columns.push_back(std::move(one.columns));
  }
  return {};
}

// Reads every trial: columns[k] are the first column and the channels of trial k.
std::string read_trials(const std::vector<Trial>& trials, const std::vector<std::string>& patterns,
                        std::vector<std::string>& names,
                        std::vector<std::vector<std::vector<double>>>& columns,
                        std::string& along) {
  for (const Trial& trial : trials) {
    if (trial.in_degrees != trials[0].in_degrees)
      return fmt::format(
          "'{}' says inDegrees=yes and '{}' does not; expected trials with angles in one unit",
          trial.in_degrees ? trial.name : trials[0].name,
          trial.in_degrees ? trials[0].name : trial.name);
    const std::vector<std::string> head = table_names(trial.text);
    std::string problem;
    if (!head.empty() && names.empty()) {
      problem = choose_channels(head, patterns, names);
      along = head[has_strides(head) ? 1 : 0];
    }
    const bool of_strides = has_strides(head);
    std::vector<std::string> wanted(
        head.begin(),
        head.begin() + std::min<std::ptrdiff_t>(of_strides ? 2 : 1, std::ssize(head)));
    wanted.insert(wanted.end(), names.begin(), names.end());
    NumberTable table;
    if (problem.empty()) {
      table = read_number_table(trial.text, wanted);
      problem = table.problem;
    }
    if (problem.empty())
      problem = of_strides ? take_strides(table, columns) : check_first_column(table);
    if (!problem.empty()) return fmt::format("{}: {}", trial.name, problem);
    if (!of_strides) columns.push_back(std::move(table.columns));
  }
  return {};
}

}  // namespace

double multiple_correlation(const std::vector<ConstVector>& values) {
  const std::size_t trials = values.size(), points = values[0].size();
  double grand = 0;
  for (const ConstVector& trial : values)
    for (const double y : trial) grand += y;
  grand /= static_cast<double>(trials * points);
  double among = 0, all = 0;  // squares about the mean of each point, and about the grand mean
  for (std::size_t point = 0; point < points; ++point) {
    double mean = 0;
    for (const ConstVector& trial : values) mean += trial[point];
    mean /= static_cast<double>(trials);
    for (const ConstVector& trial : values) {
      among += (trial[point] - mean) * (trial[point] - mean);
      all += (trial[point] - grand) * (trial[point] - grand);
    }
  }
  if (all == 0) return kNone;  // constant, and the same in all trials
  const double variance_among = among / static_cast<double>(points * (trials - 1));
  const double variance = all / static_cast<double>(points * trials - 1);
  const double share = 1 - variance_among / variance;
  return share >= 0 ? std::sqrt(share) : kNone;
}

Average average(const std::vector<Trial>& trials, const std::vector<std::string>& patterns,
                int points) {
  Average out;
  std::vector<std::string> names;
  std::vector<std::vector<std::vector<double>>> columns;
  out.problem = read_trials(trials, patterns, names, columns, out.along);
  if (out.problem.empty() && columns.size() < 2)
    out.problem = has_strides(table_names(trials[0].text))
                      ? trials[0].name + ": it has one stride alone; expected two or more"
                      : "expected two files or more, one for each trial";
  if (!out.problem.empty()) return out;
  const bool as_they_are = std::all_of(columns.begin(), columns.end(),
                                       [&](const auto& of) { return of[0] == columns[0][0]; });
  if (as_they_are) {
    out.point = columns[0][0];
  } else {
    out.along = "percent";
    for (int k = 0; k < points; ++k) out.point.push_back(100.0 * k / (points - 1));
  }
  for (std::size_t channel = 1; channel <= names.size(); ++channel) {
    AveragedChannel& result = out.channels.emplace_back();
    result.name = names[channel - 1];
    std::vector<Samples> samples;
    for (const auto& of : columns)
      samples.push_back(as_they_are ? of[channel] : resample(of[0], of[channel], points));
    find_moments(samples, result);
    find_correlation(samples, result);
  }
  return out;
}

std::string average_csv(const Average& of) {
  std::string out = of.along;
  for (const AveragedChannel& channel : of.channels)
    out += fmt::format(",{0}.mean,{0}.sd,{0}.n", channel.name);
  out += '\n';
  const auto number = [](double value) {
    return std::isnan(value) ? std::string() : fmt::format("{}", value);
  };
  for (std::size_t point = 0; point < of.point.size(); ++point) {
    out += number(of.point[point]);
    for (const AveragedChannel& channel : of.channels)
      out += fmt::format(",{},{},{}", number(channel.mean[point]), number(channel.deviation[point]),
                         channel.count[point]);
    out += '\n';
  }
  return out;
}

}  // namespace mbs
