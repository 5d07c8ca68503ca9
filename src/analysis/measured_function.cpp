#include "analysis/measured_function.h"

#include <fmt/format.h>

namespace mbs {

namespace {

constexpr std::size_t kEnd = Chebyshev::kPoints - 1;

// A function is resolved where its last coefficients are at most this part of its largest value:
// its integral is then sure to three digits more.
constexpr double kResolved = 1e-10;
// Or where they matter less than this to its integral, as part of the largest value times the
// whole time: jumps are never resolved.
constexpr double kIntegral = 1e-14;
// The places of extremes are sure enough for their values below this; else they are searched for.
constexpr double kSmooth = 1e-11;
constexpr int kSections = 50;
// Extremes that differ by this part of the largest value are the same one.
constexpr double kSameValue = 1e-9;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// The time of a place in [-1, 1] of a stretch.
double time_at(double s, double from, double to) {
  return s <= -1 ? from : s >= 1 ? to : 0.5 * (from + to) + 0.5 * (to - from) * s;
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

double MeasuredFunction::evaluate_end(const double* slots, const double* slot_rates, double t) {
  DerivativesAlong along{0, std::numeric_limits<double>::quiet_NaN(), 0};
  if (slot_rates && bare >= 0)
    along = {slots[bare], slot_rates[bare], 0};
  else if (slot_rates)
    along = expression->along(slots, slot_rates);
  const bool finite = slot_rates && std::isfinite(along.value);
  if (finite) size = std::max(size, std::fabs(along.value));
  const double v = !finite ? evaluate(slots, t) : square ? along.value * along.value : along.value;
  push_end(values, v);
  push_end(rates, square ? 2 * along.value * along.first : along.first);
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

bool MeasuredFunction::take_ends(const PastPolynomial::Shape& shape, double begin, double until) {
  // Of a corner near the end of the step the polynomials with and without the oldest end know
  // little, but the ends before it show that something has changed.
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
  return resolved && shape.missed <= resolution(kForeseenExtreme) && shape.from * shape.to > 0 &&
         shape.halfway * shape.to > 0;
}

bool MeasuredFunction::take(const Chebyshev& p, const Chebyshev::Values& points, double begin,
                            double until, bool last_chance, MeasureSampler& sampler) {
  if (!failed.empty()) return true;
  return integrates(row->reduction) ? take_integral(p, begin, until, last_chance)
                                    : take_extremes(p, points, begin, until, last_chance, sampler);
}

bool MeasuredFunction::take_integral(const Chebyshev& p, double begin, double until,
                                     bool last_chance) {
  const double half = 0.5 * (until - begin);
  const double scale = square ? size * size : size;
  if (!last_chance && p.tail() > resolution(kResolved) &&
      p.tail() * 2 * half > kIntegral * scale * whole)
    return false;
  if (!row->absolute || square) {
    integral.add(half * p.integral());
    return true;
  }
  Chebyshev::Values zeros{};
  const int found_zeros = p.zeros(zeros);
  double left = -1;
  for (int k = 0; k <= found_zeros; ++k) {
    const double right = k < found_zeros ? zeros[at(k)] : 1;
    integral.add(half * std::fabs(p.integral(left, right)));
    left = right;
  }
  return true;
}

// A candidate is evaluated on the motion itself.
double MeasuredFunction::look(double t, MeasureSampler& sampler) {
  if (!sampler.sample(t, false)) return last;
  const double v = evaluate(sampler.slots(), t);
  if (failed.empty()) note(v, t);
  return v;
}

bool MeasuredFunction::take_extremes(const Chebyshev& p, const Chebyshev::Values& points,
                                     double begin, double until, bool last_chance,
                                     MeasureSampler& sampler) {
  const double high = p.middle() + p.reach(), low = p.middle() - p.reach();
  const double highest = row->absolute ? std::max(high, -low) : high;
  const double lowest = !row->absolute          ? low
                        : low <= 0 && high >= 0 ? 0
                                                : std::min(std::fabs(low), std::fabs(high));
  if (!raises(highest) && !lowers(lowest)) return true;
  if (p.reach() <= rounding) return true;
  if (!last_chance && p.tail() > resolution(kResolved)) return false;
  auto consider = [&](double s, double v) {
    if (raises(absolute(v)) || lowers(absolute(v))) look(time_at(s, begin, until), sampler);
  };
  Chebyshev::Values places{};
  const int turns = p.extremes(places);
  for (int k = 0; k < turns; ++k) consider(places[at(k)], p(places[at(k)]));
  consider(-1, points[0]);
  consider(1, points[kEnd]);
  if (row->absolute && p.zeros(places) > 0) note(0, time_at(places[0], begin, until));
  if (p.tail() <= resolution(kSmooth)) return true;
  if (row->reduction != Reduction::minimum) seek_corner(1, points, begin, until, sampler);
  if (row->reduction != Reduction::maximum) seek_corner(-1, points, begin, until, sampler);
  return true;
}

// Golden sections about the largest (sign 1) or the smallest (sign -1) point.
void MeasuredFunction::seek_corner(int sign, const Chebyshev::Values& points, double begin,
                                   double until, MeasureSampler& sampler) {
  std::size_t best = 0;
  for (std::size_t k = 1; k <= kEnd; ++k)
    if (sign * points[k] > sign * points[best]) best = k;
  constexpr double kGolden = 0.381966011250105;
  auto exact = [&](double s) { return sign * look(time_at(s, begin, until), sampler); };
  double a = Chebyshev::points()[best > 0 ? best - 1 : 0],
         b = Chebyshev::points()[std::min(best + 1, kEnd)];
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
