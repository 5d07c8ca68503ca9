// A kink of a prescribed position gives what it moves another velocity at once: the verdict is bad,
// and the motion and the time are named.
#include <gtest/gtest.h>

#include <string>

#include "support/good_run.h"

namespace mbs {
namespace {

void expect_named(const std::string& deck, const std::string& who, const std::string& what) {
  const test::RunResult run = test::run(deck);
  EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_TRUE(run.verdict.bad()) << deck;
  EXPECT_NE(run.messages.find("warning: " + who + ": at t = " + what), std::string::npos)
      << run.messages << deck;
}

// A mass on a rigid bar whose other end is pushed.
std::string pushed(const std::string& motion, const std::string& rest = "") {
  return "PLTRUSS 1 1 2\nX 1 0 0\nX 2 1 0\nFIX 1 2\nFIX 2 2\nINPUTX 1 1\nEND HALT\nINPUTX 1 1 = " +
         motion + "\nXM 2 1\nTIMESTEP 3 6\n" + rest + "END END\n";
}

TEST(Kinks, OfAPrescribedPosition) {
  expect_named(pushed("0.1*abs(t-1)"), "INPUTX 1 1", "1 its velocity jumps from -0.1 to 0.1");
  expect_named(pushed("0.1*max(0, t-1.3)", "FORM FULL\n"), "INPUTX 1 1",
               "1.3 its velocity jumps from 0 to 0.1");
  expect_named(pushed("t < 2 ? 0.1*t : 0.2", "INTEG DOP853\n"), "INPUTX 1 1",
               "2 its velocity jumps from 0.1 to 0");
}

TEST(Kinks, InAKabiosDeck) {
  const std::string arm =
      "2 1 0 1 0 0 0 0 0\n0 0 0\n0.5 0 0\n1 2  0 0  -0.5 0\n1\n0 2 0.5\nMASS 2 1 0.1\n";
  expect_named(arm + "DRIVE 2 PHI = 0.2*abs(t-0.7)\nEND\n", "DRIVER 1",
               "0.7 its velocity jumps from -0.2 to 0.2");
}

// What only a spring joins to it feels no impulse, and what is round has none.
TEST(Kinks, WhatMovesNoMass) {
  const std::string spring =
      "PLTRUSS 1 1 2\nX 1 0 0\nX 2 1 0\nFIX 1 2\nFIX 2 2\nINPUTX 1 1\nDYNX 2 1\nRLSE 1 1\nEND "
      "HALT\n"
      "INPUTX 1 1 = 0.1*abs(t-1)\nXM 2 1\nESTIFF 1 4\nTIMESTEP 3 6\nEND END\n";
  EXPECT_EQ(test::good_run(spring).messages, "");
  EXPECT_EQ(test::good_run(pushed("0.1*rise_345(t-1)")).messages, "");
}

}  // namespace
}  // namespace mbs
