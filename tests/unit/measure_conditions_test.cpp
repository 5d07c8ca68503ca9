#include <gtest/gtest.h>

#include <cmath>

#include "plan/plan.h"
#include "run/measures/measure_run.h"
#include "text/parameters.h"

namespace mbs {
namespace {

// y = sin t.
struct Sine : MeasureSource {
  bool sample(double t, bool, Vector channels) override {
    channels[0] = jumped ? level : std::sin(t);
    return true;
  }
  bool jumped = false;
  double level = 3;
};

// A measure TIME WHEN y - 1/2, and its condition.
struct Search {
  MeasureFunctions all;
  Sine source;
  MeasureSampler sampler{{}, 1, {}};
  std::optional<MeasureConditions> conditions;
  explicit Search(Passing passing, long long nth = 1) {
    Plan plan;
    plan.time = {0, 20, 1, {}};
    MeasureRow row;
    row.name = "when";
    row.label = "MEASURE when";
    row.reduction = Reduction::time_when;
    row.condition = row.function = "y - 0.5";
    row.passing = passing;
    row.nth = nth;
    plan.measures = {row};
    Layout layout;
    layout.add("y", unit::metre);
    Diagnostics diagnostics;
    diagnostics.add_file("d");
    all = compile_measures(plan, layout, diagnostics);
    EXPECT_EQ(diagnostics.format_all(), "");
    sampler.set_source(source);
    conditions.emplace(all, std::vector<int>{1}, false, sampler, layout);
    conditions->start(0);
  }
  const MeasuredFunction& condition() const { return all.functions[1]; }
  void scan_to(double end) {
    for (double t = 0; t < end - 1e-9; t += 0.5) conditions->scan(t, t + 0.5);
  }
};

// Counted until the one that is asked for.
TEST(MeasureConditions, EachCrossingOfItsDirectionCounts) {
  Search rising(Passing::rising);
  rising.scan_to(10);
  EXPECT_EQ(rising.condition().count, 1);
  EXPECT_TRUE(rising.condition().found);
  EXPECT_NEAR(rising.condition().value, M_PI / 6, 1e-14);
  Search both(Passing::both, 3);
  both.scan_to(10);
  EXPECT_EQ(both.condition().count, 3);
  EXPECT_NEAR(both.condition().value, 2 * M_PI + M_PI / 6, 1e-14);
  Search fifth(Passing::rising, 5);
  fifth.scan_to(10);
  EXPECT_FALSE(fifth.condition().found);
  EXPECT_EQ(fifth.condition().count, 2);
}

TEST(MeasureConditions, AJumpOverZeroIsAHit) {
  Search s(Passing::rising);
  s.conditions->scan(0, 0.25);
  EXPECT_EQ(s.condition().count, 0);
  s.all.functions[1].end = std::sin(0.25) - 0.5;  // where the motion was left
  s.source.jumped = true;
  ASSERT_TRUE(s.sampler.sample(0.25, false));
  s.conditions->jump(0.25);
  EXPECT_EQ(s.condition().count, 1);
  EXPECT_EQ(s.condition().value, 0.25);
  s.conditions->jump(0.25);  // it has happened
  EXPECT_EQ(s.condition().count, 1);
}

// The motion had just come to zero, from below, when it was thrown back.
TEST(MeasureConditions, ZeroAtAJumpIsAHit) {
  Search s(Passing::rising);
  s.conditions->scan(0, 0.25);
  s.all.functions[1].end = 0;
  s.source.jumped = true;
  s.source.level = -1;
  ASSERT_TRUE(s.sampler.sample(0.25, false));
  s.conditions->jump(0.25);
  EXPECT_EQ(s.condition().count, 1);
}

// A parabola that stays below zero with its extreme is quiet, one that touches it between the
// points is not.
TEST(MeasureConditions, QuietIsWhatStaysOnItsSide) {
  Search s(Passing::both);  // y - 1/2 begins below zero
  s.conditions->scan(0, 0.25);
  for (const double top : {-0.1, 0.1}) {
    Chebyshev::Values values{};
    for (std::size_t k = 0; k < values.size(); ++k) {
      const double x = Chebyshev::points()[k] - 0.2;
      values[k] = top - 5 * x * x;
    }
    EXPECT_EQ(s.conditions->is_quiet(0, Chebyshev(values), values), top < 0) << top;
  }
}

}  // namespace
}  // namespace mbs
