// Warnings about the rows of laboratory decks: a plate of another foot or with wrong axes, moments
// and masses that no person has; none of the decks that are right.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "paths.h"
#include "support/good_run.h"
#include "support/process.h"

namespace mbs {
namespace {

const std::string kGaitFolder = MBSIM_ROOT "/decks/gait";

// A deck of the folder with `from` (a text of it) changed to `to`.
test::RunResult changed(const std::string& name, const std::string& from, const std::string& to) {
  std::string deck = test::read_all(kGaitFolder + "/" + name);
  const std::size_t at = deck.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  if (at != std::string::npos) deck.replace(at, from.size(), to);
  test::RunResult out = test::run(deck, {}, kGaitFolder);
  EXPECT_EQ(out.status, ExitStatus::done) << out.messages;
  return out;
}

void expect_warned(const test::RunResult& run, const std::string& message,
                   const std::string& in_report) {
  EXPECT_NE(run.messages.find("warning: " + message), std::string::npos) << run.messages << "\n"
                                                                         << message;
  const std::size_t line = run.report.find("# warning: " + in_report);
  EXPECT_NE(line, std::string::npos) << in_report;
  EXPECT_LT(line, run.report.find("# audit"));
}

TEST(LaboratoryDoubts, DecksThatAreRightHaveNone) {
  for (const char* name :
       {"strides.dat", "strides_c3d.dat", "markers.dat", "stance.dat", "laboratory.dat",
        "swing.dat", "swing_muscles.dat", "two_feet.dat", "winter_frame.dat"}) {
    const test::RunResult run =
        test::run(test::read_all(kGaitFolder + "/" + name), {}, kGaitFolder);
    EXPECT_EQ(run.messages, "") << name;
    EXPECT_EQ(run.report.find("# warning"), std::string::npos) << name;
  }
}

constexpr const char* kPlate2 = "\"strides.c3d\" PLATE 2 AXES -y +z";

// The second step is 1.43 m behind the first along y.
TEST(LaboratoryDoubts, APlateFarFromItsFoot) {
  expect_warned(changed("strides_c3d.dat", kPlate2, "\"strides.c3d\" PLATE 2 AXES +y +z"),
                "FORCE 2: at t = ", "FORCE 2: at t = ");
  const test::RunResult run =
      changed("strides_c3d.dat", kPlate2, "\"strides.c3d\" PLATE 2 AXES +y +z");
  EXPECT_NE(run.messages.find(" m from the centre of mass and the joints of body 3, more than a "
                              "foot is long; look at the body that the plate is given to"),
            std::string::npos)
      << run.messages;
  // The first plate is right, and says nothing.
  EXPECT_EQ(run.messages.find("FORCE 1"), std::string::npos);
  const test::RunResult meant = changed("strides_c3d.dat", kPlate2,
                                        "\"strides.c3d\" PLATE 2 AXES +y +z   # meant, a test\n#");
  EXPECT_EQ(meant.messages.find("FORCE 2"), std::string::npos) << meant.messages;
}

// The ankle is a joint of the shank as well.
TEST(LaboratoryDoubts, APlateOfTheShank) {
  const test::RunResult run =
      changed("strides_c3d.dat", "FORCE 3 TABLE THRESHOLD 20 \"strides.c3d\" PLATE 2 AXES -y +z",
              "FORCE 2 TABLE THRESHOLD 20 \"strides.c3d\" PLATE 2 AXES -y +z");
  expect_warned(run, "FORCE 2: at t = ", "FORCE 2: at t = ");
  EXPECT_NE(run.messages.find(" m from the centre of mass of body 2, and "), std::string::npos)
      << run.messages;
  EXPECT_NE(
      run.messages.find(" m from that of body 3; look at the body that the plate is given to"),
      std::string::npos)
      << run.messages;
}

// How far is known in closed form: a body at rest and a force 0.31 m, then 0.29 m, beside it.
TEST(LaboratoryDoubts, TheDistanceAndItsLimit) {
  const auto deck = [](double place, const char* units) {
    return fmt::format(R"({}1 0 0 0 0 0 0 0 0
0 0 0
0 1 0.5
MASS 1 1 1
MOTION 1  0 0 0  0 0 0  0 0 0
FORCE 1 TABLE 0 0 100 {} 0   0.5 0 100 {} 0   1 0 0 9000 0
NETJOINT 1 0 AT 0 {}
)",
                       units, place, place, place < 1 ? 0.1 : 100);
  };
  EXPECT_EQ(test::done(deck(0.29, "")).messages, "");
  expect_warned(test::done(deck(0.31, "")),
                "FORCE 1: at t = 0 it acts 0.31 m from the centre of mass",
                "FORCE 1: at t = 0 it acts 0.31 m from the centre of mass and the joints of body "
                "1, more than a foot is long");
  EXPECT_EQ(test::done(deck(290, "UNITS mm kg s\n")).messages, "");
  EXPECT_NE(test::done(deck(310, "UNITS mm kg s\n")).messages.find("it acts 310 mm from"),
            std::string::npos);
}

TEST(LaboratoryDoubts, AForceThatPulls) {
  const test::RunResult run =
      changed("strides_c3d.dat", kPlate2, "\"strides.c3d\" PLATE 2 AXES -y -z");
  expect_warned(run, "FORCE 2: at t = ", "FORCE 2: at t = ");
  EXPECT_NE(run.messages.find("point down: the ground would pull body 3; expected the force on the "
                              "body, not that on the plate"),
            std::string::npos)
      << run.messages;
}

TEST(LaboratoryDoubts, MomentsThatNobodyHas) {
  const test::RunResult run = changed("strides.dat", "SUBJECT MASS ${body_mass}", "SUBJECT MASS 7");
  expect_warned(run, "SUBJECT HIP: at t = ", "SUBJECT HIP: at t = ");
  // The hip has 1.36 N m/kg at most with 70 kg.
  EXPECT_NE(run.messages.find("the moment hip.moment is 13."), std::string::npos) << run.messages;
  EXPECT_NE(run.messages.find("the bodies of its joints have a mass of 11.27 kg, the subject of 7"),
            std::string::npos)
      << run.messages;
  EXPECT_NE(changed("strides.dat", "SUBJECT MASS ${body_mass}", "SUBJECT MASS 70000")
                .messages.find("nobody has a mass of 70000 kg"),
            std::string::npos);
  // A height in cm.
  EXPECT_NE(changed("strides.dat", "body_height = 1.75", "body_height = 175")
                .messages.find("N m/kg in size; people stay below 10"),
            std::string::npos);
}

}  // namespace
}  // namespace mbs
