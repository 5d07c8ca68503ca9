// A law that is infinite at the start is named by its own line and column, not by those of the
// coordinate on which it acts.
#include <gtest/gtest.h>

#include <string>

#include "support/deck.h"

namespace mbs {
namespace {

void expect_named(const std::string& deck, const std::string& place) {
  const test::RunResult run = test::run(deck);
  EXPECT_EQ(run.status, ExitStatus::solution_failed);
  EXPECT_NE(run.messages.find(place), std::string::npos) << run.messages;
}

// exp(1200) at x = 0.5.
const std::string kSlide = R"(PLTRUSS 1 1 2
X 1 0 0
X 2 0.5 0
FIX 1
FIX 2 2
DYNE 1 1
END HALT
XM 2 1
)";
const std::string kRest = "TIMES 0 1 0.5\nEND END\n";

TEST(InfiniteLaws, OfACoordinate) {
  expect_named(kSlide + "XLAW 2 1 = -exp(2000*(1.1-x2_1))\n" + kRest,
               "9:12: error: node 2 X: at t = 0 the law of its force has no value (infinite)");
}

TEST(InfiniteLaws, OfADeformation) {
  expect_named(kSlide + "ELAW 1 1 = exp(2000*(1.1-x2_1))\n" + kRest,
               "9:12: error: PLTRUSS 1 (line 1), equation 1: at t = 0 the law of its force");
}

TEST(InfiniteLaws, OfAForceOnABody) {
  expect_named(R"(X 1 0.5 0
X 2 0
FIX 2
FIX 1 2
DYNX 1 1
END HALT
XM 1 1
PFORCE 1  1 2  0 0  FX = -1 ; FY = 0
PFORCE 2  1 2  0 0  FX = -exp(2000*(1.1-x1_1)) ; FY = 0
)" + kRest,
               "9:26: error: node 1 X: at t = 0 the law of its force has no value (infinite)");
}

}  // namespace
}  // namespace mbs
