// Roots of functions with known ones; functions that jump, that have no value somewhere, that have
// no root.
#include "study/search/root.h"

#include <gtest/gtest.h>

#include <cmath>

namespace mbs {
namespace {

int calls = 0;

EvaluateAll of(double (*f)(double)) {
  calls = 0;
  return [f](const std::vector<Values>& points) {
    std::vector<Values> out;
    for (const Values& x : points) {
      ++calls;
      const double value = f(x[0]);
      out.push_back(std::isfinite(value) ? Values{value} : Values{});
    }
    return out;
  };
}

TEST(Root, IsExactToRounding) {
  for (const auto& [f, from, to, root] :
       {std::tuple<double (*)(double), double, double, double>([](double x) { return x * x - 2; },
                                                               0, 2, std::sqrt(2.0)),
        {[](double x) { return std::cos(x) - x; }, 0, 1, 0.73908513321516064},
        {[](double x) { return std::exp(-100 * x) - 0.01; }, 0, 3, std::log(100.0) / 100},
        {[](double x) { return std::pow(x - 1, 9); }, 0, 3.3, 1}}) {
    const RootResult found = find_root(of(f), from, to);
    ASSERT_TRUE(found.found) << found.problem;
    // The last function is 0 wherever rounding makes it so.
    EXPECT_NEAR(found.x[0], root, root == 1 ? 1e-3 : 4e-15) << root;
    EXPECT_LT(calls, 100);
  }
}

TEST(Root, OfTwoThatAreCloseIsFound) {
  const RootResult found = find_root(of([](double x) { return (x - 0.30) * (x - 0.33); }), 0, 1);
  ASSERT_TRUE(found.found);
  EXPECT_NEAR(std::fabs(found.x[0] - 0.315), 0.015, 1e-14);
}

TEST(Root, AJumpIsNone) {
  const RootResult found = find_root(of([](double x) { return x < 0.3 ? -1.0 : 2.0; }), 0, 1);
  EXPECT_FALSE(found.found);
  EXPECT_NE(found.problem.find("by a jump"), std::string::npos) << found.problem;
  EXPECT_FALSE(find_root(of([](double x) { return 1 / (x - 0.37); }), 0, 1).found);
  // Beside a pole there is a root.
  const RootResult both = find_root(of([](double x) { return (x - 0.8) / (x - 0.37); }), 0, 1);
  ASSERT_TRUE(both.found);
  EXPECT_NEAR(both.x[0], 0.8, 1e-15);
}

TEST(Root, HolesAreSteppedOver) {
  const RootResult found = find_root(of([](double x) { return std::sqrt(x - 0.4) - 0.5; }), 0, 1);
  ASSERT_TRUE(found.found) << found.problem;
  EXPECT_NEAR(found.x[0], 0.65, 1e-15);
  EXPECT_FALSE(find_root(of([](double x) { return std::sqrt(-1 - x); }), 0, 1).found);
  EXPECT_FALSE(find_root(of([](double x) { return x + 1; }), 0, 1).found);
}

EvaluateAll system(Values (*f)(const Values&)) {
  return [f](const std::vector<Values>& points) {
    std::vector<Values> out;
    for (const Values& x : points) out.push_back(f(x));
    return out;
  };
}

TEST(Roots, OfSystems) {
  // Two circles.
  const RootResult circles = find_roots(
      system([](const Values& x) {
        return Values{x[0] * x[0] + x[1] * x[1] - 25, std::pow(x[0] - 6, 2) + x[1] * x[1] - 25};
      }),
      {}, {{1, 1, {}, {}}, {1, 1, {}, {}}}, 1e-8);
  ASSERT_TRUE(circles.found) << circles.problem;
  EXPECT_NEAR(circles.x[0], 3, 1e-13);
  EXPECT_NEAR(circles.x[1], 4, 1e-13);
  // Rosenbrock's equations; Newton's method alone goes far away first.
  const RootResult valley = find_roots(system([](const Values& x) {
                                         return Values{10 * (x[1] - x[0] * x[0]), 1 - x[0]};
                                       }),
                                       {}, {{-1.2, 1, {}, {}}, {1, 1, {}, {}}}, 1e-8);
  ASSERT_TRUE(valley.found) << valley.problem;
  EXPECT_NEAR(valley.x[0], 1, 1e-13);
  EXPECT_NEAR(valley.x[1], 1, 1e-13);
}

TEST(Roots, BoundsAreKept) {
  bool outside = false;
  const EvaluateAll evaluate = [&](const std::vector<Values>& points) {
    std::vector<Values> out;
    for (const Values& x : points) {
      outside |= x[0] < 0 || x[0] > 3 || x[1] < 0;
      out.push_back({x[0] * x[1] - 2, x[0] - 2 * std::sqrt(x[1])});
    }
    return out;
  };
  const RootResult found = find_roots(evaluate, {}, {{3, 1, 0, 3}, {0.1, 1, 0, 1e9}}, 1e-8);
  ASSERT_TRUE(found.found) << found.problem;
  EXPECT_FALSE(outside);
  EXPECT_NEAR(found.x[0], 2, 1e-12);  // x y = 2, x = 2 sqrt(y)
  EXPECT_NEAR(found.x[1], 1, 1e-12);
}

TEST(Roots, WhereThereIsNone) {
  const RootResult none = find_roots(system([](const Values& x) {
                                       return Values{x[0] * x[0] + x[1] * x[1] + 1, x[0] - x[1]};
                                     }),
                                     {}, {{1, 1, {}, {}}, {2, 1, {}, {}}}, 1e-8);
  EXPECT_FALSE(none.found);
  EXPECT_FALSE(none.problem.empty());
}

}  // namespace
}  // namespace mbs
