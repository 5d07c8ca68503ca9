// SMOOTH QUINTIC, CUTOFF and SD in decks of all dialects, for tables and groups of their columns.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "linalg/spline.h"
#include "support/good_run.h"

namespace mbs {
namespace {

using Numbers = std::vector<double>;

// 61 rows at 100 per second of a motion with noise: as numbers and as text with all their digits.
struct Measured {
  Numbers t, x, y, phi;
  std::string rows(const std::string& separator = " ") const {
    std::string out;
    for (std::size_t k = 0; k < t.size(); ++k)
      out += fmt::format("{}{} {} {} {}", k > 0 ? separator : "", t[k], x[k], y[k], phi[k]);
    return out;
  }
  std::string pairs() const {
    std::string out;
    for (std::size_t k = 0; k < t.size(); ++k) out += fmt::format(" {} {}", t[k], x[k]);
    return out;
  }
};

Measured measured() {
  std::mt19937_64 generator(3);
  std::normal_distribution<double> normal;
  Measured out;
  for (int k = 0; k <= 60; ++k) {
    const double t = k / 100.0;
    out.t.push_back(t);
    out.x.push_back(1.3 * t + 0.05 * std::sin(7 * t) + 4e-4 * normal(generator));
    out.y.push_back(0.4 + 0.03 * std::cos(9 * t) + 4e-4 * normal(generator));
    out.phi.push_back(-1.5 + 0.4 * std::sin(8 * t) + 2e-3 * normal(generator));
  }
  return out;
}

std::string kabios(const std::string& table) {
  return fmt::format(R"(1 0 0 0 0 0 0 0 0
0 0.4 -1.5
0 0.6 0.05
MASS 1 4 0.1
MOTION 1 TABLE {}
NETJOINT 1 0 AT 0 0
)",
                     table);
}

std::string native(const std::string& table) {
  return fmt::format(R"(X 1 0 0
FIX 1 2
INPUTX 1 1
END HALT
INPUTX 1 1 TABLE {}
TIMES 0 0.6 0.05
END END
)",
                     table);
}

// The angular acceleration of a bar of inertia 1 under the known moment.
std::string chain(const std::string& table) {
  return fmt::format(R"(SEGDYN
SEGMENT 1 2 1 0.5 0.5
STATE 1 0 0
KNOWN M 1 TABLE {}
TIME 0 0.6 0.05
END
)",
                     table);
}

struct Way {
  std::string words;
  Spline (*curve)(const Numbers& t, const Numbers& y);
  const char* head;
};
const Way kWays[] = {
    {"SMOOTH", [](const Numbers& t, const Numbers& y) { return Spline::cross_validate(t, y); },
     "cross-validated spline: lambda"},
    {"SMOOTH CUBIC",
     [](const Numbers& t, const Numbers& y) { return Spline::cross_validate(t, y); },
     "cross-validated spline: lambda"},
    {"SMOOTH QUINTIC",
     [](const Numbers& t, const Numbers& y) { return Spline::cross_validate_quintic(t, y); },
     "cross-validated quintic spline: lambda"},
    {"SMOOTH CUTOFF 6",
     [](const Numbers& t, const Numbers& y) { return Spline::low_pass(t, y, 6); },
     "Butterworth filter of 6 Hz, forwards and backwards: "},
    {"SMOOTH SD 0.0004",
     [](const Numbers& t, const Numbers& y) { return Spline::with_known_noise(t, y, 4e-4); },
     "quintic spline for noise of 0.0004: lambda"}};

Numbers at(const Spline& spline, double t) {
  double out[3];
  int hint = 0;
  spline.evaluate(t, out, hint);
  return {out[0], out[1], out[2]};
}

