// Random mechanisms of space against maximal coordinates; hunt seconds seed space goes on from
// here.
#include "hunt/space.h"

#include <gtest/gtest.h>

#include "support/draws.h"

namespace {

TEST(HuntOfSpace, TreesAndLoopsAgreeWithMaximalCoordinates) {
  hunt::SpaceTally tally;
  for (std::uint64_t seed = 1; tally.decks < mbs::test::draws(60); ++seed)
    EXPECT_EQ(hunt::hunt_space(seed, false, tally), "");
  EXPECT_GT(tally.loops, tally.decks / 8);
  EXPECT_LE(tally.refused + tally.skipped, tally.decks / 6);
}

TEST(HuntOfSpace, WhatRollsAgreesWithMaximalCoordinates) {
  hunt::SpaceTally tally;
  for (std::uint64_t seed = 1; tally.decks < mbs::test::draws(40); ++seed)
    EXPECT_EQ(hunt::hunt_space(seed, false, tally, hunt::SpacePrey::rolling), "");
  EXPECT_EQ(tally.rolls, tally.decks);
  EXPECT_LE(tally.refused + tally.skipped, tally.decks / 4);
}

TEST(HuntOfSpace, KabiosDecksAgreeWithMaximalCoordinates) {
  hunt::SpaceTally tally;
  for (std::uint64_t seed = 1; tally.decks < mbs::test::draws(60); ++seed)
    EXPECT_EQ(hunt::hunt_space(seed, false, tally, hunt::SpacePrey::kabios), "");
  EXPECT_GT(tally.loops, tally.decks / 8);
  EXPECT_LE(tally.refused + tally.skipped, tally.decks / 6);
}

}  // namespace
