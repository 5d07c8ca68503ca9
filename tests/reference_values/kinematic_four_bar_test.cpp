// The four-bar of the KABIOS manual against the closed form of its vertices (intersection of two
// circles) and exact derivatives, computed elsewhere with 30 digits: tests/data/R01_fourbar.json.
#include <gtest/gtest.h>

#include <fstream>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "paths.h"
#include "support/deck.h"
#include "support/process.h"

namespace mbs {
namespace {

using nlohmann::json;

struct Channel {
  double lowest = std::numeric_limits<double>::infinity(), highest = -lowest, worst = 0;
};

TEST(FourBar, AllBodiesAndThePointAtAllTimes) {
  std::ifstream file(MBSIM_ROOT "/tests/data/R01_fourbar.json");
  const json table = json::parse(file).at("table");
  const test::RunResult run = test::run(test::read_all(MBSIM_ROOT "/decks/kabios/four_bar.dat"));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  ASSERT_EQ(table.size(), 41u);
  ASSERT_EQ(run.rows.size(), 41u);

  const std::vector<std::string> body = {"x",    "y",   "phi", "xd",   "yd",
                                         "phid", "xdd", "ydd", "phidd"};
  const std::vector<std::string> point = {"x", "y", "xd", "yd", "xdd", "ydd"};
  std::map<std::string, Channel> channels;
  for (std::size_t row = 0; row < 41; ++row) {
    EXPECT_NEAR(run.time(row), table[row].at("t").get<double>(), 1e-15);
    for (const char* owner : {"body2", "body3", "body4", "point"}) {
      const bool is_point = std::string(owner) == "point";
      const std::vector<std::string>& columns = is_point ? point : body;
      const json& values = table[row].at(owner);
      ASSERT_EQ(values.size(), columns.size());
      for (std::size_t k = 0; k < columns.size(); ++k) {
        const std::string name = std::string(owner) + (is_point ? "1." : ".") + columns[k];
        ASSERT_LT(run.column(name), run.names.size()) << name;
        const double expected = values[k], error = std::fabs(run.value(row, name) - expected);
        Channel& channel = channels[name];
        channel.lowest = std::min(channel.lowest, expected);
        channel.highest = std::max(channel.highest, expected);
        channel.worst = error <= channel.worst ? channel.worst : error;  // NaN is kept
      }
    }
  }
  ASSERT_EQ(channels.size(), 33u);
  for (const auto& [name, channel] : channels) {
    // A constant (speed and acceleration of the crank) is measured by its own size.
    double range = channel.highest - channel.lowest;
    if (range <= 0) range = std::max(1.0, std::fabs(channel.highest));
    EXPECT_LT(channel.worst, 1e-11 * range) << name;  // seen 4.2e-14
  }
}

}  // namespace
}  // namespace mbs
