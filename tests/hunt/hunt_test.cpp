// Two hundred decks of fixed seeds against the oracle; make hunt goes on from there.
#include "hunt/hunt.h"

#include <gtest/gtest.h>

#include "hunt/unseen.h"
#include "support/draws.h"

namespace {

void expect_none(std::uint64_t first, hunt::Prey prey, int decks) {
  hunt::Tally tally;
  for (std::uint64_t seed = first; tally.decks < mbs::test::draws(decks); ++seed)
    EXPECT_EQ(hunt::hunt_seed(seed, prey, false, tally), "");
  EXPECT_LE(tally.refused + tally.skipped, 15);  // seen 9
  EXPECT_LE(tally.explained, 5);                 // seen 3
}

TEST(Hunt, NativeDecksAgreeWithTheOracle) { expect_none(1, hunt::Prey::native, 70); }
TEST(Hunt, ChainsAgreeWithTheirOracle) { expect_none(1, hunt::Prey::chain, 78); }
TEST(Hunt, KabiosDecksAgreeWithTheOracle) { expect_none(1, hunt::Prey::kabios, 32); }
TEST(Hunt, ChainsOfLimbsAgreeWithTheOracle) { expect_none(1, hunt::Prey::limbs, 20); }

// A mass that a spring draws straight through its fixed end, where the oracle had passed a kink
// unseen; and a rest in which a node without mass stands between two bars in line.
TEST(Hunt, KinksAndRestsWithoutMassAgree) {
  hunt::Tally tally;
  for (const std::uint64_t seed : {7316u, 7599u})
    EXPECT_EQ(hunt::hunt_seed(seed, hunt::Prey::native, false, tally), "");
}

// Decks that have disagreed: two joints that hold one motion (20985); a spring that passes its
// extremum (40187); springs without stiffness (50633); kinks of what presses (51346); EIGEN with
// short bars (51573) and with motions that nothing resists (52521).
TEST(Hunt, DecksThatOnceDisagreedAgree) {
  hunt::Tally tally;
  for (const std::uint64_t seed : {20985u, 40187u, 50633u, 51346u, 51573u, 52521u})
    EXPECT_EQ(hunt::hunt_seed(seed, hunt::Prey::native, false, tally), "");
}

// The damping of a penalty contact takes all of its force (61099), a circle slips farther than half
// a turn (63408), a contact lifts off where its force falls to zero (83059).
TEST(Hunt, ContactsThatOnceDisagreedAgree) {
  hunt::Tally tally;
  for (const std::uint64_t seed : {61099u, 63408u, 83059u})
    EXPECT_EQ(hunt::hunt_seed(seed, hunt::Prey::all, false, tally), "");
}

// Friction in joints through sticking, release and turning back.
TEST(Hunt, JointsThatStickAgreeWithTheOracle) {
  hunt::Tally tally;
  for (std::uint64_t seed = 1; tally.rubbed < mbs::test::draws(10); ++seed)
    EXPECT_EQ(hunt::hunt_seed(seed, hunt::Prey::native, false, tally), "");
  EXPECT_LE(tally.undetermined, 7);
}

// Momentum is impulse, to 1e-8: what rests or moves slowly is pushed for 1e-5 to 1 of the run.
TEST(Hunt, PushesOfEveryShapeAndWidthAreSeen) {
  hunt::UnseenTally tally;
  for (std::uint64_t seed = 0; tally.decks < mbs::test::draws(100); ++seed)
    EXPECT_EQ(hunt::hunt_push(seed, tally), "");
}

// DOP853 at rest, whose output inside long steps was noise that its stages had amplified.
TEST(Hunt, PushesThatOnceDisagreedAreSeen) {
  hunt::UnseenTally tally;
  for (const std::uint64_t seed : {1252u, 1531u, 2218u, 3562u, 4531u})
    EXPECT_EQ(hunt::hunt_push(seed, tally), "");
}

// Fast bodies and thin obstacles of every shape, contacts and a push within one step.
TEST(Hunt, ObstaclesOfEveryShapeAreMet) {
  hunt::UnseenTally tally;
  for (std::uint64_t seed = 0; tally.decks < mbs::test::draws(80); ++seed)
    EXPECT_EQ(hunt::hunt_obstacles(seed, tally), "");
  EXPECT_GT(tally.met, tally.pairs / 3);
}

// An earlier touch of a cam or a curve beside a later one of another contact, which was passed.
TEST(Hunt, ObstaclesThatOnceWerePassedAreMet) {
  hunt::UnseenTally tally;
  for (const std::uint64_t seed : {439u, 1476u, 1950u})
    EXPECT_EQ(hunt::hunt_obstacles(seed, tally), "");
}

}  // namespace
