#include "text/series_operations.h"

#include <cmath>

#include "base/tolerances.h"
#include "text/expression_rises.h"
#include "text/number.h"

namespace mbs {

namespace {

using enum Operation;

template <class Function>
Bound increasing(Bound a, const Function& f) {
  return widened(f(a.lo), f(a.hi), 4);
}

// cos over a: its extremes lie at the multiples of pi.
Bound cosine_of(Bound a) {
  constexpr double kMany = 1e9;  // beyond it the multiples of pi are not exact enough
  if (!(a.size() < kMany) || a.width() >= 2 * kPi) return {-1, 1};
  constexpr double kNear = 1e-9;  // an extreme this near to an end counts
  const double first = std::ceil(a.lo / kPi - kNear), last = std::floor(a.hi / kPi + kNear);
  Bound out = widened(std::min(std::cos(a.lo), std::cos(a.hi)),
                      std::max(std::cos(a.lo), std::cos(a.hi)), 4);
  for (double n = first; n <= last; ++n) out = hull(out, Bound::of(std::fmod(n, 2) == 0 ? 1 : -1));
  return {std::max(out.lo, -1.0), std::min(out.hi, 1.0)};
}
Bound sine_of(Bound a) { return cosine_of(a - widened(kPi / 2, kPi / 2)); }

// a^p of a constant p.
Bound power_of(Bound a, double p) {
  if (p == 0) return kOne;
  if (p == 1) return a;
  const bool whole = p == std::trunc(p), even = std::fmod(p, 2) == 0;
  if (p < 0) {
    if (a.contains(0) || (!whole && a.lo < 0)) return Bound::all();
    return inverse(power_of(a, -p));
  }
  if (!whole && a.lo < 0) return a.hi < 0 ? Bound::all() : power_of({0, a.hi}, p);
  const double at_lo = std::pow(a.lo, p), at_hi = std::pow(a.hi, p);
  if (!whole || !even || a.lo >= 0) return widened(at_lo, at_hi, 4);
  if (a.hi <= 0) return widened(at_hi, at_lo, 4);
  return widened(0, std::max(at_lo, at_hi), 4);
}

Series raised(const Series& a, const Series& b) {
  if (b.value.is_point() && b.first.is_point() && b.first.lo == 0) {
    const double p = b.value.lo;
    if (p == 2) return chained(a, square(a.value), Bound::of(2) * a.value, Bound::of(2));
    const Series out = chained(a, power_of(a.value, p), Bound::of(p) * power_of(a.value, p - 1),
                               p == 1 ? kZero : Bound::of(p * (p - 1)) * power_of(a.value, p - 2));
    return p == std::trunc(p) ? out : lacking(out, lack_outside(a.value, 0, Bound::kInfinity));
  }
  if (!(a.value.lo > 0)) return kAnything;
  const Bound log = increasing(a.value, [](double x) { return std::log(x); }),
              recip = inverse(a.value);
  const Series u = product(b, chained(a, log, recip, -square(recip)));
  const Bound e = increasing(u.value, [](double x) { return std::exp(x); });
  return chained(u, e, e, e);
}

Series arc_tangent_of(const Series& u) {
  const Bound slope = inverse(kOne + square(u.value));
  return chained(u, increasing(u.value, [](double x) { return std::atan(x); }), slope,
                 Bound::of(-2) * u.value * square(slope));
}

Series root_of(const Series& u) {
  if (!(u.value.lo > 0) && u.value.hi >= 0)
    return {widened(0, std::sqrt(std::max(u.value.hi, 0.0))), Bound::all(), Bound::all()};
  if (u.value.hi < 0) return kNothing;
  const Bound f = increasing(u.value, [](double x) { return std::sqrt(x); });
  const Bound slope = Bound::of(0.5) * inverse(f);
  return chained(u, f, slope, Bound::of(-0.5) * slope * inverse(u.value));
}

}  // namespace

// The slope of a rise grows up to the middle and then falls; its curvature has one extreme in each
// half.
Series rise(Operation which, const Series& u) {
  const Bound in{std::clamp(u.value.lo, 0.0, 1.0), std::clamp(u.value.hi, 0.0, 1.0)};
  if (in.hi <= 0 || in.lo >= 1) return {in, kZero, kZero};
  const auto at = [which](double x) {
    // At the ends the limits from inside count.
    constexpr double kInside = 1e-300, kBelowOne = 1 - tolerance::epsilon;
    return evaluate_rise(which, std::clamp(x, kInside, kBelowOne));
  };
  const Rise a = at(in.lo), b = at(in.hi);
  Bound slope = {std::min(a.slope, b.slope), std::max(a.slope, b.slope)};
  if (in.contains(0.5)) slope = hull(slope, Bound::of(at(0.5).slope));
  const double extreme = which == rise_harmonic    ? 0
                         : which == rise_cycloidal ? 0.25
                         : which == rise_345       ? (3 - std::sqrt(3.0)) / 6
                         : which == rise_4567      ? (1 - std::sqrt(0.2)) / 2
                                                   : 0.125;
  Bound curvature = {std::min(a.curvature, b.curvature), std::max(a.curvature, b.curvature)};
  for (const double x : {extreme, 1 - extreme})
    if (in.contains(x)) curvature = hull(curvature, Bound::of(at(x).curvature));
  if (!(u.value.lo >= 0 && u.value.hi <= 1))
    slope = hull(slope, kZero), curvature = hull(curvature, kZero);
  // Sizes of the rounded terms of the value, the slope and the curvature of a rise.
  static constexpr double kTerms[] = {64, 16, 512}, kUlps = 8;
  const auto grown = [](Bound range, int derivative) {
    const double more = kUlps * tolerance::epsilon * kTerms[derivative];
    return Bound{range.lo - more, range.hi + more};
  };
  const Bound value{evaluate_rise(which, in.lo).value, evaluate_rise(which, in.hi).value};
  return chained(u, grown(value, 0), grown(slope, 1), grown(curvature, 2));
}

namespace {

Series quotient(const Series& a, const Series& b) {
  if (b.value.contains(0)) return kAnything;
  const Bound recip = inverse(b.value);
  return product(a, chained(b, recip, -square(recip), Bound::of(2) * recip * square(recip)));
}

Series tangent_of(const Series& a) {
  const Bound x = a.value;
  if (cosine_of(x).contains(0) || x.width() > 3) return kAnything;
  const Bound f = increasing(x, [](double u) { return std::tan(u); }), s = kOne + square(f);
  return chained(a, f, s, Bound::of(2) * f * s);
}

Series arc_sine_or_cosine_of(const Series& a, bool is_sine) {
  const Bound x = a.value;
  const bool inside = x.lo > -1 && x.hi < 1;
  const Bound half = {-kPi / 2, kPi / 2}, whole = widened(0, kPi);
  const Bound f = is_sine  ? (inside ? increasing(x, [](double u) { return std::asin(u); }) : half)
                  : inside ? widened(std::acos(x.hi), std::acos(x.lo), 4)
                           : whole;
  if (!inside) return lacking({f, Bound::all(), Bound::all()}, lack_outside(x, -1, 1));
  const Bound s = inverse(increasing(kOne - square(x), [](double u) { return std::sqrt(u); }));
  const Bound sign = Bound::of(is_sine ? 1 : -1);
  return chained(a, f, sign * s, sign * x * s * square(s));
}

Series arc_tangent_of_two(const Series& a, const Series& b) {
  if (b.value.lo > 0) return arc_tangent_of(quotient(a, b));
  const bool upper = a.value.lo > 0;
  if (!upper && !(a.value.hi < 0)) return {{-kPi, kPi}, Bound::all(), Bound::all()};
  const Series quarter{Bound::of(upper ? kPi / 2 : -kPi / 2)};
  return sum(quarter, negated(arc_tangent_of(quotient(b, a))));
}

// The range of cosh.
Bound hyperbolic_cosine_of(Bound x) {
  const double low = x.contains(0) ? 1 : std::cosh(std::min(std::fabs(x.lo), std::fabs(x.hi)));
  return widened(low, std::cosh(x.size()), 4);
}

Series hyperbolic_sine_or_cosine_of(const Series& a, bool is_sine) {
  const Bound s = increasing(a.value, [](double u) { return std::sinh(u); });
  const Bound c = hyperbolic_cosine_of(a.value);
  return is_sine ? chained(a, s, c, s) : chained(a, c, s, c);
}

Series hyperbolic_tangent_of(const Series& a) {
  const Bound f = increasing(a.value, [](double u) { return std::tanh(u); });
  const Bound slope = square(inverse(hyperbolic_cosine_of(a.value)));
  return chained(a, f, slope, Bound::of(-2) * f * slope);
}

Series series_of_logarithm(const Series& a, bool is_natural) {
  const Bound x = a.value;
  if (x.hi < 0) return kNothing;
  if (!(x.lo > 0)) {
    const double most = is_natural ? std::log(x.hi) : std::log10(x.hi);
    const Series below{{-Bound::kInfinity, widened(most, most, 4).hi}, Bound::all(), Bound::all()};
    return lacking(below, lack_outside(x, 0, Bound::kInfinity));
  }
  const double part = is_natural ? 1 : 1 / std::log(10.0);
  const Bound recip = inverse(x);
  const Bound f = is_natural ? increasing(x, [](double u) { return std::log(u); })
                             : increasing(x, [](double u) { return std::log10(u); });
  return chained(a, f, Bound::of(part) * recip, Bound::of(-part) * square(recip));
}

Series squared(const Series& a) {
  return {square(a.value), Bound::of(2) * a.value * a.first,
          Bound::of(2) * (square(a.first) + a.value * a.second)};
}

Series hypotenuse_of(const Series& a, const Series& b) {
  Series out = root_of(sum(squared(a), squared(b)));
  const auto least = [](Bound r) {
    return r.contains(0) ? 0 : std::min(std::fabs(r.lo), std::fabs(r.hi));
  };
  out.value = widened(std::hypot(least(a.value), least(b.value)),
                      std::hypot(a.value.size(), b.value.size()), 4);
  out.value.lo = std::max(out.value.lo, 0.0);
  out.lack = Lack::none;
  return out;
}

}  // namespace

Series smooth(Operation operation, const Series& a, const Series& b) {
  const Bound x = a.value;
  switch (operation) {
    case negate:
      return negated(a);
    case add:
      return sum(a, b);
    case subtract:
      return sum(a, negated(b));
    case multiply:
      return product(a, b);
    case divide:
      return quotient(a, b);
    case power:
      return raised(a, b);
    case sine: {
      const Bound f = sine_of(x);
      return chained(a, f, cosine_of(x), -f);
    }
    case cosine: {
      const Bound f = cosine_of(x);
      return chained(a, f, -sine_of(x), -f);
    }
    case tangent:
      return tangent_of(a);
    case arc_sine:
    case arc_cosine:
      return arc_sine_or_cosine_of(a, operation == arc_sine);
    case arc_tangent:
      return arc_tangent_of(a);
    case arc_tangent2:
      return arc_tangent_of_two(a, b);
    case hyperbolic_sine:
    case hyperbolic_cosine:
      return hyperbolic_sine_or_cosine_of(a, operation == hyperbolic_sine);
    case hyperbolic_tangent:
      return hyperbolic_tangent_of(a);
    case exponential: {
      const Bound f = increasing(x, [](double u) { return std::exp(u); });
      return chained(a, f, f, f);
    }
    case logarithm:
    case logarithm10:
      return series_of_logarithm(a, operation == logarithm);
    case root:
      return lacking(root_of(a), lack_outside(x, 0, Bound::kInfinity));
    case hypotenuse:
      return hypotenuse_of(a, b);
    default:
      return kAnything;
  }
}

}  // namespace mbs
