// Force plates with clocks and rates of their own, and residuals of segments as channels.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/folder.h"
#include "text/number.h"

namespace mbs {
namespace {

using Plates = test::InFolder;

// The force of each plate in the time of the run.
double first_force(double t) { return t > 0.1 && t < 0.7 ? 100 + 1000 * (t - 0.1) : 0; }
double second_force(double t) { return t > 0.45 && t < 0.75 ? 50 + 2000 * (t - 0.45) : 0; }

// Rows of t fx fy x y of a plate whose clock begins at `start` of the run; noise while nobody
// stands on it.
std::string plate(double start, double rate, int rows, double (*force)(double)) {
  std::string out;
  for (int k = 0; k < rows; ++k) {
    const double t = start + k / rate, f = force(t);
    out += fmt::format("{:.12g} {:.12g} {:.12g} {} 0\n", k / rate, f > 0 ? 0.1 * f : 0.3,
                       f > 0 ? f : -4.0, f > 0 ? 0.2 + 0.1 * t : 0.0);
  }
  return out;
}

std::string deck(const std::string& second) {
  return "1 0 0 0 0 0 0 0 0\n0 0 0\n0 1 0.0127\nMASS 1 10 1\nGRAV 0 -9.81\n"
         "MOTION 1 0 0 0 0 0 0 0 0 0\nFORCE 1 TABLE THRESHOLD 20 \"one.txt\"\nFORCE 1 TABLE "
         "THRESHOLD 20 " +
         second + "\nNETJOINT 1 0 AT 0 0\nEND\n";
}

TEST_F(Plates, WithClocksOfTheirOwn) {
  write("one.txt", plate(0, 200, 201, first_force));
  write("two.txt", plate(0.35, 1000, 501, second_force));
  const test::RunResult got = good(deck("SHIFT 0.35 \"two.txt\""));
  double worst = 0;
  for (std::size_t row = 0; row < got.rows.size(); ++row) {
    const double t = got.time(row);
    // Not within a row of a contact, where the force rises straight from 0.
    bool near = false;
    for (const double edge : {0.1, 0.7, 0.45, 0.75}) near = near || std::fabs(t - edge) < 0.0051;
    if (near) continue;
    const double one = first_force(t), two = second_force(t);
    EXPECT_NEAR(got.value(row, "force1.fy"), one, 1e-9) << t;
    EXPECT_NEAR(got.value(row, "force2.fy"), two, 1e-9) << t;
    EXPECT_NEAR(got.value(row, "force2.fx"), 0.1 * two, 1e-9) << t;
    if (two > 0) {
      EXPECT_NEAR(got.value(row, "force2.x"), 0.2 + 0.1 * t, 1e-9) << t;
    }
    EXPECT_NEAR(got.value(row, "netjoint1.fy"), 98.1 - one - two, 1e-8) << t;
    EXPECT_NEAR(got.value(row, "netjoint1.m"), -(0.2 + 0.1 * t) * (one + two), 1e-8) << t;
    worst = std::max(worst, one + two);
  }
  EXPECT_GT(worst, 1000);
  EXPECT_NE(
      got.report.find("# FORCE 2, table: no force before 0.35 and behind 0.85, where it has no "
                      "rows"),
      std::string::npos)
      << got.report.substr(0, 800);
}

TEST_F(Plates, WhoseRecordEndsUnderAFootDoNotCoverTheRun) {
  write("one.txt", plate(0, 200, 201, first_force));
  write("two.txt", plate(0.35, 1000, 301, second_force));  // to 0.65
  expect_error(deck("SHIFT 0.35 \"two.txt\""), "the table from 0 to 0.6");
  expect_error(deck("SHIFT 0.35 SHIFT 1 \"two.txt\""), "SHIFT");
}

// A NATURAL or SMOOTH curve of such a plate is that of a plate which goes on with rows of no force:
// what it swings beyond its rows dies out within a few of them.
TEST_F(Plates, CurvesBesideTheirRows) {
  std::string rows, all;
  for (int k = 0; k <= 30; ++k) {
    const double t = 0.05 * k, force = k > 10 && k < 20 ? 200 * std::sin(kPi * (k - 10) / 10) : 0;
    const std::string row = fmt::format(" {:.12g} 0 {} 0.1 0", t, force);
    all += row;
    if (k >= 8 && k <= 22) rows += row;
  }
  for (const std::string curve :
       {"NATURAL", "SMOOTH", "SMOOTH QUINTIC", "SMOOTH CUTOFF 4", "LINEAR"}) {
    const auto run = [&](const std::string& table) {
      return good(
          "1 0 0 0 0 0 0 0 0\n0 0 0\n0 1.5 0.01\nMASS 1 1 1\nMOTION 1 0 0 0 0 0 0 0 0 0\n"
          "FORCE 1 TABLE " +
          curve + " THRESHOLD 20" + table + "\nNETJOINT 1 0 AT 0 0\nEND\n");
    };
    const test::RunResult part = run(rows), whole = run(all);
    for (std::size_t k = 0; k < whole.rows.size(); ++k)
      EXPECT_NEAR(part.value(k, "force1.fy"), whole.value(k, "force1.fy"), 1e-9)
          << curve << " " << k;
    EXPECT_LT(std::fabs(part.value(0, "force1.fy")), 0.5) << curve;
    EXPECT_LT(std::fabs(part.value(150, "force1.fy")), 0.5) << curve;
  }
}

}  // namespace
}  // namespace mbs
