// Measures of STATIC and EIGEN, in every dialect, and what they are for: buckling loads, found
// where the square of the lowest frequency is 0.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "paths.h"
#include "support/deck.h"
#include "support/process.h"

namespace mbs {
namespace {

constexpr double kPi = std::numbers::pi;

const char* const kPendulum = R"(2 1 0 1 0 0 0 0 0
0 0 0
0.5 0 0
1 2   0 0   -0.5 0
1
0 0 1
MASS 2  1.5 0.125
RSDA 1 2  20 0.3 0
MEASURE f = LAST mode1.frequency
MEASURE w = MAX mode1.omega
MEASURE turns = 2*pi*f/w
EIGEN
END
)";

TEST(StandstillMeasures, FrequencyOfAPendulum) {
  const double omega = std::sqrt(20 / (0.125 + 1.5 * 0.25));
  const test::RunResult run = test::run(kPendulum);
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_NEAR(run.measure("w"), omega, 1e-12);
  EXPECT_NEAR(run.measure("f"), omega / (2 * kPi), 1e-13);
  EXPECT_NEAR(run.measure("turns"), 1, 1e-15);
}

TEST(StandstillMeasures, NativeFormAndEchoGiveTheSame) {
  Diagnostics diagnostics;
  const DeckInput input{"deck", kPendulum, ".", {}};
  for (const std::string& deck :
       {convert_deck(input, {}, diagnostics), echo_deck(input, {}, diagnostics)}) {
    ASSERT_FALSE(diagnostics.has_errors()) << diagnostics.format_all();
    const test::RunResult run = test::run(deck);
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    EXPECT_NEAR(run.measure("w"), test::run(kPendulum).measure("w"), 1e-13);
  }
}

TEST(StandstillMeasures, AngleAndFrequencyOfAChain) {
  const test::RunResult still = test::run(R"(SEGDYN
SEGMENT 1 2 1 0.4 0.1
STATE 1 0
GRAV 0 -9.81
RSDA 0 1  30 0.2 0
MEASURE angle = LAST phi1
MEASURE moment = MIN rsda1.m
MEASURE gap = moment - 30*(angle - 0.2)
STATIC
END
)");
  ASSERT_EQ(still.status, ExitStatus::done) << still.messages;
  EXPECT_NEAR(30 * (0.2 - still.measure("angle")),
              2 * 9.81 * 0.4 * std::cos(still.measure("angle")), 1e-9);
  EXPECT_NEAR(still.measure("gap"), 0, 1e-12);
}

TEST(StandstillMeasures, WhatHasOneRowHasNoTime) {
  for (const char* line : {"RMS mode1.omega", "LAST mode1.omega FROM 0", "TIME WHEN body2.x > 0"}) {
    const test::RunResult run =
        test::run(std::string(kPendulum, std::string(kPendulum).find("END\n")) +
                  "MEASURE m = " + line + "\nEND\n");
    EXPECT_EQ(run.status, ExitStatus::deck_error) << line;
    EXPECT_NE(run.messages.find("EIGEN, and STATIC at one report time, have one row"),
              std::string::npos)
        << run.messages;
  }
  const test::RunResult run =
      test::run(std::string(kPendulum, std::string(kPendulum).find("END\n")) +
                "MEASURE m = LAST mode7.omega\nEND\n");
  EXPECT_EQ(run.status, ExitStatus::deck_error);
  EXPECT_NE(run.messages.find("mode7.omega"), std::string::npos) << run.messages;
}

// ---- buckling -----------------------------------------------------------------------------------

enum class Ends { fixed_free, pinned_pinned, fixed_pinned, fixed_fixed };

// n elements of a column of length 1 and EI = 1 with a load P along it, rigid in elongation.
std::string column(int n, Ends ends, const char* word = "PLBEAMG") {
  std::string out = "PARAM P = 1\n", masses, stiffness;
  for (int k = 0; k < n; ++k) {
    out +=
        fmt::format("{} {} {} {} {} {}\n", word, k + 1, 2 * k + 1, 2 * k + 2, 2 * k + 3, 2 * k + 4);
    masses += fmt::format("EM {} 1\n", k + 1);
    stiffness += fmt::format("ESTIFF {} 0 1\n", k + 1);
  }
  for (int k = 0; k <= n; ++k) out += fmt::format("X {} {:.17g} 0\n", 2 * k + 1, double(k) / n);
  const int tip = 2 * n + 1;
  out += "FIX 1\n";
  if (ends != Ends::pinned_pinned) out += "FIX 2\n";
  if (ends != Ends::fixed_free) out += fmt::format("FIX {} 2\n", tip);
  if (ends == Ends::fixed_fixed) out += fmt::format("FIX {}\n", tip + 1);
  for (int k = 0; k < n; ++k) out += fmt::format("RLSE {} 2 3\n", k + 1);
  out += "END HALT\n" + masses + stiffness;
  return out +
         fmt::format(R"(XF {} ${{-P}} 0
DOF AUTO
EIGEN
)",
                     tip) +
         "MEASURE square = LAST mode1.imaginary^2 - mode1.real^2\nEND END\n";
}

