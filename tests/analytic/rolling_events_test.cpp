// Events of a ball and a disc that roll, against closed forms: ice and grip, a belt that starts, a
// push, a wall, a bounce, a motor that is let go.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>

#include "paths.h"
#include "support/deck.h"
#include "support/good_run.h"
#include "support/process.h"

namespace mbs {
namespace {

constexpr double kR = 0.1, kM = 2, kG = 9.81;

// A ball that rolls along x with 1 m/s.
std::string ball(const std::string& events, const std::string& gravity = "0 0 -9.81",
                 const std::string& classes = "DYNX 2") {
  return fmt::format(R"(BALL 1  1 2  {0}  PLANE 0 0 1
X 1  0 0 {0}
X 2  1 0 0 0
{3}
END HALT
XM 1  {1}
XM 2  {2} 0 0  {2} 0  {2}
STARTVX 1 1  1
STARTVX 2  0 10 0
GRAVITY {4}
{5}
INTEG DOP853 1e-12 1e-12
TIMESTEP 3 6
END END
)",
                     kR, kM, 0.4 * kM * kR * kR, classes, gravity, events);
}
// Rates ahead and of the turn at a row.
void expect(const test::RunResult& run, std::size_t row, double v, double w) {
  EXPECT_NEAR(run.value(row, "v1_1"), v, 1e-9) << row;
  // The ball turns about y alone, which its own second axis stays along.
  EXPECT_NEAR(run.value(row, "v2_2"), w, 1e-8) << row;
  EXPECT_NEAR(run.value(row, "ball1.slip"), v - kR * w, 1e-9) << row;
}
// A rolling velocity with the same angular momentum about a point of the floor.
double rolling(double v, double w) { return (v + 0.4 * kR * w) / 1.4; }

TEST(RollingEvents, IceAndGrip) {
  const double s = 0.3, g = kG * std::sin(s);
  const test::RunResult run = test::good_run(
      ball("EVENT ice WHEN t > 0.75 DO RELEASE E 1 2 3\nEVENT grip WHEN t > 1.75 DO FIX E 1 2 3",
           fmt::format("{:.17g} 0 {:.17g}", g, -kG * std::cos(s))));
  const double v1 = 1 + 0.75 * g / 1.4, v2 = v1 + g, v3 = rolling(v2, v1 / kR);
  expect(run, 1, 1 + 0.5 * g / 1.4, (1 + 0.5 * g / 1.4) / kR);
  expect(run, 2, v1 + 0.25 * g, v1 / kR);
  expect(run, 3, v1 + 0.75 * g, v1 / kR);
  expect(run, 4, v3 + 0.25 * g / 1.4, (v3 + 0.25 * g / 1.4) / kR);
  EXPECT_NEAR(run.value(4, "x1_1"),
              0.75 + 0.75 * 0.75 * g / 2.8 + v1 + g / 2 + 0.25 * v3 + 0.0625 * g / 2.8, 1e-9);
  EXPECT_NEAR(run.value(4, "ball1.along"), -kM * g * 2 / 7, 1e-9);
}

// The floor under the ball starts to run back: the slip against the floor at rest is prescribed.
TEST(RollingEvents, ABeltStarts) {
  const test::RunResult run =
      test::good_run(ball("EVENT belt WHEN t > 0.7 DO PRESCRIBE E 1 2 0.5"));
  const double w = (1.4 - 0.5) / (1.4 * kR);  // v + 0.4 r w stays, v - r w = 0.5
  expect(run, 3, 0.5 + kR * w, w);
  expect(run, 6, 0.5 + kR * w, w);
}

TEST(RollingEvents, PushedAndHeld) {
  const test::RunResult run = test::good_run(
      ball("EVENT pull WHEN t > 0.7 DO PRESCRIBE X 1 1 3\nEVENT hold WHEN t > 1.7 DO FIX X 1 1\n"
           "EVENT go WHEN t > 2.2 DO RELEASE X 1 1"));
  expect(run, 3, 3, 3 / kR);
  expect(run, 4, 0, 0);
  expect(run, 6, 0, 0);
  EXPECT_NEAR(run.value(6, "x1_1"), 0.7 + 3, 1e-9);
}

// It strikes a wall with e = 0.5 and goes on rolling: the floor turns the spin.
TEST(RollingEvents, AWall) {
  const test::RunResult run =
      test::good_run(ball("EVENT wall WHEN x1_1 > 0.7 DO IMPACT X 1 1 e = 0.5"));
  expect(run, 2, -0.5, -0.5 / kR);
  EXPECT_NEAR(run.value(6, "x1_1"), 0.7 - 0.5 * 2.3, 1e-9);
}

// Let go while the plane pulls away, it bounces on the gap with its slips free, and grips where it
// comes down again.
TEST(RollingEvents, BouncesAndGrips) {
  const double s = 0.5, g = kG * std::sin(s), down = kG * std::cos(s);
  const test::RunResult run =
      test::good_run(ball("EVENT hop WHEN t > 0.5 DO PRESCRIBE E 1 1 2; RELEASE E 1 2 3\n"
                          "EVENT fly WHEN t > 0.6 DO RELEASE E 1 1\n"
                          "EVENT bounce WHEN t > 0.7 && e1_1 < 0 DO IMPACT E 1 1 e = 0.5\n"
                          "EVENT grip WHEN t > 1.4 && e1_1 < 0 DO FIX E 1 1 2 3",
                          fmt::format("{:.17g} 0 {:.17g}", g, -down)));
  const double v1 = 1 + 0.5 * g / 1.4;
  // From 0.2 m with 2 m/s upwards, then with half the velocity, then it grips.
  const double fall = std::sqrt(4 + 2 * down * 0.2);
  const double first = 0.6 + (2 + fall) / down, second = first + fall / down;
  ASSERT_GT(second, 1.4);
  const double before = v1 + g * (second - 0.5), after = rolling(before, v1 / kR);
  expect(run, 2, v1 + 0.5 * g, v1 / kR);
  EXPECT_NEAR(run.value(2, "x1_3"), kR + 0.2 + 2 * 0.4 - down * 0.08, 1e-9);
  expect(run, 6, after + (3 - second) * g / 1.4, (after + (3 - second) * g / 1.4) / kR);
  EXPECT_NEAR(run.value(6, "x1_3"), kR, 1e-9);
}

// A motor turns the disc; FORWARD leaves the moment that it has at that time.
TEST(RollingEvents, AMotorGoesOnWithItsMoment) {
  const std::string deck = R"(HINGE 1  2 3  0 0 1
HINGE 2  3 4  0 1 0
HINGE 3  4 5  1 0 0
WHEEL 4  1 5  1 0 0  0.3  PLANE 0 0 1
X 1  0 0 0.3
X 2  1 0 0 0
FIX 2
DYNE 1 1
DYNE 2 1
INPUTE 3 1
END HALT
INPUTE 3 1 = t^3
XM 1  2
XM 5  0.09 0 0  0.045 0  0.045
GRAVITY 0 0 -9.81
EVENT off WHEN t > 1 DO FORWARD
INTEG DOP853 1e-12 1e-12
TIMESTEP 2 4
END END
)";
  const test::RunResult run = test::good_run(deck);
  EXPECT_NEAR(std::fabs(run.value(1, "x1_2")), 0.3 * 0.125, 1e-9);
  EXPECT_NEAR(run.value(4, "ed3_1"), 3 + 6, 1e-9);
  EXPECT_NEAR(std::fabs(run.value(4, "x1_2")), 0.3 * (1 + 3 + 3), 1e-8);
  EXPECT_NEAR(run.value(4, "wheel4.n"), 2 * 9.81, 1e-8);
}

