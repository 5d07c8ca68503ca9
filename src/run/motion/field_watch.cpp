#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "integrate/integrator.h"
#include "run/motion/every_law.h"
#include "run/motion/motion_watches.h"
#include "text/expression_origin.h"

namespace mbs {

namespace {

// Integrals of a law below this part of the tolerance abs of the run count for nothing.
constexpr double kCountsField = 0.1;
// The values at these parts of the way tell the range of a law, which it may leave by the width of
// the range. The parts are no simple fractions: a deck may have something just there.
constexpr std::array<double, 6> kFieldPlaces{0, 0.13697, 0.37796, 0.62236, 0.86111, 1};
// If the range without one inner place is below this part of the whole range, this place has met
// with something narrow and does not count.
constexpr double kMetByChance = 0.1;
// kMostRanges: so many ranges are looked at. If they have shown nothing, the law is left alone for
// a while, for kMostWaits steps at most; but not where what they have not shown is less than kPoles
// of the way: a pole has no range, however short the pieces about it are.
constexpr int kMostRanges = 128, kMostWaits = 64;
constexpr double kPoles = 0.01;
// A place that has begun is looked at for a higher one at most so many times.
constexpr int kMostFeet = 6;
// A trial of less than this part of the way that was looked at is looked at again.
constexpr double kSameWay = 0.75;
// A step of more than so many times the last one goes on suddenly.
constexpr double kSuddenly = 8;
constexpr double kShortestPart = 1e-12;  // of the way; shorter pieces are left
// kOnsetHalvings: halvings that find where a law begins to leave its range. kOnset: it begins where
// it exceeds the range by this part of the excess that was found.
constexpr int kOnsetHalvings = 30;
constexpr double kOnset = 0.01;

using FieldValues = std::array<double, kFieldPlaces.size()>;

// Least and most of the values but for two of them.
std::array<double, 2> range_without(const FieldValues& values, std::size_t i, std::size_t j) {
  std::array<double, 2> out{HUGE_VAL, -HUGE_VAL};
  for (std::size_t k = 0; k < values.size(); ++k)
    if (k != i && k != j) out = {std::min(out[0], values[k]), std::max(out[1], values[k])};
  return out;
}

}  // namespace

// The search of the way ahead of a step: how the law is usually, and the earliest place that has
// been found where it is not.
struct FieldWatch::Search {
  // The usual range of a law, which it may leave by `spread`.
  struct Usual {
    double low, high, spread;

    Usual(double from, double to)
        : low(from),
          high(to),
          spread(to - from + InputsAhead::kRounds * std::max(std::fabs(from), std::fabs(to))) {}
    // How far a range from lo to hi exceeds what the law may have.
    double beyond(double lo, double hi) const {
      return std::max(low - spread - lo, hi - high - spread);
    }
  };
  static Usual usual_range(const FieldValues& values, bool jumps, bool may_begin);

