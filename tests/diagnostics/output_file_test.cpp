// What --csv FILE does to FILE: it is replaced whole or not at all, and nothing else is touched.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "support/process.h"

namespace mbs {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFourBar = "decks/kabios/four_bar.dat";

std::size_t lines_of(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

std::string csv_of(const std::string& options) {
  return test::mbsim("--no-report --csv - " + options + " " + kFourBar).out;
}

// The four-bar in steps of `step` seconds: 41 rows of 0.025 in the deck.
std::string with_step(const char* step) {
  std::string deck = test::deck_text("kabios/four_bar.dat");
  return deck.replace(deck.rfind("0.0250"), 6, step);
}

TEST(OutputFile, IsWhatStandardOutputGets) {
  const test::Scratch scratch;
  const std::string file = scratch.file("run.csv");
  EXPECT_EQ(test::mbsim("--csv " + file + " " + kFourBar).status, 0);
  EXPECT_EQ(test::read_all(file), csv_of(""));
  EXPECT_EQ(lines_of(test::read_all(file)), 42u);
}

TEST(OutputFile, NoOtherFileStays) {
  const test::Scratch scratch;
  test::mbsim("--csv " + scratch.file("run.csv") + " " + kFourBar);
  const auto begin = fs::directory_iterator(fs::path(scratch.file("run.csv")).parent_path());
  EXPECT_EQ(std::distance(begin, fs::directory_iterator()), 1);
}

TEST(OutputFile, NothingIsTouchedWhereNothingIsRun) {
  const test::Scratch scratch;
  const std::string file = scratch.file("run.csv");
  test::write_all(file, "of an earlier run\n");
  for (const char* arguments :
       {"--check decks/kabios/four_bar.dat", "-D nobody=1 decks/kabios/four_bar.dat",
        "decks/bad/letter_o.dat", "no_such_deck.dat", "--columns nobody decks/kabios/four_bar.dat",
        "decks/bad/unassemblable.dat"}) {
    test::mbsim("--csv " + file + " " + arguments);
    EXPECT_EQ(test::read_all(file), "of an earlier run\n") << arguments;
  }
}

TEST(OutputFile, ADeckAndWhatItReadsAreNotOverwritten) {
  const test::Scratch scratch;
  const std::string deck = scratch.file("deck.dat"), body = scratch.file("body.inc");
  test::write_all(body, test::deck_text("kabios/four_bar.dat"));
  test::write_all(deck, "INCLUDE \"body.inc\"\n");
  fs::create_symlink(deck, scratch.file("link.csv"));
  fs::create_hard_link(body, scratch.file("hard.csv"));
  for (const char* target : {"deck.dat", "body.inc", "link.csv", "hard.csv"}) {
    const test::Finished run = test::mbsim("--csv " + scratch.file(target) + " " + deck);
    EXPECT_EQ(run.status, 2) << target;
    EXPECT_NE(run.err.find("the run has read"), std::string::npos) << run.err;
  }
  EXPECT_EQ(test::read_all(deck), "INCLUDE \"body.inc\"\n");
  EXPECT_EQ(test::read_all(body), test::deck_text("kabios/four_bar.dat"));
}

// Modes do not bind root; nobody makes files in /proc.
TEST(OutputFile, AFolderThatTakesNoFiles) {
  const test::Scratch scratch;
  const std::string deck = scratch.file("deck.dat"), table = scratch.file("run.csv");
  test::write_all(deck, test::deck_text("kabios/four_bar.dat"));
  test::mbsim("--csv " + table + " " + deck);
  const fs::path folder = fs::path(deck).parent_path();
  fs::permissions(folder, fs::perms::owner_read | fs::perms::owner_exec);
  EXPECT_EQ(test::mbsim(deck).status, 0);
  EXPECT_EQ(lines_of(test::mbsim("--no-report --csv - " + deck).out), 42u);
  for (const std::string& wanted : std::vector<std::string>{
           "--csv /proc/x.csv " + deck, "draw " + deck + " -o /proc/x.svg",
           "animate " + deck + " -o /proc/x.html", "plot " + table + " t body2.x -o /proc/x.svg",
           "sweep decks/optimise/balanced_arm.dat -p stiffness=1,2 -o /proc/x.csv"}) {
    const test::Finished run = test::mbsim(wanted);
    EXPECT_EQ(run.status, 2) << wanted;
    EXPECT_EQ(run.out, "") << wanted;
    EXPECT_NE(run.err.find("/proc/x."), std::string::npos) << run.err;
    EXPECT_EQ(lines_of(run.err), 1u) << run.err;
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 2);
  fs::permissions(folder, fs::perms::owner_all);
}

TEST(OutputFile, LinksAndModesAreKept) {
  const test::Scratch scratch;
  const std::string file = scratch.file("run.csv"), link = scratch.file("link.csv");
  test::write_all(file, "old\n");
  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write | fs::perms::others_read);
  fs::create_symlink("run.csv", link);
  EXPECT_EQ(test::mbsim("--csv " + link + " " + kFourBar).status, 0);
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(lines_of(test::read_all(file)), 42u);
  EXPECT_EQ(fs::status(file).permissions(),
            fs::perms::owner_read | fs::perms::owner_write | fs::perms::others_read);
}

TEST(OutputFile, ADanglingLinkGetsItsFile) {
  const test::Scratch scratch;
  fs::create_symlink("later.csv", scratch.file("link.csv"));
  EXPECT_EQ(test::mbsim("--csv " + scratch.file("link.csv") + " " + kFourBar).status, 0);
  EXPECT_EQ(lines_of(test::read_all(scratch.file("later.csv"))), 42u);
}

TEST(OutputFile, PipesAndDescriptorsAreWrittenDirectly) {
  const test::Scratch scratch;
  const std::string pipe = scratch.file("pipe"), through = scratch.file("through.csv");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const std::string reader = "{ timeout 10 cat " + pipe + " > " + through + " & };";
  EXPECT_EQ(test::mbsim("--csv " + pipe + " " + kFourBar, reader).status, 0);
  for (int k = 0; k < 1000 && lines_of(test::read_all(through)) < 42; ++k) usleep(10000);
  EXPECT_TRUE(fs::is_fifo(pipe));
  const test::Finished appended =
      test::mbsim("--no-report --csv /dev/fd/3 " + std::string(kFourBar) + " 3>> " + through);
  EXPECT_EQ(appended.status, 0) << appended.err;
  EXPECT_EQ(lines_of(test::read_all(through)), 84u);
}

TEST(OutputFile, HasTheWholeRowsOfARunThatFails) {
  const test::Scratch scratch;
  const std::string file = scratch.file("run.csv");
  // The middle of a crank of 1 m is pulled to x = 0.5 m, which it reaches after 2 s.
  test::write_all(scratch.file("crank.dat"), R"(2 1 0 1 0 1 0 0 0
0 0 0
0.3 0.4 0.927
1 2 0 0 -0.5 0
1
2 1 0.3 0.1 0
0 3 0.5
)");
  const test::Finished run = test::mbsim("--csv " + file + " " + scratch.file("crank.dat"));
  EXPECT_EQ(run.status, 3) << run.err;
  const std::string rows = test::read_all(file);
  EXPECT_EQ(lines_of(rows), 5u);  // the head, 0, 0.5, 1 and 1.5 s
  EXPECT_EQ(rows.back(), '\n');
}

TEST(OutputFile, HasTheWholeRowsOfARunThatIsEnded) {
  const test::Scratch scratch;
  const std::string file = scratch.file("run.csv");
  test::write_all(scratch.file("long.dat"), with_step("1.0E-9"));
  const test::Finished run =
      test::mbsim("--no-report --timeout 0.2 --csv " + file + " " + scratch.file("long.dat"));
  EXPECT_EQ(run.status, 5) << run.err;
  const std::string rows = test::read_all(file);
  EXPECT_GT(lines_of(rows), 1u);
  EXPECT_EQ(rows.back(), '\n');
}

// Killed at some fifty moments of a run of some hundredths of a second.
TEST(OutputFile, ARunThatIsKilledLeavesTheOldFile) {
  const test::Scratch scratch;
  const std::string file = scratch.file("run.csv"), deck = scratch.file("long.dat");
  test::write_all(deck, with_step("1.0E-4"));
  test::mbsim("--no-report --csv " + file + " " + deck);
  const std::string whole = test::read_all(file);
  ASSERT_GT(lines_of(whole), 5000u);
  int killed = 0;
  for (int k = 0; k < 50; ++k) {
    test::write_all(file, "old\n");
    const std::string seconds = std::to_string(0.001 * k);
    const test::Finished run =
        test::mbsim("--no-report --csv " + file + " " + deck, "timeout -s KILL " + seconds + "1");
    const std::string left = test::read_all(file);
    EXPECT_TRUE(left == "old\n" || left == whole) << k;
    killed += run.status == 0 ? 0 : 1;
  }
  EXPECT_GT(killed, 0);
  EXPECT_EQ(test::read_all(deck), with_step("1.0E-4"));
}

TEST(Columns, AreThoseNamedInTheirOrder) {
  const std::string rows = csv_of("--columns 'point1.x, t,BODY2.ph*,body2.x'");
  EXPECT_EQ(rows.substr(0, rows.find('\n')), "point1.x,t,body2.phi,body2.phid,body2.phidd,body2.x");
  const std::string second = rows.substr(rows.find('\n') + 1);
  EXPECT_EQ(std::count(second.begin(), second.begin() + static_cast<long>(second.find('\n')), ','),
            5);
}

TEST(Columns, OneThatIsNotThereIsAnError) {
  const test::Finished run =
      test::mbsim(std::string("--no-report --csv - --columns t,body4.phii ") + kFourBar);
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(run.err,
            "decks/kabios/four_bar.dat: error: --columns: no column is named 'body4.phii'; did you "
            "mean 'body4.phi'?\n");
}

TEST(Columns, NumbersReadBackInTheFewestDigits) {
  const std::string rows = csv_of("--columns t");
  EXPECT_EQ(rows.substr(0, rows.find("0.1\n") + 4),
            R"(t
0
0.025
0.05
0.07500000000000001
0.1
)");
}

}  // namespace
}  // namespace mbs
