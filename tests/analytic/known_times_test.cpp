// What lasts shorter than a step, against closed forms: pulses of loads, laws, known quantities,
// states and motions given to what rests or moves, by every method and in every dialect. Momentum
// is impulse.
//
// One file above 400 lines: the same pulses act on loads, laws, states and motions, and the same
// momentum is asked of them.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <string>
#include <utility>

#include "paths.h"
#include "support/deck.h"
#include "support/process.h"

namespace mbs {
namespace {

const double kRootPi = std::sqrt(std::numbers::pi);

struct Pulse {
  const char* law;
  double impulse;
};
const Pulse kPulses[] = {
    {"t > 5 && t < 5.001 ? 1000 : 0", 1},
    {"1000*exp(-((t-5)/0.001)^2)", kRootPi},
    {"10*(step(t-4) - step(t-4.01))", 0.1},
    {"10*(rise_harmonic((t-4)/0.02) - rise_harmonic((t-4.5)/0.02))", 5},
    {"50*max(0, 1 - abs(t-5)/0.01)", 0.5},
    {"mod(t, 4) > 3.99 ? 100 : 0", 2},
    {"abs(t-5) < 0.01 ? 100 : 0", 2},
    {"20*exp(-((t-7.3)/1e-4)^2) + 3*exp(-((t-2.1)/0.5)^2)", 20e-4 * kRootPi + 1.5 * kRootPi},
    {"(t > 9.5)*6", 3},
};

// A mass of 2 that rests.
std::string free_mass(const std::string& lines, const std::string& method) {
  return fmt::format(R"(X 1 0 0
DYNX 1 1
FIX 1 2
END HALT
XM 1 2
{}
{}
TIMES 0 10 1
MEASURE vend = LAST v1_1
END END
)",
                     lines, method);
}

void expect_speed(const test::RunResult& run, double speed, const std::string& what,
                  double part = 1e-8) {
  ASSERT_EQ(run.status, ExitStatus::done) << what << run.messages;
  EXPECT_EQ(run.messages, "") << what;
  EXPECT_NEAR(run.measure("vend"), speed, part * std::fabs(speed)) << what;
}

TEST(KnownTimes, MomentumIsImpulse) {
  for (const char* method : {"", "INTEG DOP853 1e-9 1e-9", "INTEG STEP 1e-12 1e-12"})
    for (const Pulse& pulse : kPulses)
      expect_speed(test::run(free_mass(fmt::format("XLAW 1 1 = {}", pulse.law), method)),
                   pulse.impulse / 2, fmt::format("{} {}", pulse.law, method));
}

// Pulses of which a method's own formula, or the ranges of their expressions, once missed 5e-8 to
// all: what overflows far from the pulse, what begins with a kink, what has a large branch that
// does not count beside the jump.
const Pulse kHardPulses[] = {
    {"1e4/cosh((t-5.3)/2e-5)^2", 0.4},
    {"1e4/(exp((t-5.3)/2e-5) + exp(-(t-5.3)/2e-5))^2", 0.1},
    {"1000*(1/(1+exp(-(t-5)/1e-5)) - 1/(1+exp(-(t-5.001)/1e-5)))", 1},
    {"t > 5 && t < 5.001 ? 1000*sin(pi*(t-5)/0.001) : 0", 2 / std::numbers::pi},
    {"t > 5 && t < 5.0002 ? 1000*(1 - cos(2*pi*3*(t-5)/0.0002)) : 0", 0.2},
    {"t > 2 && t < 2.3 ? 5*(t-2) : abs((t-7)/0.001) < 1 ? 800*(1-((t-7)/0.001)^2)^3 : 0",
     5 * 0.045 + 0.8 * 32 / 35},
    {"(abs((t-9)/0.001) < 1 ? 800*(1-((t-9)/0.001)^2)^3 : 0) + (t > 2 && t < 2.3 ? t-2 : 0)",
     0.045 + 0.8 * 32 / 35},
};

TEST(KnownTimes, MomentumIsImpulseOfHardPulses) {
  for (const char* method : {"", "INTEG DOP853", "INTEG STIFF"})
    for (const Pulse& pulse : kHardPulses)
      expect_speed(test::run(free_mass(fmt::format("XLAW 1 1 = {}", pulse.law), method)),
                   pulse.impulse / 2, fmt::format("{} {}", pulse.law, method));
}

TEST(KnownTimes, HardPulsesInOtherDialectsAndForms) {
  for (const Pulse& pulse : kHardPulses) {
    for (const char* law : {"LAW BODY 1 X = {}", "FORCE 1 0.1 0.2 FX = {} ; FY = 0"})
      expect_speed(test::run(fmt::format("1 0 0 0 0 0 0 0 0\n0 0 0\n0 10 1\nMASS 1 2 0.1\n{}\n"
                                         "MEASURE vend = LAST body1.xd\n",
                                         fmt::format(fmt::runtime(law), pulse.law))),
                   pulse.impulse / 2, std::string(law) + pulse.law);
    expect_speed(
        test::run(fmt::format("SEGDYN\nSEGMENT 1 2 1 0.5 0.1\nSTATE 1 0 0\nBASE 0 0\n"
                              "KNOWN M 1 = {}\nTIME 0 10 1\nMEASURE vend = LAST phid1\nEND\n",
                              pulse.law)),
        pulse.impulse / 0.6, std::string("SEGDYN ") + pulse.law);
    expect_speed(test::run(free_mass(fmt::format("ODE z 0 RATE {}\nMEASURE done = LAST z\n"
                                                 "XLAW 1 1 = ({})*(1 + 0*x1_1)",
                                                 pulse.law, pulse.law),
                                     "FORM FULL")),
                 pulse.impulse / 2, std::string("ODE ") + pulse.law);
  }
}

// Of lower order: their own error is larger.
TEST(KnownTimes, ByImplicitMethods) {
  for (const char* method : {"INTEG STIFF 1e-9 1e-9", "INTEG GALPHA 1e-7 1e-7"})
    for (const Pulse& pulse : kPulses) {
      const test::RunResult run =
          test::run(free_mass(fmt::format("XLAW 1 1 = {}", pulse.law), method));
      ASSERT_EQ(run.status, ExitStatus::done) << pulse.law << run.messages;
      EXPECT_NEAR(run.measure("vend"), pulse.impulse / 2, 5e-7 * pulse.impulse)
          << pulse.law << method;
    }
}

// Fixed steps end where a load jumps; what they cannot resolve they say.
TEST(KnownTimes, ByFixedSteps) {
  for (const char* method : {"INTEG RK4 0.1", "INTEG HEUN 0.1", "INTEG GALPHA STEP 0.1"}) {
    const test::RunResult jumps =
        test::run(free_mass("XLAW 1 1 = t > 5.03 && t < 5.031 ? 1000 : 0", method));
    ASSERT_EQ(jumps.status, ExitStatus::done) << method << jumps.messages;
    EXPECT_NEAR(jumps.measure("vend"), 0.5, 1e-8) << method;
    const test::RunResult gauss =
        test::run(free_mass("XLAW 1 1 = 1000*exp(-((t-5.03)/0.001)^2)", method));
    EXPECT_NE(gauss.messages.find("the step 0.1 is too long for the load of node 1 X"),
              std::string::npos)
        << method << gauss.messages;
  }
}

// A table whose rows are far apart beside the step is resolved, though the slope of its second
// derivative jumps at them.
TEST(KnownTimes, RowsOfATableAreNoFastChanges) {
  for (const char* curve : {"MONOTONE", "NATURAL"})
    for (const char* method : {"RK4 0.01", "HEUN 0.002", "GALPHA STEP 0.01"}) {
      const std::string said = test::run(fmt::format(R"(PLTRUSS 1 1 2
X 1 0 0
X 2 1 0
FIX 1 2
FIX 2 2
INPUTX 1 1
RLSE 1
DYNE 1 1
END HALT
INPUTX 1 1 TABLE {}  0 0  0.5 0.3  1 0.1  2 0.5  3 0
XM 2 1
ESTIFF 1 100
INTEG {}
TIMES 0 3 0.1
END END
)",
                                                     curve, method))
                                   .messages;
      EXPECT_EQ(said.find("is too long"), std::string::npos) << curve << method << said;
    }
}

