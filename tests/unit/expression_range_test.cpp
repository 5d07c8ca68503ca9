// Ranges of expressions: they contain what the expression gives anywhere in its operands' ranges,
// and shrink with them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/random.h"
#include "support/draws.h"
#include "text/parameters.h"
#include "text/ranged_expression.h"

namespace mbs {
namespace {

constexpr std::array<std::string_view, 2> kNames{"p", "q"};

RangedExpression compiled(const std::string& text) {
  Diagnostics diagnostics;
  diagnostics.add_file("d");
  auto out = Expression::compile(text, {0, 1, 1}, kNames, Parameters(), diagnostics, "test");
  EXPECT_TRUE(out.has_value()) << text << "\n" << diagnostics.format_all();
  return RangedExpression(*out);
}

class Random {
 public:
  explicit Random(std::uint64_t seed) : seed_(seed) {}
  double in(double a, double b) { return a + (b - a) * uniform_at(seed_, next_++); }
  std::size_t below(std::size_t n) {
    return static_cast<std::size_t>(in(0, static_cast<double>(n)));
  }

 private:
  std::uint64_t seed_, next_ = 0;
};

// A formula of p and q, of all operators and functions.
std::string formula(Random& random, int depth) {
  static constexpr std::array<const char*, 28> kOne{"sin",
                                                    "cos",
                                                    "tan",
                                                    "asin",
                                                    "acos",
                                                    "atan",
                                                    "sinh",
                                                    "cosh",
                                                    "tanh",
                                                    "exp",
                                                    "log",
                                                    "log10",
                                                    "sqrt",
                                                    "abs",
                                                    "sign",
                                                    "step",
                                                    "floor",
                                                    "ceil",
                                                    "-",
                                                    "!",
                                                    "rise_harmonic",
                                                    "rise_cycloidal",
                                                    "rise_345",
                                                    "rise_4567",
                                                    "rise_modsine",
                                                    "",
                                                    "",
                                                    ""};
  static constexpr std::array<const char*, 13> kTwo{
      "+", "-", "*", "/", "^", "<", "<=", ">", ">=", "==", "!=", "&&", "||"};
  static constexpr std::array<const char*, 5> kCalls{"atan2", "mod", "hypot", "min", "max"};
  const auto part = [&] { return formula(random, depth - 1); };
  if (depth == 0 || random.in(0, 1) < 0.1) {
    const double kind = random.in(0, 1);
    if (kind < 0.4) return "p";
    if (kind < 0.7) return "q";
    return kind < 0.85 ? fmt::format("{:.3f}", random.in(0, 4))
                       : fmt::format("{}", random.below(4));
  }
  const double kind = random.in(0, 1);
  if (kind < 0.35) return fmt::format("{}({})", kOne[random.below(kOne.size())], part());
  if (kind < 0.8) {
    const std::string a = part(), b = part();
    return fmt::format("({}) {} ({})", a, kTwo[random.below(kTwo.size())], b);
  }
  if (kind < 0.9) {
    const std::string a = part(), b = part();
    return fmt::format("{}({}, {})", kCalls[random.below(kCalls.size())], a, b);
  }
  const std::string a = part(), b = part(), c = part();
  return fmt::format("({} ? {} : {})", a, b, c);
}

Series over(double from, double to) { return {{from, to}, Bound::of(0), Bound::of(0)}; }

Series somewhere(Random& random) {
  static constexpr std::array<double, 7> kRound{-2, -1, -0.5, 0, 0.5, 1, 2};
  const double from = random.in(0, 1) < 0.3 ? kRound[random.below(7)] : random.in(-4, 4);
  const double kind = random.in(0, 1);
  if (kind < 0.1) return over(from, from);
  if (kind < 0.3) return over(from, std::nextafter(from, 10));
  return over(from, from + std::pow(10, random.in(-14, 1)));
}

long formulas() { return test::draws(1000, "MBSIM_RANGES"); }

// MBSIM_RANGES=10000 takes ten times as many formulas and samples.
TEST(ExpressionRanges, ContainWhatIsBetweenThem) {
  const int samples = formulas() < 5000 ? 100 : 1000;
  long numbers = 0, bounded = 0;
  for (long n = 0; n < formulas(); ++n) {
    Random random(7000 + static_cast<std::uint64_t>(n));
    const std::string text = formula(random, 1 + static_cast<int>(random.below(4)));
    RangedExpression expression = compiled(text);
    const std::array<Series, 2> ranges{somewhere(random), somewhere(random)};
    const Series range = expression.range(ranges.data());
    bounded += range.value.is_finite();
    for (int k = 0; k < samples; ++k) {
      std::array<double, 2> at{};
      for (std::size_t i = 0; i < 2; ++i) {
        const Bound& r = ranges[i].value;
        const double s = k < 4 ? (k >> i) & 1 : random.in(0, 1);
        at[i] = std::min(r.lo + s * (r.hi - r.lo), r.hi);
      }
      const double value = expression.expression().value(at.data());
      numbers += std::isfinite(value);
      ASSERT_TRUE(range.contains(value)) << fmt::format(
          "{}: {} of p {:.17g}, q {:.17g} is {:.17g}, in [{:.17g}, {:.17g}] {}\n", n, text, at[0],
          at[1], value, range.value.lo, range.value.hi, static_cast<int>(range.lack));
    }
  }
  EXPECT_GT(numbers, formulas() * samples / 2);
  EXPECT_GT(bounded, formulas() / 2);
}

double width(RangedExpression& expression, double p, double q, double h) {
  const std::array<Series, 2> ranges{over(p - h, p + h), over(q - h, q + h)};
  return expression.range(ranges.data()).value.width();
}

// A range ten times as narrow has a tenth of the width; kinks and jumps do no harm beside them.
TEST(ExpressionRanges, ShrinkLinearly) {
  for (const char* const text :
       {"p*p - p", "sin(p*q)/(2 + cos(q))", "exp(-p^2)*sqrt(q)", "abs(p - 3)*q", "p^3 - 2*q^-2",
        "atan2(p, q) + hypot(p, q)", "log(p) > 3 ? 1/p : tanh(q)", "mod(p, 1) + floor(q)",
        "rise_345(p/2) + rise_modsine(p/3)", "min(p, q)^1.5", "max(p, 4) + acos(p/2)"}) {
    RangedExpression expression = compiled(text);
    for (double h = 1e-3; h > 1e-7; h /= 10) {
      const double wide = width(expression, 0.7, 1.9, h),
                   narrow = width(expression, 0.7, 1.9, h / 10);
      EXPECT_LE(narrow, 0.11 * wide + 1e-12) << text << " at " << h;
      EXPECT_LE(wide, 60 * h + 1e-12) << text << " at " << h;
    }
  }
}

// Of random formulas, at random places: linearly where there is a derivative all over the stretch,
// and never the other way. A width below the rounding of what the formula computes on its way says
// nothing.
TEST(ExpressionRanges, OfRandomFormulasShrink) {
  long differentiable = 0, others = 0;
  for (long n = 0; n < formulas(); ++n) {
    Random random(90000 + static_cast<std::uint64_t>(n));
    const std::string text = formula(random, 1 + static_cast<int>(random.below(4)));
    RangedExpression expression = compiled(text);
    const double p = random.in(-4, 4), q = random.in(-4, 4);
    const auto range = [&](double h) {
      const std::array<Series, 2> ranges{Series{{p - h, p + h}, Bound::of(1), Bound::of(0)},
                                         Series{{q - h, q + h}, Bound::of(1), Bound::of(0)}};
      return expression.range(ranges.data());
    };
    for (double h = 1e-3; h > 2e-6; h /= 10) {
      const Series wide = range(h);
      const bool jumps = expression.may_jump();  // over the wider stretch
      const Series narrow = range(h / 10);
      if (!wide.value.is_finite()) continue;
      const double size = std::max(std::fabs(wide.value.lo), std::fabs(wide.value.hi));
      const double rounding = 1e-9 * (1 + size);
      ASSERT_LE(narrow.value.width(), wide.value.width() + rounding) << text << " at " << h;
      if (jumps || !wide.first.is_finite() || !(wide.first.width() < 1e3) ||
          !(wide.value.width() > 1e3 * rounding)) {
        ++others;
        continue;
      }
      ++differentiable;
      ASSERT_LE(narrow.value.width(), 0.3 * wide.value.width())
          << fmt::format("{} at {:.17g} {:.17g}, {}\n", text, p, q, h);
    }
  }
  EXPECT_GT(differentiable, formulas() / 4);
  EXPECT_GT(others, 0);
}

// At a kink, a jump and where a function ends they still contain, and do not grow as they shrink.
TEST(ExpressionRanges, DoNotGrowWhereThereIsNoDerivative) {
  for (const char* const text : {"abs(p - 0.7)", "floor(p - 0.7)", "sqrt(p - 0.7)", "sign(q - 1.9)",
                                 "p > 0.7 ? 1 : q", "max(p, q - 1.2)", "asin(p + 0.3)"}) {
    RangedExpression expression = compiled(text);
    double before = HUGE_VAL;
    for (double h = 1e-2; h > 1e-12; h /= 10) {
      const double now = width(expression, 0.7, 1.9, h);
      EXPECT_LE(now, before) << text << " at " << h;
      before = now;
    }
  }
}

// Where both sides of a condition may count, both are contained.
TEST(ExpressionRanges, OfConditionsHaveBothSides) {
  RangedExpression expression = compiled("p > 1 ? 5 : (q < 0 ? -1 : 2)");
  const auto range = [&](Bound p, Bound q) {
    const std::array<Series, 2> ranges{over(p.lo, p.hi), over(q.lo, q.hi)};
    const Bound out = expression.range(ranges.data()).value;
    return std::pair(out.lo, out.hi);
  };
  EXPECT_EQ(range({2, 3}, {-1, 1}), std::pair(5.0, 5.0));
  EXPECT_EQ(range({0, 1}, {-1, 1}), std::pair(-1.0, 2.0));
  EXPECT_EQ(range({0, 1}, {0, 1}), std::pair(2.0, 2.0));
  EXPECT_EQ(range({0, 1.5}, {0, 1}), std::pair(2.0, 5.0));
  EXPECT_EQ(range({0, 1.5}, {-1, 1}), std::pair(-1.0, 5.0));
}

}  // namespace
}  // namespace mbs
