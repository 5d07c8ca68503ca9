#include <gtest/gtest.h>

#include <cmath>

#include "run/measures/measure_functions.h"
#include "run/measures/measure_sampler.h"
#include "text/parameters.h"

namespace mbs {
namespace {

TEST(CompensatedSum, KeepsWhatAdditionsRoundAway) {
  CompensatedSum sum;
  for (const double x : {1e16, 1.0, 1.0, -1e16}) sum.add(x);
  EXPECT_EQ(sum.total(), 2);
  CompensatedSum tenths;
  for (int k = 0; k < 1000000; ++k) tenths.add(0.1);
  EXPECT_EQ(tenths.total(), 1e5);
}

TEST(Extremes, TimesAreThoseOfTheFirst) {
  Extremes e;
  e.note(1, 0, 10);
  e.note(5, 1, 10);
  e.note(5 + 1e-9, 2, 10);  // the same but for rounding
  e.note(-2, 3, 10);
  e.note(-2 - 1e-10, 4, 10);
  EXPECT_EQ(e.most(), 5 + 1e-9);
  EXPECT_EQ(e.most_at(), 1);
  EXPECT_EQ(e.least(), -2 - 1e-10);
  EXPECT_EQ(e.least_at(), 3);
  e.note(6, 5, 10);
  EXPECT_EQ(e.most_at(), 5);
}

// Close to the place of an extreme a larger value is a better place, however little it is larger.
TEST(Extremes, NearPlacesAreRefined) {
  Extremes e;
  e.set_near(0.1);
  e.note(5, 1, 10);
  e.note(5 + 1e-10, 1.05, 10);
  EXPECT_EQ(e.most_at(), 1.05);
  e.note(5 + 2e-10, 1.5, 10);
  EXPECT_EQ(e.most_at(), 1.05);
}

TEST(MeasuredFunction, ReductionsAreOfOneKind) {
  using enum Reduction;
  for (const Reduction r : {average, rms, integral}) EXPECT_TRUE(integrates(r) && !has_extremes(r));
  for (const Reduction r : {minimum, maximum, peak_to_peak})
    EXPECT_TRUE(!integrates(r) && has_extremes(r));
  for (const Reduction r : {first, last, value_when, time_when, formula})
    EXPECT_TRUE(!integrates(r) && !has_extremes(r));
}

// The value of slot 0.
MeasuredFunction bare(const MeasureRow& row) {
  MeasuredFunction f;
  f.row = &row;
  f.bare = 0;
  return f;
}

TEST(MeasuredFunction, EndsOutsideTheWindowDoNotCount) {
  MeasureRow row;
  row.reduction = Reduction::peak_to_peak;
  MeasuredFunction f = bare(row);
  f.from = 1, f.to = 3;
  for (const auto& [t, v] : {std::pair{0., 50.}, {1., -4.}, {2., 7.}, {3., 2.}, {4., -90.}})
    f.note_end(t, v);
  EXPECT_EQ(f.reduced(0, 4), 11);
  EXPECT_EQ(f.first, -4);
  EXPECT_EQ(f.last, 2);
  EXPECT_EQ(f.end, -90);
}

TEST(MeasuredFunction, ValuesThatAreReduced) {
  MeasureRow row;
  row.absolute = true;
  MeasuredFunction f = bare(row);
  f.integral.add(6);
  f.first = -2, f.last = -3;
  row.reduction = Reduction::average;
  EXPECT_EQ(f.reduced(0, 4), 1.5);
  f.from = 1, f.to = 3;
  EXPECT_EQ(f.reduced(0, 4), 3);    // over the window
  EXPECT_EQ(f.reduced(0, 2.5), 4);  // as far as the run came
  EXPECT_EQ(f.reduced(0, 1), 2);    // of an instant: its value
  row.reduction = Reduction::integral;
  EXPECT_EQ(f.reduced(0, 4), 6);
  row.reduction = Reduction::last;
  EXPECT_EQ(f.reduced(0, 4), 3);
  f.square = true;
  row.reduction = Reduction::rms;
  EXPECT_EQ(f.reduced(0, 2.5), 2);
}

TEST(MeasuredFunction, NotANumberIsSaidOnce) {
  MeasureRow row;
  MeasuredFunction f = bare(row);
  const double good = 3, bad = std::nan("");
  EXPECT_EQ(f.evaluate(&good, 1), 3);
  EXPECT_TRUE(f.failed.empty());
  EXPECT_EQ(f.evaluate(&bad, 2), 0);
  f.evaluate(&bad, 5);
  EXPECT_EQ(f.failed, "its expression is not finite at t = 2");
  EXPECT_EQ(f.size, 3);
  f.condition = true;
  EXPECT_EQ(f.evaluate(&bad, 6), 1);  // counts as true
}

// t^2 - 1 over [-1, 2]: integral 0, of the magnitude 4/3 + 4/3; its least value at 0 is looked for
// on the motion itself.
struct Parabola : MeasureSource {
  int samples = 0;
  bool sample(double t, bool, Vector channels) override {
    ++samples;
    channels[0] = t * t - 1;
    return true;
  }
};

TEST(MeasuredFunction, AStretchIsTakenByItsPolynomial) {
  Chebyshev::Values values{};
  for (std::size_t k = 0; k < values.size(); ++k) {
    const double t = 0.5 + 1.5 * Chebyshev::points()[k];
    values[k] = t * t - 1;
  }
  const Chebyshev p(values);
  Parabola source;
  MeasureSampler sampler({}, 1, {});
  sampler.set_source(source);
  const auto taken = [&](Reduction reduction, bool absolute) {
    MeasureRow row;
    row.reduction = reduction;
    row.absolute = absolute;
    MeasuredFunction f = bare(row);
    f.bare = sampler.first_channel();
    f.size = 3, f.whole = 3;
    f.note_end(-1, 0);
    f.note_end(2, 3);
    EXPECT_TRUE(f.take(p, values, -1, 2, Unresolved::halve, sampler));
    return f.reduced(-1, 2);
  };
  EXPECT_NEAR(taken(Reduction::integral, false), 0, 1e-14);
  EXPECT_NEAR(taken(Reduction::integral, true), 8. / 3, 1e-13);
  EXPECT_EQ(source.samples, 0);
  EXPECT_NEAR(taken(Reduction::minimum, false), -1, 1e-14);
  EXPECT_GT(source.samples, 0);
  EXPECT_NEAR(taken(Reduction::minimum, true), 0, 1e-14);
  EXPECT_NEAR(taken(Reduction::maximum, true), 3, 1e-14);
}

}  // namespace
}  // namespace mbs
