// STATIC and EIGEN k of large mechanisms with laws, dampers, contacts and forces that follow,
// against closed forms: stacks and chains, damping in proportion to the stiffness, Beck's column.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/cantilever.h"
#include "support/deck.h"

namespace mbs {
namespace {

using test::CantileverFreedoms;

constexpr double kPi = 3.14159265358979323846;

// n masses of 1 kg above each other on a line, those next to each other joined by PLTRUSS k.
std::string column(int n, const std::string& records, double length) {
  std::string out;
  for (int k = 1; k <= n; ++k)
    out += fmt::format("PLTRUSS {} {} {}\nRLSE {}\nX {} 0 {:.17g}\nFIX {} 1\nDYNX {} 2\n", k, k,
                       k + 1, k, k + 1, -length * k, k + 1, k + 1);
  out += "X 1 0 0\nFIX 1\nEND HALT\n";
  for (int k = 1; k <= n; ++k) out += fmt::format("XM {} 1\n", k + 1);
  return out + records + "END END\n";
}

// Hanging from springs with S = 50 e + 2e4 e^3: each bears what is below it.
TEST(LargeLaws, HangingChain) {
  const int n = 60;
  std::string laws;
  for (int k = 1; k <= n; ++k) laws += fmt::format("ELAW {} 1 = 50*e + 2e4*e^3\n", k);
  const test::RunResult run = test::run(column(n, laws + "GRAVITY 0 -9.81\nSTATIC\n", 0.1));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  ASSERT_EQ(run.rows.size(), 1u);
  double y = 0;
  for (int k = 1; k <= n; ++k) {
    const double weight = 9.81 * (n - k + 1);
    double e = std::cbrt(weight / 2e4);
    for (int i = 0; i < 50; ++i) e -= (50 * e + 2e4 * e * e * e - weight) / (50 + 6e4 * e * e);
    y -= 0.1 + e;
    EXPECT_NEAR(run.value(0, fmt::format("x{}_2", k + 1)), y, 1e-10) << k;
  }
  EXPECT_NE(run.report.find("equilibrium: stable"), std::string::npos);
}

// Masses on springs of their own, whose forces only the next one decides:
// 7 y_k = 1 + 4 y_(k+1), from the last on.
TEST(LargeLaws, OneSidedNeighbours) {
  const int n = 50;
  std::string deck, laws;
  for (int k = 1; k <= n; ++k) {
    deck += fmt::format(
        "PLTRUSS {0} {0} {1}\nRLSE {0}\nX {0} {0} 0\nX {1} {0} 1\nFIX {1}\nFIX {0} 1\n"
        "DYNX {0} 2\n",
        k, 100 + k);
    laws += k < n ? fmt::format("ESTIFF {0} 7\nXLAW {0} 2 = 1 + 4*x{1}_2\n", k, k + 1)
                  : fmt::format("ESTIFF {0} 7\nXLAW {0} 2 = 1\n", k);
  }
  const test::RunResult run = test::run(deck + "END HALT\n" + laws + "STATIC\nEND END\n");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  double y = 0;
  for (int k = n; k >= 1; --k) {
    y = (1 + (k == n ? 0 : 4 * y)) / 7;
    EXPECT_NEAR(run.value(0, fmt::format("x{}_2", k)), y, 1e-13) << k;
  }
  EXPECT_NE(run.report.find("equilibrium: not judged, since forces follow"), std::string::npos)
      << run.report;
}

// Wheels that stand on each other by Hertz contacts: each is pressed in by (W / k)^(2/3).
TEST(LargeLaws, StackOfWheels) {
  const int n = 40;
  const double R = 0.1, k = 1e6, start = 1e-5;
  std::string deck =
      "PLCLINE 1  1 500  501 500  0 0 0.1  0 0 1 0\nX 501 0 0\nFIX 501\nX 500 0\nFIX 500\n";
  std::string dynamics = "CONTACT 1 PENALTY 1e6 1.5 0\n";
  for (int i = 1; i <= n; ++i) {
    deck +=
        fmt::format("X {} 0 {:.17g}\nFIX {} 1\nDYNX {} 2\n", i, (2 * i - 1) * (R - start), i, i);
    dynamics += fmt::format("XM {} 1\n", i);
    if (i == 1) continue;
    deck += fmt::format("PLCCIRC {}  {} 500  {} 500  0 0 0.1  0 0 0.1\n", i, i, i - 1);
    dynamics += fmt::format("CONTACT {} PENALTY 1e6 1.5 0\n", i);
  }
  const test::RunResult run =
      test::run(deck + "END HALT\n" + dynamics + "GRAVITY 0 -9.81\nSTATIC\nEND END\n");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  double y = -R;
  for (int i = 1; i <= n; ++i) {
    y += 2 * R - std::pow(9.81 * (n - i + 1) / k, 2.0 / 3);
    EXPECT_NEAR(run.value(0, fmt::format("x{}_2", i)), y, 1e-11) << i;
  }
}

// A chain held at one end by springs by law: w = 2 sqrt(k/m) sin((2 j - 1) pi / (2 (2 n + 1))).
TEST(LargeLaws, ModesOfAChain) {
  const int n = 90;
  std::string laws;
  for (int k = 1; k <= n; ++k) laws += fmt::format("ELAW {} 1 = 400*sinh(e)\n", k);
  const test::RunResult run = test::run(column(n, laws + "EIGEN 5\n", 0.1));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  ASSERT_EQ(run.rows.size(), 5u);
  for (int j = 1; j <= 5; ++j)
    EXPECT_NEAR(run.value(static_cast<std::size_t>(j - 1), "omega"),
                40 * std::sin((2 * j - 1) * kPi / (2 * (2 * n + 1))), 1e-10);
  EXPECT_NE(run.report.find("the lowest 5 of 90, counted: none is missing"), std::string::npos);
}

// Damping b times the stiffness: value^2 + b w^2 value + w^2 = 0, w from the chain without dampers.
// With 0.3 motions above 6.7 rad/s do not oscillate.
TEST(LargeLaws, DampingInProportion) {
  const int n = 90;
  for (const double b : {0.02, 0.3}) {
    std::string laws;
    for (int k = 1; k <= n; ++k)
      laws += fmt::format("ESTIFF {} 40\nEDAMP {} {:.17g}\n", k, k, 40 * b);
    const test::RunResult run = test::run(column(n, laws + "EIGEN 3\n", 0.1));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    ASSERT_EQ(run.rows.size(), 3u);
    for (int j = 1; j <= 3; ++j) {
      const std::size_t row = static_cast<std::size_t>(j - 1);
      const double w = 40 * std::sin((2 * j - 1) * kPi / (2 * (2 * n + 1)));
      const double real = -b * w * w / 2, root = std::sqrt(w * w - real * real);
      EXPECT_NEAR(run.value(row, "real"), real, 1e-9 * w) << b << j;
      EXPECT_NEAR(run.value(row, "imaginary"), root, 1e-9 * w) << b << j;
    }
    EXPECT_NE(run.report.find("the lowest 3 of 90, not counted"), std::string::npos) << run.report;
  }
}

// A cantilever under a force that turns with its tip does not buckle; it flutters from 20.05 EI/L^2
// on (Beck 1952).
TEST(LargeLaws, BecksColumn) {
  const int n = 32;
  const auto grows = [&](double P) {
    const int x = 2 * n + 1, phi = 2 * n + 2;
    const test::RunResult run = test::run(test::cantilever(
        n, 1e4, CantileverFreedoms::bending,
        fmt::format("XLAW {0} 1 = -{2}*cos(x{1}_1)\nXLAW {0} 2 = -{2}*sin(x{1}_1)\nEIGEN 4\n", x,
                    phi, P)));
    EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
    EXPECT_NE(run.report.find("the lowest 4 of 64, not counted"), std::string::npos) << run.report;
    double most = 0;
    for (std::size_t k = 0; k < run.rows.size(); ++k) most = std::max(most, run.value(k, "real"));
    return most;
  };
  EXPECT_LT(grows(19.9), 1e-6);
  EXPECT_GT(grows(20.2), 0.1);
}

}  // namespace
}  // namespace mbs