TEST(SmoothingWords, AllDialects) {
  const Measured table = measured();
  for (const Way& way : kWays) {
    SCOPED_TRACE(way.words);
    const Spline x = way.curve(table.t, table.x);
    const test::RunResult in_native = test::good_run(native(way.words + table.pairs()));
    const test::RunResult in_chain = test::good_run(chain(way.words + table.pairs()));
    const std::string of_all = way.words.find("SD") == std::string::npos
                                   ? way.words
                                   : way.words + " FOR x y SMOOTH SD 0.002 FOR phi";
    const test::RunResult in_kabios = test::good_run(kabios(of_all + " " + table.rows()));
    for (int k = 0; k <= 12; ++k) {
      const Numbers expected = at(x, 0.05 * k);
      EXPECT_NEAR(in_native.value(k, "x1_1"), expected[0], 1e-12);
      EXPECT_NEAR(in_native.value(k, "a1_1"), expected[2], 1e-8);
      EXPECT_NEAR(in_kabios.value(k, "body1.x"), expected[0], 1e-12);
      EXPECT_NEAR(in_kabios.value(k, "body1.xdd"), expected[2], 1e-8);
      EXPECT_NEAR(in_kabios.value(k, "motion1.fx"), 4 * expected[2], 1e-7);
      EXPECT_NEAR(in_chain.value(k, "phidd1"), expected[0], 1e-9);
    }
    for (const test::RunResult* run : {&in_native, &in_kabios, &in_chain})
      EXPECT_NE(run->report.find(way.head), std::string::npos) << run->report.substr(0, 1000);
  }
}

TEST(SmoothingWords, GroupsOfColumns) {
  const Measured table = measured();
  const test::RunResult run = test::good_run(
      kabios("SMOOTH CUTOFF 5 FOR y SMOOTH SD 0.002 FOR phi SMOOTH QUINTIC " + table.rows()));
  const Spline x = Spline::cross_validate_quintic(table.t, table.x),
               y = Spline::low_pass(table.t, table.y, 5),
               phi = Spline::with_known_noise(table.t, table.phi, 0.002);
  for (int k = 0; k <= 12; ++k) {
    EXPECT_NEAR(run.value(k, "body1.xdd"), at(x, 0.05 * k)[2], 1e-8);
    EXPECT_NEAR(run.value(k, "body1.ydd"), at(y, 0.05 * k)[2], 1e-8);
    EXPECT_NEAR(run.value(k, "body1.phidd"), at(phi, 0.05 * k)[2], 1e-8);
  }
}

// The standard deviation of columns that are named stands for these alone.
TEST(SmoothingWords, ANumberStandsForItsGroup) {
  const Measured table = measured();
  const test::RunResult run =
      test::good_run(kabios("SMOOTH SD 0.0004 FOR x SMOOTH QUINTIC FOR y phi " + table.rows()));
  const Spline x = Spline::with_known_noise(table.t, table.x, 0.0004),
               phi = Spline::cross_validate_quintic(table.t, table.phi);
  for (int k = 0; k <= 12; ++k) {
    EXPECT_NEAR(run.value(k, "body1.xdd"), at(x, 0.05 * k)[2], 1e-8);
    EXPECT_NEAR(run.value(k, "body1.phidd"), at(phi, 0.05 * k)[2], 1e-8);
  }
}

// Forces as well, and the echo says the same in the dialect of the deck and as a native deck.
TEST(SmoothingWords, EchoAndForces) {
  const Measured table = measured();
  std::string force;
  for (std::size_t k = 0; k < table.t.size(); ++k)
    force += fmt::format(" {} {} {} 0.1 0", table.t[k], table.x[k], table.y[k]);
  const std::string deck = kabios("SMOOTH CUTOFF 5 FOR y phi NATURAL " + table.rows()) +
                           "FORCE 1 TABLE SMOOTH QUINTIC FOR fx fy LINEAR FOR x y" + force + "\n";
  const test::RunResult run = test::good_run(deck);
  EXPECT_NE(run.report.find("# FORCE 1: fx = cross-validated quintic spline: lambda"),
            std::string::npos);
  EXPECT_EQ(run.report.find("# FORCE 1: x = "), std::string::npos);
  const Spline fx = Spline::cross_validate_quintic(table.t, table.x),
               x = Spline::interpolate(table.t, table.x);
  for (int k = 0; k <= 12; ++k)
    EXPECT_NEAR(run.value(k, "motion1.fx"), 4 * at(x, 0.05 * k)[2] - at(fx, 0.05 * k)[0], 1e-7);
  for (const bool to_native : {false, true}) {
    Diagnostics diagnostics;
    const DeckInput input{"deck", deck, ".", {}};
    const std::string echo =
        to_native ? convert_deck(input, {}, diagnostics) : echo_deck(input, {}, diagnostics);
    const test::RunResult again = test::good_run(echo);
    for (int k = 0; k <= 12; ++k)
      EXPECT_EQ(again.value(k, "netjoint1.fx"), run.value(k, "netjoint1.fx"));
  }
}