// The example deck: 40 N for 20 ms, and rises of 10 ms on both sides.
TEST(KnownTimes, DeckOfAShortPush) {
  const test::RunResult run =
      test::run(test::read_all(std::string(MBSIM_ROOT) + "/decks/events/short_push.dat"));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_EQ(run.messages, "");
  EXPECT_NEAR(run.measure("speed"), 0.4, 0.4e-8);
  EXPECT_NEAR(run.measure("way"), 0.4 * (100 - 40.015), 60 * 0.4e-8);
  EXPECT_NEAR(run.measure("hardest"), 40, 1e-9);
  EXPECT_NEAR(run.measure("impulse"), 0.8, 1e-9);
  EXPECT_NEAR(run.measure("begun"), 40.005, 1e-9);
}

// A law that reads the state, too: v' = 500 (1 - v) while it acts.
// A value at one time alone, as sign(0) = 0, and a jump at the end of the run have no momentum; a
// fixed step that met them counted a sixth or half of a step.
TEST(KnownTimes, OfOneTimeAlone) {
  const std::pair<const char*, double> laws[] = {{"sign(0.5 - t)", 0},
                                                 {"t >= 1 ? 100 : 5", 5},
                                                 {"1 + floor(t)", 1},
                                                 {"5*abs(sign(t - 0.25))", 5},
                                                 {"t != 0.5 ? 5 : 1e6", 5},
                                                 {"sign(t - 1)", -1},
                                                 {"t == 0 ? 1e6 : 2 - step(t - 1)", 2}};
  for (const auto& [law, impulse] : laws)
    for (const char* const method :
         {"RK4 0.01", "HEUN 0.01", "STEP", "DOP853", "STIFF", "GALPHA"}) {
      const test::RunResult run = test::run(fmt::format(
          "X 1 0 0\nFIX 1 2\nDYNX 1 1\nEND HALT\nXM 1 1\nXLAW 1 1 = {}\nTIMES 0 1 0.25\nINTEG {}\n"
          "MEASURE speed = LAST v1_1\nMEASURE momentum = INTEG a1_1\nEND END\n",
          law, method));
      EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
      EXPECT_NEAR(run.measure("speed"), impulse, 1e-10) << law << ' ' << method;
      EXPECT_NEAR(run.measure("momentum"), impulse, 1e-9) << law << ' ' << method;
    }
}

