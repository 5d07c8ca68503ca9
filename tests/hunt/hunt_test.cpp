// Two hundred decks of fixed seeds against the oracle; make hunt goes on from there.
#include "hunt/hunt.h"

#include <gtest/gtest.h>

namespace {

void expect_none(std::uint64_t first, hunt::Prey prey, long decks) {
  hunt::Tally tally;
  for (std::uint64_t seed = first; tally.decks < decks; ++seed)
    EXPECT_EQ(hunt::hunt_seed(seed, prey, false, tally), "");
  EXPECT_LE(tally.refused + tally.skipped, 15);  // seen 9
  EXPECT_LE(tally.explained, 5);                 // seen 3
}

}  // namespace

TEST(Hunt, NativeDecksAgreeWithTheOracle) { expect_none(1, hunt::Prey::native, 70); }
TEST(Hunt, ChainsAgreeWithTheirOracle) { expect_none(1, hunt::Prey::chain, 78); }
TEST(Hunt, KabiosDecksAgreeWithTheOracle) { expect_none(1, hunt::Prey::kabios, 32); }
TEST(Hunt, ChainsOfLimbsAgreeWithTheOracle) { expect_none(1, hunt::Prey::limbs, 20); }
