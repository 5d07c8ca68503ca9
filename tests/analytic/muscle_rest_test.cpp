// MUSCLESTART REST: a posture held by its muscles stands still, in every dialect and beside
// springs, contacts and muscles whose stimulation is given; what cannot rest is said.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>

#include "support/deck.h"

namespace mbs {
namespace {

constexpr double kGravity = 9.81;

// An upper arm and a forearm that hang forward, a muscle over the shoulder, one over the elbow, one
// over both, an antagonist and one more whose stimulation is given.
const std::string kMuscles =
    R"(MUSCLE A ARM 1 .27 -.04 FMAX 1200 LOPT .13 LSLACK .18 ONSET .2
MUSCLE B ARM 2 .345 -.035 FMAX 800 LOPT .13 LSLACK .18 ONSET .2
MUSCLE C THELEN ARM 1 .1 -.03 ARM 2 .19 -.03 FMAX 700 LOPT .13 LSLACK .18 ONSET .2
MUSCLE D DGF RIGID ARM 2 .29 .02 FMAX 900 LOPT .12 LSLACK .18 ONSET .2
MUSCLE E ARM 2 .29 .02 FMAX 900 LOPT .12 LSLACK .18 STIM = .03
)";
const std::string kEnd = "INTEG DOP853 1e-11 1e-11\n";

std::string chain(const std::string& start) {
  return R"(SEGDYN
SEGMENT 1 2 .3 .13 .02
SEGMENT 2 1.5 .35 .15 .02
STATE 1 -1 0
STATE 2 -.7 0
BASE 0 0
GRAV 0 -9.81
)" + kMuscles +
         start + "TIME 0 .2 .1\n" + kEnd + "END\n";
}

std::string kabios(const std::string& start) {
  return R"(3 2 0 1 0 0 0 0 0
0 0 0
0.07023929976285817 -0.10939122802502654 -1
0.2768170198531152 -0.3490739485280226 -.7
1 2  0 0  -.13 0
2 3  .17 0  -.15 0
1
0 .2 .1
MASS 2 2 .02
MASS 3 1.5 .02
GRAV 0 -9.81
)" + kMuscles +
         start + kEnd + "END\n";
}

std::string converted(const std::string& deck) {
  Diagnostics diagnostics;
  return convert_deck({"deck", deck, ".", {}}, {}, diagnostics);
}

// Static moments of the weights about elbow and shoulder.
const double kElbow = 1.5 * kGravity * .15 * std::cos(.7);
const double kShoulder =
    2 * kGravity * .13 * std::cos(1.) + 1.5 * kGravity * (.3 * std::cos(1.) + .15 * std::cos(.7));

TEST(MuscleRest, StandsStill) {
  for (const char* least : {"", " LEAST ACTIVATION", " BETWEEN .02 .9"}) {
    const std::string rest = fmt::format("MUSCLESTART REST{}\n", least);
    const test::RunResult run = test::run(chain(rest));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    EXPECT_EQ(run.messages, "");
    EXPECT_NEAR(run.value(0, "m1"), kShoulder, 1e-9);
    EXPECT_NEAR(run.value(0, "m2"), kElbow, 1e-9);
    for (const char* name : {"phidd1", "phidd2"}) EXPECT_NEAR(run.value(0, name), 0, 1e-8) << name;
    for (const char* name : {"phid1", "phid2"}) EXPECT_NEAR(run.value(1, name), 0, 1e-8) << name;
    // The same moments, given.
    const test::RunResult given =
        test::run(chain(fmt::format("MUSCLESTART MOMENT 1 {} 2 {}{}\n", kShoulder, kElbow, least)));
    ASSERT_EQ(given.status, ExitStatus::done) << given.messages;
    for (const char* name : {"A.act", "B.act", "C.act", "D.act", "E.act", "A.f", "D.f"})
      EXPECT_NEAR(run.value(0, name), given.value(0, name), 1e-10 * (1 + given.value(0, name)));
    for (const std::string& other :
         {kabios(rest), converted(chain(rest)), converted(kabios(rest))}) {
      const test::RunResult same = test::run(other);
      ASSERT_EQ(same.status, ExitStatus::done) << same.messages << other;
      for (const char* name : {"A.act", "B.act", "C.act", "D.act", "E.act", "A.f", "D.f"})
        EXPECT_NEAR(run.value(0, name), same.value(0, name), 1e-9 * (1 + same.value(0, name)))
            << name;
    }
  }
}

