// T, E, V and X as names of parameters, states and measures: in the deck that says so, and as
// capitals only. Words of measures as names.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

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

// A force that is a state of the deck: z' = -3 t from 2 on a mass of 2.
struct Dialect {
  const char* name;
  std::string deck;          // `{0}`: the state's name
  std::string acceleration;  // its channel, twice or ten times smaller than the state
  double inertia;
};
void PrintTo(const Dialect& d, std::ostream* out) { *out << d.name; }

std::vector<Dialect> dialects() {
  return {{"kabios",
           "1 0 0 0 1 0 0 0 0\n0 0 0\n1 3\n0 1 0.25\nMASS 1 2 1\nLAW BODY 1 X = {0} + 0*x\n"
           "ODE {0} 2 RATE -3*t\nOUT both = {0}*t\nREPORT t {0} both\n"
           "EVENT low WHEN {0} < 1 DO SET {0} = {0} + 0*t\nMEASURE last = LAST {0}\n"
           "MEASURE mean = AVG {0}*t\n",
           "body1.xdd", 2},
          {"native",
           "X 1 0 0\nFIX 1 2\nDYNX 1 1\nEND HALT\nXM 1 2\nXLAW 1 1 = {0} + 0*x\n"
           "ODE {0} 2 RATE -3*t\nOUT both = {0}*t\nREPORT t {0} both\n"
           "EVENT low WHEN {0} < 1 DO SET {0} = {0} + 0*t\nMEASURE last = LAST {0}\n"
           "MEASURE mean = AVG {0}*t\nTIMES 0 1 0.25\nEND END\n",
           "a1_1", 2},
          {"segdyn",
           "SEGDYN\nSEGMENT 1 1 0.5 0.25 0.0375\nSTATE 1 0 0\nKNOWN M 1 = {0} + 0*x\n"
           "ODE {0} 2 RATE -3*t\nOUT both = {0}*t\nREPORT t {0} both\n"
           "EVENT low WHEN {0} < 1 DO SET {0} = {0} + 0*t\nMEASURE last = LAST {0}\n"
           "MEASURE mean = AVG {0}*t\nTIME 0 1 0.25\nEND\n",
           "phidd1", 0.1}};
}

std::string with(const std::string& deck, const std::string& name) {
  std::string out = deck;
  for (std::size_t at = out.find("{0}"); at != out.npos; at = out.find("{0}"))
    out.replace(at, 3, name);
  return out;
}

class CapitalStates : public testing::TestWithParam<Dialect> {};

TEST_P(CapitalStates, AreTheDecksOwn) {
  const Dialect& d = GetParam();
  for (const char* name : {"T", "E", "V", "X"}) {
    const std::string deck = with(d.deck, name);
    Diagnostics diagnostics;
    const std::string echo = echo_deck({"deck", deck, ".", {}}, {}, diagnostics);
    for (const std::string& text : {deck, echo}) {
      const test::RunResult run = test::good_run(text);
      for (std::size_t k = 0; k < 5; ++k) {
        const double t = 0.25 * static_cast<double>(k), state = 2 - 1.5 * t * t;
        EXPECT_NEAR(run.time(k), t, 1e-14);
        EXPECT_NEAR(run.value(k, name), state, 1e-8) << text;
        EXPECT_NEAR(run.value(k, d.acceleration), state / d.inertia, 1e-7) << text;
        EXPECT_NEAR(run.value(k, "both"), state * t, 1e-8);
      }
      EXPECT_NEAR(run.measure("last"), 0.5, 1e-8);
      EXPECT_NEAR(run.measure("mean"), 1 - 1.5 / 4, 1e-8);
      ASSERT_EQ(run.events.size(), 1u);
      EXPECT_NEAR(run.events[0].t, std::sqrt(2. / 3), 1e-8);
    }
  }
}

TEST_P(CapitalStates, InAConvertedDeck) {
  const Dialect& d = GetParam();
  if (d.deck.starts_with("X")) return;
  std::string deck = with(d.deck, "X");
  const std::size_t event = deck.find("EVENT");  // words of chains have no native form
  deck.erase(event, deck.find('\n', event) + 1 - event);
  Diagnostics diagnostics;
  const std::string native = convert_deck({"deck", deck, ".", {}}, {}, diagnostics);
  EXPECT_FALSE(diagnostics.has_errors()) << diagnostics.format_all();
  const test::RunResult run = test::good_run(native);
  EXPECT_NEAR(run.value(4, "X"), 0.5, 1e-8) << native;
  EXPECT_NEAR(run.value(4, "both"), 0.5, 1e-8) << native;
}

