// Parameters in quoted texts: names of files.
#include "deck/lines/filled_text.h"

#include <gtest/gtest.h>

#include "text/parameters.h"

namespace mbs {
namespace {

class FilledText : public testing::Test {
 protected:
  FilledText() {
    diagnostics_.add_file("d.dat");
    for (const auto& [name, value] : {std::pair("trial", 7.0), std::pair("angle", 0.5)}) {
      Parameter parameter;
      parameter.name = name;
      parameter.value = value;
      parameters_.define(parameter);
    }
  }
  std::string fill(std::string_view text) {
    std::string out;
    const bool good = fill_parameters(text, {0, 3, 9}, parameters_, diagnostics_, "INCLUDE", out);
    return good ? out : diagnostics_.format_all();
  }
  Parameters parameters_;
  Diagnostics diagnostics_;
};

TEST_F(FilledText, NumbersStandAsTheyAreShortest) {
  EXPECT_EQ(fill("walk.csv"), "walk.csv");
  EXPECT_EQ(fill("walk${trial}.csv"), "walk7.csv");
  EXPECT_EQ(fill("${trial}${trial+1}"), "78");
  EXPECT_EQ(fill("a${angle}b"), "a0.5b");
  EXPECT_EQ(fill("${-trial}"), "-7");
  EXPECT_TRUE(parameters_.find("trial")->used);
}

TEST_F(FilledText, ZerosInFront) {
  EXPECT_EQ(fill("walk${trial:03}.csv"), "walk007.csv");
  EXPECT_EQ(fill("${100*trial:02}"), "700");
  EXPECT_EQ(fill("${trial > 5 ? 1:02}"), "1");  // the ':' is that of '?'
}

TEST_F(FilledText, HalfANumberHasNoZeros) {
  EXPECT_EQ(
      fill("a${angle:02}"),
      "d.dat:3:12: error: INCLUDE: 0.5 is no whole number from 0 on, as ':02' asks for; leave "
      "':0N' out, or give a whole number\n");
}

TEST_F(FilledText, OpenBraces) {
  EXPECT_EQ(fill("a${trial"),
            "d.dat:3:10: error: INCLUDE: '${' is not closed in the quoted text; expected '}'\n");
}

TEST_F(FilledText, UnknownNames) {
  EXPECT_NE(fill("a${trail}").find("d.dat:3:12: error: INCLUDE: unknown name 'trail'"),
            std::string::npos);
}

}  // namespace
}  // namespace mbs
