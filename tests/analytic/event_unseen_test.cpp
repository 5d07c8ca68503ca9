// Conditions of events that hold for less than the time between two looks of a step: the motion is
// free, so that steps are as long as the run.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "paths.h"
#include "support/deck.h"
#include "support/happenings.h"
#include "support/process.h"

namespace mbs {
namespace {

// A body flies with 30 m/s along x and is thrown up with 20 m/s.
std::string flight(const std::string& condition, const std::string& method = "") {
  return "X 1 0 0\nDYNX 1\nEND HALT\nXM 1 2\nSTARTVX 1 1 30\nSTARTVX 1 2 20\nGRAVITY 0 -10\n" +
         (method.empty() ? std::string() : "INTEG " + method + "\n") + "EVENT it WHEN " +
         condition + " DO STOP\nTIMES 0 4 4\nEND END\n";
}

double time_of(const std::string& deck) {
  const test::RunResult run = test::run(deck);
  EXPECT_EQ(run.status, ExitStatus::done) << run.messages << deck;
  return test::event_of(run, "it").t;
}

TEST(UnseenEvents, OfPositionsVelocitiesAndTheTime) {
  struct Case {
    const char* condition;
    double t;
  };
  const Case cases[] = {
      {"abs(x1_1 - 50) < 1e-3", (50 - 1e-3) / 30},
      {"abs(x1_1 - 50.123) < 1.5e-6", (50.123 - 1.5e-6) / 30},  // for 1e-7 s
      {"x1_1 > 50 && x1_1 < 50.001", 50.0 / 30},
      {"v1_2 < -5 && v1_2 > -5.00001", 2.5},
      {"abs(t*t - 4) < 2e-7", std::sqrt(4 - 2e-7)},  // for 1e-7 s
      {"t > 1 && t < 1.0000001", 1},
      {"(x1_1 - 50)*(x1_1 - 50.0001) FALLING", 50.0 / 30},
      {"(x1_1 - 50)*(x1_1 - 50.0001) RISING", 50.0001 / 30},
      {"abs(x1_1 - 50) > 1e-4", 50.0001 / 30},  // true at all looks
  };
  for (const Case& c : cases) {
    for (const char* const method : {"", "STEP 1e-6 1e-6", "DOP853 1e-9 1e-9", "RK4 0.4"})
      EXPECT_NEAR(time_of(flight(c.condition, method)), c.t, 1e-11) << c.condition << method;
    for (const char* const method : {"STIFF 1e-9 1e-9", "GALPHA 1e-9 1e-9"})
      EXPECT_NEAR(time_of(flight(c.condition, method)), c.t, 1e-6) << c.condition << method;
  }
}

// A body of a KABIOS deck, and a chain, that turn freely: for 1e-7 s.
TEST(UnseenEvents, InEveryDialectByEveryMethod) {
  const std::string kabios = R"(2 0 0 1 0 0 0 0 0
0 0 0
0 0 0
1
0 4 4
MASS 2  2 0.1
VEL 2  7 0 3
EVENT it WHEN abs(body2.phi - 5) < 1.5e-7 DO STOP
END
)",
                    chain = R"(SEGDYN
SEGMENT 1 1 0.4 0.2 0.0133
STATE 1 0 3
BASE 0 0
EVENT it WHEN abs(phi1 - 5) < 1.5e-7 DO STOP
TIME 0 4 4
END
)";
  struct Case {
    const char* method;
    double error;
  };
  const Case cases[] = {{"STEP 1e-9 1e-9", 1e-9},
                        {"DOP853 1e-9 1e-9", 1e-9},
                        {"STIFF 1e-9 1e-9", 1e-7},
                        {"RK4 0.4", 1e-9}};
  for (const Case& c : cases)
    for (std::string deck : {kabios, chain}) {
      deck.insert(deck.find("EVENT"), std::string("INTEG ") + c.method + "\n");
      EXPECT_NEAR(time_of(deck), (5 - 1.5e-7) / 3, c.error) << deck;
    }
}

