// Messages that say what to write: it is written as they say, and the deck runs with the numbers
// that it should have.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "support/deck.h"

namespace mbs {
namespace {

std::string refusal(const std::string& deck) {
  const test::RunResult run = test::run(deck);
  EXPECT_NE(run.status, ExitStatus::done) << deck;
  return run.messages;
}

test::RunResult done(const std::string& deck) {
  test::RunResult run = test::run(deck);
  EXPECT_EQ(run.status, ExitStatus::done) << deck << run.messages;
  return run;
}

std::string with(std::string deck, const std::string& from, const std::string& to) {
  const std::size_t at = deck.find(from);
  EXPECT_NE(at, std::string::npos) << from << " in " << deck;
  return at == std::string::npos ? deck : deck.replace(at, from.size(), to);
}

// The part of a message from `begin` up to one of the characters of `ends`.
std::string advised(const std::string& said, const std::string& begin, const std::string& ends) {
  const std::size_t at = said.find(begin);
  EXPECT_NE(at, std::string::npos) << begin << " in " << said;
  if (at == std::string::npos) return {};
  return said.substr(at, said.find_first_of(ends, at) - at);
}

// A point whose x is sin(t) for t up to 2 pi.
std::string shaken(const std::string& lines) {
  return "X 1 0 0\nX 2 0 0\nFIX 1\nFIX 2 2\nINPUTX 2 1\nEND HALT\nINPUTX 2 1 = sin(t)\n" + lines +
         "TIMESTEP ${2*pi} 10\nEND END\n";
}

// A pendulum of length l on a pin; LENGTH stands where the message is wanted.
std::string pendulum(const std::string& length) {
  return "PARAM l = 0.25\nPARAM spin = 2\nPLREV 1  1 2  3 4  0 0  " + length +
         " 0\nX 1 0 0\nX 3 0.25 0\nFIX 1\nFIX 2\nEND HALT\nXM 3 1\nXM 4 0.1\nDOF AUTO\n"
         "STARTVX 4 1 ${spin}\nTIMESTEP 1 4\nMEASURE last = LAST x4_1\nEND END\n";
}

TEST(PastedAdvice, ANumberFromAParameterStandsInBraces) {
  const double expected = done(pendulum("-0.25")).measure("last");
  EXPECT_NEAR(expected, 2, 1e-9);  // nothing turns it but its own motion
  for (const std::string written : {"-l", "-0.5*l*2", "(-l)", "l-0.5", "-sqrt(l)/2"}) {
    const std::string said = refusal(pendulum(written));
    EXPECT_NE(said.find("xi_j is '" + written + "'; expected a number; an expression's is ${"),
              std::string::npos)
        << said;
    const std::string braces = advised(said, "an expression's is ${", "\n").substr(19);
    EXPECT_NEAR(done(pendulum(braces)).measure("last"), expected, 1e-9) << braces;
  }
  const std::string bare = refusal(with(pendulum("-0.25"), "${spin}", "spin"));
  EXPECT_NE(bare.find("expected a number; a parameter's is ${spin}"), std::string::npos) << bare;
  // Names that are no parameters, or defined below, and words are no expressions.
  for (const std::string word : {"q", "-q", "1.2.3", "-"})
    EXPECT_EQ(refusal(pendulum(word)).find("is ${"), std::string::npos) << refusal(pendulum(word));
}

TEST(PastedAdvice, ASignBelongsIntoTheBraces) {
  for (const std::string written : {"-${l}", "-${l + 0}"}) {
    const std::string said = refusal(pendulum(written));
    const std::string braces = advised(said, "whole number: ${", "\n").substr(14);
    EXPECT_NEAR(done(pendulum(braces)).measure("last"), 2, 1e-9) << said;
  }
}

TEST(PastedAdvice, UsualWordsOfReductions) {
  struct Case {
    const char *word, *meant;
    double value;  // of |sin| over its period
  };
  constexpr double kMean = 2 / std::numbers::pi;
  for (const Case& one :
       {Case{"MEAN", "AVG", kMean}, Case{"average", "AVG", kMean}, Case{"MAXIMUM", "MAX", 1},
        Case{"PEAK", "MAX", 1}, Case{"MINIMUM", "MIN", 0}, Case{"RANGE", "PP", 1},
        Case{"P2P", "PP", 1}, Case{"INTEGRAL", "INTEG", 4}, Case{"FINAL", "LAST", 0},
        Case{"INITIAL", "FIRST", 0}, Case{"AVRG", "AVG", kMean}, Case{"MAXX", "MAX", 1}})
    for (const std::string operand : {" abs(x2_1)", "(abs(x2_1)) FROM 0"}) {
      if (operand.front() == '(' && std::string(one.word) == "AVRG") continue;
      const std::string line = "MEASURE m = " + std::string(one.word) + operand + "\n";
      const std::string said = refusal(shaken(line));
      const std::string meant = "did you mean '" + std::string(one.meant) + "'";
      EXPECT_NE(said.find("'" + std::string(one.word) + "' is no word of MEASURE lines; " + meant),
                std::string::npos)
          << said;
      EXPECT_NEAR(done(shaken(with(line, one.word, one.meant))).measure("m"), one.value, 1e-9);
    }
}

TEST(PastedAdvice, AStandardDeviationIsMadeOfTwoMeasures) {
  const std::string said = refusal(shaken("MEASURE m = STD x2_1\n"));
  const std::string formula = advised(said, "sqrt(", "w");
  const auto above = [&](const std::string& line) {
    return with(advised(said, line, "x") + "x", " x", " x2_1") + "\n";
  };
  const std::string lines = above("MEASURE r = ") + above("MEASURE a = ");
  EXPECT_NEAR(done(shaken(lines + "MEASURE m = " + formula + "\n")).measure("m"), std::sqrt(0.5),
              1e-9);
}

// MAX(a) - MIN(b) was the largest a - b: a function of one number is that number.
TEST(PastedAdvice, AReductionStandsInFrontOfTheWholeExpression) {
  for (const std::string line :
       {"MEASURE m = MAX(x2_1) - MIN(x2_1)\n", "MEASURE m = MAX x2_1 - MIN x2_1\n",
        "MEASURE m = 2*MAX x2_1\n", "MEASURE m = 1 - AVG(x2_1)\n", "MEASURE m = AVG max(x2_1)\n",
        "MEASURE m = TIME WHEN MAX(x2_1) > 0.5\n"}) {
    const std::string said = refusal(shaken(line));
    EXPECT_NE(said.find("' stands within an expression; a reduction stands in front of the whole"),
              std::string::npos)
        << said;
  }
  for (const std::string line :
       {"OUT m = AVG x2_1\n", "OUT m = max(x2_1)\n", "OUT m = 2*mean(x2_1)\n"})
    EXPECT_NE(refusal(shaken(line))
                  .find("is a reduction over time; expected it in front of the "
                        "expression of a MEASURE line"),
              std::string::npos)
        << refusal(shaken(line));
  const test::RunResult run =
      done(shaken("MEASURE a = MAX x2_1\nMEASURE b = MIN x2_1\nMEASURE m = a - b\n"
                  "MEASURE n = MAX max(x2_1, -x2_1) - min(x2_1, 2)\n"));
  EXPECT_NEAR(run.measure("m"), 2, 1e-9);
  EXPECT_NEAR(run.measure("n"), 2, 1e-9);
}

// MAX(x)*(-1) looks like -1 times the maximum, 1, and would be the maximum of -x.
TEST(PastedAdvice, AReductionIsOfAllThatFollows) {
  for (const char* line : {"MEASURE m = MAX(x2_1)*(-2)\n", "MEASURE m = INTEG(x2_1) + 1\n",
                           "MEASURE m = RMS(x2_1)/2 WHEN t > 0\n"}) {
    const std::string said = refusal(shaken(line));
    EXPECT_NE(
        said.find("the reduction is of all that follows it, not of '(x2_1)' alone; expected "),
        std::string::npos)
        << said;
  }
  const test::RunResult run =
      done(shaken("MEASURE m1 = MAX (x2_1)\nMEASURE m = m1*(-2)\nMEASURE n = MAX (x2_1)*(-2)\n"
                  "MEASURE p = MAX(x2_1 + 0)\nMEASURE f = LAST(x2_1) + 1\n"));
  EXPECT_NEAR(run.measure("m"), -2, 1e-9);
  EXPECT_NEAR(run.measure("n"), 2, 1e-9);
  EXPECT_NEAR(run.measure("p"), 1, 1e-9);
}

// A name of the deck stays what it is, and so do functions.
TEST(PastedAdvice, NamesOfTheDeckAreNoReductions) {
  const test::RunResult run =
      done(shaken("OUT mean = 2*x2_1\nMEASURE m = MAX mean\n"
                  "MEASURE peak = MAX x2_1\nMEASURE n = peak + max(1, m)\n"));
  EXPECT_NEAR(run.measure("m"), 2, 1e-9);
  EXPECT_NEAR(run.measure("n"), 3, 1e-9);
}

// sin(t) comes above 1/2 at t = pi/6.
TEST(PastedAdvice, AWindowEndsAtAMarkAndNotAtAMeasure) {
  const std::string window = "MEASURE s = INTEG x2_1 TO m\n";
  for (const std::string condition : {"x2_1 > 0.5", "x2_1 == 0.5 RISING"}) {
    const std::string lines = "MEASURE m = TIME WHEN " + condition + "\n" + window;
    const std::string said = refusal(shaken(lines));
    EXPECT_NE(said.find("'m' is a measure of this deck, which has its value when the run is over"),
              std::string::npos)
        << said;
    const std::string time = advised(said, "write ", " ,").substr(0);
    const std::string name = said.substr(said.find("write ") + 6, std::string("m_mark.t1").size());
    EXPECT_EQ(name, "m_mark.t1") << time;
    const std::string mark = advised(said, "MARK ", "\n") + "\n";
    EXPECT_NEAR(done(shaken(mark + with(window, "TO m", "TO " + name))).measure("s"),
                1 - std::cos(std::numbers::pi / 6), 1e-8)
        << mark;
  }
  // The same in an expression and in a condition.
  for (const std::string line :
       {"MEASURE s = MAX x2_1 - m\n", "MEASURE s = x2_1 WHEN t > m + 1\n"}) {
    const std::string measure = "MEASURE m = TIME WHEN x2_1 > 0.5\n";
    const std::string mark = advised(refusal(shaken(measure + line)), "MARK ", "\n") + "\n";
    const double third = std::numbers::pi / 6;
    EXPECT_NEAR(done(shaken(mark + with(line, " m", " m_mark.t1"))).measure("s"),
                line.find("MAX") != std::string::npos ? 1 - third : std::sin(third + 1), 1e-8);
  }
  const std::string of_number = refusal(shaken("MEASURE m = MAX x2_1\n" + window));
  EXPECT_NE(of_number.find("expected an expression of parameters and times of marks (MARK)"),
            std::string::npos)
      << of_number;
  const std::string count =
      refusal(shaken("MEASURE m = MAX x2_1\nMEASURE s = TIME WHEN x2_1 == 0 NTH m\n"));
  EXPECT_NE(count.find("'m' is a measure of this deck, which has its value when the run is over; "
                       "expected an expression of parameters"),
            std::string::npos)
      << count;
}

TEST(PastedAdvice, AMeasureIsNoUnknownName) {
  const std::string measure = "MEASURE tn = LAST x2_1\n";
  for (const std::string line : {"OUT b = x2_1 - tn\n", "EVENT b WHEN t > tn DO STOP\n",
                                 "XLAW 2 2 = -tn*v\n", "XF 2 ${tn} 0\n"}) {
    const std::string said = refusal(shaken(measure + line));
    EXPECT_NE(said.find("'tn' is a measure of this deck, which has no value here"),
              std::string::npos)
        << said;
    EXPECT_EQ(said.find("did you mean"), std::string::npos) << said;
  }
}

TEST(PastedAdvice, TheSignOfAnEquation) {
  for (const std::string place : {"MEASURE m = TIME WHEN ", "MARK m WHEN ", "EVENT m WHEN "}) {
    const std::string rest = place[0] == 'E' ? " DO STOP\n" : "\n";
    const std::string said = refusal(shaken(place + "x2_1 = 0.5" + rest));
    EXPECT_NE(said.find("'=' inside an expression; '==' compares"), std::string::npos) << said;
    const test::RunResult run = done(shaken(place + "x2_1 == 0.5" + rest));
    if (place[0] != 'M' || place[1] != 'E') continue;
    EXPECT_NEAR(run.measure("m"), std::numbers::pi / 6, 1e-9);
  }
  for (const std::string sign : {"=", "=="}) {
    const std::string said =
        refusal(shaken("MEASURE m = TIME WHEN x2_1 " + sign + " 0.5 && t > 1\n"));
    EXPECT_NE(said.find("'" + sign + "' stands beside && or ||; expected > or < on each side"),
              std::string::npos)
        << said;
  }
  const std::string word = refusal(shaken("MEASURE m = TIME WHEN x2_1 < 0.5 AND t > 1\n"));
  EXPECT_NE(word.find("before 'AND'; '&&' is the operator"), std::string::npos) << word;
  EXPECT_NEAR(done(shaken("MEASURE m = TIME WHEN x2_1 < 0.5 && t > 1\n")).measure("m"),
              5 * std::numbers::pi / 6, 1e-9);
}

// Two bars on pins; the second turns as the first, twice as far, or by another law of it.
std::string two_bars(const std::string& tie, const std::string& motion) {
  return "PLREV 1  1 2  3 4  0 0  -1 0\nPLREV 2  1 2  5 6  0 0  -1 0\nX 1 0 0\nX 3 1 0\nX 5 1 0\n"
         "FIX 1\nFIX 2\nINPUTX 4 1\n" +
         tie + "\nEND HALT\nINPUTX 4 1 = 0.3*t\n" + motion + "TIMESTEP 1 4\n" +
         "MEASURE last = LAST x6_1\nEND END\n";
}

TEST(PastedAdvice, WhatFollowsAnotherIsTiedToIt) {
  struct Case {
    const char* text;
    double last;
  };
  for (const Case& one : {Case{"x4_1", 0.3}, Case{"2*x4_1", 0.6}, Case{"x4_1^2 + x4_1", 0.39}}) {
    const std::string motion = "INPUTX 6 1 = " + std::string(one.text);
    const std::string first = refusal(two_bars(motion, ""));
    const std::string second = refusal(two_bars("INPUTX 6 1", motion + "\n"));
    const std::string record = one.text == std::string("x4_1") ? "RELATION " : "FORMULA ";
    for (const std::string& said : {first, second}) {
      std::string line = advised(said, record, ";\n");
      line = line.substr(0, line.find(" in its place"));
      EXPECT_NEAR(done(two_bars(line, "")).measure("last"), one.last, 1e-9) << said;
    }
  }
  // A velocity is no position, and a motion of t belongs to the other block.
  const std::string rate = refusal(two_bars("INPUTX 6 1", "INPUTX 6 1 = v4_1\n"));
  EXPECT_EQ(rate.find("RELATION"), std::string::npos) << rate;
  const std::string time = refusal(two_bars("INPUTX 6 1 = 0.2*t", ""));
  EXPECT_NE(time.find("expected it after END HALT"), std::string::npos) << time;
}

// In a KABIOS deck, by coordinates of bodies and by angles of revolute joints.
TEST(PastedAdvice, OfDriversThatFollowOthers) {
  const auto deck = [](const std::string& tie) {
    return "MEASURE last = LAST body3.phi\n3 2 0 1 0 1 0 0 0\n0 0 0\n1 0 0\n2 0 0\n1 2 0 0 -1 0\n"
           "2 3 1 0 -1 0\n1\n2 3 0 0.4 0\n0 1 0.25\n" +
           tie + "\nEND\n";
  };
  for (const std::string driver :
       {"DRIVE 3 PHI = body2.phi", "DRIVE 3 PHI = 2*body2.phi", "DRIVE REVOLUTE 2 = rev1.angle"}) {
    const std::string said = refusal(deck(driver));
    const bool one = driver.find("2*") == std::string::npos;
    std::string line = advised(said, one ? "RELATION " : "FORMULA ", ";\n");
    line = line.substr(0, line.find(" in its place"));
    const double last = done(deck(line)).measure("last");
    EXPECT_NEAR(last, driver == "DRIVE 3 PHI = body2.phi" ? 0.4 : 0.8, 1e-9) << line;
  }
}

TEST(PastedAdvice, TheAngleOfAJointOfSpaceIsTied) {
  const auto deck = [](const std::string& tie) {
    return "REVOLUTE 1  0 0  1 2  AT 0 0 0  0 0 1\nREVOLUTE 11  0 0  3 4  AT 0 0 0  0 1 0\n"
           "X 1 1 0 0\nX 3 1 0 0\nINPUTE 1 1\n" +
           tie +
           "\nEND HALT\nINPUTE 1 1 = 0.4*t\nTIMESTEP 1 4\nMEASURE last = LAST rev11.angle\n"
           "END END\n";
  };
  const std::string said = refusal(deck("INPUTE 11 1 = rev1.angle"));
  std::string line = advised(said, "RELATION ", ";\n");
  line = line.substr(0, line.find(" in its place"));
  EXPECT_NEAR(done(deck(line)).measure("last"), 0.4, 1e-9) << said;
}

// A body of space on three hinges through one point, its orientation led: of a drive of a hinge
// beside it each record is named once, with its line.
TEST(PastedAdvice, ADriveBesideALedBodyIsNamedTruly) {
  const std::string deck = R"(REVOLUTE 1  0 0  1 2  AT 0 0 0  0 0 1
REVOLUTE 2  1 2  3 4  AT 0 0 0  0 1 0
REVOLUTE 3  3 4  5 6  AT 0 0 0  1 0 0
X 1 0 0 0
X 3 0 0 0
X 5 0 0 0
INPUTX 6
INPUTE 1 1
END HALT
INPUTX 6 ROT zyx a = 0.3*t ; b = 0.2*t ; c = 0.1*t
INPUTE 1 1 = 0.3*t
TIMESTEP 1 4
MEASURE last = LAST rev1.angle
END END
)";
  const std::string said = refusal(deck);
  EXPECT_NE(said.find("deck:11:1: error: INPUTE 1 1: it drives REVOLUTE 1 (line 1), equation 1, "
                      "which INPUTX 6 (line 10) determines already"),
            std::string::npos)
      << said;
  EXPECT_NE(said.find("remove it\n"), std::string::npos) << said;
  const std::string mended = with(with(deck, "INPUTE 1 1\n", ""), "INPUTE 1 1 = 0.3*t\n", "");
  EXPECT_NEAR(done(mended).measure("last"), 0.3, 1e-9);
}

// Two bodies on one another by bushings and a ball joint between them: six freedoms of the first,
// of which the ball joint leaves three.
TEST(PastedAdvice, OfDegreesOfFreedomTooManyTheLineIsGiven) {
  const std::string deck = R"(BUSHING 1  0 0  1 2  AT 0 0 0  1 0 0  0 1 0
BUSHING 2  0 0  3 4  AT 1 0 0  1 0 0  0 1 0
SPHERICAL 3  1 2  3 4  AT 0.5 0 0
X 1 0 0 0
X 3 1 0 0
DYNE 1
DYNE 2 1 2 3 4 5 6
END HALT
ESTIFF 1  1e3 1e3 1e3 10 10 10
ESTIFF 2  1e3 1e3 1e3 10 10 10
XF 1 0 0 -1
STATIC
MEASURE down = LAST x1_3
END END
)";
  const std::string said = refusal(deck);
  EXPECT_EQ(said.find("SPHERICAL 3 (line 3), equation 1 repeats"), std::string::npos) << said;
  EXPECT_NE(said.find("deck:7:1: error: DYNE 2: BUSHING 2 (line 2), equation "), std::string::npos)
      << said;
  EXPECT_NE(said.find("follow from the degrees of freedom named before: 15 constrained and dynamic "
                      "deformations for 12 calculable coordinates"),
            std::string::npos)
      << said;
  const std::string line = advised(said, "expected DYNE 2", "\n").substr(9);
  const test::RunResult run = done(with(deck, "DYNE 2 1 2 3 4 5 6", line));
  EXPECT_LT(run.measure("down"), 0);
  // The same mechanism by coordinates.
  const std::string nodes =
      with(with(deck, "DYNE 1\n", "DYNX 1\nDYNX 2\n"), "DYNE 2 1 2 3 4 5 6\n", "DYNX 3\nDYNX 4\n");
  const std::string of_nodes = refusal(nodes);
  EXPECT_NE(of_nodes.find("DYNX 4: node 4 W"), std::string::npos) << of_nodes;
}

