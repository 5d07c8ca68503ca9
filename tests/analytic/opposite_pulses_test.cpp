// Two opposite pulses give no momentum, and yet they move what they act on, by their first moment:
// a free mass at rest is in the end at -int (t - c) f dt / m, whatever c.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "base/random.h"
#include "support/draws.h"
#include "support/good_run.h"

namespace mbs {
namespace {

struct Pair {
  std::string law;
  double moment;  // about its middle
};

// Of unit size between c - h and c + h.
Pair pair_of(int kind, double c, double h) {
  const std::string s = fmt::format("((t - {:.17g})/{:.17g})", c, h);
  const std::string inside = "abs(" + s + ") < 1";
  switch (kind) {
    case 0:
      return {fmt::format("({} ? ({} < 0 ? 1 : -1) : 0)", inside, s), -h * h};
    case 1:
      return {fmt::format("({} ? sin(pi*{}) : 0)", inside, s), 2 * h * h / std::numbers::pi};
    case 2:
      return {fmt::format("({0} ? {1}*(1 - {1}^2)^2 : 0)", inside, s), h * h * 16 / 105};
    case 3:
      return {fmt::format("(max(0, 1 - abs(4*{0} + 2)) - max(0, 1 - abs(4*{0} - 2)))", s),
              -h * h / 4};
    case 4:
      return {fmt::format("(rise_345(({0} + 1)*3) - 2*rise_345(({0} + 1/6)*3) + rise_345(({0} - "
                          "2/3)*3))",
                          s),
              -h * h * 25 / 36};
    case 5:
      return {fmt::format("({} ? sin(2*pi*{}) : 0)", inside, s), -h * h / std::numbers::pi};
    default: {
      const double d = h / 7;
      const std::string u = fmt::format("((t - {:.17g})/{:.17g})", c, d);
      return {fmt::format("{0}*exp(-{0}^2)", u), d * d * std::sqrt(std::numbers::pi) / 2};
    }
  }
}

double way_of(const std::string& deck) {
  RunSettings settings;
  settings.timeout = test::patience(10);
  const test::RunResult run = test::run(deck, settings);
  EXPECT_EQ(run.status, ExitStatus::done) << run.messages << deck;
  EXPECT_EQ(run.messages, "") << deck;
  return run.measures.empty() ? std::nan("") : run.measures[0].value;
}

struct Method {
  const char* line;
  double tolerance;  // relative error of the way
};
constexpr Method kMethods[] = {{"", 2e-7},
                               {"INTEG STEP 1e-9 1e-9\n", 2e-7},
                               {"INTEG DOP853 1e-9 1e-9\n", 2e-8},
                               {"INTEG STIFF 1e-8 1e-8\n", 2e-7},
                               {"INTEG GALPHA 1e-8 1e-8\n", 1e-6}};

// MBSIM_OPPOSITE=2000 draws twenty times as many.
TEST(OppositePulses, MoveAFreeMassByTheirMoment) {
  for (int n = 0; n < test::draws(100, "MBSIM_OPPOSITE"); ++n) {
    std::uint64_t drawn = 0;
    const auto in = [&](double a, double b) {
      return a + (b - a) * uniform_at(900 + static_cast<std::uint64_t>(n), drawn++);
    };
    const double run = std::pow(10, std::floor(in(-1, 3)));
    const double h = run * std::pow(10, in(-4, -0.6)) / 2, c = in(h, run - h), m = in(0.5, 4);
    // What is left of the momentum would move the mass further and further.
    const double end = c + 1.3 * h;
    const Pair pair = pair_of(static_cast<int>(in(0, 7)), c, h);
    const double force = m * std::pow(10, in(-1, 1)) / pair.moment;
    const double way = -force * pair.moment / m;
    const Method& method = kMethods[n % static_cast<int>(std::size(kMethods))];
    const std::string deck = fmt::format(
        "X 1 0 0\nDYNX 1 1\nFIX 1 2\nEND HALT\nXM 1 {:.17g}\nXLAW 1 1 = {:.17g}*{}\nTIMES 0 "
        "{:.17g} "
        "{:.17g}\n{}MEASURE last = LAST x1_1\nEND END\n",
        m, force, pair.law, end, end / (1 + n % 7), method.line);
    EXPECT_NEAR(way_of(deck), way, method.tolerance * std::fabs(way)) << n << "\n" << deck;
  }
}

// 1 ms at 5.03 s, a way of 1.
TEST(OppositePulses, InOtherDialectsAndForms) {
  for (int kind = 0; kind < 7; ++kind) {
    const Pair pair = pair_of(kind, 5.03, 5e-4);
    const std::string law = fmt::format("{:.17g}*{}", -1 / pair.moment, pair.law);
    for (const std::string& deck :
         {"2 0 0 1 0 0 0 0 0\n0 0 0\n0 0 0\n1\n0 5.031 5.031\nMASS 2 1 0.1\nLAW BODY 2 X = " + law +
              "\nMEASURE last = LAST body2.x\n",
          "2 0 0 1 0 0 0 0 0\n0 0 0\n0 0 0\n1\n0 5.031 5.031\nMASS 2 1 0.1\nFORCE 2 0 0 FX = " +
              law + " ; FY = 0\nFORM FULL\nMEASURE last = LAST body2.x\n",
          "SEGDYN\nSEGMENT 1 1 1 0.5 0.75\nSTATE 1 0 0\nBASE 0 0\nKNOWN M 1 = " + law +
              "\nTIME 0 5.031 5.031\nMEASURE last = LAST phi1\nEND\n",
          "X 1 0 0\nFIX 1\nX 2 0\nDYNX 2\nEND HALT\nXM 2 1\nXLAW 2 1 = " + law +
              "\nTIMES 0 5.031 5.031\nMEASURE last = LAST x2_1\nEND END\n",
          "PLTRUSS 1 1 2\nX 1 0 0\nX 2 1 0\nFIX 1\nFIX 2 2\nRLSE 1\nDYNX 2 1\nEND HALT\nXM 2 1\n"
          "ELAW 1 1 = -(" +
              law + ")\nTIMES 0 5.031 5.031\nMEASURE last = LAST e1_1\nEND END\n"})
      EXPECT_NEAR(way_of(deck), 1, 1e-7) << deck;
  }
}

// A fixed step that passes over both is not called good.
TEST(OppositePulses, FixedStepsSayWhatTheyCannotResolve) {
  for (const int kind : {1, 2, 3, 4, 5, 6})
    for (const std::string method : {"RK4 0.01", "HEUN 0.01", "GALPHA STEP 0.01"}) {
      const Pair pair = pair_of(kind, 5.0312, 5e-3);
      const test::RunResult run =
          test::run(fmt::format("X 1 0 0\nDYNX 1 1\nFIX 1 2\nEND HALT\nXM 1 1\nXLAW 1 1 = "
                                "{:.17g}*{}\nTIMES 0 10 1\nINTEG "
                                "{}\nEND END\n",
                                1 / pair.moment, pair.law, method));
      const double x = run.value(run.rows.size() - 1, "x1_1");
      if (std::fabs(x + 1) > 0.03) {
        EXPECT_NE(run.verdict.judgement, Judgement::good) << kind << method << x;
      }
      EXPECT_TRUE(std::fabs(x + 1) < 0.03 || !run.messages.empty()) << kind << method << x;
    }
}

}  // namespace
}  // namespace mbs
