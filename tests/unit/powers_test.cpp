#include <gtest/gtest.h>

#include <cmath>

#include "observe/observers.h"
#include "support/channels.h"
#include "support/dynamic_mechanism.h"

namespace mbs::test {
namespace {

ChannelRow observed(DynamicMechanism& m) {
  EXPECT_TRUE(m.accelerate()) << m.loaded.diagnostics.format_all();
  const PowerObserver observer(m.loaded.tables, m.model(), m.phase());
  ChannelRow row;
  observer.lay_out(row.layout);
  row.fill([&](Vector out) { observer.observe(m.state, *m.dynamics, out.data()); });
  return row;
}

// A support driven with 2 m/s and 0.5 m/s2 pulls 3 kg through a spring of 100 N/m that is stretched
// by 0.04 m and grows with 2 - 1 m/s.
TEST(PowerObserver, SpringsAndDrivesOfANativeDeck) {
  DynamicMechanism m(
      "PLTRUSS 1 1 2\nX 1 1 0\nX 2 0 0\nFIX 1 2\nFIX 2 2\nINPUTX 1 1\nRLSE 1\n"
      "DYNX 2 1\nEND HALT\nINPUTX 1 1 1.04 2 0.5\nXM 1 5\nXM 2 3\nESTIFF 1 100\n"
      "STARTVX 2 1 1\nTIMESTEP 1 1\nEND END\n");
  const ChannelRow row = observed(m);
  EXPECT_EQ(row.layout.names(), (std::vector<std::string>{"e1_1.power", "x1_1.power"}));
  EXPECT_NEAR(row["e1_1.power"], -4 * 1, 1e-12);
  EXPECT_NEAR(row["x1_1.power"], (4 + 5 * 0.5) * 2, 1e-12);
}

// A joint whose bodies stand at 0.5 and 1.2 rad.
TEST(PowerObserver, AngleOfAJoint) {
  DynamicMechanism m(
      "PLREV 3 1 2 3 4  0 0 -0.5 0\nX 1 0 0\nX 2 0.5\nX 3 0.5 0\nX 4 0\nFIX 1\nFIX 2\n"
      "DYNX 4\nEND HALT\nXM 3 1\nXM 4 0.1\nSTARTDX 4 1 1.2\nTIMESTEP 1 1\nEND END\n");
  EXPECT_NEAR(observed(m)["rev3.angle"], 0.7, 1e-15);
}

// KABIOS: a spring between the ground and the end of a level rod, 0.8 m long, 0.3 m of it stretch.
TEST(PowerObserver, ASpringOfAKabiosDeck) {
  DynamicMechanism m(
      "2 1 0 1 0 0 0 0 0\n0 0 0\n0.5 0 0\n1 2 0 0 -0.5 0\n1\n0 1 1\nMASS 2 2 0.1\n"
      "VEL 2 0 1.5 3\nSDA 1 2  1 0.8  0.5 0  50 0.5 4\nRSDA 1 2 7 0.25 0.5\nEND\n");
  const ChannelRow row = observed(m);
  const double rate = -3, force = 50 * 0.3 + 4 * rate;  // the end moves up towards the spring
  EXPECT_NEAR(row["sda1.length"], 0.8, 1e-14);
  EXPECT_NEAR(row["sda1.rate"], rate, 1e-13);
  EXPECT_NEAR(row["sda1.f"], force, 1e-12);
  EXPECT_NEAR(row["sda1.power"], -force * rate, 1e-12);
  EXPECT_NEAR(row["rsda1.angle"], 0, 1e-15);
  EXPECT_NEAR(row["rsda1.m"], 7 * -0.25 + 0.5 * 3, 1e-13);
  EXPECT_NEAR(row["rsda1.power"], -(7 * -0.25 + 0.5 * 3) * 3, 1e-12);
}

// The moment at the joint of a segment does work on it by its own rate: a brake of -2 w.
TEST(PowerObserver, MomentsOfAChain) {
  DynamicMechanism m(
      "SEGDYN\nSEGMENT 1 2 0.8 0.3 0.05\nSTATE 1 0.4 1.5\nKNOWN M 1 = -2*phid1\n"
      "TIME 0 1 1\nEND\n");
  EXPECT_NEAR(observed(m)["m1.power"], -3 * 1.5, 1e-13);
}

}  // namespace
}  // namespace mbs::test
