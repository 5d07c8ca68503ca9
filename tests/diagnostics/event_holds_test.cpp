// What an event cannot hold, what it holds already, and what the report says of both.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include "support/deck.h"
#include "support/happenings.h"

namespace mbs {
namespace {

int count(const std::string& text, const std::string& part) {
  int n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

// A Geneva wheel of four slots: the pin of a crank enters a slot at -45 deg along its line.
std::string geneva(const std::string& wheel) {
  return R"(PARAM c = 0.1
PARAM r = c*sin(45deg)
PLREV 1  1 2  3 4  0 0  0 0
PLREV 2  1 2  5 6  ${c} 0  0 0
PLCLINE 3  3 4  5 6  ${r} 0 0   0 0  1 0
X 1 0 0
X 3 0 0
X 4 -180deg
X 5 ${c} 0
X 6 )" + wheel +
         R"(
FIX 1
FIX 2
FIX 6
RLSE 3
INPUTX 4
END HALT
INPUTX 4 1 -180deg ${2*pi}
XM 4 1e-4
XM 6 1e-3
EVENT enter WHEN sin(x4_1) > -sin(45deg) && cos(x4_1) > 0 DO RELEASE X 6; FIX E 3 1
EVENT leave WHEN sin(x4_1) > sin(45deg) && cos(x4_1) > 0 DO RELEASE E 3 1; FIX X 6
TIMES 0 1 0.025
END END
)";
}

TEST(EventHolds, WhatDependsOnNothingFreeIsRefused) {
  const test::RunResult run = test::run(geneva("-45deg"));
  EXPECT_EQ(run.status, ExitStatus::solution_failed);
  EXPECT_EQ(run.messages,
            "deck:20:1: error: EVENT enter: at t = 0.375 it holds too much: PLCLINE 3 (line 5), "
            "equation 1 repeats PLREV 1, PLREV 2; release something in the same event\n");
  ASSERT_EQ(run.rows.size(), 16u);
  for (std::size_t k = 0; k < run.rows.size(); ++k)
    EXPECT_NEAR(run.value(k, "energy.kinetic"), 0.5e-4 * std::pow(2 * M_PI, 2), 1e-15);
}

// The wheel that fits: at the instant of the entry the pin moves along the slot and nothing else
// moves, so that all terms of the velocities of the constraints are rounding.
TEST(EventHolds, RoundingOfZeroIsNoResidual) {
  const test::RunResult run = test::run(geneva("45deg"));
  EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_LT(run.evidence.find(Check::velocity_residual)->value, 1e-9);
}

// Two rods that meet in a node which crosses the line between their other ends: each alone could be
// held, both together not, and hardly a hair's breadth beside the line either.
TEST(EventHolds, SeveralAtOnceThatRepeatEachOther) {
  using Case = std::pair<std::string, std::string>;
  for (const auto& [level, time] :
       {Case{"0", "1"}, Case{"1e-8", "0.99999999"}, Case{"-1e-8", "1.00000001"}})
    for (const char* action : {"FIX E 1; FIX E 2", "FIX E 1; PRESCRIBE E 2 1 0"}) {
      const test::RunResult run = test::run(std::string(R"(PLTRUSS 1 1 2
PLTRUSS 2 3 2
X 1 -1 0
X 2 0 1
X 3 2 0
FIX 1
FIX 3
RLSE 1
RLSE 2
DYNX 2
END HALT
XM 2 1
STARTVX 2 1 0.1
STARTVX 2 2 -1
EVENT line WHEN x2_2 < )") + level + " DO " +
                                            action + "\nTIMES 0 2 0.5\nEND END\n");
      EXPECT_EQ(run.status, ExitStatus::solution_failed) << level << action;
      EXPECT_EQ(run.messages, "deck:15:1: error: EVENT line: at t = " + time +
                                  " it holds too much: PLTRUSS 2 (line 2), equation 1 repeats "
                                  "PLTRUSS 1; release something in the same event\n");
      EXPECT_NEAR(run.value(run.rows.size() - 1, "energy.kinetic"), 0.505, 1e-12);
    }
}

// A length that one coordinate alone could hold, at right angles to it.
TEST(EventHolds, ALengthAcrossTheOnlyWayToMove) {
  const test::RunResult run = test::run(
      R"(PLTRUSS 1 1 2
X 1 0 0
X 2 -1 1
FIX 1
FIX 2 2
RLSE 1
DYNX 2 1
END HALT
XM 2 1
STARTVX 2 1 1
EVENT top WHEN x2_1 > 0 DO FIX E 1
TIMES 0 2 0.5
END END
)");
  EXPECT_EQ(run.status, ExitStatus::solution_failed);
  EXPECT_EQ(run.messages,
            "deck:11:1: error: EVENT top: at t = 1 it holds too much: PLTRUSS 1 (line 1), equation "
            "1 depends on nothing that is free there; release something in the same event\n");
}

// Held at its threshold, the event is not seen again when another one restarts the run, and
// whatever else it does is done once.
TEST(EventHolds, AThresholdThatHoldsIsMetOnce) {
  for (const char* threshold : {"0.2", "0.23", "0.3", "0.33", "0.4", "0.47"}) {
    const test::RunResult run = test::run(std::string(R"(PARAM n = 0
X 1 0 1
FIX 1 1
DYNX 1 2
END HALT
XM 1 1
GRAVITY 0 -10
EVENT lock WHEN x1_2 < )") + threshold +
                                          R"( DO FIX X 1 2; SET n = n+1
EVENT a WHEN t > 0.51 DO SET n = 10
EVENT b WHEN t > 0.67 DO SET n = 20
TIMES 0 1 0.5
END END
)");
    EXPECT_EQ(run.status, ExitStatus::done) << threshold << run.messages;
    const std::string sequence = test::sequence_of(run);
    EXPECT_EQ(sequence.find("lock "), sequence.rfind("lock ")) << sequence;
    const std::vector<ValueChange> sets = test::event_of(run, "lock").sets;
    ASSERT_EQ(sets.size(), 1u) << threshold;
    EXPECT_EQ(sets[0].after, 1) << threshold;
    EXPECT_NEAR(run.value(2, "x1_2"), std::stod(threshold), 1e-12);
  }
}

// A chain whose hinge locks and whose base is let go later flies as one rigid body: its angular
// velocity stays, and the centre of mass falls.
TEST(EventHolds, AChainThatLocksAndFlies) {
  for (const char* threshold : {"0.2", "0.23", "0.3", "0.33", "0.4"}) {
    const test::RunResult run = test::run(std::string(R"(SEGDYN
SEGMENT 1 1 1 0.5 0.1
SEGMENT 2 1 1 0.5 0.1
STATE 1 0 0
STATE 2 0.6 0
GRAV 0 -9.81
KNOWN M 2 -3
EVENT lock WHEN phi2-phi1 < )") + threshold +
                                          R"( DO FIX HINGE 2
EVENT other WHEN phi1 < -1 DO RELEASE BASE
TIME 0 1 0.1
END
)");
    ASSERT_EQ(run.status, ExitStatus::done) << threshold << run.messages;
    ASSERT_EQ(run.rows.size(), 11u);
    for (std::size_t k = 7; k < 11; ++k) {
      EXPECT_NEAR(run.value(k, "phi2") - run.value(k, "phi1"), std::stod(threshold), 1e-10);
      EXPECT_NEAR(run.value(k, "phid1"), run.value(7, "phid1"), 1e-9);
      EXPECT_NEAR(run.value(k, "cm.yd") - run.value(7, "cm.yd"),
                  -9.81 * (run.time(k) - run.time(7)), 1e-8);
    }
  }
}

TEST(EventHolds, WhatAnEventHoldsAlreadyIsNoted) {
  const std::string deck =
      R"(X 1 0 0
DYNX 1
END HALT
XM 1 1
STARTVX 1 1 1
STARTVX 1 2 1
EVENT a WHEN t > 0.25 DO FIX X 1 1
EVENT b WHEN t > 0.75 DO FIX X 1
TIMES 0 1 0.5
END END
)";
  const test::RunResult run = test::run(deck);
  EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
  const std::vector<std::string> notes = {"node 1 X is fixed already: an event has done it before"};
  EXPECT_EQ(test::event_of(run, "b").notes, notes);
  EXPECT_NEAR(run.value(2, "x1_1"), 0.25, 1e-12);
  EXPECT_NEAR(run.value(2, "x1_2"), 0.75, 1e-12);
}

