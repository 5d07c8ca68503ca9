// --convert space of decks with muscles: what has a moment arm about a joint of the plane lies over
// the turn of its twin, and all numbers of the muscles stay. MUSCLESTART of joints of space.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include "paths.h"
#include "support/deck.h"
#include "support/good_run.h"
#include "support/process.h"

namespace mbs {
namespace {

std::string muscles_in_space(const std::string& deck, const std::string& folder = ".") {
  Diagnostics diagnostics;
  std::string out = convert_deck_to_space({"deck", deck, folder, {}}, {}, diagnostics);
  EXPECT_EQ(diagnostics.format_all(), "") << deck;
  return out;
}

std::string refused_in_space(const std::string& deck) {
  Diagnostics diagnostics;
  EXPECT_EQ(convert_deck_to_space({"deck", deck, ".", {}}, {}, diagnostics), "") << deck;
  return diagnostics.format_all();
}

// The name in space of a channel of a muscle: "FLEX.arm2" is "FLEX.arm_e2_1".
std::string there(const std::string& channel) {
  const std::size_t point = channel.find('.'),
                    digits = channel.find_first_of("0123456789", point == channel.npos ? 0 : point);
  if (digits == channel.npos || channel.find("_e") != channel.npos) return channel;
  return channel.substr(0, digits) + "_e" + channel.substr(digits) + "_1";
}

// Compares all channels of the muscles, and what STATICOPT leaves, by their ranges.
void expect_same_muscles(const std::string& deck, const std::string& folder, double tolerance,
                         const std::vector<std::string>& muscles) {
  Diagnostics diagnostics;
  const std::string native = convert_deck({"deck", deck, folder, {}}, {}, diagnostics);
  const test::RunResult plane = test::run(native, {}, folder),
                        space = test::run(muscles_in_space(deck, folder), {}, folder);
  ASSERT_EQ(plane.status, ExitStatus::done) << plane.messages;
  ASSERT_EQ(space.status, ExitStatus::done) << space.messages;
  ASSERT_EQ(plane.rows.size(), space.rows.size());
  std::size_t compared = 0;
  for (const std::string& name : plane.names) {
    const bool of_muscle = std::any_of(muscles.begin(), muscles.end(), [&](const std::string& one) {
      return name.starts_with(one + ".");
    });
    if (!of_muscle && !name.starts_with("reserve")) continue;
    ++compared;
    ASSERT_TRUE(space.has(there(name))) << name;
    test::Error error;
    for (std::size_t k = 0; k < plane.rows.size(); ++k)
      error.add(space.value(k, there(name)), plane.value(k, name));
    EXPECT_LT(std::min(error.relative(), error.absolute()), tolerance) << name;
  }
  EXPECT_GT(compared, 3 * muscles.size());
}

struct ShippedMuscles {
  const char* deck;
  std::vector<std::string> muscles;
};

TEST(MusclesOfThePlaneInSpace, OfShippedDecks) {
  const std::string decks = std::string(MBSIM_ROOT) + "/decks/";
  for (const ShippedMuscles& one :
       {ShippedMuscles{"muscles/isokinetic", {"VAS"}}, ShippedMuscles{"muscles/step_ramp", {"VAS"}},
        ShippedMuscles{"chains/standing_leg", {"calf"}},
        ShippedMuscles{"gait/swing_muscles", {"ILIO", "VAS", "REC", "HAM"}}}) {
    const std::string folder = std::string(one.deck).substr(0, std::string(one.deck).find('/'));
    expect_same_muscles(test::read_all(decks + one.deck + ".dat"), decks + folder, 1e-9,
                        one.muscles);
  }
}

// Six muscles over one joint and two, which MUSCLESTART sets: a push-off until 0.1 s. Its event,
// which reads the force of the chain's base, has no native form.
TEST(MusclesOfThePlaneInSpace, OfAPushOff) {
  const std::string folder = std::string(MBSIM_ROOT) + "/decks/muscles";
  std::istringstream text(test::read_all(folder + "/squat_jump.dat"));
  std::string deck, line;
  while (std::getline(text, line))
    if (!line.starts_with("EVENT") && !line.starts_with("MEASURE"))
      deck += (line.starts_with("TIME") ? "TIME 0 0.1 0.05" : line) + "\n";
  expect_same_muscles(deck, folder, 1e-7, {"SOL", "GAS", "VAS", "REC", "GLU", "HAM"});
}

// A shoulder and an elbow of 1.1 rad at the X lines: L = .2 - .03 theta + .002 theta^2 counts from
// 0, and so does its arm; an angle between two bodies counts from 0, too, whatever EREST says.
const std::string kArm = R"(PLREV 1  1 2  3 4   0 0  -0.13 0
PLREV 3  3 4  5 6   0.17 0  -0.2 0
PLTOR 4  4 6
X 1 0 0
X 2 0.4
X 3 0.1 0.1
X 4 0.7
X 5 0.3 0.3
X 6 1.8
FIX 1
FIX 2
DYNX 4
DYNX 6
RLSE 4
END HALT
XM 3 2
XM 4 0.02
XM 5 1
XM 6 0.03
EREST 4 0.3
MUSCLE A ARM 1 .3 -.03 FMAX 800 LOPT .13 LSLACK .18 STIM = 0.5 - 0.1*x6_1
MUSCLE B ARM 3 .3 -.03 .002 FMAX 800 LOPT .13 LSLACK .18 STIM = 0.4
MUSCLE C OVER 4 1 .3 -.03 ARM 1 0.02 .01 FMAX 800 LOPT .13 LSLACK .18 STIM = 0.4
MUSCLE D ARM 4 .1 .02 .01 -.002 FMAX 800 LOPT .1 LSLACK .04 STIM = 0.4
MEASURE a = MAX A.arm1
MEASURE b = MAX ABS B.m3
MEASURE c = MAX ABS C.m_e4_1
MEASURE d = LAST D.arm4
INTEG DOP853 1e-11 1e-11
TIMESTEP 0.3 3
END END
)";

TEST(MusclesOfThePlaneInSpace, CountAnglesFromZero) {
  expect_same_muscles(kArm, ".", 1e-7, {"A", "B", "C", "D"});
  const test::RunResult space = test::good_run(muscles_in_space(kArm)),
                        plane = test::good_run(kArm);
  for (std::size_t k = 0; k < space.rows.size(); ++k) {
    const double elbow = space.value(k, "e3_1") + 1.1;
    EXPECT_NEAR(space.value(k, "B.l"), .3 - .03 * elbow + .002 * elbow * elbow, 1e-13);
    EXPECT_NEAR(space.value(k, "B.arm_e3_1"), -.03 + .004 * elbow, 1e-13);
    EXPECT_NEAR(space.value(k, "C.l"),
                .3 - .03 * elbow + .02 + .01 * (space.value(k, "e1_1") + 0.3), 1e-13);
  }
  for (const char* name : {"a", "b", "c", "d"}) {
    EXPECT_GT(std::fabs(plane.measure(name)), 1e-3) << name;
    EXPECT_NEAR(space.measure(name), plane.measure(name), 1e-6) << name;
  }
}

// A KABIOS deck of space: joint 2 wants 2 N m of one muscle, and joint 1 nothing of the other two.
TEST(MusclesOfThePlaneInSpace, MuscleStartTakesDeformations) {
  const std::string deck = R"(SPACE
3 2 1 0 0 0 0 0
1 0 0 0   1 0 0 0
2 0.2 0 0   1 0 0 0
3 0.6 0 0   1 0 0 0
REVOLUTE 1 2  0 0 0  -0.2 0 0  0 0 1
REVOLUTE 2 3  0.2 0 0  -0.2 0 0  0 1 0
1
0 0.02 0.01
MASS 2  2  0.01 0 0  0.03 0  0.03
MASS 3  1  0.01 0 0  0.02 0  0.02
MUSCLE A OVER JOINT 1 1 .3 -.03 FMAX 800 LOPT .13 LSLACK .18 ONSET 0.5
MUSCLE B OVER JOINT 1 1 .3 .02 FMAX 800 LOPT .13 LSLACK .18 ONSET 0.5
MUSCLE C OVER JOINT 2 1 .3 -.04 FMAX 800 LOPT .13 LSLACK .18 ONSET 0.5
MUSCLESTART MOMENT OVER JOINT 2 1 2 OVER JOINT 1 1 0
MEASURE c = MAX C.m_e2_1
END
)";
  Diagnostics diagnostics;
  const std::string echo = echo_deck({"deck", deck, ".", {}}, {}, diagnostics),
                    native = convert_deck({"deck", deck, ".", {}}, {}, diagnostics);
  EXPECT_EQ(diagnostics.format_all(), "");
  EXPECT_NE(echo.find("MUSCLESTART MOMENT OVER JOINT 2 1 2 OVER JOINT 1 1 0"), echo.npos) << echo;
  for (const std::string& text : {deck, echo, native}) {
    const test::RunResult run = test::good_run(text);
    // The moment along the angle is -F dL/dtheta.
    EXPECT_NEAR(run.value(0, "C.f") * .04, 2, 1e-9) << text;
    EXPECT_NEAR(run.value(0, "A.f") * .03, run.value(0, "B.f") * .02, 1e-9);
    EXPECT_NEAR(run.measure("c"), 2, 0.05);
  }
  const auto problem = [&](const std::string& line) {
    std::string other = deck;
    const std::size_t at = other.find("MUSCLESTART");
    return test::run(other.replace(at, other.find('\n', at) - at, line)).messages;
  };
  EXPECT_EQ(problem("MUSCLESTART MOMENT 2 1 2"),
            "deck:15:20: error: MUSCLESTART: a joint of space has no ARM; expected OVER JOINT n d, "
            "or OVER SDA n\n");
  EXPECT_EQ(problem("MUSCLESTART MOMENT OVER JOINT 2 1 2 OVER JOINT 2 1 3"),
            "deck:15:37: error: MUSCLESTART: joint 2 is given twice; expected it once\n");
  EXPECT_NE(problem("MUSCLESTART MOMENT OVER JOINT 2 1").find("moment is missing"),
            std::string::npos);
}

TEST(MusclesOfThePlaneInSpace, RefusesWhatHasNoCounterpart) {
  const auto with = [](const std::string& from, const std::string& to) {
    std::string deck = kArm;
    return refused_in_space(deck.replace(deck.find(from), from.size(), to));
  };
  EXPECT_EQ(with("ARM 1 0.02", "ARM 4 0.02"),
            "deck:23:1: error: MUSCLE C: its ARM 4 and OVER 4 1 are one angle in space; expected "
            "one polynomial of it\n");
  // The pin lets its body go along x.
  std::string loose = kArm;
  loose.replace(loose.find("OVER 4 1 .3"), 11, "OVER 3 1 .3");
  loose.erase(loose.find("MEASURE c"), loose.find("MEASURE d") - loose.find("MEASURE c"));
  loose.insert(loose.find("END HALT"), "DYNX 5 1\n");
  EXPECT_NE(refused_in_space(loose).find("deformation 1 of PLREV 3 is none of REVOLUTE"),
            std::string::npos)
      << refused_in_space(loose);
}

}  // namespace
}  // namespace mbs
