// PATH lines of a chain: muscles and laws over them, against the same mechanism in native words,
// echoed, converted, and shared by STATICOPT.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "program/run_deck.h"
#include "support/deck.h"

namespace mbs {
namespace {

const std::string kTimes = "0 .3 .05\nINTEG DOP853 1e-13 1e-13\n";
const std::string kMuscles[2] = {" FMAX 500 LOPT .10 LSLACK .12 STIM = .3 + .2*sin(9*t)\n",
                                 " FMAX 300 LOPT .12 LSLACK .48 ONSET .1 FROM .05\n"};

// Over a circle about the elbow, and from the ground over a via point of the upper arm.
std::string chain(const std::string& muscles) {
  return R"(SEGDYN
SEGMENT 1 2 .3 .13 .02
SEGMENT 2 1.5 .35 .15 .02
STATE 1 -1.2 .4
STATE 2 -.4 -.3
BASE 0 0
GRAV 0 -9.81
PATH 1 -.1 .02 CIRCLE 1 .17 0 .03 RIGHT 2 -.1 .02
PATH 0 .1 .15 1 .05 .02 2 .05 .01
LAW PATH 2 = max(0, 40*(e + .05) + 3*ed)
)" + muscles +
         "TIME " + kTimes + "END\n";
}

std::string by_hand() {
  const double x1 = .13 * std::cos(-1.2), y1 = .13 * std::sin(-1.2);
  const double x2 = .3 * std::cos(-1.2) + .15 * std::cos(-.4),
               y2 = .3 * std::sin(-1.2) + .15 * std::sin(-.4);
  return fmt::format(
             R"(PLREV 1  1 2  3 4  0 0  -.13 0
PLREV 2  3 4  5 6  .17 0  -.15 0
PATH 3  3 4 -.1 .02  CIRCLE 3 4 .17 0 .03 RIGHT  5 6 -.1 .02
PATH 4  1 2 .1 .15  3 4 .05 .02  5 6 .05 .01
X 1 0 0
X 2 0
X 3 {} {}
X 4 -1.2
X 5 {} {}
X 6 -.4
FIX 1
FIX 2
DYNX 4
DYNX 6
RLSE 4
END HALT
XM 3 2
XM 4 .02
XM 5 1.5
XM 6 .02
GRAVITY 0 -9.81
STARTDX 4 1 -1.2 .4
STARTDX 6 1 -.4 -.3
ELAW 4 1 = max(0, 40*(e + .05) + 3*ed)
)",
             x1, y1, x2, y2) +
         "MUSCLE A OVER 3 1" + kMuscles[0] + "MUSCLE B DGF OVER 4 1" + kMuscles[1] + "TIMES " +
         kTimes + "END END\n";
}

const std::string kOver =
    "MUSCLE A OVER PATH 1" + kMuscles[0] + "MUSCLE B DGF OVER PATH 2" + kMuscles[1];

void expect_same(const test::RunResult& a, const test::RunResult& b, double tolerance) {
  ASSERT_EQ(a.status, ExitStatus::done) << a.messages;
  ASSERT_EQ(b.status, ExitStatus::done) << b.messages;
  ASSERT_EQ(a.rows.size(), b.rows.size());
  for (std::size_t r = 0; r < a.rows.size(); ++r)
    for (const char* muscle : {"A", "B"})
      for (const char* quantity : {".l", ".ld", ".f", ".act", ".lce", ".power"}) {
        const std::string name = muscle + std::string(quantity);
        EXPECT_NEAR(a.value(r, name), b.value(r, name),
                    tolerance * (1 + std::fabs(b.value(r, name))))
            << name << r;
      }
}

TEST(ChainPaths, AgreeWithNativeWords) {
  const test::RunResult in_chain = test::run(chain(kOver)), native = test::run(by_hand());
  expect_same(in_chain, native, 1e-10);
  for (std::size_t r = 0; r < native.rows.size(); ++r) {
    EXPECT_NEAR(in_chain.value(r, "phi1"), native.value(r, "x4_1"), 1e-10);
    EXPECT_NEAR(in_chain.value(r, "phi2"), native.value(r, "x6_1"), 1e-10);
    EXPECT_NEAR(in_chain.value(r, "A.m_path1"), -in_chain.value(r, "A.f"), 1e-12);
  }
  EXPECT_GT(std::fabs(in_chain.value(6, "phi2") + .4), .2);
  Diagnostics diagnostics;
  const DeckInput input{"deck", chain(kOver), ".", {}};
  expect_same(test::run(echo_deck(input, {}, diagnostics)), in_chain, 0);
  expect_same(test::run(convert_deck(input, {}, diagnostics)), in_chain, 1e-10);
  EXPECT_EQ(diagnostics.format_all(), "");
}

// A path that stays on a pulley about the joint is a polynomial of its angle.
TEST(ChainPaths, RoundAJoint) {
  const std::string muscle =
      "MUSCLE A OVER PATH 1" + kMuscles[0] + "MUSCLE B DGF OVER PATH 2" + kMuscles[1];
  const auto on_pulley = [](const std::string& muscles) {
    std::string deck = chain(muscles);
    deck.replace(deck.find(kTimes), 9,
                 "0 .15 .05\n");  // later the arc would be less than -1/8 turn
    return deck.replace(deck.find("CIRCLE"), 6, "PULLEY");
  };
  const test::RunResult over = test::run(on_pulley(muscle));
  ASSERT_EQ(over.status, ExitStatus::done) << over.messages;
  const double a1 = over.value(0, "A.l"), a2 = over.value(1, "A.l");
  const double t1 = over.value(0, "phi2") - over.value(0, "phi1"),
               t2 = over.value(1, "phi2") - over.value(1, "phi1");
  const double arm = (a2 - a1) / (t2 - t1);
  EXPECT_NEAR(std::fabs(arm), .03, 1e-9);
  const test::RunResult poly =
      test::run(on_pulley(fmt::format("MUSCLE A ARM 2 {:.17g} {:.17g}", a1 - arm * t1, arm) +
                          kMuscles[0] + "MUSCLE B DGF OVER PATH 2" + kMuscles[1]));
  ASSERT_EQ(poly.status, ExitStatus::done) << poly.messages;
  ASSERT_EQ(over.rows.size(), 4u);
  for (std::size_t r = 0; r < over.rows.size(); ++r)
    for (const char* name : {"phi1", "phi2", "A.f", "A.lce"})
      EXPECT_NEAR(poly.value(r, name), over.value(r, name),
                  1e-7 * (1 + std::fabs(over.value(r, name))))
          << name;
}

TEST(ChainPaths, SharedAndRefused) {
  const test::RunResult shared = test::run(chain(R"(MUSCLE A OVER PATH 1 FMAX 500
OUT pull = 12
STATICOPT MOMENT OVER PATH 1 pull
)"));
  ASSERT_EQ(shared.status, ExitStatus::done) << shared.messages;
  // It pulls: the force along the path's growth is negative, and none is possible here.
  EXPECT_EQ(shared.value(0, "A.f"), 0);
  EXPECT_NEAR(shared.value(0, "reserve_path1"), 12, 1e-9);
  EXPECT_NE(
      test::run(chain("MUSCLE A OVER PATH 3" + kMuscles[0])).messages.find("there is no PATH 3"),
      std::string::npos);
  EXPECT_NE(test::run(chain("LAW PATH 3 = e\n")).messages.find("there is no PATH 3"),
            std::string::npos);
}

}  // namespace
}  // namespace mbs
