#include "base/few_names.h"

#include <gtest/gtest.h>

namespace mbs {
namespace {

TEST(FewNames, FiveAreNamedAndTheOthersCounted) {
  EXPECT_EQ(few_names({}), "");
  EXPECT_EQ(few_names({"a"}), "a");
  EXPECT_EQ(few_names({"a", "b", "c", "d", "e"}), "a, b, c, d, e");
  EXPECT_EQ(few_names({"a", "b", "c", "d", "e", "f"}), "a, b, c, d, e and 1 more");
  EXPECT_EQ(few_names(std::vector<std::string>(30, "q"), "; "), "q; q; q; q; q and 25 more");
  EXPECT_EQ(few_names({"a", "b", "c", "d", "e"}, ", ", 99999), "a, b, c, d, e and 99994 more");
}

}  // namespace
}  // namespace mbs
