#include "solve/place/placement.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/drawn.h"

namespace mbs::test {
namespace {

std::string pendulum(double x, double y, const std::string& classes,
                     const std::string& start = "") {
  return fmt::format(
      "PLTRUSS 1 1 2\nX 1 0 0\nX 2 {:.17g} {:.17g}\nFIX 1\n{}END HALT\nXM 2 1\n{}"
      "TIMESTEP 1 1\nEND END\n",
      x, y, classes, start);
}

// x and its velocity are the user's: y follows from the length, its velocity from x vx + y vy = 0.
TEST(Placement, NamedFreedomsAreKeptExactly) {
  Drawn m(pendulum(0, -1, "DYNX 2 1\n", "STARTDX 2 1 0.28 3\n"));
  Placement placement(m.model(), m.phase(), m.options, false);
  EXPECT_EQ(placement.partition().freedom_count(), 0);  // none yet
  State s = m.state();
  s.v[0] = 5;  // of what is held
  ASSERT_TRUE(placement.start(s).ok());
  const int x = m.coordinate(2), y = x + 1;
  EXPECT_EQ(s.x[x], 0.28);
  EXPECT_EQ(s.v[x], 3);
  EXPECT_NEAR(s.x[y], -0.96, 1e-15);
  EXPECT_NEAR(s.v[y], 3 * 0.28 / 0.96, 1e-14);
  EXPECT_EQ(s.v[0], 0);
  EXPECT_EQ(placement.partition().x_freedoms, std::vector<int>{x});
  EXPECT_TRUE(placement.keeps_names());
  EXPECT_EQ(placement.renewals(), 1);
}

TEST(Placement, FreedomsWithoutANameAreChosen) {
  Drawn m(pendulum(0.8, -0.6, ""));
  Placement placement(m.model(), m.phase(), m.options, false);
  State s = m.state();
  s.x[m.coordinate(2, 1)] = -0.7;  // an estimate beside the circle
  ASSERT_TRUE(placement.start(s).ok());
  EXPECT_EQ(placement.partition().x_freedoms, std::vector<int>{m.coordinate(2, 1)});
  EXPECT_EQ(s.x[m.coordinate(2, 1)], -0.7);
  EXPECT_NEAR(s.x[m.coordinate(2)], std::sqrt(0.51), 1e-15);
}

// y does not say where a hanging pendulum is. What the user named is used all the same, unless
// another choice is allowed.
TEST(Placement, AUselessNameIsReplacedWhereThatIsAllowed) {
  Drawn m(pendulum(0, -1, "DYNX 2 2\n"));
  State s = m.state();
  Placement kept(m.model(), m.phase(), m.options, false);
  EXPECT_FALSE(kept.start(s).ok());
  Placement chosen(m.model(), m.phase(), m.options, true);
  s = m.state();
  EXPECT_TRUE(chosen.start(s).ok());
  EXPECT_EQ(chosen.partition().x_freedoms, std::vector<int>{m.coordinate(2)});
  EXPECT_FALSE(chosen.keeps_names());
}

TEST(Placement, DependentConstraintsAreSingular) {
  Drawn m(
      "PLTRUSS 1 1 2\nPLTRUSS 2 1 2\nX 1 0 0\nX 2 0.6 -0.8\nFIX 1\nEND HALT\nXM 2 1\n"
      "TIMESTEP 1 1\nEND END\n");
  State s = m.state();
  Placement placement(m.model(), m.phase(), m.options, true);
  EXPECT_EQ(placement.start(s).status().kind, SolveKind::singular);
  EXPECT_EQ(placement.resume(s).kind, SolveKind::singular);
}

TEST(Placement, ResumeLeavesTheStateAlone) {
  Drawn m(pendulum(0.6, -0.8, ""));
  Placement placement(m.model(), m.phase(), m.options, true);
  State s = m.state();
  s.v = {0, 0, 7, 7};
  const State before = s;
  ASSERT_TRUE(placement.resume(s).ok());
  EXPECT_EQ(s.x, before.x);
  EXPECT_EQ(s.v, before.v);
  EXPECT_EQ(placement.partition().x_freedoms, std::vector<int>{m.coordinate(2)});
}

// From hanging to nearly level: x turns bad and y takes its place, between steps only.
TEST(Placement, AWornChoiceIsMadeAgainBetweenSteps) {
  Drawn m(pendulum(0.1, -std::sqrt(0.99), ""));
  Placement placement(m.model(), m.phase(), m.options, true);
  State s = m.state();
  ASSERT_TRUE(placement.start(s).ok());
  const int x = m.coordinate(2), y = x + 1;
  EXPECT_EQ(placement.partition().x_freedoms, std::vector<int>{x});
  s.x[y] = -0.02;
  s.x[x] = std::sqrt(1 - 4e-4);
  ASSERT_TRUE(placement.place(s, false).ok());
  EXPECT_EQ(placement.partition().x_freedoms, std::vector<int>{x});
  ASSERT_TRUE(placement.place(s, true).ok());
  EXPECT_EQ(placement.partition().x_freedoms, std::vector<int>{y});
  EXPECT_EQ(placement.choices(), 1);
  EXPECT_TRUE(placement.is_sound());
}

TEST(Placement, PlaceGivesBackWhatItWasGiven) {
  Drawn m(pendulum(0.6, -0.8, "DYNX 2 1\n"));
  Placement placement(m.model(), m.phase(), m.options, false);
  State s = m.state();
  ASSERT_TRUE(placement.start(s).ok());
  s.x[3] = -0.81;
  s.v = {0, 0, 1, 9};
  ASSERT_TRUE(placement.place(s, false).ok());
  EXPECT_NEAR(s.x[3], -0.8, 1e-15);
  EXPECT_NEAR(s.v[3], 0.75, 1e-14);
  placement.take_back(s);
  EXPECT_EQ(s.x[3], -0.81);
  EXPECT_EQ(s.v[3], 9);
}

// x as a degree of freedom is lost where the pendulum is level; on the far side the determinant
// has another sign.
TEST(Placement, APassedPositionOfABadNameIsRefused) {
  Drawn m(pendulum(0.6, -0.8, "DYNX 2 1\n"));
  Placement placement(m.model(), m.phase(), m.options, false);
  State s = m.state();
  ASSERT_TRUE(placement.start(s).ok());
  const auto accepted = [&](double x, double y) {
    s.x[2] = x, s.x[3] = y;
    const Placed at = placement.place(s, true);
    EXPECT_TRUE(at.ok());
    return placement.accept(s);
  };
  EXPECT_TRUE(accepted(0.8, -0.6).ok());
  EXPECT_TRUE(accepted(0.96, -0.28).ok());
  const SolveStatus status = accepted(0.96, 0.28);
  EXPECT_EQ(status.kind, SolveKind::singular);
  EXPECT_EQ(status.column, m.coordinate(2, 1));
}

}  // namespace
}  // namespace mbs::test
