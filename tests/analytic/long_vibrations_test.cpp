// STIFF on a row of masses between springs that vibrates undamped, some fifty to three hundred
// times: what the steps leave of vibrations that they follow adds up. Against the sum of modes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "support/deck.h"

namespace mbs {
namespace {

constexpr int kMasses = 20;
constexpr double kStiffness = 100.0 * (kMasses + 1), kMass = 1.0 / kMasses;  // of each; N/m, kg

struct Mode {
  int number;
  double amplitude;
};
const std::vector<Mode> kModes = {{1, 0.05}, {3, 0.01}, {6, 0.003}};

double frequency(int mode) {
  return 2 * std::sqrt(kStiffness / kMass) * std::sin(mode * std::numbers::pi / 2 / (kMasses + 1));
}

double shape(int mode, int mass) {
  return std::sin(mode * std::numbers::pi * mass / (kMasses + 1));
}

// Both ends are held; the masses start at rest lengths with the velocities of the modes.
std::string row(const std::string& method) {
  std::string points = "FIX 1\n", springs, freedoms, forces;
  for (int i = 0; i <= kMasses + 1; ++i)
    points += fmt::format("X {} {:.17g} 0\n", i + 1, static_cast<double>(i) / (kMasses + 1));
  for (int i = 1; i <= kMasses + 1; ++i) {
    springs += fmt::format("PLTRUSS {0} {0} {1}\n", i, i + 1);
    freedoms += fmt::format("RLSE {}\n", i);
    forces +=
        fmt::format("ESTIFF {} {:.17g}\n", i, kStiffness / (kMasses + 1));  // for a length of 1
  }
  for (int i = 1; i <= kMasses; ++i) {
    freedoms += fmt::format("FIX {} 2\n", i + 1);
    double velocity = 0;
    for (const Mode& mode : kModes)
      velocity += mode.amplitude * frequency(mode.number) * shape(mode.number, i);
    forces += fmt::format("XM {} {:.17g}\nSTARTVX {} 1 {:.17g}\n", i + 1, kMass, i + 1, velocity);
  }
  return springs + points + fmt::format("FIX {}\n", kMasses + 2) + freedoms + "END HALT\n" +
         forces + "DOF AUTO\nTIMES 0 10 2\nINTEG " + method + "\nEND END\n";
}

// The same masses were off by 1.4e-4 at 10 s while errors of velocities counted one step alone.
TEST(LongVibrations, StiffKeepsThemWithinAHundredTolerances) {
  const test::RunResult run = test::run(row("STIFF 1e-6 1e-6"));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  ASSERT_EQ(run.rows.size(), 6u);
  double worst = 0;
  for (std::size_t k = 0; k < run.rows.size(); ++k)
    for (int i = 1; i <= kMasses; ++i) {
      double x = static_cast<double>(i) / (kMasses + 1);
      for (const Mode& mode : kModes)
        x += mode.amplitude * shape(mode.number, i) *
             std::sin(frequency(mode.number) * 2 * static_cast<double>(k));
      worst = std::max(worst, std::fabs(run.value(k, fmt::format("x{}_1", i + 1)) - x));
    }
  EXPECT_LT(worst, 1e-4);
  EXPECT_LT(run.integrated.accepted, 7000);
}

}  // namespace
}  // namespace mbs