// A bar on a spring, without masses: what springs balance is asked for by STATIC.
TEST(PastedAdvice, WithoutMassesThereIsTheEquilibrium) {
  const std::string deck =
      "PLTRUSS 1 1 2\nX 1 0 0\nX 2 1 0\nFIX 1\nFIX 2 2\nDYNX 2 1\nRLSE 1\nEND HALT\nESTIFF 1 4\n"
      "XF 2 1 0\nTIMESTEP 1 4\nMEASURE last = LAST x2_1\nEND END\n";
  const std::string said = refusal(deck);
  EXPECT_NE(said.find("carries no mass"), std::string::npos) << said;
  EXPECT_NE(said.find("STATIC finds the position in which they balance"), std::string::npos)
      << said;
  EXPECT_NEAR(done(with(deck, "TIMESTEP", "STATIC\nTIMESTEP")).measure("last"), 1.25, 1e-9);
  const std::string without = refusal(with(with(deck, "ESTIFF 1 4\n", ""), "XF 2", "XM 1 1\nXF 2"));
  EXPECT_EQ(without.find("STATIC"), std::string::npos) << without;
  const std::string modes = refusal(with(deck, "TIMESTEP 1 4", "EIGEN"));
  EXPECT_EQ(modes.find("STATIC finds the position in which they balance"), std::string::npos)
      << modes;
}

