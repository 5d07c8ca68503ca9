#include <gtest/gtest.h>

#include <cmath>

#include "solve/place/continuation.h"

namespace mbs {
namespace {

// x_0 = a polynomial of degree 8, x_1 = 1, with its derivatives.
State state_at(double t) {
  const double c[9] = {0.3, -1, 2, 0.5, -3, 1, 4, -2, 1.5};
  State s(2, 0);
  s.t = t;
  for (int k = 0; k <= 8; ++k) {
    s.x[0] += c[k] * std::pow(t, k);
    if (k > 0) s.v[0] += k * c[k] * std::pow(t, k - 1);
    if (k > 1) s.a[0] += k * (k - 1) * c[k] * std::pow(t, k - 2);
  }
  s.x[1] = 1;
  return s;
}

TEST(PastStates, PolynomialsOfDegreeEightAreForetold) {
  PastStates past(state_at(0));
  past.note(state_at(0));
  past.note(state_at(0.1));
  std::vector<double> x = {7, 7};
  ASSERT_TRUE(past.foretell(state_at(0.25), 0.36, {0}, x));
  EXPECT_NEAR(x[0], state_at(0.36).x[0], 1e-12);             // seen 1e-14
  EXPECT_EQ(x[1], 7);                                        // not asked for
  ASSERT_TRUE(past.foretell(state_at(0.25), 0.14, {1}, x));  // back in time
  EXPECT_NEAR(x[1], 1, 1e-12);
}

TEST(PastStates, TheOldestOfThreeIsForgotten) {
  PastStates past(state_at(0));
  past.note(State(2, 0));  // at rest at 0: not of this motion
  past.note(state_at(0.1));
  past.note(state_at(0.2));
  std::vector<double> x(2);
  ASSERT_TRUE(past.foretell(state_at(0.3), 0.4, {0}, x));
  EXPECT_NEAR(x[0], state_at(0.4).x[0], 1e-12);
}

TEST(PastStates, FewerThanTwoForetellNothing) {
  PastStates past(state_at(0));
  std::vector<double> x(2);
  EXPECT_FALSE(past.foretell(state_at(0.2), 0.3, {0}, x));
  past.note(state_at(0));
  EXPECT_FALSE(past.foretell(state_at(0.2), 0.3, {0}, x));
  past.note(state_at(0.1));
  EXPECT_TRUE(past.foretell(state_at(0.2), 0.3, {0}, x));
  past.forget();
  EXPECT_FALSE(past.foretell(state_at(0.2), 0.3, {0}, x));
}

// A step of more than twice the distance of the states, or of less than a sixth of their span.
TEST(PastStates, DistancesThatEnlargeErrorsAreRefused) {
  PastStates past(state_at(0));
  past.note(state_at(0));
  past.note(state_at(0.1));
  std::vector<double> x(2);
  EXPECT_FALSE(past.foretell(state_at(0.2), 0.41, {0}, x));
  EXPECT_TRUE(past.foretell(state_at(0.2), 0.39, {0}, x));
  EXPECT_FALSE(past.foretell(state_at(0.2), 0.23, {0}, x));
  EXPECT_FALSE(past.foretell(state_at(0.2), std::nan(""), {0}, x));
  EXPECT_FALSE(past.foretell(state_at(0.1), 0.2, {0}, x));  // two states at one time
}

}  // namespace
}  // namespace mbs
