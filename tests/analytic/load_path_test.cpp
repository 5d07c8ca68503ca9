// ITERSTEP ARC: paths of equilibria through limit points and past bifurcations, against the closed
// forms of the truss of two bars; and what ends a path.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/cantilever.h"
#include "support/deck.h"

namespace mbs {
namespace {

// Two bars of EA = 1000 from (-1, 0) and (1, 0) to (0, height), a load F down at their top.
std::string truss(double height, double F, bool sways, const std::string& way) {
  return fmt::format(
      "PLTRUSS 1 1 2\nPLTRUSS 2 3 2\nX 1 -1 0\nX 2 0 {:.17g}\nX 3 1 0\nFIX 1\nFIX 3\n{}RLSE "
      "1\nRLSE 2\n"
      "END HALT\nESTIFF 1 1000\nESTIFF 2 1000\nXF 2 0 {:.17g}\nITERSTEP 50 {}\nSTATIC\nEND END\n",
      height, sways ? "DYNX 2\n" : "FIX 2 1\nDYNX 2 2\n", -F, way);
}

// The load at the height h.
double load(double height, double h) {
  const double l0 = std::hypot(1, height), l = std::hypot(1, h);
  return 2 * 1000 * (l0 - l) / l0 * h / l;
}

// The numbers behind each `what` in the report.
std::vector<double> factors(const std::string& report, const std::string& what) {
  std::vector<double> out;
  const std::string before = "# " + what + " at ";
  for (std::size_t at = report.find(before); at != std::string::npos;
       at = report.find(before, at + 1))
    out.push_back(std::stod(report.substr(at + before.size())));
  return out;
}

TEST(LoadPath, SnapThrough) {
  const double F = 5, angle = std::atan(0.2);
  const double limit = 2000 * std::pow(1 - std::pow(std::cos(angle), 2.0 / 3), 1.5);
  for (const char* way : {"20 ARC", "7 1e-11 ARC"}) {
    const test::RunResult run = test::run(truss(0.2, F, false, way));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    const std::vector<double> limits = factors(run.report, "limit point");
    ASSERT_EQ(limits.size(), 2u) << run.report;
    EXPECT_NEAR(limits[0], limit / F, 1e-6);
    EXPECT_NEAR(limits[1], -limit / F, 1e-6);
    EXPECT_NE(run.report.find("of the load, then 1 negative pivot\n"), std::string::npos);
    EXPECT_NE(run.report.find("of the load, then 0 negative pivots\n"), std::string::npos);
    EXPECT_NE(run.report.find("equilibrium: stable"), std::string::npos);
    // All rows lie on the path; the last one has the whole load.
    ASSERT_GT(run.rows.size(), 10u);
    double highest = 0;
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      EXPECT_NEAR(F * run.time(k), load(0.2, run.value(k, "x2_2")), 1e-8) << k;
      highest = std::max(highest, F * run.time(k));
    }
    EXPECT_EQ(run.time(run.rows.size() - 1), 1);
    EXPECT_LT(run.value(run.rows.size() - 1, "x2_2"), -0.2);
  }
}

// A steep truss sways before it comes to its limit: where l^3 = l0 h^2.
TEST(LoadPath, Bifurcation) {
  const double l0 = std::sqrt(10.0), F = 600;
  double l = 2.75;
  for (int k = 0; k < 50; ++k) l -= (l * l * l - l0 * l * l + l0) / (3 * l * l - 2 * l0 * l);
  const double critical = load(3, std::sqrt(l * l - 1));
  const test::RunResult run = test::run(truss(3, F, true, "20 ARC"));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const std::vector<double> found = factors(run.report, "bifurcation");
  ASSERT_GE(found.size(), 1u) << run.report;
  EXPECT_NEAR(found[0], critical / F, 1e-5);
}

// Without limit points the path ends where STATIC does.
TEST(LoadPath, EndsWhereStaticDoes) {
  const auto tip = [](const std::string& way) {
    const test::RunResult run =
        test::run(test::cantilever(12, 1e6, test::CantileverFreedoms::deformations,
                                   "XF 25 0 10\nESIG 1 3 0.2 0\n" + way + "STATIC\n"));
    EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
    const std::size_t last = run.rows.size() - 1;
    return std::pair(run.value(last, "x25_1"), run.value(last, "x25_2"));
  };
  const auto [x, y] = tip("");
  const auto [path_x, path_y] = tip("ITERSTEP 50 10 ARC\n");
  EXPECT_NEAR(path_x, x, 1e-9);
  EXPECT_NEAR(path_y, y, 1e-9);
}

// The top of the truss of two bars is led down from 0.2 to -0.2, beyond the limits of its load, and
// pushed to the side by a force that grows as well.
std::string led_truss(const std::string& motion) {
  return "PLTRUSS 1 1 2\nPLTRUSS 2 3 2\nX 1 -1 0\nX 2 0 0.2\nX 3 1 0\nFIX 1\nFIX 3\nINPUTX 2 2\n"
         "DYNX 2 1\nRLSE 1\nRLSE 2\nEND HALT\nESTIFF 1 1000\nESTIFF 2 1000\nXF 2 3 0\nINPUTX 2 2 " +
         motion + "\nITERSTEP 50 10 ARC\nSTATIC\nEND END\n";
}

TEST(LoadPath, PrescribedDisplacements) {
  const test::RunResult run = test::run(led_truss("0.2 -0.4"));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  ASSERT_GT(run.rows.size(), 5u);
  double most = 0;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double part = run.time(k), x = run.value(k, "x2_1"), y = run.value(k, "x2_2");
    EXPECT_NEAR(y, 0.2 - 0.4 * part, 1e-12) << k;
    const double l0 = std::hypot(1, 0.2), l = std::hypot(1 + x, y), m = std::hypot(1 - x, y);
    const double N = 1000 * (l - l0) / l0, P = 1000 * (m - l0) / l0;
    EXPECT_NEAR(3 * part - N * (1 + x) / l + P * (1 - x) / m, 0, 1e-8) << k;
    // The reaction holds the top at its height.
    EXPECT_NEAR(run.value(k, "r2_2"), -(N * y / l + P * y / m) * -1, 1e-8) << k;
    most = std::max(most, std::fabs(run.value(k, "r2_2")));
  }
  EXPECT_EQ(run.time(run.rows.size() - 1), 1);
  EXPECT_GT(most, 2);  // of a limit of 2.96 N

  const test::RunResult bent = test::run(led_truss("POLY 0.2 0 -0.4"));
  EXPECT_EQ(bent.status, ExitStatus::solution_failed);
  EXPECT_NE(bent.messages.find("not linear in t, which is the load factor there"),
            std::string::npos)
      << bent.messages;
}

TEST(LoadPath, WhatEndsIt) {
  const test::RunResult free = test::run(
      "X 1 0 0\nDYNX 1\nEND HALT\nXM 1 1\nXF 1 1 0\nITERSTEP 50 5 ARC\nSTATIC\nEND END\n");
  EXPECT_EQ(free.status, ExitStatus::solution_failed);
  EXPECT_NE(free.messages.find("ITERSTEP ARC: the path of equilibria ends at 0 of the load"),
            std::string::npos)
      << free.messages;
  const test::RunResult wrong = test::run(truss(0.2, 1, false, "20 ARK"));
  EXPECT_EQ(wrong.status, ExitStatus::deck_error);
  EXPECT_NE(wrong.messages.find(":16:16: error: ITERSTEP"), std::string::npos) << wrong.messages;
}

}  // namespace
}  // namespace mbs
