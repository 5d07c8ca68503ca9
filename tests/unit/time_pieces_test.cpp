// Ranges of expressions contain their values and derivatives; known times are the neighbouring
// numbers between which an expression changes its branch; pieces are smooth and show all there is.
#include "text/time_pieces.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "base/diagnostics.h"
#include "text/parameters.h"

namespace mbs {
namespace {

Expression compiled(const std::string& text) {
  Diagnostics diagnostics;
  diagnostics.add_file("d");
  const std::string_view names[] = {"t"};
  auto out = Expression::compile(text, {0, 1, 1}, names, Parameters{}, diagnostics, "");
  EXPECT_TRUE(out.has_value()) << text << "\n" << diagnostics.format_all();
  return *out;
}

std::vector<TimePiece> pieces_of(const std::string& text, double from, double to,
                                 TimeUse use = TimeUse::force) {
  std::vector<TimePiece> out;
  for (const Expression& part : compiled(text).time_parts(0, 0)) {
    TimePieces pieces(TimeFunction(part, {}), use, from, to, 1e-10);
    for (TimePiece piece; pieces.next(piece);) out.push_back(piece);
    EXPECT_TRUE(std::isinf(pieces.gave_up_at())) << text;
  }
  return out;
}

std::vector<TimePiece> known_times(const std::string& text, double from, double to) {
  std::vector<TimePiece> out;
  for (const TimePiece& piece : pieces_of(text, from, to))
    if (piece.end != TimePiece::End::plain) out.push_back(piece);
  return out;
}

// A random expression of t, of so many operations.
std::string random_text(std::mt19937& random, int operations) {
  const auto pick = [&](int n) { return static_cast<int>(random() % n); };
  if (operations <= 0)
    return pick(2) == 0 ? "t"
                        : fmt::format("{}", std::uniform_real_distribution(-3.0, 3.0)(random));
  static const char* const kOne[] = {"sin({})",           "cos({})",           "exp(-({})^2)",
                                     "atan({})",          "tanh({})",          "abs({})",
                                     "sqrt(1 + ({})^2)",  "rise_345({})",      "rise_4567({})",
                                     "rise_modsine({})",  "rise_harmonic({})", "rise_cycloidal({})",
                                     "step({})",          "floor({})",         "({})^3",
                                     "log(2 + ({})^2)",   "mod({}, 0.7)",      "cosh(0.1*({}))",
                                     "asin(0.3*sin({}))", "sign({})"};
  static const char* const kTwo[] = {"({}) + ({})",
                                     "({}) - ({})",
                                     "({})*({})",
                                     "min({}, {})",
                                     "max({}, {})",
                                     "({})/(1.5 + sin({}))",
                                     "hypot({}, 1 + ({})^2)",
                                     "atan2({}, 2 + sin({}))",
                                     "(({}) > ({})) * 2",
                                     "({}) < 0.3 ? ({}) : t"};
  const int left = pick(operations), right = operations - 1 - left;
  if (pick(2) == 0)
    return fmt::format(fmt::runtime(kOne[pick(std::size(kOne))]),
                       random_text(random, operations - 1));
  return fmt::format(fmt::runtime(kTwo[pick(std::size(kTwo))]), random_text(random, left),
                     random_text(random, right));
}

TEST(ExpressionRanges, ContainValuesAndDerivatives) {
  std::mt19937 random(20);
  for (int k = 0; k < 3000; ++k) {
    const std::string text = random_text(random, 1 + static_cast<int>(random() % 5));
    if (text.find('t') == std::string::npos) continue;
    TimeFunction function(compiled(text), {});
    std::uniform_real_distribution<double> place(-4, 4);
    const double from = place(random),
                 width = std::pow(10, std::uniform_real_distribution(-12.0, 0.7)(random));
    const Series range = function.range({from, from + width});
    const bool smooth = function.switches().empty();
    const auto contains = [](Bound b, double x) {
      return !std::isfinite(x) || (x >= b.lo && x <= b.hi);
    };
    for (int i = 0; i < 50; ++i) {
      const double t = from + width * i / 49;
      const DerivativesAlong at = function.at(std::min(t, from + width));
      // Exact derivatives round, too.
      const auto close = [](Bound b) { return widened(b.lo, b.hi, 1e4); };
      ASSERT_TRUE(contains(close(range.value), at.value)) << text << " at " << t << " " << width;
      if (!smooth) continue;
      ASSERT_TRUE(contains(close(range.first), at.first)) << text << " at " << t << " " << width;
      ASSERT_TRUE(contains(close(range.second), at.second)) << text << " at " << t << " " << width;
    }
  }
}

// 2 t^2 - 3 t on [1, 1 + h] has the range [-1, -1 + h + 2 h^2].
TEST(ExpressionRanges, ShrinkWithTheStretch) {
  TimeFunction function(compiled("2*t^2 - 3*t"), {});
  for (const double h : {1e-2, 1e-4, 1e-6}) {
    const double width = function.range({1, 1 + h}).value.width();
    EXPECT_GE(width, h);
    EXPECT_LE(width, 8 * h);
  }
}

TEST(KnownTimes, AreTheNeighboursOfAChange) {
  struct Case {
    const char* text;
    std::vector<double> times;
    bool jumps;
  };
  for (const Case& c :
       {Case{"t > 5 && t < 5.001 ? 1000 : 0", {5, 5.001}, true}, Case{"step(t - 0.3)", {0.3}, true},
        Case{"abs(t - 2)", {2}, false}, Case{"max(0, sin(t))", {M_PI, 2 * M_PI, 3 * M_PI}, false},
        Case{"mod(t, 3)", {3, 6, 9}, true}, Case{"floor(2*t)*(t < 2)", {0.5, 1, 1.5, 2}, true},
        Case{"rise_345((t - 4)/0.5)", {4, 4.5}, false},
        Case{"exp(-((t-4)/0.001)^2) > 0.5",
             {4 - 0.001 * std::sqrt(std::log(2)), 4 + 0.001 * std::sqrt(std::log(2))},
             true}}) {
    const std::vector<TimePiece> known = known_times(c.text, 0, 10);
    ASSERT_EQ(known.size(), c.times.size()) << c.text;
    for (std::size_t k = 0; k < known.size(); ++k) {
      EXPECT_NEAR(known[k].to, c.times[k], 2e-15 * 10) << c.text;
      EXPECT_EQ(known[k].next, std::nextafter(known[k].to, 100.0)) << c.text;
      EXPECT_EQ(known[k].end, c.jumps ? TimePiece::End::jump : TimePiece::End::kink) << c.text;
    }
  }
}

// The largest value on points that cut each active piece in ten is that of the pulse, to a part.
TEST(TimePieces, ShowWhatIsNarrow) {
  for (const double width : {1.0, 1e-2, 1e-4}) {
    const std::vector<TimePiece> all =
        pieces_of(fmt::format("7*exp(-((t-41.3)/{})^2) + 1000 - 3*t", width), 0, 100);
    double most = 0, until = 0, active = 0;
    for (const TimePiece& piece : all) {
      EXPECT_EQ(piece.from, until);
      until = piece.to;
      if (piece.active) active += piece.length();
      for (int k = 0; piece.active && k <= 10; ++k) {
        const double u = (piece.from + 0.1 * k * piece.length() - 41.3) / width;
        most = std::max(most, 7 * std::exp(-u * u));
      }
    }
    EXPECT_EQ(until, 100);
    EXPECT_NEAR(most, 7, 0.1);
    EXPECT_LT(active, 40 * width);
    EXPECT_LT(all.size(), 200u);
  }
}

// The end of a small load beside a branch that would be 1e24 far from where it counts.
// The length of a leg that carries a platform, whose ranges are many times wider than what it does:
// nearly three hundred pieces where each is judged by one range. What is narrow still has its own.
TEST(TimePieces, NestedRootsNeedFew) {
  const std::string leg =
      "sqrt((0.49*cos(0.3*sin(t)) - 0.09*cos(0.2*sin(2*t+0.5))*sin(0.3*sin(t)) - 0.64)^2 + "
      "(0.49*sin(0.3*sin(t)) + 0.09*cos(0.2*sin(2*t+0.5))*cos(0.3*sin(t)) - 0.77)^2 + "
      "(1.2 + 0.1*sin(2*t) + 0.09*sin(0.2*sin(2*t+0.5)))^2)";
  for (const TimeUse use : {TimeUse::motion, TimeUse::force}) {
    EXPECT_LE(pieces_of(leg, 0, 3, use).size(), 24u);
    double shortest = HUGE_VAL;
    for (const TimePiece& piece : pieces_of(leg + " + 1e-3*exp(-((t - 1.234)/1e-4)^2)", 0, 3, use))
      if (piece.from <= 1.234 && piece.to >= 1.234) shortest = std::min(shortest, piece.length());
    EXPECT_LT(shortest, 1e-3);
  }
}

TEST(TimePieces, JumpsAreJumpsBesideBranchesThatDoNotCount) {
  bool found = false;
  for (const TimePiece& piece :
       pieces_of("(abs((t-80)/1e-2) < 1 ? (1-((t-80)/1e-2)^2)^3 : 0) + (t < 3 ? t : 0)", 0, 100))
    if (piece.next > 3 - 1e-9 && piece.next < 3 + 1e-9) {
      found = true;
      EXPECT_EQ(piece.end, TimePiece::End::jump);
    }
  EXPECT_TRUE(found);
}

// Where parts of an expression overflow the pulse is no wider for it.
TEST(TimePieces, OfWhatOverflows) {
  for (const char* text : {"1/cosh((t-62.4)/2e-4)^2", "1/(exp((t-62.4)/2e-4) + exp((62.4-t)/2e-4))",
                           "1/(1 + exp((62.4-t)/2e-4)) - 1/(1 + exp((63.4-t)/2e-4))"}) {
    double active = 0;
    for (const TimePiece& piece : pieces_of(text, 0, 100))
      active += piece.active ? piece.length() : 0;
    EXPECT_GT(active, 2e-4) << text;
    EXPECT_LT(active, 0.02) << text;
  }
}

// What is linear in t has no parts, nor has what does not read it.
TEST(TimePieces, OfWhatIsLinearThereAreNone) {
  EXPECT_TRUE(compiled("3*t - 2").time_parts(0, 0).empty());
  EXPECT_TRUE(compiled("7 + sin(2)").time_parts(0, 0).empty());
  EXPECT_TRUE(pieces_of("sin(3*t)", 1, 1).empty());
}

// The work of cutting grows with the length of an expression, not with two to its depth.
TEST(TimePieces, PartsOfDeeplyNestedFunctions) {
  constexpr int kDepth = 200;
  std::string text = "2*t";
  for (int k = 0; k < kDepth; ++k) text = "sin(" + text + ")";
  const char varies[] = {1};
  for (const std::vector<Expression>& parts :
       {compiled(text).time_parts(0, 0), compiled("t - " + text).uneven_addends(varies)}) {
    ASSERT_EQ(parts.size(), 1u);
    const double t = 0.3;
    double expected = 2 * t;
    for (int k = 0; k < kDepth; ++k) expected = std::sin(expected);
    EXPECT_DOUBLE_EQ(parts[0].value(&t), expected);
  }
}

// The largest parts that read t alone.
TEST(TimePieces, PartsOfAnExpression) {
  Diagnostics diagnostics;
  diagnostics.add_file("d");
  const std::string_view names[] = {"x", "t", "v"};
  const auto parts = [&](const char* text) {
    return Expression::compile(text, {0, 1, 1}, names, Parameters{}, diagnostics, "")
        ->time_parts(0, 1);
  };
  const auto at = [](const Expression& part, double t) { return part.value(&t); };
  EXPECT_TRUE(parts("x + v*t").empty());
  const auto product = parts("x*sin(2*t) - v");
  ASSERT_EQ(product.size(), 1u);
  EXPECT_DOUBLE_EQ(at(product[0], 0.3), std::sin(0.6));
  const auto choice = parts("t > 2 ? x : (t < 1 ? exp(t) : cos(t)) + v");
  ASSERT_EQ(choice.size(), 2u);
  EXPECT_EQ(at(choice[0], 3) + at(choice[1], 3), 1 + std::cos(3));
  EXPECT_EQ(at(choice[0], 0.5) + at(choice[1], 0.5), 0 + std::exp(0.5));
  const auto whole = parts("t > 2 ? 1 : t < 1 ? exp(t) : cos(t)");
  ASSERT_EQ(whole.size(), 1u);
  EXPECT_EQ(at(whole[0], 0.5), std::exp(0.5));
  EXPECT_EQ(at(whole[0], 1.5), std::cos(1.5));
  EXPECT_EQ(at(whole[0], 2.5), 1);
}

}  // namespace
}  // namespace mbs
