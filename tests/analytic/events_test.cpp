// Events against closed forms: classes, parameters, several in one step, one that makes another
// happen, none missed, none twice.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "paths.h"
#include "support/deck.h"
#include "support/happenings.h"
#include "support/process.h"

namespace mbs {
namespace {

// A wheel of inertia 1 kg m^2 that turns with 1 rad/s: x3_1 = t.
std::string wheel(const std::string& events) {
  return R"(PARAM k = 0
PARAM m = 0
X 3 0
DYNX 3
END HALT
XM 3 1
STARTDX 3 1 0 1
XLAW 3 1 = k
)" + events +
         "TIMESTEP 4 4\nEND END\n";
}

TEST(Events, OfOneStepComeInTheirOrder) {
  const test::RunResult run = test::run(wheel(
      R"(INTEG RK4 1
EVENT c WHEN x3_1 > 0.7 DO SET m = 1
EVENT a WHEN x3_1 > 0.2 DO SET m = 2
EVENT d WHEN x3_1 > 0.7001 DO SET m = 3
EVENT b WHEN x3_1 > 0.6999 DO SET m = 4
)"));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_EQ(test::sequence_of(run), "a b c d ");
}

// A pair of passages within one step: up at 0.5 - d, down at 0.5 + d.
TEST(Events, FindAPairWithinAStep) {
  for (double d : {1e-1, 1e-2, 1e-3}) {
    const test::RunResult run = test::run(wheel(
        fmt::format("INTEG RK4 1\nEVENT pair WHEN (x3_1 - 0.5)^2 - {} DO SET m = m + 1\n", d * d)));
    const auto events = test::events_of(run);
    ASSERT_EQ(events.size(), 2u) << d << run.messages;
    EXPECT_NEAR(events[0].t, 0.5 - d, 1e-11) << d;
    EXPECT_NEAR(events[1].t, 0.5 + d, 1e-11) << d;
  }
}

TEST(Events, DoNotHappenTwice) {
  const test::RunResult run =
      test::run(wheel("EVENT once WHEN x3_1 > 1 DO SET k = k + 1\nEVENT wave WHEN sin(4*x3_1) > "
                      "0.5 DO SET m = m + 1\n"));
  // After t = 1: x = t + (t - 1)^2 / 2, 8.5 at the end; sin(4 x) rises through 1/2 five times.
  int once = 0, wave = 0;
  for (const EventRecord& event : test::events_of(run))
    ++(event.label == "EVENT once" ? once : wave);
  EXPECT_EQ(once, 1);
  EXPECT_EQ(wave, 6);
}

TEST(Events, MakeOthersHappenAtTheSameInstant) {
  const test::RunResult run = test::run(wheel(R"(EVENT third WHEN a3_1 < -1 DO SET m = 7
EVENT second WHEN a3_1 > 1 && t > 0.5 DO SET k = -2
EVENT first WHEN t > 1 DO SET k = 2
)"));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_EQ(test::sequence_of(run), "first second third ");
  for (const EventRecord& event : test::events_of(run)) EXPECT_EQ(event.t, 1) << event.label;
}

TEST(Events, OfOneInstantDoNotRepeat) {
  const test::RunResult run =
      test::run(wheel("EVENT a WHEN t > 1 DO SET k = 2\nEVENT b WHEN t > 1 DO SET m = k\n"));
  EXPECT_EQ(test::sequence_of(run), "a b ");
  const std::vector<ValueChange> sets = test::event_of(run, "b").sets;
  ASSERT_EQ(sets.size(), 1u);
  EXPECT_EQ(sets[0].name, "m");
  EXPECT_EQ(sets[0].before, 0);
  EXPECT_EQ(sets[0].after, 2);  // it sees what a has done
}

// The law sees the new value: constant speed, then constant torque.
TEST(Set, ChangesALaw) {
  const test::RunResult run = test::run(wheel("EVENT push WHEN t > 1.5 DO SET k = 3 * x3_1\n"));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const double tau = 2.5;
  EXPECT_NEAR(run.value(4, "x3_1"), 4 + 4.5 * tau * tau / 2, 1e-12);
  EXPECT_NEAR(run.value(4, "v3_1"), 1 + 4.5 * tau, 1e-12);
  EXPECT_NEAR(run.value(4, "energy.balance"), 0, 1e-12);
}

// A second run of the same model starts from the deck's values.
TEST(Set, IsUndoneBeforeTheNextRun) {
  RunSettings settings;
  settings.certify = 6;
  const test::RunResult run =
      test::run(wheel("EVENT push WHEN t > 1.5 DO SET k = 3 * x3_1\n"), settings);
  EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
}

TEST(Switching, FollowsTheClasses) {
  const test::RunResult run =
      test::run(test::read_all(std::string(MBSIM_ROOT) + "/decks/events/switch.dat"));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const auto events = test::events_of(run);
  ASSERT_EQ(events.size(), 3u);
  EXPECT_NEAR(events[0].t, 0.1, 1e-12);
  EXPECT_NEAR(events[1].t, 1.1, 1e-12);
  // v = 10 exp(-3 tau) with brake 0.6 and inertia 0.2, down to 0.1.
  EXPECT_NEAR(events[2].t, 1.1 + std::log(100.0) / 3, 1e-9);  // seen 1e-11
  EXPECT_NEAR(run.value(20, "x3_1"), 10 + 9.9 / 3, 1e-9);     // seen 1e-14
  const double tau = run.time(7) - 1.1;
  EXPECT_NEAR(run.value(7, "v3_1"), 10 * std::exp(-3 * tau), 1e-8);  // seen 8e-10
}

// The condition stays true after the impact: nothing turns it back.
TEST(Events, OfImpactsDoNotHappenTwice) {
  const std::string ball = R"(X 1 0 1
FIX 1 1
DYNX 1 2
END HALT
XM 1 1
GRAVITY 0 -10
)";
  for (const char* event :
       {"t > 0.2 DO IMPACT X 1 2 FLOOR e = 0.5", "t > 0.2 DO IMPACT X 1 2 e = 0",
        "x1_2 < 0.5 DO IMPACT X 1 2 CEILING e = 0.5", "x1_2 < 0.5 DO IMPACT X 1 1 e = 0.5"}) {
    const test::RunResult run =
        test::run(ball + fmt::format("EVENT a WHEN {}\n", event) + "TIMESTEP 0.5 5\nEND END\n");
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    EXPECT_EQ(test::sequence_of(run), "a ") << event;
  }
  // t > 0.2: v = -2 -> 1, so x = 0.8 + 0.3 - 0.45 at the end.
  const test::RunResult run = test::run(ball + R"(EVENT a WHEN t > 0.2 DO IMPACT X 1 2 FLOOR e = 0.5
TIMESTEP 0.5 5
END END
)");
  EXPECT_NEAR(run.value(5, "x1_2"), 0.65, 1e-9);  // seen 2e-13
}

// A throw with 1.5 m/s: apex at t = 0.15, 0.1125 above the start.
TEST(Events, SayWhatTheyActOnAndTheStateThere) {
  const test::RunResult run = test::run(
      R"(PARAM k = 0
X 1 0 1
FIX 1 1
DYNX 1 2
END HALT
XM 1 1
GRAVITY 0 -10
STARTVX 1 2 1.5
EVENT high WHEN t > 0.1 DO SET k = 1
EVENT apex WHEN v1_2 < 0 DO FIX X 1 2; STOP
EVENT never WHEN t > 0.5 DO STOP
TIMESTEP 1 2
END END
)");
  const auto events = test::events_of(run);
  ASSERT_EQ(events.size(), 2u) << run.messages;
  // Where no velocity jumps the report has two lines.
  const std::string text = text_of(events[0]);
  EXPECT_EQ(text.substr(text.find('\n') + 1),
            "  k 0 -> 1; no velocity jumps, degrees of freedom 1\n");
  EXPECT_EQ(events[1].actions, " FIX node 1 Y; STOP");
  const test::RunResult stop = test::run(
      R"(X 1 0 1
FIX 1 1
DYNX 1 2
END HALT
XM 1 1
GRAVITY 0 -10
STARTVX 1 2 1.5
EVENT apex WHEN v1_2 < 0 DO STOP
TIMESTEP 1 2
END END
)");
  ASSERT_EQ(stop.rows.size(), 2u);  // t = 0 and the apex
  EXPECT_NEAR(stop.time(1), 0.15, 1e-12);
  EXPECT_NEAR(stop.value(1, "x1_2"), 1.1125, 1e-9);
  const auto apex = test::events_of(stop);
  ASSERT_EQ(apex.size(), 1u) << stop.messages;
  EXPECT_FALSE(apex[0].jumps);
  EXPECT_EQ(apex[0].degrees, 1);
}

// A lump falls on the ground with a speed along it and sticks there: the jump ends at 0 exactly.
// That makes <= and == true, < and > not, and >= has been true before; with FALLING > becomes
// false.
TEST(Events, AJumpThatEndsAtTheBound) {
  struct Condition {
    const char* text;
    bool happens;
  };
  for (const Condition& one : {Condition{"v1_1 == 0", true},
                               {"v1_1 <= 0", true},
                               {"v1_1", true},
                               {"v1_1 < 0", false},
                               {"v1_1 >= 0", false},
                               {"v1_1 > 0", false},
                               {"v1_1 > 0 FALLING", true},
                               {"v1_1 <= 0 && v1_2 <= 0", true},
                               {"v1_1 < 1e-6", true},
                               {"v1_1 >= 0 && t < 2 FALLING", false}}) {
    const test::RunResult run =
        test::run(fmt::format("PLCLINE 1 1 9 8 9 0 0 0 0 0 1 0\nX 1 0 0.3\nX 8 0 0\nX 9 0\nFIX "
                              "8\nFIX 9\nDYNX 1\nEND HALT\n"
                              "XM 1 1\nSTARTVX 1 1 0.3\nGRAVITY 0 -9.81\nCONTACT 1 RIGID 0 0.9 "
                              "0.8\nEVENT rest WHEN {0} DO "
                              "STOP\nMEASURE at = TIME WHEN {0}\nTIMESTEP 1 10\nEND END\n",
                              one.text));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    const double strikes = std::sqrt(0.6 / 9.81);
    EXPECT_NEAR(run.time(run.rows.size() - 1), one.happens ? strikes : 1, 1e-9) << one.text;
    EXPECT_EQ(std::isnan(run.measure("at")), !one.happens) << one.text;
    if (one.happens) {
      EXPECT_NEAR(run.measure("at"), strikes, 1e-9) << one.text;
    }
  }
}

}  // namespace
}  // namespace mbs
