#include <gtest/gtest.h>

#include <cmath>

#include "observe/observers.h"
#include "support/channels.h"
#include "support/dynamic_mechanism.h"

namespace mbs::test {
namespace {

ChannelRow observed(DynamicMechanism& m) {
  EXPECT_TRUE(m.accelerate()) << m.loaded.diagnostics.format_all();
  NetJointObserver observer(m.model());
  ChannelRow row;
  observer.lay_out(row.layout);
  row.fill([&](Vector out) { observer.observe(m.state, *m.dynamics, out.data()); });
  return row;
}

// One body: f = m (a - g), and the moment at the joint is J alpha less that of the force.
TEST(NetJoints, ABodyOnItsOwn) {
  DynamicMechanism m(
      "X 1 0.1 0.5\nX 2 0.3\nINPUTX 1\nINPUTX 2\nEND HALT\nXM 1 3.5\nXM 2 0.05\n"
      "INPUTX 1 1 0.1 0.5 -1.2\nINPUTX 1 2 0.5 0.2 2.5\nINPUTX 2 1 0.3 2.1 -12\n"
      "GRAVITY 0 -9.81\nNETJOINT 7 1 2 0 0 AT 0 0.45\nTIMESTEP 1 1\nEND END\n");
  const ChannelRow row = observed(m);
  const double fx = 3.5 * -1.2, fy = 3.5 * (2.5 + 9.81);
  EXPECT_EQ(row["netjoint7.x"], 0);
  EXPECT_EQ(row["netjoint7.y"], 0.45);
  EXPECT_NEAR(row["netjoint7.fx"], fx, 1e-13);
  EXPECT_NEAR(row["netjoint7.fy"], fy, 1e-13);
  const double moment = 0.05 * -12 - (-0.1 * fy - -0.05 * fx);
  EXPECT_NEAR(row["netjoint7.m"], moment, 1e-13);
  EXPECT_NEAR(row["netjoint7.power"], moment * 2.1, 1e-13);
}

// A shank under a thigh at rest: the ankle carries nothing, the knee the shank, the hip both. The
// knee is fixed in the shank, at (-0.2, 0.1) in its frame, which is turned by 90 degrees.
TEST(NetJoints, ATreeIsSharedFromItsEnds) {
  DynamicMechanism m(
      "X 1 0 0\nX 2 90deg\nX 3 0.4 0.6\nX 4 0\nINPUTX 1\nINPUTX 2\nINPUTX 3\n"
      "INPUTX 4\nEND HALT\nXM 1 3\nXM 3 8\nGRAVITY 0 -10\n"
      "NETJOINT 1 1 2 3 4 -0.2 0.1\nNETJOINT 2 3 4 0 0 AT 0.5 0.9\nTIMESTEP 1 1\n"
      "END END\n");
  const ChannelRow row = observed(m);
  EXPECT_NEAR(row["netjoint1.x"], -0.1, 1e-15);
  EXPECT_NEAR(row["netjoint1.y"], -0.2, 1e-15);
  EXPECT_NEAR(row["netjoint1.fy"], 30, 1e-12);
  EXPECT_NEAR(row["netjoint1.m"], 30 * 0.1, 1e-12);
  EXPECT_NEAR(row["netjoint2.fx"], 0, 1e-12);
  EXPECT_NEAR(row["netjoint2.fy"], 110, 1e-12);
  EXPECT_NEAR(row["netjoint2.m"], 80 * 0.4 - 110 * 0.5, 1e-12);  // both about the origin
}

TEST(NetJoints, NoneShowNothing) {
  DynamicMechanism m("X 1 0 0\nDYNX 1\nEND HALT\nXM 1 1\nTIMESTEP 1 1\nEND END\n");
  EXPECT_EQ(observed(m).layout.count(), 0);
}

}  // namespace
}  // namespace mbs::test
