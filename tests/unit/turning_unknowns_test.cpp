#include <gtest/gtest.h>

#include <cmath>

#include "run/motion/unknowns.h"
#include "support/drawn.h"

namespace mbs::test {
namespace {

// A body of space that may turn about all axes, or about the third alone.
std::string body(const std::string& held) {
  return "X 1 0 0 0\nX 2 1 0 0 0\nDYNX 1\n" + held +
         "END HALT\nXM 1 2\nXM 2 1 0 0 2 0 3\nTIMESTEP 1 1\nEND END\n";
}

struct Turning {
  Drawn m;
  std::vector<int> free;
  TurningUnknowns unknowns;
  explicit Turning(const std::string& held)
      : m(body(held)),
        free(free_coordinates(m.phase())),
        unknowns(m.model(), free, 2 * static_cast<int>(free.size()), false) {}
  std::size_t size() const {
    return 2 * free.size() + static_cast<std::size_t>(unknowns.carried());
  }
};

const std::vector<double> kQuaternion = {0.5, -0.5, 0.1, 0.7};  // of norm 1

State turned(const Turning& t) {
  State s = t.m.state();
  t.m.model().orientations[0].set_quaternion(kQuaternion.data(), s.x.data());
  return s;
}

TEST(TurningUnknowns, AFreeBodyCarriesItsFirstNumber) {
  const Turning t("DYNX 2\n");
  ASSERT_EQ(t.unknowns.carried(), 1);
  std::vector<double> y(t.size(), 0.0);
  t.unknowns.pack(turned(t), y);
  EXPECT_EQ(y.back(), 0.5);
  EXPECT_EQ(y[3], -0.5);  // the place of its first angular velocity among the free ones
  EXPECT_EQ(y[5], 0.7);
}

TEST(TurningUnknowns, WhatIsHeldIsCarriedToo) {
  const Turning t("FIX 2 1 2\nDYNX 2 3\n");
  ASSERT_EQ(t.unknowns.carried(), 3);
  std::vector<double> y(t.size(), 0.0);
  t.unknowns.pack(turned(t), y);
  EXPECT_EQ(y[3], 0.7);
  EXPECT_EQ(std::vector<double>(y.end() - 3, y.end()), (std::vector<double>{0.5, -0.5, 0.1}));
}

TEST(TurningUnknowns, WhatDoesNotTurnIsNoUnknown) {
  const Turning t("FIX 2\n");
  EXPECT_EQ(t.unknowns.carried(), 0);
}

TEST(TurningUnknowns, UnpackGivesTheNormOne) {
  const Turning t("DYNX 2\n");
  std::vector<double> y(t.size(), 0.0);
  const State before = turned(t);
  t.unknowns.pack(before, y);
  for (double& number : y) number *= 1.01;
  State after = t.m.state();
  t.unknowns.unpack(y, after);
  const auto q = t.m.model().orientations[0].quaternion(after.x.data());
  for (std::size_t c = 0; c < 4; ++c) EXPECT_NEAR(q[c], kQuaternion[c], 1e-15);
}

// q' = q (0, w) / 2, w along the axes of the body, by the product of quaternions written out.
TEST(TurningUnknowns, RatesAreHalfTheProductWithTheVelocity) {
  const Turning t("DYNX 2\n");
  State s = turned(t);
  const double w[3] = {1, -2, 0.5};
  for (int k = 0; k < 3; ++k) s.v[t.m.model().orientations[0].first + k] = w[k];
  std::vector<double> ydot(t.size(), 0.0);
  t.unknowns.rates(s, ydot);
  const std::vector<double>& q = kQuaternion;
  EXPECT_NEAR(ydot.back(), -(q[1] * w[0] + q[2] * w[1] + q[3] * w[2]) / 2, 1e-15);
  EXPECT_NEAR(ydot[3], (q[0] * w[0] + q[2] * w[2] - q[3] * w[1]) / 2, 1e-15);
  EXPECT_NEAR(ydot[4], (q[0] * w[1] + q[3] * w[0] - q[1] * w[2]) / 2, 1e-15);
  EXPECT_NEAR(ydot[5], (q[0] * w[2] + q[1] * w[1] - q[2] * w[0]) / 2, 1e-15);
}

}  // namespace
}  // namespace mbs::test
