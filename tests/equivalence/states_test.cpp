// Decks with states (ODE) run in two ways that must agree: other methods, forms and unknowns, other
// dialects, the deck that --echo or --convert prints, an equation of motion written as states.
#include <gtest/gtest.h>

#include <cmath>

#include "support/deck.h"

namespace mbs {
namespace {

// Largest difference of a channel over the rows of two runs.
double difference(const test::RunResult& a, const test::RunResult& b, const std::string& name,
                  const std::string& other = {}) {
  EXPECT_EQ(a.status, ExitStatus::done) << a.messages;
  EXPECT_EQ(b.status, ExitStatus::done) << b.messages;
  EXPECT_EQ(a.rows.size(), b.rows.size());
  test::Error error;
  for (std::size_t k = 0; k < std::min(a.rows.size(), b.rows.size()); ++k)
    error.add(a.value(k, name), b.value(k, other.empty() ? name : other));
  return error.absolute();
}

std::string tables(const std::string& report) {
  std::string out;
  for (std::size_t at = 0; at < report.size();) {
    const std::size_t end = std::min(report.find('\n', at), report.size() - 1) + 1;
    if (report[at] != '#') out.append(report, at, end - at);
    at = end;
  }
  return out;
}

std::string without(std::string deck, const std::string& line) {
  return deck.erase(deck.find(line), line.size());
}

// A mass on a stiff spring that turns as a pendulum: STIFF and GALPHA take the length of the spring
// for an unknown. A winch, a state, pulls at it after its length and the height of the mass.
std::string winch(const std::string& method, const std::string& more = {}) {
  return R"(PLTRUSS 1 1 2
X 1 0 0
X 2 1 0
FIX 1
DYNX 2
RLSE 1
END HALT
XM 2 1
ESTIFF 1 1e4
EDAMP 1 20
GRAVITY 0 -9.81
ELAW 1 1 = pull
ODE pull 0 RATE (100*e1_1 - 2*x2_2 - pull)/0.2
ODE way 0 RATE hypot(v2_1, v2_2)
)" + more +
         "INTEG " + method + "\nTIMESTEP 2 20\nEND END\n";
}

TEST(StatesEquivalence, UnknownsThatAreSprings) {
  const test::RunResult exact = test::run(winch("DOP853 1e-12 1e-12"));
  for (const char* name : {"x2_1", "v2_2", "pull", "way", "e1_1"}) {
    EXPECT_LT(difference(test::run(winch("STIFF 1e-9 1e-9")), exact, name), 2e-6) << name;
    EXPECT_LT(difference(test::run(winch("STEP 1e-11 1e-11")), exact, name), 1e-8) << name;
    EXPECT_LT(difference(test::run(winch("STEP 1e-11 1e-11", "FORM FULL\n")), exact, name), 1e-8)
        << name;
  }
  // Events in between, too.
  const std::string event = "EVENT a WHEN way > 1 DO SET pull = 3; SET way = way - 0.5\n";
  const test::RunResult jumping = test::run(winch("DOP853 1e-12 1e-12", event));
  EXPECT_GT(difference(jumping, exact, "pull"), 0.1);
  for (const char* name : {"x2_1", "pull", "way"})
    EXPECT_LT(difference(test::run(winch("STIFF 1e-9 1e-9", event)), jumping, name), 1e-5) << name;
}

// The equation of a pendulum as two states, beside the pendulum.
TEST(StatesEquivalence, AMotionWrittenAsStates) {
  for (const char* method : {"STEP 1e-12 1e-12", "DOP853 1e-12 1e-12", "STIFF 1e-12 1e-12"}) {
    const test::RunResult run = test::run(
        R"(PLREV 1 1 2 3 4 0 0 -0.5 0
X 1 0 0
X 2 0
X 3 0.5 0
X 4 0
FIX 1
FIX 2
DYNX 4 1
END HALT
XM 3 2
XM 4 0.1
GRAVITY 0 -9.81
ODE phi 0 RATE omega
ODE omega 0 RATE -2*9.81*0.5*cos(phi)/(0.1 + 2*0.25)
INTEG )" +
        std::string(method) + "\nTIMESTEP 3 30\nEND END\n");
    EXPECT_LT(difference(run, run, "x4_1", "phi"), 1e-9) << method;
    EXPECT_LT(difference(run, run, "v4_1", "omega"), 1e-9) << method;
    EXPECT_LT(difference(run, run, "a4_1", "omega.rate"), 1e-8) << method;
  }
}

// Through the flat position of a parallelogram, where states of the mechanism are interpolated from
// neighbours: the length that a state counts is that of the crank pin's way.
TEST(StatesEquivalence, ThroughSingularPositions) {
  const test::RunResult run = test::run(
      R"(4 4 0 1 0 1 0 0 0
0 0 0
0.5 0.2 0.4
2.4 0.4 0
3.5 0.2 0.4
1 2 0 0 -0.5 0
2 3 0.5 0 -1.5 0
3 4 1.5 0 0.5 0
4 1 -0.5 0 3 0
1
2 3 0.4 2 0
0 4 0.1
ODE s 0 RATE body3.xd
ODE w 0 RATE hypot(body3.xd, body3.yd)
INTEG STEP 1e-12 1e-12
END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    EXPECT_NEAR(run.value(k, "s"), run.value(k, "body3.x") - run.value(0, "body3.x"), 1e-9);
    EXPECT_NEAR(run.value(k, "w"), 2 * run.time(k), 1e-9);
  }
}

