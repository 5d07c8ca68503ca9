#include <gtest/gtest.h>

#include "observe/observers.h"
#include "support/channels.h"
#include "support/drawn.h"

namespace mbs::test {
namespace {

std::string pendulum(const std::string& event) {
  return "PLTRUSS 1 1 2\nX 1 0 0\nX 2 0.6 -0.8\nFIX 1\nEND HALT\nXM 2 1\nDOF AUTO\n" + event +
         "TIMESTEP 1 1\nEND END\n";
}

// Held at the start are node 1 and the rod; the event holds x of node 2.
TEST(ImpulseObserver, CountsWhatIsHeldOrWillBe) {
  Drawn m(pendulum("EVENT hit WHEN x2_1 RISING DO FIX X 2 1\n"));
  ImpulseObserver observer(m.loaded.tables, m.model(), m.phase());
  ChannelRow row;
  observer.lay_out(row.layout);
  EXPECT_EQ(row.layout.names(), (std::vector<std::string>{"r1_1.impulse", "r1_2.impulse",
                                                          "r2_1.impulse", "s1_1.impulse"}));
  EXPECT_TRUE(row.layout.tables.empty());
  observer.add({1, 2, 3, 4}, {5});
  observer.add({0.5, 0, -4, 9}, {-1});
  row.fill([&](Vector out) { observer.observe(out.data()); });
  EXPECT_EQ(row["r1_1.impulse"], 1.5);
  EXPECT_EQ(row["r1_2.impulse"], 2);
  EXPECT_EQ(row["r2_1.impulse"], -1);
  EXPECT_EQ(row["s1_1.impulse"], 4);
}

TEST(ImpulseObserver, WithoutAJumpThereAreNoChannels) {
  for (const char* event : {"", "EVENT end WHEN x2_1 RISING DO STOP\n",
                            "EVENT cut WHEN x2_1 RISING DO RELEASE E 1\n"}) {
    Drawn m(pendulum(event));
    Layout layout;
    ImpulseObserver(m.loaded.tables, m.model(), m.phase()).lay_out(layout);
    EXPECT_EQ(layout.count(), 0) << event;
  }
}

TEST(ImpulseObserver, ReportsOfBodiesUseTheirWords) {
  Drawn m(
      "2 1 0 1 0 0 0 0 0\n0 0 0\n0.5 0 0\n1 2 0 0 -0.5 0\n1\n0 1 1\nMASS 2 2 0.1\n"
      "EVENT hit WHEN body2.phi FALLING DO IMPACT BODY 2 PHI e = 0.5\nEND\n");
  Layout layout;
  ImpulseObserver(m.loaded.tables, m.model(), m.phase()).lay_out(layout);
  EXPECT_EQ(layout.names(),
            (std::vector<std::string>{"body1.x.impulse", "body1.y.impulse", "body1.phi.impulse",
                                      "body2.phi.impulse", "revolute1_1.impulse",
                                      "revolute1_2.impulse"}));
}

}  // namespace
}  // namespace mbs::test