// The body of flight() without weight, with a thread to (50, -20) that nothing holds: its length l
// is known as a deformation and by its rate.
TEST(UnseenEvents, OfDeformationsAndTheirRates) {
  const double at_start = std::hypot(50, 20);
  const auto length_is = [](double l) { return (50 - std::sqrt(l * l - 400)) / 30; };
  // The rate is 30 (30 t - 50)/l, so (50 - 30 t)/l = 0.5 where it is -15.
  const auto rate_is = [](double r) { return (50 - 20 * r / std::sqrt(900 - r * r)) / 30; };
  struct Case {
    std::string condition;
    double t;
  };
  const Case cases[] = {
      {fmt::format("abs(e1_1 + {:.17g} - 40) < 1e-6", at_start), length_is(40 + 1e-6)},
      {fmt::format("e1_1 + {0:.17g} < 30 && e1_1 + {0:.17g} > 29.99999", at_start), length_is(30)},
      {"abs(ed1_1 + 15) < 1e-6", rate_is(15 + 1e-6)},
      {fmt::format("abs(e1_1 + {:.17g} - 40)*(1 + t) + abs(x1_1 - 5) < 11", at_start), NAN}};
  for (const Case& c : cases)
    for (const char* const method : {"", "DOP853 1e-9 1e-9", "STIFF 1e-9 1e-9"}) {
      const std::string deck =
          "PLTRUSS 1 2 1\nX 1 0 0\nX 2 50 -20\nFIX 2\nDYNX 1\nRLSE 1 1\nEND HALT\nXM 1 2\n"
          "STARTVX 1 1 30\n" +
          (*method == 0 ? "" : std::string("INTEG ") + method + "\n") + "EVENT it WHEN " +
          c.condition + " DO STOP\nTIMES 0 3 3\nEND END\n";
      const test::RunResult run = test::run(deck);
      EXPECT_EQ(run.audit.find("sampled"), std::string::npos) << run.audit;
      if (std::isnan(c.t)) continue;
      EXPECT_NEAR(test::event_of(run, "it").t, c.t, 1e-9) << deck;
    }
}

// Springs and angles of KABIOS decks, beams and paths of chains.
TEST(UnseenEvents, OfLengthsAndAnglesOfJoints) {
  // A mass on a slider in y = 0, past a spring without force to (20, 3).
  const std::string slider = R"(2 0 1 1 0 0 0 0 0
0 0 0
0 0 0
1 2  0 0  1 0  0 0
1
0 4 4
MASS 2  2 0.1
VEL 2  10 0 0
SDA 1 2  20 3  0 0  0 1 0
EVENT it WHEN abs(sda1.length - 5) < 1e-6 DO STOP
END
)";
  EXPECT_NEAR(time_of(slider), (20 - std::sqrt((5 + 1e-6) * (5 + 1e-6) - 9)) / 10, 1e-9);
  // A wheel that turns freely about the origin.
  const std::string wheel = R"(2 1 0 1 0 0 0 0 0
0 0 0
0 0 0
1 2  0 0  0 0
1
0 4 4
MASS 2  2 0.1
VEL 2  0 0 3
EVENT it WHEN abs(rev1.angle - 5) < 1.5e-7 DO STOP
END
)";
  EXPECT_NEAR(time_of(wheel), (5 - 1.5e-7) / 3, 1e-9);
  // A thread from (0, 2) to a point at 1.2 m from the joint: l^2 = 5.44 - 4.8 sin(phi).
  const std::string chain = R"(SEGDYN
SEGMENT 1 1 0.4 0.2 0.0133
STATE 1 0 3
BASE 0 0
PATH 0 0 2  1 1 0
EVENT it WHEN abs(path1.e + 1) < 1e-6 DO STOP
TIME 0 4 4
END
)";
  const double length = std::sqrt(5.44) - 1 + 1e-6;
  EXPECT_NEAR(time_of(chain), std::asin((5.44 - length * length) / 4.8) / 3, 1e-9);
}