// A deck in mm and ms: the cut-off is per ms, the standard deviation in mm.
TEST(SmoothingWords, UnitsOfTheDeck) {
  const Measured table = measured();
  std::string rows;
  for (std::size_t k = 0; k < table.t.size(); ++k)
    rows += fmt::format(" {} {} {} {}", 1000 * table.t[k], 1000 * table.x[k], 1000 * table.y[k],
                        table.phi[k]);
  const auto deck = [&](const char* words) {
    return fmt::format(R"(UNITS mm kg ms
1 0 0 0 0 0 0 0 0
0 400 -1.5
0 600 50
MASS 1 4 0.1
MOTION 1 TABLE {} {}
NETJOINT 1 0 AT 0 0
)",
                       words, rows);
  };
  const auto in_metres = [&](const char* words) {
    return test::good_run(kabios(words + std::string(" ") + table.rows()));
  };
  const test::RunResult cut = test::done(deck("SMOOTH CUTOFF 0.006")),
                        said = test::done(deck("SMOOTH CUTOFF 6Hz")),
                        cut_in_metres = in_metres("SMOOTH CUTOFF 6"),
                        sd = test::done(deck("SMOOTH SD 0.4 FOR x y SMOOTH QUINTIC")),
                        sd_in_metres = in_metres("SMOOTH SD 0.0004 FOR x y SMOOTH QUINTIC");
  for (int k = 0; k <= 12; ++k) {
    EXPECT_NEAR(cut.value(k, "body1.x"), 1000 * cut_in_metres.value(k, "body1.x"), 1e-7);
    EXPECT_NEAR(said.value(k, "body1.x"), cut.value(k, "body1.x"), 1e-9);
    EXPECT_NEAR(sd.value(k, "body1.x"), 1000 * sd_in_metres.value(k, "body1.x"), 1e-6);
  }
}

struct Wrong {
  const char* words;
  const char* message;
};

TEST(SmoothingWords, WhatIsWrongIsSaid) {
  const Measured table = measured();
  const Wrong kabios_wrong[] = {
      {"SMOOTH QUINTC",
       "5:23: error: MOTION 1: 'QUINTC' is no way to smooth; did you mean 'QUINTIC'"},
      {"SMOOTH SPLINE",
       "5:23: error: MOTION 1: 'SPLINE' is no way to smooth; expected CUBIC, "
       "QUINTIC, CUTOFF f, CUTOFF RESIDUAL or SD s behind SMOOTH"},
      {"SMOOTH CUTOFF -6", "5:30: error: MOTION 1: cut-off f is -6; expected a positive number"},
      {"SMOOTH CUTOFF 41",
       "5:16: error: MOTION 1: 100 rows per unit of time are too few for a cut-off of 41; expected "
       "a cut-off below 40.1: 0.802 of half their rate"},
      {"SMOOTH SD 0 FOR x",
       "5:26: error: MOTION 1: standard deviation s is 0; expected a positive"},
      {"SMOOTH SD 0.1",
       "5:26: error: MOTION 1: one standard deviation stands for x and phi, which "
       "have different units; expected SD s FOR x and SD s FOR phi"},
      {"SMOOTH QUINTIC FOR z",
       "5:35: error: MOTION 1: 'Z' is no column of this table; expected "
       "some of x, y, phi"},
      {"SMOOTH QUINTIC FOR", "5:35: error: MOTION 1: no column follows FOR; expected some of x, y"},
      {"NATURAL FOR x SMOOTH FOR y x", "5:43: error: MOTION 1: x has two curves; expected one"},
      {"NATURAL LINEAR", "5:24: error: MOTION 1: the table has two curves; expected one, or FOR"}};
  for (const Wrong& wrong : kabios_wrong) {
    const test::RunResult run = test::run(kabios(std::string(wrong.words) + " " + table.rows()));
    EXPECT_EQ(run.status, ExitStatus::deck_error) << wrong.words;
    EXPECT_NE(run.messages.find(wrong.message), std::string::npos) << wrong.words << "\n"
                                                                   << run.messages;
  }
  const test::RunResult in_native = test::run(native("SMOOTH CUTOFF 41" + table.pairs())),
                        in_chain = test::run(chain("SMOOTH CUTOFF 41" + table.pairs()));
  for (const test::RunResult* run : {&in_native, &in_chain})
    EXPECT_NE(run->messages.find("too few for a cut-off of 41"), std::string::npos)
        << run->messages;
}

