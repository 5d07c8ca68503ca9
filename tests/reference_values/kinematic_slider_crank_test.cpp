// The driven slider-crank against its closed form, computed elsewhere with 15 digits:
// tests/data/R08_slider_crank.json, the kinematic columns.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "paths.h"
#include "support/deck.h"
#include "support/process.h"

namespace mbs {
namespace {

using nlohmann::json;

TEST(SliderCrank, KinematicColumnsAtAllTimes) {
  std::ifstream file(MBSIM_ROOT "/tests/data/R08_slider_crank.json");
  const json driven = json::parse(file).at("driven");
  const std::vector<std::string> columns = driven.at("columns");
  const std::vector<std::vector<double>> table = driven.at("table");
  const test::RunResult run =
      test::run(test::read_all(MBSIM_ROOT "/decks/kabios/slider_crank.dat"));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  ASSERT_EQ(table.size(), 41u);
  ASSERT_EQ(run.rows.size(), 41u);

  const std::vector<std::pair<std::string, std::string>> pairs = {{"t", "t"},
                                                                  {"phi", "body2.phi"},
                                                                  {"psi", "body3.phi"},
                                                                  {"psi_d", "body3.phid"},
                                                                  {"psi_dd", "body3.phidd"},
                                                                  {"x_slider", "body4.x"},
                                                                  {"xd", "body4.xd"},
                                                                  {"xdd", "body4.xdd"}};
  for (const auto& [theirs, ours] : pairs) {
    const auto k = static_cast<std::size_t>(std::find(columns.begin(), columns.end(), theirs) -
                                            columns.begin());
    ASSERT_LT(k, columns.size()) << theirs;
    ASSERT_LT(run.column(ours), run.names.size()) << ours;
    double lowest = table[0][k], highest = lowest, worst = 0;
    for (std::size_t row = 0; row < 41; ++row) {
      lowest = std::min(lowest, table[row][k]);
      highest = std::max(highest, table[row][k]);
      const double error = std::fabs(run.value(row, ours) - table[row][k]);
      worst = error <= worst ? worst : error;  // NaN is kept
    }
    EXPECT_LT(worst, 1e-11 * (highest - lowest)) << ours;  // seen 4.7e-16
  }
  // The slider stays on its line and does not turn.
  for (std::size_t row = 0; row < 41; ++row) {
    EXPECT_NEAR(run.value(row, "body4.y"), 0.05, 1e-15);  // seen 0
    EXPECT_NEAR(run.value(row, "body4.phi"), 0, 1e-15);   // seen 0
  }
}

}  // namespace
}  // namespace mbs