// A body that turns with 3 rad/s about the origin: its point of interest, and a pin that it has in
// common with a body of no weight worth mentioning. And the base of a chain that turns about its
// centre of gravity, where no force acts: y = -0.4 sin 3 t.
TEST(UnseenEvents, OfPlacesOfPoints) {
  const auto wheel = [](const std::string& condition) {
    return "3 2 0 1 0 0 1 0 0\n0 0 0\n0 0 0\n0.5 0 0\n1 2  0 0  0 0\n2 3  0.5 0  0 0\n1\n2 0.5 0\n"
           "0 4 4\nMASS 2  2 1\nMASS 3  1e-9 1e-9\nVEL 2  0 0 3\nEVENT it WHEN " +
           condition + " DO STOP\nEND\n";
  };
  const std::string chain =
      "SEGDYN\nSEGMENT 1 1 1 0.4 0.0133\nSTATE 1 0 3\nBASE 0 0 7 -1.2\nFREE BASE\n"
      "EVENT it WHEN abs(y + 0.3) < 1e-7 DO STOP\nTIME 0 4 4\nEND\n";
  const auto at = [](double sine) { return std::asin(sine) / 3; };
  const std::pair<std::string, double> cases[] = {
      {wheel("abs(point1.y - 0.3) < 1e-7"), at(0.6 - 2e-7)},
      {wheel("abs(point1.xd + 1) < 1e-7"), at((1 - 1e-7) / 1.5)},
      {wheel("abs(rev2.y - 0.2) < 1e-7"), at(0.4 - 2e-7)},
      {chain, at(0.75 - 2.5e-7)}};
  for (const auto& [deck, t] : cases) {
    const test::RunResult run = test::run(deck);
    EXPECT_EQ(run.audit.find("sampled"), std::string::npos) << run.audit << deck;
    EXPECT_NEAR(test::event_of(run, "it").t, t, 1e-9) << deck;
  }
}

// DOP853 turns this rotor by 3 rad in a step. Its point is below y = -0.41396 for 18 ms only.
TEST(UnseenEvents, InStepsThatTurnFar) {
  const double reach = 0.41421071216115474, rate = 3.862014918003529, start = -0.72190804670664255;
  const std::string deck = fmt::format(
      "2 1 0 1 0 0 1 0 0\n0 0 0\n0 0 {:.17g}\n1 2 0 0 0 0\n1\n2 {:.17g} 0\n0 3.49828811977837 "
      "3.49828811977837\nMASS 2 1.5148271137935945 0.1\nVEL 2 7 0 {:.17g}\nINTEG DOP853\n"
      "EVENT it WHEN min(0, point1.y + 0.4137069149317472) > -0.0002518986144801 DO STOP\nEND\n",
      start, reach, rate);
  const double at = (2 * std::acos(-1.0) + std::asin(-0.4139588135462273 / reach) - start) / rate;
  EXPECT_NEAR(time_of(deck), at, 1e-9);
}

// The example deck: a distance of 40 m to a micrometre, for 77 ns on the way there and back.
TEST(UnseenEvents, OfARangeGate) {
  const test::RunResult run =
      test::run(test::read_all(std::string(MBSIM_ROOT) + "/decks/events/range_gate.dat"));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_EQ(run.messages, "");
  EXPECT_EQ(run.measure("answered"), 2);
  const auto beside = [](double l) { return std::sqrt(l * l - 400); };
  EXPECT_NEAR(run.measure("coming"), (50 - beside(40 + 1e-6)) / 30, 1e-12);
  EXPECT_NEAR(run.measure("going"), (50 + beside(40 - 1e-6)) / 30, 1e-12);
}

// Two conditions come true unseen within one step: the sooner one ends the motion.
TEST(UnseenEvents, TheSoonerOfTwoInOneStepHappens) {
  const test::RunResult run = test::run(
      flight("abs(x1_1 - 50.2) < 1e-6 DO STOP\nEVENT sooner WHEN abs(x1_1 - 50.1) < 1e-5"));
  EXPECT_NEAR(test::event_of(run, "sooner").t, (50.1 - 1e-5) / 30, 1e-11);
  EXPECT_TRUE(std::isnan(test::event_of(run, "it").t));
}

