// Measured angles that are cut at half a turn, and what prescribes them: a ratio between, a clock
// of their own, joints and relations, rows without a number. Everything turns at a constant rate.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "support/folder.h"
#include "text/number.h"

namespace mbs {
namespace {

constexpr double kRate = 16;  // [rad/s]

// Rows of t 0 0 angle, cut at half a turn; `degrees`: the angle in degrees. Rows for which `empty`
// says so have no angle.
template <class Empty>
std::string rows(bool degrees, Empty empty) {
  std::string out;
  for (int k = 0; k <= 44; ++k) {
    const double t = 0.025 * k, angle = std::remainder(kRate * t, 2 * kPi);
    out +=
        fmt::format("{:.12g} 0 0 {}\n", t,
                    empty(k) ? "NaN" : fmt::format("{:.12g}", degrees ? angle * 180 / kPi : angle));
  }
  return out;
}
std::string rows(bool degrees) {
  return rows(degrees, [](int) { return false; });
}
std::string two_columns(bool degrees) {
  std::string out, line;
  const std::string all = rows(degrees);
  for (std::size_t from = 0; from < all.size();) {
    const std::size_t end = all.find('\n', from);
    line = all.substr(from, end - from);
    out += line.substr(0, line.find(' ')) + line.substr(line.rfind(' ')) + "\n";
    from = end + 1;
  }
  return out;
}

class UnwrappedRatios : public test::InFolder {
 protected:
  void expect_turn(const std::string& deck, const std::string& channel, double rate,
                   double shift = 0) {
    const test::RunResult run = good(deck);
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      EXPECT_NEAR(run.value(k, channel), rate * (run.time(k) + shift), 1e-6) << deck << k;
      EXPECT_NEAR(run.value(k, channel + "d"), rate, 1e-4) << deck << k;
    }
    EXPECT_NE(run.report.find("unwrapped: "), std::string::npos) << deck;
  }
};

constexpr const char* kBody = "1 0 0 0 0 2 0 0 0\n0 0 0\n1 1 0 0 0\n1 2 0 0 0\n0 1 0.1\n";

TEST_F(UnwrappedRatios, OfExpressions) {
  write("rad.txt", two_columns(false));
  write("deg.txt", two_columns(true));
  for (const double ratio : {1., 0.5, 1. / 3, 0.9, 1.1, 1.5, -0.9, 2.2, 0.25, 0.1, 0.05, 9.}) {
    expect_turn(fmt::format("{}DRIVE 1 PHI = {}*spline(\"rad.txt\", t)\n", kBody, ratio),
                "body1.phi", ratio * kRate);
    expect_turn(fmt::format("{}DRIVE 1 PHI = {}*deg*spline(\"deg.txt\", t)\n", kBody, ratio),
                "body1.phi", ratio * kRate);
  }
  expect_turn(fmt::format("{}DRIVE 1 PHI = spline(\"rad.txt\", t + 0.05)\n", kBody), "body1.phi",
              kRate, 0.05);
  expect_turn(fmt::format("{}DRIVE 1 PHI = 2*spline(\"rad.txt\", t/2)\n", kBody), "body1.phi",
              kRate);
}

TEST_F(UnwrappedRatios, OfTables) {
  write("rad.txt", "time x y z\n" + rows(false));
  write("deg.txt", "time x y z\n" + rows(true));
  const std::string deck =
      "1 0 0 0 0 0 0 0 0\n0 0 0\n0 1 0.1\nMASS 1 1 1\nMOTION 1 TABLE NATURAL \"{}\" COLUMNS 1 2 3 "
      "4 {}\n"
      "NETJOINT 1 0 AT 0 0\n";
  for (const double ratio : {0.5, 0.9, -1.1, 1.5}) {
    expect_turn(fmt::format(fmt::runtime(deck), "rad.txt", fmt::format("SCALE {}", ratio)),
                "body1.phi", ratio * kRate);
    expect_turn(
        fmt::format(fmt::runtime(deck), "deg.txt", fmt::format("SCALE {}", ratio * kPi / 180)),
        "body1.phi", ratio * kRate);
    expect_turn(
        "UNITS deg\n" + fmt::format(fmt::runtime(deck), "deg.txt", fmt::format("SCALE {}", ratio)),
        "body1.phi", ratio * kRate);
  }
}

TEST_F(UnwrappedRatios, OfJointsAndRelations) {
  write("rad.txt", two_columns(false));
  const std::string deck = "2 1 0 1 0 0 0 0 0\n0 0 0\n0 0 0\n1 2 0 0 0 0\n1\n0 1 0.1\n";
  expect_turn(deck + "DRIVE REVOLUTE 1 = spline(\"rad.txt\", t)\n", "body2.phi", kRate);
  expect_turn(
      deck + "RELATION = 1*body2.phi - 1*body1.phi\nDRIVE RELATION 1 = spline(\"rad.txt\", t)\n",
      "body2.phi", kRate);
}

// The cut may lie within the rows without an angle; one behind them is found as ever.
TEST_F(UnwrappedRatios, BesideGaps) {
  const std::string deck =
      "1 0 0 0 0 0 0 0 0\n0 0 0\n0 1 0.1\nMASS 1 1 1\nMOTION 1 TABLE NATURAL GAPS FILL "
      "\"gaps.txt\"\n"
      "NETJOINT 1 0 AT 0 0\n";
  for (const int first : {6, 7, 8, 12, 22, 23})
    for (const int count : {1, 2, 3, 5}) {
      write("gaps.txt", rows(false, [&](int k) { return k >= first && k < first + count; }));
      expect_turn(deck, "body1.phi", kRate);
      write("gaps.txt", rows(false, [&](int k) {
              return k % 2 == 1 || (k >= first && k < first + std::min(count, 3));
            }));
      expect_turn(deck, "body1.phi", kRate);
    }
}

// Files that hold no angles keep their jumps, and a swing that stays away from half a turn keeps
// its rows on both sides of a gap.
TEST_F(UnwrappedRatios, NotOfWhatIsNoAngle) {
  const auto expect_end = [&](double factor, const std::string& rows, double end) {
    write("file.txt", rows);
    const test::RunResult run =
        good(fmt::format("{}DRIVE 1 PHI = {}*table(\"file.txt\", t)\n", kBody, factor));
    EXPECT_NEAR(run.value(run.rows.size() - 1, "body1.phi"), end, 1e-12) << rows;
    EXPECT_EQ(run.report.find("unwrapped"), std::string::npos) << rows;
  };
  const auto jump = [](double from, double to) {
    std::string out;
    for (int k = 0; k <= 10; ++k) out += fmt::format("{} {}\n", 0.1 * k, k < 5 ? from : to);
    return out;
  };
  expect_end(0.002, jump(0, 350), 0.7);  // mm of a stroke
  expect_end(0.002, jump(-20, 335), 0.67);
  expect_end(0.5, jump(0, 6), 3);           // volts
  expect_end(0.001, jump(100, 440), 0.44);  // newtons
  expect_end(0.9, jump(-2.9, 2.9), 2.61);
  std::string swing;
  for (int k = 0; k <= 200; ++k) {
    const double t = 0.02 * k, angle = 1.4 * std::sin(2 * kPi * t / 0.8);
    const bool is_empty = k >= 84 && k <= 112;
    swing += fmt::format("{} 0 0 {}\n", t, is_empty ? "NaN" : fmt::format("{:.12g}", angle));
  }
  write("swing.txt", swing);
  const test::RunResult run = good(
      "1 0 0 0 0 0 0 0 0\n0 0 0\n0 4 0.1\nMASS 1 1 1\nMOTION 1 TABLE NATURAL GAPS FILL "
      "\"swing.txt\"\n"
      "NETJOINT 1 0 AT 0 0\n");
  EXPECT_NEAR(run.value(40, "body1.phi"), 0, 1e-6);
  EXPECT_EQ(run.report.find("unwrapped"), std::string::npos);
}

}  // namespace
}  // namespace mbs