  Part& part;
  Usual usual;
  FieldValues values;
  double h = 0;
  // The end of the step in front of that place, the place, its width and the value there; up to
  // where another one may lie before it.
  double end = std::numeric_limits<double>::infinity();
  double found = 0, width = 0, value = 0, until = 0;
  bool has_begun = false;
  double shown = 0;  // of a search from the left: the way up to here is usual
};

// Up to two places may have met with something narrow. The beginning of the way may lie within it,
// where a method that takes a long step may pass its own test by chance; the end may if the law
// jumps.
FieldWatch::Search::Usual FieldWatch::Search::usual_range(const FieldValues& values, bool jumps,
                                                          bool may_begin) {
  const std::size_t none = values.size(), first = may_begin ? 0 : 1, last = jumps ? none : none - 1;
  const std::array<double, 2> all = range_without(values, none, none);
  const auto is_usual = [&](const std::array<double, 2>& others) {
    return others[1] - others[0] < kMetByChance * (all[1] - all[0]);
  };
  for (std::size_t i = first; i < last; ++i)
    if (const auto others = range_without(values, i, none); is_usual(others))
      return {others[0], others[1]};
  for (std::size_t i = first; i < last; ++i)
    for (std::size_t j = i + 1; j < last; ++j)
      if (const auto others = range_without(values, i, j); is_usual(others))
        return {others[0], others[1]};
  return {all[0], all[1]};
}

FieldWatch::FieldWatch(const Model& model, const Phase& phase, const IntegratorSettings& settings,
                       Diagnostics& diagnostics, InputsAhead::Known known)
    : inputs_(model, phase, std::move(known)),
      diagnostics_(diagnostics),
      tolerance_(kCountsField * settings.abs),
      fixed_step_(is_fixed_step(settings.method, settings.h) ? settings.h : 0),
      first_(phase.parameters.size()) {
  for_every_law(model, [&](const ExpressionLaw& law) { add(model, law); });
  if (!any()) return;
  std::vector<int> reads;
  for (const Part& part : parts_) reads.insert(reads.end(), part.reads.begin(), part.reads.end());
  inputs_.follow(std::move(reads));
  ahead_.assign(first_ + model.forces.inputs.count(), 0);
  series_.assign(ahead_.size(), {});
}

void FieldWatch::add(const Model& model, const ExpressionLaw& law) {
  std::vector<char> varies(first_ + model.forces.inputs.count(), 0);
  for (const int k : law.reads())
    varies[first_ + static_cast<std::size_t>(k)] =
        model.forces.inputs[k].kind != InputKind::time ? 1 : 0;
  std::vector<char> is_input(varies.size(), 1);
  std::fill_n(is_input.begin(), first_, char{0});
  for (Expression& part : law.expression().uneven_addends(varies)) {
    std::vector<int> reads;
    for (const int slot : part.slots())
      if (slot >= static_cast<int>(first_)) reads.push_back(slot - static_cast<int>(first_));
    std::optional<std::vector<SlowWave>> waves = slow_waves(part, is_input);
    if (waves && waves->empty()) continue;
    std::vector<SlowWave> by_input = std::move(waves).value_or(std::vector<SlowWave>());
    for (SlowWave& wave : by_input) wave.slot -= static_cast<int>(first_);
    parts_.push_back({RangedExpression(std::move(part)), std::move(reads), std::move(by_input)});
  }
}

void FieldWatch::set_parameters(const Slots& laws) {
  for (std::size_t k = 0; k < first_; ++k) {
    ahead_[k] = laws.data()[k];
    series_[k] = {Bound::of(ahead_[k])};
  }
}

void FieldWatch::begin(const State& state, ConstVector ed, const Slots& laws) {
  if (!any()) return;
  set_parameters(laws);
  inputs_.begin(state, ed, laws.variables());
}

void FieldWatch::note(double t, const Slots& laws) {
  if (!any()) return;
  set_parameters(laws);
  inputs_.note(t, laws.variables());
}

// Whether the waves of a slow part turn by little on a way ahead of length h.
bool FieldWatch::is_slow(const Part& part, double h) const {
  double turn = 0;
  for (const SlowWave& wave : part.waves) {
    const std::size_t i = static_cast<std::size_t>(wave.slot);
    turn += wave.turn * inputs_.travel(i, h);
  }
  return !part.waves.empty() && turn * (1 + InputsAhead::kUnsureWay) <= kSlowTurn;
}

double FieldWatch::value(const Part& part, double ahead) {
  for (const int k : part.reads) {
    const std::size_t i = static_cast<std::size_t>(k);
    ahead_[first_ + i] = inputs_.value(i, ahead);
  }
  return part.ranged.expression().value(ahead_.data());
}

// The law over a piece of the way ahead.
FieldWatch::Ranged FieldWatch::range(Part& part, const Piece& piece) {
  for (const int k : part.reads) {
    const std::size_t i = static_cast<std::size_t>(k);
    series_[first_ + i] = inputs_.range(i, piece.from, piece.to);
  }
  const Series law = part.ranged.range(series_.data());
  return {law.value, law.first, part.ranged.may_jump()};
}

// Whether a law that exceeds its values at the ends of the way by `bulge` does so without a sign of
// it behind the state: a parabola has four times its bulge in slopes times the way.
bool FieldWatch::is_hidden_between_ends(const Part& part, double h, double bulge) {
  constexpr double kNearEnd = 1e-3;
  if (!(bulge * h > tolerance_)) return false;
  const double change = value(part, 0) - value(part, -kNearEnd * h);
  return bulge > std::fabs(change) / kNearEnd;
}

// Whether the state may stand within something narrow, which a step has led to that was far shorter
// than the next: a law that goes from `first` to `last` on a way of length h does so at its
// beginning.
bool FieldWatch::may_have_begun(const Part& part, double first, double last, double h) {
  const double change = std::fabs(last - first);
  return h > kSuddenly * inputs_.last_step() && inputs_.last_step() > 0 &&
         change * h > tolerance_ &&
         std::fabs(last - value(part, kFieldPlaces[2] * h)) < kMetByChance * change;
}

double FieldWatch::look(Part& part, double h, bool again) {
  constexpr double kNoBound = std::numeric_limits<double>::infinity();
  if (part.waits > 0 && !again) return --part.waits, kNoBound;
  if (is_slow(part, h)) return kNoBound;
  const Ranged whole = range(part, {0, h});
  const bool jumps = !(fixed_step_ > 0) && whole.jumps;
  FieldValues values{};
  values.front() = value(part, 0);
  values.back() = value(part, h);
  // The usual range contains the values at both ends, so a law that stays near these values needs
  // no search.
  const Search::Usual of_ends(std::min(values.front(), values.back()),
                              std::max(values.front(), values.back()));
  const bool has_begun = may_have_begun(part, values.front(), values.back(), h);
  if (std::isfinite(of_ends.spread) && !has_begun && !(jumps && of_ends.low < of_ends.high) &&
      of_ends.beyond(whole.value.lo, whole.value.hi) * h <= tolerance_) {
    part.pause = 0;
    return kNoBound;
  }
  for (std::size_t k = 1; k + 1 < values.size(); ++k) values[k] = value(part, h * kFieldPlaces[k]);
  Search::Usual usual = Search::usual_range(values, jumps, jumps || has_begun);
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  const double bulge = std::max(of_ends.low - *least, *most - of_ends.high);
  if (looks_at_ends_ && is_hidden_between_ends(part, h, bulge)) usual = of_ends;
  if (!std::isfinite(usual.spread)) return kNoBound;
  Search search{.part = part, .usual = usual, .values = values, .h = h, .found = h, .until = h};
  pieces_.assign(1, {0, h});
  std::size_t k = 0;
  for (int ranges = 0; k < pieces_.size(); ++k) {
    const Piece piece{pieces_[k].from, std::min(pieces_[k].to, search.until)};
    if (piece.from >= piece.to) continue;
    if (++ranges > kMostRanges) break;
    examine(search, piece, k == 0 ? whole : range(part, piece));
  }
  double open = 0;  // length of the pieces that have not been looked at
  for (; k < pieces_.size(); ++k)
    open += std::max(0.0, std::min(pieces_[k].to, search.until) - pieces_[k].from);
  if (open > 0) search_from_the_left(search);
  const bool is_found = search.end < kNoBound;
  // What lies behind the part that has been searched is left to the next step.
  if (open > 0 && search.shown < search.until && search.shown >= kPoles * h)
    search.end = std::min(search.end, search.shown);
  // A place that has begun may be the foot of a larger one, of which the method sees nothing yet.
  for (int feet = 0; search.has_begun && feet < kMostFeet; ++feet) {
    const double foot_end = search.end, way = std::min(search.end, h), last = value(part, way);
    search.usual =
        Search::Usual(std::min({search.usual.low, search.values.front(), search.value, last}),
                      std::max({search.usual.high, search.values.front(), search.value, last}));
    search.h = search.until = way;
    search.end = kNoBound, search.has_begun = false, search.shown = 0;
    for (std::size_t place = 0; place < values.size(); ++place)
      search.values[place] = value(part, way * kFieldPlaces[place]);
    search_from_the_left(search);
    const bool is_higher = search.end < kNoBound;
    search.end = std::min(search.end, foot_end);
    if (!is_higher) search.has_begun = true;
    if (!is_higher) break;
  }
  const bool has_shown = search.end < kNoBound || !(open > 0);
  if (has_shown || !again) {
    part.pause = has_shown ? 0 : std::min(2 * part.pause + 1, kMostWaits);
    part.waits = part.pause;
  }
  if (is_found && search.width > 0 && !search.has_begun && fixed_step_ > 0)
    warn_of_fixed_step(part, search.found, search.width, search.value);
  return search.end;
}

// How far behind `from` the law is first out of its range by more than `limit`, or first by no
// more: as far as `to` where it never is.
double FieldWatch::way_until(const Search& search, double from, double to, double limit,
                             bool is_more) {
  double way = std::ldexp(to - from, -kOnsetHalvings);
  for (int n = 0; n < kOnsetHalvings; ++n, way *= 2) {
    const double g = value(search.part, from + way);
    if ((search.usual.beyond(g, g) > limit) == is_more) break;
  }
  return way;
}

// Looks at a piece of the way ahead. Behind pieces_ come its halves where it is not shown.
void FieldWatch::examine(Search& search, const Piece& piece, const Ranged& there) {
  const Search::Usual& usual = search.usual;
  const FieldValues& values = search.values;
  const double h = search.h, length = piece.to - piece.from;
  if (usual.beyond(there.value.lo, there.value.hi) * length <= tolerance_ ||
      length < kShortestPart * h)
    return;
  const double middle = 0.5 * (piece.from + piece.to), f = value(search.part, middle);
  const double out = usual.beyond(f, f);
  if (!(out * length > tolerance_)) {
    const double most = std::max(std::fabs(there.slope.lo), std::fabs(there.slope.hi)),
                 beside = 0.5 * length * most;
    if (!there.jumps && usual.beyond(f - beside, f + beside) * length <= tolerance_) return;
    pieces_.push_back({piece.from, middle});
    pieces_.push_back({middle, piece.to});
    return;
  }
  // The onset lies between the last place where the law is within its range and `middle`.
  double from = 0, to = middle;
  for (std::size_t place = 0; place < values.size(); ++place)
    if (h * kFieldPlaces[place] < middle && !(usual.beyond(values[place], values[place]) > 0))
      from = std::max(from, h * kFieldPlaces[place]);
  from = std::max(from, search.shown);
  for (int n = 0; n < kOnsetHalvings; ++n) {
    const double between = 0.5 * (from + to), g = value(search.part, between);
    (usual.beyond(g, g) > kOnset * out ? to : from) = between;
  }
  search.found = middle, search.width = std::max(middle - from, 0.5 * length), search.value = f;
  // `middle` may lie in a later place than the one that begins at `from`, in a row of them.
  const double begun = from == 0 ? usual.beyond(values[0], values[0]) : 0,
               half = 0.5 * std::max(out, begun);
  const double rise = begun > half ? 0 : way_until(search, from, middle, half, true);
  const double extent = rise + way_until(search, from + rise, middle, half, false);
  // Of a place that has begun already the method sees the beginning.
  search.has_begun = begun > 0;
  if (!search.has_begun)
    search.end = std::max(std::min(from, (1 - InputsAhead::kUnsureWay) * middle),
                          0.5 * std::min(search.width, extent));
  else
    search.end = from + extent < middle ? extent : 2 * middle;
  // Another place may lie before this one.
  search.until = from - 2 * rise;
  pieces_.push_back({piece.from, middle});
}

// A way along which the law is narrow many times: its beginning is searched to the end.
void FieldWatch::search_from_the_left(Search& search) {
  pieces_.assign(1, {0, search.until});
  int ranges = 0;
  while (!pieces_.empty()) {
    const Piece piece{pieces_.back().from, std::min(pieces_.back().to, search.until)};
    pieces_.pop_back();
    if (piece.from >= piece.to) continue;
    search.shown = piece.from;
    if (++ranges > kMostRanges) return;
    const std::size_t before = pieces_.size();
    examine(search, piece, range(search.part, piece));
    if (pieces_.size() == before + 2) std::swap(pieces_[before], pieces_[before + 1]);
  }
  search.shown = search.until;
}

double FieldWatch::look_at_all(double h, bool again) {
  double out = std::numeric_limits<double>::infinity();
  for (Part& part : parts_) out = std::min(out, look(part, std::min(h, out), again));
  looked_ = std::min(h, out);
  return out;
}

double FieldWatch::longest(double h, const IntegratorSettings& method) {
  constexpr double kNoBound = std::numeric_limits<double>::infinity();
  if (fixed_step_ > 0) h = fixed_step_;
  if (!inputs_.has_begun() || !(h > 0) || !std::isfinite(h)) return kNoBound;
  looks_at_ends_ =
      fixed_step_ == 0 && (method.method == "STEP" || is_generalised_alpha(method.method));
  const double way = inputs_.way(h, fixed_step_ > 0), out = look_at_all(way, false);
  if (fixed_step_ > 0) return kNoBound;
  return way < h ? std::min(way, out) : out;
}

double FieldWatch::longest(double h) {
  if (!inputs_.has_begun() || !(h < kSameWay * looked_))
    return std::numeric_limits<double>::infinity();
  return look_at_all(h, true);
}

void FieldWatch::warn_of_fixed_step(const Part& part, double ahead, double width, double value) {
  if (std::exchange(warned_, true)) return;
  const ExpressionOrigin& origin = origin_of(part.ranged.expression());
  diagnostics_.warning(
      origin.where, origin.record,
      fmt::format("the step {:.6g} is too long for it about t = {:.6g}, where it becomes {:.4g} "
                  "within {:.2g}",
                  fixed_step_, inputs_.t() + ahead, value, width),
      "take a shorter one, or a method that chooses its steps");
}

}  // namespace mbs
