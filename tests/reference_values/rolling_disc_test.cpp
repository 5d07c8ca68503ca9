// A thin disc that rolls on a plane: steady rolling and small wobbles against closed forms, a
// wobbling run against numbers of another program with 13 digits (tests/data/R22*.json).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "nodes/quaternion.h"
#include "paths.h"
#include "support/deck.h"
#include "support/good_run.h"
#include "support/process.h"

namespace mbs {
namespace {

using Table = std::vector<std::vector<double>>;

nlohmann::json reference() {
  std::ifstream in(MBSIM_ROOT "/tests/data/R22_rolling_disc.json");
  return nlohmann::json::parse(in);
}

double difference(double a, double b) { return std::fabs(a - b) / std::max(1.0, std::fabs(b)); }

class WobblingDisc : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Methods, WobblingDisc,
                         testing::Values("INTEG DOP853 1e-12 1e-12", "INTEG STEP 1e-12 1e-12",
                                         "INTEG DOP853 1e-12 1e-12\nFORM FULL",
                                         "INTEG DOP853 1e-12 1e-12\nDOF AUTO"));

TEST_P(WobblingDisc, MotionAndForces) {
  std::string deck = test::read_all(std::string(MBSIM_ROOT) + "/decks/space/rolling_disc.dat");
  const std::string how = GetParam();
  const std::size_t at = deck.find("INTEG");
  deck.replace(at, deck.find('\n', at) - at, how);
  if (how.ends_with("AUTO")) deck.erase(deck.find("DYNX 2"), 6);
  const test::RunResult run = test::done(deck);
  const Table expected = reference()["wobbling"]["table"].get<Table>();
  ASSERT_EQ(run.rows.size(), expected.size());
  double motion = 0, forces = 0;
  for (std::size_t k = 0; k < expected.size(); ++k) {
    const std::vector<double>& row = expected[k];
    const auto close = [](double& worst, double a, double b) {
      worst = std::max(worst, difference(a, b));
    };
    double q[4], R[9];
    for (std::size_t c = 0; c < 4; ++c) q[c] = run.value(k, fmt::format("x2_{}", c + 1));
    rotation_matrix(q, R);
    const double sign = q[0] < 0 ? -1 : 1;
    for (std::size_t c = 0; c < 4; ++c) close(motion, sign * q[c], row[4 + c]);
    for (std::size_t c = 0; c < 3; ++c) {
      close(motion, run.value(k, fmt::format("x1_{}", c + 1)), row[1 + c]);
      close(motion, run.value(k, fmt::format("v1_{}", c + 1)), row[8 + c]);
      double w = 0;
      for (std::size_t j = 0; j < 3; ++j)
        w += R[3 * c + j] * run.value(k, fmt::format("v2_{}", j + 1));
      close(motion, w, row[11 + c]);
    }
    close(motion, run.value(k, "wheel1.x"), row[14]);
    close(motion, run.value(k, "wheel1.y"), row[15]);
    close(motion, run.value(k, "wheel1.z"), 0);
    close(forces, run.value(k, "wheel1.n"), row[17]);
    close(forces, run.value(k, "wheel1.along"), row[18]);
    close(forces, run.value(k, "wheel1.across"), row[19]);
    close(forces, -run.value(k, "s1_1"), row[17]);
    close(motion, run.value(k, "wheel1.slip"), 0);
    close(motion, run.value(k, "wheel1.side"), 0);
    close(motion, run.value(k, "energy.kinetic") + run.value(k, "energy.potential"), row[20]);
  }
  EXPECT_LT(motion, 1e-9);
  EXPECT_LT(forces, 1e-9);
}

// A disc whose axle is theta off the vertical, at the angular velocity w along its axes (axle, up
// in its plane, level).
std::string disc(double theta, double axle, double up, double level, const std::string& end) {
  return fmt::format(R"(WHEEL 1  1 2  1 0 0  0.3  PLANE 0 0 1
X 1  0 0 ${{0.3*sin({0})}}
X 2  AXES x ${{sin({0})}} 0 ${{cos({0})}}  y 0 0 1
DYNX 2
END HALT
XM 1  2
XM 2  0.09 0 0  0.045 0  0.045
STARTVX 2  {1} {2} {3}
GRAVITY 0 0 -9.81
INTEG DOP853 1e-13 1e-13
{4}
END END
)",
                     theta, axle, up, level, end);
}

