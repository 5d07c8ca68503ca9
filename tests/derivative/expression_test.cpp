// Derivatives of expressions against an evaluator of its own: 10 000 random trees whose values and
// first derivatives come from complex steps in extended precision, Im f(x + i h d) / h, which
// subtract nothing. Second derivatives are complex steps of a first one made by the product and
// chain rules.
#include "text/expression.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "text/expression_rows.h"
#include "text/parameters.h"

namespace mbs {
namespace {

using Complex = std::complex<long double>;
constexpr long double kStep = 1e-40L;
constexpr std::size_t kSlots = 3;

long double largest = 0;  // of all terms of one evaluation
void note(const Complex& z) {
  largest = std::fmax(largest, std::fmax(std::fabs(z.real()), std::fabs(z.imag() / kStep)));
}

// A value and its derivative along a line.
struct Dual {
  Complex v, d;
};
Dual noted(const Complex& v, const Complex& d) {
  note(v), note(d);
  return {v, d};
}
Dual operator+(const Dual& a, const Dual& b) { return noted(a.v + b.v, a.d + b.d); }
Dual operator-(const Dual& a, const Dual& b) { return noted(a.v - b.v, a.d - b.d); }
Dual operator*(const Dual& a, const Dual& b) {
  note(a.d * b.v), note(a.v * b.d);
  return noted(a.v * b.v, a.d * b.v + a.v * b.d);
}
Dual operator/(const Dual& a, const Dual& b) {
  note(a.d / b.v), note(a.v * b.d / b.v / b.v);
  return noted(a.v / b.v, a.d / b.v - a.v * b.d / b.v / b.v);
}
Dual constant(long double c) { return {c, 0}; }
Dual with_slope(const Dual& a, const Complex& f, const Complex& slope) {
  return noted(f, slope * a.d);
}
long double real(const Dual& a) { return a.v.real(); }

struct Node {
  std::string name;  // of a function or operator; "" a number, "x" a slot
  double number = 0;
  std::size_t slot = 0;
  std::vector<Node> of = {};
};

std::string text(const Node& n) {
  static const char* const kNames[] = {"a", "b", "c"};
  auto t = [&](std::size_t k) { return text(n.of[k]); };
  if (n.name.empty()) return std::to_string(n.number);
  if (n.name == "x") return kNames[n.slot];
  if (n.name == "neg") return "(-" + t(0) + ")";
  if (n.name == "?") return "(" + t(0) + " < " + t(1) + " ? " + t(2) + " : " + t(3) + ")";
  if (n.of.size() == 2 && !std::isalpha(static_cast<unsigned char>(n.name[0])))
    return "(" + t(0) + n.name + t(1) + ")";
  std::string all;
  for (const Node& child : n.of) all += (all.empty() ? "" : ", ") + text(child);
  return n.name + "(" + all + ")";
}

Dual whole_power(const Dual& a, int n) {
  Dual out = constant(1);
  for (int k = 0; k < std::abs(n); ++k) out = out * a;
  return n < 0 ? constant(1) / out : out;
}

Dual root(const Dual& a) {
  const Complex f = std::sqrt(a.v);
  return with_slope(a, f, 0.5L / f);
}
Dual arc_tangent(const Dual& a) { return with_slope(a, std::atan(a.v), 1.0L / (1.0L + a.v * a.v)); }
Dual angle(const Dual& y, const Dual& x) {  // of the vector (x, y), without the jumps of atan
  const long double pi = std::acos(-1.0L);
  if (std::fabs(real(y)) > std::fabs(real(x)))
    return constant(real(y) > 0 ? pi / 2 : -pi / 2) - arc_tangent(x / y);
  const long double turn = real(x) > 0 ? 0 : std::signbit(real(y)) ? -pi : pi;
  return constant(turn) + arc_tangent(y / x);
}

Dual function(const std::string& name, const Dual& a) {
  const Complex z = a.v;
  const Complex one = 1;
  if (name == "neg") return constant(0) - a;
  if (name == "sin") return with_slope(a, std::sin(z), std::cos(z));
  if (name == "cos") return with_slope(a, std::cos(z), -std::sin(z));
  if (name == "tan") return with_slope(a, std::tan(z), one / (std::cos(z) * std::cos(z)));
  if (name == "asin") return with_slope(a, std::asin(z), one / std::sqrt(one - z * z));
  if (name == "acos") return with_slope(a, std::acos(z), -one / std::sqrt(one - z * z));
  if (name == "atan") return arc_tangent(a);
  if (name == "sinh") return with_slope(a, std::sinh(z), std::cosh(z));
  if (name == "cosh") return with_slope(a, std::cosh(z), std::sinh(z));
  if (name == "tanh") return with_slope(a, std::tanh(z), one / (std::cosh(z) * std::cosh(z)));
  if (name == "exp") return with_slope(a, std::exp(z), std::exp(z));
  if (name == "log" || name == "ln") return with_slope(a, std::log(z), one / z);
  if (name == "log10") return with_slope(a, std::log(z), one / z) / constant(std::log(10.0L));
  if (name == "sqrt") return root(a);
  if (name == "abs") return real(a) < 0 ? constant(0) - a : a;
  if (name == "sign") return constant(real(a) > 0 ? 1 : real(a) < 0 ? -1 : 0);
  if (name == "step") return constant(real(a) < 0 ? 0 : 1);
  if (name == "floor") return constant(std::floor(real(a)));
  if (name == "ceil") return constant(std::ceil(real(a)));
  ADD_FAILURE() << name;
  return a;
}

Dual function(const std::string& name, const Dual& a, const Dual& b) {
  if (name == "+") return a + b;
  if (name == "-") return a - b;
  if (name == "*") return a * b;
  if (name == "/") return a / b;
  if (name == "<") return constant(real(a) < real(b));
  if (name == "&&") return constant(real(a) != 0 && real(b) != 0);
  if (name == "min") return real(b) < real(a) ? b : a;
  if (name == "max") return real(a) < real(b) ? b : a;
  if (name == "hypot") return root(a * a + b * b);
  if (name == "atan2") return angle(a, b);
  if (name == "mod") return a - constant(std::trunc(real(a) / real(b))) * b;
  if (name == "^") return function("exp", b * function("log", a));
  ADD_FAILURE() << name;
  return a;
}

Dual value(const Node& n, const std::array<Dual, kSlots>& slots) {
  if (n.name.empty()) return constant(std::stod(std::to_string(n.number)));
  if (n.name == "x") return slots[n.slot];
  auto v = [&](std::size_t k) { return value(n.of[k], slots); };
  if (n.name == "?") return real(v(0)) < real(v(1)) ? v(2) : v(3);
  if (n.of.size() == 1) return function(n.name, v(0));
  if (n.name == "^" && n.of[1].name.empty())
    return whole_power(v(0), static_cast<int>(n.of[1].number));
  Dual out = function(n.name, v(0), v(1));
  for (std::size_t k = 2; k < n.of.size(); ++k) out = function(n.name, out, v(k));
  return out;
}

class Trees {
 public:
  explicit Trees(unsigned seed) : random_(seed) {}
  double uniform(double low, double high) {
    return std::uniform_real_distribution<>(low, high)(random_);
  }
  std::size_t below(std::size_t n) { return random_() % n; }

