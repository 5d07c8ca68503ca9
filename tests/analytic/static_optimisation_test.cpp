// Joint moments shared by muscles: closed forms for two muscles at a joint, the conditions of an
// optimum for three over two joints by a search of its own, limits, reserves, and the three
// dialects.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

#include "deck/help/words.h"
#include "laws/load_sharing.h"
#include "paths.h"
#include "support/deck.h"
#include "support/process.h"

namespace mbs {
namespace {

// Sum of (F/most)^p.
SharingSlope relative(const std::vector<double>& most, int p) {
  return [most, p](std::size_t k, double F) { return std::pow(F / most[k], p - 1) / most[k]; };
}

std::vector<TensionLimits> up_to(const std::vector<double>& most) {
  std::vector<TensionLimits> out;
  for (const double F : most) out.push_back({0, F});
  return out;
}

// F_k is proportional to (r_k most_k^p)^(1/(p-1)).
TEST(StaticOptimisation, TwoMusclesAtAJoint) {
  const std::vector<double> most = {800, 500}, r = {.035, .02};
  for (int p : {2, 3}) {
    double made = 0;
    std::vector<double> F;
    for (std::size_t k = 0; k < 2; ++k)
      F.push_back(std::pow(r[k] * std::pow(most[k], p), 1.0 / (p - 1)));
    for (std::size_t k = 0; k < 2; ++k) made += r[k] * F[k];
    const SharedLoad shared = share_with_reserve(up_to(most), r, {12}, relative(most, p));
    ASSERT_TRUE(shared.ok);
    for (std::size_t k = 0; k < 2; ++k)
      EXPECT_NEAR(shared.tensions[k], F[k] * 12 / made, 1e-10 * F[k] * 12 / made) << p;
    EXPECT_EQ(shared.reserve[0], 0);
  }
}

// With an antagonist that can only lose, and one muscle at its limit.
TEST(StaticOptimisation, Limits) {
  const std::vector<double> most = {800, 500, 900}, r = {.035, .02, -.03};
  for (int p : {2, 3}) {
    const SharedLoad shared = share_with_reserve(up_to(most), r, {36}, relative(most, p));
    ASSERT_TRUE(shared.ok) << p;
    EXPECT_EQ(shared.tensions[2], 0);
    EXPECT_EQ(shared.tensions[0], 800);  // without a limit: 1014 N and more
    EXPECT_NEAR(shared.tensions[1], (36 - 28) / .02, 1e-9);
    EXPECT_EQ(shared.reserve[0], 0);
    // Out of reach by 4, and by 46 in the other direction.
    const SharedLoad more = share_with_reserve(up_to(most), r, {42}, relative(most, p));
    EXPECT_NEAR(more.reserve[0], 4, 1e-10);
    EXPECT_EQ(more.tensions, (std::vector<double>{800, 500, 0}));
    const SharedLoad less = share_with_reserve(up_to(most), r, {-73}, relative(most, p));
    EXPECT_NEAR(less.reserve[0], -46, 1e-10);
    EXPECT_EQ(less.tensions, (std::vector<double>{0, 0, 900}));
  }
}

// Three muscles over two joints leave one direction n in which forces may change without moments:
// the optimum by bisection along it.
TEST(StaticOptimisation, ThreeMusclesOverTwoJoints) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> part(0, 1), arm(-.06, .06), size(200, 5000);
  int at_limit = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const int p = 2 + trial % 2;
    std::vector<double> most, arms, begin, wanted = {0, 0};
    for (int k = 0; k < 3; ++k)
      most.push_back(size(random)), begin.push_back(part(random) * most.back());
    for (int k = 0; k < 6; ++k) arms.push_back(arm(random));
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t j = 0; j < 2; ++j) wanted[j] += arms[3 * j + k] * begin[k];
    const double* const a = arms.data();
    const double n[3] = {a[1] * a[5] - a[2] * a[4], a[2] * a[3] - a[0] * a[5],
                         a[0] * a[4] - a[1] * a[3]};
    double low = -1e30, high = 1e30;
    for (std::size_t k = 0; k < 3; ++k) {
      const double one = (0 - begin[k]) / n[k], other = (most[k] - begin[k]) / n[k];
      low = std::max(low, std::min(one, other));
      high = std::min(high, std::max(one, other));
    }
    const auto slope = relative(most, p);
    const auto rise = [&](double s) {
      double sum = 0;
      for (std::size_t k = 0; k < 3; ++k)
        sum += n[k] * slope(k, std::clamp(begin[k] + s * n[k], 0.0, most[k]));
      return sum;
    };
    const double ends[2] = {low, high};
    at_limit += rise(low) > 0 || rise(high) < 0 ? 1 : 0;
    for (int i = 0; i < 200; ++i) (rise(.5 * (low + high)) > 0 ? high : low) = .5 * (low + high);
    const double s = rise(ends[0]) > 0 ? ends[0] : rise(ends[1]) < 0 ? ends[1] : .5 * (low + high);
    const SharedLoad shared = share_with_reserve(up_to(most), arms, wanted, slope);
    ASSERT_TRUE(shared.ok) << trial;
    for (std::size_t k = 0; k < 3; ++k)
      EXPECT_NEAR(shared.tensions[k], begin[k] + s * n[k], 1e-9 * most[k]) << trial;
    EXPECT_EQ(shared.reserve, (std::vector<double>{0, 0})) << trial;
  }
  EXPECT_GT(at_limit, 100);
}

