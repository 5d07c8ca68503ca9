// Refusals name the cause: numbers whose rounding is larger than the mechanism, times whose steps
// are below their rounding, laws without a value at the start. No message has a "nan".
#include <gtest/gtest.h>

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
               "node 1 Y: at t = 0 the law of its force has no value (infinite)");
  expect_cause(kFalling + "XLAW 1 2 = log(x1_2 - 1)\n" + end,
               "node 1 Y: at t = 0 the law of its force has no value (no number)");
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
