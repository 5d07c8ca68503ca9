// Squat jumps driven by six muscles: one computed independently (Lagrange's equations, Dormand and
// Prince at 1e-13), one recorded from the simulator of Casius, Bobbert and van Soest.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "paths.h"
#include "support/deck.h"
#include "support/native_deck.h"
#include "support/process.h"

namespace mbs {
namespace {

const std::string kFolder = std::string(MBSIM_ROOT) + "/decks/muscles";

test::RunResult run(const std::string& text) { return test::run(text, {}, kFolder); }

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return at == std::string::npos ? text : text.replace(at, what.size(), by);
}

TEST(SquatJump, StartsInBalanceWithTheLeastForces) {
  const test::RunResult jump = run(test::deck_text("muscles/squat_jump.dat"));
  ASSERT_EQ(jump.status, ExitStatus::done) << jump.messages;
  const std::pair<const char*, double> stimulations[] = {
      {"SOL", .0635171861}, {"GAS", .0341763584}, {"VAS", .0655045195},
      {"REC", .0343632103}, {"GLU", .0669503841}, {"HAM", .0288187080}};
  for (const auto& [name, u] : stimulations) {
    EXPECT_NEAR(jump.value(0, std::string(name) + ".act"), u, 1e-9) << name;  // seen 9e-10
    EXPECT_NEAR(jump.value(0, std::string(name) + ".lced"), 0, 1e-13) << name;
  }
  EXPECT_NEAR(jump.value(0, "m2"), 107.9300176, 1e-9);
  EXPECT_NEAR(jump.value(0, "m3"), -118.1774481, 1e-9);
  EXPECT_NEAR(jump.value(0, "m4"), 116.9206457, 1e-9);
}

// The same from the posture alone, whose angles have four digits: so the foot is not quite
// balanced.
TEST(SquatJump, StartsAtRest) {
  std::string deck = test::deck_text("muscles/squat_jump.dat");
  deck = replaced(deck, "MUSCLESTART MOMENT 2 107.9300176 3 -118.1774481 4 116.9206457 LEAST FORCE",
                  "MUSCLESTART REST");
  const test::RunResult jump = run(deck);
  ASSERT_EQ(jump.status, ExitStatus::done) << jump.messages;
  EXPECT_EQ(jump.messages, "");
  EXPECT_NEAR(jump.value(0, "m2"), 107.9300176, 1e-6);
  EXPECT_NEAR(jump.value(0, "m3"), -118.1774481, 1e-6);
  EXPECT_NEAR(jump.value(0, "m4"), 116.9206457, 1e-6);
  EXPECT_NEAR(jump.value(0, "SOL.act"), .0635171861, 1e-8);
  EXPECT_NEAR(jump.measure("apex"), 1.435820101, 1e-8);
}

TEST(SquatJump, TakesOffAsComputedElsewhere) {
  const std::string deck = test::deck_text("muscles/squat_jump.dat");
  for (const char* method : {"DOP853 1e-12 1e-12", "STEP 1e-12 1e-12", "STIFF 1e-10 1e-10"}) {
    const test::RunResult jump = run(replaced(deck, "DOP853 1e-12 1e-12", method));
    ASSERT_EQ(jump.status, ExitStatus::done) << jump.messages;
    EXPECT_NEAR(jump.measure("takeoff"), .275208073018, 1e-9 * .2752) << method;  // seen 5e-11
    EXPECT_NEAR(jump.measure("apex"), 1.435820101, 1e-9 * 1.4358) << method;      // seen 4e-10
  }
}

// All muscles at once: by a program of its own, with the lengths of the fibres as states and
// classical Runge-Kutta steps of 2e-5 s, which has 1.4358201009 for the onsets above.
TEST(SquatJump, AllOnsetsAtTheStart) {
  std::string deck = test::deck_text("muscles/squat_jump.dat");
  for (const char* onset : {".0307", ".0298", ".0294", ".0311", ".01", ".021"})
    deck = replaced(deck, std::string("= ") + onset + "\n", "= 0\n");
  const test::RunResult jump = run(deck);
  ASSERT_EQ(jump.status, ExitStatus::done) << jump.messages;
  EXPECT_NEAR(jump.measure("apex"), 1.413926727, 2e-9);  // seen 2e-10
  EXPECT_NEAR(jump.measure("takeoff"), .24904303465, 1e-9);
}

// The toe on a ground with so much friction that it does not slip: the same jump, and then a
// landing.
TEST(SquatJump, FromAContactToTheLanding) {
  const std::string deck =
      replaced(test::deck_text("muscles/jump_and_landing.dat"), "mu = 0.9 ", "mu = 1e5 ");
  const test::RunResult jump = run(deck);
  ASSERT_EQ(jump.status, ExitStatus::done) << jump.messages;
  EXPECT_NEAR(jump.measure("apex"), 1.435820101, 5e-9);  // seen 1.5e-9
  EXPECT_GT(jump.value(7, "y"), .01);                    // at 0.7 s it flies
  EXPECT_EQ(jump.value(7, "fry1"), 0);
  EXPECT_LT(std::fabs(jump.value(11, "y")), 1e-9);  // at 1.1 s the toe is down again
  const double weight = (2.4675672 + 7.0736927 + 16.943962 + 55.76702) * 9.81;
  EXPECT_NEAR(jump.value(11, "contact1.n") + jump.value(11, "contact2.n"), weight, .2 * weight);
}

// Tied stiffly together, bones and soft tissue are one body of their mass.
TEST(WobblingMass, IsOneBodyWhereItDoesNotWobble) {
  const std::string deck = test::deck_text("muscles/wobbling_mass.dat");
  const double tied = run(replaced(deck, "soft = 1 ", "soft = 5000 ")).measure("peak");
  std::string alone = replaced(deck, "PARAM bones = 14 ", "PARAM bones = 69.999 ");
  alone = replaced(alone, "PARAM tissue = 56 ", "PARAM tissue = 0.001 ");
  const double rigid = run(replaced(alone, "soft = 1 ", "soft = 0 ")).measure("peak");
  EXPECT_NEAR(tied, rigid, 1e-3 * rigid);
  EXPECT_LT(run(deck).measure("peak"), .45 * rigid);
}

// Moments of the muscles about each joint add up to the net moment that the chain reports.
TEST(SquatJump, MomentsOfMusclesAreThoseOfTheJoints) {
  const test::RunResult jump = run(test::deck_text("muscles/squat_jump.dat"));
  const std::vector<std::string> about[] = {{"SOL.m2", "GAS.m2"},
                                            {"GAS.m3", "VAS.m3", "REC.m3", "HAM.m3"},
                                            {"REC.m4", "GLU.m4", "HAM.m4"}};
  for (std::size_t r = 0; r < jump.rows.size(); ++r)
    for (int joint = 2; joint <= 4; ++joint) {
      double sum = 0;
      for (const std::string& muscle : about[joint - 2]) sum += jump.value(r, muscle);
      EXPECT_NEAR(sum, jump.value(r, fmt::format("m{}", joint)), 1e-11);
    }
}

const test::RunResult& record() {
  static const test::RunResult rows = [] {
    test::RunResult out;
    test::parse_csv(test::read_all(std::string(MBSIM_ROOT) + "/tests/data/R19_musk_rows.csv"), out);
    return out;
  }();
  return rows;
}

// Joint forces of the record from its states and moments; the last row is in flight.
TEST(MuskRecord, JointForcesFollowFromStatesAndMoments) {
  const test::RunResult& musk = record();
  ASSERT_EQ(musk.rows.size(), 10u);
  const double segments[4][4] = {{2.46757, .165, .12, .02},
                                 {7.07369, .458044, .259711, .135978},
                                 {16.944, .485058, .275028, .418042},
                                 {55.767, .5, .292168, 3.90151}};
  for (std::size_t r = 0; r < musk.rows.size(); ++r) {
    std::string deck = "SEGDYN\nGRAV 0 -9.81\n";
    for (int i = 1; i <= 4; ++i) {
      const double* s = segments[i - 1];
      deck += fmt::format("SEGMENT {} {} {} {} {}\nSTATE {} {} {}\n", i, s[0], s[1], s[2], s[3], i,
                          musk.value(r, fmt::format("phi{}", i)),
                          musk.value(r, fmt::format("phid{}", i)));
      if (i > 1) deck += fmt::format("KNOWN M {} {}\n", i, musk.value(r, fmt::format("M{}", i)));
    }
    deck += fmt::format("BASE {} {} {} {}\n", musk.value(r, "x"), musk.value(r, "y"),
                        musk.value(r, "vx"), musk.value(r, "vy"));
    if (r == 9) deck += "FREE BASE\n";
    const test::RunResult chain = run(deck + "TIME 0 0.001 0.001\nEND\n");
    ASSERT_EQ(chain.status, ExitStatus::done) << chain.messages;
    for (int i = 1; i <= 4; ++i) {
      EXPECT_NEAR(chain.value(0, fmt::format("frx{}", i)), musk.value(r, fmt::format("Fx{}", i)),
                  2e-8);  // seen 1e-8: the digits of the record
      EXPECT_NEAR(chain.value(0, fmt::format("fry{}", i)), musk.value(r, fmt::format("Fy{}", i)),
                  2e-8);
    }
  }
}

// With the record's states at the start, its onsets and offsets of its lengths that undo the
// rounding of published numbers.
TEST(MuskRecord, ForwardRunFollowsIt) {
  const std::string deck = test::deck_text("muscles/musk_jump.dat");
  const test::RunResult& musk = record();
  for (std::size_t r = 1; r < 9; ++r) {
    const double t = musk.value(r, "t");
    const test::RunResult jump =
        run(replaced(deck, "TIME 0 0.3 0.05", fmt::format("TIME 0 {} {}", t, t)));
    ASSERT_EQ(jump.rows.size(), 2u) << jump.messages;
    for (int i = 1; i <= 4; ++i)
      EXPECT_NEAR(jump.value(1, fmt::format("phi{}", i)), musk.value(r, fmt::format("phi{}", i)),
                  2e-5);  // seen 5.8e-6
    for (const char* name : {"SOL", "GAS", "VAS", "REC", "GLU", "HAM"})
      EXPECT_NEAR(jump.value(1, std::string(name) + ".act"),
                  musk.value(r, std::string("ca_") + name), 1e-7);
  }
  const test::RunResult jump = run(deck);
  EXPECT_GT(jump.measure("takeoff"), .28629);
  EXPECT_LT(jump.measure("takeoff"), .28723);
}

}  // namespace
}  // namespace mbs
