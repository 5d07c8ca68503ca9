// NETJOINT in KABIOS decks of space: against the load of a steady turn, and against the native deck
// of the same motion; decks of the plane that --convert space writes in space.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/deck.h"
#include "support/good_run.h"

namespace mbs {
namespace {

// Body 2 goes round the z axis with 2 rad/s; its products of inertia need moments across it. Body 3
// hangs on it and goes along x with a constant acceleration.
const std::string kRound = R"(SPACE
3 0 1 0 0 1 0 0
1  0 0 0   1 0 0 0
2  0.5 0 0   SEQ zxy 0 0 0
3  1 0.2 0.1   SEQ zxy 0 0 0
1
2  0.5 0 0
0 1 0.25
NAME NETJOINT 2 hand
MASS 2  3  0.2 0.01 0.03  0.3 -0.02  0.4
MASS 3  2  0.1 0 0  0.1 0  0.1
GRAV 0 0 -9.81
DRIVE 2 X = 0.5*cos(2*t)
DRIVE 2 Y = 0.5*sin(2*t)
DRIVE 2 Z = 0
DRIVE 2 A1 = 2*t
DRIVE 2 A2 = 0
DRIVE 2 A3 = 0
DRIVE 3 X = 1 + 0.7*t^2
DRIVE 3 Y = 0.2
DRIVE 3 Z = 0.1
DRIVE 3 A1 = 0
DRIVE 3 A2 = 0
DRIVE 3 A3 = 0
NETJOINT 2 0  AT 0 0 0
NETJOINT 3 2  -0.4 0.1 0.2
INTEG STEP
END
)";

TEST(KabiosNetJointsOfSpace, LoadsOfASteadyTurn) {
  const test::RunResult run = test::good_run(kRound);
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double t = run.time(k), c = std::cos(2 * t), s = std::sin(2 * t);
    // Body 3: m (a - g) at its origin; the joint lies at (-0.4, 0.1, 0.2) of it.
    const double fx = 2 * 1.4, fz = 2 * 9.81;
    EXPECT_NEAR(run.value(k, "netjoint2.fx"), fx, 1e-11);
    EXPECT_NEAR(run.value(k, "netjoint2.fy"), 0, 1e-11);
    EXPECT_NEAR(run.value(k, "netjoint2.fz"), fz, 1e-11);
    // (C - P) x F with C - P = (0.4, -0.1, -0.2).
    EXPECT_NEAR(run.value(k, "netjoint2.mx"), -0.1 * fz, 1e-11);
    EXPECT_NEAR(run.value(k, "netjoint2.my"), -0.2 * fx - 0.4 * fz, 1e-11);
    EXPECT_NEAR(run.value(k, "netjoint2.mz"), 0.1 * fx, 1e-11);
    // Body 2 beside: a = -w^2 r, and w x J w = w^2 (-Jyz, Jxz, 0) along its axes; what body 3
    // needs at its own place X3.
    const double X = 1 + 0.7 * t * t, Y = 0.2, Z = 0.1;
    EXPECT_NEAR(run.value(k, "netjoint1.fx"), -3 * 4 * 0.5 * c + fx, 1e-11);
    EXPECT_NEAR(run.value(k, "netjoint1.fy"), -3 * 4 * 0.5 * s, 1e-11);
    EXPECT_NEAR(run.value(k, "netjoint1.fz"), 5 * 9.81, 1e-11);
    const double mu = 4 * 0.02, mv = 4 * 0.03;  // -Jyz, Jxz
    EXPECT_NEAR(run.value(k, "netjoint1.mx"), c * mu - s * mv + 0.5 * s * 3 * 9.81 + Y * fz, 1e-10);
    EXPECT_NEAR(run.value(k, "netjoint1.my"),
                s * mu + c * mv - 0.5 * c * 3 * 9.81 + Z * fx - X * fz, 1e-10);
    EXPECT_NEAR(run.value(k, "netjoint1.mz"), -Y * fx, 1e-10);
    EXPECT_NEAR(run.value(k, "netjoint1.power"), 2 * run.value(k, "netjoint1.mz"), 1e-10);
    EXPECT_NEAR(run.value(k, "netjoint1.fu"),
                c * run.value(k, "netjoint1.fx") + s * run.value(k, "netjoint1.fy"), 1e-11);
  }
}

