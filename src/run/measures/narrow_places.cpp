// One file above 400 lines: the parts of a step are halved with the same curves and ranges, which
// are made anew for each part and serve every function that is watched there.
#include "run/measures/narrow_places.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <tuple>
#include <utility>

#include "base/diagnostics.h"
#include "base/tolerances.h"

namespace mbs {

namespace {

// kBeside: between two neighbouring points, a function may leave their values by kBeside times the
// spread of its values in the step. kBesideEnds: it may leave the values at the ends of a step by
// kBesideEnds times their difference. kSmall: changes below this part of its largest value do not
// count. kAsZero: a value that counts as zero.
constexpr double kBeside = 0.05, kBesideEnds = 0.5, kSmall = 1e-9, kAsZero = 1e-30;
// If the last coefficients exceed kSeen times the spread, the points show that the function is
// unresolved: the stretch is cut at neighbouring points that differ by kSteep times the spread, so
// that what a point has seen is not passed over by the points that are sampled next.
constexpr double kSeen = 0.01, kSteep = 1.0 / 8;
constexpr int kMostLooks = 400, kMostParts = 36;
// Polynomials are made anew at most kMostSheets times in a step.
constexpr int kMostSheets = 64;
// What all steps of a run together may take beyond these, in halvings; a sheet counts kSheet.
constexpr long long kSpare = 1'000'000, kSheet = 20;
// A polynomial is too coarse for a part on which its error is more than kTooCoarse of its change.
constexpr double kTooCoarse = 0.05;
// A quadratic bends away from its chord by at most 1/8 of (length) * (change of slope). kSag,
// kSteeper and kBend have room for others.
constexpr double kSag = 0.2, kSteeper = 0.25, kBend = 2;
// An error of the value at the end of a step may be one of rates: error / h, times kSteepError.
constexpr double kSteepError = 8;
// A jump over zero is followed to this part of a step.
constexpr double kMoment = 1e-9;

// The ranges of a channel between the values a and b, a time h apart, from the range of its rates
// at some places; error: of the value at b, as the steps before foretell it.
Series between(double a, double b, double h, Bound rates, double error = 0) {
  const double change = rates.width() + kSteepError * error / h, sag = kSag * h * change,
               bend = kBend * change / h;
  return {{std::min(a, b) - sag, std::max(a, b) + sag},
          {rates.lo - kSteeper * change, rates.hi + kSteeper * change},
          {-bend, bend}};
}

Bound bound_of(std::initializer_list<double> values) {
  const auto [least, most] = std::minmax(values);
  return {least, most};
}

// Whether a condition stays on one side of zero, but for changes that do not count.
bool keeps_sign(const Bound& value, double least) {
  return value.lo >= -least || value.hi <= least;
}

// Of a measure of squares or sizes: whether its function may jump over zero from a to b, so that
// what counts may be smaller between them than at both.
bool may_jump_over_zero(const MeasuredFunction& f, const RangedExpression& range, double a,
                        double b) {
  return !f.condition && (f.square || f.row->absolute) && a * b < 0 && range.may_jump();
}

// The sizes of values on both sides of zero.
Bound sizes_of(const Bound& value) { return {0, std::max(-value.lo, value.hi)}; }

bool keeps_direction(const Bound& slope) { return slope.lo >= 0 || slope.hi <= 0; }

}  // namespace

NarrowPlaces::NarrowPlaces(const MeasureFunctions& measured, std::span<const int> which, bool rough,
                           int live, std::size_t slots, bool linear)
    : rough_(rough), live_(static_cast<std::size_t>(live)), spare_(kSpare) {
  std::vector<char> varies(slots, 0), bent(slots, 0), reads(slots, 0);
  std::fill(varies.begin() + live, varies.end(), char{1});
  const auto is_bent = [&](const Expression& expression) {
    const auto read = expression.slots();
    const bool of_state =
        std::any_of(read.begin(), read.end(), [live](int slot) { return slot > live; });
    return (of_state && expression.dependence(varies) == Dependence::other) ||
           std::any_of(read.begin(), read.end(), [&](int slot) { return bent[slot] != 0; });
  };
  const std::vector<Layout::Out>& outs = rough ? measured.outs : measured.exact_outs;
  const auto slot_of = [this](const Layout::Out& out) {
    return live_ + 1 + static_cast<std::size_t>(out.channel);
  };
  std::vector<char> is_out(slots, 0);
  for (const Layout::Out& out : outs) {
    bent[slot_of(out)] = is_bent(out.expression);
    is_out[slot_of(out)] = 1;
  }
  const auto note = [&](const Expression& expression) {
    for (const int slot : expression.slots()) reads[slot] = 1;
  };
  for (const int k : which) {
    const MeasuredFunction& f = measured.functions[k];
    const Reduction r = f.row->reduction;
    if (!f.condition && !integrates(r) && !has_extremes(r)) continue;
    if (!linear && !is_bent(*f.expression)) continue;
    const auto read = f.expression->slots();
    const bool of_outs =
        std::any_of(read.begin(), read.end(), [&](int slot) { return is_out[slot] != 0; });
    std::vector<SlowWave> waves;
    // Conditions have none: what touches zero between two looks need not be narrow.
    if (!f.condition && !of_outs)
      if (const auto found = slow_waves(*f.expression, varies)) {
        if (found->empty()) continue;
        waves = *found;
      }
    watched_.push_back({.function = &f,
                        .range = RangedExpression(*f.expression),
                        .outs = {},
                        .channels = {},
                        .waves = std::move(waves)});
    note(*f.expression);
  }
  if (watched_.empty()) return;
  for (auto out = outs.rbegin(); out != outs.rend(); ++out)
    if (reads[slot_of(*out)]) note(out->expression);
  for (const Layout::Out& out : outs) {
    if (!reads[slot_of(out)]) continue;
    outs_.push_back({slot_of(out), RangedExpression(out.expression)});
    reads[slot_of(out)] = 0;
  }
  for (std::size_t slot = live_ + 1; slot < slots; ++slot)
    if (reads[slot]) read_.push_back(slot);
  ranges_.resize(slots), slots_.resize(slots);
  for (Watched& w : watched_) list_inputs(w);
  at_points_.resize(read_.size()), values_.resize(watched_.size());
  for (End& end : ends_) end.values.resize(read_.size()), end.rates.resize(read_.size());
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

// Changes of a function that do not count.
double NarrowPlaces::least_change(const MeasuredFunction& f) const {
  return std::max({std::max(kSmall, f.rel) * f.size, 10 * f.noise, f.rounding, kAsZero});
}

void NarrowPlaces::push_end(double t, MeasureSampler& sampler) {
  std::rotate(ends_.begin(), ends_.begin() + 1, ends_.end());
  End& end = ends_.back();
  end.t = t;
  const double* const rates = rough_ ? sampler.rates() : nullptr;
  for (std::size_t r = 0; r < read_.size(); ++r) {
    end.values[r] = sampler.slots()[read_[r]];
    if (rates) end.rates[r] = rates[read_[r]];
  }
  known_ends_ = rough_ && !rates ? 0 : known_ends_ + 1;
}

// Sets the ranges of the channels of read_ in the step between the last two ends. Rates that are
// not known are those of the parabolas through three ends.
void NarrowPlaces::set_ranges_of_step() {
  const auto& [p, q, a, b] = ends_;
  const double h = b.t - a.t;
  for (std::size_t r = 0; r < read_.size(); ++r) {
    const double chord = (b.values[r] - a.values[r]) / h;
    double missed = 0;
    Bound rates;
    if (rough_) {
      rates = bound_of({a.rates[r], b.rates[r], chord});
    } else {
      const double before = (a.values[r] - q.values[r]) / (a.t - q.t),
                   first = (q.values[r] - p.values[r]) / (q.t - p.t),
                   bend = (chord - before) / (b.t - q.t), past = (before - first) / (a.t - p.t);
      rates = bound_of({chord - bend * h, chord + bend * h, before + past * (a.t - q.t),
                        before + past * (a.t - q.t + 2 * h)});
      missed = std::fabs(chord - before - past * (b.t - q.t)) * h;
    }
    ranges_[read_[r]] = between(a.values[r], b.values[r], h, rates, missed);
  }
  ranges_[live_] = {{a.t, b.t}, Bound::of(1), Bound::of(0)};
}

// Whether the ends of the step show all of a function. slots: at the end of the step.
bool NarrowPlaces::is_plain(Watched& w, double h, const double* slots) {
  const double a = std::exchange(w.at_end, w.range.expression().value(slots)), b = w.at_end;
  const MeasuredFunction& f = *w.function;
  if (f.to <= step_from_ || f.from >= step_to_ || !f.failed.empty()) return true;
  if (known_ends_ < (rough_ ? 2 : kEnds)) return false;
  if (!w.waves.empty()) {
    double turn = 0;
    for (const SlowWave& wave : w.waves)
      turn += wave.turn * ranges_[static_cast<std::size_t>(wave.slot)].value.width();
    if (turn <= kSlowTurn) return true;
  }
  const Series all = range_of(w);
  if (all.lack != Lack::none) return false;
  const bool is_smooth = !w.range.may_jump();
  if (f.condition && keeps_sign(all.value, least_change(f))) return true;
  if (is_smooth && keeps_direction(all.first)) return true;
  if (f.condition || may_jump_over_zero(f, w.range, a, b)) return false;
  const double near = std::max(kBesideEnds * std::fabs(b - a), least_change(f));
  if (is_smooth && h * h / 8 * all.second.size() <= near) return true;
  return all.value.lo >= std::min(a, b) - near && all.value.hi <= std::max(a, b) + near;
}

// Finds out which functions the ends of the step show. True if they show all.
bool NarrowPlaces::find_plain(double from, double to, MeasureSampler& sampler) {
  if (known_ends_ > 0 && ends_.back().t != from) known_ends_ = 0;
  if (!sampler.sample(to, rough_)) return true;
  push_end(to, sampler);
  if (known_ends_ >= (rough_ ? 2 : kEnds)) set_ranges_of_step();
  bool plain = true;
  for (Watched& w : watched_) {
    w.is_plain = is_plain(w, to - from, sampler.slots());
    plain = plain && w.is_plain;
  }
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

// Polynomials through nine samples; false: not all could be taken.
bool NarrowPlaces::set_curves(double from, double to, MeasureSampler& sampler) {
  from_ = from, to_ = to;
  for (std::size_t k = 0; k < Chebyshev::kPoints; ++k) {
    if (!sampler.sample(time_at(Chebyshev::points()[k]), rough_)) return false;
    for (std::size_t r = 0; r < read_.size(); ++r) at_points_[r][k] = sampler.slots()[read_[r]];
    for (std::size_t i = 0; i < watched_.size(); ++i)
      values_[i][k] = watched_[i].range.expression().value(sampler.slots());
  }
  curves_.clear();
  for (const Chebyshev::Values& at : at_points_) curves_.emplace_back(at);
  return true;
}

void NarrowPlaces::find(double from, double to, bool is_step, MeasureSampler& sampler,
                        std::vector<double>& out) {
  const double* const parameters = sampler.slots();
  for (std::size_t k = 0; k < live_; ++k) {
    slots_[k] = parameters[k];
    ranges_[k] = {Bound::of(parameters[k])};
  }
  step_from_ = from, step_to_ = to, has_seen_ = false;
  for (Watched& w : watched_) w.is_plain = w.is_searched = false;
  if (!is_step) known_ends_ = 0;
  if (is_step && find_plain(from, to, sampler)) return;
  if (!set_curves(from, to, sampler)) return;
  seen_ = values_, has_seen_ = true;
  coarse_.clear();
  for (std::size_t i = 0; i < watched_.size(); ++i) {
    Watched& w = watched_[i];
    w.is_searched = !w.is_plain && !is_slow_on_curves(w);
    if (w.is_searched) search(i, out);
  }
  int sheets = kMostSheets;
  for (std::size_t k = 0; k < coarse_.size(); ++k) {
    const Coarse part = coarse_[k];
    if (!may_look(sheets, kSheet)) {
      ++watched_[part.watched].unshown, ++watched_[part.watched].given_up;
      return;
    }
    if (!set_curves(part.from, part.to, sampler)) return;
    search(part.watched, out);
  }
}

// Takes one of the looks of a step that are left, else from what is spare.
bool NarrowPlaces::may_look(int& left, long long price) {
  if (--left >= 0) return true;
  spare_ -= price;
  return spare_ > 0;
}

const Chebyshev::Values* NarrowPlaces::seen(const MeasuredFunction& f, double from,
                                            double to) const {
  if (!has_seen_ || from != step_from_ || to != step_to_) return nullptr;
  for (std::size_t i = 0; i < watched_.size(); ++i)
    if (watched_[i].function == &f) return &seen_[i];
  return nullptr;
}

bool NarrowPlaces::is_searched(const MeasuredFunction& f) const {
  return std::any_of(watched_.begin(), watched_.end(),
                     [&f](const Watched& w) { return w.function == &f && w.is_searched; });
}

// Searches a function on the present polynomials.
void NarrowPlaces::search(std::size_t i, std::vector<double>& out) {
  const auto [least, most] = std::minmax_element(values_[i].begin(), values_[i].end());
  const double spread = *most - *least, small = least_change(*watched_[i].function);
  if (!std::isfinite(spread)) return;
  if (Chebyshev(values_[i]).tail() > std::max(kSeen * spread, small))
    cut_where_steep(values_[i], spread, out);
  Task task{.of = &watched_[i],
            .near = std::max(kBeside * spread, small),
            .looks = kMostLooks,
            .out = &out};
  for (std::size_t k = 0; k < Chebyshev::kLast; ++k)
    seek(task,
         {Chebyshev::points()[k], Chebyshev::points()[k + 1], values_[i][k], values_[i][k + 1]},
         kMostParts);
  if (!task.shown) ++watched_[i].unshown;
  if (task.given_up) ++watched_[i].given_up;
}

void NarrowPlaces::cut(double s, std::vector<double>& out) const {
  if (const double t = time_at(s); t > step_from_ && t < step_to_) out.push_back(t);
}

// Cuts the stretch at neighbouring points with very different values.
void NarrowPlaces::cut_where_steep(const Chebyshev::Values& values, double spread,
                                   std::vector<double>& out) const {
  const auto rise = [&](std::size_t k) { return std::fabs(values[k] - values[k - 1]); };
  for (std::size_t k = 1; k <= Chebyshev::kLast; ++k)
    if (rise(k) >= kSteep * spread)
      cut(Chebyshev::points()[k - 1], out), cut(Chebyshev::points()[k], out);
}

// Whether the range of a function on a part shows that it is not narrow there; of a condition, that
// it passes zero at most once.
bool NarrowPlaces::is_shown(Task& task, const Part& part, const Series& all) const {
  if (all.lack != Lack::none) return false;
  const bool is_smooth = !task.of->range.may_jump(),
             keeps = is_smooth && keeps_direction(all.first);
  if (task.of->function->condition)
    return keeps || keeps_sign(all.value, least_change(*task.of->function));
  const auto [low, high] = std::minmax(part.value_a, part.value_b);
  if (keeps && high - low <= task.near) return true;
  const double h = time_at(part.b) - time_at(part.a);
  if (is_smooth && h * h / 8 * all.second.size() <= task.near) return true;
  if (may_jump_over_zero(*task.of->function, task.of->range, low, high)) {
    const auto [least, most] = std::minmax({-low, high});
    return h <= kMoment * (step_to_ - step_from_) ||
           (least <= task.near && sizes_of(all.value).hi <= most + task.near);
  }
  return all.value.lo >= low - task.near && all.value.hi <= high + task.near;
}

// Whether the polynomials are too coarse for the part whose ranges have just been set.
bool NarrowPlaces::is_coarse(const Watched& w) const {
  return std::any_of(w.channels.begin(), w.channels.end(), [this](std::size_t r) {
    const Chebyshev& p = curves_[r];
    const double change = ranges_[read_[r]].value.width() - 2 * p.error(),
                 size = std::fabs(p.middle()) + p.reach();
    return p.tail() > kTooCoarse * change && p.tail() > tolerance::rounding_of_kind * size;
  });
}

// Halves a part until the range of the function shows that it is nowhere narrow.
void NarrowPlaces::seek(Task& task, const Part& part, int halvings) {
  set_ranges(*task.of, part.a, part.b);
  if (is_shown(task, part, range_of(*task.of))) return;
  if (is_coarse(*task.of)) {
    const auto i = static_cast<std::size_t>(task.of - watched_.data());
    coarse_.push_back({i, time_at(part.a), time_at(part.b)});
    return;
  }
  if (halvings == 0 || !may_look(task.looks, 1)) {
    task.shown = false;
    task.given_up |= halvings != 0;
    return;
  }
  const double middle = 0.5 * (part.a + part.b), v = value(*task.of, middle);
  double low = std::min(part.value_a, part.value_b), high = std::max(part.value_a, part.value_b),
         beside = v;
  if (may_jump_over_zero(*task.of->function, task.of->range, low, high)) {
    std::tie(low, high) = std::minmax({-low, high});
    beside = std::fabs(v);
  }
  const bool is_other_side =
      task.of->function->condition && (low > 0 ? v <= 0 : high < 0 && v >= 0);
  if (is_other_side || beside < low - task.near || beside > high + task.near) {
    cut(part.a, *task.out), cut(part.b, *task.out);
    if (is_other_side) cut(middle, *task.out);
    task.near = std::max(task.near, kBeside * std::max(beside - high, low - beside));
  }
  seek(task, {part.a, middle, part.value_a, v}, halvings - 1);
  seek(task, {middle, part.b, v, part.value_b}, halvings - 1);
}

// Sets the ranges of what a function reads between two places of the polynomials.
void NarrowPlaces::set_ranges(const Watched& w, double a, double b) {
  const double middle = 0.5 * (a + b), half = 0.5 * (to_ - from_), h = (b - a) * half;
  ranges_[live_] = {{time_at(a), time_at(b)}, Bound::of(1), Bound::of(0)};
  for (const std::size_t r : w.channels) {
    const Chebyshev& p = curves_[r];
    const Bound rates = bound_of({p.slope(a) / half, p.slope(middle) / half, p.slope(b) / half});
    Series& range = ranges_[read_[r]];
    range = between(p(a), p(b), h, rates);
    const double at_middle = p(middle);
    range.value = {std::min(range.value.lo, at_middle) - p.error(),
                   std::max(range.value.hi, at_middle) + p.error()};
  }
}

Series NarrowPlaces::range_of(Watched& w) {
  for (const std::size_t k : w.outs) ranges_[outs_[k].slot] = outs_[k].range.range(ranges_.data());
  return w.range.range(ranges_.data());
}

// The value of a function on the interpolated motion.
double NarrowPlaces::value(const Watched& w, double s) {
  slots_[live_] = time_at(s);
  for (const std::size_t r : w.channels) slots_[read_[r]] = curves_[r](s);
  for (const std::size_t k : w.outs)
    slots_[outs_[k].slot] = outs_[k].range.expression().value(slots_.data());
  return w.range.expression().value(slots_.data());
}

void NarrowPlaces::warn(Diagnostics& diagnostics) const {
  for (const Watched& w : watched_)
    if (w.given_up > 0)
      diagnostics.warning(
          w.function->row->where, w.function->row->label,
          fmt::format("in {} step{} it varies too often to be searched, and is only sampled there",
                      w.given_up, w.given_up == 1 ? "" : "s"),
          "an hmax in INTEG makes steps shorter");
}

std::string NarrowPlaces::describe() const {
  std::string out;
  for (const Watched& w : watched_)
    if (w.unshown > 0)
      out += fmt::format("not shown: {} steps, {}\n", w.unshown, w.function->row->label);
  return out;
}

}  // namespace mbs
