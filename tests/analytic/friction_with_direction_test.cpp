// FRICTION of joints of space whose slip is a vector (CYLINDRICAL, PLANAR, SPHERICAL), and of the
// two arms of a UNIVERSAL, against closed forms.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/deck.h"
#include "support/good_run.h"

namespace mbs {
namespace {

constexpr double kG = 9.81;

// A block is kicked across an incline whose slope is the angle of friction: its speed and its
// velocity down the slope add up to the speed of the kick, so that it ends with half of it straight
// down. The plane lies anyhow in space.
TEST(FrictionWithDirection, BlockKickedAcrossAnIncline) {
  const double mu = 0.5, slope = std::atan(mu), v0 = 3, m = 2;
  for (const double turn : {0.0, 0.7}) {
    const double c = std::cos(slope), s = std::sin(slope);
    // The normal u; v horizontal across the slope, w = u x v down the slope.
    const test::RunResult run = test::good_run(fmt::format(
        "PLANAR 1  0 0  1 2  AT 0 0 0  {} {} {}  {} {} 0\nX 1  0 0 0\nDYNE 1 1 2 3\nEND HALT\n"
        "XM 1  {}\nXM 2  0.01 0 0 0.01 0 0.01\nGRAVITY 0 0 -{}\nSTARTDE 1 1  0 {}\n"
        "FRICTION 1  1 ALL  0.1 {} 1e-3\nINTEG STEP 1e-12 1e-12\nTIMESTEP 3 10\nEND END\n",
        -s * std::sin(turn), s * std::cos(turn), c, std::cos(turn), std::sin(turn), m, kG, v0, mu));
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      const double across = run.value(k, "ed1_1"), down = run.value(k, "ed1_2");
      EXPECT_NEAR(std::hypot(across, down) + down, v0, 1e-9) << k;
      EXPECT_NEAR(run.value(k, "friction1_1.load"), m * kG * c, 1e-9) << k;
    }
    const std::size_t last = run.rows.size() - 1;
    EXPECT_NEAR(run.value(last, "ed1_2"), v0 / 2, 0.01);
  }
}

// The same block on a slope below the angle of friction, drawn across by a force: it moves where
// the force and its weight together are above mu N, with the acceleration of what is left.
TEST(FrictionWithDirection, BlockDrawnAcrossAnIncline) {
  const double mu = 0.5, m = 2, slope = 0.3, c = std::cos(slope), s = std::sin(slope), pull = 9;
  const test::RunResult run = test::good_run(fmt::format(
      "PLANAR 1  0 0  1 2  AT 0 0 0  0 {} {}  1 0 0\nX 1  0 0 0\nDYNE 1 1 2 3\nEND HALT\nXM 1  {}\n"
      "XM 2  0.01 0 0 0.01 0 0.01\nXF 1  {} 0 0\nGRAVITY 0 0 -{}\nFRICTION 1  1 ALL  0.1 {} 1e-6\n"
      "INTEG STEP 1e-11 1e-11\nTIMESTEP 1 4\nEND END\n",
      s, c, m, pull, kG, mu));
  const double down = m * kG * s, both = std::hypot(pull, down), a = (both - mu * m * kG * c) / m;
  ASSERT_GT(a, 0);
  for (std::size_t k = 1; k < run.rows.size(); ++k) {
    const double t = run.value(k, "t");
    EXPECT_NEAR(run.value(k, "ed1_1"), a * t * pull / both, 2e-5);
    EXPECT_NEAR(run.value(k, "ed1_2"), a * t * down / both, 2e-5);
  }
}

// A plate that slides and turns on pads at its radius of gyration has one inertia in all
// directions of its slip, so that it slows down straight: (v, w R) keeps its direction.
TEST(FrictionWithDirection, PlateSlidesAndTurns) {
  const double m = 3, R = 0.2, mu = 0.3, vx = 1.2, vy = -0.5, w = 4;
  const test::RunResult run = test::good_run(fmt::format(
      "PLANAR 1  0 0  1 2  AT 0 0 0  0 0 1  1 0 0\nX 1  0 0 0\nDYNE 1 1 2 3\nEND HALT\nXM 1  {0}\n"
      "XM 2  {1} 0 0 {1} 0 {1}\nGRAVITY 0 0 -{2}\nSTARTDE 1 1  0 {3}\nSTARTDE 1 2  0 {4}\n"
      "STARTDE 1 3  0 {5}\nFRICTION 1  1 ALL  {6} {7} 1e-4\nINTEG STEP 1e-12 1e-12\n"
      "TIMESTEP 0.4 4\nEND END\n",
      m, m * R * R, kG, vx, vy, w, R, mu));
  const double speed = std::sqrt(vx * vx + vy * vy + w * w * R * R);
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double left = 1 - mu * kG * run.value(k, "t") / speed;
    EXPECT_NEAR(run.value(k, "ed1_1"), vx * left, 1e-9) << k;
    EXPECT_NEAR(run.value(k, "ed1_2"), vy * left, 1e-9) << k;
    EXPECT_NEAR(run.value(k, "ed1_3"), w * left, 1e-8) << k;
  }
}

