// Friction of a constant value belongs to its joint: where an event lets the joint go, nothing
// rubs.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "program/run_deck.h"
#include "support/deck.h"
#include "support/good_run.h"

namespace mbs {
namespace {

using test::good_run;

constexpr double kG = 9.81;

const char* const kHow[] = {"", "FORM FULL\n", "FORM REDUCED\n", "INTEG STIFF 1e-9 1e-9\n",
                            "INTEG RK4 0.01\n"};

// A wheel of 0.1 kg m2 on a pin of 0.2 N m loses 2 rad/s in a second, then flies on.
TEST(FrictionLetGo, APinThatBreaks) {
  for (const std::string how : kHow) {
    const test::RunResult run = good_run(R"(2 1 0 1 0 0 0 0 0
0 0 0
0 0 0
1 2 0 0 0 0
1
0 2 1
MASS 2 1 0.1
VEL 2 0 0 10
GRAV 0 -9.81
FRICTION REVOLUTE 1 CONSTANT 0.2
EVENT cut WHEN t > 1 DO RELEASE REVOLUTE 1
)" + how + "END\n");
    EXPECT_NEAR(run.value(2, "body2.phid"), 8, 1e-7) << how;
    EXPECT_NEAR(run.value(2, "body2.y"), -kG / 2, 1e-7) << how;
  }
}

TEST(FrictionLetGo, APinOfANativeDeck) {
  for (const std::string how : kHow) {
    const test::RunResult run = good_run(R"(PLREV 1  1 8  2 9  0 0  0 0
PLTOR 2  8 9
X 1 0 0
X 8 0
X 2 0 0
X 9 0
FIX 1
FIX 8
RLSE 2
END HALT
DOF AUTO
XM 2 1
XM 9 0.1
STARTVX 9 1 10
GRAVITY 0 -9.81
FRICTION 1 2 1 CONSTANT 0.2
EVENT cut WHEN t > 1 DO RELEASE E 1
TIMES 0 2 1
)" + how + "END END\n");
    EXPECT_NEAR(run.value(2, "v9_1"), 8, 1e-7) << how;
  }
}

// A block in a guide of 3 N whose guide is let go while 2 N of a spring do not move it.
TEST(FrictionLetGo, AGuideInWhichABlockSticks) {
  for (const std::string how : {"", "FORM FULL\n", "FORM REDUCED\n"}) {
    const test::RunResult run = good_run(R"(2 0 1 1 0 0 0 0 0
0 0 0
0 0 0
1 2 0 0 1 0 0 0
1
0 2 1
MASS 2 1 0.1
LAW BODY 2 X = 2
FRICTION TRANSLATIONAL 1 CONSTANT 3
EVENT cut WHEN t > 1 DO RELEASE TRANSLATIONAL 1
)" + how + "END\n");
    EXPECT_NEAR(run.value(1, "body2.xd"), 0, 1e-12) << how;
    EXPECT_NEAR(run.value(2, "body2.xd"), 2, 1e-9) << how;
  }
}

// Held again it rubs again.
TEST(FrictionLetGo, ComesBackWithTheJoint) {
  for (const std::string how : kHow) {
    const test::RunResult run = good_run(R"(2 1 0 1 0 0 0 0 0
0 0 0
0 0 0
1 2 0 0 0 0
1
0 3 1
MASS 2 1 0.1
VEL 2 0 0 10
FRICTION REVOLUTE 1 CONSTANT 0.2
EVENT cut WHEN t > 1 DO RELEASE REVOLUTE 1
EVENT on WHEN t > 2 DO FIX REVOLUTE 1
)" + how + "END\n");
    EXPECT_NEAR(run.value(2, "body2.phid"), 8, 1e-7) << how;
    EXPECT_NEAR(run.value(3, "body2.phid"), 6, 1e-7) << how;
  }
}

// One equation of two that is let go leaves the joint and its friction.
TEST(FrictionLetGo, StaysWithOneEquation) {
  const test::RunResult run = good_run(R"(2 1 0 1 0 0 0 0 0
0 0 0
0 0 0
1 2 0 0 0 0
1
0 2 1
MASS 2 1 0.1
VEL 2 0 0 10
FRICTION REVOLUTE 1 CONSTANT 0.2
EVENT cut WHEN t > 1 DO RELEASE REVOLUTE 1 2
END
)");
  EXPECT_NEAR(run.value(2, "body2.phid"), 6, 1e-7);
}

// A wheel that turns falls 0.2 m on smooth ground: beside a contact nothing rubs in the air.
TEST(FrictionLetGo, BesideAContactInTheAir) {
  const double lands = std::sqrt(2 * 0.2 / kG);
  for (const std::string how : {"", "FORM FULL\n", "FORM REDUCED\n", "INTEG STIFF 1e-9 1e-9\n"}) {
    const test::RunResult run = good_run(R"(2 0 0 1 0 0 0 0 0
0 0 0
0 0.3 0
1
0 1 1
MASS 2 1 0.1
VEL 2 0 0 10
GRAV 0 -9.81
CONTACT 2 1 LINE 0 0 0.1  0 0 1 0  RIGID 0
FRICTION CONTACT 1 CONSTANT 0.2
)" + how + "END\n");
    EXPECT_NEAR(run.value(1, "body2.phid"), 10 - 2 * (1 - lands), 1e-6) << how;
  }
}

// It is lifted at t = 1 and set down no more.
TEST(FrictionLetGo, BesideAContactThatLiftsOff) {
  for (const std::string model : {"RIGID 0", "PENALTY 1e4 1 0.5"})
    for (const std::string how : {"", "FORM FULL\n"}) {
      const test::RunResult run = good_run(R"(2 0 0 1 0 0 0 0 0
0 0 0
0 0.1 0
1
0 2 1
PARAM up = 0
MASS 2 1 0.1
VEL 2 0 0 10
GRAV 0 -9.81
LAW BODY 2 Y = up*25
EVENT lift WHEN t > 1 DO SET up = 1
CONTACT 2 1 LINE 0 0 0.1  0 0 1 0  )" + model +
                                           R"(
FRICTION CONTACT 1 CONSTANT 0.2
)" + how + "END\n");
      // A soft contact lets go a little later.
      const double close = model[0] == 'R' ? 1e-6 : 0.1;
      EXPECT_NEAR(run.value(1, "body2.phid"), 8, 1e-6) << model;
      EXPECT_NEAR(run.value(2, "body2.phid"), 8, close) << model << how;
      EXPECT_GT(run.value(2, "contact1.gap"), 1) << model;
    }
}

// A slot that a law has let go presses by that law. A block of 2 kg on a spring of 1e4 N/m across
// its slot, pressed by N = k y: 2 y'' = N - 2 g and 2 x'' = -mu N, so x' + mu y' = 1 - mu g t while
// it slides; without motion across it sticks after 1/(mu g).
constexpr double kMu = 0.2, kSag = 2 * kG / 1e4;
std::string on_spring(double sag, double end) {
  return fmt::format(R"(2 0 0 1 0 0 0 0 0
0 0 0
0 {} 0
1
0 {} {}
MASS 2  2 0.1
VEL 2  1 0 0
GRAV 0 -9.81
SLOT 2 1  0 0  0 0  1 0
LAW SLOT 1 = 1e4*e
FRICTION SLOT 1  {}
)",
                     -sag, end, end, kMu);
}

