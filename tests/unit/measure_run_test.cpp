#include "run/measures/measure_run.h"

#include <gtest/gtest.h>

#include <cmath>

#include "deck/lines/dialects.h"
#include "plan/plan.h"

namespace mbs {
namespace {

// One channel y = sin 3t + 0.2, or nothing from a time on.
struct Wave : MeasureSource {
  double until = 1e9;
  bool sample(double t, bool, Vector channels) override {
    channels[0] = std::sin(3 * t) + 0.2;
    return t < until;
  }
};

MeasureRow measure(const std::string& name, Reduction reduction, const std::string& text) {
  MeasureRow row;
  row.name = name;
  row.reduction = reduction;
  row.text = text;
  row.label = "MEASURE " + name;
  return row;
}

MeasureRow when(MeasureRow row, const std::string& condition, Passing passing, long long nth) {
  row.condition = row.function = condition;
  row.passing = passing;
  row.passing_given = true;
  row.nth = nth;
  return row;
}

struct Measured {
  Plan plan;
  Diagnostics diagnostics;
  Wave wave;
  explicit Measured(std::vector<MeasureRow> rows) {
    diagnostics.add_file("d");
    plan.measures = std::move(rows);
    plan.time = {0, 2, 1, {}};
  }
  // To 2 in uneven steps.
  std::vector<MeasureValue> run(bool complete = true) {
    Layout layout;
    layout.add("y", unit::metre);
    MeasureRun measures(plan, layout, false, 1, diagnostics);
    EXPECT_EQ(diagnostics.format_all(), "");
    measures.start(0, wave);
    for (const double to : {0.3, 0.31, 0.9, 1.4, 2.0}) measures.advance(to, true, wave);
    return measures.finish(complete);
  }
};

TEST(MeasureRun, ReductionsOfAWave) {
  Measured m({measure("top", Reduction::maximum, "y"), measure("low", Reduction::minimum, "y"),
              measure("area", Reduction::integral, "y"), measure("rms", Reduction::rms, "y"),
              measure("first", Reduction::first, "y"), measure("last", Reduction::last, "2*y"),
              measure("ratio", Reduction::formula, "area/top")});
  const std::vector<MeasureValue> v = m.run();
  ASSERT_EQ(v.size(), 7u);
  const double area = (1 - std::cos(6.0)) / 3 + 0.4,
               square = 1 - std::sin(12.0) / 12 + 0.4 * (1 - std::cos(6.0)) / 3 + 0.08;
  EXPECT_NEAR(v[0].value, 1.2, 1e-12);
  EXPECT_NEAR(v[1].value, -0.8, 1e-12);
  EXPECT_NEAR(v[2].value, area, 1e-11);
  EXPECT_NEAR(v[3].value, std::sqrt(square / 2), 1e-11);
  EXPECT_EQ(v[4].value, 0.2);
  EXPECT_NEAR(v[5].value, 2 * (std::sin(6.0) + 0.2), 1e-14);
  EXPECT_NEAR(v[6].value, area / 1.2, 1e-11);
}

// The extremes inside a window lie at its ends.
TEST(MeasureRun, AWindowIsCutOut) {
  MeasureRow row = measure("top", Reduction::maximum, "y");
  row.has_from = row.has_to = true;
  row.from = 0.7, row.to = 1.2;
  Measured m({row});
  EXPECT_NEAR(m.run()[0].value, std::sin(2.1) + 0.2, 1e-13);
}

// sin 3t = 1/2 at pi/18 rising, at 5 pi/18 falling.
TEST(MeasureRun, ConditionsAreFoundInTime) {
  Measured m({when(measure("up", Reduction::time_when, ""), "y - 0.7", Passing::rising, 1),
              when(measure("down", Reduction::time_when, ""), "y - 0.7", Passing::falling, 1),
              when(measure("value", Reduction::value_when, "y^2"), "t - 1", Passing::rising, 1),
              when(measure("never", Reduction::time_when, ""), "y - 0.7", Passing::rising, 3)});
  const std::vector<MeasureValue> v = m.run();
  EXPECT_NEAR(v[0].value, M_PI / 18, 1e-14);
  EXPECT_NEAR(v[1].value, 5 * M_PI / 18, 1e-14);
  EXPECT_NEAR(v[2].value, std::pow(std::sin(3.0) + 0.2, 2), 1e-13);
  EXPECT_TRUE(std::isnan(v[3].value));
  EXPECT_NE(v[3].reason.find("1 of 3 times"), std::string::npos) << v[3].reason;
}

TEST(MeasureRun, ARunThatEndsEarlyHasNoValue) {
  Measured m({measure("top", Reduction::maximum, "y"), measure("first", Reduction::first, "y"),
              measure("double", Reduction::formula, "2*top")});
  const std::vector<MeasureValue> v = m.run(false);
  EXPECT_TRUE(std::isnan(v[0].value));
  EXPECT_EQ(v[1].value, 0.2);
  EXPECT_EQ(v[2].reason, "top has no value");
  Measured broken({measure("top", Reduction::maximum, "y")});
  broken.wave.until = 0.5;
  EXPECT_NE(broken.run()[0].reason.find("cannot be evaluated"), std::string::npos);
}

// A jump is seen on both sides, and counts for no integral.
TEST(MeasureRun, AJumpIsSeenOnBothSides) {
  struct Step : MeasureSource {
    double level = 1;
    bool sample(double, bool, Vector channels) override {
      channels[0] = level;
      return true;
    }
  } step;
  Plan plan;
  plan.time = {0, 2, 1, {}};
  plan.measures = {measure("top", Reduction::maximum, "y"), measure("low", Reduction::minimum, "y"),
                   measure("area", Reduction::integral, "y")};
  Layout layout;
  layout.add("y", unit::metre);
  Diagnostics diagnostics;
  MeasureRun measures(plan, layout, false, 1, diagnostics);
  measures.start(0, step);
  measures.advance(0.5, true, step);
  step.level = 7;
  measures.jump(step);
  step.level = -2;
  measures.jump(step);
  measures.advance(2, true, step);
  const std::vector<MeasureValue> v = measures.finish(true);
  EXPECT_EQ(v[0].value, 7);
  EXPECT_EQ(v[1].value, -2);
  EXPECT_NEAR(v[2].value, 0.5 - 3, 1e-14);
}

}  // namespace
}  // namespace mbs
