// REDUNDANT LEAST: joints that hold more than they need share what is open by the least sum of
// squares. Against closed forms, and against joints that give way a little: springs k along each
// axis and k L^2 about each share so where k grows.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/deck.h"
#include "support/good_run.h"

namespace mbs {
namespace {

// A door on two hinges, 1.6 apart about its middle: each bears half the weight; with an arm that
// makes moments dear.
TEST(LeastShares, DoorOnTwoHinges) {
  const double L = 0.01, m = 20, arm = 0.4, apart = 1.6;
  const std::string deck =
      "REVOLUTE 1  0 0  1 2  AT 0 0 0.2  0 0 1  1 0 0\n"
      "REVOLUTE 2  0 0  1 2  AT 0 0 1.8  0 0 1  1 0 0\nX 1  0.4 0 1\nDYNE 1 1\nEND HALT\n"
      "BODYMASS 1 2  20  0 0 0  6 0 0  7 0  1.2\nGRAVITY 0 0 -9.81\nTIMESTEP 0.1 1\n"
      "REDUNDANT LEAST LENGTH 0.01\nEND END\n";
  const test::RunResult run = test::good_run(deck);
  // Of the moment m g arm each hinge takes M, and a pair of forces F the rest: F apart + 2 M = m g
  // arm, with 2 F^2 + 2 (M/L)^2 least: F = apart M/(2 L^2).
  const double moment = m * 9.81 * arm;
  const double M = moment / (2 + apart * apart / (2 * L * L)), F = apart * M / (2 * L * L);
  EXPECT_NEAR(run.value(0, "rev1.fu"), m * 9.81 / 2, 1e-10);
  EXPECT_NEAR(run.value(0, "rev2.fu"), m * 9.81 / 2, 1e-10);
  EXPECT_NEAR(std::fabs(run.value(0, "rev1.fv")), F, 1e-9);
  EXPECT_NEAR(run.value(0, "rev1.fv") + run.value(0, "rev2.fv"), 0, 1e-10);
  EXPECT_NEAR(std::fabs(run.value(0, "rev1.mw")), M, 1e-9);
  EXPECT_NEAR(run.value(0, "rev1.mw"), run.value(0, "rev2.mw"), 1e-10);
  EXPECT_NEAR(2 * M + F * apart, moment, 1e-9);
}

// A four-bar of four hinges at rest under weights and a force across it. `k` 0: rigid, LEAST.
std::string four_bar(double k, double L, const std::string& tail) {
  std::string out;
  const auto joint = [&](int e, const char* rest) {
    out += fmt::format("REVOLUTE {}  {}\n", e, rest);
    if (k > 0) out += fmt::format("RLSE {} 2 3 4 5 6\n", e);
  };
  joint(1, "0 0  1 2  AT 0 0 0    0.1 1 0.2");
  joint(2, "1 2  3 4  AT 0 0 1    0.1 1 0.2");
  joint(3, "3 4  5 6  AT 2 0 1.8  0.1 1 0.2");
  joint(4, "0 0  5 6  AT 2 0 0    0.1 1 0.2");
  out += "X 1  0 0.1 0.5\nX 3  1 0 1.5\nX 5  2 0 1\n";
  out += k > 0 ? "DYNX 1\nDYNX 2\nDYNX 3\nDYNX 4\nDYNX 5\nDYNX 6\n" : "DYNE 1 1\n";
  out +=
      "END HALT\nXM 1 1\nXM 2 0.1 0 0 0.1 0 0.1\nXM 3 2\nXM 4 0.1 0 0 0.3 0 0.3\nXM 5 1\n"
      "XM 6 0.1 0 0 0.1 0 0.1\nGRAVITY 1 2 -9.81\nXF 3  3 40 0\nXF 4  5 6 7\n";
  out += fmt::format("ESTIFF 1  300{}\n",
                     k > 0 ? fmt::format(" {0} {0} {1} {1} {1}", k * L * L, k) : " 0 0 0 0 0");
  for (int e = 2; e <= 4 && k > 0; ++e)
    out += fmt::format("ESTIFF {}  0 {} {} {} {} {}\n", e, k * L * L, k * L * L, k, k, k);
  if (k == 0) out += fmt::format("REDUNDANT LEAST LENGTH {}\n", L);
  return out + tail + "END END\n";
}

TEST(LeastShares, AreThoseOfJointsThatGiveWayALittle) {
  for (const double L : {0.3, 2.0}) {
    const test::RunResult rigid = test::good_run(four_bar(0, L, "STATIC\n"));
    const test::RunResult soft = test::done(four_bar(1e9, L, "STATIC\n"));
    double largest = 0, open = 0;
    for (int e = 1; e <= 4; ++e)
      for (int d = 1; d <= 6; ++d) {
        const std::string name = fmt::format("s{}_{}", e, d);
        largest = std::max(largest, std::fabs(rigid.value(0, name)));
        if (d > 1 && d < 5) open = std::max(open, std::fabs(rigid.value(0, name)));
      }
    EXPECT_GT(open, 1) << "nothing is shared";
    for (int e = 1; e <= 4; ++e)
      for (int d = 1; d <= 6; ++d) {
        const std::string name = fmt::format("s{}_{}", e, d);
        EXPECT_NEAR(rigid.value(0, name), soft.value(0, name), 2e-6 * largest) << name << " " << L;
      }
  }
}

// Both forms, and what is determined is not touched.
TEST(LeastShares, BothFormsAndWhatIsDetermined) {
  const std::string motion = "STARTDE 1 1  0 2\nTIMESTEP 0.5 5\n";
  const test::RunResult reduced = test::good_run(four_bar(0, 1, motion + "FORM REDUCED\n"));
  const test::RunResult full = test::good_run(four_bar(0, 1, motion + "FORM FULL\n"));
  std::string without = four_bar(0, 1, motion);
  without.erase(without.find("REDUNDANT"), std::string("REDUNDANT LEAST LENGTH 1\n").size());
  const test::RunResult open = test::good_run(without);
  for (std::size_t k = 0; k < reduced.rows.size(); ++k) {
    for (const char* name : {"s1_2", "s2_4", "s3_3", "s4_4", "s4_2"})
      EXPECT_NEAR(reduced.value(k, name), full.value(k, name), 1e-8) << name;
    for (const char* name : {"s1_5", "s1_6", "s2_6", "s4_5", "e1_1"})
      EXPECT_NEAR(reduced.value(k, name), open.value(k, name), 1e-9) << name;
  }
  // All forces balance on the ground: the reactions of both ground hinges carry m a - m g.
  EXPECT_NE(reduced.report.find("verdict: good"), std::string::npos);
  EXPECT_NE(reduced.report.find("a moment as a force at the arm 1"), std::string::npos);
}

// A measure, an OUT line and friction read shares; without LEAST they are refused by name.
TEST(LeastShares, MayBeReadAndAreOfferedWhereTheyAreNot) {
  std::string deck =
      four_bar(0, 1, "STARTDE 1 1  0 2\nTIMESTEP 0.5 5\nFRICTION 4  4 1  0.02 0.1\n") +
      "MEASURE most = MAX ABS s4_4\nOUT one = rev4.fu\n";
  const test::RunResult run = test::good_run(deck);
  double most = 0;
  for (std::size_t k = 0; k < run.rows.size(); ++k)
    most = std::max(most, std::fabs(run.value(k, "one")));
  EXPECT_GT(most, 0.1);
  deck.erase(deck.find("REDUNDANT"), std::string("REDUNDANT LEAST LENGTH 1\n").size());
  const test::RunResult refused = test::run(deck);
  EXPECT_EQ(refused.status, ExitStatus::deck_error);
  for (const char* said : {"MEASURE most: it reads s4_4", "OUT one: it reads rev4.fu",
                           "FRICTION 4: it reads s4_4", "REDUNDANT LEAST"})
    EXPECT_NE(refused.messages.find(said), std::string::npos) << refused.messages;
}

// Impulses are shared as forces are: what the hinges of a door take when it strikes a stop.
TEST(LeastShares, ImpulsesToo) {
  const std::string deck =
      "REVOLUTE 1  0 0  1 2  AT 0 0 0.2  0 0 1  1 0 0\n"
      "REVOLUTE 2  0 0  1 2  AT 0 0 1.8  0 0 1  1 0 0\nX 1  0.4 0 1\nDYNE 1 1\nEND HALT\n"
      "BODYMASS 1 2  20  0 0 0  6 0 0  7 0  1.2\nSTARTDE 1 1  -0.5 2\nTIMESTEP 0.5 5\n"
      "EVENT stop WHEN rev1.angle > 0 DO IMPACT E 1 1 e = 0.5\n";
  const test::RunResult run = test::good_run(deck + "REDUNDANT LEAST LENGTH 1\nEND END\n");
  const std::size_t last = run.rows.size() - 1;
  ASSERT_TRUE(run.has("s1_6.impulse"));
  // m (v+ - v-) of the centre across the door, half on each hinge (it stands at angle 0).
  const double expected = 20 * 0.4 * 3 / 2;
  EXPECT_NEAR(std::fabs(run.value(last, "s1_6.impulse")), expected, 1e-8);
  EXPECT_NEAR(std::fabs(run.value(last, "s2_6.impulse")), expected, 1e-8);
  const test::RunResult open = test::good_run(deck + "END END\n");
  EXPECT_FALSE(open.has("s1_6.impulse"));
}

}  // namespace
}  // namespace mbs
