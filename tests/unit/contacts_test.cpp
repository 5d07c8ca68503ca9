#include <gtest/gtest.h>

#include <cmath>

#include "observe/observers.h"
#include "support/channels.h"
#include "support/dynamic_mechanism.h"

namespace mbs::test {
namespace {

ChannelRow observed(DynamicMechanism& m) {
  EXPECT_TRUE(m.accelerate()) << m.loaded.diagnostics.format_all();
  const ContactObserver observer(m.loaded.tables, m.model());
  ChannelRow row;
  observer.lay_out(row.layout);
  row.fill([&](Vector out) { observer.observe(m.state, *m.dynamics, out.data()); });
  return row;
}

// A wheel of 0.5 m that has sunk 0.05 m into the ground, or not; it moves with 2 m/s and turns with
// 3 rad/s, so that its lowest point moves with 3.5 m/s. Its stiffness is 1000 N/m.
std::string wheel(double height, const std::string& friction) {
  return "PLCLINE 8 3 4 1 2  0 0 0.5  0 0 1 0\nX 1 0 0\nX 3 0 " + std::to_string(height) +
         "\nX 4 0\nFIX 1\nFIX 2\nRLSE 8\nEND HALT\nXM 3 2\nXM 4 0.3\nCONTACT 8 PENALTY 1000 1 0 " +
         friction + "\nSTARTVX 3 1 2\nSTARTVX 4 1 3\nDOF AUTO\nTIMESTEP 1 1\nEND END\n";
}

TEST(ContactObserver, APressedWheelByHand) {
  DynamicMechanism m(wheel(0.45, "0.3 1e-3"));
  const ChannelRow row = observed(m);
  EXPECT_NEAR(row["contact8.gap"], -0.05, 1e-14);
  EXPECT_NEAR(row["contact8.n"], 50, 1e-10);
  EXPECT_NEAR(std::fabs(row["contact8.slipd"]), 3.5, 1e-13);
  EXPECT_NEAR(std::fabs(row["contact8.f"]), 15, 1e-3);  // all of mu N, far above vs
  EXPECT_LT(row["contact8.f"] * row["contact8.slipd"], 0);
  EXPECT_NEAR(m.a(3, 0), -std::fabs(row["contact8.f"]) / 2, 1e-12);
  EXPECT_NEAR(m.a(3, 1), 25, 1e-10);
  EXPECT_NEAR(m.a(4), 0.5 * std::fabs(row["contact8.f"]) / -0.3, 1e-10);
}

TEST(ContactObserver, AFlyingWheelHasAGapAndNoForce) {
  DynamicMechanism m(wheel(0.75, "0.3 1e-3"));
  const ChannelRow row = observed(m);
  EXPECT_NEAR(row["contact8.gap"], 0.25, 1e-14);
  EXPECT_EQ(row["contact8.n"], 0);
  EXPECT_EQ(row["contact8.f"], 0);
}

// A pin that carries 20 N of weight, in a hole of 0.03 m: its slip is the angle.
TEST(ContactObserver, FrictionShowsWhatPressesTheJoint) {
  DynamicMechanism m(
      "PLREV 5 1 2 3 4  0 0 0 0\nPLTOR 2 2 4\nX 1 0 0\nX 3 0 0\nX 4 0.1\nFIX 1\n"
      "FIX 2\nDYNX 4\nEND HALT\nXM 3 2\nXM 4 0.5\nGRAVITY 0 -10\nSTARTVX 4 1 3\n"
      "FRICTION 5  2 1  0.03 0.2 0.1\nTIMESTEP 1 1\nEND END\n");
  const ChannelRow row = observed(m);
  EXPECT_EQ(row.layout.count(), 4);
  EXPECT_NEAR(row["friction5.load"], 20, 1e-12);
  EXPECT_NEAR(row["friction5.slipd"], 3, 1e-14);
  EXPECT_EQ(row["friction5.f"], m.S(2));
}

TEST(ContactObserver, WithoutContactsThereIsNothing) {
  DynamicMechanism m(
      "PLTRUSS 1 1 2\nX 1 0 0\nX 2 1 0\nFIX 1\nEND HALT\nXM 2 1\nDOF AUTO\n"
      "TIMESTEP 1 1\nEND END\n");
  const ChannelRow row = observed(m);
  EXPECT_EQ(row.layout.count(), 0);
  EXPECT_TRUE(row.layout.tables.empty());
}

}  // namespace
}  // namespace mbs::test