// Records of laboratories begin before 0. The load turns at t = -0.3 - shift, a push follows.
TEST(KnownTimes, BeforeZero) {
  for (const double shift : {0.0, 0.5, 3.0}) {
    for (const char* const method :
         {"STEP", "DOP853", "STIFF", "AUTO", "GALPHA 1e-8 1e-8", "RK4 0.01", "HEUN 0.01"}) {
      SCOPED_TRACE(fmt::format("{} {}", method, shift));
      const test::RunResult run = test::run(fmt::format(
          "X 1 0 0\nX 2 0\nFIX 1 2\nDYNX 1 1\nDYNX 2\nEND HALT\nXM 1 1\nXM 2 1\n"
          "XLAW 1 1 = t > -0.3 - {0} ? 1 : -1\n"
          "XLAW 2 1 = (t > -0.2 - {0} && t < -0.195 - {0}) ? 100 : 0\n"
          "TIMES {1} {2} 0.5\nINTEG {3}\nMEASURE speed = LAST v1_1\nMEASURE turn = LAST v2_1\n"
          "MEASURE way = LAST x1_1\nEND END\n",
          shift, -1 - shift, 1 - shift, method));
      EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
      EXPECT_NEAR(run.measure("speed"), 0.6, 1e-8);
      EXPECT_NEAR(run.measure("turn"), 0.5, 1e-8);
      EXPECT_NEAR(run.measure("way"), -0.245 - 0.7 * 1.3 + 1.3 * 1.3 / 2, 1e-8);
    }
  }
}