INSTANTIATE_TEST_SUITE_P(All, CapitalStates, testing::ValuesIn(dialects()),
                         [](const auto& dialect) { return std::string(dialect.param.name); });

// A measure has its value when the run is over: what reads it in the run is told so, and does not
// become the time.
TEST(CapitalMeasures, AreTheDecksOwn) {
  const test::RunResult run =
      test::good_run(pushed("PARAM F = 2", "F*t + 0*v",
                            "MEASURE T = LAST body1.xd\nMEASURE X = LAST t\n"
                            "MEASURE twice = 2*T + X\nMEASURE end = LAST t\n"));
  EXPECT_NEAR(run.measure("T"), 0.5, 1e-9);
  EXPECT_NEAR(run.measure("X"), 1, 1e-14);
  EXPECT_NEAR(run.measure("twice"), 2, 1e-9);
  EXPECT_NEAR(run.measure("end"), 1, 1e-14);
}

TEST(CapitalMeasures, AreNotTheTimeAnywhere) {
  for (const char* line :
       {"OUT q = T", "MEASURE q = MAX T*body1.x", "MEASURE q = 2*T", "EVENT e WHEN T > 0.5 DO STOP",
        "MEASURE q = TIME WHEN T > 0.5", "REPORT t T"}) {
    const test::RunResult run =
        test::run(pushed("", "t", (std::string(line) + "\nMEASURE T = LAST body1.x\n").c_str()));
    EXPECT_EQ(run.status, ExitStatus::deck_error) << line;
    EXPECT_NE(run.messages.find("'T' is a measure of this deck, which has no value here"),
              std::string::npos)
        << line << "\n"
        << run.messages;
  }
  const test::RunResult law = test::run(pushed("", "T", "MEASURE T = LAST body1.x\n"));
  EXPECT_NE(law.messages.find("7:16: error: LAW BODY 1 1: 'T' is a measure"), std::string::npos)
      << law.messages;
  const test::RunResult sampled =
      test::run(pushed("", "t", "MEASURE T = LAST body1.x\nMEASURE q = MAX T\n"));
  EXPECT_NE(sampled.messages.find("MEASURE T has its value when the run is over"),
            std::string::npos)
      << sampled.messages;
}

TEST(CapitalStates, AreNotTheTimeInAMotion) {
  const test::RunResult run = test::run(
      "X 1 0 0\nFIX 1 2\nINPUTX 1 1\nEND HALT\nXM 1 2\nINPUTX 1 1 = T\nODE T 2 RATE -3*t\n"
      "TIMES 0 1 0.25\nEND END\n");
  EXPECT_NE(run.messages.find("a motion cannot read 'T'"), std::string::npos) << run.messages;
}

TEST(CapitalNames, GiveWayToOneAnother) {
  const auto messages = [](const char* parameters, const char* more) {
    return test::run(pushed(parameters, "t", more)).messages;
  };
  EXPECT_NE(messages("PARAM T = 3", "ODE T 2 RATE 1").find("a parameter has this name"),
            std::string::npos);
  EXPECT_NE(messages("PARAM T = 3", "MEASURE T = LAST t").find("'T' is a parameter"),
            std::string::npos);
  EXPECT_NE(messages("", "ODE T 2 RATE 1\nMEASURE T = LAST t").find("'T' is a channel"),
            std::string::npos)
      << messages("", "ODE T 2 RATE 1\nMEASURE T = LAST t");
  EXPECT_NE(messages("", "ODE t 2 RATE 1")
                .find("ODE t: 't' is reserved: time (in laws), in any letter case; choose another "
                      "name, such as the capital T"),
            std::string::npos);
  EXPECT_NE(messages("", "MEASURE v = LAST t").find("such as the capital V"), std::string::npos);
  EXPECT_NE(messages("", "MEASURE when = LAST t")
                .find("'when' is reserved: it is a word of MEASURE lines; choose another name, "
                      "such as when_1"),
            std::string::npos);
}