double buckling_load(const std::string& deck, const std::string& parameter, double low,
                     double high) {
  const test::Scratch scratch;
  const std::string path = scratch.file("buckling.dat");
  test::write_all(path, deck);
  const test::Finished run =
      test::mbsim(fmt::format("solve -p {}={}:{} -- {} 'square = 0'", parameter, low, high, path));
  EXPECT_EQ(run.status, 0) << run.err;
  const std::size_t at = run.out.find(parameter + "=");
  return at == std::string::npos ? NAN : std::atof(run.out.c_str() + at + parameter.size() + 1);
}

// Euler's four columns: pi^2 EI / (k L)^2 with k = 2, 1, 0.69916 (tan x = x) and 1/2. The error of
// the linear beam falls with the square of the element length, that of beams that count the
// shortening by bending with its fourth power.
TEST(Buckling, EulerColumns) {
  const double x = 4.493409457909064;  // tan x = x
  const std::pair<Ends, double> cases[] = {{Ends::fixed_free, kPi * kPi / 4},
                                           {Ends::pinned_pinned, kPi * kPi},
                                           {Ends::fixed_pinned, x * x},
                                           {Ends::fixed_fixed, 4 * kPi * kPi}};
  for (const auto& [ends, load] : cases)
    for (const char* word : {"PLBEAM", "PLBEAMG", "PLBEAML"}) {
      auto error = [&, ends = ends, load = load](int n) {
        return buckling_load(column(n, ends, word), "P", 0.7 * load, 1.5 * load) / load - 1;
      };
      const double coarse = error(4), fine = error(8);
      const bool linear = std::string(word) == "PLBEAM";
      EXPECT_NEAR(std::log2(coarse / fine), linear ? 2 : 4, 0.15)
          << word << " " << coarse << " " << fine;
      EXPECT_LT(std::fabs(fine), linear ? 0.06 : 6e-4) << word;  // seen 5.2e-2, 5.1e-4
    }
}

// Von Mises' truss of two bars: the load has its limit where the square of the angle's cosine is
// cos(a0)^(2/3), P = 2 EA (1 - cos(a0)^(2/3))^(3/2).
TEST(Buckling, LimitPointOfVonMisesTruss) {
  const std::string deck = R"(PARAM w = 0.05
PLTRUSS 1  1 2
PLTRUSS 2  3 2
X 1 -1 0
X 2  0 0.2
X 3  1 0
FIX 1
FIX 3
FIX 2 1
DYNX 2 2
RLSE 1
RLSE 2
END HALT
XM 2 1
ESTIFF 1 1000
ESTIFF 2 1000
STARTDX 2 2 ${0.2 - w} 0
EIGEN
MEASURE square = LAST mode1.imaginary^2 - mode1.real^2
MEASURE P = LAST a2_2
END END
)";
  const double w = buckling_load(deck, "w", 0.02, 0.15);
  const double cosine = std::pow(1 / std::sqrt(1.04), 1.0 / 3);
  EXPECT_NEAR(0.2 - w, std::sqrt(1 / (cosine * cosine) - 1), 1e-10);
  std::string at_limit = deck;
  at_limit.replace(at_limit.find("0.05"), 4, fmt::format("{:.17g}", w));
  const double load = 2000 * std::pow(1 - cosine * cosine, 1.5);
  EXPECT_NEAR(test::run(at_limit).measure("P"), load, 1e-10 * load);
}

// Every run of a sweep over the load has its frequency: the square falls with the load.
TEST(StandstillMeasures, SweepOverTheLoad) {
  const test::Scratch scratch;
  const std::string path = scratch.file("column.dat");
  test::write_all(path, column(4, Ends::pinned_pinned));
  const test::Finished run = test::mbsim("sweep -p P=0:8:4 " + path);
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_NE(run.out.find("square"), std::string::npos) << run.out;
}

}  // namespace
}  // namespace mbs
