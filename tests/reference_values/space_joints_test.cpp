// Joints of space: a gyroscope in gimbals and a slider-crank of space against numbers of other
// programs with 13 and 14 digits (tests/data/R23*.json, R21*.json), shafts against closed forms.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "paths.h"
#include "support/deck.h"
#include "support/good_run.h"
#include "support/process.h"

namespace mbs {
namespace {

using Table = std::vector<std::vector<double>>;

Table table_of(const std::string& file) {
  std::ifstream in(MBSIM_ROOT "/tests/data/" + file);
  return nlohmann::json::parse(in).at("table").get<Table>();
}

std::string deck_of(const std::string& name) {
  return test::read_all(std::string(MBSIM_ROOT) + "/decks/space/" + name);
}

double difference(double a, double b) { return std::fabs(a - b) / std::max(1.0, std::fabs(b)); }

class Gimbals : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Methods, Gimbals,
                         testing::Values("STEP 1e-13 1e-13", "DOP853 1e-13 1e-13"),
                         [](const auto& method) {
                           const std::string name = method.param;
                           return name.substr(0, name.find(' '));
                         });

// Angles, rates and accelerations of three hinges; the rotor makes 24 turns, which its hinge
// counts.
TEST_P(Gimbals, AnglesAndForces) {
  std::string deck = deck_of("gimbals.dat");
  const std::size_t at = deck.find("INTEG");
  deck.replace(at, deck.find('\n', at) - at, std::string("INTEG ") + GetParam());
  const test::RunResult run = test::done(deck);
  const Table expected = table_of("R23_gyroscope_gimbals.json");
  ASSERT_EQ(run.rows.size(), expected.size());
  double angles = 0, rates = 0, accelerations = 0, moments = 0;
  for (std::size_t k = 0; k < expected.size(); ++k) {
    for (std::size_t h = 0; h < 3; ++h) {
      const std::string hinge = std::to_string(h + 1) + "_1";
      const double lean = h == 1 ? 0.9 : 0;  // the inner hinge counts from the start
      angles = std::max(angles, difference(run.value(k, "e" + hinge) + lean, expected[k][1 + h]));
      rates = std::max(rates, difference(run.value(k, "ed" + hinge), expected[k][4 + h]));
      accelerations =
          std::max(accelerations, difference(run.value(k, "edd" + hinge), expected[k][7 + h]));
    }
    // The inner hinge takes the moments of the outer on the inner gimbal about y and z of the
    // inner: HINGE's e2 and e3 count b against a, so that the moments of a on b are -(s2, s3) up to
    // the sine of their definition; their sum of squares does not depend on signs.
    const double s = std::hypot(run.value(k, "s2_2"), run.value(k, "s2_3"));
    moments = std::max(moments, std::fabs(s - std::hypot(expected[k][17], expected[k][18])));
  }
  EXPECT_NEAR(expected.back()[3], 149.6, 0.1);
  EXPECT_LT(angles, 1e-11);         // seen 2.4e-14 (DOP853)
  EXPECT_LT(rates, 1e-10);          // seen 5.4e-13
  EXPECT_LT(accelerations, 1e-10);  // seen 1.9e-12
  EXPECT_LT(moments, 1e-11);
}

TEST(SpaceSliderCrank, MotionAndForces) {
  const test::RunResult run = test::good_run(deck_of("slider_crank.dat"));
  const Table expected = table_of("R21_slider_crank_3d.json");
  ASSERT_EQ(run.rows.size(), expected.size());
  // The arms of the universal joint: z of the slider and y of the rod at the start.
  const double rx = (expected[0][5] - expected[0][2]) / 0.3, ry = -expected[0][3] / 0.3;
  const double level = std::hypot(rx, ry), v[] = {-ry / level, rx / level};
  double motion = 0, forces = 0;
  for (std::size_t k = 0; k < expected.size(); ++k) {
    const std::vector<double>& at = expected[k];
    const auto close = [](double& worst, double a, double b) {
      worst = std::max(worst, difference(a, b));
    };
    close(motion, run.value(k, "x7_1"), at[5]);
    close(motion, run.value(k, "v7_1"), at[6]);
    close(motion, run.value(k, "a7_1"), at[7]);
    for (std::size_t c = 0; c < 3; ++c) {
      const std::string place = "5_" + std::to_string(c + 1);
      close(motion, run.value(k, "x" + place), at[8 + c]);
      close(motion, run.value(k, "v" + place), at[11 + c]);
      close(motion, run.value(k, "a" + place), at[14 + c]);
      close(forces, run.value(k, "s2_" + std::to_string(c + 1)), at[27 + c]);  // crank on rod
    }
    // Rod on slider: minus the force of the slider, body i, on the rod, along u = z, v and w.
    const double su = run.value(k, "s3_4"), sv = run.value(k, "s3_5"), sw = run.value(k, "s3_6");
    close(forces, -(sv * v[0] - sw * v[1]), at[30]);
    close(forces, -(sv * v[1] + sw * v[0]), at[31]);
    close(forces, -su, at[32]);
    close(forces, -run.value(k, "s3_3"), at[33]);
    close(forces, -run.value(k, "s1_1"), at[39]);  // the drive's torque
  }
  EXPECT_LT(motion, 1e-12);  // seen 1.4e-14
  EXPECT_LT(forces, 1e-12);  // seen 3.4e-14
}

// Hooke: tan(out) = tan(in)/cos(bend); the joint of constant velocity turns both shafts alike.
TEST(Shafts, FollowTheirClosedForms) {
  const test::RunResult run = test::good_run(deck_of("shafts.dat"));
  const double bend = 0.9;
  double angle = 0, speed = 0, change = 0, even = 0;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double a = run.value(k, "t"), c = std::cos(bend);
    const double out = a + std::atan2((1 - c) * std::sin(a) * std::cos(a),
                                      std::sin(a) * std::sin(a) + c * std::cos(a) * std::cos(a));
    const double below = std::sin(a) * std::sin(a) + c * c * std::cos(a) * std::cos(a);
    const double ratio = c / below, slope = -c * std::sin(2 * a) * (1 - c * c) / (below * below);
    const double sign = run.value(1, "e3_1") < 0 ? -1 : 1;  // either way round is a shaft
    angle = std::max(angle, std::fabs(sign * run.value(k, "e3_1") - out));
    speed = std::max(speed, std::fabs(sign * run.value(k, "ed3_1") - ratio));
    change = std::max(change, std::fabs(sign * run.value(k, "edd3_1") - slope));
    even = std::max(even, std::fabs(run.value(k, "e6_1") - a));
    even = std::max(even, std::fabs(run.value(k, "ed6_1") - 1));
    even = std::max(even, std::fabs(run.value(k, "edd6_1")));
  }
  EXPECT_LT(angle, 1e-12);
  EXPECT_LT(speed, 1e-12);
  EXPECT_LT(change, 1e-12);
  EXPECT_LT(even, 1e-12);
}

