// NAME, OUT, REPORT and SUMMARY: other names of the same numbers, channels of one's own, tables in
// place of those of the dialect.
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "support/deck.h"

namespace mbs {
namespace {

constexpr const char* kCrank =
    R"(2 1 0 1 0 1 1 0 0
0 0 0
0.5 0 0
1 2  0 0  -0.5 0
1
2 3  0 2 0
2  0.5 0
0 1 0.1
)";

// The line that begins so, without blanks in front.
std::string line_of(const std::string& text, const std::string& begin) {
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    const std::size_t at = line.find_first_not_of(' ');
    if (at != line.npos && line.substr(at).starts_with(begin)) return line.substr(at);
  }
  return {};
}

TEST(OwnTables, NamesMeanTheSameChannels) {
  const test::RunResult run = test::run(std::string(R"(NAME BODY 2 crank
NAME POINT 1 pen
OUT turn = Crank.phi*2
MEASURE one = MAX crank.phi
MEASURE two = MAX body2.phi
MEASURE three = MAX turn
MEASURE four = AVG pen.y
)") + kCrank);
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_EQ(run.measure("one"), run.measure("two"));
  EXPECT_NEAR(run.measure("three"), 4, 1e-12);
  EXPECT_NEAR(run.measure("four"), (1 - std::cos(2)) / 2, 1e-12);
  for (std::size_t k = 0; k < run.rows.size(); ++k)
    EXPECT_EQ(run.value(k, "turn"), 2 * run.value(k, "body2.phi"));
  EXPECT_EQ(run.column("crank.phi"), run.names.size());  // the CSV keeps the numbers
  EXPECT_NE(run.report.find("    2 crank"), std::string::npos);
}

TEST(OwnTables, NativeNames) {
  const test::RunResult run = test::run(
      R"(NAME BODY 11 12 bar
NAME ELEMENT 1 pin
NAME NODE 1 ground
OUT sum = pin.s1 + f11_1 - bar.fx
OUT twice = 2*sum
MEASURE a = MAX twice
MEASURE b = MAX s1_1
MEASURE c = LAST pin.angle - bar.phi
MEASURE d = LAST bar.phidd
MEASURE d2 = LAST a12_1
PLREV 1 1 2 11 12  0 0  -0.5 0
X 1 0 0
X 2 0
X 11 0.5 0
X 12 0
FIX 1
FIX 2
DYNX 12
END HALT
XM 11 1
XM 12 0.1
GRAVITY 0 -9.81
TIMESTEP 0.5 5
EVENT low WHEN bar.y < -0.4 DO STOP
END END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_NEAR(run.measure("b"), run.measure("a") / 2, 1e-9);
  EXPECT_NEAR(run.measure("c"), 0, 1e-12);
  EXPECT_EQ(run.measure("d"), run.measure("d2"));
  EXPECT_NEAR(run.value(run.rows.size() - 1, "x11_2"), -0.4, 1e-9);
  EXPECT_NE(run.report.find("node 12 (bar) PHI"), std::string::npos);
}

TEST(OwnTables, OfChains) {
  const test::RunResult run = test::run(
      R"(SEGDYN
NAME SEGMENT 1 arm
OUT p = arm.phid*4
REPORT t arm.phi[deg] arm.m
SEGMENT 1 3 1 0 2
STATE 1 0 0
BASE 0 0
KNOWN MEXT 1 4
TIME 0 1 0.5
END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  for (std::size_t k = 0; k < run.rows.size(); ++k)
    EXPECT_EQ(run.value(k, "p"), 4 * run.value(k, "phid1"));
  EXPECT_EQ(line_of(run.report, "0.5000"), "0.5000       14.3239  0.00000");
}

TEST(OwnTables, JointsSpringsAndFrictionOfChains) {
  const test::RunResult run = test::run(
      R"(SEGDYN
NAME JOINT 2 knee
NAME JOINT 3 tip
NAME SDA 1 strut
NAME RSDA 1 coil
NAME FRICTION 2 rub
OUT sum = strut.f + 2*coil.m + 3*rub.f + 4*knee.m + 5*knee.frx + 6*knee.x + 7*tip.y + 8*knee.power
SEGMENT 1  2 0.5 0.25 0.05
SEGMENT 2  1 0.4 0.20 0.02
STATE 1  60deg 0.5
STATE 2  20deg
GRAV 0 -3
SDA 1 2 0.1 0 0.1 0 100 0.3 1
RSDA 0 1 3 0 0.1
FRICTION JOINT 1 0.01 0.2
FRICTION JOINT 2 0.01 0.2
TIME 0 0.4 0.2
END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const auto at = [&](const char* channel) { return run.value(k, channel); };
    EXPECT_DOUBLE_EQ(at("sum"), at("sda1.f") + 2 * at("rsda1.m") + 3 * at("friction2.f") +
                                    4 * at("m2") + 5 * at("frx2") + 6 * at("joint2.x") +
                                    7 * at("joint3.y") + 8 * at("m2.power"));
  }
  EXPECT_NE(run.report.find("       2 rub "), std::string::npos);
  EXPECT_NE(run.report.find("    3 tip "), std::string::npos);
}

// In place of the tables, every third time and the last, [deg] in degrees.
TEST(OwnTables, Reports) {
  RunSettings settings;
  settings.echo = false;
  EXPECT_EQ(
      test::run(std::string("REPORT t body2.phi[DEG] point1.yd EVERY ${1+2}\n") + kCrank, settings)
          .report,
      "\n       t  body2.phi[deg]  point1.yd\n"
      "  0.0000           0.000    2.00000\n"
      "  0.3000          34.377    1.65067\n"
      "  0.6000          68.755    0.72472\n"
      "  0.9000         103.132   -0.45440\n"
      "  1.0000         114.592   -0.83229\n");
  EXPECT_EQ(test::run(std::string("REPORT NONE\n") + kCrank, settings).report, "");
}

// Least and largest values between the report times.
TEST(OwnTables, Summaries) {
  const test::RunResult run = test::run(std::string("SUMMARY\nREPORT NONE\n") + kCrank);
  EXPECT_EQ(line_of(run.report, "point1.y "), "point1.y      0.00000  0.00000   1.00000  0.78540");
  EXPECT_EQ(line_of(run.report, "body1.x"), "");  // it does not move
}

// The numbers of a record that takes no channel are what they were.
TEST(OwnTables, AChannelThatIsNotFinite) {
  const test::RunResult run =
      test::run(std::string("OUT bad = 1/(body2.phi - body2.phi)\n") + kCrank);
  EXPECT_EQ(run.status, ExitStatus::solution_failed);
  EXPECT_NE(run.messages.find("bad: at t = 0 it is not finite"), std::string::npos) << run.messages;
}

}  // namespace
}  // namespace mbs