// A spring and a force that is given hold a part of the weights.
TEST(MuscleRest, BesideSpringsAndForces) {
  std::string deck = chain("MUSCLESTART REST\n");
  deck.insert(deck.find("MUSCLE A"), "SDA 0 2 0 .3 .1 0 5 0 .2\nFORCE 2 .2 0 0 3\n");
  const test::RunResult run = test::run(deck);
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_GT(std::fabs(run.value(0, "m2") - kElbow), .5);
  for (const char* name : {"phidd1", "phidd2"}) EXPECT_NEAR(run.value(0, name), 0, 1e-8);
}

// A leg on the ground, its toe held by a contact that closes at the start, loses no energy: ankle
// and knee carry what the free-base mechanism needs.
TEST(MuscleRest, OnAContact) {
  const std::string deck = fmt::format(
      R"(SEGDYN
SEGMENT 1 3 .4 .2 .05
SEGMENT 2 5 .4 .2 .1
STATE 1 1.2 0
STATE 2 {} 0
BASE 0 0
FREE BASE
GRAV 0 -9.81
CONTACT 1 LINE 0 0 0  0 0  1 0  RIGID 0 1e5 1e5
MUSCLE A ARM 2 .364 -.04 FMAX 3000 LOPT .1 LSLACK .2 ONSET .1
MUSCLE B ARM 2 .236 .04 FMAX 3000 LOPT .1 LSLACK .2 ONSET .1
MUSCLESTART REST
TIME 0 .02 .01
{}END
)",
      std::acos(-(3 * .2 + 5 * .4) * std::cos(1.2) / (5 * .2)), kEnd);
  const test::RunResult run = test::run(deck);
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_EQ(run.messages, "");
  for (const char* name : {"phidd1", "phidd2", "xdd", "ydd"})
    EXPECT_NEAR(run.value(0, name), 0, 1e-8) << name;
}

// What no muscle holds is left, and said; so is what cannot rest.
TEST(MuscleRest, Messages) {
  std::string loose = chain("MUSCLESTART REST\n");
  for (const char* over_shoulder : {"MUSCLE A", "MUSCLE C"}) {
    const std::size_t at = loose.find(over_shoulder);
    loose.erase(at, loose.find('\n', at) + 1 - at);
  }
  const test::RunResult falls = test::run(loose);
  EXPECT_EQ(falls.status, ExitStatus::done) << falls.messages;
  EXPECT_NE(falls.messages.find("the posture does not stand still"), std::string::npos)
      << falls.messages;
  EXPECT_NEAR(falls.value(0, "m2"), kElbow, 1e-9);
  std::string moving = chain("MUSCLESTART REST\n");
  moving.replace(moving.find("-.7 0"), 5, "-.7 1");
  EXPECT_NE(test::run(moving).messages.find("has a velocity at the start"), std::string::npos);
  std::string weak = chain("MUSCLESTART REST\n");
  weak.replace(weak.find("FMAX 800"), 8, "FMAX 4");
  weak.replace(weak.find("FMAX 700"), 8, "FMAX 4");
  const test::RunResult failed = test::run(weak);
  EXPECT_EQ(failed.status, ExitStatus::solution_failed);
  EXPECT_NE(failed.messages.find("joint 2: "), std::string::npos) << failed.messages;
}

// Random muscles with rigid tendons about one joint, on both sides of it: their least activations
// are at kinks of the cost. Where each alone could hold the segment, together they do.
TEST(MuscleRest, OfMusclesAtTheirLeastActivation) {
  std::mt19937 generator(5);
  const auto between = [&generator](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(generator);
  };
  for (int k = 0; k < 60; ++k) {
    std::string deck = fmt::format(
        "SEGDYN\nSEGMENT 1 2.1 0.4 0.2 0.03\nSTATE 1 {:.4f} 0\nGRAV 0 -9.81\n", between(-1, 1));
    for (int m = 0; m < 3; ++m)
      deck += fmt::format(
          "MUSCLE MX{}x {} RIGID ARM 1 {:.4f} {:.4f} FMAX {:.1f} LOPT 0.12 LSLACK 0.17 ONSET 0.2\n",
          m, m % 2 == 0 ? "VSB" : "THELEN", between(0.27, 0.3),
          (m == 1 ? 1 : -1) * between(0.02, 0.05), between(700, 1700));
    for (const char* const criterion : {"", "LEAST ACTIVATION"}) {
      const test::RunResult run =
          test::run(deck + "MUSCLESTART REST " + criterion + "\nTIME 0 0.1 0.05\nEND\n");
      ASSERT_EQ(run.status, ExitStatus::done) << run.messages << deck;
      EXPECT_NEAR(run.value(0, "phidd1"), 0, 1e-8) << criterion << deck;
    }
  }
}

}  // namespace
}  // namespace mbs