// A hinge that is driven through many turns in one step of the report counts them all.
TEST(Hinges, CountTurnsInLongSteps) {
  const std::string kinematic =
      "HINGE 1  1 2  1 2 2\nX 1 1 0 0 0\nX 2 1 0 0 0\nFIX 1\nINPUTE 1 1\nEND HALT\n"
      "INPUTE 1 1 = 20*t\nTIMESTEP 50 5\nEND END\n";
  const std::string dynamic =
      "HINGE 1  1 2  1 2 2\nX 1 1 0 0 0\nX 2 1 0 0 0\nFIX 1\nDYNE 1 1\nEND HALT\n"
      "XM 2  1 0 0 2 0 3\nSTARTDE 1 1 0 20 # meant\nTIMESTEP 50 5\nEND END\n";
  for (const std::string& deck : {kinematic, dynamic}) {
    const test::RunResult run = test::done(deck);
    ASSERT_EQ(run.rows.size(), 6u);
    for (std::size_t k = 0; k < 6; ++k) {
      const double turn = 200 * static_cast<double>(k);
      EXPECT_NEAR(run.value(k, "e1_1"), turn, 1e-6) << deck;
      // The quaternion of that turn about (1, 2, 2)/3, up to its sign.
      EXPECT_NEAR(std::fabs(run.value(k, "x2_1")), std::fabs(std::cos(turn / 2)), 1e-6) << deck;
    }
  }
}

