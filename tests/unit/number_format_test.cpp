#include "report/number_format.h"

#include <gtest/gtest.h>

#include <cfloat>
#include <cmath>
#include <cstdlib>
#include <random>

#include "deck/tables/tables.h"

namespace mbs {
namespace {

std::string text(double value, int digits = 0) {
  fmt::memory_buffer out;
  NumberFormat(digits).append(out, value);
  return fmt::to_string(out);
}

TEST(FixedFormat, TenColumnsThreeDecimals) {
  EXPECT_EQ(text(0), "     0.000");
  EXPECT_EQ(text(2.5314), "     2.531");
  EXPECT_EQ(text(-12.2204), "   -12.220");
  EXPECT_EQ(text(99999.9994), " 99999.999");
  EXPECT_EQ(text(-9999.9994), " -9999.999");
}

TEST(FixedFormat, NoNegativeZero) {
  for (const double value : {-0.0, -1e-300, -DBL_TRUE_MIN, -0.0004, -0.00049999999999999})
    EXPECT_EQ(text(value), "     0.000") << value;
  EXPECT_EQ(text(-0.0005), "    -0.001");  // the double nearest -0.0005 is a little beyond it
  EXPECT_EQ(text(-0.00051), "    -0.001");
  EXPECT_EQ(text(0.0005), "     0.001");
}

// Ties that doubles can hold go to the even digit; others by their true value.
TEST(FixedFormat, RoundingOfHalves) {
  EXPECT_EQ(text(0.0625), "     0.062");
  EXPECT_EQ(text(0.1875), "     0.188");
  EXPECT_EQ(text(-0.0625), "    -0.062");
  EXPECT_EQ(text(2.6745), "     2.675");  // stored as 2.67450000000000009948
  EXPECT_EQ(text(1.0005), "     1.000");  // stored as 1.00049999999999994493
}

TEST(FixedFormat, WidensRatherThanTouch) {
  EXPECT_EQ(text(99999.9996), " 100000.000");
  EXPECT_EQ(text(-9999.9996), " -10000.000");
  EXPECT_EQ(text(123456.789), " 123456.789");
  EXPECT_EQ(text(-1234567.891), " -1234567.891");
  const std::string huge = text(-1e300);
  EXPECT_EQ(huge.size(), 1 + 1 + 301 + 4u);
  EXPECT_EQ(huge.substr(0, 3), " -1");
  EXPECT_EQ(std::strtod(huge.c_str(), nullptr), -1e300);
}

TEST(ScientificFormat, FixedExponentWidth) {
  EXPECT_EQ(text(0, 4), "   0.000E+000");
  EXPECT_EQ(text(-0.0, 4), "   0.000E+000");
  EXPECT_EQ(text(-123.45, 5), "  -1.2345E+002");
  EXPECT_EQ(text(1e300, 3), "   1.00E+300");
  EXPECT_EQ(text(-9.99e-301, 3), "  -9.99E-301");
  EXPECT_EQ(text(DBL_TRUE_MIN, 3), "   4.94E-324");
  EXPECT_EQ(text(9.9999, 3), "   1.00E+001");
  EXPECT_EQ(text(0.00099996, 2), "   1.0E-003");
  EXPECT_EQ(text(5, 1), "    5E+000");
  EXPECT_EQ(text(DBL_MAX, 17), "   1.7976931348623157E+308");
  EXPECT_EQ(text(std::nextafter(-DBL_MAX, 0), 17), "  -1.7976931348623155E+308");
  EXPECT_EQ(text(-DBL_MAX, 3), "           -");  // kNotDetermined
  EXPECT_EQ(text(2.5, 1), "    2E+000");         // a tie goes to even
}

TEST(NumberFormat, EveryFieldStartsWithABlankAndReadsBack) {
  std::mt19937_64 engine(1);
  std::uniform_real_distribution<double> mantissa(-10, 10);
  std::uniform_int_distribution<int> exponent(-320, 307), small(-8, 12);
  for (int digits = 0; digits <= 17; ++digits) {
    const NumberFormat format(digits);
    for (int k = 0; k < 500; ++k) {
      const double value =
          mantissa(engine) * std::pow(10.0, digits == 0 ? small(engine) : exponent(engine));
      const std::string field = text(value, digits);
      ASSERT_EQ(field[0], ' ') << field;
      ASSERT_GE(field.size(), static_cast<std::size_t>(format.width())) << field;
      if (digits > 0) {
        ASSERT_EQ(field.size(), static_cast<std::size_t>(format.width())) << field;
      }
      const double back = std::strtod(field.c_str(), nullptr);
      const double allowed =
          digits == 0 ? 0.5e-3 * (1 + 1e-9) + 1e-15 * std::fabs(value)
                      : std::max(0.5000001 * std::fabs(value) * std::pow(10.0, 1 - digits), 5e-324);
      ASSERT_LE(std::fabs(back - value), allowed) << field << " for " << value;
      if (digits == 17) {
        ASSERT_EQ(back, value);
      }
    }
  }
}

TEST(NumberFormat, BeginsAnywhereInABuffer) {
  fmt::memory_buffer out;
  const NumberFormat format;
  for (const double value : {1.0, 1234567.0, -0.0, -1e9}) format.append(out, value);
  EXPECT_EQ(fmt::to_string(out), "     1.000 1234567.000     0.000 -1000000000.000");
}

TEST(TimeDecimals, AsManyAsTheStepNeeds) {
  EXPECT_EQ(time_decimals(0, 0.025), 4);
  EXPECT_EQ(time_decimals(0, 0.0145), 4);
  EXPECT_EQ(time_decimals(0, 1), 4);
  EXPECT_EQ(time_decimals(0, 1e-5), 5);
  EXPECT_EQ(time_decimals(0, 0.00125), 5);
  EXPECT_EQ(time_decimals(0, 1e-12), 12);
  EXPECT_EQ(time_decimals(0, 1e-13), 12);
  EXPECT_EQ(time_decimals(0, 3e-11), 11);
  EXPECT_EQ(time_decimals(0, 1e-10), 10);
  EXPECT_EQ(time_decimals(0, 1.0 / 3), 12);
  EXPECT_EQ(time_decimals(0.123456, 0.1), 6);
  EXPECT_EQ(time_decimals(-0.00005, 0.1), 5);
  EXPECT_EQ(time_decimals(123456789.1, 0.1), 4);
  EXPECT_EQ(time_decimals(1e12, 1e6), 4);
}

TEST(TimeGrid, ReportTimes) {
  const auto grid = [](double start, double end, double step) {
    return TimeGrid{start, end, step, {}};
  };
  EXPECT_EQ(grid(0, 1, 0.025).count(), 41);
  EXPECT_EQ(grid(0, 1, 0.1).count(), 11);   // 1 / 0.1 is not 10 in every rounding
  EXPECT_EQ(grid(0, 0.3, 0.1).count(), 4);  // 0.3 / 0.1 < 3 in doubles
  EXPECT_EQ(grid(0, 1, 1e-5).count(), 100001);
  EXPECT_EQ(grid(0, 0, 0.1).count(), 1);
  EXPECT_EQ(grid(0, 0.05, 0.1).count(), 1);
  // The manual's thigh: TE = 0.9720 is not a report time.
  const TimeGrid thigh = grid(0, 0.9720, 0.0145);
  EXPECT_EQ(thigh.count(), 68);
  EXPECT_NEAR(thigh.at(thigh.count() - 1), 0.9715, 1e-15);  // seen 0
  // By multiplication, not by adding up.
  EXPECT_EQ(grid(0.1, 1, 0.1).at(7), 0.1 + 7 * 0.1);
  EXPECT_EQ(grid(-2, 3, 0.5).count(), 11);
  EXPECT_EQ(grid(0, 1 - 2e-6 * 0.1, 0.1).count(), 10);  // short by more than 1e-6 of a step
  EXPECT_EQ(grid(0, 1 - 1e-7 * 0.1, 0.1).count(), 11);
}

}  // namespace
}  // namespace mbs
