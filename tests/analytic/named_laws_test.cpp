// Names of NAME lines in laws, states and knowns; names of contacts and net joints.
#include <gtest/gtest.h>

#include <cmath>

#include "run/frame/echo.h"
#include "support/deck.h"

namespace mbs {
namespace {

void expect_cosine(const std::string& deck, const std::string& channel) {
  const test::RunResult run = test::run(deck);
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  ASSERT_GE(run.rows.size(), 5u);
  for (std::size_t k = 0; k < run.rows.size(); ++k)
    EXPECT_NEAR(run.value(k, channel), 0.5 * std::cos(2 * run.value(k, "t")), 1e-9);
}

// x'' = -4 x
const std::string kNative =
    R"(NAME NODE 1 Tip
X 1 0
DYNX 1
END HALT
XM 1 2
XLAW 1 1 = -8*tip.phi
ODE z 0 RATE tip.phid
STARTDX 1 1 0.5
TIMES 0 2 0.25
INTEG DOP853 1e-12 1e-12
END END
)";
const std::string kKabios =
    R"(NAME BODY 2 bob
2 0 0 1 0 0 0 0 0
0 0 0
0.5 0 0
1
0 2 0.25
MASS 2 2 1
LAW BODY 2 X = -8*bob.x
ODE z 0 RATE bob.xd
INTEG DOP853 1e-12 1e-12
END
)";
const std::string kChain =
    R"(SEGDYN
NAME SEGMENT 1 arm
SEGMENT 1 1 1 0 2
STATE 1 0.5 0
KNOWN M 1 = -8*arm.phi
ODE z 0 RATE arm.phid
TIME 0 2 0.25
INTEG DOP853 1e-12 1e-12
END
)";

// A name of element 2 gives its own channels and none of node 2, whose coordinates have the same
// numbers.
TEST(NamedLaws, OfAnElementReadNoNode) {
  const auto deck = [](const std::string& law) {
    return "PLTRUSS 1 1 2\nPLTRUSS 2 2 3\nX 1 0 0\nX 2 1 0\nX 3 3 0\nFIX 1\nFIX 2 2\nFIX 3 2\n"
           "DYNE 1 1\nDYNE 2 1\nNAME ELEMENT 2 rod\nEND HALT\nXM 2 1\nXM 3 1\nELAW 1 1 = " +
           law + "\nTIMES 0 1 0.5\nEND END\n";
  };
  for (const std::string name : {"x1", "v1", "x"}) {
    const test::RunResult run = test::run(deck("2*rod." + name));
    EXPECT_NE(run.messages.find("a law cannot read 'rod." + name + "'"), std::string::npos)
        << run.messages;
  }
  const test::RunResult a = test::run(deck("2*rod.e1 + rod.ed1")),
                        b = test::run(deck("2*e2_1 + ed2_1"));
  ASSERT_EQ(a.status, ExitStatus::done) << a.messages;
  EXPECT_EQ(a.rows, b.rows);
}

TEST(NamedLaws, OscillateAsTheirNumbersSay) {
  expect_cosine(kNative, "x1_1");
  expect_cosine(kKabios, "body2.x");
  expect_cosine(kChain, "phi1");
}

TEST(NamedLaws, StatesReadThem) {
  for (const std::string& deck : {kNative, kKabios, kChain}) {
    const test::RunResult run = test::run(deck);
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    for (std::size_t k = 0; k < run.rows.size(); ++k)
      EXPECT_NEAR(run.value(k, "z"), 0.5 * std::cos(2 * run.value(k, "t")) - 0.5, 1e-9);
  }
}

// The echo and the native deck keep the law, by the name or by what it stands for.
TEST(NamedLaws, SurviveEchoAndConversion) {
  for (const std::string& deck : {kNative, kKabios, kChain}) {
    DeckInput input;
    input.name = "deck";
    input.text = deck;
    Diagnostics of_echo, of_native;
    RunSettings settings;
    const test::RunResult run = test::run(deck);
    const test::RunResult echoed = test::run(echo_deck(input, settings, of_echo));
    EXPECT_EQ(echoed.status, ExitStatus::done) << echoed.messages << of_echo.format_all();
    EXPECT_EQ(echoed.rows, run.rows);
    const test::RunResult native = test::run(convert_deck(input, settings, of_native));
    ASSERT_EQ(native.status, ExitStatus::done) << native.messages << of_native.format_all();
    ASSERT_EQ(native.rows.size(), run.rows.size());
    for (std::size_t k = 0; k < run.rows.size(); ++k)
      EXPECT_NEAR(native.value(k, "z"), run.value(k, "z"), 1e-11);
  }
}