// A state beside a kinematic run, and a kink of a motion, which is an impact.
TEST(KnownTimes, OfStatesAndMotionsBeforeZero) {
  const test::RunResult state = test::run(
      "2 1 0 1 0 0 0 0 0\n0 0 0\n0.5 0 0\n1 2 0 0 -0.5 0\n1\n-3 -1 0.5\n"
      "DRIVE 2 PHI = 0.1*t\nODE z 0 RATE t > -2 && t < -1.99 ? 50 : 1\nINTEG STEP\n"
      "MEASURE end = LAST z\n");
  EXPECT_EQ(state.status, ExitStatus::done) << state.messages;
  EXPECT_NEAR(state.measure("end"), 2.49, 1e-9);
  const test::RunResult kink = test::run(
      "PLTRUSS 1 1 2\nX 1 0 0\nX 2 1 0\nFIX 1 2\nFIX 2 2\nINPUTX 1 1\nRLSE 1\nDYNX 2 1\nEND HALT\n"
      "INPUTX 1 1 = 0.5*max(0, t + 0.75)\nXM 1 1\nXM 2 2\nXLAW 2 1 = t > -0.25 ? 4 : 0\n"
      "TIMES -1 1 0.25\nMEASURE speed = LAST v2_1\nMEASURE place = LAST x1_1\n"
      "MEASURE work = LAST energy.work\nEND END\n");
  EXPECT_EQ(kink.status, ExitStatus::done) << kink.messages;
  EXPECT_NEAR(kink.measure("speed"), 2.5, 1e-8);
  EXPECT_NEAR(kink.measure("place"), 0.875, 1e-12);
}

TEST(KnownTimes, OfALawThatReadsTheState) {
  expect_speed(test::run(free_mass("XLAW 1 1 = t > 5 && t < 5.001 ? 1000*(1 - v1_1) : 0", "")),
               1 - std::exp(-0.5), "");
  expect_speed(test::run(free_mass("XLAW 1 1 = (1 - v1_1)*1000*exp(-((t-5)/0.001)^2)", "")),
               1 - std::exp(-kRootPi / 2), "");
}

TEST(KnownTimes, OfAState) {
  expect_speed(
      test::run(free_mass("ODE a 0 RATE ((t > 5 && t < 5.05) - a)/0.02\nXLAW 1 1 = 100*a", "")),
      2.5, "ODE");
}

TEST(KnownTimes, InOtherDialects) {
  for (const Pulse& pulse : kPulses) {
    expect_speed(test::run(fmt::format(R"(1 0 0 0 1 0 0 0 0
0 0 0
1 3
0 10 1
MASS 1 2 0.1
INTEG DOP853 1e-9 1e-9
LAW BODY 1 X = {}
MEASURE vend = LAST body1.xd
)",
                                       pulse.law)),
                 pulse.impulse / 2, std::string("KABIOS ") + pulse.law);
    expect_speed(test::run(fmt::format(R"(SEGDYN
SEGMENT 1 2 1 0.5 0.1
STATE 1 0 0
BASE 0 0
INTEG DOP853 1e-9 1e-9
KNOWN M 1 = {}
TIME 0 10 1
MEASURE vend = LAST phid1
END
)",
                                       pulse.law)),
                 pulse.impulse / 0.6, std::string("SEGDYN ") + pulse.law);
  }
}

// An event changes the parameters of a pulse that is still to come.
TEST(KnownTimes, AfterAnEvent) {
  expect_speed(
      test::run("PARAM at = 100\n" + free_mass("XLAW 1 1 = abs(t - at) < 0.001 ? 1000 : 0\n"
                                               "EVENT later WHEN t > 2.5 DO SET at = 7.77",
                                               "")),
      1, "SET");
}

