// Pictures and plots of a deck with UNITS say its units; those of other decks and of tables none,
// since nobody has said them.
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

// Files of markers and the mass of a subject say them, too; angles, moments and powers of a subject
// have units of their own, and names beside curves show them where they differ.
TEST(PictureUnits, OfALaboratory) {
  const std::string deck = "plot decks/gait/strides.dat ";
  EXPECT_NE(test::mbsim(deck + "hip.angle").out.find(">hip.angle [deg]<"), std::string::npos);
  const std::string moments = test::mbsim(deck + "t hip.moment knee.moment").out;
  EXPECT_NE(moments.find(">[N m/kg]<"), std::string::npos) << moments;
  EXPECT_NE(moments.find(">t [s]<"), std::string::npos);
  EXPECT_NE(moments.find(">knee.moment<"), std::string::npos);
  const std::string mixed = test::mbsim(deck + "t hip.power hip.angle body3.y").out;
  for (const char* name : {">hip.power [W/kg]<", ">hip.angle [deg]<", ">body3.y [m]<"})
    EXPECT_NE(mixed.find(name), std::string::npos) << mixed;
  EXPECT_NE(test::mbsim(deck + "--raw body3.y").out.find(">body3.y [m]<"), std::string::npos);
  EXPECT_NE(test::mbsim("animate decks/gait/strides.dat").out.find("unit:\" s\""),
            std::string::npos);
  const std::string listed = test::mbsim("channels decks/gait/strides.dat 'knee.*'").out;
  EXPECT_NE(listed.find("knee.moment  N m/kg     internal moment"), std::string::npos) << listed;
  EXPECT_NE(listed.find("knee.angle   deg        flexion"), std::string::npos) << listed;
}

// Neither a scale bar nor a force, a time or an axis.
TEST(PictureUnits, WithoutALineThereAreNone) {
  const std::string deck = " decks/kabios/slider_crank_inverse_dynamic.dat";
  for (const std::string verb : {"draw --forces --strip 2", "animate", "draw --ascii"}) {
    const test::Finished drawn = test::mbsim(verb + deck);
    EXPECT_EQ(drawn.status, 0) << drawn.err;
    for (const char* unit : {" m<", " N<", " kN<", " s<", "0 s\n", "\" s\""})
      EXPECT_EQ(drawn.out.find(unit), std::string::npos) << verb << unit;
  }
  for (const std::string verb : {"plot", "plot --gnuplot"}) {
    const test::Finished plotted = test::mbsim(verb + deck + " body2.phid");
    EXPECT_EQ(plotted.status, 0) << plotted.err;
    EXPECT_EQ(plotted.out.find(" ["), std::string::npos) << plotted.out;
  }
}

TEST(PictureUnits, TimesAndScriptsSayThem) {
  const std::string deck = " decks/kabios/units_dynamic.dat";
  EXPECT_NE(test::mbsim("draw --strip 2" + deck).out.find(">t = 0 s<"), std::string::npos);
  EXPECT_NE(test::mbsim("draw --ascii" + deck).out.find("t = 0 s\n"), std::string::npos);
  EXPECT_NE(test::mbsim("animate" + deck + " body2.yd").out.find(">body2.yd [mm/s]<"),
            std::string::npos);
  const std::string script = test::mbsim("plot --gnuplot" + deck + " sda1.power").out;
  EXPECT_NE(script.find("xlabel 't [s]'"), std::string::npos) << script;
  EXPECT_NE(script.find("ylabel 'sda1.power [N*mm/s]'"), std::string::npos) << script;
}

// A CSV has names alone: nobody knows from `body2.y` whether it is in mm.
TEST(PictureUnits, ATableSaysNone) {
  const std::string csv = testing::TempDir() + "picture_units.csv";
  const test::Finished run =
      test::mbsim("--no-report --csv " + csv + " decks/kabios/units_dynamic.dat");
  ASSERT_EQ(run.status, 0) << run.err;
  const test::Finished plotted = test::mbsim("plot " + csv + " t body2.y");
  EXPECT_EQ(plotted.status, 0) << plotted.err;
  EXPECT_NE(plotted.out.find(">body2.y<"), std::string::npos);
  EXPECT_EQ(plotted.out.find(" ["), std::string::npos) << plotted.out;
}

}  // namespace
}  // namespace mbs
