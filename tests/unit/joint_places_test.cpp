#include "observe/joint_places.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/channels.h"
#include "support/drawn.h"

namespace mbs::test {
namespace {

// PLREV shows its place on the first body.
TEST(JointPlaces, NativeJointsHaveTheirOwnNumbers) {
  const Drawn m(
      "PLREV 4 1 2 3 4  0.3 0.1 -0.5 0\nX 1 1 2\nX 2 0.5\nX 3 2 2\nFIX 1\nEND HALT\n"
      "TIMESTEP 1 1\nEND END\n");
  const JointPlaces places(m.model());
  ChannelRow row;
  places.lay_out(row.layout);
  ASSERT_EQ(row.layout.count(), 2);
  row.fill([&](Vector out) { places.observe(m.state(), out.data()); });
  EXPECT_NEAR(row["rev4.x"], 1 + 0.3 * std::cos(0.5) - 0.1 * std::sin(0.5), 1e-15);
  EXPECT_NEAR(row["rev4.y"], 2 + 0.3 * std::sin(0.5) + 0.1 * std::cos(0.5), 1e-15);
}

// KABIOS joints are counted by their kind; a chain has its proximal ends and its tip.
TEST(JointPlaces, OtherDialectsCountTheirJoints) {
  const Drawn kabios(
      "3 1 1 1 0 1 0 0 0\n0 0 0\n0.5 0 0\n2 0 0\n1 2 0 0 -0.5 0\n"
      "1 3 0 0 1 0 -1 0\n1\n2 3 0 1 0\n0 1 1\n");
  Layout layout;
  JointPlaces(kabios.model()).lay_out(layout);
  EXPECT_EQ(layout.names(), (std::vector<std::string>{"rev1.x", "rev1.y", "tran1.x", "tran1.y"}));
  const Drawn chain(
      "SEGDYN\nSEGMENT 1 1 0.5 0.2 0.01\nSEGMENT 2 1 0.4 0.2 0.01\nSTATE 1 0.3 0\n"
      "STATE 2 1.1 0\nTIME 0 1 1\nEND\n");
  const JointPlaces places(chain.model());
  ChannelRow row;
  places.lay_out(row.layout);
  EXPECT_EQ(row.layout.count(), 6);
  row.fill([&](Vector out) { places.observe(chain.state(), out.data()); });
  EXPECT_NEAR(row["joint1.x"], 0, 1e-15);
  EXPECT_NEAR(row["joint2.y"], 0.5 * std::sin(0.3), 1e-15);
  EXPECT_NEAR(row["joint3.x"], 0.5 * std::cos(0.3) + 0.4 * std::cos(1.1), 1e-15);
}

TEST(JointPlaces, WithoutJointsThereIsNothing) {
  const Drawn m("PLTRUSS 1 1 2\nX 1 0 0\nX 2 1 0\nFIX 1\nEND HALT\nTIMESTEP 1 1\nEND END\n");
  Layout layout;
  JointPlaces(m.model()).lay_out(layout);
  EXPECT_EQ(layout.count(), 0);
}

}  // namespace
}  // namespace mbs::test
