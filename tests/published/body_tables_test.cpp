// The tables of segments of the body, decks/gait/*.inc: the masses make the body, and the numbers
// are those of the sources.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <tuple>

#include "paths.h"
#include "support/good_run.h"

namespace mbs {
namespace {

constexpr double kMass = 73.4, kHeight = 1.77;

// One number of a table, as the place of a body.
double number_of(const std::string& table, const std::string& text, const std::string& own = "") {
  const std::string deck = fmt::format(R"(PARAM body_mass = {}
PARAM body_height = {}
{}
INCLUDE "{}.inc"
1 0 0 0 0 0 0 0 0
0 0 0
0 0 1
MASS 1 1 1
MOTION 1 ${{{}}} 0 0 0 0 0 0 0 0
NETJOINT 1 0 AT 0 0
END
)",
                                       kMass, kHeight, own, table, text);
  const test::RunResult run = test::run(deck, {}, std::string(MBSIM_ROOT) + "/decks/gait");
  EXPECT_EQ(run.status, ExitStatus::done) << run.messages << deck;
  return run.status == ExitStatus::done ? run.value(0, "body1.x") : std::nan("");
}

TEST(BodyTables, MassesMakeTheBody) {
  EXPECT_NEAR(number_of("winter_body", "hat_mass + 2*(thigh_mass + shank_mass + foot_mass)"), kMass,
              1e-9);
  // The women of the source sum up to 99.99 %.
  const std::string all =
      "head_mass + trunk_mass + 2*(upper_arm_mass + forearm_mass + hand_mass + thigh_mass + "
      "shank_mass + foot_mass)";
  EXPECT_NEAR(number_of("de_leva_men", all), kMass, 1e-9);
  EXPECT_NEAR(number_of("de_leva_women", all), 0.9999 * kMass, 1e-9);
}

// Radius of gyration about the ends: Winter's table has those about the centre, the proximal and
// the distal end, which hang together: rho_p^2 = rho_0^2 + r^2, and so for the distal one, but for
// that of the arms, which do not in the table.
struct Segment {
  const char* name;
  double proximal, distal;
};
TEST(BodyTables, WinterGyrationAboutTheEnds) {
  for (const Segment& s : {Segment{"thigh", 0.540, 0.653},
                           {"shank", 0.528, 0.643},
                           {"upper_arm", 0.542, 0},
                           {"forearm", 0.526, 0},
                           {"hat", 0.798, 0.621}}) {
    const std::string name = s.name;
    const double mass = number_of("winter_body", name + "_mass"),
                 length = number_of("winter_body", name + "_length"),
                 centre = number_of("winter_body", name + "_centre"),
                 inertia = number_of("winter_body", name + "_inertia");
    EXPECT_NEAR(std::sqrt(inertia / mass + centre * centre) / length, s.proximal, 1.1e-3) << name;
    if (s.distal == 0) continue;
    EXPECT_NEAR(std::sqrt(inertia / mass + std::pow(length - centre, 2)) / length, s.distal, 1.1e-3)
        << name;
  }
}

TEST(BodyTables, LengthsOfTheLimbsMakeTheHeightOfTheJoints) {
  EXPECT_NEAR(number_of("winter_body", "thigh_length + shank_length"), (0.530 - 0.039) * kHeight,
              1e-12);
  EXPECT_NEAR(number_of("winter_body", "upper_arm_length + forearm_length"),
              (0.186 + 0.146) * kHeight, 1e-12);
}

// The second half of de Leva's table has some segments between other ends that share one end with
// those of the first half: the centre must be at the same distance from it. Lengths in mm of
// subjects of that height.
struct OtherEnds {
  const char *table, *segment;
  double height, length, share;
  bool from_first;  // the end they share
};
TEST(BodyTables, DeLevaCentresBetweenOtherEnds) {
  for (const OtherEnds& e : {OtherEnds{"men", "shank", 1741, 440.3, 0.4395, true},  // knee, ankle
                             {"women", "shank", 1735, 438.6, 0.4352, true},
                             {"men", "head", 1741, 242.9, 0.5002, true},  // vertex, cervicale
                             {"women", "head", 1735, 243.7, 0.4841, true},
                             {"men", "trunk", 1741, 531.9, 0.4486, false},  // suprasternale, hips
                             {"women", "trunk", 1735, 529.3, 0.4151, false}}) {
    const std::string table = std::string("de_leva_") + e.table, name = e.segment;
    const double centre = number_of(table, name + "_centre"),
                 length = number_of(table, name + "_length"), scale = kHeight / e.height;
    const double there = scale * e.length * (e.from_first ? e.share : 1 - e.share);
    EXPECT_NEAR(e.from_first ? centre : length - centre, there, 2e-4 * length)
        << e.table << " " << name;
  }
  // The radius of gyration of the trunk is the same in mm, between whichever ends.
  for (const auto& [table, height, length, share] :
       {std::tuple("men", 1741.0, 531.9, 0.347), std::tuple("women", 1735.0, 529.3, 0.339)}) {
    const std::string of = std::string("de_leva_") + table;
    EXPECT_NEAR(std::sqrt(number_of(of, "trunk_inertia") / number_of(of, "trunk_mass")),
                share * length * kHeight / height, 1e-3 * kHeight)
        << table;
  }
}

TEST(BodyTables, OwnNumbersCount) {
  EXPECT_NEAR(number_of("de_leva_women", "thigh_centre", "PARAM thigh_length = 0.41"),
              0.3612 * 0.41, 1e-12);
  EXPECT_NEAR(number_of("de_leva_women", "thigh_mass", "PARAM thigh_mass = 9"), 9, 1e-12);
}

}  // namespace
}  // namespace mbs
