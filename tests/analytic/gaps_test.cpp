// Empty cells of measured tables against closed forms, in all dialects and both ways to write them.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "support/deck.h"
#include "text/time_table.h"

namespace mbs {
namespace {

// A folder of its own with the file table.csv in it.
class Gaps : public testing::Test {
 protected:
  Gaps()
      : folder_(std::filesystem::temp_directory_path() /
                ("mbsim_gaps_" + std::to_string(::getpid()) + "_" +
                 testing::UnitTest::GetInstance()->current_test_info()->name())) {
    std::filesystem::create_directories(folder_);
  }
  ~Gaps() override { std::filesystem::remove_all(folder_); }
  void write(const std::string& text) {
    std::ofstream(folder_ / "table.csv", std::ios::binary) << text;
  }
  test::RunResult run(const std::string& deck) { return test::run(deck, {}, folder_.string()); }

 private:
  std::filesystem::path folder_;
};

// x = t^2 by a force of 2 on a mass of 1, in all three dialects; the force is empty in the middle.
constexpr const char* kKabios =
    R"(1 0 0 0 0 0 0 0 0
1 0 0 0
0 1 0.5
MASS 1 1 1
FORCE 1 TABLE GAPS )";
constexpr const char* kColumns = " \"table.csv\"\nEND\n";

TEST_F(Gaps, ZeroForcesAreEmptyCellsOfAGermanFile) {
  write(R"(Zeit;Fx;Fy;x;y
0;2,5;;;
0,5;2,5;;;
1;2,5;;;
)");
  const test::RunResult got = run(std::string(kKabios) + "0" + kColumns);
  ASSERT_EQ(got.status, ExitStatus::done) << got.messages;
  EXPECT_NEAR(got.value(2, "body1.x"), 1.25, 1e-9);
  EXPECT_NEAR(got.value(2, "body1.y"), 0, 1e-12);
  EXPECT_NE(got.report.find("# FORCE 1, table: 9 of 12 cells empty, taken as 0\n"),
            std::string::npos)
      << got.report;
}

TEST_F(Gaps, FillGoesAlongTheCurveOfTheOthers) {
  // Straight lines are natural splines: to fill them is exact, at the ends the nearest value stays.
  write(R"(0,,1
0.25,1,1
0.5,,
0.75,2,1
1,2.5,
)");
  const std::string head = R"(1 0 0 0 0 0 0 0 0
1 0 0 0
0 1 0.25
MASS 1 1 1
)";
  const test::RunResult got = run(head + R"(NETJOINT 1 0 TABLE GAPS FILL "table.csv"
MOTION 1 0 0 0 0 0 0 0 0 0
END
)");
  ASSERT_EQ(got.status, ExitStatus::done) << got.messages;
  const double x[] = {1, 1, 1.5, 2, 2.5};
  for (std::size_t k = 0; k < 5; ++k) {
    EXPECT_NEAR(got.value(k, "netjoint1.x"), x[k], 1e-14);
    EXPECT_NEAR(got.value(k, "netjoint1.y"), 1, 1e-14);
  }
  EXPECT_NE(got.report.find("NETJOINT 1, table: 4 of 10 cells empty, filled by the curve of the "
                            "others; longest gap 0.5\n"),
            std::string::npos)
      << got.report;
}

TEST_F(Gaps, RowsOfTheDeckAndItsEchoSayTheSame) {
  write(R"(0;1;0
0,25;;
0,5;1,5;NaN
1;2;0
)");
  const std::string native =
      R"(PLTRUSS 1 1 2
X 1 0 0
X 2 1 0
FIX 1
INPUTX 2
RLSE 1
END HALT
INPUTX 2 1 TABLE NATURAL GAPS FILL )";
  const std::string rest = "\nTIMESTEP 1 4\nEND END\n";
  const test::RunResult file = run(native + "\"table.csv\" 1" + rest);
  const test::RunResult rows = run(native + "0 1 0.25 NaN 0.5 1.5 1 2" + rest);
  ASSERT_EQ(file.status, ExitStatus::done) << file.messages;
  EXPECT_EQ(file.report, rows.report);
  Diagnostics diagnostics;
  const std::string echo =
      echo_deck({"deck", native + "0 1 0.25 NaN 0.5 1.5 1 2" + rest, ".", {}}, {}, diagnostics);
  EXPECT_EQ(run(echo).report, file.report);

  const std::string chain = "SEGDYN\nSEGMENT 1 2 1 0.5 0.1\nKNOWN PHIDD 1 TABLE GAPS 0 ";
  const std::string end = "\nUNKNOWN M 1\nSTATE 1 0 0\nTIME 0 1 0.25\nEND\n";
  const test::RunResult c_file = run(chain + "\"table.csv\" 1" + end);
  const test::RunResult c_rows = run(chain + "0 1 0.25 nan 0.5 1.5 1 2" + end);
  ASSERT_EQ(c_file.status, ExitStatus::done) << c_file.messages;
  EXPECT_EQ(c_file.report, c_rows.report);
  EXPECT_NEAR(c_file.value(1, "phidd1"), 0, 1e-12);
  EXPECT_NEAR(c_file.value(2, "phidd1"), 1.5, 1e-12);
}

