#include "base/diagnostics.h"

#include <gtest/gtest.h>

namespace mbs {
namespace {

TEST(Diagnostics, OneLineEach) {
  Diagnostics d;
  EXPECT_EQ(d.format({Severity::error, {}, "", "no deck", ""}), "mbsim: error: no deck");
  const int deck = d.add_file("deck.dat"), included = d.add_file("more.inc");
  EXPECT_EQ(d.file_count(), 2);
  EXPECT_EQ(d.format({Severity::error, {deck, 3, 7}, "driver 1 of 1 (g)", "k is 4", "expected 1"}),
            "deck.dat:3:7: error: driver 1 of 1 (g): k is 4; expected 1");
  EXPECT_EQ(d.format({Severity::warning, {included, 1, 2}, "", "unused", ""}),
            "more.inc:1:2: warning: unused");
  EXPECT_EQ(d.format({Severity::error, {deck, 0, 0}, "run", "ended", ""}),
            "deck.dat: error: run: ended");
}

TEST(Diagnostics, OrderedByPlaceAndStable) {
  Diagnostics d;
  d.add_file("a");
  d.add_file("b");
  d.error({1, 1, 1}, "", "fifth");
  d.error({0, 2, 1}, "", "third");
  d.warning({0, 2, 9}, "", "fourth");
  d.error({0, 1, 5}, "", "first");
  d.error({0, 1, 5}, "", "second");
  EXPECT_EQ(d.format_all(),
            "a:1:5: error: first\na:1:5: error: second\na:2:1: error: third\n"
            "a:2:9: warning: fourth\nb:1:1: error: fifth\n");
  EXPECT_EQ(d.list()[0].problem, "fifth");  // as reported
}

TEST(Diagnostics, TwentyErrorsAreShownAllAreCounted) {
  Diagnostics d;
  d.add_file("a");
  d.warning({0, 1, 1}, "", "a warning");
  EXPECT_FALSE(d.has_errors());
  for (int k = 1; k <= 20; ++k) {
    EXPECT_FALSE(d.full());
    d.error({0, k, 1}, "", "wrong");
  }
  EXPECT_TRUE(d.full());
  EXPECT_EQ(d.format_all().find("not shown"), std::string::npos);
  d.error({0, 21, 1}, "", "wrong");
  EXPECT_NE(d.format_all().find("\na: 1 more error not shown\n"), std::string::npos);
  d.error({0, 22, 1}, "", "wrong");
  EXPECT_EQ(d.error_count(), 22);
  EXPECT_EQ(d.list().size(), 21u);  // 20 errors and the warning
  EXPECT_NE(d.format_all().find("\na: 2 more errors not shown\n"), std::string::npos);
}

TEST(NearestWord, DistanceOfAThirdOrOne) {
  const std::vector<std::string_view> words = {"PLTRUSS", "PLBEAM", "INPUTX", "INPUTE", "X"};
  EXPECT_EQ(nearest_word("PLTRUS", words), "PLTRUSS");
  EXPECT_EQ(nearest_word("pltruss", words), "PLTRUSS");
  EXPECT_EQ(nearest_word("PLTURSS", words), "PLTRUSS");  // neighbours swapped: distance 1
  EXPECT_EQ(nearest_word("PLBEEM", words), "PLBEAM");
  EXPECT_EQ(nearest_word("INPUT", words), "INPUTX");  // the first of two as near
  EXPECT_EQ(nearest_word("IMPUTEE", words), "INPUTE");
  EXPECT_EQ(nearest_word("PLxxxx", words), "");
  EXPECT_EQ(nearest_word("Y", words), "X");
  EXPECT_EQ(nearest_word("YZ", words), "");
  EXPECT_EQ(nearest_word("", words), "");
  EXPECT_EQ(nearest_word("v1", {"t", "v", "v1_1", "v1_2"}), "v1_1");  // the component is missing
  EXPECT_EQ(nearest_word("v1", {"v", "v11_1"}), "v");
  EXPECT_EQ(nearest_word("PLTRUSS", {}), "");
  EXPECT_EQ(nearest_word(std::string(41, 'X'), words), "");
}

}  // namespace
}  // namespace mbs
