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

// A pin with a seal: constant friction beside that of its load has the number of its slip in a
// native report.
TEST(ConvertedFrictions, OfOnePin) {
  for (const std::string lines :
       {"FRICTION REVOLUTE 1  0.03 0.2\nFRICTION REVOLUTE 1  CONSTANT 0.2\n"
        "MEASURE a = MIN friction1.f\nMEASURE b = MIN friction2.f\n"
        "MEASURE c = MAX friction1.load + friction2.slip\n",
        "FRICTION REVOLUTE 1  CONSTANT 0.2\nFRICTION REVOLUTE 1  0.03 0.2\n"
        "EVENT breaks WHEN t > 0.5 DO RELEASE REVOLUTE 1\n"
        "MEASURE a = AVG friction1.f\nMEASURE b = AVG friction2.f\n"
        "MEASURE c = LAST body2.phid\n"})
    expect_same_measures(
        "2 1 0 1 0 0 0 0 0\n0 0 0\n0 0 0\n1 2   0 0   -0.1 0\n1\n0 1 0.5\n"
        "MASS 2  20 0.5\nVEL 2  0 0 3\nGRAV 0 -9.81\n" +
        lines + "END\n");
}

// The order of the lines of a native deck means nothing; one of a kind is enough.
TEST(ConvertedFrictions, TwoOfOnePinInNativeDecks) {
  const std::string first = "FRICTION 1 2 1 0.03 0.2\n", second = "FRICTION 1 3 1 CONSTANT 0.2\n";
  const auto deck = [](const std::string& frictions) {
    return "PLREV 1 1 2 9 8 0 0 0 0\nPLTOR 2 8 2\nPLTOR 3 8 2\nX 9 0 0\nX 8 0\nX 1 0 0\nX 2 0\n"
           "FIX 9\nFIX 8\nEND HALT\nDOF AUTO\nXM 1 20\nXM 2 0.5\nSTARTVX 2 1 3\nGRAVITY 0 -9.81\n" +
           frictions + "TIMES 0 0.5 0.5\nEND END\n";
  };
  for (const std::string& frictions : {first + second, second + first}) {
    const test::RunResult run = test::done(deck(frictions));
    EXPECT_NEAR(run.value(1, "friction1.f"), 0.2 * 0.03 * 20 * 9.81, 1e-9) << run.report;
    EXPECT_NEAR(run.value(1, "friction3.f"), 0.2, 1e-9);
  }
  const test::RunResult twice = test::run(deck(first + second + "FRICTION 1 2 1 CONSTANT 0.1\n"));
  EXPECT_NE(twice.messages.find("given twice"), std::string::npos) << twice.messages;
  const test::RunResult same = test::run(deck(first + second + "FRICTION 3 1 2 CONSTANT 0.1\n"));
  EXPECT_NE(same.messages.find("another friction has this number"), std::string::npos)
      << same.messages;
}

}  // namespace
}  // namespace mbs
