// Refusals name the cause: numbers whose rounding is larger than the mechanism, times whose steps
// are below their rounding, laws without a value at the start. No message has a "nan".
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "support/process.h"

namespace mbs {
namespace {

using test::Finished;

Finished run(const std::string& deck) {
  const test::Scratch scratch;
  test::write_all(scratch.file("deck.dat"), deck);
  return test::mbsim("--no-report deck.dat", "cd '" + scratch.file("") + "' && ");
}

void expect_cause(const std::string& deck, const std::string& cause, const char* where = "") {
  const Finished done = run(deck);
  EXPECT_EQ(done.status, 3) << done.err;
  EXPECT_NE(done.err.find(cause), std::string::npos) << done.err;
  EXPECT_NE(done.err.find(where), std::string::npos) << done.err;
  for (const char* other : {"dead", "nan", "grows beyond"})
    EXPECT_EQ(done.err.find(other), std::string::npos) << done.err;
}

// A crank of KABIOS whose angle is driven, in three times.
std::string crank(const std::string& driver, const std::string& times) {
  return "2 1 0 1 0 1 0 0 0\n0 0 0\n0.5 0 0\n1 2 0 0 -0.5 0\n1\n" + driver + "\n" + times + "\n";
}

TEST(Causes, DriversWhoseRoundingIsLarger) {
  expect_cause(crank("2 3 0 1e308 0", "0 1 0.5"), "too large to be squared", "deck.dat:6:");
  expect_cause(crank("2 3 0 0 1e308", "0 1 0.5"), "1e+308", "deck.dat:6:");
  // The body would leave its joint by the rounding of its angle, 22 rad.
  expect_cause(crank("2 3 1e17 1 0", "0 1 0.5"), "its rounding is 2.2e+01", "deck.dat:6:");
}

// The same crank with masses, and one whose hinge is driven in native words.
TEST(Causes, DriversOfDynamicRunsWhoseRoundingIsLarger) {
  expect_cause(crank("2 3 1e17 1 0", "0 1 0.5") + "MASS 2 1 0.1\n", "its rounding is 2.2e+01",
               "deck.dat:6:");
  const std::string arm =
      "PLBEAM 1 1 2 3 4\nPLTOR 2 5 2\nX 1 0 0\nX 3 1 0\nFIX 1\nFIX 5\nINPUTE 2 1\nEND HALT\n"
      "EM 1 1\nINPUTE 2 1 1e17 1\nTIMESTEP 1 5\nEND END\n";
  expect_cause(arm, "its rounding is 2.2e+01", "deck.dat:10:");
}

TEST(Causes, TimesWhoseStepsAreBelowTheirRounding) {
  expect_cause(crank("2 3 0 1 0", "1e17 1.0000000000000002e17 10"),
               "steps of 10 are below the rounding of times of 1e+17", "deck.dat:7:");
}

const std::string kFalling = "X 1 0 0\nFIX 1 1\nDYNX 1 2\nEND HALT\nXM 1 1\n";

TEST(Causes, LawsWithoutAValueAtTheStart) {
  const std::string end = "TIMESTEP 1 5\nEND END\n";
  expect_cause(kFalling + "XLAW 1 2 = 1/x1_2\n" + end,
               "at t = 0 XLAW 1 2 has no value: 1 is divided by 0 (x1_2 = 0)", "deck.dat:6:12:");
  expect_cause(kFalling + "XLAW 1 2 = log(x1_2 - 1)\n" + end,
               "at t = 0 XLAW 1 2 has no value: the argument -1 of log is not above 0 (x1_2 = 0)",
               "deck.dat:6:12:");
  expect_cause(kFalling + "XLAW 1 2 = x + 0/0\n" + end,
               "at t = 0 XLAW 1 2 has no value: its numbers give none", "deck.dat:6:12:");
}

// A point begins at height 1 with velocity -1, and a law ends on its way. By every method the error
// names the line at the time of the closed form; the rows before are kept.
TEST(Causes, LawsThatEndOnTheWay) {
  struct Law {
    const char* law;
    double ends;
    int rows;  // 0.1 s apart
    const char* cause;
  };
  // y'' = -9 without a law: y = 1 - t - 4.5 t^2. The law of height adds nothing before its end.
  const double down = (std::sqrt(19.0) - 1) / 9, half = (std::sqrt(10.0) - 1) / 9;
  const Law laws[] = {{"-9 + 0*sqrt(x1_2)", down, 4, " of sqrt lies below 0 (x1_2 = "},
                      {"-9 + 0*log(x)", down, 4, " of log is not above 0 (x = "},
                      {"-9 + 0*acos(1.5 - x)", half, 3, " of acos lies outside -1 to 1 (x = "},
                      {"-9 + 0*(x^1.5 + v)", down, 4, "^(1.5) has no value (x = "},
                      {"-9 + 0*sqrt(0.25 - t)", 0.25, 3, " of sqrt lies below 0 (t = "}};
  for (const char* method :
       {"STEP", "DOP853", "STIFF", "GALPHA", "RK4 0.001", "HEUN 0.001", "GALPHA STEP 0.001"})
    for (const Law& law : laws) {
      const test::Scratch scratch;
      test::write_all(scratch.file("deck.dat"),
                      std::string("X 1 0 1\nFIX 1 1\nDYNX 1 2\nEND HALT\nXM 1 1\nXLAW 1 2 = ") +
                          law.law + "\nSTARTDX 1 2 1 -1\nINTEG " + method +
                          "\nTIMESTEP 2 20\nEND END\n");
      const Finished done =
          test::mbsim("deck.dat --csv out.csv --no-report", "cd '" + scratch.file("") + "' && ");
      EXPECT_EQ(done.status, 3) << method << ' ' << done.err;
      const std::string start = "deck.dat:6:12: error: at t = ";
      const std::size_t at = done.err.find(start);
      ASSERT_NE(at, std::string::npos) << method << ' ' << law.law << ' ' << done.err;
      EXPECT_NEAR(std::stod(done.err.substr(at + start.size())), law.ends, 2e-3) << method;
      EXPECT_NE(done.err.find(std::string(law.cause)), std::string::npos) << method << done.err;
      EXPECT_EQ(done.err.find("grows beyond"), std::string::npos) << method;
      const std::string rows = test::read_all(scratch.file("out.csv"));
      EXPECT_GT(std::count(rows.begin(), rows.end(), '\n'), law.rows) << method << ' ' << rows;
    }
}

// The same for a KABIOS force, a known moment of a chain, a rate of a state, and the value that an
// event sets.
TEST(Causes, LawsOfOtherRecordsThatEnd) {
  const std::string pendulum =
      "2 1 0 1 0 0 1 0 0\n0 0 0\n0.5 0 0\n1 2 0 0 -0.5 0\n1\n2 0.5 0\n0 1 0.1\nMASS 2 1 0.1\n";
  expect_cause(pendulum + "FORCE 2 0 0 FX = 0*sqrt(0.55 - t) ; FY = 0\nEND\n",
               "at t = 0.55 FORCE 1 has no value: the argument ", "deck.dat:9:");
  const std::string chain = "SEGDYN\nSEGMENT 1 1 0.3 0.15 0.01\nSTATE 1 -20deg 0\nTIME 0 1 0.1\n";
  expect_cause(chain + "KNOWN M 1 = 0*log(0.55 - t)\nEND\n",
               "at t = 0.55 KNOWN M 1 has no value: the argument ", "deck.dat:5:");
  const std::string end = "TIMESTEP 1 5\nEND END\n";
  expect_cause(kFalling + "ODE s 1 RATE -1/sqrt(0.55 - t)\nXLAW 1 2 = s\n" + end,
               "ODE s has no value: ", "deck.dat:6:14:");
  expect_cause("PARAM k = 1\n" + kFalling +
                   "XLAW 1 2 = -k\nEVENT down WHEN t > 0.5 DO SET k = sqrt(0.25 - t)\n" + end,
               "at t = 0.5 EVENT down has no value: the argument -0.25 of sqrt", "deck.dat:8:");
}

// EIGEN writes its row at once: a channel that is not there is refused before.
TEST(Causes, ModesWithoutTheChannelToBePlotted) {
  const test::Scratch scratch;
  test::write_all(scratch.file("deck.dat"), kFalling + "XLAW 1 2 = -9*x\nEIGEN\nEND END\n");
  const Finished done = test::mbsim("plot '" + scratch.file("deck.dat") + "' t nothing -o '" +
                                    scratch.file("out.svg") + "'");
  EXPECT_EQ(done.status, 2);
  EXPECT_NE(done.err.find("nothing: no channel of the run is called so"), std::string::npos)
      << done.err;
}

// A motion that does grow beyond all bounds is still called that.
TEST(Causes, MotionsThatGrow) {
  const Finished done = run(kFalling + "XLAW 1 2 = 1 + x1_2^3\nTIMESTEP 1e4 5\nEND END\n");
  EXPECT_EQ(done.status, 3);
  EXPECT_EQ(done.err.find("has no value"), std::string::npos) << done.err;
  EXPECT_EQ(done.err.find("nan"), std::string::npos) << done.err;
}

}  // namespace
}  // namespace mbs