// An event in a deck whose tables of points and of orientations have different numbers of rows.
TEST(Joints, EventsWithPointsAndOrientations) {
  const test::RunResult run = test::done(
      "PARAM pull = 0\nREVOLUTE 1  1 2  3 4  0 0 0  -0.2 0 0  0 1 0\nX 1 0 0 0\nX 3 0.2 0 0\n"
      "X 5 0 0 1\nFIX 1\nFIX 2\nDYNE 1 1\nDYNX 5\nEND HALT\nXM 3 1\nXM 4 1e-3 0 0 0.02 0 0.02\n"
      "XM 5 2\nXLAW 5 3 = pull\nGRAVITY 0 0 -9.81\nEVENT push WHEN t > 0.05 DO SET pull = 100\n"
      "TIMESTEP 0.1 1\nEND END\n");
  ASSERT_EQ(run.rows.size(), 2u);
  EXPECT_NEAR(run.value(1, "v5_3"), -9.81 * 0.1 + 50 * 0.05, 1e-9);
}

// A kink of a drive is an impact, here in a leg of a platform.
TEST(Joints, KinksWithPointsAndOrientations) {
  std::string deck = deck_of("hexapod.dat");
  const std::size_t at = deck.find("INPUTE 1 1  =");
  deck.replace(at, deck.find('\n', at) - at, "INPUTE 1 1  = 0.2*abs(t - 0.05)");
  const test::RunResult run = test::done(deck);
  ASSERT_EQ(run.rows.size(), 21u);
  EXPECT_NEAR(run.value(20, "e1_1"), 0.2 * (2 - 0.05), 1e-9);
  EXPECT_NEAR(run.value(20, "ed1_1"), 0.2, 1e-9);
}

// A hinge that starts more than half a turn from its X lines.
TEST(Hinges, StartManyTurnsAway) {
  const std::string head = "HINGE 1  1 2  1 2 2\nX 1 1 0 0 0\nX 2 1 0 0 0\nFIX 1\n";
  const std::string decks[] = {
      head + "INPUTE 1 1\nEND HALT\nINPUTE 1 1 = 27 + 2*t # meant\nTIMESTEP 5 5\nEND END\n",
      head +
          "DYNE 1 1\nEND HALT\nXM 2  1 0 0 2 0 3\nSTARTDE 1 1 27 2 # meant\nTIMESTEP 5 5\nEND "
          "END\n"};
  for (const std::string& deck : decks) {
    const test::RunResult run = test::done(deck);
    ASSERT_EQ(run.rows.size(), 6u);
    for (std::size_t k = 0; k < 6; ++k) {
      const double turn = 27 + 2 * static_cast<double>(k);
      EXPECT_NEAR(run.value(k, "e1_1"), turn, 1e-8) << deck;
      EXPECT_NEAR(std::fabs(run.value(k, "x2_1")), std::fabs(std::cos(turn / 2)), 1e-8) << deck;
    }
  }
}

