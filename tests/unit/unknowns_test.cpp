#include "run/motion/unknowns.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/dynamic_mechanism.h"

namespace mbs::test {
namespace {

// 1 kg on a spring, swinging, with a state of the deck.
std::string swing(const std::string& stiffness) {
  return "PLTRUSS 1 1 2\nX 1 0 0\nX 2 0.6 -0.8\nFIX 1\nRLSE 1\nEND HALT\nXM 2 3\nESTIFF 1 " +
         stiffness + "\nSTARTVX 2 1 0.8\nSTARTVX 2 2 0.6\nODE z 4 RATE -2*z\nGRAVITY 0 -10\n" +
         "DOF AUTO\nTIMESTEP 1 1\nEND END\n";
}

struct Swing {
  DynamicMechanism m;
  Unknowns unknowns;
  std::vector<double> y;
  explicit Swing(bool stiff, const std::string& stiffness = "1e6")
      : m(swing(stiffness)),
        unknowns((start(m), m.model()), m.phase(), m.options, m.state, stiff ? "STIFF" : "STEP") {}
  static void start(DynamicMechanism& m) { EXPECT_TRUE(m.accelerate()); }
};

TEST(Unknowns, FreeCoordinatesStatesAndWorks) {
  Swing s(false);
  s.unknowns.meter({0});
  s.unknowns.pack(s.m.state, 7.5, s.y);
  EXPECT_EQ(s.unknowns.pairs(), 2);
  EXPECT_EQ(s.unknowns.quadratures(), 2);
  EXPECT_EQ(s.y, (std::vector<double>{0.6, -0.8, 0.8, 0.6, 4, 0, 7.5}));
  EXPECT_EQ(Unknowns::work(s.y), 7.5);
  EXPECT_EQ(s.unknowns.metered(s.y, 0), 0);
  EXPECT_EQ(s.unknowns.name(1), "node 2 Y");
  EXPECT_EQ(s.unknowns.name(2), "rate of node 2 X");
  EXPECT_EQ(s.unknowns.name(4), "state z");
  EXPECT_EQ(s.unknowns.name(6), "the work done");
  EXPECT_EQ(s.unknowns.name(-1), "the state");
}

// Rates are velocities, accelerations, those of states, and the power of what is metered.
TEST(Unknowns, RatesOfEveryUnknown) {
  Swing s(false);
  s.unknowns.meter({s.m.coordinate(2, 1)});
  s.unknowns.pack(s.m.state, 0, s.y);
  std::vector<double> reactions(4, 0.0), ydot(s.y.size(), std::nan(""));
  reactions[s.m.coordinate(2, 1)] = 5;
  s.unknowns.rates(s.m.state, reactions, s.y, ydot);
  EXPECT_EQ(ydot[0], 0.8);
  EXPECT_EQ(ydot[3], s.m.a(2, 1));
  EXPECT_EQ(ydot[4], -8);
  EXPECT_EQ(ydot[5], 5 * 0.6);
  State back(4, 1, 1);
  EXPECT_TRUE(s.unknowns.unpack_accelerations(ydot, back));
  EXPECT_EQ(back.a, s.m.state.a);
}

// With the length of the stiff spring among them; works of before stay.
TEST(Unknowns, MinimalCoordinatesComeBack) {
  Swing s(true);
  ASSERT_TRUE(s.unknowns.minimal());
  s.unknowns.pack(s.m.state, 2, s.y);
  EXPECT_NEAR(s.y[1], 0, 1e-15);  // the spring is as long as it wants to be
  EXPECT_NEAR(s.y[3], 0, 1e-15);
  State found = s.m.state;
  found.z[0] = 0;
  ASSERT_TRUE(s.unknowns.unpack(0.01, s.y, false, found).ok());
  EXPECT_EQ(found.t, 0.01);
  EXPECT_EQ(found.z[0], 4);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(found.x[i], s.m.state.x[i], 1e-14);
  EXPECT_FALSE(s.unknowns.unpack_accelerations(s.y, found));
  EXPECT_NE(s.unknowns.name(1).find("PLTRUSS 1"), std::string::npos);
}

// 3 kg: p = M a, and the power 3 v.a of that acceleration; the same in minimal coordinates, where
// p belongs to other directions.
TEST(Unknowns, MomentumOfAnAcceleration) {
  for (const bool stiff : {false, true}) {
    Swing s(stiff);
    s.unknowns.pack(s.m.state, 0, s.y);
    std::vector<double> ydot(s.y.size()), p(2);
    s.unknowns.rates(s.m.state, std::vector<double>(4, 0.0), s.y, ydot);
    State found = s.m.state;
    ASSERT_TRUE(s.unknowns.unpack(0, s.y, false, found).ok());
    const ConstVector a(ydot.data() + 2, 2);
    const double power = s.unknowns.momentum(s.m.dynamics->inertia(), s.m.state, a, p);
    if (!stiff) {
      EXPECT_NEAR(p[0], 3 * s.m.a(2, 0), 1e-12);
      EXPECT_NEAR(power, 3 * (0.8 * s.m.a(2, 0) + 0.6 * s.m.a(2, 1)), 1e-12);
    }
    // Power is p times the rates in the unknowns themselves.
    EXPECT_NEAR(power, p[0] * s.y[2] + p[1] * s.y[3], 1e-11) << stiff;
  }
}

TEST(Unknowns, WhatHasBeenPlacedIsKnownAgain) {
  Swing s(false);
  s.unknowns.pack(s.m.state, 0, s.y);
  s.unknowns.pack_placed(s.m.state, s.y);
  EXPECT_TRUE(s.unknowns.is_placed(s.y));
  s.y[4] = 99, s.y[5] = 1;  // states and works are no part of it
  EXPECT_TRUE(s.unknowns.is_placed(s.y));
  s.y[1] += 1e-15;
  EXPECT_FALSE(s.unknowns.is_placed(s.y));
}

TEST(Unknowns, ASoftSpringIsNoUnknown) {
  Swing s(true, "1e-3");
  EXPECT_FALSE(s.unknowns.minimal());
  EXPECT_NE(s.unknowns.springs(), nullptr);  // they may come later
  Swing never(false);
  EXPECT_EQ(never.unknowns.springs(), nullptr);
}

}  // namespace
}  // namespace mbs::test
