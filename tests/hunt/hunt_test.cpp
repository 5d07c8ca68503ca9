// Two hundred and forty decks of fixed seeds against the oracle; make hunt goes on from there.
#include "hunt/hunt.h"

#include <gtest/gtest.h>

namespace {

void expect_none(std::uint64_t first, hunt::Prey prey) {
  hunt::Tally tally;
  for (std::uint64_t seed = first; tally.decks < 80; ++seed)
    EXPECT_EQ(hunt::hunt_seed(seed, prey, false, tally), "");
  EXPECT_LE(tally.refused + tally.skipped, 15);  // seen 9
  EXPECT_LE(tally.explained, 5);                 // seen 3
}

}  // namespace

TEST(Hunt, NativeDecksAgreeWithTheOracle) { expect_none(1, hunt::Prey::native); }
TEST(Hunt, ChainsAgreeWithTheirOracle) { expect_none(1, hunt::Prey::chain); }
TEST(Hunt, KabiosDecksAgreeWithTheOracle) { expect_none(1, hunt::Prey::kabios); }