// In an included file its name stands with the line.
TEST(EventHolds, WhatTheDeckFixesIsAnError) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / "mbsim_event_holds";
  fs::create_directories(folder);
  std::ofstream(folder / "arm.dat") << "# an arm\nPLTRUSS 1 1 2\n";
  const test::RunResult run = test::run(
      R"(INCLUDE "arm.dat"
X 1 0 0
X 2 1 0
FIX 1
DYNX 2 2
END HALT
XM 2 1
GRAVITY 0 -9.81
EVENT hold WHEN t > 0.25 DO FIX E 1
TIMESTEP 1 4
END END
)",
      {}, folder.string());
  fs::remove_all(folder);
  EXPECT_EQ(run.status, ExitStatus::solution_failed);
  EXPECT_EQ(run.messages,
            "deck:9:29: error: EVENT hold: at t = 0.25 PLTRUSS 1 (arm.dat:2), equation 1 is fixed "
            "already; expected one that moves\n");
}

// 2 kg that fall 0.8 m with 10 m/s^2 and leave with half their speed: 2 * 1.5 * 4 N s, at a report
// time.
TEST(EventHolds, ARowAtAnImpactSaysItsSideAndTheCsvHasTheImpulse) {
  const test::RunResult run = test::run(
      R"(X 1 0 0.8
FIX 1 1
DYNX 1 2
END HALT
XM 1 2
GRAVITY 0 -10
EVENT hit WHEN x1_2 < 0 DO IMPACT X 1 2 e = 0.5
TIMES 0 0.6 0.2
END END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const double v = run.value(2, "v1_2");
  const std::string side = v < 0 ? "before" : "after";
  EXPECT_EQ(count(run.report, "# the row at t = 0.4 is the state " + side + " EVENT hit\n"), 1)
      << run.report;
  EXPECT_EQ(run.value(1, "r1_2.impulse"), 0);
  EXPECT_EQ(run.value(2, "r1_2.impulse") != 0, v > 0);
  EXPECT_NEAR(run.value(3, "r1_2.impulse"), 12, 1e-8);
  EXPECT_EQ(run.value(3, "r1_1.impulse"), 0);
}

}  // namespace
}  // namespace mbs
