#include "observe/forces.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/channels.h"
#include "support/dynamic_mechanism.h"

namespace mbs::test {
namespace {

// A formula of t has a clock, which is a coordinate of no node: it has no row of its own.
TEST(MotionObserver, TheClockOfAFormulaIsNotShown) {
  Mechanism m(
      "X 1 0 0\nX 2 0 7\nFIX 1 2\nFIX 2\nFORMULA 1 = x1_1 - sin(t)\nEND HALT\n"
      "TIMESTEP 1 2\nEND END\n");
  m.state.t = 0.5;
  ASSERT_TRUE(m.assemble());
  const MotionObserver observer(m.model(), RowsOf::nodes);
  ChannelRow row;
  observer.lay_out(m.phase(), row.layout);
  EXPECT_EQ(row.layout.count(), 4 * 3 + 3);
  row.fill([&](Vector out) { observer.observe(m.state, out); });
  EXPECT_NEAR(row["x1_1"], std::sin(0.5), 1e-15);
  EXPECT_NEAR(row["v1_1"], std::cos(0.5), 1e-15);
  EXPECT_NEAR(row["a1_1"], -std::sin(0.5), 1e-15);
  EXPECT_EQ(row["x2_2"], 7);
  EXPECT_NEAR(row["e1_1"], 0, 1e-15);
  EXPECT_NEAR(row["ed1_1"], 0, 1e-15);
  EXPECT_NEAR(row["edd1_1"], 0, 1e-15);
}

TEST(MotionObserver, ReportsOfBodiesHaveNoRowsOfNodes) {
  Mechanism m("PLTRUSS 1 1 2\nX 1 0 0\nX 2 1 0\nFIX 1\nFIX 2\nRLSE 1\nEND END\n");
  Layout layout;
  MotionObserver(m.model(), RowsOf::bodies).lay_out(m.phase(), layout);
  EXPECT_EQ(layout.count(), 0);
  EXPECT_TRUE(layout.tables.empty());
}

// 2 kg on a rod along (0.6, -0.8), at rest, with a side load of 5 N: S = 16 + 3.
TEST(NodesAndElements, APendulumByHand) {
  DynamicMechanism m(
      "PLTRUSS 1 1 2\nX 1 0 0\nX 2 0.6 -0.8\nFIX 1\nDYNX 2 1\nEND HALT\nXM 2 2\nXF 2 5 0\n"
      "GRAVITY 0 -10\nTIMESTEP 1 1\nEND END\n");
  ASSERT_TRUE(m.accelerate());
  ChannelRow nodes, elements;
  lay_out_nodes(m.model(), m.phase(), nodes.layout);
  lay_out_elements(m.model(), m.phase(), elements.layout);
  nodes.fill([&](Vector out) { observe_nodes(m.model(), m.state, *m.dynamics, out.data()); });
  elements.fill([&](Vector out) { observe_elements(m.model(), m.state, *m.dynamics, out.data()); });
  const double S = 20 * 0.8 + 5 * 0.6;
  EXPECT_NEAR(elements["s1_1"], S, 1e-13);
  EXPECT_EQ(elements["e1_1"], 0);
  EXPECT_EQ(nodes["f2_1"], 5);
  EXPECT_NEAR(nodes["f2_2"], -20, 1e-14);
  EXPECT_NEAR(nodes["r1_1"], -0.6 * S, 1e-13);
  EXPECT_NEAR(nodes["r1_2"], 0.8 * S, 1e-13);
  EXPECT_EQ(nodes["r2_1"], 0);
  EXPECT_NEAR(nodes["a2_1"], (5 - 0.6 * S) / 2, 1e-13);
  ASSERT_EQ(nodes.layout.tables.size(), 1u);
  EXPECT_EQ(nodes.layout.tables[0].rows[0].labels, "    1  1     F");
  EXPECT_EQ(nodes.layout.tables[0].rows[2].labels, "    2  1     D");
}

// An orientation shows its quaternion, a velocity for each axis of the body, and their moments.
TEST(NodesAndElements, AnOrientationHasFourNumbersAndThreeRates) {
  DynamicMechanism m(
      "X 1 0 0 0\nX 2 1 0 0 0\nDYNX 1\nDYNX 2\nEND HALT\nXM 1 2\n"
      "XM 2 1 0 0 2 0 3\nSTARTVX 2 3 4\nXF 2 0 0 6\nTIMESTEP 1 1\nEND END\n");
  ASSERT_TRUE(m.accelerate()) << m.loaded.diagnostics.format_all();
  ChannelRow row;
  lay_out_nodes(m.model(), m.phase(), row.layout);
  EXPECT_EQ(row.layout.count(), 3 * 5 + 4 + 3 * 4);
  row.fill([&](Vector out) { observe_nodes(m.model(), m.state, *m.dynamics, out.data()); });
  EXPECT_EQ(row["x2_1"], 1);
  EXPECT_EQ(row["x2_4"], 0);
  EXPECT_EQ(row["v2_3"], 4);
  EXPECT_EQ(row["f2_3"], 6);
  EXPECT_NEAR(row["a2_3"], 2, 1e-14);
}

// A level rod of 2 kg and J = 0.1 on a pin 0.5 m from its centre, turning with 3 rad/s.
TEST(ReactionObserver, ARevoluteJointByHand) {
  DynamicMechanism m(
      "2 1 0 1 0 0 0 0 0\n0 0 0\n0.5 0 0\n1 2 0 0 -0.5 0\n1\n0 1 1\n"
      "MASS 2 2 0.1\nVEL 2 0 1.5 3\nGRAV 0 -10\nEND\n");
  ASSERT_TRUE(m.accelerate()) << m.loaded.diagnostics.format_all();
  const ReactionObserver observer(m.model());
  ChannelRow row;
  observer.lay_out(row.layout);
  row.fill([&](Vector out) { observer.observe(m.state, *m.dynamics, out.data()); });
  const double alpha = -2 * 10 * 0.5 / (0.1 + 2 * 0.25);
  EXPECT_NEAR(row["rev1.fx"], -2 * 9 * 0.5, 1e-12);  // of the ground on the rod
  EXPECT_NEAR(row["rev1.fy"], 2 * (alpha * 0.5 + 10), 1e-12);
  EXPECT_NEAR(row["rev1.angle"], 0, 1e-15);
  EXPECT_NEAR(row["ground1.fy"], row["rev1.fy"], 1e-12);
  EXPECT_NEAR(row["ground1.m"], 0, 1e-12);
}

// The same rod driven at a constant 3 rad/s: the motor holds the moment of the weight.
TEST(ReactionObserver, ADriverGivesItsEffortAndPower) {
  DynamicMechanism m(
      "2 1 0 1 0 1 0 0 0\n0 0 0\n0.5 0 0\n1 2 0 0 -0.5 0\n1\n2 3 0 3 0\n0 1 1\n"
      "MASS 2 2 0.1\nGRAV 0 -10\nEND\n");
  ASSERT_TRUE(m.accelerate()) << m.loaded.diagnostics.format_all();
  const ReactionObserver observer(m.model());
  ChannelRow row;
  observer.lay_out(row.layout);
  row.fill([&](Vector out) { observer.observe(m.state, *m.dynamics, out.data()); });
  EXPECT_NEAR(row["driver1.f"], 2 * 10 * 0.5, 1e-12);
  EXPECT_NEAR(row["driver1.power"], 30, 1e-12);
}

}  // namespace
}  // namespace mbs::test
