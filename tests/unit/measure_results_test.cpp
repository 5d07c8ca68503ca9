#include <gtest/gtest.h>

#include <cmath>

#include "run/measures/measure_run.h"

namespace mbs {
namespace {

// One measure over 0 to 10, with a maximum of 3.
struct OneMaximum {
  MeasureFunctions all;
  OneMaximum() {
    MeasureRow row;
    row.name = "top";
    row.reduction = Reduction::maximum;
    all.rows = {row};
    all.measures = 1;
    all.functions.resize(1);
    all.operands.resize(1);
    all.functions[0].row = all.rows.data();
    all.functions[0].whole = 10;
    all.functions[0].size = 3;
    all.functions[0].note_end(0, 1);
    all.functions[0].note_end(4, 3);
  }
  MeasureRow& row() { return all.rows[0]; }
  MeasureValue value(const MeasuredSpan& span) { return measure_values(all, {}, span).at(0); }
};

TEST(MeasureResults, AWholeRunHasItsValue) {
  OneMaximum m;
  const MeasureValue v = m.value({0, 10, 10, true, ""});
  EXPECT_EQ(v.value, 3);
  EXPECT_EQ(v.reason, "");
  EXPECT_EQ(v.size, 3);
}

TEST(MeasureResults, WhyThereIsNoValue) {
  OneMaximum m;
  const auto reason = [&](const MeasuredSpan& span) {
    const MeasureValue v = m.value(span);
    EXPECT_EQ(std::isnan(v.value), !v.reason.empty());
    return v.reason;
  };
  EXPECT_EQ(reason({0, 4, 10, false, ""}), "the run ended early, at t = 4");
  EXPECT_EQ(reason({0, 4, 10, true, ""}), "");  // a STOP is an end
  EXPECT_EQ(reason({0, 4, 10, true, "lost"}), "lost");
  m.row().has_to = true;
  m.all.functions[0].to = 6;
  EXPECT_EQ(reason({0, 4, 10, true, ""}), "the run ended at t = 4, before TO");
  EXPECT_EQ(reason({0, 8, 10, false, ""}), "");  // the window is full
  m.all.functions[0].begun = false;
  EXPECT_EQ(reason({0, 4, 10, true, ""}), "the run ended at t = 4, before FROM");
  m.all.functions[0].failed = "bad";
  EXPECT_EQ(reason({0, 10, 10, true, ""}), "bad");
}

TEST(MeasureResults, NoValuesAreInfinite) {
  OneMaximum m;
  m.all.functions[0].extremes = {};
  EXPECT_EQ(m.value({0, 10, 10, true, ""}).reason, "it is not finite");
}

// The summary leaves out what has never been sampled.
TEST(MeasureResults, TheSummaryHasTimesOfExtremes) {
  OneMaximum m;
  m.row().name = "y";
  m.all.measures = 0;
  m.all.units = {unit::metre};
  m.all.functions[0].note_end(5, -2);
  const std::vector<SummaryRow> rows = summary_rows(m.all);
  ASSERT_EQ(rows.size(), 1u);
  OneMaximum none;
  none.all.measures = 0;
  none.all.units = {unit::metre};
  none.all.functions[0].begun = false;
  EXPECT_TRUE(summary_rows(none.all).empty());
}

TEST(MeasureResults, NoMeasuresNoValues) {
  EXPECT_TRUE(measure_values({}, {}, {}).empty());
  EXPECT_TRUE(summary_rows({}).empty());
}

}  // namespace
}  // namespace mbs
