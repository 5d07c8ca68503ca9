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
      "PINBODY 1  1 2 3\nX 1 0 0 0\nX 2 0.9659258262890683 0.2588190451025208 0 0\n"
      "X 3 0 -0.05 0.0866025403784439\nFIX 1\nDYNX 2\nEND HALT\n"
      "XM 2 0.04 0.002 -0.001 0.05 0.003 0.02\nXM 3 1\nSTARTVX 2 3 40\nSTARTVX 2 1 1\n"
      "GRAVITY 0 0 -9.81\nINTEG DOP853 1e-13 1e-13\nTIMESTEP 157.1 40\nEND END\n");
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
      "SPHERICAL 1  1 2  3 4  0.2 0.1 0  -0.3 0 0.1\nPINBODY 2  1 2 5\nPINBODY 3  3 4 6\n"
      "TRUSS 4  5 6\nX 1 0 0 0\nX 3 0.5 0.1 -0.1\nX 5 0 0.3 0.1\nX 6 0.6 0.4 0.2\nDYNX 1\nDYNX 2\n"
      "DYNX 4\nRLSE 4\nEND HALT\nXM 1 2\nXM 2 0.02 0.001 0 0.03 0 0.04\nXM 3 1\n"
      "XM 4 0.01 0 0.002 0.02 0 0.025\nXM 5 0.3\nEM 4 0.2\nESTIFF 4 20\nSTARTVX 1 1 0.5\n"
      "STARTVX 2 1 3\nSTARTVX 2 3 -2\nSTARTVX 4 2 4\nINTEG DOP853 1e-12 1e-12\nTIMESTEP 3 30\n"
      "END END\n");
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

}  // namespace
}  // namespace mbs
