// Laws that chatter end a run after some hundred steps, by name; laws that jump once in a while do
// not. A motion that grows beyond all bounds names a damping or stiffness that is negative.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/draws.h"
#include "support/good_run.h"

namespace mbs {
namespace {

void expect_stopped(const std::string& deck, const std::string& who, const std::string& what,
                    const std::string& hint) {
  RunSettings settings;
  settings.timeout = test::patience(5);
  const test::RunResult run = test::run(deck, settings);
  EXPECT_EQ(run.status, ExitStatus::solution_failed) << deck << run.messages;
  for (const std::string& part : {who, what, hint})
    EXPECT_NE(run.messages.find(part), std::string::npos) << part << "\n" << run.messages << deck;
}

// 2 kg at 5 m/s under 6 N of dry friction stand still after 5/3 s.
std::string block(const std::string& law, const std::string& rest = "") {
  const bool timed = rest.find("TIMES") != std::string::npos;
  return "X 1 0 0\nDYNX 1 1\nFIX 1 2\nEND HALT\nXM 1 2\nSTARTVX 1 1 5\n" + law + "\n" +
         (timed ? "" : "TIMES 0 3 1\n") + rest + "END END\n";
}

constexpr const char* kStops = "its value jumps to and fro between -6 and ";

TEST(LawJumps, DryFrictionByASignIsNamed) {
  for (const std::string method :
       {"", "INTEG DOP853\n", "INTEG STIFF 1e-8 1e-8\n", "INTEG STEP 1e-6 1e-6\n"})
    expect_stopped(block("XLAW 1 1 = -6*sign(v)", method), "deck:7:12: error: XLAW 1 1", kStops,
                   "FRICTION");
  expect_stopped(block("XLAW 1 1 = v > 0 ? -6 : 6"), "XLAW 1 1", kStops, "FRICTION");
}

// Of a stress, of a body of a KABIOS deck, of a force at a point, and of a joint of a chain.
TEST(LawJumps, InOtherWords) {
  expect_stopped(
      "PLTRUSS 1 1 2\nX 1 0 0\nX 2 1 0\nFIX 1\nFIX 2 2\nDYNX 2 1\nRLSE 1 1\nEND HALT\nXM 2 2\n"
      "STARTVX 2 1 5\nELAW 1 1 = 6*sign(ed)\nTIMES 0 3 1\nEND END\n",
      "ELAW 1 1", kStops, "FRICTION");
  const std::string body = "2 0 0 1 0 0 0 0 0\n0 0 0\n0 0 0\n1\n0 3 1\nMASS 2 2 0.1\nVEL 2 5 0 0\n";
  expect_stopped(body + "LAW BODY 2 X = -6*sign(v)\nEND\n", "LAW BODY 2 1: at t = 1.66667", kStops,
                 "FRICTION");
  expect_stopped(body + "FORCE 2 0 0 FX = -6*sign(body2.xd) ; FY = 0\nEND\n", "FORCE", kStops,
                 "FRICTION");
  // 0.5 kg m2 with 3 rad/s under 2 N m.
  expect_stopped(
      "SEGDYN\nSEGMENT 1 1 1 0.5 0.25\nSTATE 1 0 3\nRSDA 0 1  0 0 0\n"
      "LAW RSDA 1 = 2*sign(ed)\nTIME 0 3 1\nEND\n",
      "LAW RSDA 1", "at t = 0.75 its value jumps to and fro between -2 and ", "FRICTION");
}

// A law that is smooth by its text alone: no number near 0 has its values.
TEST(LawJumps, SteeperThanTheToleranceResolves) {
  const char* const kSteep = "more steeply than the tolerance resolves";
  for (const std::string method : {"", "INTEG DOP853\n", "INTEG STIFF\n", "INTEG STEP 1e-7 1e-7\n"})
    for (const char* law : {"-6*v/sqrt(v^2 + 1e-30)", "-6*max(-1, min(1, 1e12*v))"})
      expect_stopped(block(std::string("XLAW 1 1 = ") + law, method),
                     "deck:7:12: error: XLAW 1 1: at t = 1.666", kSteep, "FRICTION");
  // 12/pi times the force at most 6: it stands still at the same time.
  expect_stopped(block("XLAW 1 1 = -12/pi*atan(1e12*v)"), "XLAW 1 1: at t = 1.666", kSteep,
                 "FRICTION");
  const std::string body = "2 0 0 1 0 0 0 0 0\n0 0 0\n0 0 0\n1\n0 3 1\nMASS 2 2 0.1\nVEL 2 5 0 0\n";
  expect_stopped(body + "LAW BODY 2 X = -6*tanh(1e11*v)\nEND\n", "LAW BODY 2 1: at t = 1.666",
                 kSteep, "FRICTION");
  expect_stopped(
      "SEGDYN\nSEGMENT 1 1 1 0.5 0.25\nSTATE 1 0 3\nRSDA 0 1  0 0 0\n"
      "LAW RSDA 1 = 2*tanh(1e11*ed)\nTIME 0 3 1\nEND\n",
      "LAW RSDA 1", kSteep, "FRICTION");
}

// By GALPHA the velocity goes to and fro across the slope, by more than the tolerance.
TEST(LawJumps, SteepLawsByGeneralisedAlpha) {
  for (const char* law : {"-6*v/sqrt(v^2 + 1e-30)", "-6*max(-1, min(1, 1e12*v))", "-6*tanh(1e9*v)"})
    expect_stopped(block(std::string("XLAW 1 1 = ") + law, "INTEG GALPHA\n"),
                   "deck:7:12: error: XLAW 1 1: at t = 1.66", "to and fro", "FRICTION");
  EXPECT_EQ(test::run(block("XLAW 1 1 = -6*tanh(1e2*v)", "INTEG GALPHA\n")).status,
            ExitStatus::done);
}

// With tolerances or steps that do not resolve the slope the run goes on, and is right but for the
// velocity, which trembles: a warning says so. Where no step can be made, the law is named. A slope
// that the steps resolve, and one that is passed now and then, are no such law.
TEST(LawJumps, SteepLawsOnWhichGeneralisedAlphaTrembles) {
  for (const char* steep : {"-6*tanh(1e6*v)", "-6*max(-1, min(1, 1e9*v))"}) {
    const std::string law = std::string("XLAW 1 1 = ") + steep;
    for (const std::string method : {"GALPHA 1e-6 1e-6", "GALPHA 1e-5 1e-5", "GALPHA STEP 0.001"}) {
      const test::RunResult run = test::run(block(law, "INTEG " + method + "\n"));
      EXPECT_EQ(run.status, ExitStatus::done) << run.messages << method << law;
      EXPECT_NE(run.messages.find("deck:7:12: warning: XLAW 1 1: about t = 1."), std::string::npos)
          << run.messages << method << law;
      EXPECT_NEAR(run.value(run.rows.size() - 1, "x1_1"), 25 / 6.0, 1e-3) << method << law;
    }
    expect_stopped(block(law, "INTEG GALPHA STEP 0.01\n"), "deck:7:12: error: XLAW 1 1: at t = 1.6",
                   "jumps to and fro between -6 and 6", "FRICTION");
  }
  for (const char* law : {"-6*tanh(1e2*v)", "-6*tanh(v)", "-40*tanh(1e9*(x - 2))"}) {
    const std::string words =
        test::run(block(std::string("XLAW 1 1 = ") + law, "INTEG GALPHA 1e-6 1e-6\n")).messages;
    EXPECT_EQ(words, "") << law;
  }
}

// What the method resolves goes on: by STIFF 1e9, and a law that would hold a point which nothing
// moves, beside a vibration that asks for very short steps.
TEST(LawJumps, SteepLawsThatAreRight) {
  const test::RunResult slope = test::run(block("XLAW 1 1 = -6*tanh(1e9*v)", "INTEG STIFF\n"));
  EXPECT_EQ(slope.status, ExitStatus::done) << slope.messages;
  ASSERT_FALSE(slope.rows.empty());
  const test::RunResult beside = test::run(
      "X 1 0 0\nX 2 1 0\nDYNX 1 1\nDYNX 2 1\nFIX 1 2\nFIX 2 2\nEND HALT\nXM 1 2\nXM 2 1\n"
      "XLAW 1 1 = -6*tanh(1e12*v)\nXLAW 2 1 = -4e12*(x - 0.9)\nTIMES 0 0.1 0.1\n"
      "LIMIT STEPS 20000\nEND END\n");
  EXPECT_EQ(beside.messages.find("steeply"), std::string::npos) << beside.messages;
}

TEST(LawJumps, OfAState) {
  expect_stopped(
      "X 1 0 0\nDYNX 1 1\nFIX 1 2\nEND HALT\nXM 1 2\nODE z 1 RATE -sign(z)\n"
      "TIMES 0 3 1\nEND END\n",
      "ODE", "at t = 1 its value jumps to and fro between -1 and 1", "EVENT");
}

// What a chain knows: a moment, an external moment, the right side of an equation of its own, an
// acceleration. 0.5 kg m2 about the joint with 3 rad/s under 3 N m.
TEST(LawJumps, OfWhatAChainKnows) {
  const std::string chain = "SEGDYN\nSEGMENT 1 1 1 0.5 0.25\nSTATE 1 0 3\nBASE 0 0\n";
  for (const std::string method : {"", "INTEG DOP853\n", "INTEG STIFF\n", "INTEG GALPHA\n"}) {
    const std::string end = method + "TIME 0 3 1\nEND\n",
                      between = "jumps to and fro between -3 and ";
    expect_stopped(chain + "KNOWN M 1 = -3*sign(phid1)\n" + end,
                   "deck:5:13: error: KNOWN M 1: at t = 0.5", between, "FRICTION");
    expect_stopped(chain + "KNOWN MEXT 1 = phid1 > 0 ? -3 : 3\n" + end, "KNOWN MEXT 1", between,
                   "FRICTION");
    expect_stopped(chain + "UNKNOWN M 1\nROW 1 M 1 1\nROW 1 RHS = -3*sign(phid1)\n" + end,
                   "ROW 1 RHS", between, "FRICTION");
    expect_stopped(chain + "KNOWN PHIDD 1 = -3*sign(phid1)\nUNKNOWN M 1\n" + end, "KNOWN PHIDD 1",
                   between, "FRICTION");
  }
  expect_stopped(chain + "KNOWN M 1 = -3*sign(phid1)\nINTEG GALPHA STEP 0.01\nTIME 0 3 1\nEND\n",
                 "KNOWN M 1", "jumps to and fro between -3 and 3", "FRICTION");
}

// Friction that holds from the start: there never was a longer step.
TEST(LawJumps, FromRest) {
  for (const std::string law : {"3 - 6*sign(v)", "4*sin(5*t) - 6*sign(v)",
                                "(t > 1 ? 2 : 0) - 6*sign(v)", "-6*sign(x - 1 + 0.5*v)"})
    for (const std::string method : {"", "INTEG DOP853\n", "INTEG STIFF\n", "INTEG GALPHA\n"})
      expect_stopped("X 1 0 0\nDYNX 1 1\nFIX 1 2\nEND HALT\nXM 1 2\nXLAW 1 1 = " + law +
                         "\nTIMES 0 3 1\n" + method + "END END\n",
                     "XLAW 1 1", "its value jumps to and fro between ", "FRICTION");
  for (const std::string method : {"", "INTEG DOP853\n", "INTEG STIFF\n"}) {
    expect_stopped(
        "X 1 0 0\nDYNX 1 1\nFIX 1 2\nEND HALT\nXM 1 2\nODE z 0 RATE 0.3 - sign(z)\nTIMES 0 3 1\n" +
            method + "END END\n",
        "ODE", "its value jumps to and fro between ", "EVENT");
    expect_stopped("2 0 0 1 0 0 0 0 0\n0 0 0\n0 0 0\n1\n0 3 1\nMASS 2 2 0.1\n" + method +
                       "FORCE 2 0 0 FX = 3 - 6*sign(body2.xd) ; FY = 0\nEND\n",
                   "FORCE", "its value jumps to and fro between ", "FRICTION");
  }
}

// What passes a jump many times, in steps that are short beside the run, is not held: 40 half
// swings, of each of which friction takes 2 F/k = 0.02 m.
TEST(LawJumps, WhatPassesItFortyTimesGoesOn) {
  for (const std::string method : {"INTEG DOP853\n", "INTEG STIFF\n"}) {
    const test::RunResult run = test::done(
        "X 1 1 0\nDYNX 1 1\nFIX 1 2\nEND HALT\nXM 1 1\nXLAW 1 1 = -4e4*x - 4e2*sign(v)\n"
        "TIMES 0 100 100\nMEASURE last = LAST x1_1\n"
        "EVENT stop WHEN t > 0.62831853071795864 DO STOP\n" +
        method + "END END\n");
    ASSERT_EQ(run.measures.size(), 1U);
    EXPECT_NEAR(run.measures[0].value, 1 - 0.02 * 40, 1e-4) << method;
  }
}

// Of a mass without any constraint the degrees of freedom always determine the motion.
TEST(LawJumps, AFixedStepFromRestIsNotSingular) {
  for (const std::string method : {"INTEG RK4 0.01\n", "INTEG HEUN 0.01\n"}) {
    const test::RunResult run = test::run(
        "X 1 0 0\nDYNX 1 1\nFIX 1 2\nEND HALT\nXM 1 2\nXLAW 1 1 = 4*sin(5*t) - "
        "6*sign(v)\nTIMES 0 3 1\n" +
        method + "END END\n");
    EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
    EXPECT_NE(run.messages.find("XLAW 1 1: about t = "), std::string::npos) << run.messages;
  }
}

// An oscillator with dry friction, of which each half swing is shorter by 2 F/k = 0.02 m; it does
// not come to rest in the run.
TEST(LawJumps, WhatPassesTheJumpGoesOn) {
  for (const std::string method : {"", "INTEG DOP853\n", "INTEG STIFF\n"}) {
    const test::RunResult run = test::good_run(
        "X 1 1 0\nDYNX 1 1\nFIX 1 2\nEND HALT\nXM 1 1\nXLAW 1 1 = -4*x - 0.04*sign(v)\n"
        "TIMESTEP 15.707963267948966 10\n" +
        method + "END END\n");
    for (std::size_t k = 0; k < run.rows.size(); ++k)
      EXPECT_NEAR(run.value(k, "x1_1"), (k % 2 == 0 ? 1 : -1) * (1 - 0.02 * static_cast<double>(k)),
                  1e-6);
  }
}

// Steps of fixed length go on: HEUN holds the block at 0.02 m/s for ever. What passes a jump now
// and then, or by the time, and what has no jump, is no such law.
TEST(LawJumps, FixedStepsInWhichALawJumpsAreNamed) {
  const auto said = [](const std::string& deck) {
    RunSettings settings;
    settings.timeout = test::patience(5);
    const test::RunResult run = test::run(deck, settings);
    EXPECT_EQ(run.status, ExitStatus::done) << deck << run.messages;
    return run.messages;
  };
  for (const std::string method :
       {"INTEG RK4 0.013\n", "INTEG HEUN 0.01\n", "INTEG HEUN 0.001\n"}) {
    const std::string words = said(block("XLAW 1 1 = -6*sign(v)", method));
    for (const char* const part :
         {"deck:7:12: warning: XLAW 1 1: about t = 1.",
          "its value jumps between -6 and 6 within every step", "FRICTION"})
      EXPECT_NE(words.find(part), std::string::npos) << words << method;
    EXPECT_EQ(said(block("XLAW 1 1 = -6*tanh(v/0.05)", method)), "") << method;
    EXPECT_EQ(said(block("XLAW 1 1 = v > 2 ? -6 : -3", method)), "") << method;
    EXPECT_EQ(said(block("XLAW 1 1 = sign(sin(70*t))*(1 + x)", method)).find("within every"),
              std::string::npos);
  }
  const std::string body = "2 0 0 1 0 0 0 0 0\n0 0 0\n0 0 0\n1\n0 3 1\nMASS 2 2 0.1\nVEL 2 5 0 0\n";
  EXPECT_NE(said(body + "INTEG HEUN 0.01\nLAW BODY 2 X = body2.xd > 0 ? -6 : 6\nEND\n")
                .find("LAW BODY 2 1: about t = 1."),
            std::string::npos);
  EXPECT_NE(said("SEGDYN\nSEGMENT 1 1 1 0.5 0.25\nSTATE 1 0 3\nRSDA 0 1  0 0 0\nINTEG HEUN 0.01\n"
                 "LAW RSDA 1 = 2*sign(ed)\nTIME 0 3 1\nEND\n")
                .find("LAW RSDA 1: about t = "),
            std::string::npos);
}

// The oscillator below passes its jump 100 times, by steps of fixed length, too.
TEST(LawJumps, FixedStepsThatPassAJumpGoOn) {
  for (const std::string method : {"RK4 0.005", "HEUN 0.0005"}) {
    const test::RunResult run = test::done(
        "X 1 1 0\nDYNX 1 1\nFIX 1 2\nEND HALT\nXM 1 1\nXLAW 1 1 = -4*x - 0.04*sign(v)\n"
        "TIMESTEP 15.707963267948966 10\nINTEG " +
        method + "\nEND END\n");
    EXPECT_EQ(run.messages.find("within every step"), std::string::npos) << run.messages;
  }
}

// A step of GALPHA that cannot be solved across the jump.
TEST(LawJumps, GalphaNamesTheLaw) {
  for (const std::string method : {"INTEG GALPHA\n", "INTEG GALPHA STEP 0.01\n"})
    expect_stopped(block("XLAW 1 1 = -6*sign(v)", method), "deck:7:12: error: XLAW 1 1",
                   "its value jumps to and fro between -6 and 6", "FRICTION");
}

// A body that goes through a row of slits: its law jumps to and fro within very short steps, and
// yet the body goes on behind each jump. The slits give it the energy that their widths hold.
TEST(LawJumps, SlitsThatAreCrossedAreNotAccused) {
  const std::string flight = "X 1 0 0\nDYNX 1 1\nFIX 1 2\nEND HALT\nXM 1 2\nSTARTVX 1 1 5\n";
  for (const std::string method :
       {"STEP 1e-9 1e-9", "DOP853 1e-9 1e-9", "STIFF 1e-7 1e-7", "GALPHA 1e-6 1e-6"})
    for (const char* law : {"x > 5 && x < 5.002 && mod(x, 2e-4) < 1e-4 ? -200 : 0",
                            "x > 5 && x < 5.002 && mod(x, 2e-4) < 1e-4 ? 200 : -200"}) {
      const test::RunResult run =
          test::run(flight + "XLAW 1 1 = " + law + "\nTIMES 0 2 0.5\nINTEG " + method +
                    "\nLIMIT STEPS 200000\nEND END\n");
      EXPECT_EQ(run.messages.find("to and fro"), std::string::npos)
          << method << law << run.messages;
      EXPECT_EQ(run.status, ExitStatus::done) << method << law << run.messages;
    }
}

// A force that is far too large for the tolerance to cross its jump is passed, not held.
TEST(LawJumps, AJumpThatIsTooLargeIsNotToAndFro) {
  for (const std::string method : {"STEP 1e-9 1e-9", "STIFF 1e-9 1e-9"}) {
    const test::RunResult run = test::run(
        "X 1 0 0\nDYNX 1 1\nFIX 1 2\nEND HALT\nXM 1 1\nSTARTVX 1 1 1\nXLAW 1 1 = abs(x - 0.5) < "
        "5e-7 ? 2e6 : 0\nTIMES 0 1 0.1\nINTEG " +
        method + "\nEND END\n");
    EXPECT_EQ(run.status, ExitStatus::solution_failed);
    EXPECT_EQ(run.messages.find("to and fro"), std::string::npos) << run.messages;
    EXPECT_NE(run.messages.find("its value jumps between 0 and 2e+06, so far that no step "
                                "across the jump keeps the tolerance"),
              std::string::npos)
        << run.messages;
  }
}

TEST(Growth, ANegativeDampingOrStiffnessIsNamed) {
  const std::string spring =
      "PLTRUSS 1 1 2\nX 1 0 0\nX 2 1 0\nFIX 1\nFIX 2 2\nDYNX 2 1\nRLSE 1 1\nEND HALT\nXM 2 1\n"
      "STARTDX 2 1 1.5 0\nTIMESTEP 1000 100\n";
  const std::string body =
      "2 0 0 1 0 0 0 0 0\n0 0 0\n1 0 0\n1\n0 400 1\nMASS 2 1 0.1\nVEL 2 1 0 0\n";
  const char* const grows = "and the motion grows beyond all bounds (stopped at t = ";
  expect_stopped(block("XLAW 1 1 = 60*v", "TIMES 0 300 1\n"), "deck:7:12: error: XLAW 1 1",
                 std::string("its damping is negative (-60), ") + grows, "other sign");
  expect_stopped(spring + "ESTIFF 1 -4\nEND END\n", "PLTRUSS 1",
                 std::string("its stiffness is negative (-4), ") + grows, "other sign");
  expect_stopped(spring + "ELAW 1 1 = 4*e - 9*ed\nEND END\n", "ELAW 1 1",
                 std::string("its damping is negative (-9), ") + grows, "other sign");
  expect_stopped(spring + "ESTIFF 1 4\nEDAMP 1 -9\nINTEG DOP853\nEND END\n", "PLTRUSS 1",
                 std::string("its damping is negative (-9), ") + grows, "other sign");
  expect_stopped(body + "SDA 1 2 0 0 0 0  10 1 -20\nEND\n", "SDA 1",
                 std::string("its damping is negative (-20), ") + grows, "other sign");
}

}  // namespace
}  // namespace mbs
