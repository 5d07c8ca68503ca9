// The benchmark bicycle of Meijaard, Papadopoulos, Ruina and Schwab (2007): eigenvalues and one
// state in motion with 14 printed digits (tests/data/R18*.json), and a run in which the weave grows
// by e^8, from another program with 10 digits (R20*.json).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "paths.h"
#include "support/deck.h"
#include "support/good_run.h"
#include "support/process.h"

namespace mbs {
namespace {

using Table = std::vector<std::vector<double>>;
using Complex = std::complex<double>;

const std::string kFolder = std::string(MBSIM_ROOT) + "/decks/space";

nlohmann::json data(const std::string& file) {
  std::ifstream in(MBSIM_ROOT "/tests/data/" + file);
  return nlohmann::json::parse(in);
}

std::string deck_of(const std::string& name) { return test::read_all(kFolder + "/" + name); }

test::RunResult ridden(const std::string& deck) {
  test::RunResult out = test::run(deck, {}, kFolder);
  EXPECT_EQ(out.status, ExitStatus::done) << out.messages;
  return out;
}

// The published accelerations; y, z, yaw, pitch, steer and wheels have the other sign there.
TEST(Bicycle, AccelerationsOfThePublishedState) {
  const nlohmann::json published = data("R18_bicycle.json")["nonlinear_state"];
  const nlohmann::json &rates = published["rates"],
                       &expected = published["accelerations_published"];
  const test::RunResult run = ridden(fmt::format(
      R"(INCLUDE "bicycle.inc"
STARTDE 2 1  {:.17g} {:.17g}
STARTDE 5 1  {:.17g} {:.17g}
STARTDE 4 1  0 {:.17g}
GRAVITY 0 0 ${{-g}}
TIMESTEP 1e-9 1
END END
)",
      published["roll"].get<double>(), rates["roll"].get<double>(),
      -published["steer"].get<double>(), -rates["steer"].get<double>(),
      -rates["rear_wheel"].get<double>()));
  EXPECT_NEAR(run.value(0, "e3_1"), -published["pitch"].get<double>(), 1e-12);
  const struct {
    const char *name, *rate, *channel;
    double sign;
  } all[] = {{"x", "v7_1", "a7_1", 1},
             {"y", "v7_2", "a7_2", -1},
             {"z", "v7_3", "a7_3", -1},
             {"yaw", "ed1_1", "edd1_1", -1},
             {"roll", "ed2_1", "edd2_1", 1},
             {"pitch", "ed3_1", "edd3_1", -1},
             {"steer", "ed5_1", "edd5_1", -1},
             {"rear_wheel", "ed4_1", "edd4_1", -1},
             {"front_wheel", "ed6_1", "edd6_1", -1}};
  // Assembly rolls it to some other place and heading, on which nothing depends; seen along the
  // heading of the start it is that of the paper.
  const double yaw = run.value(0, "e1_1"), c = std::cos(yaw), s = std::sin(yaw);
  const auto along_heading = [&](const std::string& channel) {
    const char kind = channel[0];
    const double x = run.value(0, fmt::format("{}7_1", kind)),
                 y = run.value(0, fmt::format("{}7_2", kind));
    return channel.back() == '1'   ? c * x + s * y
           : channel.back() == '2' ? c * y - s * x
                                   : run.value(0, channel);
  };
  for (const auto& one : all) {
    const auto value = [&](const std::string& channel) {
      return one.sign * (channel[1] == '7' ? along_heading(channel) : run.value(0, channel));
    };
    EXPECT_NEAR(value(one.rate), rates[one.name].get<double>(), 1e-11) << one.name;
    EXPECT_NEAR(value(one.channel), expected[one.name].get<double>(), 1e-11) << one.name;
  }
}

TEST(Bicycle, WeavesAtFourMetresPerSecond) {
  const test::RunResult run = ridden(deck_of("bicycle.dat"));
  const Table expected = data("R20_bicycle.json")["M1"]["table"].get<Table>();
  ASSERT_EQ(run.rows.size(), expected.size());
  const char* channels[] = {"wheel7.x", "wheel7.y",     "e1_1",         "e2_1",
                            "e3_1",     "e5_1",         "ed1_1",        "ed2_1",
                            "ed3_1",    "ed5_1",        "ed4_1",        "ed6_1",
                            "",         "wheel7.n",     "wheel7.along", "wheel7.across",
                            "wheel8.n", "wheel8.along", "wheel8.across"};
  for (std::size_t c = 0; c < std::size(channels); ++c) {
    double least = HUGE_VAL, most = -HUGE_VAL, worst = 0;
    for (std::size_t k = 0; k < expected.size(); ++k) {
      const double value = expected[k][c + 1];
      least = std::min(least, value), most = std::max(most, value);
      // The speed of the rear hub along the heading.
      const double yaw = run.value(k, "e1_1");
      const double got = *channels[c] == 0 ? run.value(k, "v7_1") * std::cos(yaw) +
                                                 run.value(k, "v7_2") * std::sin(yaw)
                                           : run.value(k, channels[c]);
      worst = std::max(worst, std::fabs(got - value));
    }
    EXPECT_LT(worst / (most - least), 1e-8) << channels[c];
  }
  double drift = 0;
  for (std::size_t k = 0; k < run.rows.size(); ++k)
    drift = std::max(drift, std::fabs(run.value(k, "energy.balance")));
  EXPECT_LT(drift, 1e-10 * run.value(0, "energy.kinetic"));
}

// The roots of M s^2 + v C1 s + g K0 + v^2 K2 in roll and steer, of the printed matrices.
std::array<Complex, 4> printed_eigenvalues(double v) {
  const nlohmann::json all = data("R18_bicycle.json");
  const auto matrix = [&](const char* name) { return all[name].get<Table>(); };
  const Table M = matrix("M"), C = matrix("C1"), K0 = matrix("K0"), K2 = matrix("K2");
  const double g = 9.81;
  const auto entry = [&](std::size_t i, std::size_t j) {
    return std::array<double, 3>{g * K0[i][j] + v * v * K2[i][j], v * C[i][j], M[i][j]};
  };
  std::array<double, 5> p{};
  const auto add = [&](std::array<double, 3> a, std::array<double, 3> b, double sign) {
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) p[i + j] += sign * a[i] * b[j];
  };
  add(entry(0, 0), entry(1, 1), 1);
  add(entry(0, 1), entry(1, 0), -1);
  // Durand and Kerner's method
  std::array<Complex, 4> root;
  for (std::size_t k = 0; k < 4; ++k)
    root[k] = std::pow(Complex(0.4, 0.9), static_cast<double>(k)) * 5.0;
  for (int sweep = 0; sweep < 500; ++sweep)
    for (std::size_t k = 0; k < 4; ++k) {
      Complex value = p[4];
      for (std::size_t i = 4; i-- > 0;) value = value * root[k] + p[i];
      for (std::size_t j = 0; j < 4; ++j)
        if (j != k) value /= root[k] - root[j];
      root[k] -= value / p[4];
    }
  return root;
}

