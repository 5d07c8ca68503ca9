#include "laws/motion.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <vector>

#include "base/diagnostics.h"
#include "linalg/spline.h"
#include "text/parameters.h"

namespace mbs {
namespace {

using Numbers = std::vector<double>;

TEST(Motion, Polynomials) {
  double out[3];
  int hint = 17;
  Motion::uniform(1, -2, 6).evaluate(2, out, hint);
  EXPECT_EQ(out[0], 1 - 4 + 12);
  EXPECT_EQ(out[1], -2 + 12);
  EXPECT_EQ(out[2], 6);
  // All six coefficients, at t = 2: sums of k c t^(k-1) and k (k-1) c t^(k-2).
  Motion::polynomial(Numbers{1, 2, 3, 4, 5, 6}).evaluate(2, out, hint);
  EXPECT_EQ(out[0], 1 + 4 + 12 + 32 + 80 + 192);
  EXPECT_EQ(out[1], 2 + 12 + 48 + 160 + 480);
  EXPECT_EQ(out[2], 6 + 48 + 240 + 960);
  Motion::polynomial(Numbers{4}).evaluate(9, out, hint);
  EXPECT_EQ(out[0], 4);
  EXPECT_EQ(out[1], 0);
  Motion().evaluate(9, out, hint);
  EXPECT_EQ(out[0], 0);
  EXPECT_EQ(hint, 17);
  EXPECT_EQ(Motion().spline(), nullptr);
}

TEST(Motion, TableIsItsSpline) {
  const auto spline =
      std::make_shared<const Spline>(Spline::interpolate(Numbers{0, 1, 2}, Numbers{0, 1, 0}));
  const Motion motion = Motion::table(spline), copy = motion;
  double out[3];
  int hint = 0;
  copy.evaluate(0.5, out, hint);
  double direct[3];
  int other = 0;
  spline->evaluate(0.5, direct, other);
  for (int k = 0; k < 3; ++k) EXPECT_EQ(out[k], direct[k]);
  EXPECT_TRUE(copy.spline()->covers(1));
  EXPECT_FALSE(copy.spline()->covers(2.1));
  EXPECT_EQ(copy.spline(), spline.get());
}

// sin(w t) by its derivatives in closed form; w is a parameter that may change during the run.
TEST(Motion, ExpressionMovesWithItsDerivatives) {
  Parameters parameters;
  parameters.define({.name = "w", .value = 3, .where = {}});
  parameters.make_live("w");
  Diagnostics diagnostics;
  diagnostics.add_file("d");
  const std::string_view names[] = {"t"};
  auto sine = Expression::compile("sin(w*t)", {0, 1, 1}, names, parameters, diagnostics, "");
  ASSERT_TRUE(sine) << diagnostics.format_all();
  const Motion motion = Motion::expression(*sine);
  EXPECT_TRUE(motion.is_expression());
  EXPECT_EQ(motion.spline(), nullptr);
  MotionSlots slots(1);
  int hint = 5;
  double out[3];
  for (const double w : {3.0, -1.5}) {
    slots.slots.set_parameters(Numbers{w});
    motion.evaluate(0.7, out, hint, slots);
    EXPECT_NEAR(out[0], std::sin(0.7 * w), 1e-15);
    EXPECT_NEAR(out[1], w * std::cos(0.7 * w), 1e-15);
    EXPECT_NEAR(out[2], -w * w * std::sin(0.7 * w), 1e-15);
  }
  EXPECT_EQ(hint, 5);
  EXPECT_FALSE(motion.missing_value(0.7, slots));
  EXPECT_FALSE(Motion().missing_value(0.7, slots));
}

// Where it has no value it says so by its numbers: nothing else is put in their place.
TEST(Motion, ExpressionWithoutAValueIsNotANumber) {
  Diagnostics diagnostics;
  diagnostics.add_file("d");
  const std::string_view names[] = {"t"};
  auto root = Expression::compile("sqrt(1 - t)", {0, 1, 1}, names, {}, diagnostics, "");
  ASSERT_TRUE(root);
  MotionSlots slots(0);
  int hint = 0;
  double out[3];
  Motion::expression(*root).evaluate(2, out, hint, slots);
  EXPECT_TRUE(std::isnan(out[0]));
  Motion::expression(*root).evaluate(1, out, hint, slots);
  EXPECT_EQ(out[0], 0);
  EXPECT_FALSE(std::isfinite(out[1]));
}

}  // namespace
}  // namespace mbs
