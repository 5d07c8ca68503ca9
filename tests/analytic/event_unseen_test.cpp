// Conditions of events that hold for less than the time between two looks of a step: the motion is
// free, so that steps are as long as the run.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
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

// Two conditions come true unseen within one step: the sooner one ends the motion.
TEST(UnseenEvents, TheSoonerOfTwoInOneStepHappens) {
  const test::RunResult run = test::run(
      flight("abs(x1_1 - 50.2) < 1e-6 DO STOP\nEVENT sooner WHEN abs(x1_1 - 50.1) < 1e-5"));
  EXPECT_NEAR(test::event_of(run, "sooner").t, (50.1 - 1e-5) / 30, 1e-11);
  EXPECT_TRUE(std::isnan(test::event_of(run, "it").t));
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