TEST(FrictionLetGo, ALawPresses) {
  for (const std::string how : kHow) {
    const test::RunResult rests = good_run(on_spring(kSag, 1) + how + "END\n");
    EXPECT_NEAR(rests.value(1, "body2.x"), 1 / (2 * kMu * kG), 1e-7) << how;
    EXPECT_NEAR(rests.value(0, "friction1.load"), 2 * kG, 1e-9) << how;
    if (how.find("RK4") != std::string::npos) continue;  // its steps are too long for the spring
    const test::RunResult bounces = good_run(on_spring(1.5 * kSag, 0.3) + how + "END\n");
    EXPECT_NEAR(bounces.value(1, "body2.xd") + kMu * bounces.value(1, "body2.yd"),
                1 - kMu * kG * 0.3, 1e-6)
        << how;
  }
}

// At rest it holds from the first instant on, until 3 (1 + t) = mu 2 g.
TEST(FrictionLetGo, WhatALawPressesSticksAtTheStart) {
  std::string deck = on_spring(kSag, 1);
  deck.replace(deck.find("VEL 2  1 0 0"), 12, "LAW BODY 2 X = 3*(1 + t)");
  for (const std::string how : {"", "FORM FULL\n"}) {
    const test::RunResult run = good_run(deck + how + "END\n");
    EXPECT_EQ(run.report.find("FRICTION 1 at t = 0: slides"), std::string::npos) << run.report;
    EXPECT_NE(run.report.find("FRICTION 1 at t = 0.308: slides"), std::string::npos) << run.report;
    EXPECT_NEAR(run.value(0, "body2.xdd"), 0, 1e-12);
  }
}

