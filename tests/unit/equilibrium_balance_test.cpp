// What is out of balance, and the scale with which it is judged.
#include <gtest/gtest.h>

#include <cmath>

#include "solve/statics/equilibrium.h"
#include "support/dynamic_mechanism.h"

namespace mbs::test {
namespace {

// 2 kg on a spring of 100 N/m with 3 N of prestress, stretched by 0.05 m, and a load of 1 N.
constexpr const char* kSpring =
    "PLTRUSS 1 1 2\nX 1 0 0\nX 2 0 -1\nFIX 1\nFIX 2 1\nRLSE 1\nDYNX 2 2\nEND HALT\nXM 2 2\n"
    "ESTIFF 1 100\nESIG 1 3\nXF 2 0 -1\nGRAVITY 0 -10\nSTARTDX 2 2 -1.05\nSTATIC\nEND END\n";

// Load and prestress count in part, the spring always: R = -factor (20 + 1) + 100 0.05 + factor 3.
TEST(EquilibriumBalance, ImbalanceCountsLoadsInPart) {
  DynamicMechanism m(kSpring);
  ASSERT_TRUE(m.start());
  for (const double factor : {0.0, 0.25, 1.0}) {
    std::vector<double> R(1);
    const Placed at = m.place();
    m.dynamics->find_imbalance(at, m.state, factor, R);
    EXPECT_NEAR(R[0], -21 * factor + 5 + 3 * factor, 1e-13) << factor;
    EXPECT_NEAR(m.S(1), 5 + 3 * factor, 1e-13) << factor;
    EXPECT_NEAR(m.r(1, 1), m.S(1), 1e-13) << factor;  // the support of the spring
    EXPECT_EQ(m.a(2, 1), 0);
  }
}

// A driven support that is accelerated: what is left over is the inertia.
TEST(EquilibriumBalance, DrivenAccelerationsTakePart) {
  DynamicMechanism m(
      "PLTRUSS 1 1 2\nX 1 0 0\nX 2 0 -1\nFIX 1 1\nINPUTX 1 2\nFIX 2 1\nDYNE 1\nEND HALT\nXM 2 2\n"
      "INPUTX 1 2 0 0 4\nGRAVITY 0 -10\nSTATIC\nEND END\n");
  ASSERT_TRUE(m.start());
  std::vector<double> R(1);
  m.dynamics->find_imbalance(m.place(), m.state, 1, R);
  EXPECT_NEAR(m.a(2, 1), 4, 1e-14);
  EXPECT_NEAR(R[0], 2 * (10 + 4), 1e-13);  // along the growing length
}

// A residual of 1e-3 of the weight passes a tolerance of 1e-2, and is told.
TEST(EquilibriumBalance, TheResidualIsOverTheSizeOfItsTerms) {
  EquilibriumSettings settings;
  settings.iterations = 0;
  settings.tolerance = 1e-12;
  DynamicMechanism m(kSpring);
  ASSERT_TRUE(m.start());
  const EquilibriumStatus far =
      Equilibrium(m.model(), m.phase(), *m.dynamics, settings).solve(m.state);
  EXPECT_EQ(far.kind, EquilibriumKind::not_converged);
  EXPECT_EQ(far.freedom, 0);
  EXPECT_GT(far.relative, 0.1);
  EXPECT_LT(far.relative, 1);
}

}  // namespace
}  // namespace mbs::test
