// One arm with two muscles in the three dialects, converted and echoed: the same numbers.
#include <gtest/gtest.h>

#include <string>

#include "program/run_deck.h"
#include "support/deck.h"

namespace mbs {
namespace {

const std::string kFlexor =
    ".345 -.035 .002 -.001 FMAX 800 LOPT .13 LSLACK .18 PENNATION 12 ONSET .05 TO .7\n";
const std::string kExtensor = " FMAX 900 LOPT .09 LSLACK .19 STIM = .1 + .05*";
const std::string kEnd = "INTEG DOP853 1e-11 1e-11\n";

std::string chain() {
  return R"(SEGDYN
SEGMENT 1 2 .3 .13 .02
SEGMENT 2 1.5 .35 .15 .02
STATE 1 -1 0
STATE 2 -.7 .5
BASE 0 0
GRAV 0 -9.81
SDA 0 2 .2 .1 .05 .02 0 0 0
MUSCLE FLEX VSB ARM 2 )" +
         kFlexor + "MUSCLE EXT THELEN ARM 1 .1 .01 ARM 2 .165 .022" + kExtensor +
         R"(phi1
MUSCLE OVR DGF RIGID OVER SDA 1 FMAX 30 LOPT .25 LSLACK .2 STIM = .2 + .1*FLEX.act
MUSCLESTART MOMENT 2 3 LEAST ACTIVATION BETWEEN 0 .8
TIME 0 .2 .05
)" + kEnd +
         "END\n";
}

std::string kabios() {
  return R"(3 2 0 1 0 0 0 0 0
0 0 0
0.07023929976285817 -0.10939122802502654 -1
0.2768170198531152 -0.3490739485280226 -.7
1 2  0 0  -.13 0
2 3  .17 0  -.15 0
1
0 .2 .05
MASS 2 2 .02
MASS 3 1.5 .02
VEL 2 0 0 0
VEL 3 0 0 .5
GRAV 0 -9.81
SDA 1 3 .2 .1 .05 .02 0 0 0
MUSCLE FLEX VSB ARM 2 )" +
         kFlexor + "MUSCLE EXT THELEN ARM 1 .1 .01 ARM 2 .165 .022" + kExtensor +
         R"(body2.phi
MUSCLE OVR DGF RIGID OVER SDA 1 FMAX 30 LOPT .25 LSLACK .2 STIM = .2 + .1*FLEX.act
MUSCLESTART MOMENT 2 3 LEAST ACTIVATION BETWEEN 0 .8
)" + kEnd +
         "END\n";
}

std::string converted(const std::string& deck) {
  Diagnostics diagnostics;
  std::string out = convert_deck({"deck", deck, ".", {}}, {}, diagnostics);
  EXPECT_EQ(diagnostics.format_all(), "");
  return out;
}
std::string echoed(const std::string& deck) {
  Diagnostics diagnostics;
  std::string out = echo_deck({"deck", deck, ".", {}}, {}, diagnostics);
  EXPECT_EQ(diagnostics.format_all(), "");
  return out;
}

void expect_same(const test::RunResult& a, const test::RunResult& b, double tolerance) {
  ASSERT_EQ(a.status, ExitStatus::done) << a.messages;
  ASSERT_EQ(b.status, ExitStatus::done) << b.messages;
  ASSERT_EQ(a.rows.size(), 5u);
  ASSERT_EQ(b.rows.size(), 5u);
  for (const char* muscle : {"FLEX", "EXT", "OVR"})
    for (const char* quantity : {".l", ".lce", ".f", ".stim", ".act", ".power", ".pfibre"})
      for (std::size_t r = 0; r < a.rows.size(); ++r) {
        const double x = a.value(r, std::string(muscle) + quantity),
                     y = b.value(r, std::string(muscle) + quantity);
        EXPECT_NEAR(x, y, tolerance * (1 + std::fabs(y))) << muscle << quantity << r;
      }
}

