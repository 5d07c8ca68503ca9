#include <gtest/gtest.h>

#include <cmath>

#include "observe/joint_places.h"
#include "support/channels.h"
#include "support/drawn.h"

namespace mbs::test {
namespace {

// A disc of 1.5 m that is turned by 0.2 rad, and a roller of 0.5 m in the direction (0.6, 0.8).
std::string disc(const std::string& more) {
  return "CAM 6 3 4 1 2 ROLLER 0 0 0.5 RADIUS = 1.5" + more +
         "\nX 1 1 -1\nX 2 0.2\nX 3 2.2 0.6\nX 4 0\nFIX 1\nINPUTX 2\nFIX 3 1\nFIX 4\nEND HALT\n"
         "TIMESTEP 1 1\nEND END\n";
}

TEST(CamPlaces, ADiscIsTouchedTowardsItsFollower) {
  const Drawn m(disc(""));
  ChannelRow row;
  lay_out_cams(m.model().parts, row.layout);
  EXPECT_EQ(row.layout.count(), 6);
  row.fill([&](Vector out) { observe_cams(m.model().parts, m.state(), out.data()); });
  EXPECT_NEAR(row["cam6.u"], std::atan2(0.8, 0.6) - 0.2, 1e-12);
  EXPECT_NEAR(row["cam6.nx"], 0.6, 1e-12);
  EXPECT_NEAR(row["cam6.ny"], 0.8, 1e-12);
  EXPECT_NEAR(row["cam6.x"], 1 + 1.5 * 0.6, 1e-12);
  EXPECT_NEAR(row["cam6.y"], -1 + 1.5 * 0.8, 1e-12);
  EXPECT_NEAR(row["cam6.radius"], 1.5, 1e-12);
}

// The angle between the normal and the guide along y: acos 0.8.
TEST(CamPlaces, AGuideHasAPressureAngle) {
  const Drawn m(disc(" ; ALONG 0 1"));
  ChannelRow row;
  lay_out_cams(m.model().parts, row.layout);
  EXPECT_EQ(row.layout.count(), 7);
  row.fill([&](Vector out) { observe_cams(m.model().parts, m.state(), out.data()); });
  EXPECT_NEAR(std::fabs(row["cam6.pressure"]), std::acos(0.8), 1e-12);
}

// Two discs, of 1.5 and of 0.5 m, that touch between their centres.
TEST(CamPlaces, TwoCurvesTouchBetweenTheirCentres) {
  const Drawn m(
      "CURVES 2 3 4 1 2 RADIUS = 0.5 ; ON RADIUS = 1.5\nX 1 1 -1\nX 2 0.2\nX 3 2.2 0.6\n"
      "X 4 -0.1\nFIX 1\nINPUTX 2\nFIX 3 1\nEND HALT\nTIMESTEP 1 1\nEND END\n");
  ChannelRow row;
  lay_out_cams(m.model().parts, row.layout);
  row.fill([&](Vector out) { observe_cams(m.model().parts, m.state(), out.data()); });
  EXPECT_NEAR(row["curves2.nx"], 0.6, 1e-9);
  EXPECT_NEAR(row["curves2.y"], -1 + 1.5 * 0.8, 1e-9);
  EXPECT_NEAR(row["curves2.ra"], 0.5, 1e-9);
  EXPECT_NEAR(row["curves2.rb"], 1.5, 1e-9);
  EXPECT_NEAR(std::cos(row["curves2.ub"] + 0.2), 0.6, 1e-9);
  EXPECT_NEAR(std::cos(row["curves2.ua"] - 0.1), -0.6, 1e-9);  // towards the other disc
}

TEST(CamPlaces, WithoutCamsThereIsNothing) {
  Layout layout;
  lay_out_cams({}, layout);
  EXPECT_EQ(layout.count(), 0);
}

}  // namespace
}  // namespace mbs::test
