#include "text/expression_series.h"

#include <algorithm>
#include <cmath>

#include "base/tolerances.h"
#include "text/expression_rises.h"
#include "text/number.h"
#include "text/series_operations.h"

namespace mbs {

namespace {

using enum Operation;

// The truth of a condition; a NaN is true, because it is not 0.
Truth truth_of(const Series& s) {
  if (!s.value.contains(0) || s.lack == Lack::everywhere) return Truth::yes;
  return s.value.is_point() && s.lack == Lack::none ? Truth::no : Truth::open;
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

Truth compared(Operation operation, Bound d);

// Comparisons with NaN are false, except !=.
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

// Adds a switch for a number used as a condition that may leave or reach 0. A number that goes
// through 0 is 0 at one instant only and needs none.
void SeriesRun::note_truth(std::uint16_t reg, std::vector<Switch>& switches) const {
  const Series& s = registers_[reg];
  const bool is_truth = s.first.is_point() && s.first.lo == 0;
  if (is_truth || truth_of(s) != Truth::open || (s.value.lo < 0 && s.value.hi > 0)) return;
  switches.push_back({reg, reg, 0, false, s.value.lo >= 0, s.first});
}

Series SeriesRun::table(const Instruction& i, std::vector<Switch>& switches) const {
  const TableCall& call = program_.tables[i.b];
  const Series& u = registers_[i.a];
  if (!u.value.is_finite()) return kAnything;
  const double from = u.value.lo, to = u.value.hi;
  if (i.operation == surface) return surface_of(i, switches);
  // If u is a single point, the range includes its neighbour.
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

// Both u and w may change along the stretch. In a cell the only second derivative that is not 0 is
// the mixed one.
Series SeriesRun::surface_of(const Instruction& i, std::vector<Switch>& switches) const {
  const TableCall& call = program_.tables[i.b];
  const ExpressionTable& table = *call.table;
  const Series &u = registers_[i.a], &w = registers_[call.second];
  if (!w.value.is_finite()) return kAnything;
  const Bound x = u.value, y = w.value;
  const auto [least, most] = table.extremes(x.lo, x.hi, y.lo, y.hi);
  const double off = 16 * tolerance::epsilon * std::max(std::fabs(least), std::fabs(most));
  const ExpressionTable::SurfaceRange range = table.slopes(x.lo, x.hi, y.lo, y.hi);
  if (std::isfinite(range.row)) switches.push_back({i.a, i.a, range.row, false, false, u.first});
  if (std::isfinite(range.column))
    switches.push_back({call.second, call.second, range.column, false, false, w.first});
  const auto bound = [](const double ends[2]) { return Bound{ends[0], ends[1]}; };
  const Bound by_u = bound(range.u), by_w = bound(range.w), mixed = bound(range.uw);
  const bool inside = table.covers(x.lo, y.lo) && table.covers(x.hi, y.hi);
  return {{least - off, most + off},
          by_u * u.first + by_w * w.first,
          Bound::of(2) * mixed * (u.first * w.first) + (by_u * u.second + by_w * w.second),
          inside ? Lack::none : Lack::somewhere};
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
      note_truth(i.a, switches);
      const Truth t = truth_of(a);
      return of_truth(t == Truth::open ? t : t == Truth::yes ? Truth::no : Truth::yes);
    }
    case logical_and:
    case logical_or: {
      const Truth p = truth_of(a), q = truth_of(b);
      const Truth decisive = i.operation == logical_and ? Truth::no : Truth::yes;
      if (p == decisive || q == decisive) return of_truth(decisive);
      note_truth(i.a, switches);
      note_truth(i.b, switches);
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

// An operation of NaN gives NaN, except truth values, steps, and powers that are always 1.
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
    // The second operand counts only if the comparison chooses it.
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

// Runs a sum or product of finite numbers, which has no switch and always a value. False for any
// other instruction.
bool SeriesRun::runs_plainly(const Instruction& i) {
  const Series& a = registers_[i.a];
  if (a.lack != Lack::none || !a.value.is_finite()) return false;
  if (i.operation == negate) return registers_[i.result] = negated(a), true;
  if (i.operation != add && i.operation != subtract && i.operation != multiply) return false;
  const Series& b = registers_[i.b];
  if (b.lack != Lack::none || !b.value.is_finite()) return false;
  registers_[i.result] = i.operation == add        ? sum(a, b)
                         : i.operation == subtract ? sum(a, negated(b))
                                                   : product(a, b);
  return true;
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
      if (condition == Truth::open) note_truth(i.a, switches), may_jump_ = true;
      if (condition == Truth::no) k = i.b;  // the `otherwise` itself does nothing then
    } else if (i.operation == otherwise) {
      registers_[i.result] = registers_[i.a];
      if (!undecided_[k]) k = i.b;
    } else if (i.operation == join) {
      registers_[i.result] =
          undecided_[i.b] ? hull_of(registers_[i.result], registers_[i.a]) : registers_[i.a];
    } else if (!runs_plainly(i)) {
      registers_[i.result] = lacking_with(i, apply(i, switches));
    }
  }
  return registers_[program_.result];
}

}  // namespace mbs