// What a chain reports has the channels of nodes in its native form, and its segments their names.
TEST(NamedLaws, ReportsOfChainsHaveANativeForm) {
  const std::string deck =
      R"(SEGDYN
NAME SEGMENT 1 thigh
NAME SEGMENT 2 shank
NAME POINT 1 toe
OUT bend = shank.phi - phi1 + 0*thigh.phidd
OUT high = toe.y + cm.y
MEASURE swing = PP thigh.phi
MEASURE fast = MAX ABS phid2
MEASURE pull = MIN shank.phidd
MEASURE meet = bend WHEN phi2 < 0
SEGMENT 1 2.1 0.3 0.13 0.016
SEGMENT 2 1.6 0.42 0.17 0.022
POINT 2 0.42 0
STATE 1 -1.2
STATE 2 0.4
GRAV 0 -9.81
TIME 0 0.6 0.1
END
)";
  DeckInput input;
  input.name = "deck";
  input.text = deck;
  Diagnostics diagnostics;
  const std::string text = convert_deck(input, {}, diagnostics);
  ASSERT_FALSE(diagnostics.has_errors()) << diagnostics.format_all();
  EXPECT_NE(text.find("NAME BODY 3 4 thigh\n"), std::string::npos) << text;
  const test::RunResult chain = test::run(deck), native = test::run(text);
  ASSERT_EQ(chain.status, ExitStatus::done) << chain.messages;
  ASSERT_EQ(native.status, ExitStatus::done) << native.messages;
  ASSERT_EQ(native.rows.size(), chain.rows.size());
  for (std::size_t k = 0; k < chain.rows.size(); ++k)
    for (const char* name : {"bend", "high"})
      EXPECT_NEAR(native.value(k, name), chain.value(k, name), 1e-9) << name;
  ASSERT_EQ(native.measures.size(), chain.measures.size());
  for (std::size_t k = 0; k < chain.measures.size(); ++k)
    EXPECT_NEAR(native.measures[k].value, chain.measures[k].value,
                1e-8 * (1 + std::fabs(chain.measures[k].value)));

  // The force of a joint has no name there.
  input.text = deck;
  input.text.replace(input.text.find("0*thigh.phidd"), 13, "0*shank.frx  ");
  Diagnostics refused;
  EXPECT_EQ(convert_deck(input, {}, refused), "");
  EXPECT_NE(refused.format_all().find("'shank.frx' has no name in native reports"),
            std::string::npos)
      << refused.format_all();
}

// Two pendulums: every kind of name in laws, once by the name and once by the number.
TEST(NamedLaws, OfEveryKindAreTheirChannels) {
  const std::string names =
      R"(NAME BODY 3 4 upper
NAME NODE 6 lower
NAME ELEMENT 2 knee
NAME ELEMENT 3 spring
NAME POINT 1 toe
)";
  const auto deck = [](const std::string& law, const std::string& stress) {
    return R"(PLREV 1  1 2  3 4   0 0  -0.2 0
PLREV 2  3 4  5 6   0.2 0  -0.3 0
PLTOR 3  4 6
X 1 0 0
X 3 0.2 0
X 5 0.7 0
FIX 1
FIX 2
RLSE 3
DYNX 4
DYNX 6
POINT 1 5 6 0.3 0
END HALT
XM 3 1
XM 4 0.02
XM 5 0.5
XM 6 0.02
GRAVITY 0 -9.81
XLAW 4 1 = )" +
           law + "\nELAW 3 1 = " + stress + "\nTIMES 0 0.5 0.1\nEND END\n";
  };
  const test::RunResult named =
      test::run(names + deck("-2*upper.phi - upper.phid + 3*toe.y - 0.5*upper.xd",
                             "4*spring.e1 + 0.1*spring.ed1 + knee.angle + lower.phid"));
  const test::RunResult numbered = test::run(
      deck("-2*x4_1 - v4_1 + 3*point1.y - 0.5*v3_1", "4*e3_1 + 0.1*ed3_1 + rev2.angle + v6_1"));
  ASSERT_EQ(named.status, ExitStatus::done) << named.messages;
  ASSERT_EQ(numbered.status, ExitStatus::done) << numbered.messages;
  EXPECT_EQ(named.rows, numbered.rows);
}

