// mbsim average: mean, standard deviation, number of trials, coefficient of multiple correlation.
#include "study/average.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

namespace mbs {
namespace {

// A sine over its period at equal parts of `duration`, moved up by `offset`, and a constant.
std::string trial(double duration, int rows, double offset) {
  std::string out = "t,angle,flat\n";
  for (int k = 0; k < rows; ++k) {
    const double u = static_cast<double>(k) / (rows - 1);
    out += fmt::format("{},{},{}\n", duration * u, std::sin(2 * M_PI * u) + offset, 3);
  }
  return out;
}

TEST(Average, RowsOfEqualTimesAreTakenAsTheyAre) {
  const Average of = average({{"a.csv", "t,x,y\n0,1,10\n0.5,2,20\n"},
                              {"b.csv", "t,x,y\n0,3,10\n0.5,4,\n"},
                              {"c.csv", "t,y,x\n0,13,8\n0.5,,6\n"}},
                             {}, 101);
  ASSERT_EQ(of.problem, "");
  EXPECT_EQ(of.along, "t");
  ASSERT_EQ(of.point, (std::vector<double>{0, 0.5}));
  ASSERT_EQ(of.channels.size(), 2u);
  const AveragedChannel &x = of.channels[0], &y = of.channels[1];
  EXPECT_EQ(x.name, "x");
  EXPECT_DOUBLE_EQ(x.mean[0], 4);
  EXPECT_DOUBLE_EQ(x.mean[1], 4);
  EXPECT_DOUBLE_EQ(x.deviation[0], std::sqrt(13.0));  // of 1, 3, 8
  EXPECT_DOUBLE_EQ(x.deviation[1], 2);                // of 2, 4, 6
  EXPECT_EQ(y.count, (std::vector<int>{3, 1}));
  EXPECT_DOUBLE_EQ(y.mean[1], 20);
  EXPECT_TRUE(std::isnan(y.deviation[1]));
  EXPECT_EQ(average_csv(of),
            fmt::format("t,x.mean,x.sd,x.n,y.mean,y.sd,y.n\n0,4,{},3,11,{},3\n0.5,4,2,3,20,,1\n",
                        std::sqrt(13.0), std::sqrt(3.0)));
}

TEST(Average, TrialsOfDifferentDurationGoFromZeroToAHundredPerCent) {
  // Rows at whole per cents, so that the splines pass through the numbers that are compared.
  const Average of =
      average({{"a.csv", trial(1.1, 101, 0)}, {"b.csv", trial(0.9, 101, 0.2)}}, {"an*"}, 51);
  ASSERT_EQ(of.problem, "");
  EXPECT_EQ(of.along, "percent");
  ASSERT_EQ(of.point.size(), 51u);
  ASSERT_EQ(of.channels.size(), 1u);
  for (int k = 0; k <= 50; ++k) {
    EXPECT_NEAR(of.channels[0].mean[k], std::sin(2 * M_PI * k / 50) + 0.1, 1e-9) << k;
    EXPECT_NEAR(of.channels[0].deviation[k], 0.2 / std::sqrt(2.0), 1e-9) << k;
  }
}

// Two trials that differ by d everywhere: the squares about the means are d^2/2 at each of T
// points, those about the grand mean 2 sum (s - mean s)^2 + T d^2/2.
TEST(Average, CorrelationOfTwoShiftedTrials) {
  const double d = 0.3;
  const int T = 40;
  std::vector<double> a, b;
  double squares = 0, mean = 0;
  for (int k = 0; k < T; ++k) a.push_back(std::cos(0.2 * k) * k), b.push_back(a.back() + d);
  for (const double y : a) mean += y / T;
  for (const double y : a) squares += (y - mean) * (y - mean);
  const double among = T * d * d / 2, all = 2 * squares + T * d * d / 2;
  const double expected = std::sqrt(1 - (among / T) / (all / (2 * T - 1)));
  EXPECT_NEAR(multiple_correlation({a, b}), expected, 1e-12);
  EXPECT_DOUBLE_EQ(multiple_correlation({a, a}), 1);
}

TEST(Average, CorrelationIsLeftOutWithItsReason) {
  const Average of =
      average({{"a.csv", "t,c,gap\n0,1,1\n1,1,\n"}, {"b.csv", "t,c,gap\n0,2,1\n1,2,3\n"}}, {}, 101);
  ASSERT_EQ(of.problem, "");
  EXPECT_TRUE(std::isnan(of.channels[0].correlation));
  EXPECT_NE(of.channels[0].why_no_correlation.find("differ more"), std::string::npos);
  EXPECT_NE(of.channels[1].why_no_correlation.find("fewer than two"), std::string::npos);
}

TEST(Average, TheFirstColumnAmongThePatternsIsNoChannel) {
  const Average of = average(
      {{"a.csv", "t,x,y\n0,1,5\n1,2,6\n"}, {"b.csv", "t,x,y\n0,1,5\n1,2,6\n"}}, {"t", "y"}, 101);
  ASSERT_EQ(of.problem, "");
  ASSERT_EQ(of.channels.size(), 1u);
  EXPECT_EQ(of.channels[0].name, "y");
  EXPECT_EQ(of.channels[0].mean, (std::vector<double>{5, 6}));
}

TEST(Average, AGapIsNotFilled) {
  const Average of = average(
      {{"a.csv", "t,x\n0,0\n1,1\n2,\n3,3\n4,4\n"}, {"b.csv", "t,x\n0,0\n2,2\n4,4\n8,8\n"}}, {}, 9);
  ASSERT_EQ(of.problem, "");
  // The first trial lacks what lies between t = 1 and t = 3: 25 to 75 per cent, without the ends.
  EXPECT_EQ(of.channels[0].count, (std::vector<int>{2, 2, 2, 1, 1, 1, 2, 2, 2}));
  EXPECT_NEAR(of.channels[0].mean[8], 6, 1e-12);
}

TEST(Average, WhatIsWrongIsSaid) {
  const Trial good{"a.csv", "t,x\n0,1\n1,2\n"};
  const auto problem = [&](const std::string& text, const std::vector<std::string>& names = {}) {
    return average({good, {"b.csv", text}}, names, 101).problem;
  };
  EXPECT_NE(problem("t,y\n0,1\n1,2\n").find("b.csv: it has no column 'x'"), std::string::npos);
  EXPECT_NE(problem("t,x\n0,1\n0,2\n").find("row 2 has 0 after 0"), std::string::npos);
  EXPECT_NE(problem("t,x\n,1\n1,2\n").find("row 1 has no number in the first column 't'"),
            std::string::npos);
  EXPECT_NE(problem("t,x\n0,1\n").find("two rows"), std::string::npos);
  EXPECT_NE(problem("t,x\n-1e308,1\n0,2\n1e308,3\n").find("goes too far"), std::string::npos);
  EXPECT_NE(problem("t,x\n0,1\n1,2\n", {"t"}).find("expected channels in --columns"),
            std::string::npos);
  EXPECT_NE(problem("").find("empty"), std::string::npos);
  EXPECT_NE(problem("t,x\n0,1\n1,2\n", {"z"}).find("a.csv: it has no column 'z'"),
            std::string::npos);
  EXPECT_NE(average({{"a.csv", "t\n0\n1\n"}, good}, {}, 101).problem.find("one column alone"),
            std::string::npos);
}

}  // namespace
}  // namespace mbs