// Down a slope with a slip that a law resists: s' = g - 3.5 c/m s, and an event changes c.
TEST(RollingEvents, AnEventChangesTheGrip) {
  const double g = kG * std::sin(0.3), c[] = {2, 9};
  const test::RunResult run = test::good_run(ball(
      "PARAM c = 2\nELAW 1 2 = c*ed\nELAW 1 3 = c*ed\nEVENT grip WHEN t > 1.25 DO SET c = 9",
      fmt::format("{:.17g} 0 {:.17g}", g, -kG * std::cos(0.3)), "RLSE 1 2 3\nDYNX 2\nDYNX 1 1 2"));
  const auto slip = [&](double t) {
    double s = 0, at = 0;
    for (const int k : {0, 1}) {
      const double end = k == 0 ? std::min(t, 1.25) : t, rate = 3.5 * c[k] / kM;
      s = g / rate + (s - g / rate) * std::exp(-rate * (end - at));
      at = end;
    }
    return s;
  };
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double t = run.time(k);
    EXPECT_NEAR(run.value(k, "ball1.slip"), slip(t), 1e-9) << t;
    EXPECT_NEAR(run.value(k, "ball1.along"), -c[t > 1.25 ? 1 : 0] * slip(t), 1e-8) << t;
    // v + 0.4 r w grows with g.
    EXPECT_NEAR(run.value(k, "v1_1") + 0.4 * kR * run.value(k, "v2_2"), 1.4 + g * t, 1e-9) << t;
  }
}

