#include "observe/muscles.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/channels.h"
#include "support/dynamic_mechanism.h"

namespace mbs::test {
namespace {

// A forearm at 0.3 rad that turns with 2 rad/s; the muscle shortens while the angle grows.
std::string elbow(const std::string& tendon) {
  return "SEGDYN\nSEGMENT 1 1.5 .35 .15 .02\nSTATE 1 0.3 2\nGRAV 0 -9.81\n"
         "MUSCLE FLEX ARM 1 .345 -.035 .004 FMAX 800 LOPT .13 LSLACK .18 " +
         tendon + " STIM = .5\nTIME 0 0.3 0.1\nEND\n";
}

struct Flexor {
  DynamicMechanism m;
  ChannelRow row;
  explicit Flexor(const std::string& tendon, double activation = 0.4, double strain = 0.02)
      : m(elbow(tendon)) {
    const Muscle& muscle = m.model().forces.muscles.at(0);
    m.state.z[muscle.activation] = activation;
    if (muscle.strain >= 0) m.state.z[muscle.strain] = strain;
    EXPECT_TRUE(m.accelerate()) << m.loaded.diagnostics.format_all();
    MuscleObserver observer(m.loaded.tables, m.model());
    observer.lay_out(row.layout);
    row.fill([&](Vector out) { observer.observe(m.state, m.phase(), *m.dynamics, out.data()); });
  }
  double operator[](const std::string& what) const { return row["FLEX." + what]; }
};

// L = .345 - .035 theta + .004 theta^2; arm dL/dtheta; moment -F arm; power -F dL/dt.
TEST(MuscleObserver, PathAndMomentByHand) {
  for (const char* tendon : {"", "RIGID"}) {
    const Flexor flexor(tendon);
    const double arm = -.035 + .008 * 0.3;
    EXPECT_EQ(flexor.row.layout.channels.size(), muscle_channels(flexor.m.model(), 0));
    EXPECT_NEAR(flexor["l"], .345 - .035 * .3 + .004 * .09, 1e-15);
    EXPECT_NEAR(flexor["ld"], 2 * arm, 1e-15);
    EXPECT_NEAR(flexor["arm1"], arm, 1e-15);
    EXPECT_GT(flexor["f"], 10);
    EXPECT_NEAR(flexor["m1"], -flexor["f"] * arm, 1e-12);
    EXPECT_NEAR(flexor["power"], -flexor["f"] * 2 * arm, 1e-11);
    EXPECT_EQ(flexor["stim"], .5);
    EXPECT_EQ(flexor["act"], .4);
    EXPECT_EQ(flexor.row.layout.tables.size(), 2u);
  }
}

// What fibre and tendon give is the power into the mechanism and what they store.
TEST(MuscleObserver, PowersAddUp) {
  const Flexor flexor("");
  EXPECT_NEAR(flexor["strain"], .02, 1e-15);
  EXPECT_NEAR(flexor["ptendon"] + flexor["pfibre"] - flexor["power"], 0,
              std::fabs(flexor["power"]) + std::fabs(flexor["pfibre"]));
  EXPECT_NEAR(flexor["lce"] + .18 * 1.02, flexor["l"], 1e-12);  // no pennation
  // The tendon takes the rate of the path that the fibre does not have.
  const Muscle& muscle = flexor.m.model().forces.muscles[0];
  EXPECT_NEAR(flexor["lced"] + .18 * flexor.m.state.zd[muscle.strain], flexor["ld"], 1e-12);
}

// d elastic / d strain is F times the slack length.
TEST(MuscleObserver, ElasticEnergyIsTheWorkOnTheTendon) {
  const double h = 1e-6;
  Flexor here(""), more("", .4, .02 + h), less("", .4, .02 - h);
  const auto energy = [](Flexor& flexor) {
    return elastic_energy(flexor.m.model(), flexor.m.state);
  };
  EXPECT_NEAR(energy(here), here["elastic"], 1e-15);
  const double slope = (energy(more) - energy(less)) / (2 * h);
  const double parallel = slope - here["f"] * .18;  // of the fibre, which is shorter by the same
  EXPECT_NEAR(parallel, 0, 0.02 * here["f"] * .18);
}

TEST(MuscleObserver, WithoutMusclesThereIsNothing) {
  DynamicMechanism m("X 1 0 0\nDYNX 1\nEND HALT\nXM 1 1\nTIMESTEP 1 1\nEND END\n");
  Layout layout;
  MuscleObserver(m.loaded.tables, m.model()).lay_out(layout);
  EXPECT_EQ(layout.count(), 0);
  EXPECT_TRUE(layout.tables.empty());
  EXPECT_EQ(elastic_energy(m.model(), m.state), 0);
}

}  // namespace
}  // namespace mbs::test
