#include "base/unit.h"

#include <gtest/gtest.h>

namespace mbs {
namespace {

TEST(Unit, TextIsThatOfThePhysicsBook) {
  EXPECT_EQ(unit_text(unit::metre), "m");
  EXPECT_EQ(unit_text(rate_of(unit::metre)), "m/s");
  EXPECT_EQ(unit_text(rate_of(unit::radian, 2)), "rad/s^2");
  EXPECT_EQ(unit_text(unit::effort_along(unit::metre)), "N");
  EXPECT_EQ(unit_text(unit::effort_along(unit::radian)), "N m");
  EXPECT_EQ(unit_text(unit::joule), "J");
  EXPECT_EQ(unit_text(unit::watt), "W");
  EXPECT_EQ(unit_text(unit::newton * unit::second), "N s");
  EXPECT_EQ(unit_text(unit::kilogram * unit::metre * unit::metre), "kg m^2");
  EXPECT_EQ(unit_text(unit::newton / unit::metre / unit::metre), "kg/(m s^2)");
  EXPECT_EQ(unit_text(unit::number), "1");
  EXPECT_EQ(unit_text(unit::number / unit::second), "1/s");
  EXPECT_EQ(unit_text(unit::unknown), "");
  EXPECT_EQ(unit_text(rate_of(unit::unknown)), "");
}

TEST(Unit, MomentsAreNoEnergies) {
  EXPECT_FALSE(unit::effort_along(unit::radian) == unit::joule);
  EXPECT_TRUE(unit::effort_along(unit::metre) == unit::newton);
  EXPECT_TRUE(rate_of(unit::joule) == unit::watt);
}

}  // namespace
}  // namespace mbs