// The body of flight(): what an OUT line, a state and an energy do within a step, and an
// acceleration beside a spring. The kinetic energy is 900 + (20 - 10 t)^2 J.
TEST(UnseenEvents, OfOutLinesStatesAndEnergies) {
  const auto deck = [](const std::string& condition, const std::string& method) {
    return "PARAM seen = 0\nX 1 0 0\nDYNX 1\nEND HALT\nXM 1 2\nSTARTVX 1 1 30\nSTARTVX 1 2 20\n"
           "GRAVITY 0 -10\nINTEG " +
           method + "\nOUT way = x1_1\nOUT off = way - 50\nODE z 1 RATE z\nEVENT it WHEN " +
           condition +
           " DO SET seen = seen + 1\nOUT times = seen\nMEASURE count = LAST times\n"
           "TIMES 0 4 4\nEND END\n";
  };
  struct Case {
    const char* condition;
    double t;
    int count;
  };
  const Case cases[] = {{"abs(way - 50) < 1e-3", (50 - 1e-3) / 30, 1},
                        {"abs(off) < 1e-5", (50 - 1e-5) / 30, 1},
                        {"abs(z - 20) < 1e-4", std::log(20 - 1e-4), 1},
                        {"abs(energy.kinetic - 1000) < 1e-3", 2 - std::sqrt(100.001) / 10, 2},
                        {"energy.kinetic < 900.0001", 2 - std::sqrt(.0001) / 10, 1}};
  for (const Case& c : cases)
    for (const char* const method : {"STEP", "DOP853", "STIFF 1e-9 1e-9", "RK4 0.4"}) {
      const test::RunResult run = test::run(deck(c.condition, method));
      EXPECT_EQ(run.measure("count"), c.count) << c.condition << ' ' << method;
      EXPECT_NEAR(test::event_of(run, "it").t, c.t, *method == 'R' ? 1e-3 : 1e-6)
          << c.condition << ' ' << method;
    }
  // a = -9 cos(3 t) passes 4.5 within 1e-5 at 2.0944 + 0.6981 n, up and down.
  const test::RunResult swing = test::run(
      "PARAM seen = 0\nX 1 1 0\nDYNX 1 1\nFIX 1 2\nEND HALT\nXM 1 1\nXLAW 1 1 = -9*x1_1\n"
      "EVENT it WHEN abs(a1_1 - 4.5) < 1e-5 DO SET seen = seen + 1\nOUT times = seen\n"
      "MEASURE count = LAST times\nTIMES 0 4 4\nEND END\n");
  EXPECT_EQ(swing.measure("count"), 4);
}

// A mass without weight is held where it is at t = 1, at x = 1; another one comes from x = 5 and
// passes 1 m above it. Their distance is 1.5 m twice; what is looked at within a step must know
// the new place of the first.
TEST(UnseenEvents, BehindAnEventThatFixes) {
  const double d = std::sqrt(1.5 * 1.5 - 1);
  for (const char* const method : {"STEP", "DOP853", "STIFF", "RK4 0.4"}) {
    const test::RunResult run = test::run(fmt::format(
        "PARAM seen = 0\nPLTRUSS 1 1 2\nX 1 0 0\nX 2 5 1\nFIX 1 2\nFIX 2 2\nDYNX 1 1\nDYNX 2 1\n"
        "RLSE 1 1\nEND HALT\nXM 1 1\nXM 2 1\nSTARTVX 1 1 1\nSTARTVX 2 1 -1\nINTEG {}\n"
        "EVENT fix WHEN x1_1 > 1 DO FIX X 1 1\n"
        "EVENT it WHEN abs(e1_1 + {:.17g}) < 1e-6 DO SET seen = seen + 1\n"
        "OUT times = seen\nMEASURE count = LAST times\nTIMES 0 8 8\nEND END\n",
        method, std::hypot(5, 1) - 1.5));
    EXPECT_EQ(run.measure("count"), 2) << method << run.messages;
    EXPECT_NEAR(test::event_of(run, "it").t, 4 - d - 1e-6 * 1.5 / d, 1e-9) << method;
  }
}

// An effort has no bound between looks: --audit names the event.
TEST(UnseenEvents, OfEffortsAreNamed) {
  const test::RunResult run = test::run(flight("energy.kinetic < -1"));
  EXPECT_NE(run.audit.find("sampled: EVENT it"), std::string::npos) << run.audit;
  const test::RunResult shown = test::run(flight("x1_1 < -1"));
  EXPECT_EQ(shown.audit.find("sampled"), std::string::npos) << shown.audit;
  EXPECT_EQ(shown.audit.find("not shown"), std::string::npos) << shown.audit;
}

// The example deck: the ray is covered for 0.1 mm of the way at 30 m/s.
TEST(UnseenEvents, OfALightBarrier) {
  const test::RunResult run =
      test::run(test::read_all(std::string(MBSIM_ROOT) + "/decks/events/two_roots.dat"));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_EQ(run.messages, "");
  EXPECT_NEAR(test::event_of(run, "covered").t, 49.99995 / 30, 1e-12);
  EXPECT_NEAR(test::event_of(run, "clear").t, 50.00005 / 30, 1e-12);
  EXPECT_NEAR(run.measure("darkness"), 1e-4 / 30, 1e-12);
}

}  // namespace
}  // namespace mbs
