// Tangents that are not symmetric, and those with states of the deck.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "solve/statics/equilibrium.h"
#include "support/dynamic_mechanism.h"

namespace mbs::test {
namespace {

EquilibriumStatus solve(DynamicMechanism& m) {
  EXPECT_TRUE(m.dynamics->start(m.state).ok()) << m.loaded.diagnostics.format_all();
  return Equilibrium(m.model(), m.phase(), *m.dynamics, {}).solve(m.state);
}

// A point of 1 kg with the forces -a x + c y + 1 and -b y - c x. With stiffnesses [a -c; c b] small
// motions grow where (a - b)^2 < 4 c^2, although a and b are positive.
std::string circulatory(double a, double b, double c) {
  return fmt::format(
      "X 1 0 0\nDYNX 1\nEND HALT\nXM 1 1\nXLAW 1 1 = -{}*x + {}*x1_2 + 1\n"
      "XLAW 1 2 = -{}*x - {}*x1_1\nSTATIC\nEND END\n",
      a, c, b, c);
}

TEST(EquilibriumTangents, FlutterIsUnstable) {
  for (const double c : {0.4, 0.6}) {
    DynamicMechanism m(circulatory(2, 3, c));
    const EquilibriumStatus status = solve(m);
    ASSERT_TRUE(status.ok());
    const double det = 6 + c * c;  // by Cramer's rule
    EXPECT_NEAR(m.x(1, 0), 3 / det, 1e-13);
    EXPECT_NEAR(m.x(1, 1), -c / det, 1e-13);
    EXPECT_EQ(status.stable, c < 0.5) << c;
    EXPECT_TRUE(status.judged);
  }
}

// A state that stands for a force: z' = 3 - z - 2 x at rest, and 10 x = z. Both are linear.
TEST(EquilibriumTangents, AStateIsFoundWithThePosition) {
  DynamicMechanism m(
      "X 1 0 0\nFIX 1 2\nDYNX 1 1\nEND HALT\nXM 1 1\nXLAW 1 1 = z - 10*x\n"
      "ODE z EQUILIBRIUM 0 RATE 3 - z - 2*x1_1\nSTATIC\nEND END\n");
  const EquilibriumStatus status = solve(m);
  ASSERT_TRUE(status.ok());
  EXPECT_NEAR(m.x(1), 3. / 12, 1e-13);
  EXPECT_NEAR(m.state.z[0], 30. / 12, 1e-12);
  EXPECT_FALSE(status.judged);
}

// z' = 3 - 2 x and 10 x = y do not say what z is.
TEST(EquilibriumTangents, AStateThatNothingDeterminesIsSingular) {
  DynamicMechanism m(
      "X 1 0 0\nFIX 1 2\nDYNX 1 1\nEND HALT\nXM 1 1\nXLAW 1 1 = 1 - 10*x\n"
      "ODE z EQUILIBRIUM 0 RATE 0.2 - 2*x1_1\nSTATIC\nEND END\n");
  const EquilibriumStatus status = solve(m);
  EXPECT_EQ(status.kind, EquilibriumKind::no_stiffness);
  EXPECT_EQ(status.coordinate, -1);  // no motion of the mechanism
}

// What is not named EQUILIBRIUM keeps its value.
TEST(EquilibriumTangents, OtherStatesStay) {
  DynamicMechanism m(
      "X 1 0 0\nFIX 1 2\nDYNX 1 1\nEND HALT\nXM 1 1\nXLAW 1 1 = z - 10*x\n"
      "ODE z 5 RATE 3 - z\nSTATIC\nEND END\n");
  const EquilibriumStatus status = solve(m);
  ASSERT_TRUE(status.ok());
  EXPECT_NEAR(m.x(1), 0.5, 1e-14);
  EXPECT_EQ(m.state.z[0], 5);
}

}  // namespace
}  // namespace mbs::test
