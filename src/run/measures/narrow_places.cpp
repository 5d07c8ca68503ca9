#include "run/measures/narrow_places.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace mbs {

namespace {

// kBeside: between two neighbouring points, a function may leave their values by kBeside times the
// spread of its values in the step. kBesideEnds: it may leave the values at the ends of a step by
// kBesideEnds times their difference. kAsZero: a value that counts as zero.
constexpr double kBeside = 0.05, kBesideEnds = 0.5, kAsZero = 1e-30;
// If the last coefficients exceed kSeen times the spread, the points show that the function is
// unresolved: it is not searched here, unless its range has kHidden times the spread, but the
// stretch is cut where it is steepest, so that what a point has seen is not passed over by the
// points that are sampled next. Conditions are searched: they need not be resolved there.
constexpr double kSeen = 0.01, kHidden = 1e3;
constexpr int kMostLooks = 400, kMostParts = 36;
// A step shorter than kShortStep times the window is sampled closely enough.
constexpr double kShortStep = 1.0 / 200;
// A quadratic bends away from its chord by at most 1/8 of (length) * (change of slope); kSag has
// room.
constexpr double kSag = 0.2;

}  // namespace

NarrowPlaces::NarrowPlaces(const MeasureFunctions& measured, bool rough, int live,
                           std::size_t slots)
    : live_(static_cast<std::size_t>(live)) {
  if (!rough) return;
  std::vector<char> varies(slots, 0), bent(slots, 0), reads(slots, 0);
  std::fill(varies.begin() + live, varies.end(), char{1});
  const auto is_bent = [&](const Expression& expression) {
    const auto read = expression.slots();
    const bool of_state =
        std::any_of(read.begin(), read.end(), [live](int slot) { return slot > live; });
    return (of_state && expression.dependence(varies) == Dependence::other) ||
           std::any_of(read.begin(), read.end(), [&](int slot) { return bent[slot] != 0; });
  };
  const auto slot_of = [this](const Layout::Out& out) {
    return live_ + 1 + static_cast<std::size_t>(out.channel);
  };
  for (const Layout::Out& out : measured.outs) bent[slot_of(out)] = is_bent(out.expression);
  const auto note = [&](const Expression& expression) {
    for (const int slot : expression.slots()) reads[slot] = 1;
  };
  // Conditions have none: what touches zero between two looks need not be narrow.
  const auto waves_of = [&](const MeasuredFunction& f) -> std::optional<std::vector<SlowWave>> {
    const auto read = f.expression->slots();
    const bool of_outs =
        std::any_of(measured.outs.begin(), measured.outs.end(), [&](const Layout::Out& out) {
          return std::find(read.begin(), read.end(), static_cast<int>(slot_of(out))) != read.end();
        });
    if (f.condition || of_outs) return {};
    return slow_waves(*f.expression, varies);
  };
  for (const MeasuredFunction& f : measured.functions) {
    if (!f.cheap || !f.expression || f.row->reduction == Reduction::formula) continue;
    const Reduction r = f.row->reduction;
    if (!f.condition && !integrates(r) && !has_extremes(r)) continue;
    if (!is_bent(*f.expression)) continue;
    std::vector<SlowWave> waves;
    if (const auto found = waves_of(f)) {
      if (found->empty()) continue;
      waves = *found;
    }
    watched_.push_back({&f, RangedExpression(*f.expression), {}, {}, std::move(waves), false});
    note(*f.expression);
  }
  if (watched_.empty()) return;
  for (const Layout::Out& out : measured.outs) {
    outs_.push_back({slot_of(out), RangedExpression(out.expression)});
    note(out.expression);
  }
  for (const Out& out : outs_) reads[out.slot] = 0;
  for (std::size_t slot = live_ + 1; slot < slots; ++slot)
    if (reads[slot]) read_.push_back(slot);
  ranges_.resize(slots), slots_.resize(slots);
  for (Watched& w : watched_) list_inputs(w);
  at_points_.resize(read_.size()), values_.resize(watched_.size());
  end_.resize(slots), end_rates_.resize(slots);
}

void NarrowPlaces::list_inputs(Watched& w) const {
  std::vector<char> reads(slots_.size(), 0);
  const auto note = [&](const Expression& expression) {
    for (const int slot : expression.slots()) reads[slot] = 1;
  };
  note(w.range.expression());
  for (std::size_t k = outs_.size(); k-- > 0;) {
    if (!reads[outs_[k].slot]) continue;
    w.outs.insert(w.outs.begin(), k);
    note(outs_[k].range.expression());
  }
  for (std::size_t r = 0; r < read_.size(); ++r)
    if (reads[read_[r]]) w.channels.push_back(r);
}

