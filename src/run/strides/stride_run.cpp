#include "run/strides/stride_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "plan/plan.h"
#include "run/strides/stride_numbers.h"
#include "text/expression.h"
#include "text/parameters.h"

namespace mbs {

namespace {

// Without a value of its own, a name has this one: in a check, or where a measure has no value.
constexpr double kPlaceholder = 0;
// Memory for the rows of all strides.
constexpr double kMostBytes = 1024.0 * 1024 * 1024;

class StrideRun {
 public:
  StrideRun(const Plan& plan, const RunSettings& settings, const Outputs& outputs,
            Diagnostics& diagnostics, const Analysis& plain, const Analysis& whole)
      : plan_(plan),
        main_(plan),
        settings_(settings),
        outputs_(outputs),
        diagnostics_(diagnostics),
        plain_(plain),
        whole_(whole),
        rows_(main_, outputs_, settings.digits) {}

  Outcome run();

 private:
  Outcome check();
  bool find_marks(Outcome& ended);
  bool make_rows(Outcome& ended);
  Outcome end_early(Outcome ended);
  void define(const std::string& name, double value);
  void define_marks();
  void define_numbers();
  bool outs_are_known();
  std::string why_missing(std::string_view name) const;
  std::string why_missing_in(const std::string& text);
  void resolve_windows(MeasureRow& row);
  void resolve_measures();
  bool has_all_strides() const;
  RunSettings quiet() const;

