// Muscles of a table are the MUSCLE lines that it stands for: in every dialect, whatever separates
// its columns, chosen and scaled by groups; what is wrong with it is said with file, line and
// column.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "paths.h"
#include "support/deck.h"
#include "support/process.h"

namespace mbs {
namespace {

// What --echo says of the muscles of a chain of two segments.
std::string muscles_of(const std::string& lines, const std::string& folder) {
  Diagnostics diagnostics;
  const std::string echo = echo_deck({"deck",
                                      "SEGDYN\nPARAM k = 2\nSEGMENT 1 1 1 .5 .1\n"
                                      "SEGMENT 2 1 1 .5 .1\nSTATE 1 ${.1*k} 0\nSTATE 2 0 0\n"
                                      "PATH 0 -.1 .2  2 0 .1\n" +
                                          lines + "TIME 0 .1 .1\nEND\n",
                                      folder,
                                      {}},
                                     {}, diagnostics);
  std::string out = diagnostics.format_all();
  for (std::size_t from = 0; (from = echo.find("MUSCLE ", from)) != std::string::npos;) {
    const std::size_t end = echo.find('\n', from);
    out += echo.substr(from, end - from) + "\n";
    from = end;
  }
  return out;
}

constexpr const char* kLines =
    "MUSCLE A THELEN RIGID ARM 1 .3 -.03 .001 ARM 2 .1 .02 FMAX ${400*k} LOPT .1 LSLACK .18 "
    "STIM = .1 + .2*max(0, sin(t))\n"
    "MUSCLE B SET 1993 ARM 2 .3 .02 FMAX 500 LOPT .2 LSLACK .1 ONSET .1 FROM .02\n"
    "MUSCLE C OVER PATH 1 0 1 FMAX 600 LOPT .1 LSLACK .1 UMAX .05 ONSET .2 FROM .03\n";

constexpr const char* kTable = R"csv(# three muscles
NAME,GROUP,WORDS,SET,FMAX,LOPT,LSLACK,ARM 1,,,ARM 2,,OVER PATH 1,,UMAX,STIM,ONSET,FROM
A,one both,THELEN RIGID,,${400*k},.1,.18,.3,-.03,.001,.1,.02,,,,".1 + .2*max(0, sin(t))",,

B,both,,1993,500,.2,.1,,,,.3,.02,,,,,.1,.02   # the second
C,,,,600,.1,.1,,,,,,0,1,.05,,.2,.03
,,,,,,,,,,,,,,,,,
)csv";

TEST(MuscleTable, IsItsLines) {
  const test::Scratch scratch;
  const std::string folder = std::filesystem::path(scratch.file("x")).parent_path().string();
  const std::string lines = muscles_of(kLines, folder);
  ASSERT_NE(lines.find("MUSCLE C"), std::string::npos) << lines;
  test::write_all(scratch.file("m.csv"), kTable);
  EXPECT_EQ(muscles_of("MUSCLES \"m.csv\"\n", folder), lines);
  // As a spreadsheet of other countries has it.
  std::string other;
  bool quoted = false;
  for (const char c : std::string(kTable)) {
    if (c == '"') quoted = !quoted;
    other += c == ',' && !quoted ? ';' : c == '\n' ? '\r' : c;
    if (c == '\n') other += '\n';
  }
  test::write_all(scratch.file("m.csv"), "\xEF\xBB\xBF" + other);
  EXPECT_EQ(muscles_of("MUSCLES \"m.csv\"\n", folder), lines);
  for (const char* number : {".03;", ".2;"})
    for (std::size_t at = 0; (at = other.find(number, at)) != std::string::npos; ++at)
      other[at] = ',';
  test::write_all(scratch.file("m.csv"), other);
  EXPECT_EQ(muscles_of("MUSCLES \"m.csv\"\n", folder), lines);
  for (char& c : other)
    if (c == ';') c = '\t';
  test::write_all(scratch.file("m.csv"), other);
  EXPECT_EQ(muscles_of("MUSCLES \"m.csv\"\n", folder), lines);
}

TEST(MuscleTable, GroupsAndFactors) {
  const test::Scratch scratch;
  const std::string folder = std::filesystem::path(scratch.file("x")).parent_path().string();
  test::write_all(scratch.file("m.csv"), kTable);
  const std::string lines = muscles_of(kLines, folder);
  const std::size_t b = lines.find("MUSCLE B"), c = lines.find("MUSCLE C");
  const auto of = [&](const std::string& words) {
    return muscles_of("MUSCLES \"m.csv\" " + words + "\n", folder);
  };
  EXPECT_EQ(of("OF both"), lines.substr(0, c));
  EXPECT_EQ(of("EXCEPT both"), lines.substr(c));
  EXPECT_EQ(of("OF c a"), lines.substr(0, b) + lines.substr(c));
  EXPECT_EQ(of("OF both EXCEPT one"), lines.substr(b, c - b));
  EXPECT_EQ(of("OF ONE") + of("EXCEPT one"), lines);
  std::string scaled = kLines;
  scaled.replace(scaled.find("FMAX 500 LOPT .2"), 16, "FMAX 750 LOPT .2 UMAX .08");
  scaled.replace(scaled.find("ARM 2 .3 .02"), 12, "ARM 2 .6 .04");
  scaled = muscles_of(scaled, folder);
  EXPECT_EQ(of("OF B SCALE FMAX 3 SCALE FMAX .5 SCALE UMAX ${k} SCALE ARM ${k}"),
            scaled.substr(b, scaled.find("MUSCLE C") - b));
  // In an included file of another folder the table is beside that file.
  std::filesystem::create_directory(scratch.file("sub"));
  test::write_all(scratch.file("sub/m.csv"), kTable);
  test::write_all(scratch.file("sub/all.inc"), "MUSCLES \"m.csv\"\n");
  std::filesystem::remove(scratch.file("m.csv"));
  EXPECT_EQ(muscles_of("INCLUDE \"sub/all.inc\"\n", folder), lines);
}

// The squat jump of the table with factors 1 is that of the included lines.
TEST(MuscleTable, TheSameJump) {
  const std::string folder = std::string(MBSIM_ROOT) + "/decks/muscles";
  std::string deck = test::deck_text("muscles/jump_by_table.dat");
  const test::RunResult stronger = test::run(deck, {}, folder);
  deck.replace(deck.find("calves = 1.1"), 12, "calves = 1.0");
  const test::RunResult table = test::run(deck, {}, folder),
                        lines = test::run(test::deck_text("muscles/squat_jump.dat"), {}, folder);
  ASSERT_EQ(table.status, ExitStatus::done) << table.messages;
  EXPECT_EQ(table.measure("takeoff"), lines.measure("takeoff"));
  EXPECT_EQ(table.measure("apex"), lines.measure("apex"));
  EXPECT_LT(stronger.measure("apex"), table.measure("apex") - .01);  // without new onsets
}

TEST(MuscleTable, SaysWhatIsWrong) {
  const test::Scratch scratch;
  const std::string folder = std::filesystem::path(scratch.file("x")).parent_path().string();
  const auto said = [&](const std::string& table, const std::string& words = "") {
    test::write_all(scratch.file("m.csv"), table);
    return muscles_of("MUSCLES \"m.csv\"" + words + "\n", folder);
  };
  const std::string head = "NAME,GROUP,FMAX,LOPT,LSLACK,ARM 1,,ONSET,FROM\n";
  const std::string row = "A,g,100,.1,.1,.2,.03,.1,.1\n";
  ASSERT_EQ(said(head + row).find("error"), std::string::npos) << said(head + row);
  EXPECT_EQ(said("NAME,FMX\nA,1\n"),
            "m.csv:1:6: error: MUSCLES: 'FMX' is no heading; did you mean 'FMAX'?\n");
  EXPECT_TRUE(
      said("FMAX\n1\n")
          .starts_with(
              "m.csv:1:1: error: MUSCLES: no column is headed NAME; expected a row of headings"));
  EXPECT_TRUE(
      said("NAME,NAME\n").starts_with("m.csv:1:1: error: MUSCLES: two columns are headed NAME; "));
  EXPECT_TRUE(said("# nothing\n").starts_with("m.csv:1:1: error: MUSCLES: it has no headings"));
  EXPECT_TRUE(said(head).starts_with("m.csv:1:1: error: MUSCLES: it has no rows"));
  EXPECT_EQ(said(head + row + "B,g,1x0,.1,.1,.2,.03,.1,.1\n"),
            "m.csv:3:5: error: MUSCLE B: FMAX is '1x0'; expected a number\n");
  EXPECT_EQ(said(head + "B,g,-100,.1,.1,.2,.03,.1,.1\n").substr(0, 43),
            "m.csv:2:5: error: MUSCLE B: FMAX is -100; e");
  EXPECT_TRUE(said("NAME,FMAX,LOPT,LSLACK,ARM 7,,ONSET,FROM\nA,100,.1,.1,.2,.03,.1,.1\n")
                  .starts_with("m.csv:1:27: error: MUSCLE A: "));
  EXPECT_TRUE(said(head + ",g,100,.1,.1,.2,.03,.1,.1\n")
                  .starts_with("m.csv:2:1: error: MUSCLES: the name of the muscle is missing"));
  EXPECT_TRUE(said(head + row + row)
                  .starts_with("m.csv:3:1: error: MUSCLE A: a muscle A is there already"));
  EXPECT_TRUE(said(head + "A,g,100,.1,.1,,.03,.1,.1\n")
                  .starts_with("m.csv:2:16: error: MUSCLES: the cell before it is empty"));
  EXPECT_TRUE(said(head + "A,g,100,.1,.1,.2,.03,.1,.1,7\n")
                  .starts_with("m.csv:2:28: error: MUSCLES: there is no heading above '7'"));
  EXPECT_TRUE(said(head + "A,arm,100,.1,.1,.2,.03,.1,.1\n")
                  .starts_with("m.csv:2:3: error: MUSCLES: 'arm' is a word of MUSCLE"));
  EXPECT_TRUE(said(head + "A,g,${400*q},.1,.1,.2,.03,.1,.1\n").starts_with("m.csv:2:"))
      << said(head + "A,g,${400*q},.1,.1,.2,.03,.1,.1\n");
  EXPECT_EQ(
      said(head + row, " OF h"),
      "deck:8:20: error: MUSCLES: no muscle or group of the table has the name 'h'; it has a, "
      "g\n");
  EXPECT_TRUE(said(head + row, " OF").starts_with("deck:8:17: error: MUSCLES: no name follows OF"));
  EXPECT_TRUE(said(head + row, " SCALE FMX 2")
                  .starts_with("deck:8:23: error: MUSCLE A: 'FMX' cannot be scaled"));
  EXPECT_TRUE(said(head + row, " SCALE FMAX 0").starts_with("deck:8:28: error: MUSCLE A: "));
  EXPECT_TRUE(
      said(head + row, " FMAX 5").starts_with("deck:8:17: error: MUSCLE A: FMAX is given twice"));
  EXPECT_TRUE(said(head + row, " FOR g")
                  .starts_with("deck:8:17: error: MUSCLES: 'FOR' is no field of a muscle"));
  EXPECT_EQ(muscles_of("MUSCLES \"n.csv\"\n", folder),
            "deck:8:9: error: MUSCLES: 'n.csv' does not exist; paths are relative to the deck\n");
  EXPECT_TRUE(muscles_of("MUSCLES\n", folder)
                  .starts_with("deck:8:8: error: MUSCLES: the name of the file is missing"));
}

// A sweep that goes on sees that its table has changed.
TEST(MuscleTable, SweepsSeeIt) {
  const test::Scratch scratch;
  test::write_all(scratch.file("m.csv"),
                  "NAME,FMAX,LOPT,LSLACK,ARM 1,,ONSET,FROM\nA,100,.1,.1,.2,.03,.1,${u}\n");
  test::write_all(scratch.file("deck.dat"),
                  "SEGDYN\nPARAM u = .1\nMEASURE f = LAST A.f\nSEGMENT 1 1 1 .5 .1\nSTATE 1 .1 0\n"
                  "MUSCLES \"m.csv\"\nTIME 0 .1 .1\nEND\n");
  const std::string sweep = fmt::format("sweep '{}' -p u=.1,.2 -o '{}'", scratch.file("deck.dat"),
                                        scratch.file("out.csv"));
  const test::Finished first = test::mbsim(sweep);
  ASSERT_EQ(first.status, 0) << first.err;
  EXPECT_EQ(test::mbsim(sweep + " --resume").status, 0);
  test::write_all(scratch.file("m.csv"),
                  "NAME,FMAX,LOPT,LSLACK,ARM 1,,ONSET,FROM\nA,110,.1,.1,.2,.03,.1,${u}\n");
  const test::Finished again = test::mbsim(sweep + " --resume");
  EXPECT_EQ(again.status, 2);
  EXPECT_NE(again.err.find("has changed: included files and tables;"), std::string::npos)
      << again.err;
}

}  // namespace
}  // namespace mbs
