#include <gtest/gtest.h>

#include <cmath>

#include "observe/observers.h"
#include "support/channels.h"
#include "support/dynamic_mechanism.h"

namespace mbs::test {
namespace {

ChannelRow observed(DynamicMechanism& m) {
  EXPECT_TRUE(m.accelerate()) << m.loaded.diagnostics.format_all();
  ChainObserver observer(m.loaded.tables, m.model());
  EXPECT_TRUE(observer.present());
  ChannelRow row;
  observer.lay_out(row.layout);
  row.fill([&](Vector out) { observer.observe(m.state, *m.dynamics, out.data()); });
  return row;
}

// A rod of 2 kg that hangs on a joint, 0.3 m before its centre: by hand.
TEST(ChainObserver, AHangingSegment) {
  DynamicMechanism m(
      "SEGDYN\nSEGMENT 1 2 0.8 0.3 0.05\nSTATE 1 0.4 1.5\nGRAV 0 -9.81\n"
      "BASE 2 3 0 0\nTIME 0 1 1\nEND\n");
  const ChannelRow row = observed(m);
  const double c = std::cos(0.4), q = std::sin(0.4), w = 1.5;
  const double a = -2 * 9.81 * 0.3 * c / (0.05 + 2 * 0.09);
  EXPECT_EQ(row["phi1"], 0.4);
  EXPECT_NEAR(row["phidd1"], a, 1e-12);
  EXPECT_NEAR(row["frx1"], 2 * 0.3 * (-a * q - w * w * c), 1e-12);
  EXPECT_NEAR(row["fry1"], 2 * (9.81 + 0.3 * (a * c - w * w * q)), 1e-12);
  EXPECT_EQ(row["m1"], 0);
  EXPECT_NEAR(row["fexty1"], -19.62, 1e-13);
  EXPECT_EQ(row["frx2"], 0);
  EXPECT_NEAR(row["x"], 2, 1e-15);
  EXPECT_NEAR(row["y"], 3, 1e-15);
  EXPECT_NEAR(row["yd"], 0, 1e-14);
  EXPECT_NEAR(row["xdd"], 0, 1e-12);
}

// Thrown without a base: the force at the first joint is 0, and the base, 0.3 m from the centre
// that falls, has the acceleration of the turn beside.
TEST(ChainObserver, AFreeBaseIsBesideTheCentre) {
  DynamicMechanism m(
      "SEGDYN\nSEGMENT 1 2 0.8 0.3 0.05\nSTATE 1 0.4 1.5\nGRAV 0 -9.81\nFREE BASE\n"
      "BASE 2 3 0.5 -1\nTIME 0 1 1\nEND\n");
  const ChannelRow row = observed(m);
  EXPECT_NEAR(row["fry1"], 0, 1e-13);
  EXPECT_NEAR(row["phidd1"], 0, 1e-13);
  EXPECT_NEAR(row["xd"], 0.5, 1e-14);
  EXPECT_NEAR(row["yd"], -1, 1e-14);
  EXPECT_NEAR(row["xdd"], 2.25 * 0.3 * std::cos(0.4), 1e-12);
  EXPECT_NEAR(row["ydd"], -9.81 + 2.25 * 0.3 * std::sin(0.4), 1e-12);
}

// A locked angle turns on with its rate: the moment of the weight, its power, and a column that is
// left for its work.
TEST(ChainObserver, ALockHasAMomentAndAMeter) {
  DynamicMechanism m(
      "SEGDYN\nSEGMENT 1 2 0.8 0.3 0.05\nSTATE 1 0.4 1.5\nGRAV 0 -9.81\n"
      "LOCK PHI 1\nTIME 0 1 1\nEND\n");
  const ChannelRow row = observed(m);
  const double moment = 2 * 9.81 * 0.3 * std::cos(0.4);
  EXPECT_NEAR(row["phidd1"], 0, 1e-13);
  EXPECT_NEAR(row["lock1.m"], moment, 1e-12);
  EXPECT_NEAR(row["lock1.power"], 1.5 * moment, 1e-12);
  EXPECT_EQ(row["lock1.work"], 0);
  ChainObserver observer(m.loaded.tables, m.model());
  Layout layout;
  observer.lay_out(layout);
  ASSERT_EQ(observer.meters().size(), 1u);
  EXPECT_EQ(layout.name(observer.meters()[0].column), "lock1.work");
  EXPECT_EQ(observer.meters()[0].coordinate, m.model().turning.back());
}

// Two rods that lean on each other between two supports, at rest; the forces of the tip are those
// on the environment.
TEST(ChainObserver, AFixedTipPressesOnTheEnvironment) {
  DynamicMechanism m(
      "SEGDYN\nSEGMENT 1 2 0.5 0.25 0.05\nSEGMENT 2 2 0.5 0.25 0.05\nSTATE 1 0.6 0\n"
      "STATE 2 -0.6 0\nGRAV 0 -10\nFIX TIP\nTIME 0 1 1\nEND\n");
  const ChannelRow row = observed(m);
  // A three-hinged arch: half of the weight on each side, thrust 20 * 0.25 cos 0.6 / (0.5 sin 0.6).
  const double thrust = 20 * 0.25 * std::cos(0.6) / (0.5 * std::sin(0.6));
  EXPECT_NEAR(row["fry1"], 20, 1e-11);
  EXPECT_NEAR(row["frx1"], thrust, 1e-11);
  EXPECT_NEAR(row["fry3"], -20, 1e-11);
  EXPECT_NEAR(row["frx3"], thrust, 1e-11);
  EXPECT_NEAR(row["frx2"], thrust, 1e-11);
}

TEST(ChainObserver, OtherDecksHaveNoChain) {
  DynamicMechanism m(
      "PLTRUSS 1 1 2\nX 1 0 0\nX 2 1 0\nFIX 1\nEND HALT\nXM 2 1\nDOF AUTO\n"
      "TIMESTEP 1 1\nEND END\n");
  EXPECT_FALSE(ChainObserver(m.loaded.tables, m.model()).present());
}

}  // namespace
}  // namespace mbs::test
