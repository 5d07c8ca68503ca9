// mbsim sweep: rows that are those of single runs to the last bit, the same for any number of
// threads; runs that fail, take too long or are interrupted.
#include "study/sweep/sweep.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <sstream>

#include "study/run_table.h"
#include "support/process.h"

namespace mbs {
namespace {

using test::Finished;
using test::mbsim;

const char* const kQuickReturn = "decks/kabios/quick_return.dat";

std::vector<std::vector<std::string>> rows(const std::string& table) {
  std::vector<std::vector<std::string>> out;
  std::istringstream in(table);
  for (std::string line; std::getline(in, line);) out.push_back(csv_fields(line));
  return out;
}

std::string changed(std::string deck, const std::string& from, const std::string& to) {
  const std::size_t at = deck.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return deck.replace(at, from.size(), to);
}

std::string bouncing() {
  return "PARAM kept = 0.8\n" +
         changed(test::deck_text("events/measured_bounce.dat"), "e = 0.8", "e = kept");
}

std::string arm() {
  return changed("PARAM fade = 4\n" + test::deck_text("chains/measured_arm.dat"), "exp(-4*t)",
                 "exp(-fade*t)");
}

// Not every crank can turn, and a slow one does not come to where the rocker stands still.
std::string mixed() {
  return "PARAM rate = 1\nMEASURE stands = TIME WHEN body4.phid == 0 FALLING REQUIRED\n" +
         changed(test::deck_text("kabios/quick_return.dat"), "${2*pi}", "${2*pi*rate}");
}

// Each row of a sweep against `mbsim measure -D`.
void same_as_single_runs(const std::string& deck, const std::string& ranges,
                         const std::string& options = "") {
  const Finished sweep = mbsim(fmt::format("sweep '{}' {} {}", deck, ranges, options));
  const auto table = rows(sweep.out);
  ASSERT_GT(table.size(), 2u) << sweep.err;
  const auto& names = table.front();
  int failed = 0;
  for (std::size_t k = 1; k < table.size(); ++k) {
    ASSERT_EQ(table[k].size(), names.size());
    std::string defines;
    std::size_t c = 0;
    for (std::size_t p = 0; ranges.find(names[p] + "=") != std::string::npos; ++p, ++c)
      defines += fmt::format(" -D {}={}", names[p], table[k][p]);
    const Finished single = mbsim(fmt::format("measure '{}' {} {}", deck, defines, options));
    std::istringstream lines(single.out);
    for (std::string name, value; lines >> name >> value; ++c) {
      EXPECT_EQ(names[c], name);
      EXPECT_EQ(table[k][c], value) << defines << " " << name;
    }
    while (names[c] != "status") EXPECT_EQ(table[k][c++], "nan");
    EXPECT_EQ(table[k][c], std::to_string(single.status)) << defines;
    const std::string& message = table[k][c + 1];
    EXPECT_EQ(message.empty(), single.err.empty()) << single.err;
    // The deck's name and the severity stand in the single run's message only.
    const bool located = !message.empty() && message[0] >= '0' && message[0] <= '9';
    const std::string text = located ? message.substr(message.find(": ") + 2) : message;
    EXPECT_NE(single.err.find(text), std::string::npos) << text << "\n" << single.err;
    failed += single.status != 0;
  }
  EXPECT_EQ(sweep.status, failed == 0 ? 0 : sweep.status);
  EXPECT_NE(sweep.status, failed == 0 ? 3 : 0);
}

TEST(Sweep, RowsAreThoseOfSingleRuns) {
  same_as_single_runs(kQuickReturn, "-p crank=0.6:1.4:0.1");
  const test::Scratch scratch;
  test::write_all(scratch.file("ball.dat"), bouncing());
  same_as_single_runs(scratch.file("ball.dat"), "-p 'kept=0,1/3,sqrt(0.5)'");
  test::write_all(scratch.file("arm.dat"), arm());
  same_as_single_runs(scratch.file("arm.dat"), "-p fade=3:5:0.5");
  test::write_all(scratch.file("mixed.dat"), mixed());
  same_as_single_runs(scratch.file("mixed.dat"), "-p crank=0.5:2.5:0.5 -p rate=0.2,1");
}

TEST(Sweep, SameBytesForEveryNumberOfThreads) {
  const test::Scratch scratch;
  test::write_all(scratch.file("mixed.dat"), mixed());
  const std::string command =
      fmt::format("sweep '{}' -p crank=0.5:3:0.1 -p rate=0.2,1 ", scratch.file("mixed.dat"));
  const Finished one = mbsim(command + "-j 1");
  EXPECT_EQ(rows(one.out).size(), 53u);
  EXPECT_EQ(one.status, 3);
  for (const char* threads : {"-j 2", "-j 3", "-j 16", ""}) {
    const Finished other = mbsim(command + threads);
    EXPECT_EQ(other.out, one.out) << threads;
    EXPECT_EQ(other.status, 3);
  }
}

TEST(Sweep, ExitStatus) {
  const test::Scratch scratch;
  const std::string deck = scratch.file("mixed.dat");
  test::write_all(deck, mixed());
  auto status = [&](const std::string& values) {
    return mbsim(fmt::format("sweep '{}' {}", deck, values)).status;
  };
  EXPECT_EQ(status("-p crank=1,1.1"), 0);
  EXPECT_EQ(status("-p crank=1 -p rate=0.1,1"), 4);  // the rocker does not stand still in time
  EXPECT_EQ(status("-p crank=1,5 -p rate=0.1,1"), 3);
  EXPECT_EQ(status("-p crank=5"), 3);
  EXPECT_EQ(mbsim(fmt::format("sweep '{}' -p crank=5", deck)).err, "");  // its row says why
}

TEST(Sweep, ADeckThatFailsForSomeValuesIsRun) {
  const test::Scratch scratch;
  const std::string deck = scratch.file("deck.dat");
  test::write_all(deck, "PARAM half = 1/crank\n" + test::deck_text("kabios/quick_return.dat"));
  const Finished wrong = mbsim(fmt::format("sweep '{}' -p crank=1", deck));
  EXPECT_EQ(wrong.status, 2);  // crank stands further down
  EXPECT_EQ(wrong.out, "");
  EXPECT_NE(wrong.err.find("PARAM half"), std::string::npos) << wrong.err;
  test::write_all(deck, changed(test::deck_text("kabios/quick_return.dat"), "PARAM crank = 1",
                                "PARAM crank = 1\nPARAM turned = log(crank)"));
  const Finished some = mbsim(fmt::format("sweep '{}' -p crank=0,1", deck));
  EXPECT_EQ(some.status, 3);
  const auto table = rows(some.out);
  ASSERT_EQ(table.size(), 3u);
  EXPECT_EQ(table[1][11], "2");
  EXPECT_NE(table[1][12].find("PARAM turned"), std::string::npos) << table[1][12];
  EXPECT_EQ(table[1][13], "nan");
  EXPECT_EQ(table[2][11], "0");
}

TEST(Sweep, LinesOfTheDeck) {
  const test::Scratch scratch;
  const std::string file = scratch.file("deck.dat");
  const std::string text = test::deck_text("kabios/quick_return.dat");
  auto deck = [&](const std::string& before, const std::string& after) {
    test::write_all(file, before + text + after);
    return "sweep '" + file + "' ";
  };
  const std::string with_range =
      deck("PARAM least = 0.6\n", "SWEEP crank FROM 0.6 TO least + 0.4 BY 1/5\n");
  const Finished range = mbsim(with_range);
  EXPECT_EQ(range.out, mbsim(with_range + "-p crank=0.6:1:0.2").out) << range.err;
  EXPECT_EQ(range.err, "");
  EXPECT_EQ(rows(range.out).size(), 4u);
  // The command line goes before the deck; a plain run says that it has no part in it.
  EXPECT_EQ(rows(mbsim(with_range + "-p crank=0.9").out).size(), 2u);
  const Finished plain = mbsim("measure '" + file + "'");
  EXPECT_EQ(plain.status, 0);
  EXPECT_NE(plain.err.find("warning: SWEEP crank: this run has the value of PARAM alone"),
            std::string::npos)
      << plain.err;
  const std::string with_lists =
      deck("PARAM idle = 1\n", "SWEEP idle = 1, max(2, 3)\nSWEEP crank = 0.6,0.7\n");
  EXPECT_EQ(mbsim(with_lists).out, mbsim(with_lists + "-p idle=1,3 -p crank=0.6,0.7").out);
  EXPECT_EQ(mbsim(with_lists + "--zip").out,
            mbsim(with_lists + "-p idle=1,3 -p crank=0.6,0.7 --zip").out);
  const Finished echo = mbsim("--echo '" + file + "'");
  EXPECT_EQ(echo.out.find("SWEEP"), std::string::npos);
  // Native decks and chains.
  const std::string ball = scratch.file("ball.dat");
  test::write_all(ball, changed(bouncing(), "0.8\n", "0.8\nSWEEP kept = 0, 0.5\n"));
  EXPECT_EQ(mbsim("sweep '" + ball + "'").out, mbsim("sweep '" + ball + "' -p kept=0,0.5").out);
  test::write_all(ball, changed(arm(), "fade = 4\n",
                                R"(fade = 4
PARAM last = 5
SWEEP fade FROM 3 TO last BY 1
)"));
  const Finished chain = mbsim("sweep '" + ball + "'");
  EXPECT_EQ(chain.out, mbsim("sweep '" + ball + "' -p fade=3,4,5").out) << chain.err;
  EXPECT_EQ(rows(chain.out).size(), 4u) << chain.err;
}

// A file that is gone after the first run has read it.
TEST(Sweep, FilesAreReadOnce) {
  const test::Scratch scratch;
  test::write_all(scratch.file("crank.inc"), "MEASURE half = PP body4.phi TO reach\n");
  test::write_all(scratch.file("reach.csv"), "0,0.5\n10,0.5\n");
  const std::string deck = scratch.file("deck.dat");
  test::write_all(deck, "PARAM reach = table(\"reach.csv\", 1)\n" +
                            test::deck_text("kabios/quick_return.dat") + "INCLUDE \"crank.inc\"\n");
  SweepSettings settings;
  settings.runs.parameters = {"crank=0.6,0.7,0.8"};
  std::string messages, out;
  const auto prepared =
      prepare_sweep({deck, test::read_all(deck), scratch.file(""), {}}, {}, settings, messages);
  ASSERT_TRUE(prepared) << messages;
  std::filesystem::remove(scratch.file("crank.inc"));
  std::filesystem::remove(scratch.file("reach.csv"));
  const auto take = [&](std::string_view text, long long) {
    out += text;
    return std::string();
  };
  EXPECT_EQ(sweep(*prepared, 1, {take, {}, {}}, messages), ExitStatus::done) << messages << out;
  EXPECT_EQ(rows(out).size(), 4u);
}

TEST(Sweep, ErrorsComeBeforeTheFirstRun) {
  auto refused = [](const std::string& arguments, const char* what) {
    const Finished done = mbsim("sweep " + arguments);
    EXPECT_EQ(done.status, 2) << arguments;
    EXPECT_EQ(done.out, "");
    EXPECT_NE(done.err.find(what), std::string::npos) << done.err;
  };
  const std::string deck = kQuickReturn;
  refused(deck, "no parameter is given; expected -p name=from:to:step, --table, or SWEEP lines");
  refused(deck + " -p crnk=1", "did you mean 'crank'?");
  refused(deck + " -p crank=1 -D crank=2", "-p crank: -D gives it a value too");
  refused(deck + " -p crank=1 -D crnk=2", "-D crnk: no PARAM of the deck has this name");
  refused(deck + " -p crank=1:2", "'1:2' has no step");
  refused(deck + " -p crank=1 --csv a.csv", "sweep prints nothing but its table");
  refused(deck + " -p crank=1 -j 0", "-j");
  refused(deck + " -p crank=1 -o " + deck, "is not written");
  refused(deck + " -p crank=1 -o /no/such/folder/a.csv", "cannot write");
  refused("none.dat -p crank=1", "cannot read deck 'none.dat'");
  refused("decks/bad/expression.dat -p crank=1", "decks/bad/expression.dat:");
  const test::Scratch scratch;
  const std::string named = scratch.file("named.dat");
  test::write_all(named, test::deck_text("kabios/quick_return.dat") + "SWEEP crank = 1:2:1\n");
  refused("'" + named + "'", "error: SWEEP crank: ':' has no '?'");
  test::write_all(named, "PARAM Status = 1\n" + test::deck_text("kabios/quick_return.dat"));
  refused("'" + named + "' -p Status=1", "'status' is a column of every table");
}

// A run whose driver needs ever smaller substeps never comes to its end.
std::string endless() {
  return R"(PARAM pull = 0
MEASURE goal = LAST body2.phi
4 3 1 1 0 1 1 0 0
0 0 0
0.1 0 0.3
0.4 0 -0.1
0.7 0 0
1 2 0 0 -0.1 0
2 3 0.1 0 -0.25 0
3 4 0.25 0 0 0
1 4 0 0 1 0 0 0
1
2 3 0.3 6 ${pull}
3 0 0.1
0 1 0.1
)";
}

TEST(Sweep, TimeoutHoldsForEachRun) {
  const test::Scratch scratch;
  const std::string deck = scratch.file("deck.dat");
  test::write_all(deck, endless());
  const Finished done =
      mbsim(fmt::format("sweep '{}' -p pull=0,999999999,1,888888888,2 --timeout 2 -j 2", deck));
  EXPECT_EQ(done.status, 3);
  EXPECT_LT(done.seconds, 60);
  const auto table = rows(done.out);
  ASSERT_EQ(table.size(), 6u) << done.err;
  for (std::size_t k : {2u, 4u})
    EXPECT_EQ((std::vector<std::string>(table[k].begin() + 1, table[k].end())),
              (std::vector<std::string>{"nan", "5", "timeout", "nan"}));
  for (std::size_t k : {1u, 3u, 5u}) EXPECT_EQ(table[k][2], "0");
}

TEST(Sweep, ASignalLeavesTheRowsSoFar) {
  const test::Scratch scratch;
  const std::string deck = scratch.file("deck.dat"), out = scratch.file("table.csv");
  test::write_all(deck, endless());
  const std::string sweep = fmt::format("sweep '{}' -p pull=0,1,2,999999999,3 -j 1", deck);
  for (const char* name : {"INT", "TERM"}) {
    const Finished done =
        mbsim(sweep, fmt::format("timeout --preserve-status --foreground -s {} 2", name));
    EXPECT_EQ(done.status, 5) << done.err;
    EXPECT_EQ(rows(done.out).size(), 4u) << done.out;
    EXPECT_EQ(done.out.back(), '\n');
    EXPECT_NE(done.err.find("ended by a signal after 3 of 5 runs"), std::string::npos) << done.err;
  }
  const Finished done = mbsim(sweep + " -o '" + out + "'", "timeout --preserve-status -s INT 2");
  EXPECT_EQ(done.status, 5) << done.err;
  EXPECT_EQ(rows(test::read_all(out)).size(), 4u);
}

TEST(Sweep, TheFileIsReplacedAtTheEnd) {
  const test::Scratch scratch;
  const std::string out = scratch.file("table.csv");
  test::write_all(out, "old\n");
  const std::string sweep = fmt::format("sweep {} -o '{}' ", kQuickReturn, out);
  EXPECT_EQ(mbsim(sweep + "-p crank=1:2").status, 2);
  EXPECT_EQ(test::read_all(out), "old\n");
  const Finished done = mbsim(sweep + "-p crank=0.9,1");
  EXPECT_EQ(done.status, 0) << done.err;
  EXPECT_EQ(done.out, "");
  EXPECT_EQ(test::read_all(out), mbsim(fmt::format("sweep {} -p crank=0.9,1", kQuickReturn)).out);
  EXPECT_EQ(mbsim(fmt::format("sweep {} -p crank=0.9,1 -o /dev/stdout", kQuickReturn)).out,
            test::read_all(out));
}

TEST(Sweep, TablesSamplesAndZip) {
  const test::Scratch scratch;
  const std::string table = scratch.file("runs.csv");
  test::write_all(table, R"(crank
0.8
1
2*0.3
)");
  const std::string sweep = fmt::format("sweep {} ", kQuickReturn);
  EXPECT_EQ(mbsim(sweep + "--table '" + table + "'").out,
            mbsim(sweep + "-p crank=0.8,1,2*0.3").out);
  test::write_all(table, "crnk\n0.8\n");
  const Finished unknown = mbsim(sweep + "--table '" + table + "'");
  EXPECT_EQ(unknown.status, 2);
  EXPECT_NE(unknown.err.find("did you mean 'crank'?"), std::string::npos) << unknown.err;
  const std::string draw = sweep + "-p crank=0.6:1 --sample 20 ";
  const Finished first = mbsim(draw + "-j 1"), again = mbsim(draw + "--seed 1 -j 3");
  EXPECT_EQ(rows(first.out).size(), 21u) << first.err;
  EXPECT_EQ(first.out, again.out);
  EXPECT_NE(first.out, mbsim(draw + "--seed 2").out);
  const std::string deck = scratch.file("mixed.dat");
  test::write_all(deck, mixed());
  EXPECT_EQ(
      rows(mbsim(fmt::format("sweep '{}' -p crank=1,1.1 -p rate=1,2 --zip", deck)).out).size(), 3u);
}

TEST(Sweep, KeepsReports) {
  const test::Scratch scratch;
  const std::string sweep = fmt::format("sweep {} -p crank=0.8,5,1 ", kQuickReturn);
  const std::string table = mbsim(sweep).out;
  EXPECT_EQ(mbsim(sweep + "--keep reports '" + scratch.file("all/runs") + "'").out, table);
  for (const auto& [run, crank] : {std::pair(1, 0.8), std::pair(2, 5.0), std::pair(3, 1.0)}) {
    const Finished single = mbsim(fmt::format("-D crank={} {}", crank, kQuickReturn));
    const std::string kept = scratch.file(fmt::format("all/runs/run_{}.", run));
    EXPECT_EQ(test::read_all(kept + "txt"), single.out) << run;
    EXPECT_EQ(test::read_all(kept + "err"), single.err) << run;
  }
  EXPECT_EQ(mbsim(sweep + "--keep failed '" + scratch.file("some") + "'").out, table);
  EXPECT_FALSE(std::filesystem::exists(scratch.file("some/run_1.txt")));
  EXPECT_TRUE(std::filesystem::exists(scratch.file("some/run_2.txt")));
  EXPECT_EQ(mbsim(sweep + "--keep failed /proc/none").status, 2);
  EXPECT_EQ(mbsim(sweep + "--keep faild some").status, 2);
}

}  // namespace
}  // namespace mbs