// A shaft that is turned by a motor slides along its bearing as through oil:
// v' = -mu g v / sqrt(v^2 + (r w)^2), and the motor bears mu N r (r w) / sqrt(v^2 + (r w)^2).
TEST(FrictionWithDirection, ShaftSlidesAndTurns) {
  const double m = 4, r = 0.03, mu = 0.2, w = 40, v0 = 2, c = r * w;
  const test::RunResult run = test::good_run(fmt::format(
      "CYLINDRICAL 1  0 0  1 2  AT 0 0 0  1 2 0\nHINGE 2  0 2  1 2 0\nX 1  0 0 0\nDYNE 1 2\n"
      "INPUTE 2 1\nRLSE 2 2 3\nEND HALT\nXM 1  {}\nXM 2  0.02 0 0 0.02 0 0.02\nGRAVITY 0 0 -{}\n"
      "INPUTE 2 1  0 {}\nSTARTDE 1 2  0 {}\nFRICTION 1  1 ALL  {} 100 {} 1e-6\n"
      "INTEG STEP 1e-12 1e-12\nTIMESTEP 2 8\nEND END\n",
      m, kG, w, v0, r, mu));
  const auto F = [c](double v) { return std::hypot(v, c) - c * std::asinh(c / v); };
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double v = run.value(k, "ed1_2"), t = run.value(k, "t");
    EXPECT_NEAR(F(v), F(v0) - mu * kG * t, 1e-8) << k;
    EXPECT_NEAR(run.value(k, "s2_1"), -mu * m * kG * r * c / std::hypot(v, c), 1e-9) << k;
    EXPECT_NEAR(run.value(k, "friction1_2.f"), mu * m * kG * v / std::hypot(v, c), 1e-9) << k;
  }
}

// A weight at an arm beside the bearing presses its two ends with more than its own.
TEST(FrictionWithDirection, ShaftPressedAtItsEnds) {
  const double m = 1.5, L = 0.2, arm = 0.5, mu = 0.1, v0 = 1;
  const test::RunResult run = test::good_run(fmt::format(
      "CYLINDRICAL 1  0 0  1 2  AT 0 0 0  1 0 0\nPINBODY 2  1 2 3\nX 1  0 0 0\nX 3  {} 0 0\n"
      "DYNE 1 1 2\nEND HALT\nXM 3  {}\nXM 2  0.01 0 0 0.01 0 0.01\nGRAVITY 0 0 -{}\n"
      "STARTDE 1 2  0 {}\nFRICTION 1  1 ALL  0.02 {} {} 1e-6\nINTEG STEP 1e-12 1e-12\n"
      "TIMESTEP 0.1 2\nEND END\n",
      arm, m, kG, v0, L, mu));
  const double load = m * kG * (std::fabs(0.5 + arm / L) + std::fabs(0.5 - arm / L));
  EXPECT_NEAR(run.value(1, "friction1_2.load"), load, 1e-9 * load);
  EXPECT_NEAR(run.value(2, "ed1_2"), v0 - mu * load / m * 0.1, 1e-9);
}