// What is missing has the least sum of squares, each over what its joint could make: two joints,
// one muscle over both.
TEST(StaticOptimisation, ReserveOfTwoJoints) {
  const std::vector<double> most = {1000}, arms = {.05, .02};
  const SharedLoad shared = share_with_reserve(up_to(most), arms, {30, 10}, relative(most, 2));
  // Of ((30 - .05 F)/50)^2 + ((10 - .02 F)/20)^2.
  const double F = (30 * .05 / 2500 + 10 * .02 / 400) / (.0025 / 2500 + .0004 / 400);
  EXPECT_NEAR(shared.tensions[0], F, 1e-5 * F);
  EXPECT_NEAR(shared.reserve[0], 30 - .05 * shared.tensions[0], 1e-10);
  EXPECT_NEAR(shared.reserve[1], 10 - .02 * shared.tensions[0], 1e-10);
}

// A forearm that is held or turns at a steady rate, its moment shared.
std::string forearm(const std::string& muscles, const std::string& sharing, double rate) {
  return fmt::format(
      R"(SEGDYN
SEGMENT 1 1.5 .35 .15 .02
STATE 1 0 {}
GRAV 0 -9.81
KNOWN PHIDD 1 0
UNKNOWN M 1
{}STATICOPT MOMENT 1 m1{}
TIME 0 .1 .05
END
)",
      rate, muscles, sharing);
}

TEST(StaticOptimisation, PlainForces) {
  const std::string muscles = "MUSCLE A ARM 1 .3 -.035 FMAX 800\nMUSCLE B ARM 1 .2 -.02 FMAX 500\n";
  for (const char* least : {"", " LEAST ACTIVATION"})
    for (int p : {2, 3}) {
      const test::RunResult run =
          test::run(forearm(muscles, fmt::format("{} POWER {}", least, p), 1));
      ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
      for (std::size_t row = 0; row < run.rows.size(); ++row) {
        const double M = 1.5 * 9.81 * .15 * std::cos(run.time(row)), e = 1.0 / (p - 1);
        const double a = std::pow(.035 * std::pow(800, p), e),
                     b = std::pow(.02 * std::pow(500, p), e);
        const double of = M / (.035 * a + .02 * b);
        EXPECT_NEAR(run.value(row, "A.f"), a * of, 1e-9 * a * of);
        EXPECT_NEAR(run.value(row, "B.f"), b * of, 1e-9 * b * of);
        EXPECT_NEAR(run.value(row, "A.act"), a * of / 800, 1e-10);
        EXPECT_EQ(run.value(row, "B.fmost"), 500);
        EXPECT_NEAR(run.value(row, "A.m1") + run.value(row, "B.m1"), run.value(row, "moment1"),
                    1e-12);
        EXPECT_EQ(run.value(row, "moment1"), run.value(row, "m1"));
      }
    }
}

