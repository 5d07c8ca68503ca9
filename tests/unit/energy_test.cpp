#include "observe/energy.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/channels.h"
#include "support/dynamic_mechanism.h"

namespace mbs::test {
namespace {

Totals totals(DynamicMechanism& m) {
  EXPECT_TRUE(m.accelerate()) << m.loaded.diagnostics.format_all();
  return TotalsObserver(m.model()).observe(m.model(), m.phase(), m.state, *m.dynamics, true);
}

double power(DynamicMechanism& m) {
  return TotalsObserver(m.model()).power(m.model(), m.phase(), m.state, *m.dynamics);
}

// 2 kg at (3, 4) with (1, 2) m/s and 1 kg at (-1, 0) with (0, -3) m/s, a wheel of 0.5 kg m2 that
// turns with 4 rad/s, and between the points a spring (20 N/m, damped) of 5 m without load.
constexpr const char* kPoints = R"(PLTRUSS 1 1 2
X 1 3 4
X 2 -1 0
X 3 0
RLSE 1
DYNX 1
DYNX 2
DYNX 3
END HALT
XM 1 2
XM 2 1
XM 3 0.5
STARTVX 1 1 1
STARTVX 1 2 2
STARTVX 2 2 -3
STARTVX 3 1 4
EREST 1 5
ESTIFF 1 100
EDAMP 1 10
XF 2 6 0
XF 3 -2
GRAVITY 0 -10
TIMESTEP 1 1
END END
)";

TEST(Energy, TwoPointsAWheelAndASpring) {
  DynamicMechanism m(kPoints);
  const Totals t = totals(m);
  const double e = std::sqrt(32.0) - 5, rate = (4 * 1 + 4 * (2 + 3)) / std::sqrt(32.0);
  EXPECT_NEAR(t.kinetic, 0.5 * 2 * 5 + 0.5 * 9 + 0.5 * 0.5 * 16, 1e-13);
  EXPECT_NEAR(t.potential, 2 * 10 * 4 + 0.5 * 20 * e * e, 1e-12);
  EXPECT_EQ(t.elastic, 0);
  EXPECT_NEAR(power(m), 6 * 0 - 2 * 4 - 2 * rate * rate, 1e-12);  // loads and the damper
  EXPECT_NEAR(t.mass, 3, 1e-15);
  EXPECT_NEAR(t.centre[0], 5. / 3, 1e-15);
  EXPECT_NEAR(t.centre[1], 8. / 3, 1e-15);
  EXPECT_NEAR(t.velocity[1], 1. / 3, 1e-15);
  EXPECT_NEAR(t.acceleration[0], 6. / 3, 1e-13);
  EXPECT_NEAR(t.acceleration[1], -10, 1e-13);
  EXPECT_NEAR(t.momentum[0], 2, 1e-15);
  EXPECT_NEAR(t.momentum[1], 1, 1e-15);
  EXPECT_NEAR(t.angular_momentum[2], 2 * (3 * 2 - 4 * 1) + 1 * 3 + 0.5 * 4, 1e-14);
  EXPECT_NEAR(t.velocity_slope[0] + t.velocity_slope[1], 2 + 4 + 3 + 2, 1e-14);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_GT(t.momentum_terms[k], 0);
    EXPECT_LE(t.momentum_gaps[k], 1e-14 * t.momentum_terms[k]);
  }
  // Without the audit all that is shown is the same.
  const Totals shown =
      TotalsObserver(m.model()).observe(m.model(), m.phase(), m.state, *m.dynamics, false);
  EXPECT_EQ(shown.kinetic, t.kinetic);
  EXPECT_EQ(shown.potential, t.potential);
  EXPECT_EQ(shown.centre, t.centre);
  EXPECT_EQ(shown.acceleration, t.acceleration);
  EXPECT_EQ(shown.angular_momentum, t.angular_momentum);
}

