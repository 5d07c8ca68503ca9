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
  const test::Finished run =
      test::mbsim("--no-report --columns body1.x --csv " + scratch.file("swing.sto") + " " +
                  scratch.file("swing.dat"));
  EXPECT_NE(run.status, 0);
  EXPECT_NE(run.err.find("has the columns as CSV: its first one is not the time"),
            std::string::npos)
      << run.err;
}

}  // namespace
}  // namespace mbs