TEST(Bicycle, EigenvaluesOverTheSpeeds) {
  std::string deck = deck_of("bicycle_modes.dat");
  const std::size_t at = deck.find("PARAM speed = 5");
  for (const double v : {0.0, 0.3, 0.6, 1.0, 2.0, 3.0, 4.0, 4.3, 5.0, 6.0, 6.1, 7.5, 10.0}) {
    std::string here = deck;
    here.replace(at, 15, fmt::format("PARAM speed = {}", v));
    const test::RunResult run = ridden(here);
    std::vector<Complex> found;
    for (std::size_t k = 0; k < run.rows.size(); ++k)
      found.emplace_back(run.value(k, "real"), run.value(k, "imaginary"));
    double largest = 0;
    const std::array<Complex, 4> expected = printed_eigenvalues(v);
    for (const Complex& value : expected) largest = std::max(largest, std::abs(value));
    for (const Complex& value : expected) {
      if (value.imag() < -1e-9) continue;  // a pair has one row
      double nearest = HUGE_VAL;
      for (const Complex& one : found) nearest = std::min(nearest, std::abs(one - value));
      EXPECT_LT(nearest / largest, 1e-11) << v << ": " << value;
    }
    // The speed itself.
    EXPECT_EQ(std::count(found.begin(), found.end(), Complex(0, 0)), 1) << v;
  }
}

}  // namespace
}  // namespace mbs