// A globe on a ball joint in its middle turns about any axis and runs down about that axis.
TEST(FrictionWithDirection, GlobeRunsDown) {
  const double m = 5, J = 0.04, r = 0.03, mu = 0.25, w[] = {3, -2, 6};
  const double size = std::sqrt(49.0), rate = mu * r * m * kG / J;
  const test::RunResult run = test::good_run(fmt::format(
      "SPHERICAL 1  0 0  1 2  AT 0 0 0\nSPIN 2  0 2\nX 1  0 0 0\nX 2  ROT xyz 0.3 1 -0.5\nDYNX 2\n"
      "END HALT\nXM 1  {}\nXM 2  {} 0 0 {} 0 {}\nGRAVITY 0 0 -{}\nSTARTVX 2 SPACE {} {} {}\n"
      "FRICTION 1  2 ALL  {} {} 1e-5\nINTEG STEP 1e-12 1e-12\nTIMESTEP {} 4\nEND END\n",
      m, J, J, J, kG, w[0], w[1], w[2], r, mu, 0.9 * size / rate));
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double left = 1 - rate * run.value(k, "t") / size;
    for (int c = 0; c < 3; ++c)
      EXPECT_NEAR(run.value(k, fmt::format("ed2_{}", c + 1)), w[c] * left, 1e-8) << k << " " << c;
    EXPECT_NEAR(run.value(k, "friction1_3.f"), mu * r * m * kG * w[2] / size, 1e-9) << k;
  }
}

// Impulses pass such friction by, and a contact by IMPULSES presses by nothing else: the ball would
// slide for ever.
TEST(FrictionWithDirection, ImpulsesAreRefused) {
  const char* const ball =
      "BALL 1  1 2  0.1  PLANE 0 0 1\nX 1  0 0 0.15\nDYNX 1\nDYNX 2\nEND HALT\nXM 1  2\n"
      "XM 2  0.008 0 0  0.008 0  0.008\nSTARTVX 1 1  2\nGRAVITY 0 0 -9.81\nCONTACT 1 {}\n"
      "FRICTION 1  1 ALL  0.3 1e-3\nTIMESTEP 3 3\nEND END\n";
  const test::RunResult refused = test::run(fmt::format(fmt::runtime(ball), "IMPULSES 0.5 0.01"));
  EXPECT_EQ(refused.status, ExitStatus::deck_error);
  EXPECT_EQ(
      refused.messages,
      "deck:11:1: error: FRICTION 1: CONTACT 1 presses by IMPULSES, which this friction passes "
      "by; expected RIGID or PENALTY in the line of the contact\n");
  // By RIGID it comes to roll with 5/7 of its speed.
  const test::RunResult rolls = test::good_run(fmt::format(fmt::runtime(ball), "RIGID 0.5"));
  EXPECT_NEAR(rolls.value(3, "v1_1"), 10. / 7, 1e-4);
}

// A body on a cross in its middle turns about the first arm while a moment twists the cross: the
// first arm rubs by weight and twist, and stands. The second arm sticks all the while.
TEST(FrictionWithDirection, ArmsOfACross) {
  const double m = 3, J = 0.05, r = 0.02, L = 0.1, mu = 0.2, w0 = 5;
  for (const double twist : {0.0, 0.4, -0.7}) {
    const test::RunResult run = test::good_run(fmt::format(
        "UNIVERSAL 1  0 0  1 2  AT 0 0 0  1 0 0  0 1 0\nX 1  0 0 0\nDYNE 1 1 2\nEND HALT\n"
        "XM 1  {}\nXM 2  {} 0 0 {} 0 {}\nXF 2  0 0 {}\nGRAVITY 0 0 -{}\nSTARTDE 1 1  0 {}\n"
        "FRICTION 1  1 1  {} {} {}\nFRICTION 1  1 2  {} {} {}\nINTEG STEP 1e-12 1e-12\n"
        "TIMESTEP 2 8\nEND END\n",
        m, J, J, J, twist, kG, w0, r, L, mu, r, L, mu));
    const double load = m * kG + 2 * std::fabs(twist) / L, rate = mu * r * load / J,
                 end = w0 / rate;
    EXPECT_NEAR(run.value(0, "friction1_1.load"), load, 1e-9 * load);
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      const double t = std::min(run.value(k, "t"), end);
      EXPECT_NEAR(run.value(k, "e1_1"), w0 * t - rate * t * t / 2, 1e-8) << k;
      EXPECT_NEAR(run.value(k, "e1_2"), 0, 1e-10) << k;
    }
  }
}