// step is a parameter where no '(' follows, and the function before one; live and in the echo, too.
TEST(WordsAsNames, StepIsAFunctionBeforeParentheses) {
  const std::string deck = pushed("PARAM step = 4", "step*step(t - 0.25) + step (t)",
                                  "EVENT e WHEN t > 0.5 DO SET step = 6 + step(t - 2)\n"
                                  "MEASURE end = 2*step (3)\n");
  Diagnostics diagnostics;
  const std::string echo = echo_deck({"deck", deck, ".", {}}, {}, diagnostics);
  for (const std::string& text : {deck, echo}) {
    const test::RunResult run = test::good_run(text);
    EXPECT_NEAR(run.value(1, "body1.xdd"), 2.5, 1e-12) << text;
    EXPECT_NEAR(run.value(4, "body1.xdd"), 3.5, 1e-12) << text;
  }
  const std::string constant = pushed("PARAM step = 4", "step*step(t - 0.25)");
  const std::string seven = echo_deck({"deck", constant, ".", {{"STEP", "7"}}}, {}, diagnostics);
  EXPECT_NE(seven.find("= 7*step(t"), std::string::npos) << seven;
  EXPECT_NEAR(test::good_run(seven).value(4, "body1.xdd"), 3.5, 1e-12) << seven;
}

TEST(WordsAsNames, OfMeasures) {
  const std::string deck = pushed("PARAM F = 2", "F*t", R"(MEASURE time = TIME WHEN body1.xd > 0.125
MEASURE from = FIRST t FROM 0.25
MEASURE to = LAST t TO 0.75
MEASURE first = FIRST body1.xdd FROM 0.5
MEASURE last = LAST body1.xd
MEASURE step = MAX body1.x
MEASURE qa = time
MEASURE qb = to - from
MEASURE qc = last - first
MEASURE qd = last*step(to) + step
MEASURE qe = 2*time + time*to
MEASURE qf = (first)
MEASURE qg = FIRST (t)
MEASURE qh = LAST t
MEASURE qi = TIME WHEN body1.xd > 0.125
MEASURE qj = LAST(t) - 1
MEASURE qk = first/last
)");
  Diagnostics diagnostics;
  const std::string echo = echo_deck({"deck", deck, ".", {}}, {}, diagnostics);
  for (const std::string& text : {deck, echo}) {
    const test::RunResult run = test::good_run(text);
    const auto is = [&run, &text](const char* name, double value) {
      EXPECT_NEAR(run.measure(name), value, 1e-8) << name << "\n" << text;
    };
    // x'' = t, x' = t^2/2, x = t^3/6.
    is("qa", 0.5), is("qb", 0.5), is("qc", 0.5 - 0.5), is("qd", 0.5 + 1. / 6), is("qe", 1.375);
    is("qf", 0.5), is("qg", 0), is("qh", 1), is("qi", 0.5), is("qj", 0), is("qk", 1);
  }
}

TEST(WordsAsNames, OfParametersBesideTheGrammar) {
  const test::RunResult run = test::good_run(pushed(
      "PARAM last = 3\nPARAM first = 2\nPARAM from = 0.25\nPARAM to = 0.75\nPARAM time = 5", "t",
      "MEASURE qa = last - first\nMEASURE qb = last*first\nMEASURE qc = LAST last*t\n"
      "MEASURE qd = INTEG from FROM from TO to\nMEASURE qe = time + to\n"
      "MEASURE qf = last\nMEASURE qg = LAST (-last)\nMEASURE qh = last > first\n"));
  const std::pair<const char*, double> all[] = {{"qa", 1},    {"qb", 6}, {"qc", 3},  {"qd", 0.125},
                                                {"qe", 5.75}, {"qf", 3}, {"qg", -3}, {"qh", 1}};
  for (const auto& [name, value] : all) EXPECT_NEAR(run.measure(name), value, 1e-9) << name;
  const test::RunResult either =
      test::run(pushed("PARAM last = 3", "t + 0*last", "MEASURE qa = last -last\n"));
  EXPECT_EQ(either.status, ExitStatus::deck_error);
  EXPECT_NE(either.messages.find("MEASURE qa: 'last' is a name of this deck and a word of MEASURE "
                                 "lines; expected blanks on both sides"),
            std::string::npos)
      << either.messages;
}

}  // namespace
}  // namespace mbs
