#include <fmt/format.h>

#include <algorithm>

#include "base/tolerances.h"
#include "run/measures/measure_functions.h"

namespace mbs {

namespace {

// A function is resolved if its last coefficients are at most kResolved times its largest value.
// Its integral is then accurate to three more digits.
constexpr double kResolved = 1e-10;
// A function is also resolved if the last coefficients change its integral by less than kIntegral
// times (largest value) * (whole time). Jumps are resolved in this way only.
constexpr double kIntegral = 1e-14;
// A long stretch beside a narrow place may have little of the integral and much of its error: the
// error of each stretch is at most kPart times the integrals of all stretches so far.
constexpr double kPart = 1e-9;
// If the last coefficients are below kSmooth times the largest value, the polynomial gives the
// places of extremes; otherwise kSections golden sections search for them.
constexpr double kSmooth = 1e-11;
constexpr int kSections = 50;
// Extremes are the same if they differ by at most kSameValue times the largest value.
constexpr double kSameValue = 1e-9;

// The time of a place in [-1, 1] of a stretch.
double time_at(double s, double from, double to) {
  return s <= -1 ? from : s >= 1 ? to : 0.5 * (from + to) + 0.5 * (to - from) * s;
}

// Bound of the error of the rates of a polynomial through the ends of steps.
double doubt_of_rates(const PastPolynomial::Shape& shape, double step) {
  constexpr double kRoom = 32;
  return kRoom * (shape.off + shape.missed) / step;
}

// The time at which the rate of the cubic through two places is zero; the rates of the places have
// opposite signs.
template <class Place>
double turn_of_cubic(const Place& a, const Place& b) {
  const double h = b.t - a.t, sign = a.rate < 0 ? 1 : -1;
  const double ra = sign * a.rate, rb = sign * b.rate;
  const double mean = ra + rb - 3 * sign * (b.value - a.value) / h;
  const double root = std::sqrt(mean * mean - ra * rb);
  const double part = (rb + root - mean) / (rb - ra + 2 * root);
  return part > 0 && part < 1 ? b.t - h * part : 0.5 * (a.t + b.t);
}

}  // namespace

bool integrates(Reduction r) {
  return r == Reduction::average || r == Reduction::rms || r == Reduction::integral;
}
bool has_extremes(Reduction r) {
  return r == Reduction::minimum || r == Reduction::maximum || r == Reduction::peak_to_peak;
}

void CompensatedSum::add(double x) {
  const double next = value_ + x;
  rest_ += std::fabs(value_) >= std::fabs(x) ? (value_ - next) + x : (x - next) + value_;
  value_ = next;
}

void Extremes::note(double value, double t, double size) {
  const double more = kSameValue * size;
  if (value < least_seen_ - (t - least_at_ > near_ ? more : 0)) least_seen_ = value, least_at_ = t;
  if (value > most_seen_ + (t - most_at_ > near_ ? more : 0)) most_seen_ = value, most_at_ = t;
  least_ = std::min(least_, value);
  most_ = std::max(most_, value);
}

double MeasuredFunction::evaluate(const double* slots, double t) {
  const double v = bare >= 0 ? slots[bare] : expression->value(slots);
  if (!std::isfinite(v)) {
    if (failed.empty()) failed = fmt::format("its expression is not finite at t = {:.9g}", t);
    return condition ? 1 : 0;
  }
  size = std::max(size, std::fabs(v));
  return square ? v * v : v;
}

MeasuredFunction::ValueAndRate MeasuredFunction::along(const double* slots,
                                                       const double* slot_rates) const {
  DerivativesAlong out{slots[std::max(bare, 0)], slot_rates[std::max(bare, 0)], 0};
  if (bare < 0) out = expression->along(slots, slot_rates);
  return square ? ValueAndRate{out.value * out.value, 2 * out.value * out.first}
                : ValueAndRate{out.value, out.first};
}

double MeasuredFunction::evaluate_end(const double* slots, const double* slot_rates, double t) {
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  const double v = evaluate(slots, t);
  push_end(values, v);
  push_end(rates, slot_rates ? along(slots, slot_rates).rate : kUnknown);
  return v;
}

void MeasuredFunction::note_end(double t, double v) {
  end = v;
  if (condition || t < from || t > to || !failed.empty()) return;
  if (!begun) first = v;
  begun = true;
  last = v;
  if (has_extremes(row->reduction)) note(v, t);
}

void MeasuredFunction::note_jump(double t, double v) {
  constexpr double kSameTime = 1e-12;  // an event is found but for its rounding
  const auto is_at = [t](double bound) { return std::fabs(t - bound) <= kSameTime * std::fabs(t); };
  const double before = last;
  note_end(t, v);
  if (row->has_from && is_at(from)) first = v;
  if (row->has_to && is_at(to)) last = before;
}

bool MeasuredFunction::is_foretold(const PastPolynomial::Shape& shape, Chebyshev::Values seen,
                                   double begin, double until) const {
  // What a step hides between its ends differs by much of what the points show: max(0, y - h), for
  // example, is 0 at all ends.
  constexpr double kDiffers = 0.05;
  if (square)
    for (double& v : seen) v *= v;
  const auto [least, most] = std::minmax_element(seen.begin(), seen.end());
  const double before = values[values.size() - 2],
               spread = std::max({*most, before, end}) - std::min({*least, before, end});
  const double allowed = kDiffers * spread + resolution(kResolved) + rounding;
  const double mean = shape.integral / (until - begin);
  return std::fabs(seen[Chebyshev::kLast / 2] - shape.middle) <= allowed &&
         std::fabs(Chebyshev(seen).integral() / 2 - mean) <= allowed;
}

bool MeasuredFunction::take_ends(const PastPolynomial::Shape& shape, double begin, double until) {
  // shape.off (with and without the oldest end) hardly shows a corner near the end of the step.
  // shape.missed shows the corner: the last value differs from the extrapolation of the ends
  // before.
  constexpr double kForeseen = 1e-8, kForeseenExtreme = 2e-10;
  const double before = values[values.size() - 2], now = end;
  const bool resolved = shape.off <= resolution(kResolved);
  const bool folds = row->absolute && !square && !(before * now > 0 && shape.middle * now > 0);
  if (integrates(row->reduction)) {
    if (!resolved || !(shape.missed <= resolution(kForeseen)) || folds) return false;
    integral.add(absolute(shape.integral));
    return true;
  }
  if (folds) return false;
  const double reach = (until - begin) * std::max({std::fabs(shape.from), std::fabs(shape.to),
                                                   std::fabs(shape.halfway)}) +
                       10 * (shape.off + shape.missed);
  if (reach <= rounding) return true;
  const double high = std::max(absolute(before), absolute(now)) + reach,
               low = std::min(absolute(before), absolute(now)) - reach;
  const bool may_raise = row->reduction != Reduction::minimum && !(high <= extremes.most());
  const bool may_lower = row->reduction != Reduction::maximum && !(low >= extremes.least());
  if (!may_raise && !may_lower) return true;
  if (!(shape.from * shape.to > 0 && shape.halfway * shape.to > 0)) return false;
  const double slowest =
      std::min({std::fabs(shape.from), std::fabs(shape.to), std::fabs(shape.halfway)});
  return (resolved && shape.missed <= resolution(kForeseenExtreme)) ||
         slowest > doubt_of_rates(shape, until - begin);
}

// A monotonic rate is zero at most once.
bool MeasuredFunction::take_turn(const PastPolynomial::Shape& shape, double begin, double until,
                                 MeasureSampler& sampler) {
  constexpr int kLooks = 12;
  constexpr double kFlat = 1e-16;  // a rate below this part of the largest turns nowhere
  if (!has_extremes(row->reduction)) return false;
  const double early = shape.halfway - shape.from, late = shape.to - shape.halfway;
  const double doubt = doubt_of_rates(shape, until - begin);
  if (!(early * late > 0 && std::min(std::fabs(early), std::fabs(late)) > doubt)) return false;
  Place a{begin, values[values.size() - 2], shape.from}, b{until, end, shape.to};
  const Place middle{0.5 * (begin + until), shape.middle, shape.halfway};
  const bool folds = row->absolute && !(a.value * b.value > 0 && middle.value * b.value > 0);
  if (folds) return false;
  if (shape.from * shape.to >= 0) return true;
  const bool is_top = (row->absolute && b.value < 0 ? -a.rate : a.rate) > 0;
  if (row->reduction == (is_top ? Reduction::minimum : Reduction::maximum)) return true;
  (middle.rate * a.rate > 0 ? a : b) = middle;
  for (int k = 0; k < kLooks; ++k) {
    const std::optional<Place> place = look_along(turn_of_cubic(a, b), sampler);
    if (!place) return false;
    if (row->absolute && !(place->value * end > 0)) return false;
    note(place->value, place->t);
    const double bend = std::fabs((b.rate - a.rate) / (b.t - a.t));
    if (place->rate * place->rate <= 2 * kFlat * bend * size) return true;
    (place->rate * a.rate > 0 ? a : b) = *place;
  }
  return true;
}

std::optional<MeasuredFunction::Place> MeasuredFunction::look_along(double t,
                                                                    MeasureSampler& sampler) {
  if (!sampler.sample(t, true)) return {};
  const double v = evaluate(sampler.slots(), t);
  const double* const slot_rates = sampler.rates();
  if (!failed.empty() || !slot_rates) return {};
  const double rate = along(sampler.slots(), slot_rates).rate;
  if (!std::isfinite(rate)) return {};
  return Place{t, v, rate};
}

bool MeasuredFunction::take(const Chebyshev& p, const Chebyshev::Values& points, double begin,
                            double until, Unresolved otherwise, MeasureSampler& sampler) {
  if (!failed.empty()) return true;
  const double tail = std::max(p.tail(), missed(p, begin, until, sampler));
  return integrates(row->reduction)
             ? take_integral(p, tail, begin, until, otherwise == Unresolved::take)
             : take_extremes(p, tail, points, begin, until, otherwise, sampler);
}

// Few values of a stepped function may lie on a polynomial of low degree, which other places do not
// follow: 0, 1, 2, 1, 0, 1, 2, 1, 0. By how much the function leaves its polynomial at one of them.
double MeasuredFunction::missed(const Chebyshev& p, double begin, double until,
                                MeasureSampler& sampler) {
  constexpr double kBeside = 0.28, kSteps = 1e-6;
  if (!may_jump || !(p.tail() <= resolution(kResolved)) || !(p.reach() > rounding)) return 0;
  const double t = time_at(kBeside, begin, until);
  if (!sampler.sample(t, cheap)) return 0;
  const double off = std::fabs(evaluate(sampler.slots(), t) - p(kBeside));
  return off > kSteps * p.reach() ? off : 0;
}

bool MeasuredFunction::take_integral(const Chebyshev& p, double tail, double begin, double until,
                                     bool last_chance) {
  const double half = 0.5 * (until - begin);
  const double scale = square ? size * size : size;
  const double error = tail * 2 * half, part = std::fabs(half * p.integral());
  const bool resolved =
      tail <= resolution(kResolved) && (noise > 0 || error <= kPart * (of_pieces + part));
  if (!last_chance && !resolved && error > kIntegral * scale * whole) return false;
  of_pieces += part;
  if (!row->absolute || square) {
    integral.add(half * p.integral());
    return true;
  }
  Chebyshev::Values zeros{};
  const int found_zeros = p.zeros(zeros);
  double left = -1;
  for (int k = 0; k <= found_zeros; ++k) {
    const double right = k < found_zeros ? zeros[k] : 1;
    integral.add(half * std::fabs(p.integral(left, right)));
    left = right;
  }
  return true;
}

// Evaluates a candidate for an extreme on the motion itself.
double MeasuredFunction::look(double t, MeasureSampler& sampler) {
  if (!sampler.sample(t, false)) return last;
  const double v = evaluate(sampler.slots(), t);
  if (failed.empty()) note(v, t);
  return v;
}

double MeasuredFunction::tolerance_now(const MeasureSampler& sampler) const {
  double scale = size;
  for (const int slot : kind) scale = std::max(scale, std::fabs(sampler.slots()[slot]));
  return std::max(abs + rel * size, tolerance::rounding_of_kind * scale);
}

bool MeasuredFunction::take_extremes(const Chebyshev& p, double tail,
                                     const Chebyshev::Values& points, double begin, double until,
                                     Unresolved otherwise, MeasureSampler& sampler) {
  const bool resolved = tail <= resolution(kResolved);
  // An unresolved function may exceed its polynomial.
  const double doubt = resolved ? 0 : tail;
  const double high = p.middle() + p.reach() + doubt, low = p.middle() - p.reach() - doubt;
  const double highest = row->absolute ? std::max(high, -low) : high;
  const double lowest = !row->absolute          ? low
                        : low <= 0 && high >= 0 ? 0
                                                : std::min(std::fabs(low), std::fabs(high));
  if (!raises(highest) && !lowers(lowest)) return true;
  if (p.reach() <= rounding) return true;
  if (!resolved && otherwise == Unresolved::halve) return false;
  // In noise a search finds more extremes on each smaller stretch, so a flat function is not
  // searched.
  const bool flat = otherwise == Unresolved::leave_flat && p.reach() <= tolerance_now(sampler);
  if (!resolved && otherwise == Unresolved::leave_flat && !flat) return false;
  auto consider = [&](double s, double v) {
    if (raises(absolute(v)) || lowers(absolute(v))) look(time_at(s, begin, until), sampler);
  };
  Chebyshev::Values places{};
  const int turns = p.extremes(places);
  for (int k = 0; k < turns; ++k) consider(places[k], p(places[k]));
  consider(-1, points[0]);
  consider(1, points[Chebyshev::kLast]);
  if (row->absolute && (resolved || flat)) {
    if (p.zeros(places) > 0) note(0, time_at(places[0], begin, until));
  } else if (row->absolute) {
    seek_zero(points, begin, until, sampler);
  }
  if (flat) {
    for (std::size_t k = 1; k < Chebyshev::kLast; ++k) consider(Chebyshev::points()[k], points[k]);
    return true;
  }
  if (tail <= resolution(kSmooth)) return true;
  if (row->reduction != Reduction::minimum) seek_corner(1, points, begin, until, sampler);
  if (row->reduction != Reduction::maximum) seek_corner(-1, points, begin, until, sampler);
  return true;
}

// Searches by golden sections about the largest (sign 1) or the smallest (sign -1) point.
void MeasuredFunction::seek_corner(int sign, const Chebyshev::Values& points, double begin,
                                   double until, MeasureSampler& sampler) {
  std::size_t best = 0;
  for (std::size_t k = 1; k <= Chebyshev::kLast; ++k)
    if (sign * points[k] > sign * points[best]) best = k;
  constexpr double kGolden = 0.381966011250105;
  auto exact = [&](double s) { return sign * look(time_at(s, begin, until), sampler); };
  double a = Chebyshev::points()[best > 0 ? best - 1 : 0],
         b = Chebyshev::points()[std::min(best + 1, Chebyshev::kLast)];
  double s1 = a + kGolden * (b - a), s2 = b - kGolden * (b - a);
  double v1 = exact(s1), v2 = exact(s2);
  for (int i = 0; i < kSections && sampler.broken().empty() && failed.empty(); ++i) {
    if (v1 > v2) {
      b = s2, s2 = s1, v2 = v1;
      v1 = exact(s1 = a + kGolden * (b - a));
    } else {
      a = s1, s1 = s2, v1 = v2;
      v2 = exact(s2 = b - kGolden * (b - a));
    }
  }
}

// Halves the distance of two points with other signs until one of them is 0 but for rounding. Where
// the function jumps over 0 none is.
void MeasuredFunction::seek_zero(const Chebyshev::Values& points, double begin, double until,
                                 MeasureSampler& sampler) {
  std::size_t k = 1;
  while (k <= Chebyshev::kLast && points[k - 1] * points[k] > 0) ++k;
  if (k > Chebyshev::kLast) return;
  double a = Chebyshev::points()[k - 1], b = Chebyshev::points()[k];
  double v = points[k - 1];
  for (int i = 0; i < kSections && sampler.broken().empty() && failed.empty(); ++i) {
    const double middle = 0.5 * (a + b), t = time_at(middle, begin, until);
    const double here = look(t, sampler);
    if (std::fabs(here) <= resolution(kSmooth)) return note(0, t);
    (here * v > 0 ? a : b) = middle;
    if (here * v > 0) v = here;
  }
}

// The integral of a sum of factor * force over an impact is the sum of factor * impulse. Other
// functions of forces have no such integral, so their impulses are left out and counted.
void MeasuredFunction::take_impulses(const double* slots, double* factors, const double* impulses) {
  if (on_efforts == Dependence::other) {
    const auto strikes = [impulses](int slot) { return impulses[slot] != 0; };
    if (std::any_of(efforts.begin(), efforts.end(), strikes)) ++left_out;
    return;
  }
  expression->gradient(slots, efforts, factors);
  double sum = 0, scale = 0;
  for (std::size_t k = 0; k < efforts.size(); ++k) {
    if (factors[k] == 0 || impulses[efforts[k]] == 0) continue;
    const double part = factors[k] * impulses[efforts[k]];
    sum += part;
    scale += std::fabs(part);
  }
  if (!(scale > 0) || !std::isfinite(sum)) return;
  if (square || !integrates(row->reduction))
    ++left_out;
  else
    integral.add(absolute(sum));
}

double MeasuredFunction::reduced(double start, double reached) const {
  const double covered = std::min(to, reached) - std::max(from, start);
  const bool instant = !(covered > 0);
  switch (row->reduction) {
    case Reduction::minimum:
      return extremes.least();
    case Reduction::maximum:
      return extremes.most();
    case Reduction::peak_to_peak:
      return extremes.most() - extremes.least();
    case Reduction::average:
      return instant ? absolute(first) : integral.total() / covered;
    case Reduction::rms:
      return std::sqrt(instant ? first : std::max(0.0, integral.total() / covered));
    case Reduction::integral:
      return integral.total();
    case Reduction::first:
      return absolute(first);
    case Reduction::last:
      return absolute(last);
    default:
      return 0;
  }
}

}  // namespace mbs
