#include "run/motion/pole_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/tolerances.h"
#include "run/motion/every_law.h"
#include "text/expression_origin.h"

namespace mbs {

namespace {

// So many parts of the way between two looks are looked at: of a step, and of the way from row to
// row.
constexpr int kPartsOfStep = 4, kPartsOfRow = 64;
constexpr int kHalvings = 60;
// A place is a pole if the value grows with at least this power of 1 / distance. It is looked at at
// two distances, kFarther apart; the nearer one is kNearest parts of the way, or so many roundings
// of what is read.
constexpr double kLeastPower = 0.9, kFarther = 4096, kNearest = 1e-13, kRoundings = 256;
// Where rounding makes the value infinite at the nearer distance, that is doubled so many times.
constexpr int kFartherTries = 10;
// kStepsAhead: where a step has failed, the inputs go on like this many times as they did in the
// last step, or for this part of the time so far (kAheadInTime) if that is longer.
constexpr double kStepsAhead = 1000, kAheadInTime = 1e-9;

}  // namespace

const double* PoleWatch::Way::slots(double s) {
  for (std::size_t k = 0; k < at.size(); ++k) at[k] = from[k] + s * (to[k] - from[k]);
  return at.data();
}

PoleWatch::PoleWatch(const Model& model, const Phase& phase, bool with_laws)
    : model_(model), phase_(phase), parts_(with_laws ? kPartsOfStep : kPartsOfRow) {
  const std::size_t parameters = phase.parameters.size();
  if (with_laws) {
    std::vector<char> varies(parameters + model.forces.inputs.count(), 1);
    std::fill_n(varies.begin(), parameters, char{0});
    for_every_law(model, [&](const ExpressionLaw& law) { add(law.expression(), false, varies); });
  }
  std::vector<char> time(parameters + 1, 0);
  time.back() = 1;
  for (const Motion& motion : model.motions)
    if (motion.is_expression()) add(*motion.expression(), true, time);
}

void PoleWatch::add(const Expression& expression, bool of_motion, const std::vector<char>& varies) {
  Poles poles(expression, varies);
  if (!poles.any()) return;
  std::vector<int> reads;
  for (const int slot : expression.slots())
    if (varies[static_cast<std::size_t>(slot)] != 0) reads.push_back(slot);
  std::vector<double> sides(poles.count());
  items_.push_back({std::move(poles), of_motion, std::move(reads), std::move(sides)});
}

// Motions that events have begun since.
void PoleWatch::follow_motions() {
  std::vector<char> time(phase_.parameters.size() + 1, 0);
  time.back() = 1;
  for (; motions_ < phase_.motions.size(); ++motions_)
    if (const Motion& motion = phase_.motions[motions_]; motion.is_expression())
      add(*motion.expression(), true, time);
}

// The present look becomes the end of both ways.
void PoleWatch::take(double t, const Loads* loads, bool is_first) {
  if (loads) {
    const std::size_t count = phase_.parameters.size() + model_.forces.inputs.count();
    ways_[0].to.assign(loads->law_slots.data(), loads->law_slots.data() + count);
  }
  ways_[1].to.assign(phase_.parameters.begin(), phase_.parameters.end());
  ways_[1].to.push_back(t);
  to_ = t;
  if (is_first) from_ = t;
  for (Way& way : ways_) {
    if (is_first) way.from = way.to;
    way.at = way.to;
  }
}

void PoleWatch::begin(double t, const Loads* loads) {
  follow_motions();
  found_ = nullptr;
  if (items_.empty()) return;
  stage_.clear();
  take(t, loads, true);
  for (Item& item : items_) item.poles.sides(way_of(item).slots(1), item.sides.data());
}

bool PoleWatch::note(double t, const Loads* loads) {
  if (items_.empty()) return false;
  for (Way& way : ways_) std::swap(way.from, way.to);
  from_ = to_;
  take(t, loads, false);
  if (seek(1)) return true;
  if (are_iterates_) stage_.clear();
  return leads_across();
}

void PoleWatch::note_stage(const Loads& loads) {
  if (!stage_.empty()) return;
  for (Item& item : items_) {
    if (item.of_motion) continue;
    sides_.resize(item.poles.count());
    item.poles.sides(loads.law_slots.data(), sides_.data());
    for (std::size_t k = 0; k < sides_.size(); ++k)
      if (sides_[k] != item.sides[k] && sides_[k] != Poles::kUnknown &&
          item.sides[k] != Poles::kUnknown)
        return stage_.assign(loads.law_slots.data(), loads.law_slots.data() + ways_[0].to.size());
  }
}

// The sides of laws at this part of their way.
void PoleWatch::find_sides(double s) {
  for (Item& item : items_)
    if (!item.of_motion) item.poles.sides(ways_[0].slots(s), item.sides.data());
}

// Whether the last step has evaluated a law beyond a pole.
bool PoleWatch::leads_across() {
  if (stage_.empty()) return false;
  std::swap(ways_[0].to, stage_);
  find_sides(0);
  has_led_across_ = seek(1);
  std::swap(ways_[0].to, stage_);
  find_sides(1);
  stage_.clear();
  return has_led_across_;
}

// Seeks the first pole on the ways from s = 0 to `end`; the sides of the items are those at 0, and
// become those at 1.
bool PoleWatch::seek(double end) {
  found_ = nullptr;
  double first = end;
  for (Item& item : items_) {
    const std::optional<double> s = find(item, end);
    if (!s || *s > first) continue;
    first = *s;
    found_ = &item;
  }
  if (found_) found_t_ = from_ + first * (to_ - from_);
  return found_ != nullptr;
}

std::optional<double> PoleWatch::find(Item& item, double end) {
  Way& way = way_of(item);
  const std::size_t n = item.poles.count();
  before_.resize(n), sides_.resize(n);
  std::optional<double> out;
  double s = 0;
  for (int part = 1; part <= parts_; ++part) {
    const double next = end * part / parts_;
    before_ = item.sides;
    item.poles.sides(way.slots(next), item.sides.data());
    for (std::size_t k = 0; k < n; ++k) {
      if (out || before_[k] == item.sides[k] || before_[k] == Poles::kUnknown ||
          item.sides[k] == Poles::kUnknown)
        continue;
      double low = s, high = next;
      for (int halving = 0; halving < kHalvings; ++halving) {
        const double middle = 0.5 * (low + high);
        if (middle == low || middle == high) break;
        item.poles.sides(way.slots(middle), sides_.data());
        (sides_[k] == before_[k] ? low : high) = middle;
      }
      if (is_pole(item, low, high, end)) out = high;
    }
    s = next;
  }
  return out;
}

// Whether the value grows beyond all bounds beside the place, on either side. Inputs that move by
// hardly more than rounding from s = 0 to `end` do not count. Where all inputs are such, the one
// that moves most counts.
bool PoleWatch::is_pole(Item& item, double s0, double s1, double end) {
  Way& way = way_of(item);
  double near = 0, least = HUGE_VAL;
  for (const int slot : item.reads) {
    const std::size_t k = static_cast<std::size_t>(slot);
    const double moved = std::fabs(way.to[k] - way.from[k]),
                 size = std::max(std::fabs(way.to[k]), std::fabs(way.from[k]));
    if (moved == 0) continue;
    const double roundings = kRoundings * tolerance::epsilon * size / moved;
    if (roundings < end) near = std::max(near, roundings);
    least = std::min(least, roundings);
  }
  if (near == 0 && std::isfinite(least)) near = least;
  near = std::max(near, kNearest);
  const auto size_at = [&](double s) {
    return std::fabs(item.poles.expression().value(way.slots(s)));
  };
  const auto grows = [&](double place, double direction) {
    double distance = near, close = size_at(place + direction * distance);
    for (int more = 0; more < kFartherTries && !std::isfinite(close); ++more) {
      distance *= 2;
      close = size_at(place + direction * distance);
    }
    const double far = size_at(place + direction * kFarther * distance);
    return std::isfinite(close) && far > 0 && close >= far * std::pow(kFarther, kLeastPower);
  };
  return grows(s0, -1) || grows(s1, 1);
}

void PoleWatch::report(Diagnostics& diagnostics) const {
  const ExpressionOrigin& origin = origin_of(found_->poles.expression());
  if (has_led_across_)
    return diagnostics.error(
        origin.where, origin.record,
        fmt::format("about t = {:.9g} the step {:.4g} leads across a place where it divides by 0",
                    found_t_, fixed_step_),
        "expected a shorter step, or INTEG STEP, which chooses its steps");
  diagnostics.error(
      origin.where, origin.record,
      fmt::format("at t = {:.9g} its value passes through infinity: it divides by 0 there",
                  found_t_),
      "choose with ?: what holds there, or begin elsewhere or end the run earlier");
}

bool PoleWatch::explain(Diagnostics& diagnostics) {
  if (items_.empty()) return false;
  if (is_ahead()) return report(diagnostics), true;
  // Nothing is known of the way ahead in front of the first step, but iterates of that step.
  if (to_ > from_ || stage_.empty()) return false;
  if (leads_across()) report(diagnostics);
  return has_led_across_;
}

bool PoleWatch::is_ahead() {
  if (!(to_ > from_)) return false;
  // The sides are those at the end of the last step.
  for (Way& way : ways_) {
    for (std::size_t k = 0; k < way.to.size(); ++k) {
      const double moved = way.to[k] - way.from[k];
      way.from[k] = way.to[k];
      way.to[k] += moved;
    }
  }
  const double step = to_ - from_;
  from_ = to_, to_ += step;
  const double ahead = std::max(kStepsAhead, kAheadInTime * std::fabs(from_) / step);
  return seek(ahead);
}

}  // namespace mbs