  const Plan& plan_;
  Plan main_;  // of the run of the report
  const RunSettings& settings_;
  Outputs outputs_;
  Diagnostics& diagnostics_;
  const Analysis& plain_;
  const Analysis& whole_;
  MarkTimes marks_;
  std::vector<Strides> strides_;
  StrideRows rows_;
  Diagnostics said_;  // by a run that ended early
};

RunSettings StrideRun::quiet() const {
  RunSettings out = settings_;
  out.echo = false;
  out.rerun = true;
  out.cross_check = false;
  out.certify.reset();
  out.progress = nullptr;
  out.options.energy = out.options.residual = 0;
  return out;
}

void StrideRun::define(const std::string& name, double value) {
  if (main_.parameters->find(name)) return;
  Parameter parameter;
  parameter.name = name;
  parameter.value = value;
  parameter.used = true;
  auto names = std::make_shared<Parameters>(*main_.parameters);
  names->define(std::move(parameter));
  main_.parameters = std::move(names);
}

// Gives the times of all marks: those that are given, and those whose condition comes true.
bool StrideRun::find_marks(Outcome& ended) {
  Plan probe = plan_;
  probe.measures.clear();
  probe.reports.clear();
  probe.summary = false;
  std::erase_if(probe.outs, [this](const OutRow& row) {
    const auto same = [&row](const OutRow& one) { return one.name == row.name; };
    return reads_marks(plan_, *std::find_if(plan_.outs.begin(), plan_.outs.end(), same));
  });
  for (const MarkRow& row : plan_.marks) {
    marks_.push_back(row.times);
    if (row.has_condition()) probe.measures.push_back(row.when);
  }
  if (probe.measures.empty()) return true;
  Diagnostics found = diagnostics_;
  ended = plain_(probe, quiet(), {}, found);
  std::size_t k = 0;
  for (std::size_t m = 0; m < plan_.marks.size() && k < ended.measures.size(); ++m) {
    if (!plan_.marks[m].has_condition()) continue;
    for (const double t : ended.measures[k].times)
      if (marks_[m].empty() || t - marks_[m].back() >= plan_.marks[m].apart) marks_[m].push_back(t);
    ++k;
  }
  if (ended.status == ExitStatus::done) return true;
  said_ = std::move(found);
  return false;
}

// Makes the rows at the points of the strides.
bool StrideRun::make_rows(Outcome& ended) {
  for (const StrideRow& row : plan_.strides) strides_.push_back(find_strides(plan_, row, marks_));
  if (plan_.strides.empty()) return true;
  Plan plan = main_;
  plan.measures.clear();
  plan.reports.clear();
  plan.summary = false;
  const TimeGrid& grid = plan_.time;
  plan.time.asked = rows_.times(strides_, {grid.start, grid.at(grid.count() - 1)});
  Diagnostics found = diagnostics_;
  Outputs outputs;
  outputs.layout = [this, &plan](const Layout& layout, Diagnostics& diagnostics) {
    rows_.take_layout(layout, diagnostics);
    const auto points = static_cast<double>(plan.time.asked.size());
    const double bytes = 8 * points * layout.count();
    if (bytes > kMostBytes)
      diagnostics.error(plan_.strides.front().where, plan_.strides.front().label,
                        fmt::format("{:.0f} points of strides with {} numbers each take {:.0f} MiB",
                                    points, layout.count(), bytes / (1024 * 1024)),
                        "expected fewer marks: APART, or a condition that comes true less often");
  };
  outputs.rows = [this](double t, ConstVector values) { rows_.take_row(t, values); };
  ended = plain_(plan, quiet(), outputs, found);
  if (ended.status == ExitStatus::done && rows_.find_places(strides_)) {
    for (Strides& strides : strides_) {
      find_numbers(strides, plan_.units());
      warn_of_odd_strides(strides, diagnostics_);
    }
    return true;
  }
  said_ = std::move(found);
  return false;
}

// The motion ends before its marks are known. The run of the report ends in the same way, with its
// rows and messages; where OUT lines read marks it has no rows.
Outcome StrideRun::end_early(Outcome ended) {
  const bool blind = std::any_of(plan_.outs.begin(), plan_.outs.end(),
                                 [this](const OutRow& row) { return reads_marks(plan_, row); });
  if (ended.status == ExitStatus::deck_error || blind) {
    diagnostics_ = std::move(said_);
    ended.measures.clear();
    return ended;
  }
  strides_.clear();
  resolve_measures();
  return whole_(main_, settings_, outputs_, diagnostics_);
}

void StrideRun::define_marks() {
  for (std::size_t m = 0; m < marks_.size(); ++m)
    for (std::size_t k = 0; k < marks_[m].size(); ++k)
      define(fmt::format("{}.t{}", plan_.marks[m].name, k + 1), marks_[m][k]);
}

void StrideRun::define_numbers() {
  const auto names = stride_values();
  for (const Strides& strides : strides_) {
    const std::string& name = strides.row->name;
    define(fmt::format("{}.{}", name, names[0]), static_cast<double>(strides.found.size()));
    for (std::size_t k = 1; k < names.size(); ++k) {
      if (!strides.has(k) || strides.found.empty()) continue;
      if (const double mean = strides.mean(k); std::isfinite(mean))
        define(fmt::format("{}.{}", name, names[k]), mean);
      if (const double sd = strides.deviation(k); std::isfinite(sd))
        define(fmt::format("{}.{}.sd", name, names[k]), sd);
    }
  }
}

// Why a name that marks or strides make has no value; empty if it has one, or if no run gives it
// one.
std::string StrideRun::why_missing(std::string_view name) const {
  if (main_.parameters->find(name)) return {};
  const auto of = stride_name(name, plan_);
  if (of->mark) {
    if (of->number == 0) return {};
    const std::size_t n = marks_[static_cast<std::size_t>(of->mark - plan_.marks.data())].size();
    return fmt::format("{} came about {} time{}", of->mark->name, n, n == 1 ? "" : "s");
  }
  for (const Strides& strides : strides_) {
    if (strides.row != of->stride) continue;
    const auto values = stride_values();
    for (std::size_t k = 1; k < values.size(); ++k) {
      const bool mean = are_same_name(of->part, std::string(values[k]));
      if ((!mean && !are_same_name(of->part, fmt::format("{}.sd", values[k]))) || !strides.has(k))
        continue;
      if (strides.found.empty())
        return fmt::format("STRIDE {} has no stride: {}", strides.row->name, strides.why_none);
      return mean ? fmt::format("no stride {} has it", strides.row->name)
                  : fmt::format("STRIDE {} has fewer than two strides with it", strides.row->name);
    }
  }
  return strides_.empty() ? "the run ended early" : "";
}

// The first reason in an expression. Names that have no value get a placeholder, so that the
// expression can be compiled.
std::string StrideRun::why_missing_in(const std::string& text) {
  std::string out;
  for (const std::string_view name : stride_names_in(text, plan_)) {
    const std::string why = why_missing(name);
    if (why.empty()) continue;
    if (out.empty()) out = why;
    define(std::string(name), kPlaceholder);
  }
  return out;
}

void StrideRun::resolve_windows(MeasureRow& row) {
  const double last = plan_.time.at(plan_.time.count() - 1);
  for (const bool from : {true, false}) {
    const std::string& text = from ? row.from_text : row.to_text;
    if (text.empty()) continue;
    double& t = from ? row.from : row.to;
    t = from ? plan_.time.start : last;
    const auto value = evaluate_constant(text, from ? row.from_at : row.to_at, *main_.parameters,
                                         diagnostics_, row.label);
    if (!value || !row.missing.empty()) continue;
    if (*value < plan_.time.start || *value > last)
      row.missing = fmt::format("{} {:.6g} lies outside the run", from ? "FROM" : "TO", *value);
    else
      t = *value;
  }
  if (row.missing.empty() && row.has_from && row.has_to && !(row.from < row.to)) {
    row.missing = fmt::format("FROM {:.6g} TO {:.6g} is no time", row.from, row.to);
    row.from = plan_.time.start, row.to = last;
  }
}

void StrideRun::resolve_measures() {
  for (MeasureRow& row : main_.measures) {
    for (const std::string* text : {&row.text, &row.condition, &row.from_text, &row.to_text})
      if (const std::string why = why_missing_in(*text); row.missing.empty()) row.missing = why;
    resolve_windows(row);
  }
}

bool StrideRun::outs_are_known() {
  bool known = true;
  for (const OutRow& row : plan_.outs)
    for (const std::string_view name : stride_names_in(row.text, plan_))
      if (const std::string why = why_missing(name); !why.empty()) {
        diagnostics_.error(row.text_at, row.label, fmt::format("'{}' has no value: {}", name, why),
                           "expected a time that the mark has in every run");
        known = false;
      }
  return known;
}

bool StrideRun::has_all_strides() const {
  bool all = true;
  for (const Strides& strides : strides_) {
    if (!strides.found.empty()) continue;
    diagnostics_.error(strides.row->where, strides.row->label,
                       "the run has no such stride: " + strides.why_none,
                       "the table MARKS of the report has the times of all marks");
    all = false;
  }
  return all;
}

// --check: every line is compiled, with placeholders for what only a run can find.
Outcome StrideRun::check() {
  double t = plan_.time.start;
  const auto define_all = [&](const std::string& text) {
    for (const std::string_view name : stride_names_in(text, plan_)) {
      const auto of = stride_name(name, plan_);
      if (of->mark ? of->number > 0 : true) define(std::string(name), t);
    }
  };
  for (const OutRow& row : plan_.outs) define_all(row.text);
  for (MeasureRow& row : main_.measures) {
    for (const std::string* text : {&row.text, &row.condition, &row.from_text, &row.to_text})
      define_all(*text);
    row.has_from = row.has_from && row.from_text.empty();
    row.has_to = row.has_to && row.to_text.empty();
  }
  for (const MarkRow& row : plan_.marks)
    if (row.has_condition()) main_.measures.push_back(row.when);
  outputs_.layout = [this, given = outputs_.layout](const Layout& layout,
                                                    Diagnostics& diagnostics) {
    rows_.take_layout(layout, diagnostics);
    if (given) given(layout, diagnostics);
  };
  return whole_(main_, settings_, outputs_, diagnostics_);
}

Outcome StrideRun::run() {
  if (settings_.check_only) return check();
  Outcome ended;
  const bool found = find_marks(ended);
  define_marks();
  if (!found) return end_early(std::move(ended));
  if (!outs_are_known()) return {ExitStatus::solution_failed, {}};
  if (!make_rows(ended)) return end_early(std::move(ended));
  define_numbers();
  resolve_measures();
  if (diagnostics_.has_errors()) return {ExitStatus::deck_error, {}};
  outputs_.tables_behind = mark_table(plan_, marks_, settings_.digits);
  for (const Strides& strides : strides_)
    outputs_.tables_behind += stride_table(strides, settings_.digits);
  for (const Strides& strides : strides_) outputs_.tables_behind += rows_.tables(strides);
  for (std::size_t k = 0; k < outputs_.strides.size() && k < strides_.size(); ++k)
    if (outputs_.strides[k]) rows_.write_csv(strides_[k], *outputs_.strides[k], diagnostics_);
  Outcome outcome = whole_(main_, settings_, outputs_, diagnostics_);
  if (outcome.status == ExitStatus::done && !has_all_strides())
    outcome.status = ExitStatus::check_failed;
  return outcome;
}

}  // namespace

Outcome run_with_strides(const Plan& plan, const RunSettings& settings, const Outputs& outputs,
                         Diagnostics& diagnostics, const Analysis& plain, const Analysis& whole) {
  return StrideRun(plan, settings, outputs, diagnostics, plain, whole).run();
}

}  // namespace mbs