// A rod from (0.25, 1) on a body at the origin to a slide: raised by 0.5 at the start it takes
// another length than that of the X lines, sqrt(0.75^2 + 1).
TEST(PastedAdvice, TheLengthOfARodIsGivenWithAllDigits) {
  const std::string deck = R"(PLSDA 1  1 2  3 4  0.25 1  0 0
PLSDA 2  1 2  3 4  0 0  0 0
X 1 0 0
X 3 1 0
FIX 1
FIX 2
FIX 4
INPUTX 3 2
RLSE 2
END HALT
INPUTX 3 2 = 0.5
TIMESTEP 1 1
MEASURE far = LAST x3_1
END END
)";
  const double length = std::hypot(0.75, 1);
  const test::RunResult warned = done(deck);
  const std::string line = advised(warned.messages, "EREST 1 ", "k");
  EXPECT_EQ(std::stod(line.substr(8)), length) << warned.messages;
  const test::RunResult mended = done(with(deck, "END HALT\n", "END HALT\n" + line + "\n"));
  EXPECT_EQ(mended.messages.find("EREST"), std::string::npos) << mended.messages;
  EXPECT_NEAR(mended.measure("far"), 0.25 + std::sqrt(length * length - 0.25), 1e-9);
}

}  // namespace
}  // namespace mbs