// The rate of kinetic and potential energy is the power, at the accelerations found.
TEST(Energy, PowerIsTheRateOfTheEnergy) {
  DynamicMechanism m(kPoints);
  totals(m);  // finds the state
  const double now = power(m);
  const State here = m.state;
  const auto energy = [&](double h) {
    m.state = here;
    for (std::size_t i = 0; i < here.v.size(); ++i) {
      m.state.x[i] += h * (here.v[i] + h / 2 * here.a[i]);
      m.state.v[i] += h * here.a[i];
    }
    EXPECT_TRUE(m.dynamics->accelerate(m.place(), m.state).ok());
    const Totals t =
        TotalsObserver(m.model()).observe(m.model(), m.phase(), m.state, *m.dynamics, false);
    return t.kinetic + t.potential;
  };
  const double h = 1e-5;
  EXPECT_NEAR((energy(h) - energy(-h)) / (2 * h), now, 1e-6);  // seen 1.5e-7
}

// A bar of 3 kg/m and 2 m that turns about one end with 1.5 rad/s: m l^2 / 3 and m l / 2.
TEST(Energy, AMassOfAnElement) {
  DynamicMechanism m(
      "PLTRUSS 1 1 2\nX 1 0 0\nX 2 2 0\nFIX 1\nDYNX 2 2\nEND HALT\nEM 1 3\n"
      "STARTVX 2 2 3\nTIMESTEP 1 1\nEND END\n");
  const Totals t = totals(m);
  EXPECT_NEAR(t.mass, 6, 1e-14);
  EXPECT_NEAR(t.kinetic, 0.5 * (6 * 4 / 3.) * 2.25, 1e-13);
  EXPECT_NEAR(t.angular_momentum[2], 6 * 4 / 3. * 1.5, 1e-13);
  EXPECT_NEAR(t.centre[0], 1, 1e-14);
  EXPECT_NEAR(t.momentum[1], 6 * 1.5, 1e-13);
  EXPECT_NEAR(t.acceleration[0], -2.25, 1e-13);
}

TEST(Energy, WithoutMassThereIsNoCentre) {
  DynamicMechanism m(
      "PLTRUSS 1 1 2\nX 1 0 0\nX 2 1 0\nFIX 1\nFIX 2 2\nEND HALT\nXF 2 3 0\n"
      "FORM AUTO\nTIMESTEP 1 1\nEND END\n");
  const Totals t = totals(m);
  EXPECT_EQ(t.mass, 0);
  EXPECT_EQ(t.centre[0], 0);
  EXPECT_EQ(t.kinetic, 0);
}

TEST(Energy, TotalsStandInTheOrderOfTheManual) {
  Totals t;
  t.kinetic = 1, t.potential = 2;
  t.centre = {3, 4, 5}, t.velocity = {6, 7, 8}, t.acceleration = {9, 10, 11};
  t.momentum = {12, 13, 14}, t.angular_momentum = {15, 16, 17};
  for (const bool spatial : {false, true}) {
    ChannelRow row;
    lay_out_totals(spatial, row.layout);
    EXPECT_EQ(row.layout.count(), spatial ? 19 : 13);
    row.fill([&](Vector out) { put_totals(t, spatial, 100, 0.5, out.data()); });
    EXPECT_EQ(row["energy.work"], 100);
    EXPECT_EQ(row["energy.balance"], 1 + 2 - 100 - 0.5);
    EXPECT_EQ(row["cm.yd"], 7);
    EXPECT_EQ(row["cm.xdd"], 9);
    EXPECT_EQ(row["momentum.y"], 13);
    EXPECT_EQ(row[spatial ? "momentum.angularz" : "momentum.angular"], 17);
    if (!spatial) continue;
    EXPECT_EQ(row["cm.zdd"], 11);
    EXPECT_EQ(row["momentum.angularx"], 15);
  }
}

}  // namespace
}  // namespace mbs::test
