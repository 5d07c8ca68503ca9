#include "run/motion/muscle_start.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/flexor.h"

namespace mbs::test {
namespace {

// In balance the tendon does not stretch on: its rate at a path at rest is 0.
TEST(MuscleStart, InBalanceTheTendonKeepsItsStrain) {
  for (const char* words : {"", "VSB", "THELEN PENNATION 20"}) {
    const Loaded deck = load(flexor(0.3, 0, words));
    ASSERT_TRUE(deck.built) << deck.diagnostics.format_all();
    const Muscle& m = deck.built->model.forces.muscles.at(0);
    for (const double length : {0.29, 0.31, 0.33})
      for (const double activation : {0.1, 0.6}) {
        const std::optional<double> strain = strain_in_balance(m, length, activation);
        ASSERT_TRUE(strain) << words << length;
        const MuscleFlow<MuscleGradient> flow =
            muscle_gradient(m, {length, 0}, activation, *strain, activation);
        EXPECT_NEAR(flow.strain_rate.value, 0, 1e-9) << words << length << " " << activation;
        EXPECT_GE(*strain, 0);
      }
  }
}

// More activation, or a longer path, stretches the tendon more.
TEST(MuscleStart, StrainGrowsWithActivationAndPath) {
  const Loaded deck = load(flexor(0.3, 0));
  const Muscle& m = deck.built->model.forces.muscles.at(0);
  EXPECT_GT(strain_in_balance(m, 0.31, 0.8), strain_in_balance(m, 0.31, 0.2));
  EXPECT_GT(strain_in_balance(m, 0.33, 0.1), strain_in_balance(m, 0.31, 0.1));
}

// There is a balance between the ends of the range of paths, and none beyond.
TEST(MuscleStart, BeyondTheRangeOfPathsThereIsNone) {
  const Loaded deck = load(flexor(0.3, 0));
  const Muscle& m = deck.built->model.forces.muscles.at(0);
  const PathRange range = balanced_paths(m, 0.4);
  EXPECT_LT(range.shortest, range.longest);
  const double span = range.longest - range.shortest;
  EXPECT_TRUE(strain_in_balance(m, range.shortest + 1e-6 * span, 0.4));
  EXPECT_TRUE(strain_in_balance(m, range.longest - 1e-6 * span, 0.4));
  EXPECT_FALSE(strain_in_balance(m, range.shortest - 1e-3 * span, 0.4));
  EXPECT_FALSE(strain_in_balance(m, range.longest + 1e-3 * span, 0.4));
}

// A start: activation as stimulated, nothing contracts.
TEST(MuscleStart, AStartIsAtRest) {
  DynamicMechanism m(flexor(0.3, 0));
  ASSERT_TRUE(m.start());
  const Muscle& muscle = m.model().forces.muscles.at(0);
  Diagnostics diagnostics;
  ASSERT_TRUE(start_muscles(m.loaded.tables, m.model(), m.phase(), m.dynamics->state_rates(),
                            m.state, nullptr, diagnostics));
  EXPECT_EQ(m.state.z[muscle.activation], 0.5);
  m.dynamics->state_rates().evaluate(m.state);
  EXPECT_NEAR(m.state.zd[muscle.activation], 0, 1e-14);
  EXPECT_NEAR(m.state.zd[muscle.strain], 0, 1e-9);
}

// The joint is turned so far that the path is shorter than the slack tendon.
TEST(MuscleStart, ATooShortPathIsNamed) {
  DynamicMechanism m(
      "SEGDYN\nSEGMENT 1 1.5 .35 .15 .02\nSTATE 1 0 0\nMUSCLE SOL ARM 1 .15 -.03 "
      "FMAX 800 LOPT .13 LSLACK .18 STIM = .5\nTIME 0 .1 .1\nEND\n");
  ASSERT_TRUE(m.start()) << m.loaded.diagnostics.format_all();
  Diagnostics diagnostics;
  diagnostics.add_file("d");
  EXPECT_FALSE(start_muscles(m.loaded.tables, m.model(), m.phase(), m.dynamics->state_rates(),
                             m.state, nullptr, diagnostics));
  EXPECT_NE(diagnostics.format_all().find("MUSCLE SOL"), std::string::npos);
}

}  // namespace
}  // namespace mbs::test
