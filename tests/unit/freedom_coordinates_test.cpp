#include "solve/forces/freedom_coordinates.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/dynamic_mechanism.h"

namespace mbs::test {
namespace {

// 1 kg on a stiff spring that leans, at its length of 1 m, and swings.
std::string swinging(const std::string& spring) {
  return "PLTRUSS 1 1 2\nX 1 0 0\nX 2 0.6 -0.8\nFIX 1\nRLSE 1\nEND HALT\nXM 2 1\n" + spring +
         "STARTVX 2 1 0.8\nSTARTVX 2 2 0.6\nGRAVITY 0 -10\nDOF AUTO\nTIMESTEP 1 1\nEND END\n";
}

TEST(FreedomCoordinates, OnlyLawsMakeThemPossible) {
  const Drawn spring(swinging("ESTIFF 1 1e6\n")), law(swinging("ELAW 1 1 = 5*e\n")),
      none(swinging("")), constant(swinging("ESIG 1 4\n"));
  const auto possible = [](const Drawn& m) {
    return FreedomCoordinates::possible(m.model(), m.loaded.built->phase);
  };
  EXPECT_TRUE(possible(spring));
  EXPECT_TRUE(possible(law));
  EXPECT_FALSE(possible(none));
  EXPECT_FALSE(possible(constant));
}

struct Swing {
  DynamicMechanism m;
  FreedomCoordinates q;
  explicit Swing(const std::string& spring)
      : m(swinging(spring)), q(m.model(), m.phase(), m.options, false) {
    EXPECT_TRUE(m.accelerate());
  }
};

TEST(FreedomCoordinates, AStiffLengthIsAnUnknown) {
  Swing s("ESTIFF 1 1e6\n");
  EXPECT_FALSE(s.q.is_chosen());
  EXPECT_TRUE(s.q.choose(s.m.state));
  ASSERT_TRUE(s.q.is_chosen());
  ASSERT_EQ(s.q.count(), 2);
  EXPECT_NE(s.q.name(1).find("PLTRUSS 1"), std::string::npos) << s.q.name(1);
  EXPECT_FALSE(s.q.choose(s.m.state));  // the same again
}

TEST(FreedomCoordinates, ASoftLengthIsNone) {
  Swing s("ESTIFF 1 1e-3\n");
  EXPECT_FALSE(s.q.choose(s.m.state));
  EXPECT_FALSE(s.q.is_chosen());
}

// q = (x, length - 1) at another place, by hand, and back from it.
TEST(FreedomCoordinates, UnpackIsTheInverseOfPack) {
  Swing s("ESTIFF 1 1e6\n");
  s.q.choose(s.m.state);
  ASSERT_TRUE(s.q.is_chosen());
  s.q.set_origin(s.m.state);
  State to = s.m.state;
  const double x = 0.7, y = -0.75, vx = 0.9, vy = 0.4, length = std::hypot(x, y);
  to.x[2] = x, to.x[3] = y, to.v[2] = vx, to.v[3] = vy;
  double q[2], qd[2];
  s.q.pack(to, q, qd);
  EXPECT_TRUE(q[0] == x || q[0] == y);
  EXPECT_NEAR(q[1], length - 1, 1e-15);
  EXPECT_NEAR(qd[1], (x * vx + y * vy) / length, 1e-15);
  State found = s.m.state;
  found.t = 0.01;
  ASSERT_TRUE(s.q.unpack(q, qd, false, found).ok());
  EXPECT_NEAR(found.x[2], x, 1e-14);
  EXPECT_NEAR(found.x[3], y, 1e-14);
  EXPECT_NEAR(found.v[2], vx, 1e-13);
  EXPECT_NEAR(found.v[3], vy, 1e-13);
  // d x / d length at a held other coordinate: length / that coordinate.
  std::vector<double> DF(8);
  s.q.directions({DF.data(), 4, 2, 4});
  const bool is_x = q[0] == x;
  EXPECT_NEAR(DF[4 + (is_x ? 3 : 2)], length / (is_x ? y : x), 1e-13);
  EXPECT_NEAR(DF[4 + (is_x ? 2 : 3)], 0, 1e-15);
  EXPECT_NEAR(DF[is_x ? 3 : 2], is_x ? -x / y : -y / x, 1e-13);
}

TEST(FreedomCoordinates, AccelerationsAreThoseOfTheState) {
  Swing s("ESTIFF 1 1e6\n");
  s.q.choose(s.m.state);
  ASSERT_EQ(s.q.count(), 2);
  double qdd[2];
  s.q.accelerations(s.m.state, qdd);
  EXPECT_EQ(qdd[1], s.m.state.edd[0]);
  EXPECT_NEAR(qdd[1], 8 + 1, 1e-12);  // gravity along the spring and v^2 / length
}

// A quarter of a turn away the same length and x belong to two positions: none is taken for sure.
TEST(FreedomCoordinates, APositionTooFarAwayIsRefused) {
  Swing s("ESTIFF 1 1e6\n");
  s.q.choose(s.m.state);
  ASSERT_TRUE(s.q.is_chosen());
  s.q.set_origin(s.m.state);
  State to = s.m.state;
  to.x[2] = 0.99, to.x[3] = 0.14;
  double q[2], qd[2] = {0, 0};
  s.q.pack(to, q, qd);
  State found = s.m.state;
  EXPECT_FALSE(s.q.unpack(q, qd, false, found).ok());
  EXPECT_TRUE(s.q.worn());  // a trial state has left the neighbourhood
}

}  // namespace
}  // namespace mbs::test
