// T, E, V and X as parameters: in the deck that says so, and as capitals only.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/good_run.h"

namespace mbs {
namespace {

// A mass of 2 kg on a rail, pushed by the law; the run ends at 1 s.
std::string pushed(const char* parameters, const char* law, const char* more = "") {
  return fmt::format(R"({}
1 0 0 0 1 0 0 0 0
0 0 0
1 3
0 1 0.25
MASS 1 2 1
LAW BODY 1 X = {}
{})",
                     parameters, law, more);
}

TEST(CapitalNames, AreParametersWhereTheDeckSaysSo) {
  const test::RunResult run = test::good_run(
      pushed("PARAM T = 3\nPARAM E = 4\nPARAM V = 5\nPARAM X = 6", "T*t + E + V*X - 34",
             "MEASURE final = LAST body1.xdd*T\nMEASURE twice = 2*T + final"));
  for (const std::size_t k : {0, 1, 4})
    EXPECT_NEAR(run.value(k, "body1.xdd"), 3 * run.time(k) / 2, 1e-12);
  EXPECT_NEAR(run.measure("final"), 4.5, 1e-9);
  EXPECT_NEAR(run.measure("twice"), 10.5, 1e-9);
}

TEST(CapitalNames, AreTheTimeElsewhere) {
  const test::RunResult run = test::good_run(pushed("PARAM F = 2", "F*SIN(T)"));
  for (const std::size_t k : {0, 2, 4})
    EXPECT_NEAR(run.value(k, "body1.xdd"), std::sin(run.time(k)), 1e-12);
}

TEST(CapitalNames, AreSetFromOutside) {
  const std::string deck = pushed("PARAM T = 3", "T + 0*t");
  Diagnostics diagnostics;
  const std::string seven = echo_deck({"deck", deck, ".", {{"T", "7"}}}, {}, diagnostics);
  EXPECT_FALSE(diagnostics.has_errors()) << diagnostics.format_all();
  EXPECT_NEAR(test::good_run(seven).value(0, "body1.xdd"), 3.5, 1e-14) << seven;
  Diagnostics small;
  echo_deck({"deck", deck, ".", {{"t", "7"}}}, {}, small);
  EXPECT_NE(small.format_all().find("no PARAM of the deck has this name"), std::string::npos);
}

TEST(CapitalNames, StandAboveTheirUse) {
  const test::RunResult run = test::run(
      "SEGDYN\nSEGMENT 1 2 ${T} 0.5 0.5\nPARAM T = 1\n"
      "STATE 1 0 0\nTIME 0 1 1\nEND\n");
  EXPECT_EQ(run.status, ExitStatus::deck_error);
}

TEST(CapitalNames, InTheEcho) {
  const std::string deck = pushed("PARAM T = 3", "T*t");
  Diagnostics diagnostics;
  const std::string echo = echo_deck({"deck", deck, ".", {}}, {}, diagnostics);
  const test::RunResult run = test::good_run(echo);
  EXPECT_NEAR(run.value(2, "body1.xdd"), 0.75, 1e-12) << echo;
}

}  // namespace
}  // namespace mbs
