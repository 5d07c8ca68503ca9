#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/diagnostics.h"
#include "run/measures/measure_run.h"
#include "text/parameters.h"

namespace mbs {
namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();

// A force, a moment, an acceleration and a place; the longest lever arm is 2 m.
Layout layout() {
  Layout out;
  out.add("f", unit::newton);
  out.add("m", unit::effort_along(unit::radian));
  out.add("a", rate_of(unit::metre, 2));
  out.add("x", unit::metre);
  return out;
}

Expression expression(const char* text) {
  static const std::string_view names[] = {"t", "f", "m", "a", "x"};
  Diagnostics diagnostics;
  diagnostics.add_file("d");
  return Expression::compile(text, {0, 1, 1}, names, {}, diagnostics, "").value();
}

// The largest force is that of the moment, 100 N m over 2 m; slopes of the function count.
TEST(EffortRounding, ForcesAreRoundedLikeTheLargest) {
  EffortRounding rounding(layout(), 1, 2);
  const double slots[] = {0, 3, 100, 7, 1e9};
  rounding.note(slots);
  EXPECT_NEAR(rounding.of(expression("f"), slots) / (10 * kEps), 50, 1e-12);
  EXPECT_NEAR(rounding.of(expression("m"), slots) / (10 * kEps), 100, 1e-12);
  EXPECT_NEAR(rounding.of(expression("3*f - m"), slots) / (10 * kEps), 150 + 100, 1e-12);
  EXPECT_NEAR(rounding.of(expression("f^2"), slots) / (10 * kEps), 6 * 50, 1e-12);
  EXPECT_NEAR(rounding.of(expression("a"), slots) / (10 * kEps), 7, 1e-12);
}

TEST(EffortRounding, PlacesAndTimesAreNotSums) {
  EffortRounding rounding(layout(), 1, 2);
  const double slots[] = {0, 3, 100, 7, 1e9};
  rounding.note(slots);
  EXPECT_EQ(rounding.of(expression("x + t"), slots), 0);
  EXPECT_EQ(EffortRounding().of(expression("f"), slots), 0);
}

TEST(EffortRounding, AnInfiniteSlopeIsNoRounding) {
  EffortRounding rounding(layout(), 1, 2);
  const double slots[] = {0, 0, 1, 0, 0};
  rounding.note(slots);
  EXPECT_EQ(rounding.of(expression("sqrt(f)"), slots), 0);
}

}  // namespace
}  // namespace mbs