// The force at full activation has the printed values of the curves (spot values of De Groote and
// others at half the optimal length, shortening at a quarter of VMAX; Hatze's q at rest), and the
// parallel element bears its part for nothing.
TEST(StaticOptimisation, LengthAndVelocity) {
  const test::RunResult dgf = test::run(
      forearm("MUSCLE A DGF ARM 1 .25 -.1 FMAX 800 LOPT .1 LSLACK .2 DAMPING 0\n", "", 2.5));
  ASSERT_EQ(dgf.status, ExitStatus::done) << dgf.messages;
  const double passive = 800 * .000565014954, active = 800 * .054112153014 * .470826485916;
  EXPECT_NEAR(dgf.value(0, "A.lce"), .05, 1e-15);
  EXPECT_NEAR(dgf.value(0, "A.ld"), -.25, 1e-15);
  EXPECT_NEAR(dgf.value(0, "A.fmost"), passive + active, 1e-8);
  const double F = dgf.value(0, "A.f");
  EXPECT_NEAR(dgf.value(0, "A.act"), (F - passive) / active, 1e-8);
  EXPECT_EQ(dgf.value(0, "A.act"), 1);  // too weak: the rest is the reserve
  EXPECT_NEAR(dgf.value(0, "reserve1"), 1.5 * 9.81 * .15 - .1 * F, 1e-10);
  const test::RunResult vsb =
      test::run(forearm("MUSCLE A ARM 1 .3 -.1 FMAX 800 LOPT .1 LSLACK .2\n", "", 0));
  EXPECT_NEAR(vsb.value(0, "A.fmost"), 800 * .988100171064, 1e-8);
  EXPECT_NEAR(vsb.value(0, "A.f"), 1.5 * 9.81 * .15 / .1, 1e-10);
}

// The examples of the three dialects are one forearm.
TEST(StaticOptimisation, DialectsAgree) {
  std::vector<test::RunResult> runs;
  for (const Dialect dialect : {Dialect::segdyn, Dialect::kabios, Dialect::native}) {
    std::string deck;
    for (const Word& word : words())
      if (said_in(word, dialect).keyword == "STATICOPT") deck = said_in(word, dialect).example;
    ASSERT_FALSE(deck.empty());
    runs.push_back(test::run(deck));
    ASSERT_EQ(runs.back().status, ExitStatus::done) << runs.back().messages;
    Diagnostics diagnostics;
    const std::string echo = echo_deck({"deck", deck, ".", {}}, {}, diagnostics);
    EXPECT_EQ(diagnostics.format_all(), "");
    const test::RunResult again = test::run(echo);
    for (const char* name : {"FLEX.f", "BRAC.f"})
      EXPECT_EQ(again.value(3, name), runs.back().value(3, name)) << echo;
    if (dialect != Dialect::kabios) continue;
    const test::RunResult converted =
        test::run(convert_deck({"deck", deck, ".", {}}, {}, diagnostics));
    EXPECT_EQ(diagnostics.format_all(), "");
    ASSERT_EQ(converted.status, ExitStatus::done) << converted.messages;
    EXPECT_NEAR(converted.value(3, "FLEX.f"), runs.back().value(3, "FLEX.f"), 1e-9);
  }
  for (std::size_t row = 0; row < 5; ++row)
    for (const char* name : {"FLEX.f", "BRAC.f", "FLEX.act", "FLEX.fmost"}) {
      const double x = runs[0].value(row, name);
      EXPECT_NEAR(runs[1].value(row, name), x, 1e-7 * (1 + std::fabs(x))) << name << row;
      EXPECT_NEAR(runs[2].value(row, name), runs[1].value(row, name), 1e-10 * (1 + std::fabs(x)))
          << name << row;
    }
}

// FLEX follows a stimulation; the others are asked for the rest, whichever stress has the moment.
TEST(StaticOptimisation, DialectsAgreeBesideAMuscleThatActs) {
  std::vector<test::RunResult> runs;
  for (const Dialect dialect : {Dialect::segdyn, Dialect::kabios, Dialect::native}) {
    std::string deck;
    for (const Word& word : words())
      if (said_in(word, dialect).keyword == "STATICOPT") deck = said_in(word, dialect).example;
    deck.insert(deck.find('\n', deck.find("MUSCLE FLEX")), " STIM = .05");
    runs.push_back(test::run(deck));
    ASSERT_EQ(runs.back().status, ExitStatus::done) << runs.back().messages << deck;
  }
  for (std::size_t row = 0; row < 5; ++row)
    for (const char* name : {"FLEX.f", "BRAC.f", "BRAC.act"}) {
      const double x = runs[0].value(row, name);
      EXPECT_NEAR(runs[1].value(row, name), x, 1e-6 * (1 + std::fabs(x))) << name << row;
      EXPECT_NEAR(runs[2].value(row, name), x, 1e-6 * (1 + std::fabs(x))) << name << row;
    }
}

