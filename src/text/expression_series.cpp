#include "text/expression_series.h"

#include <algorithm>
#include <cmath>

#include "text/expression_rises.h"
#include "text/number.h"

namespace mbs {

namespace {

using enum Operation;

const Bound kZero = Bound::of(0), kOne = Bound::of(1);
const Series kAnything{Bound::all(), Bound::all(), Bound::all(), Lack::somewhere};
const Series kNothing{Bound::all(), Bound::all(), Bound::all(), Lack::everywhere};

// What is no number is not 0.
Truth truth_of(const Series& s) {
  if (!s.value.contains(0) || s.lack == Lack::everywhere) return Truth::yes;
  return s.value.is_point() && s.lack == Lack::none ? Truth::no : Truth::open;
}
// f(u) from the ranges of f, f' and f'' over the range of u.
Series chained(const Series& u, Bound f, Bound slope, Bound curvature) {
  return {f, slope * u.first, curvature * square(u.first) + slope * u.second};
}

Series hull_of(const Series& a, const Series& b) {
  return {hull(a.value, b.value), hull(a.first, b.first), hull(a.second, b.second),
          a.lack == b.lack ? a.lack : Lack::somewhere};
}

// Of an operation that has a value from `least` to `most`.
Lack lack_outside(Bound x, double least, double most) {
  if (x.hi < least || x.lo > most) return Lack::everywhere;
  return x.lo < least || x.hi > most ? Lack::somewhere : Lack::none;
}
Series lacking(Series s, Lack lack) {
  if (lack == Lack::everywhere) return kNothing;
  s.lack = std::max(s.lack, lack);
  return s;
}

Series sum(const Series& a, const Series& b) {
  return {a.value + b.value, a.first + b.first, a.second + b.second};
}
Series negated(const Series& a) { return {-a.value, -a.first, -a.second}; }
Series product(const Series& a, const Series& b) {
  return {a.value * b.value, a.first * b.value + a.value * b.first,
          a.second * b.value + Bound::of(2) * (a.first * b.first) + a.value * b.second};
}

template <class Function>
Bound increasing(Bound a, const Function& f) {
  return widened(f(a.lo), f(a.hi), 4);
}

// cos over a: its extremes lie at the multiples of pi.
Bound cosine_of(Bound a) {
  constexpr double kMany = 1e9;  // beyond it the multiples are not sure
  if (!(a.size() < kMany) || a.width() >= 2 * kPi) return {-1, 1};
  constexpr double kNear = 1e-9;  // an extreme so near to an end counts
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

// Slopes of rises grow to the middle and fall again; their curvatures have one extreme on either
// side of it.
Series rise(Operation which, const Series& u) {
  const Bound in{std::clamp(u.value.lo, 0.0, 1.0), std::clamp(u.value.hi, 0.0, 1.0)};
  if (in.hi <= 0 || in.lo >= 1) return {in, kZero, kZero};
  const auto at = [which](double x) {
    // The ends count as they are from inside.
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
  // They are differences of terms of this size, which have been rounded.
  static constexpr double kTerms[] = {64, 16, 512}, kUlps = 8;
  const auto grown = [](Bound range, int derivative) {
    const double more = kUlps * tolerance::epsilon * kTerms[derivative];
    return Bound{range.lo - more, range.hi + more};
  };
  const Bound value{evaluate_rise(which, in.lo).value, evaluate_rise(which, in.hi).value};
  return chained(u, grown(value, 0), grown(slope, 1), grown(curvature, 2));
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

// Whether an operation of infinite values may have none: inf - inf, 0*inf, inf/inf, sin(inf).
bool may_lack(Operation operation, const Bound& a, const Bound& b) {
  const bool first = !a.is_finite(), second = !b.is_finite();
  switch (operation) {
    case negate:
    case magnitude:
    case power:
    case exponential:
    case hyperbolic_sine:
    case hyperbolic_cosine:
    case hyperbolic_tangent:
    case arc_tangent:
      return false;
    case add:
    case subtract:
    case divide:
      return first && second;
    case multiply:
      return (first && b.contains(0)) || (second && a.contains(0));
    default:
      return first || second;
  }
}

// Operations without switches.
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
    case divide: {
      if (b.value.contains(0)) return kAnything;
      const Bound recip = inverse(b.value);
      return product(a, chained(b, recip, -square(recip), Bound::of(2) * recip * square(recip)));
    }
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
    case tangent: {
      if (cosine_of(x).contains(0) || x.width() > 3) return kAnything;
      const Bound f = increasing(x, [](double u) { return std::tan(u); }), s = kOne + square(f);
      return chained(a, f, s, Bound::of(2) * f * s);
    }
    case arc_sine:
    case arc_cosine: {
      const bool inside = x.lo > -1 && x.hi < 1;
      const Bound half = {-kPi / 2, kPi / 2}, whole = widened(0, kPi);
      const Bound f = operation == arc_sine
                          ? (inside ? increasing(x, [](double u) { return std::asin(u); }) : half)
                      : inside ? widened(std::acos(x.hi), std::acos(x.lo), 4)
                               : whole;
      if (!inside) return lacking({f, Bound::all(), Bound::all()}, lack_outside(x, -1, 1));
      const Bound s = inverse(increasing(kOne - square(x), [](double u) { return std::sqrt(u); }));
      const Bound sign = Bound::of(operation == arc_sine ? 1 : -1);
      return chained(a, f, sign * s, sign * x * s * square(s));
    }
    case arc_tangent:
      return arc_tangent_of(a);
    case arc_tangent2: {
      if (b.value.lo > 0) return arc_tangent_of(smooth(divide, a, b));
      const bool upper = a.value.lo > 0;
      if (!upper && !(a.value.hi < 0)) return {{-kPi, kPi}, Bound::all(), Bound::all()};
      const Series quarter{Bound::of(upper ? kPi / 2 : -kPi / 2)};
      return sum(quarter, negated(arc_tangent_of(smooth(divide, b, a))));
    }
    case hyperbolic_sine:
    case hyperbolic_cosine: {
      const Bound s = increasing(x, [](double u) { return std::sinh(u); });
      const double low = x.contains(0) ? 1 : std::cosh(std::min(std::fabs(x.lo), std::fabs(x.hi)));
      const Bound c = widened(low, std::cosh(x.size()), 4);
      return operation == hyperbolic_sine ? chained(a, s, c, s) : chained(a, c, s, c);
    }
    case hyperbolic_tangent: {
      const Bound f = increasing(x, [](double u) { return std::tanh(u); });
      const double low = x.contains(0) ? 1 : std::cosh(std::min(std::fabs(x.lo), std::fabs(x.hi)));
      const Bound slope = square(inverse(widened(low, std::cosh(x.size()), 4)));
      return chained(a, f, slope, Bound::of(-2) * f * slope);
    }
    case exponential: {
      const Bound f = increasing(x, [](double u) { return std::exp(u); });
      return chained(a, f, f, f);
    }
    case logarithm:
    case logarithm10: {
      if (x.hi < 0) return kNothing;
      const bool natural = operation == logarithm;
      if (!(x.lo > 0)) {
        const double most = natural ? std::log(x.hi) : std::log10(x.hi);
        const Series below{
            {-Bound::kInfinity, widened(most, most, 4).hi}, Bound::all(), Bound::all()};
        return lacking(below, lack_outside(x, 0, Bound::kInfinity));
      }
      const double part = natural ? 1 : 1 / std::log(10.0);
      const Bound recip = inverse(x);
      const Bound f = natural ? increasing(x, [](double u) { return std::log(u); })
                              : increasing(x, [](double u) { return std::log10(u); });
      return chained(a, f, Bound::of(part) * recip, Bound::of(-part) * square(recip));
    }
    case root:
      return lacking(root_of(a), lack_outside(x, 0, Bound::kInfinity));
    case hypotenuse: {
      Series out = root_of(sum({square(a.value), Bound::of(2) * a.value * a.first,
                                Bound::of(2) * (square(a.first) + a.value * a.second)},
                               {square(b.value), Bound::of(2) * b.value * b.first,
                                Bound::of(2) * (square(b.first) + b.value * b.second)}));
      const auto least = [](Bound r) {
        return r.contains(0) ? 0 : std::min(std::fabs(r.lo), std::fabs(r.hi));
      };
      out.value =
          widened(std::hypot(least(x), least(b.value)), std::hypot(x.size(), b.value.size()), 4);
      out.value.lo = std::max(out.value.lo, 0.0);
      out.lack = Lack::none;
      return out;
    }
    default:
      return kAnything;
  }
}

Truth compared(Operation operation, Bound d);

// With what is no number all comparisons but != fail.
Truth compared(Operation operation, Bound d, Lack lack) {
  if (lack == Lack::everywhere) return operation == not_equal ? Truth::yes : Truth::no;
  const Truth truth = compared(operation, d);
  const Truth without = operation == not_equal ? Truth::yes : Truth::no;
  return lack == Lack::none || truth == without ? truth : Truth::open;
}

Truth compared(Operation operation, Bound d) {
  switch (operation) {
    case less:
      return d.hi < 0 ? Truth::yes : d.lo >= 0 ? Truth::no : Truth::open;
    case less_equal:
      return d.hi <= 0 ? Truth::yes : d.lo > 0 ? Truth::no : Truth::open;
    case greater:
      return compared(less, -d);
    case greater_equal:
      return compared(less_equal, -d);
    case equal:
      return !d.contains(0) ? Truth::no : d.is_point() ? Truth::yes : Truth::open;
    default:
      return !d.contains(0) ? Truth::yes : d.is_point() ? Truth::no : Truth::open;
  }
}

}  // namespace

bool Switch::is_above(const double* r) const {
  const double x = a == b ? r[a] : ratio ? r[a] / r[b] : r[a] - r[b];
  return zero_is_below ? x > level : x >= level;
}

Series SeriesRun::of_truth(Truth t) {
  if (t == Truth::open) may_jump_ = true;
  return {t == Truth::open ? Bound{0, 1} : Bound::of(t == Truth::yes ? 1 : 0)};
}

Series SeriesRun::table(const Instruction& i, std::vector<Switch>& switches) const {
  const TableCall& call = program_.tables[i.b];
  const Series& u = registers_[i.a];
  if (!u.value.is_finite()) return kAnything;
  const double from = u.value.lo, to = u.value.hi;
  if (i.operation == surface) {
    const Bound w = registers_[call.second].value;
    if (!w.is_finite()) return kAnything;
    const auto [least, most] = call.table->extremes(from, to, w.lo, w.hi);
    const double off = 16 * tolerance::epsilon * std::max(std::fabs(least), std::fabs(most));
    const bool inside = call.table->covers(from, w.lo) && call.table->covers(to, w.hi);
    return {{least - off, most + off},
            Bound::all(),
            Bound::all(),
            inside ? Lack::none : Lack::somewhere};
  }
  // Of a point: beside it, too.
  const ExpressionTable::Range range =
      call.table->range(from, to > from ? to : std::nextafter(from, Bound::kInfinity));
  if (std::isfinite(range.kink)) switches.push_back({i.a, i.a, range.kink, false, false, u.first});
  const auto bound = [](const double ends[2]) { return widened(ends[0], ends[1], 16); };
  const Series out = chained(u, bound(range.value), bound(range.slope), bound(range.curvature));
  const bool inside = call.table->covers(from) && call.table->covers(to);
  const bool beyond = !call.table->covers(from) && !call.table->covers(to) &&
                      (to < call.table->first() || from > call.table->last());
  return lacking(out, beyond ? Lack::everywhere : inside ? Lack::none : Lack::somewhere);
}

// mod(a, b) = a - n b.
Series SeriesRun::remainder(const Instruction& i, std::vector<Switch>& switches) {
  const Series &a = registers_[i.a], &b = registers_[i.b];
  const Series ratio = smooth(divide, a, b);
  if (!ratio.value.is_finite()) return kAnything;
  const double least = std::trunc(ratio.value.lo), most = std::trunc(ratio.value.hi);
  const Series n{{least, most}};
  if (least == most) return sum(a, negated(product(n, b)));
  may_jump_ = true;
  const bool below = ratio.value.lo < 0;
  const double level = below ? std::ceil(ratio.value.lo) : std::floor(ratio.value.lo) + 1;
  switches.push_back({i.a, i.b, level, true, below, ratio.first});
  Series out = sum(a, negated(product(n, b)));
  const double size = b.value.size();
  out.value = {a.value.lo < 0 ? -size : 0, a.value.hi > 0 ? size : 0};
  return out;
}

Series SeriesRun::apply(const Instruction& i, std::vector<Switch>& switches) {
  const Series &a = registers_[i.a], &b = registers_[i.b];
  const auto note = [&](double level, bool zero_is_below) {
    switches.push_back({i.a, i.a, level, false, zero_is_below, a.first});
  };
  const auto note_difference = [&](bool zero_is_below) {
    switches.push_back({i.a, i.b, 0, false, zero_is_below, a.first - b.first});
  };
  const Bound x = a.value;
  switch (i.operation) {
    case less:
    case less_equal:
    case greater:
    case greater_equal:
    case equal:
    case not_equal: {
      const Truth truth = compared(i.operation, x - b.value, std::max(a.lack, b.lack));
      if (truth == Truth::open)
        note_difference(i.operation == less_equal || i.operation == greater);
      return of_truth(truth);
    }
    case logical_not: {
      const Truth t = truth_of(a);
      return of_truth(t == Truth::open ? t : t == Truth::yes ? Truth::no : Truth::yes);
    }
    case logical_and:
    case logical_or: {
      const Truth p = truth_of(a), q = truth_of(b);
      const Truth decisive = i.operation == logical_and ? Truth::no : Truth::yes;
      if (p == decisive || q == decisive) return of_truth(decisive);
      return of_truth(p == Truth::open || q == Truth::open ? Truth::open : p);
    }
    case magnitude:
      if (x.lo >= 0) return a;
      if (x.hi <= 0) return negated(a);
      note(0, false);
      return {{0, x.size()}, hull(a.first, -a.first), Bound::all()};
    case sign:
    case step: {
      const double low = i.operation == sign ? -1 : 0;
      if (x.lo > 0 || (i.operation == step && x.lo >= 0)) return {kOne};
      if (x.hi < 0) return {Bound::of(low)};
      if (x.is_point()) return {kZero};
      note(0, false);
      may_jump_ = true;
      return {{low, 1}};
    }
    case floor: {
      const double least = std::floor(x.lo), most = std::floor(x.hi);
      if (least != most) note(least + 1, false), may_jump_ = true;
      return {{least, most}};
    }
    case ceiling: {
      const double least = std::ceil(x.lo), most = std::ceil(x.hi);
      if (least != most) note(least, true), may_jump_ = true;
      return {{least, most}};
    }
    case Operation::remainder:
      return remainder(i, switches);
    case minimum:
    case maximum: {
      const bool first_below = x.hi <= b.value.lo, second_below = b.value.hi <= x.lo;
      if (first_below) return i.operation == minimum ? a : b;
      if (second_below) return i.operation == minimum ? b : a;
      note_difference(false);
      Series out = hull_of(a, b);
      const auto pick = [&](double p, double q) {
        return i.operation == minimum ? std::min(p, q) : std::max(p, q);
      };
      out.value = {pick(x.lo, b.value.lo), pick(x.hi, b.value.hi)};
      return out;
    }
    case Operation::table:
    case surface:
      return table(i, switches);
    default:
      if (!is_rise(i.operation)) return smooth(i.operation, a, b);
      if (x.lo < 0 && x.hi > 0) note(0, true);
      if (x.lo < 1 && x.hi > 1) note(1, false);
      return rise(i.operation, a);
  }
}

// What is made of no number is none, but for truths, steps, and powers that are 1 whatever they are
// of.
Series SeriesRun::lacking_with(const Instruction& i, Series out) const {
  if (i.operation >= less && i.operation <= logical_or) return out;
  if (i.operation == logical_not) return out;
  const Series &a = registers_[i.a], &b = registers_[i.b];
  if (i.operation == step && a.lack != Lack::none) out.value = hull(out.value, kOne);
  if (i.operation == step) return out;
  if (i.operation >= Operation::table) {
    const bool surface_lacks =
        i.operation == surface && registers_[program_.tables[i.b].second].lack != Lack::none;
    return a.lack != Lack::none || surface_lacks ? lacking(out, Lack::somewhere) : out;
  }
  const bool two = has_two_operands(i.operation) && !is_rise(i.operation);
  Lack most = std::max(a.lack, two ? b.lack : Lack::none);
  if (may_lack(i.operation, a.value, two ? b.value : kOne)) most = std::max(most, Lack::somewhere);
  if (i.operation == minimum || i.operation == maximum) {
    // The second one counts only where it compares.
    if (std::max(a.lack, b.lack) == Lack::none) return out;
    if (b.lack == Lack::everywhere || a.lack == Lack::everywhere) return a;
    out = hull_of(hull_of(out, a), b);
    out.lack = a.lack;
    return out;
  }
  if (most == Lack::none) return out;
  if (i.operation == power || i.operation == hypotenuse) {
    // pow(1, nan), pow(nan, 0), hypot(inf, nan)
    return kAnything;
  }
  return lacking(out, most);
}

Series SeriesRun::run(const Series* slots, std::vector<Switch>& switches) {
  may_jump_ = false;
  std::size_t next = 0;
  for (const double c : program_.constants)
    registers_[next++] = c == c ? Series{Bound::of(c)} : kNothing;
  for (const int s : program_.slots) registers_[next++] = slots[s];
  for (std::size_t k = 0; k < program_.code.size(); ++k) {
    const Instruction& i = program_.code[k];
    if (i.operation == branch) {
      const Truth condition = truth_of(registers_[i.a]);
      undecided_[i.b] = condition == Truth::open;
      may_jump_ = may_jump_ || condition == Truth::open;
      if (condition == Truth::no) k = i.b;  // the `otherwise` itself does nothing then
    } else if (i.operation == otherwise) {
      registers_[i.result] = registers_[i.a];
      if (!undecided_[k]) k = i.b;
    } else if (i.operation == join) {
      registers_[i.result] =
          undecided_[i.b] ? hull_of(registers_[i.result], registers_[i.a]) : registers_[i.a];
    } else {
      registers_[i.result] = lacking_with(i, apply(i, switches));
    }
  }
  return registers_[program_.result];
}

}  // namespace mbs
