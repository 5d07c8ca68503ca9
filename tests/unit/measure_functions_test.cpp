#include "run/measures/measure_functions.h"

#include <gtest/gtest.h>

#include <cmath>

#include "plan/plan.h"

namespace mbs {
namespace {

MeasureRow measure(const std::string& name, Reduction reduction, const std::string& text) {
  MeasureRow row;
  row.name = name;
  row.reduction = reduction;
  row.text = text;
  row.label = "MEASURE " + name;
  row.where = row.text_at = row.condition_at = {0, 1, 1};
  return row;
}

struct Compiled {
  Plan plan;
  Layout layout;
  Diagnostics diagnostics;
  MeasureFunctions all;
  explicit Compiled(std::vector<MeasureRow> rows, bool summary = false) {
    diagnostics.add_file("d");
    plan.measures = std::move(rows);
    plan.summary = summary;
    plan.time = {0, 10, 1, {}};
    layout.add_coordinate("x1_1", unit::metre, 0, {Of::coordinate, 0, 0, 0});
    layout.add_coordinate("a1_1", unit::metre, 0, {Of::coordinate, 0, 0, 2});
    layout.add("x2_1", unit::metre);
    layout.add("energy.balance", unit::joule);
    layout.add("own", unit::unknown);
    all = compile_measures(plan, layout, diagnostics);
  }
  std::string messages() const { return diagnostics.format_all(); }
};

// Positions and velocities are cheap, whatever else is not.
TEST(MeasureFunctions, WhatEachFunctionNeeds) {
  Compiled c({measure("one", Reduction::maximum, "x1_1"), measure("two", Reduction::rms, "2*a1_1"),
              measure("three", Reduction::formula, "two/one + 1")});
  ASSERT_EQ(c.messages(), "");
  ASSERT_EQ(c.all.functions.size(), 3u);
  EXPECT_TRUE(c.all.functions[0].cheap);
  EXPECT_EQ(c.all.functions[0].bare, 1);  // behind t
  EXPECT_FALSE(c.all.functions[1].cheap);
  EXPECT_EQ(c.all.functions[1].bare, -1);
  EXPECT_TRUE(c.all.functions[1].square);
  EXPECT_EQ(c.all.functions[1].whole, 10);
  std::vector<int> operands = c.all.operands[2];
  std::sort(operands.begin(), operands.end());
  EXPECT_EQ(operands, (std::vector<int>{0, 1}));
}

TEST(MeasureFunctions, AWindowIsCutToTheRun) {
  MeasureRow row = measure("one", Reduction::average, "x1_1");
  row.has_from = row.has_to = true;
  row.from = 4, row.to = 25;
  Compiled c({row});
  EXPECT_EQ(c.all.functions[0].from, 4);
  EXPECT_EQ(c.all.functions[0].to, 25);
  EXPECT_EQ(c.all.functions[0].whole, 6);
}

TEST(MeasureFunctions, AConditionIsAFunctionBesideItsRow) {
  MeasureRow row = measure("one", Reduction::value_when, "a1_1");
  row.condition = row.function = "x1_1 - 2";
  Compiled c({measure("top", Reduction::maximum, "x1_1"), row});
  ASSERT_EQ(c.messages(), "");
  ASSERT_EQ(c.all.functions.size(), 3u);
  EXPECT_TRUE(c.all.functions[2].condition);
  EXPECT_EQ(&c.all.condition_of(1), &c.all.functions[2]);
  EXPECT_EQ(&c.all.asked_by(c.all.functions[2]), &c.all.functions[1]);
}

// All channels but the balance, which is all error; those without a known unit are each alone.
TEST(MeasureFunctions, TheSummaryHasEveryChannel) {
  Compiled c({}, true);
  ASSERT_EQ(c.all.rows.size(), 4u);
  EXPECT_EQ(c.all.measures, 0u);
  EXPECT_EQ(c.all.rows[2].name, "x2_1");
  EXPECT_EQ(c.all.kinds[0], c.all.kinds[2]);
  EXPECT_NE(c.all.kinds[0], c.all.kinds[1]);
  EXPECT_NE(c.all.kinds[0], c.all.kinds[3]);
  // Rounding is that of the largest number of a kind.
  c.all.functions[0].size = 1e-3;
  c.all.functions[2].size = 1e3;
  c.all.functions[3].size = 7;
  c.all.estimate_rounding();
  EXPECT_EQ(c.all.functions[0].rounding, c.all.functions[2].rounding);
  EXPECT_GT(c.all.functions[0].rounding, 0);
  EXPECT_LT(c.all.functions[3].rounding, c.all.functions[0].rounding);
}

TEST(MeasureFunctions, WhatCannotBeMeasured) {
  EXPECT_NE(Compiled({measure("x1_1", Reduction::maximum, "a1_1")}).messages().find("is a channel"),
            std::string::npos);
  EXPECT_NE(Compiled({measure("one", Reduction::maximum, "depth")}).messages().find("MEASURE one"),
            std::string::npos);
  EXPECT_NE(Compiled({measure("one", Reduction::formula, "2*x1_1")})
                .messages()
                .find("'x1_1' changes in time"),
            std::string::npos);
  EXPECT_NE(Compiled({measure("one", Reduction::maximum, "x1_1"),
                      measure("two", Reduction::maximum, "x1_1 - one")})
                .messages()
                .find("has its value when the run is over"),
            std::string::npos);
}

TEST(MeasureFunctions, NoMeasuresNoFunctions) {
  const Compiled c({});
  EXPECT_TRUE(c.all.functions.empty());
  EXPECT_EQ(c.messages(), "");
}

}  // namespace
}  // namespace mbs