// Rows with empty cells, in the middle and perhaps at the end.
std::string with_gaps(const Measured& table, const std::vector<std::size_t>& empty) {
  std::string out;
  for (std::size_t k = 0; k < table.t.size(); ++k) {
    const bool gap = std::find(empty.begin(), empty.end(), k) != empty.end();
    out += gap ? fmt::format(" {} NaN {} {}", table.t[k], table.y[k], table.phi[k])
               : fmt::format(" {} {} {} {}", table.t[k], table.x[k], table.y[k], table.phi[k]);
  }
  return out;
}

// What is missing is no measurement: the smoothing sees the other rows alone.
TEST(SmoothingWords, MissingRowsAreLeftOut) {
  const Measured table = measured();
  Numbers t, x;
  for (std::size_t k = 0; k < table.t.size(); ++k)
    if (k < 20 || k > 24) t.push_back(table.t[k]), x.push_back(table.x[k]);
  for (const Way& way : kWays) {
    if (way.words.find("SD") != std::string::npos) continue;
    const test::RunResult run =
        test::good_run(kabios(way.words + " GAPS FILL " + with_gaps(table, {20, 21, 22, 23, 24})));
    const Spline curve = way.curve(t, x);
    for (int k = 0; k <= 12; ++k)
      EXPECT_NEAR(run.value(k, "body1.xdd"), at(curve, 0.05 * k)[2], 1e-8) << way.words;
    EXPECT_NE(run.report.find("# MOTION 1, table: 5 of 183 cells empty, left out of the smoothing; "
                              "longest gap 0.06\n"),
              std::string::npos)
        << run.report.substr(0, 500);
  }
}

// At an end of the table there is nothing to smooth: the run must end before.
TEST(SmoothingWords, EmptyEndsShortenTheRange) {
  const Measured table = measured();
  const std::string rows = with_gaps(table, {58, 59, 60});
  const test::RunResult refused = test::run(kabios("SMOOTH QUINTIC GAPS FILL " + rows));
  EXPECT_EQ(refused.status, ExitStatus::deck_error);
  EXPECT_NE(refused.messages.find(
                "error: MOTION 1: value 1 is empty at an end of its table, where nothing can be "
                "smoothed: the run goes from t = 0 to 0.6000000000000001, the table from 0 to "
                "0.57; expected a "
                "run within what was measured, or NATURAL, which holds the last value"),
            std::string::npos)
      << refused.messages;
  std::string shorter = kabios("SMOOTH QUINTIC GAPS FILL " + rows);
  shorter.replace(shorter.find("0 0.6 0.05"), 10, "0 0.5 0.05");
  const test::RunResult run = test::good_run(shorter);
  EXPECT_NE(run.report.find("longest gap 0.03; value 1 known from t = 0 to 0.57\n"),
            std::string::npos)
      << run.report.substr(0, 500);
  const Spline curve = Spline::cross_validate_quintic({table.t.begin(), table.t.end() - 3},
                                                      {table.x.begin(), table.x.end() - 3});
  EXPECT_NEAR(run.value(5, "body1.xdd"), at(curve, 0.25)[2], 1e-8);
}

}  // namespace
}  // namespace mbs