// Net joints of measured bodies: the angle is a formula, the deck goes into native words.
TEST(StaticOptimisation, RecordedMotion) {
  const std::string folder = std::string(MBSIM_ROOT) + "/decks/gait",
                    deck = test::deck_text("gait/swing_muscles.dat");
  const test::RunResult run = test::run(deck, {}, folder);
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_EQ(run.measure("missing"), 0);
  for (std::size_t row = 0; row < run.rows.size(); ++row) {
    double hip = 0, knee = 0;
    for (const char* muscle : {"ILIO", "REC", "HAM"})
      hip += run.value(row, muscle + std::string(".m_formula1"));
    for (const char* muscle : {"VAS", "REC", "HAM"})
      knee += run.value(row, muscle + std::string(".m_formula2"));
    EXPECT_NEAR(hip, run.value(row, "netjoint1.m"), 1e-10);
    EXPECT_NEAR(knee, run.value(row, "netjoint2.m"), 1e-10);
  }
  Diagnostics diagnostics;
  const test::RunResult native =
      test::run(convert_deck({"deck", deck, folder, {}}, {}, diagnostics), {}, folder);
  EXPECT_EQ(diagnostics.format_all(), "");
  ASSERT_EQ(native.status, ExitStatus::done) << native.messages;
  for (const char* name : {"ILIO.f", "REC.f", "HAM.f"})
    EXPECT_NEAR(native.value(9, name), run.value(9, name), 1e-7) << name;
}

// In MEASURE and EVENT, beside a muscle that acts on the mechanism, which does not feel the other.
TEST(StaticOptimisation, BesideAMuscleThatActs) {
  const std::string deck =
      R"(SEGDYN
MEASURE area = INTEG A.m1
MEASURE same = INTEG FLEX.m1
EVENT high WHEN A.act > .2 DO STOP
SEGMENT 1 1.5 .35 .15 .02
STATE 1 .3 0
GRAV 0 -9.81
MUSCLE FLEX ARM 1 .345 -.035 FMAX 800 LOPT .13 LSLACK .18 ONSET .1
MUSCLESTART REST
)";
  // Of the whole moment, not of what FLEX leaves of it: OUT names FLEX itself.
  const std::string shared =
      "MUSCLE A ARM 1 .3 -.035 FMAX 800\nOUT all = m1 + 0*FLEX.m1\nSTATICOPT MOMENT 1 all\n";
  const std::string end = R"(TIME 0 .3 .05
INTEG DOP853 1e-9 1e-9
END
)";
  const test::RunResult run = test::run(deck + shared + end);
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  for (std::size_t row = 0; row < run.rows.size(); ++row)
    EXPECT_NEAR(run.value(row, "A.f"), run.value(row, "FLEX.f"), 1e-9 * run.value(row, "FLEX.f"));
  EXPECT_NEAR(run.value(run.rows.size() - 1, "A.act"), .2, 1e-9);
  EXPECT_NEAR(run.measure("area"), run.measure("same"), 1e-9);
  for (const char* moment :
       {"OUT all = 2*m1\nSTATICOPT MOMENT 1 m1\n", "OUT all = m1\nSTATICOPT MOMENT 1 all\n",
        "OUT m = -m1\nOUT all = 1 - (m + 1)\nSTATICOPT MOMENT 1 all\n",
        "OUT all = m1 - FLEX.m1\nSTATICOPT MOMENT 1 all\n"}) {
    const test::RunResult nothing =
        test::run(deck + "MUSCLE A ARM 1 .3 -.035 FMAX 800\n" + moment + end);
    ASSERT_EQ(nothing.status, ExitStatus::done) << nothing.messages;
    for (std::size_t row = 0; row < nothing.rows.size(); ++row)
      EXPECT_NEAR(nothing.value(row, "A.f"), 0, 1e-9) << moment;
  }
  std::string alone = deck;
  for (const char* line : {"EVENT", "MEASURE area"}) {
    const std::size_t at = alone.find(line);
    alone.erase(at, alone.find('\n', at) + 1 - at);
  }
  EXPECT_EQ(test::run(alone + end).value(2, "FLEX.f"), run.value(2, "FLEX.f"));
}

}  // namespace
}  // namespace mbs
