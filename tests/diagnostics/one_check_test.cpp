// One check: what a run refuses with status 2, --check, --echo and --convert refuse with the same
// text; what it ends with status 3 before its first row, --check does too, while --echo and
// --convert print such a deck.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/process.h"

namespace mbs {
namespace {

using test::Finished;
using test::mbsim;

std::string quick_return(const std::string& lines) {
  return lines + test::deck_text("kabios/quick_return.dat");
}

struct Ways {
  Finished run, check, echo, convert;
  explicit Ways(const std::string& deck) {
    const test::Scratch scratch;
    test::write_all(scratch.file("deck.dat"), deck);
    const std::string before = "cd '" + scratch.file("") + "' && ";
    run = mbsim("--no-report deck.dat", before);
    check = mbsim("--check deck.dat", before);
    echo = mbsim("--echo deck.dat", before);
    convert = mbsim("--convert native deck.dat", before);
  }
};

void expect_refused(const std::string& deck, const std::string& reason) {
  const Ways ways(deck);
  EXPECT_EQ(ways.run.status, 2) << reason;
  EXPECT_NE(ways.run.err.find(reason), std::string::npos) << ways.run.err;
  for (const Finished* done : {&ways.check, &ways.echo, &ways.convert}) {
    EXPECT_EQ(done->status, 2) << reason;
    EXPECT_EQ(done->err, ways.run.err);
    EXPECT_EQ(done->out, "");
  }
}

// Of a deck that a run reads, but does not come to its first row.
void expect_no_first_row(const std::string& deck, const std::string& reason) {
  const Ways ways(deck);
  EXPECT_EQ(ways.run.status, 3) << reason;
  EXPECT_NE(ways.run.err.find(reason), std::string::npos) << ways.run.err;
  EXPECT_EQ(ways.check.status, 3) << reason;
  EXPECT_EQ(ways.check.err, ways.run.err);
  for (const Finished* done : {&ways.echo, &ways.convert}) {
    EXPECT_EQ(done->status, 0) << done->err;
    EXPECT_NE(done->out, "");
    EXPECT_EQ(done->err.find("error"), std::string::npos) << done->err;
  }
}

TEST(OneCheck, NamesThatTheDialectDoesNotHave) {
  // v4_1 is the rate of node 4 in a native deck, and nothing in a KABIOS deck.
  expect_refused(quick_return("MEASURE speed = MAX abs(v4_1)\n"), "unknown name 'v4_1'");
  expect_refused(quick_return("OUT twice = 2*v4_1\n"), "v4_1");
}

TEST(OneCheck, MeasuresWithoutAReduction) {
  expect_refused(quick_return("MEASURE angle = body4.phi\n"), "body4.phi");
}

TEST(OneCheck, DriversGivenTwice) {
  std::string deck = test::deck_text("kabios/quick_return.dat");
  const std::string driver = "2 3   60deg  ${2*pi}  0\n";
  const std::size_t at = deck.find("1\n2 3");
  ASSERT_NE(at, std::string::npos);
  deck.replace(at, 2 + deck.find('\n', at + 2) - at - 1, "2\n" + driver + driver);
  expect_refused(deck, "");
}

// No step of Newton's method is made for what is known to be 4, where nothing may accelerate.
TEST(OneCheck, AccelerationsInAnEquilibrium) {
  const std::string deck =
      "SEGDYN\nSEGMENT 1  2.1 0.30 0.13 0.016\nSEGMENT 2  1.6 0.42 0.17 0.022\nSTATE 1  -40deg\n"
      "STATE 2   20deg\nGRAV 0 -9.81\nKNOWN FEXTY 2  -20\nKNOWN PHIDD 1 = 4*cos(6*t)\n"
      "UNKNOWN M 1\nRSDA 1 2  25 1.2 0\nSTATIC\nEND\n";
  expect_refused(deck, "nothing accelerates in an equilibrium");
}

TEST(OneCheck, CertifyingWhatCannotBeCertified) {
  const std::string deck =
      "X 1 0 1\nFIX 1 1\nDYNX 1 2\nEND HALT\nXM 1 1\nXLAW 1 2 = -4*x1_2\nSTATIC\nEND END\n";
  const test::Scratch scratch;
  test::write_all(scratch.file("deck.dat"), deck);
  for (const char* way : {"", "--check", "--echo", "--convert native"}) {
    const Finished done = mbsim(fmt::format("--certify {} '{}'", way, scratch.file("deck.dat")));
    EXPECT_EQ(done.status, 2) << way;
    EXPECT_NE(done.err.find("only runs over time can be certified"), std::string::npos) << way;
  }
}

TEST(OneCheck, WhatCannotBeAssembled) {
  std::string deck = test::deck_text("kabios/quick_return.dat");
  const std::size_t at = deck.find("PARAM crank = ");
  ASSERT_NE(at, std::string::npos);
  deck.replace(at, deck.find('\n', at) - at, "PARAM crank = 5");
  expect_no_first_row(deck, "cannot be assembled");
}

TEST(OneCheck, FirstRowsWithoutANumber) {
  expect_no_first_row(quick_return("OUT far = log(body4.phi - 100)\n"), "far");
}

TEST(OneCheck, ForcesWithoutANumberAtTheStart) {
  const std::string deck = "X 1 0 0\nFIX 1 1\nDYNX 1 2\nEND HALT\nXM 1 1\n";
  expect_no_first_row(deck + "XLAW 1 2 = 1/x1_2\nTIMESTEP 1 5\nEND END\n", "node 1 Y");
  expect_no_first_row(deck + "OUT far = sqrt(-1 - x1_2)\nTIMESTEP 1 5\nEND END\n", "far");
}

// A name that is free in the one dialect may be a channel of the other.
TEST(OneCheck, ConvertedNamesKeepTheirMeaning) {
  for (const std::string name : {"v4_1", "x2_1", "a3_2", "t_end", "e1_1", "sig1"}) {
    const test::Scratch scratch;
    test::write_all(
        scratch.file("deck.dat"),
        quick_return(fmt::format("OUT {0} = 2*body4.phi\nMEASURE m = MAX {0}\n", name)));
    const Finished run = mbsim(fmt::format("measure '{}'", scratch.file("deck.dat")));
    const Finished convert = mbsim(fmt::format("--convert native '{}'", scratch.file("deck.dat")));
    if (run.status == 2 || convert.status == 2) continue;
    test::write_all(scratch.file("native.dat"), convert.out);
    const Finished again = mbsim(fmt::format("measure '{}'", scratch.file("native.dat")));
    const auto value = [](const Finished& of) {
      const std::string out = "\n" + of.out;
      const std::size_t at = out.find("\nm ");
      return at == std::string::npos ? NAN : std::strtod(out.c_str() + at + 3, nullptr);
    };
    EXPECT_EQ(again.status, 0) << name << again.err;
    EXPECT_NEAR(value(again), value(run), 1e-9 * std::fabs(value(run))) << name;
  }
}

}  // namespace
}  // namespace mbs