// Friction takes what the balance of energy says, by all methods, and --echo reads the same again.
TEST(FrictionWithDirection, AllMethodsAgree) {
  const std::string deck =
      "SPHERICAL 1  0 0  1 2  AT 0 0 0\nSPIN 2  0 2\nX 1  0.1 0 -0.4\nX 2  1 0 0 0\nDYNX 2\n"
      "END HALT\nXM 1  2\nXM 2  0.02 0 0 0.03 0 0.01\nGRAVITY 0 0 -9.81\nSTARTVX 2  1 -3 4\n"
      "FRICTION 1  2 ALL  0.02 0.3 0.01\n";
  const test::RunResult one =
      test::good_run(deck + "INTEG STEP 1e-12 1e-12\nTIMESTEP 1.5 3\nEND END\n");
  for (const char* const method : {"DOP853 1e-12 1e-12", "RK4 1e-4", "STIFF 1e-8 1e-8"}) {
    const test::RunResult other =
        test::good_run(deck + fmt::format("INTEG {}\nTIMESTEP 1.5 3\nEND END\n", method));
    for (int c = 1; c <= 4; ++c)
      EXPECT_NEAR(other.value(3, fmt::format("x2_{}", c)), one.value(3, fmt::format("x2_{}", c)),
                  2e-6)
          << method;
  }
}

// The block on the incline again, as a point that touches: rigid and by a stiffness.
TEST(FrictionWithDirection, PointThatTouchesAnIncline) {
  const double mu = 0.5, slope = std::atan(mu), v0 = 3, m = 2, k = 1e4;
  const double c = std::cos(slope), s = std::sin(slope);
  for (const bool rigid : {true, false}) {
    const double sunk = rigid ? 0 : m * kG * c / k;
    const test::RunResult run = test::good_run(fmt::format(
        "SPLANE 1  1 2  0 0 0 0  PLANE 0 {} {}\nX 1  0 {} {}\nDYNX 1\nDYNX 2\nEND HALT\nXM 1  {}\n"
        "XM 2  0.01 0 0 0.01 0 0.01\nGRAVITY 0 0 -{}\nSTARTVX 1 1  {}\nCONTACT 1 {}\n"
        "FRICTION 1  1 ALL  {} 1e-3\nINTEG STEP 1e-12 1e-12\nTIMESTEP 1 4\nEND END\n",
        s, c, -sunk * s, -sunk * c, m, kG, v0,
        rigid ? std::string("RIGID 0") : fmt::format("PENALTY {} 1 0", k), mu));
    for (std::size_t row = 0; row < run.rows.size(); ++row) {
      const double across = run.value(row, "v1_1"),
                   down = run.value(row, "v1_2") * c - run.value(row, "v1_3") * s;
      EXPECT_NEAR(std::hypot(across, down) + down, v0, 1e-8) << rigid << row;
      EXPECT_NEAR(run.value(row, "friction1_2.load"), m * kG * c, 1e-7) << rigid << row;
    }
  }
}

