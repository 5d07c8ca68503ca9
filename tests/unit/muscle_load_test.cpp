
#include <gtest/gtest.h>

#include <cmath>

#include "run/motion/muscle_start.h"
#include "support/flexor.h"

namespace mbs::test {
namespace {

// Without a tendon that stretches: tension = passive part + activation times what full activation
// adds.
TEST(MuscleLoad, ARigidTendonBearsItsPartOfTheActive) {
  for (const char* words : {"RIGID", "THELEN RIGID"}) {
    const Loaded deck = load(flexor(0.3, 0, words));
    ASSERT_TRUE(deck.built) << deck.diagnostics.format_all();
    const Muscle& m = deck.built->model.forces.muscles.at(0);
    for (const double length : {0.28, 0.31, 0.335, 0.37}) {
      const MusclePath path{length, 0};
      const TensionParts parts = tension_parts(m, path);
      const double tension = parts.passive + 0.3 * parts.active;
      EXPECT_NEAR(muscle_force(m, path, muscle_load(m, path, tension).activation, 0), tension,
                  1e-9);
      // The relative load is counted without the passive part, in proportion.
      const double full = muscle_load(m, path, parts.passive + parts.active).relative;
      EXPECT_NEAR(muscle_load(m, path, tension).relative, 0.3 * full, 1e-12) << length;
      EXPECT_NEAR(muscle_load(m, path, parts.passive).relative, 0, 1e-12) << length;
    }
  }
}

TEST(MuscleLoad, AStretchedFibreBearsWithoutActivation) {
  const Loaded deck = load(flexor(0.3, 0, "THELEN RIGID"));
  const Muscle& m = deck.built->model.forces.muscles.at(0);
  const double passive = tension_parts(m, {0.37, 0}).passive;
  EXPECT_GT(passive, 1);
  EXPECT_NEAR(muscle_load(m, {0.37, 0}, passive).relative, 0, 1e-12);
}

// With one that does: in balance with that activation, the tendon bears the tension.
TEST(MuscleLoad, AnElasticTendonInBalance) {
  const Loaded deck = load(flexor(0.3, 0));
  const Muscle& m = deck.built->model.forces.muscles.at(0);
  for (const double tension : {30.0, 150.0, 400.0}) {
    const MusclePath path{0.315, 0};
    const double activation = muscle_load(m, path, tension).activation;
    const std::optional<double> strain = strain_in_balance(m, path.length, activation);
    ASSERT_TRUE(strain) << tension;
    EXPECT_NEAR(muscle_force(m, path, activation, *strain), tension, 1e-6 * tension);
  }
}

// Two equal muscles with arms 1 : 2 of one sign share (F1, F2) as 1 : 2, the least sum of squares.
TEST(MuscleLoad, EqualMusclesShareByTheirArms) {
  const Loaded deck = load(flexor(0.3, 0, "RIGID"));
  const Muscle& m = deck.built->model.forces.muscles.at(0);
  // A path at which nothing is passive, so that the relative force is the tension but for a factor.
  const MusclePath path{0.28, 0};
  ASSERT_EQ(tension_parts(m, path).passive, 0);
  const LoadedMuscle one{&m, path, {0, 500}};
  const SharedLoad shared = share_load({one, one}, {0.02, 0.04}, {10}, MuscleCriterion::force);
  ASSERT_TRUE(shared.ok);
  EXPECT_NEAR(shared.tensions[0], 100, 1e-8);
  EXPECT_NEAR(shared.tensions[1], 200, 1e-8);
}

}  // namespace
}  // namespace mbs::test
