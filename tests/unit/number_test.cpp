// Reading and writing numbers: values against the compiler's own literals, round trips bit by bit.
#include "text/number.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>

namespace mbs {
namespace {

double value_of(std::string_view text) {
  const ParsedNumber number = parse_number(text);
  EXPECT_EQ(number.status, NumberStatus::ok) << text;
  return number.value;
}

TEST(ParseNumber, FortranForms) {
  EXPECT_EQ(value_of("1.D+3"), 1000.0);
  EXPECT_EQ(value_of("1.5d0"), 1.5);
  EXPECT_EQ(value_of(".5"), 0.5);
  EXPECT_EQ(value_of("5."), 5.0);
  EXPECT_EQ(value_of("+3"), 3.0);
  EXPECT_EQ(value_of("-.25E-2"), -0.0025);
  EXPECT_EQ(value_of("-1D-3"), -1e-3);
  EXPECT_EQ(value_of("007"), 7.0);
  EXPECT_EQ(value_of("1e-320"), 1e-320);
}

TEST(ParseNumber, ExactlyRounded) {
  // The double nearest to 2^53 + 1 is the even neighbour; digits beyond the half decide.
  EXPECT_EQ(value_of("9007199254740993"), 9007199254740992.0);
  EXPECT_EQ(value_of("9007199254740993.00000000000000000000001"), 9007199254740994.0);
  EXPECT_EQ(value_of("0.1" + std::string(5000, '0') + "1"), 0.1);
}

TEST(ParseNumber, Degrees) {
  EXPECT_EQ(value_of("180deg"), kPi);
  EXPECT_EQ(value_of("-90DEG"), -kPi / 2);
  EXPECT_EQ(value_of("1.5E1deg"), 15 * kDegree);
  EXPECT_EQ(value_of("1.5D1Deg"), 15 * kDegree);
  EXPECT_NEAR(value_of("30deg"), 0.52359877559829887, 2e-16);  // pi/6; seen 0
}

TEST(ParseNumber, IntegralMeansWrittenAsAnInteger) {
  for (const char* text : {"2", "-2", "+0", "9007199254740992"})
    EXPECT_TRUE(parse_number(text).integral) << text;
  for (const char* text : {"2.", "2.0", "2e0", "2deg", "9007199254740995"})
    EXPECT_FALSE(parse_number(text).integral) << text;
}

TEST(ParseNumber, Malformed) {
  for (const char* text :
       {"",         "+",    "-",   ".",   "1.2.3", "12abc", "0.0O00", "30degx", "30d",
        "1e",       "1e+",  "e5",  "--1", "+-1",   "nan",   "NaN",    "inf",    "-inf",
        "infinity", "0x10", "1,5", "1 ",  " 1",    "1e5.0", "deg",    "1d2d3",  "1_000"})
    EXPECT_EQ(parse_number(text).status, NumberStatus::malformed) << text;
}

TEST(ParseNumber, OutOfRange) {
  for (const char* text : {"1e999", "-1d999", "1e999deg", "1e-999", "1e99999999999999999999"})
    EXPECT_EQ(parse_number(text).status, NumberStatus::out_of_range) << text;
}

TEST(NumberLength, LongestPrefix) {
  EXPECT_EQ(number_length("1.5e3*x"), 5u);
  EXPECT_EQ(number_length("1.5e+x"), 3u);
  EXPECT_EQ(number_length("2deg)"), 4u);
  EXPECT_EQ(number_length("2d3deg"), 6u);
  EXPECT_EQ(number_length("-1"), 0u);
  EXPECT_EQ(number_length("x"), 0u);
}

TEST(FormatNumber, FixedForms) {
  EXPECT_EQ(format_number(0.1), "0.1");
  EXPECT_EQ(format_number(-2.5), "-2.5");
  EXPECT_EQ(format_number(2), "2");
  EXPECT_EQ(format_number(-0.0), "0");
  EXPECT_EQ(format_number(100000), "100000");
  EXPECT_EQ(format_number(123456.75), "123456.75");
  EXPECT_EQ(format_number(999999999999999.0), "999999999999999");
  EXPECT_EQ(format_number(1e15), "1e+15");
  EXPECT_EQ(format_number(0.0001), "0.0001");
  EXPECT_EQ(format_number(0.00012345), "0.00012345");
  EXPECT_EQ(format_number(1e-5), "1e-05");
  EXPECT_EQ(format_number(-1.5e-7), "-1.5e-07");
  EXPECT_EQ(format_number(1.5e20), "1.5e+20");
  EXPECT_EQ(format_number(1.7976931348623157e308), "1.7976931348623157e+308");
  EXPECT_EQ(format_number(5e-324), "5e-324");
  EXPECT_EQ(format_number(1.0 / 3), "0.3333333333333333");
}

TEST(FormatNumber, RoundTripIsExact) {
  std::mt19937_64 random(12345);
  int tried = 0;
  while (tried < 50000) {
    // Every other number has a moderate size, where the form without exponent is used.
    double value = std::bit_cast<double>(random());
    if (tried % 2 == 0) value = std::ldexp(static_cast<double>(random() >> 11), -60 + tried % 40);
    if (!std::isfinite(value) || value == 0) continue;
    ++tried;
    const std::string text = format_number(value);
    const ParsedNumber back = parse_number(text);
    ASSERT_EQ(back.status, NumberStatus::ok) << text;
    ASSERT_EQ(std::bit_cast<std::uint64_t>(back.value), std::bit_cast<std::uint64_t>(value))
        << text;
  }
}

}  // namespace
}  // namespace mbs
