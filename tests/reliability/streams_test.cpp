// Standard streams that are full, closed or no longer read: the status is that of the run, nothing
// aborts, and what goes to a file is whole.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "support/process.h"

namespace mbs {
namespace {

constexpr const char* kFourBar = "decks/kabios/four_bar.dat";
constexpr const char* kSearched = "decks/optimise/balanced_arm.dat";

std::size_t lines_of(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

// The four-bar in steps of 1e-4 s: 10001 rows.
void write_long_deck(const std::string& file, const char* step = "1.0E-4") {
  std::string deck = test::deck_text("kabios/four_bar.dat");
  test::write_all(file, deck.replace(deck.rfind("0.0250"), 6, step));
}

TEST(Streams, AMessageThatCannotBeWrittenLeavesTheStatus) {
  struct Case {
    std::string arguments;
    int status;
  };
  const std::vector<Case> cases = {
      {"decks/bad/letter_o.dat", 2},
      {"no_such_deck.dat", 2},
      {"--no_such_option", 2},
      {"decks/bad/unassemblable.dat", 3},
      {fmt::format("--audit {} > /dev/null", kFourBar), 0},
      {fmt::format("--csv /dev/full {} > /dev/null", kFourBar), 2},
      {fmt::format("sweep {} -p stiffness=1,2 > /dev/full", kSearched), 2},
      {"measure decks/kabios/four_bar.dat", 2}};
  for (const Case& c : cases)
    for (const char* where : {"2> /dev/full", "2>&-"})
      EXPECT_EQ(test::shell("\"$MBSIM\" " + c.arguments + " " + where).status, c.status)
          << c.arguments << " " << where;
}

TEST(Streams, EveryOutputIsCheckedAtItsEnd) {
  const test::Scratch scratch;
  test::write_all(scratch.file("a.csv"), "t,y\n0,1\n1,2\n");
  test::write_all(scratch.file("b.csv"), "t,y\n0,1\n1,3\n");
  for (const std::string& arguments : std::vector<std::string>{
           "--help",
           "--version",
           "--options",
           "--template native",
           "help",
           "help PARAM",
           "help --words",
           "sweep --help",
           fmt::format("--echo {}", kFourBar),
           fmt::format("--convert native {}", kFourBar),
           fmt::format("{}", kFourBar),
           fmt::format("--no-report --csv - {}", kFourBar),
           fmt::format("measure {}", kSearched),
           fmt::format("draw {}", kFourBar),
           fmt::format("animate {}", kFourBar),
           fmt::format("plot {} t body2.x", kFourBar),
           fmt::format("plot '{}' t y", scratch.file("a.csv")),
           fmt::format("sweep {} -p stiffness=1,2", kSearched),
           fmt::format("solve {} -p stiffness=50:150 'effort=40' -D free=0.2", kSearched),
           fmt::format("sensitivity {} -p stiffness", kSearched),
           fmt::format("optimise {} --min effort -p stiffness --evals 4", kSearched)})
    for (const char* where : {"> /dev/full", ">&-"}) {
      const test::Finished run = test::shell("\"$MBSIM\" " + arguments + " " + where);
      // Of two failures the larger.
      EXPECT_TRUE(run.status == 2 || (arguments.starts_with("solve") && run.status == 3) ||
                  (arguments.starts_with("optimise") && run.status == 4))
          << arguments << " " << where << ": " << run.status;
      if (!arguments.starts_with("solve") && !arguments.starts_with("optimise")) {
        EXPECT_NE(run.err.find("cannot write 'standard output' completely: "), std::string::npos)
            << arguments << " " << where << ": " << run.err;
      }
    }
  const std::string files = scratch.file("a.csv") + " " + scratch.file("b.csv");
  EXPECT_EQ(test::shell("\"$MBSIM\" diff " + files + " > /dev/full").status, 4);
}

TEST(Streams, NoFileGetsWhatIsMeantForAClosedOutput) {
  const test::Scratch scratch;
  const std::string file = scratch.file("run.csv");
  const std::string rows = test::mbsim(fmt::format("--no-report --csv - {}", kFourBar)).out;
  for (const char* closed : {">&-", ">&- 2>&-", "<&- >&- 2>&-", "<&-"}) {
    const test::Finished run =
        test::shell(fmt::format("\"$MBSIM\" --csv '{}' {} {}", file, kFourBar, closed));
    EXPECT_EQ(run.status, std::string(closed) == "<&-" ? 0 : 2) << closed;
    EXPECT_EQ(test::read_all(file), rows) << closed;
    test::write_all(file, "old\n");
  }
  EXPECT_EQ(test::shell("\"$MBSIM\" - <&-").status, 2);
}

TEST(Streams, ARunGoesOnForItsCsvWhenNobodyReadsItsReport) {
  const test::Scratch scratch;
  write_long_deck(scratch.file("long.dat"));
  const test::Finished run = test::shell(
      fmt::format("cd '{0}'; {{ \"$MBSIM\" --csv run.csv long.dat; echo $? > status; }} | head -1",
                  scratch.file("")));
  EXPECT_EQ(test::read_all(scratch.file("status")), "0\n");
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(lines_of(run.out), 1u);
  EXPECT_EQ(lines_of(test::read_all(scratch.file("run.csv"))), 10002u);
}

TEST(Streams, WithoutAnotherOutputItEndsAtOnce) {
  const test::Scratch scratch;
  write_long_deck(scratch.file("long.dat"), "1.0E-9");  // would take hours
  for (const std::string& arguments : std::vector<std::string>{
           "long.dat", "--no-report --csv - long.dat", "sweep long.dat -p wanted=0:1:1e-6 -j 2"}) {
    std::string command = arguments;
    if (command.starts_with("sweep"))
      command = fmt::format("sweep '{}/{}' -p stiffness=1:1000:1e-3 -j 2", MBSIM_ROOT, kSearched);
    const test::Finished run = test::shell(fmt::format(
        "cd '{0}'; {{ \"$MBSIM\" {1}; echo $? > status; }} | head -1", scratch.file(""), command));
    EXPECT_EQ(test::read_all(scratch.file("status")), "2\n") << command;
    EXPECT_EQ(run.err, "") << command;
    EXPECT_LT(run.seconds, 60) << command;
  }
}

// `ulimit -f` stands for a disk that is full, with a signal beside.
TEST(Streams, AFileThatGrowsTooLargeEndsInAWholeRow) {
  const test::Scratch scratch;
  write_long_deck(scratch.file("long.dat"));
  const std::string whole =
      test::shell(fmt::format("\"$MBSIM\" --no-report --csv - '{}'", scratch.file("long.dat"))).out;
  const test::Finished run = test::shell(fmt::format(
      "ulimit -f 500; cd '{}'; \"$MBSIM\" --no-report --csv run.csv long.dat", scratch.file("")));
  EXPECT_EQ(run.status, 2);
  EXPECT_NE(run.err.find("mbsim: error: cannot write 'run.csv' completely: File too large\n"),
            std::string::npos)
      << run.err;
  const std::string rows = test::read_all(scratch.file("run.csv"));
  EXPECT_GT(lines_of(rows), 100u);
  EXPECT_TRUE(whole.starts_with(rows));
  EXPECT_TRUE(rows.ends_with('\n'));
  // The table of a sweep keeps its rows for --resume.
  const std::string sweep =
      fmt::format("sweep '{}/{}' -p stiffness=1:100:1 -o t.csv", MBSIM_ROOT, kSearched);
  const test::Finished cut =
      test::shell(fmt::format("ulimit -f 4; cd '{}'; \"$MBSIM\" {}", scratch.file(""), sweep));
  EXPECT_EQ(cut.status, 2) << cut.err;
  const std::string part = test::read_all(scratch.file("t.csv.part"));
  EXPECT_GT(lines_of(part), 1u);
  EXPECT_TRUE(part.ends_with('\n'));
  EXPECT_EQ(
      test::shell(fmt::format("cd '{}'; \"$MBSIM\" {} --resume", scratch.file(""), sweep)).status,
      0);
  EXPECT_EQ(lines_of(test::read_all(scratch.file("t.csv"))), 101u);
}

TEST(Streams, KeptReportsAreChecked) {
  const test::Scratch scratch;
  const test::Finished run = test::shell(
      fmt::format("ulimit -f 1; \"$MBSIM\" sweep {} -p stiffness=1,2 --keep reports '{}'; echo $?",
                  kSearched, scratch.file("kept")));
  EXPECT_TRUE(run.out.ends_with("2\n")) << run.out;
  EXPECT_NE(run.err.find(".txt' completely: File too large"), std::string::npos) << run.err;
}

// Until the run has begun: on a machine that is busy that takes a while.
std::string until_something_is_in(const std::string& folder) {
  return fmt::format(
      "for k in $(seq 500); do [ -z \"$(ls -A {})\" ] || break; sleep 0.02; done; sleep 0.1",
      folder);
}

TEST(Streams, AFolderThatGoesDuringTheRunIsSaid) {
  const test::Scratch scratch;
  write_long_deck(scratch.file("long.dat"), "1.0E-9");
  const test::Finished run = test::shell(fmt::format(
      "cd '{}'; mkdir gone; \"$MBSIM\" --timeout 1 --no-report --csv gone/run.csv long.dat & "
      "{}; rm -r gone; wait $!",
      scratch.file(""), until_something_is_in("gone")));
  EXPECT_EQ(run.status, 5);  // of two failures the larger
  EXPECT_NE(run.err.find("cannot write 'gone/run.csv': No such file or directory"),
            std::string::npos)
      << run.err;
}

// A folder that is moved keeps its file.
TEST(Streams, AFolderThatIsMovedDuringTheRunGetsTheRows) {
  const test::Scratch scratch;
  write_long_deck(scratch.file("long.dat"), "1.0E-9");
  const test::Finished run = test::shell(fmt::format(
      "cd '{}'; mkdir old; \"$MBSIM\" --timeout 1 --no-report --csv old/run.csv long.dat & "
      "{}; mv old new; wait $!",
      scratch.file(""), until_something_is_in("old")));
  EXPECT_EQ(run.status, 5);
  const std::string rows = test::read_all(scratch.file("new/run.csv"));
  EXPECT_GT(lines_of(rows), 1u);
  EXPECT_TRUE(rows.ends_with('\n'));
}

TEST(Streams, TheProgramOfNLoptChecksItsOutputToo) {
  const std::string program = fmt::format("{}-nlopt", MBSIM_BINARY);
  if (test::shell("test -x " + program).status != 0) GTEST_SKIP() << "built without NLopt";
  for (const char* where : {"> /dev/full", ">&-"})
    EXPECT_EQ(
        test::shell(fmt::format("printf 'bobyqa 1 0\\n0 0.1 -1 1\\n' | '{}' {}", program, where))
            .status,
        2)
        << where;
}

}  // namespace
}  // namespace mbs