// The base of an oscillator, omega 3, moves by 0.1 and back within 20 ms: x'' = w^2 (u - x), so
// what is left is the impulse w^2 times the integral of u cos(w (5.02 - s)).
TEST(KnownTimes, OfAPrescribedMotion) {
  const test::RunResult run = test::run(R"(PLTRUSS 1 1 2
X 1 0 0
X 2 1 0
INPUTX 1 1
FIX 1 2
FIX 2 2
DYNX 2 1
RLSE 1
END HALT
XM 2 1
ESTIFF 1 9
INPUTX 1 1 = 0.1*(rise_345((t-5)/0.01) - rise_345((t-5.01)/0.01))
TIMES 0 5.02 5.02
MEASURE vend = LAST v2_1
MEASURE moved = MAX x1_1
MEASURE fastest = MAX ABS v1_1
END END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_NEAR(run.measure("vend"), 9 * 0.1 * 0.01 * std::cos(3 * 0.01), 1e-6);
  EXPECT_NEAR(run.measure("moved"), 0.1, 1e-10);
  EXPECT_NEAR(run.measure("fastest"), 0.1 * 1.875 / 0.01, 1e-7);
}

// A block that sticks, mu 0.2, is pushed by F = 10 exp(-((t-4)/0.05)^2): it breaks away where F is
// 0.2 g, and stops where the integral of F - 0.2 g from there is 0. 0 degrees of freedom before.
TEST(KnownTimes, WhileEverythingSticks) {
  const double w = 0.05, hold = 0.2 * 9.81, begin = 4 - w * std::sqrt(std::log(10 / hold));
  const auto impulse = [&](double t) {
    return 5 * w * kRootPi * (std::erf((t - 4) / w) - std::erf((begin - 4) / w)) -
           hold * (t - begin);
  };
  double a = 4.1, b = 6;
  for (int k = 0; k < 60; ++k) (impulse(0.5 * (a + b)) > 0 ? a : b) = 0.5 * (a + b);
  double way = 0;
  const int n = 200000;  // Simpson's rule
  for (int k = 0; k <= n; ++k)
    way += (k == 0 || k == n ? 1 : k % 2 == 1 ? 4 : 2) * impulse(begin + (a - begin) * k / n);
  way *= (a - begin) / n / 3;
  for (const char* method : {"", "INTEG DOP853 1e-9 1e-9", "INTEG STIFF 1e-9 1e-9"}) {
    const test::RunResult run = test::run(fmt::format(R"(PLCLINE 1 1 9 8 9 0 0 0 0 0 1 0
X 1 0 0
X 8 0 0
FIX 8
FIX 9
END HALT
DOF AUTO
XM 1 1
GRAVITY 0 -9.81
XLAW 1 1 = 10*exp(-((t-4)/0.05)^2)
CONTACT 1 RIGID 0 0.2 0.2
{}
TIMESTEP 10 20
MEASURE way = LAST x1_1
END END
)",
                                                      method));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    EXPECT_NEAR(run.measure("way"), way, 1e-7) << method;
  }
}

// 2001 rows at 200 Hz with a push of a few rows: the integral of what lies between them is the
// spacing times their sum, both of straight lines and of the natural spline (but for what the ends
// see of it).
class ForcePlate : public ::testing::Test {
 protected:
  ForcePlate()
      : folder_(std::filesystem::temp_directory_path() /
                fmt::format("mbsim_plate_{}", ::getpid())) {
    std::filesystem::create_directory(folder_);
    std::ofstream plate(folder_ / "plate.csv"), load(folder_ / "load.csv");
    plate << "t,fx,fy,x,y\n";
    load << "t,f\n";
    for (int k = 0; k <= 2000; ++k) {
      const double f =
          k > 1003 && k < 1010 ? 600 * std::pow(std::sin((k - 1003) * M_PI / 7), 2) : 0;
      sum_ += f;
      plate << fmt::format("{},{},0,0,0\n", k * 0.005, f);
      load << fmt::format("{},{}\n", k * 0.005, f);
    }
  }
  ~ForcePlate() override { std::filesystem::remove_all(folder_); }
  double impulse() const { return 0.005 * sum_; }

  std::filesystem::path folder_;
  double sum_ = 0;
};