TEST(FrictionLetGo, ALawPressesInNativeDecks) {
  Diagnostics diagnostics;
  const std::string native =
      convert_deck({"deck", on_spring(kSag, 1) + "END\n", ".", {}}, {}, diagnostics);
  ASSERT_EQ(diagnostics.format_all(), "");
  EXPECT_NEAR(good_run(native).value(1, "x3_1"), 1 / (2 * kMu * kG), 1e-9) << native;
}

// An elastic rope over a drum: as the rigid one, 2 kg are drawn up by 30 kg through exp(0.4 pi).
TEST(FrictionLetGo, APullOfAnElasticRopePresses) {
  const std::string deck = R"(RELATION 1 = -x1_2 - x2_2
RELATION 2 = -x2_2
X 1  0 -1
X 2  1 -1
FIX 1 1
FIX 2 1
RLSE 1 1
END HALT
DOF AUTO
XM 1  2
XM 2  30
GRAVITY 0 -9.81
ELAW 1 1 = 1e6*e + 1e3*ed
FRICTION 1  2 1  CAPSTAN 1.2566370614359172 1
INTEG STIFF 1e-8 1e-8
TIMES 0 1 1
END END
)";
  const test::RunResult run = good_run(deck);
  const double k = std::exp(0.4 * std::acos(-1.0)), a = 2 * 30 * kG / (30 + 2 * k) - kG;
  EXPECT_NEAR(run.value(1, "a1_2"), a, 1e-5);
  EXPECT_NEAR(run.value(1, "friction1.load"), 2 * (kG + a), 1e-4);
}

// A slider-crank, whose pin rubs in its slot: a chain. Held by 1e7 N/m it moves as held without
// give.
TEST(FrictionLetGo, ALawPressesInChains) {
  const double turn = std::asin(0.2 * std::sin(std::acos(-1.0) / 3) / 0.5);
  const auto deck = [&](const std::string& law) {
    return fmt::format(R"(SEGDYN
SEGMENT 1  2 0.20 0.10 0.01
SEGMENT 2  3 0.50 0.25 0.06
STATE 1  60deg 8
STATE 2  {:.17g} {:.17g}
GRAV 0 -9.81
SLOT 2 0  0.25 0  0 0  1 0
FRICTION SLOT 1  0.2 0.1
{}TIME 0 0.4 0.4
END
)",
                       -turn, -0.8 / (0.5 * std::cos(turn)), law);
  };
  const test::RunResult held = good_run(deck("")),
                        soft =
                            good_run(deck("LAW SLOT 1 = 1e7*e + 1e4*ed\nINTEG STIFF 1e-9 1e-9\n"));
  EXPECT_NEAR(soft.value(1, "phi1"), held.value(1, "phi1"), 1e-5);
  EXPECT_NEAR(soft.value(1, "phid1"), held.value(1, "phid1"), 1e-4);
}

}  // namespace
}  // namespace mbs
