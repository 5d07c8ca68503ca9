#include "solve/forces/balance.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/dynamic_mechanism.h"

namespace mbs::test {
namespace {

constexpr double kMass = 2, kCentre = 0.3, kInertia = 0.05, kPhi = 0.4, kW = 1.5, kG = 9.81;

// One segment that hangs on a joint at rest, 0.3 m from its centre of gravity.
std::string rod(const std::string& choice) {
  return "SEGDYN\nTIME 0 0 1\nSEGMENT 1 2 0.8 0.3 0.05\nSTATE 1 0.4 1.5\nGRAV 0 -9.81\n" + choice +
         "END\n";
}

// The equations of a choice at its start, beside those that Dynamics has.
struct Chosen {
  DynamicMechanism m;
  Inertia inertia;
  Evaluation at;
  Loads loads;
  Balance balance;
  std::vector<double> a, S;

  explicit Chosen(const std::string& choice)
      : m(rod(choice)),
        inertia(m.model()),
        at(m.model()),
        loads(m.model(), m.phase()),
        balance(m.model(), m.phase(), inertia, m.options) {
    EXPECT_TRUE(m.dynamics->start(m.state).ok());
    evaluate_acceleration(m.model(), m.state.x, m.state.v, at);
    inertia.evaluate(m.model(), m.state.x, m.state.v, at);
    evaluate(0);
    a.assign(m.model().nx, 0.0);
    S = loads.S;
  }
  void evaluate(double t) {
    evaluate_loads(m.model(), m.phase(), t, m.state.x, m.state.v, {}, at, inertia, loads);
  }
  bool factor() { return balance.set_given(0, loads) && balance.factor(at, inertia); }
  void solve() {
    const std::vector<double> edd(m.model().ne, 0.0);
    balance.solve(at, inertia, loads.g, edd, a, S, loads.f);
  }
  const ChainSegment& segment() const { return m.loaded.tables.chain.segments[0]; }
  int angle() const { return m.model().nodes[segment().angle].first; }
  int point() const { return m.model().nodes[segment().point].first; }
  double phidd() const { return a[angle()]; }
  double frx() const { return S[m.model().elements[segment().joint].first]; }
  double fry() const { return S[m.model().elements[segment().joint].first + 1]; }
  int hinge() const { return m.model().elements[segment().hinge].first; }
  double moment() const { return S[hinge()]; }
};

constexpr double kAboutJoint = kInertia + kMass * kCentre * kCentre;
const double kLever = kMass * kG * kCentre * std::cos(kPhi);

// The acceleration is known, the moment at the joint is not.
TEST(Balance, KnownAccelerationUnknownMoment) {
  Chosen c("KNOWN PHIDD 1 3\nUNKNOWN M 1\n");
  ASSERT_TRUE(c.balance.is_square());
  ASSERT_TRUE(c.factor());
  EXPECT_GT(c.balance.rcond(), 1e-4);
  c.solve();
  EXPECT_NEAR(c.phidd(), 3, 1e-14);
  EXPECT_NEAR(c.moment(), kAboutJoint * 3 + kLever, 1e-13);
  EXPECT_NEAR(c.frx(), kMass * kCentre * (-3 * std::sin(kPhi) - kW * kW * std::cos(kPhi)), 1e-13);
  EXPECT_NEAR(c.fry(), kMass * (kG + kCentre * (3 * std::cos(kPhi) - kW * kW * std::sin(kPhi))),
              1e-12);
}

// The angle shall not accelerate: the load at the centre that sees to it takes the weight away.
TEST(Balance, ALoadIsSought) {
  Chosen c("UNKNOWN FEXTY 1\nKNOWN PHIDD 1 0\n");
  ASSERT_TRUE(c.factor());
  c.solve();
  // M 1 is 0: nothing turns the segment about its joint, so the whole load at its centre is 0.
  EXPECT_NEAR(c.phidd(), 0, 1e-14);
  EXPECT_NEAR(c.loads.f[c.point() + 1] * kCentre * std::cos(kPhi), 0, 1e-12);
}

// FRX 1 = 2 FRY 1 + 5, M 1 unknown.
TEST(Balance, ARowOfTheDeckIsAnEquation) {
  Chosen c("UNKNOWN M 1\nROW 1 FRX 1 1\nROW 1 FRY 1 -2\nROW 1 RHS 5\n");
  ASSERT_TRUE(c.factor());
  EXPECT_EQ(c.balance.right_side(0), 5);
  EXPECT_EQ(c.balance.coefficient("ROW 1 FRY 1"), -2);
  EXPECT_EQ(c.balance.coefficient("ROW 1 PHIDD 1"), 0);
  c.solve();
  EXPECT_NEAR(c.frx(), 2 * c.fry() + 5, 1e-12);
  EXPECT_NEAR(c.moment(), kAboutJoint * c.phidd() + kLever, 1e-12);
}

TEST(Balance, TwoMomentsOnOneSegmentStayOpen) {
  Chosen c("UNKNOWN M 1\nUNKNOWN MEXT 1\nKNOWN PHIDD 1 3\nKNOWN FRX 1 0\n");
  ASSERT_TRUE(c.balance.is_square());
  EXPECT_FALSE(c.factor());
  EXPECT_EQ(c.balance.undetermined().size(), 2u);
}

TEST(Balance, CountsThatDifferAreNotSquare) {
  Chosen c("UNKNOWN M 1\n");
  EXPECT_FALSE(c.balance.is_square());
  EXPECT_FALSE(c.factor());
}

TEST(Balance, ANumberThatIsNotFiniteIsRefused) {
  Chosen c("KNOWN PHIDD 1 = sqrt(t - 1)\nUNKNOWN M 1\n");
  EXPECT_FALSE(c.balance.set_given(0, c.loads));
  c.evaluate(2);
  EXPECT_TRUE(c.balance.set_given(2, c.loads));
}

// An impulse of 3 N m s on the segment whose angle is free: it turns about its joint.
TEST(Balance, AnImpulseMakesTheVelocityJump) {
  Chosen c("UNKNOWN M 1\nROW 1 M 1 1\n");  // M 1 = 0 by an equation
  ASSERT_TRUE(c.factor());
  std::vector<double> p(c.a.size()), dv(p), F(p), rate(c.S.size()), L(rate);
  p[c.angle()] = 3;
  c.balance.solve_jump(c.at, c.inertia, p, rate, dv, L, F);
  EXPECT_NEAR(dv[c.angle()], 3 / kAboutJoint, 1e-12);
  EXPECT_NEAR(dv[c.point()], -kCentre * std::sin(kPhi) * dv[c.angle()], 1e-13);
  EXPECT_EQ(F, std::vector<double>(p.size(), 0.0));
}

// The same where the angle must not jump: the moment of its joint gives the opposite impulse.
TEST(Balance, AKnownAccelerationDoesNotJump) {
  Chosen c("KNOWN PHIDD 1 3\nUNKNOWN M 1\n");
  ASSERT_TRUE(c.factor());
  std::vector<double> p(c.a.size()), dv(p), F(p), rate(c.S.size()), L(rate);
  p[c.angle()] = 3;
  dv[c.angle()] = 99;  // whatever it was
  c.balance.solve_jump(c.at, c.inertia, p, rate, dv, L, F);
  EXPECT_EQ(dv[c.angle()], 0);
  EXPECT_NEAR(dv[c.point()], 0, 1e-14);
  EXPECT_NEAR(L[c.hinge()], -3, 1e-13);
}

}  // namespace
}  // namespace mbs::test