// One orientation in every way to write it.
TEST(Orientations, AllFormsAreOne) {
  // Turns of 0.3 about x, 0.5 about y and -0.4 about z, each about the carried axes.
  const double a = 0.3, b = 0.5, c = -0.4;
  const double R[3][3] = {{std::cos(b) * std::cos(c), -std::cos(b) * std::sin(c), std::sin(b)},
                          {std::cos(a) * std::sin(c) + std::sin(a) * std::sin(b) * std::cos(c),
                           std::cos(a) * std::cos(c) - std::sin(a) * std::sin(b) * std::sin(c),
                           -std::sin(a) * std::cos(b)},
                          {std::sin(a) * std::sin(c) - std::cos(a) * std::sin(b) * std::cos(c),
                           std::sin(a) * std::cos(c) + std::cos(a) * std::sin(b) * std::sin(c),
                           std::cos(a) * std::cos(b)}};
  const double q0 = std::sqrt(1 + R[0][0] + R[1][1] + R[2][2]) / 2;
  const double q[] = {q0, (R[2][1] - R[1][2]) / (4 * q0), (R[0][2] - R[2][0]) / (4 * q0),
                      (R[1][0] - R[0][1]) / (4 * q0)};
  const double half = std::acos(q0), s = std::sin(half);
  const std::string forms[] = {
      "ROT xyz 0.3 0.5 -0.4",
      "ROT zyx SPACE -0.4 0.5 0.3",
      fmt::format("ROT AXIS {:.17g} {:.17g} {:.17g} {:.17g}", 3 * q[1], 3 * q[2], 3 * q[3],
                  2 * half),
      fmt::format("ROT VECTOR {:.17g} {:.17g} {:.17g}", 2 * half * q[1] / s, 2 * half * q[2] / s,
                  2 * half * q[3] / s),
      fmt::format("AXES z {:.17g} {:.17g} {:.17g} y {:.17g} {:.17g} {:.17g}", 2 * R[0][2],
                  2 * R[1][2], 2 * R[2][2], R[0][1], R[1][1], R[2][1]),
      fmt::format("MATRIX {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g}",
                  R[0][0], R[0][1], R[0][2], R[1][0], R[1][1], R[1][2], R[2][0], R[2][1], R[2][2])};
  for (const std::string& form : forms) {
    const test::RunResult run =
        test::done("X 1 " + form +
                   "\nDYNX 1\nEND HALT\nXM 1 1 0 0 1 0 1\nSTARTVX 1 SPACE 1 2 3\n"
                   "TIMESTEP 1 1\nEND END\n");
    ASSERT_FALSE(run.rows.empty()) << form;
    for (std::size_t k = 0; k < 4; ++k)
      EXPECT_NEAR(run.value(0, "x1_" + std::to_string(k + 1)), q[k], 1e-14) << form;
    for (std::size_t k = 0; k < 3; ++k)
      EXPECT_NEAR(run.value(0, "v1_" + std::to_string(k + 1)), R[0][k] + 2 * R[1][k] + 3 * R[2][k],
                  1e-14)
          << form;
  }
}

// What is wrong with an orientation or a joint, and where.
TEST(Orientations, FaultsAreNamed) {
  const std::pair<std::string, std::string> faults[] = {
      {"ROT AXIS 0 0 0 1", "the axis of the turn is 0 0 0"},
      {"ROT xxy 1 2 3", "'XXY' is no turn"},
      {"AXES x 1 0 0 x 0 1 0", "one axis is named twice"},
      {"AXES x 1 0 0 y 2 0 0", "both axes have one direction"},
      {"MATRIX 1 0 0 0 1 0 0 0 2", "off by 3"},
      {"MATRIX 1 0 0 0 1 0 0 0 -1", "it is left-handed"}};
  for (const auto& [form, problem] : faults) {
    const test::RunResult run =
        test::run("X 1 " + form + "\nDYNX 1\nEND HALT\nXM 1 1 0 0 1 0 1\nTIMESTEP 1 1\nEND END\n");
    EXPECT_EQ(run.status, ExitStatus::deck_error) << form;
    EXPECT_NE(run.messages.find(problem), std::string::npos) << run.messages;
  }
  const test::RunResult cross = test::run(
      "UNIVERSAL 1  1 2  1 3  0 0 0 0 0 0  1 0 0  1 1 0\nX 1 0 0 0\nX 2 1 0 0 0\nX 3 1 0 0 0\n"
      "FIX 1\nFIX 2\nEND HALT\nTIMESTEP 1 1\nEND END\n");
  EXPECT_NE(cross.messages.find("the arms of its cross are at 45 degrees"), std::string::npos)
      << cross.messages;
}

}  // namespace
}  // namespace mbs
