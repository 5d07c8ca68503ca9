// Reading is linear: four times as many lines take at most seven times as long (the square would be
// sixteen), whatever the kind of line. bench/large_decks.sh writes the decks.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <string>

#include "support/process.h"

namespace mbs {
namespace {

constexpr int kLines = 5000;
constexpr double kMost = 7;

double seconds_of_children() {
  rusage used{};
  ::getrusage(RUSAGE_CHILDREN, &used);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

class LargeDecks : public testing::TestWithParam<const char*> {
 protected:
  // Processor time of a run, the least of three.
  double seconds(int lines) const {
    const std::string kind = GetParam();
    const std::string write = MBSIM_ROOT "/bench/large_decks.sh --write ";
    const std::string deck = scratch_.file(fmt::format("{}.dat", lines));
    EXPECT_EQ(test::shell(fmt::format("{} {} {} > '{}'", write, kind, lines, deck)).status, 0);
    if (kind == "table") {
      const std::string rows = scratch_.file("rows.csv");
      EXPECT_EQ(test::shell(fmt::format("{} rows {} > '{}'", write, lines, rows)).status, 0);
    }
    double least = 1e9;
    for (int k = 0; k < 3; ++k) {
      const double begun = seconds_of_children();
      const test::Finished run = test::mbsim("--no-report '" + deck + "'");
      EXPECT_EQ(run.status, 0) << run.err;
      least = std::min(least, seconds_of_children() - begun);
    }
    return least;
  }

 private:
  test::Scratch scratch_;
};

TEST_P(LargeDecks, AreReadLinearly) {
  const bool table = std::string(GetParam()) == "table";
  const int lines = table ? 20 * kLines : kLines;
  double few = seconds(lines), many = seconds(4 * lines);
  // A machine that others use may have been busy meanwhile.
  for (int again = 0; again < 2 && many >= kMost * few; ++again)
    few = std::min(few, seconds(lines)), many = std::min(many, seconds(4 * lines));
  RecordProperty("ratio", fmt::format("{:.2f}", many / few));
  EXPECT_LT(many, kMost * few);
}

INSTANTIATE_TEST_SUITE_P(Kinds, LargeDecks,
                         testing::Values("param", "out", "report", "measure", "chain", "table"),
                         [](const auto& kind) { return std::string(kind.param); });

}  // namespace
}  // namespace mbs
