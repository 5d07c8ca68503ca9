#include "solve/statics/equilibrium.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/dynamic_mechanism.h"

namespace mbs::test {
namespace {

EquilibriumStatus solve(DynamicMechanism& m, const EquilibriumSettings& settings = {}) {
  EXPECT_TRUE(m.dynamics->start(m.state).ok()) << m.loaded.diagnostics.format_all();
  return Equilibrium(m.model(), m.phase(), *m.dynamics, settings).solve(m.state);
}

// 2 kg on a spring of 100 N/m that is 1 m long without load, under gravity 10: 1.2 m.
std::string hanging(const std::string& law) {
  return "PLTRUSS 1 1 2\nX 1 0 0\nX 2 0 -1\nFIX 1\nFIX 2 1\nRLSE 1\nDYNX 2 2\nEND HALT\nXM 2 2\n" +
         law + "GRAVITY 0 -10\nSTATIC\nEND END\n";
}

TEST(Equilibrium, AMassOnASpring) {
  DynamicMechanism m(hanging("ESTIFF 1 100\n"));
  const EquilibriumStatus status = solve(m);
  ASSERT_TRUE(status.ok());
  EXPECT_NEAR(m.x(2, 1), -1.2, 1e-14);
  EXPECT_TRUE(status.stable);
  EXPECT_TRUE(status.judged);
  EXPECT_EQ(status.load_steps, 1);
  EXPECT_NEAR(m.S(1), 20, 1e-13);
  EXPECT_NEAR(m.r(1, 1), 20, 1e-13);
}

// S = 100 e + 5000 e^3 = 20, by halving; in four load steps.
TEST(Equilibrium, ACurvedLawInLoadSteps) {
  EquilibriumSettings settings;
  settings.load_steps = 4;
  DynamicMechanism m(hanging("ELAW 1 1 = 100*e + 5000*e^3\n"));
  const EquilibriumStatus status = solve(m, settings);
  ASSERT_TRUE(status.ok());
  EXPECT_EQ(status.load_steps, 4);
  EXPECT_EQ(status.load_factor, 1);
  double low = 0, high = 1;
  for (int k = 0; k < 100; ++k) {
    const double e = (low + high) / 2;
    (100 * e + 5000 * e * e * e < 20 ? low : high) = e;
  }
  EXPECT_NEAR(m.x(2, 1), -1 - low, 1e-12);
}

// A rigid pendulum. Upright nothing is out of balance, and the state says that it is unstable; from
// a tilt it goes down all the way.
TEST(Equilibrium, UprightIsUnstableAndATiltGoesDown) {
  const auto pendulum = [](const std::string& tilt) {
    return "PLREV 1 1 2 3 4  0 0 -1 0\nX 1 0 0\nX 3 0 1\nX 4 90deg\nFIX 1\nFIX 2\nDYNX 4\nEND "
           "HALT\nXM 3 2\nGRAVITY 0 -10\nSTARTDX 4 1 " +
           tilt + "\nSTATIC\nEND END\n";
  };
  DynamicMechanism upright(pendulum("90deg"));
  const EquilibriumStatus top = solve(upright);
  EXPECT_NEAR(upright.x(3, 1), 1, 1e-9);
  EXPECT_TRUE(!top.ok() || !top.stable);
  DynamicMechanism tilted(pendulum("1.5"));
  const EquilibriumStatus bottom = solve(tilted);
  ASSERT_TRUE(bottom.ok());
  EXPECT_TRUE(bottom.stable);
  EXPECT_NEAR(tilted.x(3, 1), -1, 1e-12);
}

TEST(Equilibrium, AMotionWithoutStiffnessIsNamed) {
  DynamicMechanism m(
      "PLTRUSS 1 1 2\nX 1 0 0\nX 2 1 0\nFIX 1 2\nFIX 2 2\nDYNX 1 1\nEND HALT\n"
      "XM 2 2\nSTATIC\nEND END\n");
  const EquilibriumStatus status = solve(m);
  EXPECT_EQ(status.kind, EquilibriumKind::no_stiffness);
  EXPECT_EQ(status.coordinate, m.coordinate(1));
}

// The spring gives no more than 15 N, three quarters of the weight.
TEST(Equilibrium, BeyondALimitLoadTheLastBalanceIsKept) {
  EquilibriumSettings settings;
  settings.load_steps = 2;
  DynamicMechanism m(hanging("ELAW 1 1 = 15*tanh(10*e)\n"));
  const EquilibriumStatus status = solve(m, settings);
  EXPECT_FALSE(status.ok());
  EXPECT_GE(status.reached, 0.5);
  EXPECT_LE(status.reached, 0.75);
}

TEST(Equilibrium, ALawThatIsNoNumberIsNonFinite) {
  DynamicMechanism m(hanging("ELAW 1 1 = 100*e + sqrt(e - 1)\n"));
  EXPECT_EQ(solve(m).kind, EquilibriumKind::non_finite);
}

TEST(Equilibrium, NoDegreeOfFreedomIsAtRest) {
  DynamicMechanism m(
      "PLTRUSS 1 1 2\nX 1 0 0\nX 2 0.6 -0.8\nFIX 1\nFIX 2 1\nEND HALT\nXM 2 2\n"
      "GRAVITY 0 -10\nSTATIC\nEND END\n");
  const EquilibriumStatus status = solve(m);
  ASSERT_TRUE(status.ok());
  EXPECT_NEAR(m.S(1), 25, 1e-13);
}

}  // namespace
}  // namespace mbs::test
