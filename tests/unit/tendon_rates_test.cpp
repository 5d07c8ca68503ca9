#include <gtest/gtest.h>

#include <cmath>

#include "run/motion/dynamic_system.h"
#include "support/flexor.h"

namespace mbs::test {
namespace {

// y = (angle of the joint and its rate, activation, strain): the row of the strain against
// differences of its rate. The path of a chain's muscle is read from the deformation of the hinge.
TEST(TendonRates, RowsAreDerivativesOfTheStrainRate) {
  DynamicMechanism m(flexor(0.3, 1.2));
  ASSERT_TRUE(m.start());
  const Muscle& muscle = m.model().forces.muscles.at(0);
  ASSERT_TRUE(muscle.terms.at(0).of_deformation);
  const int hinge = muscle.terms[0].i;
  m.state.z[muscle.activation] = 0.4;
  m.state.z[muscle.strain] = 0.02;
  const TendonRates tendons(m.model());
  ASSERT_EQ(tendons.count(), 2);
  const auto number = [&](State& s, int k) -> double& {
    return k == 0   ? s.e[hinge]
           : k == 1 ? s.ed[hinge]
                    : s.z[k == 2 ? muscle.activation : muscle.strain];
  };
  StateRates& rates = m.dynamics->state_rates();
  rates.fill_stimulations(m.state);
  const std::vector<double> stimulations(rates.stimulations().begin(), rates.stimulations().end());
  std::vector<double> dw(2 * 4), j(4 * 4, 0.0);
  std::vector<double> difference(4);
  for (int k = 0; k < 4; ++k) {
    const double h = 1e-6;
    double w[2][2], rate[2];
    for (int side : {0, 1}) {
      State s = m.state;
      number(s, k) += side == 0 ? -h : h;
      tendons.values(s, w[side]);
      rates.evaluate(s);
      rate[side] = s.zd[muscle.strain];
    }
    for (int r : {0, 1}) dw[k * 2 + r] = (w[1][r] - w[0][r]) / (2 * h);
    difference[k] = (rate[1] - rate[0]) / (2 * h);
  }
  tendons.rows(m.state, stimulations, 2, {dw.data(), 2, 4, 2}, {j.data(), 4, 4, 4});
  EXPECT_GT(std::fabs(difference[0]), 0.01);
  EXPECT_GT(std::fabs(difference[1]), 0.01);
  for (int k = 0; k < 4; ++k)
    EXPECT_NEAR(j[k * 4 + 2 + muscle.strain], difference[k], 1e-6 * std::fabs(difference[k]) + 1e-8)
        << k;
  EXPECT_EQ(j[2 + muscle.activation], 0);  // only rows of strains are written
}

TEST(TendonRates, RigidTendonsHaveNoRow) {
  DynamicMechanism m(flexor(0.3, 1.2, "RIGID"));
  ASSERT_TRUE(m.start());
  std::vector<double> dw(2 * 3, 1.0), j(9, 7.0);
  TendonRates(m.model()).rows(m.state, std::vector<double>{0.5}, 2, {dw.data(), 2, 3, 2},
                              {j.data(), 3, 3, 3});
  EXPECT_EQ(j, std::vector<double>(9, 7.0));
}

TEST(TendonRates, WithoutMusclesThereAreNone) {
  const Model model;
  EXPECT_EQ(TendonRates(model).count(), 0);
}

}  // namespace
}  // namespace mbs::test
