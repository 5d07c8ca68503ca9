// The decks of two strides against the truth that their files were made from, by equations of
// another program (tests/data/gait/write_strides.py).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "paths.h"
#include "support/deck.h"
#include "support/process.h"

namespace mbs {
namespace {

struct Truth {
  std::vector<std::string> names;
  std::vector<std::vector<double>> rows;
};

Truth read_truth() {
  std::istringstream in(test::read_all(MBSIM_ROOT "/decks/gait/strides_truth.csv"));
  Truth out;
  std::string line, cell;
  std::getline(in, line);
  for (std::istringstream head(line); std::getline(head, cell, ',');) out.names.push_back(cell);
  while (std::getline(in, line)) {
    out.rows.emplace_back();
    for (std::istringstream row(line); std::getline(row, cell, ',');)
      out.rows.back().push_back(std::stod(cell));
  }
  return out;
}

test::RunResult run_deck_file(const std::string& name) {
  const std::string folder = MBSIM_ROOT "/decks/gait";
  return test::run(test::read_all(folder + "/" + name), {}, folder);
}

TEST(StridesDecks, AgreeWithTheTruth) {
  const Truth truth = read_truth();
  ASSERT_EQ(truth.rows.size(), 221u);
  for (const std::string name : {"strides.dat", "strides_c3d.dat"}) {
    const test::RunResult run = run_deck_file(name);
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    EXPECT_EQ(run.messages, "");
    ASSERT_EQ(run.rows.size(), truth.rows.size());
    for (std::size_t column = 1; column < truth.names.size(); ++column) {
      const std::string& channel = truth.names[column];
      double sum = 0;
      for (std::size_t row = 0; row < truth.rows.size(); ++row)
        sum += std::pow(run.value(row, channel) - truth.rows[row][column], 2);
      // 0.4 mm of noise and the bias of a filter of 6 Hz.
      const double most = channel.ends_with("angle")    ? 0.2
                          : channel.ends_with("moment") ? 0.02
                                                        : 0.04;
      EXPECT_LT(std::sqrt(sum / static_cast<double>(truth.rows.size())), most) << name << channel;
    }
  }
}

}  // namespace
}  // namespace mbs
