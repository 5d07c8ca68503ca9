// Channels of contacts and frictions that a deck names: --convert gives them their native names.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "program/run_deck.h"
#include "support/deck.h"
#include "support/good_run.h"

namespace mbs {
namespace {

void expect_same_measures(const std::string& deck) {
  const test::RunResult run = test::done(deck);
  Diagnostics diagnostics;
  const std::string native = convert_deck({"deck", deck, ".", {}}, {}, diagnostics);
  EXPECT_EQ(diagnostics.format_all(), "") << deck;
  const test::RunResult converted = test::done(native);
  for (const char* name : {"a", "b", "c"}) {
    EXPECT_GT(std::fabs(run.measure(name)), 1e-3) << name << deck;
    EXPECT_NEAR(converted.measure(name), run.measure(name), 1e-7) << name << native;
  }
}

TEST(ConvertedFrictions, OfKabiosDecks) {
  expect_same_measures(R"(3 2 0 1 0 0 0 0 0
0 0 0
0.5 0 0
1.5 0 0
1 2   0 0  -0.5 0
2 3   0.5 0  -0.5 0
1
0 0.5 0.05
MASS 2  2 0.2
MASS 3  1 0.1
GRAV 0 -9.81
CONTACT 3 1 LINE 0.5 0 0  0 -0.3 1 0 RIGID 0.2 0.3 0.2
FRICTION REVOLUTE 2  0.02 0.3
FRICTION REVOLUTE 1  0.03 0.2
MEASURE a = MIN friction1.f
MEASURE b = MIN friction2.slip - abs(friction1.slip)
MEASURE c = MAX contact1.n + friction2.load
END
)");
}

TEST(ConvertedFrictions, OfChains) {
  expect_same_measures(R"(SEGDYN
SEGMENT 1 2 1 0.4 0.17
SEGMENT 2 1 0.5 0.2 0.02
STATE 1 70deg 0
STATE 2 20deg 0
GRAV 0 -9.81
FRICTION JOINT 2 0.02 0.3
FRICTION JOINT 1 0.02 0.3
CONTACT 1 CIRCLE 0.9 0 0.1 1 -0.2 0.3 RIGID 0.5 0.2 0.1
MEASURE a = MIN friction1.f
MEASURE b = MIN friction2.slip - abs(friction1.slip)
MEASURE c = MAX contact1.n + friction2.load
TIME 0 0.6 0.05
END
)");
}

// Two frictions of one pin have one name in a native report: converting says so.
TEST(ConvertedFrictions, OfOnePinHaveNoNames) {
  const std::string deck = R"(2 1 0 1 0 0 0 0 0
0 0 0
0 0 0
1 2   0 0   0 0
1
0 1 0.5
MASS 2  20 0.5
VEL 2  0 0 3
FRICTION REVOLUTE 1  0.03 0.2
FRICTION REVOLUTE 1  CONSTANT 0.2
MEASURE a = MIN friction2.f
END
)";
  Diagnostics diagnostics;
  convert_deck({"deck", deck, ".", {}}, {}, diagnostics);
  EXPECT_NE(diagnostics.format_all().find("'friction2.f' has no name in native reports"),
            std::string::npos)
      << diagnostics.format_all();
}

}  // namespace
}  // namespace mbs