  Node tree(int depth) {
    if (depth == 0 || below(8) == 0)
      return below(4) == 0 ? Node{"", uniform(0.1, 3)} : Node{"x", 0, below(kSlots)};
    const int less = depth - 1;
    switch (below(10)) {
      case 0:
        return {"^", 0, 0, {tree(less), {"", std::array{2., 3., -1., -2.}[below(4)]}}};
      case 1:  // a base above 1
        return {"^", 0, 0, {above_one(tree(less)), bounded(tree(less))}};
      case 2:
        return {"?", 0, 0, {tree(less), tree(less), tree(less), tree(less)}};
      case 3:
        return {below(2) ? "min" : "max", 0, 0, {tree(less), tree(less), tree(less)}};
      case 4:
      case 5:
        return one_argument(less);
      case 6: {
        static const char* const kTwo[] = {"hypot", "atan2", "mod", "<", "&&"};
        return {kTwo[below(5)], 0, 0, {tree(less), tree(less)}};
      }
      default: {
        static const char* const kSums[] = {"+", "-", "*", "/"};
        return {kSums[below(4)], 0, 0, {tree(less), tree(less)}};
      }
    }
  }

 private:
  static Node above_one(Node n) {
    return {"+", 0, 0, {{"", 1.1}, {"^", 0, 0, {std::move(n), {"", 2}}}}};
  }
  static Node bounded(Node n) { return {"*", 0, 0, {{"", 0.9}, {"sin", 0, 0, {std::move(n)}}}}; }

