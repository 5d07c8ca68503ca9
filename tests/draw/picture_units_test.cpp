// Pictures and plots of a deck with UNITS say its units.
#include <gtest/gtest.h>

#include "support/process.h"

namespace mbs {
namespace {

TEST(PictureUnits, ScaleBarAndAxesAreOfTheDeck) {
  const std::string deck = " decks/kabios/units_dynamic.dat";
  const test::Finished drawn = test::mbsim("draw --forces" + deck);
  EXPECT_EQ(drawn.status, 0) << drawn.err;
  EXPECT_NE(drawn.out.find(" mm</text>"), std::string::npos);
  EXPECT_EQ(drawn.out.find(" m</text>"), std::string::npos);
  EXPECT_NE(drawn.out.find(" N</text>"), std::string::npos);
  const test::Finished plotted = test::mbsim("plot" + deck + " body2.ydd");
  EXPECT_EQ(plotted.status, 0) << plotted.err;
  EXPECT_NE(plotted.out.find("body2.ydd [mm/s²]"), std::string::npos) << plotted.out;
}

// One whose pounds and inches have no name for the mass.
TEST(PictureUnits, PoundsAndInches) {
  const std::string deck = " decks/chains/units.dat";
  const test::Finished drawn = test::mbsim("draw --forces" + deck);
  EXPECT_NE(drawn.out.find(" in</text>"), std::string::npos);
  EXPECT_NE(drawn.out.find(" lbf</text>"), std::string::npos);
  const test::Finished plotted = test::mbsim("plot" + deck + " momentum.x");
  EXPECT_NE(plotted.out.find("momentum.x [lbf*s]"), std::string::npos) << plotted.out;
}

}  // namespace
}  // namespace mbs
