// Columns with the four ends of Euler: where they buckle along a load path, and their frequencies
// under load.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "support/deck.h"

namespace mbs {
namespace {

constexpr double kColumnPi = 3.14159265358979323846;

struct ColumnEnds {
  bool foot_turns, top_slides, top_turns;  // top_slides: across
  double load;                             // over EI / L^2
};

// n beams of length 1 / n along x, EI = 1, mass 1 per length.
std::string column_of_beams(const char* beam, int n, const ColumnEnds& ends,
                            const std::string& tail) {
  std::string out, dynamics;
  for (int k = 1; k <= n; ++k) {
    out += fmt::format("{} {} {} {} {} {}\nRLSE {}\n", beam, k, 2 * k - 1, 2 * k, 2 * k + 1,
                       2 * k + 2, k);
    dynamics += fmt::format("EM {0} 1\nESTIFF {0} 1e7 1\n", k);
  }
  for (int k = 0; k <= n; ++k) out += fmt::format("X {} {:.17g} 0\n", 2 * k + 1, 1.0 * k / n);
  out += "FIX 1\n";
  if (!ends.foot_turns) out += "FIX 2\n";
  if (!ends.top_slides) out += fmt::format("FIX {} 2\n", 2 * n + 1);
  if (!ends.top_turns) out += fmt::format("FIX {}\n", 2 * n + 2);
  return out + "END HALT\n" + dynamics + "DOF AUTO\n" + tail + "END END\n";
}

// The error falls with the square of the length of PLBEAM; it is small with the other two.
TEST(Columns, BuckleAlongALoadPath) {
  const ColumnEnds all[] = {{false, true, true, kColumnPi * kColumnPi / 4},
                            {true, false, true, kColumnPi * kColumnPi},
                            {false, false, true, 20.190728556},
                            {false, false, false, 4 * kColumnPi * kColumnPi}};
  for (const ColumnEnds& ends : all)
    for (const char* beam : {"PLBEAM", "PLBEAMG", "PLBEAML"}) {
      SCOPED_TRACE(fmt::format("{} {}", beam, ends.load));
      const auto error = [&](int n) {
        const test::RunResult run =
            test::run(column_of_beams(beam, n, ends,
                                      fmt::format("XF {} {:.17g} 0\nITERSTEP 50 10 ARC\nSTATIC\n",
                                                  2 * n + 1, -1.3 * ends.load)));
        EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
        const std::string before = "# bifurcation at ";
        const std::size_t at = run.report.find(before);
        if (at == std::string::npos) return std::nan("");
        return 1.3 * std::stod(run.report.substr(at + before.size())) - 1;
      };
      const double coarse = error(8), fine = error(16);
      if (std::string(beam) == "PLBEAM")
        EXPECT_NEAR(std::log2(coarse / fine), 2, 0.05);
      else
        EXPECT_LT(std::fabs(fine), 6e-5);
    }
}

// w_k^2 = (k pi)^4 (1 - P / (k pi)^2) between hinges.
TEST(Columns, FrequenciesUnderLoad) {
  for (const double P : {5.0, -5.0, 9.0})
    for (const char* beam : {"PLBEAMG", "PLBEAML"}) {
      SCOPED_TRACE(fmt::format("{} {}", beam, P));
      const test::RunResult run = test::run(column_of_beams(
          beam, 32, {true, false, true, 0}, fmt::format("XF 65 {:.17g} 0\nSTATIC\nEIGEN 2\n", -P)));
      ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
      for (std::size_t k = 0; k < 2; ++k) {
        const double square = std::pow((static_cast<double>(k) + 1) * kColumnPi, 2);
        const double exact = square * std::sqrt(1 - P / square);
        EXPECT_NEAR(run.value(k, "omega"), exact, 1e-5 * exact) << k;
      }
    }
}

// A point between six springs of space has one frequency three times, 20 of them 60 times.
TEST(Columns, SixtyEqualValues) {
  std::string out, dynamics;
  int node = 0, bar = 0;
  for (int c = 0; c < 20; ++c) {
    const int middle = ++node;
    out += fmt::format("X {0} {1} 0 0\nDYNX {0}\n", middle, 10 * c);
    dynamics += fmt::format("XM {} 2\n", middle);
    for (int axis = 0; axis < 3; ++axis)
      for (const int side : {1, -1}) {
        double to[3] = {10.0 * c, 0, 0};
        to[axis] += side;
        out += fmt::format("X {0} {1} {2} {3}\nFIX {0}\nTRUSS {4} {5} {0}\nRLSE {4}\n", ++node,
                           to[0], to[1], to[2], bar + 1, middle);
        dynamics += fmt::format("ESTIFF {} 7\n", ++bar);
      }
  }
  const test::RunResult run = test::run(out + "END HALT\n" + dynamics + "EIGEN 9\nEND END\n");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_NE(run.report.find("the lowest 9 of 60, counted"), std::string::npos) << run.report;
  for (std::size_t k = 0; k < 9; ++k) EXPECT_NEAR(run.value(k, "omega"), std::sqrt(7.0), 1e-9);
}

// A shallow arch a sin(k x), k = pi / L, on two pins, under q sin(k x), of I / A = r^2. As long as
// it keeps its form b sin(k x) its thrust is EA k^2 (a^2 - b^2) / 4 and
//   q = EI k^4 (a - b + (a^2 - b^2) b / (4 r^2))
// with a limit where 3 b^2 = a^2 - 4 r^2. It sways, as sin(2 k x), where the thrust is 4 EI k^2:
// b^2 = a^2 - 16 r^2 (Fung and Kaplan 1952). For a = 5 r these are 2.8525 and 2.8 EI k^4 a.
TEST(Columns, ShallowArch) {
  const auto errors_of = [](int n) {
    const double pi = 3.14159265358979323846, a = 0.005, r = a / 5, whole = 4;
    std::string beams, tail;
    for (int j = 0; j <= n; ++j) {
      const int p = 2 * j + 1;
      const double x = 1.0 * j / n, load = whole * std::pow(pi, 4) * a * std::sin(pi * x) / n;
      beams += fmt::format("X {} {:.17g} {:.17g}\n", p, x, a * std::sin(pi * x));
      if (j < n) {
        beams +=
            fmt::format("PLBEAM {} {} {} {} {}\nRLSE {}\n", j + 1, p, p + 1, p + 2, p + 3, j + 1);
        tail += fmt::format("ESTIFF {} {:.17g} 1\n", j + 1, 1 / (r * r));
      }
      beams += fmt::format("{} {}\nDYNX {}\n", j % n == 0 ? "FIX" : "DYNX", p, p + 1);
      if (j % n != 0) tail += fmt::format("XF {} 0 {:.17g}\n", p, -load);
    }
    const test::RunResult run =
        test::run(beams + "END HALT\n" + tail + "ITERSTEP 50 10 ARC\nSTATIC\nEND END\n");
    EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
    const auto first = [&](const std::string& what) {
      const std::size_t at = run.report.find("# " + what + " at ");
      return at == std::string::npos ? 0
                                     : whole * std::stod(run.report.substr(at + what.size() + 6));
    };
    const double b = std::sqrt((1 - 0.16) / 3);
    return std::pair{first("bifurcation") / 2.8 - 1,
                     first("limit point") / (1 - b + 6.25 * (1 - b * b) * b) - 1};
  };
  const auto coarse = errors_of(32), fine = errors_of(64);
  EXPECT_LT(std::fabs(fine.first), 5e-4);
  EXPECT_LT(std::fabs(fine.second), 1e-3);
  EXPECT_LT(std::fabs(fine.first), std::fabs(coarse.first)) << fine.first << " " << coarse.first;
}

}  // namespace
}  // namespace mbs