// PENALTY with mu and vs of its own is the same as FRICTION beside it; both are an error.
TEST(FrictionWithDirection, PenaltyWithItsOwnFriction) {
  const auto deck = [](const std::string& lines) {
    return "SPLANE 1  1 2  0.1 0 -0.1 0.05  PLANE 0 0.2 1\nX 1  0 0 0.3\nX 2  1 0 0 0\nDYNX 1\n"
           "DYNX 2\nEND HALT\nXM 1  2\nXM 2  0.02 0 0 0.03 0 0.01\nGRAVITY 0 0 -9.81\n"
           "STARTVX 1 1  1\nSTARTVX 2  1 4 -2\n" +
           lines + "\nINTEG STEP 1e-10 1e-10\nTIMESTEP 0.5 5\nEND END\n";
  };
  const test::RunResult own = test::good_run(deck("CONTACT 1 PENALTY 5e3 1 0.3 0.4 0.01")),
                        beside = test::good_run(
                            deck("CONTACT 1 PENALTY 5e3 1 0.3\nFRICTION 1  1 ALL  0.4 0.01"));
  for (std::size_t k = 0; k < own.rows.size(); ++k)
    for (int c = 1; c <= 4; ++c) {
      const std::string q = fmt::format("x2_{}", c);
      EXPECT_NEAR(beside.value(k, q), own.value(k, q), 1e-7) << k << q;
    }
  const std::string both =
      test::run(deck("CONTACT 1 PENALTY 5e3 1 0.3 0.4 0.01\nFRICTION 1  1 ALL  0.4 0.01")).messages;
  EXPECT_NE(both.find("CONTACT 1 has friction of its own"), std::string::npos) << both;
}

// A ball with spin slides on a floor: the velocity of its lowest point keeps its direction and
// falls by (7/2) mu g, until it rolls.
TEST(FrictionWithDirection, BallSlidesUntilItRolls) {
  const double m = 2, r = 0.1, J = 0.4 * m * r * r, mu = 0.2, vx = 2, wx = 9, wy = -4;
  const test::RunResult run = test::good_run(fmt::format(
      "SPLANE 1  1 2  0 0 0 {}  PLANE 0 0 1\nX 1  0 0 {}\nX 2  ROT xyz 0.4 0.2 1\nDYNX 1\nDYNX 2\n"
      "END HALT\nXM 1  {}\nXM 2  {} 0 0 {} 0 {}\nGRAVITY 0 0 -{}\nSTARTVX 1 1  {}\n"
      "STARTVX 2 SPACE {} {} 0\nCONTACT 1 RIGID 0\nFRICTION 1  1 ALL  {} 1e-5\n"
      "INTEG STEP 1e-12 1e-12\nTIMESTEP 0.3 6\nEND END\n",
      r, r, m, J, J, J, kG, vx, wx, wy, mu));
  const double gx = vx - wy * r, gy = wx * r, slip = std::hypot(gx, gy);
  ASSERT_GT(slip, 3.5 * mu * kG * 0.3);
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double t = run.value(k, "t");
    EXPECT_NEAR(run.value(k, "v1_1"), vx - mu * kG * t * gx / slip, 1e-9) << k;
    EXPECT_NEAR(run.value(k, "v1_2"), -mu * kG * t * gy / slip, 1e-9) << k;
  }
}

// A block stands still on a table that turns: friction pushes it along with the table.
TEST(FrictionWithDirection, BlockOnATurningTable) {
  const test::RunResult run = test::good_run(
      "REVOLUTE 1  0 0  3 4  AT 0 0 0  0 0 1\nSPLANE 2  1 2  0 0 0 0  ON 3 4  PLANE 0 0 1\n"
      "X 1  0.3 0.4 0\nX 3  0 0 0\nINPUTE 1 1\nDYNX 1\nDYNX 2\nEND HALT\nINPUTE 1 1  0 2\n"
      "XM 1  2\nXM 2  0.01 0 0 0.01 0 0.01\nXM 4  1 0 0 1 0 1\nGRAVITY 0 0 -9.81\n"
      "CONTACT 2 RIGID 0\nFRICTION 2  2 ALL  0.3 1e-4\nTIMESTEP 0.1 1\nEND END\n");
  EXPECT_NEAR(run.value(0, "a1_1"), -0.3 * kG * 0.8, 1e-9);
  EXPECT_NEAR(run.value(0, "a1_2"), 0.3 * kG * 0.6, 1e-9);
  EXPECT_NEAR(run.value(0, "friction2_2.load"), 2 * kG, 1e-9);
}