// A wheel of 0.5 kg hovers on a law of its own gap: gap'' = -20 gap.
TEST(NamedLaws, ReadTheGapOfANamedContact) {
  const test::RunResult run = test::run(
      R"(NAME ELEMENT 1 foot
MEASURE low = MIN foot.gap
PLCLINE 1  1 2  8 9   0 0  0   0 0  1 0
X 1 0 2
X 8 0 0
FIX 1 1
FIX 2
FIX 8
FIX 9
DYNX 1 2
END HALT
XM 1 0.5
CONTACT 1 RIGID 0
XLAW 1 2 = -10*(foot.gap - 1)
TIMES 0 1 0.125
INTEG DOP853 1e-12 1e-12
END END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_NEAR(run.measure("low"), 0, 1e-9);
  for (std::size_t k = 0; k < run.rows.size() && run.value(k, "t") < 0.7; ++k)
    EXPECT_NEAR(run.value(k, "x1_2"), 1 + std::cos(std::sqrt(20.0) * run.value(k, "t")), 1e-9);
}

TEST(Names, OfContactsInKabiosDecks) {
  const test::RunResult run = test::run(
      R"(NAME CONTACT 1 heel
MEASURE lift = LAST heel.gap
MEASURE force = LAST heel.n
2 0 0 1 1 0 0 0 0
0 0 0
0 0.1 0
1
2 3
0 0.2 0.1
MASS 2 5 0.1
GRAV 0 -9.81
CONTACT 2 1 LINE  0 -0.1 0   0 0 1 0   RIGID 0 0.5 0.5
END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_NEAR(run.measure("lift"), 0, 1e-12);
  EXPECT_NEAR(run.measure("force"), 5 * 9.81, 1e-9);
}

// A body of 3.5 kg whose acceleration is -1.2, 2.1: the joint carries m (a - g).
TEST(Names, OfNetJoints) {
  const std::string measures =
      R"(NAME NETJOINT 1 knee
MEASURE fx = LAST knee.fx
MEASURE fy = LAST knee.fy
)";
  const std::string native =
      R"(X 1 0.08 0.25
X 2 0
INPUTX 1
INPUTX 2
END HALT
INPUTX 1 1  0.08 0.5 -1.2
INPUTX 1 2  0.25 0.2 2.1
XM 1 3.5
XM 2 0.05
GRAVITY 0 -9.81
NETJOINT 1 1 2 0 0 AT 0 0.45
TIMES 0 0.1 0.05
END END
)";
  const std::string kabios =
      R"(1 0 0 0 0 0 0 0 0
0.08 0.25 0
0 0.1 0.05
MASS 1 3.5 0.05
GRAV 0 -9.81
MOTION 1  0.08 0.5 -1.2   0.25 0.2 2.1   0 0 0
NETJOINT 1 0 AT 0 0.45
END
)";
  for (const std::string& deck : {native, kabios}) {
    const test::RunResult run = test::run(measures + deck);
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    EXPECT_NEAR(run.measure("fx"), 3.5 * -1.2, 1e-9);
    EXPECT_NEAR(run.measure("fy"), 3.5 * (2.1 + 9.81), 1e-9);
  }
  EXPECT_NE(test::run("NAME NETJOINT 2 knee\n" + native).messages.find("there is no NETJOINT 2"),
            std::string::npos);
}

TEST(NamedLaws, SayWhatCannotBeRead) {
  const auto messages = [](const std::string& law) {
    return test::run(R"(NAME NODE 1 tip
X 1 0
DYNX 1
END HALT
XM 1 2
XLAW 1 1 = )" + law + "\nTIMES 0 1 0.5\nEND END\n")
        .messages;
  };
  EXPECT_EQ(messages("-tip.phi"), "");
  EXPECT_NE(messages("-tip.fm").find("XLAW 1 1: a law cannot read 'tip.fm'"), std::string::npos)
      << messages("-tip.fm");
  EXPECT_NE(messages("-top.phi").find("unknown name 'top.phi'"), std::string::npos);
  // An error elsewhere says nothing about names.
  const std::string other = test::run(
                                R"(NAME NODE 1 tip
X 1 0
DYNX 1
END HALT
XM 1 -2
XLAW 1 1 = -tip.phi
TIMES 0 1 0.5
END END
)")
                                .messages;
  EXPECT_NE(other.find("XM 1: mass m is -2"), std::string::npos);
  EXPECT_EQ(other.find("tip"), std::string::npos) << other;
}

}  // namespace
}  // namespace mbs