TEST_F(Gaps, EmptyCellsNeedAWord) {
  write("0,1,\n1,,2\n");
  const test::RunResult got = run(std::string(R"(1 0 0 0 0 0 0 0 0
1 0 0 0
0 1 0.5
MASS 1 1 1
)") + "NETJOINT 1 0 TABLE \"table.csv\"\nMOTION 1 0 0 0 0 0 0 0 0 0\n");
  EXPECT_EQ(got.status, ExitStatus::deck_error);
  EXPECT_EQ(
      got.messages,
      "table.csv:1:5: error: table row 1: value 2 is empty; expected a number; GAPS 0 or GAPS "
      "FILL behind TABLE says what stands for empty cells\n");
  write("0,1,\n1,2,\n");
  const test::RunResult all = run(R"(1 0 0 0 0 0 0 0 0
1 0 0 0
0 1 0.5
MASS 1 1 1
NETJOINT 1 0 TABLE GAPS FILL "table.csv"
MOTION 1 0 0 0 0 0 0 0 0 0
)");
  EXPECT_NE(all.messages.find("value 2 is empty in every row"), std::string::npos) << all.messages;
}

TEST_F(Gaps, ColumnsThatAreNotReadMayBeEmpty) {
  const std::string deck =
      R"(PLTRUSS 1 1 2
X 1 0 0
X 2 1 0
FIX 1
INPUTX 2
RLSE 1
END HALT
INPUTX 2 1 TABLE NATURAL "table.csv" 2
TIMESTEP 1 4
END END
)";
  write(R"(t;a;b;c
0;;1;
1;NA;2;
)");
  const test::RunResult got = run(deck);
  ASSERT_EQ(got.status, ExitStatus::done) << got.messages;
  EXPECT_NEAR(got.value(1, "x2_1"), 1.25, 1e-14);
}

TEST(DecimalComma, WarnsWhereItFillsAFieldThatMayBeMissing) {
  const std::string head =
      R"(2 0 0 0 0 0 0 0 0
1 0 0 0
2 1 0 0
0 0.4 0.2
MASS 1 1.2 0.01
MASS 2 1 1
)";
  auto messages = [&](const std::string& line) {
    return test::run(head + line + "\nEND\n").messages;
  };
  EXPECT_EQ(messages("RSDA 1 2 20 0 0,1"),
            "deck:7:15: warning: RSDA 1: '0,1' is read as two numbers, 0 and 1; expected 0.1, or a "
            "blank behind the comma\n");
  EXPECT_EQ(messages("RSDA 1 2 20 0 0, 1"), "");
  EXPECT_EQ(messages("RSDA 1,2,20,0,0,1"), "");
  EXPECT_EQ(messages("RSDA 1 2 20 0 1"), "");
  EXPECT_EQ(messages("RSDA 1 2 20 0 0.5,1"), "");
  EXPECT_NE(messages("VEL 1 0,5 2 0").find("commas separate"), std::string::npos);
  // A body line of four numbers begins with the number of the body.
  EXPECT_NE(test::run(R"(1 0 0 0 0 0 0 0 0
1,5 2 0
0 1 1
MASS 1 1 1
END
)")
                .messages.find("'1,5' is read as two numbers"),
            std::string::npos);
}

}  // namespace
}  // namespace mbs
