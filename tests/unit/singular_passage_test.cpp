#include <gtest/gtest.h>

#include <cmath>

#include "solve/forces/dynamics.h"

namespace mbs {
namespace {

Model of_one_coordinate() {
  Model out;
  out.nx = 1;
  return out;
}
const Model kModel = of_one_coordinate();

Solved sized() {
  Solved out{State(1, 0), {0, 0}, {0}, {}, {}, {}, 0};
  return out;
}

State moving() {
  State s(1, 0);
  s.t = 2;
  s.x[0] = 5;
  s.v[0] = 3;
  return s;
}

// A stress that is a polynomial of degree 11 through the twelve neighbours is found to rounding,
// and the state itself is never solved.
TEST(SingularPassage, ValuesAreThoseOfThePolynomialThroughTheNeighbours) {
  SingularPassage passage(kModel);
  std::vector<double> solved;
  const auto state_at = [&](double s, Solved& out) {
    solved.push_back(s);
    EXPECT_NEAR(out.state.t, 2 + s, 1e-15);
    EXPECT_NEAR(out.state.x[0], 5 + 3 * s, 1e-12);  // predicted straight on
    out.S = {4 + s - 7 * std::pow(s, 5) + std::pow(s, 11), std::cos(s)};
    out.gravity_power = 6 - s * s * s;
    return true;
  };
  ASSERT_TRUE(passage.find(moving(), 1, sized(), state_at));
  EXPECT_EQ(solved.size(), 12u);
  for (double s : solved) EXPECT_GE(std::fabs(s), 0.0749);
  std::vector<double> S(2);
  passage.blend([](const Solved& s) -> const std::vector<double>& { return s.S; }, S);
  EXPECT_NEAR(S[0], 4, 1e-13);
  EXPECT_NEAR(S[1], 1, 1e-9);
  EXPECT_NEAR(passage.gravity_power(), 6, 1e-13);
}

TEST(SingularPassage, AMotionAtRestPassesNothing) {
  SingularPassage passage(kModel);
  const auto never = [](double, Solved&) -> bool {
    ADD_FAILURE() << "solved";
    return true;
  };
  EXPECT_FALSE(passage.find(moving(), 0, sized(), never));
}

// The nearer spacing fails on its second side; the wider one of 0.15 mechanism sizes does not.
TEST(SingularPassage, NeighboursAreSoughtFartherOff) {
  SingularPassage passage(kModel);
  double nearest = 1e9;
  int refusals = 0;
  const auto state_at = [&](double s, Solved& out) {
    if (s < 0 && s > -0.05 && ++refusals) return false;
    nearest = std::min(nearest, std::fabs(s));
    out.S = {s, 0};
    return true;
  };
  ASSERT_TRUE(passage.find(moving(), 2, sized(), state_at));  // twice as fast: half the time
  EXPECT_EQ(refusals, 1);
  std::vector<double> S(2);
  passage.blend([](const Solved& s) -> const std::vector<double>& { return s.S; }, S);
  EXPECT_NEAR(S[0], 0, 1e-14);
  const auto nothing = [](double s, Solved&) { return s > 0; };
  EXPECT_FALSE(passage.find(moving(), 2, sized(), nothing));
}

}  // namespace
}  // namespace mbs
