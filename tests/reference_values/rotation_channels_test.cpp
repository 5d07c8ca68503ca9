// Channels of rotations: all sequences, axes, vectors and rates of R31 (20 digits, an independent
// program); and numbers that go on over whole turns, other sets of angles and gimbal lock.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numbers>
#include <string>
#include <vector>

#include "paths.h"
#include "support/deck.h"
#include "support/good_run.h"

namespace mbs {
namespace {

std::string spinning(const std::vector<double>& q, const std::vector<double>& w,
                     const std::string& outs) {
  return fmt::format(
             "X 2  {} {} {} {}\nDYNX 2\nEND HALT\nXM 2  1 0 0  1 0  1\nSTARTVX 2  {} {} {}\n", q[0],
             q[1], q[2], q[3], w[0], w[1], w[2]) +
         outs + "TIMESTEP 1e-9 1\nEND END\n";
}

TEST(RotationChannels, ReferencesOfAllNotations) {
  std::ifstream in(MBSIM_ROOT "/tests/data/R31_orientations.json");
  const nlohmann::json all = nlohmann::json::parse(in);
  for (const nlohmann::json& one : all.at("cases")) {
    std::string outs;
    const auto ask = [&outs](const std::string& name, const std::string& channel) {
      outs += fmt::format("OUT {} = {}\n", name, channel);
    };
    for (const auto& [sequence, expected] : one.at("sequences").items())
      for (int c = 1; c <= 3; ++c) {
        ask(fmt::format("a{}{}", sequence, c), fmt::format("rot2.{}_{}", sequence, c));
        ask(fmt::format("r{}{}", sequence, c), fmt::format("rotd2.{}_{}", sequence, c));
      }
    for (int c = 1; c <= 3; ++c) {
      ask(fmt::format("vector{}", c), fmt::format("rot2.vector_{}", c));
      ask(fmt::format("velocity{}", c), fmt::format("rot2.velocity_{}", c));
      for (int k = 1; k <= 3; ++k)
        ask(fmt::format("matrix{}{}", c, k), fmt::format("rot2.matrix_{}{}", c, k));
    }
    ask("whole", "rot2.angle");
    const test::RunResult run =
        test::good_run(spinning(one.at("euler_parameters"), one.at("w_body"), outs));
    for (const auto& [sequence, expected] : one.at("sequences").items())
      for (int c = 1; c <= 3; ++c) {
        const std::size_t k = static_cast<std::size_t>(c - 1);
        EXPECT_NEAR(run.value(0, fmt::format("a{}{}", sequence, c)),
                    expected.at("angles").at(k).get<double>(), 1e-13)
            << sequence;
        const double rate = expected.at("rates").at(k).get<double>();
        EXPECT_NEAR(run.value(0, fmt::format("r{}{}", sequence, c)), rate,
                    1e-13 * std::max(1.0, rate * rate))
            << sequence;
      }
    const double angle = one.at("angle").get<double>();
    EXPECT_NEAR(run.value(0, "whole"), angle, 1e-13);
    for (std::size_t c = 0; c < 3; ++c) {
      EXPECT_NEAR(run.value(0, fmt::format("vector{}", c + 1)),
                  angle * one.at("axis").at(c).get<double>(), 1e-13);
      EXPECT_NEAR(run.value(0, fmt::format("velocity{}", c + 1)),
                  one.at("w_space").at(c).get<double>(), 1e-13);
      for (std::size_t k = 0; k < 3; ++k)
        EXPECT_NEAR(run.value(0, fmt::format("matrix{}{}", c + 1, k + 1)),
                    one.at("matrix").at(c).at(k).get<double>(), 1e-13);
    }
  }
}

// Angles that are prescribed come back as they are, however many turns they make and however far
// the second one goes.
TEST(RotationChannels, AnglesGoOn) {
  for (const std::string sequence : {"zxy", "xyz", "zxz", "yxy"}) {
    const std::string deck = fmt::format(
        "X 2  ROT {0} 0.1 0.3 0.2\nINPUTX 2\nEND HALT\nINPUTX 2 ROT {0} a = 0.1 + 9*t ; b = 0.3 + "
        "2.1*t ; c = 0.2 - 7*t\nOUT a = rot2.{0}_1\nOUT b = rot2.{0}_2\nOUT c = rot2.{0}_3\n"
        "OUT ad = rotd2.{0}_1\nTIMESTEP 3 97\nEND END\n",
        sequence);
    const test::RunResult run = test::good_run(deck);
    for (std::size_t row = 0; row < run.rows.size(); ++row) {
      const double t = run.time(row);
      EXPECT_NEAR(run.value(row, "a"), 0.1 + 9 * t, 1e-12) << sequence << t;
      EXPECT_NEAR(run.value(row, "b"), 0.3 + 2.1 * t, 1e-12) << sequence << t;
      EXPECT_NEAR(run.value(row, "c"), 0.2 - 7 * t, 1e-12) << sequence << t;
      EXPECT_NEAR(run.value(row, "ad"), 9, 1e-10) << sequence << t;
    }
  }
}

// A top that spins by 40 rad from row to row nods between 60 degrees and where its energy lets it,
// and never comes near the vertical: its second angle stays in the set that it begins in.
TEST(RotationChannels, KeepTheirSetInASpin) {
  for (const int rows : {10, 20, 40}) {
    const test::RunResult run = test::good_run(fmt::format(
        "X 1  0 0 0\nX 2  ROT AXIS 1 0 0 60deg\nFIX 1\nDYNX 2\nEND HALT\n"
        "BODYMASS 1 2  0.5  0 0 0.06  4e-4 0 0  4e-4 0  6e-4\nSTARTVX 2 3 100  # meant\n"
        "GRAVITY 0 0 -9.81\nTIMESTEP 4 {}\nMEASURE least = MIN rot2.zxz_2\nEND END\n",
        rows));
    EXPECT_NEAR(run.measure("least"), std::numbers::pi / 3, 1e-9) << rows;
  }
  // An even spin of many turns a row is counted whole.
  const test::RunResult turning = test::good_run(
      "X 2  ROT xyz 0.3 0.2 0\nDYNX 2\nEND HALT\nXM 2  1 0 0  1 0  2\nSTARTVX 2 3 100  # meant\n"
      "TIMESTEP 2 4\nMEASURE turned = LAST rot2.xyz_3\nEND END\n");
  EXPECT_NEAR(turning.measure("turned"), 200, 1e-6);
}

// A row in the lock itself: the first angle stays, the sum is kept, and the report says it once.
TEST(RotationChannels, GimbalLock) {
  const test::RunResult run = test::good_run(
      "X 2  1 0 0 0\nINPUTX 2\nEND HALT\nINPUTX 2 ROT zxy a = 0.4 ; b = min(t, 1)*pi/2 ; c = 0.3\n"
      "OUT a = rot2.zxy_1\nOUT b = rot2.zxy_2\nOUT c = rot2.zxy_3\nTIMESTEP 1.5 6\nEND END\n");
  for (const std::size_t row : {4u, 5u, 6u}) {
    EXPECT_NEAR(run.value(row, "b"), std::numbers::pi / 2, 1e-7);
    EXPECT_NEAR(run.value(row, "a"), 0.4, 1e-7);
    EXPECT_NEAR(run.value(row, "c"), 0.3, 1e-7);
  }
  const std::size_t said = run.report.find("rot2.zxy at t = 1: the first and the third turn");
  EXPECT_NE(said, std::string::npos) << run.report;
  EXPECT_EQ(run.report.find("gimbal lock", said + 80), std::string::npos);
}

// Of one body as another sees it, and in a measure and an event of a dynamic run.
TEST(RotationChannels, OfOneBodyInAnother) {
  const test::RunResult run = test::done(R"(HINGE 1  1 2  0 0 1
HINGE 2  2 3  0 0 1
X 1  1 0 0 0
X 2  1 0 0 0
X 3  1 0 0 0
FIX 1
DYNE 1 1
DYNE 2 1
END HALT
XM 2  1 0 0  1 0  1
XM 3  1 0 0  1 0  1
STARTDE 1 1  0 2
STARTDE 2 1  0 3
OUT relative = rot2_3.zxy_1
OUT reverse = rot3_2.zxy_1
OUT whole = rot3.vector_3
MEASURE turns = LAST rot3.zxy_1
EVENT end WHEN rot2_3.zxy_1 > 7 DO STOP
TIMESTEP 4 40
END END
)");
  const std::size_t last = run.rows.size() - 1;
  EXPECT_NEAR(run.time(last), 7. / 3, 1e-9);
  EXPECT_NEAR(run.value(last, "relative"), 7, 1e-8);
  EXPECT_NEAR(run.value(last, "reverse"), -7, 1e-8);
  EXPECT_NEAR(run.value(last, "whole"), 35. / 3, 1e-8);
  EXPECT_NEAR(run.measure("turns"), 35. / 3, 1e-8);
}

}  // namespace
}  // namespace mbs
