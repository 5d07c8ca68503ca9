// The inputs of laws that FieldWatch looks at, and how they move.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "base/index.h"
#include "integrate/integrator.h"
#include "run/motion/every_law.h"
#include "run/motion/motion_watches.h"

namespace mbs {

namespace {

// What is known of inputs is compared with what they are taken for at these parts of the way, which
// are no simple fractions of a wave. A way where they differ by more than kUnsureKnown of its width
// is halved.
constexpr std::array<double, 3> kKnownPlaces{0.13697, 0.37796, 0.86111};
constexpr double kUnsureKnown = 1e-6;

// Integrals of a law below this part of the tolerance abs of the run count for nothing.
constexpr double kCountsField = 0.1;

// The second derivative in time of an input along the motion whose rates are `along` (1, v, a, ed,
// edd, zd); of rates, states and directions 0.
double second_rate(const Input& input, const InputState& here, const InputState& along) {
  switch (input.kind) {
    case InputKind::coordinate:
      return along.v[input.i];
    case InputKind::deformation:
      return along.ed[input.i];
    case InputKind::angle:
      return along.v[input.angle] - along.v[input.i];
    case InputKind::point_position: {
      Input velocity = input;
      velocity.kind = InputKind::point_velocity;
      return velocity.change(here, along);
    }
    case InputKind::space_position: {
      Input velocity = input;
      velocity.kind = InputKind::space_velocity;
      return velocity.change(here, along);
    }
    default:
      return 0;
  }
}

}  // namespace

FieldWatch::FieldWatch(const Model& model, const Phase& phase, const IntegratorSettings& settings,
                       Diagnostics& diagnostics, Ahead ahead)
    : model_(model),
      phase_(phase),
      inputs_(model.forces.inputs),
      diagnostics_(diagnostics),
      ahead_of_(std::move(ahead)),
      later_(model.nx, model.ne, model.nz()),
      tolerance_(kCountsField * settings.abs),
      fixed_step_(is_fixed_step(settings.method, settings.h) ? settings.h : 0),
      first_(phase.parameters.size()) {
  for_every_law(model, [&](const ExpressionLaw& law) { add(model, law); });
  if (!any()) return;
  std::sort(read_.begin(), read_.end());
  read_.erase(std::unique(read_.begin(), read_.end()), read_.end());
  const std::size_t inputs = model.forces.inputs.count();
  for (auto* z : {&now_, &mean_, &rate_, &bend_, &known_, &width_}) z->assign(inputs, 0);
  is_known_ahead_.assign(inputs, 0);
  course_.assign((2 * kPieces + 1) * inputs, 0);
  ahead_.assign(first_ + inputs, 0);
  series_.assign(first_ + inputs, {});
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
    read_.insert(read_.end(), reads.begin(), reads.end());
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
  const InputState here{state.t, state.x, state.v, state.e, ed, state.z},
      along{1, state.v, state.a, ed, state.edd, state.zd};
  // Of what the state does not know yet nothing is foretold.
  const auto finite = [](double rate) { return std::isfinite(rate) ? rate : 0; };
  for (const int k : read_) {
    const std::size_t i = static_cast<std::size_t>(k);
    now_[i] = laws.variables()[i];
    mean_[i] = rate_[i] = finite(inputs_[k].change(here, along));
    bend_[i] = finite(second_rate(inputs_[k], here, along));
  }
  t_ = state.t;
  h_ = 0;
  is_known_ = true;
  course_h_ = 0;
  note_what_is_known(state);
}

// Of later states only what is prescribed and what is fixed is known.
void FieldWatch::note_what_is_known(const State& state) {
  if (ahead_of_) return;
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  later_ = state;
  for (auto* all : {&later_.x, &later_.v, &later_.e, &later_.ed, &later_.z})
    std::fill(all->begin(), all->end(), kUnknown);
  for (int i = 0; i < model_.nx; ++i)
    if (phase_.x_class[at(i)] == Class::fixed && !model_.is_orientation(i))
      later_.x[at(i)] = state.x[at(i)], later_.v[at(i)] = 0;
  for (int r = 0; r < model_.ne; ++r)
    if (phase_.e_class[at(r)] == Class::fixed)
      later_.e[at(r)] = phase_.e_fixed[at(r)], later_.ed[at(r)] = 0;
  drives_.emplace(model_, phase_, Partition());
}

// What is known of the inputs at a later time; NaN elsewhere. False: nothing is.
bool FieldWatch::look_ahead(double t, Vector inputs) {
  if (ahead_of_) {
    if (!ahead_of_(t, later_)) return false;
  } else {
    later_.t = t;
    if (!drives_->prescribe(later_)) return false;
    for (int r = 0; r < model_.ne; ++r)
      if (phase_.e_class[at(r)] == Class::prescribed)
        later_.e[at(r)] = drives_->e()[at(r)], later_.ed[at(r)] = drives_->ed()[at(r)];
  }
  inputs_.read({t, later_.x, later_.v, later_.e, later_.ed, later_.z}, inputs.data());
  return true;
}

// The largest third difference of the values of an input on the way ahead.
double FieldWatch::third_difference(std::size_t input) const {
  double out = 0;
  const std::size_t next = now_.size();
  for (std::size_t n = input; n + 3 * next < course_.size(); n += next)
    out = std::max(out, std::fabs(course_[n + 3 * next] - 3 * course_[n + 2 * next] +
                                  3 * course_[n + next] - course_[n]));
  return out;
}

// The inputs whose motion is known go through their values at the ends and in the middle of each
// piece of a way ahead of length h. By how much they go otherwise between them, as a part of the
// width of the way; infinite where that way does not exist.
double FieldWatch::follow_what_is_known(double h) {
  constexpr double kNoWay = std::numeric_limits<double>::infinity();
  constexpr double kOfThirdDifference = 0.065;  // of parabolas through three values, at most
  const std::size_t inputs = now_.size();
  course_from_ = t_, course_h_ = h;
  std::fill(is_known_ahead_.begin(), is_known_ahead_.end(), 0);
  std::copy(now_.begin(), now_.end(), course_.begin());
  double worst = 0;
  const auto note = [&](std::size_t i, double missed) {
    if (missed > kFieldRounds * std::fabs(now_[i])) worst = std::max(worst, missed / width_[i]);
  };
  for (int n = 1; n <= 2 * kPieces; ++n)
    if (!look_ahead(t_ + n * (h / (2 * kPieces)), Vector(course_.data() + n * inputs, inputs)))
      return kNoWay;
  for (const int k : read_) {
    const std::size_t i = static_cast<std::size_t>(k);
    double low = now_[i], high = now_[i];
    is_known_ahead_[i] = 1;
    for (int n = 1; n <= 2 * kPieces; ++n) {
      const double value = course_[n * inputs + i];
      if (!std::isfinite(value)) is_known_ahead_[i] = 0;
      low = std::min(low, value), high = std::max(high, value);
    }
    width_[i] = high - low;
    if (is_known_ahead_[i]) note(i, kOfThirdDifference * third_difference(i));
  }
  for (const double part : kKnownPlaces) {
    if (!look_ahead(t_ + part * h, known_)) return kNoWay;
    for (const int k : read_) {
      const std::size_t i = static_cast<std::size_t>(k);
      if (!is_known_ahead_[i]) continue;
      note(i, std::fabs(arc(i, piece_at(i, part * h)).at(part * h) - known_[i]));
    }
  }
  return worst;
}

// The part of h on which the inputs whose motion is known go as they are taken for. What has been
// looked up serves several steps. On a shorter way all differences but rounding are smaller.
double FieldWatch::way_as_known(double h) {
  constexpr double kSteps = 8, kRounding = 1e-3, kFalls = 0.7, kShortest = 1e-6, kEnd = 1e-9;
  constexpr double kFarLonger = 64;  // what is looked up for long steps is rough for short ones
  if (t_ + h <= course_from_ + course_h_ * (1 + kEnd) && course_h_ < kFarLonger * h) return h;
  double length = (fixed_step_ > 0 ? 1 : kSteps) * h;
  double missed = follow_what_is_known(length);
  while (fixed_step_ == 0 && missed > kUnsureKnown && length > kShortest * h) {
    const double longer = missed;
    missed = follow_what_is_known(length /= 2);
    if (longer < kRounding && !(missed < kFalls * longer)) {
      missed = follow_what_is_known(length *= 2);
      break;
    }
  }
  if (std::isfinite(missed)) return std::min(h, length);
  std::fill(is_known_ahead_.begin(), is_known_ahead_.end(), 0);
  return h;
}

double FieldWatch::piece_from(int piece) const {
  return course_from_ - t_ + piece * (course_h_ / kPieces);
}

// The piece of the way ahead at `ahead`; there is one where the motion of the input is not known.
int FieldWatch::piece_at(std::size_t input, double ahead) const {
  if (!is_known_ahead_[input]) return 0;
  const double part = (t_ - course_from_ + ahead) / course_h_;
  return std::clamp(static_cast<int>(part * kPieces), 0, kPieces - 1);
}

FieldWatch::Arc FieldWatch::arc(std::size_t input, int piece) const {
  if (!is_known_ahead_[input]) return {0, now_[input], rate_[input], bend_[input]};
  const double* const at = course_.data() + 2 * piece * now_.size() + input;
  const double h = course_h_ / kPieces, from = at[0], half = at[now_.size()] - from,
               whole = at[2 * now_.size()] - from;
  return {piece_from(piece), from, (4 * half - whole) / h, 4 * (whole - 2 * half) / (h * h)};
}

// How far an input goes on a way ahead of length h at most, back and forth.
double FieldWatch::travel(std::size_t input, double h) const {
  double out = 0;
  for (int n = piece_at(input, 0); n <= piece_at(input, h); ++n) {
    const Arc here = arc(input, n);
    const double way = is_known_ahead_[input] ? course_h_ / kPieces : h;
    out += way * (std::fabs(here.rate) + 0.5 * way * std::fabs(here.bend));
  }
  return out;
}

void FieldWatch::note(double t, const Slots& laws) {
  const double h = t - t_;
  if (!any() || !(h > 0)) return;
  set_parameters(laws);
  const std::span<const double> inputs = laws.variables();
  for (const int k : read_) {
    const std::size_t i = static_cast<std::size_t>(k);
    const double mean = (inputs[i] - now_[i]) / h;
    bend_[i] = 2 * (mean - mean_[i]) / (h + h_);
    rate_[i] = mean + 0.5 * h * bend_[i];
    mean_[i] = mean;
    now_[i] = inputs[i];
  }
  t_ = t;
  h_ = h;
}

}  // namespace mbs