TEST_F(ForcePlate, IsSeen) {
  for (const char* method : {"", "INTEG DOP853 1e-9 1e-9"}) {
    expect_speed(test::run(fmt::format(R"(1 0 0 0 1 0 0 0 0
0 0 0
1 3
0 10 1
MASS 1 2 0.1
FORCE 1 TABLE "plate.csv"
{}
MEASURE vend = LAST body1.xd
)",
                                       method),
                           {}, folder_.string()),
                 impulse() / 2, std::string("FORCE TABLE ") + method, 1e-7);
    for (const char* law : {"table(\"load.csv\", t)", "spline(\"load.csv\", t)"})
      expect_speed(
          test::run(free_mass(fmt::format("XLAW 1 1 = {}", law), method), {}, folder_.string()),
          impulse() / 2, std::string(law) + method, 1e-7);
  }
}

// A crank that dwells but for 0.12 s: with any report times.
TEST(KnownTimes, MeasuresOfDwells) {
  for (const char* times : {"0 10 1", "0 10 2.5", "0 10 0.01"}) {
    const test::RunResult run = test::run(fmt::format(R"(2 1 0 1 0 0 1 0 0
0 0 0
0.5 0 0
1 2 0 0 -0.5 0
1
2 0.5 0
{}
DRIVE 2 PHI = 0.5*rise_cycloidal((t-5.3)/0.02) - 0.5*rise_cycloidal((t-5.4)/0.02)
MEASURE most = MAX body2.phi
MEASURE fastest = MAX ABS body2.phid
MEASURE area = INTEG body2.phi
MEASURE up = TIME WHEN body2.phi > 0.25
MEASURE down = TIME WHEN body2.phi < 0.25
)",
                                                      times));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    EXPECT_NEAR(run.measure("most"), 0.5, 1e-12) << times;
    EXPECT_NEAR(run.measure("fastest"), 50, 1e-8) << times;
    EXPECT_NEAR(run.measure("area"), 0.05, 1e-10) << times;
    EXPECT_NEAR(run.measure("up"), 5.31, 1e-11) << times;
    EXPECT_NEAR(run.measure("down"), 5.41, 1e-11) << times;
  }
}

TEST(KnownTimes, MeasuresOfABumpOfFormula) {
  const test::RunResult run = test::run(R"(2 1 0 1 0 0 0 0 0
0 0 0
0 0 0
1 2 0 0 0 0
1
0 6 1
DRIVE 2 PHI = 0.02*(rise_345((t-4)/0.5) - rise_345((t-4.5)/0.5))
MEASURE lift = MAX body2.phi
MEASURE fast = MAX body2.phid
MEASURE tw = TIME WHEN body2.phi > 0.01
MEASURE area = INTEG body2.phi
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_NEAR(run.measure("lift"), 0.02, 1e-13);
  EXPECT_NEAR(run.measure("fast"), 0.075, 1e-12);
  EXPECT_NEAR(run.measure("tw"), 4.25, 1e-12);
  EXPECT_NEAR(run.measure("area"), 0.01, 1e-12);
}

// Known times are no events: nothing of them is counted, and no line and no row is theirs.
TEST(KnownTimes, AreNoEvents) {
  const test::RunResult run =
      test::run(free_mass("LIMIT EVENTS 1\nXLAW 1 1 = step(sin(50*t))", ""));
  EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_EQ(run.rows.size(), 11u);
  EXPECT_TRUE(run.events.empty());
}

// Where a jump is not found in the time that is spent on looking, it is said from when on: t - t is
// 0, but its range over a piece is as wide as the piece. It halves 2^24 pieces of 10 s, each is
// looked at, and so are the halves before it: 4e6 looks show 2e6 pieces.
TEST(KnownTimes, SaysWhereItGaveUp) {
  const test::RunResult run =
      test::run(free_mass("XLAW 1 1 = step(1e6*(t - 0.9999999999999*t) - 1)", ""));
  EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
  const double from = 10 * 2e6 / (1 << 24);
  EXPECT_NE(
      run.messages.find(fmt::format("6:12: warning: the load of node 1 X: from t = {:.3g}", from)),
      std::string::npos)
      << run.messages;
}

}  // namespace
}  // namespace mbs
