// Frequencies by EIGEN, those seen in a free oscillation, and closed forms: all the same.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "support/deck.h"

namespace mbs {
namespace {

double value(const test::RunResult& run, std::size_t row, const std::string& name) {
  const auto it = std::find(run.names.begin(), run.names.end(), name);
  EXPECT_NE(it, run.names.end()) << name;
  return run.rows.at(row).at(static_cast<std::size_t>(it - run.names.begin()));
}

// From the first two downward zero crossings of a channel around `middle`.
double frequency_seen(const test::RunResult& run, const std::string& name, double middle) {
  std::vector<double> crossings;
  for (std::size_t k = 1; k < run.rows.size() && crossings.size() < 2; ++k) {
    const double a = value(run, k - 1, name) - middle, b = value(run, k, name) - middle;
    if (!(a > 0 && b <= 0)) continue;
    const double t = value(run, k - 1, "t"), h = value(run, k, "t") - t;
    crossings.push_back(t + h * a / (a - b));  // a sine is straight at its zeros, to third order
  }
  if (crossings.size() < 2) return 0;
  return 2 * std::numbers::pi / (crossings[1] - crossings[0]);
}

TEST(ModesInMotion, SpringChain) {
  const std::string head =
      "PLTRUSS 1 1 2\nPLTRUSS 2 2 3\nX 1 0 0\nX 2 1 0\nX 3 2 0\nFIX 1\nFIX 2 2\nFIX 3 2\n"
      "RLSE 1\nRLSE 2\nDYNX 2 1\nDYNX 3 1\nEND HALT\nESTIFF 1 100\nESTIFF 2 100\nXM 2 1\n"
      "XM 3 1\n";
  const test::RunResult modes = test::run(head + "EIGEN\nEND END\n");
  ASSERT_EQ(modes.rows.size(), 2u);
  for (std::size_t m = 0; m < 2; ++m) {
    const double sign = m == 0 ? -1 : 1;
    const double exact = std::sqrt(100 * (3 + sign * std::sqrt(5.0)) / 2);
    // x3 / x2 of the shape, where the motion starts at rest
    EXPECT_NEAR(value(modes, m, "omega") / exact, 1, 1e-13);
    const test::RunResult motion =
        test::run("PARAM r = " + std::string(m == 0 ? "(1+sqrt(5))/2" : "(1-sqrt(5))/2") + "\n" +
                  head + "STARTDX 2 1 1.001\nSTARTDX 3 1 ${2+0.001*r}" +
                  "\nTIMESTEP 3 3000\nERROR 1e-14 1e-12\nEND END\n");
    const double seen = frequency_seen(motion, "x2_1", 1);
    EXPECT_NEAR(seen / exact, 1, 1e-8);  // seen 1.2e-9 and 1.7e-9
  }
}

}  // namespace
}  // namespace mbs
