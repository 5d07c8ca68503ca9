// A prescribed motion that asks for more than the mechanism can reach ends the run where its reach
// ends, by every method, with that reason and without crawling towards it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/deck.h"
#include "support/names.h"

namespace mbs {
namespace {

// A rod of length 1 about the origin, its end drawn along x by 0.6 + t/2: straight at t = 0.8. A
// second rod hangs from that end and feels it.
std::string lifted(const std::string& integ) {
  return fmt::format(R"(PLTRUSS 1  1 2
PLTRUSS 2  2 3
X 1  0 0
X 2  0.6 0.8
X 3  0.6 0
FIX 1
INPUTX 2 1
END HALT
INPUTX 2 1  0.6 0.5
XM 2  1
XM 3  1
GRAVITY 0 -9.81
DOF AUTO
TIMES 0 1 0.25
INTEG {}
LIMIT STEPS 20000
END END
)",
                     integ);
}

double number_after(const std::string& text, const std::string& words) {
  const std::size_t k = text.find(words);
  return k == std::string::npos ? -1 : std::stod(text.substr(k + words.size()));
}

class DeadPositions : public testing::TestWithParam<const char*> {};

TEST_P(DeadPositions, EndTheRunWithTheReason) {
  const test::RunResult run = test::run(lifted(GetParam()));
  EXPECT_EQ(run.status, ExitStatus::solution_failed);
  EXPECT_EQ(run.rows.size(), 4u);  // up to 0.75
  EXPECT_NE(run.messages.find("what is prescribed to node 2 X cannot take it"), std::string::npos)
      << run.messages;
  const bool fixed = std::string(GetParam()).find("0.0") != std::string::npos;
  EXPECT_NEAR(number_after(run.messages, "ends just after t = "), 0.8, fixed ? 0.03 : 1e-5);
}

INSTANTIATE_TEST_SUITE_P(Methods, DeadPositions,
                         testing::Values("STIFF 1e-8 1e-8", "STIFF 1e-6 1e-6", "DOP853 1e-8 1e-8",
                                         "STEP 1e-8 1e-8", "STEP 1e-11 1e-11", "GALPHA 1e-7 1e-7",
                                         "RK4 0.03", "HEUN 0.003", "GALPHA STEP 0.03"),
                         test::name_of_text);

// A motion that turns round in time goes on, however near it comes.
TEST(DeadPositions, ATurnJustBeforeOneIsNone) {
  std::string deck = lifted("DOP853 1e-9 1e-9");
  const std::string motion = "INPUTX 2 1  0.6 0.5\n";
  deck.replace(deck.find(motion), motion.size(), "INPUTX 2 1 = 0.9999999 - 0.4*(1 - sin(2*t))\n");
  const std::size_t start = deck.find("X 2  0.6 0.8");
  deck.replace(start, 12, "X 2  0.5999999 0.8");
  const test::RunResult run = test::run(deck);
  EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
}

}  // namespace
}  // namespace mbs
