#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "solve/chain/chain_system.h"

namespace mbs {
namespace {

ChainSegment segment(double l, double d, double phi, double phid) {
  ChainSegment s;
  s.l = l, s.d = d, s.phi = phi, s.phid = phid;
  return s;
}

// A trunk, an arm on it at 0.3 m from its proximal end, and a forearm.
std::vector<ChainSegment> tree(double t) {
  std::vector<ChainSegment> out = {segment(0.5, 0.2, 1 + 2 * t + 0.5 * t * t, 2 + t),
                                   segment(0.4, 0.1, 0.3 - t, -1),
                                   segment(0.6, 0.25, -0.8 + 3 * t, 3)};
  out[1].attached = out[1].reach_given = true;
  out[1].parent = 0;
  out[1].reach = 0.3;
  return out;
}

std::array<double, 2> along(std::array<double, 2> p, double r, double phi) {
  return {p[0] + r * std::cos(phi), p[1] + r * std::sin(phi)};
}

TEST(ChainGeometry, PlacesByHand) {
  const std::vector<ChainSegment> s = tree(0);
  ChainGeometry g(s);
  g.update(s);
  const auto shoulder = along({0, 0}, 0.3, 1), elbow = along(shoulder, 0.4, 0.3),
             tip = along(elbow, 0.6, -0.8), centre = along(elbow, 0.25, -0.8);
  EXPECT_EQ(g.joint(0).x, 0);
  EXPECT_NEAR(g.joint(1).x, shoulder[0], 1e-15);
  EXPECT_NEAR(g.joint(2).y, elbow[1], 1e-15);
  EXPECT_NEAR(g.joint(3).x, tip[0], 1e-15);
  EXPECT_NEAR(g.joint(3).y, tip[1], 1e-15);
  EXPECT_NEAR(g.centre(2).x, centre[0], 1e-15);
  EXPECT_NEAR(g.centre(2).y, centre[1], 1e-15);
}

// Velocities and accelerations against differences of the places; only phi of the trunk is
// accelerated (1 rad/s2).
TEST(ChainGeometry, RatesAreDerivativesOfPlaces) {
  const std::vector<ChainSegment> now = tree(0);
  ChainGeometry g(now), before(now), after(now);
  const double h = 1e-4;
  g.update(now);
  before.update(tree(-h));
  after.update(tree(h));
  for (int k = 0; k <= 3; ++k) {
    EXPECT_NEAR(g.joint(k).xd, (after.joint(k).x - before.joint(k).x) / (2 * h), 1e-6) << k;
    EXPECT_NEAR(g.joint(k).yd, (after.joint(k).y - before.joint(k).y) / (2 * h), 1e-6) << k;
    EXPECT_NEAR(g.joint(k).rest_x + g.joint_x(k)[0],
                (after.joint(k).xd - before.joint(k).xd) / (2 * h), 1e-5)
        << k;
    EXPECT_NEAR(g.joint(k).rest_y + g.joint_y(k)[0],
                (after.joint(k).yd - before.joint(k).yd) / (2 * h), 1e-5)
        << k;
  }
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(g.centre(i).xd, (after.centre(i).x - before.centre(i).x) / (2 * h), 1e-6) << i;
    EXPECT_NEAR(g.centre(i).rest_y + g.centre_y(i, 0),
                (after.centre(i).yd - before.centre(i).yd) / (2 * h), 1e-5)
        << i;
  }
}

// d x / d phi of every point and every segment against differences, branches included.
TEST(ChainGeometry, ArmsAreDerivativesByAngles) {
  std::vector<ChainSegment> s = tree(0);
  ChainGeometry g(s), moved(s);
  g.update(s);
  const double h = 1e-6;
  for (int of = 0; of < 3; ++of) {
    std::vector<ChainSegment> turned = s;
    turned[of].phi += h;
    moved.update(turned);
    for (int k = 0; k <= 3; ++k) {
      EXPECT_NEAR(g.joint_x(k)[of], (moved.joint(k).x - g.joint(k).x) / h, 1e-5);
      EXPECT_NEAR(g.joint_y(k)[of], (moved.joint(k).y - g.joint(k).y) / h, 1e-5);
    }
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(g.centre_x(i, of), (moved.centre(i).x - g.centre(i).x) / h, 1e-5);
      EXPECT_NEAR(g.centre_y(i, of), (moved.centre(i).y - g.centre(i).y) / h, 1e-5);
    }
  }
}

}  // namespace
}  // namespace mbs
