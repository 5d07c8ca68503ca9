// Names of joints in every dialect, and muscles over them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "run/frame/echo.h"
#include "support/deck.h"

namespace mbs {
namespace {

// A four-bar of three segments with an elastic rod, in all three dialects: its joints have names,
// which laws, OUT and measures know.
std::string four_bar_with_names(Dialect dialect) {
  const double phi[] = {1, -.3, -1.1}, length[] = {.3, .35, .2}, centre[] = {.13, .15, .1};
  double x = 0, y = 0, at[3][2];
  for (int k = 0; k < 3; ++k) {
    at[k][0] = x + centre[k] * std::cos(phi[k]), at[k][1] = y + centre[k] * std::sin(phi[k]);
    x += length[k] * std::cos(phi[k]), y += length[k] * std::sin(phi[k]);
  }
  const bool native = dialect == Dialect::native;
  const std::string tip = fmt::format("{:.17g} {:.17g}", x, y);
  const std::string reports = fmt::format(R"(OUT pull = link.s{0}
OUT bend = 2*elbow.angle
OUT deep = mat.gap
OUT turn = total.e{0}
MEASURE most = MAX ABS link.s{0}
)",
                                          native ? "1" : "");
  const std::string law =
      "3*sin(4*t) - 2*elbow.angle - 0.1*total.ed" + std::string(native ? "1" : "");
  const std::string model = "PENALTY 1e4 1 0\nINTEG DOP853 1e-12 1e-12\n";
  if (dialect == Dialect::segdyn)
    return R"(SEGDYN
NAME ROD 1 link
NAME REVOLUTE 1 elbow
NAME CONTACT 1 mat
NAME RELATION 1 total
)" + reports +
           R"(SEGMENT 1 2 .3 .13 .02
SEGMENT 2 1.5 .35 .15 .02
SEGMENT 3 .8 .2 .1 .005
STATE 1 1 0
STATE 2 -.3
STATE 3 -1.1
GRAV 0 -9.81
ROD 2 0  .1 0  .6 .1  .2
REVOLUTE 3 0  .1 0 )" +
           tip + R"(
RELATION = phi1 - 2*phi2
LAW ROD 1 = 500*e
LAW RELATION 1 = 0
LAW BODY 1 PHI = )" +
           law + R"(
CONTACT 1 LINE .3 0 .01  0 -.5 1 0  )" +
           model + "TIME 0 .4 .05\nEND\n";
  if (dialect == Dialect::kabios)
    return R"(NAME ROD 1 link
NAME REVOLUTE 4 elbow
NAME CONTACT 1 mat
NAME RELATION 1 total
)" + reports +
           fmt::format(R"(4 4 0 1 0 0 0 0 0
0 0 0
{:.17g} {:.17g} 1
{:.17g} {:.17g} -.3
{:.17g} {:.17g} -1.1
1 2  0 0  -.13 0
2 3  .17 0  -.15 0
3 4  .2 0  -.1 0
4 1  .1 0  {}
1
0 .4 .05
MASS 2  2 .02
MASS 3  1.5 .02
MASS 4  .8 .005
GRAV 0 -9.81
ROD 3 1  .1 0  .6 .1  .2
RELATION = body2.phi - 2*body3.phi
LAW ROD 1 = 500*e
LAW RELATION 1 = 0
LAW BODY 2 PHI = {}
CONTACT 2 1 LINE .17 0 .01  0 -.5 1 0  {}END
)",
                       at[0][0], at[0][1], at[1][0], at[1][1], at[2][0], at[2][1], tip, law, model);
  return R"(NAME ELEMENT 5 link
NAME ELEMENT 4 elbow
NAME ELEMENT 7 mat
NAME ELEMENT 6 total
)" + reports +
         fmt::format(R"(PLREV 1  1 2  3 4  0 0  -.13 0
PLREV 2  3 4  5 6  .17 0  -.15 0
PLREV 3  5 6  7 8  .2 0  -.1 0
PLREV 4  7 8  1 2  .1 0  {}
PLSDA 5  5 6  1 2  .1 0  .6 .1
RELATION 6 = x4_1 - 2*x6_1
PLCLINE 7  3 4  1 2  .17 0 .01  0 -.5 1 0
X 1 0 0
X 2 0
X 3 {:.17g} {:.17g}
X 4 1
X 5 {:.17g} {:.17g}
X 6 -.3
X 7 {:.17g} {:.17g}
X 8 -1.1
FIX 1
FIX 2
RLSE 5
RLSE 6
END HALT
DOF AUTO
XM 3 2
XM 4 .02
XM 5 1.5
XM 6 .02
XM 7 .8
XM 8 .005
GRAVITY 0 -9.81
EREST 5 .2
ELAW 5 1 = 500*e
XLAW 4 1 = {}
CONTACT 7 {}TIMESTEP .4 8
END END
)",
                     tip, at[0][0], at[0][1], at[1][0], at[1][1], at[2][0], at[2][1], law, model);
}