  Node one_argument(int depth) {
    static const char* const kFree[] = {"sin", "cos",  "atan", "tanh",  "abs",
                                        "neg", "sign", "step", "floor", "ceil"};
    static const char* const kBounded[] = {"tan", "asin", "acos", "sinh", "cosh", "exp"};
    static const char* const kPositive[] = {"log", "ln", "log10", "sqrt"};
    switch (below(3)) {
      case 0:
        return {kFree[below(10)], 0, 0, {tree(depth)}};
      case 1:
        return {kBounded[below(6)], 0, 0, {bounded(tree(depth))}};
      default:
        return {kPositive[below(4)], 0, 0, {above_one(tree(depth))}};
    }
  }
  std::mt19937 random_;
};

struct Expected {
  double value, first, second;
};
Expected expected(const Node& tree, const double* slots, const std::array<double, kSlots>& d) {
  std::array<Dual, kSlots> at;
  for (std::size_t k = 0; k < kSlots; ++k)
    at[k] = {Complex(slots[k], kStep * d[k]), static_cast<long double>(d[k])};
  const Dual f = value(tree, at);
  return {static_cast<double>(f.v.real()), static_cast<double>(f.v.imag() / kStep),
          static_cast<double>(f.d.imag() / kStep)};
}

TEST(ExpressionDerivatives, RandomTrees) {
  Trees trees(20);
  const Parameters parameters;
  const std::string_view names[] = {"a", "b", "c"};
  const int by[] = {0, 1, 2};
  int done = 0, skipped = 0;
  double worst = 0;
  while (done < 10000) {
    const Node tree = trees.tree(1 + static_cast<int>(trees.below(5)));
    const std::string written = text(tree);
    if (written.size() > kMaxExpressionLength) continue;
    double slots[kSlots];
    std::array<double, kSlots> direction;
    for (double& s : slots) s = trees.uniform(-2, 2);
    for (double& s : direction) s = trees.uniform(-1, 1);
    largest = 0;
    const Expected along = expected(tree, slots, direction);
    std::array<Expected, kSlots> each;
    for (std::size_t k = 0; k < kSlots; ++k) {
      std::array<double, kSlots> unit{};
      unit[k] = 1;
      each[k] = expected(tree, slots, unit);
    }
    if (!(largest < 1e6) || !std::isfinite(along.value + along.first + along.second)) {
      ++skipped;
      continue;
    }
    ++done;
    Diagnostics diagnostics;
    const auto f = Expression::compile(written, {0, 1, 1}, names, parameters, diagnostics, "");
    ASSERT_TRUE(f) << written << diagnostics.format_all();
    const double tolerance = 1e-12 * static_cast<double>(largest);
    auto agree = [&](double found, double wanted, const char* what) {
      worst = std::fmax(worst, std::fabs(found - wanted) / static_cast<double>(largest));
      ASSERT_NEAR(found, wanted, tolerance) << what << " of " << written << " at " << slots[0]
                                            << ", " << slots[1] << ", " << slots[2];
    };
    double gradient[kSlots];
    agree(f->value(slots), along.value, "value");
    agree(f->gradient(slots, by, gradient), along.value, "value beside the gradient");
    for (std::size_t k = 0; k < kSlots; ++k) agree(gradient[k], each[k].first, "gradient");
    const DerivativesAlong found = f->along(slots, direction.data());
    agree(found.value, along.value, "value beside the Taylor terms");
    agree(found.first, along.first, "first derivative");
    agree(found.second, along.second, "second derivative");
    double slopes[kSlots];
    const DerivativesAlong both = f->along(slots, direction.data(), by, slopes);
    ASSERT_EQ(both.value, found.value) << written;
    ASSERT_EQ(both.first, found.first) << written;
    ASSERT_EQ(both.second, found.second) << written;
    for (std::size_t k = 0; k < kSlots; ++k) ASSERT_EQ(slopes[k], gradient[k]) << written;
  }
  EXPECT_LT(skipped, 1000);  // seen 232: near a pole, or without a value
  EXPECT_LT(worst, 1e-12);   // seen 2.6e-14
}

Node with_other_numbers(const Node& tree, double factor) {
  Node out = tree;
  if (out.name.empty() && out.number != 2) out.number *= factor;
  for (Node& child : out.of) child = with_other_numbers(child, factor);
  return out;
}

bool same_number(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

// Expressions of one shape together against each by itself, which the trees above check: no bit may
// differ. Slots lie from 1 on, and there is a variable that none of them reads.
TEST(ExpressionRows, AreThoseOfEachByItself) {
  constexpr int kLanes = ExpressionRows::kLanes;
  constexpr std::size_t kVariables = kSlots + 1;
  Trees trees(7);
  const Parameters parameters;
  const std::string_view names[] = {"unread", "a", "b", "c", "too"};
  const int by[] = {1, 2, 3, 4};
  int together = 0;
  for (int n = 0; n < 10000; ++n) {
    const Node tree = trees.tree(1 + static_cast<int>(trees.below(4)));
    Diagnostics diagnostics;
    std::optional<ExpressionRows> rows;
    std::vector<Expression> alone;
    for (const double factor : {1.0, 1.1, 0.9, 1.0, 1.3, 0.7}) {
      const std::string written = text(with_other_numbers(tree, factor));
      if (written.size() > kMaxExpressionLength) break;
      const auto f = Expression::compile(written, {0, 1, 1}, names, parameters, diagnostics, "");
      ASSERT_TRUE(f) << written << diagnostics.format_all();
      if (!rows)
        rows.emplace(*f, 1, std::vector<char>{1, 0, 0, 0});
      else if (!rows->add(*f))
        continue;
      alone.push_back(*f);
    }
    if (!rows) continue;
    if (rows->count() > kLanes) ++together;
    ASSERT_EQ(rows->count(), static_cast<int>(alone.size()));
    for (int block = 0; block < rows->blocks(); ++block) {
      double variables[kVariables * kLanes], direction[kVariables * kLanes];
      for (double& v : variables) v = trees.below(12) == 0 ? 0 : trees.uniform(-2, 2);
      for (double& v : direction) v = trees.below(6) == 0 ? 0 : trees.uniform(-1, 1);
      double sine[kLanes], cosine[kLanes];  // of the first variable
      for (int l = 0; l < kLanes; ++l) {
        sine[l] = std::sin(variables[l]);
        cosine[l] = std::cos(variables[l]);
      }
      double value[kLanes], slopes[kVariables * kLanes], both[kVariables * kLanes];
      double again[kLanes], second[kLanes];
      rows->gradient(block, {variables, sine, cosine}, value, slopes);
      rows->along(block, {variables, sine, cosine, direction}, again, both, second);
      for (int l = 0; l < rows->rows_in(block); ++l) {
        double slots[kVariables + 1] = {}, along[kVariables + 1] = {}, expected[kVariables];
        for (std::size_t k = 0; k < kVariables; ++k) {
          slots[k + 1] = variables[k * kLanes + l];
          along[k + 1] = direction[k * kLanes + l];
        }
        const Expression& f = alone[static_cast<std::size_t>(block * kLanes + l)];
        const std::string written = text(tree);
        ASSERT_TRUE(same_number(f.gradient(slots, by, expected), value[l])) << written;
        for (std::size_t k = 0; k < kVariables; ++k)
          ASSERT_TRUE(same_number(expected[k], slopes[k * kLanes + l])) << written;
        const DerivativesAlong g = f.along(slots, along, by, expected);
        ASSERT_TRUE(same_number(g.value, again[l])) << written;
        ASSERT_TRUE(same_number(g.second, second[l])) << written;
        for (std::size_t k = 0; k < kVariables; ++k)
          ASSERT_TRUE(same_number(expected[k], both[k * kLanes + l])) << written;
      }
    }
  }
  EXPECT_GT(together, 4000);
}

}  // namespace
}  // namespace mbs
