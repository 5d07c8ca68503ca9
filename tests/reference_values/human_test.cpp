// Forward dynamics of a human of 15 segments with 40 degrees of freedom against the accelerations
// of other programs with 15 digits (tests/data/R26_human40.json).
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

TEST(Human, MovesAsOtherProgramsSay) {
  std::ifstream in(MBSIM_ROOT "/tests/data/R26_human40.json");
  const auto rows = nlohmann::json::parse(in).at("forward").at("segments").at("rows");
  const std::string deck = test::read_all(MBSIM_ROOT "/decks/space/human.dat");
  for (const char* form : {"FORM REDUCED\n", "FORM FULL\n"}) {
    std::string text = deck;
    const test::RunResult run = test::good_run(text.insert(text.find("GRAVITY"), form));
    // Velocity and acceleration of the centre along x y z, angular ones along the axes of the body.
    double velocities = 0, accelerations = 0, largest = 0;
    for (std::size_t k = 0; k < 15; ++k)
      for (std::size_t c = 0; c < 3; ++c)
        for (const std::size_t turning : {0u, 1u}) {
          const std::string of = fmt::format("{}_{}", 2 * k + 1 + turning, c + 1);
          const double v = rows[k][2 + turning][c], a = rows[k][4 + turning][c];
          velocities = std::max(velocities, std::fabs(run.value(0, "v" + of) - v));
          accelerations = std::max(accelerations, std::fabs(run.value(0, "a" + of) - a));
          largest = std::max(largest, std::fabs(a));
        }
    EXPECT_GT(largest, 2e4);  // the left foot
    EXPECT_LT(velocities, 1e-13) << form;
    EXPECT_LT(accelerations / largest, 1e-15) << form;  // seen 3.2e-16
  }
}

}  // namespace
}  // namespace mbs
