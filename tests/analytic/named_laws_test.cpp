// Names of NAME lines in laws, states and knowns; names of contacts and net joints.
#include <gtest/gtest.h>

#include <cmath>

#include "analysis/echo.h"
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
    "NAME NODE 1 Tip\nX 1 0\nDYNX 1\nEND HALT\nXM 1 2\nXLAW 1 1 = -8*tip.phi\n"
    "ODE z 0 RATE tip.phid\nSTARTDX 1 1 0.5\nTIMES 0 2 0.25\nINTEG DOP853 1e-12 1e-12\nEND END\n";
const std::string kKabios =
    "NAME BODY 2 bob\n2 0 0 1 0 0 0 0 0\n0 0 0\n0.5 0 0\n1\n0 2 0.25\nMASS 2 2 1\n"
    "LAW BODY 2 X = -8*bob.x\nODE z 0 RATE bob.xd\nINTEG DOP853 1e-12 1e-12\nEND\n";
const std::string kChain =
    "SEGDYN\nNAME SEGMENT 1 arm\nSEGMENT 1 1 1 0 2\nSTATE 1 0.5 0\nKNOWN M 1 = -8*arm.phi\n"
    "ODE z 0 RATE arm.phid\nTIME 0 2 0.25\nINTEG DOP853 1e-12 1e-12\nEND\n";

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
      "SEGDYN\nNAME SEGMENT 1 thigh\nNAME SEGMENT 2 shank\nNAME POINT 1 toe\n"
      "OUT bend = shank.phi - phi1 + 0*thigh.phidd\nOUT high = toe.y + cm.y\n"
      "MEASURE swing = PP thigh.phi\nMEASURE fast = MAX ABS phid2\n"
      "MEASURE pull = MIN shank.phidd\nMEASURE meet = bend WHEN phi2 < 0\n"
      "SEGMENT 1 2.1 0.3 0.13 0.016\nSEGMENT 2 1.6 0.42 0.17 0.022\nPOINT 2 0.42 0\n"
      "STATE 1 -1.2\nSTATE 2 0.4\nGRAV 0 -9.81\nTIME 0 0.6 0.1\nEND\n";
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

  // The moment of a joint has no name there.
  input.text = deck;
  input.text.replace(input.text.find("0*thigh.phidd"), 13, "0*shank.m    ");
  Diagnostics refused;
  EXPECT_EQ(convert_deck(input, {}, refused), "");
  EXPECT_NE(refused.format_all().find("'shank.m' has no name in native reports"), std::string::npos)
      << refused.format_all();
}

// Two pendulums: every kind of name in laws, once by the name and once by the number.
TEST(NamedLaws, OfEveryKindAreTheirChannels) {
  const std::string names =
      "NAME BODY 3 4 upper\nNAME NODE 6 lower\nNAME ELEMENT 2 knee\nNAME ELEMENT 3 spring\n"
      "NAME POINT 1 toe\n";
  const auto deck = [](const std::string& law, const std::string& stress) {
    return "PLREV 1  1 2  3 4   0 0  -0.2 0\nPLREV 2  3 4  5 6   0.2 0  -0.3 0\nPLTOR 3  4 6\n"
           "X 1 0 0\nX 3 0.2 0\nX 5 0.7 0\nFIX 1\nFIX 2\nRLSE 3\nDYNX 4\nDYNX 6\n"
           "POINT 1 5 6 0.3 0\nEND HALT\nXM 3 1\nXM 4 0.02\nXM 5 0.5\nXM 6 0.02\n"
           "GRAVITY 0 -9.81\nXLAW 4 1 = " +
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
      "NAME ELEMENT 1 foot\nMEASURE low = MIN foot.gap\n"
      "PLCLINE 1  1 2  8 9   0 0  0   0 0  1 0\nX 1 0 2\nX 8 0 0\nFIX 1 1\nFIX 2\nFIX 8\nFIX 9\n"
      "DYNX 1 2\nEND HALT\nXM 1 0.5\nCONTACT 1 RIGID 0\nXLAW 1 2 = -10*(foot.gap - 1)\n"
      "TIMES 0 1 0.125\nINTEG DOP853 1e-12 1e-12\nEND END\n");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_NEAR(run.measure("low"), 0, 1e-9);
  for (std::size_t k = 0; k < run.rows.size() && run.value(k, "t") < 0.7; ++k)
    EXPECT_NEAR(run.value(k, "x1_2"), 1 + std::cos(std::sqrt(20.0) * run.value(k, "t")), 1e-9);
}

TEST(Names, OfContactsInKabiosDecks) {
  const test::RunResult run = test::run(
      "NAME CONTACT 1 heel\nMEASURE lift = LAST heel.gap\nMEASURE force = LAST heel.n\n"
      "2 0 0 1 1 0 0 0 0\n0 0 0\n0 0.1 0\n1\n2 3\n0 0.2 0.1\nMASS 2 5 0.1\nGRAV 0 -9.81\n"
      "CONTACT 2 1 LINE  0 -0.1 0   0 0 1 0   RIGID 0 0.5 0.5\nEND\n");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_NEAR(run.measure("lift"), 0, 1e-12);
  EXPECT_NEAR(run.measure("force"), 5 * 9.81, 1e-9);
}

// A body of 3.5 kg whose acceleration is -1.2, 2.1: the joint carries m (a - g).
TEST(Names, OfNetJoints) {
  const std::string measures =
      "NAME NETJOINT 1 knee\nMEASURE fx = LAST knee.fx\nMEASURE fy = LAST knee.fy\n";
  const std::string native =
      "X 1 0.08 0.25\nX 2 0\nINPUTX 1\nINPUTX 2\nEND HALT\nINPUTX 1 1  0.08 0.5 -1.2\n"
      "INPUTX 1 2  0.25 0.2 2.1\nXM 1 3.5\nXM 2 0.05\nGRAVITY 0 -9.81\n"
      "NETJOINT 1 1 2 0 0 AT 0 0.45\nTIMES 0 0.1 0.05\nEND END\n";
  const std::string kabios =
      "1 0 0 0 0 0 0 0 0\n0.08 0.25 0\n0 0.1 0.05\nMASS 1 3.5 0.05\nGRAV 0 -9.81\n"
      "MOTION 1  0.08 0.5 -1.2   0.25 0.2 2.1   0 0 0\nNETJOINT 1 0 AT 0 0.45\nEND\n";
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
    return test::run("NAME NODE 1 tip\nX 1 0\nDYNX 1\nEND HALT\nXM 1 2\nXLAW 1 1 = " + law +
                     "\nTIMES 0 1 0.5\nEND END\n")
        .messages;
  };
  EXPECT_EQ(messages("-tip.phi"), "");
  EXPECT_NE(messages("-tip.fm").find("XLAW 1 1: a law cannot read 'tip.fm'"), std::string::npos)
      << messages("-tip.fm");
  EXPECT_NE(messages("-top.phi").find("unknown name 'top.phi'"), std::string::npos);
  // An error elsewhere says nothing about names.
  const std::string other =
      test::run(
          "NAME NODE 1 tip\nX 1 0\nDYNX 1\nEND HALT\nXM 1 -2\nXLAW 1 1 = -tip.phi\n"
          "TIMES 0 1 0.5\nEND END\n")
          .messages;
  EXPECT_NE(other.find("XM 1: mass m is -2"), std::string::npos);
  EXPECT_EQ(other.find("tip"), std::string::npos) << other;
}

}  // namespace
}  // namespace mbs