// How far a channel may leave the values at the ends of a step.
double NarrowPlaces::sag(std::size_t slot, double h, const double* rates) const {
  return kSag * h * std::fabs(rates[slot] - end_rates_[slot]);
}

// Whether a function stays near its values at the ends of the step. ranges_ has the ranges of
// channels and OUT lines, unless it is slow.
bool NarrowPlaces::is_plain(Watched& w, double h, const double* slots, const double* rates) {
  if (!w.waves.empty()) {
    double turn = 0;
    for (const SlowWave& wave : w.waves) {
      const std::size_t slot = static_cast<std::size_t>(wave.slot);
      const double moved =
          slot == live_ ? h : std::fabs(slots[slot] - end_[slot]) + 2 * sag(slot, h, rates);
      turn += wave.turn * moved;
    }
    if (turn <= kSlowTurn) return true;
  }
  for (const std::size_t r : w.channels) {
    const std::size_t slot = read_[r];
    const double more = sag(slot, h, rates);
    ranges_[slot] = {
        {std::min(end_[slot], slots[slot]) - more, std::max(end_[slot], slots[slot]) + more}};
  }
  for (const std::size_t k : w.outs) ranges_[outs_[k].slot] = outs_[k].range.range(ranges_.data());
  const double a = w.range.expression().value(end_.data()), b = w.range.expression().value(slots);
  const Series all = w.range.range(ranges_.data());
  const double near = kBesideEnds * std::fabs(b - a) + kAsZero;
  return all.lack == Lack::none && all.value.lo >= std::min(a, b) - near &&
         all.value.hi <= std::max(a, b) + near;
}

// Finds out which functions stay near their values at the ends of the step, judged by the values
// and rates of their channels at these ends. True if all do.
bool NarrowPlaces::find_plain(double from, double to, MeasureSampler& sampler) {
  const bool follows = has_end_ && end_time_ == from;
  has_end_ = false;
  if (!sampler.sample(to, true)) return true;
  const double* const rates = sampler.rates();
  if (!rates) return false;
  const double* const slots = sampler.slots();
  bool plain = follows;
  if (follows) {
    ranges_[live_] = {{from, to}};
    for (Watched& w : watched_) {
      w.is_plain = is_plain(w, to - from, slots, rates);
      plain = plain && w.is_plain;
    }
  }
  std::copy_n(slots, end_.size(), end_.begin());
  std::copy_n(rates, end_rates_.size(), end_rates_.begin());
  end_time_ = to;
  has_end_ = true;
  return plain;
}

// Whether a slow function's waves turn by little within the values at the points.
bool NarrowPlaces::is_slow_on_curves(const Watched& w) const {
  double turn = 0;
  for (const SlowWave& wave : w.waves) {
    const auto r = std::find(read_.begin(), read_.end(), static_cast<std::size_t>(wave.slot));
    if (r == read_.end()) {
      turn += wave.turn * (to_ - from_);
      continue;
    }
    const std::size_t k = static_cast<std::size_t>(r - read_.begin());
    turn += wave.turn * 2 * (curves_[k].reach() + curves_[k].tail());
  }
  return !w.waves.empty() && turn <= kSlowTurn;
}