TEST(NamesOfJoints, OfEveryDialect) {
  const test::RunResult chain = test::run(four_bar_with_names(Dialect::segdyn)),
                        bodies = test::run(four_bar_with_names(Dialect::kabios)),
                        native = test::run(four_bar_with_names(Dialect::native));
  for (const test::RunResult* run : {&chain, &bodies, &native}) {
    ASSERT_EQ(run->status, ExitStatus::done) << run->messages;
    ASSERT_EQ(run->rows.size(), 9u);
    for (std::size_t k = 0; k < 9; ++k)
      for (const char* name : {"pull", "bend", "deep", "turn"})
        EXPECT_NEAR(run->value(k, name), native.value(k, name), 1e-9) << name << k;
    EXPECT_NEAR(run->measure("most"), native.measure("most"), 1e-6);
  }
  EXPECT_GT(native.measure("most"), 10);
  EXPECT_GT(std::fabs(native.value(8, "bend") - native.value(0, "bend")), 0.05);
  for (std::size_t k = 0; k < 9; ++k) {  // and what the names stand for
    EXPECT_EQ(chain.value(k, "pull"), chain.value(k, "rod1.s"));
    EXPECT_EQ(chain.value(k, "bend"), 2 * chain.value(k, "rev1.angle"));
    EXPECT_EQ(chain.value(k, "deep"), chain.value(k, "contact1.gap"));
    EXPECT_EQ(chain.value(k, "turn"), chain.value(k, "relation1.e"));
  }
  for (const char* shown : {" 1 link ", " 0 elbow ", " 1 mat ", " 1 total "})
    EXPECT_NE(chain.report.find(shown), std::string::npos) << shown << chain.report.substr(0, 4000);
}

// The echo keeps the names of joints, the native deck what they stand for.
TEST(NamesOfJoints, OfChainsSurviveEchoAndConversion) {
  const std::string deck = four_bar_with_names(Dialect::segdyn);
  const DeckInput input{"deck", deck, ".", {}};
  Diagnostics diagnostics;
  const std::string echo = echo_deck(input, {}, diagnostics),
                    native = convert_deck(input, {}, diagnostics);
  ASSERT_FALSE(diagnostics.has_errors()) << diagnostics.format_all();
  EXPECT_NE(echo.find("NAME ROD 1 link\n"), std::string::npos) << echo;
  const test::RunResult first = test::run(deck);
  for (const std::string& text : {echo, native}) {
    const test::RunResult run = test::run(text);
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages << text;
    for (std::size_t k = 0; k < first.rows.size(); ++k)
      for (const char* name : {"pull", "bend", "deep", "turn"})
        EXPECT_NEAR(run.value(k, name), first.value(k, name), 1e-9) << name << k;
  }
}

// Muscles over a rod and over a relation, which that alone lets go.
TEST(NamesOfJoints, MusclesOverJointsOfEveryDialect) {
  std::vector<test::RunResult> runs;
  for (const Dialect dialect : {Dialect::native, Dialect::kabios, Dialect::segdyn}) {
    std::string deck = four_bar_with_names(dialect);
    const bool native = dialect == Dialect::native;
    const std::string muscles = fmt::format(
        "MUSCLE PULL OVER {} FMAX 200 LOPT .15 LSLACK .1 RIGID STIM = .3 + .2*sin(6*t)\n"
        "MUSCLE TURN OVER {} .2 .05 FMAX 100 LOPT .2 LSLACK .1 RIGID STIM = .4\n",
        native ? "5 1" : "ROD 1", native ? "6 1" : "RELATION 1");
    if (!native) deck.erase(deck.find("LAW RELATION 1 = 0\n"), 19);
    deck.insert(deck.find("INTEG"), muscles);
    runs.push_back(test::run(deck));
    ASSERT_EQ(runs.back().status, ExitStatus::done) << runs.back().messages << deck;
    if (dialect != Dialect::segdyn) continue;
    const DeckInput input{"deck", deck, ".", {}};
    Diagnostics diagnostics;
    for (const std::string& text :
         {echo_deck(input, {}, diagnostics), convert_deck(input, {}, diagnostics)}) {
      runs.push_back(test::run(text));
      ASSERT_EQ(runs.back().status, ExitStatus::done) << runs.back().messages << text;
    }
  }
  for (const test::RunResult& run : runs)
    for (std::size_t k = 0; k < 9; ++k)
      for (const char* name : {"pull", "bend", "turn", "PULL.f", "TURN.f", "TURN.l"})
        // Steps pass over the corner where a fibre begins to shorten; seen 2.4e-9.
        EXPECT_NEAR(run.value(k, name), runs[0].value(k, name),
                    1e-8 * std::max(1.0, std::fabs(runs[0].value(k, name))))
            << name << k;
  EXPECT_GT(runs[0].value(0, "PULL.f"), 10);
  EXPECT_GT(runs[0].value(0, "TURN.f"), 10);
}

}  // namespace
}  // namespace mbs
