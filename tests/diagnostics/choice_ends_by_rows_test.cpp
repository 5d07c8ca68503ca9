// Choices of known and unknown variables whose known force is rows of a table: where the motion
// comes near a straight knee, what lies between the rows decides on which side it goes on. The run
// ends and names the time.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include "support/deck.h"
#include "support/process.h"

namespace mbs {
namespace {

constexpr double kM1 = 7, kL1 = .43, kD1 = .25, kM2 = 60, kD2 = .35, kP1 = 1.3, kP2 = 1.75;
constexpr double kA = kM1 * kD1 + kM2 * kL1, kB = kM2 * kD2, kWeight = 9.81 * (kM1 + kM2);

struct Row {
  double t, x, y;
};

// The force on the ground of shank and thigh that turn with accelerations a1 and 0 from velocities
// w1 and w2: of A e(phi1) + B e(phi2), twice differentiated. `digits` as a file has them.
std::vector<Row> rows(double w1, double a1, double w2, double spacing, int digits) {
  std::vector<Row> out;
  const auto rounded = [digits](double x) { return std::stod(fmt::format("{:.{}g}", x, digits)); };
  for (int k = 0; k * spacing < .6 + spacing / 2; ++k) {
    const double t = k * spacing, p1 = kP1 + w1 * t + a1 * t * t / 2, p2 = kP2 + w2 * t,
                 v = w1 + a1 * t;
    out.push_back(
        {t, rounded(kA * (-a1 * std::sin(p1) - v * v * std::cos(p1)) - kB * w2 * w2 * std::cos(p2)),
         rounded(kA * (a1 * std::cos(p1) - v * v * std::sin(p1)) - kB * w2 * w2 * std::sin(p2) +
                 kWeight)});
  }
  return out;
}

// Forces that are straight lines between their rows make A e(phi1) + B e(phi2) a cubic between
// them, in closed form: when it is farthest from the joint, and how much it is then short of A + B.
struct Farthest {
  double t = 0, angle = 0;  // of the knee then
};
Farthest farthest(const std::vector<Row>& rows, double w1, double w2) {
  double x = kA * std::cos(kP1) + kB * std::cos(kP2), y = kA * std::sin(kP1) + kB * std::sin(kP2);
  double vx = -kA * std::sin(kP1) * w1 - kB * std::sin(kP2) * w2,
         vy = kA * std::cos(kP1) * w1 + kB * std::cos(kP2) * w2;
  double most = 0, when = 0;
  for (std::size_t k = 0; k + 1 < rows.size(); ++k) {
    const Row &a = rows[k], &b = rows[k + 1];
    const double h = b.t - a.t, fy = a.y - kWeight;
    const auto at = [&](double f, double df, double p, double v, double s) {
      return p + v * s + f * s * s / 2 + df / h * s * s * s / 6;
    };
    for (int i = 0; i <= 10000; ++i) {
      const double s = h * i / 10000,
                   r = std::hypot(at(a.x, b.x - a.x, x, vx, s), at(fy, b.y - a.y, y, vy, s));
      if (r > most) most = r, when = a.t + s;
    }
    x = at(a.x, b.x - a.x, x, vx, h), y = at(fy, b.y - a.y, y, vy, h);
    vx += h * (a.x + b.x) / 2, vy += h * (fy + b.y - kWeight) / 2;
  }
  const double c = (most * most - kA * kA - kB * kB) / (2 * kA * kB);
  return {when, c < 1 ? std::acos(c) : -1};
}

std::string deck(double w1, double w2, const std::string& known, const std::string& method) {
  return fmt::format(
      "SEGDYN\nSEGMENT 1 {} {} {} .12\nSEGMENT 2 {} .45 {} 2\nSTATE 1 {} {}\nSTATE 2 {} {}\n"
      "GRAV 0 -9.81\n{}UNKNOWN M 1\nUNKNOWN M 2\nTIME 0 .6 .1\nINTEG {}\nEND\n",
      kM1, kL1, kD1, kM2, kD2, kP1, w1, kP2, w2, known, method);
}

std::string table(const std::vector<Row>& rows, const char* curve) {
  std::string x = std::string("KNOWN FRX 1 TABLE ") + curve,
              y = std::string("KNOWN FRY 1 TABLE ") + curve;
  for (const Row& row : rows) {
    x += fmt::format("  {:.17g} {:.17g}", row.t, row.x);
    y += fmt::format("  {:.17g} {:.17g}", row.t, row.y);
  }
  return x + "\n" + y + "\n";
}

void expect_end(const test::RunResult& run, double t, double error, const std::string& what) {
  EXPECT_EQ(run.status, ExitStatus::solution_failed) << what << run.messages;
  std::smatch found;
  if (!std::regex_search(run.messages, found,
                         std::regex("at t = ([0-9.]+) the choice of unknowns becomes singular: "
                                    "(PHIDD 1, )?PHIDD 2")))
    FAIL() << what << run.messages;
  EXPECT_NEAR(std::stod(found[1]), t, error) << what;
}

// The motion that makes the rows has its knee straight; that of the straight lines between them
// turns back 0.003 rad before, in closed form.
TEST(ChoiceEndsByRows, AKneeThatTurnsBackBeforeItIsStraight) {
  struct Case {
    double w1, a1, w2, spacing;
    int digits;
  };
  const std::vector<const char*> all{"DOP853 1e-9 1e-9", "STEP 1e-9 1e-9", "STIFF 1e-9 1e-9",
                                     "RK4 1e-3",         "RK4 1e-4",       "HEUN 1e-3",
                                     "GALPHA 1e-8 1e-8"},
      one{"DOP853 1e-9 1e-9"};
  for (const Case& c : {Case{0, 1, -.9, .01, 12}, Case{0, 1, -.9, .01, 7}, Case{0, 1, -.9, .02, 9},
                        Case{0, 1, -.9, .005, 9}, Case{-.2, 1, -1, .01, 9}}) {
    const std::vector<Row> force = rows(c.w1, c.a1, c.w2, c.spacing, c.digits);
    const Farthest turn = farthest(force, c.w1, c.w2);
    ASSERT_GT(turn.angle, 1e-4);
    ASSERT_LT(turn.angle, .0065);
    for (const char* method : c.digits == 12 ? all : one)
      expect_end(test::run(deck(c.w1, c.w2, table(force, ""), method)), turn.t, 2e-6,
                 fmt::format("{} {}: ", c.spacing, method));
  }
}

// Another curve through the same rows, and the rows of a file that an expression or a ROW reads.
TEST(ChoiceEndsByRows, ByOtherCurvesAndExpressions) {
  const std::vector<Row> force = rows(0, 1, -.9, .01, 12);
  const double straight = -.9 + std::sqrt(.81 + .9);
  for (const char* curve : {"NATURAL", "MONOTONE"})
    expect_end(test::run(deck(0, -.9, table(force, curve), "DOP853 1e-9 1e-9")), straight, 1e-3,
               curve);
  const test::Scratch scratch;
  std::string file;
  for (const Row& row : force)
    file += fmt::format("{:.17g},{:.17g},{:.17g}\n", row.t, row.x, row.y);
  test::write_all(scratch.file("force.csv"), file);
  const std::string folder = std::filesystem::path(scratch.file("force.csv")).parent_path();
  const double turn = farthest(force, 0, -.9).t;
  const char* const known[] = {
      "KNOWN FRX 1 = table(\"force.csv\", t, 1)\nKNOWN FRY 1 = table(\"force.csv\", t, 2)\n",
      "KNOWN FRX 1 TABLE \"force.csv\" 1\nUNKNOWN FRY 1\nROW 1 FRY 1 1\n"
      "ROW 1 RHS = table(\"force.csv\", t, 2)\n"};
  for (const char* how : known)
    for (const char* method : {"DOP853 1e-9 1e-9", "RK4 1e-3"})
      expect_end(test::run(deck(0, -.9, how, method), {}, folder), turn, 2e-6, how);
}

// Rows of a knee that stays bent by more than a tenth are followed, to the end and without a word.
TEST(ChoiceEndsByRows, AKneeThatStaysBent) {
  const std::vector<Row> force = rows(.4, 0, .1, .01, 12);
  const test::RunResult run = test::run(deck(.4, .1, table(force, ""), "DOP853 1e-9 1e-9"));
  EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_EQ(run.messages, "");
  EXPECT_NEAR(run.value(6, "phi1"), kP1 + .24, 1e-5);
}

}  // namespace
}  // namespace mbs
