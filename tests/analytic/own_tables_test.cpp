// NAME, OUT, REPORT and SUMMARY: other names of the same numbers, channels of one's own, tables in
// place of those of the dialect.
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "support/deck.h"

namespace mbs {
namespace {

constexpr const char* kCrank =
    "2 1 0 1 0 1 1 0 0\n0 0 0\n0.5 0 0\n1 2  0 0  -0.5 0\n1\n2 3  0 2 0\n2  0.5 0\n0 1 0.1\n";

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
  const test::RunResult run =
      test::run(std::string("NAME BODY 2 crank\nNAME POINT 1 pen\nOUT turn = Crank.phi*2\n"
                            "MEASURE one = MAX crank.phi\nMEASURE two = MAX body2.phi\n"
                            "MEASURE three = MAX turn\nMEASURE four = AVG pen.y\n") +
                kCrank);
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
      "NAME BODY 11 12 bar\nNAME ELEMENT 1 pin\nNAME NODE 1 ground\nOUT sum = pin.s1 + f11_1 - "
      "bar.fx\nOUT twice = 2*sum\nMEASURE a = MAX twice\nMEASURE b = MAX s1_1\n"
      "MEASURE c = LAST pin.angle - bar.phi\nMEASURE d = LAST bar.phidd\nMEASURE d2 = LAST a12_1\n"
      "PLREV 1 1 2 11 12  0 0  -0.5 0\nX 1 0 0\nX 2 0\nX 11 0.5 0\nX 12 0\nFIX 1\nFIX 2\nDYNX 12\n"
      "END HALT\nXM 11 1\nXM 12 0.1\nGRAVITY 0 -9.81\nTIMESTEP 0.5 5\n"
      "EVENT low WHEN bar.y < -0.4 DO STOP\nEND END\n");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_NEAR(run.measure("b"), run.measure("a") / 2, 1e-9);
  EXPECT_NEAR(run.measure("c"), 0, 1e-12);
  EXPECT_EQ(run.measure("d"), run.measure("d2"));
  EXPECT_NEAR(run.value(run.rows.size() - 1, "x11_2"), -0.4, 1e-9);
  EXPECT_NE(run.report.find("node 12 (bar) PHI"), std::string::npos);
}

TEST(OwnTables, OfChains) {
  const test::RunResult run = test::run(
      "SEGDYN\nNAME SEGMENT 1 arm\nOUT p = arm.phid*4\nREPORT t arm.phi[deg] arm.m\n"
      "SEGMENT 1 3 1 0 2\nSTATE 1 0 0\nBASE 0 0\nKNOWN MEXT 1 4\nTIME 0 1 0.5\nEND\n");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  for (std::size_t k = 0; k < run.rows.size(); ++k)
    EXPECT_EQ(run.value(k, "p"), 4 * run.value(k, "phid1"));
  EXPECT_EQ(line_of(run.report, "0.5000"), "0.5000       14.3239  0.00000");
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