TEST(KabiosNetJointsOfSpace, AsWrittenOutAndAsNative) {
  Diagnostics diagnostics;
  const std::string echo = echo_deck({"deck", kRound, ".", {}}, {}, diagnostics),
                    native = convert_deck({"deck", kRound, ".", {}}, {}, diagnostics);
  EXPECT_EQ(diagnostics.format_all(), "");
  EXPECT_NE(echo.find("NETJOINT 2 0 AT 0 0 0\nNETJOINT 3 2 -0.4 0.1 0.2\n"), std::string::npos)
      << echo;
  EXPECT_NE(echo.find("NAME NETJOINT 2 hand\n"), std::string::npos) << echo;
  EXPECT_NE(native.find("NETJOINT 2 5 6 3 4 -0.4 0.1 0.2\n"), std::string::npos) << native;
  const test::RunResult run = test::good_run(kRound);
  for (const std::string& text : {echo, native}) {
    const test::RunResult other = test::good_run(text);
    for (std::size_t k = 0; k < run.rows.size(); ++k)
      for (const char* part : {"x", "fx", "mz", "mu", "mw", "power"}) {
        EXPECT_NEAR(other.value(k, std::string("netjoint2.") + part),
                    run.value(k, std::string("netjoint2.") + part), 1e-11);
        EXPECT_NEAR(other.value(k, std::string("netjoint1.") + part),
                    run.value(k, std::string("netjoint1.") + part), 1e-11);
      }
  }
}

// A guide leads the body: its rows are those of a parabola, which a spline through them has but
// at the ends. The place of the joint is measured.
TEST(KabiosNetJointsOfSpace, UnderAGuideAtAMeasuredPlace) {
  std::string rows;
  for (int k = 0; k <= 20; ++k)
    rows += fmt::format("{} {} 0 1 0 0 0\n", 0.1 * k, 0.3 * std::sin(0.2 * k));
  const test::RunResult run =
      test::good_run("SPACE\n1 0 0 0 0 0 1 21\n1  0 0 1  SEQ zxy 0 0 0\n1\n" + rows +
                     "0.5 1.5 0.25\nMASS 1 2  0.1 0 0 0.2 0 0.3\nGRAV EARTH\n"
                     "NETJOINT 1 0 TABLE LINEAR 0 0.1 0.2 1.3  2 0.5 0.2 0.9\nINTEG STEP\nEND\n");
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double t = run.time(k), X = 0.1 + 0.2 * t, Z = 1.3 - 0.2 * t;
    EXPECT_NEAR(run.value(k, "netjoint1.x"), X, 1e-12);
    EXPECT_NEAR(run.value(k, "netjoint1.z"), Z, 1e-12);
    EXPECT_NEAR(run.value(k, "netjoint1.fx"), 2 * run.value(k, "body1.xdd"), 1e-11);
    EXPECT_NEAR(run.value(k, "netjoint1.fx"), -2 * 1.2 * std::sin(2 * t), 0.02);
    EXPECT_NEAR(run.value(k, "netjoint1.fy"), 2 * 9.81, 1e-11);
    EXPECT_NEAR(run.value(k, "netjoint1.mx"), (1 - Z) * -2 * 9.81 + -0.2 * 0, 1e-10);
    EXPECT_NEAR(run.value(k, "netjoint1.mz"),
                (run.value(k, "body1.x") - X) * 2 * 9.81 + 0.2 * run.value(k, "netjoint1.fx"),
                1e-10);
  }
}

