#include "run/measures/measure_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "plan/plan.h"
#include "text/parameters.h"

namespace mbs {

namespace {

constexpr std::size_t kEnd = Chebyshev::kLast, kMiddle = kEnd / 2;

// Halvings allowed at first, and further ones for each stretch. Without a limit noise would be
// halved without end. What reads positions and velocities alone has no noise, but may jump often.
constexpr long long kHalvingsAtFirst = 20000, kRoughHalvings = 200'000, kHalvingsEach = 60;
// A condition is resolved if its polynomial is accurate to kCondition times its largest value.
constexpr double kCondition = 0.05;
// The largest number of successive halvings of a stretch: for functions (at a jump), and for
// conditions.
constexpr std::size_t kMostHalvings = 50, kConditionHalvings = 6;
// After kFlatHalvings a function that varies by less than its tolerance is taken as resolved.
constexpr std::size_t kFlatHalvings = 2;
// A stretch shorter than kShort times the window contains at most kCorners corners. If more of its
// parts are not resolved, the function is rounding: a force near zero beside large forces.
constexpr double kShort = 1e-5;
constexpr int kCorners = 2;
// A stretch shorter than kShortest times every window is not halved.
constexpr double kShortest = 1e-12;
constexpr double kNotForeseen = std::numeric_limits<double>::infinity();

void warn_of_unresolved(const MeasuredFunction& f, Diagnostics& diagnostics) {
  constexpr double kLittle = 1e-6;  // seven digits of a report are right
  if (!integrates(f.row->reduction) || !(f.unresolved > kLittle * f.of_pieces)) return;
  diagnostics.warning(f.row->where, f.row->label,
                      fmt::format("it varies too often to be integrated to the last digit: its "
                                  "value may be off by {:.1g} of its size",
                                  f.unresolved / f.of_pieces),
                      "measure a part of the time, with FROM and TO");
}

}  // namespace

MeasureRun::MeasureRun(const Plan& plan, const Layout& layout, bool rough, double length,
                       Diagnostics& diagnostics)
    : measured_(compile_measures(plan, layout, diagnostics)),
      sampler_(*plan.parameters, layout.channels.size(), measured_.outs),
      effort_rounding_(layout, sampler_.first_channel(), length),
      times_(measured_, layout, plan.parameters->live_count(), plan.time.at(plan.time.count() - 1),
             diagnostics),
      shapes_(measured_.functions.size()),
      doubts_(measured_.functions.size(), {kNotForeseen, kNotForeseen}),
      t_(plan.time.start),
      start_(t_),
      end_(plan.time.at(plan.time.count() - 1)) {
  groups_[0].rough = true;
  groups_[0].budget = kRoughHalvings, groups_[1].budget = kHalvingsAtFirst;
  shortest_ = kShortest * (end_ - start_);
  for (const MeasuredFunction& f : measured_.functions)
    if (f.whole > 0) shortest_ = std::min(shortest_, kShortest * f.whole);
  for (std::size_t k = 0; k < measured_.functions.size(); ++k) {
    const MeasuredFunction& f = measured_.functions[k];
    if (!f.expression || f.row->reduction == Reduction::formula) continue;
    if (!f.condition && f.row->reduction == Reduction::value_when) continue;
    Group& group = groups_[rough && f.cheap ? 0 : 1];
    (f.condition ? group.conditions : group.values).push_back(static_cast<int>(k));
  }
  for (Group& group : groups_) {
    group.all = group.values;
    group.all.insert(group.all.end(), group.conditions.begin(), group.conditions.end());
    group.ends_only = std::all_of(group.all.begin(), group.all.end(), [this](int k) {
      const MeasuredFunction& f = function(k);
      return !f.condition && !integrates(f.row->reduction) && !has_extremes(f.row->reduction);
    });
    group.narrow.emplace(
        measured_, group.all, group.rough, plan.parameters->live_count(),
        static_cast<std::size_t>(sampler_.first_channel()) + layout.channels.size());
    if (!group.narrow->any()) group.narrow.reset();
    if (group.conditions.empty()) continue;
    group.search.emplace(measured_, group.conditions, group.rough, sampler_, layout);
  }
}

void MeasureRun::set_tolerances(double abs, double rel) {
  for (MeasuredFunction& f : measured_.functions) f.abs = abs, f.rel = rel;
}

std::vector<int> MeasureRun::channels() const {
  std::vector<int> out;
  const auto add = [&](const Expression& expression) {
    for (const int slot : expression.slots())
      if (slot >= sampler_.first_channel()) out.push_back(slot - sampler_.first_channel());
  };
  for (const MeasuredFunction& f : measured_.functions) {
    if (!f.expression || f.row->reduction == Reduction::formula) continue;
    add(*f.expression);
  }
  for (const Layout::Out& read : measured_.outs) add(read.expression);
  for (const Layout::Out& read : measured_.exact_outs) add(read.expression);
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

void MeasureRun::start(double t, MeasureSource& source) {
  sampler_.set_source(source);
  known_ends_ = 0;
  if (sampler_.knows_rates()) push_end(ends_, t), known_ends_ = 1;
  t_ = start_ = t;
  for (Group& group : groups_) {
    if (group.all.empty() || !sampler_.sample(t, false)) continue;
    const double* const rates = group.rough && sampler_.knows_rates() ? sampler_.rates() : nullptr;
    for (int k : group.all)
      function(k).note_end(t, function(k).evaluate_end(sampler_.slots(), rates, t));
    if (group.search) group.search->start(t);
  }
  // A measure at one instant (WHEN) has at least the size of its value at the start.
  bool sampled = false;
  for (MeasuredFunction& f : measured_.functions) {
    if (!f.expression || f.condition || f.row->reduction != Reduction::value_when) continue;
    if (!sampled && !sampler_.sample(t, false)) return;
    sampled = true;
    const double value = f.expression->value(sampler_.slots());
    if (std::isfinite(value)) f.size = std::fabs(value);
  }
}

void MeasureRun::jump(MeasureSource& source) {
  sampler_.set_source(source);
  forget();
  for (Group& group : groups_) {
    if (group.all.empty() || !sampler_.sample(t_, false)) continue;
    for (int k : group.values)
      function(k).note_jump(t_, function(k).evaluate(sampler_.slots(), t_));
    if (group.search) group.search->jump(t_);
  }
}

bool MeasureRun::asks_for_impulses() const {
  return std::any_of(measured_.functions.begin(), measured_.functions.end(),
                     [](const MeasuredFunction& f) { return f.on_efforts != Dependence::none; });
}

void MeasureRun::strike(ConstVector channels, ConstVector impulses) {
  std::vector<double> slots(sampler_.parameters().begin(), sampler_.parameters().end());
  slots.push_back(t_);
  slots.insert(slots.end(), channels.begin(), channels.end());
  std::vector<double> factors;
  for (MeasuredFunction& f : measured_.functions)
    if (f.on_efforts != Dependence::none && t_ >= f.from && t_ <= f.to) {
      factors.resize(f.efforts.size());
      f.take_impulses(slots.data(), factors.data(), impulses.data() - sampler_.first_channel());
    }
}

void MeasureRun::advance(double to, bool at_rest, MeasureSource& source) {
  sampler_.set_source(source);
  if (!(to > t_)) return;
  cuts_.clear();
  for (const MeasuredFunction& f : measured_.functions)
    for (double edge : {f.from, f.to})
      if (edge > t_ && edge < to) cuts_.push_back(edge);
  if (times_.cut(t_, to, sampler_.parameters(), cuts_)) forget();
  // Rough samples last: those at `to` are wanted again first.
  for (auto group = groups_.rbegin(); group != groups_.rend(); ++group)
    if (group->narrow) group->narrow->find(t_, to, at_rest, sampler_, cuts_);
  std::sort(cuts_.begin(), cuts_.end());
  cuts_.erase(std::unique(cuts_.begin(), cuts_.end()), cuts_.end());
  const bool whole = cuts_.empty() && at_rest;
  if (!whole || (known_ends_ > 0 && ends_.back() != t_)) known_ends_ = 0;
  if (whole) {
    push_end(ends_, to);
    ++known_ends_;
  }
  for (Group& group : groups_) {
    const std::size_t needed = group.rough ? PastPolynomial::kRates : PastPolynomial::kValues;
    group.quick = known_ends_ >= needed && !group.ends_only;
    if (group.quick) group.rough ? past_.set_rates(ends_) : past_.set_values(ends_);
  }
  cuts_.push_back(to);
  for (double cut : cuts_) {
    for (Group& group : groups_)
      if (!group.all.empty()) stretch(group, t_, cut, cut < to || !at_rest);
    t_ = cut;
  }
}

void MeasureRun::stretch(Group& group, double from, double to, bool exact_end) {
  if (group.ends_only && !exact_end && to < end_) return;
  if (group.levels.empty()) group.levels.resize(kMostHalvings + 2);
  Level& level = group.levels[0];
  level.values.resize(measured_.functions.size());
  level.open.assign(measured_.functions.size(), 0);
  level.conditions_open = !group.conditions.empty();
  for (int k : group.all) {
    MeasuredFunction& f = function(k);
    f.extremes.set_near(2 * (to - from));
    level.open[k] = f.failed.empty() && (f.condition || (f.from <= from && f.to >= to));
    level.values[k][0] = f.end;
  }
  group.budget += kHalvingsEach;
  take_end(group, level, from, to, exact_end);
  if (!sampler_.broken().empty()) return;
  const auto is_open = [&level] {
    return std::any_of(level.open.begin(), level.open.end(), [](char o) { return o != 0; });
  };
  if (group.quick) take_quickly(group, level, from, to);
  if (!group.quick)
    for (int k : group.all) doubts_[k] = {kNotForeseen, kNotForeseen};
  if (group.rough && sampler_.knows_rates() && is_open()) take_by_middle(group, level, from, to);
  if (!is_open()) return;
  ++stretches_;
  length_ = to - from;
  fill(group, level, from, to);
  if (sampler_.broken().empty()) resolve(group, 0, from, to);
}

// Evaluates all functions at the end of a stretch, which is the beginning of the next stretch;
// functions outside their windows too.
void MeasureRun::take_end(Group& group, Level& level, double from, double to, bool exact_end) {
  const bool rough = group.rough && !exact_end;
  if (!sampler_.sample(to, rough)) return;
  const double* const rates =
      rough || (group.rough && sampler_.knows_rates()) ? sampler_.rates() : nullptr;
  if (!group.rough) estimate_noise(group);
  for (int k : group.all) {
    MeasuredFunction& f = function(k);
    if (!f.failed.empty()) continue;
    const double value = f.evaluate_end(sampler_.slots(), rates, to);
    level.values[k][kEnd] = value;
    if (!f.begun && level.open[k]) f.note_end(from, f.end);
    f.note_end(to, value);
    const Reduction r = f.row->reduction;
    if (!f.condition && !integrates(r) && !has_extremes(r)) level.open[k] = 0;
  }
  measured_.estimate_rounding();
}

void MeasureRun::estimate_noise(const Group& group) {
  effort_rounding_.note(sampler_.slots());
  for (int k : group.all)
    function(k).noise = effort_rounding_.of(*function(k).expression, sampler_.slots());
}

// Takes the functions that the values at the ends of the last steps determine.
void MeasureRun::take_quickly(Group& group, Level& level, double from, double to) {
  constexpr std::size_t kFirst = PastPolynomial::kValues - PastPolynomial::kRates;
  for (int k : group.all) {
    const MeasuredFunction& f = function(k);
    PastPolynomial::Shape& shape = shapes_[k];
    shape = group.rough ? past_.of_rates(std::span(f.values).subspan<kFirst>(), f.rates)
                        : past_.of_values(f.values);
    // Both errors are multiples of one difference of the values, which a wave passes through zero.
    const auto [off, missed] = std::exchange(doubts_[k], {shape.off, shape.missed});
    shape.off = std::max(shape.off, off), shape.missed = std::max(shape.missed, missed);
  }
  take_by_shape(group, level, from, to, [&](const MeasuredFunction& f) {
    return shapes_[&f - measured_.functions.data()];
  });
}

// Takes the functions that values at the ends and the middle of the step determine.
void MeasureRun::take_by_middle(Group& group, Level& level, double from, double to) {
  const double middle = 0.5 * (from + to);
  if (!(middle > from && middle < to) || !sampler_.sample(middle, true)) return;
  const double* const slot_rates = sampler_.rates();
  if (!slot_rates) return;
  middle_.resize(measured_.functions.size());
  for (int k : group.all)
    if (function(k).failed.empty()) middle_[k] = function(k).along(sampler_.slots(), slot_rates);
  take_by_shape(group, level, from, to, [&](const MeasuredFunction& f) {
    const auto [value, rate] = middle_[&f - measured_.functions.data()];
    const std::size_t v = f.values.size(), r = f.rates.size();
    return PastPolynomial::of_middle(to - from, {f.values[v - 2], value, f.values[v - 1]},
                                     {f.rates[r - 2], rate, f.rates[r - 1]});
  });
}

void MeasureRun::take_by_shape(Group& group, Level& level, double from, double to,
                               const ShapeOf& shape_of) {
  for (int k : group.values) {
    MeasuredFunction& f = function(k);
    if (!level.open[k] || !f.failed.empty()) continue;
    const PastPolynomial::Shape shape = shape_of(f);
    const Chebyshev::Values* const seen = group.narrow ? group.narrow->seen(f, from, to) : nullptr;
    if (seen ? !f.is_foretold(shape, *seen, from, to)
             : group.narrow && group.narrow->is_searched(f))
      continue;
    if (f.take_ends(shape, from, to) ||
        (sampler_.knows_rates() && group.rough && f.take_turn(shape, from, to, sampler_)))
      level.open[k] = 0;
  }
  if (!level.conditions_open) return;
  for (std::size_t i = 0; i < group.conditions.size(); ++i) {
    const MeasuredFunction& f = function(group.conditions[i]);
    const double begin = level.values[group.conditions[i]][0];
    if (f.failed.empty() && !group.search->is_quiet(i, shape_of(f), begin)) return;
    const Chebyshev::Values* const seen = group.narrow ? group.narrow->seen(f, from, to) : nullptr;
    if (seen && !group.search->keeps_side(i, *seen)) return;
  }
  level.conditions_open = false;
  for (int k : group.conditions) level.open[k] = 0;
}

// Samples the inner points of a level.
void MeasureRun::fill(Group& group, Level& level, double from, double to) {
  const double middle = 0.5 * (from + to), half = 0.5 * (to - from);
  for (std::size_t k = 1; k < kEnd; ++k) {
    const double t = middle + half * Chebyshev::points()[k];
    if (!sampler_.sample(t, group.rough)) return;
    for (int i : group.all)
      if (level.open[i]) level.values[i][k] = function(i).evaluate(sampler_.slots(), t);
  }
}

// Takes the functions that are resolved; the others are resolved in both halves.
void MeasureRun::resolve(Group& group, std::size_t depth, double from, double to) {
  Level& level = group.levels[depth];
  const double middle = 0.5 * (from + to);
  const bool spent = depth >= kMostHalvings || --group.budget < 0 ||
                     !(middle > from && middle < to) || to - from <= shortest_;
  if (std::exchange(level.stretch, stretches_) != stretches_)
    level.failures.assign(measured_.functions.size(), 0);
  bool more = false;
  for (int k : group.values) {
    if (!level.open[k]) continue;
    const Chebyshev::Values& values = level.values[k];
    MeasuredFunction& f = function(k);
    const bool rounding = length_ <= kShort * f.whole && level.failures[k] >= kCorners;
    const Unresolved otherwise = spent || rounding        ? Unresolved::take
                                 : depth >= kFlatHalvings ? Unresolved::leave_flat
                                                          : Unresolved::halve;
    const Chebyshev p(values);
    const bool done = f.take(p, values, from, to, otherwise, sampler_);
    if (done && group.budget < 0) f.unresolved += p.tail() * (to - from);
    if (!done) ++level.failures[k];
    level.open[k] = !done;
    more |= !done;
  }
  if (level.conditions_open)
    more |= !take_conditions(group, level, from, to, spent || depth >= kConditionHalvings);
  if (!more || !sampler_.broken().empty()) return;
  Level& next = group.levels[depth + 1];
  for (int half = 0; half < 2; ++half) {
    next.open = level.open;
    next.conditions_open = level.conditions_open;
    next.values.resize(measured_.functions.size());
    for (int k : group.conditions)
      next.open[k] = level.conditions_open && function(k).failed.empty();
    for (std::size_t k = 0; k < measured_.functions.size(); ++k) {
      if (!next.open[k]) continue;
      next.values[k][0] = level.values[k][half == 0 ? 0 : kMiddle];
      next.values[k][kEnd] = level.values[k][half == 0 ? kMiddle : kEnd];
    }
    const double begin = half == 0 ? from : middle, until = half == 0 ? middle : to;
    fill(group, next, begin, until);
    if (!sampler_.broken().empty()) return;
    resolve(group, depth + 1, begin, until);
  }
}

// Searches the conditions. False if the stretch must be halved first; last: it cannot be halved.
bool MeasureRun::take_conditions(Group& group, Level& level, double from, double to, bool last) {
  bool resolved = true, quiet = true;
  for (std::size_t i = 0; i < group.conditions.size(); ++i) {
    if (!function(group.conditions[i]).failed.empty()) continue;
    const Chebyshev::Values& values = level.values[group.conditions[i]];
    const Chebyshev p(values);
    resolved &= p.tail() <= kCondition * (std::fabs(p.middle()) + p.reach());
    quiet = quiet && group.search->is_quiet(i, p, values);
  }
  if (!resolved && !last) return false;
  if (!quiet) group.search->scan(from, to);
  level.conditions_open = false;
  return true;
}

std::vector<MeasureValue> MeasureRun::finish(bool complete) const {
  return measure_values(measured_, sampler_.parameters(),
                        {start_, t_, end_, complete, sampler_.broken()});
}

std::vector<SummaryRow> MeasureRun::summary() const { return summary_rows(measured_); }

std::string MeasureRun::describe_unshown() const {
  std::string out;
  for (const Group& group : groups_)
    if (group.narrow) out += group.narrow->describe();
  return out;
}

void MeasureRun::warn_of_unshown(Diagnostics& diagnostics) const {
  for (const Group& group : groups_) {
    if (group.narrow) group.narrow->warn(diagnostics);
    for (const int k : group.values) warn_of_unresolved(measured_.functions[k], diagnostics);
  }
}

void finish_measures(MeasureRun* measures, const RunSettings& settings, RunOutput& out,
                     Outcome& outcome, Diagnostics& diagnostics) {
  out.finish_tables();
  if (!measures) return;
  const bool complete = outcome.status == ExitStatus::done;
  outcome.measures = measures->finish(complete);
  if (!settings.of_study) outcome.audit += measures->describe_unshown();
  out.table(summary_table(measures->summary(), settings.digits));
  out.table(measure_table(outcome.measures, settings.digits));
  if (settings.rerun) return;
  warn_of_notes(outcome.measures, diagnostics);
  measures->warn_of_unshown(diagnostics);
  if (complete && !has_required(outcome.measures, diagnostics))
    outcome.status = ExitStatus::check_failed;
}

}  // namespace mbs
