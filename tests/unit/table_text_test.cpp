// Table files as spreadsheets write them: which commas are decimal commas, and which cannot be
// told.
#include "deck/lines/table_text.h"

#include <gtest/gtest.h>

namespace mbs {
namespace {

std::string prepared(std::string text) {
  const auto problem = prepare_table_text(text);
  if (problem)
    return std::to_string(problem->line) + ":" + std::to_string(problem->column) + " " +
           problem->text;
  return text;
}

TEST(TableText, LeavesPointsAlone) {
  for (const char* text :
       {"0 1\n1 2\n", "0,1\n1,3\n", "0.5,1.5\n1,3\n", "0, 1\n1, 3\n", "0\t1\n2\t\t3\n",
        "0.1,2 3\n0.2,3 4\n", "0 1\n1 2 # a;b,c\n", "${1/3} 2\n1 3\n", ""})
    EXPECT_EQ(prepared(text), text);
}

TEST(TableText, HeadingsAreBlank) {
  EXPECT_EQ(prepared("t;Gr\xC3\xB6\xC3\x9F"
                     "e\ns;N\n0;1\n"),
            "         \n   \n0,1\n");
  EXPECT_EQ(prepared("\xEF\xBB\xBF"
                     "0;1,5\n"),
            "\xEF\xBB\xBF"
            "0,1.5\n");
  EXPECT_EQ(prepared("-,5;1\n"), "-.5,1\n");
}

TEST(TableText, SemicolonsAndDecimalCommas) {
  EXPECT_EQ(prepared("0,0;1,25;-3\n0,1;;4e-1\n;;\n"), "0.0,1.25,-3\n0.1,,4e-1\n,,\n");
  EXPECT_EQ(prepared("0.0;1.25\n"), "0.0,1.25\n");
  EXPECT_EQ(prepared("\"0,0\";\"1,25\"\r\n"), " 0.0 , 1.25 \r\n");
  EXPECT_EQ(prepared("\"0,0\",\"1,25\"\n"), " 0.0 , 1.25 \n");
}

TEST(TableText, TabsAndDecimalCommas) {
  EXPECT_EQ(prepared("0,0\t1,25\n0,1\t2\n"), "0.0,1.25\n0.1,2\n");
  EXPECT_EQ(prepared("0.0\t1\t2\n0.1\t\t3\n"), "0.0,1,2\n0.1,,3\n");    // a cell is empty
  EXPECT_EQ(prepared("0.0\t\t1\n0.1\t\t3\n"), "0.0\t\t1\n0.1\t\t3\n");  // columns made straight
}

TEST(TableText, SaysWhatItCannotTell) {
  EXPECT_EQ(prepared("0,05 1\n0,1 2\n"), "1:1 '0,05' may be a decimal comma or two numbers");
  EXPECT_EQ(prepared("0 0,5\n"), "1:3 '0,5' may be a decimal comma or two numbers");
  EXPECT_EQ(prepared("0,05,1,25\n"), "1:1 '0,05' may be a decimal comma or two numbers");
  EXPECT_EQ(prepared("t;x\n0;1.000,5\n"), "2:3 '1.000,5' has more than one decimal sign");
  EXPECT_EQ(prepared("0;1,000,000\n"), "1:3 '1,000,000' has more than one decimal sign");
  EXPECT_EQ(prepared("0;1 000\n"), "1:3 '1 000' is no number");
  EXPECT_EQ(prepared("0,5;1\n1.5;2\n"), "2:1 '1.5' has a decimal point where others have commas");
  EXPECT_EQ(prepared("0.5;1\n1,5;2\n"), "2:1 '1,5' has a decimal comma where others have points");
}

}  // namespace
}  // namespace mbs
