#include <gtest/gtest.h>

#include <cmath>

#include "run/rest/find_equilibrium.h"
#include "support/dynamic_mechanism.h"

namespace mbs::test {
namespace {

struct AtRest {
  Loaded deck;
  Diagnostics diagnostics;
  Outcome failed;
  std::optional<ChoiceAtRest> found;
  explicit AtRest(const std::string& choice, bool check_only = false)
      : deck(load("SEGDYN\nSEGMENT 1 3.5 0.45 0.20 0.06\nSEGMENT 2 2 0.4 0.18 0.03\n"
                  "STATE 1 -60deg\nSTATE 2 -80deg\nGRAV 0 -9.81\n" +
                  choice + "STATIC\nEND\n")) {
    diagnostics.add_file("d");
    EXPECT_TRUE(deck.built) << deck.diagnostics.format_all();
    RunSettings settings;
    settings.check_only = check_only;
    if (deck.built)
      found = bring_choice_to_rest(deck.tables, *deck.built, settings, failed, diagnostics);
  }
  const Model& model() const { return found->still.model; }
  int hinge(int k) const {
    return model().elements[deck.tables.chain.segments[static_cast<std::size_t>(k)].hinge].first;
  }
  double kept(int deformation) const {
    return found->still.phase.e_kept.at(static_cast<std::size_t>(deformation));
  }
};

// Both segments are held by the moments of their joints: those of the weights, by hand.
TEST(ChoiceStandstill, MomentsHoldTheWeights) {
  const AtRest r("KNOWN PHIDD 1 0\nKNOWN PHIDD 2 0\nUNKNOWN M 1\nUNKNOWN M 2\n");
  ASSERT_TRUE(r.found) << r.diagnostics.format_all();
  const double c1 = std::cos(M_PI / 3), c2 = std::cos(80 * M_PI / 180);
  const double m2 = 2 * 9.81 * 0.18 * c2;
  EXPECT_NEAR(r.kept(r.hinge(1)), m2, 1e-9);
  EXPECT_NEAR(r.kept(r.hinge(0)), m2 + 9.81 * (3.5 * 0.20 + 2 * 0.45) * c1, 1e-9);
  EXPECT_NE(r.found->text.find("M 1, M 2"), std::string::npos) << r.found->text;
  EXPECT_FALSE(r.found->still.phase.has_choice());
}

// A check refuses what the run refuses, so it finds the same efforts.
TEST(ChoiceStandstill, ACheckFindsTheEffortsToo) {
  const AtRest r("KNOWN PHIDD 1 0\nKNOWN PHIDD 2 0\nUNKNOWN M 1\nUNKNOWN M 2\n", true);
  ASSERT_TRUE(r.found) << r.diagnostics.format_all();
  EXPECT_NEAR(r.kept(r.hinge(1)), 2 * 9.81 * 0.18 * std::cos(80 * M_PI / 180), 1e-9);
}

// Two moments on the first segment, none on the second, cannot hold both.
TEST(ChoiceStandstill, EffortsThatCannotHoldItAreAnError) {
  const AtRest r("KNOWN PHIDD 1 0\nKNOWN PHIDD 2 0\nUNKNOWN M 1\nUNKNOWN MEXT 1\n");
  EXPECT_FALSE(r.found);
  EXPECT_TRUE(r.diagnostics.has_errors());
  EXPECT_NE(r.failed.status, ExitStatus::done);
}

}  // namespace
}  // namespace mbs::test