// Which velocities are degrees of freedom is changed on the way: the motion is the same.
TEST(RollingEvents, OtherDegreesOfFreedom) {
  const double g = kG * std::sin(0.3);
  const test::RunResult run =
      test::good_run(ball("EVENT other WHEN t > 0.75 DO DYNAMIC X 1 1; CALCULABLE X 2 2",
                          fmt::format("{:.17g} 0 {:.17g}", g, -kG * std::cos(0.3))));
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double v = 1 + run.time(k) * g / 1.4;
    expect(run, k, v, v / kR);
  }
}

TEST(RollingEvents, StopsWhereAChannelSays) {
  const double g = kG * std::sin(0.3);
  const test::RunResult run =
      test::good_run(ball("EVENT fast WHEN v1_1 > 2 DO STOP",
                          fmt::format("{:.17g} 0 {:.17g}", g, -kG * std::cos(0.3))));
  EXPECT_NEAR(run.time(run.rows.size() - 1), 1.4 / g, 1e-9);
}

// By laws of its gap and slips a ball bounces and rubs (decks/space/ball_bounces.dat). Without loss
// the floor gives 2 m v to each bounce, and the friction of all of it lies against the first slip,
// since that of a ball keeps its direction.
TEST(RollingLaws, ABallBouncesAndRubs) {
  std::string deck = test::read_all(std::string(MBSIM_ROOT) + "/decks/space/ball_bounces.dat");
  const auto put = [&deck](const std::string& name, const std::string& value) {
    const std::size_t at = deck.find("PARAM " + name + " ="), end = deck.find('\n', at);
    deck.replace(at, end - at, "PARAM " + name + " = " + value);
  };
  put("c", "0"), put("mu", "0.05"), put("k", "1e6");
  deck.replace(deck.find("1e-9 1e-9"), 9, "1e-11 1e-11");
  const test::RunResult run = test::good_run(deck);
  const double fall = std::sqrt(2 * kG * 0.2), slip_x = 2 + 0.1 * 20, slip_y = 0.5 + 0.1 * 5;
  const double slip = std::hypot(slip_x, slip_y);
  const double omega = std::sqrt(1e6 / kM);
  const double touches = (2 * std::acos(0.0) + 2 * std::atan(kG / (omega * fall))) / omega;
  // Between the first bounce at 0.2 s and the second at 0.6 s, and behind that.
  for (const auto& [row, bounces] : {std::pair<std::size_t, int>{8, 1}, {14, 2}}) {
    const double lost = 0.05 * (2 * fall + kG * touches) * bounces;
    EXPECT_NEAR(run.value(row, "v1_1"), 2 - lost * slip_x / slip, 1e-7) << row;
    EXPECT_NEAR(run.value(row, "v1_2"), 0.5 - lost * slip_y / slip, 1e-7) << row;
    EXPECT_NEAR(run.value(row, "ball1.side") / run.value(row, "ball1.slip"), slip_y / slip_x, 1e-6);
    const double energy =
        kG * (run.value(row, "x1_3") - kR) + std::pow(run.value(row, "v1_3"), 2) / 2;
    EXPECT_NEAR(energy, kG * 0.2, 1e-6) << row;
  }
}

// Whatever the friction was, the angular momentum about a line of the floor stays: in the end it
// rolls.
TEST(RollingLaws, ABallComesToRoll) {
  const test::RunResult run =
      test::good_run(test::read_all(std::string(MBSIM_ROOT) + "/decks/space/ball_bounces.dat"));
  const std::size_t last = run.rows.size() - 1;
  EXPECT_NEAR(run.value(last, "v1_1"), rolling(2, -20), 1e-6);
  EXPECT_NEAR(run.value(last, "v1_2"), rolling(0.5, -5), 1e-6);
  EXPECT_NEAR(run.value(last, "ball1.slip"), 0, 1e-6);
}

// A ball that is said to go ahead with 1.5 m/s and to turn with 10 rad/s slips by 0.5 m/s; the turn
// is the degree of freedom.
TEST(RollingStart, SaysWhatSlips) {
  std::string deck = ball("");
  deck.replace(deck.find("STARTVX 1 1  1"), 14, "STARTVX 1 1  1.5");
  const test::RunResult run = test::done(deck);
  expect(run, 6, 1, 1 / kR);
  EXPECT_NE(run.report.find("BALL 1 slips by 0.5 m/s with the velocities of the deck: made to roll "
                            "(node 1 X 1)"),
            std::string::npos)
      << run.report.substr(0, 1500);
  EXPECT_EQ(test::good_run(ball("")).report.find(" slips by "), std::string::npos);
}

// ON 0 0, the ground, is a plane of space.
TEST(RollingEvents, APlaneOfTheGround) {
  std::string deck = ball("");
  deck.replace(deck.find("PLANE"), 5, "ON 0 0 PLANE");
  expect(test::good_run(deck), 6, 1, 1 / kR);
}

}  // namespace
}  // namespace mbs
