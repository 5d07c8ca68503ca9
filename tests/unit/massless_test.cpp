#include "solve/forces/massless.h"

#include <gtest/gtest.h>

namespace mbs {
namespace {

Model three_coordinates() {
  Model model;
  model.nx = 3;
  model.turning = {2};
  return model;
}

// Mass 2 [1 1/2; 1/2 1/4] of freedoms that move (1, 0, 0.1) and (3, 0.8, 0.2). The motion that it
// does not resist is the second less half the first: (2.5, 0.8, 0.15).
TEST(Massless, TheMotionBeforeItIsTakenOut) {
  const std::vector<double> DF = {1, 0, 0.1, 3, 0.8, 0.2}, mass = {2, 1, 1, 0.5};
  EXPECT_EQ(largest_of_massless(three_coordinates(), DF, mass, 1, 1), 0);
  // An angle of 0.15 rad on an arm of 20 m moves by 3 m.
  EXPECT_EQ(largest_of_massless(three_coordinates(), DF, mass, 1, 20), 2);
}

TEST(Massless, TheFirstFreedomIsItsOwnMotion) {
  const std::vector<double> DF = {0.1, -0.9, 0.2}, mass = {0};
  EXPECT_EQ(largest_of_massless(three_coordinates(), DF, mass, 0, 1), 1);
}

// (1, 2, 0) less (0, 1, 0) of the first freedom: x and y move alike.
TEST(Massless, OfEqualCoordinatesTheFirstIsNamed) {
  const std::vector<double> DF = {0, 1, 0, 1, 2, 0}, mass = {1, 1, 1, 1};
  EXPECT_EQ(largest_of_massless(three_coordinates(), DF, mass, 1, 1), 0);  // (1, 1, 0)
}

}  // namespace
}  // namespace mbs
