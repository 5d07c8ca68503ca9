#include "solve/place/rank_audit.h"

#include <gtest/gtest.h>

#include "support/linkages.h"

namespace mbs::test {
namespace {

RankAudit audit(Mechanism& m) {
  m.kinematics.assemble(m.state);
  m.kinematics.residual_at(m.state);  // evaluates there
  return audit_rank(m.model(), m.kinematics.jacobian().block(), m.kinematics.evaluation(),
                    m.options.rank);
}

TEST(RankAudit, FullRank) {
  Random random(71);
  Mechanism m(random.crank_rocker().driven(0.3, 1, 0, "0 1 0.1"));
  const RankAudit a = audit(m);
  EXPECT_EQ(a.rank, 8);
  EXPECT_TRUE(a.redundant.empty());
  EXPECT_TRUE(a.free_motions.empty());
}

// Three parallel cranks of one length under one beam and no driver: 15 equations for 15
// coordinates, but one repeats others and one motion is free.
std::string three_cranks() {
  return R"(5 6 0 1 0 0 0 0 0
0 0 0
0.25 0.433012701892219 60deg
1.25 0.433012701892219 60deg
2.25 0.433012701892219 60deg
0.5 0.866025403784439 0
1 2 0 0 -0.5 0
1 3 1 0 -0.5 0
1 4 2 0 -0.5 0
2 5 0.5 0 0 0
3 5 0.5 0 1 0
4 5 0.5 0 2 0
1
0 1 0.1
)";
}

TEST(RankAudit, RedundantJointIsNamed) {
  Mechanism m(three_cranks());
  const RankAudit a = audit(m);
  EXPECT_EQ(a.rank, 11);
  ASSERT_EQ(a.redundant.size(), 1u);
  // The last in deck order of those that depend on each other.
  EXPECT_EQ(describe(a.redundant[0], m.model()),
            "REVOLUTE 6 (line 12), equation 2 repeats REVOLUTE 1..5");
  ASSERT_EQ(a.free_motions.size(), 1u);
  const std::string motion = describe_free_motion(a.free_motions[0], m.model());
  EXPECT_EQ(motion.rfind("nothing determines body ", 0), 0u) << motion;
  EXPECT_GE(a.free_motions[0].size(), 9u);  // three cranks and the beam's X, Y
}

TEST(RankAudit, RedundancyStopsTheRun) {
  const RunResult r = run(three_cranks());
  EXPECT_EQ(r.status, ExitStatus::solution_failed);
  EXPECT_TRUE(r.rows.empty());
  EXPECT_NE(
      r.messages.find("deck:12:1: error: REVOLUTE 6 (line 12), equation 2 repeats REVOLUTE 1..5"),
      std::string::npos)
      << r.messages;
  EXPECT_NE(r.messages.find("nothing determines body 2 PHI"), std::string::npos) << r.messages;
}

// The same two bodies joined twice at one point.
TEST(RankAudit, JointGivenTwice) {
  Mechanism m(
      R"(3 3 0 1 0 0 0 0 0
0 0 0
1 0 0
3 0 0
1 2 0 0 -1 0
2 3 1 0 -1 0
2 3 1 0 -1 0
1
0 1 0.1
)");
  const RankAudit a = audit(m);
  EXPECT_EQ(a.rank, 4);
  ASSERT_EQ(a.redundant.size(), 2u);
  EXPECT_EQ(describe(a.redundant[0], m.model()),
            "REVOLUTE 3 (line 7), equation 1 repeats REVOLUTE 2");
  EXPECT_EQ(describe(a.redundant[1], m.model()),
            "REVOLUTE 3 (line 7), equation 2 repeats REVOLUTE 2");
  EXPECT_EQ(a.free_motions.size(), 2u);
}

TEST(RankAudit, JointOfTwoFixedBodies) {
  Mechanism m(R"(3 1 0 2 0 1 0 0 0
0 0 0
1 0 0
0 0 0
1 2 1 0 0 0
1
2
3 1 0 1 0
0 1 0.1
)");
  const RankAudit a = audit(m);
  EXPECT_EQ(a.rank, 0);
  ASSERT_EQ(a.redundant.size(), 2u);
  EXPECT_EQ(describe(a.redundant[1], m.model()),
            "REVOLUTE 1 (line 5), equation 2 constrains only fixed or prescribed coordinates");
  ASSERT_EQ(a.free_motions.size(), 2u);
  EXPECT_EQ(describe_free_motion(a.free_motions[0], m.model()), "nothing determines body 3 Y");
  EXPECT_EQ(describe_free_motion(a.free_motions[1], m.model()), "nothing determines body 3 PHI");
}

// M < N: what no driver determines is named; the deck is wrong.
TEST(RankAudit, MissingDriver) {
  const RunResult r = run(R"(2 1 0 1 0 0 0 0 0
0 0 0
1 0 0
1 2 0 0 -1 0
1
0 1 0.1
)");
  EXPECT_EQ(r.status, ExitStatus::deck_error);
  EXPECT_NE(r.messages.find("5 constraint equations"), std::string::npos) << r.messages;
  EXPECT_NE(r.messages.find("nothing determines body 2 PHI"), std::string::npos) << r.messages;
}

}  // namespace
}  // namespace mbs::test
