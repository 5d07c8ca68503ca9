// What a body of space keeps over long times, and what balances must see.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/deck.h"

namespace mbs {
namespace {

// 1000 turns of a heavy top whose inertia has three different moments and products.
TEST(SpaceConservation, EnergyAndNormOverAThousandTurns) {
  const test::RunResult run = test::run(
      R"(PINBODY 1  1 2 3
X 1 0 0 0
X 2 0.9659258262890683 0.2588190451025208 0 0
X 3 0 -0.05 0.0866025403784439
FIX 1
DYNX 2
END HALT
XM 2 0.04 0.002 -0.001 0.05 0.003 0.02
XM 3 1
STARTVX 2 3 40
STARTVX 2 1 1
GRAVITY 0 0 -9.81
INTEG DOP853 1e-13 1e-13
TIMESTEP 157.1 40
END END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const double energy = run.value(0, "energy.kinetic") + run.value(0, "energy.potential");
  double worst = 0, worst_norm = 0, worst_momentum = 0;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    worst = std::max(worst, std::fabs(run.value(k, "energy.kinetic") +
                                      run.value(k, "energy.potential") - energy));
    worst_momentum = std::max(worst_momentum, std::fabs(run.value(k, "momentum.angularz") -
                                                        run.value(0, "momentum.angularz")));
    double norm = 0;
    for (const char* q : {"x2_1", "x2_2", "x2_3", "x2_4"}) norm += std::pow(run.value(k, q), 2);
    worst_norm = std::max(worst_norm, std::fabs(norm - 1));
  }
  EXPECT_LT(worst, 1e-11 * energy);                                                 // seen 3.8e-14
  EXPECT_LT(worst_momentum, 1e-11 * std::fabs(run.value(0, "momentum.angularz")));  // seen 2.5e-13
  EXPECT_LT(worst_norm, 2e-15);                                                     // seen 6.7e-16
}

// Two bodies joined in free space by a spherical joint and an elastic bar: nothing acts from
// outside.
TEST(SpaceConservation, MomentaOfFreeBodies) {
  const test::RunResult run = test::run(
      R"(SPHERICAL 1  1 2  3 4  0.2 0.1 0  -0.3 0 0.1
PINBODY 2  1 2 5
PINBODY 3  3 4 6
TRUSS 4  5 6
X 1 0 0 0
X 3 0.5 0.1 -0.1
X 5 0 0.3 0.1
X 6 0.6 0.4 0.2
DYNX 1
DYNX 2
DYNX 4
RLSE 4
END HALT
XM 1 2
XM 2 0.02 0.001 0 0.03 0 0.04
XM 3 1
XM 4 0.01 0 0.002 0.02 0 0.025
XM 5 0.3
EM 4 0.2
ESTIFF 4 20
STARTVX 1 1 0.5
STARTVX 2 1 3
STARTVX 2 3 -2
STARTVX 4 2 4
INTEG DOP853 1e-12 1e-12
TIMESTEP 3 30
END END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  for (const char* name : {"momentum.x", "momentum.y", "momentum.z", "momentum.angularx",
                           "momentum.angulary", "momentum.angularz"})
    for (std::size_t k = 1; k < run.rows.size(); ++k)
      EXPECT_NEAR(run.value(k, name), run.value(0, name), 1e-11) << name;  // seen 4.4e-13
  for (std::size_t k = 1; k < run.rows.size(); ++k) {
    EXPECT_LT(std::fabs(run.value(k, "energy.balance")), 1e-11);  // seen 9.7e-14
    for (const char* axis : {"x", "y", "z"})                      // the centre of mass moves evenly
      EXPECT_NEAR(run.value(k, std::string("cm.") + axis),
                  run.value(0, std::string("cm.") + axis) +
                      run.time(k) * run.value(0, std::string("cm.") + axis + "d"),
                  1e-11);  // seen 2.0e-14
  }
  EXPECT_GT(std::fabs(run.value(0, "momentum.angularx")), 0.01);
}

// A relation between a travel and an angle, neither of which is a degree of freedom: D2e of both is
// needed wherever that of the relation is.
TEST(SpaceConservation, EnergyOfARelationBetweenFreeMotions) {
  const test::RunResult run = test::run(
      "SPACE\n3 2 1 0 0 0 0 0\n1 0 0 0 1 0 0 0\n2 1 0.3 0 1 0 0 0\n3 1 0.8 0.2 1 0 0 0\n"
      "PLANAR 1 2 AT 0.5 0 0  0.3 0.2 1\nREVOLUTE 3 2 AT 1 0.5 0  0.9 0 -0.4\n1\n0 0.5 0.1\n"
      "MASS 2 1.9 0.06 0 0 0.02 0 0.05\nMASS 3 2.8 0.08 0.01 0.01 0.11 0.02 0.09\n"
      "RELATION = 1.6*pla1.travelv - 1.7*rev2.angle\nVEL 2 0.2 0.5 0.2 BODY 1 0 2\n"
      "VEL 3 0.2 0.5 0.2 BODY 1 0 2\nGRAV 0 0 -9.81\nINTEG STEP 1e-11 1e-11\nEND\n");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  ASSERT_EQ(run.rows.size(), 6u);
  for (std::size_t k = 0; k < 6; ++k) EXPECT_LT(std::fabs(run.value(k, "energy.balance")), 1e-9);
}

}  // namespace
}  // namespace mbs
