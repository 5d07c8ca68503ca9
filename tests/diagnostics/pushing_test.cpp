// A held path is a bar: where it pushes, a rope would be slack, and the run says so.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "support/good_run.h"

namespace mbs {
namespace {

void expect_named(const std::string& deck, const char* who, const char* what) {
  const test::RunResult run = test::run(deck);
  EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_NE(run.messages.find(who), std::string::npos) << run.messages << deck;
  EXPECT_NE(run.messages.find(what), std::string::npos) << run.messages << deck;
}

// A bob on a rope of 1 m that starts below with v0: it is slack from cos(phi) = (2 - v0^2/g)/3 on.
std::string bob(double v0, const std::string& rest) {
  return fmt::format(
      "PATH 1  1 9 0 0  2 9 0 0\nX 1 0 0\nX 9 0\nX 2 0 -1\nFIX 1\nFIX 9\nEND HALT\nDOF AUTO\nXM 2 "
      "1\n"
      "STARTVX 2 1 {:.17g}\nGRAVITY 0 -9.81\nTIMES 0 1.5 0.1\n{}END END\n",
      v0, rest);
}

TEST(Pushing, ARopeThatWouldBeSlackIsNamed) {
  for (const std::string rest : {"", "FORM FULL\n", "INTEG DOP853\n", "INTEG STIFF 1e-8 1e-8\n",
                                 "INTEG RK4 0.002\n", "INTEG GALPHA 1e-6 1e-6\n"})
    expect_named(bob(5.5, rest), "PATH 1", "held at its length it pushes");
}

// The same bob as the centre of a free body of a KABIOS deck.
TEST(Pushing, InAKabiosDeck) {
  expect_named(
      "2 0 0 1 0 0 0 0 0\n0 0 0\n0 -1 0\n1\n0 1.5 0.1\nMASS 2 1 0.1\nVEL 2 5.5 0 0\n"
      "GRAV 0 -9.81\nPATH 1 0 0  2 0 0\nEND\n",
      "PATH 1", "held at its length it pushes");
}

// Taut all the way: small swings, and full turns.
TEST(Pushing, WhatPullsIsNotNamed) {
  for (const double v0 : {1.0, 4.0, 8.0})
    EXPECT_EQ(test::good_run(bob(v0, "")).messages.find("pushes"), std::string::npos) << v0;
}

}  // namespace
}  // namespace mbs
