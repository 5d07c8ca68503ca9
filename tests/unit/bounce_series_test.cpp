#include "run/events/bounce_series.h"

#include <gtest/gtest.h>

namespace mbs {
namespace {

TEST(BounceSeries, CountsBouncesWhileEachIsSlower) {
  BounceSeries series;
  EXPECT_EQ(series.bounces(), 0);
  for (const double approach : {4.0, 2.0, 1.0}) series.count(approach, 0);
  EXPECT_EQ(series.bounces(), 3);
  EXPECT_EQ(series.first(), 4);
}

TEST(BounceSeries, BounceThatIsNoSlowerBeginsANewSeries) {
  BounceSeries series;
  for (const double approach : {4.0, 2.0, 2.0}) series.count(approach, 0);
  EXPECT_EQ(series.bounces(), 1);
  EXPECT_EQ(series.first(), 2);
  series.count(1, 0);
  EXPECT_EQ(series.bounces(), 2);
}

TEST(BounceSeries, EndsAfterTheMostBounces) {
  BounceSeries series;
  series.count(4, 0);
  EXPECT_FALSE(series.ends(2, 1, 1));
  EXPECT_TRUE(series.ends(1, 1, 1));
  series.count(2, 0);
  EXPECT_TRUE(series.ends(2, 1, 1));
  series.count(1, 0);
  EXPECT_TRUE(series.ends(2, 1, 1));
  EXPECT_FALSE(series.ends(0, 1, 1));
}

TEST(BounceSeries, EndsWhereTheSpeedIsSmall) {
  BounceSeries series;
  series.count(4, 0);
  EXPECT_TRUE(series.ends(0, kLastBounce * 4, series.first()));
  EXPECT_FALSE(series.ends(0, kLastBounce * 5, series.first()));
}

TEST(BounceSeries, RestartBeginsANewSeriesWhateverTheSpeed) {
  BounceSeries series;
  series.count(4, 0);
  series.restart();
  series.count(2, 0);
  EXPECT_EQ(series.bounces(), 1);
  EXPECT_EQ(series.first(), 2);
}

// A ball that falls back with 2 m/s after 0.4 s has an acceleration of 10 m/s2: with 1 m/s it rises
// by 0.05 m.
TEST(BounceSeries, KnowsHowHighTheNextHopGoes) {
  BounceSeries series;
  series.count(4, 1);
  EXPECT_NEAR(series.height_of_next(2, 8), 2 * 2 * 8 / 16.0, 1e-15);  // the run takes 8 s
  series.count(2, 1.4);
  EXPECT_NEAR(series.height_of_next(1, 8), 0.05, 1e-15);
}

}  // namespace
}  // namespace mbs
