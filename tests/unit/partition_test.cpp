#include "solve/place/partition.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "linalg/lu.h"
#include "solve/place/jacobian_block.h"
#include "support/drawn.h"

namespace mbs::test {
namespace {

const std::string kEnd = "END HALT\nTIMESTEP 1 1\nEND END\n";

Partition choose(Drawn& m, const std::vector<int>& preferred = {},
                 const std::vector<int>& e_freedoms = {}) {
  return chosen_partition(m.model(), m.phase(), m.at, preferred, m.options.rank, e_freedoms);
}

TEST(Partition, NamedIsWhatTheClassesSay) {
  using enum Class;
  Phase phase;
  phase.x_class = {fixed, dynamic, calculable, prescribed, calculable};
  phase.e_class = {fixed, calculable, dynamic, prescribed};
  EXPECT_EQ(constrained_deformations(phase), (std::vector<int>{0, 3}));
  EXPECT_EQ(free_coordinates(phase), (std::vector<int>{1, 2, 4}));
  const Partition p = named_partition(phase);
  EXPECT_EQ(p.rows, (std::vector<int>{0, 3, 2}));  // constraints first
  EXPECT_EQ(p.columns, (std::vector<int>{2, 4}));
  EXPECT_EQ(p.x_freedoms, std::vector<int>{1});
  EXPECT_EQ(p.e_freedoms, std::vector<int>{2});
  EXPECT_FALSE(p.square());  // one row too many
  EXPECT_EQ(p.freedom_count(), 2);
}

TEST(Partition, NothingIsSquare) {
  const Partition p = named_partition({});
  EXPECT_TRUE(p.square());
  EXPECT_EQ(p.freedom_count(), 0);
}

// De of the rod is (0.6, -0.8) at its lower end: y is determined best.
TEST(Partition, ChosenColumnIsTheOneWithTheLargestDerivative) {
  Drawn m("PLTRUSS 1 1 2\nX 1 0 0\nX 2 0.6 -0.8\nFIX 1\n" + kEnd);
  const int x = m.coordinate(2, 0), y = m.coordinate(2, 1);
  EXPECT_EQ(choose(m).columns, std::vector<int>{y});
  EXPECT_EQ(choose(m).x_freedoms, std::vector<int>{x});
  EXPECT_EQ(choose(m, {y}).columns, std::vector<int>{x});
}

// The rod stands upright: its length says nothing of x, although y is preferred.
TEST(Partition, PreferredIsNotFollowedWhereItDeterminesNothing) {
  Drawn m("PLTRUSS 1 1 2\nX 1 0 0\nX 2 0 -1\nFIX 1\n" + kEnd);
  EXPECT_EQ(choose(m, {m.coordinate(2, 1)}).columns, std::vector<int>{m.coordinate(2, 1)});
}

TEST(Partition, AnAngleIsAFreedomBeforePoints) {
  Drawn m(
      "PLREV 1 1 2 3 4  0 0 -0.5 0\nX 1 0 0\nX 3 0.3 0.4\nX 4 53.13010235415598deg\nFIX 1\n"
      "FIX 2\n" +
      kEnd);
  EXPECT_EQ(choose(m).x_freedoms, std::vector<int>{m.coordinate(4)});
}

TEST(Partition, DependentRowsAreNotSquare) {
  Drawn m("PLTRUSS 1 1 2\nPLTRUSS 2 1 2\nX 1 0 0\nX 2 0.6 -0.8\nFIX 1\n" + kEnd);
  const Partition p = choose(m);
  EXPECT_EQ(p.rows.size(), 2u);
  EXPECT_EQ(p.columns.size(), 1u);
  EXPECT_FALSE(p.square());
}

TEST(Partition, ChosenWithoutConstraintsLeavesAllFree) {
  Drawn m("PLTRUSS 1 1 2\nX 1 0 0\nX 2 0.6 -0.8\nRLSE 1\n" + kEnd);
  const Partition p = choose(m);
  EXPECT_TRUE(p.square());
  EXPECT_TRUE(p.columns.empty());
  EXPECT_EQ(p.x_freedoms.size(), 4u);
}

TEST(Partition, ADeformationIsAFreedomBeforeAnyCoordinate) {
  Drawn m("PLTRUSS 1 1 2\nX 1 0 0\nX 2 0.6 -0.8\nFIX 1\nRLSE 1\n" + kEnd);
  const Partition p = choose(m, {}, {0});
  EXPECT_EQ(p.rows, std::vector<int>{0});
  EXPECT_EQ(p.columns, std::vector<int>{m.coordinate(2, 1)});
  EXPECT_EQ(p.x_freedoms, std::vector<int>{m.coordinate(2, 0)});
  EXPECT_EQ(p.e_freedoms, std::vector<int>{0});
}

// More than sixty coordinates, which sparse elimination chooses from: the columns determine the
// rest, as dense factors of the same block say.
TEST(Partition, ALongChainIsDeterminedByItsColumns) {
  std::string deck = "X 1 0 0\nFIX 1\n";
  for (int k = 1; k <= 40; ++k)
    deck += fmt::format("PLTRUSS {} {} {}\nX {} {:.17g} {:.17g}\n", k, k, k + 1, k + 1, 0.7 * k,
                        std::sin(2.0 * k));
  Drawn m(deck + kEnd);
  const Partition p = choose(m);
  ASSERT_TRUE(p.square());
  EXPECT_EQ(p.columns.size(), 40u);
  EXPECT_EQ(p.x_freedoms.size(), 40u);
  JacobianBlock block(m.model(), p.rows, p.columns);
  block.choose_scales(m.model(), m.at);
  Lu lu(40);
  block.gather(m.at, lu.matrix());
  ASSERT_LT(lu.factor(), 0);
  EXPECT_GT(lu.rcond(), 1e-4);
}

}  // namespace
}  // namespace mbs::test
