// MARK and STRIDE on motions whose marks are known: a walk of two feet that is prescribed, springs
// that swing, in all dialects.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <deque>
#include <map>
#include <numbers>
#include <string>
#include <vector>

#include "program/run_deck.h"
#include "report/writer.h"
#include "run/strides/stride_numbers.h"
#include "support/folder.h"
#include "support/good_run.h"
#include "support/process.h"

namespace mbs {
namespace {

constexpr double kPi = std::numbers::pi;

// A run with the CSV of each STRIDE line: its columns by name.
struct WithStrides {
  Outcome outcome;
  std::string messages;
  std::vector<std::map<std::string, std::vector<double>>> csv;
};

WithStrides with_strides(const std::string& deck) {
  WithStrides out;
  out.outcome.status = ExitStatus::deck_error;
  Diagnostics diagnostics;
  const auto prepared = prepare_run({"deck.dat", deck, "."}, {}, diagnostics);
  if (prepared) {
    TextSink report;
    std::deque<TextSink> sinks(prepared->tables.strides.size());
    Outputs outputs{&report, nullptr, {}, {}};
    for (TextSink& sink : sinks) outputs.strides.push_back(&sink);
    out.outcome = run(*prepared, outputs, diagnostics);
    for (TextSink& sink : sinks) {
      test::RunResult table;
      test::parse_csv({sink.buffer().data(), sink.buffer().size()}, table);
      auto& named = out.csv.emplace_back();
      for (std::size_t c = 0; c < table.names.size(); ++c)
        for (const auto& row : table.rows) named[table.names[c]].push_back(row[c]);
    }
  }
  out.messages = diagnostics.format_all();
  return out;
}

double measure(const Outcome& outcome, const std::string& name) {
  for (const MeasureValue& value : outcome.measures)
    if (value.name == name) return value.value;
  return std::nan("");
}

// decks/gait/two_feet.dat, with more MEASURE lines.
std::string walk(const std::string& lines = "") {
  return lines + test::deck_text("gait/two_feet.dat");
}

TEST(Strides, AWalkWhoseNumbersAreKnown) {
  std::string lines;
  for (const char* name :
       {"time", "cadence", "stance", "swing", "length", "speed", "steptime", "steplength", "count"})
    lines += fmt::format("MEASURE my_{0} = right.{0}\n", name);
  lines += "MEASURE sd = right.time.sd\nMEASURE short = stance.time\nMEASURE second = rhs.t2\n";
  const WithStrides got = with_strides(walk(lines));
  ASSERT_EQ(got.outcome.status, ExitStatus::done) << got.messages;
  EXPECT_EQ(got.messages, "");
  const double T = 1.1, v = 1.3;
  const std::pair<const char*, double> expected[] = {
      {"my_time", T},         {"my_cadence", 120 / T},
      {"my_stance", 62},      {"my_swing", 38},
      {"my_length", v * T},   {"my_speed", v},
      {"my_steptime", T / 2}, {"my_steplength", v * T / 2},
      {"my_count", 3},        {"sd", 0},
      {"short", 0.62 * T},    {"second", T},
      {"symmetry", 1},        {"double_support", 0.12}};
  for (const auto& [name, value] : expected)
    EXPECT_NEAR(measure(got.outcome, name), value, 1e-9) << name;  // seen 2e-12
}

TEST(Strides, PointsOfTheStrideAreThoseOfTheMotion) {
  const WithStrides got = with_strides(walk());
  ASSERT_EQ(got.csv.size(), 3u) << got.messages;
  auto right = got.csv[0];
  ASSERT_EQ(right["percent"].size(), 303u);
  const double T = 1.1, w = 2 * kPi / T, turn = 2 * kPi * 0.62;
  const double b = (turn - kPi) / (1 - std::cos(turn));
  for (std::size_t k = 0; k < 303; ++k) {
    const double percent = static_cast<double>(k % 101), stride = static_cast<double>(k / 101);
    EXPECT_EQ(right["stride"][k], stride + 1);
    EXPECT_EQ(right["percent"][k], percent);
    const double t = T * (stride + percent / 100);
    EXPECT_NEAR(right["t"][k], t, 1e-10);  // the report has a row each 0.1 s
    const double ahead = 0.35 * std::cos(w * t - b * (1 - std::cos(w * t)));
    EXPECT_NEAR(right["ahead"][k], ahead, 1e-9);
    EXPECT_NEAR(right["body2.x"][k], 1.3 * t + ahead, 1e-9);
  }
  EXPECT_EQ(got.csv[2].at("percent").size(), 303u);  // three stances
}

// A body on a spring: x = cos(w t), w = 2 pi, turns at t = k/2.
struct Swing {
  const char* name;
  const char* x;
  const char* v;
  std::string deck;
};
std::vector<Swing> swings() {
  const std::string k = "39.47841760435743";
  return {{"native", "x1_1", "v1_1",
           "{0}X 1 1 0\nDYNX 1 1\nFIX 1 2\nEND HALT\nXM 1 1\nXLAW 1 1 = -" + k +
               "*x\nTIMES 0 3.2 0.4\nINTEG DOP853 1e-13 1e-13\nEND END\n"},
          {"native, kinematic", "x1_1", "v1_1",
           "{0}X 1 1 0\nINPUTX 1 1\nFIX 1 2\nEND HALT\nINPUTX 1 1 = cos(2*pi*t)\n"
           "TIMES 0 3.2 0.4\nEND END\n"},
          {"KABIOS", "body1.x", "body1.xd",
           "{0}1 0 0 0 1 0 0 0 0\n1 0 0\n1 3\n0 3.2 0.4\nMASS 1 1 1\nLAW BODY 1 X = -" + k +
               "*x\nINTEG DOP853 1e-13 1e-13\n"},
          {"chain", "phi1", "phid1",
           "SEGDYN\n{0}SEGMENT 1 1 1 0 1\nSTATE 1 1 0\nBASE 0 0\nTIME 0 3.2 0.4\n"
           "KNOWN M 1 = -" +
               k + "*phi1\nINTEG DOP853 1e-13 1e-13\nEND\n"}};
}

TEST(Strides, InEveryDialect) {
  for (const Swing& swing : swings()) {
    const std::string lines = fmt::format(
        "MARK back WHEN {1} < 0\nMARK forth WHEN {1} > 0\nMARK middle WHEN {0} == 0 FALLING\n"
        "STRIDE whole FROM back TO back OFF forth FOOT {0}\n"
        "STRIDE half FROM middle TO forth\n"
        "OUT part = t - back.t1\n"
        "MEASURE stance = whole.stance\nMEASURE lasts = half.time\n"
        "MEASURE mean = AVG {0} FROM forth.t1 TO forth.t2\n"
        "MEASURE top = MAX {1} FROM middle.t1 TO middle.t2\n"
        "MEASURE early = LAST part\n",
        swing.x, swing.v);
    std::string deck = swing.deck;
    deck.replace(deck.find("{0}"), 3, lines);
    const WithStrides got = with_strides(deck);
    ASSERT_EQ(got.outcome.status, ExitStatus::done) << swing.name << got.messages << deck;
    // The condition v < 0 is true just behind the start, where v is 0: it comes true at 1, 2, 3.
    EXPECT_NEAR(measure(got.outcome, "stance"), 50, 1e-7) << swing.name;
    EXPECT_NEAR(measure(got.outcome, "lasts"), 0.25, 1e-9) << swing.name;
    EXPECT_NEAR(measure(got.outcome, "mean"), 0, 1e-9) << swing.name;
    EXPECT_NEAR(measure(got.outcome, "top"), 2 * kPi, 1e-8) << swing.name;
    EXPECT_NEAR(measure(got.outcome, "early"), 3.2 - 1, 1e-9) << swing.name;
    ASSERT_EQ(got.csv.size(), 2u);
    const auto& whole = got.csv[0];
    ASSERT_EQ(whole.at("t").size(), 202u) << swing.name;
    for (int k = 0; k < 202; ++k) {
      const int stride = k / 101, percent = k % 101;
      EXPECT_NEAR(whole.at("t")[k], 1 + stride + percent / 100.0, 1e-9);
      EXPECT_NEAR(whole.at(swing.x)[k], std::cos(2 * kPi * whole.at("t")[k]), 1e-10) << swing.name;
    }
  }
}

// The parts of a run that end it, or that stay without a value.
std::string swing(const std::string& lines, const std::string& more = "") {
  return lines +
         "X 1 1 0\nINPUTX 1 1\nFIX 1 2\nEND HALT\nINPUTX 1 1 = cos(2*pi*t)\nTIMES 0.1 3.2 0.1\n" +
         more + "END END\n";
}

void expect_message(const std::string& deck, ExitStatus status, const std::string& message) {
  const test::RunResult got = test::run(deck);
  EXPECT_EQ(got.status, status) << got.messages;
  EXPECT_NE(got.messages.find(message), std::string::npos) << got.messages << "\n" << message;
}

TEST(Strides, ErrorsOfTheDeck) {
  const auto wrong = [](const std::string& lines, const std::string& message) {
    expect_message(swing(lines), ExitStatus::deck_error, message);
  };
  wrong("MARK\n", "1:5: error: MARK: no name is here; expected: MARK name WHEN");
  wrong("MARK a\n", "MARK a: WHEN, AT, HEEL or TOE is missing");
  wrong("MARK a AT 1, 0.5\n", "1:14: error: MARK a: time 0.5 does not come after 1");
  wrong("MARK a AT 1, 7\n", "1:14: error: MARK a: time 7 lies outside the run; expected times");
  wrong("MARK a WHEN x1_7 > 0\n", "1:13: error: MARK a: unknown name 'x1_7'");
  wrong("MARK a WHEN x1_1 > 0 RISING 3\n", "1:29: error: MARK a: '3' stands where the line");
  wrong("MARK a WHEN x1_1 > 0 APART -1\n", "1:22: error: MARK a: APART is -1; expected 0 or more");
  wrong("MARK a AT 1\nMARK a AT 2\n", "2:6: error: MARK a: 'a' is given twice");
  wrong("MARK hit AT 1\nSTRIDE s FROM hot TO hit\n",
        "2:1: error: STRIDE s: no MARK is called 'hot'; did you mean 'hit'?");
  wrong("MARK a AT 1\nSTRIDE s FROM a\n", "STRIDE s: TO is missing");
  wrong("MARK a AT 1\nSTRIDE s FROM a TO a FROM a\n", "STRIDE s: FROM is given twice");
  wrong("MARK a AT 1\nSTRIDE s FROM a UNTIL a\n", "STRIDE s: 'UNTIL' is no clause of it");
  wrong("MARK a AT 1, 2\nSTRIDE s FROM a TO a FOOT x9_1\n",
        "2:27: error: STRIDE s: unknown name 'x9_1'");
  wrong("MARK a AT 1, 2\nSTRIDE s FROM a TO a COLUMNS x1_1 y\n",
        "2:35: error: STRIDE s: no channel is named 'y'");
  wrong("MARK a AT 1\nOUT b = a.t1\nMARK c WHEN x1_1 > b\n",
        "3:13: error: MARK c: its condition reads times of marks");
  wrong("MARK a AT 1, 2\nSTRIDE s FROM a TO a\nOUT b = s.time\n",
        "3:9: error: OUT b: 's.time' is known when the run is over");
  wrong("MARK a AT 1, 2\nSTRIDE s FROM a TO a\nMEASURE b = s.stance\n",
        "3:13: error: MEASURE b: unknown name 's.stance'");
}

TEST(Strides, WhatDoesNotComeAbout) {
  expect_message(swing("MARK a WHEN x1_1 > 5\nSTRIDE s FROM a TO a\n"), ExitStatus::check_failed,
                 "2:1: error: STRIDE s: the run has no such stride: a did not come about");
  expect_message(swing("MARK a AT 2\nSTRIDE s FROM a TO a\n"), ExitStatus::check_failed,
                 "STRIDE s: the run has no such stride: a came about once");
  expect_message(swing("MARK a AT 2\nMARK b AT 1\nSTRIDE s FROM a TO b\n"),
                 ExitStatus::check_failed,
                 "no such stride: b came about last at t = 1, before a at 2;");
  expect_message(swing("MARK a WHEN x1_1 == 0 FALLING\nOUT b = a.t4\n"),
                 ExitStatus::solution_failed,
                 "2:9: error: OUT b: 'a.t4' has no value: a came about "
                 "3 times");
  const test::RunResult got =
      test::run(swing("MARK a WHEN x1_1 == 0 FALLING\nMEASURE b = a.t4 - a.t1\n"
                      "MEASURE c = MAX x1_1 FROM a.t2 TO a.t1\nMEASURE d = 2*a.t3\n"));
  EXPECT_EQ(got.status, ExitStatus::done) << got.messages;
  EXPECT_NE(got.report.find("nan  (a came about 3 times)"), std::string::npos) << got.report;
  EXPECT_NE(got.report.find("nan  (FROM 1.25 TO 0.25 is no time)"), std::string::npos)
      << got.report;
  EXPECT_NEAR(got.measure("d"), 4.5, 1e-9);
}

TEST(Strides, AFailingRunKeepsItsRowsAndMessage) {
  const test::RunResult got = test::run(
      "MARK a WHEN x1_1 < 0\nMEASURE b = a.t1\nX 1 1 0\nDYNX 1 1\nFIX 1 2\nEND HALT\nXM 1 1\n"
      "XLAW 1 1 = -10 + (t > 1 ? 1/(t - t) : 0)\nTIMES 0 2 0.1\nEND END\n");
  EXPECT_EQ(got.status, ExitStatus::solution_failed) << got.messages;
  EXPECT_GE(got.rows.size(), 5u);
  EXPECT_EQ(got.messages.find("MARK"), std::string::npos) << got.messages;
}

// Noise about a threshold makes many marks; APART takes the first of each.
TEST(Strides, Apart) {
  const test::RunResult got = test::run(
      swing("OUT rough = x1_1 + 0.3*sin(60*t)\nMARK a WHEN rough > 0\n"
            "MARK b WHEN rough > 0 APART 0.8\nMEASURE n = a.t4\nMEASURE k = b.t2 - b.t1\n"));
  EXPECT_EQ(got.status, ExitStatus::done) << got.messages;
  EXPECT_LT(got.measure("n"), 1.9);  // more than one each second
  EXPECT_NEAR(got.measure("k"), 1, 0.1);
}

TEST(Strides, OddOnesAreWarnedOf) {
  const auto said = [](const std::string& times) {
    return test::run(swing("MARK a AT " + times + "\nSTRIDE s FROM a TO a\n")).messages;
  };
  EXPECT_EQ(said("0.1, 0.8, 1.6, 2.3, 3.1"), "");
  EXPECT_EQ(said("0.1, 2.1, 3.1"), "");  // of two nobody can say
  EXPECT_NE(said("0.1, 0.9, 1.7, 1.8, 2.6, 3.1")
                .find("2:1: warning: STRIDE s: stride 3 from 1.7 to 1.8 lasts 0.1, the median of "
                      "the strides "
                      "0.8; a mark a may be none; APART leaves out what comes too soon"),
            std::string::npos)
      << said("0.1, 0.9, 1.7, 1.8, 2.6, 3.1");
}

using HeelAndToe = test::InFolder;

// A heel that is farthest ahead of the pelvis at 0.3, 1.3, ... 4.3, hidden between two times.
TEST_F(HeelAndToe, WhereTheMarkersAreHidden) {
  const auto got_with = [&](double hidden, double seen) {
    std::string file =
        "PathFileType\t4\t(X/Y/Z)\twalk.trc\nDataRate\tNumFrames\tNumMarkers\tUnits\n"
        "100\t501\t2\tmm\nFrame#\tTime\tHEEL\t\t\tHIP\t\t\n\n";
    for (int k = 0; k <= 500; ++k) {
      const double t = 0.01 * k, hip = 1300 * t;
      const double heel = hip + 350 * std::cos(2 * kPi * (t - 0.3));
      file += t > hidden && t < seen
                  ? fmt::format("{}\t{:.2f}\t\t\t\t{:.6f}\t900\t1\n", k + 1, t, hip)
                  : fmt::format("{}\t{:.2f}\t{:.6f}\t80\t1\t{:.6f}\t900\t1\n", k + 1, t, heel, hip);
    }
    write("walk.trc", file);
    return run(R"(MARK rhs HEEL "HEEL" PELVIS "HIP" IN "walk.trc" ALONG x
STRIDE right FROM rhs TO rhs
MEASURE n = right.count
X 1 1 0
INPUTX 1 1
FIX 1 2
END HALT
INPUTX 1 1 = t
TIMES 0 5 0.1
END END
)");
  };
  const test::RunResult whole = got_with(9, 9);
  EXPECT_EQ(whole.messages, "");
  EXPECT_EQ(whole.measure("n"), 4);
  // The heel strike at 1.3 is seen by nobody.
  const test::RunResult there = got_with(1.005, 1.595);
  EXPECT_EQ(there.status, ExitStatus::done);
  EXPECT_EQ(there.measure("n"), 4);
  EXPECT_NE(there.messages.find("warning: MARK rhs: its time 1.3"), std::string::npos)
      << there.messages;
  EXPECT_NE(there.messages.find("lies where the markers are not seen, between 1 and 1.6; it is"),
            std::string::npos)
      << there.messages;
  // A gap beside it is no matter.
  EXPECT_EQ(got_with(1.405, 1.605).messages, "");
  // Nobody knows that there was one.
  const test::RunResult lost = got_with(0.795, 1.805);
  EXPECT_EQ(lost.measure("n"), 3);
  EXPECT_NE(lost.messages.find("STRIDE right: stride 1 from 0.3 to 2.3 lasts 2, the median of the "
                               "strides 1; a mark rhs may be missing between"),
            std::string::npos)
      << lost.messages;
}

// Zeni's marks of a walk along -z of the file, at 100 Hz with 0.4 mm of noise: within 4 ms of the
// truth, which the noise allows where the curve is as flat as at heel strike.
TEST_F(HeelAndToe, OfAFileOfMarkers) {
  const double T = 1.1, w = 2 * kPi / T, turn = 2 * kPi * 0.62;
  const double b = (turn - kPi) / (1 - std::cos(turn));
  std::string file =
      "PathFileType\t4\t(X/Y/Z)\twalk.trc\nDataRate\tNumFrames\tNumMarkers\tUnits\n"
      "100\t361\t3\tmm\nFrame#\tTime\tRHEE\t\t\tLPSI\t\t\tRPSI\t\t\n\n";
  double noise = 0.5;
  const auto next = [&noise] {  // a logistic map
    noise = 3.99 * noise * (1 - noise);
    return 0.8 * (noise - 0.5);
  };
  for (int k = 0; k <= 360; ++k) {
    const double t = 0.01 * k - 0.1, pelvis = 1300 * t;
    const double heel = pelvis + 350 * std::cos(w * t - b * (1 - std::cos(w * t)));
    file += fmt::format("{}\t{:.2f}\t5\t80\t{:.3f}\t0\t900\t{:.3f}\t9\t900\t{:.3f}\n", k + 1,
                        t + 0.1, -heel + next(), -pelvis + 40 + next(), -pelvis - 40 + next());
  }
  write("walk.trc", file);
  const std::string deck = R"(MARK rhs HEEL "RHEE" PELVIS "LPSI" "RPSI" IN "walk.trc" ALONG z
MARK rto TOE "RHEE" PELVIS "LPSI" "RPSI" IN "walk.trc" ALONG z
MARK turned TOE "RHEE" PELVIS "LPSI" "RPSI" IN "walk.trc" ALONG +z
STRIDE right FROM rhs TO rhs OFF rto
MEASURE a1 = rhs.t1
MEASURE a3 = rhs.t3
MEASURE c1 = rto.t1
MEASURE same = turned.t1
MEASURE stance = right.stance
MEASURE lasts = right.time
X 1 1 0
INPUTX 1 1
FIX 1 2
END HALT
INPUTX 1 1 = t
TIMES 0 3.6 0.1
END END
)";
  const test::RunResult got = good(deck);
  EXPECT_NEAR(got.measure("a1"), 0.1, 0.004);
  EXPECT_NEAR(got.measure("a3"), 0.1 + 2 * T, 0.004);
  EXPECT_NEAR(got.measure("c1"), 0.1 + 0.62 * T, 0.004);
  EXPECT_NEAR(got.measure("same"), 0.1, 0.004);  // the wrong direction: heel strikes are toe-offs
  EXPECT_NEAR(got.measure("stance"), 62, 0.3);
  EXPECT_NEAR(got.measure("lasts"), T, 0.002);
  std::string other = deck;
  other.replace(other.find("RHEE"), 4, "RHEX");
  expect_error(other,
               "file 'walk.trc' has no marker 'RHEX', or more than one; did you mean 'RHEE'?");
  other = deck;
  other.replace(other.find("PELVIS \"LPSI\" \"RPSI\""), 20, "PELVIS \"RHEE\" \"RHEE\"");
  EXPECT_NE(run(other).messages.find("MARK rhs"), std::string::npos);
}

// A foot that lands behind the other one makes a negative step, whichever way the walk goes. On a
// treadmill a foot lands where it landed before, and steps have no sign.
TEST(Strides, StepsBehindTheOtherFoot) {
  const auto step = [](double from, double to, double other) {
    StrideRow row;
    row.from = row.to = "hs";
    Strides strides;
    strides.row = &row;
    strides.found.push_back({0, 1, 0.6, 0.5, from, to, other, {}});
    find_numbers(strides, UnitSystem());
    return strides.found[0].numbers.back();
  };
  for (const double way : {1., -1.}) {
    EXPECT_DOUBLE_EQ(step(0, way * 0.58, way * 0.61), 0.58 - 0.61);
    EXPECT_DOUBLE_EQ(step(0, way * 0.58, way * 0.25), 0.58 - 0.25);
    EXPECT_DOUBLE_EQ(step(0.3, 0.3 + 0.01 * way, 0), 0.3 + 0.01 * way);
  }
}

}  // namespace
}  // namespace mbs