TEST(KabiosNetJointsOfSpace, WhatIsWrongIsSaid) {
  const auto refusal = [](const std::string& line) {
    std::string deck = kRound;
    const std::string of = "NETJOINT 2 0  AT 0 0 0";
    deck.replace(deck.find(of), of.size(), line);
    const test::RunResult run = test::run(deck);
    EXPECT_EQ(run.status, ExitStatus::deck_error) << line;
    return run.messages;
  };
  EXPECT_EQ(refusal("NETJOINT 2 2  0 0 0"),
            "deck:25:12: error: NETJOINT: body 2 is joined to itself; expected two different "
            "bodies\n");
  EXPECT_EQ(refusal("NETJOINT 2 0  0 0"),
            "deck:25:18: error: NETJOINT: zeta is missing; expected: NETJOINT i j xi eta zeta, "
            "NETJOINT i j AT x y z, TABLE or MARKERS\n");
  EXPECT_EQ(refusal("NETJOINT 2 1  0 0 0").substr(0, 62),
            "deck:25:1: error: NETJOINT: nothing outside carries the net jo");
  EXPECT_EQ(refusal("NETJOINT 2 0  MARKERS \"a\"").substr(0, 66),
            "deck:25:23: error: NETJOINT: no line MARKERS names a file above; e");
}

// ---- decks of the plane in space ----------------------------------------------------------------

std::string in_space(const std::string& deck, const std::string& folder) {
  Diagnostics diagnostics;
  std::string out = convert_deck_to_space({"deck", deck, folder, {}}, {}, diagnostics);
  EXPECT_EQ(diagnostics.format_all(), "") << deck;
  return out;
}

// Two led bodies, a measured force and a force along the axes of the other body.
const std::string kPlane = R"(X 1 0 1
X 2 0.2
X 3 0.3 0.5
X 4 -0.3
INPUTX 1
INPUTX 2
INPUTX 3
INPUTX 4
POINT 2 3 4  0.1 -0.05
NAME NETJOINT 1 knee
END HALT
INPUTX 1 1 = 0.2*sin(3*t)
INPUTX 1 2 = 1 + 0.1*t^2
INPUTX 2 1 = 0.2 + 0.5*sin(2*t)
INPUTX 3 1 = 0.3 + 0.4*t
INPUTX 3 2 = 0.5
INPUTX 4 1 = -0.3 + t^2
XM 1 5
XM 2 0.2
XM 3 3
XM 4 0.1
GRAVITY 0 -9.81
PFORCE 2 1 2  0.1 0  FX = 3 ; FY = point2.y ; IN BODY 4
NETJOINT 1 3 4 1 2  0.1 0.2
NETJOINT 2 1 2 0 0  TABLE NATURAL 0 0.1 1.2  1 0.2 1.3  2 0.1 1.4
MEASURE a = MAX knee.m
MEASURE b = MIN netjoint2.fy
MEASURE c = MAX point2.ydd
TIMESTEP 2 8
END END
)";

TEST(NetJointsOfThePlaneInSpace, KeepTheirNumbers) {
  const test::RunResult plane = test::good_run(kPlane),
                        space = test::good_run(in_space(kPlane, "."));
  ASSERT_EQ(plane.rows.size(), space.rows.size());
  for (std::size_t k = 0; k < plane.rows.size(); ++k)
    for (const char* joint : {"netjoint1.", "netjoint2."})
      for (const auto& [part, there] :
           {std::pair{"x", "x"}, std::pair{"y", "y"}, std::pair{"fx", "fx"}, std::pair{"fy", "fy"},
            std::pair{"m", "mz"}, std::pair{"power", "power"}})
        EXPECT_NEAR(space.value(k, std::string(joint) + there),
                    plane.value(k, std::string(joint) + part), 1e-9)
            << joint << part;
  for (const char* name : {"a", "b", "c"}) {
    EXPECT_GT(std::fabs(plane.measure(name)), 0.1);
    EXPECT_NEAR(space.measure(name), plane.measure(name), 1e-7) << name;
  }
}

}  // namespace
}  // namespace mbs