// A ball whose gap is held slides along a plane that presses or pulls it, and comes to roll with
// 5/7 of its speed.
TEST(FrictionWithDirection, HeldBallIsPressedOrPulled) {
  for (const double g : {-5.0, 5.0})
    for (const char* const kind : {"BALL 1  1 2  0.1", "SPLANE 1  1 2  0 0 0 0.1"}) {
      const test::RunResult run = test::good_run(fmt::format(
          "{}  PLANE 0 0 1\nX 1  0 0 0.1\nX 2  1 0 0 0\nDYNX 1 1 2\nDYNX 2\nEND HALT\nXM 1  1\n"
          "XM 2  0.004 0 0 0.004 0 0.004\nGRAVITY 0 0 {}\nSTARTVX 1 1  1\n"
          "FRICTION 1  1 ALL  0.3 0.01\nINTEG STEP 1e-10 1e-10\nTIMESTEP 0.4 4\nEND END\n",
          kind, g));
      EXPECT_NEAR(run.value(0, "s1_1"), g, 1e-9) << kind;
      EXPECT_NEAR(run.value(0, "a1_1"), -0.3 * 5, 1e-9) << kind << g;
      EXPECT_NEAR(run.value(4, "v1_1"), 5.0 / 7, 1e-4) << kind << g;
    }
}

// A bearing so short that friction makes it press more than it lets go.
TEST(FrictionWithDirection, JamsWithItsReason) {
  const test::RunResult run = test::run(
      "CYLINDRICAL 1  0 0  1 2  AT 0 0 0  1 0 0\nX 1  0.2 1 0\nDYNE 1 1 2\nEND HALT\nXM 1  2\n"
      "XM 2  0.1 0 0 0.1 0 0.1\nFRICTION 1  1 ALL  0.04 0.16 0.4 0.02\nSTARTDE 1 2  0 1\n"
      "GRAVITY 0 -9.81 0\nTIMESTEP 0.4 2\nEND END\n");
  EXPECT_NE(run.status, ExitStatus::done);
  EXPECT_NE(run.messages.find("at t = 0 friction presses it on more than it lets go"),
            std::string::npos)
      << run.messages;
}

TEST(FrictionWithDirection, Refusals) {
  const auto said = [](const std::string& joint, const std::string& friction) {
    return test::run(joint + "X 1  0 0 0\nEND HALT\nXM 1  2\nXM 2  0.1 0 0 0.1 0 0.1\n" + friction +
                     "\nTIMESTEP 2 4\nEND END\n")
        .messages;
  };
  const auto has = [](const std::string& text, const char* part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  const std::string shaft = "CYLINDRICAL 1  0 0  1 2  AT 0 0 0  1 2 2\nDYNE 1 1 2\n";
  has(said(shaft, "FRICTION 1  1 1  0.1 0.2"), "the friction of a CYLINDRICAL has a direction");
  has(said(shaft, "FRICTION 1  1 ALL  0.1 0.2 0.3"),
      "expected: FRICTION k e ALL radius length mu vs");
  has(said("SPHERICAL 1  0 0  1 2  AT 0 0 0\nDYNX 2\n", "FRICTION 1  1 ALL  0.1 0.2 0.3"),
      "is not the SPIN of this SPHERICAL");
  has(said("REVOLUTE 1  0 0  1 2  AT 0 0 0  1 2 2\nDYNE 1 1\n", "FRICTION 1  1 ALL  0.1 0.2"),
      "the friction of a REVOLUTE has no direction");
  has(said("UNIVERSAL 1  0 0  1 2  AT 0 0 0  1 0 0 0 1 0\nDYNE 1 1 2\n",
           "FRICTION 1  1 3  0.1 0.2 0.1"),
      "the arms of a UNIVERSAL turn along its own deformations 1 and 2");
}

}  // namespace
}  // namespace mbs
