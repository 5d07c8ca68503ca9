// mbsim solve: mechanisms whose answer is known in closed form, and what is refused.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/process.h"

namespace mbs {
namespace {

using test::Finished;
using test::mbsim;

// A body thrown upwards with v0 lands after 2 v0 / g.
const char* const kThrow =
    R"(PARAM up = 3 FROM 1 TO 9
PARAM away = 1
X 1 0 0
DYNX 1 1 2
END HALT
XM 1 2
GRAVITY 0 -10
STARTDX 1 1 0 ${away}
STARTDX 1 2 0 ${up}
TIMESTEP 2 4
MEASURE high = MAX x1_2
MEASURE far = x1_1 WHEN x1_2 == 0 FALLING
END END
)";

double value_of(const std::string& answer, const std::string& name) {
  const std::size_t at = answer.find("-D " + name + "=");
  return at == std::string::npos ? NAN : std::stod(answer.substr(at + name.size() + 4));
}

TEST(Solve, OneParameter) {
  const test::Scratch scratch;
  const std::string deck = scratch.file("throw.dat");
  test::write_all(deck, kThrow);
  const Finished done = mbsim(fmt::format("solve '{}' -p up=1:9 'high = 0.8'", deck));
  ASSERT_EQ(done.status, 0) << done.err;
  EXPECT_NEAR(value_of(done.out, "up"), 4, 1e-8) << done.out;  // v^2 / 2g
  // The bounds of the deck; both sides measures; a condition with a sign of its own.
  const Finished land =
      mbsim(fmt::format("solve '{}' -p up 'TIME WHEN x1_2 == 0 FALLING = high'", deck));
  ASSERT_EQ(land.status, 0) << land.err;
  EXPECT_NEAR(value_of(land.out, "up"), 4, 1e-8) << land.out;  // 2 v / g = v^2 / 2g
  const Finished same = mbsim(fmt::format("solve '{}' -p up=1:9 'high = 0.8' -j 3", deck));
  EXPECT_EQ(same.out, done.out);
}

TEST(Solve, TheAnswerGivesWhatWasAskedFor) {
  const Finished done = mbsim("solve decks/kabios/quick_return.dat -p crank=0.6:1 'swing = 80deg'");
  ASSERT_EQ(done.status, 0) << done.err;
  const Finished again =
      mbsim("measure decks/kabios/quick_return.dat " + done.out.substr(0, done.out.size() - 1));
  const std::size_t at = again.out.find("swing ");
  ASSERT_NE(at, std::string::npos) << again.err;
  EXPECT_NEAR(std::stod(again.out.substr(at + 6)), 80 * M_PI / 180, 1e-13);
}

TEST(Solve, TwoParameters) {
  const test::Scratch scratch;
  const std::string deck = scratch.file("throw.dat");
  test::write_all(deck, kThrow);
  const Finished done =
      mbsim(fmt::format("solve '{}' -p up -p away=0:5 'high = 1.25' 'far = 3'", deck));
  ASSERT_EQ(done.status, 0) << done.err;
  EXPECT_NEAR(value_of(done.out, "up"), 5, 1e-7) << done.out;
  EXPECT_NEAR(value_of(done.out, "away"), 3, 1e-7) << done.out;
}

TEST(Solve, WhatIsRefusedAndWhatHasNoRoot) {
  const test::Scratch scratch;
  const std::string deck = scratch.file("throw.dat");
  test::write_all(deck, kThrow);
  auto says = [&](const std::string& arguments, int status, const char* what) {
    const Finished done = mbsim(fmt::format("solve '{}' {}", deck, arguments));
    EXPECT_EQ(done.status, status) << arguments << done.err;
    EXPECT_EQ(done.out, "");
    EXPECT_NE(done.err.find(what), std::string::npos) << done.err;
  };
  says("-p up=1:9 'x1_2 = 0.8'", 2, "expected FIRST x1_2, LAST x1_2");
  says("-p up=1:9 'high'", 2, "'high' is no equation");
  says("-p up=1:9 'high = 1' 'far = 2'", 2, "2 equations cannot determine 1 parameter;");
  says("-p away 'far = 2'", 2, "-p away: it has no bounds");
  says("-p upp=1:9 'high = 1'", 2, "did you mean 'up'?");
  says("-p up=1:9 'hihg = 1'", 2, "'hihg = 1':1:1: error: MEASURE equation_1: ");
  says("-p up=1:9 'high = hihg'", 2, "'high = hihg':1:8: error: MEASURE equation_1_bound: ");
  says("-p up=1:9 -p up 'high = 1' 'far = 1'", 2, "-p up: given twice");
  says("-p up=9:1 'high = 1'", 2, "9 is not less than 1");
  says("-p up=1:2:1 'high = 1'", 2, "expected -p up=from:to");
  says("'high = 1'", 2, "1 equation cannot determine 0 parameters");
  says("-p up=1:9 'high = 5'", 3, "it does not change its sign");
  says("-p up=1:9 'high = 1' --csv a.csv", 2, "solve prints nothing but what it finds");
}

}  // namespace
}  // namespace mbs