TEST(StatesEquivalence, EchoAndConvertedDecksGiveTheSame) {
  const std::string native = winch("STEP", "EVENT a WHEN pull > 0.5 DO SET way = 0\n");
  const std::string kabios =
      R"(2 1 0 1 0 0 0 0 0
0 0 0
0 0 0
1 2 0 0 0 0
1
0 2 0.1
MASS 2 1 0.5
LAW BODY 2 3 = -20*(x - 1) - 15*q
ODE q EQUILIBRIUM 0.5 RATE = body2.phi - 1 - q
EVENT a WHEN body2.phi > 1 DO SET q = 0
INTEG STEP
END
)";
  const std::string kinematic =
      R"(2 1 0 1 0 1 0 0 0
0 0 0
0 0 0
1 2 0 0 0 0
1
2 3 0 1 0
0 2 0.1
ODE q EQUILIBRIUM RATE body2.phi - q
END
)";
  const std::string chain =
      R"(SEGDYN
SEGMENT 1 1 0.5 0.2 0.5
STATE 1 0 0
BASE 0 0
KNOWN M 1 = -20*(phi1 - 1) - 15*q
ODE q 0 RATE phi1 - 1 + x
TIME 0 2 0.1
END
)";
  for (const std::string& deck : {native, kabios, kinematic, chain}) {
    Diagnostics diagnostics;
    const std::string echo = echo_deck({"deck", deck, ".", {}}, {}, diagnostics);
    const test::RunResult first = test::run(deck), second = test::run(echo);
    ASSERT_EQ(first.status, ExitStatus::done) << first.messages;
    EXPECT_EQ(tables(first.report), tables(second.report)) << echo;
    EXPECT_EQ(echo, echo_deck({"deck", echo, ".", {}}, {}, diagnostics));
    const std::string converted = convert_deck({"deck", deck, ".", {}}, {}, diagnostics);
    EXPECT_FALSE(diagnostics.has_errors()) << diagnostics.format_all();
    const std::string state = deck == native ? "way" : "q";
    EXPECT_LT(difference(first, test::run(converted), state), 1e-8) << converted;
  }
}

// INTEG makes a kinematic deck dynamic, but beside ODE it does not.
TEST(StatesEquivalence, StatesLeaveADeckKinematic) {
  const std::string deck =
      R"(2 1 0 1 0 1 0 0 0
0 0 0
0 0 0
1 2 0 0 0 0
1
2 3 0 1 0
0 2 0.1
ODE q 0 RATE body2.phi
INTEG DOP853
END
)";
  EXPECT_FALSE(test::run(deck).has("energy.kinetic"));
  const std::string dynamic = without(deck, "ODE q 0 RATE body2.phi\n");
  EXPECT_TRUE(test::run(dynamic).has("energy.kinetic"));
}

// Of a kinematic deck too, the digits are those of the integration.
TEST(StatesEquivalence, CertifiedDigitsOfStates) {
  const std::string deck =
      R"(2 1 0 1 0 1 0 0 0
0 0 0
0 0 0
1 2 0 0 0 0
1
2 3 0 1 0
0 2 0.1
ODE q 0 RATE sin(5*body2.phi) - q
INTEG DOP853 1e-7 1e-7
END
)";
  RunSettings settings;
  settings.certify = 4;
  const test::RunResult good = test::run(deck, settings);
  EXPECT_EQ(good.status, ExitStatus::done) << good.messages;
  EXPECT_NE(good.report.find("DOP853 abs 1e-08"), std::string::npos) << good.report;
  settings.certify = 13;
  EXPECT_EQ(test::run(deck, settings).status, ExitStatus::check_failed);
}

// A state that nothing at its guess balances: the message has its line and what is left.
TEST(StatesEquivalence, EquilibriumThatIsNotThere) {
  for (const std::string head : {"", "X 1 0 0\nDYNX 1\n"}) {
    const std::string mass = head.empty() ? "" : "XM 1 1\n";
    const test::RunResult run =
        test::run(head + "END HALT\n" + mass + R"(ODE a EQUILIBRIUM RATE 1 + a^2
TIMESTEP 1 1
END END
)");
    EXPECT_EQ(run.status, ExitStatus::solution_failed);
    EXPECT_NE(run.messages.find("ODE a: no values make the rates"), std::string::npos)
        << run.messages;
  }
  // A table that the rate leaves.
  const test::RunResult run = test::run(R"(END HALT
ODE a 0 RATE 1/(0.5 - a)^2
INTEG DOP853
TIMESTEP 1 1
END END
)");
  EXPECT_EQ(run.status, ExitStatus::solution_failed);
  EXPECT_NE(run.messages.find("ODE a: the integration stopped"), std::string::npos) << run.messages;
}

}  // namespace
}  // namespace mbs