// It leans by theta all the time, and its centre runs round a circle.
TEST(RollingDisc, SteadyRolling) {
  for (const std::vector<double>& row : reference()["steady_rolling"]["table"].get<Table>()) {
    const double theta = row[0], turn = row[1], axle = row[2], speed = row[3], radius = row[4];
    const test::RunResult run =
        test::done(disc(theta, axle, turn * std::sin(theta), 0, "TIMESTEP 1 20"));
    double worst = 0;
    // In the first instant x points along the axle, and the centre moves along y.
    const double cx = run.value(0, "x1_1") - run.value(0, "v1_2") / turn;
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      const double t = run.time(k);
      const double x = run.value(k, "x1_1") - cx, y = run.value(k, "x1_2");
      worst = std::max(worst, std::fabs(run.value(k, "x1_3") - 0.3 * std::sin(theta)));
      worst = std::max(
          worst, std::fabs(x - std::fabs(radius) * std::cos(turn * t) *
                                   (speed / turn > 0 ? 1 : -1) * (run.value(0, "v1_2") / speed)));
      worst = std::max(worst, std::fabs(std::hypot(x, y) - std::fabs(radius)));
      worst = std::max(worst, std::fabs(run.value(k, "v2_1") - axle));
    }
    EXPECT_LT(worst, 1e-9) << theta;
  }
}

// Half the difference of two runs that begin with opposite small rates of the lean is
// sin(s t)/s times the rate, up to its third power.
TEST(RollingDisc, SmallWobbles) {
  for (const std::vector<double>& row : reference()["steady_rolling"]["table"].get<Table>()) {
    const double theta = row[0], turn = row[1], axle = row[2], s = row[6], small = 1e-4;
    const auto lean = [&](double rate) {
      const test::RunResult run =
          test::done(disc(theta, axle, turn * std::sin(theta), -rate, "TIMESTEP 0.5 10"));
      std::vector<double> out;
      for (std::size_t k = 0; k < run.rows.size(); ++k)
        out.push_back(std::asin(run.value(k, "x1_3") / 0.3));
      return out;
    };
    const std::vector<double> more = lean(small), less = lean(-small);
    for (std::size_t k = 0; k < more.size(); ++k)
      EXPECT_NEAR((more[k] - less[k]) / 2, small * std::sin(s * 0.05 * static_cast<double>(k)) / s,
                  1e-10)
          << theta;
  }
}

// The modes of a ride along a circle, or straight ahead, with the angles of three hinges as degrees
// of freedom: yaw, lean, and spin about the axle.
std::vector<std::array<double, 2>> modes_of_disc(double theta, double turn, double axle) {
  const test::RunResult run = test::done(fmt::format(R"(HINGE 1  2 3  0 0 1
HINGE 2  3 4  0 1 0
HINGE 3  4 5  ${{sin({0})}} 0 ${{cos({0})}}
WHEEL 4  1 5  1 0 0  0.3  PLANE 0 0 1
X 1  0 0 ${{0.3*sin({0})}}
X 2  1 0 0 0
X 5  AXES x ${{sin({0})}} 0 ${{cos({0})}}  y 0 0 1
FIX 2
DYNE 1 1
DYNE 2 1
DYNE 3 1
END HALT
XM 1  2
XM 5  0.09 0 0  0.045 0  0.045
STARTDE 1 1  0 {1}
STARTDE 3 1  0 ${{{2} - ({1})*cos({0})}}
GRAVITY 0 0 -9.81
EIGEN
END END
)",
                                                     theta, turn, axle));
  std::vector<std::array<double, 2>> out;
  for (std::size_t k = 0; k < run.rows.size(); ++k)
    out.push_back({run.value(k, "real"), run.value(k, "imaginary")});
  return out;
}

TEST(RollingDisc, ModesOfSteadyRolling) {
  for (const std::vector<double>& row : reference()["steady_rolling"]["table"].get<Table>()) {
    const auto modes = modes_of_disc(row[0], row[1], row[2]);
    ASSERT_EQ(modes.size(), 3u);
    for (std::size_t k = 0; k < 2; ++k) {  // the spin and the turn may change for good
      EXPECT_EQ(modes[k][0], 0);
      EXPECT_EQ(modes[k][1], 0);
    }
    EXPECT_EQ(modes[2][0], 0);
    EXPECT_NEAR(modes[2][1] / row[6], 1, 1e-12);
  }
}

TEST(RollingDisc, StraightAheadItFallsBelowASpeed) {
  const double upright = std::acos(0.0);
  for (const std::vector<double>& row :
       reference()["steady_rolling"]["straight_table"].get<Table>()) {
    const auto modes = modes_of_disc(upright, 0, row[0]);
    const double square = row[1], size = std::sqrt(std::fabs(square));
    // Five positions and three velocities: 0 twice, the pair of the lean, and four that are not
    // listed.
    EXPECT_EQ(modes.size(), square > 0 ? 4u : 3u) << row[0];
    double nearest = 1;
    for (const auto& [re, im] : modes)
      nearest = std::min(
          nearest, std::hypot(re - (square > 0 ? size : 0), im - (square > 0 ? 0 : size)) / size);
    EXPECT_LT(nearest, 1e-12) << row[0];
    for (const auto& [re, im] : modes) {
      const double value = std::hypot(re, im);
      EXPECT_TRUE(value < 1e-7 || value > 0.5 * size) << value;
    }
  }
}

}  // namespace
}  // namespace mbs
