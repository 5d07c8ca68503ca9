// .sto and .mot files: what --csv writes reads back to the last digit.
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "report/storage_file.h"
#include "support/process.h"

namespace mbs {
namespace {

constexpr const char* kSwing = R"(1 0 0 0 0 0 0 0 0
0.3 0.4 -0.1
0 1 0.0625
MASS 1 3.5 0.05
MOTION 1  0.3 0.7 -1.1  0.4 -0.3 0.9  -0.1 1.7 -3.3
NETJOINT 1 0 AT 0 0.45
)";

std::vector<std::string> column_of(const std::string& text, const std::string& name,
                                   const std::string& first, char separator) {
  std::istringstream lines(text.substr(text.find(first)));
  std::vector<std::string> out;
  std::size_t wanted = 0;
  for (std::string line; std::getline(lines, line);) {
    std::vector<std::string> cells(1);
    for (const char c : line) c == separator ? cells.emplace_back() : cells.back() += c;
    if (out.empty())
      while (wanted < cells.size() && cells[wanted] != name) ++wanted;
    out.push_back(wanted < cells.size() ? cells[wanted] : "missing");
  }
  return out;
}

TEST(StorageFiles, RoundTripToTheLastDigit) {
  const test::Scratch scratch;
  test::write_all(scratch.file("swing.dat"), kSwing);
  for (const char* name : {"swing.sto", "swing.mot"}) {
    const std::string file = scratch.file(name);
    ASSERT_EQ(test::mbsim("--no-report --csv " + file + " " + scratch.file("swing.dat")).status, 0);
    const std::string text = test::read_all(file);
    EXPECT_EQ(
        text.substr(0, text.find("endheader")),
        "swing\nversion=1\nnRows=17\nnColumns=" +
            std::to_string(
                1 + std::count(text.begin() + static_cast<std::ptrdiff_t>(text.find("time\t")),
                               text.begin() + static_cast<std::ptrdiff_t>(
                                                  text.find('\n', text.find("time\t"))),
                               '\t')) +
            "\ninDegrees=no\n");
    test::write_all(scratch.file("again.dat"),
                    std::string("1 0 0 0 0 0 0 0 0\n0.3 0.4 -0.1\n0 1 0.0625\nMASS 1 3.5 0.05\n") +
                        "MOTION 1 TABLE NATURAL \"" + name +
                        "\" COLUMNS \"time\" \"body1.x\" \"body1.y\" \"body1.phi\"\n"
                        "NETJOINT 1 0 AT 0 0.45\n");
    const std::string again = scratch.file("again.csv");
    ASSERT_EQ(test::mbsim("--no-report --csv " + again + " " + scratch.file("again.dat")).status,
              0);
    for (const char* column : {"body1.x", "body1.y", "body1.phi"}) {
      const std::vector<std::string> written = column_of(text, column, "time\t", '\t'),
                                     read = column_of(test::read_all(again), column, "t,", ',');
      EXPECT_EQ(written.size(), 18u);
      EXPECT_EQ(written, read) << column;
    }
  }
}

TEST(StorageFiles, NeedTheTimeFirst) {
  EXPECT_FALSE(storage_of("body1.x,t\n1,0\n", "x"));
  EXPECT_EQ(storage_of("t,a\n0,1.5\n", "x"),
            "x\nversion=1\nnRows=1\nnColumns=2\ninDegrees=no\nendheader\ntime\ta\n0\t1.5\n");
  const test::Scratch scratch;
  test::write_all(scratch.file("swing.dat"), kSwing);
  const auto says = [&](const std::string& more, const std::string& message) {
    const test::Finished run = test::mbsim(more + " " + scratch.file("swing.dat"));
    EXPECT_EQ(run.status, 2) << more;
    EXPECT_NE(run.err.find(message), std::string::npos) << run.err;
  };
  // What stood there before stays, and nothing is left beside it.
  test::write_all(scratch.file("swing.sto"), "as it was");
  for (const char* columns : {"body1.x", "'*.x,t'"}) {
    says("--no-report --columns " + std::string(columns) + " --csv " + scratch.file("swing.sto"),
         "is not written: the first column of a .sto or .mot file is the time; expected --columns "
         "t,...");
    EXPECT_EQ(test::read_all(scratch.file("swing.sto")), "as it was");
  }
  EXPECT_EQ(test::shell("ls -A '" + scratch.file("") + "'").out, "swing.dat\nswing.sto\n");
  // Names of columns have no case.
  const test::Finished run = test::mbsim("--no-report --columns T,body1.x --csv " +
                                         scratch.file("swing.sto ") + scratch.file("swing.dat"));
  EXPECT_EQ(run.status, 0) << run.err;
  for (const char* more : {"sweep -o", "optimise -o", "--strides"})
    says(std::string(more) + " " + scratch.file("TABLE.Mot"),
         "TABLE.Mot: a .sto or .mot file has columns over time, as --csv writes them; expected a "
         "name that ends in .csv");
}

TEST(StorageFiles, CapitalsOfTheEndingAreTheSame) {
  const test::Scratch scratch;
  test::write_all(scratch.file("swing.dat"), kSwing);
  for (const char* name : {"swing.sto", "SWING.STO", "swing.Mot"})
    ASSERT_EQ(
        test::mbsim("--no-report --csv " + scratch.file(name) + " " + scratch.file("swing.dat"))
            .status,
        0);
  const auto behind_title = [&](const char* name) {
    const std::string text = test::read_all(scratch.file(name));
    return text.substr(text.find('\n'));
  };
  EXPECT_EQ(behind_title("SWING.STO"), behind_title("swing.sto"));
  EXPECT_EQ(behind_title("swing.Mot"), behind_title("swing.sto"));
}

TEST(StorageFiles, SayWhatIsInDegrees) {
  const test::Scratch scratch;
  test::write_all(scratch.file("swing.dat"),
                  "SUBJECT MASS 70\nSUBJECT KNEE 0 1 ZERO 0\nOUT angle = knee.angle*deg\n" +
                      std::string(kSwing));
  const auto err = [&](const std::string& more) {
    const test::Finished run = test::mbsim("--no-report " + more + " " + scratch.file("swing.dat"));
    EXPECT_EQ(run.status, 0) << run.err;
    return run.err;
  };
  EXPECT_NE(err("--columns t,knee.angle --csv " + scratch.file("a.sto"))
                .find("a.sto' says inDegrees=no, and knee.angle is in degrees; expected OUT own = "
                      "knee.angle*deg"),
            std::string::npos);
  EXPECT_EQ(err("--columns t,angle --csv " + scratch.file("a.sto")), "");
  EXPECT_EQ(err("--columns t,knee.angle --csv " + scratch.file("a.csv")), "");
}

TEST(StorageFiles, AverageReadsThemLikeACsv) {
  const test::Scratch scratch;
  const std::string folder = "cd '" + scratch.file("") + "' && ";
  std::string swing = kSwing;
  swing.replace(swing.find("MOTION 1  0.3"), 13, "MOTION 1  ${place}");
  test::write_all(scratch.file("swing.dat"), "PARAM place = 0.7\n" + swing);
  const auto average = [&](const std::string& more) {
    return test::shell(folder + "\"$MBSIM\" average " + more);
  };
  for (const auto& [name, x] : {std::pair("a", "0.3"), std::pair("b", "0.5")})
    for (const char* ending : {".csv", ".sto", ".MOT"})
      ASSERT_EQ(test::shell(folder + "\"$MBSIM\" --no-report -D place=" + x + " --csv " + name +
                            ending + " swing.dat")
                    .status,
                0);
  const std::string of_csv = average("a.csv b.csv").out;
  const std::size_t line = of_csv.find('\n');
  ASSERT_NE(line, std::string::npos);
  for (const char* files : {"a.sto b.sto", "a.MOT b.MOT", "a.sto b.csv"}) {
    const test::Finished of = average(files);
    EXPECT_EQ(of.status, 0) << of.err;
    EXPECT_EQ(of.out.substr(of.out.find('\n')), of_csv.substr(line)) << files;
  }
  EXPECT_EQ(average("--cmc a.sto b.sto").out, average("--cmc a.csv b.csv").out);
  // As another program writes them: blanks, an empty cell, NaN, a name with blanks.
  test::write_all(scratch.file("c.mot"),
                  "knee\nnRows=3\nnColumns=3\ninDegrees=yes\nendheader\n\ntime\tknee angle\tm\n"
                  "0\t10\t1\n 0.5\t\t2\r\n1\t30\tNaN\n");
  test::write_all(
      scratch.file("d.mot"),
      "knee\ninDegrees=yes\nendheader\n time m knee_angle\n 0  3  20\n 0.5 4 25\n 1 5 50\n");
  test::write_all(
      scratch.file("e.mot"),
      "knee\ninDegrees=yes\nendheader\ntime\tm\tknee angle\n0\t3\t20\n0.5\t4\t25\n1\t5\t50\n");
  EXPECT_EQ(average("--columns m c.mot d.mot").out.substr(0, 37),
            "time,m.mean,m.sd,m.n\n0,2,1.4142135623");
  const test::Finished both = average("c.mot e.mot");
  EXPECT_NE(both.out.find("\n0.5,25,,1,3,1.4142135623"), std::string::npos) << both.out << both.err;
  EXPECT_NE(both.out.find("\n1,40,14.142135623"), std::string::npos) << both.out;
  EXPECT_NE(both.out.find(",2,5,,1\n"), std::string::npos) << both.out;
  const auto says = [&](const std::string& more, const std::string& message) {
    const test::Finished of = average(more);
    EXPECT_EQ(of.status, 2);
    EXPECT_NE(of.err.find(message), std::string::npos) << of.err;
  };
  test::write_all(scratch.file("no_head.mot"), "time\tm\n0\t1\n1\t2\n");
  test::write_all(scratch.file("wrong.mot"),
                  "x\ninDegrees=maybe\nendheader\ntime\tm\n0\t1\n1\t2\n");
  test::write_all(scratch.file("f.csv"), "t,m\n0,1\n1,2\n");
  says(
      "no_head.mot c.mot",
      "average: no_head.mot: it has no line 'endheader'; expected the head of a .sto or .mot file");
  says("wrong.mot c.mot",
       "average: wrong.mot: line 2: inDegrees is 'maybe'; expected inDegrees=yes");
  says("--columns m c.mot f.csv",
       "average: 'c.mot' says inDegrees=yes and 'f.csv' does not; expected trials with angles in "
       "one "
       "unit");
  says("--columns m f.csv c.mot", "'c.mot' says inDegrees=yes and 'f.csv' does not");
  says("-o mean.sto c.mot e.mot", "-o mean.sto: a .sto or .mot file has columns over time");
  // plot draws them too.
  EXPECT_EQ(test::shell(folder + "\"$MBSIM\" plot c.mot time m -o m.svg").status, 0);
  EXPECT_NE(test::read_all(scratch.file("m.svg")).find("<svg"), std::string::npos);
}

}  // namespace
}  // namespace mbs
