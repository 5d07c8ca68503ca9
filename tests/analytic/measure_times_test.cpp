// Expressions of measures, of their conditions and of OUT lines that read t: what they measure
// lasts shorter than steps and rows, in every dialect, with any report times, against closed forms.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "support/deck.h"

namespace mbs {
namespace {

// A coordinate `x` that is 2 t from 0 to 10 s; {0} are the report times, {1} more lines.
struct Motion {
  const char* name;
  const char* x;
  std::string deck;
};

std::vector<Motion> motions() {
  const std::string chain = R"(SEGDYN
SEGMENT 1 2 1 0 0.1
STATE 1 0 2
BASE 0 0
{2}TIME {0}
{1}END
)";
  const auto with = [&](const std::string& lines) {
    std::string out = chain;
    return out.replace(out.find("{2}"), 3, lines);
  };
  return {{"native, dynamic", "x1_1", R"(X 1 0 0
DYNX 1 1
FIX 1 2
END HALT
XM 1 2
STARTVX 1 1 2
TIMES {0}
{1}END END
)"},
          {"native, kinematic", "x1_1", R"(X 1 0 0
INPUTX 1 1
FIX 1 2
END HALT
INPUTX 1 1 = 2*t
TIMES {0}
{1}END END
)"},
          {"KABIOS, dynamic", "body1.x", R"(1 0 0 0 1 0 0 0 0
0 0 0
1 3
{0}
MASS 1 2 0.1
VEL 1 2 0 0
{1})"},
          {"KABIOS, kinematic", "body2.phi", R"(2 1 0 1 0 0 0 0 0
0 0 0
0 0 0
1 2 0 0 0 0
1
{0}
DRIVE 2 PHI = 2*t
{1})"},
          {"chain, forward", "phi1", with("")},
          {"chain, inverse", "phi1", with("KNOWN PHIDD 1 0\nUNKNOWN M 1\n")}};
}

// Runs the lines, in which x is the coordinate, with three grids of report times.
template <class Check>
void run_all(const std::string& lines, const Check& check) {
  for (const Motion& motion : motions())
    for (const char* times : {"0 10 10", "0 10 2.5", "0 10 0.125"}) {
      std::string text = lines;
      for (std::size_t at = 0; (at = text.find("$x", at)) != std::string::npos;)
        text.replace(at, 2, motion.x);
      const test::RunResult run = test::run(fmt::format(fmt::runtime(motion.deck), times, text));
      ASSERT_EQ(run.status, ExitStatus::done) << motion.name << run.messages;
      check(run, std::string(motion.name) + ", " + times);
    }
}

TEST(MeasureTimes, IntegralsOfPulses) {
  run_all(
      "OUT pulse = 10*(step(t - 4.003) - step(t - 4.004))\n"
      "MEASURE gate = INTEG t > 5.001 && t < 5.004 ? 7 : 0\n"
      "MEASURE gauss = INTEG 3*exp(-((t - 5.3)/1e-3)^2)\n"
      "MEASURE out = INTEG pulse\n"
      "MEASURE of_state = INTEG $x*pulse\n"
      "MEASURE kink = INTEG abs(t - 3.777)\n"
      "MEASURE mean = AVG max(0, 1 - abs(t - 6.1)/0.01)\n",
      [](const test::RunResult& run, const std::string& what) {
        EXPECT_NEAR(run.measure("gate"), 0.021, 1e-13) << what;
        EXPECT_NEAR(run.measure("gauss"), 3e-3 * std::sqrt(std::numbers::pi), 1e-12) << what;
        EXPECT_NEAR(run.measure("out"), 0.01, 1e-13) << what;
        EXPECT_NEAR(run.measure("of_state"), 10 * (4.004 * 4.004 - 4.003 * 4.003), 1e-9) << what;
        EXPECT_NEAR(run.measure("kink"), (3.777 * 3.777 + 6.223 * 6.223) / 2, 1e-11) << what;
        EXPECT_NEAR(run.measure("mean"), 0.001, 1e-14) << what;
      });
}

TEST(MeasureTimes, Extremes) {
  run_all(
      "OUT bump = 0.5*rise_345((t - 2.3)/0.01) - 0.5*rise_345((t - 2.32)/0.01)\n"
      "MEASURE gauss = MAX 3*exp(-((t - 5.3)/1e-3)^2)\n"
      "MEASURE out = MAX bump\n"
      "MEASURE of_state = MIN $x*(t > 7.001 && t < 7.002 ? -1 : 1)\n"
      "MEASURE kink = MIN abs(t - 3.777)\n"
      "MEASURE spike = MAX ABS min(0, abs(t - 8.0001)/1e-3 - 1)\n",
      [](const test::RunResult& run, const std::string& what) {
        EXPECT_NEAR(run.measure("gauss"), 3, 1e-12) << what;
        EXPECT_NEAR(run.measure("out"), 0.5, 1e-13) << what;
        EXPECT_NEAR(run.measure("of_state"), -2 * 7.002, 1e-8) << what;
        EXPECT_NEAR(run.measure("kink"), 0, 1e-14) << what;
        EXPECT_NEAR(run.measure("spike"), 1, 1e-12) << what;
      });
}

TEST(MeasureTimes, InstantsOfConditions) {
  run_all(
      "OUT pulse = step(t - 4.003) - step(t - 4.004)\n"
      "MEASURE on = TIME WHEN pulse > 0.5\n"
      "MEASURE off = TIME WHEN pulse < 0.5\n"
      "MEASURE then = $x WHEN pulse > 0.5\n"
      "MEASURE gauss = TIME WHEN exp(-((t - 7.123)/1e-3)^2) > 0.5\n"
      "MEASURE second = TIME WHEN mod(t, 3) > 2.999 NTH 2\n",
      [](const test::RunResult& run, const std::string& what) {
        EXPECT_NEAR(run.measure("on"), 4.003, 1e-12) << what;
        EXPECT_NEAR(run.measure("off"), 4.004, 1e-12) << what;
        EXPECT_NEAR(run.measure("then"), 8.006, 1e-8) << what;
        EXPECT_NEAR(run.measure("gauss"), 7.123 - 1e-3 * std::sqrt(std::numbers::ln2), 1e-11)
            << what;
        EXPECT_NEAR(run.measure("second"), 5.999, 1e-11) << what;
      });
}

// A window of a measure that begins inside a pulse.
TEST(MeasureTimes, WithinWindows) {
  run_all("MEASURE part = INTEG (t > 5 && t < 5.004 ? 1 : 0) FROM 5.001 TO 5.5\n",
          [](const test::RunResult& run, const std::string& what) {
            EXPECT_NEAR(run.measure("part"), 0.003, 1e-13) << what;
          });
}

// An event changes the parameter that says where the pulse is.
TEST(MeasureTimes, AfterAnEvent) {
  const test::RunResult run = test::run(R"(PARAM at = 100
X 1 0 0
DYNX 1 1
FIX 1 2
END HALT
XM 1 2
STARTVX 1 1 2
EVENT later WHEN t > 2.5 DO SET at = 7.77
TIMES 0 10 10
MEASURE pulse = INTEG abs(t - at) < 0.001 ? 1000 : 0
END END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_NEAR(run.measure("pulse"), 2, 1e-9);
}

// What cannot be shown is said with the line that it is on.
TEST(MeasureTimes, SaysWhereItGaveUp) {
  const test::RunResult run = test::run(R"(X 1 0 0
INPUTX 1 1
FIX 1 2
END HALT
INPUTX 1 1 = 2*t
TIMES 0 10 5
MEASURE odd = MAX step(1e6*(t - 0.9999999999999*t) - 1)
END END
)");
  EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_NE(run.messages.find(":7:"), std::string::npos) << run.messages;
  EXPECT_NE(run.messages.find("warning: MEASURE odd: from t = 1.19"), std::string::npos)
      << run.messages;
}

// Report times that do not reach TE: the run ends at the last one, and its head says so.
TEST(MeasureTimes, EndWithTheReportTimes) {
  const test::RunResult run = test::run(
      "X 1 0 0\nDYNX 1 1\nFIX 1 2\nEND HALT\nXM 1 1\nSTARTVX 1 1 2\nTIMES 0 9.03 0.5\n"
      "MEASURE way = LAST x1_1\nEND END\n");
  EXPECT_NEAR(run.measure("way"), 18, 1e-12);
  EXPECT_NE(run.report.find("0 to 9 by 0.5, 19 of them; the run ends there, before 9.03\n"),
            std::string::npos)
      << run.report;
}

// An event just at FROM or TO: FIRST and LAST are values within the time, as integrals are. Without
// FROM and TO they are those of the first row and behind the last event.
TEST(MeasureTimes, AnEventAtTheEndOfAWindow) {
  const std::string deck =
      "PARAM p = 1\nX 1 0 0\nDYNX 1\nEND HALT\nXM 1 1\nXLAW 1 1 = p\nODE r 1 RATE 0\n"
      "EVENT a WHEN t >= 1 DO SET p = -1; SET r = 20\nMEASURE last = LAST r TO 1\n"
      "MEASURE first = FIRST r FROM 1\nMEASURE load = LAST a1_1 TO 1\n"
      "MEASURE behind = FIRST a1_1 FROM 1\nMEASURE most = MAX r TO 1\nMEASURE before = FIRST r\n"
      "MEASURE end = LAST r\nMEASURE mean = AVG r TO 1\nMEASURE later = AVG r FROM 1\n";
  for (const char* const method : {"STEP", "DOP853", "RK4 0.01"}) {
    const test::RunResult run =
        test::run(deck + fmt::format("INTEG {}\nTIMES 0 2 0.5\nEND END\n", method));
    const auto expect = [&](const char* name, double value) {
      EXPECT_NEAR(run.measure(name), value, 1e-12) << method << name;
    };
    expect("last", 1), expect("first", 20), expect("load", 1), expect("behind", -1);
    expect("most", 20), expect("before", 1), expect("end", 20), expect("mean", 1);
    expect("later", 20);
  }
}

// The least size of what jumps from one sign to the other is that of one side.
TEST(MeasureTimes, LeastSizeBesideAJump) {
  for (const char* const method : {"DOP853 1e-9 1e-9", "STEP 1e-9 1e-9", "RK4 1e-2"}) {
    const test::RunResult run = test::run(
        fmt::format("X 1 0\nINPUTX 1 1\nEND HALT\nINPUTX 1 1 = sin(t)\nODE q 0 RATE cos(t)\n"
                    "INTEG {}\nTIMES 0 3 3\n"
                    "MEASURE of_time = MIN ABS (t > 1 ? 2 : -3)\n"
                    "MEASURE of_state = MIN ABS (q > 0.5 ? 2+q : -3)\n"
                    "MEASURE of_place = MIN ABS (x1_1 > 0.5 ? 2 : -3-t)\n"
                    "MEASURE stairs = MIN ABS floor(3*q) - 0.5\n"
                    "MEASURE range = PP ABS 2*(1+q)*(q > 0.3 ? 1 : -1)\n"
                    "MEASURE through = MIN ABS (q > 0.5 ? q-0.7 : -3)\nEND END\n",
                    method));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    EXPECT_NEAR(run.measure("of_time"), 2, 1e-12) << method;
    EXPECT_NEAR(run.measure("of_state"), 2.5, 1e-8) << method;
    EXPECT_NEAR(run.measure("of_place"), 2, 1e-12) << method;
    EXPECT_NEAR(run.measure("stairs"), 0.5, 1e-12) << method;
    EXPECT_NEAR(run.measure("range"), 4 - 2, 1e-6) << method;
    EXPECT_NEAR(run.measure("through"), 0, 1e-9) << method;
  }
}

// Functions of the time whose branches are the same.
TEST(MeasureTimes, EqualBranches) {
  const test::RunResult run = test::run(
      "PARAM t0 = 0.25\nPARAM t1 = 0.25\nX 1 0\nDYNX 1\nEND HALT\nXM 1 1\n"
      "XLAW 1 1 = max(t - t0, t - t1)\nMEASURE most = INTEG max(t - t0, t - t1)\n"
      "MEASURE least = INTEG min(2*t, t + t)\nMEASURE other = INTEG (t - t0 > t - t1 ? 1 : 2)\n"
      "TIMESTEP 1 2\nEND END\n");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_NEAR(run.measure("most"), 0.25, 1e-12);
  EXPECT_NEAR(run.measure("least"), 1, 1e-12);
  EXPECT_NEAR(run.measure("other"), 2, 1e-12);
  EXPECT_NEAR(run.value(2, "v1_1"), 0.25, 1e-9);
}

}  // namespace
}  // namespace mbs