TEST(MuscleDialects, AgreeOnOneArm) {
  const test::RunResult in_chain = test::run(chain()), in_tail = test::run(kabios());
  expect_same(in_chain, in_tail, 1e-8);
  expect_same(test::run(echoed(chain())), in_chain, 0);
  expect_same(test::run(echoed(kabios())), in_tail, 0);
  expect_same(test::run(converted(chain())), in_chain, 1e-9);
  expect_same(test::run(converted(kabios())), in_tail, 1e-9);
  const std::string native = converted(kabios());
  EXPECT_EQ(echoed(echoed(native)), echoed(native));
  // The moment that was asked for: of all muscles about the elbow. That of the joint itself is
  // without the one that lies over a spring.
  const double over = in_chain.value(0, "OVR.m2");
  EXPECT_GT(std::fabs(over), .1);
  EXPECT_NEAR(in_chain.value(0, "FLEX.m2") + in_chain.value(0, "EXT.m2") + over, 3, 1e-9);
  EXPECT_NEAR(in_chain.value(0, "m2") + over, 3, 1e-9);
}

// A forearm with one muscle over a path, which winds round a circle about the elbow, and one over a
// formula, against the same lengths as polynomials of the elbow's angle.
TEST(MuscleDialects, OverJointsOfTheTail) {
  const auto deck = [](const std::string& joints, const std::string& a, const std::string& b) {
    return R"(2 1 0 1 0 0 0 0 0
0 0 0
0.15 0 0
1 2  0 0  -.15 0
1
0 .2 .05
MASS 2 2 .02
VEL 2 0 0 -.5
GRAV 0 -9.81
)" + joints +
           "MUSCLE A " + a + " FMAX 100 LOPT .15 LSLACK .3 STIM = .02\nMUSCLE B DGF " + b +
           " FMAX 100 LOPT .08 LSLACK .08 STIM = .1 + A.act\n" + kEnd + "END\n";
  };
  const std::string over = deck(
      "PATH 1 -.3 .05 CIRCLE 2 -.15 0 .05 RIGHT 2 .05 .05\n"
      "FORMULA = .3 - .02*body2.phi + .004*body2.phi^2\n",
      "OVER PATH 1", "OVER FORMULA 1 0 .5");
  const test::RunResult a = test::run(over),
                        b = test::run(deck("", "ARM 1 .5 -.05", "ARM 1 .15 -.01 .002"));
  ASSERT_EQ(a.status, ExitStatus::done) << a.messages;
  ASSERT_EQ(b.status, ExitStatus::done) << b.messages;
  EXPECT_LT(a.value(4, "body2.phi"), -.1);  // so far it stays on the circle
  for (std::size_t r = 0; r < a.rows.size(); ++r) {
    for (const char* name : {"body2.phi", "A.l", "A.f", "A.lce", "B.l", "B.f", "energy.work"})
      EXPECT_NEAR(a.value(r, name), b.value(r, name), 1e-8 * (1 + std::fabs(b.value(r, name))))
          << name << r;
    EXPECT_NEAR(a.value(r, "A.m_path1"), -a.value(r, "path1.s"), 1e-12);
    EXPECT_EQ(a.value(r, "A.arm_path1"), 1);
    EXPECT_EQ(a.value(r, "B.arm_formula1"), .5);
  }
  for (const std::string& same : {echoed(over), converted(over)}) {
    const test::RunResult c = test::run(same);
    ASSERT_EQ(c.status, ExitStatus::done) << c.messages;
    for (const char* name : {"A.l", "A.f", "B.l", "B.f"})
      EXPECT_NEAR(c.value(4, name), a.value(4, name), 1e-12) << name;
  }
}

// Forms, and a choice of unknowns that asks for the moment which the muscles make.
TEST(MuscleDialects, FormsAgree) {
  std::string reduced = chain();
  reduced.replace(reduced.find("1e-11 1e-11"), 11, "1e-13 1e-13");
  std::string full = reduced;
  full.insert(full.find("TIME"), "FORM FULL\n");
  expect_same(test::run(full), test::run(reduced), 1e-9);
}

}  // namespace
}  // namespace mbs
