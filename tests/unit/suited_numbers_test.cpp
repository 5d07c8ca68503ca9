#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "report/writer.h"

namespace mbs {
namespace {

// A table with a length and a force in each of two rows, and one with moments.
Layout table_of_forces() {
  Layout layout;
  for (const char* name : {"x1", "f1", "x2", "f2"})
    layout.add(name, name[0] == 'x' ? unit::metre : unit::newton);
  layout.add("m", unit::effort_along(unit::radian));
  layout.add("out", unit::unknown);
  layout.tables = {{"", " NODE", {"X", "F"}, {{"    1", 0}, {"    2", 2}}},
                   {"", "     ", {"M"}, {{"     ", 4}}},
                   {"", "     ", {"OUT"}, {{"     ", 5}}}};
  return layout;
}

std::string text(const SuitedNumbers& numbers, int channel, double value) {
  fmt::memory_buffer out;
  numbers.append(out, channel, value);
  const std::string field = fmt::to_string(out);
  EXPECT_EQ(field.size(), std::size_t{SuitedNumbers::kWidth}) << field;
  EXPECT_EQ(field.front(), ' ') << field;
  return field.substr(field.find_first_not_of(' '));
}

TEST(SuitedNumbers, SixFiguresOfTheLargestOfTheUnit) {
  const Layout layout = table_of_forces();
  SuitedNumbers numbers(layout, {1, 1, 1});
  numbers.note(std::vector<double>{0.04, 9.81, -0.0012345678, 1234.5, 0, 0});
  EXPECT_EQ(text(numbers, 0, 0.04), "0.0400000");
  EXPECT_EQ(text(numbers, 2, -0.0012345678), "-0.0012346");
  EXPECT_EQ(text(numbers, 1, 9.81), "9.81");
  EXPECT_EQ(text(numbers, 3, 1234.5), "1234.50");
  EXPECT_EQ(text(numbers, 1, 0.004), "0");
  EXPECT_EQ(text(numbers, 1, -0.004), "0");
  numbers.note(std::vector<double>{0.4, 0, 0, 0, 0, 0});  // sizes grow and never shrink
  EXPECT_EQ(text(numbers, 2, -0.0012345678), "-0.001235");
  EXPECT_EQ(text(numbers, 3, 1234.5), "1234.50");
}

// A moment of 1e-9 N m is rounding beside forces of 1000 N on arms of 1 m, and speaks where there
// are none.
TEST(SuitedNumbers, RoundingIsZero) {
  const Layout layout = table_of_forces();
  SuitedNumbers beside(layout, {1, 0, 1}), alone(layout, {1, 0, 1}), light(layout, {1, 1e3, 1});
  beside.note(std::vector<double>{0, 1000, 0, 0, 1e-9, 0});
  EXPECT_EQ(text(beside, 4, 1e-9), "0");
  alone.note(std::vector<double>{0, 0, 0, 0, 1e-9, 0});
  EXPECT_EQ(text(alone, 4, 1e-9), "1.00000E-009");
  // A tonne that moved by a metre in a second took more than 1e-9 of what this is.
  light.note(std::vector<double>{0, 0, 0, 0, 1e-9, 0});
  EXPECT_EQ(text(light, 4, 1e-9), "0");
}

TEST(SuitedNumbers, WhatHasNoUnitIsAlone) {
  const Layout layout = table_of_forces();
  SuitedNumbers numbers(layout, {1, 1, 1});
  numbers.note(std::vector<double>{1, 1, 1, 1, 1, 1e-15});
  EXPECT_EQ(text(numbers, 5, 1e-15), "1.00000E-015");
}

TEST(SuitedFormat, AllSizesStayInTheirField) {
  for (int power = -300; power <= 300; power += 3)
    for (double digits : {-9.999995, -1.0, 1.0, 9.999995}) {
      const double value = digits * std::pow(10.0, power);
      const std::string shown = suited_number(value, std::fabs(value));
      EXPECT_LE(shown.size(), 13u) << shown;
      EXPECT_NEAR(std::stod(shown) / value, 1, 1e-5) << shown;
    }
}

// Rounding puts a size a little below a power of ten in one build and on it in another.
TEST(SuitedFormat, DecimalsDoNotHangOnRounding) {
  EXPECT_EQ(suited_number(0.5, 1.0), suited_number(0.5, 1.0 - 1e-15));
  EXPECT_EQ(suited_number(0.5, 1e5), suited_number(0.5, 1e5 * (1 - 1e-14)));
}

}  // namespace
}  // namespace mbs
