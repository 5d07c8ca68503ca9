#include "observe/observer.h"

#include <gtest/gtest.h>

#include "plan/plan.h"
#include "support/channels.h"
#include "support/dynamic_mechanism.h"

namespace mbs::test {
namespace {

// 2 kg thrown upwards with 3 m/s, under gravity 10.
constexpr const char* kThrown =
    "X 1 0 0\nDYNX 1\nEND HALT\nXM 1 2\nSTARTVX 1 2 3\n"
    "GRAVITY 0 -10\nTIMESTEP 1 1\nEND END\n";

struct Observed {
  DynamicMechanism m;
  Observer observer;
  ChannelRow row;
  explicit Observed(const std::string& deck)
      : m(deck), observer(m.loaded.tables, m.model(), m.phase()) {
    EXPECT_TRUE(m.accelerate()) << m.loaded.diagnostics.format_all();
    row.layout = observer.layout();
  }
  // The point at a height with a velocity.
  void move(double y, double v) {
    m.state.x[1] = y, m.state.v[1] = v;
    EXPECT_TRUE(m.dynamics->accelerate(m.place(), m.state).ok());
  }
  void observe(double work = 0) {
    row.fill([&](Vector out) { observer.observe(m.state, *m.dynamics, work, out); });
  }
};

TEST(Observer, TheBalanceCountsFromTheFirstRow) {
  Observed o(kThrown);
  o.observe();
  EXPECT_EQ(o.row["energy.kinetic"], 9);
  EXPECT_EQ(o.row["energy.balance"], 0);
  o.move(0.45, 0);  // all of it is height
  o.observe();
  EXPECT_NEAR(o.row["energy.potential"], 9, 1e-14);
  EXPECT_NEAR(o.observer.balance(), 0, 1e-14);
  o.move(0.45, 1);  // 1 J too much, of which work explains 0.4
  o.observe(0.4);
  EXPECT_NEAR(o.observer.balance(), 0.6, 1e-14);
  EXPECT_NEAR(o.observer.energy_scale(), 9, 1e-14);
  EXPECT_LE(o.observer.momentum_gap(), 1e-15);
  EXPECT_NEAR(o.observer.velocity_slope()[0] + o.observer.velocity_slope()[1], 6, 1e-14);
}

// A probe gives the numbers of the row and leaves the figures of the audit alone.
TEST(Observer, AProbeChangesNoFigure) {
  Observed o(kThrown);
  o.observe();
  o.move(5, 7);
  o.row.fill([&](Vector out) { o.observer.probe(o.m.state, *o.m.dynamics, 0, out); });
  EXPECT_NEAR(o.row["energy.balance"], 49 + 100 - 9, 1e-12);
  EXPECT_EQ(o.observer.balance(), 0);
  EXPECT_EQ(o.observer.energy_scale(), 9);
  EXPECT_NEAR(o.observer.energy(o.m.state, *o.m.dynamics), 149, 1e-12);
  EXPECT_NEAR(o.observer.kinetic(), 49, 1e-13);
}

// A row with a number that is not finite will be no row.
TEST(Observer, ARowThatIsNotFiniteLeavesTheAudit) {
  Observed o(kThrown);
  o.observe();
  o.m.state.a[0] = HUGE_VAL;
  std::vector<double> values(static_cast<std::size_t>(o.observer.layout().count()));
  o.observer.observe(o.m.state, *o.m.dynamics, 1e6, values);
  EXPECT_EQ(o.observer.balance(), 0);
  EXPECT_EQ(o.observer.energy_scale(), 9);
}

TEST(Observer, PartsAreThoseOfTheChannels) {
  Observed o(
      "PLREV 3 1 2 3 4  0 0 -0.5 0\nX 1 0 0\nX 3 0.5 0\nFIX 1\nFIX 2\nDYNX 4\nEND HALT\n"
      "XM 3 1\nXM 4 0.1\nTIMESTEP 1 1\nEND END\n");
  const auto parts = [&](const char* name) {
    for (int k = 0; k < o.observer.layout().count(); ++k)
      if (o.observer.layout().name(k) == name) return o.observer.parts_with(std::array{k});
    ADD_FAILURE() << name;
    return Observer::Parts{};
  };
  EXPECT_TRUE(parts("s3_1").forces);
  EXPECT_FALSE(parts("s3_1").totals);
  EXPECT_TRUE(parts("rev3.angle").powers);
  EXPECT_FALSE(parts("rev3.angle").forces);
  EXPECT_TRUE(parts("momentum.angular").totals);
  EXPECT_TRUE(parts("rev3.y").joints);
  EXPECT_FALSE(parts("rev3.y").powers);
  EXPECT_FALSE(o.observer.parts_with({}).forces);
}

// Only what is asked for is computed.
TEST(Observer, AProbeOfSomePartsFillsThese) {
  Observed o(kThrown);
  o.observe();
  o.move(5, 7);
  std::vector<double> values(o.row.layout.channels.size(), -1.0);
  Observer::Parts totals;
  totals.totals = true;
  o.observer.probe(o.m.state, *o.m.dynamics, 0, values, totals);
  EXPECT_EQ(values[0], -1);  // x1_1
  for (std::size_t k = 0; k < values.size(); ++k)
    EXPECT_NEAR(values[k], o.row.layout.channels[k].name == "energy.kinetic" ? 49 : values[k],
                1e-13);
}

TEST(Observer, LettersFollowTheClasses) {
  Observed o(kThrown);
  EXPECT_EQ(o.observer.layout().tables[0].rows[0].labels, "    1  1     D");
  o.m.phase().x_class[0] = Class::fixed;
  o.observer.relabel();
  EXPECT_EQ(o.observer.layout().tables[0].rows[0].labels, "    1  1     F");
  EXPECT_EQ(o.observer.layout().tables[0].rows[1].labels, "    1  2     D");
}

TEST(Observer, ImpulsesOfEventsAreCounted) {
  Observed o(
      "X 1 0 0\nDYNX 1\nEND HALT\nXM 1 2\nEVENT hit WHEN x1_2 FALLING DO FIX X 1 2\n"
      "TIMESTEP 1 1\nEND END\n");
  o.observer.add_impulses({0, 4}, {});
  o.observer.add_impulses({0, -1}, {});
  o.observe();
  EXPECT_EQ(o.row["r1_2.impulse"], 3);
}

}  // namespace
}  // namespace mbs::test
