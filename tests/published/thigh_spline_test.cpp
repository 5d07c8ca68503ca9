// The thigh guide of the KABIOS manual (Flores 2010, chapter 8): 35 rows of t, x, y, phi, each
// column a guide of its own chosen by generalised cross-validation.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "linalg/spline.h"
#include "paths.h"

namespace mbs {
namespace {

using Column = std::vector<double>;

std::array<Column, 4> thigh_table() {
  std::array<Column, 4> columns;
  std::ifstream file(std::string(MBSIM_ROOT) + "/tests/data/thigh.csv");
  std::string line;
  std::getline(file, line);
  double row[4];
  while (std::getline(file, line) &&
         std::sscanf(line.c_str(), "%lf,%lf,%lf,%lf", row, row + 1, row + 2, row + 3) == 4)
    for (std::size_t k = 0; k < 4; ++k) columns[k].push_back(row[k]);
  return columns;
}

std::string three_decimals(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", value);
  return text;
}

class Thigh : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(table_[0].size(), 35u); }
  Spline guide(std::size_t column) const {
    return Spline::cross_validate(table_[0], table_[column]);
  }

  std::array<Column, 4> table_ = thigh_table();
  int hint_ = 0;
  double out_[3];
};

TEST_F(Thigh, LastRowAsPrinted) {
  const char* printed[3][3] = {
      {"1.802", "2.157", "0.040"}, {"0.651", "-0.133", "0.048"}, {"1.398", "2.587", "0.836"}};
  for (std::size_t k = 0; k < 3; ++k) {
    guide(k + 1).evaluate(0.9715, out_, hint_);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(three_decimals(out_[i]), printed[k][i]);
  }
}

TEST_F(Thigh, AccelerationsOfXAsPrinted) {
  const Spline x = guide(1);
  const double times[] = {0, 0.0145, 0.0290, 0.9570, 0.9715};
  const char* printed[] = {"0.000", "-0.987", "-1.973", "1.205", "0.040"};
  for (std::size_t i = 0; i < 5; ++i) {
    x.evaluate(times[i], out_, hint_);
    EXPECT_EQ(three_decimals(out_[2]), printed[i]) << times[i];
  }
}

// What tells the manual's smoothing from plain interpolation.
TEST_F(Thigh, InterpolationOfXGivesOtherAccelerations) {
  const Spline x = Spline::interpolate(table_[0], table_[1]);
  const double times[] = {0.0145, 0.0290, 0.9570, 0.9715};
  const char* expected[] = {"0.345", "0.691", "2.197", "0.073"};
  for (std::size_t i = 0; i < 4; ++i) {
    x.evaluate(times[i], out_, hint_);
    EXPECT_EQ(three_decimals(out_[2]), expected[i]) << times[i];
  }
}

TEST_F(Thigh, OnlyXIsSmoothed) {
  const SplineFit x = guide(1).fit();
  EXPECT_EQ(x.choice, SplineChoice::smoothing);
  // A dense computation with 40 digits finds the minimum of GCV here; log10 lambda is rounded to
  // 2e-6 on purpose, which is 2.2e-6 of lambda at most.
  EXPECT_NEAR(x.lambda / 2.052568744162e-6, 1, 2.5e-6);  // seen 1.3e-6
  EXPECT_NEAR(x.parameters, 22.67497927065, 2e-5);       // seen 5.8e-6, from that rounding
  EXPECT_NEAR(x.rms / 2.796513724e-4, 1, 2e-6);          // seen 4.7e-7, from that rounding
  for (std::size_t k : {2u, 3u}) {
    const SplineFit fit = guide(k).fit();
    EXPECT_EQ(fit.choice, SplineChoice::interpolation);
    EXPECT_EQ(fit.lambda, 0);
    EXPECT_EQ(fit.parameters, 35);
    EXPECT_EQ(fit.rms, 0);
  }
}

// Position, velocity and acceleration from a dense solution with 40 digits, independent of this
// code, at the five times the manual reports.
TEST_F(Thigh, FortyDigitValues) {
  const double times[] = {0, 0.0145, 0.0290, 0.9570, 0.9715};
  const double expected[3][5][3] = {{{0.430262660196, 2.054700956608, 0},
                                     {0.460021251813, 2.047548076536, -0.986604147809},
                                     {0.489572409908, 2.026089436321, -1.973208295618},
                                     {1.771232229014, 2.147827257962, 1.205459916527},
                                     {1.802461614947, 2.156858161837, 0.040181997218}},
                                    {{0.652077, -0.019890251453, 0},
                                     {0.651952068515, 0.013932609551, 4.665222207390},
                                     {0.652808, 0.115401192561, 9.330444414781},
                                     {0.652740291879, -0.143345373606, 1.425182998617},
                                     {0.650763330230, -0.132668377642, 0.047506099954}},
                                    {{1.443387, 3.399798199398, 0},
                                     {1.493231680418, 3.513096101574, 15.627296851763},
                                     {1.546362, 3.852989808100, 31.254593703527},
                                     {1.361888157528, 2.399012059051, 25.075487813958},
                                     {1.398460495718, 2.586869255257, 0.835849593799}}};
  const Spline splines[] = {Spline::smooth(table_[0], table_[1], 2.052568744162199e-6), guide(2),
                            guide(3)};
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t i = 0; i < 5; ++i) {
      splines[k].evaluate(times[i], out_, hint_);
      for (std::size_t d = 0; d < 3; ++d)
        EXPECT_NEAR(out_[d], expected[k][i][d], 2e-12) << k << " " << times[i];  // seen 6.2e-13
    }
}

}  // namespace
}  // namespace mbs