void NarrowPlaces::find(double from, double to, bool is_step, MeasureSampler& sampler,
                        std::vector<double>& out) {
  const bool is_short = std::all_of(watched_.begin(), watched_.end(), [from, to](const Watched& w) {
    return to - from < kShortStep * w.function->whole;
  });
  if (!is_step || is_short) has_end_ = false;
  if (is_short) return;
  const double* const parameters = sampler.slots();
  for (std::size_t k = 0; k < live_; ++k) {
    slots_[k] = parameters[k];
    ranges_[k] = {Bound::of(parameters[k])};
  }
  for (Watched& w : watched_) w.is_plain = false;
  if (is_step && find_plain(from, to, sampler)) return;
  from_ = from, to_ = to;
  for (std::size_t k = 0; k < Chebyshev::kPoints; ++k) {
    if (!sampler.sample(k == Chebyshev::kLast ? to : time_at(Chebyshev::points()[k]), true)) return;
    for (std::size_t r = 0; r < read_.size(); ++r) at_points_[r][k] = sampler.slots()[read_[r]];
    for (std::size_t i = 0; i < watched_.size(); ++i)
      values_[i][k] = watched_[i].range.expression().value(sampler.slots());
  }
  curves_.clear();
  for (const Chebyshev::Values& at : at_points_) curves_.emplace_back(at);
  for (std::size_t i = 0; i < watched_.size(); ++i) {
    if (watched_[i].is_plain || is_slow_on_curves(watched_[i])) continue;
    const auto [least, most] = std::minmax_element(values_[i].begin(), values_[i].end());
    const double spread = *most - *least;
    if (!std::isfinite(spread)) continue;
    const bool is_unresolved = Chebyshev(values_[i]).tail() > kSeen * spread;
    if (is_unresolved) {
      cut_where_steepest(values_[i], out);
      if (!watched_[i].function->condition && range(watched_[i], -1, 1).width() < kHidden * spread)
        continue;
    }
    Task task{&watched_[i], kBeside * spread + kAsZero, kMostLooks, &out};
    for (std::size_t k = 0; k < Chebyshev::kLast; ++k)
      seek(task,
           {Chebyshev::points()[k], Chebyshev::points()[k + 1], values_[i][k], values_[i][k + 1]},
           kMostParts);
  }
}

// Cuts the stretch at the two neighbouring points whose values differ most.
void NarrowPlaces::cut_where_steepest(const Chebyshev::Values& values,
                                      std::vector<double>& out) const {
  std::size_t steepest = 1;
  const auto rise = [&](std::size_t k) { return std::fabs(values[k] - values[k - 1]); };
  for (std::size_t k = 2; k <= Chebyshev::kLast; ++k)
    if (rise(k) > rise(steepest)) steepest = k;
  for (const std::size_t k : {steepest - 1, steepest})
    if (k > 0 && k < Chebyshev::kLast) out.push_back(time_at(Chebyshev::points()[k]));
}

// Halves a part until the range of the function shows that it is nowhere narrow.
void NarrowPlaces::seek(Task& task, const Part& part, int halvings) {
  const double low = std::min(part.value_a, part.value_b) - task.near,
               high = std::max(part.value_a, part.value_b) + task.near;
  const Bound all = range(*task.of, part.a, part.b);
  if (!all.is_finite() || (all.lo >= low && all.hi <= high)) return;
  if (task.of->function->condition && (all.lo > 0 || all.hi < 0)) return;
  if (halvings == 0 || --task.looks < 0) return;
  const double middle = 0.5 * (part.a + part.b), v = value(*task.of, middle);
  if (v < low || v > high) {
    for (const double s : {part.a, part.b})
      if (const double t = time_at(s); t > from_ && t < to_) task.out->push_back(t);
    task.near = std::max(task.near, kBeside * std::max(v - high, low - v));
  }
  seek(task, {part.a, middle, part.value_a, v}, halvings - 1);
  seek(task, {middle, part.b, v, part.value_b}, halvings - 1);
}

Bound NarrowPlaces::range(Watched& w, double a, double b) {
  ranges_[live_] = {{time_at(a), time_at(b)}};
  const double middle = 0.5 * (a + b);
  for (const std::size_t r : w.channels) {
    const Chebyshev& p = curves_[r];
    const double at_a = p(a), at_b = p(b), at_middle = p(middle), slope = p.slope(middle),
                 sag = kSag * (b - a) / 2 *
                           (std::fabs(p.slope(a) - slope) + std::fabs(slope - p.slope(b))) +
                       p.tail();
    ranges_[read_[r]] = {
        {std::min({at_a, at_b, at_middle}) - sag, std::max({at_a, at_b, at_middle}) + sag}};
  }
  for (const std::size_t k : w.outs) ranges_[outs_[k].slot] = outs_[k].range.range(ranges_.data());
  const Series all = w.range.range(ranges_.data());
  return all.lack == Lack::none ? all.value : Bound::all();
}

// The value of a function on the interpolated motion.
double NarrowPlaces::value(const Watched& w, double s) {
  slots_[live_] = time_at(s);
  for (const std::size_t r : w.channels) slots_[read_[r]] = curves_[r](s);
  for (const std::size_t k : w.outs)
    slots_[outs_[k].slot] = outs_[k].range.expression().value(slots_.data());
  return w.range.expression().value(slots_.data());
}

}  // namespace mbs
