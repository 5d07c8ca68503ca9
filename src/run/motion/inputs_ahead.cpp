#include "run/motion/inputs_ahead.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "base/index.h"

namespace mbs {

namespace {

// What is known of inputs is compared with what they are taken for at these parts of the way, which
// are no simple fractions of a wave. A way where they differ by more than kUnsureKnown of its width
// is halved.
constexpr std::array<double, 3> kKnownPlaces{0.13697, 0.37796, 0.86111};
constexpr double kUnsureKnown = 1e-6;  // of the width

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

InputsAhead::InputsAhead(const Model& model, const Phase& phase, Known known)
    : model_(model),
      phase_(phase),
      inputs_(model.forces.inputs),
      known_(std::move(known)),
      later_(model.nx, model.ne, model.nz()) {}

void InputsAhead::follow(std::vector<int> inputs) {
  std::sort(inputs.begin(), inputs.end());
  inputs.erase(std::unique(inputs.begin(), inputs.end()), inputs.end());
  followed_ = std::move(inputs);
  for (auto* z : {&now_, &mean_, &rate_, &bend_, &looked_up_, &width_})
    z->assign(inputs_.count(), 0);
  is_known_.assign(inputs_.count(), 0);
  course_.assign((2 * kPieces + 1) * inputs_.count(), 0);
}

void InputsAhead::begin(const State& state, ConstVector ed, std::span<const double> values) {
  const InputState here{state.t, state.x, state.v, state.e, ed, state.z},
      along{1, state.v, state.a, ed, state.edd, state.zd};
  // Of what the state does not know yet nothing is foretold.
  const auto finite = [](double rate) { return std::isfinite(rate) ? rate : 0; };
  for (const int k : followed_) {
    const std::size_t i = static_cast<std::size_t>(k);
    now_[i] = values[i];
    mean_[i] = rate_[i] = finite(inputs_[k].change(here, along));
    bend_[i] = finite(second_rate(inputs_[k], here, along));
  }
  t_ = state.t;
  last_ = 0;
  has_begun_ = true;
  course_h_ = 0;
  note_what_is_known(state);
}

void InputsAhead::note(double t, std::span<const double> values) {
  const double h = t - t_;
  if (!(h > 0)) return;
  for (const int k : followed_) {
    const std::size_t i = static_cast<std::size_t>(k);
    const double mean = (values[i] - now_[i]) / h;
    bend_[i] = 2 * (mean - mean_[i]) / (h + last_);
    rate_[i] = mean + 0.5 * h * bend_[i];
    mean_[i] = mean;
    now_[i] = values[i];
  }
  t_ = t;
  last_ = h;
}

// Of later states only what is prescribed and what is fixed is known.
void InputsAhead::note_what_is_known(const State& state) {
  if (known_) return;
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  later_ = state;
  for (auto* all : {&later_.x, &later_.v, &later_.e, &later_.ed, &later_.z})
    std::fill(all->begin(), all->end(), kUnknown);
  for (int i = 0; i < model_.nx; ++i)
    if (phase_.x_class[at(i)] == Class::fixed)
      later_.x[at(i)] = state.x[at(i)], later_.v[at(i)] = 0;
  for (int r = 0; r < model_.ne; ++r)
    if (phase_.e_class[at(r)] == Class::fixed)
      later_.e[at(r)] = phase_.e_fixed[at(r)], later_.ed[at(r)] = 0;
  drives_.emplace(model_, phase_, Partition());
}

// What is known of the inputs at a later time; NaN elsewhere. False: nothing is.
bool InputsAhead::look_ahead(double t, Vector inputs) {
  if (known_) {
    if (!known_(t, later_)) return false;
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
double InputsAhead::third_difference(std::size_t input) const {
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
double InputsAhead::follow_what_is_known(double h) {
  constexpr double kNoWay = std::numeric_limits<double>::infinity();
  constexpr double kOfThirdDifference = 0.065;  // of parabolas through three values, at most
  const std::size_t inputs = now_.size();
  course_from_ = t_, course_h_ = h;
  std::fill(is_known_.begin(), is_known_.end(), 0);
  std::copy(now_.begin(), now_.end(), course_.begin());
  double worst = 0;
  const auto note = [&](std::size_t i, double missed) {
    if (missed > kRounds * std::fabs(now_[i])) worst = std::max(worst, missed / width_[i]);
  };
  for (int n = 1; n <= 2 * kPieces; ++n)
    if (!look_ahead(t_ + n * (h / (2 * kPieces)), Vector(course_.data() + n * inputs, inputs)))
      return kNoWay;
  for (const int k : followed_) {
    const std::size_t i = static_cast<std::size_t>(k);
    double low = now_[i], high = now_[i];
    is_known_[i] = 1;
    for (int n = 1; n <= 2 * kPieces; ++n) {
      const double value = course_[n * inputs + i];
      if (!std::isfinite(value)) is_known_[i] = 0;
      low = std::min(low, value), high = std::max(high, value);
    }
    width_[i] = high - low;
    if (is_known_[i]) note(i, kOfThirdDifference * third_difference(i));
  }
  for (const double part : kKnownPlaces) {
    if (!look_ahead(t_ + part * h, looked_up_)) return kNoWay;
    for (const int k : followed_) {
      const std::size_t i = static_cast<std::size_t>(k);
      if (!is_known_[i]) continue;
      note(i, std::fabs(arc(i, piece_at(i, part * h)).at(part * h) - looked_up_[i]));
    }
  }
  return worst;
}

// The part of h on which the inputs whose motion is known go as they are taken for. What has been
// looked up serves several steps. On a shorter way all differences but rounding are smaller.
double InputsAhead::way(double h, bool is_fixed) {
  constexpr double kSteps = 8, kRounding = 1e-3, kFalls = 0.7, kShortest = 1e-6, kEnd = 1e-9;
  constexpr double kFarLonger = 64;  // what is looked up for long steps is rough for short ones
  if (t_ + h <= course_from_ + course_h_ * (1 + kEnd) && course_h_ < kFarLonger * h) return h;
  double length = (is_fixed ? 1 : kSteps) * h;
  least_ = std::max(least_, kShortest * h);
  double missed = follow_what_is_known(length);
  while (!is_fixed && missed > kUnsureKnown && length > least_) {
    const double longer = missed;
    missed = follow_what_is_known(length /= 2);
    if (longer < kRounding && !(missed < kFalls * longer)) {
      missed = follow_what_is_known(length *= 2);
      break;
    }
  }
  if (std::isfinite(missed)) return std::min(h, length);
  std::fill(is_known_.begin(), is_known_.end(), 0);
  return h;
}

double InputsAhead::piece_from(int piece) const {
  return course_from_ - t_ + piece * (course_h_ / kPieces);
}

// The piece of the way ahead at `ahead`; there is one where the motion of the input is not known.
int InputsAhead::piece_at(std::size_t input, double ahead) const {
  if (!is_known_[input]) return 0;
  const double place = (t_ - course_from_ + ahead) * kPieces / course_h_;
  if (!(place > 0)) return 0;
  return place < kPieces ? static_cast<int>(place) : kPieces - 1;
}

InputsAhead::Arc InputsAhead::arc(std::size_t input, int piece) const {
  if (!is_known_[input]) return {0, now_[input], rate_[input], bend_[input]};
  const double* const at = course_.data() + 2 * piece * now_.size() + input;
  const double h = course_h_ / kPieces, from = at[0], half = at[now_.size()] - from,
               whole = at[2 * now_.size()] - from;
  return {piece_from(piece), from, (4 * half - whole) / h, 4 * (whole - 2 * half) / (h * h)};
}

// How far an input goes on a way ahead of length h at most, back and forth.
double InputsAhead::travel(std::size_t input, double h) const {
  double out = 0;
  for (int n = piece_at(input, 0); n <= piece_at(input, h); ++n) {
    const Arc here = arc(input, n);
    const double way = is_known_[input] ? course_h_ / kPieces : h;
    out += way * (std::fabs(here.rate) + 0.5 * way * std::fabs(here.bend));
  }
  return out;
}

// An input over a piece of the way ahead, widened by kUnsureWay.
Series InputsAhead::range_of(const Arc& arc, double start, double end) {
  const double from = start - arc.from, to = end - arc.from;
  const auto way = [&arc](double s) { return s * (arc.rate + 0.5 * s * arc.bend); };
  Bound moved = hull(Bound::of(way(from)), Bound::of(way(to)));
  if (const double turn = arc.bend != 0 ? -arc.rate / arc.bend : 0; turn > from && turn < to)
    moved = hull(moved, Bound::of(way(turn)));
  const double more = kUnsureWay * moved.width();
  const double first = arc.rate + from * arc.bend, last = arc.rate + to * arc.bend,
               unsure = kUnsureWay * std::max(std::fabs(first), std::fabs(last));
  return {{arc.value + moved.lo - more, arc.value + moved.hi + more},
          {std::min(first, last) - unsure, std::max(first, last) + unsure},
          Bound::of(arc.bend)};
}

Series InputsAhead::range(std::size_t input, double from, double to) const {
  Series out;
  const int first = piece_at(input, from), last = piece_at(input, to);
  for (int n = first; n <= last; ++n) {
    const Series here = range_of(arc(input, n), n == first ? from : piece_from(n),
                                 n == last ? to : piece_from(n + 1));
    out = n == first ? here
                     : Series{hull(out.value, here.value), hull(out.first, here.first),
                              hull(out.second, here.second)};
  }
  return out;
}

}  // namespace mbs
